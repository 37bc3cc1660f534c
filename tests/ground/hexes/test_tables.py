"""Tables of steps: what the game's function says, and tolls on top."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.tables import DEAR, WHOLE, move_table, with_tolls
from ground.hexes.boards import random_board, summer_price, winter_price


def test_a_table_holds_what_the_game_says_of_every_step() -> None:
    board = random_board(11)
    price = summer_price(board)
    table = move_table(board.grid, price)
    kinds = set()
    for here in range(board.size):
        for direction in range(6):
            there = board.grid.beyond[here * 6 + direction]
            if there < 0:
                continue
            said = price(here, direction, there)
            kinds.add((said > 0) - (said < 0))
            assert table.price(here, there) == said
            assert ((there, said) in table.steps[here]) == (said > 0)
            assert (there in table.whole[here]) == (said == WHOLE)
        costs = [cost for _, cost in table.steps[here]]
        assert costs == sorted(costs)
        assert table.cheapest[here] == (costs[0] if costs else DEAR)
    assert kinds == {-1, 0, 1}


@given(st.integers(0, 1000))
def test_tolls_are_as_if_the_prices_had_been_dearer(seed: int) -> None:
    rng = Random(seed)
    board = random_board(seed % 20)
    price = winter_price(board)
    table = move_table(board.grid, price)
    dear = rng.sample(range(board.size), 6)

    def toll(here: int, direction: int, there: int) -> int:
        return 12 if board.links[here * 6 + direction] else 4

    def dearer(here: int, direction: int, there: int) -> int:
        plain = price(here, direction, there)
        return plain + toll(here, direction, there) if plain > 0 and there in dear else plain

    before = table.prices[:], table.steps[:]
    tolled, fresh = with_tolls(table, [*dear, dear[0]], toll), move_table(board.grid, dearer)
    assert (tolled.prices, tolled.steps, tolled.whole) == (fresh.prices, fresh.steps, fresh.whole)
    assert tolled.cheapest == fresh.cheapest
    assert (table.prices, table.steps) == before


def test_a_price_beyond_counting_is_refused() -> None:
    board = random_board(1)
    with pytest.raises(BadInput, match="costs more than can be counted"):
        move_table(board.grid, lambda here, direction, there: DEAR)


def test_a_price_that_is_no_whole_number_is_named_with_its_hex() -> None:
    with pytest.raises(BadInput, match=r"the step into 0201 costs 1.5: prices are whole numbers"):
        move_table(Grid(2, 1), lambda here, direction, there: 1.5 if there else 1)  # type: ignore[arg-type, return-value]
