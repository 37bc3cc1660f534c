"""The grid: numbers, neighbours, distance, lines and outlines, for every way a board can be laid out."""

from itertools import pairwise, product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.hexes.grid import DIRECTIONS, Grid, Numbering, Shifted, Top

GRIDS = [Grid(7, 8, top=top, shifted=shifted) for top, shifted in product(get_args(Top), get_args(Shifted))]
grids = st.sampled_from(GRIDS)
hexes = st.integers(0, GRIDS[0].size - 1)
#: how far apart the centres of neighbours are
APART = {"pointy": {(2, 0), (1, 3)}, "flat": {(0, 2), (3, 1)}}


def offset(grid: Grid, a: int, b: int) -> tuple[int, int]:
    (xa, ya), (xb, yb) = grid.centre(a), grid.centre(b)
    return abs(xa - xb), abs(ya - yb)


@given(grids, hexes, hexes)
def test_neighbours_are_the_hexes_whose_centres_are_nearest(grid: Grid, a: int, b: int) -> None:
    assert (b in grid.neighbours[a]) == (offset(grid, a, b) in APART[grid.top])


@given(grids, hexes, st.integers(0, 5))
def test_a_step_and_the_opposite_step_lead_back(grid: Grid, a: int, direction: int) -> None:
    b = grid.beyond[a * 6 + direction]
    if b < 0:
        assert grid.same_side(a * 6 + direction) == -1
    else:
        assert grid.beyond[b * 6 + (direction + 3) % 6] == a
        assert (grid.direction(a, b), grid.direction(b, a)) == (direction, (direction + 3) % 6)
        assert grid.same_side(grid.side(a, b)) == grid.side(b, a)


def test_a_direction_leads_where_its_name_says() -> None:
    for grid in GRIDS:
        middle = 3 * grid.columns + 3
        x, y = grid.centre(middle)
        for direction, name in enumerate(DIRECTIONS[grid.top]):
            other_x, other_y = grid.centre(grid.beyond[middle * 6 + direction])
            assert ("E" in name, "W" in name) == (other_x > x, other_x < x)
            assert ("S" in name, "N" in name) == (other_y > y, other_y < y)


@given(grids, hexes, hexes, hexes)
def test_distance_is_a_metric(grid: Grid, a: int, b: int, c: int) -> None:
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.top}-{grid.shifted}")
def test_distance_is_the_least_number_of_steps(grid: Grid) -> None:
    for start in (0, 10, grid.size // 2, grid.size - 1):
        edge, seen, steps = [start], {start}, 0
        while edge:
            assert all(grid.distance(start, hex_) == steps for hex_ in edge)
            edge = sorted({beside for hex_ in edge for beside in grid.neighbours[hex_]} - seen)
            seen.update(edge)
            steps += 1
        assert len(seen) == grid.size


@given(grids, hexes, hexes)
def test_a_line_is_a_shortest_way_and_keeps_to_the_straight(grid: Grid, a: int, b: int) -> None:
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert all(grid.distance(here, there) == 1 for here, there in pairwise(line))
    (xa, ya), (xb, yb) = grid.centre(a), grid.centre(b)
    # twice the area between the line and a centre; a centre more than a hex's half width off the line is never taken
    wide, high = (3, 1) if grid.top == "pointy" else (1, 3)
    length = wide * (xb - xa) ** 2 + high * (yb - ya) ** 2
    for x, y in map(grid.centre, line):
        area = (xb - xa) * (y - ya) - (yb - ya) * (x - xa)
        assert 3 * area * area <= 4 * length


@given(grids, hexes, st.integers(0, 4))
def test_within_is_what_distance_says(grid: Grid, centre: int, radius: int) -> None:
    assert grid.within(centre, radius) == [h for h in range(grid.size) if grid.distance(centre, h) <= radius]


@given(grids, hexes, st.integers(0, 5))
def test_neighbours_share_the_corners_of_their_side(grid: Grid, a: int, direction: int) -> None:
    b = grid.beyond[a * 6 + direction]
    corners = grid.corners(a)
    if b >= 0:
        assert set(corners) & set(grid.corners(b)) == {corners[direction], corners[(direction + 1) % 6]}


@pytest.mark.parametrize("numbering", get_args(Numbering))
def test_numbers_are_printed_and_read_back(numbering: Numbering) -> None:
    grid = Grid(27, 47, numbering=numbering)
    assert all(grid.index(grid.number(hex_)) == hex_ for hex_ in range(grid.size))
    assert grid.number(39 * 27 + 14) == ("1540" if numbering == "CCRR" else "4015")


def test_a_number_off_the_board_is_refused_by_name() -> None:
    grid = Grid(27, 47)
    assert grid.index(" 1540 ") == grid.index("1540")
    for number in ("2801", "0148", "0000", "154", "viipuri", ""):
        with pytest.raises(BadInput, match=f"there is no hex {number}; hexes run from 0101 to 2747"):
            grid.index(number)


def test_hexes_that_do_not_touch_have_no_side_in_common() -> None:
    grid = Grid(27, 47)
    assert grid.direction(grid.index("1540"), grid.index("1542")) == -1
    with pytest.raises(BadInput, match="1540 and 1542 are not neighbours"):
        grid.side(grid.index("1540"), grid.index("1542"))


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_a_grid_that_cannot_be_numbered_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match="1 to 99"):
        Grid(*size)
