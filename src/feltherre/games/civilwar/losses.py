"""Losses in men (05.02.2, 06.03.2, 07.05.2): booked on a unit, figures removed; generals who fall beside it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from feltherre.core.changes import Whole
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.commanders import role_of, roles
from feltherre.games.civilwar.field import body, by_id, generals_beside, shape, touching
from feltherre.games.civilwar.grips import fighting_figures, opponents
from feltherre.games.civilwar.gunners import leave_material
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE, Booked, book_men
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.room import Floor
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.sightings import can_count, generals_of, take_off
from feltherre.games.civilwar.state import (
    LOST,
    Change,
    CivilWarState,
    Staff,
    Unit,
    change,
    doing_of,
    index,
    note,
    unit_of,
)
from feltherre.games.civilwar.succession import lose_staff
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.distance import nearest_points, point_distance
from feltherre.ground.tabletop.measure import CIRCLE


@rule("05.02.2", "06.03.2", "07.05.2")
def book(table: Table[CivilWarState], unit_id: str, men: int, *, cause: str, rule_id: str = "05.02.2") -> int:
    """Enter losses on a unit's sheet: every 20 men remove a figure (05.02.2, R2). Gives the figures removed if the unit
    must test its morale for them, else 0.

    `cause` is the unit that brought them about.
    """
    state = table.state
    unit = unit_of(state, unit_id)
    # a wagon has no men to lose (06.03.4, R67)
    if men <= 0 or not unit.on_table or unit.arm == "wagon":
        return 0
    booked = book_men(unit.figures, unit.men, men)
    note(state, unit_id, men_lost=doing_of(state, unit_id).men_lost + men)
    change(
        state,
        unit_id,
        figures=booked.figures_left,
        men=booked.remainder_after,
        lost=unit.lost + booked.figures_removed,
    )
    # how many men were left over decides whether a figure goes: from here on both sides can tell
    table.reveal(f"{unit_id}: {booked.figures_left} figures")
    _tell(table, unit_id, booked, rule_id)
    _tell_sum(table, unit, men, booked, rule_id)
    if booked.destroyed:
        leave_material(state, unit)
        take_off(state, unit_id, LOST)
        ride_along(state)
        state.history.append(Change(state.turn, "destroyed", unit_id, cause, figures=booked.figures_removed))
    elif booked.figures_removed:
        close_up(table, unit)
    return booked.figures_removed if booked.test_needed else 0


def _tell(table: Table[CivilWarState], unit_id: str, booked: Booked, rule_id: str) -> None:
    unit = name(table.state, unit_id)
    if booked.destroyed:
        tell(table, "civilwar.fire.destroyed", rule_id, unit_id, unit=unit)
    elif booked.figures_removed and not table.quiet:
        _tell_removed(table, unit_of(table.state, unit_id), booked, rule_id)


def _tell_removed(table: Table[CivilWarState], unit: Unit, booked: Booked, rule_id: str) -> None:
    """How many figures are gone and left: its own commander reads it, and so does a side that sees it with a
    general near enough to count them; others who see it read only that figures are gone."""
    state, words = table.state, {"unit": name(table.state, unit.id)}
    seeing = [role for role in roles(state) if role_sees(state, role, unit)]
    counting = tuple(role for role in seeing if _counts(state, role, unit))
    exactly = say("civilwar.fire.removed", **words, n=booked.figures_removed, left=booked.figures_left)
    table.tell(exactly, rule_id, (unit.id,), audience=counting)
    others = tuple(role for role in seeing if role not in counting)
    if others:
        table.tell(say("civilwar.partly.loses-figures", **words), rule_id, (unit.id,), audience=others)


def _counts(state: CivilWarState, role: str, unit: Unit) -> bool:
    return role == role_of(state, unit) or can_count(state, generals_of(state, (role,)), unit)


def _tell_sum(table: Table[CivilWarState], unit: Unit, men: int, booked: Booked, rule_id: str) -> None:
    """The sum on the unit's sheet, which its own commander and the umpire keep (R2)."""
    state = table.state
    words = {"unit": name(state, unit.id), "before": unit.men, "men": men, "sum": unit.men + men}
    text = say("civilwar.fire.booked", **words, n=booked.figures_removed, rest=booked.remainder_after)
    table.tell(text, rule_id, (unit.id,), audience=(role_of(state, unit),))


@rule("05.02.7", "06.03.9", "07.05.4")
def generals_fall(table: Table[CivilWarState], unit_id: str) -> None:
    """Every general in base contact with the unit falls; couriers do not (R56). Whether the dice say so is for the
    procedure of the throw."""
    state = table.state
    for one in generals_at_risk(state, unit_id):
        lose_staff(table, one, "fallen")


def generals_at_risk(state: CivilWarState, unit_id: str) -> list[Staff]:
    """The generals who fall if the throw says so."""
    return generals_beside(state, unit_of(state, unit_id))


