"""Reach: the same as the rules written naively; ways that can be gone; and why a hex is out of reach."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.map import HexMap
from feltherre.ground.hexes.path import fringe, next_step, walk, why_not
from feltherre.ground.hexes.reach import FREELY, NEVER, WITH_ALL, Mover, Reach, path_to, reach
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.tables import WHOLE, Price, move_table
from ground.hexes.boards import OFF_ROAD, SEA, random_bits, random_board, summer_price, winter_price
from ground.hexes.naive import Board, naive_reach

ENEMY, ZONE, FULL = 1, 2, 4
ALL = ENEMY | ZONE | FULL
BOARDS = [random_board(seed) for seed in range(6)]
PRICES = [
    (board, price)
    for board in BOARDS
    for price in (winter_price(board), winter_price(board, road_bound=True), summer_price(board))
]


@st.composite
def positions(draw: st.DrawFn) -> tuple[HexMap, Price, Mover, list[int], int, int]:
    """A board, how a unit moves, what is on the board, where the unit is and how far it may go."""
    board, price = draw(st.sampled_from(PRICES))
    mover = Mover(
        move_table(board.grid, price),
        bar=draw(st.sampled_from([ENEMY, ENEMY | FULL])),
        stop=ZONE,
        no_end=draw(st.sampled_from([0, FULL])),
        zone_to_zone=draw(st.sampled_from([FREELY, WITH_ALL, NEVER])),
        minimum=draw(st.booleans()),
    )
    rng = Random(draw(st.integers(0, 10_000)))
    bits = random_bits(rng, board.size, ALL, draw(st.sampled_from([0.05, 0.2, 0.5])))
    return board, price, mover, bits, rng.randrange(board.size), draw(st.integers(0, 16))


@settings(deadline=None)
@given(positions())
def test_reach_is_what_the_rules_written_naively_say(
    position: tuple[HexMap, Price, Mover, list[int], int, int],
) -> None:
    board, price, mover, bits, start, allowance = position
    found = reach(mover, bits, start, allowance)
    naive = naive_reach(Board(board.grid.columns, board.grid.rows, price, bits), mover, start, allowance)
    assert {hex_: found.costs[hex_] for hex_ in found.hexes} == naive
    assert len(found.hexes) == len(naive)
    assert [h for h in range(board.size) if h in found and h != start] == sorted(naive)
    assert [found.costs[hex_] for hex_ in found.hexes] == sorted(naive.values())


@settings(deadline=None)
@given(positions())
def test_each_hex_in_reach_has_a_way_that_can_be_gone_at_that_cost(
    position: tuple[HexMap, Price, Mover, list[int], int, int],
) -> None:
    _, _, mover, bits, start, allowance = position
    found = reach(mover, bits, start, allowance)
    ends = found.ends(mover, bits)
    for hex_ in found.hexes:
        gone = walk(mover, bits, path_to(mover, bits, found, hex_), allowance)
        assert gone.spent == found.costs[hex_]
        if hex_ in ends:
            assert gone.refusal is None
        else:
            assert gone.refusal is not None
            assert (gone.refusal.reason, gone.refusal.detail) == (Reason.MAY_NOT_END, FULL)


@settings(deadline=None)
@given(positions())
def test_each_hex_out_of_reach_has_a_reason_that_holds(
    position: tuple[HexMap, Price, Mover, list[int], int, int],
) -> None:
    board, _, mover, bits, start, allowance = position
    found = reach(mover, bits, start, allowance)
    for hex_ in range(board.size):
        refusal = why_not(mover, bits, found, hex_)
        assert (refusal is None) == (hex_ == start or hex_ in found.ends(mover, bits))
        if refusal is None or refusal.reason in (Reason.NOT_ADJACENT, Reason.MAY_NOT_END):
            continue
        way = path_to(mover, bits, found, refusal.before)
        assert walk(mover, bits, [*way, hex_], allowance).refusal == refusal
    edge = {refusal.hex for refusal in fringe(mover, bits, found)}
    beside = {b for h in (start, *found.hexes) for b in board.grid.neighbours[h]}
    assert edge == {hex_ for hex_ in beside if hex_ not in found}


def test_there_is_no_way_to_a_hex_out_of_reach() -> None:
    mover = plain_mover()
    found = reach(mover, [0] * GRID.size, 0, 1)
    with pytest.raises(ValueError, match="0909 cannot be reached from 0101"):
        path_to(mover, [0] * GRID.size, found, GRID.index("0909"))


# The rest by hand, on an empty plain of nine by nine on which every step costs 2. ----------------------------------

GRID = Grid(9, 9)
MIDDLE = GRID.index("0505")
EAST, FAR_EAST = GRID.index("0605"), GRID.index("0705")


def plain_mover(**rules: int) -> Mover:
    return Mover(move_table(GRID, lambda here, direction, there: 2), bar=ENEMY, stop=ZONE, **rules)  # type: ignore[arg-type]


def empty(**marks: int) -> list[int]:
    bits = [0] * GRID.size
    for number, mark in marks.items():
        bits[GRID.index(number.removeprefix("h"))] = mark
    return bits


def reached(mover: Mover, bits: list[int], allowance: int) -> Reach:
    return reach(mover, bits, MIDDLE, allowance)


def test_on_a_plain_reach_is_a_circle() -> None:
    found = reached(plain_mover(), empty(), 5)
    assert sorted(found.hexes) == [h for h in GRID.within(MIDDLE, 2) if h != MIDDLE]
    assert {found.costs[h] for h in GRID.neighbours[MIDDLE]} == {2}
    assert found.barred == []


def test_a_zone_ends_the_move_and_an_enemy_bars_the_hex() -> None:
    bits = empty(h0605=ZONE, h0705=ENEMY)
    found = reached(plain_mover(), bits, 6)
    assert EAST in found
    assert FAR_EAST not in found
    assert found.barred == [FAR_EAST]
    beyond = GRID.index("0604")
    assert why_not(plain_mover(), bits, found, FAR_EAST) == Refusal(Reason.MARKED, FAR_EAST, beyond, ENEMY)
    assert walk(plain_mover(), bits, [MIDDLE, EAST, beyond], 6).refusal == Refusal(Reason.MUST_STOP, beyond, EAST, ZONE)


@pytest.mark.parametrize(("rule", "cost"), [(FREELY, 2), (WITH_ALL, 7), (NEVER, None)])
def test_from_zone_to_zone(rule: int, cost: int | None) -> None:
    bits = empty(h0505=ZONE, h0605=ZONE)
    mover = plain_mover(zone_to_zone=rule)
    step = next_step(mover, bits, [MIDDLE], EAST, 7, 7)
    assert step == (cost if cost is not None else Refusal(Reason.ZONE_TO_ZONE, EAST, MIDDLE, ZONE))
    # going round the zone and into it from a free hex costs two steps, whatever the rule says of the straight one
    assert reached(mover, bits, 7).costs[EAST] == min(cost or 4, 4)
    # with too little for the way round there is only the straight step
    assert (EAST in reached(mover, bits, 3)) == (cost is not None)


def test_the_minimum_move_takes_everything_and_is_the_only_hex() -> None:
    found = reached(plain_mover(minimum=True), empty(), 1)
    assert sorted(found.hexes) == sorted(GRID.neighbours[MIDDLE])
    assert {found.costs[h] for h in found.hexes} == {1}
    assert reached(plain_mover(), empty(), 1).hexes == []
    assert walk(plain_mover(), empty(), [MIDDLE, EAST], 1).refusal == Refusal(Reason.TOO_DEAR, EAST, MIDDLE, 1)


@pytest.mark.parametrize("minimum", [False, True])
def test_without_an_allowance_nothing_moves(minimum: bool) -> None:
    mover = plain_mover(minimum=minimum)
    found = reached(mover, empty(), 0)
    assert found.hexes == []
    assert why_not(mover, empty(), found, EAST) == Refusal(Reason.CANNOT_MOVE, EAST, MIDDLE)


def test_a_step_that_needs_all_is_made_first_or_not_at_all() -> None:
    def river(here: int, direction: int, there: int) -> int:
        return WHOLE if {here, there} == {EAST, FAR_EAST} else 2

    mover = Mover(move_table(GRID, river))
    assert reach(mover, empty(), EAST, 6).costs[FAR_EAST] == 4  # round the end of the river
    assert reach(mover, empty(), EAST, 3).costs[FAR_EAST] == 3
    found = reach(mover, empty(), MIDDLE, 3)
    assert why_not(mover, empty(), found, FAR_EAST) == Refusal(Reason.NEEDS_ALL, FAR_EAST, EAST)


def test_the_codes_of_the_table_come_back_in_the_reason() -> None:
    board = random_board(2)
    price = winter_price(board, road_bound=True)
    mover = Mover(move_table(board.grid, price))
    said = set()
    for start in range(board.size):
        found = reach(mover, [0] * board.size, start, 8)
        for refusal in fringe(mover, [0] * board.size, found):
            if refusal.reason is Reason.NO_WAY:
                said.add(refusal.detail)
                assert refusal.detail == -price(
                    refusal.before, board.grid.direction(refusal.before, refusal.hex), refusal.hex
                )
    assert said == {SEA, OFF_ROAD}


def test_hexes_that_do_not_touch_are_no_way() -> None:
    assert walk(plain_mover(), empty(), [MIDDLE, FAR_EAST], 9).refusal == Refusal(Reason.NOT_ADJACENT, FAR_EAST, MIDDLE)
    found = reached(plain_mover(), empty(), 2)
    assert why_not(plain_mover(), empty(), found, GRID.index("0805")) == Refusal(
        Reason.NOT_ADJACENT, GRID.index("0805"), EAST
    )


def test_a_division_goes_by_rail_then_road_and_stops_beside_the_enemy() -> None:
    """The worked example of the Winter War: a quarter by rail, halves by road, and the stop with points left."""
    way = [GRID.index(number) for number in ("0205", "0305", "0405", "0505")]
    rail, road = {way[0], way[1]}, ({way[1], way[2]}, {way[2], way[3]})

    def price(here: int, direction: int, there: int) -> int:
        step = {here, there}
        return 1 if step == rail else 2 if step in road else -OFF_ROAD

    mover = Mover(move_table(GRID, price), bar=ENEMY, stop=ZONE, zone_to_zone=WITH_ALL, minimum=True)
    bits = empty(h0405=ZONE, h0505=ENEMY)
    gone = walk(mover, bits, way[:3], 8)
    assert (gone.costs, gone.refusal) == ((1, 2), None)
    assert walk(mover, bits, way, 8).refusal == Refusal(Reason.MARKED, way[3], way[2], ENEMY)
    found = reach(mover, bits, way[0], 8)
    assert found.hexes == way[1:3]
    assert 8 - found.costs[way[2]] == 5
