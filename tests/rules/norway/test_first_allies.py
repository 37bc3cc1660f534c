"""The first six Allied battalions (3-6 to 3-8)."""

from itertools import combinations

import pytest

from feltherre.games.norway import board
from norway_table import Playing, position

ALLIED_COAST = ["Egersund", "Stavanger", "Haugesund", "Bergen", "Lærdal", "Førde", "Ålesund", "Åndalsnes"]
ALLIED_COAST += ["Kristiansund", "Trondheim", "Steinkjer", "Namsos", "Mosjøen", "Mo i Rana", "Bodø", "Tysfjord"]
ALLIED_COAST += ["Narvik", "Harstad", "Gratangen", "Tromsø", "Finnmark"]


def landing(**more: object) -> Playing:
    given = {"germany": {"Oslo": 1}, "norway": {"Finnmark": 1}, "first_allies_landed": False, **more}
    return position("allies", 3, **given)  # type: ignore[arg-type]


def pairs(play: Playing) -> list[set[str]]:
    return [set(line.removeprefix("land ").split(" and ")) for line in play.offered()]


@pytest.mark.proves("3-6")
def test_six_battalions_land_on_the_coast_of_III_to_VII() -> None:
    play = landing()
    assert set().union(*pairs(play)) == set(ALLIED_COAST)
    play("land Namsos and Åndalsnes")
    assert play.battalions("allies") == {"Åndalsnes": 3, "Namsos": 3}
    assert play.state.first_allies_landed


@pytest.mark.proves("3-7")
def test_the_two_areas_do_not_border_each_other_and_are_two() -> None:
    """Every pair of coastal areas but those that border each other."""
    play = landing()
    bordering = [
        {a, b} for a, b in combinations(ALLIED_COAST, 2) if board.find_area(b) in board.NEIGHBOURS[board.find_area(a)]
    ]
    assert {"Namsos", "Steinkjer"} in bordering
    assert len(pairs(play)) == 21 * 20 // 2 - len(bordering)
    assert not any(pair in bordering for pair in pairs(play))
    for line in ("Namsos and Steinkjer", "Steinkjer and Namsos", "Ålesund and Åndalsnes", "Narvik and Narvik"):
        assert play.refusal(f"land {line}") == ("norway.illegal.first-landing", "3-7")
    play("land Namsos and Mo i Rana")
    assert play.battalions("allies") == {"Namsos": 3, "Mo i Rana": 3}


@pytest.mark.proves("3-6")
def test_they_land_with_norwegians_but_not_on_germans_nor_on_I_and_II() -> None:
    play = landing(germany={"Narvik": 3, "Oslo": 2}, norway={"Tromsø": 1})
    assert not any("Narvik" in pair for pair in pairs(play))
    assert play.refusal("land Narvik and Namsos") == ("norway.illegal.placement-enemy", "4.3-all-1")
    for area in ("Kristiansand", "Hamar"):
        assert play.refused(f"land Namsos and {area}").reason.key == "norway.illegal.placement.allies"
    play("land Tromsø and Namsos")
    assert play.at("allies", "Tromsø") == 3


@pytest.mark.proves("3-6")
def test_they_come_besides_what_cards_buy_and_only_once() -> None:
    play = landing(hands={"allies": ["Reinforcements"]})("land Namsos and Åndalsnes")
    assert play.asked == ["allies"]
    play("reinforce with Reinforcements at Namsos 2")
    assert play.battalions("allies") == {"Åndalsnes": 3, "Namsos": 5}
    again = position("allies", 3, hands={"allies": ["Fighter"]})
    assert again.offered() == ["reinforce nothing"]


@pytest.mark.proves("3-8")
def test_they_come_in_phase_3_and_neither_move_nor_fight_in_that_turn() -> None:
    """In the Allied turn that brings them there is nothing to move, and after they have landed the turn is over."""
    play = position("allies", 1, germany={"Trondheim": 1}, norway={"Finnmark": 1}, first_allies_landed=False, hands={})
    assert play.offered() == ["end movement"]
    play("end movement")
    assert play.state.phase == 3
    play("land Namsos and Åndalsnes")
    assert play.asked == ["germany"]
    assert play.state.phase == 1
    assert play.battalions("germany") == {"Trondheim": 1}


@pytest.mark.proves("3-8", "4.1b-invasion")
def test_invasion_does_not_bring_them_in() -> None:
    """In phase 1 Invasion lands only what other cards buy; the six still come in phase 3."""
    hand = {"allies": ["Invasion", "Reinforcements"]}
    play = position("allies", 1, norway={"Finnmark": 1}, first_allies_landed=False, hands=hand)
    refused = play.refused("invade with Reinforcements at Namsos 3")
    assert (refused.reason.key, refused.reason.args["n"]) == ("norway.illegal.too-many-placed", 2)
    play("invade with Reinforcements at Namsos 2")("end movement")("land Bodø and Åndalsnes")
    assert play.battalions("allies") == {"Namsos": 2, "Bodø": 3, "Åndalsnes": 3}


@pytest.mark.proves("3-7")
def test_without_two_such_areas_they_do_not_come() -> None:
    germany = {area: 1 for area in ALLIED_COAST if area not in ("Namsos", "Mosjøen")}
    play = landing(germany=germany, norway={"Hamar": 1})
    assert play.battalions("allies") == {}
    assert play.state.first_allies_landed
    assert "norway.event.no-landing" in play.told()
    assert play.asked == ["germany"]


@pytest.mark.proves("3-6")
def test_in_a_whole_game_they_come_in_the_first_allied_turn() -> None:
    play = position("germany", 1, germany={"Oslo": 1}, norway={"Hamar": 1}, first_allies_landed=False)
    play("end movement")("reinforce with - at Oslo 1")("end movement")("end movement")
    assert play.decided == ("allies", "3-6")
