"""Formations on the ground: the computed tables of both books, edges and bases."""

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop import angles, measure, polygons
from feltherre.ground.tabletop.bodies import (
    Edge,
    Pose,
    Shape,
    base_centres,
    base_outline,
    base_outlines,
    bent_column,
    body_at,
    face_about,
    outline_at,
)
from feltherre.ground.tabletop.distance import distance
from feltherre.ground.tabletop.formations import (
    files_as_many_as_ranks,
    files_as_wide_as_deep,
    line,
    one_behind_the_other,
    one_rank,
    ranks_and_files,
    side_by_side,
    spread,
    square,
)
from feltherre.ground.tabletop.shapes import overlap
from ground.tabletop.strategies import geometry, polygon, poses, shapes

FOOT, HORSE = (80, 150), (150, 300)
#: width and depth in 0.1 mm
LAID_OUT = [
    (line(30, *FOOT), 1200, 300),
    (line(24, *FOOT), 960, 300),
    (ranks_and_files(30, 6, *FOOT), 480, 750),
    (ranks_and_files(18, 6, *FOOT), 480, 450),
    (ranks_and_files(30, 3, *FOOT), 240, 1500),
    (one_rank(30, *FOOT, gap=79), 4691, 150),
    (one_rank(30, *FOOT, gap=80), 4720, 150),
    (one_rank(30, *FOOT, gap=160), 7040, 150),
    (line(30, *HORSE), 2250, 600),
    (ranks_and_files(30, 6, *HORSE), 900, 1500),
    (ranks_and_files(30, 2, *HORSE), 300, 4500),
    (one_rank(18, *HORSE, gap=150), 5250, 300),
    (side_by_side([[450]], 400), 400, 450),
    (side_by_side([[850, 450]], 400), 400, 1300),
    (side_by_side([[700, 450], [450, 450]], 300), 600, 1150),
    (side_by_side([[700, 450, 450, 450]], 300), 300, 2050),
    (line(36, 150, 150), 2700, 300),
    (ranks_and_files(28, 5, 200, 150), 1000, 900),
    (square(36, 150, 150, ranks=2), 1050, 1050),
    (square(28, 200, 150, ranks=2), 1100, 1100),
    (square(24, 200, 150, ranks=2), 900, 900),
    (ranks_and_files(28, files_as_wide_as_deep(28, 200, 150), 200, 150), 1000, 900),
    (ranks_and_files(30, files_as_wide_as_deep(30, 150, 150), 150, 150), 750, 900),
    (ranks_and_files(36, files_as_many_as_ranks(36), 150, 150), 900, 900),
    (spread(6, 500, 150, 150), 3000, 150),
    (one_behind_the_other([line(36, 150, 150), line(30, 150, 150)]), 2700, 600),
]
laid_out = st.sampled_from([shape for shape, _, _ in LAID_OUT])


@pytest.mark.parametrize(("shape", "width", "depth"), LAID_OUT)
def test_the_ground_of_a_formation(shape: Shape, width: int, depth: int) -> None:
    assert (shape.width, shape.depth) == (width, depth)


@given(laid_out, poses)
def test_bases_fill_the_ground_and_do_not_overlap(shape: Shape, pose: Pose) -> None:
    body = geometry(body_at(shape, pose)).buffer(2)
    outlines = base_outlines(shape, Pose(0, 0, 0))
    for i, outline in enumerate(outlines):
        assert not any(overlap(outline, other) for other in outlines[:i])
    for base, centre in zip(shape.bases, base_centres(shape, pose), strict=True):
        placed = base_outline(base, pose)
        assert body.covers(polygon(placed))
        assert polygon(placed).covers(shapely.Point(centre))
        assert abs(sum(x for x, _ in placed) - 4 * centre[0]) <= 8
        assert abs(sum(y for _, y in placed) - 4 * centre[1]) <= 8


@given(st.integers(2, 60), st.integers(1, 12), st.integers(1, 20), poses)
def test_losses_keep_the_front(count: int, files: int, lost: int, pose: Pose) -> None:
    before = ranks_and_files(count, files, *FOOT)
    after = ranks_and_files(max(1, count - lost), min(files, count), *FOOT)
    assert after.depth <= before.depth
    assert after.width <= before.width
    if max(1, count - lost) >= min(files, count):
        assert body_at(after, pose).front == body_at(before, pose).front


