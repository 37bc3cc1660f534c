"""The greedy player: takes every decision by what it gains at once, with exact chances and no plan; and answers that
every player of this game gives in the same form."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final

from feltherre.core.state import Step
from feltherre.games.normandy import aftermath, board, carpet, combat, maps, movement, naval, opening, units
from feltherre.games.normandy.actions import Drop, Duel, Fly, NoBombing, PlanBombing, SendBack
from feltherre.games.normandy.board import GRID, WORDS
from feltherre.games.normandy.players import field as fields
from feltherre.games.normandy.players.field import Field, rising_costs, swing
from feltherre.games.normandy.state import NormandyState, ground_in
from feltherre.games.normandy.steps import BombingPlan
from feltherre.games.normandy.tables import NAVAL
from feltherre.games.normandy.units import ALLIED, GERMAN
from feltherre.hexgame import actions as common
from feltherre.hexgame import steps
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Assault
from feltherre.hexgame.fighting import as_fit
from feltherre.hexgame.planning import Answers, sorties
from feltherre.hexgame.results import Code, forecast, parse_result
from feltherre.hexgame.steps import CombatPhase
from feltherre.players.planned import Answer, Order, PlannedPlayer, offers
from feltherre.players.player import Position

SAY: Final = Answers(maps.THEATRE)


def fly(unit: int, hex_: int, why: str = "fly") -> Order:
    return Fly(units.UNITS[unit].id, board.number(hex_)), WORDS.why(why, place=hex_)


def send_back(unit: int) -> Order:
    return SendBack(units.UNITS[unit].id), WORDS.why("send-back", unit=unit)


def bring_on(state: NormandyState, worth: Callable[[int, int], float]) -> Order:
    """The strongest first, each where it is worth most, dropped or not (LAN-2); on the beaches they spread."""
    for unit in sorted(opening.due(state, state.side), key=lambda one: (-units.STRENGTH[one], one)):
        dropped = opening.drop_hexes(state, unit) if opening.droppers(state, [unit]) else []
        if hexes := [*dropped, *opening.entry_hexes(state, unit)]:
            crowd = {hex_: len(ground_in(state, hex_, state.side)) for hex_ in hexes}
            best = max(hexes, key=lambda hex_: (worth(unit, hex_) - crowd[hex_], -hex_))
            if best not in dropped:
                return SAY.place(unit, best)
            return Drop(units.UNITS[unit].id, board.number(best)), WORDS.why("drop", place=best)
    return common.EndReinforcement(), WORDS.why("placed")


def attack_on(field: Field, hex_: int, more: float) -> Assault | None:
    """The best attack on a hex by those who may take part in it now."""
    able = combat.able_units(field.state, hex_)
    ground = [unit for unit in able if units.IS_GROUND[unit]]
    support = [unit for unit in able if not units.IS_GROUND[unit]]
    return fields.best_set(field, field.state.side, hex_, ground, support, more)


def best_duel(state: NormandyState) -> tuple[float, int, tuple[int, ...]]:
    """The fire of ships at coastal artillery, or the reverse, that brings most (1.6)."""
    table = NAVAL[state.rules.naval_table]
    found: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())]
    for hex_, able in naval.duels(state).items():
        theirs = rising_costs(state, naval.fired_at(state, hex_, enemy_of(state.side)))
        for n in range(1, len(able) + 1):
            column = table.value_column(sum(units.STRENGTH[unit] for unit in able[:n]))
            codes = [parse_result(table.result(column, die)) or Code() for die in range(1, 7)]
            own = rising_costs(state, able[:n])
            gain = forecast(codes, own, theirs, len(theirs), lambda losses: (0.0, False), 0.0).gain
            found.append((gain, hex_, tuple(able[:n])))
    return max(found)


def choose_combat(state: NormandyState, least: float, worth: fields.HexWorth = lambda hex_: 0.0) -> Order:
    """Attack while an attack brings more than `least`, then fire at what can be fired at. `worth`: what a hex is worth
    besides what it gives at once."""
    field = Field(state)
    found = (attack_on(field, hex_, worth(hex_)) for hex_ in combat.targets(state))
    best = max((one for one in found if one is not None), key=lambda one: one.gain, default=None)
    if best is None or best.gain <= least:
        gain, hex_, ships = best_duel(state)
        if gain <= least:
            return SAY.no_attack()
        return Duel(board.number(hex_), SAY.named(ships)), WORDS.why("duel", place=hex_)
    odds = field.odds.heading(best.attack, best.defence)
    return SAY.attack(best.hex, (*best.ground, *best.air), odds, best.forecast.won)


def choose_losses(position: Position, state: NormandyState, step: steps.Losses) -> Order:
    """The cheapest: the first of a division before the last of another."""
    return SAY.losses(position.decision.space, lambda unit, again: fields.loss_costs(state, unit)[again])


def choose_bombing(position: Position, state: NormandyState, step: BombingPlan) -> Order:
    """Where most is destroyed; whoever holds a place that counts is likely to be there still when the bombs fall."""
    field, codes = Field(state), fields.ODDS.results(carpet.COLUMN, 0)

    def gain(hex_: int) -> float:
        costs = rising_costs(state, field.stack(GERMAN, hex_))
        found = forecast(codes, (), costs, len(costs), lambda losses: (0.0, True), 0.0).gain
        return found if fields.holds(state, hex_, GERMAN) else found / 2

    plans = ((hex_, PlanBombing(board.number(hex_))) for hex_ in field.stacks[GERMAN])
    allowed = {hex_: plan for hex_, plan in plans if position.decision.space.contains(plan)}
    if not allowed:
        return NoBombing(), WORDS.why("no-bombing")
    target = max(allowed, key=gain)
    return allowed[target], WORDS.why("bomb", place=target)


#: points for each hex nearer to a goal
NEARER: Final = 0.05
#: an enemy so near may walk into an empty place
NEAR: Final = 4
#: how much of an attack that can be made from a hex counts for moving there
CHANCE_TO_ATTACK: Final = 0.5
#: a move must gain so much to be made
WORTH_MOVING: Final = 0.01


class Gains:
    """One side's gains in a position: places to take, for the Germans those that they may lose."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self.enemy = enemy_of(side)
        state = field.state
        taken = [hex_ for hex_ in board.PLACE_HEX if swing(state, hex_, side) >= 1]
        kept = [hex_ for hex_ in board.PLACE_HEX if fields.holds(state, hex_, side) and self._enemy_near(hex_)]
        self._goals = taken if side == ALLIED else taken + kept
        self._supply = maps.THEATRE.supply_of(state, side)
        self.distance = cache(lambda hex_: min((GRID.distance(hex_, goal) for goal in self._goals), default=0))
        self._with = cache(self._attack_with)

    def _enemy_near(self, hex_: int) -> bool:
        return any(GRID.distance(hex_, there) <= NEAR for there in self.field.stacks[self.enemy])

    def of(self, unit: int, hex_: int) -> float:
        """What a unit gains by standing in a hex."""
        state = self.field.state
        gain = swing(state, hex_, self.side) - NEARER * self.distance(hex_) + self._attack_from(unit, hex_)
        if not self._supply.supplied(hex_):
            gain -= units.LOSS_VALUE[unit]
        if fields.holds(state, hex_, self.side) and self._enemy_near(hex_):
            others = [other for other in self.field.stack(self.side, hex_) if other != unit]
            gain += 0 if others else swing(state, hex_, self.enemy) / 2
        return gain

    def _attack_from(self, unit: int, hex_: int) -> float:
        """The best attack with those who stand by already."""
        enemies, attacked_from = self.field.stacks[self.enemy], self.field.attack_hexes[self.side]
        targets = [target for target in GRID.neighbours[hex_] if target in enemies and hex_ in attacked_from[target]]
        return CHANCE_TO_ATTACK * max((self._with(unit, target) for target in targets), default=0.0)

    def _attack_with(self, unit: int, target: int) -> float:
        others = [other for other in self.field.beside(self.side, target) if other != unit]
        return max(fields.weigh(self.field, self.side, target, [*others, unit]).gain, 0.0)


