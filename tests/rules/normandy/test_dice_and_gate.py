"""Every throw of the game with real dice, typed in by whoever throws them, and at the umpire's gate, where a ruling may
be changed before it takes effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.space import DiceTyped
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.units import BOMBERS, UNITS
from normandy_table import Playing, hex_, position

BOMBS = {"1001": [UNITS[bomber].id for bomber in BOMBERS]}


def weather(**how: Any) -> Playing:
    return position(phase="turn", turn=3, allied={"juno": ["br-3-inf"]}, german={"2106": ["de-346-inf"]}, **how)


def battle(**how: Any) -> Playing:
    play = position(phase="combat", allied={"1613": ["br-7-arm"]}, german={"1614": ["de-711-inf"]}, **how)
    return play("attack 1614 with br-7-arm")


def flak(**how: Any) -> Playing:
    play = position(allied={**BOMBS, "juno": ["br-3-inf"]}, german={"1613": ["de-flak-32"]}, **how)
    return play("fly bm-us-8af 1613")


def gunfire(**how: Any) -> Playing:
    play = position(phase="combat", allied={"1208": ["bb-nevada"]}, german={"1209": ["cb-longues"]}, **how)
    return play("fire at 1209 with bb-nevada")


def carpet(**how: Any) -> Playing:
    """After a storm the weather needs no die; the umpire lets it stand."""
    play = position(
        *("allied", "turn", 3),
        allied={**BOMBS, "juno": ["br-3-inf"]},
        german={"1614": ["de-711-inf"], "2106": ["de-346-inf"]},
        plan=hex_("1614"),
        asked_to_plan=True,
        alone=True,
        **{"weather": "storm", **how},
    )
    return play.answer(RulingAccepted()) if play.asked == ["umpire"] else play


class Throw(NamedTuple):
    """How it comes about, who throws, a die; what to look at, as it falls and when the umpire has changed an output."""

    begun: Callable[..., Playing]
    thrower: str
    die: int
    seen: Callable[[Playing], Any]
    falls: Any
    change: dict[str, Any]
    changed: Any


THROWS = {
    "weather": Throw(weather, "allied", 4, lambda play: play.state.weather, "clear", {"weather": "storm"}, "storm"),
    "ground-combat": Throw(
        battle, "allied", 3, lambda play: play.place("de-711-inf"), "1614", {"result": "FE"}, "destroyed"
    ),
    "flak": Throw(flak, "german", 4, lambda play: play.losses("bm-us-8af"), 1, {"losses": 0}, 0),
    "naval-vs-coastal": Throw(
        gunfire, "allied", 4, lambda play: play.place("cb-longues"), "destroyed", {"result": "-"}, "1209"
    ),
    "carpet-bombing": Throw(carpet, "allied", 3, lambda play: play.losses("de-711-inf"), 1, {"result": "A1-F1"}, 1),
}
each_throw = pytest.mark.parametrize("throw", THROWS.values(), ids=THROWS)


def test_no_throw_of_the_game_is_left_out() -> None:
    """But the dice for the sides, of which the next test is."""
    thrown = {by.throwing.procedure(None).name for by in GAME.steps.values() if by.throwing}  # type: ignore[arg-type]
    assert thrown == {*THROWS, "side-choice"}


def test_each_team_types_in_its_die_for_the_sides() -> None:
    seats = (Seat("one", ("allied",)), Seat("two", ("german",)))
    match = Match(GAME, Setup(seats, options={"sides": "by-die"}, dice="typed"), key=bytes(32))
    for role, die in (("allied", 2), ("german", 5)):
        (decision,) = match.decisions()
        assert decision.role == role
        match.act(match.seat_of(role).name, role, decision.id, DiceTyped((die,)))
    assert match.decisions()[0].prompt.key == "normandy.prompt.side"


@each_throw
def test_real_dice_are_typed_in_by_whoever_throws_them(throw: Throw) -> None:
    play = throw.begun(typed=True)
    assert play.asked == [throw.thrower]
    play.answer(DiceTyped((throw.die,)))
    assert throw.seen(play) == throw.falls


@each_throw
def test_at_the_gate_the_umpire_lets_a_ruling_stand(throw: Throw) -> None:
    play = throw.begun(dice=[[throw.die]], umpire=True, gate_held=True)
    assert play.asked == ["umpire"]
    play.answer(RulingAccepted())
    assert throw.seen(play) == throw.falls


@each_throw
def test_at_the_gate_he_changes_it_and_no_other_value_is_taken(throw: Throw) -> None:
    play = throw.begun(dice=[[throw.die]], umpire=True, gate_held=True)
    (name,) = throw.change
    with pytest.raises(Illegal):
        play.answer(RulingChanged({name: "a cloudburst"}, "he likes it"))
    play.answer(RulingChanged(throw.change, "he has seen it otherwise"))
    assert throw.seen(play) == throw.changed


def test_while_the_umpire_looks_at_the_weather_the_plan_of_the_bombers_stays_a_secret() -> None:
    fields = {"plan": hex_("1614"), "asked_to_plan": True}
    play = weather(dice=[[4]], umpire=True, gate_held=True, **fields)
    assert play.asked == ["umpire"]
    assert GAME.view(play.state, ("german",)).plan == -1  # type: ignore[attr-defined]
    play.answer(RulingChanged({"weather": "rain"}, "clouds"))
    assert "carpet-comes" not in play.told_to("allied")
    assert play.told_to("german").count("bombing-off") == 0
