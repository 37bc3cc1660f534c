"""Hands and decks (2.4, 4.4), the Allied recall (2.4, 5.2) and the end of the game (1.3)."""

from __future__ import annotations

from typing import Any

import pytest

from norway_desk import ask, explained, refusal


def draw(country: str, face_down: int, hand: int, face_up: int = 0) -> tuple[int, int, str]:
    limit = 5 if country == "germany" else 3
    found = ask("deck-draw", country=country, face_down=face_down, face_up=face_up, hand=hand, hand_limit=limit)
    return found["drawn"], found["face_down_left"], found["event"]


@pytest.mark.proves("4.4-1")
def test_germany_draws_to_five() -> None:
    assert draw("germany", 57, 2) == (3, 54, "none")
    assert draw("germany", 10, 5) == (0, 10, "none")
    assert draw("germany", 10, 0) == (5, 5, "none")
    assert draw("germany", 10, 7) == (0, 10, "none")


@pytest.mark.proves("4.4-1")
@pytest.mark.parametrize("country", ["norway", "allies"])
def test_norway_and_the_allies_draw_to_three(country: str) -> None:
    assert draw(country, 20, 0) == (3, 17, "none")
    assert draw(country, 20, 2) == (1, 19, "none")
    assert draw(country, 4, 0) == (3, 1, "none")


@pytest.mark.proves("2.4-ger-3")
def test_the_game_is_over_when_the_last_german_card_leaves_the_deck() -> None:
    assert draw("germany", 4, 1) == (4, 0, "game-over")
    assert draw("germany", 2, 1) == (2, 0, "game-over")
    assert draw("germany", 5, 1) == (4, 1, "none")
    assert draw("germany", 0, 5) == (0, 0, "game-over")


@pytest.mark.proves("2.4-all-3")
def test_the_allies_are_called_home_when_their_last_card_leaves_the_deck_and_only_then() -> None:
    assert draw("allies", 3, 0) == (3, 0, "allied-withdrawal")
    assert draw("allies", 1, 0) == (1, 0, "allied-withdrawal")
    assert draw("allies", 4, 0) == (3, 1, "none")
    assert draw("allies", 0, 1) == (0, 0, "none")


@pytest.mark.proves("2.4-nor-2")
def test_norway_shuffles_its_used_cards_and_goes_on_drawing() -> None:
    assert draw("norway", 1, 0, face_up=10) == (3, 8, "reshuffle")
    assert draw("norway", 3, 0, face_up=10) == (3, 10, "reshuffle")
    assert draw("norway", 0, 2, face_up=10) == (1, 9, "reshuffle")
    assert draw("norway", 1, 0, face_up=1) == (2, 0, "reshuffle")
    assert draw("norway", 2, 2, face_up=10) == (1, 1, "none")


@pytest.mark.parametrize("limit", [0, 2, 4, 6, -3])
def test_a_hand_limit_is_5_or_3(limit: int) -> None:
    given = {"country": "germany", "face_down": 9, "face_up": 0, "hand": 0, "hand_limit": limit}
    assert refusal("deck-draw", **given)


def test_drawing_is_explained() -> None:
    told = explained("deck-draw", country="norway", face_down=1, face_up=10, hand=0, hand_limit=3)
    assert told == [
        ("Norway: 0 in hand, limit 3, so 3 cards are wanted.", "4.4-4"),
        ("3 cards drawn, 8 left face down.", "4.4-4"),
        (
            "The Norwegian deck is used up: the 10 face-up cards are shuffled and laid face down again, "
            "and drawing goes on.",
            "2.4-nor-2",
        ),
    ]


@pytest.mark.proves("2.4-ger-2", "2.4-all-2", "4.4-2")
@pytest.mark.parametrize(
    ("country", "used", "hand", "discard"),
    [
        ("germany", 0, 5, 1),
        ("germany", 0, 1, 1),
        ("germany", 1, 4, 0),
        ("germany", 0, 0, 0),
        ("allies", 0, 3, 1),
        ("allies", 2, 1, 0),
        ("allies", 0, 0, 0),
        ("norway", 0, 3, 0),
        ("norway", 1, 2, 0),
    ],
)
def test_germany_and_the_allies_throw_a_card_away_if_they_have_used_none(
    country: str, used: int, hand: int, discard: int
) -> None:
    given = {"country": country, "used_in_own_turn": used, "hand": hand}
    assert ask("forced-discard", **given) == {"must_discard": discard}
    assert len(explained("forced-discard", **given)) == 1


def recall(battalions: int, version: str = "basic", **ships: Any) -> tuple[int, int, bool]:
    found = ask("allied-withdrawal", version=version, battalions=battalions, **ships)
    return found["battalions_removed"], found["ships_to_remove"], found["valid"]


@pytest.mark.proves("2.4-all-3")
@pytest.mark.parametrize(("there", "removed"), [(0, 0), (1, 1), (3, 3), (4, 4), (5, 4), (20, 4)])
def test_four_allied_battalions_go_home_or_all_there_are(there: int, removed: int) -> None:
    assert recall(there) == (removed, 0, True)
    assert recall(there, chosen_ships={"minor": 1}) == (removed, 0, False)


FLEET = {"carrier": 2, "battleship": 3, "heavy-cruiser": 4, "minor": 6}


