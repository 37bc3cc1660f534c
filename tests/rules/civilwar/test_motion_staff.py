"""Generals and couriers on the move, and what they bring (03.01.1, 03.01.5, 01.06.2; R27, R31)."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_motion import FORWARD, STAFF, battle, march, next_turn
from civilwar_sheets import begin, play
from civilwar_table import chief, field_of, foot, inf, table_for, with_unit
from feltherre.core import catalogue, errors
from feltherre.games.civilwar import edits, field, judging, messages, riding, sight, waiting_riders
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import (
    Attack,
    Courier,
    Fire,
    FirePart,
    Move,
    OrderLine,
    OrderSheet,
    Prefs,
    StaffLine,
    StaffMove,
    Stand,
)
from feltherre.games.civilwar.orders.legs import Form, Go
from feltherre.games.civilwar.orders.places import CornerMark, Gate, ObjectMark, Place, PointMark, UnitMark
from feltherre.games.civilwar.orders.triggers import (
    AfterShock,
    AtTime,
    BeforeShock,
    Enemy,
    EnemyCrosses,
    EnemyFires,
    EnemyVisible,
    EnemyWithin,
    OwnDoes,
    OwnEvent,
    Trigger,
    UmpireSays,
)
from feltherre.games.civilwar.state import CivilWarState, Message, Staff, move_staff, staff_of, unit_of
from feltherre.ground.tabletop.distance import CONTACT, pieces_within

ROCK = {"id": "rock", "type": "linear", "kind": "wall", "line": [[20, 90], [21, 90]]}


@pytest.mark.proves("03.01.5", "02.06.1")
def test_03_01_5_a_general_rides_80_cm_in_the_open_once_and_without_time() -> None:
    state = battle()
    ran = march(state, {}, {"lee": "TO (110,20)"})
    assert (ran.staff("lee").x, ran.staff("lee").y, ran.staff("lee").moved) == (10000, 2000, True)
    assert ran.when("staff-move") == 0
    told = ran.table.events[-1]
    assert (told.text.key, told.audience) == ("civilwar.motion.rides-on", ("union",))
    wood = {"id": "wood", "type": "wood", "poly": [[30, 0], [60, 0], [60, 60], [30, 60]]}
    ran = march(battle(wood), {}, {"lee": "TO (110,20)"})
    # 10 cm in the open are an eighth of a turn, the rest goes through the wood at 10 cm a turn
    assert math.isclose(ran.staff("lee").x / 100, 30 + 10 * 7 / 8, abs_tol=0.05)


BARN = {"id": "barn", "type": "building", "kind": "building_wood", "rect": [40, 15, 50, 27]}


@pytest.mark.proves("03.01.5")
def test_03_01_5_a_general_rides_round_a_house_in_his_way() -> None:
    """From 20/20 to 70/20 are 50 cm: by the southern corners, which are nearer, he is there in the turn."""
    ran = march(battle(BARN), {}, {"lee": "TO (70,20)"})
    assert (ran.staff("lee").x, ran.staff("lee").y) == (7000, 2000)
    assert ran.table.events[-1].text.key == "civilwar.motion.rides"
    ran = march(battle(BARN), {}, {"lee": "TO (120,20)"})
    rider = ran.staff("lee")
    # the way round is longer than the 80 cm straight on, by less than 5 cm
    assert 9500 < rider.x < 10000
    assert ran.table.events[-1].text.key == "civilwar.motion.rides-on"


@pytest.mark.proves("03.01.5")
def test_03_01_5_he_is_told_what_bars_his_way_if_there_is_none_round_it() -> None:
    ran = march(battle(BARN), {}, {"lee": "TO (45,20)"})
    told = ran.table.events[-1]
    assert (told.text.key, told.audience) == ("civilwar.motion.rides-barred", ("union",))
    assert ran.staff("lee").x == pytest.approx(4000, abs=20)


@pytest.mark.proves("03.01.5", "02.05.3")
def test_R106_a_general_stays_beside_the_middle_of_a_chain_that_faces_to_a_flank() -> None:
    chain = foot("a", 0, 50, 30, formation="chain", gap=120, under="lee")
    state = field_of(chain, foot("b", 1, 140, 100, under="meade"), staff=STAFF)
    # behind the middle of the chain, whose rear is 1.5 cm behind its front
    move_staff(state, "lee", x=5000, y=2850, beside="a")
    rider = march(state, {"a": "FACE RIGHT"}).staff("lee")
    assert (rider.x, rider.beside) == (5000, "a")
    assert abs(rider.y - 2850) < 100
    assert pieces_within(field.staff_body(rider).pieces, field.body(state, unit_of(state, "a")).pieces, CONTACT)


CANAL = {"id": "canal", "type": "canal", "line": [[0, 40], [160, 40]]}
BRIDGE = {"id": "bridge", "type": "bridge", "at": [20, 40], "crosses": "canal"}


@pytest.mark.proves("03.01.5", "02.06.6")
def test_03_01_5_a_general_rides_over_a_canal_by_its_bridge() -> None:
    over = {"lee": StaffMove(Place(PointMark(2000, 6000)))}
    rider = march(battle(CANAL, BRIDGE), {}, over).staff("lee")
    assert (rider.x, rider.y) == (2000, 6000)
    # the bridge lies beside his way: to it, over it, and on to where he is to be
    beside = march(battle(CANAL, BRIDGE | {"at": [40, 40]}), {}, over).staff("lee")
    assert (beside.x, beside.y) == (2000, 6000)
    # without one there is no way round, not even off the table
    stopped = march(battle(CANAL), {}, over)
    assert stopped.staff("lee").y == pytest.approx(3950, abs=2)
    assert stopped.table.events[-1].text.key == "civilwar.motion.rides-barred"


@pytest.mark.proves("03.01.5", "02.06.6")
def test_03_01_5_a_general_rides_through_a_high_wall_where_the_road_does() -> None:
    high = {"id": "wall", "type": "linear", "kind": "wall", "obstacle": 3, "line": [[0, 40], [160, 40]]}
    road = {"id": "road", "type": "road", "line": [[20, 0], [20, 120]]}
    rider = march(battle(high, road), {}, {"lee": "TO (20,60)"}).staff("lee")
    assert (rider.x, rider.y) == (2000, 6000)


@pytest.mark.proves("03.01.5")
def test_R31_the_move_is_made_at_an_instant_or_at_an_event() -> None:
    to = Place(ObjectMark("rock"))
    later = march(battle(ROCK), {}, {"lee": StaffMove(to, AtTime(3))})
    assert later.when("staff-move") == 3 / 8
    ends = march(battle(ROCK), {"a": "GO FWD 6"}, {"lee": StaffMove(to, OwnDoes("a", "ends"))})
    assert ends.when("staff-move") == 0.5
    near = march(
        battle(ROCK),
        {"b": "GO SW"},
        {"lee": StaffMove(to, EnemyWithin(length=7000, of=UnitMark("a"), enemy=Enemy(arm="infantry")))},
    )
    assert near.when("staff-move") is None  # the enemy comes to about 100 cm only
    far = march(battle(ROCK), {"b": "GO SW"}, {"lee": StaffMove(to, EnemyWithin(length=10500, of=UnitMark("a")))})
    assert 0 < (far.when("staff-move") or 0) < 1
    never = march(battle(ROCK), {}, {"lee": StaffMove(to, OwnDoes("a", "starts"))})
    assert (never.staff("lee").x, never.staff("lee").moved) == (2000, False)


PINES = {"id": "pines", "type": "wood", "poly": [[60, 60], [110, 60], [110, 66], [60, 66]]}
OAKS = {"id": "oaks", "type": "wood", "poly": [[118, 5], [122, 5], [122, 66], [118, 66]]}
SOUTH = Move((Go(direction=1800),))


def across_the_pines(lee: tuple[float, float]) -> CivilWarState:
    """An enemy who comes out of the pines; a unit of Lee's before them."""
    units = foot("a", 0, 80, 40, under="lee"), foot("b", 1, 85, 67, under="meade", formation="chain")
    return field_of(*units, terrain=[ROCK, PINES, OAKS], staff=(chief("lee", 0, at=lee), STAFF[1]))


