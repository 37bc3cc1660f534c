"""What a state costs: clone, view, redeal, canonical bytes and hash, in the middle of a game.

python bench/state_costs.py [GAME...]     without a name every game
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from _common import games_named, per_second, report

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.state import canonical, state_hash
from feltherre.core.table import Table

encode = msgspec.json.Encoder().encode
TIMES = 200


def middle_of_a_game(game: Game[Any]) -> Any:
    """The state after half the actions of a random game, however long the game is."""
    rng = Random(7)
    stream = KeyedStream(b"7" * 32)
    state = engine.begin(game, Setup(tuple(Seat(role, (role,)) for role in game.roles)), stream).state
    states = [state.clone()]
    while decisions := engine.open_decisions(game, state):
        decision = decisions[len(state.sealed)]
        engine.carry_out(Table(game, state, stream), decisions, decision.role, decision.space.sample(rng))
        states.append(state.clone())
    return states[len(states) // 2]


def main() -> None:
    for game in games_named():
        measure(game)


def measure(game: Game[Any]) -> None:
    state = middle_of_a_game(game)
    roles = (game.roles[0],)
    rng = Random(1)

    def often(work: Callable[[], Any]) -> float:
        def some() -> int:
            for _ in range(TIMES):
                work()
            return TIMES

        return per_second(some, 1.0)

    speeds = {
        "clones_per_second": often(state.clone),
        "views_per_second": often(lambda: game.view(state, roles)),
        "views_encoded_per_second": often(lambda: encode(game.view(state, roles))),
        "redeals_per_second": often(lambda: game.redeal(state, roles, rng)),
        "canonical_per_second": often(lambda: canonical(state)),
        "state_hashes_per_second": often(lambda: state_hash(state)),
    }
    microseconds = {key.replace("_per_second", "_us"): round(1e6 / value, 2) for key, value in speeds.items()}
    report("state_costs", speeds, game=game.id, microseconds=microseconds, state_bytes=len(canonical(state)))


main()
