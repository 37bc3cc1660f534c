"""March (07, 04): paces and ground, charge march, marching through, horses, splitting and joining."""

from __future__ import annotations

from typing import Any

from cases import cases
from napoleon_desk import ask, refusal


@cases(
    "says row given cm time",
    ("03.01.2 07.01.1", "half a turn, half the length", "inf_attack_column", {"time_available": 0.5}, 10, 0.5),
    ("07.01.2", "backwards at half speed", "inf_line", {"pace": "half"}, 5, 1),
    ("07.01.7", "working units as a skirmish line", "inf_skirmish", {}, 25, 1),
    ("07.01.5", "gunners without guns as infantry", "inf_line", {}, 10, 1),
    ("07.01.1", "driven artillery charges as horse artillery", "art_driven", {"pace": "charge"}, 50, 1),
    ("07.01.1", "a charge row is a pace", "cav_charge_heavy", {"pace": "charge"}, 50, 1),
    ("07.01.1", "flight of infantry", "inf_square", {"pace": "flight"}, 30, 1),
    ("07.01.1", "flight of cossacks", "cossacks", {"pace": "flight"}, 45, 1),
    ("13.03.2", "flight with limbers", "art_heavy_foot", {"pace": "flight"}, 30, 1),
    ("07.06.1", "parallel march", "cav_light", {"parallel": True}, 10, 1),
    ("07.06.1", "charging too", "cav_light", {"parallel": True, "pace": "charge"}, 10, 1),
    ("07.01.1", "a march column is not held back by it", "inf_march_column", {"parallel": True}, 25, 1),
    ("07.01.1", "nor an open formation", "inf_skirmish", {"parallel": True}, 25, 1),
    ("07.06.1", "a slower unit stays as slow", "inf_square", {"parallel": True}, 5, 1),
    ("07.01.6", "over half of the horses lost", "art_horse", {"horses_lost_share": 0.51}, 15, 1),
    ("07.01.6", "half speed takes nothing more", "art_horse", {"horses_lost_share": 0.6, "pace": "half"}, 15, 1),
    ("07.01.1", "exactly half is not over half", "art_horse", {"horses_lost_share": 0.5}, 30, 1),
    ("07.01.1", "unlimbered guns need no horses", "art_unlimbered_light", {"horses_lost_share": 1}, 10, 1),
)
def test_how_far_a_unit_comes(row: str, given: dict[str, Any], cm: float, time: float) -> None:
    assert ask("march", row=row, segments=[["ordinary", 100]], **given) == {"distance_cm": cm, "time_used": time}


@cases(
    "says row terrain cm",
    ("07.06.1", "on the road as on ordinary ground", "cav_heavy", "road", 10),
    ("07.06.1 07.03.1", "in difficult ground", "cav_heavy", "difficult", 5),
    ("07.06.1 07.04.2", "in water infantry in line has no rate", "art_horse", "watercourse", 8),
)
def test_parallel_march_over_other_ground(row: str, terrain: str, cm: float) -> None:
    assert ask("march", row=row, segments=[[terrain, 100]], parallel=True)["distance_cm"] == cm


