"""The special rule on uniforms: who comes near for the first time may be taken for a friend (01.05.3)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_attack import advance, attack
from civilwar_fire import fire, fire_turn, next_turn
from civilwar_table import field_of, foot, horse
from feltherre.core.text import say
from feltherre.games.civilwar.orders.language import OrderLine, Prefs, Stand
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.special_rules import Uniforms
from feltherre.games.civilwar.state import CivilWarState

BLUE_AND_GREY = Uniforms(id="uniforms", text=say("core.plain", text=""), within=1500, mistaken=4, to_turn=8)
MISTAKEN, KNOWN, CALM = (1, 3), (3, 4), (1, 2)


def meeting(gap: float = 12, **more: Any) -> CivilWarState:
    other = more.pop("other", None) or foot("b", 1, 50, 40 + gap)
    return field_of(foot("a", 0, 50, 40), other, special=(BLUE_AND_GREY,), **more)


@pytest.mark.proves("01.05.3")
def test_who_is_taken_for_a_friend_is_not_fired_at_in_this_turn() -> None:
    # a comes near to b and is recognised; b comes near to a and is not
    fought = fire_turn(meeting(), {"a": fire("b"), "b": fire("a")}, dice=[KNOWN, MISTAKEN, CALM])
    assert fought.doing("a").mistakes == ("b",)
    assert (fought.doing("a").shots, fought.doing("b").shots) == (0, 24)
    assert "civilwar.fire.no-shot.mistaken" in fought.told
    # only the first time
    again = fire_turn(next_turn(fought.state), {"a": fire("b")}, dice=[CALM])
    assert again.doing("a").shots == 24


@pytest.mark.proves("01.05.3")
def test_it_does_not_fire_as_surprised_either() -> None:
    line = OrderLine(Stand(), Prefs(surprised="yes"))
    fought = fire_turn(meeting(), {"a": line, "b": attack("a")}, dice=[KNOWN, MISTAKEN, (3, 3)])
    assert not fought.doing("a").surprised
    assert fought.made("shock")


@pytest.mark.proves("01.05.3")
def test_the_throw_is_made_when_they_come_near() -> None:
    orders = {"a": fire("b", when=AtTime(8)), "b": advance(length=800)}
    fought = fire_turn(meeting(20), orders, dice=[KNOWN, KNOWN, CALM])
    assert fought.doing("a").shots == 24
    assert fought.unit("a").known == ("b",)


@pytest.mark.proves("01.05.3")
def test_others_than_infantry_and_later_turns_need_no_throw() -> None:
    riders = meeting(other=horse("b", 1, 50, 52))
    assert fire_turn(riders, {"a": fire("b")}, dice=[CALM]).doing("a").shots == 24
    late = meeting(turn=9)
    assert fire_turn(late, {"a": fire("b")}, dice=[CALM]).doing("a").shots == 24
