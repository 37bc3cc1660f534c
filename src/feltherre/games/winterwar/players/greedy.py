"""The greedy player: takes every decision by what it gains at once, with exact chances and no plan; and answers that
every player of this game gives in the same form."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from feltherre.core.state import Step
from feltherre.games.winterwar import aftermath, board, combat, maps, movement, opening, units
from feltherre.games.winterwar.actions import AirCombat, Eliminate, Escape, Fly
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.players import field as fields
from feltherre.games.winterwar.players.field import POINTS, Field, best_set, prize, weigh
from feltherre.games.winterwar.state import WinterWarState, flying_over
from feltherre.games.winterwar.steps import AirLosses, CombatPhase, LostBase, OverStacked
from feltherre.hexgame import actions as common
from feltherre.hexgame import steps
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Assault
from feltherre.hexgame.fighting import as_fit
from feltherre.hexgame.planning import Answers
from feltherre.players.planned import Answer, Order, PlannedPlayer, offers
from feltherre.players.player import Position

SAY = Answers(maps.THEATRE)


def fly(unit: int, hex_: int) -> Fly:
    return Fly(units.UNITS[unit].id, board.number(hex_))


def fall_back(state: WinterWarState, step: steps.Retreating, ways: aftermath.Ways, hex_: int) -> Order:
    """As many as find room in a hex, the most valuable first."""
    able = sorted(aftermath.able_to(ways, hex_), key=lambda one: (-POINTS[one], one))
    chosen = as_fit(able, partial(maps.THEATRE.fit, state, step.side, hex_))
    return common.Retreat(board.number(hex_), SAY.named(chosen)), WORDS.why("retreat", place=hex_)


#: what a hex is worth to the attacker besides the town in it
HexWorth = Callable[[int], float]


def no_worth(hex_: int) -> float:
    return 0.0


def attack_on(field: Field, hex_: int, more: float) -> Assault | None:
    """The best attack on a hex by those who may take part in it now."""
    able = combat.able_units(field.state, hex_)
    ground = [unit for unit in able if not units.IS_AIR[unit]]
    air = [unit for unit in able if units.IS_AIR[unit]]
    return best_set(field, field.state.side, hex_, ground, air, more)


def best_attack(field: Field, worth: HexWorth = no_worth) -> Assault | None:
    """The attack that brings most, of all that can be made now."""
    found = [attack_on(field, hex_, worth(hex_)) for hex_ in combat.targets(field.state)]
    return max((assault for assault in found if assault is not None), key=lambda one: one.gain, default=None)


def choose_combat(position: Position, state: WinterWarState, least: float, worth: HexWorth = no_worth) -> Order:
    """Attack while an attack brings more than `least`."""
    field = Field(state)
    if offers(position, "air-combat") and not offers(position, "end-combat"):
        return _air_combat(field, worth)
    best = best_attack(field, worth)
    if best is None or best.gain <= least:
        return SAY.no_attack()
    odds = field.odds.heading(best.attack, best.defence)
    return SAY.attack(best.hex, (*best.ground, *best.air), odds, best.forecast.won)


def _air_combat(field: Field, worth: HexWorth) -> Order:
    """It must be fought; whoever would attack the hex is named for it (R60)."""
    hex_, choice = next(iter(combat.air_combats_due(field.state).items()))
    best = attack_on(field, hex_, worth(hex_)) if hex_ in combat.targets(field.state) else None
    chosen = best.ground if best is not None and best.gain > 0 else ()
    return AirCombat(board.number(hex_), SAY.named(chosen), choice[0]), WORDS.why("air-combat", place=hex_)


def choose_losses(position: Position, state: WinterWarState, step: steps.Losses | AirLosses) -> Order:
    """The cheapest losses: a face is cheaper than a counter, a brigade cheaper than a division."""

    def price(unit: int, again: int) -> float:
        if units.IS_AIR[unit]:
            return POINTS[unit]
        return fields.LAST_FACE * POINTS[unit] if again else fields.loss_cost(state, unit)

    return SAY.losses(position.decision.space, price)


def choose_eliminated(position: Position, state: WinterWarState, step: OverStacked) -> Order:
    space: Any = position.decision.space
    unit = min(space.levels[0].options(), key=POINTS.__getitem__)
    return Eliminate(units.UNITS[unit].id), WORDS.why("losses", units=[unit])


def choose_base(position: Position, state: WinterWarState, step: LostBase) -> Order:
    """The nearest of the bases that are left."""
    old = state.bases[step.unit]
    base = min(movement.free_bases(state, step.unit), key=lambda hex_: (board.GRID.distance(hex_, old), hex_))
    return Escape(units.UNITS[step.unit].id, board.number(base)), WORDS.why("escape", place=base)


#: points for each hex nearer to a goal
NEARER = 0.05
#: an enemy so near may walk into an empty town
NEAR = 4
#: how much of an attack that can be made from a hex counts for moving there
CHANCE_TO_ATTACK = 0.5


class Gains:
    """One side's gains in a position."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self.enemy = enemy_of(side)
        state = field.state
        self._goals = [hex_ for town, hex_ in enumerate(board.TOWN_HEX) if self._is_goal(town, hex_)]
        self.distance = cache(self._to_goal)
        self._with = cache(self._attack_with)
        self._supply = [maps.supply_of(state, net) for net in range(3)]

    def _is_goal(self, town: int, hex_: int) -> bool:
        """Towns to take; for Finland, which stays at home, towns of its own that it has lost or may lose."""
        if self.side == units.FINLAND and board.FIRST_OWNER[town] != units.FINLAND:
            return False
        if self.field.state.owners[town] != self.side:
            return True
        return self.side == units.FINLAND and self._enemy_near(hex_)

    def _enemy_near(self, hex_: int) -> bool:
        return any(board.GRID.distance(hex_, there) <= NEAR for there in self.field.stacks[self.enemy])

    def _to_goal(self, hex_: int) -> int:
        """To the nearest goal."""
        return min((board.GRID.distance(hex_, goal) for goal in self._goals), default=0)

    def of(self, unit: int, hex_: int) -> float:
        """What a unit gains by standing in a hex."""
        state = self.field.state
        gain = prize(state, hex_, self.side) - NEARER * self.distance(hex_) + self._attack_from(unit, hex_)
        if not units.IS_PARTISAN[unit] and not self._supply[maps.net_of(unit)].supplied(hex_):
            gain -= POINTS[unit]
        return gain + self._garrison(unit, hex_)

    def _garrison(self, unit: int, hex_: int) -> float:
        """A town of one's own that would stand empty near the enemy is worth staying in."""
        town = board.TOWN_AT[hex_]
        if town < 0 or self.field.state.owners[town] != self.side:
            return 0.0
        others = [other for other in self.field.stack(self.side, hex_) if other != unit]
        return fields.town_swing(town, self.enemy) / 2 if not others and self._enemy_near(hex_) else 0.0

    def _attack_from(self, unit: int, hex_: int) -> float:
        """The best attack with those who stand by already."""
        best = 0.0
        bits, enemy = self.field.bits, maps.UNIT[self.enemy]
        for target in board.GRID.neighbours[hex_]:
            if bits[target] & enemy and hex_ in self.field.attack_hexes[self.side][target]:
                best = max(best, self._with(unit, target))
        return CHANCE_TO_ATTACK * best

    def _attack_with(self, unit: int, target: int) -> float:
        others = [other for other in self.field.beside(self.side, target) if other != unit]
        return weigh(self.field, self.side, target, [*others, unit]).gain

    def by_air(self, unit: int, hex_: int) -> float:
        """What an air unit adds to an attack on a hex, or to none."""
        ground = self.field.beside(self.side, hex_)
        if not ground or not self.field.stack(self.enemy, hex_) or units.SIDE[unit] != self.side:
            return 0.0
        there = flying_over(self.field.state, hex_, self.side)
        lifted = weigh(self.field, self.side, hex_, ground, [*there, unit]).gain
        return max(lifted, 0.0) - max(weigh(self.field, self.side, hex_, ground, there).gain, 0.0)