@pytest.mark.parametrize(
    ("lee", "sets_off"), [((75, 20), True), ((130, 20), False), ((100, 35), True)], ids=["told", "alone", "sees"]
)
@cases(
    "when",
    ("03.01.5 03.02.2", EnemyVisible()),
    ("03.01.5 03.02.2", EnemyWithin(2800, UnitMark("a"))),
    ("03.01.5 03.02.2", EnemyCrosses(Gate(CornerMark("pines", "SW"), CornerMark("pines", "SE")))),
)
def test_R31_he_rides_when_he_or_a_unit_of_his_within_40_cm_sees_what_he_waits_for(
    lee: tuple[int, int], sets_off: bool, when: Trigger
) -> None:
    ran = march(across_the_pines(lee), {"b": SOUTH}, {"lee": StaffMove(Place(ObjectMark("rock")), when)})
    assert (ran.when("staff-move") is not None) == sets_off
    assert ran.staff("lee").moved == sets_off
    assert ran.when("staff-move") != 0, "at the start nobody sees the enemy behind the wood"


@pytest.mark.proves("03.01.5", "03.02.2")
@pytest.mark.parametrize(("x", "told"), [(125.55, True), (125.56, False)])
def test_R31_a_unit_tells_its_general_what_it_sees_within_40_cm(x: float, told: bool) -> None:
    state = across_the_pines((x, 40))
    with_unit(state, "b", y=5500)
    lee = staff_of(state, "lee")
    assert not sight.sees(state, lee, unit_of(state, "b"))
    assert waiting_riders.learns_of(state, lee, (unit_of(state, "b"),)) == told


