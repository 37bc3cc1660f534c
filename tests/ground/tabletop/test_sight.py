"""Lines of sight: range, screens, crests and dead ground; all lines at once give the same answers."""

from itertools import product
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from feltherre.ground.tabletop import sight_all
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, bent_column, body_at, body_of
from feltherre.ground.tabletop.polygons import is_simple
from feltherre.ground.tabletop.reasons import Hidden, Unseen
from feltherre.ground.tabletop.sight import Look, body_hidden, line_between, tried_lines, why_hidden
from feltherre.ground.tabletop.sight_all import nearest_all, nearest_of_all_pieces, one_sees, seen_by_any, who_sees_whom
from feltherre.ground.tabletop.sight_lines import Lines, Looks, ground_of
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import FeatureData
from ground.tabletop.strategies import bodies, coarse, coarse_areas, points, polygon, table, tables

FAR = Look(limit=25000, inside=800, out_of=200)
#: nothing is said of the ends, so that a line is the same from both
EVEN = Look(limit=25000, inside=0, out_of=0)
any_table = st.one_of(tables(), tables(coarse_areas))
any_point = st.one_of(points, coarse)
looks = st.builds(Look, st.integers(0, 9000), st.integers(0, 2000), st.integers(0, 500))


def ridge(level: int = 1, **more: object) -> FeatureData:
    """A ridge from 30 to 40 cm across the whole table."""
    return FeatureData("ridge", "hill", level=level, rect=(30, 0, 40, 60), **more)  # type: ignore[arg-type]


def reason(on_table: Table, eye: Point, mark: Point, look: Look = FAR) -> Hidden | None:
    hidden = why_hidden(on_table, eye, mark, look)
    return None if hidden is None else hidden.reason


def test_a_battalion_behind_a_ridge_is_hidden_from_level_ground() -> None:
    on_table = table(ridge())
    assert why_hidden(on_table, (1000, 3000), (6000, 3000), FAR) == Unseen(Hidden.CREST, what="ridge", at=(3500, 3000))
    # but not one on its near slope
    assert reason(on_table, (1000, 3000), (3400, 3000)) is None
    assert reason(on_table, (1000, 3000), (3600, 3000)) is Hidden.CREST


def test_a_general_sees_down_the_far_slope_only_from_the_crest() -> None:
    on_table = table(ridge())
    assert reason(on_table, (3400, 3000), (6000, 3000)) is Hidden.CREST
    assert reason(on_table, (3500, 3000), (6000, 3000)) is None
    assert reason(on_table, (3600, 3000), (6000, 3000)) is None
    # on the terrace on which both stand the crest does not matter
    assert reason(on_table, (3100, 3000), (3900, 3000)) is None


def test_from_two_terraces_up_one_sees_over_a_ridge_that_is_not_farther_than_the_target_is_from_it() -> None:
    high = [FeatureData(f"h{i}", "hill", level=i, rect=(0, 0, 12 - i, 60)) for i in (1, 2)]
    on_table = table(*high, ridge())
    # the crest is at 35 cm; the eye at 8 cm, in front of the crest of its own hill
    assert reason(on_table, (800, 3000), (6200, 3000)) is None
    assert reason(on_table, (800, 3000), (6199, 3000)) is Hidden.CREST
    line = line_between(on_table, (800, 3000), (6200, 3000))
    assert (line.length, line.eye_level, line.mark_level) == (5400, 2, 0)
    assert [(crest.hill, crest.level, crest.at, crest.shared) for crest in line.crests] == [("ridge", 1, 2700, False)]


def test_a_drawn_crest_counts_where_the_line_cuts_it() -> None:
    on_table = table(ridge(crest=((32, 0), (32, 50))))
    assert reason(on_table, (3100, 3000), (6000, 3000)) is Hidden.CREST
    assert reason(on_table, (3300, 3000), (6000, 3000)) is None
    # beyond its end it is again the middle
    assert reason(on_table, (3300, 5500), (6000, 5500)) is Hidden.CREST
    assert reason(on_table, (3600, 5500), (6000, 5500)) is None
    # and all at once the same: eyes every millimetre across the ridge, with and without the drawn crest ahead
    ends = [((x, y), (6000, y)) for x in range(2900, 4100, 10) for y in (3000, 5500)]
    alike = Looks(*(np.full(len(ends), n) for n in (FAR.limit, FAR.inside, FAR.out_of)))
    (free,) = Lines(np.array([a for a, _ in ends]), np.array([b for _, b in ends]), [alike]).answers(on_table)
    assert free.tolist() == [why_hidden(on_table, a, b, FAR) is None for a, b in ends]


