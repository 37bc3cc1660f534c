"""Morale, rout, reorganisation and field works (08, 10)."""

from fractions import Fraction
from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, explained, refusal
from feltherre.core.errors import Illegal
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.procedures.morale import table_order
from feltherre.umpire import desk


def morale(**changed: Any) -> dict[str, Any]:
    """One figure of thirty lost to fire far away: -1, and nothing from a throw of 7; nobody was lost before."""
    given = {"figures_removed": 1, "original_figures": 30, "range_cm": 40, "dice": [3, 4]}
    given["present_figures"] = 30 - changed.get("figures_removed", 1)
    return ask("morale-test", **{**given, **changed})


@cases(
    "changed modifier",
    ("08.02.7", {}, 0),
    ("08.02.7", {"figures_removed": 2}, -3),
    ("08.02.7", {"figures_removed": 3}, -6),
    ("08.02.7", {"figures_removed": 4}, -9),
    ("08.02.7", {"figures_removed": 5}, -14),
    ("08.02.7", {"figures_removed": 9}, -14),
    ("08.02.7", {"detached_companies": 4}, -1),
    ("08.02.7", {"detached_companies": 5}, 0),
    ("08.02.7", {"present_figures": 21}, 0),
    ("08.02.7", {"present_figures": 20}, -1),
    ("08.02.7", {"present_figures": 11}, -1),
    ("08.02.7", {"present_figures": 10}, -3),
    ("08.02.7", {"support": True}, 1),
    ("08.02.7", {"general": True}, 1),
    ("08.02.7", {"cover": 1}, 1),
    ("08.02.7", {"cover": 2}, 2),
    ("08.02.7", {"cover": 3}, 4),
    ("08.02.7", {"pinned": True}, -2),
    ("08.02.7", {"flank_or_rear_fire": True}, -3),
    ("08.02.7", {"flank_or_rear_fire": True, "cause": "artillery"}, -3),
    ("08.02.7", {"flank_or_rear_fire": True, "cause": "melee"}, 0),
    ("08.02.7", {"not_answering": True}, -1),
    ("08.02.7", {"not_answering": True, "cause": "artillery"}, 0),
    ("08.02.7", {"not_answering": True, "cause": "melee"}, 0),
    ("08.02.7", {"melee_vs_mounted": True}, 0),
    ("08.02.7", {"melee_vs_mounted": True, "cause": "melee"}, -2),
    ("08.02.7", {"melee_more_losses": True}, 0),
    ("08.02.7", {"melee_more_losses": True, "cause": "melee"}, -2),
    ("08.02.7", {"order_state": "LU"}, -1),
    ("08.02.7", {"order_state": "U"}, -4),
    ("08.02.7", {"order_state": "FU"}, 0),
    ("08.02.7", {"grade": -1}, -1),
    ("08.02.7", {"grade": 2}, 2),
)
def test_every_row_of_schema_xv(changed: dict[str, Any], modifier: int) -> None:
    assert morale(**changed)["total"] == modifier - 1


@pytest.mark.proves("08.02.7")
def test_schema_xvi() -> None:
    # the figure that is lost gives -1
    throws = [[min(dice - 1, 6), max(1, dice - 6)] for dice in range(2, 13)]
    assert [morale(dice=dice)["total"] + 1 for dice in throws] == [-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3]


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(
    ("order", "totals"), [("FU", (-99, -9, -8)), ("U", (-7, -4)), ("LU", (-3, -1)), ("OR", (0, 1, 99))]
)
def test_schema_xvii(order: str, totals: tuple[int, ...]) -> None:
    assert {table_order(total) for total in totals} == {order}


@pytest.mark.proves("08.02.7")
def test_a_test_never_improves_the_order() -> None:
    for order in ("LU", "U", "FU"):
        answer = morale(order_state=order, cover=3, grade=2, general=True)
        assert (answer["table_order"], answer["order_after"]) == ("OR", order)


