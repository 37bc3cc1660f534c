"""Lines of small-arms fire (05.01.2, 05.01.3, R49): which figures can fire at what, and how far it is for a group.

Each figure of the front rank looks along its own line to the nearest place of the target; those behind it fire where it
can. A group is some of the able files, or one side of a building; its range is from the middle of its joint front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import body, ground, info, is_pinned, pose, shape
from feltherre.games.civilwar.neighbours import layout
from feltherre.games.civilwar.procedures.small_arms import firing_unit_size
from feltherre.games.civilwar.sight import look
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of
from feltherre.games.civilwar.tables import ZONES
from feltherre.ground.tabletop.angles import Point, bearing
from feltherre.ground.tabletop.arcs import angle_from_front, angle_off
from feltherre.ground.tabletop.bodies import Body, base_outline
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.firelines import bodies_on_line
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE
from feltherre.ground.tabletop.shapes import boxes_meet, joined, middle, widened
from feltherre.ground.tabletop.sight import Look, why_hidden

#: to each side of the facing (05.01.2)
ARC: Final = 30 * DEGREE
#: ranks that fire (05.01.2)
FIRING_RANKS: Final = 2
#: no line of fire leaves the box around firer and target by so much, by rounding
ASIDE: Final = CM


class File(Struct, frozen=True):
    """A figure of the front rank and those behind it: the ends of its front, how many figures fire from it."""

    number: int
    left: Point
    right: Point
    figures: int


class Group(Struct, frozen=True):
    """Figures that fire together: how many, from the middle of which front, at which place, how far."""

    figures: int
    origin: Point
    mark: Point
    range: int
    #: the file of each figure (in a building the figure itself)
    files: tuple[int, ...] = ()
    #: the side of a building, -1 in the open
    side: int = -1


class Aim(Struct, frozen=True):
    """What is the same for all lines from a unit to a target."""

    state: CivilWarState
    target: Body
    reach: int
    look: Look
    others: Mapping[int, Body]

    @rule("05.01.2", "05.01.3")
    def free(self, start: Point, mark: Point) -> bool:
        """Whether a line is within range, seen, and meets no other unit, friend or foe (05.01.2, R49)."""
        length = point_distance(start, mark)
        if length > self.reach or why_hidden(ground(self.state), start, mark, self.look) is not None:
            return False
        # a neighbour that the target touches just where the line ends does not stand in its way
        return not any(one.enters < length for one in bodies_on_line(self.others, start, mark, ()))


def reach_of(state: CivilWarState, unit: Unit) -> int:
    """How far a unit's small arms reach, in 0.1 mm (schema IV); 0 if it has none."""
    weapon = info(state, unit).weapon
    return 0 if weapon is None or unit.arm in ("artillery", "wagon") else ZONES[weapon][-1][1] * CM


def aim(state: CivilWarState, firer: Unit, target: Unit) -> Aim | None:
    """The lines from a unit to a target; None if it is out of all reach."""
    reach = reach_of(state, firer)
    own, aimed_at = body(state, firer), body(state, target)
    if not reach or not boxes_meet(widened(own.box, reach), aimed_at.box):
        return None
    houses = [house for house in (firer.building, target.building) if house]
    near = [(place, state.units[place]) for place in layout(state).meeting(joined((own.box, aimed_at.box)), ASIDE)]
    others = {
        place: body(state, unit)
        for place, unit in near
        if unit.id not in (firer.id, target.id) and unit.building not in houses
    }
    return Aim(state, aimed_at, reach, look(state, target), others)


def best_group(state: CivilWarState, firer: Unit, target: Unit, companies: int | None = None) -> Group | None:
    """The group with which a unit fires at a target: all able figures that have not fired yet, or of these so many
    companies that have the shortest range (05.01.3); None if nobody can."""
    lines = aim(state, firer, target)
    if lines is None:
        return None
    if firer.building:
        return _from_building(firer, lines, figures_of(firer, companies))
    files = _able_files(firer, lines)
    if not files:
        return None
    return _of_files(firer, files, lines, figures_of(firer, companies))


