"""The umpire's edits: counters, losses, places, isolation, weather, at a moment of rest; the gate."""

from __future__ import annotations

from typing import Any

import pytest

from cases import each
from feltherre.core.agenda import RulingChanged
from feltherre.core.catalogue import languages, render
from feltherre.core.errors import Illegal
from feltherre.core.state import canonical
from feltherre.games.normandy import units
from feltherre.games.normandy.edits import SetLosses, SetWeather
from feltherre.games.normandy.game import GAME
from feltherre.hexgame.umpire import PlaceUnit, RemoveUnit, SetOwner, SetSupply
from normandy_table import Playing, position


def umpired(**more: Any) -> Playing:
    """A game with an umpire; every edit is followed by a look at the invariants."""
    given = {
        "allied": {"1412": ["br-7-arm", "ca-3-inf", "br-3-inf"], "1601": ["bb-rodney"]},
        "german": {"1512": ["de-21-pz", "de-711-inf"], "1209": ["cb-longues"]},
        "umpire": True,
        **more,
    }
    return position(**given)


def refused(play: Playing, edit: Any) -> tuple[str, str | None]:
    """(key of the reason, rule); nothing has changed, and every language can say it."""
    before = canonical(play.state)
    with pytest.raises(Illegal) as illegal:
        play.edit(edit)
    assert canonical(play.state) == before
    for lang in languages():
        said = render(illegal.value.reason, lang)
        assert "<" not in said
        assert "{" not in said
    return illegal.value.reason.key.removeprefix("normandy.illegal.edit-"), illegal.value.rule


# counters


def test_a_unit_is_put_elsewhere_and_takes_what_it_enters() -> None:
    play = umpired().edit(PlaceUnit("br-7-arm", "1717"))
    assert (play.place("br-7-arm"), play.owner("falaise")) == ("1717", "allied")
    assert play.told()[-1] == "taken"
    assert play.asked == ["allied"]


@each(
    "edit key rule",
    (PlaceUnit("us-35-inf", "1310"), "early", "2.1-a"),
    (PlaceUnit("br-7-arm", "1412"), "there", "umpire"),
    (PlaceUnit("br-7-arm", "1601"), "water", "1.4-coast"),
    (PlaceUnit("br-7-arm", "1512"), "enemy", "STEP-4-c"),
    (PlaceUnit("br-50-inf", "1412"), "full", "STEP-4-e"),
    (PlaceUnit("bb-rodney", "1310"), "land", "1.4-channel"),
    (PlaceUnit("cb-longues", "1310"), "battery", "4.1-e"),
    (PlaceUnit("us-1-inf", "0101"), "water", "1.4-coast"),
    (PlaceUnit("nobody", "1310"), "no-such-unit", None),
    (PlaceUnit("br-7-arm", "nowhere"), "no-such-place", None),
    (RemoveUnit("us-1-inf"), "off-map", None),
    (SetLosses("br-7-arm", 2), "losses", "1.2-d"),
    (SetLosses("br-7-arm", -1), "losses", "1.2-d"),
    (SetOwner("caen", "german"), "owned", None),
    (SetOwner("caen", "allied"), "held", "VIC-2"),
    (SetOwner("1413", "allied"), "no-such-town", None),
    (SetOwner("lisieux", "french"), "no-such-side", None),
    (SetSupply("bb-rodney", False), "needs-no-supply", "SUP-1"),
)
def test_what_cannot_be_is_refused(edit: Any, key: str, rule: str | None) -> None:
    assert refused(umpired(), edit) == (key, rule)


def test_aircraft_are_put_over_land_or_at_their_base_and_ships_on_the_water() -> None:
    play = umpired().edit(PlaceUnit("bm-us-8af", "1512"), PlaceUnit("bb-rodney", "1610"))
    assert (play.place("bm-us-8af"), play.place("bb-rodney")) == ("1512", "1610")
    play("end movement")
    assert play.refusal("attack 1512 with bm-us-8af")[0] == "attack.nobody-leads"
    play.edit(PlaceUnit("bm-us-8af", "1001"))
    assert play.refusal("attack 1512 with br-7-arm + bm-us-8af")[0] == "attack.not-over"


def test_a_removed_unit_counts_or_not_as_the_umpire_says_and_comes_back_whole() -> None:
    play = umpired(losses={"de-711-inf": 1})
    before = GAME.score(play.state)
    play.edit(RemoveUnit("de-711-inf"))
    assert GAME.score(play.state) == before + 2
    play.edit(PlaceUnit("de-711-inf", "1512"))
    assert (GAME.score(play.state), play.losses("de-711-inf")) == (before, 0)
    play.edit(RemoveUnit("de-711-inf", counted=False))
    assert (GAME.score(play.state), play.place("de-711-inf")) == (before, "destroyed")
    play.edit(PlaceUnit("de-711-inf", "1513"), RemoveUnit("de-711-inf"))
    assert GAME.score(play.state) == before + 2