@cases(
    "changed pinned",
    ("04.02.7", {"range_cm": 15}, True),
    ("04.02.7", {"range_cm": 15.5}, False),
    ("04.02.7", {"range_cm": 10, "cause": "artillery"}, True),
    ("04.02.7", {"range_cm": 10, "cause": "melee"}, False),
    ("04.02.7", {"range_cm": 10, "order_state": "LU"}, True),
    ("04.02.7", {"range_cm": 10, "order_state": "U", "grade": 2, "cover": 1}, False),
    ("04.02.7", {"range_cm": 10, "kind": "mounted"}, False),
    ("04.02.7", {"range_cm": 10, "kind": "unlimbered_artillery"}, False),
    ("04.02.7", {"range_cm": 10, "grade": 1}, False),
    ("04.02.7", {"range_cm": 10, "order_state": "LU", "pinned": True, "cover": 3}, True),
    ("04.02.7", {"range_cm": 10, "figures_removed": 4, "order_state": "LU", "pinned": True}, False),
)
def test_foot_that_close_fire_leaves_in_light_disorder_is_pinned(changed: dict[str, Any], pinned: bool) -> None:
    assert morale(**changed)["becomes_pinned"] is pinned


@pytest.mark.proves("04.02.6")
@pytest.mark.parametrize("kind", ["mounted", "limbered_artillery", "unlimbered_artillery", "foot"])
def test_horses_that_close_fire_puts_into_light_disorder_turn_away(kind: str) -> None:
    shies = kind in ("mounted", "limbered_artillery")
    assert morale(kind=kind, range_cm=15)["must_turn_away"] is shies
    assert morale(kind=kind, range_cm=16)["must_turn_away"] is False
    assert morale(kind=kind, range_cm=15, grade=2)["must_turn_away"] is False
    assert morale(kind=kind, range_cm=15, order_state="U")["must_turn_away"] is False
    assert morale(kind=kind, range_cm=15, cause="melee")["must_turn_away"] is False


#: what comes to a result of LU by fire: one figure of thirty off, and a throw of 7
SHAKEN = {"figures_removed": 1, "original_figures": 30, "present_figures": 29, "dice": [3, 4]}


@pytest.mark.proves("04.02.7")
@pytest.mark.parametrize(
    "given", [{}, {"cause": "artillery"}, {"order_state": "LU", "pinned": True, "cover": 3}, {"kind": "mounted"}]
)
def test_the_range_is_asked_for_where_it_decides(given: dict[str, Any]) -> None:
    assert "range_cm" in refusal("morale-test", **SHAKEN, **given)
    assert "range_cm" in refusal("morale-test", **SHAKEN, **given, range_cm=None)


@pytest.mark.proves("04.02.6", "04.02.7")
@pytest.mark.parametrize(
    "given", [{"cause": "melee"}, {"kind": "unlimbered_artillery"}, {"order_state": "U"}, {"grade": 2}]
)
def test_and_nowhere_else(given: dict[str, Any]) -> None:
    answer = ask("morale-test", **SHAKEN, **given)
    assert (answer["becomes_pinned"], answer["must_turn_away"]) == (False, False)


def test_nor_are_there_odds_without_it_where_it_decides() -> None:
    given = {name: value for name, value in SHAKEN.items() if name != "dice"}
    with pytest.raises(Illegal, match="range"):
        desk.odds(PROCEDURES["morale-test"], given)
    assert desk.odds(PROCEDURES["morale-test"], {**given, "cause": "melee"})["outputs"]["becomes_pinned"]


@pytest.mark.proves("08.02.7")
def test_a_unit_has_never_more_figures_than_it_began_with() -> None:
    assert "started with" in refusal(
        "morale-test", figures_removed=1, original_figures=9, present_figures=10, dice=[1, 2]
    )
    assert "0 are gone" in refusal("morale-test", figures_removed=1, original_figures=9, present_figures=9, dice=[1, 2])


def test_the_odds_of_a_morale_test_are_exact() -> None:
    given = {"figures_removed": 2, "original_figures": 30, "present_figures": 28, "range_cm": 9}
    found = desk.odds(PROCEDURES["morale-test"], given)["outputs"]
    # -4 in all: U on 7 and less, LU on 8 and more
    assert {c["value"]: Fraction(c["p"]) for c in found["order_after"]} == {"U": Fraction(7, 12), "LU": Fraction(5, 12)}


def carried(**changed: Any) -> dict[str, Any]:
    return ask("carried-away", **{"fleeing_figures": 10, "threatened_figures": 10, "dice": [3, 3], **changed})


