"""The plan for a movement phase: made once, then followed order by order as long as the game goes as expected; attacks
for which units come together, and where air units fly (1.6-h, 1.6-j, 1.4-i).

It is kept by what the state contains, so that a player who is asked in any other position makes a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from feltherre.core.text import Text
from feltherre.games.winterwar import board, maps, movement, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.players import field as fields
from feltherre.games.winterwar.players import roads, sides, weights
from feltherre.games.winterwar.players.field import Assault, Field, best_set
from feltherre.games.winterwar.players.greedy import fly, march
from feltherre.games.winterwar.players.weights import Scores, total
from feltherre.games.winterwar.state import ATTACKS, DEFENDS, WinterWarState, flying_over
from feltherre.hexgame.actions import EndMovement
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Concentration, Gathering

Content = tuple[Any, ...]
Order = tuple[Any, Text]
Orders = dict[Content, Order]


def content(state: WinterWarState) -> Content:
    """What a plan depends on."""
    return (
        state.turn,
        state.side,
        tuple(state.places),
        tuple(state.moved),
        tuple(state.flipped),
        tuple(state.cut_off),
        tuple(state.flown),
        tuple(state.owners),
    )


def supporting(state: WinterWarState) -> list[int]:
    """The air unit that would be sent along: the one with most support that can still fly."""
    return sorted(movement.flyers(state), key=lambda unit: -units.GROUND_SUPPORT[unit])[:1]


class Attacks:
    """The attacks that will be possible, each with the air units over it so far."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self.worth = roads.hex_worth(field, side)
        self.air: dict[int, list[int]] = {}
        self.ground = {hex_: ground for hex_ in field.stacks[enemy_of(side)] if (ground := field.beside(side, hex_))}
        self._gains = {hex_: self.gain(hex_, ()) for hex_ in self.ground}

    def gain(self, hex_: int, air: Sequence[int]) -> float:
        found = best_set(self.field, self.side, hex_, self.ground[hex_], air, self.worth(hex_))
        return max(found.gain if found else 0.0, 0.0)

    def lifted(self, unit: int, hex_: int) -> float:
        """What an air unit adds; over enemy aircraft it may come to nothing (1.6)."""
        added = self.gain(hex_, [*self.air.get(hex_, ()), unit]) - self._gains[hex_]
        return added * (weights.CONTESTED if self._contested(hex_) else 1.0)

    def _contested(self, hex_: int) -> bool:
        return bool(flying_over(self.field.state, hex_, enemy_of(self.side)))

    def send(self, unit: int, hex_: int) -> None:
        self.air.setdefault(hex_, []).append(unit)
        self._gains[hex_] = self.gain(hex_, self.air[hex_])


def flights(field: Field, side: int, scores: Scores) -> Iterator[tuple[int, int, Text]]:
    """The strongest in support first; each where it adds most."""
    attacks = Attacks(field, side)
    able = sorted(movement.flyers(field.state), key=lambda unit: -units.GROUND_SUPPORT[unit])
    for unit in able:
        missions = set(movement.missions(field.state, unit))
        options = [(attacks.lifted(unit, hex_), -hex_) for hex_ in attacks.ground if hex_ in missions]
        gain, hex_ = max(options, default=(0.0, 0))
        if gain > weights.WORTH_FLYING:
            attacks.send(unit, -hex_)
            yield unit, -hex_, WORDS.why("fly", place=-hex_)


def scores_for(field: Field, side: int) -> Scores:
    return sides.FinnishScores(field) if side == units.FINLAND else sides.SovietScores(field)


