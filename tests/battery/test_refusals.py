"""Wrong seat, stale decision, off-list and malformed actions: refused with a reason, and nothing changes."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battery import Way, examples, fewer_in_the_sample, in_every_way, in_progress, next_asked, tried
from battery.spoiling import misshapen, spoilt
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.match import Match
from feltherre.core.space import Decision, Space
from feltherre.core.state import canonical, state_hash

WAYS = in_every_way()
SEEDS = st.integers(0, 2**32)
#: tries per example; 100 examples of illegal and of malformed actions make about 20,000 for every game and seating
TRIES = 100
#: of those, values that hypothesis makes up: it is thorough and slow
MADE_UP = 5
MOST_LISTED = 3000

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 100) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@WAYS
@examples(sample=100, full=200)
@given(seed=SEEDS, actions=st.integers(0, 300))
@fewer_in_the_sample
def test_illegal_actions_change_nothing(way: Way, seed: int, actions: int) -> None:
    rng = Random(seed)
    match = in_progress(way, seed, actions)
    decision = next_asked(match, rng)
    seat = match.seat_of(decision.role).name
    legal = {canonical(action) for action in decision.space.candidates(MOST_LISTED + 1)}
    # with more of them it cannot be said by listing what is legal
    assume(not decision.space.lists_all or len(legal) <= MOST_LISTED)
    before, lines = state_hash(match.state), len(match.lines)
    for _ in range(TRIES):
        data = spoilt(match, decision.space.sample(rng), rng)
        if is_legal(match, data, legal, decision.space):
            continue
        with pytest.raises((Illegal, BadInput)) as refused:
            send(match, seat, decision, data)
        assert refused.value.reason.key
        assert len(match.lines) == lines
        tried("illegal actions")
    assert state_hash(match.state) == before


def is_legal(match: Match[Any], data: Any, legal: set[bytes], space: Space[Any]) -> bool:
    """By the list of all answers; where there is none, by what the space says itself."""
    try:
        action = match.game.convert_action(data)
    except BadInput:
        return False
    return canonical(action) in legal or (not space.lists_all and space.contains(action))


def send(match: Match[Any], seat: str, decision: Decision[Any], data: Any) -> None:
    match.act(seat, decision.role, decision.id, match.game.read_action(msgspec.json.encode(data)))


@WAYS
@examples(sample=100, full=200)
@given(seed=SEEDS, values=st.lists(JSON, min_size=MADE_UP, max_size=MADE_UP))
@fewer_in_the_sample
def test_malformed_actions_change_nothing(way: Way, seed: int, values: list[Any]) -> None:
    rng = Random(seed)
    match = in_progress(way, seed, seed % 100)
    decision = next_asked(match, rng)
    seat = match.seat_of(decision.role).name
    before = state_hash(match.state)
    values = values + [misshapen(decision.space.sample(rng), rng) for _ in range(TRIES - MADE_UP)]
    for value in values:
        with pytest.raises((Illegal, BadInput)):
            send(match, seat, decision, value)
    for data in (b"", b"{", b"\xff\xfe", b"[1,2", b'{"kind":"move"', b"null", b'{"kind":' + b"[" * 2000):
        with pytest.raises(BadInput):
            match.game.read_action(data)
    assert state_hash(match.state) == before
    tried("malformed actions", len(values))


@WAYS
@given(seed=SEEDS, actions=st.integers(0, 200))
@fewer_in_the_sample
def test_the_wrong_seat_and_a_stale_decision_are_refused(way: Way, seed: int, actions: int) -> None:
    rng = Random(seed)
    match = in_progress(way, seed, actions)
    decision = next_asked(match, rng)
    action = decision.space.sample(rng)
    before = state_hash(match.state)
    for seat in match.seats:
        for role in match.game.roles:
            if role == decision.role and role in seat.roles:
                continue
            with pytest.raises(Illegal):
                match.act(seat.name, role, decision.id, action)
            tried("wrong seats")
    for stale in ("", "0-", f"{decision.id}x", f"{match.state.opened - 1}-{decision.role}"):
        with pytest.raises(Illegal):
            match.act(match.seat_of(decision.role).name, decision.role, stale, action)
        tried("stale decisions")
    assert state_hash(match.state) == before
