"""Arcs from the wings, edges that a line meets, who stands behind a front line; lines of fire and ranks."""

from math import acos, degrees, hypot

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from feltherre.ground.tabletop import distance, firelines, formations, shapes
from feltherre.ground.tabletop.angles import Point, forward, rotate_about
from feltherre.ground.tabletop.arcs import (
    Side,
    angle_from_front,
    angle_of_attack,
    angle_off,
    behind,
    edge_met,
    in_arc,
    least_angle_from_front,
    side_of,
)
from feltherre.ground.tabletop.bodies import Body, Edge, Pose, Shape, base_centres, base_outlines, body_at
from ground.tabletop.strategies import angles, bodies, geometry, points, polygon

BATTERY = body_at(Shape(600, 450), Pose(4000, 3000, 0))


@pytest.mark.parametrize("off", [300, 450])
def test_the_arc_is_measured_at_the_wings_and_its_limit_is_inside(off: int) -> None:
    left, right = BATTERY.front
    for way in (700, 1500, 9000):
        for wing, turn in ((left, -1), (right, 1)):
            at_limit = forward(wing, (turn * off) % 3600, way)
            assert angle_from_front(BATTERY.front, 0, at_limit) == off
            beyond = forward(wing, (turn * (off + 1)) % 3600, way)
            assert angle_from_front(BATTERY.front, 0, beyond) == off + 1
    assert angle_from_front(BATTERY.front, 0, (4100, 9000)) == 0
    assert angle_from_front(BATTERY.front, 0, (4000, 2999)) == 1800


