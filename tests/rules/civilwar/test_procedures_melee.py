"""Melee (07.04, 07.05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from civilwar_desk import ask, explained
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.procedures.melee import melee_losses, melee_throw, melee_units
from feltherre.umpire import desk


@pytest.mark.proves("07.04.2", "07.04.3")
@pytest.mark.parametrize(("troops", "size", "rest"), [("mounted", 3, 2), ("dismounted", 7, 4), ("other", 6, 3)])
def test_melee_units_by_figures_and_remainder(troops: str, size: int, rest: int) -> None:
    for figures, units in {0: 0, rest - 1: 0, rest: 1, size: 1, size + rest - 1: 1, size + rest: 2}.items():
        assert melee_units(troops, figures) == units


@pytest.mark.proves("07.04.2")
def test_the_desk_counts_them_for_a_person() -> None:
    assert ask("melee-unit-count", figures=15) == {"melee_units": 3}
    assert ask("melee-unit-count", figures=14) == {"melee_units": 2}


def melee(**changed: Any) -> dict[str, Any]:
    """Six against six on equal terms."""
    return ask("melee", **{"a_figures": 6, "b_figures": 6, "dice_a": [3, 4], "dice_b": [3, 5], **changed})


@pytest.mark.proves("07.05.1")
@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize(
    ("what", "value", "modifier"),
    [
        ("cover", 1, 1),
        ("cover", 2, 2),
        ("cover", 3, 2),
        ("order_state", "LU", -1),
        ("order_state", "U", -2),
        ("shotgun", True, 3),
        ("grade", -1, -1),
        ("grade", 2, 2),
        ("troops", "mounted", 0),
        ("pinned", True, 0),
        ("has_ammunition", False, 0),
    ],
)
def test_only_the_rows_below_the_line_count(side: str, what: str, value: Any, modifier: int) -> None:
    plain = {"a": 7, "b": 8}
    answer = melee(**{f"{side}_{what}": value})
    plain[side] += modifier
    assert (answer["result_a"], answer["result_b"]) == (plain["a"], plain["b"])


@pytest.mark.proves("07.05.1")
def test_losses_are_read_in_the_row_of_zone_1() -> None:
    row = [1, 2, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 14, 16, 18]
    assert [melee_losses(result, 1, 1) for result in range(1, 16)] == row
    assert [melee_losses(result, 2, 1) for result in (0, -4, 16)] == [0, 0, 36]
    answer = melee(a_figures=15, b_figures=9)
    assert (answer["melee_units_a"], answer["melee_units_b"]) == (3, 2)
    assert (answer["losses_a"], answer["losses_b"]) == (16, 24)


@pytest.mark.proves("07.05.1")
@pytest.mark.parametrize(
    ("cover", "pinned", "part"), [(0, False, 1), (1, False, 2), (2, False, 4), (3, True, 8), (0, True, 2), (1, True, 4)]
)
def test_cover_and_pinning_reduce_what_a_side_loses(cover: int, pinned: bool, part: int) -> None:
    answer = melee(a_figures=24, b_cover=cover, b_pinned=pinned)
    assert answer["losses_b"] == 32 // part
    assert answer["losses_a"] > 0


@pytest.mark.proves("07.05.1")
def test_the_umpire_may_switch_the_reductions_off() -> None:
    given = {"a_figures": 24, "b_figures": 6, "b_cover": 1, "b_pinned": True, "dice_a": [3, 4], "dice_b": [1, 2]}
    lost = {
        (cover, pin): desk.run(melee_throw.under(cover_reduces=cover, pin_reduces=pin), given)["outputs"]["losses_b"]
        for cover in (True, False)
        for pin in (True, False)
    }
    assert lost == {(True, True): 8, (True, False): 16, (False, True): 16, (False, False): 32}


@pytest.mark.proves("07.05.4")
def test_a_general_falls_when_the_enemys_dice_show_seven() -> None:
    both = {"a_general": True, "b_general": True}
    answer = melee(**both)
    assert (answer["general_a_falls"], answer["general_b_falls"]) == (False, True)
    answer = melee(**both, dice_a=[1, 2], dice_b=[1, 6])
    assert (answer["general_a_falls"], answer["general_b_falls"]) == (True, False)
    unhurt = melee(**both, a_figures=2)
    assert (unhurt["losses_b"], unhurt["general_b_falls"]) == (0, False)
    assert melee()["general_b_falls"] is False
    # one man is enough
    scratched = melee(a_general=True, a_cover=3, a_pinned=True, b_figures=3, dice_b=[3, 4])
    assert (scratched["losses_a"], scratched["general_a_falls"]) == (1, True)


@pytest.mark.proves("09.01.1", "09.01.2")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_pair_empties_the_pouches_in_melee_too(face: int) -> None:
    answer = melee(dice_a=[face, face])
    assert (answer["ammo_out_a"], answer["ammo_out_b"]) == (face <= 4, False)
    without = melee(dice_a=[face, face], a_has_ammunition=False)
    assert without["ammo_out_a"] is False
    assert without["losses_b"] == answer["losses_b"]


@pytest.mark.proves("07.05.1")
def test_who_has_lost_more() -> None:
    assert melee(dice_a=[6, 6])["more_losses"] == "b"
    assert melee(dice_b=[6, 6])["more_losses"] == "a"
    assert melee()["more_losses"] == "none"  # 7 and 8 cost 8 men alike


def test_the_odds_of_a_melee_are_exact_and_the_throws_independent() -> None:
    found = desk.odds(PROCEDURES["melee"], {"a_figures": 6, "b_figures": 6, "b_general": True})["outputs"]
    chances = {name: {c["value"]: Fraction(c["p"]) for c in found[name]} for name in found}
    assert chances["general_b_falls"][True] == Fraction(6, 36)
    assert chances["ammo_out_a"][True] == chances["ammo_out_b"][True] == Fraction(4, 36)
    assert chances["more_losses"]["a"] == chances["more_losses"]["b"]


@pytest.mark.proves("07.06.2")
@pytest.mark.parametrize(("left", "more"), [(10, False), (4, False), (3, True)])
def test_it_is_told_when_fewer_figures_are_left_than_the_dice_would_take(left: int, more: bool) -> None:
    told = explained("prisoners", winner_arm="infantry", melee_units=2, dice_sum=11, loser_figures=left)
    assert told[0] == ("The dice showed 11: 2 figures for each of 2 melee units.", "07.06.2")
    assert (("No more figures than that are left.", "07.06.2") in told) == more


def test_one_melee_unit_is_not_told_as_several() -> None:
    told = explained("prisoners", winner_arm="infantry", melee_units=1, dice_sum=11, loser_figures=9)
    assert told[0] == ("The dice showed 11: 2 figures for the one melee unit.", "07.06.2")