def behind_the_pines(at: tuple[float, float], lee: tuple[float, float] = (85, 14)) -> CivilWarState:
    """A unit of another general's on the far side of the pines, where Lee does not see it."""
    staff = (chief("lee", 0, at=lee), chief("hill", 0, at=(5, 110)), STAFF[1])
    units = inf("c", 0, at=at, face=180, under="hill", formation="chain"), foot("a", 0, 5, 100, under="lee")
    return field_of(*units, foot("b", 1, 150, 20, under="meade"), terrain=[ROCK, PINES], staff=staff)


@pytest.mark.proves("03.01.5", "03.02.2")
@pytest.mark.parametrize("event", ["starts", "ends"])
def test_R31_he_rides_when_he_sees_later_what_a_friend_began_or_ended_out_of_his_sight(event: OwnEvent) -> None:
    to = StaffMove(Place(ObjectMark("rock")), OwnDoes("c", event))
    state = behind_the_pines((85, 67.5))
    assert not sight.sees(state, staff_of(state, "lee"), unit_of(state, "c"))
    ran = march(state, {"c": SOUTH}, {"lee": to})
    # it comes out of the wood on his side, and is seen at the edge of it
    assert (ran.when("staff-move") is not None) == ran.staff("lee").moved
    assert ran.staff("lee").moved
    assert 0 < (ran.when("staff-move") or 0) <= 1
    never = march(behind_the_pines((85, 110)), {"c": "GO FWD 6"}, {"lee": to})
    assert not never.staff("lee").moved, "it stays behind the wood"


@pytest.mark.proves("03.01.5", "03.02.2")
@pytest.mark.parametrize("event", ["starts", "ends"])
def test_R31_a_courier_rides_when_his_general_comes_with_a_unit_to_where_he_sees_it(event: OwnEvent) -> None:
    """The general comes out from behind the oaks; until then neither he nor his courier sees that friend."""
    staff = (chief("lee", 0, at=(130, 57)), chief("hill", 0, at=(5, 110)), STAFF[1])
    units = foot("d", 0, 130, 60, under="hill"), foot("c", 0, 100, 68, under="hill")
    state = field_of(*units, foot("b", 1, 150, 110, face=0, under="meade"), terrain=[ROCK, OAKS], staff=staff)
    state.staff.append(Staff("lee-1", 0, "courier", "lee", x=13500, y=2000))
    move_staff(state, "lee", beside="d")
    ride = {"lee-1": StaffMove(Place(ObjectMark("rock")), OwnDoes("c", event))}
    ran = march(state.clone(), {"c": "GO FWD 1"}, ride)
    assert not ran.staff("lee-1").moved
    ran = march(state, {"c": "GO FWD 1", "d": "GO FWD"}, ride)
    assert ran.staff("lee-1").moved
    assert 0.3 < (ran.when("staff-move") or 0) < 1


