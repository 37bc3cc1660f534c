"""State is plain data: cheap clones that share nothing, one way to write it, and a hash of that."""

import json
from dataclasses import fields
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core.state import canonical, state_hash
from tinygame import GAME
from tinygame.actions import Bid
from tinygame.play import act_at_random, answer, new_match, play_out
from tinygame.town import Town

SEEDS = st.integers(0, 10**6)


def change_every_list(state: Town) -> None:
    for field in fields(state):
        value: Any = getattr(state, field.name)
        if isinstance(value, list):
            value.append(value[0] if value else 0)


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_a_clone_is_equal_and_shares_nothing_that_changes(seed: int) -> None:
    match, rng = new_match(), Random(seed)
    while not match.over:
        before = canonical(match.state)
        clone = match.state.clone()
        assert clone == match.state
        assert type(clone) is Town
        change_every_list(clone)
        assert canonical(match.state) == before
        act_at_random(match, rng)


@given(SEEDS, st.sampled_from(["live", "typed"]))
@settings(max_examples=15, deadline=None)
def test_a_state_is_written_and_read_back_to_the_byte_at_every_moment(seed: int, dice: str) -> None:
    match = new_match(dice=dice)

    def check() -> None:
        data = canonical(match.state)
        again = GAME.read_state(data)
        assert canonical(again) == data
        assert again.agenda == match.state.agenda
        assert again.sealed == match.state.sealed
        assert state_hash(again) == state_hash(match.state)

    play_out(match, Random(seed), check)


def test_a_state_read_back_can_be_played_on() -> None:
    one, two = new_match(), new_match()
    for match in (one, two):
        answer(match, "amber", Bid(2))
    two.state = GAME.read_state(canonical(two.state))
    play_out(one, Random(5))
    play_out(two, Random(5))
    assert one.data() == two.data()


def test_the_canonical_form_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == b'{"a":{"c":3,"d":2},"b":1}'
    assert canonical(Bid(2, "spark")) == b'{"card":"spark","kind":"bid","oil":2}'


def test_every_field_of_the_state_counts_in_its_hash() -> None:
    state = new_match().state
    seen = {state_hash(state)}
    for field in fields(state):
        other = state.clone()
        value = getattr(other, field.name)
        changed: Any = [*value, 9] if isinstance(value, list) else (not value if isinstance(value, bool) else "other")
        setattr(other, field.name, changed)
        seen.add(state_hash(other))
    assert len(seen) == len(fields(state)) + 1


def test_the_elements_of_a_state_cannot_be_changed_in_place() -> None:
    match = new_match()
    answer(match, "amber", Bid(0))
    state = match.state
    things: list[Any] = [state.agenda[-1], state.sealed[0], state.hands[0], state.sealed[0].action]
    for thing in things:
        with pytest.raises(AttributeError):
            thing.role = "blue"


def test_a_played_out_game_has_the_same_hash_on_every_machine() -> None:
    match = play_out(new_match(), Random(1))
    assert state_hash(match.state) == "10619b90ce8a282885f53e66aba15621"


def test_a_state_is_plain_json() -> None:
    match = play_out(new_match(), Random(2))
    plain = json.loads(canonical(match.state))
    assert msgspec.json.decode(canonical(plain)) == plain
    assert not [value for value in plain.values() if isinstance(value, float)]
