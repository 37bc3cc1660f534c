"""Where the units and staff of a scenario begin: on the table, on ground that bears them, beside each other, near their
generals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltherre.core.errors import BadInput
from feltherre.games.civilwar.brief import Scenario, StaffData, UnitData
from feltherre.games.civilwar.ground import in_march_column, march_arm, table_of
from feltherre.games.civilwar.procedures.inputs import decimals
from feltherre.games.civilwar.procedures.orders import COMMAND_RADIUS
from feltherre.games.civilwar.scenario_faults import Fault, fault
from feltherre.games.civilwar.shapes import RIDER, shape_of
from feltherre.games.civilwar.special_rules import Wagon
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, body_at
from feltherre.ground.tabletop.distance import pieces_distance
from feltherre.ground.tabletop.formations import ranks_and_files
from feltherre.ground.tabletop.measure import CM, centimetres
from feltherre.ground.tabletop.reasons import Misplaced, NoRoom
from feltherre.ground.tabletop.shapes import Outline
from feltherre.ground.tabletop.table import Table


def unit_shape(unit: UnitData) -> Shape:
    """The ground that a unit covers as it begins."""
    return shape_of(
        unit.arm,
        unit.mounted,
        unit.formation,
        unit.figures,
        unit.guns,
        files=unit.files,
        gap=unit.gap,
        horse_battery=unit.horse_battery,
    )


def starting_body(unit: UnitData | StaffData) -> Body | None:
    """A unit or general on the table as the battle begins; None if it has no ground of its own there."""
    if unit.at is None:
        return None
    shape = unit_shape(unit) if isinstance(unit, UnitData) else shape_of("staff", True, "staff", 1)
    return body_at(shape, Pose(*unit.at, unit.facing))


def with_couriers(general: StaffData) -> Body | None:
    """A general on the table with his couriers, who stand behind him one by one."""
    if general.at is None:
        return None
    return body_at(ranks_and_files(1 + general.couriers, 1, *RIDER), Pose(*general.at, general.facing))


def placement_faults(scenario: Scenario) -> Iterator[Fault]:
    """Everything that stands wrongly."""
    table = table_of(scenario)
    bodies: dict[str, Body] = {}
    everyone: list[UnitData | StaffData] = [*scenario.staff.values(), *scenario.units.values()]
    for one in everyone:
        where = f"{'units' if isinstance(one, UnitData) else 'staff'}, {one.id}"
        yield from _presence_faults(scenario, one, where)
        body = _body_or_none(one)
        if body is not None:
            yield from _room_faults(table, one, body, bodies, where)
            bodies[one.id] = body
    yield from _command_faults(scenario, table, bodies)
    yield from _building_faults(scenario, table)
    yield from _wagon_faults(scenario, table, bodies)


def _body_or_none(unit: UnitData | StaffData) -> Body | None:
    try:
        return starting_body(unit) if isinstance(unit, UnitData) else with_couriers(unit)
    except BadInput:  # its formation is told elsewhere
        return None


def _presence_faults(scenario: Scenario, one: UnitData | StaffData, where: str) -> Iterator[Fault]:
    """It stands on the table, is in a building, or comes later: one of them."""
    building = one.building if isinstance(one, UnitData) else ""
    if sum((one.at is not None, bool(building), one.reinforcement is not None)) != 1:
        yield fault(where, "one-place")
    if one.reinforcement is not None:
        x, y = one.reinforcement.at
        inside = 0 <= x <= scenario.width and 0 <= y <= scenario.height
        if not inside or (x not in (0, scenario.width) and y not in (0, scenario.height)):
            yield fault(where, "not-at-edge", x=centimetres(x), y=centimetres(y))
        if one.reinforcement.turn > scenario.turns:
            yield fault(where, "turn", turn=one.reinforcement.turn, turns=scenario.turns)


def _room_faults(
    table: Table, one: UnitData | StaffData, body: Body, others: Mapping[str, Body], where: str
) -> Iterator[Fault]:
    barred = {other.id for other in table.features if other.type in ("building", "canal")}
    if isinstance(one, UnitData) and not _may_stand_in_stream(one):
        barred |= {other.id for other in table.features if other.type == "stream"}
    names = list(others)
    why = table.no_room(body, barred, dict(enumerate(others.values())))
    if why is not None:
        yield _no_room(why, names, where, "off-table" if isinstance(one, UnitData) else "staff-off-table")


def _may_stand_in_stream(unit: UnitData) -> bool:
    """In march column or chain (02.06.5)."""
    arm = march_arm(unit.arm, unit.mounted, unit.formation, unit.horse_battery)
    return unit.formation == "chain" or in_march_column(unit.formation, arm)


def _no_room(why: NoRoom, names: list[str], where: str, off_table: str = "off-table") -> Fault:
    if why.reason is Misplaced.OFF_TABLE:
        return fault(where, off_table)
    if why.reason is Misplaced.ON_OBJECT:
        return fault(where, "on-object", id=why.what)
    return fault(where, "on-body", id=names[why.who])


def _command_faults(scenario: Scenario, table: Table, bodies: Mapping[str, Body]) -> Iterator[Fault]:
    """Every unit on the table begins near enough to its general to be given any order (03.03.2)."""
    solids = {one.id: one.solids for one in table.features}
    for unit in scenario.units.values():
        general = _general_of(scenario, unit)
        pieces: tuple[Outline, ...] | None = solids.get(unit.building)
        if unit.id in bodies:
            pieces = bodies[unit.id].pieces
        if general is not None and pieces is not None:
            far = pieces_distance(pieces, general.pieces)
            if far > COMMAND_RADIUS * CM:
                where, cm = f"units, {unit.id}", decimals(far / CM)
                yield fault(where, "out-of-command", under=unit.under, cm=cm, limit=COMMAND_RADIUS)


def _general_of(scenario: Scenario, unit: UnitData) -> Body | None:
    """The general of a unit as he begins, if there is one of that name on its side."""
    of_one_side = scenario.side_of[unit.id] == scenario.side_of.get(unit.under)
    general = scenario.staff.get(unit.under)
    return starting_body(general) if of_one_side and general is not None else None


def _building_faults(scenario: Scenario, table: Table) -> Iterator[Fault]:
    """Units in a building are on foot; the building exists, and holds so many companies, of one side (02.04.3)."""
    companies: dict[str, int] = {}
    sides: dict[str, set[int]] = {}
    buildings = {one.id: one for one in table.features if one.type == "building"}
    for unit in scenario.units.values():
        if not unit.building:
            continue
        where = f"units, {unit.id}"
        if unit.building not in buildings:
            yield fault(where, "no-object", id=unit.building, known=list(buildings))
            continue
        if unit.mounted or unit.arm in ("artillery", "wagon"):
            yield fault(where, "not-on-foot")
        companies[unit.building] = companies.get(unit.building, 0) + unit.companies
        sides.setdefault(unit.building, set()).add(scenario.side_of[unit.id])
    for name, count in companies.items():
        if count > buildings[name].capacity:
            yield fault(f"terrain, {name}", "too-full", n=count, room=buildings[name].capacity)
        if len(sides[name]) > 1:
            yield fault(f"terrain, {name}", "both-inside")


def _wagon_faults(scenario: Scenario, table: Table, bodies: Mapping[str, Body]) -> Iterator[Fault]:
    """A wagon that may be placed later has ground under it; troops may have moved on by then."""
    barred = {one.id for one in table.features if one.type in ("building", "canal", "stream", "wood", "marsh")}
    for one in scenario.special:
        if isinstance(one, Wagon):
            body = body_at(shape_of("wagon", False, "wagon", 0), Pose(*one.at, one.facing))
            why = table.no_room(body, barred, {})
            if why is not None:
                yield _no_room(why, list(bodies), f"special, {one.id}")
