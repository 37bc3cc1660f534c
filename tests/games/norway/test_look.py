"""What a seat reads of a place on Norway's map: what is there now, and what is printed."""

from feltherre.core.catalogue import render
from feltherre.games.norway.game import GAME
from norway_table import Playing, position
from norway_table.april import april_position


def told(play: Playing, name: str, *roles: str, all_seeing: bool = False) -> list[str]:
    return [render(line.text) for line in GAME.look(play.state, roles, name, all_seeing=all_seeing)]


def test_who_stands_in_an_area_comes_before_its_marks() -> None:
    play = position(germany={"Oslo": 3}, norway={"Hamar": 1})
    assert told(play, "oslo")[:2] == ["Germany: 3 battalions", "point city"]
    assert told(play, "rjukan")[0] == "No battalions"
    play("move Oslo > Kongsvinger 2")
    assert told(play, "kongsvinger")[0] == "Germany: 2 battalions"


def test_those_that_attack_an_area_are_told() -> None:
    play = position(germany={"Oslo": 3}, norway={"Kongsvinger": 1})
    play("move Oslo > Kongsvinger 2")
    assert told(play, "kongsvinger")[:2] == ["Norway: 1 battalion", "attack by Germany with 2 battalions"]


def test_ships_back_up_are_named_to_their_owner_and_the_umpire_only() -> None:
    play = april_position(1, ships_at={"III": ["KMS Emden", "HMS York"]}, hands={"allies": []})
    (pile, *rest) = told(play, "III", "allies")
    assert pile == "Germany: 1 ship card face down"
    assert "Emden" not in " ".join([pile, *rest])
    assert "HMS York" in " ".join(rest)
    assert "KMS Emden" in " ".join(told(play, "III", all_seeing=True))
    assert "KMS Emden" in " ".join(told(play, "III", "germany"))
    assert told(play, "raid") == ["No ships"]
    assert told(play, "I")[-1] == "Closed to Allied ships."


def test_of_a_card_or_a_ship_the_printed_words_are_told() -> None:
    play = april_position(1, ships_at={"III": ["KMS Emden"]})
    assert GAME.look(play.state, (), "kms-emden") == GAME.about("kms-emden")
    assert GAME.look(play.state, (), "Panzer") == GAME.about("Panzer")
