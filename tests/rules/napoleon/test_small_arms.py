"""Fire with small arms (09). What the schemas give is asked in test_schema_fire.py."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, refusal

SHOT = {
    "firing_figures": 20,
    "firer_figures": 20,
    "weapon": "musket",
    "range_cm": 10,
    "target_figures": 20,
    "dice": [3, 3, 4],
}


def shot(**given: Any) -> dict[str, Any]:
    return ask("small-arms-fire", **{**SHOT, **given})


@cases(
    "says arm ranks figures",
    ("09.01.1", "two ranks of infantry", "infantry", [12, 12, 12], 24),
    ("09.01.1", "one of cavalry", "cavalry", [12, 12], 12),
    ("09.01.1", "nobody behind an empty place", "infantry", [12, 15], 24),
    ("09.01.1", "a second rank that is not full", "infantry", [12, 5], 17),
    ("09.01.1", "one rank", "infantry", [12], 12),
)
def test_the_figures_that_fire(arm: str, ranks: list[int], figures: int) -> None:
    assert ask("firing-figures", arm=arm, figures_by_rank=ranks)["firing_figures"] == figures


@pytest.mark.proves("17.03.4")
def test_half_a_garrison_fires_from_one_facade() -> None:
    found = ask("firing-figures", arm="infantry", figures_by_rank=[10, 10, 11], in_building=True)
    assert found == {"firing_figures": 15, "elements": 2}


@cases(
    "says figures elements",
    ("09.01.3", "two are too few", 2, 0),
    ("09.01.3", "three are enough", 3, 1),
    ("09.01.3", "two over ten are left over", 12, 1),
    ("09.01.3", "three over ten are another", 13, 2),
    ("09.01.3", "ten each", 30, 3),
)
def test_fire_elements(figures: int, elements: int) -> None:
    assert ask("fire-elements", figures=figures) == {"elements": elements}
    assert ask("firing-figures", arm="cavalry", figures_by_rank=[figures])["elements"] == elements


@pytest.mark.proves("09.01.5")
def test_all_elements_fire_on_the_terms_of_one() -> None:
    # in zone 2 the result is 6, which is two men for each
    for figures, elements in ((10, 1), (20, 2), (23, 3)):
        found = shot(firing_figures=figures, firer_figures=23, range_cm=18)
        assert (found["zone"], found["loss_result"], found["loss_men"]) == (2, 6, 2 * elements)


@pytest.mark.proves("03.01.5")
def test_what_a_shot_before_did_to_order_counts() -> None:
    first = shot(dice=[5, 5, 3])
    assert first["morale_effect"] == "LU-1"
    second = shot(target_state=first["morale_effect"])
    assert (second["loss_result"], second["morale_result"]) == (10, 11)


@cases(
    "says given loss morale",
    ("09.02.4", "the first shot of the game", {"first_fire": True}, 12, 12),
    ("09.02.4", "a later one", {"first_fire": False}, 10, 10),
    ("09.02.5", "a target with support or soutien", {"target_supported": True}, 10, 8),
    ("09.02.6", "skirmishers have no smoke", {"firer_smoke": True, "firer_formation": "thin_skirmish"}, 12, 12),
    ("09.02.6", "the deeper of smoke and a slope", {"firer_smoke": True, "different_hill_steps": True}, 8, 8),
    ("17.03.4", "a column in a building is none", {"target_formation": "column", "target_in_building": True}, 10, 10),
    ("17.03.4", "outside it is", {"target_formation": "column"}, 12, 12),
    ("09.03.4", "a unit that does not answer", {"target_answers": False}, 10, 12),
    ("09.03.4", "in the flank nobody asks for an answer", {"target_answers": False, "flank_or_rear": True}, 10, 13),
    ("05.04.2", "skirmishers have no flanks", {"target_formation": "thin_skirmish", "flank_or_rear": True}, 7, 7),
    ("05.04.2", "nor have those in FU", {"target_state": "FU", "flank_or_rear": True}, 10, 18),
)
def test_what_changes_a_shot(given: dict[str, Any], loss: int, morale: int) -> None:
    found = shot(**given)
    assert (found["loss_result"], found["morale_result"]) == (loss, morale)


@cases(
    "weapon_class gap target shares",
    ("14.03.1", "small_arms", 4.9, True, {"skirmishers": 0.2, "unit": 0.8}),
    ("14.03.1", "small_arms", 5, False, None),
    ("14.03.1 09.03.5", "small_arms", 15, False, None),
    ("14.03.1", "small_arms", 15.1, True, None),
    ("14.03.2", "artillery", 9.9, True, {"skirmishers": 0.2, "unit": 0.8}),
    ("14.03.2", "artillery", 10, True, None),
    ("14.03.2", "artillery", 15, True, None),
)
def test_a_skirmish_line_before_a_unit(
    weapon_class: str, gap: float, target: bool, shares: dict[str, float] | None
) -> None:
    line = {"weapon_class": weapon_class, "gap_cm": gap, "skirmish_figures": 8, "unit_figures": 32}
    assert ask("screen-by-skirmishers", **line) == {"unit_can_be_target": target, "shares": shares}


@cases(
    "procedure given reason",
    ("09.02.1", "group-pick", {"table": "VIII", "column": "attacker", "applicable": {}}, "no such column"),
    ("12.02.1", "group-pick", {"table": "XV", "column": "own_loss", "applicable": {}}, "no such column"),
    ("09.02.1", "group-pick", {"table": "VIII", "column": "own_loss", "applicable": {"moon": 1}}, "nothing for moon"),
    ("09.01.1", "firing-figures", {"arm": "infantry", "figures_by_rank": []}, "rank"),
    ("07.05.3", "firing-figures", {"arm": "cavalry", "figures_by_rank": [4], "in_building": True}, "buildings"),
    ("09.01.3", "small-arms-fire", {**SHOT, "firing_figures": 2}, "Fewer than 3"),
    ("09.01.1", "small-arms-fire", {**SHOT, "firing_figures": 21}, "than the unit has"),
    ("09.02.2", "small-arms-fire", {**SHOT, "target_figures": 0}, "figures"),
    ("09.02.1", "small-arms-fire", {**SHOT, "target_cover": 4}, "not 4"),
    ("09.02.1", "small-arms-fire", {**SHOT, "firer_cover": 4}, "not 4"),
    ("08.02.1", "small-arms-fire", {**SHOT, "commander_points": 3}, "not 3"),
    ("09.03.1", "small-arms-fire", {**SHOT, "range_cm": 18.1}, "18 cm"),
    (
        "14.03.1",
        "screen-by-skirmishers",
        {"weapon_class": "artillery", "gap_cm": 3, "skirmish_figures": 0, "unit_figures": 3},
        "figures",
    ),
)
def test_what_cannot_be_is_refused(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **given)
