"""Prisoners (07.06): figures and generals of a unit that is put to rout, and staff caught alone (07.06.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import Value, Whole, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.field import arm, body, by_id, generals_beside, staff_beside, staff_body
from feltherre.games.civilwar.grips import figures_on_step_forward, troops
from feltherre.games.civilwar.procedures.melee import PrisonersSituation, StaffSituation, capture_of_staff, prisoners
from feltherre.games.civilwar.procedures.melee import melee_units as units_of_troops
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.succession import lose_staff
from feltherre.games.civilwar.surrender import take_prisoners
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.distance import pieces_distance
from feltherre.ground.tabletop.measure import CM

_WINNERS: Final = {"cavalry_mounted": "mounted_cavalry", "artillery": "artillery"}


class PrisonersDue(Step, frozen=True, tag="prisoners-due"):
    """A routed unit gives up prisoners to one of those who routed it, by the dice that did it (07.06.2)."""

    winner: str
    loser: str
    melee_units: int
    dice_sum: int
    throws: tuple[Thrown, ...] = ()


class PrisonersTaken(Step, frozen=True, tag="prisoners-taken"):
    winner: str
    loser: str
    ruling: Ruling


# figures and the generals with them


@rule("07.06.1", "07.06.2")
def due_at_shock(opposite: Mapping[str, int], defender: str, dice_sum: int) -> list[PrisonersDue]:
    """What a unit routed by a shock throw gives up to each attacker at charge distance, by his melee units opposite."""
    return [PrisonersDue(unit, defender, units, dice_sum) for unit, units in opposite.items()]


@rule("07.06.2")
def units_opposite(state: CivilWarState, attacker: Unit, defender: Unit) -> int:
    """The melee units that an attacker would have if he stepped straight forward (R83)."""
    return melee_units(attacker, figures_on_step_forward(state, attacker, defender))


def melee_units(unit: Unit, figures: int) -> int:
    """How many melee units so many of a unit's figures make (07.04.2)."""
    return units_of_troops(troops(unit), figures)


def _changes(state: CivilWarState, step: PrisonersTaken) -> Mapping[str, Value]:
    loser = unit_of(state, step.loser)
    found: dict[str, Value] = {"prisoner_figures": Whole(0, loser.figures)}
    return {**found, "general_captured": YesNo()} if generals_beside(state, loser) else found


@steps.throws(PrisonersDue, PrisonersTaken, by=prisoners, thrower=player_of("winner"), changes=_changes)
@rule("07.06.2")
def are_due(state: CivilWarState, step: PrisonersDue) -> PrisonersSituation | None:
    """By the winner's arm and the dice themselves (schema XIV); never more than are left (R83)."""
    winner, loser = unit_of(state, step.winner), unit_of(state, step.loser)
    if not loser.on_table:
        return None
    winner_arm: Any = _WINNERS.get(arm(winner), "infantry")
    return PrisonersSituation(
        winner_arm=winner_arm,
        loser_mounted_cavalry=arm(loser) == "cavalry_mounted",
        melee_units=step.melee_units,
        dice_sum=step.dice_sum,
        loser_figures=loser.figures,
        general_in_contact=bool(generals_beside(state, loser)),
    )


@steps.does(PrisonersTaken)
@rule("07.06.2", "07.06.4")
def are_taken(table: Table[CivilWarState], step: PrisonersTaken) -> None:
    """They leave the table; no test follows (R82). Each general with the unit is taken on a 10."""
    state, outputs = table.state, step.ruling.outputs
    if not unit_of(state, step.loser).on_table:
        return
    key = "civilwar.attack.prisoners" if outputs["prisoner_figures"] else "civilwar.attack.no-prisoners"
    words = {"attacker": name(state, step.winner), "defender": name(state, step.loser)}
    tell(table, key, "07.06.2", step.winner, step.loser, ruling=step.ruling, **words)
    generals = generals_beside(state, unit_of(state, step.loser)) if outputs["general_captured"] else []
    for one in generals:
        lose_staff(table, one, "captured")
    if outputs["prisoner_figures"]:
        take_prisoners(table, step.loser, int(outputs["prisoner_figures"]), step.winner)


# lone generals and couriers


@rule("07.06.3")
def is_caught(state: CivilWarState, one: Staff, enemy: Unit) -> str:
    """What becomes of a general or courier to whom an enemy unit has come: captured, move_left if he may still ride
    away, in_contact or no_enemy_near (07.06.3, R84); a wagon takes nobody (R125)."""
    if enemy.arm == "wagon":
        return "no_enemy_near"
    beside = any(one in staff_beside(state, unit) for unit in state.units if unit.on_table and unit.side == one.side)
    enemy_arm: Any = arm(enemy)
    order: Any = enemy.order
    found = capture_of_staff.outputs(
        StaffSituation(
            in_contact=beside,
            move_used=one.moved,
            enemy_distance_cm=pieces_distance(staff_body(one).pieces, body(state, enemy).pieces) / CM,
            enemy_arm=enemy_arm,
            enemy_order_state=order,
        )
    )
    return str(found["reason"])


@rule("07.06.3")
def capture_staff(table: Table[CivilWarState], staff: str, enemy: str) -> bool:
    """Capture a lone general or courier if the enemy at charge distance may (07.06.3). If he is taken."""
    state = table.state
    one = next((figure for figure in state.staff if figure.id == staff), None)
    unit = by_id(state, enemy)
    if one is None or unit is None or not one.on_table or not unit.on_table or one.side == unit.side:
        return False
    if is_caught(state, one, unit) != "captured":
        return False
    tell(table, "civilwar.attack.caught", "07.06.3", enemy, who=name(state, staff), attacker=name(state, enemy))
    lose_staff(table, one, "captured")
    return True
