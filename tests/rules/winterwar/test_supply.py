"""Supply (turn-1, supply-1 to supply-8, 2.1-j; R2, R5 to R11)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.battle import situation
from feltherre.games.winterwar.board import GRID, IS_NEUTRAL, IS_SEA, LINKED_WAYS
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.opening import rules_of
from feltherre.games.winterwar.procedures.places import LineHex, Supply, SupplyLine, supply_check
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import COUNT, FINLAND, SIDE, SOVIET, UNITS
from winterwar_table import hex_, position, unit

#: Finns on the road behind a division in Petsamo
BEHIND = {"1703": ["ErP17"], "1804": ["Pets"]}


def checked(side: str, **fields: Any) -> list[str]:
    """Who is cut off after the supply check of a side's player turn."""
    return position(side=side, phase="player-turn", **fields).cut_off()


# what a unit needs


@pytest.mark.proves("supply-1", "supply-2", "turn-1-a", "turn-1-c", "supply-5")
def test_a_unit_without_a_line_neither_moves_nor_attacks() -> None:
    play = position(phase="player-turn", finland=BEHIND, soviet={"Petsamo": ["104RD"], "2105": ["14RD"]})
    assert (play.cut_off(), play.state.cut_off[unit("104RD")]) == (["104RD"], 1)
    assert play.refusal("104RD > 1903") == ("winterwar.illegal.cut-off", "supply-5")
    play("end movement")
    # 1703 lies beside it along the road, but there is nobody else to attack with: the combat phase passes
    assert play.asked == ["finland"]


@pytest.mark.proves("turn-1-d", "turn-1-a")
def test_when_a_line_is_open_again_the_unit_is_free() -> None:
    partisans = {"1703": ["P1"], "1903": ["P2"]}
    play = position(phase="player-turn", finland=partisans, soviet={"Petsamo": ["104RD"], "2105": ["14RD"]})
    assert play.cut_off() == ["104RD"]
    play.end_turn()
    play("P2 > 1902").end_turn()
    assert play.asked == ["soviet"]
    assert play.cut_off() == []
    assert play.told()[-1] == "winterwar.event.supplied"
    play("end reinforcement", "104RD > 1903")
    assert play.place("104RD") == "1903"


@pytest.mark.proves("turn-1-a", "supply-5")
def test_R2_only_the_units_of_the_side_in_turn_are_checked_and_the_result_holds() -> None:
    """Cut off in the enemy's player turn: the division defends at full value in that same player turn."""
    play = position(
        side="finland", finland={"1703": ["ErP17"], "1805": ["Pets"]}, soviet={"Petsamo": ["104RD"], "2105": ["14RD"]}
    )
    assert maps.is_supplied(play.state, unit("104RD"))
    play("Pets > 1804")
    assert not maps.is_supplied(play.state, unit("104RD"))
    assert play.cut_off() == []
    play("end movement")
    fight = situation(play.state, hex_("Petsamo"), [unit("Pets")])
    assert (fight.defence_supplied, fight.defence_unsupplied) == ((5,), ())
    play("end combat")
    assert play.asked == ["soviet"]
    assert play.cut_off() == ["104RD"]
    # the Soviet side drives them off; the division stays without supply until its next check
    play("end reinforcement")
    assert play.refusal("104RD > 1903")[0] == "winterwar.illegal.cut-off"


# sources


@pytest.mark.proves("supply-2", "turn-1-a")
def test_R5_a_captured_town_supplies_no_ground_unit_unless_the_option_says_so() -> None:
    held = {"finland": {"1703": ["ErP17"], "1804": ["Pets"]}, "soviet": {"Petsamo": ["104RD"]}}
    owners = {"Petsamo": "soviet"}
    assert checked("soviet", owners=owners, **held) == ["104RD"]
    assert checked("soviet", owners=owners, options={"captured_supply": "on"}, **held) == []


@pytest.mark.proves("supply-2", "turn-1-a")
def test_R5_a_lost_town_supplies_again_when_it_is_retaken() -> None:
    """The Pets battle group stands in Petsamo; no other Finnish town is near."""
    assert checked("finland", finland={"1802": ["Pets"]}, owners={"Petsamo": "soviet"}) == ["Pets"]
    assert checked("finland", finland={"1802": ["Pets"]}) == []
    play = position(side="finland", finland={"1802": ["Pets"]}, owners={"Petsamo": "soviet"})
    play("Pets > Petsamo")
    assert play.owner("Petsamo") == "finland"
    assert maps.is_supplied(play.state, unit("Pets"))


