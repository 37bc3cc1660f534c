"""The field: what the state says of the ground. Bodies of units and staff, the table with what play has built on it,
distances, who stands beside whom. Everything here is worked out from the state and changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeVar

from feltherre.core.kept import kept
from feltherre.core.marks import rule
from feltherre.games.civilwar.ground import features, table_of
from feltherre.games.civilwar.orders.language import Work
from feltherre.games.civilwar.procedures.attack import CHARGE_DISTANCE
from feltherre.games.civilwar.procedures.forced_actions import CLOSE_FIRE
from feltherre.games.civilwar.procedures.orders import COMMAND_RADIUS
from feltherre.games.civilwar.scenario import Scenario, UnitData, load_scenario, own_scenario
from feltherre.games.civilwar.shapes import closed, parted, parted_body, shape_of
from feltherre.games.civilwar.special_rules import Mist, SpecialRule, Wagon
from feltherre.games.civilwar.state import CivilWarState, Made, Staff, Unit, doing_of, find_staff, index
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, bent_column, body_at, body_of
from feltherre.ground.tabletop.distance import CONTACT, pieces_distance
from feltherre.ground.tabletop.index import near
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.table import Table as Ground
from feltherre.ground.tabletop.terrain import FeatureData

R = TypeVar("R", bound=SpecialRule)

#: a rider's base (01.03.2)
STAFF_WIDTH: Final = 150
STAFF_DEPTH: Final = 300
#: charge distance (07.01.1), and the distances of 04.02.6 and 04.02.10
CHARGE: Final = CHARGE_DISTANCE * CM
NEAR: Final = 800
CLOSE: Final = CLOSE_FIRE * CM
#: command radius (03.03.2)
COMMAND: Final = COMMAND_RADIUS * CM


def scenario_of(state: CivilWarState) -> Scenario:
    """The scenario that is played: the one whose file the state has with it, whatever its id, or one of ours."""
    return own_scenario(state.brief) if state.brief else load_scenario(state.scenario)


def special(state: CivilWarState, kind: type[R]) -> list[R]:
    """The scenario's special rules of a kind (01.05.3)."""
    return [one for one in scenario_of(state).special if isinstance(one, kind)]


@rule("01.05.3")
def range_of_sight(state: CivilWarState) -> int:
    """How far one sees in this turn: the scenario's range, less in mist (03.02.3)."""
    mists = [mist.sight for mist in special(state, Mist) if mist.from_turn <= state.turn <= mist.to_turn]
    return min([scenario_of(state).sight, *mists])


def name_of(state: CivilWarState, thing: str) -> str:
    """A unit, staff figure or terrain object as people read it; a part of a unit has its number behind it."""
    scenario = scenario_of(state)
    base, _, number = thing.partition("/")
    known = scenario.units.get(base) or scenario.staff.get(base)
    wagons = {wagon.unit: wagon.name for wagon in special(state, Wagon)}
    name = known.name if known is not None else wagons.get(base, base.replace("-", " "))
    return f"{name} ({number})" if number else name


def info(state: CivilWarState, unit: Unit) -> UnitData:
    """What the scenario says of a unit: arms, grade, chief, pieces."""
    return _data(scenario_of(state), unit.parent)


def _data(scenario: Scenario, name: str) -> UnitData:
    known = scenario.units.get(name)
    if known is not None:
        return known
    wagon = next(one for one in scenario.special if isinstance(one, Wagon) and one.unit == name)
    return UnitData(id=name, name=wagon.name, under=wagon.under, arm="wagon", grade=0)


def ground(state: CivilWarState) -> Ground:
    """The table as it is now: the scenario's objects, less what was cleared, and what was built or left behind."""
    table = table_of(scenario_of(state))
    if not state.made and not state.cleared:
        return table
    return _changed(table, tuple(state.made), tuple(state.cleared))


@lru_cache(maxsize=64)
def _changed(table: Ground, made: tuple[Made, ...], cleared: tuple[str, ...]) -> Ground:
    """The table with what play has built on it and without what it has cleared away."""
    data = [
        FeatureData(
            id=one.id,
            type="linear" if not one.area else "material",
            kind=one.kind,
            poly=_cm(one.points) if one.area else (),
            line=() if one.area else _cm(one.points),
            obstacle=one.obstacle,
            cover=one.cover,
        )
        for one in made
        if one.id not in cleared
    ]
    return table.without(cleared).with_features(features(data))


