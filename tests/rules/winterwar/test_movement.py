"""Movement of ground units (turn-3, move, 1.3, 1.4; R20 to R24, R56), the book's own example first."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import Illegal
from feltherre.core.space import Space
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.actions import ForceMove
from feltherre.games.winterwar.board import GRID, LINKED_WAYS
from feltherre.games.winterwar.movement import MoveSpace, can_move, movable
from feltherre.games.winterwar.opening import deploy_historically, rules_of
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.units import FINLAND, SIDE, SOVIET, UNITS
from feltherre.games.winterwar.wording import NOTATION
from feltherre.hexgame.actions import EndMovement, Move
from winterwar_table import hex_, number, position, unit

# the example of the book (supply-9, supply-10)


@pytest.mark.proves("turn-3-c", "1.4-f", "1.4-g", "move-1", "move-2")
def test_the_138th_division_is_stopped_by_the_1st_brigade_with_points_left() -> None:
    """One hex by rail at a quarter, then by road at a half for each, until the brigade's zone of control stops it."""
    play = position(soviet={"1843": ["138RD"]}, finland={"Viipuri": ["1Br"]})
    assert board.MAP.link_between(hex_("1843"), hex_("1742")) == board.RAIL
    assert {board.MAP.link_between(hex_(a), hex_(b)) for a, b in (("1742", "1741"), ("1741", "1640"))} == {board.ROAD}
    reach = play.reach("138RD")
    assert (reach["1742"], reach["1741"], reach["1640"]) == (0.25, 0.75, 1.25)
    assert units.MOVEMENT[unit("138RD")][0] == 2
    # 1639 is half a point further along the road, and three quarters are left: but in 1640 it must stop
    assert board.is_linked(hex_("1640"), hex_("1639"))
    assert play.refusal("138RD > 1742 > 1741 > 1640 > 1639") == ("winterwar.illegal.must-stop", "turn-3-c")
    play("138RD > 1742 > 1741 > 1640")
    assert play.place("138RD") == "1640"
    # without the brigade it goes on
    alone = position(soviet={"1843": ["138RD"]})("138RD > 1742 > 1741 > 1640 > 1639")
    assert alone.place("138RD") == "1639"


@pytest.mark.proves("turn-3-h", "turn-3-i", "turn-3-c")
def test_the_other_way_round_the_brigade_passes_the_division_off_the_road() -> None:
    """The division in 1721 has a zone along its road only; the brigade goes past it on three sides."""
    play = position(side="finland", finland={"Suomussalmi": ["1Br"]}, soviet={"1721": ["138RD"]})
    division = hex_("1721")
    way = ["1622", "1722", "1823"]
    assert all(hex_(there) in GRID.neighbours[division] for there in way[:2])
    play(f"1Br > {' > '.join(way)}")
    assert play.place("1Br") == "1823"
    # on the road it would have been stopped
    again = position(side="finland", finland={"Suomussalmi": ["1Br"]}, soviet={"1721": ["138RD"]})
    assert again.refusal("1Br > 1621 > 1622") == ("winterwar.illegal.must-stop", "turn-3-c")


# what a step costs (1.4)

OFF_ROAD = {
    # unit, from, to, cost
    "forest, over a frozen lake": ("4D", "1522", "1622", 1),
    "marsh": ("4D", "1726", "1725", 2),
    "R56: mountain, each pays its own cost": ("1Br", "1612", "1613", 3),
    "R56: mountain, ski unit": ("DetA", "1612", "1613", 2),
    "mountain, partisans": ("P1", "1612", "1613", 2),
    "marsh, ski unit": ("DetA", "1726", "1725", 2),
    "forest, ski unit": ("DetA", "1522", "1622", 1),
    "town off the road": ("4D", "1438", "1439", 1),
}
BY_LINK = {
    "town by road": ("4D", "1539", "1439", 0.5),
    "town by rail": ("4D", "1440", "1439", 0.25),
    "marsh by road": ("4D", "1513", "1412", 0.5),
    "marsh by rail": ("4D", "1642", "1641", 0.25),
    "by road over a bridge": ("4D", "1740", "1640", 0.5),
    "mountain by road, Soviet": ("138RD", "2004", "1904", 0.5),
    "by rail over a bridge, Soviet": ("138RD", "1844", "1944", 0.25),
    "town by rail, Soviet": ("138RD", "1843", "1742", 0.25),
}