@pytest.mark.proves("supply-7")
def test_R6_a_finnish_line_enters_at_most_two_hexes_over_any_land() -> None:
    """In every hex of the map: a Finnish town within two steps over land, whatever the terrain, and only that."""
    state = WinterWarState()
    finnish = {there for town, there in enumerate(board.TOWN_HEX) if board.FIRST_OWNER[town] == FINLAND}
    for there in range(board.SIZE):
        if board.IS_OPEN[there]:
            maps.put(state, unit("4D"), there)
            near = finnish & _steps_over_land(there)
            assert maps.is_supplied(state, unit("4D")) == bool(near), board.number(there)


def _steps_over_land(start: int) -> set[int]:
    """All hexes within two steps that stay on open land."""
    near = {start}
    for _ in range(2):
        near |= {there for here in near for there in GRID.neighbours[here] if board.IS_OPEN[there]}
    return near


@pytest.mark.proves("supply-7")
def test_R6_frozen_rivers_and_lakes_are_no_bar_but_the_sea_is() -> None:
    # between 1304 and Ivalo lies Lake Inari, whichever of the two ways is taken
    assert board.is_water(hex_("1305"), hex_("Ivalo"))
    assert board.is_water(hex_("1304"), hex_("1405"))
    assert checked("finland", finland={"1304": ["Pets"]}) == []
    # Terijoki is two hexes from the southern shore of the gulf
    assert GRID.distance(hex_("1644"), hex_("Terijoki")) == 2
    assert checked("finland", finland={"1644": ["4D"]}) == ["4D"]


@pytest.mark.proves("supply-8")
def test_R7_soviet_lines_follow_road_and_rail_for_any_distance() -> None:
    # deep in Finland, a long way by rail to Leningrad
    assert checked("soviet", soviet={"Kouvola": ["4RD"]}, turn=3) == []
    line = maps.supply_of(position(soviet={"Kouvola": ["4RD"]}, turn=3).state, maps.net_of(unit("4RD"))).line(
        hex_("Kouvola")
    )
    assert len(line) > 5
    assert all(there in LINKED_WAYS[here] for here, there in pairwise(line))
    # beside Leningrad, but in a hex that neither road nor railway touches
    state = WinterWarState()
    state.places[unit("4RD")] = hex_("1942")
    assert not LINKED_WAYS[hex_("1942")]
    assert not maps.is_supplied(state, unit("4RD"))


# what breaks a line


@pytest.mark.proves("turn-1-b", "supply-2")
def test_R8_an_enemy_zone_breaks_a_line_unless_an_own_unit_stands_there() -> None:
    """From Petsamo the road runs through 1903 and 1904, both in the zone of the Pets group in 1804."""
    finns = {"1703": ["ErP17"], "1804": ["Pets"]}
    assert checked("soviet", finland=finns, soviet={"Petsamo": ["104RD"]}) == ["104RD"]
    assert checked("soviet", finland=finns, soviet={"Petsamo": ["104RD"], "1903": ["52RD"]}) == ["104RD", "52RD"]
    both = {"Petsamo": ["104RD"], "1903": ["52RD"], "1904": ["14RD"]}
    assert checked("soviet", finland=finns, soviet=both) == []


@pytest.mark.proves("turn-1-b", "2.1-k")
def test_R8_R17_partisans_break_a_line_only_by_standing_on_it() -> None:
    assert checked("soviet", finland={"1703": ["P1"], "1804": ["P2"]}, soviet={"Petsamo": ["104RD"]}) == []
    assert checked("soviet", finland={"1703": ["P1"], "1903": ["P2"]}, soviet={"Petsamo": ["104RD"]}) == ["104RD"]


