"""A view is all that one seat may know: asking changes nothing, and a redeal cannot be told from the truth."""

from copy import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core import engine
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import Event, Secret, seen_by
from feltherre.core.match import Match
from feltherre.core.space import shown
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.players.player import position_for
from feltherre.players.random_player import RandomPlayer
from tinygame import GAME
from tinygame.actions import Bid, Gust, Look, Rest
from tinygame.play import THREE, TWO, act_at_random, answer, fingerprint, hold, new_match, play_out
from tinygame.town import ROLES, Town, hand, number

SEEDS = st.integers(0, 10**6)
SEATS = st.sampled_from([THREE, TWO])


def question_everything(match: Match[Town], rng: Random) -> None:
    """Ask all that can be asked of a match."""
    for seat in (*(seat.name for seat in match.setup.seats), "", "umpire"):
        match.view(seat)
        match.scene(seat)
        match.seen(seat)
        match.waiting(seat)
        if seat:
            match.asked(seat)
    for decision in match.decisions():
        actions = list(decision.space.candidates())
        for action in [*actions, Gust(), Rest(), Bid(99)]:
            decision.space.contains(action)
        for choice in decision.space.choices():
            decision.space.choices((choice.part,))
        decision.space.sample(rng)
        position_for(GAME, match.state, match.seat_of(decision.role).roles, decision.role, rng)
    match.standing_passes()
    GAME.redeal(match.state, ("amber",), rng)
    GAME.invariants(match.state)


@given(SEEDS, st.sampled_from(["live", "typed"]))
@settings(max_examples=10, deadline=None)
def test_asking_changes_nothing(seed: int, dice: str) -> None:
    match, rng = new_match(umpire=True, dice=dice), Random(seed)
    while not match.over:
        before = fingerprint(match)
        question_everything(match, rng)
        assert fingerprint(match) == before
        act_at_random(match, rng)
    before = fingerprint(match)
    question_everything(match, rng)
    assert fingerprint(match) == before


def told(state: Town, roles: tuple[str, ...]) -> bytes:
    """Everything about a state that is sent to a seat with these roles."""
    asked = [shown(decision, {}) for decision in engine.open_decisions(GAME, state) if decision.role in roles]
    answers = [
        list(decision.space.candidates()) for decision in engine.open_decisions(GAME, state) if decision.role in roles
    ]
    waiting = [
        (decision.role, decision.id, decision.waiting)
        for decision in engine.open_decisions(GAME, state)
        if decision.role not in roles
    ]
    return canonical([GAME.view(state, roles), GAME.scene(state, roles), asked, answers, waiting])


def refusals(state: Town, roles: tuple[str, ...]) -> list[Any]:
    """What a seat is answered when it tries all kinds of things."""
    found: list[Any] = []
    for role in roles:
        for action in (Bid(9), Bid(0, "spark"), Rest(), Gust(), Look("blue"), Look("amber")):
            for decision in (f"{state.opened}-{role}", "99-amber", f"{state.opened}-amber"):
                table: Table[Town] = Table(GAME, state.clone(), NoDice())
                try:
                    engine.apply(GAME, table, role, decision, action)
                except Illegal as refusal:
                    found.append((role, decision, refusal.reason, refusal.rule))
                except NeedsChance:
                    found.append((role, decision, "accepted"))
                else:
                    found.append((role, decision, "accepted"))
    return found


class NeedsChance(Exception):
    pass


class NoDice:
    def dice(self, n: int) -> tuple[int, ...]:
        raise NeedsChance

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        raise NeedsChance


@given(SEEDS, SEATS)
@settings(max_examples=12, deadline=None)
def test_a_seat_cannot_tell_a_redeal_from_the_truth(seed: int, seats: Any) -> None:
    match, rng = new_match(seats=seats), Random(seed)

    def check() -> None:
        for roles in [*(seat.roles for seat in seats), ()]:
            other = GAME.redeal(match.state, roles, rng)
            assert GAME.invariants(other) == []
            assert told(other, roles) == told(match.state, roles)
            assert refusals(other, roles) == refusals(match.state, roles)

    play_out(match, rng, check)


@given(SEEDS, SEATS)
@settings(max_examples=12, deadline=None)
def test_a_redeal_stays_the_same_after_the_same_next_public_action(seed: int, seats: Any) -> None:
    match, rng = new_match(seats=seats), Random(seed)
    compared = 0
    while not match.over:
        for seat in seats:
            compared += same_after_next_action(match, seat.roles, rng)
        act_at_random(match, rng)
    assert compared


def same_after_next_action(match: Match[Town], roles: tuple[str, ...], rng: Random) -> bool:
    """Do one thing in the true state and in a redealt one; the seat must see the same, unless chance or an answer that
    was sealed tells it something new."""
    decision = rng.choice(match.decisions())
    action = decision.space.sample(rng)
    other = GAME.redeal(match.state, roles, rng)
    mirrored = {decision.role: decision for decision in engine.open_decisions(GAME, other)}
    if not mirrored[decision.role].space.contains(action):
        return False  # possible only with what is hidden from this seat
    hidden = [sealed.role for sealed in match.state.sealed if sealed.role not in roles]
    tables = []
    for state in (match.state.clone(), other):
        table: Table[Town] = Table(GAME, state, copy(match.stream), match.next_line)
        engine.apply(GAME, table, decision.role, decision.id, action)
        tables.append(table)
    if tables[0].draws or (hidden and not tables[0].state.sealed):
        return False
    true, dealt = tables
    assert told(true.state, roles) == told(dealt.state, roles)
    assert events(true, roles) == events(dealt, roles)
    return True