@pytest.mark.proves("03.01.5")
def test_R31_a_march_ends_where_it_is_stopped_and_not_where_the_unit_changes_formation_on_the_way() -> None:
    def rides(order: Move, **enemy: Any) -> float | None:
        units = foot("a", 0, 50, 30, under="lee"), inf("b", 1, **({"at": (140, 100), "under": "meade"} | enemy))
        state = field_of(*units, terrain=[ROCK], staff=STAFF)
        ran = march(state, {"a": order}, {"lee": "TO rock WHEN OWN a ENDS"})
        return ran.when("staff-move")

    assert rides(Move((Go(),))) == 1
    stopped = rides(Move((Go(),)), at=(50, 36), face=0)
    assert stopped == pytest.approx(3 / 12, abs=0.01), "an enemy in its way stops it"
    half = rides(Move((Go(length=600),)))
    assert half == 0.5
    changes = rides(Move((Go(length=600), Form("thin_line"))))
    assert changes is not None
    assert changes > half
    assert rides(Move((Go(length=600), Form("thin_line"), Go()))) == 1


TO_THE_ROCK = Place(ObjectMark("rock"))


def in_battle(when: Trigger, lee: tuple[float, float] = (50, 14), **sheets: Any) -> tuple[CivilWarState, Any]:
    """A turn in which Lee waits for something, behind a unit of his that an enemy fires at or attacks."""
    staff = (chief("lee", 0, at=lee), chief("meade", 1, at=(50, 60)))
    units = foot("a", 0, 50, 20, under="lee"), foot("b", 1, 50, 28, under="meade")
    state = begin(field_of(*units, terrain=[ROCK], staff=staff))
    with_unit(state, "a", order="LU")
    state.umpire = "umpire" in sheets
    line = StaffLine(StaffMove(TO_THE_ROCK, when))
    own = {"a": OrderLine(sheets.get("own", Stand()), Prefs(surprised="no"))}
    union = OrderSheet(own, {"lee": line})
    answer = sheets.get("umpire")
    return state, play(state, *sheets.get("dice", ()), union=union, confederate=sheets.get("enemy"), answer=answer)


FIRE = Fire((FirePart(),))
AT_A = Fire((FirePart("a"),))


@cases(
    "when own enemy dice",
    ("03.01.5", EnemyFires("a"), Stand(), AT_A, ()),
    ("03.01.5", OwnDoes("a", "fires"), FIRE, Stand(), ()),
    ("03.01.5", OwnDoes("a", "retires"), Stand(), Attack("a"), ((5, 5), (3, 4))),
    ("03.01.5", OwnDoes("a", "routs"), Stand(), Attack("a"), ((6, 6), (6, 6))),
    ("03.01.5", OwnDoes("a", "contact"), Stand(), Attack("a"), ((4, 4),)),
    ("03.01.5", BeforeShock("a"), Stand(), Attack("a"), ()),
)
def test_R31_he_rides_when_what_the_dice_decide_has_come_about(when: Trigger, own: Any, enemy: Any, dice: Any) -> None:
    state, _ = in_battle(when, own=own, enemy={"b": enemy}, dice=dice)
    lee = staff_of(state, "lee")
    assert (lee.x, lee.y) != (5000, 1400)
    state, _ = in_battle(when)
    assert staff_of(state, "lee").y == 1400, "nothing has come about"


@pytest.mark.proves("03.01.5")
def test_R31_without_a_name_it_is_the_unit_that_he_stands_with() -> None:
    beside, apart_ = (50, 17), (50, 12)
    for when, enemy in ((EnemyFires(), AT_A), (BeforeShock(), Attack("a")), (AfterShock(), Attack("a"))):
        state, _ = in_battle(when, beside, enemy={"b": enemy})
        assert staff_of(state, "lee").y > 2500, when
        state, _ = in_battle(when, apart_, enemy={"b": enemy})
        assert staff_of(state, "lee").y == 1200, when


