"""Areas and lines: inside, chords, convex pieces; terrain objects as data; what a way leads over."""

from itertools import pairwise, product
from random import Random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop import angles, distance, measure, polygons, reasons, shapes
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, body_at
from feltherre.ground.tabletop.table import Table, covers_part, near_feature
from feltherre.ground.tabletop.terrain import Feature, FeatureData, features_of, is_on
from ground.tabletop.strategies import (
    CLASSES,
    areas,
    bodies,
    cm,
    coarse,
    coarse_areas,
    geometry,
    points,
    polygon,
    table,
)

any_area = st.one_of(areas, coarse_areas)
any_point = st.one_of(points, coarse)
lines = st.lists(points, min_size=2, max_size=4, unique=True).map(tuple)
STREAM = FeatureData("run", "stream", line=((0, 30), (40, 30), (80, 40)), width=0.8)


@given(any_area, any_point)
def test_inside_is_what_shapely_covers(area: shapes.Outline, point: angles.Point) -> None:
    assert polygons.is_inside(area, point) == polygon(area).covers(shapely.Point(point))


@given(st.lists(coarse, min_size=3, max_size=6, unique=True).map(tuple))
def test_simple_areas_are_those_that_shapely_calls_valid(area: shapes.Outline) -> None:
    # shapely lets an edge run back on a corner of the ring only if the ring stays simple, as we do
    ring = shapely.LinearRing(area)
    assert polygons.is_simple(area) == (ring.is_simple and polygon(area).is_valid and polygon(area).area > 0)


@given(any_area)
def test_convex_pieces_tile_the_area(area: shapes.Outline) -> None:
    pieces = polygons.convex_pieces(area)
    assert all(polygons.is_convex(piece) and polygons.doubled_area(piece) > 0 for piece in pieces)
    assert sum(polygons.doubled_area(piece) for piece in pieces) == polygons.doubled_area(area)
    assert shapely.union_all([polygon(piece) for piece in pieces]).symmetric_difference(polygon(area)).area < 1


@given(any_area, any_point, any_point)
def test_chords_are_where_the_line_runs_inside(area: shapes.Outline, start: angles.Point, end: angles.Point) -> None:
    assume(start != end)
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = 40000 // max(abs(dx), abs(dy)) + 2
    whole = shapely.LineString(((start[0] - far * dx, start[1] - far * dy), (end[0] + far * dx, end[1] + far * dy)))
    # what runs along an edge is not inside
    inside = whole.intersection(polygon(area)).difference(polygon(area).boundary.buffer(1e-5))
    length = shapely.LineString((start, end)).length
    found = [(a / b, c / d) for (a, b), (c, d) in polygons.chords(area, start, end)]
    assert abs(sum((b - a) * length for a, b in found) - inside.length) < 1 + 1e-4 * len(area) * 100
    assert found == sorted(found)
    back = [(a / b, c / d) for (a, b), (c, d) in polygons.chords(area, end, start)]
    assert back == [(pytest.approx(1 - b), pytest.approx(1 - a)) for a, b in reversed(found)]