def _cm(points: tuple[tuple[int, int], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((x / CM, y / CM) for x, y in points)


# bodies


def shape(state: CivilWarState, unit: Unit) -> Shape:
    """The ground of a unit's formation as it is now."""
    return shape_in(scenario_of(state), unit)


@kept(8192)
def shape_in(scenario: Scenario, unit: Unit) -> Shape:
    battery = unit.battery
    data = _data(scenario, unit.parent)
    whole = shape_of(
        unit.arm,
        unit.mounted,
        "rout" if unit.order == "FU" and unit.arm != "artillery" else unit.formation,
        # of a unit that is just gone, the ground of its last figure: whoever saw it there is told of it
        max(1, unit.figures),
        battery.guns_start if battery is not None else 0,
        files=unit.files,
        gap=unit.gap,
        horse_battery=data.horse_battery,
    )
    return parted(whole, unit.parted) if unit.parted and unit.order != "FU" else whole


def pose(unit: Unit) -> Pose:
    return Pose(unit.x, unit.y, unit.facing)


def body(state: CivilWarState, unit: Unit) -> Body:
    """A unit on the table. One in a building is the building (02.04.3)."""
    return body_in(scenario_of(state), unit)


@kept(8192)
def body_in(scenario: Scenario, unit: Unit) -> Body:
    if unit.building:
        return _building(table_of(scenario), unit.building, unit.facing)
    ground_shape = shape_in(scenario, unit)
    if unit.parted and unit.order != "FU":
        return parted_body(ground_shape, pose(unit))
    if unit.trail:
        path = ((unit.x, unit.y), *unit.trail)
        return _bent(path, unit.facing, ground_shape.width, ground_shape.depth)
    return _body(ground_shape.width, ground_shape.depth, unit.x, unit.y, unit.facing)


_bent = lru_cache(maxsize=4096)(bent_column)


@lru_cache(maxsize=8192)
def _body(width: int, depth: int, x: int, y: int, facing: int) -> Body:
    """One and the same for all who stand alike, so that what was asked of one is known of the other."""
    return body_at(Shape(width, depth), Pose(x, y, facing))


@lru_cache(maxsize=256)
def _building(table: Ground, building: str, facing: int) -> Body:
    return body_of(table.feature(building).solids, facing)


def bodies(state: CivilWarState, but: tuple[str, ...] = ()) -> dict[int, Body]:
    """The bodies of all units on the table, by their place in the list."""
    return {place: body(state, unit) for place, unit in enumerate(state.units) if unit.on_table and unit.id not in but}


@kept(2048)
def staff_body(one: Staff) -> Body:
    rider = shape_of("staff", True, "line", 1, 0, files=1, gap=0, horse_battery=False)
    return _body(rider.width, rider.depth, one.x, one.y, one.facing)


def distance(state: CivilWarState, one: Unit, other: Unit) -> int:
    """Between base edges, in 0.1 mm."""
    return pieces_distance(body(state, one).pieces, body(state, other).pieces)


def touching(state: CivilWarState, one: Unit, other: Unit) -> bool:
    """Base contact."""
    return near(body(state, one), body(state, other), CONTACT)


def distance_to_staff(state: CivilWarState, one: Staff, unit: Unit) -> int:
    """From a general's or courier's base to a unit's."""
    return pieces_distance(staff_body(one).pieces, body(state, unit).pieces)


def command_distance(state: CivilWarState, one: Staff, unit: Unit) -> int:
    """The distance that command is reckoned by (R27)."""
    return distance_to_staff(state, one, unit)


def within_command(state: CivilWarState, one: Staff, unit: Unit) -> bool:
    """If that is no more than the command radius."""
    return near(staff_body(one), body(state, unit), COMMAND)


# who is what


def enemy_of(side: int) -> int:
    return 1 - side


def enemies(state: CivilWarState, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.on_table and other.side != unit.side]


def friends(state: CivilWarState, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.on_table and other.side == unit.side and other.id != unit.id]


def kind(unit: Unit) -> str:
    """foot, mounted, limbered_artillery or unlimbered_artillery: as the procedures ask (foot: also dismounted)."""
    if unit.arm == "artillery":
        return "unlimbered_artillery" if unit.formation == "unlimbered" else "limbered_artillery"
    if unit.arm == "wagon":
        return "limbered_artillery"
    return "mounted" if unit.mounted else "foot"


def arm(unit: Unit) -> str:
    """infantry, cavalry_mounted, cavalry_dismounted or artillery: as the procedures ask. Gunners who have left their
    guns go on foot, but are artillery still (07.01.4)."""
    if unit.battery is not None or unit.arm in ("artillery", "wagon"):
        return "artillery"
    if unit.arm == "cavalry":
        return "cavalry_mounted" if unit.mounted else "cavalry_dismounted"
    return "infantry"


@rule("02.04.2")
def fire_formation(unit: Unit) -> str:
    """closed, thin_line, chain or building: as the procedures of fire ask; a unit in FU is open (02.04.2), and fired at
    as a chain (R105)."""
    if unit.building:
        return "building"
    if unit.order == "FU":
        return "chain"
    if unit.formation in ("thin_line", "chain"):
        return unit.formation
    return "closed"


def is_closed(unit: Unit) -> bool:
    """In a closed formation (02.04.1-2)."""
    return unit.order != "FU" and not unit.building and closed(unit.formation)


def is_pinned(state: CivilWarState, unit: Unit) -> bool:
    return unit.pinned >= state.turn > 0


def work_order(state: CivilWarState, unit: Unit) -> Work | None:
    """The field work a unit is ordered to do in this turn; a battery of which a gunner mends something does none."""
    line = doing_of(state, unit.id).line
    order = line.order if line is not None and unit.battery is None else None
    return order if isinstance(order, Work) else None


@rule("03.03.1")
def is_working(state: CivilWarState, unit: Unit) -> bool:
    """If it does field work in this turn, which counts as moving (03.03.1)."""
    return work_order(state, unit) is not None and not doing_of(state, unit.id).void


def has_moved(state: CivilWarState, unit: Unit) -> bool:
    """If it has moved in this turn by now: fire at once comes before the first step (04.01.3, 04.01.4)."""
    doing, now = doing_of(state, unit.id), state.line.now
    return (doing.moved and now > doing.begins) or (now > 0 and is_working(state, unit))


def grade(state: CivilWarState, unit: Unit) -> int:
    """Of the scenario, or as an umpire has set it (01.06.2)."""
    return state.grades.get(unit.parent, info(state, unit).grade)


# staff beside units


def generals_beside(state: CivilWarState, unit: Unit) -> list[Staff]:
    """The generals in base contact with a unit (R92); couriers do not count."""
    return [one for one in staff_beside(state, unit) if one.rank != "courier"]


def staff_beside(state: CivilWarState, unit: Unit) -> list[Staff]:
    """Generals and couriers of its own side in base contact with a unit."""
    return [one for one in state.staff if is_beside(state, one, unit)]


def is_beside(state: CivilWarState, one: Staff, unit: Unit) -> bool:
    """If a general or courier of its own side is in base contact with a unit."""
    if one.side != unit.side or not one.on_table:
        return False
    return one.beside == unit.id or near(staff_body(one), body(state, unit), CONTACT)


def general_of(state: CivilWarState, unit: Unit) -> Staff | None:
    """The general who commands a unit now: its chief, or while that command is vacant his superior (08.05.1, R93)."""
    name = info(state, unit).under
    while name:
        one = find_staff(state, name)
        if one is None:
            return None
        if one.on_table and not one.vacant:
            return one
        name = one.under
    return None


def brigade_of(state: CivilWarState, unit: Unit) -> str:
    """Units of one brigade hang under one general (07.03.5)."""
    return info(state, unit).under


def by_id(state: CivilWarState, name: str) -> Unit | None:
    """A unit, or None if there is none of this name."""
    try:
        return state.units[index(state, name)]
    except KeyError:
        return None


def are_there(state: CivilWarState, *names: str) -> bool:
    """If there are units of these names, and all of them are on the table."""
    units = [by_id(state, one) for one in names]
    return all(unit is not None and unit.on_table for unit in units)