class Planning:
    """Makes the plan on a copy of the state, unit by unit."""

    def __init__(self, state: WinterWarState) -> None:
        self.state = state
        self.side = state.side
        self.orders: Orders = {}
        self.field = Field(state)
        self.scores = scores_for(self.field, self.side)
        on_map = [unit for unit in units.GROUND_UNITS[self.side] if state.places[unit] >= 0]
        self.free = [unit for unit in on_map if movement.can_move(state, unit)]
        self.fixed = [unit for unit in on_map if not movement.can_move(state, unit) and not state.cut_off[unit]]
        for unit in on_map:
            if unit not in self.free:
                self.scores.taken(unit, state.places[unit])
        self._cut_roads()
        self._concentrate()
        for unit in self._in_order():
            self._send(unit)
        self._fly()
        self._add(EndMovement(), WORDS.why("moved"))

    def _add(self, action: Any, why: Text) -> None:
        self.orders[content(self.state)] = (action, why)

    def _cut_roads(self) -> None:
        """Finnish light units first go where they cut off most; divisions are for the line."""
        if self.side != units.FINLAND:
            return
        for unit in [unit for unit in self._in_order() if units.STACK[unit] == units.LESSER]:
            hex_ = self._best_hex(unit)
            parts = self.scores.parts(unit, hex_)
            if parts.get("cut", 0.0) + parts.get("block", 0.0) > weights.WORTH_CUTTING:
                self._go(unit, hex_)

    # coming together for attacks

    def _concentrate(self) -> None:
        """The best attack first, then what the others can still do."""
        air, worth = supporting(self.state), roads.hex_worth(self.field, self.side)

        def weigh(hex_: int, chosen: Sequence[int], origins: set[int]) -> Assault:
            return fields.weigh(self.field, self.side, hex_, chosen, air, worth(hex_), origins)

        those = (self.free, self.fixed, weigh, self._leaving, fields.WORTH_JOINING)
        gathering = Gathering(self.field, self.side, *those)
        found = {hex_: gathering.against(hex_) for hex_ in gathering.targets()}
        while found:
            hex_, best = max(found.items(), key=lambda item: item[1].gain if item[1] else -9.0)
            if best is None or best.gain <= weights.WORTH_GATHERING[self.side]:
                return
            del found[hex_]
            self._gather(hex_, best)
            used = set(best.stands)
            gathering.free -= used
            gathering.fixed -= used
            for other, known in found.items():
                if known is not None and used & set(known.stands):
                    found[other] = gathering.against(other)

    def _leaving(self, unit: int, hex_: int) -> float:
        """What it costs to take a unit away from where it is, for where it goes."""
        here = total(self.scores, unit, self.state.places[unit])
        return max(here - total(self.scores, unit, hex_), -weights.WORTH_ATTACKING)

    def _gather(self, target: int, best: Concentration[Assault]) -> None:
        """Those that stand there already stay, the others come if the way is still open."""
        attack = best.attack
        odds, left = self.field.odds.heading(attack.attack, attack.defence), attack.gain
        for unit, hex_ in best.stands.items():
            if unit not in self.free:
                continue
            if hex_ == self.state.places[unit]:
                self._stay(unit)
            elif hex_ in maps.reach_of(self.state, unit):
                # the more have gone, the more those that are left are missed
                cost = self._leaving(unit, hex_)
                if cost < left:
                    left -= cost
                    self._march(unit, hex_, WORDS.why("concentrate", place=target, odds=odds))

    # the others

    def _in_order(self) -> list[int]:
        """Those in front first, so that the way is free and the rear knows what to guard."""
        enemies = list(self.field.stacks[enemy_of(self.side)])

        def distance(unit: int) -> tuple[int, int]:
            here = self.state.places[unit]
            return min((board.GRID.distance(here, there) for there in enemies), default=0), unit

        return sorted(self.free, key=distance)

    def _send(self, unit: int) -> None:
        self._go(unit, self._best_hex(unit))

    def _best_hex(self, unit: int) -> int:
        """The best hex it can reach; its own if no other is clearly better."""
        here = self.state.places[unit]
        if not movement.can_step(self.state, unit):
            return here
        best, hex_ = total(self.scores, unit, here) + weights.WORTH_MOVING, here
        for there in maps.reach_of(self.state, unit).hexes:
            value = total(self.scores, unit, there)
            if value > best:
                best, hex_ = value, there
        return hex_

    def _go(self, unit: int, hex_: int) -> None:
        here = self.state.places[unit]
        if hex_ == here:
            self._stay(unit)
        else:
            self._march(unit, hex_, weights.why_move(self.scores, unit, here, hex_))

    def _stay(self, unit: int) -> None:
        self.free.remove(unit)
        self.scores.taken(unit, self.state.places[unit])

    def _march(self, unit: int, hex_: int, why: Text) -> None:
        action = march(self.state, unit, hex_)
        self._add(action, why)
        for entered in action.path:
            town = board.TOWN_AT[board.hex_of(entered)]
            if town >= 0:
                self.state.owners[town] = self.side
        self.field.move(unit, hex_)
        self.state.moved[unit] = 1
        self.free.remove(unit)
        self.scores.taken(unit, hex_)

    def _fly(self) -> None:
        """Air units last: they go where the attacks are."""
        for unit, hex_, why in flights(self.field, self.side, self.scores):
            self._add(fly(unit, hex_), why)
            self.state.flown[unit] = DEFENDS if maps.has_own(self.state, hex_, self.side) else ATTACKS
            self.state.moved[unit] = 1
            self.state.places[unit] = hex_
