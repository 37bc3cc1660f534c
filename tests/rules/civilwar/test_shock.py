"""The shock throw in the game (07.02.3 - 07.02.5, 07.03, 07.04.5; R71-R78): every condition of schema XII as the table
has it, and what the results do."""

from typing import Any

import pytest

from cases import cases
from civilwar_attack import SILENT, Fight, advance, attack, duel, fight_of, modifier
from civilwar_table import Placed, cannon, cav, chiefs, field_of, foot, horse, inf, with_unit
from feltherre.core import agenda, space
from feltherre.games.civilwar import field, grips, orderstate, pursuit
from feltherre.games.civilwar.orders import language, triggers
from feltherre.games.civilwar.orders.legs import Back, Go, Limber
from feltherre.games.civilwar.state import CivilWarState, move_staff, unit_of
from feltherre.ground.tabletop import measure, shapes
from feltherre.ground.tabletop.distance import point_distance

NOTHING = (3, 3)
ASKS = language.Prefs(surprised="no")


# what counts


def wall(y: float) -> dict[str, Any]:
    return {"id": "wall", "type": "linear", "kind": "wall", "line": ((30, y), (70, y)), "obstacle": 2, "cover": 1}


RIDERS = horse("a", 0, 50, 34, 12)
FOE = {"at": (50, 40), "face": 180, "figures": 12, "weapon": "pistol"}


@cases(
    "says units more expected",
    ("07.03.2", "equal numbers", duel(), {}, 0),
    ("07.03.2", "twice as many", duel(figures=48), {}, 1),
    ("07.03.2", "three times as many", duel(figures=72), {}, 2),
    ("07.03.2", "half as many", (foot("a", 0, 50, 40), foot("b", 1, 50, 46, 48)), {}, -1),
    ("07.03.2", "a march column attacks", duel(formation="march_column"), {}, -2),
    ("07.03.2", "a chain attacks", duel(formation="chain"), {}, -3),
    ("07.03.2", "a thin line is attacked", (foot("a", 0, 50, 40), foot("b", 1, 50, 46, formation="thin_line")), {}, 2),
    ("07.03.2", "the grade of the attacker", duel(grade=2), {}, 0),
    ("07.03.2", "the grade of the attacked", (foot("a", 0, 50, 40), foot("b", 1, 50, 46, grade=2)), {}, -2),
    ("07.03.2", "the enemy in LU", (foot("a", 0, 50, 40), foot("b", 1, 50, 46, order="LU")), {}, 2),
    ("07.03.2", "the attacker in LU", duel(order="LU"), {}, -2),
    ("07.03.5 07.03.2", "a support unit", (*duel(), foot("second", 0, 50, 30)), {}, 1),
    ("07.03.5 07.03.2", "of the enemy", (*duel(), foot("reserve", 1, 50, 56)), {}, -1),
    # only who has some of the other before his front has him within 30 degrees of it
    ("07.03.5", "none is who stands in the same line", (*duel(2, 42), foot("beside", 0, 59.6, 42)), {}, 0),
    ("07.03.5", "but who stands a little behind it is", (*duel(2, 42), foot("beside", 0, 59.6, 41.5)), {}, 1),
    ("07.03.2", "a wall before the enemy is to be crossed", duel(), {"terrain": [wall(45.8)]}, -2),
    ("07.03.2", "not one behind him", duel(), {"terrain": [wall(49.5)]}, 0),
    ("07.03.2 02.02.5", "cavalry against foot", (RIDERS, inf("b", 1, **FOE)), {}, 1),
    ("07.03.2 02.02.5", "halted +3, mounted Confederates -1", (RIDERS, cav("b", 1, **FOE)), {}, 2),
    ("07.03.2 02.02.5", "dismounted troopers are infantry", (RIDERS, cav("b", 1, mounted=False, **FOE)), {}, 1),
)  # fmt: skip
def test_every_condition_is_that_of_the_table(units: Any, more: dict[str, Any], expected: int) -> None:
    assert modifier(fight_of(field_of(*units, **more), {"a": attack("b")}, dice=[NOTHING])) == expected