def test_woods_hide_what_is_behind_and_inside_them() -> None:
    on_table = table(FeatureData("oaks", "wood", rect=(30, 20, 40, 40)))
    assert why_hidden(on_table, (1000, 3000), (6000, 3000), FAR) == Unseen(
        Hidden.SCREENED, what="oaks", at=(3000, 3000)
    )
    assert reason(on_table, (1000, 5000), (6000, 5000)) is None
    # along the edge and past the corner is free
    assert reason(on_table, (1000, 2000), (6000, 2000)) is None
    assert reason(on_table, (2000, 3000), (4000, 5000)) is None
    # inside: seen at 8 cm
    assert reason(on_table, (2300, 3000), (3100, 3000)) is None
    assert reason(on_table, (2299, 3000), (3100, 3000)) is Hidden.INSIDE_TOO_FAR
    assert reason(on_table, (3200, 3000), (3900, 3000)) is None
    assert reason(on_table, (3050, 3000), (3900, 3000)) is Hidden.INSIDE_TOO_FAR
    # looking out: from up to 2 cm inside
    assert reason(on_table, (3800, 3000), (6000, 3000)) is None
    assert reason(on_table, (3799, 3000), (6000, 3000)) is Hidden.DEEP_INSIDE
    (screen,) = line_between(on_table, (1000, 3000), (3500, 3000)).screens
    assert (screen.what, screen.enters, screen.leaves) == ("oaks", 2000, 2500)
    assert (screen.holds_eye, screen.holds_mark) == (False, True)


def test_the_range_of_sight_counts_itself() -> None:
    on_table = table()
    assert reason(on_table, (0, 0), (3000, 4000), Look(5000, 0)) is None
    assert reason(on_table, (0, 0), (3000, 4001), Look(5000, 0)) is Hidden.TOO_FAR


def test_a_line_that_screens() -> None:
    hedge = FeatureData("hedge", "linear", line=((30, 10), (30, 50)), width=0.4, screens=True)
    on_table = table(hedge)
    assert reason(on_table, (1000, 3000), (6000, 3000)) is Hidden.SCREENED
    assert reason(on_table, (1000, 5500), (6000, 5500)) is None
    assert reason(table(FeatureData("h", "fence", line=hedge.line)), (1000, 3000), (6000, 3000)) is None


def test_bodies_hide_only_if_they_are_given() -> None:
    on_table = table()
    between = {3: body_at(Shape(1000, 300), Pose(3000, 3000, 0)), 5: body_at(Shape(100, 100), Pose(1000, 3000, 0))}
    assert why_hidden(on_table, (1000, 2950), (6000, 2950), FAR) is None
    assert why_hidden(on_table, (1000, 2950), (6000, 2950), FAR, between, leave_out=(5,)) == Unseen(Hidden.BODY, who=3)


@given(any_table, any_point, any_point)
def test_a_line_of_sight_is_the_same_from_both_ends(on_table: Table, a: Point, b: Point) -> None:
    forth, back = why_hidden(on_table, a, b, EVEN), why_hidden(on_table, b, a, EVEN)
    assert (forth is None) == (back is None)
    line, reverse = line_between(on_table, a, b), line_between(on_table, b, a)
    assert line.length == reverse.length
    assert (line.eye_level, line.mark_level) == (reverse.mark_level, reverse.eye_level)
    assert len(line.crests) == len(reverse.crests)
    assert sorted(crest.hill for crest in line.crests) == sorted(crest.hill for crest in reverse.crests)


@given(any_table, any_point, any_point)
def test_a_line_that_is_seen_runs_through_no_wood(on_table: Table, a: Point, b: Point) -> None:
    assume(a != b)
    path = shapely.LineString((a, b))
    inside = sum(
        path.intersection(polygon(screen.outline)).difference(polygon(screen.outline).boundary.buffer(1e-5)).length
        for screen in on_table.screens
    )
    hidden = why_hidden(on_table, a, b, EVEN)
    if hidden is None:
        assert inside < 1
    elif hidden.reason is not Hidden.CREST:
        assert inside > 0


@given(any_table, any_point, any_point)
def test_the_facts_of_a_line_explain_the_answer(on_table: Table, a: Point, b: Point) -> None:
    """The game's own procedure, from the facts alone, finds what the ground finds, but for fractions of 0.1 mm."""
    line = line_between(on_table, a, b)
    hidden = why_hidden(on_table, a, b, EVEN)
    crests = [
        crest.level * line.length - (line.eye_level * (line.length - crest.at) + line.mark_level * crest.at)
        for crest in line.crests
        if not crest.shared
    ]
    if line.screens:
        assert hidden is not None
        assert hidden.reason is not Hidden.CREST
    elif hidden is None:
        assert all(below <= 3 for below in crests)
    else:
        assert hidden.reason is Hidden.CREST
        assert max(crests) >= -3


