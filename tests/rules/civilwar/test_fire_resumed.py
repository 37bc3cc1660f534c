"""A turn with fire in it that is stopped at a question or at the umpire's gate, written down, and resumed elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_attack import Fight, attack
from civilwar_fire import fire, fire_turn, gun_fire
from civilwar_table import cannon, field_of, foot
from feltherre.core import engine
from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.space import DiceTyped
from feltherre.core.state import canonical
from feltherre.games.civilwar.fire_questions import FireSurprised
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import OrderLine, Prefs, Stand


def resumed(fought: Fight, dice: list[tuple[int, ...]]) -> Fight:
    """The same turn in another process: only what is written is there."""
    written = canonical(fought.state)
    state = GAME.read_state(written)
    assert canonical(state) == written
    other = Fight(state, dice)
    table = other.table()
    other.asked = engine.open_decisions(other.game, state)
    assert not table.events
    return other


@pytest.mark.proves("04.02.13")
def test_the_question_to_a_surprised_unit_survives_being_written() -> None:
    def begun(dice: list[tuple[int, ...]]) -> Fight:
        state = field_of(foot("a", 0, 50, 40), cannon("g", 0, 62, 40, face=340), foot("b", 1, 50, 52))
        line = OrderLine(Stand(), Prefs(fallback="no"))
        shot = gun_fire("canister", "b")
        return fire_turn(state, {"a": line, "b": attack("a"), "g": shot}, dice=dice)

    dice: list[tuple[int, ...]] = [(1, 2), (4, 4), (6, 6), (3, 3)]
    straight = begun(list(dice))
    straight.answer(FireSurprised(True))
    broken = begun(list(dice))
    again = resumed(broken, list(broken.dice.throws))
    again.answer(FireSurprised(True))
    # each field has a scenario of its own name
    again.state.scenario = straight.state.scenario
    assert canonical(again.state) == canonical(straight.state)


def gated(orders: dict[str, Any], dice: list[tuple[int, ...]]) -> Fight:
    state = field_of(foot("a", 0, 50, 40), cannon("g", 0, 70, 40, face=340), foot("b", 1, 50, 44))
    state.umpire = state.gate_held = True
    return fire_turn(state, orders, dice=dice)


@pytest.mark.proves("05.02.1", "08.02.7")
def test_the_umpire_sees_each_ruling_before_it_takes_effect_and_may_change_it() -> None:
    fought = gated({"a": fire("b")}, [(6, 6), (1, 1)])
    assert fought.unit("b").figures == 24
    again = resumed(fought, list(fought.dice.throws))
    again.answer(RulingChanged({"losses_men": 21}, "they fired high"))
    assert (again.unit("b").figures, again.unit("b").men) == (23, 1)
    # now the test of it waits at the gate
    assert again.unit("b").order == "OR"
    again.answer(RulingAccepted())
    assert again.unit("b").order == "U"


@pytest.mark.proves("05.02.1")
def test_real_dice_are_asked_for_of_the_side_that_throws() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 44))
    state.dice = "typed"
    fought = fire_turn(state, {"a": fire("b")})
    assert [decision.role for decision in fought.asked] == ["union"]
    fought.answer(DiceTyped((6, 6)))
    assert [decision.role for decision in fought.asked] == ["confederate"]
    fought.answer(DiceTyped((6, 6)))
    assert fought.unit("b").lost == 2
