"""The umpire's edits: counters placed, removed and turned, towns, supply and partisans, at any moment of rest."""

from typing import Any

import pytest

from feltherre.core.catalogue import languages, render
from feltherre.core.errors import Illegal
from feltherre.core.state import canonical
from feltherre.games.winterwar import board, edits, occupation
from feltherre.games.winterwar.edits import PlaceUnit, RemoveUnit, SetOwner, SetStrength, SetSupply, TurnUnit
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.state import Loss, destroyed_of
from feltherre.games.winterwar.units import FINLAND, SOVIET
from winterwar_table import Playing, hex_, position, unit


def umpired(**more: Any) -> Playing:
    """A game with an umpire; every edit is followed by a look at the invariants."""
    finland = {"1741": ["4D", "5D", "2Br"], "1439": ["LeR2"], "1723": ["P1"]}
    soviet = {"1742": ["24RD", "90RD"], "Leningrad": ["59IAB", "KBF"]}
    given = {"finland": finland, "soviet": soviet, "owners": {"1742": "soviet"}, "umpire": True, **more}
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
    return illegal.value.reason.key.removeprefix("winterwar.illegal.edit-"), illegal.value.rule


# placing


def test_a_unit_is_moved_to_another_hex() -> None:
    play = umpired().edit(PlaceUnit("4D", "1640"))
    assert play.place("4D") == "1640"
    assert play.told()[-1] == "winterwar.event.umpire-places"
    assert play.asked == ["soviet"]


def test_a_unit_that_enters_an_enemy_town_takes_it() -> None:
    play = umpired(owners={"1742": "soviet", "Viipuri": "soviet"}).edit(PlaceUnit("4D", "Viipuri"))
    assert play.owner("Viipuri") == "finland"


def test_a_destroyed_unit_comes_back_and_counts_no_more() -> None:
    play = umpired()
    before = occupation.both_points(play.state)[SOVIET]
    play.edit(RemoveUnit("4D"))
    assert occupation.both_points(play.state)[SOVIET] == before + 4
    play.edit(PlaceUnit("4D", "1640"))
    assert occupation.both_points(play.state)[SOVIET] == before
    assert play.place("4D") == "1640"


def test_an_air_unit_is_placed_at_a_base_and_a_ship_in_its_port() -> None:
    play = umpired(flying={"59IAB": "1741"}).edit(PlaceUnit("59IAB", "Murmansk"), PlaceUnit("SF", "Murmansk"))
    assert (play.place("59IAB"), play.base("59IAB")) == ("2105", "2105")
    assert play.state.flown[unit("59IAB")] == 0
    assert play.place("SF") == "2105"


def test_a_ship_is_not_placed_in_a_port_that_is_lost() -> None:
    play = umpired(owners={"1742": "soviet", "Murmansk": "finland"})
    assert refused(play, PlaceUnit("SF", "Murmansk")) == ("port-lost", "move-8")


@pytest.mark.parametrize(
    ("edit", "key", "rule"),
    [
        (PlaceUnit("4D", "1742"), "enemy", "turn-3-e"),
        (PlaceUnit("4D", "1741"), "there", "umpire"),
        (PlaceUnit("6D", "1741"), "full", "setup-5"),
        (PlaceUnit("21D", "Viipuri"), "early", "2.1-a"),
        (PlaceUnit("KBF", "Murmansk"), "port", "move-8"),
        (PlaceUnit("LeR4", "1640"), "base", "supply-4"),
        (PlaceUnit("LeR4", "Murmansk"), "base", "supply-4"),
        (PlaceUnit("77X", "1640"), "no-such-unit", None),
        (PlaceUnit("4D", "Qwq"), "no-such-place", None),
    ],
)
def test_what_the_rules_never_allow_is_refused(edit: PlaceUnit, key: str, rule: str | None) -> None:
    assert refused(umpired(), edit) == (key, rule)


def test_closed_land_water_and_wilderness_are_refused() -> None:
    neutral = next(board.number(n) for n in range(board.SIZE) if board.IS_NEUTRAL[n] and not board.IS_SEA[n])
    sea = next(board.number(n) for n in range(board.SIZE) if board.IS_SEA[n] and not board.IS_NEUTRAL[n])
    wild = next(board.number(n) for n in range(board.SIZE) if board.IS_OPEN[n] and n not in edits.ON_NETWORK)
    assert refused(umpired(), PlaceUnit("4D", neutral)) == ("closed", "1.1-f")
    assert refused(umpired(), PlaceUnit("4D", sea)) == ("closed", "1.4-j")
    assert refused(umpired(), PlaceUnit("24RD", wild)) == ("off-road", "turn-3-g")
    assert umpired().edit(PlaceUnit("4D", wild)).place("4D") == wild


def test_stacking_north_of_the_arctic_line_is_tighter() -> None:
    play = umpired(finland={"Rovaniemi": ["4D"], "1741": ["5D"]})
    assert refused(play, PlaceUnit("5D", "Rovaniemi")) == ("full", "setup-6")


def test_a_third_air_unit_finds_no_base() -> None:
    play = umpired(soviet={"1742": ["24RD"], "Leningrad": ["59IAB", "18SBB"]})
    assert refused(play, PlaceUnit("55SBB", "1844")) == ("base-full", "1.6-n")


def test_an_unclear_name_is_refused_with_what_comes_near() -> None:
    with pytest.raises(Illegal) as illegal:
        umpired().edit(PlaceUnit("4D", "Viipurii"))
    assert "Viipuri" in render(illegal.value.reason)


# removing


