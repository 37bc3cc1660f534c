"""The players of Norway see only their own seat's view: what is redealt to them as others' hands changes no choice of
the captain's, and nothing of what the greedy player thinks of the position."""

from __future__ import annotations

from itertools import islice

import pytest

from feltherre.core.game import Setup
from feltherre.core.state import canonical
from feltherre.games.norway.players import CaptainPlayer
from feltherre.games.norway.players.greedy import scorer
from norway_table.redeals import ADVANCED_THREE, ADVANCED_TWO, THREE, TWO, positions, redealt

#: of the positions of a whole game, every fourth is asked about
EVERY = 4


@pytest.mark.parametrize(
    "setup",
    [THREE, TWO, ADVANCED_THREE, ADVANCED_TWO],
    ids=["three seats", "two seats", "three seats, advanced", "two seats, advanced"],
)
def test_the_choice_is_the_same_whatever_others_hold(setup: Setup) -> None:
    """Two redeals of the same true position: hands and ships that lie face down differ, the action and its reason do
    not."""
    asked = differing = 0
    for state, roles, role in islice(positions("captain", setup, seed=11), 0, None, EVERY):
        one, other = redealt(state, roles, role, 101), redealt(state, roles, role, 202)
        differing += canonical(one.state) != canonical(other.state)
        first, second = CaptainPlayer().choose(one), CaptainPlayer().choose(other)
        assert (first.action, first.why) == (second.action, second.why), (role, state.agenda[-1])
        assert scorer(one)(one.state) == scorer(other)(other.state), (role, state.agenda[-1])
        asked += 1
    assert asked > 50
    assert differing > asked // 2, "the redeals hardly differ: the test would prove nothing"
