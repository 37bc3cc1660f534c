"""The umpire's desk on units on the map and after an attack; and that the map and the desk say the same of a way."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from cases import cases, each
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.board import GRID, TERRAIN, crossing
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.tables import HALVES
from feltherre.games.normandy.units import SIDE, UNITS
from feltherre.ground.hexes.path import walk
from procedure_desk import Desk

DESK = Desk(GAME.procedures)
ask = DESK.ask

# zones of control

AROUND = [
    {"hex": "land", "terrain": "bocage"},
    {"hex": "bridge", "terrain": "open", "river": "bridge"},
    {"hex": "river", "terrain": "open", "river": "unbridged"},
    {"hex": "coast", "terrain": "coast"},
    {"hex": "deep", "terrain": "channel"},
]
ON_LAND = ["land", "bridge"]
EVERYWHERE = ["land", "bridge", "river", "coast", "deep"]


@cases(
    "unit_type against more zone",
    ("STEP-4-c 1.4-river 1.4-bridge", "infantry", "ground", {}, ON_LAND),
    ("STEP-4-c", "artillery", "ground", {}, ON_LAND),
    ("", "rocket-artillery", "ground", {"artillery_zoc": False}, []),
    ("", "flak", "ground", {"artillery_zoc": False}, ON_LAND),
    ("4.1-e", "coastal-artillery", "ground", {}, []),
    ("4.1-h", "battleship", "ground", {}, []),
    ("STEP-4-f", "bomber", "ground", {}, []),
    ("", "infantry", "ship", {}, []),
    ("4.1-e", "coastal-artillery", "ship", {}, ["coast"]),
    ("", "infantry", "air", {}, []),
    ("", "flak", "air", {}, EVERYWHERE),
)
def test_where_a_zone_reaches(unit_type: str, against: str, more: dict[str, Any], zone: list[str]) -> None:
    found = ask("zone-of-control", unit_type=unit_type, against=against, neighbours=AROUND, **more)
    assert found == {"zoc_hexes": zone, "own_hex": against == "air" and bool(zone)}


# movement

UNIT = {"id": "x", "side": "german", "kind": "ground", "movement": 5, "loss_value": 2}


def gone(*steps: dict[str, Any], zone: bool = False, **unit: Any) -> tuple[list[float], bool, int | None, str | None]:
    """(costs, whether it has to stop, the illegal step, why) of a way over open land unless a step says otherwise."""
    way = [{"hex": str(at), "terrain": "open", **step} for at, step in enumerate(steps)]
    found = ask("movement-cost", unit={**UNIT, **unit}, starts_in_enemy_zoc=zone, steps=way)
    assert found["total"] == sum(found["costs"]) == found["allowance"] - found["remaining"]
    assert found["legal"] == (found["reason"] is None)
    return found["costs"], found["must_stop"], found["illegal_step"], found["reason"]


ZONE, RIVER, OVER = {"enemy_zoc": True}, {"river": "unbridged"}, {"attack_aircraft": 2, "bombers": 1}


@cases(
    "says steps unit costs stops illegal reason",
    ("LAN-4", "half of 5 in the landing turn", [{}, {}, {}], {"lands_this_turn": True}, [1, 1], False, 2, "too-far"),
    ("STEP-4-a", "it need not move", [], {}, [], False, None, None),
    ("STEP-4-c", "stopped by a zone", [{}, ZONE, {}], {}, [1, 1], True, 2, "must-stop"),
    ("STEP-4-d", "from zone to zone with all it has", [ZONE], {"zone": True}, [5], True, None, None),
    ("STEP-4-d", "not after another step", [{}, ZONE, ZONE], {"zone": True}, [1, 1], True, 2, "must-stop"),
    ("MOV-2", "a river at once", [RIVER], {}, [5], True, None, None),
    ("MOV-2", "a river later", [{}, RIVER], {}, [1], False, 1, "river-needs-all"),
    ("STEP-4-f 1.4-air", "aircraft on the road", [{**OVER, "road": True}], {"movement": 6}, [5.5], False, None, None),
    ("STEP-4-f 1.4-air", "aircraft off the road", [OVER], {}, [4], False, None, None),
    ("STEP-4-f 1.4-air", "Allies are not hindered", [OVER], {"side": "allied"}, [1], False, None, None),
    ("MOV-2", "a river takes all, whoever flies", [{**OVER, **RIVER}], {}, [5], True, None, None),
    ("STEP-4-e", "no room to stay", [{}, {"stacking_there": 5}], {}, [1], False, 1, "no-room"),
    ("STEP-4-e", "room to pass", [{"stacking_there": 6}, {"stacking_there": 4}], {}, [1, 1], False, None, None),
    ("", "the enemy", [{"enemy_units": True}], {}, [], False, 0, "enemy-there"),
    ("", "water", [{"terrain": "coast"}], {}, [], False, 0, "water"),
    ("", "a ship on land", [{"terrain": "coast"}, {}], {"kind": "ship"}, [1], False, 1, "ashore"),
    (
        "",
        "a ship before a battery",
        [{"terrain": "coast", **ZONE}, {"terrain": "coast"}],
        {"kind": "ship"},
        [1],
        True,
        1,
        "must-stop",
    ),
    (
        "",
        "on the Channel no battery reaches it",
        [{"terrain": "channel", **ZONE}, {"terrain": "coast"}],
        {"kind": "ship"},
        [1, 1],
        False,
        None,
        None,
    ),
    (
        "STEP-4-g 1.4-air",
        "aircraft fly over all of it",
        [{**ZONE, **RIVER, "enemy_units": True, "terrain": "marsh"}, {"stacking_there": 6}],
        {"kind": "air"},
        [1, 1],
        False,
        None,
        None,
    ),
    ("", "as far as they reach", [{}, {}], {"kind": "air", "movement": 1}, [1], False, 1, "too-far"),
)
def test_what_a_way_costs(
    steps: list[dict[str, Any]],
    unit: dict[str, Any],
    costs: list[float],
    stops: bool,
    illegal: int | None,
    reason: str | None,
) -> None:
    assert gone(*steps, **unit) == (costs, stops, illegal, reason)


@pytest.mark.proves("STEP-4-h", "MOV-1", "MOV-2", "STEP-4-d")
def test_each_step_is_told_with_its_rule() -> None:
    way = [{"hex": "a", "terrain": "marsh"}, {"hex": "b", "terrain": "covered", "road": True}]
    told = DESK.explained("movement-cost", unit=UNIT, steps=way)
    assert told[1:3] == [("Hex 1: 4.", "1.4-marsh"), ("Hex 2 along the road: ½.", "MOV-1")]
    for more, rule, stops_by in ((RIVER, "MOV-2", "MOV-2"), (ZONE, "STEP-4-d", "STEP-4-c")):
        way = [{"hex": "a", "terrain": "open", **more}]
        told = DESK.explained("movement-cost", unit=UNIT, starts_in_enemy_zoc=True, steps=way)
        assert told[1] == ("Hex 1 takes the whole movement: 5.", rule)
        assert told[2] == ("The unit has to stop in hex 1.", stops_by)
    for kind, rules in (("ship", ["1.4-coast", "1.4-channel"]), ("air", ["1.4-air", "1.4-air"])):
        way = [{"hex": "a", "terrain": "coast"}, {"hex": "b", "terrain": "channel"}]
        told = DESK.explained("movement-cost", unit={**UNIT, "kind": kind}, steps=way)
        assert told[1:3] == [("Hex 1: 1.", rules[0]), ("Hex 2: 1.", rules[1])]


def described(state: NormandyState, unit: int, here: int, there: int) -> dict[str, Any]:
    """A step on the map as an umpire describes it."""
    between, side = crossing(here, there), SIDE[unit]
    own = [one for one in units.COUNTERS.ground_in(state, there, side) if one != unit]
    over = [UNITS[one].type for one in units.AIR_UNITS if state.flown[one] and state.places[one] == there]
    return {
        "hex": board.number(there),
        "terrain": TERRAIN[there],
        "road": board.is_road(here, GRID.direction(here, there)),
        "river": "unbridged" if between == "river" else between,
        "enemy_units": maps.has_enemy(state, there, side),
        "enemy_zoc": maps.in_enemy_zone(state, there, side),
        "attack_aircraft": over.count("attack-aircraft"),
        "bombers": over.count("bomber"),
        "stacking_there": sum(units.LOSS_VALUE[one] for one in own),
    }


def crowded(random: Random) -> NormandyState:
    """Both sides thrown together around Caen, aircraft over them."""
    state = NormandyState()
    land = [hex_ for hex_ in GRID.within(board.hex_of("1512"), 4) if board.IS_LAND[hex_]]
    random.shuffle(land)
    halves = land[: len(land) // 2], land[len(land) // 2 :]
    for side in (0, 1):
        for unit in random.sample([u for u in units.COUNTERS.ground_of_side[side] if not units.IS_BATTERY[u]], 14):
            fits = [hex_ for hex_ in halves[side] if maps.fit(state, side, hex_, [unit])]
            maps.put(state, unit, random.choice(fits))
    for unit in random.sample(units.AIR_UNITS, 5):
        state.flown[unit] = 1
        maps.put(state, unit, random.choice(land))
    return state


@pytest.mark.proves("STEP-4-a", "STEP-4-c", "STEP-4-d", "STEP-4-e", "MOV-2")
def test_a_way_on_the_map_goes_as_far_and_costs_as_much_as_the_umpire_says() -> None:
    random = Random(1944)
    reasons: set[str | None] = set()
    for _ in range(10):
        state = crowded(random)
        for unit in [one for one, hex_ in enumerate(state.places) if hex_ >= 0 and units.IS_GROUND[one]]:
            for _ in range(8):
                way = [state.places[unit]]
                while len(way) < random.randint(2, 6):
                    way.append(random.choice([hex_ for hex_ in GRID.neighbours[way[-1]] if hex_ not in way] or way[:1]))
                if len(set(way)) < len(way):
                    continue
                one, state.side = UNITS[unit], SIDE[unit]
                given = {
                    "unit": {name: getattr(one, name) for name in ("id", "side", "movement", "loss_value")}
                    | {"kind": "ground"},
                    "starts_in_enemy_zoc": maps.in_enemy_zone(state, way[0], SIDE[unit]),
                    "steps": [described(state, unit, *pair) for pair in pairwise(way)],
                }
                wanted = ask("movement-cost", **given)
                found = walk(
                    *(maps.movers_of(state)[unit], maps.THEATRE.bits_for(state, unit)),
                    *(way, maps.allowance_of(state, unit)),
                )
                entered = len(wanted["costs"])
                assert [cost / HALVES for cost in found.costs[:entered]] == wanted["costs"], (one.id, way)
                assert (found.refusal is None) == wanted["legal"], (one.id, way, wanted)
                reasons.add(wanted["reason"])
    assert reasons == {None, "water", "too-far", "must-stop", "river-needs-all", "enemy-there", "no-room"}


# stacking and supply


@pytest.mark.proves("STEP-4-e", "3.1-e", "1.2-a")
def test_the_desk_and_the_map_agree_on_what_is_too_many() -> None:
    state = NormandyState()
    hex_ = board.hex_of("1512")
    stack: list[int] = []
    for unit in units.COUNTERS.ground_of_side[1][:8]:
        legal = maps.fit(state, 1, hex_, [*stack, unit])
        stack.append(unit)
        values = [units.LOSS_VALUE[one] for one in stack]
        assert ask("stacking-check", loss_values=values) == {"total": sum(values), "legal": legal}


LINKS = [["s", "a"], ["a", "b"], ["b", "c"]]
FAR = {"id": "far", "hex": "c", "side": "german", "loss_value": 2}


@cases(
    "says more isolated destroyed",
    ("SUP-1 STEP-3-b", "any distance", {}, [], []),
    (
        "SUP-2",
        "an enemy unit on the line",
        {"units": [FAR, {**FAR, "id": "e", "side": "allied", "hex": "a"}]},
        ["far"],
        [],
    ),
    (
        "SUP-2",
        "an enemy in the source",
        {"units": [FAR, {**FAR, "id": "e", "side": "allied", "hex": "s"}]},
        ["far"],
        [],
    ),
    ("SUP-2", "R27: a zone", {"enemy_zoc": ["b"]}, ["far"], []),
    (
        "SUP-2",
        "R27: an own unit in it",
        {"enemy_zoc": ["b"], "units": [FAR, {**FAR, "id": "near", "hex": "b"}]},
        [],
        [],
    ),
    ("SUP-2", "R27: not in the source", {"enemy_zoc": ["s"]}, [], []),
    ("SUP-2", "nor in the own hex", {"enemy_zoc": ["c"]}, [], []),
    ("SUP-3", "no source", {"sources": []}, ["far"], []),
    ("STEP-3-a 1.2-d", "the last loss", {"sources": [], "units": [{**FAR, "losses": 1}]}, ["far"], ["far"]),
)
def test_who_is_supplied(more: dict[str, Any], isolated: list[str], destroyed: list[str]) -> None:
    given: dict[str, Any] = {"side": "german", "links": LINKS, "sources": ["s"], "units": [FAR], **more}
    found = ask("supply-check", **given)
    own = [unit["id"] for unit in given["units"] if unit["side"] == "german"]
    assert found == {
        "supplied": [one for one in own if one not in isolated],
        "isolated": isolated,
        "destroyed": destroyed,
    }


# after an attack

ONE, TWO = {"id": "one", "loss_value": 2}, {"id": "two", "loss_value": 1}


@cases(
    "says losses allocation legal destroyed points",
    ("1.5-b 1.2-c", "one of them", 2, {"one": 2}, True, ["one"], 2),
    ("1.5-b", "one each", 2, {"one": 1, "two": 1}, True, ["two"], 1),
    ("1.5-b", "too few", 2, {"one": 1}, False, [], 0),
    ("1.5-b", "more than there are", 2, {"one": 2, "two": 1}, False, [], 0),
    ("1.5-b", "more than it bears", 2, {"two": 2}, False, [], 0),
    ("1.5-b VIC-3", "R35: what is beyond all is ignored", 5, {"one": 2, "two": 1}, True, ["one", "two"], 3),
)
def test_losses_are_shared(
    losses: int, allocation: dict[str, int], legal: bool, destroyed: list[str], points: int
) -> None:
    found = ask("allocate-losses", units=[ONE, TWO], losses=losses, allocation=allocation)
    assert found == {"legal": legal, "destroyed": destroyed, "victory_points": points}


BATTERY = {"id": "battery", "loss_value": 1, "immobile": True}
HEX = {"hex": "h"}


@cases(
    "says stack terrain choice candidates to legal extra destroyed goes behind",
    ("1.5-c", "into a free hex", [ONE], "open", "retreat", [HEX], "h", True, 0, False, "h", []),
    ("1.5-c", "somewhere it must go", [ONE], "open", "retreat", [HEX], None, False, 0, False, None, []),
    (
        "1.5-c",
        "away from the attackers",
        [ONE],
        "open",
        "retreat",
        [{**HEX, "adjacent_attackers": 1}, {"hex": "i"}],
        "h",
        False,
        0,
        False,
        None,
        [],
    ),
    (
        "1.5-c",
        "that comes before zones (R14)",
        [ONE],
        "open",
        "retreat",
        [{**HEX, "enemy_zoc": True}, {"hex": "i", "adjacent_attackers": 1}],
        "h",
        True,
        1,
        False,
        "h",
        [],
    ),
    ("1.5-c", "no room", [ONE], "open", "retreat", [{**HEX, "free_stacking": 1}], None, True, 1, False, None, []),
    (
        "1.4-river",
        "over a river",
        [ONE],
        "open",
        "retreat",
        [{**HEX, "river": "unbridged"}],
        "h",
        False,
        0,
        False,
        None,
        [],
    ),
    ("1.5-c", "into the water", [ONE], "open", "retreat", [{**HEX, "land": False}], None, True, 1, False, None, []),
    ("1.5-c", "among enemies", [TWO], "open", "retreat", [{**HEX, "enemy_units": True}], None, True, 1, True, None, []),
    ("1.5-d", "through a zone", [ONE], "open", "retreat", [{**HEX, "enemy_zoc": True}], "h", True, 1, False, "h", []),
    ("1.5-d", "shut in (R14)", [TWO], "open", "retreat", [{**HEX, "enemy_zoc": True}], "h", True, 1, True, None, []),
    (
        "1.5-d 3.1-d",
        "cancelled",
        [ONE],
        "open",
        "retreat",
        [{**HEX, "enemy_zoc": True, "own_zoc": True}],
        "h",
        True,
        0,
        False,
        "h",
        [],
    ),
    (
        "1.5-d 3.1-g",
        "not where own units are",
        [ONE],
        "open",
        "retreat",
        [{**HEX, "enemy_zoc": True, "own_zoc": True, "own_units": True}],
        "h",
        True,
        1,
        False,
        "h",
        [],
    ),
    ("1.5-e 1.4-bocage", "a loss instead", [ONE], "bocage", "loss", [HEX], None, True, 1, False, None, []),
    ("1.5-e 1.4-marsh", "which destroys", [TWO], "marsh", "loss", [], None, True, 1, True, None, []),
    ("1.5-e", "not in the open", [ONE], "open", "loss", [HEX], None, False, 0, False, None, []),
    (
        "4.1-e",
        "a battery stays and is lost",
        [ONE, BATTERY],
        "open",
        "retreat",
        [HEX],
        "h",
        True,
        0,
        False,
        "h",
        ["battery"],
    ),
    (
        "1.5-c",
        "it counts for the room",
        [ONE, BATTERY],
        "open",
        "retreat",
        [{**HEX, "free_stacking": 2}],
        None,
        True,
        1,
        False,
        None,
        [],
    ),
    ("1.5-c", "a battery alone", [BATTERY], "open", "retreat", [HEX], None, True, 1, True, None, []),
)
def test_retreats(
    stack: list[Any],
    terrain: str,
    choice: str,
    candidates: list[Any],
    to: str | None,
    legal: bool,
    extra: int,
    destroyed: bool,
    goes: str | None,
    behind: list[str],
) -> None:
    given = {"stack": stack, "terrain": terrain, "choice": choice, "candidates": candidates, "to": to}
    found = ask("retreat", **given)
    assert (found["legal"], found["extra_losses"], found["stack_destroyed"]) == (legal, extra, destroyed)
    assert (found["retreats_to"], found["left_behind"]) == (goes, behind)
    assert found["loss_instead_allowed"] == (terrain in ("bocage", "marsh", "city"))


@cases(
    "says empty chosen legal",
    ("1.5-f", "both", True, ["one", "two"], True),
    ("1.5-f", "nobody", True, [], True),
    ("1.5-f", "into a hex that is held", False, ["one"], False),
    ("3.1-b", "over a river", True, ["guns"], False),
    ("STEP-4-e", "too many", True, ["one", "two", "three", "four"], False),
    ("1.5-f", "somebody else", True, ["else"], False),
)
def test_who_may_advance(empty: bool, chosen: list[str], legal: bool) -> None:
    attackers = [
        *({"id": id_, "loss_value": 2} for id_ in ("one", "two", "three", "four")),
        {**TWO, "id": "guns", "crossing": "river"},
    ]
    found = ask("advance-after-combat", hex_empty=empty, attackers=attackers, chosen=chosen)
    assert found == {"legal": legal, "advancing": chosen if legal else []}


UTAH = {"id": "utah", "group": "us"}
LANDS = {"unit": "us-4-inf", "nation": "us", "loss_value": 2, "beachhead": "utah"}


@each(
    "procedure given told",
    ("stacking-check", {"loss_values": [2, -1]}, "loss_values"),
    ("allocate-losses", {"units": [ONE], "losses": 1, "allocation": {"two": 1}}, "two is not among them"),
    ("allocate-losses", {"units": [ONE, ONE], "losses": 1, "allocation": {}}, "A unit is named twice"),
    ("retreat", {"terrain": "open", "stack": [], "candidates": []}, "Nobody is left"),
    ("retreat", {"terrain": "open", "stack": [{**ONE, "losses": 2}], "candidates": []}, "as many losses as destroy it"),
    ("retreat", {"terrain": "open", "stack": [ONE], "candidates": [HEX, HEX]}, "A hex is named twice"),
    ("supply-check", {"side": "german", "links": [["a"]], "sources": [], "units": []}, "links"),
    ("landing-capacity", {"beachheads": [UTAH], "landings": [LANDS, LANDS]}, "A unit is named twice"),
)
def test_what_cannot_be_is_refused(procedure: str, given: dict[str, Any], told: str) -> None:
    assert told in DESK.refusal(procedure, **given)
