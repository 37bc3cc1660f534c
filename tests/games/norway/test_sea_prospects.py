"""What can be seen coming at sea, with its exact chances."""

from __future__ import annotations

from typing import Any

from msgspec import json

from feltherre.core.state import canonical
from feltherre.games.norway.prospects import sea_prospects
from feltherre.server import thinking
from norway_table import Playing, position, sea_position
from norway_table.sea_battles import sea_battle, to_sea_combat


def weighed(play: Playing) -> list[dict[str, Any]]:
    """The chances as a client gets them."""
    found: list[dict[str, Any]] = json.decode(thinking.prospects("norway", canonical(play.state), ("germany",)))
    return [one for one in found if one["procedure"] in ("naval-combat", "naval-interception", "ship-strike")]


def chances(prospect: dict[str, Any], name: str, kind: str = "chances") -> dict[Any, str]:
    (output,) = [output for output in prospect["outputs"] if output["name"] == name]
    return {row["value"]: row["p"] for row in output[kind]}


def test_an_interception_before_it_is_decided():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York", "HMS Renown"]})
    assert weighed(play) == []
    play("sail KMS Emden > V")
    (ahead,) = weighed(play)
    assert chances(ahead, "intercepted") == {0: "4/9", 1: "4/9", 2: "1/9"}
    play("pass")
    (ahead,) = weighed(play)
    assert chances(ahead, "intercepted") == {0: "2/3", 1: "1/3"}


def test_a_battle_laid_on_and_being_fought():
    play = sea_battle("V", ["KMS Admiral Hipper"], ["HMS Warspite"], hands={"allies": ["Submarine"]})
    (laid_on,) = weighed(play)
    assert laid_on["assumption"]["key"] == "norway.odds.no-more-ships"
    to_sea_combat(play)
    (fought,) = weighed(play)
    assert fought["assumption"]["key"] == "norway.odds.no-more-cards"
    assert fought["situation"] == laid_on["situation"]
    assert chances(fought, "attacker_cards_lost") == {0: "2/3", 1: "1/3"}
    assert chances(fought, "attacker_chased") == {0: "2/3", 1: "1/3"}
    assert chances(fought, "attacker_sunk", "elements") == {"KMS Admiral Hipper": "1/3"}
    assert chances(fought, "defender_sunk", "elements") == {"HMS Warspite": "1/6"}


def test_a_card_on_the_table_until_its_die_is_thrown():
    hands = {"germany": ["U-boat", "Panzer"], "allies": ["Submarine"]}
    play = to_sea_combat(sea_battle("V", ["KMS Admiral Hipper"], ["HMS Warspite"], hands=hands))
    assert [one["procedure"] for one in weighed(play)] == ["naval-combat"]
    play("play U-boat")
    strike, _ = weighed(play)
    assert chances(strike, "result") == {"sink": "1/6", "chase": "1/6", "none": "2/3"}


def test_what_is_ahead_is_made_of_what_lies_open():
    """A hidden ship that may join is in nobody's figures."""
    play = sea_battle("V", ["KMS Emden"], ["HMS York"], hidden=["KMS Köln"])
    (laid_on,) = weighed(play)
    assert [ship["name"] for ship in laid_on["situation"]["attacker_ships"]] == ["KMS Emden"]


def test_the_basic_game_has_nothing_at_sea():
    assert sea_prospects(position().state) == []
