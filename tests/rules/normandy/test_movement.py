"""Movement (STEP-4, MOV, 1.4, 4.1): terrain, roads, rivers, zones, stacking, interdiction."""

from __future__ import annotations

import pytest

from cases import cases
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.state import NormandyState
from feltherre.hexgame import marching
from normandy_table import hex_, position, unit


def cost(here: str, there: str) -> float:
    """What the step costs by the table, in points; 0: all there is, below 0: it is never made."""
    start, end = hex_(here), hex_(there)
    return maps.price(start, board.GRID.direction(start, end), end) / 2


@cases(
    "says here there points",
    ("1.4-open STEP-4-h MOV-3", "open", "1511", "1412", 1),
    ("1.4-covered", "covered", "1413", "1414", 2),
    ("1.4-bocage", "bocage", "1312", "1212", 3),
    ("1.4-marsh", "marsh", "1812", "1811", 4),
    ("MOV-3", "from the water, never", "1309", "1210", -0.5),
    ("1.4-city", "a city off the road", "1311", "1210", 1),
    ("1.4-road MOV-1", "along a road", "1310", "1411", 0.5),
    ("1.4-bridge MOV-1", "over its bridge", "1513", "1512", 0.5),
    ("1.4-river MOV-2", "over a river", "1412", "1513", 0),
)
def test_the_terrain_table(here: str, there: str, points: float) -> None:
    assert cost(here, there) == points


@pytest.mark.proves("MOV-2", "1.4-river", "STEP-4-a")
def test_a_river_without_a_bridge_takes_the_whole_move() -> None:
    play = position(allied={"1412": ["br-7-arm"]})
    assert play.reach("br-7-arm")["1513"] == 1  # by the road through Caen and over its bridge
    play("br-7-arm > 1413")
    assert play.place("br-7-arm") == "1413"
    late = position(allied={"1411": ["br-7-arm"]})
    assert late.refusal("br-7-arm > 1412 > 1413 > 1312") == ("river-needs-all", "MOV-2")


@pytest.mark.proves("STEP-4-c", "4.1-b")
def test_a_unit_stops_beside_the_enemy() -> None:
    play = position(allied={"1310": ["br-7-arm"]}, german={"1512": ["de-21-pz"]})
    assert play.refusal("br-7-arm > 1411 > 1511 > 1510") == ("must-stop", "STEP-4-c")
    play("br-7-arm > 1411 > 1511")
    assert play.place("br-7-arm") == "1511"
    # the zone reaches over the bridge, not over the river (3.1-g)
    zone = maps.BITS.zone[1]
    marked = {board.number(n) for n, bits in enumerate(maps.bits_of(play.state)) if bits & zone}
    assert {"1412", "1511", "1611", "1513", "1612", "1613"} == marked


@pytest.mark.proves("STEP-4-c", "1.4-river", "1.4-bridge", "4.1-e", "4.1-h", "1.7-c")
def test_who_has_a_zone_of_control() -> None:
    state = NormandyState()
    has = {one.type for n, one in enumerate(units.UNITS) if maps.zone_of(state, n) is board.DRY_WAYS}
    none = {one.type for one in units.UNITS} - has
    assert none == {"coastal-artillery", "battleship", "bomber", "attack-aircraft"}
    template = maps.zone_of(state, unit("de-21-pz"))
    assert template is not None
    assert hex_("1513") in template[hex_("1512")]
    assert hex_("1513") not in template[hex_("1412")]


@pytest.mark.proves("STEP-4-d", "STEP-4-c")
def test_from_zone_to_zone_takes_the_whole_move() -> None:
    play = position(allied={"1511": ["br-7-arm"]}, german={"1512": ["de-21-pz"]})
    mover, number = maps.movers_of(play.state)[unit("br-7-arm")], unit("br-7-arm")
    straight = marching.cost_of(maps.THEATRE, play.state, number, [hex_("1412")], mover)
    assert straight == 2 * 8
    # out of the zone for half a point, and in again for one more
    assert play.reach("br-7-arm")["1412"] == 1.5
    assert play.refusal("br-7-arm > 1412 > 1312") == ("must-stop", "STEP-4-c")
    play("br-7-arm > 1411 > 1412")
    assert play.place("br-7-arm") == "1412"


@pytest.mark.proves("STEP-4-e", "3.1-e")
def test_a_full_hex_is_passed_but_no_move_ends_in_it() -> None:
    full = ["us-1-inf", "us-2-inf", "us-4-inf"]
    play = position(allied={"1310": ["br-7-arm"], "1411": full}, german={"2012": ["de-21-pz"]})
    assert "1411" not in play.reach("br-7-arm")
    assert play.refusal("br-7-arm > 1411") == ("no-room", "STEP-4-e")
    play("br-7-arm > 1411 > 1511")
    assert play.place("br-7-arm") == "1511"
    # an artillery unit counts one point, and finds room beside two divisions
    play = position(allied={"1310": ["br-5-agra"], "1411": full[:2]})
    assert "1411" in play.reach("br-5-agra")


