"""Distances, contact and overlap, against shapely and against each other."""

from math import hypot, sqrt

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, body_at
from feltherre.ground.tabletop.distance import (
    CONTACT,
    contact,
    distance,
    gap_squared,
    nearest_points,
    nearest_to,
    point_distance,
    within,
)
from feltherre.ground.tabletop.index import Places, contacts, near_boxes, near_pairs
from feltherre.ground.tabletop.shapes import Outline, box_of, holds, lines_meet, meet, moved, overlap
from ground.tabletop.strategies import bodies, geometry, points, polygon

limits = st.integers(0, 3000)
#: single places, lines and bodies
solids = st.one_of(
    points.map(lambda point: (point,)),
    st.tuples(points, points).filter(lambda ends: ends[0] != ends[1]),
    bodies.map(lambda body: body.outline),
)


def shape(outline: Outline) -> shapely.Geometry:
    if len(outline) == 1:
        return shapely.Point(outline[0])
    return shapely.LineString(outline) if len(outline) == 2 else polygon(outline)


@given(solids, solids)
def test_distance_is_that_of_shapely_rounded_up(a: Outline, b: Outline) -> None:
    top, bottom = gap_squared(a, b)
    true = shapely.distance(shape(a), shape(b))
    assert abs(sqrt(top / bottom) - true) < 1e-6
    assert distance(a, b) - 1 < true + 1e-6
    assert distance(a, b) >= true - 1e-6


@given(solids, solids)
def test_distance_and_contact_are_symmetric(a: Outline, b: Outline) -> None:
    assert distance(a, b) == distance(b, a)
    assert contact(a, b) == contact(b, a)
    assert meet(a, b) == meet(b, a) == (distance(a, b) == 0)


@given(solids, solids, limits)
def test_within_says_what_the_distance_says(a: Outline, b: Outline, limit: int) -> None:
    assert within(a, b, limit) == (distance(a, b) <= limit)
    assert within(a, b, distance(a, b))
    if distance(a, b):
        assert not within(a, b, distance(a, b) - 1)


@given(points, points, points)
def test_the_distance_of_places_is_a_metric(a: Point, b: Point, c: Point) -> None:
    assert (point_distance(a, b) == 0) == (a == b)
    assert point_distance(a, b) == point_distance(b, a) == distance((a,), (b,))
    assert point_distance(a, c) <= point_distance(a, b) + point_distance(b, c)


@given(bodies, bodies, bodies)
def test_bodies_are_no_farther_than_round_by_a_third(a: Body, b: Body, c: Body) -> None:
    (x, y), _, (u, v), _ = b.outline
    through = int(hypot(x - u, y - v)) + 2
    assert distance(a.outline, c.outline) <= distance(a.outline, b.outline) + through + distance(b.outline, c.outline)


@given(solids, solids, st.integers(-20000, 20000), st.integers(-20000, 20000), limits)
def test_decisions_do_not_depend_on_where_on_the_table(a: Outline, b: Outline, dx: int, dy: int, limit: int) -> None:
    there = moved(a, dx, dy), moved(b, dx, dy)
    assert gap_squared(*there) == gap_squared(a, b)
    assert within(*there, limit) == within(a, b, limit)
    assert nearest_points(*there) == tuple(moved(nearest_points(a, b), dx, dy))


@given(bodies, bodies)
def test_overlap_is_common_ground(a: Body, b: Body) -> None:
    common = shapely.intersection(geometry(a), geometry(b)).area
    assert overlap(a.outline, b.outline) == (common > 1e-6)


def test_contact_ends_at_half_a_millimetre() -> None:
    a = body_at(Shape(1000, 300), Pose(0, 0, 0))
    for gap, touches in ((0, True), (CONTACT, True), (CONTACT + 1, False)):
        b = body_at(Shape(1000, 300), Pose(200, gap, 1800))
        assert contact(a.outline, b.outline) is touches
        assert distance(a.outline, b.outline) == gap
    # corner to corner: 3 aside and 4 ahead are 5
    for aside, touches in ((3, True), (4, False)):
        b = body_at(Shape(1000, 300), Pose(1000 + aside, 4, 1800))
        assert contact(a.outline, b.outline) is touches


def test_touching_is_no_overlap() -> None:
    a = body_at(Shape(1000, 300), Pose(0, 0, 0)).outline
    assert meet(a, moved(a, 1000, 0))
    assert not overlap(a, moved(a, 1000, 0))
    assert overlap(a, moved(a, 999, 0))
    assert not meet(a, moved(a, 1001, 0))


@given(solids, solids)
def test_the_nearest_places_lie_on_both_and_are_the_same_from_either_side(a: Outline, b: Outline) -> None:
    p, q = nearest_points(a, b)
    assert nearest_points(b, a) == (q, p)
    if meet(a, b):
        assert p == q
    else:
        assert shapely.distance(shapely.Point(p), shape(a)) <= 1
        assert shapely.distance(shapely.Point(q), shape(b)) <= 1
        assert abs(point_distance(p, q) - distance(a, b)) <= 2


@given(bodies, points)
def test_the_place_nearest_to_another(body: Body, point: Point) -> None:
    found = nearest_to(body.outline, point)
    if not holds(body.outline, point):
        assert abs(point_distance(found, point) - distance(body.outline, (point,))) <= 1
    assert holds(body.outline, point) == geometry(body).covers(shapely.Point(point))


@given(points, points, points, points)
def test_lines_meet_as_shapely_says(a: Point, b: Point, c: Point, d: Point) -> None:
    assume(a != b and c != d)
    assert lines_meet(a, b, c, d) == shapely.intersects(shapely.LineString((a, b)), shapely.LineString((c, d)))


@given(st.lists(bodies, max_size=12), st.integers(0, 800))
def test_near_pairs_are_those_that_trying_all_gives(many: list[Body], limit: int) -> None:
    all_pairs = [(i, j) for j in range(len(many)) for i in range(j)]
    near = sorted((i, j) for i, j in all_pairs if within(many[i].outline, many[j].outline, limit))
    assert near_pairs(many, limit) == near
    assert set(near) <= set(near_boxes([box_of(body.outline) for body in many], limit))
    assert contacts(many) == sorted((i, j) for i, j in all_pairs if contact(many[i].outline, many[j].outline))


@given(st.lists(bodies, min_size=2, max_size=10), st.data())
def test_the_index_knows_who_is_near_after_any_moves(many: list[Body], data: st.DataObject) -> None:
    places = Places()
    for name, body in enumerate(many):
        places.put(name, body)
    for _ in range(3):
        places.put(data.draw(st.integers(0, len(many) - 1)), data.draw(bodies))
    gone = data.draw(st.integers(0, len(many) - 1))
    places.lift(gone)
    limit = data.draw(st.integers(0, 800))
    for body in many:
        expected = [name for name, other in sorted(places.bodies.items()) if within(body.outline, other.outline, limit)]
        assert places.near(body, limit) == expected
    for name in places.bodies:
        assert all(name in places.touching(other) for other in places.touching(name))
        assert name not in places.touching(name)
