"""Carried away by friends in flight (08.03, R87): whom a flight comes near, the throw, a flight that is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.changes import Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import watch
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.corridor import driven, in_path, reach, shifted
from feltherre.games.civilwar.cover import cover_against, nearest_place
from feltherre.games.civilwar.field import NEAR, body, by_id, distance, enemies, friends, generals_beside, grade
from feltherre.games.civilwar.orderstate import CarriedRuled, CarriedThrow, Flight, becomes
from feltherre.games.civilwar.procedures.inputs import no_better
from feltherre.games.civilwar.procedures.morale import CarriedSituation, carried_away
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index, note, place_in_order, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.support import supported
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import BITS, ahead, forward
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.measure import CM, TURN
from feltherre.ground.tabletop.motion import NEVER, first_clear, first_within, way_until
from feltherre.ground.tabletop.schedule import Event, enter, strike
from feltherre.ground.tabletop.shapes import Outline, middle


class Threat(Struct, frozen=True):
    """A friend to whom a flight comes near, after so much of its way."""

    way: int
    friend: str


def foes(state: CivilWarState, unit: Unit) -> list[Unit]:
    return [enemy for enemy in enemies(state, unit) if enemy.order != "FU"]


def nearest(state: CivilWarState, unit: Unit, others: Sequence[Unit]) -> Unit | None:
    """The nearest of some units, the first in order if two are as near."""
    return min(others, key=lambda one: (distance(state, unit, one), place_in_order(state, one.id)), default=None)


# flights without time


@rule("08.03.1")
def next_near(state: CivilWarState, fleer: Unit, flight: Flight, heading: int, way: int) -> Threat | None:
    """The first friend beside or behind whom a straight flight brings within 8 cm and who has not been asked yet (R87:
    once for each fleeing unit, friend and turn)."""
    mine = body(state, fleer).pieces
    found = []
    for friend in _unasked(state, fleer):
        theirs = body(state, friend).pieces
        near = way_until(mine, *forward((0, 0), heading, way), theirs, NEAR)
        if near != NEVER and beside_or_behind(shifted(mine, heading, near), theirs, heading, flight.back):
            found.append((near, place_in_order(state, friend.id), friend.id))
    return Threat(min(found)[0], min(found)[2]) if found else None


def _unasked(state: CivilWarState, fleer: Unit) -> list[Unit]:
    asked = doing_of(state, fleer.id).carried
    return [one for one in friends(state, fleer) if one.id not in asked and one.arm != "wagon"]


@rule("08.03.1")
def beside_or_behind(
    fleer: Sequence[Outline], friend: Sequence[Outline], heading: int, back: int | None = None
) -> bool:
    """Some part of the friend lies on or beyond the line, square to the flight, through the fleer's edge nearest the
    cause (R87); `back` if that is nearer to its middle than the crowd's, since its ranks stood so. A friend that
    only touches them there is in front of it."""
    edge = min(ahead(x, y, heading) for piece in fleer for x, y in piece)
    if back is not None:
        centre = middle([point for piece in fleer for point in piece])
        edge = max(edge, ahead(*centre, heading) - ((back - CONTACT) << BITS))
    return any(ahead(x, y, heading) >= edge for piece in friend for x, y in piece)


@rule("08.03.1", "08.03.2", "08.03.3", "08.03.4")
def threaten(table: Table[CivilWarState], fleer_id: str, friend_id: str, heading: int, flight: Flight | None) -> None:
    """A flight is within 8 cm of a friend: he throws, or is safe; in its way he may check it (08.03)."""
    state = table.state
    note(state, fleer_id, carried=(*doing_of(state, fleer_id).carried, friend_id))
    given = situation(state, unit_of(state, fleer_id), unit_of(state, friend_id), heading, flight)
    table.push(CarriedThrow(fleer_id, friend_id, heading, given, flight))


def situation(state: CivilWarState, fleer: Unit, friend: Unit, heading: int, flight: Flight | None) -> CarriedSituation:
    mine, theirs = body(state, fleer), body(state, friend)
    # a flight that takes time comes only as far as the turn lasts
    left = flight.left if flight else TURN - state.line.now
    far = reach(state, fleer, driven(state, fleer, "flight"), heading, left).way
    return CarriedSituation(
        fleeing_figures=fleer.figures,
        threatened_figures=friend.figures,
        distance_cm=distance(state, fleer, friend) / CM,
        beside_or_behind=beside_or_behind(mine.pieces, theirs.pieces, heading, flight.back if flight else None),
        in_path=in_path(mine.pieces, heading, far, theirs.pieces),
        support=supported(state, friend),
        general=bool(generals_beside(state, friend)),
        cover=cover_against(state, friend, nearest_place(mine, theirs.centre)) > 0,
        order_state=friend.order,  # type: ignore[arg-type]
        grade=grade(state, friend),
    )


def _changes(state: CivilWarState, step: CarriedRuled) -> Mapping[str, Value]:
    found: dict[str, Value] = {"flight_checked": YesNo(), "tested": YesNo()}
    if step.ruling.outputs["tested"] is True:
        found["order_after"] = no_better(unit_of(state, step.friend).order)
    return found


@steps.throws(CarriedThrow, CarriedRuled, by=carried_away, thrower=player_of("friend"), changes=_changes)
@rule("08.03.2", "08.03.3")
def is_threatened(state: CivilWarState, step: CarriedThrow) -> CarriedSituation:
    """As it was when the flight came near; no dice where the friend is too large or in FU himself (08.03.3)."""
    return step.situation


@steps.does(CarriedRuled)
@rule("08.03.2", "08.03.4")
def is_carried_away(table: Table[CivilWarState], step: CarriedRuled) -> None:
    """FU: he flees the same way; U: he retires; else nothing. What is left of the flight comes after his move, and ends
    behind him if he checks it (R87)."""
    state, outputs = table.state, step.ruling.outputs
    there = unit_of(state, step.friend).on_table
    checked = bool(outputs["flight_checked"]) and there
    if step.flight is not None:
        # a unit that had checked it before it was asked does so still
        table.push(replace(step.flight, checked_by=step.flight.checked_by or (step.friend if checked else "")))
    elif checked:
        check_later(state, step.fleer, step.friend)
    if not outputs["tested"] or not there:
        return
    order, before = outputs["order_after"], unit_of(state, step.friend).order
    key = f"civilwar.forced.carried-{'away' if order != before else 'not'}"
    words = {"friend": name(state, step.friend), "unit": name(state, step.fleer)}
    tell(table, key, "08.03.2", step.friend, step.fleer, ruling=step.ruling, **words)
    if order != before:
        becomes(table, step.friend, order, cause=step.fleer, by="carried", heading=step.heading)


# flights that take the whole turn (04.02.2)


def rewatch(state: CivilWarState, unit_id: str) -> None:
    """The track of a unit is another: find out anew when flights come near it, or it in its flight near friends."""
    strike(state.line, lambda event: unit_id in event.who, ("panic",))
    if state.line.now < TURN:
        _check_anew(state, unit_id)
    unit = unit_of(state, unit_id)
    if not unit.on_table:
        return
    flees = unit.order == "FU"
    for friend in friends(state, unit):
        if not flees and friend.order != "FU":
            continue
        for fleer, other in ((unit, friend), (friend, unit)):
            if fleer.order == "FU" and state.tracks[index(state, fleer.id)] and other in _unasked(state, fleer):
                _watch_pair(state, fleer, other)


def _watch_pair(state: CivilWarState, fleer: Unit, friend: Unit) -> None:
    there, here = (watch.mover_of(state, index(state, one.id)) for one in (friend, fleer))
    line = state.line
    tick = first_within(here, there, NEAR, line.now + 1, TURN)
    if tick != NEVER:
        order = (0, 0, *place_in_order(state, fleer.id))
        enter(line, tick, "forced", "panic", order=order, who=(fleer.id, friend.id))


@events.of("panic")
@rule("08.03.1")
def panic(table: Table[CivilWarState], event: Event) -> None:
    """A unit that flees for the whole turn comes within 8 cm of a friend."""
    state = table.state
    fleer, friend = by_id(state, event.who[0]), by_id(state, event.who[1])
    if fleer is None or friend is None or fleer.order != "FU" or friend not in _unasked(state, fleer):
        return
    if not friend.on_table or not fleer.on_table or distance(state, fleer, friend) > NEAR:
        return
    if beside_or_behind(body(state, fleer).pieces, body(state, friend).pieces, fleer.facing):
        threaten(table, fleer.id, friend.id, fleer.facing, None)


@rule("08.03.4")
def check_later(state: CivilWarState, fleer_id: str, friend_id: str) -> None:
    """A flight that takes time runs on through the friend who checks it, and stops when it is behind him; if the turn
    ends first, in him. As they go now: if one of them goes otherwise, it is found out anew (`rewatch`)."""
    here = watch.mover_of(state, index(state, fleer_id))
    there = watch.mover_of(state, index(state, friend_id))
    now = state.line.now
    contact = first_within(here, there, 0, now, TURN)
    clear = NEVER if contact == NEVER else first_clear(here, there, 0, contact, TURN)
    tick = TURN if clear == NEVER else clear
    if tick > now:
        order = (0, 0, *place_in_order(state, fleer_id))
        who = (fleer_id, friend_id)
        enter(state.line, tick, "forced", "checked", order=order, who=who, data={"met": contact != NEVER})


def _check_anew(state: CivilWarState, unit_id: str) -> None:
    """A unit that flees, or one that is to check a flight, goes another way; in rout itself it checks none (R87)."""
    now = state.line.now
    for event in strike(state.line, lambda event: unit_id in event.who and now < event.tick, ("checked",)):
        fleer, friend = (unit_of(state, one) for one in event.who)
        if fleer.on_table and friend.on_table and fleer.order == "FU" != friend.order:
            check_later(state, *event.who)
