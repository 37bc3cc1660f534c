"""Small-arms fire, the booking of losses, and ammunition (05, 09)."""

from fractions import Fraction
from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, explained, refusal
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.procedures.ammunition import rounds
from feltherre.games.civilwar.procedures.losses import men_of, reduced
from feltherre.games.civilwar.procedures.small_arms import cover_behind, fire_losses, fire_reductions
from feltherre.umpire import desk


@cases(
    "given size rest",
    ("05.01.4 05.01.5 02.02.5", {"arm": "cavalry", "mounted": True}, 6, 3),
    ("05.01.4 05.01.5 02.02.5", {"arm": "cavalry", "mounted": True, "formation": "chain"}, 4, 2),
    ("05.01.4 05.01.5 02.02.5", {"arm": "infantry", "mounted": True, "formation": "chain"}, 4, 2),
    ("05.01.4 05.01.5 02.02.5", {"arm": "cavalry"}, 7, 4),
    ("05.01.4 05.01.5 02.02.5", {"arm": "cavalry", "formation": "thin_line"}, 7, 4),
    ("05.01.4 05.01.5 02.02.5", {"arm": "cavalry", "formation": "chain"}, 5, 3),
    ("05.01.4 05.01.5 02.02.5", {}, 6, 3),
    ("05.01.4 05.01.5 02.02.5", {"formation": "thin_line"}, 6, 3),
    ("05.01.4 05.01.5 02.02.5", {"formation": "chain"}, 4, 2),
)
def test_firing_units_by_figures_and_remainder(given: dict[str, Any], size: int, rest: int) -> None:
    for pinned in (1, 2):
        each, remainder = size * pinned, rest * pinned
        expected = {0: 0, remainder - 1: 0, remainder: 1, each: 1, each + remainder - 1: 1, each + remainder: 2}
        for firers, units in expected.items():
            assert ask("firing-unit-count", firers=firers, pinned=pinned == 2, **given) == {"firing_units": units}


@pytest.mark.proves("05.01.6")
def test_pinned_units_need_twice_the_figures_and_twice_the_remainder() -> None:
    assert ask("firing-unit-count", firers=17, pinned=True) == {"firing_units": 1}
    assert ask("firing-unit-count", firers=18, pinned=True) == {"firing_units": 2}


@pytest.mark.proves("02.04.3")
def test_one_firing_unit_from_a_side_of_a_house() -> None:
    assert [ask("firing-unit-count", firers=n, formation="building")["firing_units"] for n in (2, 3, 30)] == [0, 1, 1]


def test_mounted_cavalry_has_no_thin_line() -> None:
    for formation in ("thin_line", "building"):
        reason = refusal("firing-unit-count", arm="cavalry", mounted=True, formation=formation, firers=9)
        assert "no thin line" in reason


#: schema IV as the book prints it: zone -> upper limit
SCHEMA_IV: dict[str, dict[int, int]] = {
    "smoothbore_musket": {1: 3, 2: 5, 3: 9, 4: 12, 5: 15},
    "rifle_ball": {1: 4, 2: 8, 3: 14, 4: 20, 5: 30},
    "rifle_cartridge": {1: 8, 2: 15, 3: 25, 4: 35, 5: 50},
    "sharpshooter": {1: 12, 2: 25, 3: 45, 4: 60, 5: 75},
    "marksman": {1: 15, 2: 35, 3: 60, 4: 80, 5: 100},
    "rifled_carbine": {1: 6, 2: 12, 3: 20, 4: 30, 5: 40},
    "shotgun": {1: 1, 3: 5, 5: 8},
    "pistol": {1: 1, 3: 4, 5: 6},
}


@pytest.mark.proves("05.01.3")
@pytest.mark.parametrize("weapon", SCHEMA_IV)
def test_the_limit_of_a_zone_belongs_to_the_nearer_one(weapon: str) -> None:
    zones = SCHEMA_IV[weapon]
    following: list[int | None] = [*list(zones)[1:], None]
    assert ask("small-arms-zone", weapon=weapon, distance_cm=0) == {"zone": 1}
    for (zone, limit), after in zip(zones.items(), following, strict=True):
        assert ask("small-arms-zone", weapon=weapon, distance_cm=limit) == {"zone": zone}
        assert ask("small-arms-zone", weapon=weapon, distance_cm=limit + 0.01) == {"zone": after}