@pytest.mark.proves("turn-1-b", "supply-2")
def test_R8_a_zone_breaks_the_line_in_the_end_town_too_unless_an_own_unit_is_there() -> None:
    """Kuhmo lies in the zone of the division on the road at 1726; the battalion at 1526 has no other town."""
    given_ = {"soviet": {"1726": ["54RD"]}, "owners": {"Kajaani": "soviet"}}
    assert checked("finland", finland={"1526": ["ErP14"]}, **given_) == ["ErP14"]
    assert checked("finland", finland={"1526": ["ErP14"], "Kuhmo": ["P1"]}, **given_) == []
    # in the town itself a unit is supplied
    assert checked("finland", finland={"Kuhmo": ["ErP14"]}, **given_) == []


@pytest.mark.proves("turn-1-b")
def test_R8_the_units_own_hex_never_breaks_its_line() -> None:
    assert checked("finland", finland={"1625": ["ErP14"]}, soviet={"1626": []}) == []
    play = position(side="finland", phase="player-turn", finland={"1726": ["ErP14"]}, soviet={"1827": ["54RD"]})
    assert maps.in_enemy_zone(play.state, hex_("1726"), FINLAND)
    assert play.cut_off() == []


# Swedes, air units, partisans, ships


@pytest.mark.proves("supply-3", "supply-2")
def test_R9_swedes_draw_from_sweden_at_any_distance_and_from_no_town() -> None:
    assert checked("finland", finland={"Salla": ["SFK1"]}, turn=6) == []
    # a wall of zones between Kemi and the rest: in Kemi itself, on the border, they are supplied; in Oulu they are not
    state = position(finland={"Salla": ["SFK1"]}, turn=6).state
    line = maps.supply_of(state, maps.SWEDISH).line(hex_("Salla"))
    assert line[-1] in board.BESIDE_SWEDEN
    assert len(line) > 3


@pytest.mark.proves("supply-3")
def test_R9_finnish_towns_do_not_supply_swedes() -> None:
    """The Soviet zones around 1931 shut a Swede into Ilomantsi, a Finnish town that would supply a Finn."""
    ring = [board.number(there) for there in GRID.neighbours[hex_("Petsamo")] if board.IS_OPEN[there]]
    state = WinterWarState()
    reds = [each for each in units.OF_SIDE[SOVIET] if UNITS[each].stack == "division"]
    for each, there in zip(reds, ring, strict=False):
        state.places[each] = hex_(there)
    state.places[unit("SFK1")] = hex_("Petsamo")
    state.places[unit("Pets")] = hex_("Petsamo")
    assert not maps.is_supplied(state, unit("SFK1"))
    assert maps.is_supplied(state, unit("Pets"))


@pytest.mark.proves("supply-4", "supply-1")
def test_R11_air_units_are_supplied_while_they_have_a_base_captured_ones_included() -> None:
    assert checked("soviet", soviet={"Viipuri": ["59IAB"]}, owners={"Viipuri": "soviet"}) == []
    play = position(
        side="finland",
        phase="player-turn",
        finland={"Kouvola": ["LeR2"]},
        flying={"LeR2": "1943"},
        soviet={"1943": ["24RD"]},
    )
    assert play.cut_off() == []


@pytest.mark.proves("2.1-j", "supply-1")
def test_partisans_are_always_supplied_and_so_are_ships() -> None:
    """In Soviet land, far from any town, between enemies."""
    assert checked("finland", finland={"2007": ["P1"], "2008": ["Pets"]}, soviet={"2107": ["52RD"]}) == ["Pets"]
    assert (
        checked("soviet", finland={"1845": ["4D"], "1945": ["5D"], "1943": ["11D"]}, soviet={"Leningrad": ["KBF"]})
        == []
    )


@pytest.mark.proves("supply-2", "supply-8", "turn-1-b")
def test_the_lines_that_are_drawn_are_those_of_the_check() -> None:
    """To the town, none where a unit stands in one; a line that breaks as far as the enemy unit that breaks it."""
    soviet = {"Petsamo": ["104RD"], "2105": ["14RD"], "1842": ["142RD"], "1844": ["123RD"], "1944": ["43RD"]}
    play = position(finland={"1703": ["P1"], "1903": ["P2"]}, soviet=soviet)
    (drawn,) = (each for each in GAME.overlays(play.state, ["soviet"], "") if each.id == "own-supply")
    assert [(way.tint, *way.places) for way in drawn.lines] == [
        ("supply", "1944", "1844"),
        ("supply", "1842", "1943", "1844"),
        ("enemy", "1803", "1903"),
    ]
    assert [(cut.place, cut.reason.args["units"]) for cut in drawn.breaks] == [("1903", ["104RD"])]


