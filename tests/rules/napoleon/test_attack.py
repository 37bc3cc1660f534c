"""Before and after a melee (12, 14, 15)."""

from __future__ import annotations

from typing import Any

from cases import cases
from napoleon_desk import ask, explained, refusal

FOOT = {"arm": "infantry", "figures": 20}
HORSE = {"arm": "cavalry", "figures": 20}


def supports(supporter: dict[str, Any], supported: dict[str, Any], **given: Any) -> int | None:
    """Which condition fails between two units of a turn's march."""
    pair = {"supporter": {**FOOT, **supporter}, "supported": {**FOOT, **supported}}
    found = ask("support-unit-check", **{**pair, "march_time_turns": 1, **given})
    assert found["supports"] is (found["failed_condition"] is None)
    failed: int | None = found["failed_condition"]
    return failed


@cases(
    "says supporter supported given failed",
    ("12.03.7", "all are met", {}, {}, {}, None),
    ("12.03.7", "half as strong", {}, {"figures": 40}, {}, None),
    ("12.03.7", "less", {}, {"figures": 41}, {}, 1),
    ("12.03.7", "ten figures", {"figures": 10}, {"figures": 10}, {}, None),
    ("12.03.7", "nine", {"figures": 9}, {"figures": 9}, {}, 1),
    ("12.03.7", "no tactical unit", {"tactical_unit": False}, {}, {}, 1),
    ("12.03.7", "intact in LU", {"state": "LU-3"}, {}, {}, None),
    ("12.03.7", "in U", {"state": "U"}, {}, {}, 1),
    ("12.03.7", "a march column", {"formation": "march_column"}, {}, {}, 2),
    ("12.03.7", "for a march column", {}, {"formation": "march_column"}, {}, 2),
    ("12.03.7", "for skirmishers", {}, {"formation": "skirmish_line"}, {}, None),
    ("12.03.7", "skirmishers themselves", {"formation": "thin_skirmish_line"}, {}, {}, 2),
    ("12.03.7", "more than a turn away", {}, {}, {"march_time_turns": 1.1}, 3),
    ("12.03.7", "too close", {}, {}, {"within_closing_distance": True}, 4),
    ("12.03.7", "not before its front", {}, {}, {"in_30_degrees": False}, 5),
    ("12.03.7", "a river", {}, {}, {"impassable_between": True}, 6),
    ("12.03.7", "in combat", {"engaged": True}, {}, {}, 7),
    ("12.03.7", "with an order of its own", {"has_attack_order": True}, {}, {}, 7),
    ("12.03.7", "not named", {}, {}, {"named": False}, 8),
    ("12.03.7", "for another", {}, {}, {"already_supports_other": True}, 8),
    ("12.03.7", "of another brigade", {"brigade": "A"}, {"brigade": "B"}, {}, 8),
    ("12.03.7", "of the same", {"brigade": "A"}, {"brigade": "A"}, {}, None),
    ("12.03.7", "infantry for cavalry", {}, HORSE, {}, 9),
    ("12.03.7", "cavalry for infantry", HORSE, {}, {}, None),
    ("12.03.7", "guns", {"arm": "artillery"}, {}, {}, 9),
    ("12.03.7", "the first that fails is told", {"figures": 9, "engaged": True}, {}, {}, 1),
)
def test_a_supporting_unit(
    supporter: dict[str, Any], supported: dict[str, Any], given: dict[str, Any], failed: int | None
) -> None:
    assert supports(supporter, supported, **given) == failed


@cases(
    "says given needs",
    ("14.02.1", "a line in the open", {"kind": "skirmish_line"}, True),
    ("14.02.1", "a line behind cover", {"kind": "skirmish_line", "behind_obstacle_or_cover": True}, False),
    ("14.02.1", "a swarm behind cover", {"kind": "swarm", "behind_obstacle_or_cover": True}, True),
    ("16.02.2 17.03.3", "a swarm among trees or houses", {"kind": "swarm", "in_plantation_or_built_up": True}, False),
    ("17.03.3", "a line there", {"kind": "skirmish_line", "in_plantation_or_built_up": True}, False),
)
def test_who_needs_a_soutien(given: dict[str, Any], needs: bool) -> None:
    assert ask("soutien-check", figures=12, **given) == {"needs_soutien": needs, "has_valid_soutien": False}