def _reinforce(position: Position, state: NormandyState, step: steps.Reinforcement) -> Order:
    gains = Gains(Field(state), state.side)
    return bring_on(state, lambda unit, hex_: -NEARER * gains.distance(hex_))


def _move(position: Position, state: NormandyState, step: steps.Movement) -> Order:
    """The first unit that gains something by moving, or must make room, goes where it gains most; aircraft where they
    lift an attack most."""
    field, over = Field(state), maps.over_full(state, state.side)
    gains = Gains(field, state.side)
    for unit in movement.Marches(state).able():
        here = state.places[unit]
        stay = gains.of(unit, here) if here not in over else -fields.SUDDEN_DEATH
        best, hex_ = max(((gains.of(unit, there), -there) for there in field.ends(unit)), default=(stay, 0))
        if best > stay + WORTH_MOVING:
            return field.march(unit, -hex_), WORDS.why("move", place=-hex_)
    for unit, hex_ in sorties(
        movement.flyers(state), movement.missions, *fields.lifts(field, state.side), WORTH_MOVING, 1
    ):
        return fly(unit, hex_)
    if over:
        return send_back(next(unit for unit in movement.returnable(state) if state.places[unit] in over))
    return common.EndMovement(), WORDS.why("moved")


def _advance(position: Position, state: NormandyState, step: steps.Advancing) -> Order:
    """Into a place that is worth something with all that have room, otherwise with nobody."""
    if not swing(state, step.hex, state.side):
        return SAY.go_in(step.hex, ())
    strong = sorted(aftermath.advancers(state, step), key=lambda unit: -units.STRENGTH[unit])
    return SAY.go_in(step.hex, as_fit(strong, partial(maps.fit, state, state.side, step.hex)))


def _retreat(position: Position, state: NormandyState, step: steps.Retreating) -> Order:
    """It stands on places that are worth something, else goes out of enemy zones."""
    hexes = aftermath.open_hexes(state, step)
    if offers(position, "stand") and (not hexes or fields.holds(state, step.hex, step.side)):
        return SAY.stand(step.hex)
    return SAY.fall_back(min(hexes, key=lambda hex_: (aftermath.costs_a_loss(state, step, hex_), hex_)))


ANSWERS: dict[type[Step], Answer] = {
    steps.Setup: lambda position, state, step: SAY.set_up(not offers(position, "historical")),
    steps.Reinforcement: _reinforce,
    steps.Movement: _move,
    CombatPhase: lambda position, state, step: choose_combat(state, 0.0),
    steps.Advancing: _advance,
    steps.Retreating: _retreat,
    steps.Losses: choose_losses,
    BombingPlan: choose_bombing,
}


class GreedyPlayer(PlannedPlayer):
    """Plays both sides. It looks at the position as it stands and keeps nothing in mind."""

    name = "greedy"
    answers = ANSWERS