@pytest.mark.proves("07.03.2")
def test_charge_pace_and_a_general_count_for_the_attacker() -> None:
    state = field_of(*duel(), staff=chiefs((50, 36.5), (150, 100)))
    move_staff(state, "chief-0", beside="a")
    assert modifier(fight_of(state, {"a": attack("b", pace="charge")}, dice=[NOTHING])) == 2


# the side that is attacked


@cases(
    "says attacker formation options aspect",
    ("07.03.4", "the front", foot("a", 0, 50, 40, 8), "line", {}, "front"),
    ("07.03.4", "the flank", foot("a", 0, 34, 48, 8, face=90), "line", {}, "flank"),
    ("07.03.4", "the rear", foot("a", 0, 50, 60, 8, face=180), "line", {}, "rear"),
    ("07.03.4 02.04.3", "no flank of a chain where the scenario says so", foot("a", 0, 34, 48, 8, face=90), "chain",
     {"open_formations_have_flanks": "false"}, "front"),
)  # fmt: skip
def test_the_side_that_is_attacked(attacker: Any, formation: str, options: dict[str, str], aspect: str) -> None:
    state = field_of(attacker, foot("b", 1, 50, 46, 16 if formation == "line" else 8, formation=formation))
    state.options |= options
    assert f"civilwar.attack.attacks-{aspect}" in fight_of(state, {"a": attack("b")}, dice=[(1, 1)]).told


@pytest.mark.proves("07.03.3")
@pytest.mark.parametrize(("friends", "expected"), [((), 0), ((foot("friend", 1, 57.5, 48, 12),), -1)])
def test_overlap_needs_an_open_flank(friends: Any, expected: int) -> None:
    """25 degrees off the straight way, its right companies reach past the defender's left: without orders -2, twice the
    figures +1, overlap +1. A steady friend beside that flank covers it."""
    units = foot("a", 0, 56, 40.5, 30, face=335, companies=10), foot("b", 1, 50, 48, 12, companies=4)
    assert modifier(fight_of(field_of(*units, *friends), {"a": advance()}, dice=[(1, 1)])) == expected


# results


@cases(
    "dice own enemy goes_on",
    ("07.02.3 07.03.2", (1, 1), "U", "OR", False),
    ("07.02.3 07.03.2", (2, 2), "LU", "OR", False),
    ("07.02.3 07.03.2", (3, 3), "OR", "OR", False),
    ("07.02.3 07.03.2", (3, 4), "OR", "OR", False),
    ("07.02.3 07.03.2 07.02.4", (4, 4), "OR", "LU", True),
    ("07.02.3 07.03.2 07.02.4", (5, 5), "OR", "LU", True),
    ("07.02.3 07.03.2", (6, 5), "OR", "U", True),
)
def test_results_put_one_side_into_an_order(dice: tuple[int, int], own: str, enemy: str, goes_on: bool) -> None:
    fight = fight_of(field_of(*duel()), {"a": attack("b")}, dice=[dice])
    assert (fight.unit("a").order, fight.unit("b").order) == (own, enemy)
    assert fight.doing("a").won == (("b",) if goes_on else ())
    if enemy == "LU":
        assert field.touching(fight.state, fight.unit("a"), fight.unit("b"))
        assert fight.doing("a").void == "contact"


NARROW = foot("b", 1, 50, 46, 16, companies=5)
WIDE = foot("a", 0, 50, 40, 30)
#: 48 files
WIDEST = foot("a", 0, 50, 40, 96, companies=32)


def two(interval: float) -> tuple[Placed, Placed]:
    """Two regiments of 12 files with so much between them."""
    return foot("b", 1, round(45.2 - interval / 2, 2), 46), foot("c", 1, round(54.8 + interval / 2, 2), 46)


