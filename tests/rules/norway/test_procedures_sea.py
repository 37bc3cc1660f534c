"""Ships at sea (5.1, 6.1, 8.1): cards lost from decks, routes and interception."""

from fractions import Fraction
from typing import Any

import pytest

from cases import cases
from feltherre.games.norway import board
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.procedures.movement import INTERCEPTION_FROM
from feltherre.umpire import desk
from norway_desk import ask, explained, refusal

# deck-loss


@cases(
    "country face_down loss left event",
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "germany", 10, 2, 8, "none"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "germany", 2, 2, 0, "game-over"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "germany", 1, 2, 0, "game-over"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "germany", 1, 0, 1, "none"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "allies", 5, 1, 4, "none"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "allies", 1, 1, 0, "allied-withdrawal"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "allies", 3, 6, 0, "allied-withdrawal"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "allies", 0, 2, 0, "none"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "norway", 3, 2, 3, "none"),
    ("8.2-seq-6-loss 7.2-raiding-2 5.1-telegraph", "norway", 0, 2, 0, "none"),
)
def test_cards_lost_leave_the_deck_as_if_they_were_drawn(
    country: str, face_down: int, loss: int, left: int, event: str
) -> None:
    found = ask("deck-loss", country=country, face_down=face_down, loss=loss)
    assert found == {"face_down_left": left, "event": event}


def test_the_loss_of_cards_is_explained() -> None:
    assert explained("deck-loss", country="germany", face_down=1, loss=2) == [
        ("Germany: 1 card goes from the top of the deck face up to the bottom, 0 left face down.", "8.2-seq-6-loss"),
        ("Germany should lose 2 cards, but no more lie face down.", "8.2-seq-6-loss"),
        ("The last unused German card has left the deck: the game is over.", "2.4-ger-3"),
    ]
    assert explained("deck-loss", country="norway", face_down=1, loss=2)[0][1] == "8.2-seq-6-loss"


# ship-route-check

BORDERS: dict[str, list[str]] = {
    **{sea: [board.SEAS[other] for other in board.SEA_BORDERS[number]] for number, sea in enumerate(board.SEAS)},
    "raid": ["VI", "VII", "VIII"],
}


def route(path: str, country: str = "germany", ship_class: str = "minor") -> bool:
    found = ask("ship-route-check", country=country, ship_class=ship_class, path=path.split(), sea_borders=BORDERS)
    assert set(found) == {"legal"}
    return bool(found["legal"])


@pytest.mark.proves("8.1-1", "5.1-sea-3")
def test_a_ship_moves_up_to_two_sea_areas_over_their_borders() -> None:
    assert route("IV")
    assert route("IV VIII")
    assert route("IV VIII II")
    assert route("I II III")
    assert not route("I II III IV")
    assert not route("IV II")
    assert not route("VIII I")
    assert not route("IV IV")


@pytest.mark.proves("8.1-5", "5.1-sea-2")
@pytest.mark.parametrize("country", ["germany", "allies"])
def test_allied_ships_cannot_move_into_i_and_ii(country: str) -> None:
    assert route("III II", country) is (country == "germany")
    assert route("VIII II I", country) is (country == "germany")
    assert route("VIII III", country)


@pytest.mark.proves("6.1-coast-defence")
def test_eidsvoll_and_norge_moves_one_sea_area_into_any_adjoining_one() -> None:
    for one in ("IV III", "III II", "II I", "IV VIII", "V"):
        assert route(one, "norway", "coast-defence")
    assert not route("V IV III", "norway", "coast-defence")


@pytest.mark.proves("7.2-raiding-3")
def test_the_raid_box_borders_vi_vii_and_viii_and_is_left_but_never_entered() -> None:
    for end in ("VI", "VII", "VIII", "VI V", "VIII II"):
        assert route(f"raid {end}", ship_class="battleship")
    assert not route("raid V", ship_class="battleship")
    assert not route("VI raid", ship_class="battleship")
    assert not route("raid VI raid", ship_class="battleship")
    assert not route("raid VI", "allies", "battleship")
    never_entered = {**BORDERS, "VI": ["raid"]}
    given = {"country": "germany", "ship_class": "battleship", "path": ["VI", "raid"], "sea_borders": never_entered}
    assert ask("ship-route-check", **given) == {"legal": False}


