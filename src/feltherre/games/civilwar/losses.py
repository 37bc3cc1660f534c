"""Losses in men (05.02.2, 06.03.2, 07.05.2): booked on a unit, figures removed; generals who fall beside it."""

from __future__ import annotations

from feltherre.core.changes import Whole
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.closing import close_up
from feltherre.games.civilwar.commanders import role_of, roles
from feltherre.games.civilwar.field import by_id, generals_beside
from feltherre.games.civilwar.gunners import leave_material
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE, Booked, book_men
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.sightings import can_count, generals_of, take_off
from feltherre.games.civilwar.state import LOST, Change, CivilWarState, Staff, Unit, change, doing_of, note, unit_of
from feltherre.games.civilwar.succession import lose_staff
from feltherre.games.civilwar.telling import name, tell


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
