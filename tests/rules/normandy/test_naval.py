"""Ships (1.4-channel, 1.4-coast, 4.1-f, 4.1-h), their support of attacks, and coastal artillery (1.6, 4.1-e, 4.1-g)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from feltherre.games.normandy import board, maps, naval, units
from feltherre.games.normandy.actions import Duel
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.state import NormandyState, Rules
from feltherre.hexgame import marching
from normandy_table import Playing, hex_, opening, position, unit
from procedure_desk import Desk

DESK = Desk(GAME.procedures)
NEVADA, TEXAS, WARSPITE = "bb-nevada", "bb-texas", "bb-warspite"

# the table

#: rows 1 to 6 of the die, columns 1 to 6 of attack points: table 1.6 as the book prints it, and the smoothed 1.6-R
PRINTED = """
A2 A1 A1 A1 A1 A1
A1 A1 A1 F1 -  F1
A1 A1 F1 -  F1 F2
F1 F1 -  F1 F2 F2
F1 -  F1 F2 F2 F3
-  F2 F2 F2 F3 FE
"""
SMOOTHED = """
A2 A1 A1 A1 A1 -
A1 A1 A1 A1 -  F1
A1 A1 A1 -  F1 F2
A1 A1 -  F1 F2 F2
A1 -  F1 F2 F2 F3
-  F1 F2 F2 F3 FE
"""
TABLES = {"printed": PRINTED.split(), "smoothed": SMOOTHED.split()}


def gun(id_: str, kind: str = "ship", strength: int = 2) -> dict[str, Any]:
    return {"id": id_, "kind": kind, "strength": strength, "loss_value": 3 if kind == "ship" else 1}


BATTERY = gun("cb", "coastal-artillery")


def fire(strength: int, die: int, **more: Any) -> Any:
    return DESK.ask(
        "naval-vs-coastal",
        **{"attackers": [gun("bb", strength=strength)], "defenders": [BATTERY], "dice": [die], **more},
    )


@pytest.mark.proves("1.6-a")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("points", range(1, 9))
def test_the_table_of_ships_and_coastal_artillery(table: str, points: int) -> None:
    """More than 6 points count 6 (R6)."""
    for die in range(1, 7):
        result = TABLES[table][6 * (die - 1) + min(points, 6) - 1]
        found = fire(points, die, table=table)
        assert (found["attack_points"], found["column"], found["result"]) == (points, min(points, 6), result)
        side, number = (result[0], result[1]) if result != "-" else ("-", "0")
        hits = {s: int(number) if s == side and number != "E" else 0 for s in "AF"}
        assert (found["attacker_losses"], found["defender_losses"]) == (hits["A"], hits["F"])
        assert found["defenders_eliminated"] == (result == "FE")


def test_seven_cells_of_the_printed_table_are_smoothed() -> None:
    other = [n for n, cells in enumerate(zip(*TABLES.values(), strict=True)) if cells[0] != cells[1]]
    cells = {(1, 6), (2, 4), (3, 3), (4, 1), (4, 2), (5, 1), (6, 2)}
    assert {(n // 6 + 1, n % 6 + 1) for n in other} == cells


@pytest.mark.proves("1.6-a", "4.1-g")
def test_the_umpire_rules_as_the_examples_say() -> None:
    examples = [e for e in GAME.ledger.examples.values() if e.procedure == "naval-vs-coastal"]
    assert [e.id for e in examples] == ["chk-naval-three-ships", "chk-naval-battery-fires"]
    for example in examples:
        DESK.check_example(example)


@cases(
    "says more reason",
    ("4.1-g", "ships in the German phase", {"attacking_side": "german"}, "wrong-side"),
    (
        "4.1-g",
        "batteries in the Allied phase",
        {"attackers": [BATTERY], "defenders": [gun("bb")], "attacking_side": "allied"},
        "wrong-side",
    ),
    ("STEP-5-e 4.1-g", "a ship that has attacked", {"already_attacked": ["bb"]}, "already-attacked"),
)
def test_who_may_not_fire(more: dict[str, Any], reason: str) -> None:
    found = DESK.ask("naval-vs-coastal", **{"attackers": [gun("bb")], "defenders": [BATTERY], "dice": None, **more})
    assert (found["legal"], found["reason"], found["result"]) == (False, reason, None)


@pytest.mark.proves("4.1-g", "1.8-storm")
@pytest.mark.parametrize("weather", ["clear", "rain", "storm"])
def test_no_weather_stops_the_fire(weather: str) -> None:
    assert fire(2, 6, weather=weather)["result"] == "F2"


@pytest.mark.proves("1.6-a")
def test_a_ruling_on_fire_tells_each_number_with_its_rule() -> None:
    told = DESK.explained("naval-vs-coastal", attackers=[gun("bb", strength=7)], defenders=[BATTERY], dice=[5])
    assert told == [
        ("7 attack points: column 6.", "1.6-a"),
        ("A 5: F3.", "1.6-a"),
        ("The defender takes 3.", "1.5-b"),
    ]


@pytest.mark.proves("1.6-a")
@pytest.mark.parametrize(
    "more",
    [
        {"attackers": []},
        {"defenders": []},
        {"defenders": [gun("x")]},
        {"attackers": [gun("bb"), gun("other", "coastal-artillery")]},
        {"attackers": [gun("bb"), gun("bb")]},
    ],
)
def test_one_kind_fires_at_the_other(more: dict[str, Any]) -> None:
    assert DESK.refusal("naval-vs-coastal", **{"attackers": [gun("bb")], "defenders": [BATTERY], "dice": [1], **more})


# movement at sea


@cases(
    "says terrain points",
    ("1.4-channel", "open sea", "channel", 1),
    ("1.4-coast", "coast", "coast", 1),
    ("4.1-h", "ashore, never", "open", -1),
)
def test_what_a_step_costs_a_ship(terrain: str, points: int) -> None:
    assert maps.sea_price(terrain) == (2 * points if points > 0 else -maps.ASHORE)


@pytest.mark.proves("STEP-4-a")
def test_ships_move_a_point_a_hex_on_the_water_and_never_ashore() -> None:
    play = position(allied={"1001": [NEVADA, TEXAS]})
    reach = play.reach(NEVADA)
    assert all(not board.IS_LAND[hex_(name)] for name in reach)
    assert reach["1005"] == 4
    assert reach["0908"] == 7
    way = ["1002", "1003", "1004", "1005", "1006", "1007", "1008"]
    assert play.refusal(f"{NEVADA} > {' > '.join((*way, '1009'))}") == ("ashore", "1.4-channel")
    assert play.refusal(f"{NEVADA} > {' > '.join((*way, '1108', '1208'))}") == ("too-far", "1.4-channel")
    play(f"{NEVADA} > {' > '.join(way)}")
    assert play.place(NEVADA) == "1008"
    assert play.refusal(f"{NEVADA} > 1007") == ("moved-already", "STEP-4-a")


@pytest.mark.proves("4.1-e", "1.4-channel", "1.4-coast")
def test_coastal_artillery_controls_the_coast_hexes_beside_it_and_no_others() -> None:
    """The nine batteries of the scenario, whose zones by the book lie in the light-blue hexes alone."""
    play = opening()
    bits = maps.bits_of(play.state)
    batteries = {play.state.places[battery] for battery in units.BATTERIES}
    assert len(batteries) == 9
    coast = {n for n in range(board.SIZE) if board.TERRAIN[n] == "coast"}
    beside = {n for n in coast if batteries & set(board.GRID.neighbours[n])}
    assert {n for n in coast if bits[n] & maps.ZONE[1]} == beside
    assert not any(bits[n] & maps.ZONE[1] for n in range(board.SIZE) if board.TERRAIN[n] == "channel")
    # alone it controls no land
    alone = position(german={"1209": ["cb-longues"]}).state
    assert not any(bits & maps.ZONE[1] for n, bits in enumerate(maps.bits_of(alone)) if board.IS_LAND[n])


@pytest.mark.proves("4.1-f", "1.4-coast", "1.4-channel")
def test_a_ship_stops_where_coastal_artillery_controls_the_coast() -> None:
    """Longues (1209) reaches 1108, 1208 and 1309."""
    way = f"{NEVADA} > 1207 > 1208 > 1307"
    play = position(allied={"1206": [NEVADA]}, german={"1209": ["cb-longues"]})
    assert play.refusal(way) == ("must-stop", "4.1-f")
    play(f"{NEVADA} > 1207 > 1208")
    assert play.place(NEVADA) == "1208"
    # where no battery is left, nothing holds it up
    free = position(allied={"1206": [NEVADA]}, german={"1209": ["de-21-pz"]})
    free(way)
    assert free.place(NEVADA) == "1307"


@pytest.mark.proves("4.1-f", "STEP-4-d")
def test_from_one_controlled_coast_hex_to_another_takes_the_whole_move() -> None:
    play = position(allied={"1208": [NEVADA]}, german={"1209": ["cb-longues"]})
    mover = maps.movers_of(play.state)[unit(NEVADA)]
    assert marching.cost_of(maps.THEATRE, play.state, unit(NEVADA), [hex_("1309")], mover) == 2 * 8
    assert marching.cost_of(maps.THEATRE, play.state, unit(NEVADA), [hex_("1308")], mover) == 2 * 1
    play(f"{NEVADA} > 1309")
    assert play.place(NEVADA) == "1309"


@pytest.mark.proves("4.1-h", "STEP-4-c")
def test_ships_hinder_nobody_on_land_and_stack_as_they_like() -> None:
    fleet = [one.id for one in units.UNITS if one.type == "battleship"]
    play = position(side="german", allied={"1208": fleet}, german={"1310": ["de-21-pz"]})
    assert len(fleet) == 6
    play("de-21-pz > 1210 > 1209 > 1109")
    assert play.place("de-21-pz") == "1109"


# support of attacks (STEP-5-c)


def off_gold(**more: Any) -> Playing:
    """The 50th at Gold before the 716th in 1410, with ships off the coast, one of them farther out."""
    allied = {"1310": ["br-50-inf"], "1409": [NEVADA, TEXAS], "1408": [WARSPITE]}
    return position(phase="combat", allied=allied, german={"1410": ["de-716-inf"]}, **more)


@pytest.mark.proves("STEP-5-c", "STEP-5-e", "4.1-h", "3.1-a")
def test_ships_in_coast_hexes_beside_the_hex_add_their_strength() -> None:
    play = off_gold().throws([3])
    assert play.refusal(f"attack 1410 with br-50-inf + {WARSPITE}") == ("attack.not-beside", "STEP-5-a")
    assert play.refusal(f"attack 1410 with {NEVADA}") == ("attack.nobody-leads", "STEP-5-b")
    play(f"attack 1410 with br-50-inf + {NEVADA} + {TEXAS}")
    told = next(event for event in play.events if event.text.key == "normandy.event.battle")
    assert told.text.args["attack"] == 6 + 2 + 2
    assert play.state.attacked[unit(NEVADA)]


@pytest.mark.proves("1.8-storm", "1.8-rain", "STEP-5-c")
@pytest.mark.parametrize("weather", ["clear", "rain", "storm"])
def test_a_storm_stops_the_support_of_the_fleet_and_rain_does_not(weather: str) -> None:
    play = off_gold(weather=weather)
    line = f"attack 1410 with br-50-inf + {NEVADA}"
    if weather == "storm":
        assert play.refusal(line) == ("attack.storm", "1.8-storm")
    else:
        play.throws([1])(line)
        assert "battle" in play.told()


# fire


def off_longues(side: str = "allied", **more: Any) -> Playing:
    """Two ships off the battery of Longues, one farther out."""
    allied = {"1208": [NEVADA, TEXAS], "1207": [WARSPITE]}
    return position(side=side, phase="combat", allied=allied, german={"1209": ["cb-longues"]}, **more)


@pytest.mark.proves("4.1-g", "1.6-a", "STEP-5-e", "VIC-3")
def test_ships_silence_a_battery() -> None:
    play = off_longues().throws([5])
    assert play.refusal(f"fire at 1209 with {WARSPITE}") == ("attack.not-beside", "4.1-g")
    assert play.refusal("fire at 1210 with bb-nevada") == ("duel.no-target", "4.1-g")
    play(f"fire at 1209 with {NEVADA} + {TEXAS}")
    # 4 points, a 5: F2
    assert play.place("cb-longues") == "destroyed"
    assert play.told()[:2] == ["attack", "gunfire"]
    assert play.state.phase != "combat" or play.asked != ["allied"]


@pytest.mark.proves("1.6-a", "4.1-g", "3.1-d2")
def test_the_owner_spreads_the_losses_of_ships_that_fire() -> None:
    play = off_longues().throws([1])
    play(f"fire at 1209 with {NEVADA} + {TEXAS}")
    # 4 points, a 1: A1
    assert play.prompt == "losses"
    play(f"losses {TEXAS}")
    assert (play.losses(NEVADA), play.losses(TEXAS)) == (0, 1)
    assert play.place("cb-longues") == "1209"


@pytest.mark.proves("4.1-g", "1.6-a", "4.1-e")
def test_coastal_artillery_fires_at_the_ships_it_controls_in_the_german_phase() -> None:
    play = off_longues("german").throws([6], [4])
    assert play.refusal("fire at 1207 with cb-longues") == ("duel.no-target", "4.1-g")
    play("fire at 1208 with cb-longues")
    # 2 points, a 6: F2
    assert play.prompt == "losses"
    play(f"losses {NEVADA} + {NEVADA}")
    assert play.losses(NEVADA) == 2


@pytest.mark.proves("1.6-a", "4.1-g")
def test_batteries_that_control_the_same_hex_fire_together() -> None:
    """Cherbourg (0405) and Hamburg (0504) both reach 0404."""
    german = {"0405": ["cb-cherbourg"], "0504": ["cb-hamburg"]}
    play = position(side="german", phase="combat", allied={"0404": [NEVADA]}, german=german).throws([6], [4])
    play("fire at 0404 with cb-cherbourg + cb-hamburg")
    told = next(event for event in play.events if event.text.key == "normandy.event.gunfire")
    assert (told.text.args["n"], told.text.args["result"]) == (4, "F2")
    assert play.losses(NEVADA) == 2


@pytest.mark.proves("1.6-a", "VIC-3")
def test_six_points_and_a_six_eliminate_all_in_the_hex() -> None:
    allied = {"1208": [NEVADA, TEXAS, WARSPITE]}
    play = position(phase="combat", allied=allied, german={"1209": ["cb-longues", "de-21-pz"]}).throws([6])
    play(f"fire at 1209 with {NEVADA} + {TEXAS} + {WARSPITE}")
    # the coastal artillery, and nobody who stands beside it
    assert (play.place("cb-longues"), play.place("de-21-pz")) == ("destroyed", "1209")


@pytest.mark.proves("STEP-5-e", "4.1-g")
def test_a_ship_fires_or_supports_once_in_a_turn() -> None:
    allied = {"1109": ["us-1-inf"], "1208": [NEVADA, TEXAS]}
    play = position(phase="combat", allied=allied, german={"1209": ["cb-longues", "de-716-inf"]}).throws([2])
    play(f"fire at 1209 with {NEVADA}")
    assert play.losses(NEVADA) == 1
    assert play.refusal(f"attack 1209 with us-1-inf + {NEVADA}") == ("attack.has-attacked", "STEP-5-e")
    assert play.refusal(f"fire at 1209 with {NEVADA}") == ("attack.has-attacked", "STEP-5-e")
    assert play.refusal("fire at 1209 with us-1-inf") == ("duel.neither", "1.6-a")
    play.throws([6])(f"attack 1209 with us-1-inf + {TEXAS}")
    assert play.state.attacked[unit(TEXAS)]


@pytest.mark.proves("4.1-g", "1.8-storm")
def test_in_a_storm_ships_and_coastal_artillery_fire_all_the_same() -> None:
    play = off_longues(weather="storm").throws([5])
    play(f"fire at 1209 with {NEVADA} + {TEXAS}")
    assert play.place("cb-longues") == "destroyed"


@pytest.mark.proves("1.6-a")
@pytest.mark.parametrize(("table", "lost"), [("printed", True), ("smoothed", False)])
def test_the_table_is_an_option_of_the_game(table: str, lost: bool) -> None:
    """2 points, a 4: the printed table hits the defender, the smoothed one the attacker."""
    assert opening(naval_table=table).state.rules.naval_table == table
    play = off_longues(rules=Rules(naval_table=table)).throws([4])
    play(f"fire at 1209 with {NEVADA}")
    assert play.place("cb-longues") == ("destroyed" if lost else "1209")
    assert play.losses(NEVADA) == (0 if lost else 1)


def test_the_chances_of_fire_are_seen_before_it_is_opened() -> None:
    play = off_longues()
    action = GAME.notation.read(f"fire at 1209 with {NEVADA} + {TEXAS}")
    (seen,) = GAME.foreseen(play.state, "allied", action)
    assert (seen.place, seen.procedure) == ("1209", "naval-vs-coastal")
    assert list(seen.values) == ["A1", "F1", "-", "F2"]
    for hex_name, names in (("1209", (WARSPITE,)), ("9999", (NEVADA,)), ("1209", ("nobody",)), ("1210", (NEVADA,))):
        assert GAME.foreseen(play.state, "allied", Duel(hex_name, names)) == []


def test_fire_is_told_and_shown_with_those_who_take_part() -> None:
    play = off_longues()
    play.state.dice = "typed"
    line = f"fire at 1209 with {NEVADA} + {TEXAS}"
    told = GAME.tell_action(play.state, "allied", GAME.notation.read(line))
    assert (told.key, len(told.args["defenders"])) == ("normandy.action.duel", 1)
    assert line in play.offered()
    play(line)
    battle = GAME.scene(play.state, ()).battle
    assert battle is not None
    assert [(force.side, force.count) for force in battle.forces] == [("allied", 2), ("german", 1)]


@pytest.mark.proves("4.1-g", "4.1-e", "1.4-channel", "1.4-coast")
@given(st.sampled_from(["allied", "german"]), st.data())
def test_fire_crosses_the_shore_and_nothing_else(side: str, data: st.DataObject) -> None:
    """Whoever can fire stands beside the hex, one of them ashore, the other in a coast hex."""
    state = NormandyState(side=units.ROLES.index(side))
    coast = [n for n in range(board.SIZE) if not board.IS_LAND[n]]
    shore = [n for n in range(board.SIZE) if board.IS_LAND[n]]
    for those, hexes in ((units.SHIPS, coast), (units.BATTERIES, shore)):
        near = [n for n in hexes if board.SHORE[n]] if data.draw(st.booleans()) else hexes
        for one in those:
            state.places[one] = data.draw(st.sampled_from(near))
    found = naval.duels(state)
    own, foes = (units.SHIPS, units.BATTERIES) if side == "allied" else (units.BATTERIES, units.SHIPS)
    for one in own:
        here = state.places[one]
        around = [n for n in board.GRID.neighbours[here] if {board.TERRAIN[here], board.TERRAIN[n]} & {"coast"}]
        assert {n for n in found if one in found[n]} == {state.places[f] for f in foes if state.places[f] in around}