@given(st.data(), any_table, looks)
def test_many_lines_at_once_are_each_as_asked_alone(data: st.DataObject, on_table: Table, look: Look) -> None:
    pairs = data.draw(st.lists(st.tuples(any_point, any_point), min_size=1, max_size=30))
    eyes, marks = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    other = Look(look.limit // 2, look.inside * 2, look.out_of)
    both = [Looks(*(np.full(len(pairs), n) for n in (one.limit, one.inside, one.out_of))) for one in (look, other)]
    forth, back = Lines(eyes, marks, both).answers(on_table)
    assert forth.tolist() == [why_hidden(on_table, a, b, look) is None for a, b in pairs]
    assert back.tolist() == [why_hidden(on_table, b, a, other) is None for a, b in pairs]


@given(any_table, st.lists(any_point, min_size=1, max_size=20))
def test_the_terraces_of_many_places_are_those_of_each(on_table: Table, places: list[Point]) -> None:
    corners = [corner for hill in on_table.hills for corner in hill.points]
    asked = [*places, *corners]
    assert ground_of(on_table).levels_at(np.array(asked)).tolist() == [on_table.level_at(place) for place in asked]


def _random_table(rng: Random, step: int) -> Table:
    """Woods and hills with corners on a grid, so that lines often run through corners and crests are often even."""
    data: list[FeatureData] = []
    while len(data) < 6:
        corners = tuple((rng.randrange(0, 80, step), rng.randrange(0, 60, step)) for _ in range(rng.choice((3, 4, 5))))
        if not is_simple(tuple((100 * x, 100 * y) for x, y in corners)):
            continue
        kind = rng.choice(("wood", "hill"))
        crest = ((rng.randrange(0, 80, step), 0), (rng.randrange(0, 80, step), 60)) if rng.random() < 0.3 else ()
        data.append(FeatureData(f"{kind}{len(data)}", kind, poly=corners, level=int(kind == "hill"), crest=crest))
        if kind == "hill" and rng.random() < 0.5:
            data.append(FeatureData(f"top{len(data)}", "hill", poly=corners, level=2))
    return table(*data)


@pytest.mark.parametrize("seed", range(8))
def test_thousands_of_lines_are_each_as_asked_alone(seed: int) -> None:
    rng, step = Random(seed), (1, 10)[seed % 2]
    on_table = _random_table(rng, step)
    ends = [
        [(rng.randrange(0, 8000, 100 * step), rng.randrange(0, 6000, 100 * step)) for _ in "ab"] for _ in range(300)
    ]
    # some stand so that the crest is just between them
    ends += [[a, (a[0] + 2 * rng.randrange(1, 40) * 100, a[1])] for a, _ in ends[:100]]
    looks = [Look(8000, 1500, 1000), Look(6000, 0, 400)]
    both = [Looks(*(np.full(len(ends), n) for n in (one.limit, one.inside, one.out_of))) for one in looks]
    forth, back = Lines(np.array([a for a, _ in ends]), np.array([b for _, b in ends]), both).answers(on_table)
    assert forth.tolist() == [why_hidden(on_table, a, b, looks[0]) is None for a, b in ends]
    assert back.tolist() == [why_hidden(on_table, b, a, looks[1]) is None for a, b in ends]
    assert 0.02 < forth.mean() < 0.98


@given(any_table, st.lists(bodies, min_size=2, max_size=7), looks)
def test_who_sees_whom_is_as_asked_pair_by_pair(on_table: Table, many: list[Body], look: Look) -> None:
    many = [*many, bent_column(((2000, 2500), (2000, 2000), (500, 2000)), 0, 240, 1200)]
    seen = who_sees_whom(on_table, many, look.limit, look.inside, look.out_of)
    for i, j in product(range(len(many)), repeat=2):
        alone = i != j and body_hidden(on_table, many[i], many[j], look) is None
        assert seen[i, j] == alone
    wanted = np.zeros_like(seen)
    wanted[0, :] = True
    some = who_sees_whom(on_table, many, look.limit, look.inside, look.out_of, wanted)
    assert (some == (seen & wanted)).all()


@given(any_table, st.lists(bodies, min_size=1, max_size=6), st.lists(bodies, min_size=1, max_size=4), looks)
def test_who_is_seen_by_any_is_as_asked_one_by_one(
    on_table: Table, eyes: list[Body], targets: list[Body], look: Look
) -> None:
    column = bent_column(((2000, 2500), (2000, 2000), (500, 2000)), 0, 240, 1200)
    house = body_of((((0, 0), (0, 300), (200, 400), (400, 300), (400, 0)),), 0)
    eyes, targets = [*eyes, column, house], [*targets, column, house]
    alone = [any(body_hidden(on_table, eye, target, look) is None for eye in eyes) for target in targets]
    for first, many in ((0, 0), (1, 0), (1, 1000)):
        with patch.multiple(sight_all, FIRST=first, MANY=many):
            assert seen_by_any(on_table, eyes, targets, [look] * len(targets)) == alone
    assert [one_sees(on_table, eyes, target, look) for target in targets] == alone


def test_the_nearest_places_of_bent_columns_are_those_of_each_pair() -> None:
    """Also where pieces lie as near as each other, meet, or their corners do."""
    ways = [
        ((x, y), (x + dx, y), (x + dx, y + dy))
        for x, y in product((0, 1000, 1007), (0, 900))
        for dx in (400, -7)
        for dy in (300, -511)
    ]
    many = [bent_column(way, facing, 240, 1500) for way, facing in zip(ways, range(0, 3600, 150), strict=True)]
    observer, target = np.nonzero(~np.eye(len(many), dtype=bool))
    eyes, marks = nearest_of_all_pieces(many, observer, target)
    for row, (i, j) in enumerate(zip(observer, target, strict=True)):
        eye, mark = tried_lines(many[i], many[j])[0]
        assert (tuple(eyes[row]), tuple(marks[row])) == (eye, mark)


@given(st.lists(bodies, min_size=2, max_size=8), st.booleans())
def test_nearest_places_of_many_are_those_of_each_pair(many: list[Body], square_on: bool) -> None:
    if square_on:  # edges face each other, so that many places are even
        many = [body_at(Shape(300, 200), Pose(body.box[0], body.box[1], 0)) for body in many]
    first, second = np.nonzero(np.triu(np.ones((len(many), len(many)), dtype=bool), 1))
    on_first, on_second = nearest_all([body.outline for body in many], first, second)
    for row, (i, j) in enumerate(zip(first, second, strict=True)):
        eye, mark = tried_lines(many[i], many[j])[0]
        assert (tuple(on_first[row]), tuple(on_second[row])) == (eye, mark)


@pytest.mark.parametrize("bent", [False, True])
def test_a_column_of_which_only_the_tail_stands_beyond_the_wood_is_seen(bent: bool) -> None:
    """Its head, front and middle are hidden behind the wood."""
    on_table = table(FeatureData("wood", "wood", poly=((23, 25), (55, 25), (55, 26), (23, 26))))
    straight, round_a_corner = ((2200, 4500), (1000, 4500)), ((2200, 4700), (2200, 4500), (900, 4500))
    column = bent_column(round_a_corner, 0, 240, 1500) if bent else bent_column(straight, 900, 240, 1200)
    eye = body_at(Shape(80, 150), Pose(3500, 500, 0))
    hidden = [why_hidden(on_table, *line, FAR) is not None for line in tried_lines(eye, column)]
    assert hidden == [True, True, True, True, False, False]
    assert body_hidden(on_table, eye, column, FAR) is None
    assert who_sees_whom(on_table, [eye, column], FAR.limit, FAR.inside, FAR.out_of)[0, 1]
    assert seen_by_any(on_table, [eye], [column], [FAR]) == [True]


@given(any_table, bodies, bodies)
def test_a_body_is_seen_if_one_line_is_free(on_table: Table, a: Body, b: Body) -> None:
    lines = tried_lines(a, b)
    assert lines[0] == tried_lines(b, a)[0][::-1]
    free = [why_hidden(on_table, eye, mark, FAR) is None for eye, mark in lines]
    assert (body_hidden(on_table, a, b, FAR) is None) == any(free)


@pytest.mark.parametrize("quarter", [1, 2, 3])
@given(points, points)
def test_sight_does_not_depend_on_where_on_the_table(quarter: int, a: Point, b: Point) -> None:
    shift = quarter * 10
    here = table(ridge(), FeatureData("oaks", "wood", poly=((10, 10), (25, 14), (18, 30))))
    there = table(
        FeatureData("ridge", "hill", level=1, rect=(30 + shift, shift, 40 + shift, 60 + shift)),
        FeatureData("oaks", "wood", poly=tuple((x + shift, y + shift) for x, y in ((10, 10), (25, 14), (18, 30)))),
    )
    move = shift * 100
    moved = [(x + move, y + move) for x, y in (a, b)]
    assert reason(here, a, b) == reason(there, moved[0], moved[1])
