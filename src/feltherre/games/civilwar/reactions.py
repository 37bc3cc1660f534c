"""Free reactions (04.02.10-04.02.12, 03.01.5): what a unit or staff figure may do in the middle of the turn.

A chain that is threatened at 8 cm may go back, gunners may shelter behind a closed unit, a general or courier who has
not moved may ride off. The player is asked, once for each enemy and turn (R46), unless the order sheet has a standing
instruction. All of them come in the step `react`, after fire, shock and forced moves of the instant (R32).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar import falling_back, sheltering
from feltherre.games.civilwar.commanders import role_name, role_of
from feltherre.games.civilwar.field import NEAR, are_there, by_id, distance, kind
from feltherre.games.civilwar.orders.language import ASK_ALWAYS, Prefs
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.shapes import too_wide, widest
from feltherre.games.civilwar.state import (
    CivilWarState,
    Unit,
    change,
    doing_of,
    note,
    place_in_order,
    unit_of,
)
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import can_attack, can_be_threatened
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import Event, enter


class FallBack(Action, frozen=True, tag="fall-back"):
    """A threatened chain goes back, or stays (04.02.10)."""

    unit: str
    back: bool


class Shelter(Action, frozen=True, tag="shelter"):
    """Threatened gunners go behind a friendly unit, or stay with their guns (behind is empty) (04.02.12)."""

    unit: str
    behind: str = ""


class FallBackAsked(Step, frozen=True, tag="fall-back-asked"):
    unit: str
    enemy: str


class ShelterAsked(Step, frozen=True, tag="shelter-asked"):
    unit: str
    enemy: str


# who is threatened


@events.of("near")
@rule("04.02.10", "04.02.12")
def near(table: Table[CivilWarState], event: Event) -> None:
    """An enemy has come to 8 cm: the reaction waits for its step of the instant."""
    state = table.state
    order = place_in_order(state, event.who[0])
    enter(state.line, state.line.now, "react", "threatened", order=order, who=event.who)


@events.of("threatened")
@rule("04.02.10", "04.02.12")
def threatened(table: Table[CivilWarState], event: Event) -> None:
    """Ask the chain or the gunners, if the threat still holds after fire and shock of the instant (R46)."""
    state = table.state
    unit, enemy = by_id(state, event.who[0]), by_id(state, event.who[1])
    if unit is None or enemy is None or not threatens(state, unit, enemy):
        return
    note(state, unit.id, asked_about=(*doing_of(state, unit.id).asked_about, enemy.id))
    action = may(state, unit)
    if action == "choice_fall_back":
        table.push(FallBackAsked(unit.id, enemy.id))
    elif action == "choice_shelter":
        table.push(ShelterAsked(unit.id, enemy.id))


def threatens(state: CivilWarState, unit: Unit, enemy: Unit) -> bool:
    """If an enemy able to attack is at 8 cm of a chain or battery that has not been asked about him."""
    there = unit.on_table and enemy.on_table and can_be_threatened(unit) and can_attack(enemy)
    return there and enemy.id not in doing_of(state, unit.id).asked_about and distance(state, unit, enemy) <= NEAR


def may(state: CivilWarState, unit: Unit) -> str:
    """What the procedure lets a threatened unit choose."""
    situation = ForcedSituation(
        event="threatened",
        kind=kind(unit),  # type: ignore[arg-type]
        formation="chain" if unit.formation == "chain" else "closed",
        shelter_within_8cm=bool(sheltering.shelters(state, unit)),
    )
    return str(forced_action.outputs(situation)["action"])


def prefs_of(state: CivilWarState, unit_id: str) -> Prefs:
    line = doing_of(state, unit_id).line
    return line.prefs if line is not None else ASK_ALWAYS


# a chain falls back


@steps.alive(FallBackAsked)
def is_still_chain(state: CivilWarState, step: FallBackAsked) -> bool:
    return are_there(state, step.unit) and unit_of(state, step.unit).formation == "chain"


@steps.asks(FallBackAsked)
@rule("04.02.10")
def falls_back(state: CivilWarState, step: FallBackAsked) -> Iterator[Decision[Any]]:
    """Whether a threatened chain goes back, unless the order sheet says it."""
    if prefs_of(state, step.unit).fallback == "ask":
        answers = [FallBack(step.unit, True), FallBack(step.unit, False)]
        labels = [say("civilwar.react.fall-back.yes"), say("civilwar.react.fall-back.no")]
        yield _question(state, step.unit, step.enemy, "fall-back", "04.02.10", ListSpace(answers, labels))


@steps.does(FallBackAsked)
def falls_back_as_instructed(table: Table[CivilWarState], step: FallBackAsked) -> None:
    if prefs_of(table.state, step.unit).fallback == "yes":
        falling_back.fall_back(table, step.unit, step.enemy)


@steps.answer(FallBackAsked)
def falls_back_as_answered(table: Table[CivilWarState], step: FallBackAsked, role: str, action: FallBack) -> None:
    if action.back:
        falling_back.fall_back(table, step.unit, step.enemy)


def _question(
    state: CivilWarState, unit: str, enemy: str, what: str, rule_id: str, space: ListSpace[Any]
) -> Decision[Any]:
    """A question to the player of a unit that an enemy threatens."""
    role, who, whom = role_of(state, unit_of(state, unit)), name(state, unit), name(state, enemy)
    told = role_name(role)
    return ask(state, role, what, rule_id, space, reaction=True, waiting="reaction", role=told, unit=who, enemy=whom)


# gunners take shelter


@steps.alive(ShelterAsked)
def is_still_battery(state: CivilWarState, step: ShelterAsked) -> bool:
    return are_there(state, step.unit) and kind(unit_of(state, step.unit)) == "unlimbered_artillery"


@steps.asks(ShelterAsked)
@rule("04.02.12")
def takes_shelter(state: CivilWarState, step: ShelterAsked) -> Iterator[Decision[Any]]:
    """Behind whom threatened gunners go, if they do, unless the order sheet says it."""
    friends = sheltering.shelters(state, unit_of(state, step.unit))
    if prefs_of(state, step.unit).shelter == "ask" and friends:
        answers = [*(Shelter(step.unit, friend.id) for friend in friends), Shelter(step.unit)]
        labels: list[Text] = [say("civilwar.react.shelter.behind", friend=name(state, one.id)) for one in friends]
        space = ListSpace(answers, [*labels, say("civilwar.react.shelter.no")])
        yield _question(state, step.unit, step.enemy, "shelter", "04.02.12", space)


@steps.does(ShelterAsked)
def shelters_as_instructed(table: Table[CivilWarState], step: ShelterAsked) -> None:
    friends = sheltering.shelters(table.state, unit_of(table.state, step.unit))
    if friends and prefs_of(table.state, step.unit).shelter == "yes":
        sheltering.shelter(table, step.unit, friends[0].id)


@steps.answer(ShelterAsked)
def shelters_as_answered(table: Table[CivilWarState], step: ShelterAsked, role: str, action: Shelter) -> None:
    if action.behind:
        sheltering.shelter(table, step.unit, action.behind)


# a chain that is too wide


@rule("04.02.11")
def check_chain(table: Table[CivilWarState], unit_id: str) -> None:
    """Asked when a turn begins, which is after an umpire's acts, and when a formation change is done (R48)."""
    from feltherre.games.civilwar import motion

    state = table.state
    unit = unit_of(state, unit_id)
    if unit.order == "FU" or not is_stretched(state, unit) or _closes(state, unit_id):
        return
    motion.halt(state, unit_id, "re-forming")
    tell(table, "civilwar.react.too-wide", "04.02.11", unit_id, unit=name(state, unit_id))
    enter(state.line, TURN, "move", "closed-in", order=place_in_order(state, unit_id), who=(unit_id,))


@rule("04.02.11")
def is_stretched(state: CivilWarState, unit: Unit) -> bool:
    """If the gaps of a chain are too wide, or the unit has gone on whose flanks its halves were to cover (04.02.10)."""
    if too_wide(unit.formation, unit.mounted, unit.gap):
        return True
    return bool(unit.parted) and not falling_back.between_halves(state, unit)


def _closes(state: CivilWarState, unit_id: str) -> bool:
    return any(event.kind == "closed-in" and unit_id in event.who for event in state.line.waiting)


@events.of("closed-in")
@rule("04.02.11")
def closed_in(table: Table[CivilWarState], event: Event) -> None:
    """The rest of the turn is over: the chain has its widest legal gap around the middle figure (R48)."""
    state = table.state
    unit = unit_of(state, event.who[0])
    if unit.on_table and unit.order != "FU" and unit.formation == "chain":
        change(state, unit.id, gap=min(unit.gap, widest(unit.mounted)), parted=0)
