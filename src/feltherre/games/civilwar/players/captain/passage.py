"""The passage of lines: a unit that stands is marched through by its friends without loss of time (02.06.3, R25). So
who has the arms for a shorter range, and nobody within it, stands still for those behind him who reach farther.
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.command import in_command
from feltherre.games.civilwar.field import is_pinned, shape
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.dangers import along_and_aside
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.odds import zones_of
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: one comes through who stands no farther behind than this
BEHIND: Final = 20 * CM
#: the zone in which fire tells (schema IV)
TELLS: Final = 1


def lets_through(plan: Plan) -> list[Unit]:
    """The units that stand while others come through: before the storm, while the fire is to do its work."""
    known = plan.known
    if not plan.pressing or plan.storming:
        return []
    free = [unit for unit in known.orders_of if _is_free(known, unit) and not plan.hurries(unit)]
    rear = [unit for unit in free if _comes_through(known, unit) and in_command(known.state, unit)]
    front = [unit for unit in free if unit.id not in plan.garrison and unit.id not in plan.leaving]
    front = [unit for unit in front if _has_nobody_in_reach(known, unit)]
    return [unit for unit in front if any(_is_before(plan, unit, other) for other in rear)]


def _is_free(known: Knowledge, unit: Unit) -> bool:
    steady = unit.arm == "infantry" and unit.order in ("OR", "LU") and not unit.building
    return steady and not is_pinned(known.state, unit) and len(zones_of(known.state, unit)) > TELLS


def _comes_through(known: Knowledge, unit: Unit) -> bool:
    """If a unit still has to come to where its fire tells."""
    near = known.nearest(unit)
    return not unit.out_of_ammunition and near is not None and near[1] > zones_of(known.state, unit)[TELLS]


def _has_nobody_in_reach(known: Knowledge, unit: Unit) -> bool:
    near = known.nearest(unit)
    return near is not None and near[1] > zones_of(known.state, unit)[-1]


def _is_before(plan: Plan, unit: Unit, other: Unit) -> bool:
    """If a unit stands in the way of another who reaches farther to its place."""
    known, slot = plan.known, plan.slot(other)
    if slot is None or zones_of(known.state, unit)[TELLS] >= zones_of(known.state, other)[TELLS]:
        return False
    start = middle_of(known.state, other)
    way = point_distance(start, slot.place)
    if way == 0:
        return False
    heading = bearing(slot.place[0] - start[0], slot.place[1] - start[1])
    along, aside = along_and_aside(start, heading, middle_of(known.state, unit))
    room = (shape(known.state, unit).width + shape(known.state, other).width) // 2
    return 0 < along <= min(BEHIND, way) and aside <= room