def step_costs(name: str, start: str, end: str) -> set[float]:
    """What a unit pays for a step, by its reach on the map and by the price that the map was made with."""
    side, light = SIDE[unit(name)], units.IS_SKI[unit(name)] or units.IS_PARTISAN[unit(name)]
    placed = {units.ROLES[side]: {start: [name]}}
    direction = GRID.direction(hex_(start), hex_(end))
    priced = maps.price(side, light, hex_(start), direction, hex_(end)) / QUARTERS
    return {priced, position(side=units.ROLES[side], **placed).reach(name)[end]}  # type: ignore[arg-type]


@pytest.mark.parametrize("case", OFF_ROAD.values(), ids=OFF_ROAD)
@pytest.mark.proves("turn-3-f", "move-9", "1.4-a", "1.4-b", "1.4-c", "1.4-d", "1.4-e", "1.4-h")
def test_R24_off_the_road_a_step_costs_what_table_1_4_says(case: tuple[str, str, str, float]) -> None:
    name, start, end, cost = case
    assert step_costs(name, start, end) == {cost}


@pytest.mark.parametrize("case", BY_LINK.values(), ids=BY_LINK)
@pytest.mark.proves("turn-3-f", "move-1", "move-9", "1.4-f", "1.4-g")
def test_R23_a_road_or_railway_replaces_what_the_terrain_costs(case: tuple[str, str, str, float]) -> None:
    name, start, end, cost = case
    assert step_costs(name, start, end) == {cost}


@pytest.mark.proves("move-2", "1.4-f")
def test_a_road_doubles_the_movement_of_a_ground_unit() -> None:
    """Off the road a division enters three hexes of forest; along the road from Suomussalmi through Kuhmo six."""
    road = ["1623", "1624", "1625", "1626", "1627", "1528"]
    play = position(side="finland", finland={"Suomussalmi": ["4D", "5D"]})
    assert [play.reach("4D")[there] for there in road[:3]] == [0.5, 1, 1.5]
    line = f"4D > {' > '.join(road)}"
    assert play.refusal(f"{line} > 1628") == ("winterwar.illegal.too-far", "turn-3-f")
    play(line)
    assert play.place("4D") == "1528"
    assert play.refusal("5D > 1622 > 1722 > 1823 > 1824") == ("winterwar.illegal.too-far", "turn-3-f")
    play("5D > 1622 > 1722 > 1823")
    assert play.place("5D") == "1823"


@pytest.mark.proves("turn-3-g", "move-5")
def test_soviet_units_keep_to_road_and_rail() -> None:
    play = position(soviet={"1843": ["138RD"]})
    # 1842 has road and railway, but none leads there from 1843 directly (R23)
    assert LINKED_WAYS[hex_("1842")]
    assert play.refusal("138RD > 1842") == ("winterwar.illegal.off-road", "turn-3-g")
    assert play.refusal("138RD > 1744") == ("winterwar.illegal.off-road", "turn-3-g")
    assert all(LINKED_WAYS[hex_(there)] for there in play.reach("138RD"))
    # by rail through Leningrad it comes there
    play("138RD > 1844 > 1943 > 1842")
    assert play.place("138RD") == "1842"


@pytest.mark.proves("turn-3-i", "move-6", "1.3-b")
def test_finnish_units_may_leave_road_and_rail() -> None:
    play = position(side="finland", finland={"1642": ["4D"]})
    assert not board.is_linked(hex_("1642"), hex_("1741"))
    play("4D > 1741 > 1841")
    assert play.place("4D") == "1841"


