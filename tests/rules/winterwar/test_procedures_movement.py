"""Movement, zones of control, supply and stacking as the umpire rules them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cases import cases
from feltherre.games.winterwar.procedures.movement import UNREACHED, exerts_zone, zone_of_control
from feltherre.games.winterwar.procedures.places import BROKEN, LineHex, fits, supply_check
from feltherre.games.winterwar.tables import STACKING_PLACES, step_cost
from feltherre.umpire import desk
from winterwar_desk import ask, explained, refusal

# movement


def order(*path: dict[str, Any], **changed: Any) -> dict[str, Any]:
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
    return {**given, **changed}


def move(*path: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return ask("movement-cost", **order(*path, **changed))


@cases(
    "says terrain link light cost",
    ("turn-3-i move-6 1.3-b turn-3-f move-9 1.4-a", "forest", "forest", "none", {}, 1),
    ("turn-3-i move-6 1.3-b turn-3-f move-9 1.4-b", "marsh", "marsh", "none", {}, 2),
    ("turn-3-i move-6 1.3-b turn-3-f move-9 1.4-c", "mountain", "mountain", "none", {}, 3),
    ("turn-3-i move-6 1.3-b turn-3-f move-9 1.4-e", "town", "town", "none", {}, 1),
    ("1.4-c", "ski units in the mountains", "mountain", "none", {"unit_type": "ski"}, 2),
    ("1.4-c", "units on skis in the mountains", "mountain", "none", {"ski": True}, 2),
    ("1.4-c", "partisans in the mountains", "mountain", "none", {"unit_type": "partisan"}, 2),
    ("", "ski units in a marsh", "marsh", "none", {"unit_type": "ski"}, 2),
    ("", "units on skis in a forest", "forest", "none", {"ski": True}, 1),
    ("", "partisans in a marsh", "marsh", "none", {"unit_type": "partisan"}, 2),
    ("move-1 turn-3-f move-9 move-2 1.4-f", "R23: a road replaces the cost of forest", "forest", "road", {}, 0.5),
    ("move-1 turn-3-f move-9 move-2 1.4-f", "R23: of marsh", "marsh", "road", {}, 0.5),
    ("move-1 turn-3-f move-9 move-2 1.4-f", "R23: of mountain", "mountain", "road", {}, 0.5),
    ("move-1 turn-3-f move-9 move-2 1.4-f", "R23: of a town", "town", "road", {}, 0.5),
    ("move-1 turn-3-f move-9 1.4-g", "R23: a railway that of forest", "forest", "rail", {}, 0.25),
    ("move-1 turn-3-f move-9 1.4-g", "R23: railway, marsh", "marsh", "rail", {}, 0.25),
    ("move-1 turn-3-f move-9 1.4-g", "R23: railway, mountain", "mountain", "rail", {}, 0.25),
    ("move-1 turn-3-f move-9 1.4-g", "R23: railway, town", "town", "rail", {}, 0.25),
)
def test_what_a_step_costs(terrain: str, link: str, light: dict[str, Any], cost: float) -> None:
    outputs = move({"terrain": terrain, "link": link}, **light)
    assert (outputs["spent"], outputs["left"]) == (cost, 3 - cost)


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
    assert explained("movement-cost", **order(hex_, **changed))[0][1] == rule


ZONE, MOUNTAIN, ROAD_HEX = {"enemy_zoc": True}, {"terrain": "mountain"}, {"link": "road"}
OVER = {"terrain": "sea", "enemy_zoc": True, "enemy_unit": True, "full_stack": True}
IN_ZONE = {"starts_in_enemy_zoc": True}


@cases(
    "says path changed wanted",
    ("1.4-i move-10", "air units pay one and ignore what is below", [OVER, MOUNTAIN, {"link": "rail"}],
     {"unit_type": "air", **IN_ZONE}, (3, 3, 0, "none")),
    ("1.4-i move-10", "no further than their points", [{}, {}, {}, {}], {"unit_type": "air"}, (3, 3, 0, "allowance")),
    ("1.4-i move-10", "no neutral land", [{}, {"terrain": "neutral"}], {"unit_type": "air"}, (1, 1, 2, "illegal")),
    ("move-8", "ships do not move", [ROAD_HEX], {"unit_type": "ship"}, (0, 0, 3, "illegal")),
    ("supply-5 turn-1-c", "nor units without supply", [ROAD_HEX], {"in_supply": False}, (0, 0, 3, "no-supply")),
    ("supply-5", "air units neither", [ROAD_HEX], {"in_supply": False, "unit_type": "air"}, (0, 0, 3, "no-supply")),
    ("supply-5", "but partisans do", [ROAD_HEX], {"in_supply": False, "unit_type": "partisan"}, (1, 0.5, 2.5, "none")),
    ("move-4", "the minimum move is a whole move", [MOUNTAIN], {"allowance": 2}, (1, 2, 0, "none")),
    ("move-4", "without any allowance one hex", [{"link": "rail"}] * 2, {"allowance": 0}, (1, 0, 0, "allowance")),
    ("move-4", "and only the first", [{"link": "rail"}, MOUNTAIN], {"allowance": 2}, (1, 0.25, 1.75, "allowance")),
    ("move-7", "it opens no sea", [{"terrain": "sea"}], {"allowance": 0.5}, (0, 0, 0.5, "illegal")),
    ("move-4", "and may end in a zone", [{**MOUNTAIN, **ZONE}], {"allowance": 2}, (1, 2, 0, "zoc")),
    ("turn-3-c", "a zone stops", [{}, ZONE, {}], {}, (2, 2, 1, "zoc")),
    ("turn-3-d move-3", "from zone to zone with all it has", [ZONE], IN_ZONE, (1, 3, 0, "glide")),
    ("turn-3-d move-3", "and no further", [ZONE, {}], IN_ZONE, (1, 3, 0, "glide")),
    ("turn-3-d", "out of a zone and later into one is no glide", [{}, ZONE], IN_ZONE, (2, 2, 1, "zoc")),
    ("turn-3-g", "Soviet units glide by road and rail", [ZONE], {"side": "soviet", **IN_ZONE}, (0, 0, 3, "illegal")),
)  # fmt: skip
def test_how_far_a_unit_goes(path: list[dict[str, Any]], changed: dict[str, Any], wanted: tuple[Any, ...]) -> None:
    outputs = move(*path, **changed)
    assert (outputs["entered"], outputs["spent"], outputs["left"], outputs["stopped_by"]) == wanted
    assert outputs["units_to_eliminate"] == 0


@cases(
    "says path changed wanted",
    ("move-3", "a glide", [ZONE], IN_ZONE,
     ["Glides from one enemy zone of control into another: that takes the whole movement, 3."]),
    ("move-4", "the minimum move", [MOUNTAIN], {"allowance": 2},
     ["The first hex costs 3, more than the allowance of 2: as the minimum move it takes everything."]),
    ("turn-3-a turn-3-c setup-8", "a zone, a full stack", [ROAD_HEX, {**ROAD_HEX, "full_stack": True, **ZONE}], {},
     ["Hex 1, along the road: ½.", "Hex 2, along the road: ½.",
      "Hex 2 lies in an enemy zone of control: the unit stops there."]),
    ("turn-3-a", "more than is left", [{}, {}, MOUNTAIN], {},
     ["Hex 1, forest: 1.", "Hex 2, forest: 1.", "Hex 3 costs 3, but only 1 is left."]),
    ("turn-3-a", "the sea", [{}, {"terrain": "sea"}], {},
     ["Hex 1, forest: 1.", "Hex 2 is sea or a great lake, which no ground unit enters."]),
)  # fmt: skip
def test_the_explanation_of_a_way(path: list[dict[str, Any]], changed: dict[str, Any], wanted: list[str]) -> None:
    told = [text for text, _ in explained("movement-cost", **order(*path, **changed))]
    assert told[: len(wanted)] == wanted
    assert told[len(wanted)].startswith("Entered ")


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
    assert UNREACHED.first(side, link, water, sea, False) == reason
    beside = {"hex": "beside", "road_or_rail": link, "river_or_lake": water, "sea": sea}
    reached = ask("zone-of-control", side=side, unit_type="infantry", neighbours=[beside])
    assert reached == {"controlled": [] if reason else ["beside"]}


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


AIR = {"unit_type": "air"}


def lost(end: str) -> list[dict[str, Any]]:
    """A line that ends at once, in a place that the enemy has taken."""
    return [{"end": end, "end_controlled": False, "hexes": []}]


@cases(
    "says hexes changed wanted",
    ("supply-7", "Finnish: two hexes", [{}, {}], {}, True),
    ("supply-7", "Finnish: never three", [{}, {}, {}], {}, False),
    ("supply-8", "Soviet: along road and rail, however far", [ROAD] * 9, SOVIET, True),
    ("supply-8", "Soviet: not off the road", [ROAD, {}, ROAD], SOVIET, False),
    ("supply-7 supply-8", "Swedish: over land, however far", [{}] * 9, {"end": "sweden", **SWEDISH}, True),
    ("supply-2 turn-1-a", "no end in a lost town", [], {"lines": lost("own-national-town")}, False),
    ("supply-2", "nor in a captured one", [], {"end": "captured-town"}, False),
    ("supply-3", "nor in Sweden", [], {"end": "sweden"}, False),
    ("supply-3", "Swedes: not in a Finnish town", [], {"end": "own-national-town", **SWEDISH}, False),
    ("supply-3", "Swedes: over the border", [{"neutral": True}], {"end": "sweden", **SWEDISH}, True),
    ("supply-3", "Swedes: not over the sea", [{"sea": True}], {"end": "sweden", **SWEDISH}, False),
    ("", "without any line", [], {"lines": []}, False),
    ("supply-4", "air units at their base", [], AIR, True),
    ("supply-4", "air units in a captured town", [], {"end": "captured-town", **AIR}, True),
    ("supply-4", "air units: by no line", [{}], AIR, False),
    ("supply-4", "air units: not in Sweden", [], {"end": "sweden", **AIR}, False),
    ("supply-4", "air units: not in a lost town", [], {"lines": lost("captured-town"), **AIR}, False),
    ("supply-1 2.1-j", "partisans need no line", [], {"lines": [], "unit_type": "partisan"}, True),
    ("supply-1 2.1-j", "nor do ships", [], {"lines": [], "unit_type": "ship", **SOVIET}, True),
)
def test_who_is_supplied(hexes: list[dict[str, Any]], changed: dict[str, Any], wanted: bool) -> None:
    assert supply(*hexes, **changed) == wanted


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
    assert BROKEN.first("finland", LineHex(**hex_)) == what
    assert supply({}, hex_) == (what is None)


@pytest.mark.proves("supply-2")
def test_a_captured_town_supplies_only_by_the_option() -> None:
    """R5; it never supplies Swedes."""
    line = {"end": "captured-town", "end_controlled": True, "hexes": []}
    given = {"side": "finland", "nation": "finland", "unit_type": "infantry", "lines": [line]}
    captured = supply_check.under(captured_supply=True)
    assert desk.run(captured, given)["outputs"]["supplied"] is True
    assert desk.run(captured, {**given, "nation": "sweden"})["outputs"]["supplied"] is False


@pytest.mark.proves("turn-1-c", "turn-1-d", "supply-5", "supply-6")
def test_what_a_unit_without_supply_may_do() -> None:
    given = {"side": "finland", "nation": "finland", "unit_type": "infantry"}
    held = ask("supply-check", **given, lines=[{"end": "own-national-town", "end_controlled": True, "hexes": []}])
    assert held == {"supplied": True, "may_move": True, "may_attack": True, "defence_divisor": 1}
    cut_off = ask("supply-check", **given, lines=[])
    assert cut_off == {"supplied": False, "may_move": False, "may_attack": False, "defence_divisor": 2}


def test_sides_and_nations_belong_together() -> None:
    given = {"unit_type": "infantry", "lines": []}
    assert "Soviet side" in refusal("supply-check", side="soviet", nation="finland", **given)
    assert "Soviet side" in refusal("supply-check", side="finland", nation="soviet", **given)


@pytest.mark.proves("supply-2")
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


@cases(
    "says arctic stack wanted",
    ("setup-5 1.2.1-b 1.2.1-g", "south: a division less than there is room for", False, (1, 2, 1), True),
    ("setup-5 1.2.1-b 1.2.1-g", "south: the largest stack", False, (2, 2, 1), True),
    ("setup-5", "south: never three divisions", False, (3, 0, 0), False),
    ("setup-5 1.2.1-b", "south: a lesser unit too many", False, (2, 3, 1), False),
    ("setup-5 1.2.1-g", "south: an artillery unit too many", False, (2, 2, 2), False),
    ("setup-5 1.2.1-g", "south: artillery in all it may have", False, (0, 2, 3), True),
    ("setup-5 1.2.1-g", "south: artillery never takes a division's place", False, (0, 0, 4), False),
    (
        "setup-6 1.2.1-c 1.2.1-h 2.1-g",
        "north: the largest stack, flipped or not",
        True,
        (1, 1, 1),
        True,
    ),
    ("setup-6 1.2.1-c", "north: never two divisions", True, (2, 0, 0), False),
    ("setup-6 1.2.1-c", "north: a lesser unit too many", True, (1, 2, 0), False),
    ("setup-6 1.2.1-h", "north: an artillery unit too many", True, (1, 1, 2), False),
    ("setup-7", "north: two lesser units without a division", True, (0, 2, 1), True),
    ("setup-7", "north: never three", True, (0, 3, 1), False),
)
def test_the_largest_stacks(arctic: bool, stack: tuple[int, int, int], wanted: bool) -> None:
    assert fits(arctic, *stack) == wanted


@pytest.mark.proves("1.2.1-i", "1.2.1-j")
def test_the_explanation_of_a_stack_says_who_stands_in_whose_place() -> None:
    told = explained("stacking-check", arctic=False, divisions=1, lesser=2, artillery=2)
    assert told == [
        ("South of the arctic line there is room for 2 divisions, 2 lesser units and 1 artillery unit.", "setup-5"),
        ("One lesser unit takes the place of a division.", "1.2.1-i"),
        ("One artillery unit takes the place of a lesser unit.", "1.2.1-j"),
        ("1 division, 2 lesser units and 2 artillery units: there is room for all.", "setup-5"),
    ]
    largest = explained("stacking-check", arctic=False, divisions=2, lesser=2, artillery=1)
    assert [rule for _, rule in largest] == ["setup-5", "setup-5"], "each stands in a place of its own"
    empty = explained("stacking-check", arctic=True, divisions=0, lesser=0, artillery=0)
    assert empty[-1] == ("Nobody stands in the hex.", "setup-6")