def test_a_route_is_judged_by_the_borders_that_are_given_and_explained() -> None:
    given: dict[str, Any] = {"country": "allies", "ship_class": "battleship", "sea_borders": {"III": ["II"]}}
    assert explained("ship-route-check", **given, path=["III", "II", "I", "II"]) == [
        ("Allies, battleship: 3 sea areas, III, II, I and II.", "8.1-1"),
        ("That is too far: it moves at most 2 sea areas in a turn.", "8.1-1"),
        ("II is guarded by Germany and closed to Allied ships.", "8.1-5"),
        ("From II to I there is no border.", "5.1-sea-3"),
        ("I is guarded by Germany and closed to Allied ships.", "8.1-5"),
        ("From I to II there is no border.", "5.1-sea-3"),
        ("II is guarded by Germany and closed to Allied ships.", "8.1-5"),
    ]
    assert explained("ship-route-check", **{**given, "country": "germany"}, path=["III", "II"])[-1] == (
        "The ship may sail this way.",
        "8.1-1",
    )
    assert "path is empty" in refusal("ship-route-check", **given, path=[])


# naval-interception


def interception(dice: list[int], interceptor: str = "allies", **more: Any) -> dict[str, Any]:
    given = {"interceptor": interceptor, "target_cards": len(dice), "coast_defence_present": False}
    return ask("naval-interception", **{**given, **more}, dice=dice)


@pytest.mark.proves("8.1-int-3")
def test_each_five_or_six_intercepts_one_card() -> None:
    assert interception([1, 2, 3, 4, 5, 6]) == {
        "dice_needed": 6,
        "intercepted": 2,
        "coast_defence_intercepted": False,
    }
    assert interception([])["intercepted"] == 0
    assert [die for die in range(1, 7) if interception([die])["intercepted"]] == [5, 6]


@pytest.mark.proves("8.1-int-3")
def test_the_other_reading_of_the_book_intercepts_on_four_too() -> None:
    assert INTERCEPTION_FROM == 5
    assert interception([1, 2, 3, 4, 5, 6], interception_from=4)["intercepted"] == 3
    for other in (3, 6, None):
        given = {"interceptor": "allies", "target_cards": 0, "coast_defence_present": False, "dice": []}
        assert "interception_from" in refusal("naval-interception", **given, interception_from=other)


@pytest.mark.proves("8.1-int-6")
@pytest.mark.parametrize("present", [True, False])
def test_germany_always_catches_eidsvoll_and_norge_without_a_die(present: bool) -> None:
    assert interception([1], "germany", coast_defence_present=present) == {
        "dice_needed": 1,
        "intercepted": 0,
        "coast_defence_intercepted": present,
    }
    assert interception([6], "allies", coast_defence_present=present)["coast_defence_intercepted"] is False


def test_an_interception_is_explained() -> None:
    given = {"interceptor": "germany", "target_cards": 2, "coast_defence_present": True, "dice": [5, 3]}
    assert explained("naval-interception", **given) == [
        ("Interception by Germany: 2 enemy cards, one die each.", "8.1-int-3"),
        ("Thrown 5 and 3; 5 or more intercepts.", "8.1-int-3"),
        ("1 card is intercepted: it is drawn at random and turned face up.", "8.1-int-4"),
        ("Decoys among them leave the game; real ships must fight.", "8.1-int-5"),
        ("Germany always intercepts Eidsvoll & Norge if it wishes.", "8.1-int-6"),
    ]


def _fractions(listed: list[dict[str, Any]]) -> dict[Any, Fraction]:
    return {entry["value"]: Fraction(entry["p"]) for entry in listed}


def test_the_odds_of_an_interception_are_binomial() -> None:
    given = {"interceptor": "allies", "target_cards": 3, "coast_defence_present": False}
    found = _fractions(desk.odds(PROCEDURES["naval-interception"], given)["outputs"]["intercepted"])
    third = Fraction(1, 3)
    assert found == {0: (1 - third) ** 3, 1: 3 * third * (1 - third) ** 2, 2: 3 * third**2 * (1 - third), 3: third**3}
    half = _fractions(
        desk.odds(PROCEDURES["naval-interception"], {**given, "interception_from": 4})["outputs"]["intercepted"]
    )
    assert half == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}
