"""The board and cards in words, and the battles that can be seen coming."""

import msgspec
import pytest

from feltherre.core.catalogue import missing_keys, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.games.norway import board, cards, chart
from feltherre.games.norway.game import GAME
from feltherre.games.norway.prospects import prospects
from feltherre.games.norway.state import ROLES
from feltherre.umpire import desk
from norway_table import position


def said(name: str) -> list[str]:
    return [render(line.text) for line in GAME.about(name)]


def test_every_area_is_in_one_region_and_its_regions_are_those_of_the_board() -> None:
    listed = [area for areas in chart.REGIONS.values() for area in areas]
    assert sorted(listed) == sorted(board.AREAS)


@pytest.mark.parametrize("advanced", [False, True])
def test_all_counters_stand_within_the_first_view_which_shows_nothing_beyond_the_sheet(advanced: bool) -> None:
    drawn = GAME.board(Setup((), {"rules": "advanced"} if advanced else {}))
    assert drawn.home is not None
    (left, top, width, height), (x, y, wide, high) = drawn.home, drawn.box
    assert x <= left < left + width <= x + wide
    assert y <= top < top + height <= y + high
    for place in drawn.places:
        assert left + drawn.unit <= place.at[0] <= left + width - drawn.unit, place.id
        assert top + drawn.unit <= place.at[1] <= top + height - drawn.unit, place.id


def test_of_an_area_its_neighbours_marks_coast_and_reach_are_told() -> None:
    oslo = said("oslo")
    assert oslo[:3] == ["Oslo", "point city", "airfield°"]
    (borders,) = [line for line in oslo if line.startswith("Borders")]
    assert "Hønefoss" in borders
    assert "Hønefoss°" not in borders, "the book shows this border"
    assert "Horten°" in borders, "this one is our completion"
    assert "Coast on sea area I.°" in oslo, "this follows from the book, and is not stated there"
    assert "Over water: Gjøvik." in said("hamar")
    assert said("skien")[0] == "Skien°"


def test_of_a_card_all_countries_that_have_it_are_told() -> None:
    lines = said("reinforcements")
    assert [line.partition(":")[0] for line in lines if "in the deck" in line] == [
        f"Reinforcements ({country})" for country in ("Germany", "Norway", "Allies")
    ]
    panzer = said("panzer")
    assert any(line.startswith("2b, own turn: Two more dice") for line in panzer)
    with pytest.raises(BadInput):
        GAME.about("atlantis")


def test_nine_april_cards_are_told_of_by_their_own_names_or_after_the_round() -> None:
    assert said("smoke screen")[0] == said("Rökridå")[0] == "Smoke screen (Germany): 1 nine-April card.°"
    assert said("april bomber")[0].endswith("nine-April card.°")
    assert all("9 April" not in line for line in said("bomber")), "the play card is meant"
    assert said("Bombplan") == said("bomber")


def test_the_basic_game_shows_no_function_of_the_advanced_one() -> None:
    bomber = cards.INDEX["ger-bomber"]
    advanced = [function for function in cards.TYPES[bomber].functions if function.version == "advanced"]
    assert advanced
    told = " ".join(render(text) for text in chart.card_details(bomber))
    assert all(render(function.text) not in told for function in advanced)


def test_everything_that_is_told_is_in_the_catalogue() -> None:
    texts = [line.text for area in board.AREAS for line in GAME.about(area)]
    texts += [line.text for card in cards.TYPES for line in chart.about_card(cards.INDEX[card.id])]
    texts += [entry.text for entry in chart.legend({}, advanced=True)]
    assert missing_keys(texts) == []


def test_possible_attacks_are_by_all_who_can_still_walk_there() -> None:
    play = position(germany={"Gjøvik": 3, "Kongsvinger": 1}, norway={"Hamar": 2})
    (hamar,) = prospects(play.state)
    assert render(hamar.title) == (
        "Hamar: possible attack by Germany with 1 from Kongsvinger and 3 over water from Gjøvik, against 2 of Norway"
    )
    outputs = desk.odds(GAME.procedures[hamar.procedure], _builtins(hamar.situation))["outputs"]
    assert outputs["attacker_dice_count"][0]["value"] == 2, "one die, and three halved and rounded down"
    assert outputs["defender_dice_count"][0]["value"] == 2
    play("move Gjøvik > Hamar 3")
    laid_on, possible = prospects(play.state)
    assert "attack by Germany with 3 over water from Gjøvik" in render(laid_on.title)
    assert "3 over water from Gjøvik and 1 from Kongsvinger" in render(possible.title)


def test_a_battle_is_weighed_with_the_cards_on_the_table_until_its_dice_are_thrown() -> None:
    play = position(germany={"Kongsvinger": 1}, norway={"Hamar": 1}, hands={"germany": ["Artillery", "Panzer"]})
    play("move Kongsvinger > Hamar 1")("end movement")
    before = _attack_dice(play.state)
    play("play Artillery")
    assert (before, _attack_dice(play.state)) == (1, 2)
    play.throws([6, 6], [1])
    play.passes()
    assert prospects(play.state) == []


def test_joint_defenders_are_named_together() -> None:
    play = position(germany={"Kongsvinger": 1}, norway={"Hamar": 1}, allies={"Hamar": 2})
    (hamar,) = prospects(play.state)
    assert "against 3 of Norway and Allies together" in render(hamar.title)
    assert hamar.situation.defenders == ("norway", "allies")
    assert GAME.prospects(play.state, ROLES[:1]) == GAME.prospects(play.state, ROLES[1:]), "it all lies open"


def _attack_dice(state: object) -> int:
    (battle,) = prospects(state)
    outputs = desk.odds(GAME.procedures[battle.procedure], _builtins(battle.situation))["outputs"]
    return outputs["attacker_dice_count"][0]["value"]


def _builtins(situation: object) -> object:
    return msgspec.to_builtins(situation)


@pytest.mark.parametrize("advanced", [False, True])
def test_the_legend_explains_what_the_board_has(advanced: bool) -> None:
    board_drawn = GAME.board(Setup((), {"rules": "advanced"} if advanced else {}))
    found = {mark.kind for place in board_drawn.places for mark in place.marks}
    found |= {layer.kind for layer in board_drawn.layers} | {place.ground for place in board_drawn.places}
    explained = {entry.kind for entry in board_drawn.legend}
    assert explained - found == {"moved", "note", *(["pile"] if advanced else [])}
    assert explained >= {"point_city", "mobilisation_point", "airfield", "massif", "ferry"}
    assert ("sea-closed" in explained) == advanced
    assert next(entry for entry in board_drawn.legend if entry.kind == "massif").original