@cases(
    "says given has",
    ("14.02.2", "as strong as the line", {"soutien_figures": 12}, True),
    ("14.02.2", "weaker", {"soutien_figures": 11}, False),
    ("14.02.2", "a march column", {"soutien_figures": 30, "soutien_formation": "march_column"}, False),
    ("14.02.2", "a clump", {"soutien_figures": 30, "soutien_formation": "clump"}, False),
    ("14.02.2", "open itself", {"soutien_figures": 30, "soutien_formation": "dense_skirmish_line"}, False),
    ("14.02.3 14.02.4", "20 cm from a line", {"soutien_figures": 12, "greatest_gap_cm": 20}, True),
    ("14.02.3 14.02.4", "more", {"soutien_figures": 12, "greatest_gap_cm": 20.1}, False),
    ("14.02.3", "30 cm from a swarm", {"kind": "swarm", "soutien_figures": 12, "greatest_gap_cm": 30}, True),
    ("14.02.3", "more", {"kind": "swarm", "soutien_figures": 12, "greatest_gap_cm": 30.1}, False),
)
def test_who_has_a_soutien(given: dict[str, Any], has: bool) -> None:
    line = {"kind": "skirmish_line", "figures": 12, **given}
    assert ask("soutien-check", **line) == {"needs_soutien": True, "has_valid_soutien": has}
    # whoever has none must go back at once
    told = [text for text, _ in explained("soutien-check", **line)]
    assert any("must go back" in text for text in told) is not has


@cases(
    "says given outcome lost",
    ("14.04.1 03.02.8", "to its soutien", {"has_valid_soutien": True}, "falls_back_to_soutien", 0),
    ("14.04.2", "without one", {}, "routed", 2),
    ("14.04.2", "rounded up", {"figures": 21}, "routed", 3),
    ("07.07.4 14.04.1", "by own units", {"cause": "own_retreating_in_u"}, "moves_aside", 0),
    (
        "07.07.4 14.04.1",
        "by own units, to its soutien",
        {"cause": "own_retreating_in_u", "has_valid_soutien": True},
        "falls_back_to_soutien",
        0,
    ),
    ("14.04.1", "which needs none", {"needs_soutien": False}, "stands", 0),
    ("14.04.2", "Russians as all others", {"russian_line_stands": False}, "routed", 2),
    ("country.russia.3", "Russians that stand", {"russian_line_stands": True}, "stands", 0),
)
def test_skirmishers_that_are_pressed(given: dict[str, Any], outcome: str, lost: int) -> None:
    line = {"needs_soutien": True, "has_valid_soutien": False, "figures": 20, **given}
    assert ask("pressed-back", **line) == {"outcome": outcome, "figures_lost": lost}


OPEN = {"formation_class": "open"}


@cases(
    "says attacker target given allowed",
    ("12.01.1", "ordered and announced", {}, {}, {}, True),
    ("12.01.1", "not announced", {"announced": False}, {}, {}, False),
    ("12.01.1", "not ordered", {"ordered": False}, {}, {}, False),
    ("12.01.2", "in LU it is intact", {"state": "LU-3"}, {}, {}, True),
    ("12.01.2 03.03.4", "not in U", {"state": "U"}, {}, {}, False),
    ("12.01.2", "not in FU", {"state": "FU"}, {"state": "FU"}, {}, False),
    ("12.01.3", "the routed without an order", {"ordered": False, "announced": False}, {"state": "FU"}, {}, True),
    ("12.01.4", "closed cavalry", {}, {"arm": "cavalry"}, {}, False),
    ("12.01.4", "cavalry may", {"arm": "cavalry"}, {"arm": "cavalry"}, {}, True),
    ("12.01.4", "open cavalry", {}, {"arm": "cavalry", **OPEN}, {}, True),
    ("12.01.4", "open cavalry, by skirmishers", OPEN, {"arm": "cavalry", **OPEN}, {}, False),
    ("12.01.4", "routed cavalry", {}, {"arm": "cavalry", "state": "FU"}, {}, True),
    ("12.01.4", "guns", {"arm": "artillery"}, {}, {}, False),
    ("12.01.4", "train", {"arm": "train"}, {}, {}, False),
    ("12.01.7", "twice in a turn", {}, {}, {"already_fought_this_turn": True}, False),
    ("03.01.4", "with an order to fire", {"has_fire_order": True}, {}, {}, False),
    ("07.01.3", "backwards", {"moving_back_or_sideways": True}, {}, {}, False),
    ("14.04.4", "skirmishers at a closed unit", OPEN, {}, {}, False),
    ("14.04.4", "at guns", OPEN, {"arm": "artillery"}, {}, True),
    ("14.04.4", "at skirmishers", OPEN, OPEN, {}, True),
    ("14.04.4", "at the routed", OPEN, {"state": "FU"}, {}, True),
    ("14.04.4", "at pioneers", OPEN, {"arm": "pioneers"}, {}, True),
    ("14.04.4", "at train", OPEN, {"arm": "train"}, {}, False),
)
def test_who_may_attack_whom(
    attacker: dict[str, Any], target: dict[str, Any], given: dict[str, Any], allowed: bool
) -> None:
    attack = {"attacker": {"arm": "infantry", **attacker}, "target": {"arm": "infantry", **target}, **given}
    assert ask("attack-eligibility", **attack) == {"allowed": allowed}


