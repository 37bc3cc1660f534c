"""Skirmish chains (02.01.5, 02.02.4): one that stands on both flanks of a unit (04.02.10), and one that is stretched
too far (04.02.11, R48). Only shapes here, nothing of the state.
"""

from __future__ import annotations

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.shapes import gaps_of
from feltherre.ground.tabletop.bodies import Base, Body, Pose, Shape, body_of, rectangle
from feltherre.ground.tabletop.shapes import Outline


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
