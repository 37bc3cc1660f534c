"""Towns, points, victory, reinforcements, clocks and the choice of sides as the umpire rules them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cases import cases
from feltherre.games.winterwar.procedures import PROCEDURES
from feltherre.games.winterwar.procedures.victory import Standing, decide, points_in_quarters, sudden_death, town_owner
from feltherre.games.winterwar.tables import TOWN_POINTS, Side
from feltherre.umpire import desk
from winterwar_desk import ask, explained, refusal

SIDES: tuple[Side, ...] = ("finland", "soviet")

# towns


@pytest.mark.proves("win-3", "2.1-k", "1.1-g")
def test_a_ground_unit_in_the_town_decides_whatever_else() -> None:
    for last, finnish, soviet, end in product(SIDES, (False, True), (False, True), (False, True)):
        assert town_owner(last, "finland", finnish, soviet, end) == ("finland", "unit")
        assert town_owner(last, "soviet", finnish, soviet, end) == ("soviet", "unit")


@pytest.mark.proves("win-3")
def test_a_zone_of_control_counts_only_at_the_end_and_only_alone() -> None:
    assert town_owner("finland", "none", False, True, True) == ("soviet", "zone")
    assert town_owner("finland", "none", False, True, False) == ("finland", "keeps")
    assert town_owner("soviet", "none", True, False, True) == ("finland", "zone")
    assert town_owner("soviet", "none", True, True, True) == ("soviet", "both-zones")
    assert town_owner("soviet", "none", False, False, True) == ("soviet", "last")


def test_the_explanation_says_why_a_town_is_whose() -> None:
    given = {"last_owner": "soviet", "ground_unit": "none", "finland_zoc": True, "soviet_zoc": False}
    assert explained("town-control", **given, game_end=True) == [
        ("The town is empty at the end and lies in a Finnish zone of control only: it is Finnish.", "win-3")
    ]
    assert explained("town-control", **given, game_end=False) == [
        (
            "The Soviet Union was last in the town and keeps it; zones of control count only at the end of the game.",
            "win-3",
        )
    ]


def test_the_points_of_towns_are_the_books() -> None:
    assert [TOWN_POINTS[colour] for colour in ("white", "black", "grey")] == [1, 2, 3]
    assert TOWN_POINTS["Leningrad large hex"] + TOWN_POINTS["Leningrad small hex"] == 3


# points and the winner


@pytest.mark.proves("win-2", "win-4", "win-5", "intro-6")
def test_points_are_towns_and_a_quarter_of_what_was_destroyed() -> None:
    assert points_in_quarters([3, 2, 1], [5, 4]) == 4 * 6 + 9
    outputs = ask(
        "victory-points",
        towns=[{"value": 3, "owner": "finland"}, {"value": 2, "owner": "soviet"}],
        destroyed_finnish=[3],
        destroyed_soviet=[5, 2],
    )
    assert outputs == {"finland_points": 4.75, "soviet_points": 2.75}
    assert ask("victory-points", towns=[], destroyed_finnish=[], destroyed_soviet=[]) == {
        "finland_points": 0,
        "soviet_points": 0,
    }


@pytest.mark.proves("intro-5", "intro-7", "intro-8", "win-1")
@pytest.mark.parametrize(
    ("death", "finland", "soviet", "wanted"),
    [
        ("soviet", (99, 99, 99), (0, 0, 0), ("soviet", "sudden-death")),
        ("none", (25.25, 0, 0), (25, 9, 9), ("finland", "points")),
        ("none", (25, 9, 9), (25.25, 0, 0), ("soviet", "points")),
        ("none", (25, 3, 0), (25, 2, 9), ("finland", "units")),
        ("none", (25, 2, 9), (25, 3, 0), ("soviet", "units")),
        ("none", (25, 2, 8), (25, 2, 7), ("finland", "towns")),
        ("none", (25, 2, 7), (25, 2, 8), ("soviet", "towns")),
        ("none", (25, 2, 7), (25, 2, 7), ("draw", "none")),
    ],
)
def test_what_decides(death: Any, finland: Any, soviet: Any, wanted: tuple[str, str]) -> None:
    assert decide(death, Standing(*finland), Standing(*soviet)) == wanted


def test_the_explanation_compares_until_something_decides() -> None:
    given = {
        "sudden_death": "none",
        "finland_points": 30.25,
        "soviet_points": 30.25,
        "units_destroyed_by_finland": 5,
        "units_destroyed_by_soviet": 4,
        "towns_finland": 1,
        "towns_soviet": 2,
    }
    assert explained("winner", **given) == [
        ("Points: Finland 30¼, the Soviet Union 30¼.", "intro-5"),
        ("Enemy units destroyed: Finland 5, the Soviet Union 4.", "intro-7"),
        ("Finland wins.", "win-1"),
    ]
    equal = {**given, "units_destroyed_by_soviet": 5, "towns_finland": 2}
    assert explained("winner", **equal)[-1] == ("Everything is equal: the game is drawn.", "intro-7")
    assert explained("winner", **{**given, "sudden_death": "soviet"}) == [
        ("The Soviet Union has won by sudden death.", "intro-8")
    ]


@pytest.mark.proves("intro-8", "win-8")
def test_sudden_death_needs_the_enemys_city_and_a_ground_unit() -> None:
    won = {
        (hex_, side, ground): sudden_death(hex_, side, ground)  # type: ignore[arg-type]
        for hex_, side, ground in product(
            ("leningrad-large", "leningrad-small", "helsinki", "other"), ("finland", "soviet"), (False, True)
        )
    }
    assert {key: winner for key, winner in won.items() if winner != "none"} == {
        ("leningrad-large", "finland", True): "finland",
        ("helsinki", "soviet", True): "soviet",
    }


# reinforcements


def enters(kind: str = "ordinary", **changed: bool) -> bool:
    """An own controlled town, away from everything."""
    given: dict[str, Any] = {
        "kind": kind,
        "own_national_town": True,
        "controlled": True,
        "enemy_zoc": False,
        "own_ground_unit": False,
        "enemy_ground_unit": False,
        "borders_soviet_union": False,
        "near_sweden": False,
        "room": True,
    }
    allowed: bool = ask("reinforcement-placement", **{**given, **changed})["allowed"]
    return allowed


@pytest.mark.proves("turn-2-a", "1.1-b", "2.1-b", "2.1.1-d", "2.1.2-b", "1.6-n")
@pytest.mark.parametrize("kind", ["ordinary", "air"])
def test_reinforcements_enter_in_own_towns_that_are_held(kind: str) -> None:
    assert enters(kind)
    assert not enters(kind, own_national_town=False)
    assert not enters(kind, controlled=False)
    assert not enters(kind, room=False)
    assert not enters(kind, enemy_ground_unit=True)


@pytest.mark.proves("turn-2-b", "2.1-c")
def test_in_an_enemy_zone_only_where_an_own_ground_unit_stands() -> None:
    """R44; partisans have a rule of their own."""
    for kind, place in (("ordinary", {}), ("air", {}), ("swedish", {"near_sweden": True})):
        assert not enters(kind, enemy_zoc=True, **place)
        assert enters(kind, enemy_zoc=True, own_ground_unit=True, **place)


@pytest.mark.proves("2.1-i")
def test_partisans_enter_on_the_soviet_border() -> None:
    assert enters("partisan", own_national_town=False, controlled=False, borders_soviet_union=True, enemy_zoc=True)
    assert not enters("partisan")
    assert not enters("partisan", borders_soviet_union=True, enemy_ground_unit=True)
    assert not enters("partisan", borders_soviet_union=True, room=False)


@pytest.mark.proves("supply-3")
def test_swedes_enter_in_own_towns_and_near_sweden_but_in_no_lost_town() -> None:
    assert enters("swedish")
    assert enters("swedish", near_sweden=True)
    assert enters("swedish", near_sweden=True, own_national_town=False, controlled=False)
    assert not enters("swedish", near_sweden=True, controlled=False)
    assert not enters("swedish", own_national_town=False)


# clocks and the choice of sides


@cases(
    "says movement game turn both_done wanted",
    ("order-1 turn-3-b", "not quite five minutes of movement", 299.9, 0, 1, False, (False, False)),
    ("order-1 turn-3-b", "five minutes", 300, 0, 1, False, (True, False)),
    ("intro-3", "both sides have finished turn seven", 0, 7199, 7, True, (False, False)),
    ("intro-3", "one side has finished turn eight", 0, 7199, 8, False, (False, False)),
    ("intro-2", "both have", 0, 0, 8, True, (False, True)),
    ("intro-4", "two hours", 0, 7200, 1, False, (False, True)),
)
def test_when_movement_and_the_game_are_over(
    movement: float, game: float, turn: int, both_done: bool, wanted: tuple[bool, bool]
) -> None:
    given = {"movement_seconds": movement, "game_seconds": game, "turn": turn, "both_sides_done": both_done}
    outputs = ask("phase-clock", **given)
    assert (outputs["movement_over"], outputs["game_over"]) == wanted


def test_there_is_no_ninth_turn() -> None:
    given = {"movement_seconds": 0, "game_seconds": 0, "both_sides_done": False}
    assert "turn" in refusal("phase-clock", turn=9, **given)
    assert "turn" in refusal("phase-clock", turn=0, **given)
    assert explained("phase-clock", **{**given, "turn": 8, "both_sides_done": True})[-1] == (
        "Both sides have finished turn 8, the last: the game ends.",
        "intro-2",
    )


@pytest.mark.proves("setup-2")
def test_the_higher_die_chooses_and_equal_dice_are_rolled_again() -> None:
    assert [ask("side-choice", dice=dice)["chooser"] for dice in ([6, 1], [1, 2], [4, 4])] == [1, 2, None]
    found = desk.odds(PROCEDURES["side-choice"], {})["outputs"]["chooser"]
    assert {chance["value"]: chance["p"] for chance in found} == {None: "1/6", 1: "5/12", 2: "5/12"}
