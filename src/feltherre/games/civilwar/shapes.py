"""How the formations of the book lie on the ground (02.01-02.03, R12-R14): what each arm has, and its shape in 0.1 mm.

>>> shape_of("infantry", False, "line", 30).width
1200
>>> shape_of("artillery", False, "march_column", 6, 6).depth
2050
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.marks import rule
from feltherre.ground.tabletop.bodies import Base, Body, Pose, Shape, body_of, rectangle
from feltherre.ground.tabletop.formations import (
    files_as_many_as_ranks,
    line,
    one_behind_the_other,
    one_file,
    one_rank,
    ranks_and_files,
    side_by_side,
)
from feltherre.ground.tabletop.shapes import Outline

#: width and depth of a figure on foot and of a rider (01.03.1, 01.03.2)
FOOT: Final = (80, 150)
RIDER: Final = (150, 300)
WAGON: Final = (400, 1100)
GUN_DEPTH: Final = 450
#: real guns on a model -> width of its base; what pulls it, by turns (01.03.3, 01.03.4)
MODEL_WIDTH: Final = {3: 300, 4: 400}
LIMBER_DEPTHS: Final = {3: (700, 450), 4: (850,)}
#: an extra pair of horses (01.03.5)
EXTRA_PAIR: Final = 300
GUNS_ON_MODEL: Final = 4
#: gap between neighbours where none is named
USUAL_GAPS: Final = {"thin_line": 40, "chain": 120}

_FOOT_FORMATIONS: Final = ("line", "attack_column", "march_column", "thin_line", "chain")
_MOUNTED_FORMATIONS: Final = ("line", "attack_column", "march_column", "chain")
_GUN_FORMATIONS: Final = ("unlimbered", "limbered_line", "march_column")
_CLOSED: Final = frozenset({"line", "attack_column", "march_column", "unlimbered", "limbered_line"})
_OPEN_WITH_FLANKS: Final = frozenset({"thin_line", "chain"})


@rule("02.01.1", "02.01.2", "02.01.3", "02.01.4", "02.01.5")
def _formations_on_foot() -> tuple[str, ...]:
    """Line, attack column, march column, thin line and chain."""
    return _FOOT_FORMATIONS


@rule("02.03.1", "02.03.2")
def _formations_of_guns() -> tuple[str, ...]:
    """Unlimbered, limbered side by side, limbered in column."""
    return _GUN_FORMATIONS


@rule("02.02.5")
def formations_of(arm: str, mounted: bool = False, guns: int = 1) -> tuple[str, ...]:
    """The formations that an arm has; dismounted cavalry and gunners without guns stand like infantry (02.02.5)."""
    if arm == "wagon":
        return ("wagon",)
    if arm == "artillery" and guns:
        return _formations_of_guns()
    return _MOUNTED_FORMATIONS if mounted else _formations_on_foot()


@rule("02.01.1", "02.01.2", "02.02.1", "02.02.2")
def files_of(formation: str, mounted: bool) -> tuple[int, ...]:
    """The numbers of files that a column may have, the usual one first (R14)."""
    if formation == "attack_column":
        return (6, 5) if mounted else (6,)
    if formation == "march_column":
        return (2,) if mounted else (3, 2)
    return ()


@rule("02.01.4", "02.01.5", "02.02.4")
def gaps_of(formation: str, mounted: bool) -> tuple[int, int]:
    """The least and greatest gap between neighbours, in 0.1 mm (R13)."""
    width = (RIDER if mounted else FOOT)[0]
    if formation == "thin_line":
        return 0, width - 1
    if formation == "chain":
        return (0, width) if mounted else (width, 2 * width)
    return 0, 0


def usual_gap(formation: str) -> int:
    return USUAL_GAPS.get(formation, 0)


@rule("02.04.1", "02.04.2")
def closed(formation: str) -> bool:
    """Whether a formation is closed: columns and lines, of guns too (02.04.1); chain, thin line and rout are open."""
    return formation in _CLOSED


@rule("02.04.3")
def has_flanks(formation: str, *, in_building: bool = False, open_formations_have_flanks: bool = True) -> bool:
    """Whether a unit can be taken in flank or rear (02.04.3; open formations by the switch of R73)."""
    if in_building:
        return False
    return formation in _CLOSED or (open_formations_have_flanks and formation in _OPEN_WITH_FLANKS)


def standing_as(formation: str, mounted: bool, figures: int, files: int = 0) -> str:
    """The formation as which a unit counts: an attack column that does not begin a third rank is a line (R14)."""
    if formation == "attack_column" and figures <= 2 * (files or files_of(formation, mounted)[0]):
        return "line"
    return formation


@rule("02.05.3")
def in_file(formation: str, files: int) -> bool:
    """If a thin line or chain has faced to a flank, so that its figures stand one behind the other (R106)."""
    return files == 1 and formation in ("thin_line", "chain")


@lru_cache(maxsize=4096)
def shape_of(
    arm: str,
    mounted: bool,
    formation: str,
    figures: int,
    guns: int = 0,
    *,
    files: int = 0,
    gap: int = -1,
    horse_battery: bool = False,
) -> Shape:
    """The ground of a unit and the bases on it. `files` and `gap` are read where the formation leaves a choice.

    `guns` are the real guns that the battery began with: models stay on the table while one of theirs is left.
    """
    if arm == "staff":
        return ranks_and_files(1, 1, *RIDER)
    if arm == "wagon":
        return ranks_and_files(1, 1, *WAGON)
    if arm == "artillery" and guns:
        return _battery(formation, guns, horse_battery)
    if figures < 1:
        raise BadInput(f"a unit of {figures} figures covers no ground")
    return _troops(RIDER if mounted else FOOT, mounted, formation, figures, files, gap)


def _troops(base: tuple[int, int], mounted: bool, formation: str, figures: int, files: int, gap: int) -> Shape:
    formation = standing_as(formation, mounted, figures, files)
    if formation == "line":
        return line(figures, *base)
    if formation == "rout":
        return ranks_and_files(figures, files_as_many_as_ranks(figures), *base)
    if formation in ("thin_line", "chain"):
        gap = usual_gap(formation) if gap < 0 else gap
        return one_file(figures, base[0], gap=gap) if in_file(formation, files) else one_rank(figures, *base, gap=gap)
    if formation in ("attack_column", "march_column"):
        return ranks_and_files(figures, files or files_of(formation, mounted)[0], *base)
    raise BadInput(f"figures do not stand in {formation}")


@rule("02.03.1", "02.03.2")
def _battery(formation: str, guns: int, horse_battery: bool) -> Shape:
    """Guns alone, or each behind its limber: side by side in line, one behind the other in march column (02.03)."""
    width, limbers = models_of(guns, horse_battery)
    if formation == "unlimbered":
        return side_by_side([(GUN_DEPTH,)] * len(limbers), width)
    pieces = [(limber, GUN_DEPTH) for limber in limbers]
    if formation == "march_column":
        return one_behind_the_other([side_by_side([piece], width) for piece in pieces])
    if formation in ("limbered_line", "rout"):
        return side_by_side(pieces, width)
    raise BadInput(f"guns do not stand in {formation}")


@rule("01.02.5", "01.02.6")
def models_of(guns: int, horse_battery: bool) -> tuple[int, list[int]]:
    """The width of a battery's model guns and the depth of the limber of each (01.02.5-6, 01.03.3-5, R12, R58).

    A model is 3 or 4 real guns by the width of its base (01.01.2); the extra pair of a horse battery with small bases
    goes before the short limbers.
    """
    models = -(-guns // GUNS_ON_MODEL)
    real = max(3, -(-guns // models))
    depths = LIMBER_DEPTHS[real]
    extra = EXTRA_PAIR if horse_battery else 0
    shortest = min(depths) if models > 1 else depths[0]
    limbers = [depths[number % len(depths)] for number in range(models)]
    return MODEL_WIDTH[real], [depth + (extra if depth == shortest else 0) for depth in limbers]


# chains (02.01.5, 02.02.4): on both flanks of a unit (04.02.10), stretched too far (04.02.11, R48)


@rule("04.02.10")
def parted(shape: Shape, middle: int) -> Shape:
    """A chain that is parted by the front of a support unit, half of it on each side (R46)."""
    left, right = _halves(shape)
    aside = -middle - max((base.left2 + 2 * base.width for base in left), default=-middle)
    other = middle - min(base.left2 for base in right)
    bases = (*(_moved(base, aside) for base in left), *(_moved(base, other) for base in right))
    reach2 = 2 * max(max(-base.left2, base.left2 + 2 * base.width) for base in bases)
    return Shape(reach2 // 2, shape.depth, bases)


def parted_body(shape: Shape, pose: Pose) -> Body:
    """The ground of a parted chain: its left half, which counts as its front, and its right half."""
    return body_of(tuple(_ground(shape, half, pose) for half in _halves(shape) if half), pose.facing)


def _halves(shape: Shape) -> tuple[tuple[Base, ...], tuple[Base, ...]]:
    half = len(shape.bases) // 2
    return shape.bases[:half], shape.bases[half:]


def _moved(base: Base, right2: int) -> Base:
    return replace(base, left2=base.left2 + right2)


def _ground(shape: Shape, bases: tuple[Base, ...], pose: Pose) -> Outline:
    left2, right2 = bases[0].left2, bases[-1].left2 + 2 * bases[-1].width
    return rectangle(pose.x, pose.y, pose.facing, left2, 0, (right2 - left2) // 2, shape.depth)


@rule("04.02.11", "02.01.5", "02.02.4")
def too_wide(formation: str, mounted: bool, gap: int) -> bool:
    """If the gaps of a chain are wider than its arm allows (04.02.11, R13)."""
    return formation == "chain" and gap > gaps_of(formation, mounted)[1]


@rule("04.02.11")
def widest(mounted: bool) -> int:
    """The widest gap that a chain may have: to this it closes in (R48)."""
    return gaps_of("chain", mounted)[1]
