"""Bodies in motion: where they are at each tick, and the first tick at which they meet, against trying every tick."""

from math import hypot
from random import Random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop import distance, table, terrain
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, body_at
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import (
    NEVER,
    first_clear,
    first_meetings,
    first_within,
    leaves_feature,
    meets_feature,
    tracks_meet,
    way_until,
)
from feltherre.ground.tabletop.movers import Mover, Moving, Standing
from feltherre.ground.tabletop.shapes import Outline, moved
from feltherre.ground.tabletop.tracks import (
    Leg,
    Track,
    box_of_track,
    cut,
    halt,
    leg_at,
    march,
    march_to,
    pieces_at,
    pose_at,
    spin,
    track_of,
    wheel,
)
from ground.tabletop.strategies import CLASSES, angles, areas, bodies, cm, geometry, points, polygon, poses, shapes

rates = st.integers(300, 9000)
limits = st.sampled_from([0, 5, 200, 800])


@st.composite
def legs(draw: st.DrawFn) -> Leg:
    shape, pose, rate = draw(shapes), draw(poses), draw(rates)
    start = draw(st.sampled_from([0, 0, 512, 1000]))
    kind = draw(st.sampled_from(["march", "march", "wheel", "spin", "halt"]))
    if kind == "march":
        return march(start, pose, shape.width, shape.depth, draw(angles), draw(st.integers(1, 6000)), rate)
    if kind == "halt":
        return halt(start, pose, shape.width, shape.depth)
    turn = draw(st.integers(1, 1800)) * draw(st.sampled_from([-1, 1]))
    way = max(1, 3 * shape.width * abs(turn) // 1800)
    make = wheel if kind == "wheel" else spin
    return make(start, pose, shape.width, shape.depth, turn, way, rate)


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    """One leg, or a march that goes on from where the first leg ends."""
    first = draw(legs())
    if first.end > TURN or draw(st.booleans()):
        return (first,)
    pose = pose_at(first, first.end)
    second = march(first.end, pose, first.width, first.depth, pose.facing, draw(st.integers(1, 3000)), draw(rates))
    return track_of(first, second)


def by_trying(a: Mover, b: Mover, limit: int, end: int) -> int:
    return next((t for t in range(end + 1) if distance.pieces_within(a.pieces(t), b.pieces(t), limit)), NEVER)


def _random_track(rng: Random) -> Track:
    """A body in a crowd: it marches, wheels, spins or stands, and often marches on."""
    width, depth, rate = rng.randrange(80, 600), rng.randrange(80, 300), rng.randrange(4000, 9000)
    pose = Pose(rng.randrange(1300), rng.randrange(1300), rng.randrange(3600))
    turn = rng.choice((-1, 1)) * rng.randrange(100, 1800)
    start = rng.choice((0, 0, 40, 100))
    leg = rng.choice(
        (
            march(start, pose, width, depth, rng.randrange(3600), rng.randrange(50, 1500), rate),
            march(start, pose, width, depth, rng.randrange(4) * 900, rng.randrange(50, 1500), rate),
            wheel(start, pose, width, depth, turn, 3 * width * abs(turn) // 1800, rate),
            spin(start, pose, width, depth, turn, width, rate),
            halt(start, pose, width, depth),
        )
    )
    if leg.way == 0 or rng.random() < 0.5:
        return (leg,)
    there = pose_at(leg, leg.end)
    return track_of(leg, march(leg.end + rng.choice((0, 30)), there, width, depth, there.facing, 500, rate))


@pytest.mark.parametrize("seed", range(4))
def test_in_a_crowd_meetings_and_partings_are_those_found_by_trying_every_tick(seed: int) -> None:
    rng, end = Random(seed), 600
    met = parted = 0
    for _ in range(90):
        a, b = Moving(_random_track(rng)), Moving(_random_track(rng))
        limit = rng.choice((0, 5, 50))
        near = [distance.pieces_within(a.pieces(t), b.pieces(t), limit) for t in range(end + 1)]
        assert first_within(a, b, limit, 0, end) == (near.index(True) if True in near else NEVER)
        assert first_clear(a, b, limit, 0, end) == (near.index(False) if False in near else NEVER)
        met += True in near and not near[0]
        parted += near[0] and False in near
    assert met > 5
    assert parted > 3


@pytest.mark.parametrize("seed", range(3))
def test_all_first_meetings_are_those_of_each_pair(seed: int) -> None:
    rng = Random(seed)
    many = [_random_track(rng) for _ in range(12)]
    for begin, end in ((0, 600), (150, 300)):
        alone = [
            (tick, a, b)
            for b in range(len(many))
            for a in range(b)
            if (tick := tracks_meet(many[a], many[b], 5, begin, end)) != NEVER
        ]
        assert first_meetings(many, 5, begin, end) == sorted(alone)
        for track in many:
            west, south, east, north = box_of_track(track, begin, end)
            for tick in range(begin, end + 1, 7):
                corners = pieces_at(leg_at(track, tick), tick)[0]
                assert all(west <= x <= east and south <= y <= north for x, y in corners)


@given(tracks(), tracks(), limits)
def test_the_first_meeting_is_the_one_found_by_trying_every_tick(a: Track, b: Track, limit: int) -> None:
    found = tracks_meet(a, b, limit, 0, 700)
    assert found == by_trying(Moving(a), Moving(b), limit, 700)
    assert found == tracks_meet(b, a, limit, 0, 700)


@given(tracks(), tracks(), limits)
def test_the_first_moment_apart_is_the_one_found_by_trying_every_tick(a: Track, b: Track, limit: int) -> None:
    one, other = Moving(a), Moving(b)
    tried = (t for t in range(701) if not distance.pieces_within(one.pieces(t), other.pieces(t), limit))
    assert first_clear(one, other, limit, 0, 700) == next(tried, NEVER)


@given(tracks(), bodies, limits)
def test_nothing_is_left_out_over_a_whole_turn(track: Track, body: Body, limit: int) -> None:
    """Every eighth tick before the meeting is tried with shapely's distance."""
    found = first_within(Moving(track), Standing(*body.pieces), limit, 0, TURN)
    for tick in range(0, TURN if found == NEVER else found, 97):
        assert shapely.distance(polygon(pieces_at(leg_at(track, tick), tick)[0]), geometry(body)) > limit - 1e-6
    if found != NEVER:
        assert shapely.distance(polygon(pieces_at(leg_at(track, found), found)[0]), geometry(body)) <= limit + 1e-6


@given(areas, tracks(), st.sampled_from([0, 5]))
def test_the_first_touch_of_an_area_and_the_way_out(area: Outline, track: Track, limit: int) -> None:
    (feature,) = terrain.features_of([terrain.FeatureData("x", "wood", poly=cm(area))], CLASSES)
    found = meets_feature(track, feature, limit, 0, TURN)
    for tick in range(0, TURN if found == NEVER else found, 131):
        assert not table.near_feature(pieces_at(leg_at(track, tick), tick), feature, limit)
    if found != NEVER:
        assert table.near_feature(pieces_at(leg_at(track, found), found), feature, limit)
        out = leaves_feature(track, feature, limit, found, TURN)
        for tick in range(found, TURN if out == NEVER else out, 131):
            assert table.near_feature(pieces_at(leg_at(track, tick), tick), feature, limit)
        assert out == NEVER or not table.near_feature(pieces_at(leg_at(track, out), out), feature, limit)


@given(
    st.one_of(
        areas.map(lambda area: terrain.FeatureData("x", "wood", poly=cm(area))),
        st.builds(lambda a, b: terrain.FeatureData("x", "wall", line=cm((a, b))), points, points).filter(
            lambda data: data.line[0] != data.line[1]
        ),
    ),
    tracks(),
)
def test_nothing_passes_through_what_stops_it(data: terrain.FeatureData, track: Track) -> None:
    """A body that halts when it touches stands on no part of the object, at any tick, and has not jumped over it."""
    (feature,) = terrain.features_of([data], CLASSES)
    assume(not table.near_feature(pieces_at(track[0], 0), feature, 0))
    touch = meets_feature(track, feature, 0, 0, TURN)
    stopped = track if touch == NEVER else cut(track, touch - 1)
    swept = []
    for tick in range(0, TURN + 1, 64):
        pieces = pieces_at(leg_at(stopped, tick), tick)
        assert not table.covers_part(feature, pieces)
        swept.append(polygon(pieces[0]).centroid)
    path = shapely.LineString(swept)
    solid = shapely.union_all([polygon(s) if len(s) > 2 else shapely.LineString(s) for s in feature.solids])
    if not any(leg.turn for leg in track) and len(track) == 1:  # the middle goes straight
        assert not path.intersects(solid)


@given(legs(), st.integers(0, TURN))
def test_a_body_never_goes_faster_than_its_rate(leg: Leg, tick: int) -> None:
    assume(not leg.turn)
    start, now = pose_at(leg, leg.start), pose_at(leg, tick)
    gone = hypot(now.x - start.x, now.y - start.y)
    # the end of a leg is rounded, and its way with it, by less than 1 for each 0.1 mm of the other
    assert gone <= max(0, tick - leg.start) * leg.rate / TURN * (1 + 1 / max(leg.way, 1)) + 1e-6
    assert pose_at(leg, leg.end) == pose_at(leg, leg.end + 100)
    assert (pose_at(leg, leg.end).x, pose_at(leg, leg.end).y) == (start.x + leg.dx, start.y + leg.dy)


@given(shapes, poses, st.integers(-1800, 1800).filter(bool), rates)
def test_a_wheel_keeps_its_corner_and_ends_facing_as_ordered(shape: Shape, pose: Pose, turn: int, rate: int) -> None:
    leg = wheel(0, pose, shape.width, shape.depth, turn, 3 * shape.width // 2, rate)
    corner = 1 if turn > 0 else 0
    for tick in (0, leg.end // 3, leg.end // 2, leg.end):
        assert distance.point_distance(pieces_at(leg, tick)[0][corner], leg.pivot) <= 3
    assert pose_at(leg, leg.end).facing == (pose.facing + turn) % 3600


@given(shapes, poses, st.integers(-1800, 1800).filter(bool), rates)
def test_a_spin_keeps_its_middle(shape: Shape, pose: Pose, turn: int, rate: int) -> None:
    leg = spin(0, pose, shape.width, shape.depth, turn, shape.width, rate)
    for tick in (0, leg.end // 2, leg.end):
        left, _, right, _ = pieces_at(leg, tick)[0]
        assert abs(left[0] + right[0] - 2 * leg.pivot[0]) <= 4
        assert abs(left[1] + right[1] - 2 * leg.pivot[1]) <= 4


def test_two_units_meet_at_the_tick_that_their_speeds_say() -> None:
    # 12 cm apart, 20 cm a turn against one that stands: 2 cm apart after half a turn
    attacker = (march(0, Pose(4000, 1000, 0), 1200, 300, 0, 2000, 2000),)
    defender = (halt(0, Pose(4000, 2200, 1800), 600, 450),)
    assert tracks_meet(attacker, defender, 200, 0, TURN) == 2048
    assert tracks_meet(defender, attacker, 200, 0, TURN) == 2048
    # against each other at 20 and 10 cm: a third of a turn, at the first tick at or after it
    other = (march(0, Pose(4000, 2200, 1800), 600, 450, 1800, 1000, 1000),)
    assert tracks_meet(attacker, other, 200, 0, TURN) in range(TURN // 3 + 1, TURN // 3 + 4)


def test_bodies_that_march_alike_never_come_nearer() -> None:
    left = (march(0, Pose(1000, 1000, 370), 900, 300, 370, 3000, 1500),)
    right = (march(0, Pose(1000 + 1200, 1000 - 7, 370), 900, 300, 370, 3000, 1500),)
    gap_at = [distance.pieces_within(pieces_at(left[0], t), pieces_at(right[0], t), 300) for t in range(0, TURN, 64)]
    assert len(set(gap_at)) == 1
    assert tracks_meet(left, right, 5, 0, TURN) == NEVER


@given(bodies, st.lists(bodies, min_size=1, max_size=3), points, limits)
def test_a_way_until_something_is_near(body: Body, others: list[Body], goal: tuple[int, int], limit: int) -> None:
    dx, dy = goal[0] - body.outline[0][0], goal[1] - body.outline[0][1]
    solids = [other.outline for other in others]
    way = way_until(body.pieces, dx, dy, solids, limit)
    length = distance.point_distance((0, 0), (dx, dy))

    def gap(gone: int) -> float:
        part = gone / length if length else 0
        there = moved(body.outline, round(dx * part), round(dy * part))
        return float(min(shapely.distance(polygon(there), polygon(solid)) for solid in solids))

    for gone in range(0, (length if way == NEVER else way) + 1, 53):
        assert gone == way or gap(gone) > limit - 1.5
    if way != NEVER:
        assert gap(way) <= limit + 1.5
    assert way_until(body.pieces, dx, dy, (), limit) == NEVER


@given(tracks(), st.integers(0, TURN))
def test_a_cut_track_is_the_same_until_then_and_stands_after(track: Track, tick: int) -> None:
    assume(tick >= track[0].start)
    stopped = cut(track, tick)
    for t in (0, tick // 2, tick):
        assert pieces_at(leg_at(stopped, t), t) == pieces_at(leg_at(track, t), t)
    assert pieces_at(leg_at(stopped, TURN), TURN) == pieces_at(leg_at(track, tick), tick)


def test_a_column_follows_the_way_of_its_head() -> None:
    first = Leg(0, Pose(0, 0, 0), 240, 1000, 1500, 3000, 0, 1500, column=True)
    second = Leg(first.end, Pose(0, 1500, 900), 240, 1000, 1500, 3000, 1500, 0, trail=((0, 0),), column=True)
    track = track_of(first, second)
    pieces = pieces_at(leg_at(track, 3072), 3072)
    assert pieces == (
        ((750, 1620), (750, 1380), (0, 1380), (0, 1620)),
        ((-120, 1500), (120, 1500), (120, 1250), (-120, 1250)),
    )
    beside = Standing(body_at(Shape(100, 100), Pose(700, 1724, 0)).outline)
    found = first_within(Moving(track), beside, 5, 0, TURN)
    assert found == by_trying(Moving(track), beside, 5, TURN)
    assert first.end < found < TURN
    assert body_at(Shape(240, 100), Pose(0, 1500, 0)).pieces[0] == (*pieces[1][:2], (120, 1400), (-120, 1400))
    halted = cut(track, 3072)
    assert pieces_at(leg_at(halted, TURN), TURN) == pieces


def test_legs_do_not_overlap_in_time() -> None:
    leg = march_to(0, Pose(0, 0, 0), 100, 100, forward((0, 0), 450, 1000), 1000)
    assert leg.end == TURN
    assert pose_at(leg, TURN).point == forward((0, 0), 450, 1000)
    with pytest.raises(BadInput):
        track_of(leg, halt(100, Pose(0, 0, 0), 100, 100))
    with pytest.raises(BadInput):
        track_of()
