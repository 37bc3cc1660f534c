"""Nothing hidden leaves the table: two states that differ only in what a seat cannot know look the same to it."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from battery import Way, examples, fewer_in_the_sample, in_every_way, is_full, key, new_match, play_on, tried, ways
from battery.spoiling import spoilt
from feltherre.core import dice, engine, errors, registry
from feltherre.core.event import seen_by
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.match import Match
from feltherre.core.space import Decision, Space, What, shown
from feltherre.core.state import canonical
from feltherre.core.table import Table

WAYS = in_every_way()
SEEDS = st.integers(0, 2**32)
#: other states tried for what a seat is told of an act
TWINS = 4
#: and, where the others do not see all of the act, answers tried that may look like it
LIKE_IT = 8
#: answers that are given in a game whose answers are whole turns
ANSWERS = 60


def what_is_seen(game: Game[Any], state: Any, roles: Collection[str]) -> list[bytes]:
    """Every byte a seat gets without asking: its view, its decisions, and what it reads about others' decisions."""
    seen = [canonical(game.view(state, roles)), canonical(game.scene(state, roles))]
    known: dict[str, What] = {}
    for decision in engine.open_decisions(game, state):
        if decision.role in roles:
            seen.append(canonical(shown(decision, known)))
        else:
            seen.append(canonical((decision.id, decision.role, decision.waiting, decision.rule, decision.reaction)))
    return seen


# each game is hundreds of positions, and each of them takes as long as all else that is asked of it
@WAYS
@examples(sample=10, full=40)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_a_seat_sees_the_same_in_every_state_it_cannot_tell_apart(way: Way, seed: int) -> None:
    match = new_match(way, seed)
    rng = Random(seed)
    seats = [seat.roles for seat in match.setup.seats] + [()]
    for decision, action in play_on(match, rng, 400):
        roles = rng.choice(seats)
        compare_refusals(match, compare_what_is_seen(match, roles, rng), roles, rng)
        compare_what_follows(match, roles, decision.role, action, rng)


WHOLE_TURNS = [way for way in ways() if way.game in registry.game_ids() and registry.get_game(way.game).whole_turns]


@pytest.mark.parametrize("way", WHOLE_TURNS, ids=lambda way: way.name)
@examples(sample=1, full=40)
@given(seed=SEEDS)
def test_where_an_answer_is_a_whole_turn_every_seat_sees_the_same_inside_it_too(way: Way, seed: int) -> None:
    """In every scenario (the sample: in the first) and with any options: there are few questions inside a turn, so all
    seats are compared."""
    rng, game = Random(seed), registry.get_game(way.game)
    options = {option.name: rng.choice(option.values) for option in game.options}
    made_so = Setup((), options, rng.choice(game.scenarios[: None if is_full() else 1]))
    seats = tuple(Seat("+".join(roles), roles) for roles in rng.choice(game.seatings(made_so)))
    match = Match(game, replace(made_so, seats=seats), key=key(seed))
    for decision, action in play_on(match, rng, ANSWERS):
        if game.moment(match.state) is None:
            continue
        for roles in (*(seat.roles for seat in seats), ()):
            compare_what_is_seen(match, roles, rng)
        compare_what_follows(match, rng.choice([*(seat.roles for seat in seats), ()]), decision.role, action, rng)


def compare_what_is_seen(match: Match[Any], roles: Collection[str], rng: Random) -> Any:
    """A state that the seat cannot tell from the true one."""
    game, state = match.game, match.state
    other = game.redeal(state, roles, rng)
    assert not game.invariants(other)
    assert what_is_seen(game, other, roles) == what_is_seen(game, state, roles)
    # a player may have the spectators' link too: it tells him nothing that he does not know
    assert what_is_seen(game, other, ()) == what_is_seen(game, state, ())
    tried("states compared with another that a seat cannot tell apart")
    if game.moment(state) is not None:
        tried("of these inside a turn")
    return other


