"""Decisions that are open together are answered sealed, may be replaced, and are opened as one step."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core.errors import Illegal
from feltherre.core.match import Match
from feltherre.core.seats import Standing
from feltherre.core.state import canonical
from tinygame.actions import Bid, Gust, LetBe, Light, Rest, SetOil
from tinygame.play import TWO, answer, fingerprint, hold, new_match
from tinygame.town import ROLES, Town

BIDS = st.builds(Bid, st.integers(0, 4))


def what_a_seat_gets(match: Match[Town], seat: str) -> bytes:
    """All that is sent to a seat."""
    asked = match.asked(seat) if seat else []
    return canonical([match.view(seat), asked, match.seen(seat), match.waiting(seat), match.scene(seat)])


@given(BIDS, BIDS)
@settings(max_examples=20, deadline=None)
def test_the_others_see_only_that_an_answer_is_in(one: Bid, two: Bid) -> None:
    first, second = new_match(), new_match()
    answer(first, "amber", one)
    answer(second, "amber", two)
    for seat in ("Bob", "Cid", ""):
        assert what_a_seat_gets(first, seat) == what_a_seat_gets(second, seat)
        assert first.view(seat).answered == ("amber",)  # type: ignore[attr-defined]
    assert (what_a_seat_gets(first, "Ann") == what_a_seat_gets(second, "Ann")) == (one == two)


def test_an_answer_tells_nobody_anything_until_the_last_is_in() -> None:
    match = new_match()
    log = list(match.log)
    for role in ("coral", "amber"):
        answer(match, role, Bid(1))
        assert match.log == log
        assert match.state.oil == [4, 4, 4]
    answer(match, "blue", Bid(2))
    assert match.state.oil == [3, 2, 3]


def test_answers_are_applied_in_role_order_whoever_was_first() -> None:
    match = new_match()
    for role in ("coral", "blue", "amber"):
        answer(match, role, Bid(1))
    bids = [event.text.args["role"] for _, event in match.log if event.text.key == "lanterns.event.bid"]
    assert [role.key for role in bids] == [f"lanterns.role.{role}" for role in ROLES]  # type: ignore[union-attr]


def test_an_answer_may_be_replaced_until_the_last_is_in() -> None:
    match = new_match()
    answer(match, "amber", Bid(4))
    answer(match, "blue", Bid(0))
    match.act("Ann", "amber", "1-amber", Bid(1))
    assert [sealed.role for sealed in match.state.sealed] == ["amber", "blue"]
    answer(match, "coral", Bid(0))
    assert match.state.oil == [3, 4, 4]
    with pytest.raises(Illegal):
        match.act("Ann", "amber", "1-amber", Bid(2))
    assert match.state.oil == [3, 4, 4]


def test_replacing_an_answer_shows_the_others_nothing() -> None:
    match = new_match()
    answer(match, "amber", Bid(4))
    before = [what_a_seat_gets(match, seat) for seat in ("Bob", "Cid", "")]
    answer(match, "amber", Bid(1))
    assert [what_a_seat_gets(match, seat) for seat in ("Bob", "Cid", "")] == before


def test_when_the_answers_are_open_nobody_can_tell_how_often_one_was_replaced() -> None:
    """Nor what a seat did beside the game: the ids of the next decisions do not count it."""
    hesitant, decided = new_match(), new_match()
    for oil in (4, 0, 3):
        answer(hesitant, "amber", Bid(oil))
    hesitant.undo("Ann")
    hesitant.seat_act("Bob", Standing("blue", "pass"))
    hesitant.snapshot()
    for match in (hesitant, decided):
        for role in ROLES:
            answer(match, role, Bid(1))
    for seat in ("Cid", ""):
        log = [seen for seen in hesitant.seen(seat) if seen.text.key != "core.event.undone"]
        assert canonical(log) == canonical(decided.seen(seat))
        assert [d.id for d in hesitant.decisions()] == [d.id for d in decided.decisions()]
        assert canonical(hesitant.view(seat)) == canonical(decided.view(seat))


def test_a_replacement_is_checked_like_any_answer() -> None:
    match = new_match()
    answer(match, "amber", Bid(4))
    before = fingerprint(match)
    with pytest.raises(Illegal):
        match.act("Ann", "amber", "1-amber", Bid(5))
    assert fingerprint(match) == before


def test_nobody_waits_for_a_role_whose_answer_is_in() -> None:
    match = new_match()
    answer(match, "blue", Bid(0))
    waited_for = [text.args["role"] for text in match.waiting("Ann")]
    assert [role.key for role in waited_for] == ["lanterns.role.coral"]  # type: ignore[union-attr]
    assert [seen.role for seen in match.asked("Bob")] == ["blue"], "an answer that is in may still be replaced"


def test_opening_the_answers_cannot_be_undone() -> None:
    """Whoever answered last has seen the others' answers."""
    match = new_match()
    for role in ROLES:
        answer(match, role, Bid(1))
    with pytest.raises(Illegal) as refusal:
        match.undo("Cid")
    assert refusal.value.reason.key == "core.illegal.nothing-to-undo"


def test_one_seat_with_two_roles_answers_for_each() -> None:
    match = new_match(seats=TWO)
    assert [seen.role for seen in match.asked("Bea")] == ["blue", "coral"]
    match.act("Bea", "coral", "1-coral", Bid(1))
    match.act("Bea", "blue", "1-blue", Bid(2))
    with pytest.raises(Illegal):
        match.act("Bea", "amber", "1-amber", Bid(0))
    match.act("Ann", "amber", "1-amber", Bid(0))
    assert match.state.oil == [4, 2, 3]


def test_two_reactions_at_one_instant_are_sealed_too() -> None:
    match = new_match()
    hold(match, "blue", "gust")
    hold(match, "coral", "gust", "hush")
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Light("gate"))
    assert [decision.role for decision in match.decisions()] == ["blue", "coral"]
    answer(match, "coral", Gust())
    assert "gust" not in match.state.discard
    answer(match, "blue", LetBe())
    assert match.state.discard == ["gust"]


def test_sealed_answers_do_not_outlive_their_decision() -> None:
    """An answer that is in when a clock or an umpire closes the decision is not taken for the next one's."""
    match = new_match(umpire=True)
    answer(match, "amber", Bid(4))
    match.override(SetOil("amber", 2), "spilt")
    assert match.state.sealed == []
    for role in ROLES:
        answer(match, role, Bid(1))
    assert match.state.oil == [1, 3, 3]


def test_a_sealed_answer_is_an_action_in_the_record_and_in_the_state() -> None:
    match = new_match()
    answer(match, "amber", Bid(3))
    assert match.state.sealed[0].action == Bid(3)
    assert msgspec.to_builtins(match.lines[-1])["action"] == {"kind": "bid", "oil": 3, "card": ""}
    assert Rest() not in [sealed.action for sealed in match.state.sealed]
