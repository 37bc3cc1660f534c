"""Dice and draws: from a committed key, fair, reproducible, and the same again from a record."""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.chance import Drawn, GivenDice, NeedsDraw, NeedsThrow, Thrown
from feltherre.core.dice import KEY_BYTES, KeyedStream, ReplayStream, commitment, new_key
from feltherre.core.errors import BadInput
from feltherre.core.table import Table
from tinygame.actions import Bid, Light
from tinygame.play import KEY, answer, hold, new_match

KEYS = st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES)


class Given:
    """Bytes in a known order, in place of the random ones."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = list(values)

    def next(self) -> int:
        return self.values.pop(0)


def test_a_key_gives_the_same_dice_and_draws_on_every_machine() -> None:
    stream = KeyedStream(KEY, ("Ann's word", "Bob's word"))
    assert stream.dice(12) == (4, 6, 3, 6, 3, 5, 5, 6, 2, 2, 2, 1)
    assert stream.positions(9, 9) == (0, 5, 6, 1, 8, 2, 3, 4, 7)


@given(KEYS, KEYS)
def test_another_key_gives_other_dice(one: bytes, two: bytes) -> None:
    assert KeyedStream(one).dice(40) == KeyedStream(one).dice(40)
    assert (KeyedStream(one).dice(40) == KeyedStream(two).dice(40)) == (one == two)


@given(KEYS, st.lists(st.text(), max_size=3), st.lists(st.text(), max_size=3))
def test_each_contribution_changes_the_dice(key: bytes, one: list[str], two: list[str]) -> None:
    same = KeyedStream(key, one).dice(40) == KeyedStream(key, two).dice(40)
    assert same == (one == two)


def test_contributions_cannot_be_shifted_into_each_other() -> None:
    assert KeyedStream(KEY, ("ab", "c")).dice(40) != KeyedStream(KEY, ("a", "bc")).dice(40)


def test_the_commitment_binds_the_key_and_does_not_show_it() -> None:
    key, other = new_key(), new_key()
    assert len(key) == KEY_BYTES
    assert commitment(key) == commitment(bytes(key))
    assert commitment(key) != commitment(other)
    assert key.hex() not in commitment(key)
    assert commitment(KEY) == "0aaf6c6df99d79aaf742e30cd81ddac97a1059e20341728e63d287eb6350c337"


def with_bytes(dice: Iterable[int] = (), draws: Iterable[int] = ()) -> Any:
    stream: Any = KeyedStream(KEY)
    stream._dice, stream._draws = Given(dice), Given(draws)
    return stream


def test_every_face_comes_from_equally_many_bytes() -> None:
    faces = Counter(with_bytes(dice=range(252)).dice(252))
    assert faces == dict.fromkeys(range(1, 7), 42)


def test_bytes_that_would_favour_a_face_are_thrown_away() -> None:
    assert with_bytes(dice=[252, 253, 254, 255, 251]).dice(1) == (6,)


def test_numbers_that_would_favour_a_position_are_thrown_away() -> None:
    # 65536 = 9362 * 7 + 2: the last two numbers are left out
    assert with_bytes(draws=[255, 255, 255, 254, 255, 253]).positions(1, 7) == (6,)


@given(KEYS, st.integers(0, 40), st.data())
def test_a_draw_takes_different_positions(key: bytes, size: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, size))
    taken = KeyedStream(key).positions(k, size)
    assert len(taken) == len(set(taken)) == k
    assert all(0 <= position < size for position in taken)
    assert sorted(KeyedStream(key).positions(size, size)) == list(range(size))


@pytest.mark.parametrize(("k", "size"), [(3, 2), (1, 0), (-1, 4), (1, 65537)])
def test_what_cannot_be_drawn_is_an_error_and_no_endless_search(k: int, size: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        KeyedStream(KEY).positions(k, size)


def test_dice_and_draws_do_not_disturb_each_other() -> None:
    one, two = KeyedStream(KEY), KeyedStream(KEY)
    mixed = (one.dice(3), one.positions(4, 9), one.dice(2), one.positions(2, 5))
    draws_first = (two.positions(4, 9), two.positions(2, 5), two.dice(3), two.dice(2))
    assert mixed == (draws_first[2], draws_first[0], draws_first[3], draws_first[1])


def test_a_copy_goes_on_by_itself() -> None:
    stream = KeyedStream(KEY)
    stream.dice(7)
    other = copy(stream)
    assert other.dice(200) == copy(stream).dice(200)
    other.positions(3, 5)
    assert stream.dice(200) == copy(KeyedStream(KEY)).dice(207)[7:]


def test_a_record_gives_its_throws_and_draws_again() -> None:
    stream = ReplayStream(
        [Thrown("a", "L5", (1, 6)), Thrown("b", "L5", (3,), typed=True), Thrown("c", "L5", (4,))],
        [Drawn("deal", "L1", 5, (4, 0))],
    )
    assert stream.dice(2) == (1, 6)
    assert stream.positions(2, 5) == (4, 0)
    assert stream.dice(1) == (4,), "typed-in dice come as acts, not from the stream"


@pytest.mark.parametrize(
    "thrown", [(), ((1, 2, 3),), ((0, 1),), ((7, 1),)], ids=["none", "too many", "face 0", "face 7"]
)
def test_dice_that_do_not_fit_the_throw_are_refused(thrown: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(BadInput):
        ReplayStream([Thrown("a", "L5", values) for values in thrown], []).dice(2)


@pytest.mark.parametrize(
    "drawn",
    [Drawn("d", "L1", 5, (1,)), Drawn("d", "L1", 4, (1, 2)), Drawn("d", "L1", 5, (1, 1)), Drawn("d", "L1", 5, (1, -1))],
    ids=["too few", "another pile", "twice the same", "no such position"],
)
def test_draws_that_do_not_fit_the_pile_are_refused(drawn: Drawn) -> None:
    with pytest.raises(BadInput):
        ReplayStream([], [drawn]).positions(2, 5)


def test_dice_that_are_given_count_only_for_the_throw_they_were_made_for() -> None:
    given_dice = GivenDice([Thrown("wick_dice", "L5", (3, 4))])
    assert given_dice.throw(0, "nothing", "L5").values == ()
    assert given_dice.throw(2, "wick_dice", "L5").total == 7
    with pytest.raises(NeedsThrow) as needed:
        given_dice.throw(1, "flicker_die", "L5")
    assert (needed.value.n, needed.value.purpose) == (1, "flicker_die")
    with pytest.raises(NeedsThrow):
        GivenDice([Thrown("wick_dice", "L5", (3, 4))]).throw(3, "wick_dice", "L5")


def test_draws_that_are_given_count_only_for_the_draw_they_were_made_for() -> None:
    given = GivenDice([], [Drawn("lantern", "L5", 3, (2, 0)), Drawn("wick", "L5", 2, (1,))])
    assert given.draw(2, ("red", "green", "blue"), "lantern", "L5") == ("blue", "red")
    assert given.draw(1, ("long", "short"), "wick", "L5") == ("short",)
    with pytest.raises(NeedsDraw) as needed:
        given.draw(1, ("long", "short"), "wick", "L5")
    assert (needed.value.k, needed.value.size, needed.value.purpose, needed.value.rule) == (1, 2, "wick", "L5")
    for k, items, purpose in ((1, ("red", "green", "blue"), "lantern"), (2, "ab", "lantern"), (2, "abc", "wick")):
        with pytest.raises(NeedsDraw):
            GivenDice([], [Drawn("lantern", "L5", 3, (2, 0))]).draw(k, items, purpose, "L5")


def test_each_throw_and_draw_carries_its_purpose_and_rule_in_the_record() -> None:
    match = new_match()
    header: Any = match.lines[0]
    assert [(drawn.purpose, drawn.rule, drawn.size, len(drawn.taken)) for drawn in header.draws] == [
        ("deal", "L1", 15, 3),
        ("deal", "L1", 12, 3),
        ("deal", "L1", 9, 3),
    ]
    for role in ("blue", "coral"):
        hold(match, role)
    for role in ("amber", "blue", "coral"):
        answer(match, role, Bid(0))
    answer(match, "amber", Light("gate"))
    line: Any = match.lines[-1]
    assert (line.throws[0].purpose, line.throws[0].rule, line.throws[0].typed) == ("wick_dice", "L5", False)


def test_a_ruling_lists_its_own_throws_only() -> None:
    match = new_match()
    table = Table(match.game, match.state.clone(), KeyedStream(KEY))
    table.throw(3, "something else", "L0")
    procedure = match.game.procedures["light-lantern"]
    ruling = table.rule_by(procedure, procedure.assess(procedure.situation(spark=True, gusts=0, windy=False)))
    assert ruling.throws[0].purpose == "wick_dice"
    assert len(table.throws) == 1 + len(ruling.throws)
