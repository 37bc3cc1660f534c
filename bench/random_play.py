"""Random play. One measured action = decision + a sample from its full legal set + apply + the actor's view encoded.

python bench/random_play.py [GAME...]     without a name every game
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
from feltherre.core.table import Table

encode = msgspec.json.Encoder().encode


def play_game(game: Game[Any], seed: int, each: Callable[[Any, str], None] | None) -> int:
    """One game at random; how many actions it took."""
    rng = Random(seed)
    stream = KeyedStream(seed.to_bytes(32, "big"))
    setup = Setup(tuple(Seat(role, (role,)) for role in game.roles))
    table = engine.begin(game, setup, stream)
    state = table.state
    decisions = engine.open_decisions(game, state)
    actions = 0
    while decisions:
        decision = decisions[len(state.sealed)]
        action = decision.space.sample(rng)
        decisions = engine.carry_out(Table(game, state, stream), decisions, decision.role, action)
        actions += 1
        if each is not None:
            each(state, decision.role)
    return actions


def main() -> None:
    for game in games_named():
        measure(game)


def measure(game: Game[Any]) -> None:
    seeds = iter(range(10**9))
    sizes: list[int] = []

    def with_view(state: Any, role: str) -> None:
        sizes.append(len(encode(game.view(state, (role,)))))

    def with_view_and_list(state: Any, role: str) -> None:
        encode(game.view(state, (role,)))
        for decision in engine.open_decisions(game, state):
            for _ in decision.space.candidates(500):
                pass

    figures = {
        "actions_per_second": per_second(lambda: play_game(game, next(seeds), with_view), 4),
        "actions_per_second_without_view": per_second(lambda: play_game(game, next(seeds), None)),
        "actions_per_second_with_all_legal_actions_listed": per_second(
            lambda: play_game(game, next(seeds), with_view_and_list)
        ),
        "games_per_second": per_second(lambda: play_game(game, next(seeds), None) and 1),
    }
    report("random_play", figures, game=game.id, mean_view_bytes=round(sum(sizes) / len(sizes)))


if __name__ == "__main__":
    main()