@pytest.mark.proves("move-7", "1.4-j")
def test_nobody_crosses_the_great_waters() -> None:
    play = position(side="finland", finland={"1641": ["4D"], "1840": ["10D"]})
    for line in ("4D > 1541", "10D > 1940"):  # the gulf, Lake Ladoga
        assert play.refusal(line) == ("winterwar.illegal.water", "move-7")


@pytest.mark.proves("1.1-f")
def test_R49_nobody_moves_into_neutral_land() -> None:
    play = position(side="finland", finland={"0917": ["4D"]})
    beside = [there for there in GRID.neighbours[hex_("0917")] if board.COUNTRY[there] == "sweden"]
    assert beside
    for there in beside:
        assert play.refusal(f"4D > {board.number(there)}") == ("winterwar.illegal.neutral", "1.1-f")
    assert not any(board.IS_NEUTRAL[hex_(there)] for there in play.reach("4D"))


@pytest.mark.proves("turn-3-e")
def test_no_ground_unit_enters_a_hex_with_enemy_ground_units() -> None:
    play = position(soviet={"1843": ["138RD"]}, finland={"1742": ["RTR1"]})
    assert play.refusal("138RD > 1742") == ("winterwar.illegal.enemy-there", "turn-3-e")


@pytest.mark.proves("2.1-k", "turn-3-e")
def test_R17_partisans_bar_their_hex_without_a_zone() -> None:
    play = position(soviet={"1843": ["138RD"]}, finland={"1742": ["P1"]})
    assert play.refusal("138RD > 1742") == ("winterwar.illegal.enemy-there", "turn-3-e")
    assert not maps.in_enemy_zone(play.state, hex_("1842"), SOVIET)


@pytest.mark.proves("move-8")
def test_ships_never_move() -> None:
    play = position(soviet={"Leningrad": ["KBF", "138RD"]})
    assert play.refusal("KBF > 1845") == ("winterwar.illegal.ship-stays", "move-8")
    assert unit("KBF") not in list(movable(play.state))


# how many, how far


@pytest.mark.proves("turn-3-a")
def test_any_number_of_units_moves_each_once_up_to_its_allowance() -> None:
    play = position(soviet={"1943": ["24RD", "90RD"], "1844": ["123RD"]})
    play("24RD > 1842", "123RD > 1845", "90RD > 1844")
    assert [play.place(name) for name in ("24RD", "123RD", "90RD")] == ["1842", "1845", "1844"]
    assert (play.kinds(), play.state.moved[unit("24RD")]) == (["end-movement"], 1)


@pytest.mark.proves("turn-3-a", "turn-3-f")
def test_a_unit_goes_no_further_than_its_points_carry_it() -> None:
    play = position(side="finland", finland={"Suomussalmi": ["4D"]})
    assert play.refusal("4D > 1622 > 1722 > 1823 > 1923") == ("winterwar.illegal.too-far", "turn-3-f")
    assert play.refusal("4D > 1623 > 1625")[0] == "winterwar.illegal.not-adjacent"
    assert play.refusal("138RD > 1843")[0] == "winterwar.illegal.not-your-unit"


def test_a_typed_way_may_leave_out_hexes_as_a_clicked_one_may() -> None:
    play = position(soviet={"1944": ["138RD"], "1844": ["43RD"]})
    space = play.decision.space
    for typed, clicked in (("138RD > 2144", ["2144"]), ("138RD > 1844 > 2144", ["1844", "2144"])):
        whole = space.build(("move", "SU-138RD", *clicked, "stop"))
        assert space.completed(NOTATION.read(f"move {typed}")) == whole
        assert len(whole.path) > len(clicked)
        space.check(whole)
    # what cannot be gone is refused as a click would be, and who does not move is left to the check
    with pytest.raises(Illegal) as refused:
        space.completed(NOTATION.read("move 138RD > Helsinki"))
    assert refused.value.reason == space.why_not(("move", "SU-138RD"), number("Helsinki")).reason
    assert space.completed(NOTATION.read("move 4D > Helsinki")).path == (number("Helsinki"),)
    assert space.completed(NOTATION.read("end movement")) == NOTATION.read("end movement")