def volley(**changed: Any) -> dict[str, Any]:
    """Thirty rifles at 20 cm in the middle of a long fire-fight: no modifier."""
    given = {"firers": 30, "weapon": "rifle_cartridge", "distance_cm": 20, "dice": [3, 4]}
    return ask("small-arms-fire", **{**given, **changed})


@cases(
    "changed modifier",
    ("05.02.1", {}, 0),
    ("05.02.1", {"target_formation": "thin_line"}, -1),
    ("05.02.1", {"target_formation": "building"}, -1),
    ("05.02.1", {"target_formation": "chain"}, -2),
    ("05.02.1", {"front_ranks": 4}, 0),
    ("05.02.1", {"front_ranks": 5}, 3),
    ("05.02.1", {"target_kind": "limbered_artillery"}, 1),
    ("05.02.1", {"target_kind": "unlimbered_artillery"}, -3),
    ("05.02.1", {"target_kind": "mounted"}, 3),
    ("05.02.1", {"target_kind": "mounted", "target_formation": "chain"}, 1),
    ("05.02.1", {"target_kind": "mounted", "front_ranks": 5}, 6),
    ("05.02.1", {"arm": "cavalry", "mounted": True}, -3),
    ("05.02.1", {"weapon_mod": "obsolete_musket"}, -2),
    ("05.02.1", {"weapon_mod": "flintlock"}, -1),
    ("05.02.1", {"weapon_mod": "maynard_percussion"}, -2),
    ("05.02.1", {"weapon_mod": "breech_loader_0_25", "distance_cm": 25}, 2),
    ("05.02.1", {"weapon_mod": "breech_loader_0_25", "distance_cm": 25.5}, 0),
    ("05.02.1", {"weapon_mod": "repeater_0_25", "distance_cm": 25}, 4),
    ("05.02.1", {"weapon_mod": "repeater_0_25", "distance_cm": 25.5}, 0),
    ("05.02.1", {"surprised": True}, -4),
    ("05.02.1", {"own_cover": 1}, 1),
    ("05.02.1", {"own_cover": 2}, 2),
    ("05.02.1", {"own_cover": 3}, 2),
    ("05.02.1", {"order_state": "LU"}, -1),
    ("05.02.1", {"order_state": "U"}, -2),
    ("05.02.1", {"weapon": "shotgun", "distance_cm": 1}, 3),
    ("05.02.1", {"weapon": "shotgun", "distance_cm": 2}, 0),
    ("05.02.1", {"weapon": "pistol", "distance_cm": 1}, 0),
    ("05.02.1", {"grade": -1}, -1),
    ("05.02.1", {"grade": 2}, 2),
)
def test_every_row_of_schema_v(changed: dict[str, Any], modifier: int) -> None:
    answer = volley(**changed)
    assert (answer["modifier"], answer["result"]) == (modifier, 7 + modifier)


@pytest.mark.proves("05.02.4")
def test_the_first_fire_of_the_game_and_rest_never_count_together() -> None:
    assert volley(first_fire=True, fired_last_turn=False)["modifier"] == 3
    assert volley(first_fire=True, fired_last_turn=True)["modifier"] == 3
    assert volley(fired_last_turn=False)["modifier"] == 1


#: schema VI as the book prints it
SCHEMA_VI = {
    1: (1, 2, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 14, 16, 18),
    2: (1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 11, 12),
    3: (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6),
    4: (0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4),
    5: (0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4),
}


@pytest.mark.proves("05.02.1")
@pytest.mark.parametrize("zone", SCHEMA_VI)
def test_schema_vi_and_its_ends(zone: int) -> None:
    row = SCHEMA_VI[zone]
    assert [fire_losses(zone, result, 1, 1) for result in range(1, 16)] == list(row)
    assert [fire_losses(zone, result, 7, 1) for result in (-9, 0, 15, 16, 99)] == [0, 0, *[row[-1] * 7] * 3]
    assert men_of(row, 16) == row[14]


@cases(
    "cover pinned part",
    ("05.02.6", 0, False, 1),
    ("05.02.6", 1, False, 2),
    ("05.02.6", 2, False, 4),
    ("05.02.6", 3, False, 4),
    ("05.02.6", 0, True, 2),
    ("05.02.6", 1, True, 4),
    ("05.02.6", 2, True, 8),
    ("05.02.6", 3, True, 8),
)
def test_cover_and_pinning_reduce_the_loss_together(cover: int, pinned: bool, part: int) -> None:
    product = 1
    for reduction in fire_reductions(cover, pinned, "05.02.1"):
        product *= reduction.divisor
    assert product == part
    # 5 firing units, zone 1, result 7: 40 men
    answer = volley(distance_cm=8, target_cover=cover, target_pinned=pinned)
    assert answer["losses_men"] == 40 // part


