"""The guided first turn of each game: what it says is a sentence in every language, stands with a question that the
game asks, and speaks of what is on the board."""

import itertools
import re

import pytest

from feltherre.core import registry
from feltherre.core.catalogue import find, languages, messages
from feltherre.core.game import Setup
from feltherre.games.normandy import board as normandy
from feltherre.games.normandy import maps, tables
from feltherre.games.normandy import units as normandy_units
from feltherre.games.norway import board as norway
from feltherre.games.winterwar import board as winterwar
from feltherre.games.winterwar import units


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_tips_stand_with_questions_and_speak_of_the_board_in_every_language(game_id: str) -> None:
    game = registry.get_game(game_id)
    for options in game.variants():
        board = game.board(Setup((), dict(options), next(iter(game.scenarios), "")))
        assert set(board.tips) <= set(game.roles)
        tips = [tip for told in board.tips.values() for tip in told]
        known = {place.id for place in board.places} | {kind.id for kind in board.kinds}
        for tip in tips:
            assert tip.asked != (), tip.text.key
            assert all(map(find, tip.asked)), f"{tip.text.key} stands with no question"
            assert [lang for lang in languages() if tip.text.key not in messages(game_id, lang)] == []
            assert set(tip.places) <= known, tip.text.key
        assert len({tip.text.key for tip in tips}) == len(tips)


def test_what_the_tips_say_of_norway_is_so_on_the_board() -> None:
    """Borders and coasts are our completion and may be changed; the sentences must then be too."""

    def borders(one: str, other: str, *, water: bool = False) -> bool:
        a, b = norway.INDEX[one], norway.INDEX[other]
        return norway.ADJACENT[a][b] and norway.WATER[a][b] == water

    def lit(*areas: str) -> set[int]:
        return {norway.INDEX[area] for area in areas}

    roads = (
        ("kristiansand", "egersund"), ("egersund", "stavanger"), ("gjovik", "lillehammer"), ("lillehammer", "dombas"),
        ("dombas", "oppdal"), ("oppdal", "trondheim"), ("kongsvinger", "rena"), ("rena", "tynset"),
        ("tynset", "trondheim"), ("voss", "bergen"), ("steinkjer", "trondheim"), ("kristiansund", "trondheim"),
        ("bardufoss", "narvik"), ("gratangen", "narvik"), ("tysfjord", "narvik"), ("finnmark", "tromso"),
        ("tromso", "bardufoss"),
    )  # fmt: skip
    assert [pair for pair in roads if not borders(*pair)] == []
    assert borders("gjovik", "hamar", water=True)
    assert borders("harstad", "narvik", water=True)
    assert lit("kristiansand", "oslo") <= set(norway.GERMAN_COAST)
    assert lit("tysfjord", "gratangen", "harstad", "kristiansund", "steinkjer") <= set(norway.ALLIED_COAST)
    around = lit("ostfold", "kongsvinger", "hamar", "gjovik", "honefoss", "kongsberg")
    assert around <= set(norway.MOBILISATION)
    assert norway.air_range((norway.INDEX["trondheim"],)) >> norway.INDEX["narvik"] & 1


def test_what_the_tips_say_of_the_winter_war_is_so_on_the_board() -> None:
    town = {one.id: one for one in winterwar.GEOGRAPHY.towns}
    finnish = {one.id: one.value for one in town.values() if one.owner == "finland"}
    assert sum(finnish.values()) == 30
    assert sum(one.value for one in town.values()) == 41
    assert {id_: value for id_, value in finnish.items() if value > 1} == {
        "helsinki": 3, "viipuri": 2, "tampere": 2, "turku": 2
    }  # fmt: skip

    def way(*hexes: str) -> bool:
        numbers = [winterwar.hex_of(hex_) for hex_ in hexes]
        return all(winterwar.MAP.link_between(a, b) for a, b in itertools.pairwise(numbers))

    terijoki, viipuri = town["terijoki"].hex, town["viipuri"].hex
    assert way(terijoki, "1642", "1641", viipuri)
    assert way(terijoki, "1741", "1640", viipuri)
    assert way("1842", terijoki, "1843")
    assert winterwar.TERRAIN[winterwar.hex_of("1641")] == "marsh"
    assert way("1721", "1621", town["suomussalmi"].hex)
    assert way("1722", "1723", "1623", town["suomussalmi"].hex)
    assert town["leningrad"].hex == "1844"
    backless = [unit for unit in units.UNITS if unit.side == "soviet" and unit.type in ("artillery", "engineer")]
    assert [unit.id for unit in backless if unit.back is not None] == []


def test_what_the_tips_say_of_normandy_is_so_on_the_board_and_in_the_tables() -> None:
    town = {place.id: place for place in normandy.PLACES}
    assert sum(normandy.VALUES) == 79
    assert {id_: place.value for id_, place in town.items() if place.value >= 6} == {
        "rouen": 7, "caen": 6, "cherbourg": 6
    }  # fmt: skip
    assert [place for place in normandy.PLACES if place.value and place.first != normandy_units.GERMAN] == []
    us = [place.id for place in normandy.PLACES if place.group == "us"]
    assert us == ["utah", "omaha-west", "omaha-east"]
    assert [place.id for place in normandy.PLACES if place.group == "commonwealth"] == ["gold", "juno", "sword"]
    landing = [unit for unit in normandy_units.UNITS if unit.side == "allied" and unit.loss_value]
    assert {unit.loss_value for unit in landing if unit.size == "division"} == {2}
    assert {unit.loss_value for unit in landing if unit.type == "artillery"} == {1}
    assert sum(normandy_units.DROPS) == 3
    assert sum(unit.type == "coastal-artillery" for unit in normandy_units.UNITS) == 9
    assert maps.allowance(6, True) * 2 == maps.allowance(6, False)
    assert (tables.COST["open"], tables.COST["bocage"]) == (2, 6)
    assert tables.DIE == {"open": 0, "covered": -1, "bocage": -2, "marsh": -2, "city": -1}
    assert (tables.allowed_in("clear").capacity, tables.allowed_in("storm").capacity) == (10, 5)
    assert not tables.allowed_in("storm").naval_support
    # "from three to one on, most results hit the enemy harder than you"
    for column in range(tables.GROUND.headings.index("3-1"), len(tables.GROUND.headings)):
        losses = [dict(re.findall(r"([AF])(\d|E)", tables.GROUND.result(column, die))) for die in range(1, 7)]
        assert sum(one.get("F", "0") > one.get("A", "0") for one in losses) > 3
