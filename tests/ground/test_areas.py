"""Boards of areas: what is built from borders and coasts, ways over them, and boards that are refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.areas import Areas, Border, paths, reach, together

# a - b ~ c - d, b - d, and d - e; ~ is a fjord. The sea s touches b and c, the sea t touches c.
A, B, C, D, E = range(5)
BORDERS = (Border(A, B), Border(B, C, "fjord", "Fjord"), Border(C, D, "lake", "Lake"), Border(B, D), Border(D, E))
COAST = ((), (0,), (0, 1), (), ())


def board(**changed: Any) -> Areas:
    given_parts: dict[str, Any] = {
        "ids": "abcde",
        "names": ("Aa", "Bø", "Cé", "Dä", "Ee"),
        "borders": BORDERS,
        "seas": ("s", "t"),
        "coast": COAST,
    }
    return Areas(**{**given_parts, **changed})


def anywhere(area: int) -> bool:
    return True


def test_borders_make_neighbours() -> None:
    areas = board()
    assert len(areas) == 5
    assert areas.neighbours == ((B,), (A, C, D), (B, D), (B, C, E), (D,))
    assert areas.wet_neighbours == ((), (C,), (B, D), (C,), ())
    assert areas.dry_neighbours == ((B,), (A, D), (), (B, E), (D,))


def test_two_areas_are_asked_for_their_border() -> None:
    areas = board()
    assert areas.border(C, B) == areas.border(B, C) == Border(B, C, "fjord", "Fjord")
    assert areas.border(A, C) is None
    assert (areas.adjacent[A][B], areas.adjacent[A][C], areas.adjacent[A][A]) == (True, False, False)
    assert (areas.over_water[B][C], areas.over_water[C][D], areas.over_water[A][B]) == (True, True, False)


def test_coasts_are_listed_both_ways() -> None:
    areas = board()
    assert areas.shore == ((B, C), (C,))
    assert areas.with_coast_on([0]) == (B, C)
    assert areas.with_coast_on([0], but_not=[1]) == (B,)
    assert areas.with_coast_on([]) == ()


def test_areas_are_found_by_name() -> None:
    assert board().index("BO") == board().index("b") == B
    with pytest.raises(BadInput):
        board().index("zz")


def test_ways_enter_no_area_twice_and_short_ones_come_first() -> None:
    assert paths(board().neighbours, A, 3, anywhere) == [(B,), (B, C), (B, D), (B, C, D), (B, D, C), (B, D, E)]


def test_ways_pass_only_where_they_may() -> None:
    free = [True, True, True, False, True]
    assert paths(board().neighbours, A, 3, free.__getitem__) == [(B,), (B, C)]
    # the last area may be entered although none may pass it, as in an attack
    assert paths(board().neighbours, A, 2, free.__getitem__, anywhere) == [(B,), (B, C), (B, D)]


def test_ways_over_dry_borders_only() -> None:
    assert paths(board().dry_neighbours, A, 4, anywhere) == [(B,), (B, D), (B, D, E)]


def test_reach_gives_the_shortest_way() -> None:
    assert reach(board().neighbours, A, 3, anywhere) == {B: 1, C: 2, D: 2, E: 3}
    assert reach(board().neighbours, A, 0, anywhere) == {}
    free = [True, True, True, False, True]
    assert reach(board().neighbours, A, 3, free.__getitem__, lambda area: not free[area]) == {D: 2}


@given(st.data())
def test_reach_is_where_the_ways_end(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 7))
    pairs = [(a, b) for a in range(count) for b in range(a)]
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    links: list[list[int]] = [[] for _ in range(count)]
    for a, b in chosen:
        links[a].append(b)
        links[b].append(a)
    may_pass = data.draw(st.lists(st.booleans(), min_size=count, max_size=count)).__getitem__
    may_end = data.draw(st.lists(st.booleans(), min_size=count, max_size=count)).__getitem__
    longest = data.draw(st.integers(0, 4))
    ways = paths(links, 0, longest, may_pass, may_end)
    assert all(len(set(way)) == len(way) <= longest and 0 not in way for way in ways)
    shortest: dict[int, int] = {}
    for way in ways:
        shortest.setdefault(way[-1], len(way))
    assert reach(links, 0, longest, may_pass, may_end) == shortest


def test_areas_that_hang_together() -> None:
    assert together(((1,), (0,), (3,), (2,)), 0) == {0, 1}
    assert together(board().neighbours, E) == {A, B, C, D, E}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"ids": "abcda"}, "the id 'a' is given twice"),
        ({"names": ("Aa", "Bø", "BO", "Dä", "Ee")}, "the name 'bo' is given twice"),
        ({"names": ("Aa",)}, "not every area"),
        ({"borders": (*BORDERS, Border(A, 9))}, "the border 0-9 leads off the board"),
        ({"borders": (*BORDERS, Border(A, A))}, "a borders itself"),
        ({"borders": (*BORDERS, Border(B, A))}, "the border a-b is given twice"),
        ({"borders": BORDERS[:4]}, "no way leads from a to e"),
        ({"coast": ((), (2,), (), (), ())}, "b touches 2, which is no sea"),
        ({"neighbours": ((B,), (C, D), (B, D), (B, C, E), (D,))}, "a borders b, but not the other way round"),
        ({"neighbours": ((B, C), (A, C, D), (A, B, D), (B, C, E), (D,))}, "a and c are neighbours without a border"),
        ({"neighbours": ((B,), (A, D), (D,), (B, C, E), (D,))}, "b and c have a border but are no neighbours"),
        ({"neighbours": ((B,), (A, C, D), (B, D), (B, C, E), (7,))}, "e borders 7, which is no area"),
    ],
)
def test_a_board_that_cannot_be_is_refused(changed: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        board(**changed)


def test_a_board_needs_areas() -> None:
    with pytest.raises(BadInput, match="no areas"):
        Areas((), (), ())


def test_neighbours_listed_by_a_file_are_kept_in_its_order() -> None:
    listed = ((B,), (D, C, A), (B, D), (B, C, E), (D,))
    assert board(neighbours=listed).neighbours == listed
