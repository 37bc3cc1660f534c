"""Layers and zones: what is changed step by step is what would be made anew."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.map import HexMap
from feltherre.ground.hexes.tables import ways
from feltherre.ground.hexes.zones import Footprint, Template, exerting, lift, move, own_hexes, place
from ground.hexes.boards import random_board

HERE, ZONE = 0, 1
seeds = st.integers(0, 10_000)


def all_round(board: HexMap) -> Template:
    """A zone into every land hex that no river parts off."""
    river = board.side_bit("river")
    return ways(board.grid, lambda a, d, b: not board.sides[a * 6 + d] & river and board.named("terrain", b) != "sea")


def along_links(board: HexMap) -> Template:
    """A zone only along road and railway."""
    return ways(board.grid, lambda a, d, b: bool(board.links[a * 6 + d]))


def rebuilt(size: int, footprints: list[Footprint], places: list[int]) -> Layers:
    layers = Layers(size, 4)
    for footprint, hex_ in zip(footprints, places, strict=True):
        if hex_ >= 0:
            place(layers, footprint, hex_)
    return layers


@given(seeds)
def test_after_any_moves_the_layers_are_as_if_made_anew(seed: int) -> None:
    rng = Random(seed)
    board = random_board(seed)
    own = own_hexes(board.size)
    kinds: list[Footprint] = [((0, own), (1, all_round(board))), ((2, own), (3, along_links(board))), ((2, own),)]
    footprints = [rng.choice(kinds) for _ in range(12)]
    places = [-1] * len(footprints)
    layers = Layers(board.size, 4)
    for _ in range(40):
        unit, hex_ = rng.randrange(len(places)), rng.randrange(-1, board.size)
        match places[unit] >= 0, hex_ >= 0:
            case True, True:
                move(layers, footprints[unit], places[unit], hex_)
            case True, False:
                lift(layers, footprints[unit], places[unit])
            case False, True:
                place(layers, footprints[unit], hex_)
        places[unit] = hex_
    fresh = rebuilt(board.size, footprints, places)
    assert layers.same(fresh)
    assert all(
        layers.bits[hex_] == sum(1 << n for n, counts in enumerate(layers.counts) if counts[hex_])
        for hex_ in range(board.size)
    )


def test_layers_that_differ_are_not_the_same() -> None:
    board = random_board(1)
    footprint: Footprint = ((HERE, own_hexes(board.size)),)
    one, two = rebuilt(board.size, [footprint], [4]), rebuilt(board.size, [footprint] * 2, [4, 4])
    assert one.bits == two.bits
    assert not one.same(two)


def test_a_zone_does_not_cross_a_river_and_may_keep_to_links() -> None:
    board = random_board(3)
    river = board.side_bit("river")
    zone, bound = all_round(board), along_links(board)
    assert any(len(zone[h]) < len(board.grid.neighbours[h]) for h in range(board.size))
    for hex_ in range(board.size):
        for beside in board.grid.neighbours[hex_]:
            dry = not board.side_between(hex_, beside) & river and board.named("terrain", beside) != "sea"
            assert (beside in zone[hex_]) == dry
            assert (beside in bound[hex_]) == (board.link_between(hex_, beside) != 0)


def test_who_exerts_a_zone_is_named() -> None:
    board = random_board(3)
    zone = all_round(board)
    for hex_ in range(board.size):
        found = exerting(zone, board.grid.neighbours[hex_], hex_)
        assert found == [h for h in board.grid.neighbours[hex_] if hex_ in zone[h]]
        layers = Layers(board.size, 2)
        for beside in found:
            layers.add(ZONE, zone[beside])
        assert layers.counts[ZONE][hex_] == len(found)


def test_only_what_changes_is_stamped_and_only_for_those_who_watch_it() -> None:
    board = random_board(5)
    grid = board.grid
    layers = Layers(grid.size, 2, watch=(1 << HERE, 1 << ZONE))
    unit: Footprint = ((HERE, own_hexes(grid.size)), (ZONE, grid.neighbours))
    start, end = grid.index("0404"), grid.index("0504")
    place(layers, unit, start)
    layers.take_changed()
    before = layers.version
    move(layers, unit, start, end)
    stamped = [{h for h in range(grid.size) if stamps[h] > before} for stamps in layers.stamps]
    in_one_zone_only = set(grid.neighbours[start]) ^ set(grid.neighbours[end])
    assert stamped == [{start, end}, in_one_zone_only]
    assert set(layers.take_changed()) == {start, end} | in_one_zone_only
    assert layers.take_changed() == []


def test_a_copy_goes_its_own_way() -> None:
    layers = Layers(10, 2, watch=(3,))
    layers.add(HERE, [3])
    copy = layers.copy()
    copy.add(ZONE, [3, 4])
    copy.put(HERE, 5, True)
    assert (layers.bits[3:6], copy.bits[3:6]) == ([1, 0, 0], [3, 2, 1])
    assert (layers.version, list(layers.stamps[0][3:6]), list(layers.changed)) == (1, [1, 0, 0], [3])
    copy.put(HERE, 5, False)
    copy.put(HERE, 5, False)
    assert copy.bits[5] == 0
    assert copy.version == 5
