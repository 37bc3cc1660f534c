"""The passage of lines: a unit that stands is marched through by its friends without loss of time (02.06.3). So who has
the arms for a shorter range, and nobody within it, stands still for those behind him who reach farther.
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import is_pinned, shape
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.odds import zones_of
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import BITS, Point, ahead, bearing, to_the_right
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: one comes through who stands no farther behind than this
BEHIND: Final = 20 * CM
#: the zone in which fire tells (schema IV)
TELLS: Final = 1


def makes_way(plan: Plan) -> list[Unit]:
    """Who stands for others who come through: while one waits for the attack, and the fire is to do its work."""
    known = plan.known
    if not plan.pressing or plan.storming:
        return []
    rear = [unit for unit in known.orders_of if _comes_through(known, unit) and not plan.hurries(unit)]
    front = [unit for unit in known.orders_of if _may_be_passed(known, unit) and not plan.hurries(unit)]
    return [unit for unit in front if any(_is_before(plan, unit, other) for other in rear)]


def _is_free(known: Knowledge, unit: Unit) -> bool:
    steady = unit.arm == "infantry" and unit.order in ("OR", "LU") and unit.battery is None and not unit.building
    return steady and not is_pinned(known.state, unit) and len(zones_of(known.state, unit)) > TELLS


def _comes_through(known: Knowledge, unit: Unit) -> bool:
    """If a unit still has to come to where its fire tells."""
    near = known.nearest(unit)
    free = _is_free(known, unit) and not unit.out_of_ammunition
    return free and near is not None and near[1] > zones_of(known.state, unit)[TELLS]


def _may_be_passed(known: Knowledge, unit: Unit) -> bool:
    """If a unit has nobody to fire at."""
    near = known.nearest(unit)
    return _is_free(known, unit) and near is not None and near[1] > zones_of(known.state, unit)[-1]


def _is_before(plan: Plan, unit: Unit, other: Unit) -> bool:
    """If a unit stands in the way of another who reaches farther to its place."""
    known, slot = plan.known, plan.slot(other)
    if slot is None or zones_of(known.state, unit)[TELLS] >= zones_of(known.state, other)[TELLS]:
        return False
    start = middle_of(known.state, other)
    way = point_distance(start, slot.place)
    if way == 0:
        return False
    along, aside = _from(
        start, middle_of(known.state, unit), bearing(slot.place[0] - start[0], slot.place[1] - start[1])
    )
    room = (shape(known.state, unit).width + shape(known.state, other).width) // 2
    return 0 < along <= min(BEHIND, way) and aside <= room


def _from(start: Point, place: Point, way: int) -> tuple[int, int]:
    x, y = place[0] - start[0], place[1] - start[1]
    return ahead(x, y, way) >> BITS, abs(to_the_right(x, y, way)) >> BITS
