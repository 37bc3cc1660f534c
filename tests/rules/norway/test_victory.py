"""How the game ends and who has won (1.3). What follows from the numbers: test_procedures_decks_and_victory.py."""

from typing import Any

import pytest

from cases import cases
from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.victory import german_point_cities
from norway_table import Playing, position
from norway_table.battles import edit

Forces = dict[str, int]

CITIES = ["Oslo", "Kristiansand", "Stavanger", "Bergen", "Trondheim", "Narvik"]
GERMANY_HOLDS_ALL = dict.fromkeys(CITIES, 1)
GERMANS_GONE = (("norway", "allies"), "clear", "germans-destroyed")
ENEMIES_GONE = (("germany",), "clear", "enemies-destroyed")


def over_event(play: Playing) -> Any:
    return next(event for event in play.events if event.text.key == "norway.event.over")


def score(play: Playing) -> int:
    assert play.state.result is not None
    return play.state.result.score


# when Germany draws its last card at the end of its turn


@cases(
    "says norway allies degree",
    ("1.3-1 1.3-2 1.3-6", "against four Norwegians", 4, 0, "narrow"),
    ("1.3-1 1.3-2 1.3-6", "against two and two", 2, 2, "narrow"),
    ("1.3-1 1.3-2 1.3-6", "against one and two", 1, 2, "clear"),
)
def test_germany_wins_with_all_six_cities(norway: int, allies: int, degree: str) -> None:
    forces = {"norway": {"Hamar": norway}, "allies": {"Namsos": allies}}
    play = position("germany", 4, germany=GERMANY_HOLDS_ALL, decks={"germany": 1}, **forces)
    assert play.outcome == (("germany",), degree, f"all-cities-{degree}")
    assert score(play) == 6


@cases(
    "says lost norway allies degree",
    ("1.3-1 1.3-3 1.3-6", "the Allies hold one", ["Narvik"], {}, {"Narvik": 1}, "narrow"),
    ("1.3-1 1.3-3 1.3-6", "both hold one", ["Oslo", "Narvik"], {"Narvik": 1}, {"Oslo": 1}, "clear"),
    ("1.3-4 1.3-3", "nobody holds Bergen, which Germany has left (R23)", ["Bergen"], {"Hamar": 3}, {}, "narrow"),
    ("1.3-6", "other areas do not count", CITIES, {"Finnmark": 1}, {}, "clear"),
)
def test_norway_and_the_allies_win_with_any_city(lost: list[str], norway: Forces, allies: Forces, degree: str) -> None:
    germany = {"Lillehammer": 9, **{city: 1 for city in CITIES if city not in lost}}
    play = position("germany", 4, germany=germany, norway=norway, allies=allies, decks={"germany": 1})
    assert play.outcome == (("norway", "allies"), degree, f"cities-held-{degree}")
    assert score(play) == 6 - len(lost)
    assert over_event(play).text.args["why"].args["n"] == len(lost)


@pytest.mark.proves("1.3-1")
def test_the_game_goes_on_while_a_german_card_lies_face_down() -> None:
    play = position("germany", 4, germany=GERMANY_HOLDS_ALL, norway={"Hamar": 1}, decks={"germany": 6})
    assert (play.outcome, play.asked) == (None, ["norway"])


@pytest.mark.proves("1.3-4")
def test_attackers_at_a_border_do_not_hold_the_city_they_have_left() -> None:
    play = position("germany", 1, germany=GERMANY_HOLDS_ALL, norway={"Hønefoss": 1})
    assert german_point_cities(play.state) == 6
    play("move Oslo > Hønefoss 1")
    assert play.groups() == [("Oslo", "Hønefoss", "land", 1)]
    assert german_point_cities(play.state) == 5


# destruction


def battle_for(germany: Forces, norway: Forces, allies: Forces, dice: list[list[int]]) -> Playing:
    """All Germans at Oslo attack Hønefoss; nobody holds a card."""
    play = position("germany", 1, germany=germany, norway=norway, allies=allies).throws(*dice)
    return play(f"move Oslo > Hønefoss {germany['Oslo']}")("end movement")


HONEFOSS, SURROUNDING = {"Hønefoss": 1}, {"Oslo": 2, "Kongsberg": 1, "Gjøvik": 1, "Fagernes": 1, "Geilo": 1}


