"""The map and the order of battle: what the book says of them, and that every counter can be placed by the rules."""

from __future__ import annotations

import pytest

from feltherre.games.winterwar import board, maps, movement, occupation, tables, units
from feltherre.games.winterwar.board import COUNTRY, GRID, IS_OPEN, LINKED_WAYS, TOWN_AT, TOWN_HEX, TOWNS, ZONES
from feltherre.games.winterwar.opening import deploy_historically, due, entry_hexes, put_on
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import COUNT, FINLAND, ROLES, SIDE, SOVIET, UNITS
from feltherre.hexgame.counters import DESTROYED
from winterwar_table import hex_, unit

NATION_TOWNS = {role: {hex_(town.hex) for town in TOWNS if town.owner == role} for role in ROLES}


def historical() -> WinterWarState:
    state = WinterWarState()
    for side in (FINLAND, SOVIET):
        deploy_historically(state, side)
    return state


# towns


@pytest.mark.proves("1.1-c", "1.1-d", "win-7")
def test_towns_are_worth_41_points_of_which_finland_owns_30() -> None:
    state = WinterWarState()
    assert occupation.both_points(state)[FINLAND] == 30 * 4
    assert occupation.both_points(state)[SOVIET] == 11 * 4
    assert sum(board.TOWN_VALUE) == 41


@pytest.mark.proves("win-6", "win-7", "1.4-e")
def test_R55_a_town_has_the_value_of_its_colour_and_leningrad_two_and_one() -> None:
    own = {"leningrad": 2, "leningrad_small": 1}
    assert {town.id: town.value for town in TOWNS} == {
        town.id: own.get(town.id, tables.TOWN_POINTS[town.colour]) for town in TOWNS
    }
    assert {colour: tables.TOWN_POINTS[colour] for colour in ("white", "black", "grey")} == {
        "white": 1,
        "black": 2,
        "grey": 3,
    }
    # the rules count with these values: both hexes of Leningrad change hands
    state = WinterWarState()
    for town in ("leningrad", "leningrad_small"):
        state.owners[board.BOARD.typed.find(town)] = FINLAND
    assert occupation.both_points(state)[FINLAND] == (30 + 3) * 4
    # and the terrain there is a town's for whoever moves in off the road
    start, town_hex = hex_("1438"), hex_("1439")
    assert board.TERRAIN[town_hex] == "town"
    assert maps.price(FINLAND, False, start, board.GRID.direction(start, town_hex), town_hex) == tables.QUARTERS


def test_R54_every_town_hex_is_a_town_in_its_country() -> None:
    for town, there in zip(TOWNS, TOWN_HEX, strict=True):
        assert board.TERRAIN[there] == "town", town.id
        assert COUNTRY[there] == town.owner, town.id
    assert [GRID.number(there) for there in range(board.SIZE) if board.TERRAIN[there] == "town"] == sorted(
        (town.hex for town in TOWNS), key=hex_
    )
    assert (hex_("Leningrad"), hex_("Helsinki")) == board.SUDDEN_DEATH


# the tables that the rules read, entered a second time

HALF, QUARTER = 0.5, 0.25
#: what each is entered for: a Finn on foot, one on skis, a Russian, an aircraft; what it adds to the attacker's die
TERRAIN = """
    forest                  1  1  -  1   0
    marsh                   2  2  -  1  -1
    mountain                3  2  -  1  -2
    town                    1  1  -  1  -1
    road                    h  h  h  1   0
    railway                 q  q  q  1   0
    river-or-lake-hexside   0  0  0  0   0
    sea                     -  -  -  1   0
    neutral                 -  -  -  -   0
"""


@pytest.mark.proves("1.4-a", "1.4-b", "1.4-c", "1.4-d", "1.4-e", "1.4-f", "1.4-g")
def test_the_terrain_table() -> None:
    signs = {"-": None, "h": HALF, "q": QUARTER}
    entered = {
        name: tuple(signs[cell] if cell in signs else int(cell) for cell in cells)
        for name, *cells in (line.split() for line in TERRAIN.strip().splitlines())
    }
    columns = ("finnish", "finnish_ski", "soviet", "air", "die_modifier")
    rows = tables.ledger_tables()[tables.TERRAIN].by_key()
    assert {name: tuple(row[column] for column in columns) for name, row in rows.items()} == entered
    # off the road and along it, for each of the three who march; and the die of whoever attacks
    for terrain in ("forest", "marsh", "mountain", "town"):
        foot, ski, soviet, _, die = entered[terrain]
        costs = (tables.terrain_cost(terrain, column) for column in columns[:3])
        assert tuple(costs) == tuple(cost and cost * 4 for cost in (foot, ski, soviet))
        assert tables.TERRAIN_MODIFIER[terrain] == die
    assert [tables.link_cost(link, column) for link in ("road", "rail") for column in columns[:3]] == [2] * 3 + [1] * 3


