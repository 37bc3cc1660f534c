"""Uniforms (a special rule of scenarios, 01.05.3): early in the war an enemy who comes near may be taken for a friend.

When an infantry unit first comes near to an enemy infantry unit at which it has never fired, two dice are thrown; on a
low throw the enemy takes it for a friend and does not fire at it in this turn, not even as surprised.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Outcome, Ruling, Thrown
from feltherre.core.changes import YesNo
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.field import by_id, enemies, special
from feltherre.games.civilwar.procedures.inputs import DiceSum
from feltherre.games.civilwar.special_rules import Uniforms
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, index, note, place_in_order, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import first_tick, mover_of
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.schedule import Event, enter, strike

#: the kind of our events
COMES_NEAR: Final = "comes-near"


class RecognitionSituation(Struct, frozen=True, forbid_unknown_fields=True):
    #: up to this sum it is taken for a friend
    mistaken: DiceSum


@procedure("recognition", dice=list[int])
@rule("01.05.3")
def recognition(given: RecognitionSituation, desk: Desk) -> Resolve:
    """Whether an enemy takes a unit for a friend; no procedure of the book: the scenario's own throw (01.05.3)."""

    def resolve(chance: Chance) -> Outcome:
        dice, limit = chance.throw(2, "dice", "01.05.3", TALLY).total, given.mistaken
        mistaken = dice <= limit
        desk.line("recognition.mistaken" if mistaken else "recognition.recognised", "01.05.3", dice=dice, limit=limit)
        return {"mistaken": mistaken}

    return resolve


class Recognising(Step, frozen=True, tag="recognising"):
    """A unit has come near to an enemy who may take it for a friend."""

    unit: str
    enemy: str
    mistaken: int
    throws: tuple[Thrown, ...] = ()


class Recognised(Step, frozen=True, tag="recognised"):
    unit: str
    enemy: str
    ruling: Ruling


def rule_of(state: CivilWarState) -> Uniforms | None:
    """The scenario's rule, as long as it holds."""
    return next((one for one in special(state, Uniforms) if state.turn <= one.to_turn), None)


def plan_meetings(state: CivilWarState, unit_id: str | None = None) -> None:
    """Enter who comes near to whom from now on, for all units or anew for one whose way has changed."""
    uniforms = rule_of(state)
    if uniforms is None:
        return
    strike(state.line, lambda event: unit_id in (None, *event.who), (COMES_NEAR,))
    begin = first_tick(state)
    for unit, enemy in _strangers(state, unit_id):
        one, other = (mover_of(state, index(state, each.id)) for each in (unit, enemy))
        tick = first_within(one, other, uniforms.within, begin, TURN)
        if tick != NEVER:
            order = (*place_in_order(state, unit.id), index(state, enemy.id))
            enter(state.line, tick, "arrive", COMES_NEAR, order=order, who=(unit.id, enemy.id))


def _strangers(state: CivilWarState, unit_id: str | None) -> Iterator[tuple[Unit, Unit]]:
    """Infantry and enemy infantry that it has neither come near to nor fired at."""
    foot = [unit for unit in state.units if unit.on_table and is_infantry(unit)]
    for unit in foot:
        for enemy in enemies(state, unit):
            concerned = unit_id in (None, unit.id, enemy.id)
            if concerned and is_infantry(enemy) and enemy.id not in unit.known:
                yield unit, enemy


def is_infantry(unit: Unit) -> bool:
    """Infantry proper, not gunners away from their guns."""
    return unit.arm == "infantry" and unit.battery is None


@events.of(COMES_NEAR)
def comes_near(table: Table[CivilWarState], event: Event) -> None:
    """A unit is near an enemy for the first time."""
    state = table.state
    unit, enemy = (by_id(state, one) for one in event.who)
    uniforms = rule_of(state)
    if uniforms is None or unit is None or enemy is None or not (unit.on_table and enemy.on_table):
        return
    if enemy.id not in unit.known:
        meets(state, unit.id, enemy.id)
        table.push(Recognising(unit.id, enemy.id, uniforms.mistaken))


def meets(state: CivilWarState, unit: str, enemy: str) -> None:
    """From now on a unit is no stranger to an enemy."""
    known = unit_of(state, unit).known
    if rule_of(state) is not None and enemy not in known:
        change(state, unit, known=(*known, enemy))


def takes_for_friend(state: CivilWarState, firer: Unit, target: Unit) -> bool:
    """Whether a unit takes a target for a friend in this turn."""
    return target.id in doing_of(state, firer.id).mistakes


@steps.throws(
    Recognising,
    Recognised,
    by=recognition,
    thrower=player_of("unit"),
    changes=lambda state, step: {"mistaken": YesNo()},
)
@rule("01.05.3")
def recognising(state: CivilWarState, step: Recognising) -> RecognitionSituation:
    """Only the dice decide."""
    return RecognitionSituation(step.mistaken)


@steps.does(Recognised)
@rule("01.05.3")
def is_recognised(table: Table[CivilWarState], step: Recognised) -> None:
    """The enemy may not fire at what he takes for a friend in this turn."""
    state = table.state
    mistaken = bool(step.ruling.outputs["mistaken"])
    if mistaken:
        note(state, step.enemy, mistakes=(*doing_of(state, step.enemy).mistakes, step.unit))
    key = f"civilwar.fire.{'mistaken' if mistaken else 'recognised'}"
    words = {"unit": name(state, step.unit), "enemy": name(state, step.enemy)}
    tell(table, key, "01.05.3", step.enemy, step.unit, ruling=step.ruling, **words)