def test_losses_and_isolation_are_what_the_umpire_says() -> None:
    play = umpired().edit(SetLosses("de-21-pz", 1), SetSupply("de-21-pz", supplied=False))
    scene = GAME.scene(play.state, ())
    assert scene.losses == {"de-21-pz": 1}
    assert "cut-off" in str(scene.flags)
    play.edit(SetSupply("de-21-pz", supplied=True), SetLosses("de-21-pz", 0))
    assert GAME.scene(play.state, ()).losses == {}


def test_a_beachhead_given_away_is_lost_and_given_back_was_not() -> None:
    play = umpired(turn=1).edit(SetOwner("sword", "german"))
    lost = [place for place, mark in enumerate(play.state.lost) if mark]
    assert len(lost) == 1
    assert "start-hex-lost" in play.told()
    play.edit(SetOwner("sword", "allied"))
    assert not any(play.state.lost)


def test_aircraft_that_new_weather_grounds_fly_home() -> None:
    play = umpired(flying={"bm-us-8af": "1512", "at-83-grp-1": "1512"}).edit(SetWeather("rain"))
    assert (play.place("bm-us-8af"), play.place("at-83-grp-1")) != ("1512", "1512")
    assert play.place("at-83-grp-1") == "1512"
    play.edit(SetWeather("storm"))
    assert play.place("at-83-grp-1") != "1512"
    assert play.state.weather == "storm"


@each("aircraft weather rule", ("bm-us-8af", "rain", "1.8-rain"), ("at-83-grp-1", "storm", "1.8-storm"))
def test_aircraft_that_the_weather_grounds_are_put_nowhere_but_at_their_base(
    aircraft: str, weather: str, rule: str
) -> None:
    play = umpired(weather=weather)
    assert refused(play, PlaceUnit(aircraft, "1512")) == ("weather-stops", rule)
    base = "1001" if aircraft == "bm-us-8af" else "1601"
    assert play.edit(PlaceUnit(aircraft, base)).place(aircraft) == base
    # attack aircraft fly in the rain
    assert umpired(weather="rain").edit(PlaceUnit("at-83-grp-1", "1512")).place("at-83-grp-1") == "1512"


def test_aircraft_put_over_the_front_at_the_end_of_a_turn_fly_home_from_a_storm() -> None:
    play = umpired(side="german", phase="combat").edit(PlaceUnit("at-83-grp-1", "1512"))
    play.throws([1])("end combat")
    assert (play.state.weather, play.place("at-83-grp-1"), play.state.flown) == ("storm", "1601", [0] * units.COUNT)


def test_nothing_is_changed_while_a_battle_is_settled() -> None:
    play = umpired(phase="combat", german={"1512": ["de-711-inf"]}).throws([6])
    play("attack 1512 with br-7-arm + ca-3-inf + br-3-inf")
    assert play.asked == ["german"]
    for edit in (
        PlaceUnit("br-50-inf", "1310"),
        RemoveUnit("de-711-inf"),
        SetWeather("rain"),
        SetLosses("de-711-inf", 1),
    ):
        assert refused(play, edit) == ("at-work", None)


def test_sudden_death_by_the_umpires_hand_ends_the_game() -> None:
    play = umpired()
    for beach in ("utah", "omaha-west", "omaha-east", "gold", "juno", "sword"):
        play.edit(SetOwner(beach, "german"))
    assert play.state.result is not None
    assert play.state.result.winners == ("german",)


# the gate


def test_a_ruling_waits_for_an_umpire_who_holds_the_gate() -> None:
    """The die says something else than the umpire."""
    play = umpired(phase="combat", gate_held=True, german={"1512": ["de-711-inf"]}).throws([1])
    play("attack 1512 with br-7-arm")
    assert play.asked == ["umpire"]
    play.answer(RulingChanged({"result": "FE"}, "the die fell off the table"))
    assert play.place("de-711-inf") == "destroyed"
    assert play.prompt == "advance"


def test_the_weather_waits_too() -> None:
    play = position(phase="turn", turn=2, umpire=True, gate_held=True, dice=[[1]])
    assert play.asked == ["umpire"]
    play.answer(RulingChanged({"weather": "rain"}, "misread"))
    assert play.state.weather == "rain"
