"""Undo takes back a seat's own actions since the last throw, draw, reveal or act of another seat; it is a line."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core import errors, record, replay, seats
from feltherre.core.match import Match
from feltherre.core.state import canonical, state_hash
from refusals import refusal_of
from tinygame.actions import Bid, Gust, LetBe, Light, Look, PlaceLantern, Rest, SetOil, Shift
from tinygame.play import TWO, act_at_random, answer, fingerprint, hold, new_match
from tinygame.steps import Gusts
from tinygame.town import ROLES, Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")

SEEDS = st.integers(0, 10**6)


def at_turn(*, umpire: bool = True) -> Match[Town]:
    """Amber has the turn and two lanterns at the gate."""
    match = new_match(umpire=umpire)
    match.override(PlaceLantern("amber", "gate"), "for the test")
    match.override(PlaceLantern("amber", "gate"), "for the test")
    for role in ROLES:
        answer(match, role, Bid(0))
    return match


def without_ids(state: Town) -> bytes:
    other = state.clone()
    other.opened = 0
    return canonical(other)


def assert_nothing_to_undo(match: Match[Town], seat: str) -> None:
    before = fingerprint(match)
    assert refusal_of(errors.Illegal, lambda: match.undo(seat)).reason.key == "core.illegal.nothing-to-undo"
    assert fingerprint(match) == before


def test_own_actions_are_taken_back_one_by_one() -> None:
    match = at_turn()
    start = without_ids(match.state)
    answer(match, "amber", Shift("gate", "bridge", 1))
    middle = without_ids(match.state)
    answer(match, "amber", Shift("gate", "harbour", 1))
    match.undo("Ann")
    assert without_ids(match.state) == middle
    match.undo("Ann")
    assert without_ids(match.state) == start
    assert_nothing_to_undo(match, "Ann")


def test_undo_is_a_line_and_no_deletion() -> None:
    match = at_turn()
    before = match.data()
    answer(match, "amber", Shift("gate", "bridge", 1))
    match.undo("Ann")
    assert match.data().startswith(before)
    acted, undone = match.lines[-2:]
    assert isinstance(acted, record.Acted)
    assert isinstance(undone, record.Undone)
    assert (undone.seat, undone.to, undone.granted) == ("Ann", acted.n - 1, ())
    assert undone.state == state_hash(match.state)


def test_an_answer_sent_before_the_undo_is_stale_after_it() -> None:
    match = at_turn()
    (first,) = match.decisions()
    answer(match, "amber", Shift("gate", "bridge", 1))
    (second,) = match.decisions()
    match.undo("Ann")
    (now,) = match.decisions()
    assert len({first.id, second.id, now.id}) == 3
    for stale in (first.id, second.id):
        with pytest.raises(errors.Illegal) as refusal:
            match.act("Ann", "amber", stale, Rest())
        assert refusal.value.reason.key == "core.illegal.stale"


def test_never_past_a_throw() -> None:
    match = new_match()
    hold(match, "blue")
    hold(match, "coral")
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Light("gate"))
    assert match.lines[-1].throws  # type: ignore[union-attr]
    assert_nothing_to_undo(match, "Ann")


def test_never_past_a_draw() -> None:
    match = at_turn()
    answer(match, "amber", Shift("gate", "bridge", 1))
    answer(match, "amber", Look("blue"))
    assert_nothing_to_undo(match, "Ann")
    answer(match, "amber", Shift("gate", "bridge", 1))
    match.undo("Ann")
    assert_nothing_to_undo(match, "Ann")


def test_never_past_something_shown() -> None:
    match = new_match()
    hold(match, "blue", "gust", "gust")
    hold(match, "coral")
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Rest())
    answer(match, "blue", Light("gate"))
    hold(match, "amber", "gust")
    # amber alone reacts: the gust is shown before the dice are thrown
    assert isinstance(match.state.agenda[-1], Gusts)
    answer(match, "amber", Gust())
    assert_nothing_to_undo(match, "Ann")


def test_never_past_an_act_of_another_seat() -> None:
    match = at_turn()
    answer(match, "amber", Rest())
    match.undo("Ann")
    answer(match, "amber", Rest())
    answer(match, "blue", Rest())
    assert_nothing_to_undo(match, "Ann")
    match.undo("Bob")
    assert_nothing_to_undo(match, "Bob")
    assert_nothing_to_undo(match, "Ann")


def test_nobody_takes_back_what_another_seat_did() -> None:
    match = at_turn()
    answer(match, "amber", Shift("gate", "bridge", 1))
    for seat in ("Bob", "Cid", "umpire", "Nobody"):
        assert_nothing_to_undo(match, seat)


def test_two_roles_on_one_seat_are_one_seat() -> None:
    match = new_match(seats=TWO)
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Rest())
    answer(match, "blue", Rest())
    (coral,) = match.decisions()
    assert coral.role == "coral"
    match.undo("Bea")
    assert match.decisions()[0].role == "blue"


def test_a_sealed_answer_can_be_taken_back_while_it_is_sealed() -> None:
    match = new_match()
    ids = [decision.id for decision in match.decisions()]
    answer(match, "amber", Bid(2))
    match.undo("Ann")
    assert match.state.sealed == []
    assert [decision.id for decision in match.decisions()] == ids, "no decision was closed, so no answer is stale"
    match.act("Bob", "blue", "1-blue", Bid(1))
    match.act("Cid", "coral", "1-coral", Bid(1))
    assert_nothing_to_undo(match, "Bob")
    match.act("Ann", "amber", "1-amber", Bid(0))
    assert match.state.oil == [4, 3, 3]
    assert_nothing_to_undo(match, "Ann")


def test_an_umpire_s_edit_and_a_resignation_end_what_could_be_undone() -> None:
    match = at_turn()
    answer(match, "amber", Shift("gate", "bridge", 1))
    match.override(SetOil("blue", 3), "because")
    assert_nothing_to_undo(match, "Ann")
    answer(match, "amber", Shift("gate", "bridge", 1))
    match.seat_act("Bob", seats.Resigned())
    assert match.over
    assert_nothing_to_undo(match, "Ann")


def test_what_is_taken_back_is_taken_out_of_the_log_and_the_undo_told() -> None:
    match = at_turn()
    before = [seen.text.key for seen in match.seen("Bob")]
    answer(match, "amber", Shift("gate", "bridge", 1))
    match.seat_act("Cid", seats.HandedOver("random"))
    match.seat_act("Cid", seats.Standing("coral", "pass"))
    match.undo("Ann")
    after = [seen.text.key for seen in match.seen("Bob")]
    assert after == [*before, "core.event.hand-over", "core.event.undone"], "what Cid did beside the game stays"
    assert match.players == {"Cid": "random"}
    assert match.standing["coral"].mode == "pass"


def test_an_action_that_ended_the_game_can_be_taken_back_until_the_record_is_closed() -> None:
    match = new_match(rounds="1")
    for role in ROLES:
        hold(match, role, "hush", "hush", "hush")  # nobody draws at the end of the round
        match.state.deck += ["hush"] * 3
    match.state.deck.clear()
    for role in ROLES:
        answer(match, role, Bid(0))
    for role in ROLES:
        answer(match, role, Rest())
    assert match.over
    (stale,) = [line.decision for line in match.lines[-1:] if isinstance(line, record.Acted)]
    match.undo("Cid")
    assert not match.over
    with pytest.raises(errors.Illegal):
        match.act("Cid", "coral", stale, Rest())
    answer(match, "coral", Rest())
    match.end()
    assert refusal_of(errors.Illegal, lambda: match.undo("Cid")).reason.key == "core.illegal.record-closed"


def gave_information(match: Match[Town], before: Town) -> bool:
    """Whether the last act threw, drew, opened sealed answers or showed a card, seen from outside."""
    line = match.lines[-1]
    assert isinstance(line, record.Acted)
    opened = bool(before.sealed) and not match.state.sealed
    return bool(line.throws or line.draws) or opened or match.state.discard != before.discard


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_a_game_full_of_undos_never_goes_past_an_information_event_and_replays(seed: int) -> None:
    match, rng = new_match(), Random(seed)
    may_go_back_to: list[tuple[str, bytes]] = []
    while not match.over and len(match.lines) < 150:
        before = match.state.clone()
        act_at_random(match, rng)
        (seat,) = [line.seat for line in match.lines[-1:] if isinstance(line, record.Acted)]
        if gave_information(match, before) or (may_go_back_to and may_go_back_to[-1][0] != seat):
            may_go_back_to.clear()
        if not gave_information(match, before):
            may_go_back_to.append((seat, without_ids(before)))
        while rng.random() < 0.4:
            seat = rng.choice(match.setup.seats).name
            if not may_go_back_to or may_go_back_to[-1][0] != seat:
                assert_nothing_to_undo(match, seat)
                continue
            match.undo(seat)
            assert without_ids(match.state) == may_go_back_to.pop()[1]
    match.end()
    assert replay.verify(match.data()).states_checked


def test_letting_be_alone_shows_nothing_but_the_dice() -> None:
    match = new_match()
    hold(match, "blue", "gust")
    hold(match, "coral")
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Light("gate"))
    answer(match, "blue", LetBe())
    assert match.lines[-1].throws  # type: ignore[union-attr]
    assert_nothing_to_undo(match, "Bob")