@cases(
    "says germany norway allies dice outcome",
    ("1.3-5 1.3-6 4.4-6", "the last enemy", {"Oslo": 2}, HONEFOSS, {}, [[6, 1], [1]], ENEMIES_GONE),
    ("1.3-5 1.3-6", "the last German", {"Oslo": 1}, HONEFOSS, {"Namsos": 1}, [[5], [6]], GERMANS_GONE),
    ("1.3-5 1.3-6", "both together", {"Oslo": 1}, HONEFOSS, {}, [[6], [6]], GERMANS_GONE),
    ("1.3-5", "the last enemy, surrounded", SURROUNDING, HONEFOSS, {}, [[5, 5], [1]], ENEMIES_GONE),
    ("1.3-5", "Allies are left", {"Oslo": 2}, HONEFOSS, {"Namsos": 1}, [[6, 1], [1]], None),
    ("1.3-5", "Norwegians are left", {"Oslo": 2}, {"Voss": 1, **HONEFOSS}, {}, [[6, 1], [1]], None),
    ("1.3-5", "a German at the border is left", {"Oslo": 2}, {"Hønefoss": 2}, {}, [[1, 1], [6, 1]], None),
)
def test_the_game_ends_at_the_moment_a_side_is_destroyed(
    germany: Forces, norway: Forces, allies: Forces, dice: list[list[int]], outcome: Any
) -> None:
    play = battle_for(germany, norway, allies, dice)
    assert play.outcome == outcome
    assert (play.asked == [], play.state.phase) == (outcome is not None, 2 if outcome else 3)


@pytest.mark.proves("1.3-5")
def test_any_removal_counts_also_an_umpires() -> None:
    """R24: whatever the cause; while the Allies have yet to land, the Norwegians are all there is."""
    play = position("norway", 1, germany={"Oslo": 1}, norway={"Hamar": 2}, first_allies_landed=False)
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.outcome is None
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert (play.outcome, play.asked) == (ENEMIES_GONE, [])


@pytest.mark.proves("1.3-6")
def test_destruction_comes_before_cities() -> None:
    """R25: Germany destroys the last enemy although it holds no city at all."""
    play = battle_for({"Oslo": 2}, {"Hønefoss": 1}, {}, [[6, 1], [1]])
    assert (german_point_cities(play.state), play.outcome) == (0, ENEMIES_GONE)
    assert over_event(play).rule == "1.3-5"


# the last battle

AROUND_OSLO = dict.fromkeys(("Østfold", "Kongsvinger", "Gjøvik", "Horten", "Kongsberg", "Hamar"), 1)


@cases(
    "says turn others attackers dice taken points",
    ("1.3-5 4.2b-3", "Germany takes Oslo and holds Bergen", "germany", {"Bergen": 1}, 2, ([6, 1], [1]), True, 2),
    ("1.3-5 4.2b-3", "Germany takes it from the surrounded", "germany", AROUND_OSLO, 2, ([5, 5], [1]), True, 1),
    ("1.3-5 4.2-7", "equal sums: Oslo stays empty (R13)", "germany", {"Bergen": 1}, 1, ([6], [6]), False, 1),
    ("1.3-5 4.2b-3", "Norway takes Oslo", "norway", {}, 2, ([6, 1], [1]), True, 0),
)
def test_who_wins_the_last_battle_holds_the_city(
    turn: str, others: Forces, attackers: int, dice: tuple[list[int], list[int]], taken: bool, points: int
) -> None:
    """From Hønefoss against the last enemy, in Oslo."""
    forces = {turn: {**others, "Hønefoss": attackers}, "norway" if turn == "germany" else "germany": {"Oslo": 1}}
    play = position(turn, 1, allies={}, **forces).throws(*dice)
    play(f"move Hønefoss > Oslo {attackers}")("end movement")
    assert play.outcome == (ENEMIES_GONE if turn == "germany" else GERMANS_GONE)
    assert (play.at(turn, "Oslo"), play.groups(), score(play)) == (attackers if taken else 0, [], points)
    assert (play.told()[-2:] == ["norway.event.takes", "norway.event.over"]) is taken
    assert ("norway.event.takes" in play.told()) is taken
    assert ("norway.event.surrounded" in play.told()) is (others == AROUND_OSLO)
