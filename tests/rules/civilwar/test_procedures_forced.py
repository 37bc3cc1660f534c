"""Forced actions (04.02)."""

from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, refusal

KINDS = ("foot", "mounted", "limbered_artillery", "unlimbered_artillery")
NOTHING = {"action": "none", "turns": 0, "turn_time": 0, "basis": "none", "rule": ""}


def forced(event: str, **given: Any) -> dict[str, Any]:
    return ask("forced-action", event=event, **given)


def act(action: str, rule: str, turns: float = 0, basis: str = "none", turn_time: float = 0) -> dict[str, Any]:
    return {"action": action, "turns": turns, "turn_time": turn_time, "basis": basis, "rule": rule}


@pytest.mark.proves("04.02.1")
@pytest.mark.parametrize("kind", KINDS)
def test_a_routed_unit_flees_half_a_turn_and_cavalry_a_whole_one(kind: str) -> None:
    expected = act("flee", "04.02.1", 1 if kind == "mounted" else 0.5, "flight")
    assert forced("became_FU", kind=kind, cause="shock", time_left=0) == expected


@pytest.mark.proves("04.02.2")
@pytest.mark.parametrize("kind", KINDS)
def test_a_unit_in_rout_at_the_start_flees_all_turn(kind: str) -> None:
    assert forced("starts_FU", kind=kind) == act("flee", "04.02.2", 1, "flight")


@pytest.mark.proves("04.02.3")
@pytest.mark.parametrize("kind", KINDS)
def test_a_disordered_unit_retires_half_a_turn(kind: str) -> None:
    assert forced("became_U", kind=kind, cause="melee") == act("retire", "04.02.3", 0.5, "ordinary")


@pytest.mark.proves("04.02.4")
def test_a_unit_in_u_that_is_hit_at_once_retires_all_turn_at_half_speed() -> None:
    hit = {"in_u_at_start": True, "at_time_zero": True}
    assert forced("lost_men", **hit) == act("retire", "04.02.4", 1, "half_speed")
    assert forced("lost_men", cause="melee", **hit) == NOTHING
    assert forced("lost_men", in_u_at_start=True) == NOTHING
    assert forced("lost_men", at_time_zero=True) == NOTHING


@pytest.mark.proves("04.02.6", "04.02.7")
@pytest.mark.parametrize(("cause", "range_cm"), [("fire", 15.5), ("shock", 10), ("movement", None)])
def test_light_disorder_from_anything_but_close_fire_forces_nothing(cause: str, range_cm: float | None) -> None:
    for kind in KINDS:
        assert forced("became_LU", kind=kind, cause=cause, range_cm=range_cm) == NOTHING


@pytest.mark.proves("04.02.6", "04.02.7")
def test_close_fire_pins_foot_and_drives_off_horses() -> None:
    close = {"range_cm": 15, "time_left": 0.375}
    assert forced("became_LU", kind="foot", **close) == act("pinned", "04.02.7")
    for kind in ("mounted", "limbered_artillery"):
        assert forced("became_LU", kind=kind, **close) == act("turn_away", "04.02.6", 0.375, "ordinary")
    assert forced("became_LU", kind="unlimbered_artillery", **close) == NOTHING


@pytest.mark.proves("04.02.7")
def test_a_pinned_unit_that_loses_men_to_close_fire_is_pinned_again() -> None:
    assert forced("lost_men", pinned=True, range_cm=15) == act("pinned", "04.02.7")
    assert forced("lost_men", pinned=True, range_cm=16) == NOTHING
    assert forced("lost_men", pinned=False, range_cm=10) == NOTHING


@pytest.mark.proves("04.02.6", "04.02.7")
def test_the_range_is_asked_for_where_it_decides() -> None:
    for given in (
        {"event": "became_LU"},
        {"event": "became_LU", "kind": "mounted"},
        {"event": "lost_men", "pinned": True},
    ):
        assert "range_cm" in refusal("forced-action", **given)
    assert forced("became_LU", kind="unlimbered_artillery") == NOTHING
    assert forced("lost_men") == NOTHING
    assert forced("lost_men", pinned=True, in_u_at_start=True, at_time_zero=True)["action"] == "retire"


@pytest.mark.proves("07.02.3")
@pytest.mark.parametrize(("left", "turns", "facing"), [(1, 0.75, 0.25), (0.25, 0, 0.25), (0.125, 0, 0.125), (0, 0, 0)])
def test_repelled_cavalry_spends_a_quarter_turn_facing_about(left: float, turns: float, facing: float) -> None:
    expected = act("turn_away", "07.02.3", turns, "ordinary", facing)
    assert forced("repelled", kind="mounted", cause="shock", time_left=left) == expected
    assert forced("repelled", kind="foot", cause="shock", time_left=left) == NOTHING


@pytest.mark.proves("04.02.10", "04.02.12")
def test_a_threatened_chain_may_fall_back_and_gunners_may_shelter() -> None:
    assert forced("threatened", formation="chain") == act("choice_fall_back", "04.02.10", 1, "ordinary")
    assert forced("threatened", formation="thin_line") == NOTHING
    guns = {"kind": "unlimbered_artillery"}
    assert forced("threatened", shelter_within_8cm=True, **guns) == act("choice_shelter", "04.02.12")
    assert forced("threatened", **guns) == NOTHING
    assert forced("threatened", shelter_within_8cm=True) == NOTHING


@pytest.mark.proves("04.02.13")
@pytest.mark.parametrize("spent", ["moved", "fired", "passed_through", "after_shock_order", "working"])
def test_a_stationary_unit_may_fire_as_surprised_unless_it_has_done_something(spent: str) -> None:
    for kind in ("foot", "mounted", "unlimbered_artillery"):
        assert forced("attacked", kind=kind) == act("choice_surprised_fire", "04.02.13")
        assert forced("attacked", kind=kind, **{spent: True}) == NOTHING
    assert forced("attacked", kind="limbered_artillery") == NOTHING
    assert forced("attacked", has_ammunition=False) == NOTHING


@cases(
    "given locked",
    ("04.02.14", {}, True),
    ("04.02.14", {"arm": "cavalry_dismounted"}, True),
    ("04.02.14", {"arm": "cavalry_mounted"}, False),
    ("04.02.14", {"arm": "artillery"}, False),
    ("04.02.14", {"consecutive_turns": 1}, False),
    ("04.02.14", {"consecutive_turns": 5}, True),
    ("04.02.14", {"distance_cm": 15}, True),
    ("04.02.14", {"distance_cm": 15.1}, False),
    ("04.02.14", {"target_present": False}, False),
    ("04.02.14", {"has_ammunition": False}, False),
)
def test_two_turns_of_close_fire_lock_foot_in_a_fire_fight(given: dict[str, Any], locked: bool) -> None:
    assert ask("fire-lock", **{"consecutive_turns": 2, "distance_cm": 8, **given}) == {"locked": locked}