#: a move must gain so much to be made, an attack so much to be risked
WORTH_MOVING = 0.01
WORTH_ATTACKING = 0.0


def _reinforce(position: Position, state: WinterWarState, step: steps.Reinforcement) -> Order:
    """Into the hex nearest to something to be gained."""
    gains = Gains(Field(state), state.side)
    for unit in opening.due(state, state.side):
        hexes = opening.entry_hexes(state, unit)
        if hexes:
            best = min(hexes, key=lambda hex_: (gains.distance(hex_), hex_))
            return SAY.place(unit, best)
    return common.EndReinforcement(), WORDS.why("placed")


def _move(position: Position, state: WinterWarState, step: steps.Movement) -> Order:
    """The first unit that gains something by moving goes where it gains most; air units where they lift an attack
    most."""
    field = Field(state)
    gains = Gains(field, state.side)
    for unit in movement.movable(state):
        stay = gains.of(unit, state.places[unit])
        hexes = ((gains.of(unit, there), -there) for there in field.ends(unit))
        best, hex_ = max(hexes, default=(stay, 0))
        if best > stay + WORTH_MOVING:
            return field.march(unit, -hex_), WORDS.why("move", place=-hex_)
    for unit in movement.flyers(state):
        options = [(gains.by_air(unit, hex_), -hex_) for hex_ in movement.missions(state, unit)]
        best, hex_ = max(options, default=(0.0, 0))
        if best > WORTH_MOVING:
            return fly(unit, -hex_), WORDS.why("fly", place=-hex_)
    return common.EndMovement(), WORDS.why("moved")


