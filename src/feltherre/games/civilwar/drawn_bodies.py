"""Bodies as clients draw them: where a unit stands and the outline of each of its bases, as blocks of ranks and files
(`Pose.blocks`). Forty units of thirty bases each are a few thousand bytes so, and can still be counted with the eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core import scene
from feltherre.core.kept import kept
from feltherre.games.civilwar.field import body_in, pose, shape_in
from feltherre.games.civilwar.scenario import Scenario
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.games.civilwar.view import SeenUnit
from feltherre.ground.tabletop.angles import bearing
from feltherre.ground.tabletop.bodies import Base, Body, Pose, Shape, rectangle, round_length
from feltherre.ground.tabletop.measure import CIRCLE, DEGREE, rounded
from feltherre.ground.tabletop.shapes import middle

#: the gap and files of a unit that are not known: those that are usual (shapes.py)
_USUAL_GAP, _USUAL_FILES = -1, 0


def pose_of(scenario: Scenario, unit: Unit) -> scene.Pose:
    """A unit on the sheet; one in a building is only said to be there (02.04.3)."""
    body = body_in(scenario, unit)
    x, y = body.centre
    blocks = () if unit.building else tuple(_blocks(scenario, unit, body))
    return scene.Pose(unit.id, x, scenario.height - y, _degrees(unit.facing), blocks=blocks)


def sign_at(scenario: Scenario, name: str, x: int, y: int, facing: int = 0) -> scene.Pose:
    """A single rider, who is drawn as a sign."""
    return scene.Pose(name, x, scenario.height - y, _degrees(facing))


def as_it_looks(state: CivilWarState, seen: SeenUnit, house: str) -> Unit:
    """A unit of somebody else as the figures of it stand that are seen or remembered (03.02.2). How many files it has
    and how wide its gaps are is seen of one that is in sight; one that is remembered stands as it usually would."""
    true = unit_of(state, seen.id)
    here = not seen.seen and (true.x, true.y, true.facing) == (seen.x, seen.y, seen.facing)
    same = here and true.formation == seen.formation
    return replace(
        true,
        arm=seen.arm,
        x=seen.x,
        y=seen.y,
        facing=seen.facing,
        formation=seen.formation,
        figures=seen.figures,
        mounted=seen.mounted,
        order="FU" if seen.routed else "OR",
        building=house,
        trail=true.trail if same else (),
        files=true.files if same else _USUAL_FILES,
        gap=true.gap if same else _USUAL_GAP,
        parted=true.parted if same else 0,
    )


def _degrees(facing: int) -> int:
    return rounded(facing, DEGREE) % (CIRCLE // DEGREE)


# blocks


class _Row(Struct, frozen=True):
    """Bases side by side, all alike: twice the way of the first to the right, how far back, how many, and twice the way
    from one to the next."""

    left2: int
    back: int
    width: int
    depth: int
    count: int
    step2: int


def _blocks(scenario: Scenario, unit: Unit, body: Body) -> Iterator[tuple[int, ...]]:
    shape = shape_in(scenario, unit)
    if len(body.pieces) > 1 and not unit.parted:
        for here, bases in _along(body, shape.bases):
            yield from (_block(rows, here, scenario.height) for rows in _ranked(_rows(bases)))
    else:
        yield from (_block(rows, pose(unit), scenario.height) for rows in _rows_of(shape))


@kept(2048)
def _rows_of(shape: Shape) -> list[list[_Row]]:
    return _ranked(_rows(shape.bases))


def _along(body: Body, bases: Sequence[Base]) -> Iterator[tuple[Pose, list[Base]]]:
    """The bases of a bent column, each on the straight piece on which its middle is."""
    start = 0
    for number, piece in enumerate(body.pieces):
        left, right, _, rear = piece
        # the front edge is longer than a short piece, so it tells the direction better
        facing = (bearing(right[0] - left[0], right[1] - left[1]) - CIRCLE // 4) % CIRCLE
        end = start + round_length(left[0] - rear[0], left[1] - rear[1])
        last = number == len(body.pieces) - 1
        here = [
            replace(base, back=base.back - start)
            for base in bases
            if start <= base.back + base.depth // 2 and (last or base.back + base.depth // 2 < end)
        ]
        if here:
            yield Pose(*middle((left, right)), facing), here
        start = end


def _rows(bases: Iterable[Base]) -> list[_Row]:
    """The bases in rows as long as they are alike and equally far from each other."""
    found: list[_Row] = []
    for base in sorted(bases, key=lambda base: (base.back, base.depth, base.width, base.left2)):
        last = found[-1] if found else None
        if last is not None and (last.back, last.depth, last.width) == (base.back, base.depth, base.width):
            step2 = base.left2 - last.left2 - (last.count - 1) * last.step2
            if last.count == 1 or step2 == last.step2:
                found[-1] = replace(last, count=last.count + 1, step2=step2)
                continue
        found.append(_Row(base.left2, base.back, base.width, base.depth, 1, 0))
    return found


def _ranked(rows: Sequence[_Row]) -> list[list[_Row]]:
    """Rows that are alike and stand one behind the other at equal distances."""
    found: list[list[_Row]] = []
    for row in rows:
        block = found[-1] if found else []
        if block and replace(row, back=0) == replace(block[0], back=0):
            ways = {b.back - a.back for a, b in pairwise([*block, row])}
            if len(ways) == 1:
                block.append(row)
                continue
        found.append([row])
    return found


def _block(rows: Sequence[_Row], at: Pose, height: int) -> tuple[int, ...]:
    first = rows[0]

    def corners(row: _Row, file: int) -> tuple[tuple[int, int], ...]:
        left2 = row.left2 + file * row.step2
        there = rectangle(at.x, at.y, at.facing, left2, row.back, row.width, row.depth)
        return tuple((x, height - y) for x, y in there)

    left, right, rear, _ = corners(first, 0)
    numbers = [*left, *_way(left, right), *_way(right, rear)]
    if first.count > 1 or len(rows) > 1:
        numbers += [first.count, *_way(left, corners(first, first.count - 1)[0])]
    if len(rows) > 1:
        numbers += [len(rows), *_way(left, corners(rows[-1], 0)[0])]
    return tuple(numbers)


def _way(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return b[0] - a[0], b[1] - a[1]
