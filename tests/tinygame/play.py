"""Making and playing games of Lanterns in tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import Any

from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.state import Step, canonical
from tinygame import GAME
from tinygame.town import Town, hand, number, take

KEY = bytes(range(32))
THREE = (Seat("Ann", ("amber",)), Seat("Bob", ("blue",)), Seat("Cid", ("coral",)))
#: one person holds two roles
TWO = (Seat("Ann", ("amber",)), Seat("Bea", ("blue", "coral")))


def new_match(
    *,
    seats: Sequence[Seat] = THREE,
    key: bytes = KEY,
    rounds: str = "3",
    scenario: str = "calm",
    umpire: bool = False,
    dice: str = "live",
    contributions: Sequence[str] = (),
    journal: Callable[[bytes], None] | None = None,
) -> Match[Town]:
    setup = Setup(tuple(seats), {"rounds": rounds}, scenario, umpire, dice)
    return Match(GAME, setup, key=key, contributions=contributions, journal=journal)


def answer(match: Match[Town], role: str, action: Any, **more: Any) -> None:
    """Answer for a role, whatever its seat and decision are called."""
    (decision,) = [decision for decision in match.decisions() if decision.role == role]
    match.act(match.seat_of(role).name, role, decision.id, action, **more)


def still_asked(match: Match[Town]) -> list[str]:
    """The roles whose answer is not in."""
    answered = {sealed.role for sealed in match.state.sealed}
    return [decision.role for decision in match.decisions() if decision.role not in answered]


def act_at_random(match: Match[Town], rng: Random) -> None:
    role = rng.choice(still_asked(match))
    (decision,) = [decision for decision in match.decisions() if decision.role == role]
    answer(match, role, decision.space.sample(rng))


def play_out(match: Match[Town], rng: Random, then: Callable[[], None] = lambda: None) -> Match[Town]:
    """Play at random to the end; `then` is called after each act."""
    while not match.over:
        act_at_random(match, rng)
        then()
    return match


def play_until(match: Match[Town], step: type[Step], rng: Random) -> Match[Town]:
    """Play at random until a step of this kind asks somebody."""
    while not isinstance(match.state.agenda[-1], step):
        act_at_random(match, rng)
    return match


def fingerprint(match: Match[Town]) -> tuple[Any, ...]:
    """Everything that must not change when an act is refused or fails: record, state, log, dice to come."""
    stream = copy(match.stream)
    to_come = (stream.dice(6), stream.positions(3, 9)) if isinstance(stream, KeyedStream) else ()
    undo = [(point.seat, point.line) for point in match.undo_points]
    return match.data(), canonical(match.state), list(match.log), to_come, undo, dict(match.standing), match.takeback


def hold(match: Match[Town], role: str, *cards: str) -> None:
    """Give a role just these cards (the rest go back to the deck), as a position for a test."""
    state, me = match.state.clone(), number(role)
    state.deck = sorted([*state.deck, *hand(state, me)])
    state.hands = [held for held in state.hands if held.role != me]
    for card in cards:
        state.deck.remove(card)
        take(state, me, card)
    match.state = state