@pytest.mark.proves("move-4")
def test_R22_every_unit_may_enter_one_hex_whatever_it_costs() -> None:
    """Artillery with two points before a mountain that costs three."""
    play = position(side="finland", finland={"1612": ["RTR1"], "1512": ["RTR3"]})
    assert play.reach("RTR1")["1613"] == 2
    play("RTR1 > 1613")
    assert play.place("RTR1") == "1613"
    # only as the whole move: after a hex of forest there is nothing for the mountain
    assert play.refusal("RTR3 > 1612 > 1713") == ("winterwar.illegal.too-far", "turn-3-f")


@pytest.mark.proves("move-4", "supply-5")
def test_R22_the_minimum_move_overrides_nothing_but_the_cost() -> None:
    play = position(
        side="finland",
        finland={"1612": ["RTR1"], "1641": ["4D", "5D"], "1640": ["11D"], "0917": ["1D"], "1742": ["1Br"]},
        soviet={"1843": ["138RD"]},
        cut_off=["RTR1"],
    )
    assert play.refusal("RTR1 > 1613") == ("winterwar.illegal.cut-off", "supply-5")
    assert play.refusal("11D > 1641") == ("winterwar.illegal.full-stack", "setup-8")
    assert play.refusal("4D > 1541")[1] == "move-7"
    sweden = next(there for there in GRID.neighbours[hex_("0917")] if board.COUNTRY[there] == "sweden")
    assert play.refusal(f"1D > {board.number(sweden)}")[1] == "1.1-f"
    assert play.refusal("1Br > 1843")[1] == "turn-3-e"


# zones of control and gliding


@pytest.mark.proves("turn-3-c")
def test_R20_an_own_unit_in_the_hex_does_not_cancel_the_stop() -> None:
    play = position(soviet={"1844": ["138RD"], "1842": ["142RD"]}, finland={"1742": ["1Br"]})
    assert maps.in_enemy_zone(play.state, hex_("1842"), SOVIET)
    assert play.refusal("138RD > 1943 > 1842 > 1841") == ("winterwar.illegal.must-stop", "turn-3-c")


@pytest.mark.proves("turn-3-d", "move-3")
def test_R21_a_unit_glides_one_hex_from_zone_to_zone_with_all_it_has() -> None:
    """Two brigades hold Terijoki and 1740; from 1842 to 1841 the division goes from zone to zone."""
    play = position(soviet={"1842": ["142RD"]}, finland={"1742": ["1Br"]})
    assert maps.in_enemy_zone(play.state, hex_("1842"), SOVIET)
    assert maps.in_enemy_zone(play.state, hex_("1841"), SOVIET)
    assert play.reach("142RD")["1841"] == 2
    assert play.refusal("142RD > 1841 > 1840") == ("winterwar.illegal.must-stop", "turn-3-c")
    play("142RD > 1841")
    assert play.place("142RD") == "1841"


@pytest.mark.proves("turn-3-d", "move-3")
def test_R21_or_it_leaves_the_zones_at_the_normal_cost_and_stops_when_it_enters_one_again() -> None:
    play = position(soviet={"1842": ["142RD"]}, finland={"1742": ["1Br"]})
    reach = play.reach("142RD")
    assert (reach["1943"], reach["1844"]) == (0.25, 0.5)
    # 1843 is in the zone again: it may be entered, but not left
    assert maps.in_enemy_zone(play.state, hex_("1843"), SOVIET)
    play("142RD > 1943 > 1844 > 1843")
    assert play.place("142RD") == "1843"


@pytest.mark.proves("turn-3-d", "turn-3-c")
def test_R21_whoever_entered_a_zone_in_this_phase_does_not_glide() -> None:
    play = position(soviet={"1943": ["142RD"]}, finland={"1742": ["1Br"]})
    assert play.refusal("142RD > 1842 > 1841") == ("winterwar.illegal.must-stop", "turn-3-c")
    play("142RD > 1842")
    assert not can_move(play.state, unit("142RD"))


