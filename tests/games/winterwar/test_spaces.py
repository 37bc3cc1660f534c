"""Where a list is made by sets because it is asked for often, it holds just what has no fault."""

from random import Random

import pytest

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.space import OneOf
from feltherre.core.spaces import Pick
from feltherre.core.table import Table
from feltherre.games.winterwar import board
from feltherre.games.winterwar.game import GAME

WANTED = {"deploy", "place", "fly", "rebase"}


@pytest.mark.parametrize("seed", range(2))
def test_the_hexes_listed_for_a_counter_are_those_without_a_fault(seed: int) -> None:
    rng, stream, seen = Random(seed), KeyedStream(bytes([seed]) * 32), set()
    table = engine.begin(GAME, Setup(tuple(Seat(role, (role,)) for role in GAME.roles)), stream)
    decisions = engine.open_decisions(GAME, table.state)
    while decisions and not seen >= WANTED:
        space = decisions[0].space
        for kind, branch in space.branches.items() if isinstance(space, OneOf) else ():
            if isinstance(branch, Pick) and (kind not in seen or rng.random() < 0.05):
                seen.add(kind)
                first, then = branch.levels
                unit = rng.choice(list(first.options()))
                legal = [
                    hex_ for hex_ in range(board.SIZE) if branch.contains(branch.build(_parts(branch, unit, hex_)))
                ]
                assert sorted(then.options(unit)) == legal, (kind, unit)
        action = space.sample(rng)
        decisions = engine.carry_out(Table(GAME, table.state, stream), decisions, decisions[0].role, action)
    assert seen >= WANTED


def _parts(space: Pick[object], *numbers: int) -> tuple[str | int, ...]:
    return tuple(level.parts([number])[0] for level, number in zip(space.levels, numbers, strict=True))
