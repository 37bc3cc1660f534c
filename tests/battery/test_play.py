"""Random play to the end, with everything checked on the way."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from battery import (
    MOST_ACTIONS,
    Way,
    examples,
    fewer_in_the_sample,
    in_every_way,
    new_match,
    next_asked,
    play_on,
    somewhere,
    tried,
)
from feltherre.core.errors import Illegal
from feltherre.core.game import HoldGate
from feltherre.core.record import Acted, Undone
from feltherre.core.replay import look_at, states_by_line, verify
from feltherre.core.state import canonical, state_hash

WAYS = in_every_way()
SEEDS = st.integers(0, 2**32)


@WAYS
@examples(sample=100, full=200)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_random_games_end_keep_the_invariants_and_replay_to_the_byte(way: Way, seed: int) -> None:
    match = new_match(way, seed)
    rng = Random(seed)
    for decision, action in play_on(match, rng):
        assert decision.space.contains(action), match.game.notation.write(action)
        assert match.game.notation.read(match.game.notation.write(action)) == action
        assert not match.game.invariants(match.state)
    assert match.over, f"no end after {MOST_ACTIONS} actions"
    assert not match.game.invariants(match.state)
    assert not match.decisions()
    match.end()
    record = match.data()
    checked = verify(record)
    assert checked.finished
    assert checked.dice_checked
    assert checked.result == match.state.result
    again = states_by_line(match.game, match.lines)
    assert state_hash(again[len(match.lines) - 1]) == state_hash(match.state)
    tried("random games", 1)
    tried("random actions", len(match.lines) - 2)


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_games_with_an_umpire_and_real_dice_end_and_replay_to_the_byte(way: Way, seed: int) -> None:
    """Dice are typed in, and the umpire lets every ruling stand or changes it."""
    match = new_match(way, seed, umpire=True, dice="typed")
    match.override(HoldGate(on=True), "he wants to see it")
    for decision, action in play_on(match, Random(seed)):
        assert decision.space.contains(action), match.game.notation.write(action)
        assert match.game.notation.read(match.game.notation.write(action)) == action
    assert match.over, f"no end after {MOST_ACTIONS} actions"
    match.end()
    checked = verify(match.data())
    assert checked.states_checked
    assert checked.result == match.state.result


@WAYS
@given(seed=SEEDS)
@fewer_in_the_sample
def test_every_decision_lists_what_it_contains(way: Way, seed: int) -> None:
    """Candidates, samples and choices come from one code: they agree, and none is there twice."""
    match = new_match(way, seed)
    rng = Random(seed)
    for decision, action in play_on(match, rng, 150):
        listed = list(decision.space.candidates(300))
        assert listed, "a dead end: nothing can be answered"
        assert len(set(map(canonical, listed))) == len(listed)
        if decision.space.lists_all and len(listed) < 300:
            assert action in listed
        for candidate in rng.sample(listed, min(5, len(listed))):
            decision.space.check(candidate)


@WAYS
@given(seed=SEEDS, actions=st.integers(0, 250))
@fewer_in_the_sample
def test_a_clone_is_equal_and_shares_nothing(way: Way, seed: int, actions: int) -> None:
    match = somewhere(new_match(way, seed), Random(seed), actions)
    original, before = match.state, canonical(match.state)
    copy = original.clone()
    assert canonical(copy) == before
    assert copy == original
    match.state = copy
    somewhere(match, Random(seed + 1), 20)
    assert canonical(original) == before


@WAYS
@given(seed=SEEDS, actions=st.integers(0, 250))
@fewer_in_the_sample
def test_a_state_survives_being_written_and_read(way: Way, seed: int, actions: int) -> None:
    match = somewhere(new_match(way, seed), Random(seed), actions)
    data = canonical(match.state)
    read = match.game.read_state(data)
    assert canonical(read) == data
    other = new_match(way, seed)
    somewhere(other, Random(seed), actions)
    other.state = read
    somewhere(match, Random(seed + 1), 30)
    somewhere(other, Random(seed + 1), 30)
    assert canonical(other.state) == canonical(match.state)


@WAYS
@given(seed=SEEDS)
@fewer_in_the_sample
def test_asking_changes_nothing(way: Way, seed: int) -> None:
    match = new_match(way, seed)
    seats = [seat.name for seat in match.setup.seats] + [""]
    for decision, action in play_on(match, Random(seed), 60):
        before = state_hash(match.state)
        for seat in seats:
            match.view(seat)
            match.scene(seat)
            match.seen(seat)
        decision.space.choices()
        list(decision.space.candidates(50))
        decision.space.contains(action)
        assert state_hash(match.state) == before


@WAYS
@given(seed=SEEDS)
@fewer_in_the_sample
def test_undo_never_passes_an_information_event(way: Way, seed: int) -> None:
    match = new_match(way, seed)
    rng = Random(seed)
    undone = 0
    for _ in range(120):
        if match.over:
            break
        if rng.random() < 0.35:
            undone += try_undo(match, rng)
            continue
        decision = next_asked(match, rng)
        action = decision.space.sample(rng)
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)
    assert look_at(match.lines).data() == match.data()
    tried("undos", undone)


def try_undo(match, rng) -> int:  # type: ignore[no-untyped-def]
    seat = rng.choice(match.setup.seats).name
    before = canonical(match.state)
    try:
        match.undo(seat)
    except Illegal:
        assert canonical(match.state) == before
        return 0
    line = match.lines[-1]
    assert isinstance(line, Undone)
    taken_back = match.lines[line.to + 1 : -1]
    acts = [act for act in taken_back if isinstance(act, Acted)]
    assert all(act.seat == seat and not act.throws and not act.draws for act in acts)
    assert match.lines[line.n].state == state_hash(match.state)
    return 1