def _fight(position: Position, state: WinterWarState, step: CombatPhase) -> Order:
    return choose_combat(position, state, WORTH_ATTACKING)


def _advance(position: Position, state: WinterWarState, step: steps.Advancing) -> Order:
    """Into a town with all that have room, otherwise with nobody."""
    if not prize(state, step.hex, state.side):
        return SAY.go_in(step.hex, ())
    strong = sorted(aftermath.advancers(state, step), key=lambda one: -fields.attack_of(state, one))
    return SAY.go_in(step.hex, as_fit(strong, partial(aftermath.have_room, state, step.hex)))


def _retreat(position: Position, state: WinterWarState, step: steps.Retreating) -> Order:
    """Out of enemy zones, towards a town of one's own."""
    ways = aftermath.ways_out(state, step)
    options = [hex_ for hexes in ways.values() for hex_ in hexes]
    homes = [hex_ for town, hex_ in enumerate(board.TOWN_HEX) if state.owners[town] == step.side] or options

    def price(hex_: int) -> tuple[bool, int, int]:
        return maps.in_enemy_zone(state, hex_, step.side), min(board.GRID.distance(hex_, home) for home in homes), hex_

    return fall_back(state, step, ways, min(options, key=price))


ANSWERS: dict[type[Step], Answer] = {
    steps.Setup: lambda position, state, step: SAY.set_up(not offers(position, "historical")),
    steps.Reinforcement: _reinforce,
    steps.Movement: _move,
    CombatPhase: _fight,
    steps.Advancing: _advance,
    steps.Retreating: _retreat,
    steps.Losses: choose_losses,
    AirLosses: choose_losses,
    OverStacked: choose_eliminated,
    LostBase: choose_base,
}


class GreedyPlayer(PlannedPlayer):
    """Plays both sides. It looks at the position as it stands and keeps nothing in mind."""

    name = "greedy"
    answers = ANSWERS
