"""Movement, zones of control, supply and stacking as the umpire rules them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from feltherre.games.winterwar.procedures.stacking import fits
from feltherre.games.winterwar.procedures.supply import (
    LineHex,
    always_supplied,
    defence_divisor,
    hex_fault,
    may_move_and_attack,
    supply_check,
    too_long,
)
from feltherre.games.winterwar.procedures.zones import exerts_zone, why_no_zone, zone_of_control
from feltherre.games.winterwar.tables import STACKING_PLACES, step_cost
from feltherre.umpire import desk
from winterwar_desk import ask, explained, refusal

# movement


def move(*path: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """A Finnish infantry unit with movement 3; its way leads through forest without a road unless it says otherwise."""
    given: dict[str, Any] = {
        "side": "finland",
        "unit_type": "infantry",
        "ski": False,
        "allowance": 3,
        "in_supply": True,
        "starts_in_enemy_zoc": False,
        "path": [{"link": "none", "terrain": "forest", **hex_} for hex_ in path],
    }
    return ask("movement-cost", **{**given, **changed})


@pytest.mark.proves("turn-3-i", "move-6", "1.3-b", "turn-3-f", "move-9")
@pytest.mark.parametrize(
    ("terrain", "cost"),
    [
        pytest.param("forest", 1, marks=pytest.mark.proves("1.4-a")),
        pytest.param("marsh", 2, marks=pytest.mark.proves("1.4-b")),
        pytest.param("mountain", 3, marks=pytest.mark.proves("1.4-c")),
        pytest.param("town", 1, marks=pytest.mark.proves("1.4-e")),
    ],
)
def test_what_a_hex_costs_off_the_road(terrain: str, cost: float) -> None:
    outputs = move({"terrain": terrain})
    assert (outputs["spent"], outputs["left"]) == (cost, 3 - cost)


@pytest.mark.proves("move-1", "turn-3-f", "move-9")
@pytest.mark.parametrize("terrain", ["forest", "marsh", "mountain", "town"])
@pytest.mark.parametrize(
    ("link", "cost"),
    [
        pytest.param("road", 0.5, marks=pytest.mark.proves("move-2", "1.4-f")),
        pytest.param("rail", 0.25, marks=pytest.mark.proves("1.4-g")),
    ],
)
def test_R23_a_road_or_railway_replaces_the_cost_of_the_terrain(terrain: str, link: str, cost: float) -> None:
    outputs = move({"terrain": terrain, "link": link})
    assert (outputs["spent"], outputs["left"]) == (cost, 3 - cost)


@pytest.mark.proves("1.4-c")
@pytest.mark.parametrize("light", [{"ski": True}, {"unit_type": "partisan"}, {"unit_type": "ski"}])
def test_ski_units_and_partisans_pay_two_in_the_mountains(light: dict[str, Any]) -> None:
    assert move({"terrain": "mountain"}, **light)["spent"] == 2
    assert move({"terrain": "marsh"}, **light)["spent"] == 2
    assert move({"terrain": "forest"}, **light)["spent"] == 1


@pytest.mark.proves("turn-3-g", "move-5", "1.1-f", "move-7", "1.4-j")
@pytest.mark.parametrize(
    ("hex_", "changed", "rule"),
    [
        ({}, {"side": "soviet"}, "turn-3-g"),
        ({"terrain": "sea"}, {}, "move-7"),
        ({"terrain": "sea", "link": "road"}, {}, "move-7"),
        ({"terrain": "neutral"}, {}, "1.1-f"),
        ({"terrain": "neutral", "link": "road"}, {"side": "soviet"}, "1.1-f"),
        ({"enemy_unit": True}, {}, "turn-3-e"),
    ],
)
def test_where_a_ground_unit_may_never_go(hex_: dict[str, Any], changed: dict[str, Any], rule: str) -> None:
    outputs = move({"link": "road"}, hex_, **changed)
    assert (outputs["entered"], outputs["spent"], outputs["stopped_by"]) == (1, 0.5, "illegal")
    given = {"side": "finland", "unit_type": "infantry", "ski": False, "allowance": 3, "in_supply": True}
    path = [{"link": "none", "terrain": "forest", **hex_}]
    told = explained("movement-cost", **{**given, "starts_in_enemy_zoc": False, "path": path, **changed})
    assert told[0][1] == rule


@pytest.mark.proves("1.4-i", "move-10")
def test_air_units_pay_one_and_ignore_what_is_below() -> None:
    over = {"terrain": "sea", "enemy_zoc": True, "enemy_unit": True, "full_stack": True}
    outputs = move(over, {"terrain": "mountain"}, {"link": "rail"}, unit_type="air", starts_in_enemy_zoc=True)
    assert outputs == {"entered": 3, "spent": 3, "left": 0, "stopped_by": "none", "units_to_eliminate": 0}
    assert move({}, {}, {}, {}, unit_type="air")["stopped_by"] == "allowance"
    assert move({}, {"terrain": "neutral"}, unit_type="air")["stopped_by"] == "illegal"


@pytest.mark.proves("move-8", "supply-5", "turn-1-c")
def test_who_does_not_move_at_all() -> None:
    assert move({"link": "road"}, unit_type="ship")["stopped_by"] == "illegal"
    assert move({"link": "road"}, in_supply=False)["stopped_by"] == "no-supply"
    assert move({"link": "road"}, unit_type="air", in_supply=False)["stopped_by"] == "no-supply"
    assert move({"link": "road"}, unit_type="partisan", in_supply=False)["entered"] == 1


@pytest.mark.proves("move-4")
def test_the_minimum_move_is_a_whole_move_and_only_the_first() -> None:
    mountain = {"terrain": "mountain"}
    assert move(mountain, allowance=2) == {
        "entered": 1,
        "spent": 2,
        "left": 0,
        "stopped_by": "none",
        "units_to_eliminate": 0,
    }
    assert move({"link": "rail"}, mountain, allowance=2)["stopped_by"] == "allowance"
    assert move({"terrain": "sea"}, allowance=0.5)["stopped_by"] == "illegal"
    assert move({"terrain": "mountain", "enemy_zoc": True}, allowance=2)["stopped_by"] == "zoc"


@pytest.mark.proves("turn-3-c", "turn-3-d", "move-3")
def test_zones_of_control_stop_and_are_glided_between() -> None:
    zone = {"enemy_zoc": True}
    assert move({}, zone, {}) == {"entered": 2, "spent": 2, "left": 1, "stopped_by": "zoc", "units_to_eliminate": 0}
    assert move(zone, {}, starts_in_enemy_zoc=True)["stopped_by"] == "glide"
    assert move(zone, starts_in_enemy_zoc=True)["spent"] == 3
    # leaving a zone and entering another later is no glide
    assert move({}, zone, starts_in_enemy_zoc=True) == {
        "entered": 2,
        "spent": 2,
        "left": 1,
        "stopped_by": "zoc",
        "units_to_eliminate": 0,
    }
    # Soviet units glide along road and rail only
    assert move(zone, side="soviet", starts_in_enemy_zoc=True)["stopped_by"] == "illegal"


@pytest.mark.proves("setup-8")
def test_each_full_stack_on_the_way_costs_a_unit() -> None:
    full = {"link": "road", "full_stack": True}
    assert move(full, {"link": "road"}, full)["units_to_eliminate"] == 2
    assert move({}, {}, {}, full)["units_to_eliminate"] == 0  # never entered


def test_movement_is_counted_in_quarters() -> None:
    assert move({"link": "rail"}, {"link": "rail"}, {"link": "rail"}, allowance=0.5)["stopped_by"] == "allowance"
    given = {"side": "finland", "unit_type": "infantry", "ski": False, "in_supply": True, "starts_in_enemy_zoc": False}
    assert "quarters" in refusal("movement-cost", **given, path=[], allowance=1.1)


def test_no_step_is_free_and_no_soviet_step_leaves_the_road() -> None:
    for light, link, terrain in product(
        (False, True), ("rail", "road", "none"), ("forest", "marsh", "mountain", "town")
    ):
        finnish = step_cost(False, light, link, terrain)
        assert finnish is not None
        assert finnish > 0
        assert step_cost(True, light, link, terrain) == (None if link == "none" else finnish)


# zones of control


@pytest.mark.proves("1.2.1-a", "2.1-k")
def test_which_units_have_a_zone_of_control() -> None:
    kinds = ("infantry", "cavalry", "tank", "ski", "mountain", "motorised", "airborne")
    assert all(exerts_zone(kind) for kind in kinds)
    assert not any(exerts_zone(kind) for kind in ("artillery", "engineer", "partisan", "air", "ship"))


@pytest.mark.proves("turn-3-h", "turn-3-j", "1.4-f", "1.4-g")
@pytest.mark.parametrize(
    ("side", "link", "water", "sea", "reason"),
    [
        ("finland", False, False, False, None),
        ("finland", True, True, False, "water"),
        ("finland", False, False, True, "sea"),
        ("soviet", True, False, False, None),
        ("soviet", False, False, False, "off-road"),
        ("soviet", True, True, False, "water"),
    ],
)
def test_where_a_zone_of_control_reaches(side: str, link: bool, water: bool, sea: bool, reason: str | None) -> None:
    assert why_no_zone(side, link, water, sea) == reason


@pytest.mark.proves("turn-3-j")
def test_a_bridge_carries_a_zone_only_by_the_option() -> None:
    """R19."""
    bridge = {"hex": "beyond", "road_or_rail": True, "river_or_lake": True, "sea": False}
    water = {"hex": "lake", "road_or_rail": False, "river_or_lake": True, "sea": False}
    given = {"side": "finland", "unit_type": "infantry", "neighbours": [bridge, water]}
    assert ask("zone-of-control", **given) == {"controlled": []}
    assert desk.run(zone_of_control.under(bridge_zoc=True), given)["outputs"] == {"controlled": ["beyond"]}
    assert explained("zone-of-control", **given)[-1] == ("The zone of control reaches into no hex.", "1.2.1-a")


# supply


def supply(*hexes: dict[str, Any], end: str = "own-national-town", **changed: Any) -> bool:
    line = {"end": end, "end_controlled": True, "hexes": list(hexes)}
    given = {"side": "finland", "nation": "finland", "unit_type": "infantry", "lines": [line]}
    supplied: bool = ask("supply-check", **{**given, **changed})["supplied"]
    return supplied


SOVIET = {"side": "soviet", "nation": "soviet"}
SWEDISH = {"side": "finland", "nation": "sweden"}
ROAD = {"road_or_rail": True}


@pytest.mark.proves("supply-7", "supply-8")
def test_how_far_and_along_what_lines_run() -> None:
    assert supply({}, {})
    assert not supply({}, {}, {})
    assert supply(*[ROAD] * 9, **SOVIET)
    assert not supply(ROAD, {}, ROAD, **SOVIET)
    assert supply(*[{}] * 9, end="sweden", **SWEDISH)
    assert [too_long(nation, 3) for nation in ("finland", "soviet", "sweden")] == [True, False, False]


@pytest.mark.proves("turn-1-b", "supply-2")
@pytest.mark.parametrize(
    ("hex_", "what"),
    [
        ({"sea": True}, "sea"),
        ({"neutral": True}, "neutral"),
        ({"enemy_unit": True}, "enemy"),
        ({"enemy_unit": True, "own_unit": True}, "enemy"),
        ({"enemy_zoc": True}, "zone"),
        ({"enemy_zoc": True, "own_unit": True}, None),
        ({}, None),
    ],
)
def test_what_breaks_a_line(hex_: dict[str, bool], what: str | None) -> None:
    broken = hex_fault("finland", LineHex(**hex_))
    assert (broken and broken[0]) == what
    assert supply({}, hex_) == (what is None)


@pytest.mark.proves("supply-2", "supply-3", "turn-1-a")
def test_where_lines_end() -> None:
    lost = [{"end": "own-national-town", "end_controlled": False, "hexes": []}]
    assert not supply(lines=lost)
    assert not supply(end="captured-town")
    assert not supply(end="sweden")
    assert not supply(end="own-national-town", **SWEDISH)
    assert supply({"neutral": True}, end="sweden", **SWEDISH)
    assert not supply({"sea": True}, end="sweden", **SWEDISH)
    assert not supply(lines=[])


@pytest.mark.proves("supply-2")
def test_a_captured_town_supplies_only_by_the_option() -> None:
    """R5; it never supplies Swedes."""
    line = {"end": "captured-town", "end_controlled": True, "hexes": []}
    given = {"side": "finland", "nation": "finland", "unit_type": "infantry", "lines": [line]}
    captured = supply_check.under(captured_supply=True)
    assert desk.run(captured, given)["outputs"]["supplied"] is True
    assert desk.run(captured, {**given, "nation": "sweden"})["outputs"]["supplied"] is False


@pytest.mark.proves("supply-4")
def test_air_units_are_supplied_at_a_base_their_side_controls() -> None:
    air = {"unit_type": "air"}
    assert supply(**air)
    assert supply(end="captured-town", **air)
    assert not supply({}, **air)
    assert not supply(end="sweden", **air)
    assert not supply(lines=[{"end": "captured-town", "end_controlled": False, "hexes": []}], **air)


@pytest.mark.proves("supply-1", "2.1-j")
def test_partisans_and_ships_need_no_line() -> None:
    assert always_supplied("partisan")
    assert always_supplied("ship")
    assert not always_supplied("infantry")
    assert supply(lines=[], unit_type="partisan")
    assert supply(lines=[], unit_type="ship", **SOVIET)


@pytest.mark.proves("turn-1-c", "turn-1-d", "supply-5", "supply-6")
def test_what_a_unit_without_supply_may_do() -> None:
    assert (may_move_and_attack(True), defence_divisor(True)) == (True, 1)
    assert (may_move_and_attack(False), defence_divisor(False)) == (False, 2)


def test_sides_and_nations_belong_together() -> None:
    given = {"unit_type": "infantry", "lines": []}
    assert "Soviet side" in refusal("supply-check", side="soviet", nation="finland", **given)
    assert "Soviet side" in refusal("supply-check", side="finland", nation="soviet", **given)


def test_the_explanation_says_where_each_line_breaks() -> None:
    lines = [
        {"end": "own-national-town", "end_controlled": True, "hexes": [ROAD, {**ROAD, "enemy_zoc": True}]},
        {"end": "own-national-town", "end_controlled": True, "hexes": [{}]},
        {"end": "own-national-town", "end_controlled": False, "hexes": []},
    ]
    told = explained("supply-check", side="soviet", nation="soviet", unit_type="tank", lines=lines)
    assert told[:3] == [
        ("Line 1 breaks at its hex 2: an enemy zone of control without an own ground unit in it.", "turn-1-b"),
        ("Line 2 breaks at its hex 1: neither road nor railway.", "supply-8"),
        ("Line 3: the side does not control its end.", "supply-2"),
    ]


# stacking


def fits_by_the_ledgers_steps(arctic: bool, divisions: int, lesser: int, artillery: int) -> bool:
    division_places, lesser_places, artillery_places = STACKING_PLACES[arctic]
    if divisions > division_places:
        return False
    in_lesser_places = max(0, lesser - (division_places - divisions))
    return in_lesser_places <= lesser_places and artillery <= artillery_places + lesser_places - in_lesser_places


@pytest.mark.proves("1.2.1-i", "1.2.1-j")
@pytest.mark.parametrize("arctic", [False, True])
def test_every_small_stack_stands_or_not_as_the_steps_of_the_ledger_say(arctic: bool) -> None:
    for divisions, lesser, artillery in product(range(4), range(6), range(5)):
        wanted = fits_by_the_ledgers_steps(arctic, divisions, lesser, artillery)
        assert fits(arctic, divisions, lesser, artillery) == wanted, (divisions, lesser, artillery)


@pytest.mark.proves("setup-5", "1.2.1-b", "1.2.1-g")
def test_the_largest_stacks_in_the_south() -> None:
    assert fits(False, 1, 2, 1)
    assert fits(False, 2, 2, 1)
    assert not fits(False, 3, 0, 0)
    assert not fits(False, 2, 3, 1)
    assert not fits(False, 2, 2, 2)
    assert fits(False, 0, 2, 3)
    assert not fits(False, 0, 0, 4)  # artillery never takes a division's place


@pytest.mark.proves("setup-6", "setup-7", "1.2.1-c", "1.2.1-h", "2.1-g")
def test_the_largest_stacks_in_the_north() -> None:
    """Two lesser units stand there without a division; a flipped division is a division still (2.1-g)."""
    assert fits(True, 1, 1, 1)
    assert not fits(True, 2, 0, 0)
    assert not fits(True, 1, 2, 0)
    assert not fits(True, 1, 1, 2)
    assert fits(True, 0, 2, 1)
    assert not fits(True, 0, 3, 1)


def test_the_explanation_of_a_stack_says_who_stands_in_whose_place() -> None:
    told = explained("stacking-check", arctic=False, divisions=1, lesser=2, artillery=2)
    assert told == [
        ("South of the arctic line there is room for 2 divisions, 2 lesser units and 1 artillery unit.", "setup-5"),
        ("One lesser unit takes the place of a division.", "1.2.1-i"),
        ("One artillery unit takes the place of a lesser unit.", "1.2.1-j"),
        ("1 division, 2 lesser units and 2 artillery units: there is room for all.", "setup-5"),
    ]
    empty = explained("stacking-check", arctic=True, divisions=0, lesser=0, artillery=0)
    assert empty[-1] == ("Nobody stands in the hex.", "setup-6")
