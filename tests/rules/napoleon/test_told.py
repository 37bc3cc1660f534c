"""What no output holds and the umpire must see to is told with its rule."""

from __future__ import annotations

from typing import Any

from cases import cases
from napoleon_desk import explained

FERRY = {"craft": "ferry", "width_cm": 10}
BRIDGE = {"troops": "pioneers", "figures": 8, "leader": "engineer_officer", "delay_die": 6}
NEAR = {"id": "a wagon", "distance_cm": 3, "bearing_off_wind_deg": 90}
FIGHT = {"fleeing_dice": [4, 4, 4], "threatened_dice": [3, 3, 4]}
FOOT = {"arm": "infantry", "figures": 20}


@cases(
    "procedure given sentence",
    ("13.01.3", "flight", {"men": 400}, "as wide as it is deep"),
    (
        "13.04.3",
        "prisoners",
        {"prisoners_available": 2, "position_reached_by_intact_unit": True, "loser_figures": 9},
        "leave the game",
    ),
    ("19.08.7", "mine", {"kl": 2, "delay_dice": [], "die": 5}, "No other mine"),
    ("19.11.1", "ferry-crossing", FERRY, "two pontoons"),
    ("19.11.4", "ferry-crossing", {**FERRY, "craft": "boat"}, "every two boats"),
    ("19.10.2", "work-time", {**BRIDGE, "work": "column_bridge_pontoon"}, "every 6 cm"),
    ("12.02.7", "after-melee", {"winner": "attacker", "loser_state": "U", "time_left": 0.5}, "keeps out"),
    ("12.02.7", "after-melee", {"winner": "attacker", "loser_state": "FU", "time_left": 0.5}, "without another"),
    ("19.06.6", "fire-spread", {"burning_is_building": True, "objects": [NEAR], "dice": [1]}, "leaves this area"),
    ("13.05.4", "carried-away", {"fleeing": FOOT, "threatened": FOOT, **FIGHT}, "It comes into LU-2"),
)
def test_the_umpire_is_told_what_he_must_see_to(procedure: str, given: dict[str, Any], sentence: str) -> None:
    assert any(sentence in told for told, _ in explained(procedure, **given))


SHOT = {"firing_figures": 20, "firer_figures": 20, "weapon": "musket", "range_cm": 5, "target_figures": 20}
AT_GUNS = {**SHOT, "target_kind": "unlimbered_artillery", "first_fire": True, "dice": [6, 6, 5]}
RETREAT = {"time_left": 1, "cause_position": [0, 0], "position": [0, 5], "rate_cm_per_turn": 10}
RANKS = {"arm": "infantry", "figures_by_rank": [10, 10]}
MELEE = {"attacker": RANKS, "defender": RANKS, "attacker_dice": [6, 6, 6], "defender_dice": [1, 1, 1]}


@cases(
    "procedure given sentence cited",
    ("09.02.1", "small-arms-fire", AT_GUNS, "8 men for each fire element (2): 16 men lost", "09.02.1"),
    ("09.02.1", "small-arms-fire", AT_GUNS, "orses", "09.02.1"),
    ("07.01.2", "retreat", {**RETREAT, "mode": "backwards"}, "half its rate", "07.01.2"),
    ("12.02.2", "melee", MELEE, "16 men for each melee element (2), so the defender loses 32", "12.02.2"),
    ("12.02.2", "melee", MELEE, "1 men for each melee element (1), so the attacker loses 1", "12.02.2"),
    ("12.02.2", "melee", {**MELEE, "uphill": True}, "show 18: 17. The defender’s show 3: 3.", "12.02.2"),
    ("12.02.2", "melee", MELEE, "prisoner", "13.04.1"),
)
def test_a_sentence_names_the_rule_that_says_so(
    procedure: str, given: dict[str, Any], sentence: str, cited: str
) -> None:
    told = explained(procedure, **given)
    assert [rule for text, rule in told if sentence in text] == [cited], told


def test_nobody_is_told_of_what_does_not_happen() -> None:
    misfired = explained("mine", kl=2, delay_dice=[], die=1)
    assert "19.08.7" not in [rule for _, rule in misfired]
    assert "19.10.2" not in [rule for _, rule in explained("work-time", **BRIDGE, work="column_bridge_other")]
    none = {"prisoners_available": 0, "position_reached_by_intact_unit": True, "loser_figures": 9}
    assert "13.04.3" not in [rule for _, rule in explained("prisoners", **none)]


HORSE = {"arm": "cavalry", "weight": "heavy", "figures_by_rank": [10, 10]}


@cases(
    "procedure given sentence cited",
    ("09.02.7", "small-arms-fire", {**AT_GUNS, "firer_smoke": True}, "powder smoke", "09.02.7"),
    ("07.05.6", "small-arms-fire", {**AT_GUNS, "firer_cover": 2}, "cover II", "07.05.6"),
    ("09.02.1", "small-arms-fire", AT_GUNS, "unlimbered artillery", "VIII"),
    ("12.03.4", "melee", {**MELEE, "attacker": {**HORSE, "straight_15cm": False}}, "without impetus", "12.03.4"),
    ("12.03.5", "melee", {**MELEE, "uphill": True}, "uphill", "12.03.5"),
    ("12.02.1", "melee", {**MELEE, "defender": {**RANKS, "formation": "march_column"}}, "march column", "XV"),
)
def test_a_row_names_the_rule_that_speaks_of_it_or_else_its_schema(
    procedure: str, given: dict[str, Any], sentence: str, cited: str
) -> None:
    told = explained(procedure, **given)
    assert [rule for text, rule in told if sentence in text] == [cited], told


FOR_ALL = {"dice": [3, 3, 3], "guns": 8, "gunner_figures": 4, "gun": "Russia 6pdr"}
TARGET = {"range_cm": 60, "figures": 20}


@cases(
    "procedure given sentence",
    ("08.02.1", "artillery-fire", {**FOR_ALL, "targets": [{**TARGET, "commander_points": -2}]}, "intervenes: +2"),
    ("08.02.1", "blast-effect", {"kl": 2, "distance_cm": 5, "target": {"figures": 9, "commander_points": 2}}, "−2"),
    ("10.05.5", "artillery-fire", {**FOR_ALL, "targets": [TARGET, TARGET]}, "What follows is of target 2"),
    ("14.03.2", "artillery-fire", {**FOR_ALL, "targets": [{**TARGET, "loss_share": 0.25}]}, "bears ¼ of the loss"),
    (
        "19.03.2",
        "burn",
        {"object": "ferry", "procurement": "roll", "procurement_die": 1, "delay_die": 6},
        "2 turns more",
    ),
)
def test_every_number_that_counts_is_told(procedure: str, given: dict[str, Any], sentence: str) -> None:
    dice: dict[str, Any] = {"burn": {"fire_die": 6}, "blast-effect": {"dice": [3, 3, 3]}}.get(procedure, {})
    assert any(sentence in told for told, _ in explained(procedure, **given, **dice))