def test_losses_are_rounded_once_a_half_upwards() -> None:
    assert [reduced(men, 2) for men in (0, 1, 2, 3)] == [0, 1, 1, 2]
    assert [reduced(men, 4) for men in (1, 2, 3, 5, 6)] == [0, 1, 1, 1, 2]
    assert [reduced(men, 8) for men in (3, 4, 11, 12)] == [0, 1, 1, 2]


@pytest.mark.proves("05.02.5")
@pytest.mark.parametrize(("front", "everyone", "extra"), [(4, 5, 10), (4, 4, 0), (5, 9, 0), (0, 0, 0)])
def test_units_behind_in_a_column_lose_only_what_their_ranks_add(front: int, everyone: int, extra: int) -> None:
    answer = volley(distance_cm=8, front_ranks=front, all_ranks=everyone)
    assert answer["extra_losses_men"] == extra  # 10 men instead of 8 for each of 5 firing units


@pytest.mark.proves("05.02.7")
def test_a_general_falls_on_a_ten_if_the_unit_loses_men() -> None:
    assert volley(general_in_contact=True, dice=[4, 6])["general_falls"] is True
    assert volley(general_in_contact=True, dice=[5, 6])["general_falls"] is False
    assert volley(general_in_contact=False, dice=[4, 6])["general_falls"] is False
    unhurt = volley(general_in_contact=True, dice=[4, 6], grade=-1, surprised=True, distance_cm=50, firers=3)
    assert (unhurt["losses_men"], unhurt["general_falls"]) == (1, True)
    nobody = volley(general_in_contact=True, dice=[4, 6], distance_cm=50, firers=3, target_cover=2)
    assert (nobody["losses_men"], nobody["general_falls"]) == (0, False)


@pytest.mark.proves("05.01.3", "05.02.1")
def test_without_a_firing_unit_or_out_of_range_no_shot_is_made() -> None:
    nothing = {"losses_men": 0, "extra_losses_men": 0, "out_of_ammunition": False}
    silent = {"modifier": None, "result": None, "legal": False, **nothing}
    few = volley(firers=2, distance_cm=99, dice=None)
    assert {**few, **silent} == few
    assert few["reason"] == "no_firing_unit"
    far = volley(distance_cm=51, dice=[1, 1])
    assert {**far, **silent} == far
    assert (far["reason"], far["firing_units"]) == ("out_of_range", 5)
    far_off = {"firers": 30, "weapon": "pistol", "distance_cm": 99}
    assert "calls for 2" in refusal("small-arms-fire", **far_off, dice=[1, 1, 1])
    assert "dice" in refusal("small-arms-fire", firers=30, weapon="pistol", distance_cm=1)


@pytest.mark.proves("02.06.7")
def test_a_light_field_work_covers_foot_only() -> None:
    assert cover_behind(1, True, "foot") == cover_behind(1, False, "mounted") == 1
    assert cover_behind(1, True, "mounted") == cover_behind(1, True, "unlimbered_artillery") == 0


def test_the_odds_of_a_volley_are_exact() -> None:
    given = {"firers": 6, "weapon": "rifle_cartridge", "distance_cm": 8, "general_in_contact": True}
    found = desk.odds(PROCEDURES["small-arms-fire"], given)["outputs"]
    assert {c["value"]: Fraction(c["p"]) for c in found["out_of_ammunition"]}[True] == Fraction(4, 36)
    assert {c["value"]: Fraction(c["p"]) for c in found["general_falls"]}[True] == Fraction(3, 36)
    losses = {c["value"]: Fraction(c["p"]) for c in found["losses_men"]}
    assert losses[8] == Fraction(6 + 5, 36)  # a sum of 7 or 8


