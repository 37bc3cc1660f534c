"""The captain: a plan for each movement phase, exact odds in combat; landing, reinforcements, advance and retreat."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from typing import Final

from feltherre.core.state import Step
from feltherre.games.normandy import aftermath, board, maps, movement, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.players import field as fields
from feltherre.games.normandy.players import greedy, weights
from feltherre.games.normandy.players.field import Field, lifts, loss_costs, swing
from feltherre.games.normandy.players.greedy import SAY, fly, send_back
from feltherre.games.normandy.players.sides import SideScores, gates, traffic
from feltherre.games.normandy.state import NormandyState, ground_in
from feltherre.games.normandy.tables import allowed_in
from feltherre.games.normandy.units import ALLIED
from feltherre.hexgame import planning
from feltherre.hexgame.actions import EndMovement
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.field import Assault, Gathering
from feltherre.hexgame.planning import sorties, who_stands_better
from feltherre.hexgame.steps import Advancing, CombatPhase, Movement, Reinforcement, Retreating
from feltherre.hexgame.weighing import total
from feltherre.players.planned import Answer, Order, Orders, PlannedPlayer, offers
from feltherre.players.player import Position


def hex_worth(state: NormandyState, side: int) -> fields.HexWorth:
    """To the Allies a way in to what lies behind, to the Germans ground between them and it."""
    behind = gates(tuple(state.owners), units.GERMAN)
    return lambda hex_: weights.WAY_IN[side] * behind[hex_]


def content(state: NormandyState) -> Hashable:
    """What a plan depends on."""
    return planning.content(state, state.losses, state.flown, state.landed)


def holes(state: NormandyState, side: int) -> list[int]:
    """The bases of a side that are dear to it and that the enemy could take if it ended its turn so (SUP-5)."""
    field = Field(state)
    danger = weights.danger_of(field, side)
    bases = [board.PLACE_HEX[place] for place in board.BASES[side]]
    dear = [hex_ for hex_ in bases if swing(state, hex_, enemy_of(side)) > weights.WORTH_GUARDING]
    return [hex_ for hex_ in dear if danger.lost(hex_, field.stack(side, hex_)) > weights.RISK]


class Planning(planning.Planning[NormandyState]):
    """Makes the plan on a copy of the state, unit by unit. `guarded`: hexes in which somebody has to stand."""

    def __init__(self, state: NormandyState, guarded: Iterable[int] = ()) -> None:
        field, side = Field(state), state.side
        own = [unit for unit in units.COUNTERS.ground_of_side[side] if state.places[unit] >= 0]
        free = [unit for unit in own if movement.fault(state, unit) is None]
        scores = SideScores(field, side)
        super().__init__(field, scores, free, content, weights.WORTH_MOVING)
        self.danger = scores.danger
        for hex_ in guarded:
            self._guard(hex_)
        fixed = [unit for unit in own if unit not in free and not units.IS_BATTERY[unit]]
        air, worth = movement.flyers(state)[:2], hex_worth(state, side)

        def weigh(hex_: int, chosen: Sequence[int], origins: set[int]) -> Assault:
            return fields.weigh(field, side, hex_, chosen, air, worth(hex_), origins)

        those = (self.free, fixed, weigh, partial(self.leaving, weights.WORTH_ATTACKING), fields.WORTH_JOINING)
        least = weights.WORTH_GATHERING[side] if fields.time_left(state) else weights.WORTH_ATTACKING
        self.concentrate(Gathering(field, side, *those), least)
        for unit in self.in_order():
            self._send(unit)
        self._make_room()
        if side == ALLIED:
            self._support()
        self.add(EndMovement(), WORDS.why("moved"))

    def _guard(self, hex_: int) -> None:
        """Those who are missed least elsewhere stay in a hex, or go there, until it is safe."""
        able = [unit for unit in self.free if hex_ in (self.state.places[unit], *self.field.ends(unit))]

        def missed(unit: int) -> float:
            return total(self.scores, unit, self.best_hex(unit)) - total(self.scores, unit, hex_)

        those = [unit for unit in self.field.stack(self.side, hex_) if unit not in self.free]
        for unit in sorted(able, key=missed):
            if self.danger.lost(hex_, those) <= weights.RISK:
                return
            if maps.fit(self.state, self.side, hex_, [unit]) or self.state.places[unit] == hex_:
                self.go(unit, hex_)
                those.append(unit)

    def _send(self, unit: int) -> None:
        """To the best hex; somewhere else in any case if too many stand in its own (R24)."""
        hex_, here = self.best_hex(unit), self.state.places[unit]
        if hex_ == here and here in maps.over_full(self.state, self.side):
            hex_ = max(self.field.ends(unit), key=lambda there: total(self.scores, unit, there), default=here)
        self.go(unit, hex_)

    def _make_room(self) -> None:
        """Whoever has just come and can neither stay nor go on waits after all."""
        state = self.state
        while over := maps.over_full(state, self.side):
            back = [unit for unit in movement.returnable(state) if state.places[unit] in over]
            if not back:
                return
            unit = min(back, key=lambda one: units.STRENGTH[one])
            self.add(*send_back(unit))
            maps.put(state, unit, AWAITED)
            state.landed[unit] = AWAITED

    def _support(self) -> None:
        """Ships and aircraft last: they go where the attacks are."""
        state, field = self.state, Field(self.state)
        ground, gain = lifts(field, self.side, hex_worth(state, self.side))
        able = [unit for unit in units.SHIPS if state.places[unit] >= 0 and not state.moved[unit]]
        berths = {unit: (state.places[unit], *field.ends(unit)) for unit in able}

        def missions(unit: int) -> Iterable[int]:
            if unit not in berths:
                return movement.missions(unit)
            return (hex_ for berth in berths[unit] for hex_ in board.GRID.neighbours[berth] if hex_ in ground)

        those = [*(able if allowed_in(state.weather).naval_support else ()), *movement.flyers(state)]
        for unit, hex_ in sorties(those, missions, ground, gain, weights.WORTH_FLYING, weights.TOGETHER):
            if unit in berths:
                self._sail(field, unit, [berth for berth in berths[unit] if hex_ in board.GRID.neighbours[berth]])
            else:
                self._fly(unit, hex_, "fly")
        # bombers that nobody needs stay for a carpet (CAR-8)
        hinder = [unit for unit in movement.flyers(state) if unit not in units.BOMBERS]
        busiest = max((passing := traffic(field)), key=lambda hex_: (passing[hex_], -hex_), default=-1)
        for unit in hinder if busiest in movement.missions(units.BOMBERS[0]) else ():
            self._fly(unit, busiest, "hinder")

    def _fly(self, unit: int, hex_: int, why: str) -> None:
        self.add(*fly(unit, hex_, why))
        self.state.flown[unit] = self.state.moved[unit] = 1
        self.state.places[unit] = hex_

    def _sail(self, field: Field, unit: int, berths: Sequence[int]) -> None:
        """To one of these hexes, by preference one that no coastal artillery controls (4.1-e)."""
        bits, here = field.bits, self.state.places[unit]
        berth = min(berths, key=lambda hex_: (bool(bits[hex_] & maps.ZONE[units.GERMAN]), hex_ != here, hex_))
        if berth != here:
            self.add(field.march(unit, berth), WORDS.why("sail", place=berth))
            maps.put(self.state, unit, berth)
            self.state.moved[unit] = 1


def choose_advance(position: Position, state: NormandyState, step: Advancing) -> Order:
    """Whoever stands better in the hex that was won goes there, the strongest first; nobody if that opens a base."""
    field, side = Field(state.clone()), state.side
    able, fits = aftermath.advancers(state, step), partial(maps.fit, state, side, step.hex)
    chosen = who_stands_better(field, SideScores(field, side), step.hex, able, fits, weights.WORTH_MOVING)
    opens = chosen and len(holes(field.state, side)) > len(holes(state, side))
    return SAY.go_in(step.hex, () if opens else chosen)


def choose_retreat(position: Position, state: NormandyState, step: Retreating) -> Order:
    """Out of enemy zones, where the units are of most use; where they may they stand if the hex is worth the loss."""
    hexes = aftermath.open_hexes(state, step)
    stack = ground_in(state, step.hex, step.side)
    cheapest = min(loss_costs(state, unit)[0] for unit in stack)
    scores = SideScores(Field(state), step.side)

    losses = {hex_: cheapest * aftermath.costs_a_loss(state, step, hex_) for hex_ in hexes}
    values = {hex_: sum(total(scores, unit, hex_) for unit in stack) - losses[hex_] for hex_ in hexes}
    best = max(values, key=lambda hex_: (values[hex_], -hex_), default=-1)
    held = swing(state, step.hex, enemy_of(step.side)) + hex_worth(state, ALLIED)(step.hex)
    saved = cheapest - losses.get(best, cheapest)
    return SAY.stand(step.hex) if offers(position, "stand") and held > saved else SAY.fall_back(best)


ANSWERS: dict[type[Step], Answer] = {
    **greedy.ANSWERS,
    CombatPhase: lambda position, state, step: greedy.choose_combat(
        state, weights.WORTH_ATTACKING, hex_worth(state, state.side)
    ),
    Reinforcement: lambda position, state, step: greedy.bring_on(
        state, partial(total, SideScores(Field(state), state.side))
    ),
    Advancing: choose_advance,
    Retreating: choose_retreat,
}


#: how often a plan is made anew because it leaves a base open
MOST_PLANS: Final = 6


def plan(state: NormandyState) -> Orders:
    """The plan for a movement phase. What it would leave open is guarded first in the next."""
    guarded: list[int] = []
    for _ in range(MOST_PLANS):
        made = Planning(state.clone(), guarded)
        open_ = [hex_ for hex_ in holes(made.state, made.side) if hex_ not in guarded]
        if not open_:
            break
        guarded += open_
    return made.orders


class CaptainPlayer(PlannedPlayer):
    """Plays both sides."""

    name = "captain"
    answers = ANSWERS
    plans = {Movement: lambda state, step, rng: plan(state)}
    content = content
