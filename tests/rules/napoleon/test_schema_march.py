"""Schemas III to VII, typed in again from the book and asked through the procedures that read them."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.games.napoleon.tables import by_key
from napoleon_desk import ask, refusal

TERRAIN = ("road", "path", "ordinary", "difficult", "plantation", "watercourse")
#: schema III; 0 is a blank cell
MARCH = {
    "inf_march_column": (35, 12, 25, 12, 12, 10),
    "inf_attack_column": (0, 0, 20, 10, 0, 0),
    "inf_line": (0, 0, 10, 5, 0, 0),
    "inf_skirmish": (0, 0, 25, 15, 15, 0),
    "inf_square": (0, 0, 5, 2, 0, 0),
    "inf_flight": (35, 15, 30, 15, 15, 12),
    "cav_march_column": (60, 12, 45, 25, 12, 12),
    "cav_swarm": (0, 0, 40, 25, 15, 8),  # 15 in a plantation by R15, where the book's cell is blank
    "cav_light": (0, 0, 30, 20, 0, 0),
    "cav_medium": (0, 0, 30, 15, 0, 0),
    "cav_heavy": (0, 0, 30, 15, 0, 0),
    "cav_charge_swarm": (0, 0, 70, 50, 0, 0),
    "cav_charge_light": (75, 0, 60, 40, 0, 0),
    "cav_charge_medium": (70, 0, 55, 35, 0, 0),
    "cav_charge_heavy": (70, 0, 50, 30, 0, 0),
    "cossacks": (60, 15, 40, 25, 15, 12),
    "courier": (100, 15, 90, 60, 15, 15),
    "cav_flight": (60, 15, 45, 25, 15, 15),
    "art_light_foot": (35, 0, 20, 10, 10, 6),
    "art_driven": (50, 0, 25, 10, 10, 6),
    "art_horse": (60, 0, 30, 15, 12, 8),
    "art_medium_foot": (35, 0, 15, 8, 8, 5),
    "art_heavy_foot": (30, 0, 12, 4, 4, 4),
    "art_charge_horse": (70, 0, 50, 20, 0, 0),
    "art_unlimbered_light": (0, 0, 10, 4, 4, 0),
    "art_unlimbered_medium": (0, 0, 6, 2, 2, 0),
    "art_unlimbered_heavy": (0, 0, 2, 1, 1, 0),
    "art_flight_limbers": (35, 0, 30, 15, 15, 10),
    "pack_horse_cart": (35, 6, 20, 10, 6, 6),
    "train_wagon": (25, 0, 10, 4, 0, 4),
}


@pytest.mark.proves("07.01.1", "07.03.1")
@pytest.mark.parametrize("row", MARCH)
def test_march_lengths(row: str) -> None:
    """A blank road is gone at the ordinary rate, other ground with a blank cell not at all (R15)."""
    cells = dict(zip(TERRAIN, MARCH[row], strict=True))
    for terrain, written in cells.items():
        cm = written or (cells["ordinary"] if terrain == "road" else 0)
        path = [[terrain, 1000]]
        if cm:
            assert ask("march", row=row, segments=path) == {"distance_cm": cm, "time_used": 1}
        else:
            assert "In that formation" in refusal("march", row=row, segments=path)


def test_all_rows_of_schema_iii_are_asked() -> None:
    assert set(by_key("III")) == set(MARCH)


#: schema IV: arms -> quarter turn, half turn, making ready
FACING = {
    ("infantry", "cavalry"): (0.25, 0.25, None),
    ("artillery", "train"): (0.5, 0.5, 0.25),
}


@pytest.mark.proves("06.04.3")
@pytest.mark.parametrize(("arm", "row"), [(arm, row) for arms, row in FACING.items() for arm in arms])
def test_facing_turns_and_making_ready(arm: str, row: tuple[float, float, float | None]) -> None:
    quarter, half, ready = row
    assert ask("about-face-time", arm=arm, turn_kind="quarter", formation="square")["time"] == quarter
    assert ask("about-face-time", arm=arm)["time"] == half
    if ready is not None:
        assert ask("limber-time", battery_class="other foot", cause="make_ready") == {"time": ready}


FORMATIONS = ("march_column", "attack_column", "line", "battalion_mass", "square")
#: schema V: from -> turns to each of the formations
CHANGES = {
    "march_column": (None, 0.5, 1, 0.75, 0.5),
    "attack_column": (0.5, None, 0.5, 0.25, 0.75),
    "line": (1, 0.5, None, 0.75, 0.5),
    "battalion_mass": (0.75, 0.25, 0.75, None, 1),
    "square": (0.5, 0.75, 0.5, 1, None),
}
LIMBERING = {"12pdr foot": 1, "other foot": 0.5, "driven and horse": 0.25}


@pytest.mark.proves("06.02.1", "06.02.3", "06.01.3")
@pytest.mark.parametrize("before", CHANGES)
def test_formation_changes(before: str) -> None:
    for to, time in zip(FORMATIONS, CHANGES[before], strict=True):
        change = {"from": before, "to": to}
        if time is None:
            assert refusal("formation-change-time", **change).startswith("The unit is in that formation already.")
        else:
            assert ask("formation-change-time", **change) == {"time": time, "lu_grades": 1}
            assert ask("formation-change-time", **change, difficult_ground=True)["time"] == 2 * time


@pytest.mark.proves("06.03.1", "06.03.2", "06.03.3", "06.03.4", "06.03.6")
@pytest.mark.parametrize("battery", LIMBERING)
def test_limbering(battery: str) -> None:
    for cause in ("limber", "unlimber"):
        assert ask("limber-time", battery_class=battery, cause=cause) == {"time": LIMBERING[battery]}


#: schema VI: object -> cover, obstacle (R8: the columns where the print has run together); 4 is impassable
OBSTACLES: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "hill_step_under_2cm": ((0, 0), (1, 1)),
    "hill_step_under_1cm": ((0, 0), (2, 2)),
    "steep_slope": ((0, 0), (3, 3)),
    "scrub_fence_hedge": ((0, 0), (1, 1)),
    "ditch": ((0, 0), (1, 1)),
    "wood_edge_bank": ((1, 1), (1, 1)),
    "holstein_hedge": ((1, 1), (2, 2)),
    "wall_under_1m": ((1, 1), (1, 1)),
    "wall_1_to_2m": ((2, 2), (2, 2)),
    "wall_over_2m": ((3, 3), (3, 4)),
    "unmanned_guns": ((0, 0), (1, 1)),
    "other_materiel": ((0, 1), (1, 1)),
    "abatis_chevaux": ((0, 0), (2, 2)),
    "barricade": ((0, 1), (1, 2)),
    "breastwork_1": ((2, 2), (1, 1)),
    "breastwork_2": ((2, 2), (2, 2)),
    "breastwork_3": ((3, 3), (2, 2)),
    "sap_trench": ((1, 1), (1, 1)),
    "parallel": ((3, 3), (2, 2)),
    "magazine": ((3, 3), (0, 0)),
    "gun_emplacement": ((2, 2), (2, 2)),
    "fieldwork_no_ditch": ((2, 3), (1, 2)),
    "fieldwork_ditch": ((2, 3), (2, 3)),
}
#: schema VII: obstacle -> turns for two ranks of infantry, and whether cavalry passes
PASSING: dict[Any, tuple[float, bool]] = {0: (0, True), 1: (0, True), 2: (0.5, False), 3: (1, False)}


@pytest.mark.parametrize("thing", OBSTACLES)
@pytest.mark.parametrize("end", [0, 1])
def test_what_passes_the_objects_of_schema_vi(thing: str, end: int) -> None:
    """The ledger's value of each object, asked as what it is by the book; artillery makes a gap only without cover."""
    row = by_key("VI")[thing]
    cover, obstacle = (values[end] for values in OBSTACLES[thing])
    asked = {"obstacle": row[("obstacle_min", "obstacle_max")[end]]}
    covers = bool(row[("cover_min", "cover_max")[end]])
    assert row[("cover_min", "cover_max")[end]] == cover
    if obstacle == 4:
        assert not ask("obstacle-passage", arm="infantry", **asked)["allowed"]
        assert ask("obstacle-passage", arm="infantry", **asked, ladders_or_opening=True)["time"] == 1
        return
    turns, cavalry = PASSING[obstacle]
    for ranks in range(1, 8):
        assert ask("obstacle-passage", arm="infantry", **asked, ranks=ranks)["time"] == turns * ((ranks + 1) // 2)
    assert ask("obstacle-passage", arm="cavalry", **asked)["allowed"] is cavalry
    guns = obstacle == 0 or (obstacle == 1 and not cover)
    assert ask("obstacle-passage", arm="artillery", **asked, has_cover_value=covers)["allowed"] is guns
    assert ask("obstacle-passage", arm="train", **asked)["allowed"] is (obstacle == 0)


#: schema VIII: cover -> what a shot at a target behind it loses
COVERED = {0: 0, 1: -2, 2: -4, 3: -8}
VOLLEY = {"firing_figures": 20, "firer_figures": 20, "weapon": "musket", "range_cm": 5, "target_figures": 20}


@pytest.mark.proves("09.02.1")
@pytest.mark.parametrize("thing", OBSTACLES)
@pytest.mark.parametrize("end", [0, 1])
def test_who_stands_behind_the_objects_of_schema_vi_is_hit_less(thing: str, end: int) -> None:
    """The ledger's cover of each object as it is shot at."""
    row = by_key("VI")[thing]
    shot = {**VOLLEY, "dice": [3, 3, 4], "target_cover": row[("cover_min", "cover_max")[end]]}
    assert ask("small-arms-fire", **shot)["loss_result"] == 10 + COVERED[OBSTACLES[thing][0][end]]


def test_all_objects_of_schema_vi_are_asked() -> None:
    assert set(by_key("VI")) == set(OBSTACLES)


@pytest.mark.proves("07.05.1", "07.05.3", "07.05.5")
def test_schema_vii() -> None:
    for obstacle, (turns, cavalry) in PASSING.items():
        assert ask("obstacle-passage", arm="infantry", obstacle=obstacle)["time"] == turns
        assert ask("obstacle-passage", arm="cavalry", obstacle=obstacle)["allowed"] is cavalry
        assert ask("obstacle-passage", arm="train", obstacle=obstacle)["allowed"] is (obstacle == 0)