def test_aircraft_pay_what_the_terrain_table_says() -> None:
    flown = movement.air_reach(hex_("1438"), 3).costs
    for beside in board.GRID.neighbours[hex_("1438")]:
        terrain = board.TERRAIN[beside]
        row = tables.ledger_tables()[tables.TERRAIN].by_key()["sea" if terrain == board.SEA else terrain]
        assert flown[beside] == row["air"] == 1


def test_the_headings_of_the_combat_tables_are_dice() -> None:
    combat = tables.default_tables()
    assert combat.ground.row_headings == ("<=0", "1", "2", "3", "4", "5", "6", ">=7")
    assert combat.air.row_headings == ("1", "2", "3", "4", "5", "6")


def test_the_strength_of_partisans_by_their_die() -> None:
    rows = tables.ledger_tables()[tables.PARTISAN].rows
    assert rows == ((1, 2, 1), (3, 4, 2), (5, 6, 3))
    assert tables.PARTISAN_STRENGTH == {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}


def test_places_in_a_hex_and_points_of_towns() -> None:
    assert tables.STACKING_PLACES == ((2, 2, 1), (1, 1, 1))
    assert list(tables.TOWN_POINTS.values()) == [1, 2, 3, 2, 1]


# the network


@pytest.mark.proves("3-a")
def test_the_network_hangs_together_and_crosses_the_border_in_thirteen_places() -> None:
    made = board._hex_map()
    assert made.links == board.MAP.links
    assert (made.grid.columns, made.grid.rows) == (27, 47)
    on_network = [there for there in range(board.SIZE) if LINKED_WAYS[there]]
    seen, waiting = {on_network[0]}, [on_network[0]]
    while waiting:
        for there in LINKED_WAYS[waiting.pop()]:
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert seen == set(on_network)
    assert all(IS_OPEN[there] for there in on_network)
    assert set(TOWN_HEX) <= seen
    crossings = {
        (GRID.number(here), GRID.number(there))
        for here in on_network
        for there in LINKED_WAYS[here]
        if (COUNTRY[here], COUNTRY[there]) == ("finland", "soviet")
    }
    assert len(crossings) == 13
    assert {("1742", "1843"), ("1803", "1903"), ("1714", "1813"), ("2136", "2236")} <= crossings


def test_soviet_land_is_deep_enough_around_leningrad_for_the_7th_army() -> None:
    within_two = {
        there
        for there in range(board.SIZE)
        if GRID.distance(hex_("Leningrad"), there) <= 2 and COUNTRY[there] == "soviet" and LINKED_WAYS[there]
    }
    assert set(ZONES["SU-7A"]) == within_two
    assert hex_("Leningrad") in within_two


# zones (R53, R43, R44, R9)


def test_R53_every_zone_lies_in_its_own_country_and_fits_its_units() -> None:
    for each in UNITS:
        zone = ZONES[each.zone]
        assert zone, each.id
        assert {COUNTRY[there] for there in zone} == {each.side}, each.id
        if each.type == "air":
            assert set(zone) <= set(TOWN_HEX), each.id
        elif each.side == "soviet" and each.type != "ship":
            assert all(LINKED_WAYS[there] for there in zone), each.id


def test_R44_reinforcements_have_all_towns_of_their_country() -> None:
    for each in UNITS:
        if each.turn and each.type not in ("partisan", "air") and each.nation != "sweden":
            assert set(ZONES[each.zone]) == NATION_TOWNS[each.side], each.id
    assert set(ZONES["FI-TOWN"]) == NATION_TOWNS["finland"]
    assert set(ZONES["SU-TOWN"]) == NATION_TOWNS["soviet"]


def test_R43_partisans_have_every_finnish_hex_on_the_soviet_border() -> None:
    beside = {
        here
        for here in range(board.SIZE)
        if COUNTRY[here] == "finland" and any(COUNTRY[there] == "soviet" for there in GRID.neighbours[here])
    }
    assert set(ZONES["FI-PARTISAN"]) == beside == set(board.BESIDE_SOVIET)
    assert all(each.zone == "FI-PARTISAN" for each in UNITS if each.type == "partisan")


def test_R9_swedes_have_the_towns_of_all_reinforcements_and_every_finnish_hex_beside_sweden() -> None:
    assert set(ZONES["SE-ENTRY"]) == {*board.BESIDE_SWEDEN, *ZONES["FI-REINF"]}
    assert {each.zone for each in UNITS if each.nation == "sweden" and each.type != "air"} == {"SE-ENTRY"}