#: a hook, a notch that comes to a point, and steps, on a grid of 4 x 4
SHAPES = [
    ((0, 0), (0, 4), (4, 4), (4, 3), (1, 3), (1, 1), (4, 1), (4, 0)),
    ((0, 0), (0, 4), (2, 2), (4, 4), (4, 0)),
    ((0, 0), (0, 4), (1, 4), (1, 3), (2, 3), (2, 2), (3, 2), (3, 0)),
    ((0, 0), (2, 4), (4, 0), (2, 1)),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_line_over_a_grid_through_areas_with_corners_on_it(shape: shapes.Outline) -> None:
    area = polygons.clockwise(tuple((100 * x, 100 * y) for x, y in shape))
    grid = [(50 * x, 50 * y) for x, y in product(range(-1, 10), repeat=2)]
    inner = polygon(area).boundary.buffer(1e-6)
    for point in grid:
        assert polygons.is_inside(area, point) == polygon(area).covers(shapely.Point(point))
    for start, end in product(grid[::3], grid[1::4]):
        if start == end:
            continue
        (x, y), (u, v) = start, end
        whole = shapely.LineString(((x - 20 * (u - x), y - 20 * (v - y)), (u + 20 * (u - x), v + 20 * (v - y))))
        inside = whole.intersection(polygon(area)).difference(inner)
        found = [(a / b, c / d) for (a, b), (c, d) in polygons.chords(area, start, end)]
        length = shapely.LineString((start, end)).length
        assert sum((b - a) * length for a, b in found) == pytest.approx(inside.length, abs=1e-3)
        assert all(a[1] < b[0] for a, b in pairwise(found))


def test_a_line_through_a_corner_that_points_at_it_has_one_chord() -> None:
    notched = ((0, 0), (0, 400), (200, 200), (400, 400), (400, 0))
    assert polygons.chords(polygons.clockwise(notched), (-100, 200), (500, 200)) == [((1, 6), (5, 6))]
    assert len(polygons.chords(polygons.clockwise(notched), (-100, 201), (500, 201))) == 2


@pytest.mark.parametrize("seed", range(3))
def test_what_is_under_a_way_is_as_asked_at_each_of_its_steps(seed: int) -> None:
    rng, just_touched = Random(seed), 0
    for _ in range(60):
        corners = [(rng.randrange(300), rng.randrange(300)) for _ in range(4)]
        line = FeatureData("line", "road", line=cm(corners[:3]), width=rng.randrange(1, 60) / 50)
        data = [line] if corners[0] != corners[1] != corners[2] else []
        if polygons.is_simple(tuple(corners)):
            data.append(FeatureData("area", "wood", poly=cm(corners)))
        on_table = table(*data)
        start, end = ((rng.randrange(300), rng.randrange(300)) for _ in range(2))
        length = distance.point_distance(start, end)
        stretches = on_table.stretches(start, end)
        at: list[angles.Point] = [
            (
                start[0] + measure.rounded((end[0] - start[0]) * step, length),
                start[1] + measure.rounded((end[1] - start[1]) * step, length),
            )
            for step in range(length + 1)
            if length
        ]
        for feature in on_table.features:
            for before, after in pairwise(stretches):
                if (feature.id in before.under) != (feature.id in after.under):
                    assert is_on(feature, at[after.start])
            for step in range(length + 1):
                inside = [one for one in stretches if one.start < step < one.end]
                if inside and (feature.id in inside[0].under) != is_on(feature, at[step]):
                    # where a way only just touches something, rounding may take it in and out again
                    assert _from_edge(feature, at[step]) <= 1
                    just_touched += 1
    assert just_touched < 100


def _from_edge(feature: Feature, point: angles.Point) -> float:
    if feature.area:
        return float(shapely.distance(polygon(feature.points).boundary, shapely.Point(point)))
    return abs(float(shapely.distance(shapely.LineString(feature.points), shapely.Point(point))) - feature.half)


@given(lines, st.integers(0, 200), points)
def test_a_place_is_on_a_line_up_to_half_its_width(line: shapes.Outline, half: int, point: angles.Point) -> None:
    feature = _feature(FeatureData("x", "stream", line=cm(line), width=half / 50))
    off = shapely.distance(shapely.LineString(line), shapely.Point(point))
    assume(abs(off - half) > 1e-6)
    assert is_on(feature, point) == (off <= half)


def _feature(data: FeatureData) -> Feature:
    return features_of([data], CLASSES)[0]


@given(areas, bodies, st.integers(0, 500))
def test_near_and_on_an_area(area: shapes.Outline, body: Body, limit: int) -> None:
    feature = _feature(FeatureData("x", "wood", poly=cm(area)))
    gap = shapely.distance(polygon(area), geometry(body))
    assume(gap == 0 or abs(gap - limit) > 1e-6)
    assert near_feature(body.pieces, feature, limit) == (gap <= limit)
    assert covers_part(feature, body.pieces) == (shapely.intersection(polygon(area), geometry(body)).area > 1e-6)
    on_table = table(FeatureData("x", "wood", poly=cm(area)))
    assert bool(on_table.near(body.pieces, limit)) == (gap <= limit)


@given(st.lists(any_area, max_size=3), lines, st.integers(1, 100), any_point, any_point)
def test_the_parts_of_a_way_add_up_and_say_what_is_under_each(
    ground: list[shapes.Outline], line: shapes.Outline, half: int, start: angles.Point, end: angles.Point
) -> None:
    data = [FeatureData(f"a{i}", "field", poly=cm(area)) for i, area in enumerate(ground)]
    data.append(FeatureData("road", "road", line=cm(line), width=half / 50))
    on_table = table(*data)
    stretches = on_table.stretches(start, end)
    length = distance.point_distance(start, end)
    assert sum(one.end - one.start for one in stretches) == length
    assert [one.start for one in stretches[1:]] == [one.end for one in stretches[:-1]]
    for one in stretches:
        if one.end - one.start > 3:
            middle = (one.start + one.end) / 2 / length
            place = round(start[0] + (end[0] - start[0]) * middle), round(start[1] + (end[1] - start[1]) * middle)
            under = tuple(feature.id for feature in on_table.under(place))
            near_edge = (
                any(shapely.distance(polygon(area).boundary, shapely.Point(place)) < 2 for area in ground)
                or abs(shapely.distance(shapely.LineString(line), shapely.Point(place)) - half) < 2
            )
            assert near_edge or under == one.under


def test_a_way_over_road_stream_and_bridge() -> None:
    bridge = FeatureData("bridge", "bridge", at=(20, 30), crosses="run", width=1.2)
    on_table = table(STREAM, bridge)
    (before, over, after) = on_table.stretches((3000, 2000), (3000, 4000))
    assert over.under == ("run",)
    assert (before.under, over.start, over.end, after.end) == ((), 960, 1040, 2000)
    crossing = on_table.stretches((2000, 2000), (2000, 4000))
    assert [one.under for one in crossing] == [(), ("bridge",), ("run", "bridge"), ("bridge",), ()]
    assert [one.end - one.start for one in crossing if "run" in one.under] == [80]
    assert on_table.stretches((5, 5), (5, 5)) == []


def test_numbers_come_from_the_object_then_its_kind_then_its_type() -> None:
    data = [
        FeatureData("a", "building", rect=(0, 0, 3, 3)),
        FeatureData("b", "building", rect=(4, 0, 7, 3), obstacle=3, capacity=1, screens=False),
        FeatureData("c", "linear", kind="wall", line=((0, 10), (9, 10))),
    ]
    a, b, c = features_of(data, CLASSES)
    assert (a.obstacle, a.cover, a.capacity, a.screens) == (2, 2, 3, True)
    assert (b.obstacle, b.cover, b.capacity, b.screens) == (3, 2, 1, False)
    assert (c.obstacle, c.cover, c.half, c.area) == (3, 1, 10, False)


def test_the_terraces_under_a_place() -> None:
    hill = [FeatureData(f"h{i}", "hill", level=i, rect=(10 * i, 10 * i, 60 - 10 * i, 60 - 10 * i)) for i in (1, 2)]
    on_table = table(*hill)
    levels = [on_table.level_at((x, 3000)) for x in (0, 999, 1000, 1999, 2000, 3000, 4000, 4001, 5001)]
    assert levels == [0, 0, 1, 1, 2, 2, 2, 1, 0]
    assert on_table.inside(on_table.feature("h2"), [(3000, 3000), (1500, 3000)]) == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (FeatureData("x", "wood"), "give one of"),
        (FeatureData("x", "wood", rect=(0, 0, 1, 1), line=((0, 0), (1, 1))), "give one of"),
        (FeatureData("x", "wood", poly=((0, 0), (4, 4), (4, 0), (0, 4))), "cross"),
        (FeatureData("x", "wood", poly=((0, 0), (4, 4), (8, 8))), "no ground"),
        (FeatureData("x", "road", line=((0, 0),)), "two or more"),
        (FeatureData("x", "road", line=((0, 0), (9, 0)), width=0.01), "multiple"),
        (FeatureData("x", "wood", rect=(0, 0, 1.001, 1)), "too fine"),
        (FeatureData("x", "bridge", at=(5, 5), crosses="no-run", width=1), "no line"),
        (FeatureData("x", "bridge", at=(5, 5), crosses="run", width=1), "beside run"),
        (FeatureData("x", "hill", level=2, rect=(0, 0, 5, 5)), "does not stand on level 1"),
        (FeatureData("x", "road", level=1, line=((0, 0), (9, 0))), "only areas"),
        (FeatureData("run", "stream", line=((0, 0), (9, 0))), "several objects run"),
    ],
)
def test_wrong_data_are_named(wrong: FeatureData, says: str) -> None:
    good = FeatureData("oak", "wood", rect=(0, 0, 1, 1))
    with pytest.raises(BadInput, match=says) as refused:
        features_of([STREAM, good, wrong], CLASSES)
    assert "oak" not in str(refused.value)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(BadInput, match=r"a: give one.*; b: give one"):
        features_of([FeatureData("a", "wood"), FeatureData("b", "wood")], CLASSES)