@rule("05.01.3")
def figures_of(unit: Unit, companies: int | None) -> int:
    """The figures of some companies of a unit (R11); all of them if none are named."""
    if companies is None or not unit.companies:
        return unit.figures
    return min(unit.figures, -(-companies * unit.figures // unit.companies))


@rule("05.01.2")
def _able_files(firer: Unit, lines: Aim) -> list[File]:
    """The files whose front figure can reach the target, from the left, each with its figures that have not fired yet
    (R38)."""
    fired = doing_of(lines.state, firer.id).files_fired
    files = front_files(lines.state, firer)
    fresh = [replace(file, figures=file.figures - fired.count(file.number)) for file in files]
    return [file for file in fresh if file.figures > 0 and _can(firer, file, lines)]


def _can(firer: Unit, file: File, lines: Aim) -> bool:
    start = middle((file.left, file.right))
    mark = nearest_place(lines.target, start)
    return angle_off(start, firer.facing, mark) <= ARC and lines.free(start, mark)


@rule("05.01.2")
def front_files(state: CivilWarState, unit: Unit) -> list[File]:
    """The figures of the front rank from the left, each with the one behind it (05.01.2)."""
    ground_shape, place = shape(state, unit), pose(unit)
    front = [base for base in ground_shape.bases if base.rank == 0]
    # a short second rank stands in the middle: a figure is behind the one of the front rank that it is nearest to
    second = [base for base in ground_shape.bases if 0 < base.rank < FIRING_RANKS]
    behind = [min(front, key=lambda base: (abs(base.left2 - other.left2), base.file)).file for other in second]
    corners = [(base.file, base_outline(base, place)) for base in front]
    return [File(file, outline[0], outline[1], 1 + behind.count(file)) for file, outline in corners]


def _of_files(firer: Unit, files: Sequence[File], lines: Aim, wanted: int) -> Group | None:
    """The neighbouring able files that give so many figures and have the shortest range."""
    groups = []
    for first in range(len(files)):
        chosen: list[File] = []
        for file in files[first:]:
            chosen.append(file)
            if sum(one.figures for one in chosen) >= wanted:
                break
        groups.append(_group(firer, chosen, lines, wanted))
        if chosen[-1] is files[-1]:
            break
    return max(groups, key=lambda group: (group.figures, -group.range), default=None)


def _group(firer: Unit, files: Sequence[File], lines: Aim, wanted: int) -> Group:
    origin = middle((files[0].left, files[-1].right))
    mark = nearest_place(lines.target, origin)
    # whom the last file has over is left for another part (R38)
    figures = [file.number for file in files for _ in range(file.figures)][:wanted]
    return Group(len(figures), origin, mark, point_distance(origin, mark), tuple(figures))


@rule("02.04.3")
def _from_building(firer: Unit, lines: Aim, wanted: int) -> Group | None:
    """So many figures, but one firing unit at most, from the side that is nearest to the target and from which nobody
    has fired yet, of whatever unit in the house (02.04.3, R15)."""
    used = {side for doing in lines.state.doing for house, side in doing.sides_fired if house == firer.building}
    size = firing_unit_size("infantry" if firer.arm != "cavalry" else "cavalry", False, "building")
    fired = len(doing_of(lines.state, firer.id).files_fired)
    left = firer.figures - fired
    if size is None or left < 1:
        return None
    figures = min(wanted, left, size[0] * (2 if is_pinned(lines.state, firer) else 1))
    house = ground(lines.state).feature(firer.building).points
    groups = []
    for side, (start, end) in enumerate(pairwise((*house, house[0]))):
        origin = middle((start, end))
        mark = nearest_place(lines.target, origin)
        outward = (bearing(end[0] - start[0], end[1] - start[1]) - CIRCLE // 4) % CIRCLE
        in_arc = angle_from_front((start, end), outward, mark) <= ARC
        if side not in used and in_arc and lines.free(origin, mark):
            numbers = tuple(range(fired, fired + figures))
            groups.append(Group(figures, origin, mark, point_distance(origin, mark), numbers, side))
    return min(groups, key=lambda group: (group.range, group.side), default=None)