@given(shapes, poses)
def test_corners_and_edges(shape: Shape, pose: Pose) -> None:
    body = body_at(shape, pose)
    left, right, right_rear, left_rear = body.outline
    assert polygons.is_convex(body.outline)
    assert abs(polygons.doubled_area(body.outline) / 2 - shape.width * shape.depth) <= 2 * (shape.width + shape.depth)
    assert body.front == body.edge(Edge.FRONT) == (left, right)
    assert body.rear == body.edge(Edge.REAR) == (right_rear, left_rear)
    assert max(abs(left[0] + right[0] - 2 * pose.x), abs(left[1] + right[1] - 2 * pose.y)) <= 1
    wing = angles.forward(pose.point, (pose.facing + 900) % 3600, shape.width // 2)
    assert max(abs(wing[0] - right[0]), abs(wing[1] - right[1])) <= 1
    assert body.box == tuple(int(edge) for edge in geometry(body).bounds)


@given(shapes, poses, st.integers(-20000, 20000), st.integers(-20000, 20000))
def test_a_body_is_the_same_elsewhere(shape: Shape, pose: Pose, dx: int, dy: int) -> None:
    there = body_at(shape, Pose(pose.x + dx, pose.y + dy, pose.facing))
    assert there.outline == tuple((x + dx, y + dy) for x, y in body_at(shape, pose).outline)


@given(shapes, poses)
def test_facing_about_stands_on_the_same_ground(shape: Shape, pose: Pose) -> None:
    old, new = body_at(shape, pose).outline, body_at(shape, face_about(shape, pose)).outline
    for (x, y), (u, v) in zip(old, new[2:] + new[:2], strict=True):
        assert max(abs(x - u), abs(y - v)) <= 2


def test_a_short_last_rank_stands_in_the_middle() -> None:
    shape = ranks_and_files(8, 3, 80, 150)
    assert (shape.ranks, shape.files) == (3, 3)
    assert [centre for centre in base_centres(shape, Pose(0, 0, 0)) if centre[1] == -375] == [(-40, -375), (40, -375)]
    gaps = one_rank(3, 80, 150, gap=100)
    assert [x for x, _ in base_centres(gaps, Pose(0, 0, 0))] == [-180, 0, 180]


def test_a_square_faces_all_round() -> None:
    shape = square(36, 150, 150, ranks=2)
    pose = Pose(0, 0, 0)
    for base in shape.bases:
        (ax, ay), (bx, by) = base_outline(base, pose)[:2]
        facing = {0: (bx > ax), 900: (by < ay), 1800: (bx < ax), 2700: (by > ay)}
        assert facing[base.turned]
    outer = [base for base in shape.bases if base.rank == 0]
    assert len(outer) == 20
    body = body_at(shape, pose).outline
    for base in outer:
        front = base_outline(base, pose)[:2]
        edge = body[base.turned // 900], body[(base.turned // 900 + 1) % 4]
        assert distance(front, edge) == 0
        assert distance(front[:1], edge) == 0 == distance(front[1:], edge)


@pytest.mark.parametrize("facing", [*range(0, 3600, 173), 450, 1337])
def test_the_head_of_a_column_keeps_its_facing_however_short_its_step(facing: int) -> None:
    """It has bent by a right angle, and nothing of its head lies before the front that it has by its facing."""
    behind = angles.forward((0, 0), (facing + 900) % measure.CIRCLE, 1500)
    for way in range(1, 60):
        head = angles.forward((0, 0), facing, way)
        front = outline_at(240, 1, Pose(*head, facing))[:2]
        body = bent_column((head, (0, 0), behind), facing, 240, 1500)
        assert all(math.dist(*corners) <= 3 for corners in zip(body.front, front, strict=True)), way


@pytest.mark.parametrize("turn", [900, 1350, -900])
@pytest.mark.parametrize("way", [1, 2, 3])
def test_a_column_that_has_turned_its_head_but_not_gone_on_stands_as_it_came(turn: int, way: int) -> None:
    body = bent_column(((0, way), (0, 0), (0, -1500)), turn % measure.CIRCLE, 240, 1500)
    assert body.front == ((-120, way), (120, way))


def test_a_bent_column_follows_its_head() -> None:
    body = bent_column(((0, 500), (0, 0), (-3000, 0)), 0, 240, 1500)
    assert body.pieces[0] == ((-120, 500), (120, 500), (120, 0), (-120, 0))
    assert body.pieces[1] == ((0, 120), (0, -120), (-1000, -120), (-1000, 120))
    assert body.rear == ((-1000, -120), (-1000, 120))
    longer = bent_column(((0, 500), (0, 0), (-3000, 0), (-3000, 4000)), 0, 240, 1500)
    assert longer == body
    past_both = bent_column(((0, 500), (0, 0), (-600, 0)), 0, 240, 1500)
    assert past_both.rear == body.rear
    straight = bent_column(((0, 500),), 900, 240, 1500)
    assert straight.pieces == (body_at(Shape(240, 1500), Pose(0, 500, 900)).outline,)


@pytest.mark.parametrize("wrong", [(0, 1, 80, 150), (3, 0, 80, 150), (3, 1, 0, 150)])
def test_what_cannot_stand_is_refused(wrong: tuple[int, int, int, int]) -> None:
    with pytest.raises(BadInput):
        ranks_and_files(*wrong)
    with pytest.raises(BadInput):
        spread(3, 100, 150, 150)