@cases(
    "says row given reason",
    ("07.02.1", "infantry does not charge", "inf_line", {"pace": "charge"}, "Only cavalry, driven and horse artillery"),
    ("07.02.1", "a column does not tell the weight", "cav_march_column", {"pace": "charge"}, "name the weight"),
    ("15.02.1", "cossacks do not", "cossacks", {"pace": "charge"}, "Cossacks and the like"),
    ("07.01.1", "couriers do not flee", "courier", {"pace": "flight"}, "no flight for couriers and train"),
    ("07.01.1", "nor train", "train_wagon", {"pace": "flight"}, "no flight for couriers and train"),
    ("13.03.2", "nor guns without limbers", "art_unlimbered_light", {"pace": "flight"}, "Unlimbered guns do not flee"),
    ("07.01.1", "flight at half speed", "inf_flight", {"pace": "half"}, "has no other pace"),
    ("07.01.1", "a charge row in flight", "cav_charge_light", {"pace": "flight"}, "has no other pace"),
    ("07.01.6", "no horses left", "art_driven", {"horses_lost_share": 1}, "only unlimbered"),
    (
        "07.01.6",
        "a charge with few horses",
        "art_driven",
        {"horses_lost_share": 0.7, "pace": "charge"},
        "cannot use charge march",
    ),
)
def test_what_is_refused_of_a_march(row: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("march", row=row, segments=[["ordinary", 10]], **given)


@cases(
    "says terrain",
    ("16.02.2", "a plantation", "plantation"),
    ("07.04.3", "a watercourse", "watercourse"),
)
def test_ground_that_a_line_cannot_enter(terrain: str) -> None:
    assert "In that formation" in refusal("march", row="inf_line", segments=[[terrain, 1]])


# charge march


@cases(
    "says given grades",
    ("07.02.2", "the second half turn is free", {"weight": "light", "half_turn_index": 2}, 0),
    ("07.02.2", "the third is not", {"weight": "light", "half_turn_index": 3}, 1),
    ("07.02.3", "heavy after 8 turns", {"weight": "heavy", "turns_since_last_charge": 8}, 0),
    ("07.02.3", "heavy after 7½", {"weight": "heavy", "turns_since_last_charge": 7.5}, 1),
    ("07.02.3", "artillery after 7½", {"weight": "artillery", "turns_since_last_charge": 7.5}, 1),
    ("07.02.3", "medium after 6", {"weight": "medium", "turns_since_last_charge": 6}, 0),
    ("07.02.3", "light after 4", {"weight": "light", "turns_since_last_charge": 4}, 0),
    ("07.02.3", "light after 3½", {"weight": "light", "turns_since_last_charge": 3.5}, 1),
)
def test_the_disorder_of_charge_march(given: dict[str, Any], grades: int) -> None:
    told = ask("charge-march-disorder", **{"half_turn_index": 1, **given})
    assert told == {"allowed": True, "lu_grades_at_start_of_half_turn": grades}


@cases(
    "says given",
    ("07.02.1", "foot artillery", {"weight": "foot_artillery"}),
    ("15.02.1", "cossacks", {"weight": "cossack"}),
    ("05.01.6", "five ranks in a brigade column", {"brigade_column_ranks": 5}),
    ("07.02.4", "without a run-up", {"run_up_half_turn": False}),
    ("07.02.6", "after dropping to ordinary march", {"dropped_to_ordinary_this_turn": True}),
    ("07.02.5", "a swing of more than 20 degrees", {"swing_deg": 20.5}),
)
def test_who_cannot_charge_march(given: dict[str, Any]) -> None:
    told = ask("charge-march-disorder", **{"weight": "medium", "half_turn_index": 1, **given})
    assert told == {"allowed": False, "lu_grades_at_start_of_half_turn": 0}


@cases(
    "says given",
    ("07.02.4", "a run-up is asked before the first half turn", {"half_turn_index": 2, "run_up_half_turn": False}),
    ("07.02.4", "of cavalry", {"weight": "artillery", "run_up_half_turn": False}),
    ("05.01.6", "four ranks", {"brigade_column_ranks": 4}),
    ("05.01.6", "artillery is not counted in ranks", {"weight": "artillery", "brigade_column_ranks": 5}),
    ("07.02.5", "20 degrees", {"swing_deg": 20}),
)
def test_who_can(given: dict[str, Any]) -> None:
    assert ask("charge-march-disorder", **{"weight": "medium", "half_turn_index": 1, **given})["allowed"]


# marching through


@cases(
    "says mover passed pace grades",
    ("07.07.2", "closed through closed", {}, {}, "half", 1),
    ("07.07.3", "closed through open", {}, {"formation_class": "open", "stationary": False}, "ordinary", 0),
    ("07.07.3", "through guns on the move", {}, {"unlimbered_artillery": True, "stationary": False}, "ordinary", 0),
    ("07.07.3", "Landwehr through open", {"landwehr_or_cossack": True}, {"formation_class": "open"}, "ordinary", 0),
    ("07.07.4", "in rout, whatever the other does", {"state": "FU"}, {"halted_after_fire_or_melee": True}, "free", 0),
    ("07.07.1", "open through closed that stands", {"formation_class": "open"}, {}, "ordinary", 0),
)
def test_marching_through(mover: dict[str, Any], passed: dict[str, Any], pace: str, grades: int) -> None:
    told = ask("march-through", mover=mover, passed=passed)
    assert told == {"allowed": True, "pace": pace, "lu_mover": grades, "lu_passed": grades}


@cases(
    "says mover passed",
    ("07.07.4", "in disorder", {"state": "U"}, {}),
    ("07.07.4", "backwards", {"backwards_or_sideways": True}, {"unlimbered_artillery": True}),
    ("03.01.4 12.02.4", "a unit that has fired or fought", {}, {"halted_after_fire_or_melee": True}),
    ("07.07.1", "one that moves", {}, {"stationary": False}),
    ("07.07.5", "Landwehr", {"landwehr_or_cossack": True}, {}),
    ("07.07.5", "through Landwehr", {}, {"landwehr_or_cossack": True}),
)
def test_what_is_not_marched_through(mover: dict[str, Any], passed: dict[str, Any]) -> None:
    told = ask("march-through", mover=mover, passed=passed)
    assert told == {"allowed": False, "pace": None, "lu_mover": 0, "lu_passed": 0}


# batteries


@cases(
    "says given told",
    ("07.01.6 bases.6 bases.7", "none lost", {}, (0, 1, True)),
    ("07.01.6", "one just lost", {"horses_lost": 1, "lost_this_instant": True, "limbered": True}, (0.25, 1, True)),
    ("07.01.6", "unlimbered it need not halt", {"horses_lost": 1, "lost_this_instant": True}, (0, 1, True)),
    ("07.01.6", "half lost", {"horses_lost": 3}, (0, 1, True)),
    ("07.01.6", "more than half", {"horses_lost": 4}, (0, 0.5, True)),
    ("07.01.6", "all", {"horses_lost": 6}, (0, 0, True)),
    ("07.01.4 10.01.1", "three gunners for seven guns", {"guns": 7}, (0, 1, False)),
)
def test_what_a_battery_can_still_do(given: dict[str, Any], told: tuple[float, float, bool]) -> None:
    asked = {"horses_start": 6, "gunner_figures": 3, "guns": 6, **given}
    names = ("halt_turns", "limbered_speed_factor", "can_manhandle")
    assert ask("battery-mobility", **asked) == dict(zip(names, told, strict=True))


@cases(
    "says given reason",
    ("07.01.6", "no horses to begin with", {"horses_start": 0}, "begins with limber horses"),
    ("07.01.6", "more lost than there were", {"horses_lost": 7}, "Of 6 horses 7 cannot be lost"),
    ("07.01.6", "just lost, but none", {"lost_this_instant": True}, "but none is lost"),
)
def test_horses_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("battery-mobility", **{"horses_start": 6, "gunner_figures": 3, "guns": 6, **given})


# splitting and joining


@cases(
    "says given time",
    ("04.02.1 04.01.2", "companies in a plantation", {"place": "plantation"}, 0),
    ("04.02.2 04.01.5", "by leave in the open", {"allowed_by_country_or_scenario": True}, 1),
    ("04.03.1", "light cavalry", {"arm": "cavalry", "light_cavalry": True}, 0),
    ("04.03.1 04.01.5", "other cavalry", {"arm": "cavalry"}, 1),
    ("04.04.1", "guns in a building", {"arm": "artillery", "place": "building"}, 1),
    ("04.04.2", "guns by leave", {"arm": "artillery", "allowed_by_country_or_scenario": True}, 1),
    ("04.01.3 04.01.5", "joining", {"action": "join"}, 1),
    ("04.02.1", "joining in a building", {"action": "join", "place": "building"}, 0),
    ("04.01.3", "joining in LU", {"action": "join", "state": "LU-3"}, 1),
)
def test_splitting_and_joining(given: dict[str, Any], time: int) -> None:
    assert ask("split-join", **{"arm": "infantry", "action": "split", **given}) == {"allowed": True, "time": time}


@cases(
    "says given",
    ("04.02.2", "infantry in the open", {}),
    ("04.02.2", "infantry in a fortress", {"place": "fortress"}),
    ("04.04.2", "guns in the open", {"arm": "artillery"}),
    ("15.02.2", "cossacks", {"arm": "cavalry", "cossack": True}),
    ("04.01.5", "in rout", {"state": "FU", "place": "building"}),
    ("04.01.5", "joining in disorder", {"action": "join", "state": "U"}),
)
def test_what_is_neither_split_nor_joined(given: dict[str, Any]) -> None:
    assert ask("split-join", **{"arm": "infantry", "action": "split", **given}) == {"allowed": False, "time": 0}