def test_a_volley_is_told_with_every_modifier_and_its_rule() -> None:
    told = explained(
        "small-arms-fire",
        firers=12,
        weapon="rifle_cartridge",
        distance_cm=9.5,
        first_fire=True,
        surprised=True,
        target_cover=2,
        target_pinned=True,
        dice=[6, 6],
    )
    assert told == [
        (
            "12 figures of the front ranks can fire at the target, 6 to a firing unit; a remainder of at least 3 "
            "counts as one more: 2 firing units.",
            "05.01.4",
        ),
        ("9½ cm is zone 2.", "05.01.3"),
        ("First fire of the game: +3.", "05.02.4"),
        ("Surprised: −4.", "04.02.13"),
        ("The dice show 12, which counts 11.", "05.02.1"),
        ("7 men for each of 2 firing units.", "05.02.1"),
        ("The target is in cover II or III: 1/4 of the loss.", "05.02.1"),
        ("The target is pinned: 1/2 of the loss.", "05.02.6"),
        ("The target loses 2 men.", "05.02.2"),
    ]


@pytest.mark.proves("05.02.2", "06.03.2", "07.05.2")
@pytest.mark.parametrize(
    ("figures", "before", "men", "removed", "left", "after"),
    [(10, 0, 19, 0, 10, 19), (10, 1, 19, 1, 9, 0), (10, 19, 41, 3, 7, 0), (2, 0, 65, 2, 0, 5), (10, 7, 0, 0, 10, 7)],
)
def test_every_twenty_men_remove_a_figure(
    figures: int, before: int, men: int, removed: int, left: int, after: int
) -> None:
    answer = ask("loss-booking", figures=figures, remainder=before, losses_men=men)
    assert (answer["figures_removed"], answer["figures_left"], answer["remainder_after"]) == (removed, left, after)


@pytest.mark.proves("05.02.3", "07.05.3")
def test_who_loses_a_figure_and_has_one_left_tests_morale() -> None:
    tests = [ask("loss-booking", figures=2, losses_men=men)["test_needed"] for men in (19, 20, 40)]
    assert tests == [False, True, False]
    assert ask("loss-booking", figures=2, losses_men=40)["destroyed"] is True


@pytest.mark.proves("09.01.1")
@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_a_pair_of_ones_to_fours_empties_the_pouches(first: int, second: int) -> None:
    out = first == second and first <= 4
    assert ask("ammunition-check", dice=[first, second]) == {"out": out}
    assert ask("ammunition-check", dice=[first, second], first_firing=True) == {"out": False}
    assert volley(dice=[first, second])["out_of_ammunition"] is out
    assert volley(dice=[first, second], first_fire=True)["out_of_ammunition"] is False


@cases(
    "piece load",
    ("09.02.1", "6pdr_m41", (4, 6, 2)),
    ("09.02.1", "12pdr_napoleon", (4, 6, 2)),
    ("09.02.1", "3in_rodman", (6, 4, 2)),
    ("09.02.1", "12pdr_armstrong", (6, 4, 2)),
    ("09.02.1", "24pdr_howitzer", (10, 0, 2)),
    ("09.02.1", "12pdr_whitworth", (0, 10, 2)),
    ("09.02.1", "10in_mortar", (12, 0, 0)),
)
def test_what_a_battery_carries(piece: str, load: tuple[int, int, int]) -> None:
    assert (rounds(piece, "shell"), rounds(piece, "solid_shot"), rounds(piece, "canister")) == load


@pytest.mark.proves("09.03.1", "09.03.2")
@pytest.mark.parametrize(("arm", "needs"), [("infantry", 2), ("cavalry", 2), ("artillery", 3)])
def test_resupply_by_one_die_at_the_end_of_the_turn(arm: str, needs: int) -> None:
    for die in range(1, 7):
        assert ask("resupply", arm=arm, die=die) == {"possible": True, "resupplied": die >= needs}
        assert ask("resupply", arm=arm, die=die, units_served=2)["possible"] is True
    for barred in ({"contact_all_turn": False}, {"units_served": 3}, {"fired_as_surprised": True}):
        assert ask("resupply", arm=arm, **barred) == {"possible": False, "resupplied": False}
        assert ask("resupply", arm=arm, die=6, **barred) == {"possible": False, "resupplied": False}
    assert "die" in refusal("resupply", arm=arm)


def test_each_zone_of_schema_iv_begins_where_the_nearer_one_ends() -> None:
    for row in tables.ledger_tables()["IV"].records():
        end = 0
        for begins, ends in filter(None, (row[f"zone_{zone}"] for zone in range(1, 6))):
            assert begins == end < ends, row["key"]
            end = ends