def test_why_a_body_cannot_stand() -> None:
    on_table = table(STREAM, FeatureData("barn", "building", rect=(10, 10, 14, 13)))
    other = {7: body_at(Shape(1000, 300), Pose(5000, 2000, 0))}
    shape = Shape(400, 300)

    def why(x: int, y: int) -> reasons.NoRoom | None:
        return on_table.no_room(body_at(shape, Pose(x, y, 0)), {"barn", "run"}, other)

    assert why(2000, 2000) is None
    assert why(100, 2000) == reasons.NoRoom(reasons.Misplaced.OFF_TABLE)
    assert why(1200, 1200) == reasons.NoRoom(reasons.Misplaced.ON_OBJECT, what="barn")
    assert why(1200, 1000) is None  # it only touches the barn
    assert why(1200, 3100) == reasons.NoRoom(reasons.Misplaced.ON_OBJECT, what="run")
    assert why(5000, 2100) == reasons.NoRoom(reasons.Misplaced.ON_BODY, who=7)
    assert why(5700, 2000) is None


def test_works_make_another_table() -> None:
    before = table(STREAM)
    (work,) = features_of([FeatureData("work", "linear", kind="wall", line=((5, 5), (9, 5)))], CLASSES)
    after = before.with_features([work])
    assert [one.id for one in after.features] == ["run", "work"]
    assert [one.id for one in before.features] == ["run"]
    assert after.with_features([before.feature("run")]).features == after.features
    assert [one.id for one in after.without({"run"}).features] == ["work"]
    with pytest.raises(BadInput):
        before.feature("work")
    with pytest.raises(BadInput):
        Table(0, 100)
