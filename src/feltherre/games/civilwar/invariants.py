"""What must hold after every action, whatever is ordered; the shared battery asks."""

from __future__ import annotations

import itertools
from typing import Final

from feltherre.games.civilwar.field import body, ground, is_closed, scenario_of
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.room import stand_on
from feltherre.games.civilwar.state import AWAITED, LEFT, LOST, ON_TABLE, ORDERS, CivilWarState, Unit


def figures_are_conserved(state: CivilWarState) -> list[str]:
    """Present, lost, captured and fled figures of a unit and its parts are those it began with."""
    problems = []
    for data in scenario_of(state).units.values():
        parts = [unit for unit in state.units if unit.parent == data.id]
        total = sum(unit.figures + unit.lost + unit.captured + unit.fled for unit in parts)
        if total != data.figures:
            problems.append(f"{data.id} began with {data.figures} figures and has {total}")
    return problems


def numbers_can_be(state: CivilWarState) -> list[str]:
    problems = []
    for unit in state.units:
        if unit.where not in (ON_TABLE, AWAITED, LEFT, LOST):
            problems.append(f"{unit.id} is nowhere: {unit.where}")
        if not 0 <= unit.men < MEN_PER_FIGURE or min(unit.figures, unit.lost, unit.captured, unit.fled) < 0:
            problems.append(f"{unit.id} has impossible numbers: {unit.figures} figures, {unit.men} men")
        if unit.order not in ORDERS:
            problems.append(f"{unit.id} is in no order: {unit.order}")
        if unit.on_table and not unit.figures and unit.arm != "wagon":
            problems.append(f"{unit.id} is on the table without figures")
        if unit.pinned >= state.turn > 0 and unit.order != "LU":
            problems.append(f"{unit.id} is pinned and in {unit.order}")
        problems += _battery(unit)
    return problems


def _battery(unit: Unit) -> list[str]:
    battery = unit.battery
    if battery is None:
        return []
    counted = (battery.guns, battery.damaged, battery.limbers, battery.horses, battery.shell, battery.shot)
    if min(*counted, battery.canister, battery.limbers_damaged) < 0:
        return [f"{unit.id} has less than no material"]
    if battery.damaged > battery.guns or battery.guns > battery.guns_start or battery.horses > battery.horses_start:
        return [f"{unit.id} has more damaged or more material than it can"]
    return []


def nobody_leaves_the_table(state: CivilWarState) -> list[str]:
    """Between turns every unit lies on the table with at least a part of it, and its front's middle."""
    if state.phase != "orders":
        return []
    width, height = ground(state).width, ground(state).height
    return [
        f"{unit.id} stands off the table at {unit.x}, {unit.y}"
        for unit in state.units
        if unit.on_table and not (0 <= unit.x <= width and 0 <= unit.y <= height)
    ]


def closed_formations_do_not_overlap(state: CivilWarState) -> list[str]:
    """After a turn no two closed formations stand on the same ground."""
    if state.phase != "orders":
        return []
    closed = [(unit, body(state, unit)) for unit in state.units if unit.on_table and is_closed(unit)]
    return [
        f"{one.id} and {other.id} stand on the same ground"
        for (one, a), (other, b) in itertools.combinations(closed, 2)
        if stand_on(a.pieces, b.pieces)
    ]


def houses_have_room(state: CivilWarState) -> list[str]:
    """In a house are units of one side, and no more companies than it holds (02.04.3, R15)."""
    problems = []
    for house in sorted({unit.building for unit in state.units if unit.on_table and unit.building}):
        inside = [unit for unit in state.units if unit.on_table and unit.building == house]
        if len({unit.side for unit in inside}) > 1:
            problems.append(f"units of both sides are in {house}")
        if sum(unit.companies for unit in inside) > ground(state).feature(house).capacity:
            problems.append(f"there are more companies in {house} than it holds")
    return problems


def points_add_up(state: CivilWarState) -> list[str]:
    for side in (0, 1):
        given = sum(award.points for award in state.awards if award.side == side)
        if given != state.points[side]:
            return [f"side {side} has {state.points[side]} points and was given {given}"]
    return []


def lists_are_as_long(state: CivilWarState) -> list[str]:
    lengths = {len(state.units), len(state.doing), len(state.tracks)}
    names = [unit.id for unit in state.units]
    problems = ["the lists of units differ in length"] if len(lengths) > 1 else []
    return problems + (["a unit is there twice"] if len(set(names)) < len(names) else [])


CHECKS: Final = (
    figures_are_conserved,
    numbers_can_be,
    nobody_leaves_the_table,
    closed_formations_do_not_overlap,
    houses_have_room,
    points_add_up,
    lists_are_as_long,
)