@cases(
    "says units lapping",
    # 15 files against 8: three or four beyond each end, one of them counts anyway; a side of 3 cm has room for three
    ("07.02.4", "a wider attacker leads figures round to both sides", (WIDE, NARROW), {"b": 6}),
    # the neighbour is 3 cm farther back, and a rank against a side needs 1.5 cm
    ("07.02.4", "not to a side at which another stands", (WIDE, NARROW, foot("c", 1, 58, 48.5)), {"b": 3}),
    ("07.02.4", "nor a little way off", (WIDE, NARROW, foot("c", 1, 59.4, 48.5)), {"b": 3}),
    ("07.02.4", "but where there is room", (WIDE, NARROW, foot("c", 1, 59.6, 48.5)), {"b": 6}),
    # a side of 3 cm has room for three, and two files stand in an interval of 1.6 cm
    ("07.02.4", "round two enemies", (WIDEST, *two(4)), {"b": 6, "c": 6}),
    ("07.02.4", "round two near each other", (WIDEST, *two(1.6)), {"b": 5, "c": 5}),
    ("07.02.4", "not those that have the other before them", (WIDEST, *two(1)), {"b": 3, "c": 3}),
)  # fmt: skip
def test_figures_that_are_led_round(units: Any, lapping: dict[str, int]) -> None:
    dice = [(5, 4)] if len(lapping) == 1 else [(4, 3), (4, 3)]
    fight = fight_of(field_of(*units), {"a": attack("b")}, dice=dice)
    assert {grip.enemy: grip.lapping for grip in fight.unit("a").grips} == lapping
    assert "civilwar.attack.laps" in fight.told


@pytest.mark.proves("07.02.4")
def test_only_figures_with_time_left_to_march_round_lap() -> None:
    state = field_of(foot("a", 0, 50, 46, 30), NARROW)
    assert grips.lap_round(state, "a", "b", 0) == 0
    # two figures of each end stand 1.6 and 2.4 cm beyond it, and those behind them; 2.25 cm of march in line bring one
    assert grips.lap_round(state, "a", "b", measure.TURN * 3 // 16) == 2
    assert grips.lap_round(state, "a", "b", measure.TURN) == 6


@pytest.mark.proves("07.02.3")
def test_repelled_cavalry_faces_about_for_a_quarter_turn_and_rides_away() -> None:
    state = field_of(horse("a", 0, 50, 34, 12), foot("b", 1, 50, 40))
    fight = fight_of(state, {"a": attack("b")}, dice=[(2, 3)])
    assert fight.ruling("shock").outputs["own_turns_away"] is True
    assert fight.unit("a").facing == 1800
    # it came 4 cm, and has the rest of the turn less a quarter to ride away
    assert field.distance(fight.state, fight.unit("a"), fight.unit("b")) > 10 * field.CHARGE
    assert "civilwar.attack.rides-away" in fight.told


@pytest.mark.proves("07.02.3", "02.06.3")
def test_repelled_cavalry_that_had_charged_rides_away_through_a_friend_who_stands() -> None:
    """It rides at the ordinary rate, and charges no more (R78)."""
    state = field_of(horse("a", 0, 50, 34, 12), foot("friend", 0, 50, 27), foot("b", 1, 50, 40))
    fight = fight_of(state, {"a": attack("b", pace="charge")}, dice=[(2, 2)])
    assert "civilwar.attack.rides-away" in fight.told
    assert "civilwar.motion.passes" in fight.told
    assert fight.unit("a").y < 2400


@pytest.mark.proves("07.02.3")
def test_cavalry_repelled_by_cavalry_stands() -> None:
    state = field_of(horse("a", 0, 50, 34, 12), horse("b", 1, 50, 40, 36, grade=2))
    fight = fight_of(state, {"a": attack("b")}, dice=[(3, 3)])
    assert fight.ruling("shock").outputs["own_turns_away"] is False
    assert field.distance(fight.state, fight.unit("a"), fight.unit("b")) in (field.CHARGE - 1, field.CHARGE)


# after the throw


def breaks_in(x: float, y: float) -> CivilWarState:
    """A regiment before a weak one, and another behind that."""
    return field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 46, 12), foot("c", 1, x, y))


def charges(follow: Any = None) -> Fight:
    """It breaks the weak one, and stands before the other."""
    line = language.OrderLine(language.Attack("b", pace="charge", follow=follow), ASKS)
    return fight_of(breaks_in(57.5, 53), {"a": line}, dice=[(6, 4), NOTHING])


