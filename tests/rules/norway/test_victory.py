"""How the game ends and who has won (1.3)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.victory import german_point_cities
from norway_table import Playing, position
from norway_table.battles import edit

CITIES = ["Oslo", "Kristiansand", "Stavanger", "Bergen", "Trondheim", "Narvik"]
GERMANY_HOLDS_ALL = dict.fromkeys(CITIES, 1)


def last_german_card(**forces: dict[str, int]) -> Playing:
    """Germany draws its last card at the end of its turn."""
    return position("germany", 4, decks={"germany": 1}, **forces)  # type: ignore[arg-type]


def outcome(play: Playing) -> tuple[tuple[str, ...], str, str]:
    result = play.state.result
    assert result is not None, "the game is not over"
    return result.winners, result.degree, result.reason


def over_event(play: Playing) -> Any:
    return next(event for event in play.events if event.text.key == "norway.event.over")


# when the German deck is used up


@pytest.mark.proves("1.3-1", "1.3-2", "1.3-6")
@pytest.mark.parametrize(
    ("norway", "allies", "degree"),
    [(4, 0, "narrow"), (2, 2, "narrow"), (3, 0, "clear"), (1, 2, "clear"), (1, 0, "clear")],
)
def test_germany_wins_with_all_six_cities_and_clearly_against_three_battalions_or_fewer(
    norway: int, allies: int, degree: str
) -> None:
    play = last_german_card(germany=GERMANY_HOLDS_ALL, norway={"Hamar": norway}, allies={"Namsos": allies})
    assert outcome(play) == (("germany",), degree, f"all-cities-{degree}")
    assert play.state.result is not None
    assert play.state.result.score == 6


@pytest.mark.proves("1.3-1", "1.3-3", "1.3-6")
@pytest.mark.parametrize(
    ("lost", "degree"), [(["Narvik"], "narrow"), (["Oslo", "Narvik"], "clear"), (["Oslo", "Bergen", "Narvik"], "clear")]
)
def test_norway_and_the_allies_win_with_one_city_and_clearly_with_two(lost: list[str], degree: str) -> None:
    germany = {city: 1 for city in CITIES if city not in lost}
    play = last_german_card(germany=germany, norway=dict.fromkeys(lost[1:], 1), allies={lost[0]: 1})
    assert outcome(play) == (("norway", "allies"), degree, f"cities-held-{degree}")
    assert play.state.result is not None
    assert play.state.result.score == 6 - len(lost)
    assert over_event(play).text.args["why"].args["n"] == len(lost)


@pytest.mark.proves("1.3-4", "1.3-3")
def test_a_city_that_nobody_holds_is_norwegian() -> None:
    """Germany has left Bergen (R23): one city is lost to it, though three enemies are left and none is there."""
    germany = {city: 1 for city in CITIES if city != "Bergen"}
    play = last_german_card(germany=germany, norway={"Hamar": 3})
    assert outcome(play) == (("norway", "allies"), "narrow", "cities-held-narrow")


@pytest.mark.proves("1.3-6")
def test_other_areas_do_not_count() -> None:
    play = last_german_card(germany={"Hamar": 9, "Voss": 9}, norway={"Finnmark": 1})
    assert outcome(play) == (("norway", "allies"), "clear", "cities-held-clear")


@pytest.mark.proves("1.3-1")
def test_the_game_goes_on_while_a_german_card_lies_face_down() -> None:
    play = position("germany", 4, germany=GERMANY_HOLDS_ALL, norway={"Hamar": 1}, decks={"germany": 6})
    assert play.state.result is None
    assert play.asked == ["norway"]


@pytest.mark.proves("1.3-4")
def test_attackers_at_a_border_do_not_hold_the_city_they_have_left() -> None:
    play = position("germany", 1, germany=GERMANY_HOLDS_ALL, norway={"Hønefoss": 1})
    assert german_point_cities(play.state) == 6
    play("move Oslo > Hønefoss 1")
    assert play.groups() == [("Oslo", "Hønefoss", "land", 1)]
    assert german_point_cities(play.state) == 5


# destruction


def battle_for(
    germany: dict[str, int], norway: dict[str, int], allies: dict[str, int], dice: list[list[int]]
) -> Playing:
    """All Germans at Oslo attack Hønefoss; nobody holds a card."""
    play = position("germany", 1, germany=germany, norway=norway, allies=allies).throws(*dice)
    return play(f"move Oslo > Hønefoss {germany['Oslo']}")("end movement")


@pytest.mark.proves("1.3-5", "1.3-6", "4.4-6")
def test_germany_wins_clearly_at_the_moment_the_last_enemy_is_destroyed() -> None:
    play = battle_for({"Oslo": 2}, {"Hønefoss": 1}, {}, [[6, 1], [1]])
    assert outcome(play) == (("germany",), "clear", "enemies-destroyed")
    assert play.asked == []
    assert play.state.phase == 2


@pytest.mark.proves("1.3-5", "1.3-6")
def test_the_allies_win_clearly_when_the_last_german_is_destroyed() -> None:
    play = battle_for({"Oslo": 1}, {"Hønefoss": 1}, {"Namsos": 1}, [[5], [6]])
    assert outcome(play) == (("norway", "allies"), "clear", "germans-destroyed")


@pytest.mark.proves("1.3-5")
@pytest.mark.parametrize(("norway", "allies"), [({"Hønefoss": 1}, {"Namsos": 1}), ({"Hønefoss": 1, "Voss": 1}, {})])
def test_norway_and_the_allies_must_both_be_without_battalions(norway: dict[str, int], allies: dict[str, int]) -> None:
    play = battle_for({"Oslo": 2}, norway, allies, [[6, 1], [1]])
    assert play.state.result is None
    assert play.battalions("germany") == {"Hønefoss": 2}


@pytest.mark.proves("1.3-5")
def test_attackers_are_on_the_board() -> None:
    """Every German attacks and one falls; the one at the border keeps Germany in the game."""
    play = battle_for({"Oslo": 2}, {"Hønefoss": 2}, {}, [[1, 1], [6, 1]])
    assert play.state.result is None
    assert play.battalions("germany") == {"Oslo": 1}


@pytest.mark.proves("1.3-5", "1.3-6")
def test_if_both_sides_lose_their_last_battalions_together_norway_and_the_allies_win_clearly() -> None:
    play = battle_for({"Oslo": 1}, {"Hønefoss": 1}, {}, [[6], [6]])
    assert outcome(play) == (("norway", "allies"), "clear", "germans-destroyed")


@pytest.mark.proves("1.3-5")
def test_battalions_lost_because_they_are_surrounded_count() -> None:
    """The last Norwegian loses at Hønefoss with Germans all around."""
    around = {"Oslo": 2, "Kongsberg": 1, "Gjøvik": 1, "Fagernes": 1, "Geilo": 1}
    play = battle_for(around, {"Hønefoss": 1}, {}, [[5, 5], [1]])
    assert outcome(play) == (("germany",), "clear", "enemies-destroyed")


@pytest.mark.proves("1.3-5")
def test_any_removal_counts_also_an_umpires() -> None:
    """R24: whatever the cause; while the Allies have yet to land, the Norwegians are all there is."""
    play = position("norway", 1, germany={"Oslo": 1}, norway={"Hamar": 2}, first_allies_landed=False)
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.state.result is None
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert outcome(play) == (("germany",), "clear", "enemies-destroyed")
    assert play.asked == []


@pytest.mark.proves("1.3-6")
def test_destruction_comes_before_cities() -> None:
    """R25: Germany destroys the last enemy although it holds no city at all."""
    play = battle_for({"Oslo": 2}, {"Hønefoss": 1}, {}, [[6, 1], [1]])
    assert german_point_cities(play.state) == 0
    assert outcome(play)[0] == ("germany",)
    assert over_event(play).rule == "1.3-5"


# the last battle


def last_battle(turn: str, germany: dict[str, int], norway: dict[str, int], move: str, *dice: list[int]) -> Playing:
    play = position(turn, 1, germany=germany, norway=norway, allies={}).throws(*dice)
    return play(f"move {move}")("end movement")


def score(play: Playing) -> int:
    assert play.state.result is not None
    return play.state.result.score


@pytest.mark.proves("1.3-5", "4.2b-3")
def test_who_wins_the_last_battle_holds_the_area_and_the_city_counts() -> None:
    """The last Norwegian falls in Oslo: Germany holds Bergen and now Oslo."""
    play = last_battle("germany", {"Bergen": 1, "Hønefoss": 2}, {"Oslo": 1}, "Hønefoss > Oslo 2", [6, 1], [1])
    assert outcome(play) == (("germany",), "clear", "enemies-destroyed")
    assert (play.battalions("germany"), play.groups()) == ({"Bergen": 1, "Oslo": 2}, [])
    assert score(play) == 2
    assert play.told()[-2:] == ["norway.event.takes", "norway.event.over"]


@pytest.mark.proves("1.3-5", "4.2b-3")
def test_so_it_is_when_the_last_enemies_are_lost_surrounded() -> None:
    around = dict.fromkeys(("Østfold", "Kongsvinger", "Gjøvik", "Horten", "Kongsberg", "Hamar"), 1)
    germany = {**around, "Hønefoss": 2}
    play = last_battle("germany", germany, {"Oslo": 1}, "Hønefoss > Oslo 2", [5, 5], [1])
    assert "norway.event.surrounded" in play.told()
    assert outcome(play) == (("germany",), "clear", "enemies-destroyed")
    assert (play.at("germany", "Oslo"), play.groups(), score(play)) == (2, [], 1)
    assert play.told()[-2:] == ["norway.event.takes", "norway.event.over"]


@pytest.mark.proves("1.3-5", "4.2-7")
def test_an_attacker_with_the_lower_sum_does_not_hold_the_area_though_nobody_is_left() -> None:
    """R13: six against six, both fall, and equal sums are not enough: Oslo stays empty."""
    play = last_battle("germany", {"Bergen": 1, "Hønefoss": 1}, {"Oslo": 1}, "Hønefoss > Oslo 1", [6], [6])
    assert outcome(play) == (("germany",), "clear", "enemies-destroyed")
    assert (play.at("germany", "Oslo"), score(play)) == (0, 1)
    assert "norway.event.takes" not in play.told()


@pytest.mark.proves("1.3-5", "4.2b-3")
def test_norway_holds_what_it_has_taken_from_the_last_germans() -> None:
    play = last_battle("norway", {"Oslo": 1}, {"Hønefoss": 2}, "Hønefoss > Oslo 2", [6, 1], [1])
    assert outcome(play) == (("norway", "allies"), "clear", "germans-destroyed")
    assert (play.battalions("norway"), score(play)) == ({"Oslo": 2}, 0)
