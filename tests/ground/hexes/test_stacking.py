"""Stacking: places that others may use, points, and the layers that say for whom a hex is full."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.stacking import Stacking, code, counts, no_stacks, one, places, points

DIVISION, LESSER, ARTILLERY = range(3)
#: a lesser unit may take a division's place, and artillery a lesser unit's
ALSO = ((), (DIVISION,), (LESSER,))
SOUTH, NORTH = places((2, 2, 1), ALSO), places((1, 1, 1), ALSO)
#: hex 0 lies in the south, hex 1 in the north
WINTER = Stacking([SOUTH, NORTH], [0, 1])
SUMMER = Stacking([points((1, 2, 3), 6)], [0, 0])


def fits_by_the_book(room: tuple[int, int, int], divisions: int, lesser: int, artillery: int) -> bool:
    """The check as the ledger of the Winter War words it."""
    if divisions > room[0]:
        return False
    rest = max(0, lesser - (room[0] - divisions))
    return rest <= room[1] and artillery <= room[2] + room[1] - rest


def test_places_are_shared_as_the_book_says() -> None:
    for stack in product(range(5), range(6), range(5)):
        assert WINTER.fits(0, code(stack)) == fits_by_the_book((2, 2, 1), *stack)
        assert WINTER.fits(1, code(stack)) == fits_by_the_book((1, 1, 1), *stack)


def seated(room: list[int], also: list[list[int]], units: list[int]) -> bool:
    """Whether everybody finds a place, by trying all ways."""
    if not units:
        return True
    first, rest = units[0], units[1:]
    for place in {first, *also[first]}:
        if room[place]:
            left = [free - (at == place) for at, free in enumerate(room)]
            if seated(left, also, rest):
                return True
    return False


small = st.lists(st.integers(0, 2), min_size=3, max_size=3)


@given(small, st.lists(st.lists(st.integers(0, 2), max_size=2), min_size=3, max_size=3), small)
def test_limits_hold_exactly_when_everybody_finds_a_place(
    room: list[int], also: list[list[int]], stack: list[int]
) -> None:
    rules = Stacking([places(room, also)], [0])
    units = [class_ for class_, n in enumerate(stack) for _ in range(n)]
    assert rules.fits(0, code(stack)) == seated(room, also, units)


def test_points_add_up() -> None:
    assert SUMMER.fits(0, code((0, 3, 0)))
    assert SUMMER.fits(0, code((1, 1, 1)))
    assert not SUMMER.fits(0, code((1, 3, 0)))
    assert SUMMER.broken(0, code((1, 3, 0))) == [SUMMER.kinds[0][0]]


@given(st.tuples(*[st.integers(0, 31)] * 3))
def test_a_stack_is_one_number(stack: tuple[int, int, int]) -> None:
    assert counts(code(stack), 3) == stack
    assert code(stack) == sum(n * one(class_) for class_, n in enumerate(stack))


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), max_size=8))
def test_the_layers_say_who_finds_no_room(coming: list[tuple[int, int]]) -> None:
    layers = Layers(2, 3 + 2)
    stacks = no_stacks(WINTER, layers, full_layer=2)
    for hex_, class_ in coming:
        stacks.add(layers, hex_, class_)
    for hex_, class_ in product(range(2), range(3)):
        room = WINTER.fits(hex_, stacks.held[hex_] + one(class_))
        assert (layers.bits[hex_] >> 2 + class_ & 1) == (not room)
        assert stacks.has_room(hex_, one(class_)) == room
    assert stacks.over() == [hex_ for hex_ in range(2) if not WINTER.fits(hex_, stacks.held[hex_])]
    copy, seen = stacks.copy(), layers.copy()
    for hex_, class_ in coming:
        copy.remove(seen, hex_, class_)
    assert (list(copy.held), seen.bits) == ([0, 0], [0, 0])
    assert sum(sum(counts(stack, 3)) for stack in stacks.held) == len(coming)


def test_a_hex_in_which_a_class_never_stands_is_full_from_the_start() -> None:
    layers = Layers(1, 2)
    no_stacks(Stacking([places((1, 0), ((), ()))], [0]), layers, full_layer=0)
    assert layers.bits == [0b10]
