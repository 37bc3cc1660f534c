"""Generals who fall or are captured, and their successors (08.05, R93)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_over, roles
from feltherre.games.civilwar.field import STAFF_DEPTH, STAFF_WIDTH, ground, scenario_of, staff_body
from feltherre.games.civilwar.procedures.morale import AppointSituation, appoint_general
from feltherre.games.civilwar.sight import seen_by
from feltherre.games.civilwar.state import LOST, ON_TABLE, Change, CivilWarState, Staff, move_staff, staff_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.watch import watch_staff
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.measure import CIRCLE
from feltherre.ground.tabletop.shapes import overlap

#: places round a general in base contact with him, the first that is free being taken: how far right and ahead of him
_PLACES: Final = (
    *((STAFF_WIDTH, 0), (-STAFF_WIDTH, 0), (0, -STAFF_DEPTH), (0, STAFF_DEPTH)),
    *((STAFF_WIDTH, -STAFF_DEPTH), (-STAFF_WIDTH, -STAFF_DEPTH)),
    *((STAFF_WIDTH, STAFF_DEPTH), (-STAFF_WIDTH, STAFF_DEPTH)),
)


class Appointing(Step, frozen=True, tag="appoint"):
    """A throw for a vacant command (08.05.3)."""

    general: str
    throws: tuple[Thrown, ...] = ()


class Appointed(Step, frozen=True, tag="appointed"):
    general: str
    ruling: Ruling


# a command becomes vacant


def lose_staff(table: Table[CivilWarState], one: Staff, fate: str) -> None:
    """A general who falls or is captured leaves a vacant command (08.05.1); a courier is only gone."""
    state = table.state
    witnesses = _who_see(state, one)
    if one.rank == "courier":
        move_staff(state, one.id, where=LOST, beside="")
    else:
        move_staff(state, one.id, where=LOST, beside="", vacant=state.turn)
    state.history.append(Change(state.turn, fate, one.id))
    # whoever commands in his place from now on knows it as well
    knowing = {*witnesses, role_over(state, staff_of(state, one.id))}
    _tell(table, say(f"civilwar.end.{fate}", who=name(state, one.id)), "08.05.1", one.id, knowing)
    if one.rank != "courier" and not one.under:
        succeed(table, one)


@rule("03.02.2")
def _who_see(state: CivilWarState, one: Staff) -> set[str]:
    """The commanders who know what becomes of a general or courier: his own, and those who see him (03.02.2)."""
    return {role for role in roles(state) if role == role_over(state, one) or seen_by(state, (role,), (one,))[0]}


def _tell(table: Table[CivilWarState], text: Text, rule_id: str, who: str, knowing: set[str]) -> None:
    audience = tuple(role for role in roles(table.state) if role in knowing)
    table.tell(text, rule_id, (who,), audience=audience)


@rule("08.05.2")
def next_in_command(state: CivilWarState, chief: Staff) -> Staff | None:
    """Who takes the place of a commander-in-chief: the first who is there of the scenario's list (R93), then of those
    directly under him, then of all others of his side (R124)."""
    generals = [one for one in state.staff if one.side == chief.side and one.rank != "courier" and one.id != chief.id]
    listed = scenario_of(state).sides[chief.side].succession
    rest = sorted((one for one in generals if one.id not in listed), key=lambda one: one.under != chief.id)
    heirs = (*(staff_of(state, heir) for heir in listed), *rest)
    return next((one for one in heirs if one.on_table and not one.vacant), None)


@rule("08.05.2")
def fill_high_command(table: Table[CivilWarState]) -> None:
    """A general who has come to the table since takes the command that nobody could take before (R124)."""
    state = table.state
    for one in list(state.staff):
        if one.vacant and not one.under and next_in_command(state, one) is not None:
            succeed(table, one)


@rule("08.05.2")
def succeed(table: Table[CivilWarState], chief: Staff) -> None:
    """The commander-in-chief is lost: the next takes his place at once, and his own command is vacant (R93)."""
    state = table.state
    heir = next_in_command(state, chief)
    if heir is None:
        _tell_without_general(table, chief)
        return
    words = say("civilwar.end.succeeds", who=name(state, heir.id), chief=name(state, chief.id))
    _tell(table, words, "08.05.2", heir.id, set(roles(state, chief.side)))
    # the man takes the higher post: his figure stands for it from now on, and his old post is the vacant one
    here: dict[str, Any] = {"x": heir.x, "y": heir.y, "facing": heir.facing, "beside": heir.beside, "moved": heir.moved}
    move_staff(state, chief.id, where=ON_TABLE, vacant=0, **here)
    move_staff(state, heir.id, where=LOST, beside="", vacant=state.turn)
    # an enemy on his way may come to him there (07.06.3)
    watch_staff(state, chief.id)


@rule("03.03.3")
def _tell_without_general(table: Table[CivilWarState], chief: Staff) -> None:
    """To the side whose last general is lost: its units can only go on as they did, stand or fire (03.03.3)."""
    state = table.state
    words = say("civilwar.end.nobody-succeeds", chief=name(state, chief.id))
    _tell(table, words, "03.03.3", chief.id, set(roles(state, chief.side)))


# a successor


@steps.throws(
    Appointing,
    Appointed,
    by=appoint_general,
    thrower=lambda state, step, purpose: role_over(state, staff_of(state, step.general)),
    changes=lambda state, step: {"appointed": YesNo()},
)
@rule("08.05.3", "08.05.4")
def appointing(state: CivilWarState, step: Appointing) -> AppointSituation | None:
    """At the end of the turn in which the command became vacant and of every turn after it (08.05.3)."""
    to_fill = staff_of(state, step.general).vacant > 0 and superior(state, step.general) is not None
    return AppointSituation() if to_fill else None


def superior(state: CivilWarState, general: str) -> Staff | None:
    """Who commands in his place and tries to appoint a successor: the first over him who is there (08.05.1)."""
    over = staff_of(state, general).under
    while over:
        one = staff_of(state, over)
        if one.on_table and not one.vacant:
            return one
        over = one.under
    return None


@steps.does(Appointed)
@rule("08.05.1", "08.05.4")
def is_appointed(table: Table[CivilWarState], step: Appointed) -> None:
    """The new general is placed in base contact with the one who appoints him (schema XX)."""
    state = table.state
    over = superior(state, step.general)
    appointed = bool(step.ruling.outputs["appointed"]) and over is not None
    if appointed and over is not None:
        x, y = beside_staff(state, over)
        move_staff(state, step.general, where=ON_TABLE, vacant=0, x=x, y=y, facing=over.facing, beside="", moved=True)
    told = say(f"civilwar.end.{'appointed' if appointed else 'vacant'}", who=name(state, step.general))
    # the general who appoints him knows it as well as he does
    own = {role_over(state, one) for one in (staff_of(state, step.general), over) if one is not None}
    audience = tuple(role for role in roles(state) if role in own)
    table.tell(told, "08.05.4", (step.general,), step.ruling, audience=audience)


@rule("08.05.4")
def beside_staff(state: CivilWarState, one: Staff) -> tuple[int, int]:
    """The place at a general's right hand, base to base; where another stands or the table ends, the next place round
    him."""
    others = [staff_body(other) for other in state.staff if other.on_table and other.id != one.id]
    places = [_place_by(one, right, ahead) for right, ahead in _PLACES]
    return next((place for place in places if _is_free(state, one, place, others)), places[0])


def _place_by(one: Staff, right: int, ahead: int) -> Point:
    aside = forward((one.x, one.y), (one.facing + CIRCLE // 4) % CIRCLE, right)
    return forward(aside, one.facing, ahead)


def _is_free(state: CivilWarState, one: Staff, place: Point, others: Sequence[Body]) -> bool:
    there = staff_body(replace(one, x=place[0], y=place[1])).pieces
    taken = (piece for other in others for piece in other.pieces)
    return ground(state).holds(there) and not any(overlap(there[0], piece) for piece in taken)


def vacancies(state: CivilWarState) -> list[Appointing]:
    """A throw for every vacant command (08.05.3)."""
    return [Appointing(one.id) for one in state.staff if one.vacant]