@pytest.mark.proves("5.2-1")
@pytest.mark.parametrize(
    ("chosen", "valid"),
    [
        ({"carrier": 2, "battleship": 3}, True),
        ({"battleship": 3, "heavy-cruiser": 1, "minor": 1}, True),
        ({"carrier": 1, "battleship": 2, "heavy-cruiser": 1, "minor": 1}, True),
        ({"battleship": 3, "minor": 2}, False),
        ({"battleship": 3, "heavy-cruiser": 2}, False),
        ({"carrier": 2, "battleship": 2}, False),
        ({"carrier": 2, "battleship": 3, "minor": 1}, False),
        ({"carrier": 3, "battleship": 2}, False),
        ({}, False),
    ],
)
def test_of_five_ships_one_minor_and_one_heavy_cruiser_may_go(chosen: dict[str, int], valid: bool) -> None:
    assert recall(9, "advanced", ships=FLEET, chosen_ships=chosen) == (4, 5, valid)


@pytest.mark.proves("5.2-1")
def test_other_ships_fill_up_only_when_all_heavy_ones_go() -> None:
    ships = {"carrier": 1, "battleship": 1, "heavy-cruiser": 3, "minor": 3}
    fill = {"carrier": 1, "battleship": 1, "minor": 3}
    assert recall(4, "advanced", ships=ships, chosen_ships=fill) == (4, 5, True)
    assert recall(4, "advanced", ships=ships, chosen_ships={**fill, "carrier": 0, "heavy-cruiser": 1}) == (4, 5, False)
    assert recall(4, "advanced", ships={"minor": 2}, chosen_ships={"minor": 2}) == (4, 2, True)
    assert recall(4, "advanced") == (4, 0, True)


@pytest.mark.proves("5.2-1")
def test_only_ships_that_exist_can_go() -> None:
    for chosen, valid in (
        ({"battleship": 5, "minor": 0}, True),
        ({"battleship": 4, "minor": 1}, False),
        ({"battleship": 4, "heavy-cruiser": 1}, False),
    ):
        assert recall(4, "advanced", ships={"battleship": 5}, chosen_ships=chosen) == (4, 5, valid)


def end(**changed: Any) -> tuple[bool, str, str]:
    given: dict[str, Any] = {
        "nine_april_done": True,
        "german_face_down": 0,
        "german_battalions": 13,
        "norwegian_battalions": 2,
        "allied_battalions": 2,
        "german_point_cities": 6,
    }
    found = ask("victory-check", **{**given, **changed})
    assert explained("victory-check", **{**given, **changed})
    return found["over"], found["winner"], found["degree"]


@pytest.mark.proves("1.3-1")
def test_the_game_goes_on_while_the_german_deck_lasts() -> None:
    assert end(german_face_down=1) == (False, "", "")
    assert end(german_face_down=62, german_point_cities=0) == (False, "", "")


@pytest.mark.proves("1.3-2", "1.3-6")
def test_germany_wins_with_all_six_cities_clearly_against_three_battalions_or_fewer() -> None:
    assert end() == (True, "germany", "narrow")
    assert end(norwegian_battalions=1) == (True, "germany", "clear")
    assert end(norwegian_battalions=0, allied_battalions=4) == (True, "germany", "narrow")
    assert end(norwegian_battalions=3, allied_battalions=0) == (True, "germany", "clear")


@pytest.mark.proves("1.3-3", "1.3-4", "1.3-6")
@pytest.mark.parametrize(("german", "degree"), [(5, "narrow"), (4, "clear"), (3, "clear"), (0, "clear")])
def test_norway_and_the_allies_win_with_any_city_that_is_not_german(german: int, degree: str) -> None:
    assert end(german_point_cities=german) == (True, "norway-allies", degree)


@pytest.mark.proves("1.3-5", "1.3-6")
def test_a_side_without_battalions_has_lost_at_once() -> None:
    assert end(german_face_down=30, german_battalions=0) == (True, "norway-allies", "clear")
    assert end(german_face_down=30, norwegian_battalions=0, allied_battalions=0) == (True, "germany", "clear")
    assert end(german_face_down=30, norwegian_battalions=0) == (False, "", "")
    assert end(german_face_down=30, german_battalions=1) == (False, "", "")
    # both together: Germany holds no city, so Norway and the Allies have won (R25)
    both = {"german_battalions": 0, "norwegian_battalions": 0, "allied_battalions": 0}
    assert end(**both) == (True, "norway-allies", "clear")


@pytest.mark.proves("1.3-5")
def test_nothing_is_judged_before_the_nine_april_round_is_over() -> None:
    germans = ask(
        "victory-check",
        nine_april_done=True,
        german_face_down=62,
        german_battalions=0,
        norwegian_battalions=4,
        allied_battalions=0,
        german_point_cities=0,
    )
    assert germans["over"] is True
    assert end(nine_april_done=False, german_battalions=0) == (False, "", "")
    assert end(nine_april_done=False) == (False, "", "")


def test_there_are_six_point_cities() -> None:
    given = {"nine_april_done": True, "german_face_down": 1, "german_battalions": 1, "norwegian_battalions": 1}
    assert "german_point_cities" in refusal("victory-check", **given, allied_battalions=1, german_point_cities=7)