@given(bodies, bodies)
def test_the_least_angle_of_a_body_is_the_least_of_its_places(body: Body, target: Body) -> None:
    least = least_angle_from_front(body.front, body.facing, target.pieces)
    (x, y), _, (u, v), _ = target.outline
    inside = [(x + (u - x) * i // 8, y + (v - y) * i // 8) for i in range(9)]
    sampled = [angle_from_front(body.front, body.facing, point) for point in (*target.outline, *inside)]
    assert least <= min(sampled)
    assert least == 0 or least in [angle_from_front(body.front, body.facing, point) for point in target.outline]
    strip = _strip_ahead(body)
    if least == 0:
        # something lies straight ahead, or so nearly that it is less than a twentieth of a degree off
        assert shapely.distance(strip, geometry(target)) <= 25
    else:
        # two units less all round: the ends of the front are rounded
        assert not shapely.intersects(strip.buffer(-2), geometry(target))
    assert in_arc(body, target, least)
    assert least == 0 or not in_arc(body, target, least - 1)


def _strip_ahead(body: Body) -> shapely.Polygon:
    left, right = body.front
    return shapely.Polygon([left, right, forward(right, body.facing, 20000), forward(left, body.facing, 20000)])


@given(bodies, points, st.integers(-20000, 20000), st.integers(-20000, 20000))
def test_angles_do_not_depend_on_where_on_the_table(body: Body, target: Point, dx: int, dy: int) -> None:
    there = shapes.moved(body.front, dx, dy)
    angle = angle_from_front((there[0], there[1]), body.facing, (target[0] + dx, target[1] + dy))
    assert angle == angle_from_front(body.front, body.facing, target)


@given(points, angles, points)
def test_an_angle_off_is_that_of_the_vectors(point: Point, facing: int, target: Point) -> None:
    dx, dy = target[0] - point[0], target[1] - point[1]
    assume((dx, dy) != (0, 0))
    ahead = forward((0, 0), facing, 1_000_000)
    cosine = (ahead[0] * dx + ahead[1] * dy) / (hypot(dx, dy) * hypot(*ahead))
    assert abs(degrees(acos(max(-1, min(1, cosine)))) * 10 - angle_off(point, facing, target)) < 0.6


def test_sides_of_a_body() -> None:
    body = body_at(Shape(1000, 300), Pose(0, 0, 900))
    for point, side in (((900, 0), Side.FRONT), ((-900, 0), Side.REAR), ((-150, 900), Side.LEFT)):
        assert side_of(body, point, 450, 450) is side
    assert side_of(body, (-150, -900), 450, 450) is Side.RIGHT
    # 45 degrees off the right front corner is still the front, a little more the flank
    assert side_of(body, (1000, -1500), 450, 450) is Side.FRONT
    assert side_of(body, (1000, -1520), 450, 450) is Side.RIGHT


@pytest.mark.parametrize(
    ("direction", "edge", "angle"),
    [
        (1800, Edge.FRONT, 900),
        (0, Edge.REAR, 900),
        (2700, Edge.RIGHT, 900),
        (900, Edge.LEFT, 900),
        (2250, Edge.RIGHT, 450),
        (2260, Edge.RIGHT, 460),
        (2240, Edge.RIGHT, 440),
    ],
)
def test_the_edge_that_fire_meets(direction: int, edge: Edge, angle: int) -> None:
    body = body_at(Shape(1000, 300), Pose(0, 0, 0))
    middle = {Edge.FRONT: (0, 0), Edge.RIGHT: (500, -150), Edge.REAR: (0, -300), Edge.LEFT: (-500, -150)}[edge]
    start = forward(middle, (direction + 1800) % 3600, 5000)
    met = edge_met(body.outline, start, middle)
    assert met is not None
    assert (met.edge, met.angle) == (edge, angle)
    assert met.way == pytest.approx(5000, abs=2)
    assert distance.point_distance(met.at, middle) <= 1


@given(bodies, points, points)
def test_a_line_meets_an_edge_where_it_first_comes_to_the_outline(body: Body, start: Point, end: Point) -> None:
    met = edge_met(body.outline, start, end)
    path = shapely.LineString((start, end))
    if shapes.holds(body.outline, start) or not path.intersects(geometry(body)):
        assert met is None or shapely.distance(shapely.Point(start), geometry(body)) == 0
        return
    assert met is not None
    assert abs(shapely.distance(shapely.Point(start), path.intersection(geometry(body))) - met.way) <= 2
    assert shapely.distance(shapely.LineString(body.edge(met.edge)), shapely.Point(met.at)) <= 1
    assert 0 <= met.angle <= 900


@given(bodies, bodies, angles)
def test_behind_a_front_line_is_the_same_however_all_is_turned(body: Body, other: Body, turn: int) -> None:
    count = behind(body.front, body.facing, other.outline)
    assert count + behind(body.front, (body.facing + 1800) % 3600, other.outline) <= 4
    quarter = turn // 900 * 900
    front = tuple(rotate_about(point, (0, 0), quarter) for point in body.front)
    turned = [rotate_about(point, (0, 0), quarter) for point in other.outline]
    assert behind((front[0], front[1]), (body.facing + quarter) % 3600, turned) == count


def test_share_behind_a_front_line_and_angle_of_attack() -> None:
    defender = body_at(Shape(1200, 300), Pose(0, 0, 0))
    shape = formations.line(24, 80, 150)
    attacker = Pose(800, -150, 2700)
    assert behind(defender.front, 0, base_centres(shape, attacker)) == 16
    assert angle_of_attack(2700, 0) == 900
    assert angle_of_attack(1800, 0) == 0
    assert angle_of_attack(0, 0) == 1800
    assert angle_of_attack(2250, 0) == 450


@given(bodies, points, points)
def test_a_stretch_in_an_outline_is_that_of_shapely(body: Body, start: Point, end: Point) -> None:
    assume(start != end)
    found = firelines.stretch_in(body.outline, start, end)
    common = shapely.intersection(shapely.LineString((start, end)), geometry(body))
    assert (found is None) == common.is_empty
    if found is not None:
        first, last = found
        assert abs(hypot(first[0] - last[0], first[1] - last[1]) - common.length) <= 2
        assert shapely.distance(shapely.Point(first), common) <= 1
        assert shapely.distance(shapely.Point(last), common) <= 1


@given(st.lists(bodies, max_size=6), points, points)
def test_bodies_on_a_line_are_those_that_shapely_finds_in_order(many: list[Body], start: Point, end: Point) -> None:
    assume(start != end)
    found = firelines.bodies_on_line(dict(enumerate(many)), start, end, leave_out=(0,))
    path = shapely.LineString((start, end))
    assert {one.name for one in found} == {
        name for name, body in enumerate(many) if name and path.intersects(geometry(body))
    }
    assert [one.enters for one in found] == sorted(one.enters for one in found)
    for one in found:
        cut = path.intersection(geometry(many[one.name]))
        assert abs(shapely.distance(shapely.Point(start), cut) - one.enters) <= 2
        assert abs(shapely.hausdorff_distance(shapely.Point(start), cut) - one.leaves) <= 2


def test_ranks_that_a_ball_goes_through() -> None:
    column, pose = formations.ranks_and_files(30, 6, 80, 150), Pose(0, 0, 0)
    assert firelines.ranks_on_line(column, pose, (10, 1000), (10, -2000)) == [0, 1, 2, 3, 4]
    assert firelines.ranks_on_line(column, pose, (10, 1000), (10, -310)) == [0, 1, 2]
    assert firelines.ranks_on_line(column, pose, (-1000, -200), (1000, -200)) == [1]
    assert firelines.ranks_on_line(column, pose, (300, 1000), (300, -2000)) == []
    # two ranks of the near face and two of the far one
    hollow = formations.square(36, 150, 150, ranks=2)
    assert firelines.ranks_on_line(hollow, pose, (-10, 1000), (-10, -2000)) == [0, 0, 1, 1]


def test_bases_in_contact_and_those_beside_them() -> None:
    attacker, defender = formations.line(12, 80, 150), formations.line(24, 80, 150)
    own = base_outlines(defender, Pose(0, 0, 0))
    enemy = base_outlines(attacker, Pose(0, 3, 1800))
    touching = firelines.bases_in_contact(own, enemy)
    # six files face them, and a base on each side is touched at the corner
    assert [defender.bases[i].file for i in touching] == list(range(2, 10))
    assert {defender.bases[i].rank for i in touching} == {0}
    beside = firelines.bases_beside(own, touching)
    assert sorted(defender.bases[i].file for i in beside) == sorted([*range(1, 11), *range(1, 11)])
    assert firelines.bases_in_contact(own, base_outlines(attacker, Pose(0, 6, 1800))) == []


@given(bodies, bodies)
def test_contact_of_bases_is_symmetric(a: Body, b: Body) -> None:
    one, other = [a.outline], [b.outline]
    assert bool(firelines.bases_in_contact(one, other)) == bool(firelines.bases_in_contact(other, one))
    assert bool(firelines.bases_in_contact(one, other)) == (
        shapely.distance(polygon(a.outline), polygon(b.outline)) <= 5
    )
