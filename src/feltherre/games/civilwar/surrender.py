"""Figures in FU too near an enemy give themselves up (08.04.4); prisoners are taken off the table (07.06.4)."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.field import CHARGE, body, distance, enemies, shape, staff_beside
from feltherre.games.civilwar.gunners import leave_material
from feltherre.games.civilwar.sightings import take_off
from feltherre.games.civilwar.state import LOST, Change, CivilWarState, Unit, change, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.succession import lose_staff
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.bodies import Pose, base_outlines
from feltherre.ground.tabletop.distance import within


class Surrender(Step, frozen=True, tag="surrender"):
    """Figures in FU too near an enemy give themselves up (08.04.4)."""


@steps.does(Surrender)
@rule("08.04.4")
def surrender(table: Table[CivilWarState], step: Surrender) -> None:
    """All at once, from one look at the table: two units in FU close together both give up theirs (R90)."""
    state = table.state
    given = [(unit, figures_near_enemy(state, unit)) for unit in state.units if unit.on_table and unit.order == "FU"]
    for unit, figures in given:
        if figures:
            nearest = min(captors(state, unit), key=lambda enemy: distance(state, unit, enemy))
            take_prisoners(table, unit.id, figures, nearest.id, surrenders=True)


@rule("08.04.4")
def figures_near_enemy(state: CivilWarState, unit: Unit) -> int:
    """How many of a unit's figures are within charge distance of any enemy unit (R90)."""
    near = [body(state, enemy).pieces for enemy in captors(state, unit)]
    bases = base_outlines(shape(state, unit), Pose(unit.x, unit.y, unit.facing))
    if unit.arm == "artillery":
        # gunners have no bases of their own: they are with the guns and limbers
        bases = [bases[number * len(bases) // unit.figures] for number in range(unit.figures)]
    return sum(
        any(within(base, piece, CHARGE) for pieces in near for piece in pieces) for base in bases[: unit.figures]
    )


@rule("08.04.4")
def captors(state: CivilWarState, unit: Unit) -> list[Unit]:
    """To whom its figures may give themselves up: a wagon has nobody who could take them (R125)."""
    return [enemy for enemy in enemies(state, unit) if enemy.arm != "wagon"]


@rule("07.06.4", "08.04.4")
def take_prisoners(
    table: Table[CivilWarState], unit_id: str, figures: int, by: str, *, surrenders: bool = False
) -> None:
    """Prisoners are taken off the table; with the whole unit go the staff figures beside it (R84).

    `surrenders`: not the dice but an enemy too near made them give up (08.04.4).
    """
    state = table.state
    unit = unit_of(state, unit_id)
    figures = min(figures, unit.figures)
    whole = figures == unit.figures
    beside = staff_beside(state, unit) if whole else []
    if whole:
        leave_material(state, unit)
    if whole:
        take_off(state, unit_id, LOST, by, figures=0, captured=unit.captured + figures)
    else:
        change(state, unit_id, figures=unit.figures - figures, captured=unit.captured + figures)
    state.history.append(Change(state.turn, "captured" if whole else "prisoners", unit_id, by, figures=figures))
    key, rule_id = ("surrenders", "08.04.4") if surrenders else ("prisoners", "07.06.4")
    tell(table, f"civilwar.end.{key}", rule_id, unit_id, by, unit=name(state, unit_id), n=figures)
    for one in beside:
        lose_staff(table, one, "captured")
