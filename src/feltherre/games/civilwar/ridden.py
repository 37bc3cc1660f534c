"""The way of a rider (03.01.5): straight to his goal, or round what nobody rides over, a house or a high wall, and over
a canal by its bridge."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Final

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import STAFF_DEPTH, STAFF_WIDTH
from feltherre.games.civilwar.marching import BUILDING, OBSTACLE, TIME, Way, staff_marcher, straight
from feltherre.ground.tabletop.angles import Point, bearing, forward
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM, TURN
from feltherre.ground.tabletop.shapes import middle
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

#: so far from the corners of what he rides round
CLEAR: Final = 2 * CM
#: what he rides round
ROUND: Final = (BUILDING, OBSTACLE)


@rule("03.01.5", "02.06.1")
def ridden(table: Table, start: Point, goal: Point) -> Way:
    """How a rider comes towards a place in one turn (schema I, R31): the shortest way round the first thing that bars
    the straight one, by one of its corners or two, or over it by a bridge; up to it if there is none."""
    direct = _by(table, (start, goal))
    if direct.stopped not in ROUND:
        return direct
    barring = table.feature(direct.by)
    outside = [*_corners(barring), *(end for one in table.features if one.crosses == barring.id for end in _ends(one))]
    corners = [corner for corner in outside if table.holds([(corner,)])]
    turns = [(one,) for one in corners] + list(permutations(corners, 2))
    paths = sorted(((start, *one, goal) for one in turns), key=lambda path: (_length(path), path))
    return next((way for path in paths if (way := _by(table, path)).stopped in ("", TIME)), direct)


def _by(table: Table, path: tuple[Point, ...]) -> Way:
    """From each place straight to the next, as long as there is time."""
    who = staff_marcher(STAFF_WIDTH, STAFF_DEPTH)
    way = Way((), 0, Pose(*path[0], 0))
    for here, there in pairwise(path):
        if here == there:
            continue
        pose = Pose(*here, bearing(there[0] - here[0], there[1] - here[1]))
        way = straight(table, who, pose, there, way.tick, TURN)
        if way.stopped:
            break
    return way


def _corners(feature: Feature) -> list[Point]:
    """Places outside the corners of an object, as seen from its middle."""
    points = [point for solid in feature.solids for point in solid]
    centre = middle(points)
    return [forward(point, bearing(point[0] - centre[0], point[1] - centre[1]), CLEAR) for point in points]


def _ends(passage: Feature) -> list[Point]:
    """Places before both ends of a bridge or ford; its corners are those on one bank and then those on the other."""
    centre = middle(passage.points)
    banks = [middle(passage.points[:2]), middle(passage.points[2:])]
    return [forward(bank, bearing(bank[0] - centre[0], bank[1] - centre[1]), CLEAR) for bank in banks]


def _length(path: tuple[Point, ...]) -> int:
    return sum(point_distance(here, there) for here, there in pairwise(path))
