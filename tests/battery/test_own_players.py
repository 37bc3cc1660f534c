"""Whole games of a game's own strongest player on every seat: they end, and stand up to all that random games do."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battery import MOST_ACTIONS, Way, examples, fewer_in_the_sample, new_match, next_asked, tried, ways
from battery.tiny import SMALL_GAMES
from feltherre.core.registry import get_game
from feltherre.core.replay import verify
from feltherre.players.player import position_for

WITH_PLAYERS = [way for way in ways() if way.game not in SMALL_GAMES and get_game(way.game).players]


@pytest.mark.parametrize("way", WITH_PLAYERS, ids=lambda way: way.name)
@examples(sample=2, full=50)
@given(seed=st.integers(0, 2**32))
@fewer_in_the_sample
def test_games_of_the_own_player_end_keep_the_invariants_and_verify(way: Way, seed: int) -> None:
    match = new_match(way, seed)
    rng = Random(seed)
    strongest = next(iter(match.game.players.values()))
    players = {seat.name: strongest() for seat in match.seats}
    for _ in range(MOST_ACTIONS):
        if match.over:
            break
        decision = next_asked(match, rng)
        seat = match.seat_of(decision.role)
        position = position_for(match.game, match.state, seat.roles, decision.role, rng)
        action = players[seat.name].choose(position).action
        match.act(seat.name, decision.role, decision.id, action)
        assert not match.game.invariants(match.state)
        tried("actions of own players")
    assert match.over, f"no end after {MOST_ACTIONS} actions"
    match.end()
    checked = verify(match.data())
    assert checked.finished
    assert checked.dice_checked
    assert checked.states_checked
    assert checked.result == match.state.result
    tried("games of own players")
