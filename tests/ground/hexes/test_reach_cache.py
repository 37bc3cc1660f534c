"""Kept reaches: always what would be found anew, and found only once where nothing has changed."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.ground.hexes import reach_cache
from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.reach import WITH_ALL, Mover, reach
from feltherre.ground.hexes.reach_cache import ReachCache
from feltherre.ground.hexes.tables import move_table
from feltherre.ground.hexes.zones import Footprint, move, own_hexes, place
from ground.hexes.boards import random_board, winter_price

ENEMY, ZONE, OWN = 0, 1, 2
BOARD = random_board(4, 12, 12)
MOVER = Mover(
    move_table(BOARD.grid, winter_price(BOARD)), bar=1 << ENEMY, stop=1 << ZONE, zone_to_zone=WITH_ALL, minimum=True
)
UNIT: Footprint = ((ENEMY, own_hexes(BOARD.size)), (ZONE, BOARD.grid.neighbours))


def layers() -> Layers:
    return Layers(BOARD.size, 3, watch=(MOVER.care,))


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_a_kept_reach_is_what_would_be_found_anew(seed: int) -> None:
    rng = Random(seed)
    board, cache = layers(), ReachCache(0)
    enemies = [rng.randrange(BOARD.size) for _ in range(4)]
    for hex_ in enemies:
        place(board, UNIT, hex_)
    starts = [rng.randrange(BOARD.size) for _ in range(3)]
    for _ in range(12):
        for start in starts:
            kept, anew = cache.reach(MOVER, board, start, 8), reach(MOVER, board.bits, start, 8)
            assert (kept.costs, kept.hexes, kept.barred) == (anew.costs, anew.hexes, anew.barred)
        enemy, hex_ = rng.randrange(4), rng.randrange(BOARD.size)
        move(board, UNIT, enemies[enemy], hex_)
        enemies[enemy] = hex_
        if rng.random() < 0.3:
            board, cache = board.copy(), cache.copy()


def test_what_happens_elsewhere_or_concerns_others_changes_nothing() -> None:
    board, cache = layers(), ReachCache(0)
    start = BOARD.grid.index("0202")
    first = cache.reach(MOVER, board, start, 4)
    assert cache.reach(MOVER, board, start, 4) is first
    board.add(OWN, first.hexes)
    place(board, UNIT, BOARD.grid.index("1111"))
    assert cache.reach(MOVER, board, start, 4) is first
    board.add(ENEMY, [first.hexes[0]])
    second = cache.reach(MOVER, board, start, 4)
    assert second is not first
    assert first.hexes[0] not in second
    board.remove(ENEMY, [first.hexes[0]])
    assert cache.reach(MOVER, board, start, 4).hexes == first.hexes


def test_a_copy_knows_what_was_known_and_goes_its_own_way() -> None:
    board, cache = layers(), ReachCache(0)
    start = BOARD.grid.index("0202")
    first = cache.reach(MOVER, board, start, 4)
    other_board, other = board.copy(), cache.copy()
    assert other.reach(MOVER, other_board, start, 4) is first
    other_board.add(ENEMY, [first.hexes[0]])
    board.add(ENEMY, [first.hexes[-1]])
    assert first.hexes[0] not in other.reach(MOVER, other_board, start, 4)
    assert first.hexes[0] in cache.reach(MOVER, board, start, 4)


def test_a_full_cache_begins_anew() -> None:
    board, cache = layers(), ReachCache(0)
    for allowance in range(1, reach_cache.MOST_KEPT + 6):
        cache.reach(MOVER, board, 0, allowance)
    assert len(cache.kept) == 5
