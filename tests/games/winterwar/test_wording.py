"""What answers, hexes and counters of the Winter War read like: sentences for every action, and the chart."""

from typing import Any

import pytest

from cases import each
from feltherre.core.catalogue import find, languages, render
from feltherre.core.errors import BadInput
from feltherre.games.winterwar import actions, board, units
from feltherre.games.winterwar.board import hex_name
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.wording import NOTATION
from feltherre.hexgame import actions as common
from winterwar_table import Playing, position


def isthmus(**more: Any) -> Playing:
    finland = {"1741": ["4D", "5D"], "1640": ["1D"], "1439": ["LeR2"]}
    soviet = {"1742": ["24RD", "90RD"], "Leningrad": ["59IAB"]}
    return position(**{"finland": finland, "soviet": soviet, "owners": {"1742": "soviet"}, **more})


def told(line: str, role: str = "soviet", lang: str = "en", **more: Any) -> str:
    play = isthmus(**more)
    return render(GAME.tell_action(play.state, role, NOTATION.read(line)), lang)


@each(
    "line sentence",
    ("deploy 24RD 1843", "Set up 24th Rifle Division at North Leningrad (1843)."),
    ("historical", "Set up all your counters as they stood in November 1939."),
    ("place 44RD Kem", "44th Rifle Division arrives at Kem (2422)."),
    (
        "24RD > 1843",
        "Move 24th Rifle Division from Terijoki (1742) to North Leningrad (1843). It costs ¼ of 2 movement points.",
    ),
    (
        "24RD > 1843 > 1844",
        "Move 24th Rifle Division from Terijoki (1742) to Leningrad (1844) by way of 1843. It costs ½ of 2 "
        "movement points.",
    ),
    # a way that cannot be gone has no cost
    ("24RD > 1844", "Move 24th Rifle Division from Terijoki (1742) to Leningrad (1844)."),
    (
        "force 24RD > 1843",
        "Move 24th Rifle Division from Terijoki (1742) to North Leningrad (1843) through a full stack: you must "
        "eliminate one of your units there. It costs ¼ of 2 movement points.",
    ),
    ("fly 59IAB 1741", "59th Fighter Brigade flies over Muolaa (1741) to attack or to fight enemy aircraft."),
    (
        "fly 59IAB 1742",
        "59th Fighter Brigade flies over Terijoki (1742) to support its defence through the enemy’s next player turn.",
    ),
    ("rebase 59IAB Murmansk", "59th Fighter Brigade changes its base to Murmansk (2105)."),
    ("eliminate 24RD", "Eliminate 24th Rifle Division for moving through a full stack."),
    ("escape 59IAB Murmansk", "59th Fighter Brigade escapes to the base at Murmansk (2105)."),
    (
        "attack 1741 with 24RD + 90RD",
        "Attack Muolaa (1741) with 24th Rifle Division and 90th Rifle Division. It is defended by 4th Division and "
        "5th Division.",
    ),
    ("losses 24RD", "24th Rifle Division takes the loss."),
    ("losses 24RD + 90RD", "24th Rifle Division and 90th Rifle Division take the losses."),
    (
        "losses 24RD + 24RD",
        "24th Rifle Division and 24th Rifle Division take the losses. 24th Rifle Division would be destroyed.",
    ),
    ("losses 59IAB", "59th Fighter Brigade takes the loss. 59th Fighter Brigade would be destroyed."),
    ("retreat 1843 24RD", "Retreat 24th Rifle Division to North Leningrad (1843)."),
    ("advance 24RD", "24th Rifle Division advances into the hex that was won."),
    ("advance -", "Nobody advances."),
    ("end combat", "End your combat phase. No more attacks in this player turn."),
)
def test_an_action_is_told_as_a_sentence(line: str, sentence: str) -> None:
    assert told(line) == sentence


def test_an_air_combat_names_who_fights_and_who_attacks_afterwards() -> None:
    flying = {"59IAB": "1741", "LeR2": "1741"}
    assert told("air combat 1741 then 24RD", flying=flying) == (
        "Fight the air combat over Muolaa (1741) with 59th Fighter Brigade. Afterwards 24th Rifle Division may attack "
        "this hex, and nothing else."
    )
    assert told("air combat 1439 and base", flying={"59IAB": "1439"}) == (
        "Fight over Lappeenranta (1439) with 59th Fighter Brigade and draw in the enemy air units at their base there. "
        "No ground unit will attack this hex."
    )


def test_air_units_at_their_base_do_not_defend() -> None:
    play = isthmus(finland={"1439": ["4D", "LeR2"]})
    action = common.Attack("1439", ("SU-24RD",))
    assert "Flying Regiment" not in render(GAME.tell_action(play.state, "soviet", action))


