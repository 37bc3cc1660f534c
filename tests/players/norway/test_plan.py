"""The captain's plan for a turn."""

from __future__ import annotations

from itertools import islice

from feltherre.games.norway import board, marches, steps
from feltherre.games.norway.actions import EndMovement, Move
from feltherre.games.norway.players.captain.attacks import Reserves, best_attack, commit
from feltherre.games.norway.players.captain.plan import make_plan
from feltherre.games.norway.players.captain.scales import scales_for
from feltherre.games.norway.players.sight import Sight
from norway_table.redeals import THREE, positions, redealt


def movements(number: int) -> list[Sight]:
    """What the country in turn sees at decisions of phase 1, from a game between captains."""
    asked = (
        Sight(redealt(state, roles, role, 1))
        for state, roles, role in positions("captain", THREE, seed=2)
        if isinstance(state.agenda[-1], steps.Movement)
    )
    return list(islice(asked, number))


def test_an_area_is_attacked_once_in_a_plan_and_nobody_is_sent_twice() -> None:
    """An attack that is planned is weighed as fought: planning it again would destroy its defenders twice."""
    planned = 0
    for sight in movements(40):
        reserves = Reserves(sight, scales_for(sight))
        areas = []
        while (attack := best_attack(reserves)) is not None:
            commit(reserves, attack)
            areas.append(attack.area)
            assert min(reserves.scales.counts) > -1e-6
        assert len(areas) == len(set(areas))
        planned += len(areas)
    assert planned > 5


def test_a_plan_moves_every_battalion_at_most_once_and_ends() -> None:
    for sight in movements(30):
        orders, _ = make_plan(sight)
        assert isinstance(orders[-1][0], EndMovement)
        sent: dict[str, int] = {}
        for action, _ in orders:
            if isinstance(action, Move):
                sent[action.origin] = sent.get(action.origin, 0) + action.count
        assert all(number <= marches.free_to_move(sight.state, board.INDEX[origin]) for origin, number in sent.items())
