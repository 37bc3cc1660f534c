"""Battles on land and at sea that can be seen coming: what a card would change in them, and their exact chances."""

from typing import Any

import pytest
from msgspec import json

from feltherre.core.state import canonical
from feltherre.games.norway.game import GAME
from feltherre.games.norway.prospects import sea_prospects
from feltherre.server import thinking
from norway_table import Playing, position, sea_position
from norway_table.battles import battle_for_hamar
from norway_table.sea_battles import sea_battle, to_sea_combat


def foreseen(play: Playing, line: str) -> list[Any]:
    """What an answer would bring about, as a client gets it; asking changes nothing."""
    before = canonical(play.state)
    action = json.encode(GAME.notation.read(line))
    told: list[Any] = json.decode(thinking.foreseen("norway", before, play.decision().role, action))
    assert canonical(play.state) == before
    return told


def ahead(play: Playing) -> list[Any]:
    told: list[Any] = json.decode(thinking.prospects("norway", canonical(play.state), ()))
    return told


def win(prospect: Any) -> float:
    """The attacker's chance to win a battle."""
    chances = prospect["outputs"][0]["chances"]
    return sum(float(chance["probability"]) for chance in chances if chance["value"] == "attacker")


def test_a_card_of_the_attacker_raises_his_chances() -> None:
    play = battle_for_hamar({"germany": ["Panzer"], "norway": ["Roadblock"]})
    (now,), (then,) = ahead(play), foreseen(play, "play Panzer")
    assert now["title"] == then["title"]
    assert win(then) > win(now)
    play("play Panzer")
    assert win(ahead(play)[0]) == win(then)


def test_a_card_against_another_takes_its_dice_away() -> None:
    play = battle_for_hamar({"germany": ["Bomber"], "allies": ["Fighter"]})
    bare = win(ahead(play)[0])
    play("play Bomber")
    (then,) = foreseen(play, "play Fighter against Bomber")
    assert win(then) == bare < win(ahead(play)[0])


@pytest.mark.parametrize("strong", ["Kongsvinger", "Gjøvik"])
def test_the_best_chance_stands_first(strong: str) -> None:
    play = position(
        germany={"Oslo": 3, "Hønefoss": 3},
        norway={"Kongsvinger": 1, "Gjøvik": 1, strong: 3},
        hands={"germany": [], "norway": []},
    )
    chances = [win(prospect) for prospect in ahead(play)]
    assert len(set(chances)) > 1
    assert chances == sorted(chances, reverse=True)


def test_nothing_is_foreseen_of_a_pass_or_outside_a_battle() -> None:
    assert foreseen(battle_for_hamar({"germany": ["Panzer"]}), "pass") == []
    moving = position(germany={"Oslo": 3}, norway={"Kongsvinger": 1}, hands={"germany": [], "norway": []})
    assert foreseen(moving, "end movement") == []


# at sea


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


def test_a_move_foresees_the_battle_it_lays_on_together_with_those_who_attack_already() -> None:
    play = position(germany={"Oslo": 3, "Hamar": 1}, norway={"Kongsvinger": 2}, hands={"germany": [], "norway": []})
    (alone,) = foreseen(play, "move Oslo > Kongsvinger 1")
    assert alone["place"] == "kongsvinger"
    assert win(alone) < win(foreseen(play, "move Oslo > Kongsvinger 3")[0])
    play("move Oslo > Kongsvinger 1")
    (together,) = foreseen(play, "move Hamar > Kongsvinger 1")
    assert win(together) > win(alone)
    assert foreseen(play, "move Hamar > Oslo 1") == [], "nobody is attacked there"
