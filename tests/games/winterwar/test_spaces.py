"""Where a list is made by sets because it is asked for often, it holds just what has no fault."""

from random import Random

import pytest

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.space import OneOf, Picking, shown
from feltherre.core.spaces import Pick
from feltherre.core.table import Table
from feltherre.games.winterwar import board
from feltherre.games.winterwar import units as units_module
from feltherre.games.winterwar.actions import AirCombat
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.game import GAME
from feltherre.hexgame.actions import Attack, EndCombat, EndSetup, TakeLosses
from feltherre.hexgame.fighting import share_losses
from feltherre.server.asking import walked
from winterwar_table import position

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


def test_losses_are_picked_in_any_order_and_a_unit_as_often_as_it_can_bear_them() -> None:
    units = [units_module.INDEX[unit] for unit in ("FI-4D", "FI-5D")]
    space = share_losses(WORDS, TakeLosses, dict(zip(units, [2, 1], strict=True)), {}, 2, "1.5-f")
    assert space.picking(()) == Picking("several", need=2)
    assert walked(space, ("FI-5D", "FI-4D"))[0] == ("FI-4D", "FI-5D")
    assert list(walked(space, ("FI-4D",))[1]) == ["FI-4D", "FI-5D"]
    assert list(walked(space, ("FI-5D",))[1]) == ["FI-4D"]


def test_who_is_stopped_by_a_full_stack_may_insist_at_a_price() -> None:
    play = position(side="finland", finland={"1641": ["4D", "5D"], "1640": ["11D"]}, soviet={"1843": ["138RD"]})
    space = play.decision.space
    instead = space.instead(("move", "FI-11D"), "1641")
    assert instead is not None
    parts, price = instead
    assert (parts, price.key) == (("force", "FI-11D", "1641"), "winterwar.insist")
    assert "stop" in walked(space, parts)[1]
    assert space.instead(("move", "FI-11D"), "1843") is None
    assert space.instead(("force", "FI-11D"), "1843") is None


def test_kinds_of_answers_say_what_a_tap_means_and_what_is_asked_twice() -> None:
    play = position(side="finland", finland={"1641": ["4D"]}, soviet={"1843": ["138RD"]})
    kinds = {choice.part: choice for choice in shown(play.decision, {}).choices}
    assert {kind for kind, choice in kinds.items() if choice.tapped} == {"move"}
    assert set(kinds) == {"move", "force", "end-movement"}
    assert not any(choice.final for choice in kinds.values())
    assert (EndSetup.final, EndCombat.final, Attack.final) == (True, True, True)
    assert (Attack.gathers, AirCombat.tapped) == (True, True)
