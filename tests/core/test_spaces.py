"""The ready-made spaces: whichever way an answer comes about, all agree on what is legal."""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import Illegal
from feltherre.core.space import Action, OneOf, Single, Space
from feltherre.core.spaces import Level, OneEach, Pick, Several, Share, Then, Things, one_of
from feltherre.core.text import say


class Put(Action, frozen=True, tag="put"):
    piece: str
    place: str


class Name(Action, frozen=True, tag="name"):
    pieces: tuple[str, ...]


class Send(Action, frozen=True, tag="send"):
    place: str
    pieces: tuple[str, ...]


class Take(Action, frozen=True, tag="take"):
    weight = 3
    counts: tuple[tuple[str, int], ...]


class Spread(Action, frozen=True, tag="spread"):
    pairs: tuple[tuple[str, str], ...]


class Pass(Action, frozen=True, tag="pass"):
    pass


IDS = ("a", "b", "c", "d")


def named(prefix: str) -> Things:
    return Things([prefix + id_ for id_ in IDS], lambda number: say("core.plain", text=prefix + IDS[number]))


def no(*given: Any) -> Illegal:
    return Illegal(say("core.plain", text=str(given)))


PIECES, PLACES = named("piece-"), named("place-")
subsets = st.lists(st.sampled_from(range(4)), unique=True).map(sorted)


def agree(space: Space[Any], everything: Sequence[Any], rng: Random) -> None:
    """What is listed is what is accepted, walked, built again and drawn; the rest is refused with a reason."""
    listed = list(space.candidates())
    assert len(set(listed)) == len(listed)
    for action in listed:
        space.check(action)
        path = space.parts(action)
        assert space.build(path) == action
        assert not space.options(path)
        for depth, part in enumerate(path):
            assert part in space.options(path[:depth])
            assert part in [choice.part for choice in space.choices(path[:depth])]
    for action in everything:
        assert space.contains(action) == (action in listed), action
    if listed:
        assert all(space.sample(rng) in listed for _ in range(8))
        assert space.build(space.example()) in listed
        assert list(space.candidates(1)) == listed[:1]
    with pytest.raises(Illegal):
        space.check(DICE)
    assert isinstance(space.why_not((), "nonsense"), Illegal)


DICE: Any = Pass()
rngs = st.randoms(use_true_random=False)
PUTS = [Put(piece, place) for piece, place in product((*PIECES.ids, "x"), (*PLACES.ids, "x"))]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1), rngs)
def test_picks_by_list_and_by_fault_are_the_same(allowed: list[tuple[int, int]], rng: Random) -> None:
    def first() -> list[int]:
        return sorted({piece for piece, _ in allowed})

    def places(piece: int) -> list[int]:
        return sorted({place for one, place in allowed if one == piece})

    def fault(piece: int, place: int) -> Illegal | None:
        return None if (piece, place) in allowed else no(piece, place)

    def unit_fault(piece: int) -> Illegal | None:
        return None if piece in first() else no(piece)

    listed = Pick(Put, Level(PIECES, first, no), Level(PLACES, places, no))
    by_fault = Pick(Put, Level(PIECES, among=range(4), fault=unit_fault), Level(PLACES, among=range(4), fault=fault))
    drawn = Pick(Put, Level(PIECES, first, no), Level(PLACES, places, no), draw=lambda rng: None)
    for space in (listed, by_fault, drawn):
        agree(space, PUTS, rng)
    assert list(listed.candidates()) == list(by_fault.candidates())
    assert listed.sample(Random(3)) == drawn.sample(Random(3))


def test_what_is_given_is_no_choice_and_other_answers_are_unfit() -> None:
    space = Pick(Put, Level(PLACES, lambda: [0, 2], no), given=("piece-a",), unfit=no("unfit"))
    agree(space, PUTS, Random(1))
    assert space.options(()) == ["place-a", "place-c"]
    for other in (Put("piece-b", "place-a"), Pass()):
        with pytest.raises(Illegal, match="unfit"):
            space.check(other)  # type: ignore[arg-type]


SETS = [Name(tuple(f"piece-{id_}" for id_ in ids)) for n in range(4) for ids in product(IDS, repeat=n)]


def in_order(action: Name) -> bool:
    return list(action.pieces) == sorted(action.pieces)


@given(subsets, st.integers(0, 2), st.integers(0, 3), st.none() | st.integers(0, 3), rngs)
def test_some_of_several_things(choice: list[int], least: int, most: int, shy: int | None, rng: Random) -> None:
    def goes_on(chosen: Sequence[int]) -> bool:
        return shy not in chosen

    most = min(max(least, most), len(choice))
    space = Several(Name, PIECES, choice, no, least=least, most=most, goes_on=goes_on)
    free = [piece for piece in choice if piece != shy]
    if len(free) == len(choice) >= least:
        agree(space, [action for action in SETS if in_order(action)], rng)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=5).map(sorted), st.data(), rngs)
def test_exactly_so_many_of_things_that_may_come_again(choice: list[int], data: st.DataObject, rng: Random) -> None:
    count = data.draw(st.integers(1, min(3, len(choice))))
    space = Several(Name, PIECES, choice, no, least=count, most=count, done=None)
    agree(space, [action for action in SETS if in_order(action)], rng)