def test_ports_are_leningrad_and_murmansk() -> None:
    ports = {each.id: ZONES[each.zone] for each in UNITS if each.type == "ship"}
    assert {name: tuple(GRID.number(there) for there in zone) for name, zone in ports.items()} == {
        "SU-KBF": ("1844",),
        "SU-SF": ("2105",),
    }
    assert not any(units.MOVEMENT[unit(name)][0] for name in ports)


# counters


def test_counters_are_as_the_text_says() -> None:
    assert units.ATTACK[unit("11D")] == (4, 2)  # 2.1-h, R31
    assert units.MOVEMENT[unit("138RD")][0] == 2  # supply-9
    assert UNITS[unit("1Br")].zoc
    assert UNITS[unit("10TK")].size == "corps"
    assert units.STACK[unit("10TK")] == units.DIVISION  # 1.2.1-k
    assert {SIDE[each] for each in range(COUNT) if units.IS_PARTISAN[each] or units.IS_SWEDISH[each]} == {FINLAND}


def test_R42_attack_and_defence_differ_only_on_artillery_and_ships() -> None:
    differ = {UNITS[each].type for each in range(COUNT) if units.ATTACK[each][0] != units.DEFENCE[each][0]}
    assert differ == {"artillery", "ship"}


def test_R17_R41_zones_of_control_by_kind_of_unit() -> None:
    without = {"artillery", "engineer", "partisan", "air", "ship"}
    assert {each.type for each in UNITS if not each.zoc} == without
    assert not any(each.zoc for each in UNITS if each.type in without)


def test_R16_stacking_places_by_size() -> None:
    for each in UNITS:
        by_size = "division" if each.size in ("division", "corps") else "lesser"
        assert each.stack == {"artillery": "artillery", "air": "air", "ship": "ship"}.get(each.type, by_size), each.id


def test_a_back_side_is_weaker_and_air_units_and_partisans_have_none() -> None:
    for each in range(COUNT):
        if units.HAS_BACK[each]:
            front, back = units.ATTACK[each]
            assert 0 < back < front, UNITS[each].id
            assert units.MOVEMENT[each][1] == units.MOVEMENT[each][0]
        if units.IS_AIR[each] or units.IS_PARTISAN[each] or units.IS_SHIP[each]:
            assert not units.HAS_BACK[each], UNITS[each].id


# every counter can be placed


@pytest.mark.proves("2.1-d", "setup-5", "setup-6", "supply-2", "supply-7", "supply-8")
def test_the_historical_set_up_keeps_every_rule() -> None:
    state = historical()
    for each in UNITS:
        if each.turn == 0:
            there = state.places[unit(each.id)]
            assert there in ZONES[each.zone], each.id
            assert maps.is_supplied(state, unit(each.id)), each.id
    assert not any(state.flipped)
    kept = maps.maps_of(state)
    assert [stacks.over() for stacks in kept.stacks] == [[], []]
    # one more of each kind is weighed against the same limits
    assert not maps.has_room(state, hex_("1843"), unit("44RD"))
    for town, there in enumerate(TOWN_HEX):
        based = [each for each in range(COUNT) if state.bases[each] == there]
        assert len(based) <= 2
        assert all(state.owners[town] == SIDE[each] for each in based)


@pytest.mark.parametrize("turn", range(2, 9))
@pytest.mark.proves("2.1-a", "turn-2-a", "1.1-b")
def test_the_reinforcements_of_a_turn_find_their_places(turn: int) -> None:
    """All of a turn together, even if nobody has moved out of the towns since the historical set-up."""
    state = historical()
    for early in range(COUNT):
        if 0 < units.ARRIVES[early] < turn:
            state.places[early] = DESTROYED
    state.turn = turn
    coming = [*due(state, FINLAND), *due(state, SOVIET)]
    assert coming == [each for each in range(COUNT) if units.ARRIVES[each] == turn]
    for each in coming:
        open_to_it = entry_hexes(state, each)
        assert open_to_it, UNITS[each].id
        put_on(state, each, open_to_it[-1])
    assert [stacks.over() for stacks in maps.maps_of(state).stacks] == [[], []]
    assert all(TOWN_AT[state.bases[each]] >= 0 for each in coming if units.IS_AIR[each])


def test_forty_one_counters_are_reinforcements_none_in_the_first_turn() -> None:
    by_turn = [sum(each.turn == turn for each in UNITS) for turn in range(9)]
    assert by_turn[1] == 0
    assert sum(by_turn[2:]) == 41
    assert all(by_turn[2:])