@cases(
    "changed tested",
    ("08.03.1 08.03.3", {"distance_cm": 8}, True),
    ("08.03.1 08.03.3", {"distance_cm": 8.5}, False),
    ("08.03.1 08.03.3", {"beside_or_behind": False}, False),
    ("08.03.1 08.03.3", {"threatened_figures": 29}, True),
    ("08.03.1 08.03.3", {"threatened_figures": 30}, False),
    ("08.03.1 08.03.3", {"order_state": "FU"}, False),
    ("08.03.1 08.03.3", {"order_state": "U"}, True),
)
def test_whom_a_flight_threatens(changed: dict[str, Any], tested: bool) -> None:
    answer = carried(**changed)
    assert (answer["tested"], answer["total"] is not None) == (tested, tested)
    if not tested:
        assert answer["order_after"] == changed.get("order_state", "OR")
        assert carried(**{**changed, "dice": None}) == answer


@cases(
    "changed modifier",
    ("08.03.2", {}, 0),
    ("08.03.2", {"support": True}, 1),
    ("08.03.2", {"general": True}, 2),
    ("08.03.2", {"cover": True}, 2),
    ("08.03.2", {"order_state": "LU"}, -1),
    ("08.03.2", {"order_state": "U"}, -2),
    ("08.03.2", {"grade": -1}, -1),
    ("08.03.2", {"grade": 2}, 2),
)
def test_every_row_of_schema_xviii(changed: dict[str, Any], modifier: int) -> None:
    assert carried(**changed)["total"] == 6 + modifier


@pytest.mark.proves("08.03.2")
def test_carried_into_rout_on_five_disorder_on_six() -> None:
    assert [carried(dice=[1, n])["order_after"] for n in range(1, 7)] == ["FU", "FU", "FU", "FU", "U", "OR"]
    assert carried(order_state="LU", dice=[4, 4])["order_after"] == "LU"
    assert carried(order_state="U", dice=[4, 4])["order_after"] == "U"


@pytest.mark.proves("08.03.4")
def test_a_unit_in_the_way_checks_the_flight_unless_it_routs_too() -> None:
    assert [carried(in_path=True, dice=dice)["flight_checked"] for dice in ([2, 3], [3, 3], [3, 4])] == [
        False,
        True,
        True,
    ]
    assert carried(in_path=False, dice=[6, 6])["flight_checked"] is False
    assert carried(in_path=True, threatened_figures=99)["flight_checked"] is True
    assert carried(in_path=True, distance_cm=9)["flight_checked"] is False
    assert carried(in_path=True, order_state="FU")["flight_checked"] is False


@pytest.mark.proves("08.04.3")
@pytest.mark.parametrize(("attempt", "needs"), [(1, 8), (2, 9), (3, 10)])
def test_rallying_gets_harder_with_each_attempt(attempt: int, needs: int) -> None:
    fails = ask("rally", attempt=attempt, dice=[6, needs - 7])
    assert fails == {"surrenders": False, "total": needs - 1, "rallied": False, "lost": attempt == 3}
    works = ask("rally", attempt=attempt, dice=[6, needs - 6])
    assert works == {"surrenders": False, "total": needs, "rallied": True, "lost": False}


@pytest.mark.proves("08.04.3")
@pytest.mark.parametrize(
    ("given", "modifier"),
    [({"flight_checked": True}, 1), ({"general": True}, 2), ({"grade": -1}, -1), ({"grade": 2}, 2)],
)
def test_what_helps_to_rally(given: dict[str, Any], modifier: int) -> None:
    assert ask("rally", attempt=1, dice=[3, 4], **given)["total"] == 7 + modifier


@pytest.mark.proves("08.04.4", "01.04.1")
@pytest.mark.parametrize("attempt", [1, 2, 3])
def test_figures_with_an_enemy_at_hand_surrender(attempt: int) -> None:
    expected = {"surrenders": True, "total": None, "rallied": False, "lost": False}
    assert ask("rally", attempt=attempt, enemy_within_2cm=True) == expected
    assert ask("rally", attempt=attempt, enemy_within_2cm=True, general=True, dice=[6, 6]) == expected
    # two dice that were thrown all the same are passed over, but no third
    assert "calls for 2" in refusal("rally", attempt=attempt, enemy_within_2cm=True, dice=[6, 6, 6])