def test_the_order_in_which_things_are_named_says_nothing() -> None:
    space = Several(Name, PIECES, [0, 1, 3], no)
    space.check(Name(("piece-d", "piece-a")))
    assert space.parts(Name(("piece-d", "piece-c", "piece-a"))) == ("piece-a", "piece-c", "piece-d", "done")
    assert space.pickable(("piece-d",)) == ["piece-a", "piece-b", "done"]
    assert space.with_picked(("piece-d",), "piece-b") == ("piece-b", "piece-d")
    assert isinstance(space.why_not(("piece-a", "done"), "done"), Illegal)
    for wrong in (Name(("piece-a", "piece-a")), Name(("piece-c",)), Name(("nobody",))):
        assert not space.contains(wrong)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=3), st.data(), rngs)
def test_a_number_taken_from_heaps(sizes: list[int], data: st.DataObject, rng: Random) -> None:
    heaps = list(zip(IDS, sizes, strict=False))
    number = data.draw(st.integers(0, sum(sizes)))
    space = Share(Take, heaps, number, no, lambda heap, n: say("core.plain", text=f"{heap}{n}"))
    takes = [
        Take(tuple((heap, n) for (heap, _), n in zip(heaps, counts, strict=True) if n))
        for counts in product(range(5), repeat=len(heaps))
    ]
    agree(space, takes, rng)
    assert not space.contains(Take((("e", 1),)))


@given(st.dictionaries(st.integers(0, 2), subsets.filter(bool), min_size=1), rngs)
def test_a_place_for_each(choice: dict[int, list[int]], rng: Random) -> None:
    space = OneEach(Spread, PIECES, PLACES, choice, no, no("each"), lambda piece, place: PLACES.name(place))
    pieces = [PIECES.ids[piece] for piece in sorted(choice)]
    spreads = [Spread(tuple(zip(pieces, places, strict=True))) for places in product(PLACES.ids, repeat=len(pieces))]
    agree(space, [*spreads, Spread(())], rng)


def send_space(targets: dict[int, list[int]], sound: Callable[[], Any] | None = None) -> Then[Send]:
    def rest(place: int) -> Several[Send]:
        def build(ids: tuple[str, ...]) -> Send:
            return Send(PLACES.ids[place], ids)

        return Several(Send, PIECES, targets[place], no, least=1, build=build, field="pieces")

    return Then(Send, Level(PLACES, lambda: list(targets), no), rest, sound=sound)


@given(st.dictionaries(st.integers(0, 3), subsets.filter(bool), min_size=1), rngs)
def test_one_thing_and_what_follows_it(targets: dict[int, list[int]], rng: Random) -> None:
    sends = [Send(place, action.pieces) for place in (*PLACES.ids, "x") for action in SETS if in_order(action)]
    agree(send_space(targets), sends, rng)


@given(st.dictionaries(st.integers(0, 3), subsets.filter(bool), min_size=1), rngs)
def test_kinds_of_answers_are_each_checked_listed_and_drawn_by_their_own_space(
    targets: dict[int, list[int]], rng: Random
) -> None:
    few = [Send(PLACES.ids[place], (PIECES.ids[pieces[0]],)) for place, pieces in targets.items()]
    send = send_space(targets, sound=lambda: iter(few))
    space = OneOf({"send": send, "pass": Single(Pass())}, (Send, Take, Pass), no, lambda kind: say("core.plain"))
    assert not space.lists_all
    assert list(space.candidates()) == [*few, Pass()]
    assert list(space.candidates(1)) == few[:1]
    for action in [*few, Pass(), space.sample(rng)]:
        space.check(action)
    for closed in (Take(()), Put("piece-a", "place-a")):
        with pytest.raises(Illegal):
            space.check(closed)


def test_a_kind_is_drawn_by_its_weight_and_equal_kinds_as_parts_are() -> None:
    take = Share(Take, [("a", 1)], 1, no, lambda heap, n: say("core.plain"))
    both = OneOf({"take": take, "pass": Single(Pass())}, (Take, Pass), no, lambda kind: say("core.plain"))
    rng = Random(5)
    drawn = [type(both.sample(rng)) for _ in range(400)]
    assert 260 < drawn.count(Take) < 340
    assert [one_of("abc", Random(seed)) for seed in range(5)] == [
        "abc"[int(Random(seed).random() * 3)] for seed in range(5)
    ]


def test_things_refuse_unknown_ids_in_the_words_of_whoever_asks() -> None:
    things = PIECES.refusing(lambda name: no("mine", name))
    assert things.number("piece-b") == PIECES.number("piece-b") == 1
    with pytest.raises(Illegal, match="mine"):
        things.number("x")
    with pytest.raises(Illegal, match="not offered"):
        PIECES.number("x")


def test_the_only_answer_is_that_one_and_no_other() -> None:
    only = Single(Name(("piece-a",)))
    only.check(Name(("piece-a",)))
    with pytest.raises(Illegal):
        only.check(Name(("piece-b",)))
