"""Command (03.03.2, 03.03.3): who may be given what, and by whom.

A unit within 40 cm of its general may get any order; so may one with a courier who is that near to the general. To
others a courier brings the order that he was given there. Without one they may only repeat their last order, stand
still, or fire.
"""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import COMMAND, command_distance, general_of, is_beside, staff_body
from feltherre.games.civilwar.orders.language import OrderLine
from feltherre.games.civilwar.procedures.orders import command_of
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, staff_of
from feltherre.ground.tabletop.distance import pieces_distance
from feltherre.ground.tabletop.measure import CM


@rule("03.03.2", "03.03.3", "08.05.1")
def in_command(state: CivilWarState, unit: Unit) -> bool:
    """If a unit may get every order (R27, R93)."""
    general = general_of(state, unit)
    courier = courier_with(state, unit, general) is not None
    if general is None:
        return courier
    return command_of(command_distance(state, general, unit) / CM, courier) == "full"


def courier_with(state: CivilWarState, unit: Unit, general: Staff | None) -> Staff | None:
    """The courier in base contact who stands near enough to his general to be given any order for the unit now
    (R27)."""
    if general is None:
        return None
    couriers = [one for one in state.staff if one.rank == "courier" and one.under == general.id]
    here = (one for one in couriers if is_beside(state, one, unit) and near_general(one, general))
    return next((one for one in here if serves(state, one, unit)), None)


@rule("03.03.2")
def serves(state: CivilWarState, courier: Staff, unit: Unit) -> bool:
    """A courier serves one unit at a time (R27): of several that he touches the one that he rides with, else the first
    that his general is too far from."""
    touched = [one for one in state.units if one.on_table and is_beside(state, courier, one)]
    if any(one.id == courier.beside for one in touched):
        return courier.beside == unit.id
    general = staff_of(state, courier.under)
    far = [one for one in touched if command_distance(state, general, one) > COMMAND]
    return far[:1] == [unit]


@rule("03.03.2")
def brought_to(state: CivilWarState, unit: Unit) -> OrderLine | None:
    """The order that a courier in base contact has brought, written when he was with the general (R27)."""
    couriers = [one for one in state.staff if one.rank == "courier" and one.bound_for == unit.id]
    beside = (one for one in couriers if is_beside(state, one, unit))
    return next((one.carries for one in beside if one.carries is not None), None)


@rule("03.03.2")
def near_general(one: Staff, general: Staff) -> bool:
    """If a courier stands within 40 cm of his general, from base edge to base edge (R27)."""
    return pieces_distance(staff_body(one).pieces, staff_body(general).pieces) <= COMMAND