@pytest.mark.proves("03.01.5")
def test_R31_the_umpire_says_when_what_he_alone_can_judge_has_come_about() -> None:
    answers = [judging.EventJudged(False), judging.EventJudged(True)]

    def umpire(decision: Any) -> Any:
        assert decision.role == "umpire"
        return answers.pop(0)

    state, played = in_battle(UmpireSays("their smoke clears"), umpire=umpire)
    assert [decision.prompt.key for decision in played.asked] == ["civilwar.prompt.judge-ride"] * 2
    assert staff_of(state, "lee").y > 2500
    with pytest.raises(errors.Illegal) as refused:
        in_battle(UmpireSays("their smoke clears"))
    assert refused.value.reason.key == "civilwar.illegal.no-umpire"


@pytest.mark.proves("01.06.2")
@pytest.mark.parametrize("halted", [True, False])
def test_01_06_2_nobody_rides_on_a_side_that_the_umpire_has_halted(halted: bool) -> None:
    state = begin(battle(ROCK))
    state.staff.append(Staff("lee-1", 0, "courier", "lee", x=500, y=500, bound_for="a", carries=OrderLine(FORWARD)))
    if halted:
        edits.carry_out(table_for(state, GAME), edits.HaltUnits("union"))
    play(state, union=OrderSheet(staff={"lee": StaffLine(StaffMove(TO_THE_ROCK))}))
    lee, courier = staff_of(state, "lee"), staff_of(state, "lee-1")
    assert ((lee.x, lee.y) == (2000, 2000)) == halted
    assert ((courier.x, courier.y) == (500, 500)) == halted
    assert courier.carries is not None


@pytest.mark.proves("03.01.5")
def test_03_01_5_riding_along_with_a_unit_is_no_move_of_his_own() -> None:
    state = battle()
    ran = march(state, {"a": "GO FWD"}, {"lee": "WITH a"})
    lee = ran.staff("lee")
    assert (lee.beside, lee.moved) == ("a", True)
    assert [one.id for one in field.generals_beside(state, ran.unit("a"))] == ["lee"]
    state.staff = [replace(one, moved=False) for one in state.staff]
    ran = march(next_turn(state), {"a": "GO FWD"})
    lee = ran.staff("lee")
    assert (lee.beside, lee.moved) == ("a", False)
    # he stands behind the middle of its rear
    assert (lee.x, lee.y) == (ran.unit("a").x, ran.unit("a").y - 300)
    state.staff = [replace(one, beside="" if one.id == "lee" else one.beside) for one in state.staff]
    # base to base he may go along without a move; told to stay he does not
    assert march(next_turn(state), {"a": "GO FWD"}, {"lee": "WITH a"}).staff("lee").moved is False
    stays = march(next_turn(state), {"a": "GO FWD"}, {"lee": "X"}).staff("lee")
    assert (stays.beside, stays.x, stays.y) == ("", lee.x, lee.y + 1200)


@pytest.mark.proves("03.01.5")
@pytest.mark.parametrize("when", [AtTime(4), OwnDoes("b", "routs"), EnemyWithin(length=1000)])
def test_R31_who_is_to_ride_later_goes_along_with_his_unit_until_then(when: Trigger) -> None:
    state = battle(ROCK)
    march(state, {}, {"lee": "WITH a"})
    next_turn(state)
    state.staff = [replace(one, moved=False) for one in state.staff]
    assert staff_of(state, "lee").beside == "a"
    ran = march(state, {"a": "GO FWD"}, {"lee": StaffMove(Place(ObjectMark("rock")), when)})
    assert unit_of(state, "a").y > 4000
    if isinstance(when, AtTime):
        assert ran.when("staff-move") == 0.5
        assert (ran.staff("lee").beside, ran.staff("lee").moved) == ("", True)
    else:
        assert (ran.staff("lee").beside, ran.staff("lee").moved) == ("a", False)
        assert field.generals_beside(state, unit_of(state, "a")) == [ran.staff("lee")]