def clock(order: str, **given: Any) -> tuple[int, str]:
    answer = ask("reorganise-clock", order_state=order, **given)
    return answer["counter_after"], answer["order_after"]


@cases("order better", ("08.04.1", "LU", "OR"), ("08.04.2", "U", "LU"))
def test_two_good_turns_in_a_row_bring_a_unit_one_step_back(order: str, better: str) -> None:
    assert clock(order) == (1, order)
    assert clock(order, counter=1) == (0, better)
    assert clock(order, counter=1, lost_men=True) == (0, order)
    assert clock(order, counter=1, entered_this_turn=True) == (0, order)


@pytest.mark.proves("08.04.1", "08.04.2")
@pytest.mark.parametrize("disturbed", ["attacked", "acted"])
def test_a_unit_in_u_must_stand_undisturbed_one_in_lu_need_not(disturbed: str) -> None:
    assert clock("U", counter=1, **{disturbed: True}) == (0, "U")
    assert clock("LU", counter=1, **{disturbed: True}) == (0, "OR")


@pytest.mark.proves("08.05.4")
def test_a_general_is_appointed_on_nine() -> None:
    assert ask("appoint-general", dice=[4, 4]) == {"appointed": False}
    assert ask("appoint-general", dice=[4, 5]) == {"appointed": True}
    chances = desk.odds(PROCEDURES["appoint-general"], {})["outputs"]["appointed"]
    assert {c["value"]: c["p"] for c in chances} == {False: "13/18", True: "5/18"}


def work(kind: str, **given: Any) -> dict[str, Any]:
    return ask("field-works", **{"work": kind, "figures": 13, "present_figures": 13, **given})


EVERYTHING = {"near_wood_10cm": True, "in_town": True, "has_material": True}


@cases(
    "kind turns length",
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "light_field_work", 6, 5.6),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "abatis_half", 6, 2.8),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "abatis_full", 12, 5.6),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "barricade", 4, 12),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "clear_barricade", 3, 12),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "chevaux_de_frise", 6, 6),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "clear_fence", 2, 32),
)
def test_how_long_a_work_takes_and_gets(kind: str, turns: int, length: float) -> None:
    nearly = work(kind, turns_done=turns - 2, **EVERYTHING)
    assert nearly == {
        "allowed": True,
        "turns_needed": turns,
        "length_cm": length,
        "turns_after": turns - 1,
        "complete": False,
    }
    assert work(kind, turns_done=turns - 1, **EVERYTHING)["complete"] is True
    assert work(kind, figures=0, present_figures=0, turns_done=99, **EVERYTHING)["complete"] is False


@pytest.mark.proves("10.01.1")
def test_an_interrupted_turn_is_lost_and_a_place_left_loses_all() -> None:
    assert work("light_field_work", turns_done=5, interrupted=True)["turns_after"] == 5
    assert work("light_field_work", turns_done=5, left=True, interrupted=True)["turns_after"] == 0
    assert work("light_field_work", turns_done=5, interrupted=True)["complete"] is False


@cases(
    "kind missing",
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "light_field_work", {"arm": "other"}),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "abatis_half", {"arm": "other"}),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "abatis_full", {"near_wood_10cm": False}),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "abatis_half", {"near_wood_10cm": False}),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "barricade", {"in_town": False}),
    ("10.02.1 10.03.1 10.04.1 10.05.1 10.06.1", "chevaux_de_frise", {"has_material": False}),
)
def test_what_a_work_needs(kind: str, missing: dict[str, Any]) -> None:
    assert work(kind, **EVERYTHING)["allowed"] is True
    answer = work(kind, turns_done=99, **{**EVERYTHING, **missing})
    assert (answer["allowed"], answer["complete"]) == (False, False)


@pytest.mark.proves("10.02.1", "10.04.1", "10.06.1")
def test_clearing_needs_nothing_and_dismounted_cavalry_digs_too() -> None:
    for clearing in ("clear_fence", "clear_barricade"):
        assert work(clearing, arm="other")["allowed"] is True
    assert work("light_field_work", arm="dismounted_cavalry")["allowed"] is True


def test_a_forbidden_work_says_what_it_lacks() -> None:
    told = explained("field-works", work="abatis_half", figures=9, present_figures=9)
    assert told == [("An abatis needs a wood within 10 cm.", "10.03.1")]