def test_a_removed_unit_counts_or_not_as_the_umpire_says() -> None:
    play = umpired()
    before = occupation.both_points(play.state)[FINLAND]
    play.edit(RemoveUnit("90RD", counted=False))
    assert play.place("90RD") == "destroyed"
    assert occupation.both_points(play.state)[FINLAND] == before
    assert destroyed_of(play.state, SOVIET) == []
    play.edit(RemoveUnit("24RD"))
    assert destroyed_of(play.state, SOVIET) == [Loss(unit("24RD"), 5, 1)]
    assert occupation.both_points(play.state)[FINLAND] == before + 5


def test_zones_and_stacks_follow() -> None:
    """The invariants compare what is kept beside the state after each edit."""
    play = umpired()
    reach = play.reach("24RD")
    play.edit(RemoveUnit("4D"), RemoveUnit("5D"), RemoveUnit("2Br"))
    assert "1741" in play.reach("24RD")
    assert "1741" not in reach


@pytest.mark.parametrize("edit", [RemoveUnit("6D"), TurnUnit("6D", True), SetSupply("6D", False)])
def test_a_unit_off_the_map_cannot_be_changed(edit: Any) -> None:
    assert refused(umpired(), edit) == ("off-map", None)


# which way up, supply, strength


def test_a_counter_is_turned_and_turned_back() -> None:
    play = umpired().edit(TurnUnit("4D", True))
    assert play.flipped("4D")
    assert refused(play, TurnUnit("4D", True)) == ("turned", None)
    assert not play.edit(TurnUnit("4D", False)).flipped("4D")
    assert refused(play, TurnUnit("P1", True)) == ("no-back", "2.1-e")


def test_a_flipped_unit_moves_with_its_back_side() -> None:
    play = umpired()
    before = play.reach("24RD")
    play.edit(TurnUnit("24RD", True))
    assert play.reach("24RD").keys() <= before.keys()
    assert play.flipped("24RD")


def test_supply_is_ruled_until_the_next_check() -> None:
    play = umpired().edit(SetSupply("24RD", False))
    assert play.cut_off() == ["24RD"]
    assert play.refusal("24RD > 1843")[1] == "supply-5"
    assert play.edit(SetSupply("24RD", True)).cut_off() == []
    for name in ("P1", "59IAB", "KBF"):
        assert refused(play, SetSupply(name, False)) == ("needs-no-supply", "2.1-j")


def test_a_partisan_has_the_strength_the_umpire_says() -> None:
    play = umpired().edit(SetStrength("P1", 3))
    assert play.state.strengths[unit("P1")] == 3
    assert play.edit(SetStrength("P1", 0)).state.strengths[unit("P1")] == 0
    assert refused(play, SetStrength("P1", 4)) == ("strength", "2.1-m")
    assert refused(play, SetStrength("P1", -1)) == ("strength", "2.1-m")
    assert refused(play, SetStrength("4D", 2)) == ("no-partisan", "2.1-l")


# towns


def test_a_town_is_given_to_a_side() -> None:
    play = umpired().edit(SetOwner("Viipuri", "soviet"))
    assert play.owner("Viipuri") == "soviet"
    assert refused(play, SetOwner("Viborg", "soviet")) == ("owned", None)
    assert refused(play, SetOwner("Terijoki", "finland")) == ("held", "win-3")
    assert refused(play, SetOwner("1741", "soviet")) == ("no-such-town", None)
    assert refused(play, SetOwner("Oulu", "sweden")) == ("no-such-side", None)


def test_air_units_of_a_town_given_away_look_for_another_base() -> None:
    play = umpired().edit(SetOwner("Lappeenranta", "soviet"))
    assert play.asked == ["finland"]
    assert play.step == "LostBase"
    play("escape LeR2 Kouvola")
    assert play.base("LeR2") == "1140"
    assert play.asked == ["soviet"]


def test_a_capital_is_given_away_without_an_end_until_somebody_stands_in_it() -> None:
    """Sudden death asks for a ground unit in the hex (intro-8, R47)."""
    play = umpired().edit(SetOwner("Helsinki", "soviet"))
    assert play.state.result is None
    play.edit(PlaceUnit("24RD", "Helsinki"))
    assert play.state.result is not None
    assert play.state.result.winners == ("soviet",)
    with pytest.raises(Illegal) as illegal:
        play.edit(TurnUnit("4D", True))
    assert illegal.value.reason.key == "core.illegal.over"


# when


def test_units_are_left_alone_while_a_battle_is_settled() -> None:
    play = umpired(phase="combat", dice="typed")
    play("attack 1741 with 24RD + 90RD")
    for edit in (PlaceUnit("4D", "1640"), RemoveUnit("4D"), SetOwner("Oulu", "soviet")):
        assert refused(play, edit) == ("at-work", None)
    assert play.edit(TurnUnit("4D", True)).flipped("4D")


def test_every_edit_is_told_to_everybody_in_every_language() -> None:
    play = umpired().edit(
        PlaceUnit("4D", "1640"),
        TurnUnit("5D", True),
        TurnUnit("5D", False),
        SetSupply("5D", False),
        SetSupply("5D", True),
        SetStrength("P1", 2),
        SetStrength("P1", 0),
        SetOwner("Oulu", "soviet"),
        RemoveUnit("5D"),
    )
    told = [event for event in play.events if ".umpire-" in event.text.key]
    assert len(told) == 9
    assert {event.rule for event in told} == {"umpire"}
    for lang in languages():
        assert not [event for event in told if "<" in render(event.text, lang)]
    assert play.state.places[unit("4D")] == hex_("1640")
    assert GAME.invariants(play.state) == []