@pytest.mark.proves("03.01.5")
@pytest.mark.parametrize(("length", "at"), [(3700, 0.5), (3000, None)])
def test_R31_how_near_an_enemy_is_to_him_is_found_where_his_unit_has_taken_him(length: int, at: float | None) -> None:
    units = foot("a", 0, 50, 30, under="lee"), foot("b", 1, 50, 70, under="meade")
    state = field_of(*units, terrain=[ROCK], staff=STAFF)
    march(state, {}, {"lee": "WITH a"})
    next_turn(state)
    state.staff = [replace(one, moved=False) for one in state.staff]
    ran = march(state, {"a": "GO FWD"}, {"lee": StaffMove(Place(ObjectMark("rock")), EnemyWithin(length))})
    assert ran.when("staff-move") == at


@pytest.mark.proves("03.01.5")
def test_R31_who_is_to_ride_to_where_he_is_stays_there_when_his_unit_goes() -> None:
    state = battle(ROCK)
    march(state, {}, {"lee": "WITH a"})
    next_turn(state)
    state.staff = [replace(one, moved=False) for one in state.staff]
    here = staff_of(state, "lee")
    ran = march(state, {"a": "GO FWD"}, {"lee": StaffMove(Place(PointMark(here.x, here.y)))})
    assert (ran.staff("lee").x, ran.staff("lee").y, ran.staff("lee").beside) == (here.x, here.y, "")


@pytest.mark.proves("03.01.1", "03.01.5")
def test_R27_a_courier_rides_to_his_goal_turn_by_turn_and_hands_over_what_he_brings() -> None:
    state = battle()
    state.staff.append(Staff("lee-1", 0, "courier", "lee", x=500, y=500))
    state.staff.append(Staff("far", 0, "brigade", "lee", x=15000, y=500))
    ran = march(state, {}, {"lee-1": Courier("far", "Hold the wood.")})
    assert math.isclose(ran.staff("lee-1").x / 100, 85, abs_tol=0.05)
    assert ran.staff("lee-1").bound_for == "far"
    table = table_for(state, None)
    riding.deliver(table)
    assert state.messages == []
    state.staff = [replace(one, moved=False) for one in state.staff]
    march(next_turn(state), {})
    riding.deliver(table)
    message = state.messages[0]
    assert (message.sender, message.to, message.text, message.read) == ("lee", "far", "Hold the wood.", state.turn)
    assert ran.staff("lee-1").bound_for == ""


@pytest.mark.proves("03.01.1")
def test_03_01_1_who_gets_a_message_reads_it_once_and_the_enemy_never() -> None:
    state = battle()
    state.staff.append(Staff("near", 0, "brigade", "lee", x=700, y=500))
    state.messages = [Message(1, "lee", "near", "Hold the wood.", 0, read=2), Message(2, "lee", "near", "Not yet.", 0)]
    state.turn = 2
    table = table_for(state, None)
    messages.tell_new(table)
    (told,) = table.events
    assert catalogue.render(told.text) == "near reads from lee, written in turn 0: Hold the wood."
    assert told.audience == ("union",)
    state.turn = 3
    messages.tell_new(table)
    assert len(table.events) == 1
    looked = [catalogue.render(line.text) for line in GAME.look(state, ("union",), "near")]
    assert looked[-1] == "near reads from lee, written in turn 0: Hold the wood."


@pytest.mark.proves("03.01.1")
def test_03_01_1_who_writes_to_a_general_far_away_learns_once_that_his_message_waits() -> None:
    state = battle()
    state.staff.append(Staff("far", 0, "brigade", "lee", x=9000, y=9000))
    state.messages = [Message(1, "lee", "far", "Come.", 1)]
    table = table_for(state, None)
    for state.turn in (2, 3):
        messages.tell_new(table)
    (told,) = table.events
    assert told.text.key == "civilwar.message.waits"
    assert "within 5 cm" in catalogue.render(told.text)
    assert "Come." not in catalogue.render(told.text)
    assert told.audience == ("union",)