@pytest.mark.proves("07.02.5")
def test_a_broken_enemy_may_be_let_go_for_a_new_target() -> None:
    fight = charges()
    (decision,) = fight.asked
    assert decision.rule == "07.02.5"
    assert list(decision.space.candidates()) == [pursuit.Pursue(), pursuit.HoldGround(), pursuit.AttackNext("c")]
    fight.answer(pursuit.AttackNext("c"))
    assert fight.doing("a").shocked == ("b", "c")
    assert fight.doing("a").void == "repelled"


@pytest.mark.proves("07.02.5")
def test_the_order_may_say_beforehand_what_is_done_with_a_broken_enemy() -> None:
    held = charges("hold")
    assert (held.asked, held.doing("a").void, held.doing("a").shocked) == ((), "holds", ("b",))
    on = charges(language.NextTarget("c"))
    assert (on.asked, on.doing("a").attacks, on.doing("a").shocked) == ((), "c", ("b", "c"))


@pytest.mark.proves("07.01.2", "07.01.3")
@pytest.mark.parametrize(("switch", "without_orders"), [("false", True), ("true", False)])
def test_R133_a_pursuit_that_runs_into_others_is_an_attack_without_orders(switch: str, without_orders: bool) -> None:
    state = breaks_in(52, 54)
    state.options["pursuit_attacks_with_orders"] = switch
    fight = fight_of(state, {"a": attack("b", pace="charge")}, dice=[(6, 6), *[NOTHING] * 3])
    assert fight.doing("a").shocked[:2] == ("b", "c")
    assert fight.ruling("charge-attempt").outputs["without_orders"] is without_orders
    assert ("civilwar.attack.unbidden" in fight.told) is without_orders


@pytest.mark.proves("07.01.2", "07.03.2")
def test_R133_a_pursuit_that_runs_into_an_attack_has_nothing_for_its_charge_pace() -> None:
    orders = {"a": attack("b", pace="charge"), "c": attack("a")}
    fight = fight_of(breaks_in(52, 58), orders, dice=[(6, 6), (3, 2)])
    assert fight.doing("c").shocked == ("a",)
    # c has the initiative by its orders; 2 for an enemy without any
    assert modifier(fight) == 2


@pytest.mark.proves("07.04.5")
def test_a_unit_taken_in_flank_may_turn_two_companies() -> None:
    state = field_of(foot("a", 0, 34, 48, 8, face=90, companies=3), foot("b", 1, 50, 46, 16))
    # flank +4, the defender twice as many -1: 8 is LU
    fight = fight_of(state, {"a": attack("b")}, dice=[(2, 3)])
    (decision,) = fight.asked
    assert (decision.role, decision.rule) == ("confederate", "07.04.5")
    fight.answer(pursuit.TurnToMeet(True))
    (grip,) = fight.unit("b").grips
    # two of eight companies of 16 figures
    assert (grip.enemy, grip.turned) == ("a", 4)
    assert fight.unit("b").facing == 1800


@pytest.mark.proves("07.04.5")
def test_a_battery_taken_in_flank_has_no_companies_to_turn() -> None:
    state = field_of(foot("a", 0, 34, 48, 16, face=90, companies=5), cannon("b", 1, 50, 46))
    fight = fight_of(state, {"a": attack("b")}, dice=[(1, 1)])
    assert fight.unit("b").order in ("OR", "LU")
    assert (fight.asked, fight.unit("b").grips) == ((), ())


@pytest.mark.proves("07.04.5")
@pytest.mark.parametrize("turn", [True, False])
def test_a_unit_taken_in_the_rear_may_face_about(turn: bool) -> None:
    state = field_of(foot("a", 0, 50, 60, 16, face=180), foot("b", 1, 50, 46, 16))
    before = (state.units[1].x, state.units[1].y)
    fight = fight_of(state, {"a": attack("b")}, dice=[(3, 3)])
    fight.answer(pursuit.TurnToMeet(turn))
    assert fight.unit("b").facing == (0 if turn else 1800)
    if turn:
        # the old rear is the front now: the same ground
        assert (fight.unit("b").x, fight.unit("b").y) == (before[0], before[1] + 300)
    assert field.touching(fight.state, fight.unit("a"), fight.unit("b"))