def events(table: Table[Town], roles: tuple[str, ...]) -> bytes:
    return canonical([seen for event in table.events for seen in seen_by(event, roles)])


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_a_redeal_deals_everything_a_seat_does_not_know(seed: int) -> None:
    match, rng = new_match(), Random(seed)
    answer(match, "blue", Bid(2))
    hands, bids = set(), set()
    for _ in range(60):
        other = GAME.redeal(match.state, ("amber",), rng)
        assert hand(other, 0) == hand(match.state, 0)
        hands.add(tuple(hand(other, 1)))
        bids.add(canonical(other.sealed[0].action))
    assert len(hands) > 3
    assert len(bids) > 3


def test_what_a_seat_has_learnt_is_kept_in_a_redeal() -> None:
    match = new_match()
    hold(match, "blue", "gust", "gust", "gust")
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Look("blue"))
    for seed in range(40):
        assert "gust" in hand(GAME.redeal(match.state, ("amber",), Random(seed)), number("blue"))
    dealt = [hand(GAME.redeal(match.state, ("coral",), Random(seed)), number("blue")) for seed in range(40)]
    assert any("gust" not in cards for cards in dealt), "coral has not seen it"


def test_a_seat_with_two_roles_sees_the_union_of_their_views() -> None:
    match = new_match(seats=TWO)
    assert set(match.view("Bea").hands) == {"blue", "coral"}  # type: ignore[attr-defined]
    assert set(match.view("Ann").hands) == {"amber"}  # type: ignore[attr-defined]
    assert match.view("").hands == {}  # type: ignore[attr-defined]


def test_a_view_holds_no_hidden_thing() -> None:
    match = new_match()
    hold(match, "amber", "hush")
    hold(match, "blue", "gust", "gust", "spark")
    hold(match, "coral", "spark")
    answer(match, "blue", Bid(3, "spark"))
    view = canonical(match.view("Ann"))
    assert b"gust" not in view
    assert b"spark" not in view.replace(b'"sparks":[]', b"")
    assert canonical(match.view("Bob")).count(b"gust") == 2


def test_only_the_roles_named_read_the_secret_part_of_an_event() -> None:
    event = Event(say("public"), "L3", secrets=(Secret("amber", say("for amber")), Secret("blue", say("for blue"))))

    def keys(roles: tuple[str, ...], *, all_seeing: bool = False) -> list[str]:
        return [seen.text.key for seen in seen_by(event, roles, all_seeing=all_seeing)]

    assert keys(("coral",)) == keys(()) == ["public"]
    assert keys(("amber",)) == ["for amber"]
    assert keys(("amber", "blue")) == ["for amber", "for blue"]
    assert keys((), all_seeing=True) == ["for amber", "for blue"]


def test_a_look_tells_the_card_to_the_two_concerned() -> None:
    match = new_match()
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Look("blue"))
    assert [match.seen(seat)[-1].text.key for seat in ("Ann", "Bob", "Cid", "")] == [
        "lanterns.event.sees",
        "lanterns.event.sees",
        "lanterns.event.looks",
        "lanterns.event.looks",
    ]
    assert match.view("Ann").known  # type: ignore[attr-defined]
    assert not match.view("Bob").known  # type: ignore[attr-defined]


def test_the_log_can_be_read_from_a_line_on() -> None:
    match = play_out(new_match(), Random(4))
    everything = match.seen("Ann")
    assert match.seen("Ann", since=0) == everything
    later = match.seen("Ann", since=5)
    assert 0 < len(later) < len(everything)
    assert everything[-len(later) :] == later


@given(SEEDS)
@settings(max_examples=5, deadline=None)
def test_a_computer_player_gets_a_redealt_state_and_answers_legally(seed: int) -> None:
    match, rng = new_match(seats=TWO), Random(seed)
    player = RandomPlayer()
    while not match.over:
        decision = rng.choice(match.decisions())
        seat = match.seat_of(decision.role)
        position = position_for(GAME, match.state, seat.roles, decision.role, rng)
        assert canonical(position.view) == canonical(match.view(seat.name))
        assert told(position.state, seat.roles) == told(match.state, seat.roles)
        chosen = player.choose(position)
        match.act(seat.name, decision.role, decision.id, chosen.action)


def test_a_player_never_sees_the_true_hidden_cards() -> None:
    match = new_match()
    hold(match, "blue", "gust", "gust", "gust")
    seen = {
        tuple(hand(position_for(GAME, match.state, ("amber",), "amber", Random(seed)).state, number("blue")))
        for seed in range(30)
    }
    assert len(seen) > 3


@pytest.mark.parametrize("seat", ["Nobody", "umpire", "amber"])
def test_nobody_sees_through_a_seat_that_is_not_there(seat: str) -> None:
    match = new_match()
    for ask in (match.view, match.scene, match.seen, match.asked):
        with pytest.raises(BadInput):
            ask(seat)