def men_left(state: CivilWarState, *units: str) -> Whole:
    """What an umpire may make of the losses of these units: as many men as they still have."""
    found = [unit for unit in (by_id(state, one) for one in units) if unit is not None and unit.on_table]
    return Whole(0, sum(MEN_PER_FIGURE * unit.figures - unit.men for unit in found))


# closing up in a melee (07.04.1, R127): whoever is in base contact stays in it


@rule("07.04.1")
def close_up(table: Table[CivilWarState], before: Unit) -> None:
    """Figures of a unit have been taken off: it stays in contact with the enemies whom it fought as it was before, and
    with as many figures as can be (R127)."""
    state = table.state
    unit = unit_of(state, before.id)
    if not unit.on_table or _is_under_way(state, unit):
        return
    foes = [foe.id for foe in opponents(state, before) if not _is_under_way(state, foe)]
    if not foes:
        return
    _stand(state, max(_anchored(state, before, unit), key=lambda there: _contact(state, there, foes)))
    for foe in foes:
        if not touching(state, unit_of(state, unit.id), unit_of(state, foe)):
            _join(table, unit.id, foe)
    ride_along(state)


def _is_under_way(state: CivilWarState, unit: Unit) -> bool:
    return bool(state.tracks[index(state, unit.id)])


def _anchored(state: CivilWarState, before: Unit, unit: Unit) -> Iterator[Unit]:
    """The places on its old ground where a unit may stand that takes less of it: first about the middle of its front,
    then at an end of it, then the same at its rear."""
    old, new = shape(state, before), shape(state, unit)
    aside = 0 if unit.building or unit.trail else max(0, old.width - new.width) // 2
    back = 0 if unit.building or unit.trail else max(0, old.depth - new.depth)
    for behind in (0, back):
        rear = forward((unit.x, unit.y), (unit.facing + CIRCLE // 2) % CIRCLE, behind)
        for way in (0, aside, -aside):
            x, y = forward(rear, (unit.facing + CIRCLE // 4) % CIRCLE, way)
            yield replace(unit, x=x, y=y)


def _contact(state: CivilWarState, unit: Unit, foes: list[str]) -> tuple[int, int]:
    """With how many of its enemies a unit is in contact where it stands, and with how many figures."""
    touched = [foe for foe in opponents(state, unit) if foe.id in foes]
    return len(touched), sum(fighting_figures(state, unit, touched).values())


@rule("07.04.1")
def _join(table: Table[CivilWarState], unit_id: str, foe_id: str) -> None:
    """Of two who have lost contact one closes up to the other, the enemy if he can; those whom he held before come
    after him, or else he stays."""
    state = table.state
    steps = _steps(state, foe_id, unit_id) or _steps(state, unit_id, foe_id)
    for there, _ in steps:
        _stand(state, there)
    key = "closes-up" if steps else "loses-contact"
    for one, other in [(there.id, to) for there, to in steps] or [(unit_id, foe_id)]:
        tell(table, f"civilwar.attack.{key}", "07.04.1", one, other, unit=name(state, one), other=name(state, other))


def _steps(state: CivilWarState, mover_id: str, other_id: str) -> list[tuple[Unit, str]]:
    """How a unit closes up to another: itself as it stands then, and those who come after it, each with
    the one it follows; nothing if it cannot."""
    shown = copy(state)
    shown.units = state.units[:]
    steps: list[tuple[Unit, str]] = []
    waiting = [(mover_id, other_id)]
    while waiting:
        who, whom = waiting.pop(0)
        there = _closed_up(shown, unit_of(shown, who), unit_of(shown, whom))
        if there is None or any(there.id == gone.id for gone, _ in steps):
            return []
        left = [foe.id for foe in opponents(shown, unit_of(shown, who)) if not touching(shown, there, foe)]
        shown.units[index(shown, who)] = there
        steps.append((there, whom))
        waiting += [(foe, who) for foe in left]
    return steps


def _closed_up(state: CivilWarState, mover: Unit, other: Unit) -> Unit | None:
    """A unit as it stands after it has gone straight to another who is just before it; None if it cannot."""
    if mover.building or mover.arm == "artillery":
        return None
    (x, y), (to_x, to_y) = _gap(state, mover, other)
    dx, dy = to_x - x, to_y - y
    there = replace(mover, x=mover.x + dx, y=mover.y + dy, trail=tuple((px + dx, py + dy) for px, py in mover.trail))
    return None if Floor(state, mover.id).no_room(there) is not None else there


def _gap(state: CivilWarState, one: Unit, other: Unit) -> tuple[Point, Point]:
    pairs = [nearest_points(a, b) for a in body(state, one).pieces for b in body(state, other).pieces]
    return min(pairs, key=lambda pair: point_distance(*pair))


def _stand(state: CivilWarState, there: Unit) -> None:
    """A unit stands there; to close up is no move (03.03.1)."""
    unit = unit_of(state, there.id)
    if doing_of(state, unit.id).stood == (unit.x, unit.y, unit.facing):
        note(state, unit.id, stood=(there.x, there.y, there.facing))
    change(state, unit.id, x=there.x, y=there.y, trail=there.trail)