@pytest.mark.proves("07.04.5")
def test_a_unit_that_has_faced_about_meets_all_who_come_from_behind() -> None:
    """It is asked once: to face about for the second as well would be to turn its back on both."""
    state = field_of(foot("a", 0, 46, 60, 16, face=180), foot("c", 0, 56, 60, 16, face=180), foot("b", 1, 50, 46))
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[(3, 3), (3, 3)])
    assert fight.count("shock") == 2
    fight.answer(pursuit.TurnToMeet(True))
    assert fight.asked == ()
    assert fight.unit("b").facing == 0


@pytest.mark.proves("07.04.5")
@pytest.mark.parametrize("second", ["other-flank", "same-flank"])
def test_two_companies_turn_to_each_flank_however_many_attack_it(second: str) -> None:
    there: dict[str, Any] = {"at": (66, 48), "face": 270} if second == "other-flank" else {"at": (34, 50.4), "face": 90}
    state = field_of(
        foot("a", 0, 34, 47.1, 8, face=90, companies=3),
        inf("c", 0, figures=8, companies=3, **there),
        foot("b", 1, 50, 46, 16),
    )
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[(2, 3), (2, 3)])
    fight.answer(pursuit.TurnToMeet(True))
    if second == "other-flank":
        fight.answer(pursuit.TurnToMeet(True))
    assert fight.asked == ()
    turned = {grip.enemy: grip.turned for grip in fight.unit("b").grips}
    # two of eight companies of 16 figures
    assert turned == ({"a": 4, "c": 4} if second == "other-flank" else {"a": 2, "c": 2})


@pytest.mark.proves("07.02.3")
def test_fire_after_the_shock_may_still_pin_an_attacker_who_broke_in() -> None:
    state = field_of(foot("a", 0, 50, 44), foot("b", 1, 50, 46))
    hit = (0, "after", lambda table: orderstate.becomes(table, "a", "LU", cause="b", by="fire", close=True))
    fight = fight_of(state, {"a": attack("b")}, dice=[(4, 4)], act=hit)
    assert fight.doing("a").void == "pinned"
    assert not field.touching(fight.state, fight.unit("a"), fight.unit("b"))


# fire, the umpire and real dice


@pytest.mark.proves("07.02.2", "07.02.1")
def test_fire_before_the_shock_comes_first_and_may_leave_no_throw() -> None:
    state = field_of(*duel())
    volley = language.Fire((language.FirePart(when=triggers.BeforeShock()),))
    # a heavy volley, and the worst of morale tests
    fight = fight_of(state, {"a": attack("b"), "b": volley}, dice=[(6, 6), (1, 1)])
    assert [ruling.procedure for ruling in fight.rulings] == ["charge-attempt", "small-arms-fire", "morale-test"]
    assert fight.unit("a").order in ("U", "FU")
    assert fight.doing("b").frontal_from > 0


@pytest.mark.proves("07.02.2", "07.02.3")
def test_fire_after_the_shock_is_given_by_a_defender_who_stood() -> None:
    state = field_of(*duel())
    volley = language.Fire((language.FirePart(when=triggers.AfterShock()),))
    fight = fight_of(state, {"a": attack("b"), "b": volley}, dice=[NOTHING, (1, 3), (6, 6), (6, 6)])
    assert [ruling.procedure for ruling in fight.rulings][:3] == ["charge-attempt", "shock", "small-arms-fire"]


@pytest.mark.proves("07.02.3")
def test_the_umpire_may_change_the_result_before_it_takes_effect() -> None:
    state = field_of(*duel())
    state.umpire = state.gate_held = True
    fight = fight_of(state, {"a": attack("b")}, dice=[NOTHING])
    fight.answer(agenda.RulingAccepted())
    (decision,) = fight.asked
    assert decision.role == "umpire"
    fight.answer(
        agenda.RulingChanged({"enemy_order_after": "LU", "advance_continues": True}, "they were out of breath")
    )
    assert fight.unit("b").order == "LU"
    assert field.touching(fight.state, fight.unit("a"), fight.unit("b"))