# supply by the maps is the supply of the procedure


def by_procedure(kind: Any, nation: Any, lines: list[SupplyLine], captured: bool = False) -> bool:
    """Whether a unit is supplied by one of these lines, as an umpire rules."""
    given = Supply("soviet" if nation == "soviet" else "finland", nation, kind, tuple(lines))
    supplied: bool = supply_check.under(captured_supply=captured).outputs(given)["supplied"]
    return supplied


def lines_of(state: WinterWarState, each: int) -> list[SupplyLine]:
    """Every way from a unit's hex to a source that a person could draw, by trying all hexes one after the other; the
    procedure supply-check says which of them holds."""
    side = SIDE[each]
    enemy = 1 - side
    nation = UNITS[each].nation
    bits = maps.THEATRE.made_anew(state).layers.bits

    def line_hex(before: int, there: int) -> LineHex:
        return LineHex(
            road_or_rail=board.is_linked(before, there),
            enemy_unit=bool(bits[there] & maps.UNIT[enemy]),
            enemy_zoc=bool(bits[there] & maps.ZONE[enemy]),
            own_unit=bool(bits[there] & maps.UNIT[side]),
            sea=IS_SEA[there],
            neutral=IS_NEUTRAL[there],
        )

    def ends(there: int) -> list[tuple[Any, bool]]:
        town = board.TOWN_AT[there]
        found: list[tuple[Any, bool]] = []
        if town >= 0:
            kind = "own-national-town" if board.FIRST_OWNER[town] == side else "captured-town"
            found.append((kind, state.owners[town] == side))
        if there in board.BESIDE_SWEDEN and nation == "sweden":
            found.append(("sweden", True))
        return found

    start = state.places[each]
    lines = [SupplyLine(end, controlled, ()) for end, controlled in ends(start)]
    ways: dict[int, tuple[LineHex, ...]] = {start: ()}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for there in GRID.neighbours[here]:
            way = (*ways[here], line_hex(here, there))
            lines += [SupplyLine(end, controlled, way) for end, controlled in ends(there)]
            holds = by_procedure("infantry", nation, [SupplyLine(_any_end(nation), True, way)])
            if there not in ways and holds:
                ways[there] = way
                waiting.append(there)
    return lines


def _any_end(nation: str) -> Any:
    return "sweden" if nation == "sweden" else "own-national-town"


GROUND = [each for each in range(COUNT) if units.IS_GROUND[each]]
OPEN = [there for there in range(board.SIZE) if board.IS_OPEN[there]]
NEAR_THE_FRONT = [there for there in OPEN if 14 <= there % GRID.columns + 1 <= 20]
ON_NETWORK = [there for there in NEAR_THE_FRONT if LINKED_WAYS[there]]


@st.composite
def positions(draw: st.DrawFn) -> WinterWarState:
    """Units of both sides anywhere near the front, towns in any hands, with and without the options of supply."""
    options = {name: draw(st.sampled_from(["off", "on"])) for name in ("captured_supply", "bridge_zoc")}
    state = WinterWarState(rules=rules_of(options))
    for each in draw(st.lists(st.sampled_from(GROUND), min_size=4, max_size=24, unique=True)):
        there = draw(st.sampled_from(NEAR_THE_FRONT if SIDE[each] == FINLAND else ON_NETWORK))
        if not any(state.places[other] == there for other in units.OF_SIDE[1 - SIDE[each]]):
            state.places[each] = there
    for town in draw(st.lists(st.integers(0, len(board.TOWNS) - 1), max_size=6, unique=True)):
        state.owners[town] = 1 - state.owners[town]
    return state


@pytest.mark.proves("supply-2", "supply-3", "supply-7", "supply-8", "turn-1-a", "turn-1-b")
@given(positions())
def test_supply_agrees_with_the_procedure_on_every_line_that_can_be_drawn(state: WinterWarState) -> None:
    for each in GROUND:
        if state.places[each] < 0:
            continue
        wanted = by_procedure(UNITS[each].type, UNITS[each].nation, lines_of(state, each), state.rules.captured_supply)
        assert maps.is_supplied(state, each) == wanted, f"{UNITS[each].id} in {board.number(state.places[each])}"
