"""Engineers (19): works, demolition, blasts, mines, burning, ferries."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, explained, refusal

SAP = {"work": "sap", "troops": "others", "figures": 2, "leader": "officer", "delay_die": 6}
BRIDGE = {"work": "assault_footbridge", "troops": "pioneers", "figures": 3, "leader": "pioneer_nco", "delay_die": 6}
BREASTWORK = {"work": "breastwork_1", "troops": "pioneers", "figures": 3, "leader": "engineer_officer", "delay_die": 6}


@cases(
    "says given turns",
    ("19.04.1", "the period of the schema", SAP, 8),
    ("19.03.5 19.03.4", "a delay of half", {**SAP, "delay_die": 2}, 12),
    ("19.03.5", "of a quarter", {**SAP, "delay_die": 3}, 10),
    ("19.03.5", "under fire", {**SAP, "delay_die": 5, "turns_under_fire": 3}, 12),
    ("19.03.5", "never below 1 (R45)", {**SAP, "delay_die": 1, "turns_under_fire": 9}, 12),
    ("19.03.2 19.03.1", "procurement", {**SAP, "procurement": "roll", "procurement_die": 1}, 12),
    ("19.03.2", "a quarter", {**SAP, "procurement": "roll", "procurement_die": 4}, 10),
    ("19.03.2", "nothing", {**SAP, "procurement": "roll", "procurement_die": 5}, 8),
    ("19.03.3", "transport", {**SAP, "procurement": "transported", "transport_turns": 3}, 11),
    ("19.04.5", "with rest", BREASTWORK, 72),
    ("19.04.1", "relieved", {**BREASTWORK, "relieved_at_rest": True}, 64),
    ("19.04.2", "a leader one rank too low", {**BRIDGE, "leader": "officer"}, 2),
    ("19.04.1", "a breastwork III", {**BREASTWORK, "work": "breastwork_3", "figures": 5}, 80),
    ("19.12.4", "levelled", {**BREASTWORK, "leader": "officer", "levelled": True}, 36),
    ("19.12.4", "an odd number", {**BREASTWORK, "work": "parapet", "levelled": True}, 5),
    ("17.02.4", "a building", {**SAP, "work": "strengthen_building", "figures": 10}, 8),
    ("17.02.4", "by pioneers", {**SAP, "work": "strengthen_building", "figures": 5, "troops": "pioneers"}, 8),
)
def test_how_long_a_work_takes(given: dict[str, Any], turns: int) -> None:
    assert ask("work-time", **given)["turns"] == turns


@cases(
    "given told",
    ("19.01.3", BREASTWORK, True),
    ("", {**BREASTWORK, "work": "parallel", "figures": 6, "levelled": True}, False),
    ("", {**BREASTWORK, "work": "parallel", "figures": 6}, False),
)
def test_a_unit_must_be_relieved_after_forty_turns(given: dict[str, Any], told: bool) -> None:
    lines = [rule for _, rule in explained("work-time", **given)]
    assert ("19.01.3" in lines) is told


@cases("figures units amount", ("19.04.3", 2, 1, 2), ("19.04.3", 3, 1, 2), ("19.04.3", 5, 2, 4), ("19.04.3", 7, 2, 4))
def test_how_much_is_built_at_a_time(figures: int, units: int, amount: int) -> None:
    found = ask("work-time", **{**BRIDGE, "figures": figures})
    assert (found["work_units"], found["amount"]) == (units, amount)


@cases(
    "procedure given reason",
    ("19.04.3", "work-time", {**BRIDGE, "figures": 1}, "Fewer than 2 figures"),
    ("19.04.2", "work-time", {**SAP, "figures": 51}, "Every 50 figures"),
    ("19.04.2", "work-time", {**BREASTWORK, "leader": "officer"}, "more than one rank"),
    ("19.03.1", "work-time", {**BRIDGE, "procurement": "roll", "procurement_die": 5}, "cannot be procured"),
    ("19.04.3", "work-time", {**BRIDGE, "work": "repair_bridge", "troops": "others"}, "cannot do it"),
    ("19.04.1", "work-time", {**BRIDGE, "work": "pyramid"}, "no work pyramid"),
    ("19.12.4", "work-time", {**BRIDGE, "levelled": True}, "Only earthworks"),
    ("17.02.4", "work-time", {**SAP, "work": "strengthen_building", "figures": 9}, "Fewer than 10 figures"),
    ("17.02.4", "work-time", {**SAP, "work": "strengthen_building", "building_figures": 0}, "figures"),
)
def test_works_that_cannot_be_done(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **given)


BLAST = {
    "object": "wooden_bridge",
    "method": "blast",
    "leader": "engineer_officer",
    "figures": 4,
    "troops": "pioneers",
    "kl_available": 1,
    "delay_die": 5,
    "blast_die": 5,
}
THROWN = {
    "object": "wooden_bridge",
    "method": "throw_off",
    "leader": "officer",
    "figures": 4,
    "troops": "others",
    "delay_die": 5,
}


@cases(
    "says given turns kl result",
    ("19.07.3 19.07.2", "a wooden bridge", BLAST, 4, 1, "complete"),
    ("19.07.4", "partial", {**BLAST, "blast_die": 4}, 4, 1, "partial"),
    ("19.07.4", "misfire", {**BLAST, "blast_die": 2}, 4, 1, "misfire"),
    ("19.07.4", "a second time a 3 will do", {**BLAST, "blast_die": 3, "second_attempt": True}, 4, 1, "complete"),
    (
        "19.07.4",
        "with half the powder",
        {**BLAST, "object": "stone_bridge", "kl_available": 1, "second_attempt": True},
        6,
        1,
        "complete",
    ),
    ("19.09.1 19.09.3", "thrown off", {**THROWN, "deck_cm": 5}, 2, 0, "complete"),
    ("19.09.2", "piece by piece", {**THROWN, "deck_cm": 12}, 6, 0, "complete"),
    ("19.09.2", "at least once", THROWN, 2, 0, "complete"),
)
def test_demolition(given: dict[str, Any], turns: int, kl: float, result: str) -> None:
    assert ask("demolition", **given) == {"turns": turns, "kl_used": kl, "result": result}


@cases(
    "given reason",
    ("19.07.1", {**BLAST, "leader": "pioneer_nco"}, "Only an engineer officer"),
    ("19.05.3", {**BLAST, "troops": "others", "figures": 6}, "cannot do it"),
    ("19.07.2", {**BLAST, "kl_available": 0.75}, "It takes 1 KL"),
    ("19.05.3", {**BLAST, "figures": 1}, "Fewer than 2"),
    ("19.09.1", {**THROWN, "object": "ferry"}, "in this way"),
    ("19.07.4", {**THROWN, "second_attempt": True}, "Only a blast"),
    ("19.05.3", {**BLAST, "object": "castle"}, "no object castle"),
)
def test_demolitions_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("demolition", **given)


def blown(**given: Any) -> tuple[int, str]:
    found = ask("blast-effect", **{"kl": 2, "distance_cm": 8, "target": {"figures": 20}, "dice": [5, 4, 6], **given})
    return found["loss_men"], found["morale_effect"]


@cases(
    "says given men effect",
    ("19.07.6", "8 cm from 2 KL", {}, 20, "LU-2"),
    ("19.07.6", "within 4 cm", {"distance_cm": 4, "dice": [3, 3, 4]}, 16, "LU-1"),
    ("19.07.6", "beyond them", {"distance_cm": 4.1, "dice": [3, 3, 4]}, 8, "OR"),
    ("19.07.7", "beyond 10 cm morale only", {"distance_cm": 18}, 0, "LU-1"),
    ("19.07.7", "beyond 20 cm nothing", {"distance_cm": 20.1, "dice": None}, 0, "OR"),
    ("19.07.7", "a small blast is not felt there", {"kl": 1, "distance_cm": 10.1, "dice": None}, 0, "OR"),
    ("19.07.8", "twice the powder, twice the loss", {"kl": 4}, 40, "LU-2"),
    ("19.07.5", "on the object all fall", {"on_object": True, "distance_cm": 0, "dice": None}, 400, "OR"),
    ("19.07.9", "the party is not harmed", {"blasting_party": True, "dice": None}, 0, "OR"),
)
def test_what_a_blast_does(given: dict[str, Any], men: int, effect: str) -> None:
    assert blown(**given) == (men, effect)


def test_without_powder_nothing_is_blown_up() -> None:
    assert "Without powder" in refusal("blast-effect", kl=0, distance_cm=8, target={"figures": 20}, dice=[1, 1, 1])


MINE = {"kl": 2, "miners": 5, "helpers": 5, "die": 5}


@cases(
    "says given turns",
    ("19.08.2", "10 m of shaft, a chamber, laying", {**MINE, "shaft_m": 10, "delay_dice": [6, 6]}, 25),
    ("19.08.2", "begun parts whole", {**MINE, "shaft_m": 10.5, "delay_dice": [6, 6]}, 37),
    ("19.08.3 19.08.5", "6 cm of gallery", {**MINE, "gallery_cm": 6, "delay_dice": [6, 6]}, 50),
    ("19.08.4", "two chambers", {**MINE, "kl": 3, "shaft_m": 10, "delay_dice": [6, 6]}, 37),
    ("19.08.4", "delays of each", {**MINE, "shaft_m": 10, "delay_dice": [1, 3]}, 34),
    ("19.08.3", "nothing dug", {**MINE, "delay_dice": []}, 0),
)
def test_how_long_a_mine_takes(given: dict[str, Any], turns: int) -> None:
    assert ask("mine", **given)["turns"] == turns


@cases(
    "says given result radius",
    ("19.08.6 19.08.8 19.08.7", "3 cm for each KL", {}, "full", 6),
    ("19.08.8", "deeper is less", {"shaft_m": 20, "delay_dice": [6, 6]}, "full", 3),
    ("19.08.6", "half", {"die": 4}, "half_radius", 3),
    ("19.08.6", "misfire", {"die": 2}, "misfire", 0),
    ("19.08.6", "the umpire's deduction", {"die": 5, "umpire_minus": 1}, "half_radius", 3),
)
def test_what_a_mine_does(given: dict[str, Any], result: str, radius: float) -> None:
    found = ask("mine", **{**MINE, "delay_dice": [], **given})
    assert (found["result"], found["radius_cm"]) == (result, radius)


@cases(
    "given reason",
    ("19.08.2", {"engineer_officer": False}, "led by an engineer officer"),
    ("19.08.2", {"miners": 4}, "5 to 10 figures to dig"),
    ("19.08.2", {"miners": 7, "diggers": "miners"}, "3 to 6 figures to dig"),
    ("19.08.2", {"helpers": 4}, "5 to 10 figures to help"),
    ("19.08.4", {"kl": 0}, "Without powder"),
)
def test_mines_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("mine", **{**MINE, "shaft_m": 10, "delay_dice": [6, 6], **given})


BURN = {"object": "wooden_bridge", "delay_die": 6, "fire_die": 3, "second_fire_die": 3}


@cases(
    "says given turns burning lasts",
    ("19.06.1 19.06.3", "a bridge", BURN, 4, True, 8),
    ("19.06.3", "others burn for 4 turns", {**BURN, "object": "ferry"}, 3, True, 4),
    ("19.06.2", "a second throw", {**BURN, "fire_die": 2}, 4, True, 8),
    ("19.06.2", "none", {**BURN, "fire_die": 2, "throws_again": False}, 4, False, 0),
    ("19.06.2", "both fail", {**BURN, "fire_die": 2, "second_fire_die": 2}, 4, False, 0),
    ("19.06.1", "procurement", {**BURN, "procurement": "roll", "procurement_die": 3}, 5, True, 8),
)
def test_setting_on_fire(given: dict[str, Any], turns: int, burning: bool, lasts: int) -> None:
    assert ask("burn", **given) == {"preparation_turns": turns, "burning": burning, "burn_duration": lasts}


@cases(
    "given reason",
    ("19.06.1", {"object": "stone_bridge"}, "does not burn"),
    ("19.06.1", {"object": "castle"}, "no object castle"),
    ("19.06.1", {"object": "wooden_bridge", "troops": "others", "figures": 3}, "Fewer than 4 figures"),
    ("19.06.1", {"object": "wooden_bridge", "figures": 1}, "Fewer than 2 figures"),
)
def test_what_does_not_burn(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("burn", **{**BURN, **given})


@pytest.mark.proves("19.06.1")
def test_as_many_as_it_takes_set_on_fire_and_burning_has_a_procedure_of_its_own() -> None:
    assert ask("burn", **{**BURN, "troops": "others", "figures": 4})["burning"]
    task = {"object": "wooden_bridge", "method": "burn", "leader": "officer", "figures": 4, "troops": "others"}
    assert "procedure of its own" in refusal("demolition", **task, delay_die=6)


@cases(
    "given turns foot guns",
    ("19.11.3 19.11.1", {"craft": "ferry", "width_cm": 10}, 3.5, 15, 1),
    ("19.11.2 19.11.4", {"craft": "boat", "width_cm": 5}, 1.5, 8, 0),
    ("19.11.3", {"craft": "ferry", "width_cm": 2.5, "umpire_delay": 1}, 3, 15, 1),
)
def test_crossing_by_ferry(given: dict[str, Any], turns: float, foot: int, guns: int) -> None:
    found = ask("ferry-crossing", **given)
    assert (found["turns"], found["capacity"]["foot"], found["capacity"]["guns"]) == (turns, foot, guns)


@pytest.mark.proves("19.11.3")
def test_without_water_nobody_crosses() -> None:
    assert "Without water" in refusal("ferry-crossing", craft="boat", width_cm=0)