@cases(
    "own other happens",
    ("15.03.1", 2, 1, True),
    ("15.03.1", 1, 1, True),
    ("15.03.1", -1, 0, False),
)
def test_cossacks(own: int, other: int, happens: bool) -> None:
    found = ask("cossack-attack-check", cossack_points=own, opponent_points=other)
    assert found == {"attack_happens": happens, "cossack_state": None if happens else "U"}


WON = {"winner": "attacker", "loser_state": "U", "time_left": 0.5}
GO_BACK = {"defender": {"action": "go_back"}}


@cases(
    "says given attacker defender",
    ("12.02.4", "nobody won", {"winner": "none"}, ["stay", "go_back"], ["stay", "go_back"]),
    (
        "12.02.4 03.03.2",
        "the loser is intact",
        {"winner": "attacker", "loser_state": "LU-2"},
        ["stay", "go_back"],
        ["stay", "go_back"],
    ),
    (
        "12.02.7",
        "he goes back",
        {"winner": "attacker", "loser_state": "LU-2", "choices": GO_BACK},
        ["stay", "go_back", "follow"],
        ["stay", "go_back"],
    ),
    (
        "12.02.5",
        "the attacker breaks him",
        {"winner": "attacker", "loser_state": "FU"},
        ["stay", "follow", "continue_movement", "continue_attack"],
        [],
    ),
    (
        "12.02.5",
        "the defender breaks him",
        {"winner": "defender", "loser_state": "U"},
        [],
        ["stay", "continue_movement"],
    ),
)
def test_what_may_be_done_after_a_melee(given: dict[str, Any], attacker: list[str], defender: list[str]) -> None:
    found = ask("after-melee", time_left=0.5, **given)
    assert found == {"allowed_actions": {"attacker": attacker, "defender": defender}}


def new_target(angle: float, **given: bool) -> dict[str, Any]:
    return {"attacker": {"action": "continue_attack", "target": "B", "angle_deg": angle, **given}}


@cases(
    "says choices light",
    ("12.02.5 07.02.5", "twenty degrees", new_target(20), False),
    ("12.02.6", "aside, as ordered", new_target(21, ordered_and_announced=True), False),
    ("12.02.6", "aside, of worth to light cavalry", new_target(90, worthwhile_target=True), True),
)
def test_a_winner_attacks_on(choices: dict[str, Any], light: bool) -> None:
    found = ask("after-melee", **WON, attacker_is_light_cavalry=light, choices=choices)
    assert "continue_attack" in found["allowed_actions"]["attacker"]


@cases(
    "says given reason",
    ("12.02.6 07.02.5", "too far aside", {"choices": new_target(20.1)}, "more than 20 degrees"),
    ("12.02.6", "of worth to others", {"choices": new_target(21, worthwhile_target=True)}, "more than 20 degrees"),
    ("12.02.6", "of none", {"choices": new_target(21), "attacker_is_light_cavalry": True}, "more than 20 degrees"),
    ("12.02.6", "at nobody", {"choices": {"attacker": {"action": "continue_attack"}}}, "angle"),
    ("12.02.5", "the broken choose nothing", {"choices": {"defender": {"action": "stay"}}}, "may not be chosen"),
    (
        "12.02.7 03.03.2",
        "nobody enters the closing distance of an intact loser",
        {"loser_state": "LU-2", "choices": {"attacker": {"action": "follow"}}},
        "may not be chosen",
    ),
    ("12.02.4", "no loser", {"loser_state": None}, "There is a loser"),
    ("12.02.4", "nobody won", {"winner": "none"}, "There is a loser"),
    ("12.02.4", "lost in order", {"loser_state": "OR"}, "stays in OR"),
)
def test_what_may_not_be_done_after_a_melee(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("after-melee", **{**WON, **given})


@cases(
    "procedure given",
    ("14.02.1", "soutien-check", {"kind": "swarm"}),
    ("14.04.1", "pressed-back", {"needs_soutien": True, "has_valid_soutien": True}),
)
def test_nobody_is_no_skirmish_line(procedure: str, given: dict[str, Any]) -> None:
    assert "figures" in refusal(procedure, figures=0, **given)
