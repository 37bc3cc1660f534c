"""How formations lie on the ground: ranks and files, lines with gaps, hollow squares, trains of bases of unlike depth.

Which formation has how many files, and what a base measures, is the game's; here is only the laying out. Front ranks
are full, the last may be short and stands in the middle, so that a unit that loses figures keeps its front.

>>> line(30, 80, 150).width, ranks_and_files(30, 6, 80, 150).depth
(1200, 750)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.bodies import Base, Shape
from feltherre.ground.tabletop.measure import CIRCLE


def ranks_and_files(count: int, files: int, width: int, depth: int, *, gap: int = 0) -> Shape:
    """So many bases with so many in each rank and a gap between neighbours; a short last rank counts as full ground."""
    if count < 1 or files < 1 or width < 1 or depth < 1 or gap < 0:
        raise BadInput(f"{count} bases of {width} x {depth} with a gap of {gap} do not stand in {files} files")
    files = min(files, count)
    pitch = width + gap
    bases = []
    for place in range(count):
        rank, file = divmod(place, files)
        in_rank = min(files, count - rank * files)
        left2 = 2 * file * pitch - (in_rank * pitch - gap)
        bases.append(Base(left2, rank * depth, width, depth, rank, file))
    return Shape(files * pitch - gap, (bases[-1].rank + 1) * depth, tuple(bases))


def line(count: int, width: int, depth: int, *, ranks: int = 2) -> Shape:
    """A line of so many ranks without gaps."""
    return ranks_and_files(count, files_in_ranks(count, ranks), width, depth)


def one_rank(count: int, width: int, depth: int, *, gap: int) -> Shape:
    """An open line with a gap between neighbours."""
    return ranks_and_files(count, count, width, depth, gap=gap)


def one_file(count: int, width: int, *, gap: int) -> Shape:
    """An open line whose figures have turned to its flank, each on its spot: it is as deep now as it was wide."""
    pitch = width + gap
    bases = tuple(Base(-width, place * pitch, width, width, place, 0) for place in range(count))
    return Shape(width, count * pitch - gap, bases)


def spread(count: int, pitch: int, width: int, depth: int) -> Shape:
    """An open line in which each base has so much front, standing in the middle of it."""
    if pitch < width:
        raise BadInput(f"a base {width} wide needs a front of at least as much, not {pitch}")
    bases = one_rank(count, width, depth, gap=pitch - width).bases
    return Shape(count * pitch, depth, bases)


def square(count: int, width: int, depth: int, *, ranks: int) -> Shape:
    """A hollow square, laid like a pinwheel: each face starts at a corner and ends where the next one's depth begins.

    The outer ranks of all faces are filled first, beginning with the front; each base is turned outwards.
    """
    in_face = -(-count // (4 * ranks))
    side = in_face * width + ranks * depth
    slots = [(rank, face, file) for rank in range(ranks) for face in range(4) for file in range(in_face)]
    bases = [_in_face(side, width, depth, *slot) for slot in slots[:count]]
    return Shape(side, side, tuple(bases))


def side_by_side(columns: Sequence[Sequence[int]], width: int, *, gap: int = 0) -> Shape:
    """Columns of bases of one width and given depths, their fronts on one line: guns behind their limbers."""
    pitch = width + gap
    whole = len(columns) * pitch - gap
    bases = [
        Base(2 * file * pitch - whole, sum(depths[:rank]), width, depth, rank, file)
        for file, depths in enumerate(columns)
        for rank, depth in enumerate(depths)
    ]
    return Shape(whole, max(sum(depths) for depths in columns), tuple(bases))


def one_behind_the_other(shapes: Sequence[Shape]) -> Shape:
    """Formations as one column without gaps: as wide as the widest, as deep as all together."""
    bases: list[Base] = []
    back = ranks = 0
    for shape in shapes:
        bases += [replace(base, back=base.back + back, rank=base.rank + ranks) for base in shape.bases]
        back += shape.depth
        ranks += shape.ranks
    return Shape(max(shape.width for shape in shapes), back, tuple(bases))


def files_in_ranks(count: int, ranks: int) -> int:
    """How many files stand in so many ranks."""
    return -(-count // ranks)


def files_as_wide_as_deep(count: int, width: int, depth: int) -> int:
    """The files of a block as square as its bases allow: the root of `count * depth / width`, rounded."""
    files = 1
    while (2 * files + 1) ** 2 * width <= 4 * count * depth:
        files += 1
    return files


def files_as_many_as_ranks(count: int) -> int:
    """The least number of files that is not below the number of ranks."""
    root = isqrt(count)
    return root if root * root == count else root + 1


def _in_face(side: int, width: int, depth: int, rank: int, face: int, file: int) -> Base:
    """A base of a face: front, right, rear, left, each filled from its own left."""
    along, inward = file * width, rank * depth
    turned = face * CIRCLE // 4
    if face == 0:
        return Base(2 * along - side, inward, width, depth, rank, file, turned)
    if face == 1:
        return Base(side - 2 * (inward + depth), along, depth, width, rank, file, turned)
    if face == 2:
        return Base(side - 2 * (along + width), side - inward - depth, width, depth, rank, file, turned)
    return Base(2 * inward - side, side - along - width, depth, width, rank, file, turned)