@pytest.mark.proves("07.03.1")
def test_real_dice_are_asked_of_the_side_that_throws() -> None:
    state = field_of(*duel())
    state.dice = "typed"
    fight = fight_of(state, {"a": attack("b")})
    (decision,) = fight.asked
    assert (decision.role, decision.rule) == ("union", "07.03.2")
    fight.answer(space.DiceTyped((4, 4)))
    assert fight.unit("b").order == "LU"


@pytest.mark.proves("07.02.4")
def test_a_column_bent_just_before_its_rear_is_lapped_like_any_other() -> None:
    """As in a battle at Kernstown: its middle lies on the rear edge of its straight part, and which way that edge looks
    is not asked of the middle."""
    state = field_of(foot("a", 0, 112, 58, 30, face=332.8), foot("b", 1, 103, 59, face=0))
    with_unit(state, "b", x=10301, y=5966, facing=2428, trail=((11116, 6846),), formation="march_column", figures=22)
    column = field.body(state, unit_of(state, "b"))
    right_rear, left_rear = column.outline[2:]
    assert point_distance(column.centre, shapes.middle((right_rear, left_rear))) <= 1
    assert grips.lap_round(state, "a", "b", measure.TURN) > 0


# contact holds both


def marches(*legs: Any) -> language.OrderLine:
    return language.OrderLine(language.Move(legs), SILENT)


COLUMN = foot("b", 1, 50, 60, formation="march_column", grade=2)
#: who is attacked, from where, his order, and the dice that put him in LU
GOES_ON = {
    "a column taken in the flank": (COLUMN, {"at": (45.5, 66), "face": 90}, marches(Go()), (2, 2)),
    "a line that steps back": (foot("b", 1, 50, 46), {"at": (50, 43)}, marches(Back(600)), (5, 4)),
    "guns that limber up": (cannon("b", 1, 50, 46), {"at": (50, 43)}, marches(Limber(), Go()), (4, 3)),
}


@pytest.mark.proves("07.02.4")
@pytest.mark.parametrize("case", GOES_ON)
def test_R128_contact_after_the_throw_ends_the_order_of_who_is_attacked(case: str) -> None:
    target, place, order, dice = GOES_ON[case]
    state = field_of(inf("a", 0, **place), target)
    fight = fight_of(state, {"a": attack("b"), "b": order}, dice=[dice])
    if fight.asked:
        fight.answer(pursuit.TurnToMeet(False))
    assert fight.ruling("shock").outputs["enemy_order_after"] == "LU"
    assert (fight.doing("a").void, fight.doing("b").void) == ("contact", "contact")
    assert field.touching(state, fight.unit("a"), fight.unit("b"))
    assert fight.unit("b").formation == target[1].formation
    # what it was ordered is not for the enemy to know
    assert [told.audience for told in fight.events if told.text.key == "civilwar.attack.fixed"] == [("confederate",)]


@pytest.mark.proves("07.02.4")
def test_R128_it_holds_each_of_two_who_are_met_at_one_instant() -> None:
    two = [foot(one, 1, x, 46.5, figures=12) for one, x in (("b", 45), ("c", 55))]
    state = field_of(foot("a", 0, 50, 43), *two)
    back = marches(Back(600))
    fight = fight_of(state, {"a": attack("b"), "b": back, "c": back}, dice=[(4, 4), (4, 4)])
    assert {one.id for one in grips.opponents(state, fight.unit("a"))} == {"b", "c"}
    assert (fight.doing("b").void, fight.doing("c").void) == ("contact", "contact")
    assert fight.told.count("civilwar.attack.fixed") == 2


@pytest.mark.proves("07.02.4")
def test_R128_who_was_to_fire_later_is_told_that_contact_has_ended_it() -> None:
    state = field_of(foot("a", 0, 50, 43), foot("b", 1, 50, 46.5))
    late = language.OrderLine(language.Fire((language.FirePart(when=triggers.AtTime(4)),)), SILENT)
    fight = fight_of(state, {"a": attack("b"), "b": late}, dice=[(5, 4)])
    assert fight.doing("b").shots == 0
    assert "civilwar.attack.fixed-fire" in fight.told
