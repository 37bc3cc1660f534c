"""Hands and decks (2.4, 4.4), the Allied recall (2.4, 5.2) and the end of the game (1.3)."""

from typing import Any

import pytest

from cases import cases
from norway_desk import ask, explained, refusal


@cases(
    "says country pile hand wanted",
    ("4.4-1", "Germany to five", "germany", (57, 0), 2, (3, 54, "none")),
    ("4.4-1", "five at once", "germany", (10, 0), 0, (5, 5, "none")),
    ("4.4-1", "none with a full hand", "germany", (10, 0), 5, (0, 10, "none")),
    ("4.4-1", "nor with more", "germany", (10, 0), 7, (0, 10, "none")),
    ("4.4-1", "Norway to three", "norway", (20, 0), 0, (3, 17, "none")),
    ("4.4-1", "one card for Norway", "norway", (20, 0), 2, (1, 19, "none")),
    ("4.4-1", "all but the last for Norway", "norway", (4, 0), 0, (3, 1, "none")),
    ("4.4-1", "the Allies to three", "allies", (20, 0), 0, (3, 17, "none")),
    ("4.4-1", "one card for the Allies", "allies", (20, 0), 2, (1, 19, "none")),
    ("2.4-ger-3", "the last German card: over", "germany", (4, 0), 1, (4, 0, "game-over")),
    ("2.4-ger-3", "fewer than wanted: over", "germany", (2, 0), 1, (2, 0, "game-over")),
    ("2.4-ger-3", "one is left: not over", "germany", (5, 0), 1, (4, 1, "none")),
    ("2.4-ger-3", "none was left: over", "germany", (0, 0), 5, (0, 0, "game-over")),
    ("2.4-all-3", "the last Allied card: called home", "allies", (3, 0), 0, (3, 0, "allied-withdrawal")),
    ("2.4-all-3", "fewer than wanted: called home", "allies", (1, 0), 0, (1, 0, "allied-withdrawal")),
    ("2.4-all-3", "one Allied card is left: not yet", "allies", (4, 0), 0, (3, 1, "none")),
    ("2.4-all-3", "none was left: not again", "allies", (0, 0), 1, (0, 0, "none")),
    ("2.4-nor-2", "Norway shuffles and goes on", "norway", (1, 10), 0, (3, 8, "reshuffle")),
    ("2.4-nor-2", "shuffles when the last is drawn", "norway", (3, 10), 0, (3, 10, "reshuffle")),
    ("2.4-nor-2", "shuffles before drawing", "norway", (0, 10), 2, (1, 9, "reshuffle")),
    ("2.4-nor-2", "no more than there are", "norway", (1, 1), 0, (2, 0, "reshuffle")),
    ("2.4-nor-2", "not while a card is left", "norway", (2, 10), 2, (1, 1, "none")),
)
def test_drawing(country: str, pile: tuple[int, int], hand: int, wanted: tuple[int, int, str]) -> None:
    face_down, face_up = pile
    limit = 5 if country == "germany" else 3
    found = ask("deck-draw", country=country, face_down=face_down, face_up=face_up, hand=hand, hand_limit=limit)
    assert (found["drawn"], found["face_down_left"], found["event"]) == wanted


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