@pytest.mark.proves("turn-3-d", "turn-3-g")
def test_R21_soviet_units_glide_along_road_and_rail_only() -> None:
    play = position(soviet={"1842": ["142RD"]}, finland={"1742": ["1Br"]})
    assert maps.in_enemy_zone(play.state, hex_("1843"), SOVIET)
    assert play.refusal("142RD > 1843") == ("winterwar.illegal.off-road", "turn-3-g")


# whatever way is drawn: the quick check, the tree of parts and the reach say the same


@st.composite
def fronts(draw: st.DrawFn) -> WinterWarState:
    """Positions near the historical one: some units moved, stacks full and not, a side in turn."""
    state = WinterWarState(rules=rules_of({"bridge_zoc": draw(st.sampled_from(["off", "on"]))}), turn=1)
    for side in (FINLAND, SOVIET):
        deploy_historically(state, side)
    rng = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 30))):
        state.side = rng.choice((FINLAND, SOVIET))
        move = MoveSpace(state, Move).sample(rng)
        maps.put(state, unit(move.unit), hex_(move.path[-1]))
    state.side = draw(st.sampled_from((FINLAND, SOVIET)))
    return state


def agrees(space: MoveSpace, action: Move | ForceMove) -> bool:
    """The quick check accepts what the tree of parts accepts and builds as it was written, and nothing else."""
    try:
        space.check(action)
        quick = True
    except Illegal:
        quick = False
    try:
        Space.check(space, action)
        slow = space.build(space.parts(action)) == action
    except Illegal:
        slow = False
    return quick == slow


@given(fronts(), st.randoms(use_true_random=False), st.sampled_from([Move, ForceMove]))
def test_the_quick_check_agrees_with_the_tree_of_parts(
    state: WinterWarState, rng: Random, kind: type[Move] | type[ForceMove]
) -> None:
    space = MoveSpace(state, kind)
    for _ in range(12):
        each = rng.choice(units.OF_SIDE[state.side])
        way, here = [], state.places[each]
        for _ in range(rng.randint(1, 5)):
            here = rng.choice(LINKED_WAYS[here] or GRID.neighbours[here]) if here >= 0 else rng.randrange(board.SIZE)
            way.append(board.number(here))
        action = kind(UNITS[each].id, tuple(way))
        assert agrees(space, action), action


@given(fronts(), st.randoms(use_true_random=False), st.sampled_from([Move, ForceMove]))
def test_every_sampled_move_is_legal_and_so_is_every_candidate(
    state: WinterWarState, rng: Random, kind: type[Move] | type[ForceMove]
) -> None:
    space = MoveSpace(state, kind)
    for _ in range(10):
        action = space.sample(rng)
        assert space.contains(action), action
        assert agrees(space, action), action
    for action in space.candidates(limit=40):
        assert space.contains(action), action


@given(fronts())
def test_a_unit_reaches_exactly_the_hexes_to_which_some_way_can_be_walked(state: WinterWarState) -> None:
    for each in list(movable(state))[:6]:
        space = MoveSpace(state, Move)
        found = maps.reach_of(state, each)
        ends = {space._to(each, found, there).path[-1] for there in found.hexes}
        assert ends == {board.number(hex_) for hex_ in found.hexes}
        for there in GRID.neighbours[state.places[each]]:
            direct = Move(UNITS[each].id, (board.number(there),))
            assert there in found or not space.contains(direct), direct
    assert all(SIDE[each] == state.side for each in movable(state))


def test_the_candidates_of_a_phase_are_those_of_each_kind_and_come_to_an_end() -> None:
    """Each hex in reach once, by a way of least cost: a walk through all the ways there are would never end."""
    play = position(soviet={"1843": ["138RD"]})
    reach = {board.number(there) for there in maps.reach_of(play.state, unit("138RD")).hexes}
    found = list(play.decision.space.candidates(4 * len(reach)))
    moves = [action for action in found if isinstance(action, Move)]
    assert len(moves) == len(reach)
    assert {move.path[-1] for move in moves} == reach
    assert found[-1] == EndMovement()
    assert len(list(play.decision.space.candidates(3))) == 3
