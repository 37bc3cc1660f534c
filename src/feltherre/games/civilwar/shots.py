"""Hits of artillery (06.02.3, 06.02.4, R64): what a round that strikes a unit meets, ranks behind it included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import body, fire_formation, grade, info, is_pinned, kind, pose, shape
from feltherre.games.civilwar.grips import sheltered_by_melee
from feltherre.games.civilwar.procedures.artillery import ArtillerySituation
from feltherre.games.civilwar.procedures.artillery_hits import farthest
from feltherre.games.civilwar.procedures.inputs import Ammunition
from feltherre.games.civilwar.repairs import gunners_serving
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.struck import Struck, struck_unit
from feltherre.ground.tabletop.angles import Point, apart, bearing, forward
from feltherre.ground.tabletop.bodies import base_outline
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.firelines import stretch_in
from feltherre.ground.tabletop.measure import CIRCLE, CM
from feltherre.ground.tabletop.shapes import box_of, boxes_meet, meet, middle

#: how far beyond the point struck a solid shot goes on (06.02.3)
GOES_ON: Final = 10 * CM
_QUARTER: Final = CIRCLE // 4


class Shot(Struct, frozen=True):
    """A hit that a battery may obtain: whom, and all that the throw for losses looks at."""

    situation: ArtillerySituation
    struck: Struck
    #: units behind that a solid shot goes on into (06.02.4)
    behind: tuple[Struck, ...] = ()
    #: the nearest place of the unit hit, by which continued fire is judged (R60)
    nearest: Point = (0, 0)
    #: the point struck, from which the ranks of a solid shot are counted (06.02.3)
    point: Point = (0, 0)


def muzzle(state: CivilWarState, battery: Unit) -> Point:
    """The middle of a battery's front edge, from which its fire is reckoned (R59)."""
    return middle(body(state, battery).front)


def on_table(point: Sequence[float]) -> Point:
    """A place that the procedures give in cm."""
    return round(point[0] * CM), round(point[1] * CM)


@rule("06.03.1", "06.02.3")
def shot_at(
    state: CivilWarState,
    battery: Unit,
    target: Unit,
    point: Point,
    *,
    ammunition: Ammunition,
    guns: int,
    way: int | None = None,
    share: float = 1.0,
    surprised: bool = False,
) -> Shot:
    """The hit of so many guns on a unit at a place of it; `way`: the range, if it is not that to the place."""
    origin = muzzle(state, battery)
    far = point_distance(origin, point) if way is None else way
    struck = struck_unit(state, target, origin, point, far, artillery=True)
    rows, behind = _ranks_beyond(state, battery, target, origin, point) if ammunition == "solid_shot" else (0, ())
    piece = info(state, battery).piece
    assert piece is not None, "it has guns"
    given: dict[str, Any] = {"piece": piece, "target_formation": hit_formation(target)}
    situation = ArtillerySituation(
        ammunition=ammunition,
        guns_serviceable=guns,
        gunners=gunners_serving(state, battery),
        order_state=battery.order,  # type: ignore[arg-type]
        grade=grade(state, battery),
        surprised=surprised,
        distance_cm=_struck_at(piece, ammunition, far / CM),
        front_ranks_hit=rows,
        all_ranks_hit=rows + sum(one.ranks for one in behind),
        target_cover=struck.cover,
        target_pinned=is_pinned(state, target),
        canister_share=share,
        general_in_contact=struck.general,
        **given,
    )
    return Shot(situation, struck, behind, nearest_place(body(state, target), origin), point)


@rule("06.02.2")
def _struck_at(piece: str, ammunition: Ammunition, cm: float) -> float:
    """The range at which a hit is reckoned: a hit that the umpire gives beyond all range, or that a player imagines
    there, is one at the farthest point."""
    return cm if ammunition == "canister" else min(cm, farthest(piece, ammunition))


@rule("06.03.4")
def hit_formation(unit: Unit) -> str:
    """A target as schema IX names it; a wagon counts as limbered artillery (06.03.4)."""
    if unit.arm == "wagon":
        return "wagon"
    return kind(unit) if unit.arm == "artillery" else fire_formation(unit)


@rule("06.02.3", "06.02.4")
def _ranks_beyond(
    state: CivilWarState, battery: Unit, target: Unit, origin: Point, point: Point
) -> tuple[int, tuple[Struck, ...]]:
    """The ranks that a solid shot goes through from the point struck to 10 cm beyond: of the unit hit, and the other
    units with theirs, the nearest first (06.02.3, R64); not of those who are wholly in a melee (R114)."""
    if origin == point:
        return 1, ()
    direction = bearing(point[0] - origin[0], point[1] - origin[1])
    end = forward(point, direction, GOES_ON)
    box = box_of((point, end))
    others = []
    for unit in state.units:
        if unit.on_table and unit.id not in (target.id, battery.id) and boxes_meet(body(state, unit).box, box):
            rows = rows_on(state, unit, point, end)
            if rows and not sheltered_by_melee(state, battery, unit):
                way = point_distance(origin, nearest_place(body(state, unit), point))
                others.append(struck_unit(state, unit, origin, point, way, artillery=True, ranks=rows))
    return max(1, rows_on(state, target, point, end)), tuple(sorted(others, key=lambda one: (one.range, one.unit)))


@rule("06.02.3")
def rows_on(state: CivilWarState, unit: Unit, start: Point, end: Point) -> int:
    """Rows of bases that a line cuts: ranks, or taken from the side the figures along them (R64); in a building one."""
    if unit.building:
        return int(any(meet(piece, (start, end)) for piece in body(state, unit).pieces))
    ground_shape = shape(state, unit)
    if unit.trail:
        return min(ground_shape.ranks, _rows_of_column(state, unit, start, end, ground_shape.bases[0].depth))
    cut = [base for base in ground_shape.bases if meet(base_outline(base, pose(unit)), (start, end))]
    off = apart(unit.facing, bearing(end[0] - start[0], end[1] - start[1]))
    along_files = min(off, CIRCLE // 2 - off) * 2 <= _QUARTER
    return len({base.rank if along_files else base.file for base in cut})


def _rows_of_column(state: CivilWarState, unit: Unit, start: Point, end: Point, depth: int) -> int:
    """The same for a column that is bent: how much of the line runs through it, in bases."""
    stretches = (stretch_in(piece, start, end) for piece in body(state, unit).pieces)
    return sum(point_distance(*stretch) // depth + 1 for stretch in stretches if stretch is not None)