def compare_refusals(match: Match[Any], other: Any, roles: Collection[str], rng: Random) -> None:
    """An answer that a seat gives to its decision is accepted or refused with the same words in both states."""
    ours = {decision.role: decision for decision in match.decisions() if decision.role in roles}
    theirs = {decision.role: decision for decision in engine.open_decisions(match.game, other)}
    for role, decision in ours.items():
        for action in tried_actions(match, decision, rng):
            assert refusal(theirs[role], action) == refusal(decision, action)


def tried_actions(match: Match[Any], decision: Decision[Any], rng: Random) -> list[Any]:
    """Actions taken earlier in the game, most of which make no sense now, and some that are nearly right."""
    acts = [line.action for line in match.lines if hasattr(line, "action")]
    spoiled = [as_action(match, spoilt(match, decision.space.sample(rng), rng)) for _ in range(6)]
    return rng.sample(acts, min(4, len(acts))) + [action for action in spoiled if action is not None]


def as_action(match: Match[Any], data: Any) -> Any:
    """None if this has not even the shape of an action."""
    try:
        return match.game.convert_action(data)
    except errors.BadInput:
        return None


def refusal(decision: Any, action: Any) -> Any:
    try:
        decision.space.check(action)
    except errors.Illegal as illegal:
        return canonical((illegal.reason, illegal.rule))
    return None


def compare_what_follows(match: Match[Any], roles: Collection[str], actor: str, action: Any, rng: Random) -> None:
    """The same public action with the same dice tells the seat the same in both states, unless it learns something."""
    ours = carried_out(match, match.state.clone(), actor, action)
    for theirs in what_follows_elsewhere(match, roles, actor, action, rng):
        if theirs.shown != ours.shown:
            continue  # everybody can tell these two apart now
        if any(secret.role in roles for table in (ours, theirs) for event in table.events for secret in event.secrets):
            continue
        if action.unseen and heard(ours, roles) != heard(theirs, roles):
            continue  # this was another action
        assert heard(ours, roles) == heard(theirs, roles)
        if roles_answered(ours.state) == roles_answered(theirs.state):
            assert what_is_seen(match.game, ours.state, roles) == what_is_seen(match.game, theirs.state, roles)
        tried("acts compared with the same in a state that a seat cannot tell apart")
        return


def what_follows_elsewhere(
    match: Match[Any], roles: Collection[str], actor: str, action: Any, rng: Random
) -> Iterator[Table[Any]]:
    """The action (or one that may look like it, where others do not see all of it) carried out in other states that the
    seat cannot tell apart and in which the others could do what they really did."""
    answers = answers_opened(match, actor, action)
    for _ in range(TWINS):
        other = match.game.redeal(match.state, roles, rng)
        spaces = {decision.role: decision.space for decision in engine.open_decisions(match.game, other)}
        for answer in alike(action, spaces[actor], rng):
            if all(spaces[role].contains(said) for role, said in {**answers, actor: answer}.items()):
                state = other.clone()
                if len(answers) > 1:
                    state.sealed[:] = match.state.sealed
                yield carried_out(match, state, actor, answer)


def alike(action: Any, space: Space[Any], rng: Random) -> list[Any]:
    """The action, and answers of its kind that the others may not be able to tell from it."""
    others = [space.sample(rng) for _ in range(LIKE_IT if action.unseen else 0)]
    return [action, *(other for other in others if type(other) is type(action))]


def heard(table: Table[Any], roles: Collection[str]) -> list[bytes]:
    return [canonical(seen) for event in table.events for seen in seen_by(event, roles)]


def answers_opened(match: Match[Any], actor: str, action: Any) -> dict[str, Any]:
    """What becomes public with the action: itself, and the answers sealed so far if it is the last one."""
    sealed = {answer.role: answer.action for answer in match.state.sealed if answer.role != actor}
    last = len(sealed) + 1 == len(match.decisions())
    return {**sealed, actor: action} if last else {actor: action}


def roles_answered(state: Any) -> list[str]:
    return [sealed.role for sealed in state.sealed]


def carried_out(match: Match[Any], state: Any, actor: str, action: Any) -> Table[Any]:
    decision = next(decision for decision in match.decisions() if decision.role == actor)
    table = Table(match.game, state, dice.KeyedStream(b"the same dice for both".ljust(32)), match.next_line)
    engine.apply(match.game, table, actor, decision.id, action)
    return table