@each(
    "number name",
    ("1540", "Viipuri (1540)"),
    ("1741", "Muolaa (1741)"),
    ("1724", "hex 1724 near Raate"),
    ("0101", "hex 0101"),
)
def test_a_hex_is_called_by_its_name_or_by_one_nearby(number: str, name: str) -> None:
    assert render(hex_name(board.hex_of(number))) == name


def test_units_and_towns_have_swedish_names_in_swedish() -> None:
    assert told("4D > Viipuri", "finland", "sv") == "Flytta 4:e divisionen från Muolaa (1741) till Viborg (1540)."
    assert told("eliminate 142RD", lang="sv").startswith("Eliminera 142:a skyttedivisionen")


def test_what_a_client_made_up_is_told_as_it_was_written() -> None:
    state = isthmus().state
    for action in (
        common.Move("nobody", ("9999",)),
        common.Move("SU-24RD", ()),
        common.Attack("0000", ("x",)),
        actions.AirCombat("nowhere"),
        actions.Fly("x", "y"),
    ):
        assert "<" not in render(GAME.tell_action(state, "soviet", action))


def test_every_kind_of_action_has_its_sentence() -> None:
    for kind in actions.WinterWarAction.__args__:
        assert find(f"winterwar.action.{kind.__struct_config__.tag}")


# names


def test_every_unit_and_town_has_a_name_in_every_language() -> None:
    keys = [f"winterwar.unit.{unit.id}" for unit in units.UNITS] + [f"winterwar.town.{t.id}" for t in board.TOWNS]
    for lang in languages():
        own = [key for key in keys if find(key, lang) is None]
        assert own == []
    names = [render(units.COUNTERS.name(n)) for n in range(units.COUNT)]
    assert len(set(names)) == units.COUNT
    assert names == [unit.name for unit in units.UNITS]


def test_units_are_found_by_their_names_in_every_language() -> None:
    for lang in languages():
        for number in range(units.COUNT):
            assert units.COUNTERS.typed.find(render(units.COUNTERS.name(number), lang)) == number


# the chart


def about(name: str) -> list[str]:
    return [render(line.text) for line in GAME.about(name)]


def test_a_town_is_described_with_its_points_and_ways() -> None:
    lines = about("Viipuri")
    assert lines[0] == "Viipuri (1540)"
    assert "Town of Finland at the start, black town: 2 points.°" in lines
    assert "Terrain: town, Finland." in lines
    assert any(line.startswith("Railway to") for line in lines)
    assert lines == about("1540") == about("Viborg") == about("hex 1540")


def test_the_arctic_and_the_capitals_are_pointed_out() -> None:
    assert any("On or north of the arctic line" in line for line in about("Petsamo"))
    assert not any("arctic line" in line for line in about("Viipuri"))
    assert any("ends the game at once" in line for line in about("Helsinki"))
    assert any("ends the game at once" in line for line in about("1844"))
    assert not any("ends the game at once" in line for line in about("1843"))


def test_closed_land_and_water_are_described() -> None:
    neutral = next(board.number(n) for n in range(board.SIZE) if board.IS_NEUTRAL[n] and not board.IS_SEA[n])
    sea = next(board.number(n) for n in range(board.SIZE) if board.IS_SEA[n] and not board.COUNTRY[n])
    assert "Neutral land: nobody enters or flies over it." in about(neutral)
    assert about(sea)[-1] == "Terrain: sea or great lake. No ground unit enters."


def test_a_unit_is_described_with_both_sides_of_its_counter() -> None:
    lines = about("11D")
    assert lines[0] == "11th Division (11D): Finland, infantry, division."
    assert about("10D")[0] == "10th Division (10D): Finland, infantry, division.°", "this one the book does not name"
    assert "Attack 4, defence 4, movement 3.°" in lines
    assert "Back side: attack 2, defence 2, movement 3.°" in lines
    assert "It has winter capability.°" in lines
    assert about("FI-11D") == lines == about("11th Division") == about("11:e divisionen")


def test_partisans_air_units_and_ships_have_their_own_values() -> None:
    assert any(line.startswith("Strength by a die in each turn") for line in about("P1"))
    assert any(line.startswith("Air combat") for line in about("LeR2"))
    assert any("never leaves its port" in line for line in about("KBF"))
    assert any(line.startswith("Arrives in turn 4. Zone: any town in Finland") for line in about("21D"))


@pytest.mark.parametrize(
    ("name", "said"),
    [("Atlantis", "Atlantis"), ("9999", "no hex 9999"), ("Viipurii", "Viipuri"), ("RD", "several"), ("Rifle", "Rifle")],
)
def test_what_is_not_there_is_said_plainly(name: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        about(name)
    assert said in render(refused.value.reason)