@pytest.mark.proves("STEP-4-e", "LAN-3", "3.1-e")
def test_the_phase_does_not_end_while_too_many_stand_on_a_beach() -> None:
    ashore = ["us-1-inf", "us-2-inf", "us-4-inf", "us-9-inf"]
    play = position(turn=1, allied={"1009": ashore}, landed=ashore, german={"1512": ["de-21-pz"]})
    assert play.refusal("end movement") == ("over-full", "STEP-4-e")
    assert "end-movement" not in play.kinds()
    assert play.prompt == "movement-full", "whoever finds no way to end the phase is told why"
    # nobody goes round and comes back to where there are too many
    assert play.refusal("us-9-inf > 0909 > 1009") == ("no-room", "STEP-4-e")
    play("send back us-9-inf")
    assert play.place("us-9-inf") == "awaited"
    play("us-4-inf > 0909")
    assert play.refusal("send back us-4-inf") == ("nobody-to-send-back", "STEP-4-a")
    assert "end-movement" in play.kinds()
    assert play.prompt == "movement"


@pytest.mark.proves("STEP-4-e", "SET-4", "LAN-3")
def test_whoever_has_landed_and_finds_room_has_come_for_good() -> None:
    play = position(turn=1, allied={"1009": ["us-1-inf", "us-2-inf"]}, landed=["us-1-inf", "us-2-inf"])
    assert "send-back" not in play.kinds()
    assert play.refusal("send back us-1-inf") == ("nobody-to-send-back", "STEP-4-a")
    ashore = ["us-4-inf", "us-9-inf", "us-29-inf", "us-90-inf"]
    play = position(turn=1, allied={"1009": ["us-1-inf"], "0708": ashore}, landed=["us-1-inf", *ashore])
    assert play.refusal("send back us-1-inf") == ("not-back", "STEP-4-e")
    play("send back us-4-inf")
    assert "send-back" not in play.kinds()


@pytest.mark.proves("STEP-4-a", "4.1-e")
def test_each_unit_moves_once_and_batteries_never() -> None:
    play = position(side="german", german={"2009": ["cb-canisy"], "1912": ["de-21-pz"], "2213": ["de-12-ss-pz"]})
    assert play.refusal("cb-canisy > 2010")[0] == "battery-stays"
    play("de-21-pz > 1913")
    assert play.refusal("de-21-pz > 1912") == ("moved-already", "STEP-4-a")


@pytest.mark.proves("STEP-4-f", "1.4-road")
def test_aircraft_make_the_way_of_the_germans_longer() -> None:
    german = {"1615": ["de-21-pz"], "1918": ["de-77-inf"]}
    free = position(side="german", german=german).reach("de-21-pz")
    assert free["1614"] == 0.5
    over = {"at-83-grp-1": "1614", "bm-us-8af": "1614"}
    play = position(side="german", german=german, flying=over)
    # the road itself would cost 0.5 and 4 more: 1 for the attack aircraft and 3 for the bomber; the Allies pay nothing
    assert play.reach("de-21-pz")["1614"] == 4  # 1 into 1715, and from there 1 and 2 more off the road
    alone = maps.movers_of(play.state)[unit("de-21-pz")].table
    assert alone.price(hex_("1615"), hex_("1614")) / 2 == 4.5
    assert alone.price(hex_("1714"), hex_("1614")) / 2 == 3
    assert maps.movers_of(play.state)[unit("br-7-arm")].table is maps.LAND


@pytest.mark.proves("STEP-4-f", "STEP-4-g", "MOV-5")
def test_aircraft_stay_over_their_hex_until_the_germans_have_moved() -> None:
    play = position(
        allied={"1301": ["bm-us-8af", "at-ix-tac-1"], "1310": ["br-7-arm"]}, german={"1512": ["de-21-pz"]}, alone=True
    )
    assert play.refusal("fly bm-us-8af 1505") == ("nothing-to-fly-for", "STEP-4-g")
    play("fly bm-us-8af 1512")
    assert (play.state.flown[unit("bm-us-8af")], play.state.moved[unit("bm-us-8af")]) == (1, 1)
    assert play.refusal("fly bm-us-8af 1513") == ("flown-already", "STEP-4-g")
    play("end movement")
    assert (play.asked, play.state.phase, play.place("bm-us-8af")) == (["german"], "movement", "1512")
    play.throws([4])("end movement")
    assert (play.place("bm-us-8af"), play.state.flown[unit("bm-us-8af")]) == ("1001", 0)


@pytest.mark.proves("STEP-4-a")
def test_a_unit_that_cannot_pay_does_not_move() -> None:
    play = position(allied={"1810": ["br-50-inf"]}, landed=["br-50-inf"])
    assert play.refusal("br-50-inf > 1811") == ("too-far", "STEP-4-h")


@pytest.mark.proves("VIC-2", "STEP-4-a")
def test_what_is_passed_is_taken() -> None:
    play = position(allied={"1310": ["br-7-arm"]}, german={"2012": ["de-21-pz"]})
    play("br-7-arm > 1210 > 1211")
    assert play.owner("bayeux") == "allied"
    assert "taken" in play.told()