@cases(
    "country used hand discard",
    ("2.4-ger-2 2.4-all-2 4.4-2", "germany", 0, 5, 1),
    ("2.4-ger-2 2.4-all-2 4.4-2", "germany", 0, 1, 1),
    ("2.4-ger-2 2.4-all-2 4.4-2", "germany", 1, 4, 0),
    ("2.4-ger-2 2.4-all-2 4.4-2", "germany", 0, 0, 0),
    ("2.4-ger-2 2.4-all-2 4.4-2", "allies", 0, 3, 1),
    ("2.4-ger-2 2.4-all-2 4.4-2", "allies", 2, 1, 0),
    ("2.4-ger-2 2.4-all-2 4.4-2", "allies", 0, 0, 0),
    ("2.4-ger-2 2.4-all-2 4.4-2", "norway", 0, 3, 0),
    ("2.4-ger-2 2.4-all-2 4.4-2", "norway", 1, 2, 0),
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


HEAVY = {"carrier": 1, "battleship": 1, "heavy-cruiser": 3, "minor": 3}


@cases(
    "says ships chosen five valid",
    ("5.2-1", "heavy ones only", FLEET, {"carrier": 2, "battleship": 3}, 5, True),
    ("5.2-1", "one heavy cruiser, one minor", FLEET, {"battleship": 3, "heavy-cruiser": 1, "minor": 1}, 5, True),
    ("5.2-1", "of each", FLEET, {"carrier": 1, "battleship": 2, "heavy-cruiser": 1, "minor": 1}, 5, True),
    ("5.2-1", "never two minor ones", FLEET, {"battleship": 3, "minor": 2}, 5, False),
    ("5.2-1", "never two heavy cruisers", FLEET, {"battleship": 3, "heavy-cruiser": 2}, 5, False),
    ("5.2-1", "not four", FLEET, {"carrier": 2, "battleship": 2}, 5, False),
    ("5.2-1", "not six", FLEET, {"carrier": 2, "battleship": 3, "minor": 1}, 5, False),
    ("5.2-1", "more carriers than there are", FLEET, {"carrier": 3, "battleship": 2}, 5, False),
    ("5.2-1", "none", FLEET, {}, 5, False),
    ("5.2-1", "others fill up when all heavy ones go", HEAVY, {"carrier": 1, "battleship": 1, "minor": 3}, 5, True),
    ("5.2-1", "and only then", HEAVY, {"battleship": 1, "heavy-cruiser": 1, "minor": 3}, 5, False),
    ("5.2-1", "all there are", {"minor": 2}, {"minor": 2}, 2, True),
    ("5.2-1", "without ships", {}, {}, 0, True),
    ("5.2-1", "five battleships", {"battleship": 5}, {"battleship": 5, "minor": 0}, 5, True),
    ("5.2-1", "a minor ship that does not exist", {"battleship": 5}, {"battleship": 4, "minor": 1}, 5, False),
    ("5.2-1", "nor such a cruiser", {"battleship": 5}, {"battleship": 4, "heavy-cruiser": 1}, 5, False),
)
def test_which_five_ships_go(ships: dict[str, int], chosen: dict[str, int], five: int, valid: bool) -> None:
    assert recall(9, "advanced", ships=ships, chosen_ships=chosen) == (4, five, valid)


NOBODY = {"norwegian_battalions": 0, "allied_battalions": 0}


@cases(
    "says changed wanted",
    ("1.3-1", "the German deck lasts", {"german_face_down": 1}, None),
    ("1.3-1", "whatever Germany holds", {"german_face_down": 62, "german_point_cities": 0}, None),
    ("1.3-2 1.3-6", "six cities against four battalions", {}, ("germany", "narrow")),
    ("1.3-2 1.3-6", "against three", {"norwegian_battalions": 1}, ("germany", "clear")),
    ("1.3-2 1.3-6", "against four Allied ones", {"norwegian_battalions": 0, "allied_battalions": 4},
     ("germany", "narrow")),
    ("1.3-2 1.3-6", "against three Norwegian ones", {"norwegian_battalions": 3, "allied_battalions": 0},
     ("germany", "clear")),
    ("1.3-3 1.3-4 1.3-6", "one city is not German", {"german_point_cities": 5}, ("norway-allies", "narrow")),
    ("1.3-3 1.3-4 1.3-6", "two cities", {"german_point_cities": 4}, ("norway-allies", "clear")),
    ("1.3-3 1.3-4 1.3-6", "three cities", {"german_point_cities": 3}, ("norway-allies", "clear")),
    ("1.3-3 1.3-4 1.3-6", "all cities", {"german_point_cities": 0}, ("norway-allies", "clear")),
    ("1.3-5 1.3-6", "no German is left", {"german_face_down": 30, "german_battalions": 0}, ("norway-allies", "clear")),
    ("1.3-5 1.3-6", "nobody else is left", {"german_face_down": 30, **NOBODY}, ("germany", "clear")),
    ("1.3-5", "Allies are left", {"german_face_down": 30, "norwegian_battalions": 0}, None),
    ("1.3-5", "a German is left", {"german_face_down": 30, "german_battalions": 1}, None),
    ("1.3-5 1.3-6", "nobody at all is left (R25)", {"german_battalions": 0, **NOBODY}, ("norway-allies", "clear")),
    ("1.3-5", "before 9 April is over", {"nine_april_done": False, "german_battalions": 0}, None),
    ("1.3-5", "nor by cities", {"nine_april_done": False}, None),
)  # fmt: skip
def test_whether_the_game_is_over_and_who_has_won(changed: dict[str, Any], wanted: tuple[str, str] | None) -> None:
    """Unless said otherwise: the German deck is used up, Germany holds six cities, two and two are against it."""
    given: dict[str, Any] = {
        "nine_april_done": True,
        "german_face_down": 0,
        "german_battalions": 13,
        "norwegian_battalions": 2,
        "allied_battalions": 2,
        "german_point_cities": 6,
        **changed,
    }
    found = ask("victory-check", **given)
    assert (found["over"], found["winner"], found["degree"]) == (wanted is not None, *(wanted or ("", "")))
    assert explained("victory-check", **given)


def test_there_are_six_point_cities() -> None:
    given = {"nine_april_done": True, "german_face_down": 1, "german_battalions": 1, "norwegian_battalions": 1}
    assert "german_point_cities" in refusal("victory-check", **given, allied_battalions=1, german_point_cities=7)
