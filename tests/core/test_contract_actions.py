"""Typed actions: JSON in and out with validation, and an act that is refused changes nothing."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltherre.core import agenda, engine, errors, space, text
from feltherre.core.dice import KeyedStream
from feltherre.core.match import Match
from feltherre.core.state import canonical, state_hash
from feltherre.core.table import Table
from tinygame import GAME
from tinygame.actions import Bid, Gust, Light, Look, Rest, Shift
from tinygame.play import KEY, act_at_random, answer, fingerprint, new_match, play_out
from tinygame.steps import Turn
from tinygame.town import ROLES, Town

SEEDS = st.integers(0, 10**6)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
#: JSON that looks like an action of the game, with anything in its fields
NEARLY = st.fixed_dictionaries(
    {"kind": st.sampled_from(["bid", "shift", "look", "light", "rest", "gust", "let-be", "dice", "change-ruling"])},
    optional={
        name: JSON | st.integers(-2, 9) | st.sampled_from(["", "gate", "bridge", "blue", "spark"])
        for name in ("oil", "card", "origin", "target", "count", "role", "place", "values", "outputs", "reason")
    },
)


@pytest.mark.parametrize(
    "action",
    [
        Bid(2, "spark"),
        Shift("gate", "bridge", 1),
        Look("blue"),
        Light("gate"),
        Rest(),
        Gust(),
        space.DiceTyped((3, 4)),
        agenda.RulingAccepted(),
        agenda.RulingChanged({"lit": True}, "the wind turned"),
    ],
)
def test_an_action_goes_through_json_and_comes_back(action: Any) -> None:
    data = canonical(action)
    assert GAME.read_action(data) == action
    assert GAME.convert_action(json.loads(data)) == action
    assert GAME.convert_action(action) == action


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "[]",
        "null",
        '"rest"',
        "{}",
        '{"kind":"dance"}',
        '{"kind":"bid"}',
        '{"kind":"bid","oil":"2"}',
        '{"kind":"bid","oil":2.5}',
        '{"kind":"bid","oil":true}',
        '{"kind":"bid","oil":2,"more":1}',
        '{"kind":"rest","kind":"dance"}',
        '{"kind":"rest"} {}',
        '{"kind":"look","role":"\\ud800"}',
        b'{"kind":"look","role":"\xff"}',
        '{"kind":"look","role":"\ud800"}',
        '{"kind":"change-ruling","reason":"x","outputs":{"a":' + "[" * 100_000,
    ],
    ids=lambda data: repr(data[:40]),
)
def test_what_is_no_action_is_refused_with_a_reason(data: bytes | str) -> None:
    with pytest.raises(errors.BadInput) as refusal:
        GAME.read_action(data)
    assert refusal.value.reason.key == "core.bad.action"
    assert refusal.value.reason.args["error"]


@given(JSON | NEARLY)
@settings(max_examples=300, deadline=None)
def test_any_json_is_an_action_or_bad_input(value: Any) -> None:
    try:
        action = GAME.read_action(json.dumps(value))
    except errors.BadInput:
        return
    assert GAME.read_action(canonical(action)) == action


def positions() -> list[Match[Town]]:
    """Matches at every kind of question, with and without answers that are in."""
    found: dict[str, Match[Town]] = {}
    for seed in range(12):
        for dice in ("live", "typed"):
            match, rng = new_match(umpire=True, dice=dice), Random(seed)
            while not match.over:
                kind = f"{type(match.state.agenda[-1]).__name__} {len(match.state.sealed)}"
                if kind not in found:
                    found[kind] = copy_of(match, dice, seed)
                act_at_random(match, rng)
    return list(found.values())


def copy_of(match: Match[Town], dice: str, seed: int) -> Match[Town]:
    other, rng = new_match(umpire=True, dice=dice), Random(seed)
    while len(other.lines) < len(match.lines):
        act_at_random(other, rng)
    return other


POSITIONS = positions()


def test_the_positions_have_every_kind_of_question() -> None:
    kinds = {type(match.state.agenda[-1]).__name__ for match in POSITIONS}
    assert kinds == {"Bidding", "Turn", "Gusts", "Lighting"}
    assert {len(match.state.sealed) for match in POSITIONS} == {0, 1, 2}


@given(st.sampled_from(POSITIONS), NEARLY, st.sampled_from(["Ann", "Bob", "Cid", "umpire"]), st.sampled_from(ROLES))
@settings(max_examples=400, deadline=None)
def test_an_illegal_or_malformed_answer_changes_nothing(match: Match[Town], value: Any, seat: str, role: str) -> None:
    before = fingerprint(match)
    decisions = {decision.role: decision for decision in match.decisions()}
    try:
        action = GAME.read_action(json.dumps(value))
    except errors.BadInput:
        assert fingerprint(match) == before
        return
    asked = decisions.get(role)
    legal = asked is not None and asked.space.contains(action) and role in match.seat(seat).roles
    assume(not legal)
    with pytest.raises(errors.Illegal):
        match.act(seat, role, asked.id if asked else "1-amber", action)
    assert fingerprint(match) == before


@pytest.mark.parametrize("match", POSITIONS, ids=lambda match: type(match.state.agenda[-1]).__name__)
def test_every_answer_from_the_wrong_seat_is_refused(match: Match[Town]) -> None:
    before = fingerprint(match)
    for decision in match.decisions():
        action = next(iter(decision.space.candidates()))
        for seat in ("Ann", "Bob", "Cid", "umpire"):
            if seat != match.seat_of(decision.role).name:
                with pytest.raises(errors.Illegal) as refusal:
                    match.act(seat, decision.role, decision.id, action)
                assert refusal.value.reason.key == "core.illegal.wrong-seat"
                (own, *_) = match.seat(seat).roles
                with pytest.raises(errors.Illegal):
                    match.act(seat, own, decision.id, action)
        with pytest.raises(errors.BadInput):
            match.act("Nobody", decision.role, decision.id, action)
    assert fingerprint(match) == before


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_a_stale_answer_is_refused_all_through_a_game(seed: int) -> None:
    match, rng = new_match(), Random(seed)
    closed: list[tuple[str, str, Any]] = []
    while not match.over:
        asked = [(d.role, d.id, next(iter(d.space.candidates()))) for d in match.decisions()]
        act_at_random(match, rng)
        still_open = {decision.id for decision in match.decisions()}
        closed += [answer for answer in asked if answer[1] not in still_open]
        before = fingerprint(match)
        for role, decision, action in closed[-6:]:
            with pytest.raises(errors.Illegal) as refusal:
                match.act(match.seat_of(role).name, role, decision, action)
            assert refusal.value.reason.key in {
                "core.illegal.stale",
                "core.illegal.not-asked",
                "core.illegal.over",
            }
        assert fingerprint(match) == before
    assert len({decision for _, decision, _ in closed}) == len(closed), "no id is used twice"


def test_the_first_act_closes_the_first_decision() -> None:
    """The id of the opening decision is not used again by the decision after it."""
    match = new_match()
    first = [decision.id for decision in match.decisions()]
    for role in ROLES:
        answer(match, role, Bid(0))
    assert match.decisions()[0].id not in first


def test_a_role_that_is_not_asked_reads_what_is_waited_for() -> None:
    match = new_match()
    for role in ROLES:
        answer(match, role, Bid(0))
    with pytest.raises(errors.Illegal) as refusal:
        match.act("Bob", "blue", "2-blue", Rest())
    assert refusal.value.reason.key == "core.illegal.not-asked"
    assert refusal.value.reason.args["waiting"] == [
        text.say("lanterns.wait.turn", role=text.say("lanterns.role.amber"))
    ]


def test_an_answer_sent_twice_counts_once() -> None:
    match = new_match()
    answer(match, "amber", Bid(1), act_id="a1")
    before = fingerprint(match)
    assert match.act("Ann", "amber", "1-amber", Bid(1), act_id="a1") == []
    assert fingerprint(match) == before
    answer(match, "blue", Bid(1), act_id="a1")
    assert len(match.lines) == 3, "the id belongs to the seat: another seat may use the same"


def test_search_carries_out_legal_answers_without_a_match() -> None:
    """The same game by the bare engine and by a match comes to the same state."""
    match = play_out(new_match(), Random(8))
    table = engine.begin(GAME, match.setup, KeyedStream(KEY))
    state = table.state
    for line in match.lines[1:]:
        decisions = engine.open_decisions(GAME, state)
        before = state.opened
        laid: Table[Town] = Table(GAME, state, table.stream, quiet=True)
        engine.carry_out(laid, decisions, line.role, line.action)  # type: ignore[union-attr]
        assert laid.events == []
        assert state.opened >= before
    assert state_hash(state) == state_hash(match.state)


def test_apply_checks_before_it_changes() -> None:
    table = engine.begin(GAME, new_match().setup, KeyedStream(KEY))
    before = state_hash(table.state)
    for role, decision, action in (
        ("amber", "1-amber", Bid(9)),
        ("amber", "9-amber", Bid(0)),
        ("amber", "1-blue", Bid(0)),
        ("amber", "1-amber", Rest()),
    ):
        with pytest.raises(errors.Illegal):
            engine.apply(GAME, table, role, decision, action)
        assert state_hash(table.state) == before
    engine.apply(GAME, table, "amber", "1-amber", Bid(1))
    assert state_hash(table.state) != before


def test_one_action_is_one_whole_decision() -> None:
    match = new_match()
    for role in ROLES:
        answer(match, role, Bid(0))
    assert isinstance(match.state.agenda[-1], Turn)
    answer(match, "amber", Light("gate"))
    assert len(match.lines) == 5
