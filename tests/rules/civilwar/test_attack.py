"""Attacks up to the shock throw (07.01, 07.02.1, 07.02.2, R75, R79, R101)."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_attack import Fight, advance, attack, duel, fight_of
from civilwar_sheets import begin, play
from civilwar_table import Placed, cannon, chiefs, field_of, foot, guns, horse, inf, table_for, unit, with_unit
from feltherre.core.table import Table
from feltherre.games.civilwar import approach, captures, gunners, onset, orderstate, pursuit, shock, unit_facts
from feltherre.games.civilwar import attack as attacks
from feltherre.games.civilwar.field import CHARGE, distance, touching
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legality, legs
from feltherre.games.civilwar.state import CivilWarState, change, doing_of, note, unit_of
from feltherre.ground.tabletop import measure, schedule

#: a shock throw that does nothing: 6 or 7 with no modifiers, the enemy keeps his order
NOTHING = (3, 3)


def gap(fight: Fight, a: str, b: str) -> int:
    return distance(fight.state, fight.unit(a), fight.unit(b))


@pytest.mark.proves("07.01.1", "07.01.2", "07.02.3")
def test_an_attack_throws_at_two_centimetres_and_stops_there_if_the_enemy_stands() -> None:
    state = field_of(*duel(12))
    fight = fight_of(state, {"a": attack("b")}, dice=[NOTHING])
    assert fight.ruling("shock").outputs["result"] == 6
    assert gap(fight, "a", "b") in (CHARGE - 1, CHARGE)
    assert fight.doing("a").void == "repelled"
    assert (fight.unit("a").order, fight.unit("b").order) == ("OR", "OR")
    assert fight.doing("b").attacked_by == ("a",)


@pytest.mark.proves("07.01.2", "07.01.3")
def test_who_only_marches_into_charge_distance_attacks_without_orders() -> None:
    state = field_of(*duel(12))
    fight = fight_of(state, {"a": advance()}, dice=[(4, 4)])
    assert fight.ruling("charge-attempt").outputs["without_orders"] is True
    assert fight.ruling("shock").outputs["modifier"] == -2
    assert "civilwar.attack.unbidden" in fight.told


@pytest.mark.proves("07.01.3", "03.03.5")
def test_half_a_regiment_attacks_without_orders() -> None:
    state = field_of(*duel(12))
    state.units.append(replace(with_unit(state, "a", figures=12), id="a/1"))
    state.doing.append(state.doing[0])
    assert attacks.has_orders(state, unit_of(state, "a"), "b") is False
    note(state, "a", attacks="b")
    assert attacks.has_orders(state, unit_of(state, "a"), "b") is False
    with_unit(state, "a", figures=13)
    assert attacks.has_orders(state, unit_of(state, "a"), "b") is True


@pytest.mark.proves("03.03.5", "07.01.3")
@pytest.mark.parametrize(("at", "with_orders"), [(0, False), (1, True), (measure.EIGHTH, True)])
def test_who_takes_part_is_counted_when_the_attack_begins(at: int, with_orders: bool) -> None:
    """R29: what fire takes on the way does not make it an attack without orders; what it takes before, does."""
    state = field_of(*duel(12))

    def bleeds(table: Table[CivilWarState]) -> None:
        change(table.state, "a/1", figures=9, lost=6)

    fight = fight_of(state, {"a": attack("b", companies=5)}, dice=[NOTHING], act=(at, "fire", bleeds))
    assert fight.unit("a").figures == fight.unit("a/1").figures == 9
    ruling = fight.ruling("charge-attempt")
    assert ruling.outputs["without_orders"] is not with_orders
    assert "civilwar.ruling.attempt.without-orders" not in [line.text.key for line in ruling.explanation], (
        "it was declared"
    )


@pytest.mark.proves("03.03.5")
def test_companies_that_were_sent_out_are_too_few_to_charge() -> None:
    state = begin(field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 80), staff=chiefs((50, 30), (50, 90))))
    play(state, union={"a": "2 OF GO FWD 4"})
    charge = language.Attack("b", pace="charge")
    assert legality.why_illegal(unit_facts.facts_of(state, unit_of(state, "a")), charge) is None
    refusal = legality.why_illegal(unit_facts.facts_of(state, unit_of(state, "a/1")), charge)
    assert refusal is not None
    assert refusal.rule == "03.03.5"


def gunners_before(enemy: Placed) -> CivilWarState:
    """Gunners who have left their guns, 9 cm before an enemy."""
    state = field_of(cannon("a", 0, 90, 40), enemy)
    gunners.leave_guns(table_for(state, GAME), "a")
    with_unit(state, "a", x=5000, y=4300)
    return state


@cases(
    "says state reason",
    ("07.01.4", "a unit in U", field_of(*duel(12, order="U")), "disorder"),
    ("07.01.4", "guns", field_of(cannon("a", 0, 50, 40, formation="limbered_line"), foot("b", 1, 50, 52)), "artillery"),
    ("07.01.4", "gunners away from their guns are artillery still", gunners_before(foot("b", 1, 50, 52)), "artillery"),
)  # fmt: skip
def test_who_stops_at_charge_distance_without_a_throw(state: CivilWarState, reason: str) -> None:
    fight = fight_of(state, {"a": advance()})
    assert fight.ruling("charge-attempt").outputs["reason"] == reason
    assert not fight.made("shock")
    assert gap(fight, "a", "b") in (CHARGE - 1, CHARGE)


@pytest.mark.proves("07.01.4", "07.03.1")
def test_artillery_that_marches_against_its_attacker_does_not_counter_him() -> None:
    """Only who can attack has an initiative to throw for (R142)."""
    state = field_of(cannon("a", 0, 50, 40, formation="limbered_line"), foot("b", 1, 50, 52))
    fight = fight_of(state, {"a": advance(), "b": attack("a")}, dice=[NOTHING])
    assert fight.count("shock") == 1
    assert not fight.made("initiative")
    assert fight.doing("a").attacked_by == ("b",)


@pytest.mark.proves("07.01.4")
def test_guns_that_an_umpire_lets_attack_go_on_foot() -> None:
    state = field_of(cannon("a", 0, 50, 40), foot("b", 1, 50, 52))
    event = schedule.Event(0, 0, (), 0, "shock", ("a", "b"), {"aspect": "front", "unbidden": False})
    assert onset.shock_situation(state, event, None).own_arm == "infantry"


@pytest.mark.proves("07.01.4", "04.02.10")
def test_gunners_away_from_their_guns_threaten_no_chain() -> None:
    chain = foot("b", 1, 50, 52, 6, formation="chain", companies=2, gap=80)
    fight = fight_of(gunners_before(chain), {"a": advance()})
    assert not fight.asked
    assert gap(fight, "a", "b") in (CHARGE - 1, CHARGE)


@pytest.mark.proves("07.01.5")
def test_a_later_frontal_attack_is_stopped_even_if_the_first_was_repelled() -> None:
    state = field_of(foot("a", 0, 45, 40, 12), foot("late", 0, 55, 32, 12), foot("b", 1, 50, 46))
    fight = fight_of(state, {"a": attack("b"), "late": attack("b")}, dice=[NOTHING])
    assert fight.count("shock") == 1
    assert fight.ruling("charge-attempt").outputs["reason"] == "second_frontal_attack"
    assert fight.doing("late").void == "second-frontal-attack"
    assert gap(fight, "late", "b") in (CHARGE - 1, CHARGE)


@pytest.mark.proves("07.01.5", "07.03.4")
def test_a_flank_attack_is_not_barred_by_a_frontal_one() -> None:
    state = field_of(foot("front", 0, 50, 40), foot("flank", 0, 36, 54, 12, face=90), foot("b", 1, 50, 46, 12))
    fight = fight_of(state, {"front": attack("b"), "flank": attack("b")}, dice=[NOTHING, (1, 1)])
    aspects = [key for key in fight.told if key.startswith("civilwar.attack.attacks-")]
    assert aspects == ["civilwar.attack.attacks-front", "civilwar.attack.attacks-flank"]
    assert fight.count("shock") == 2


@pytest.mark.proves("07.01.5")
def test_two_regiments_that_arrive_together_make_one_throw_with_all_figures() -> None:
    state = field_of(foot("a", 0, 45, 40, 24), foot("c", 0, 55.5, 40, 24), foot("b", 1, 50, 46))
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[(4, 3)])
    (decision,) = fight.asked
    assert [action.unit for action in decision.space.candidates()] == ["a", "c"]
    fight.answer(decision.space.build((1,)))
    # 48 against 24 is twice as many: 7 + 1
    assert fight.ruling("shock").outputs["modifier"] == 1
    assert fight.count("shock") == 1
    assert fight.doing("a").won == fight.doing("c").won == ("b",)
    assert set(fight.doing("b").attacked_by) == {"a", "c"}


@pytest.mark.proves("07.01.5", "07.02.3")
def test_an_own_result_strikes_a_follower_of_the_same_eighth_too() -> None:
    # the second is 0.4 cm behind: it comes within the same eighth of the turn
    state = field_of(foot("a", 0, 45, 40), foot("c", 0, 55.5, 39.6), foot("b", 1, 50, 46, 30))
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[(2, 3)])
    assert (fight.unit("a").order, fight.unit("c").order) == ("LU", "LU")
    assert fight.count("shock") == 1
    assert (fight.doing("a").void, fight.doing("c").void) == ("repelled", "repelled")
    assert gap(fight, "c", "b") in (CHARGE - 1, CHARGE)


@pytest.mark.proves("07.01.5")
@pytest.mark.parametrize(("behind", "joint"), [(1.4, True), (1.6, False)])
def test_who_comes_within_an_eighth_of_a_turn_of_the_first_has_a_part_in_his_attack(behind: float, joint: bool) -> None:
    # a line marches 1.5 cm in an eighth of a turn, on whichever side of a written time the two arrive (R75)
    state = field_of(foot("a", 0, 45, 39.6), foot("c", 0, 55.5, 39.6 - behind), foot("b", 1, 50, 46))
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[(4, 4)])
    assert fight.doing("c").won == (("b",) if joint else ())
    assert ("civilwar.attack.second-frontal-attack" in fight.told) is not joint


@cases(
    "says at counts stopped",
    ("07.01.5 07.02.1", "before", (45, 37), "true", True),
    # the switch: only who has come to charge distance has attacked
    ("07.01.5 07.02.1", "switched off", (45, 37), "false", False),
    # it would have been there at the same time: it was a part of the same attack
    ("07.01.5 07.02.1", "jointly", (45, 34.5), "true", False),
    # it would not have come there in this turn
    ("07.01.5 07.02.1", "not in this turn", (45, 30), "true", False),
)
def test_R130_an_attack_that_fire_breaks_off_on_its_way_is_the_frontal_attack_of_the_turn(
    at: tuple[float, float], counts: str, stopped: bool
) -> None:
    state = field_of(inf("a", 0, at=at, face=0, figures=12), foot("late", 0, 55, 34, 12), foot("b", 1, 50, 46))
    state.options["broken_attack_counts"] = counts

    def fire(table: Any) -> None:
        orderstate.becomes(table, "a", "LU", cause="b", by="fire", close=True)

    orders = {"a": attack("b"), "late": attack("b")}
    fight = fight_of(state, orders, dice=[] if stopped else [NOTHING], act=(measure.EIGHTH, "fire", fire))
    assert fight.doing("a").void == "pinned"
    assert ("civilwar.attack.second-frontal-attack" in fight.told) is stopped
    assert fight.made("shock") is not stopped


@pytest.mark.proves("07.01.5", "07.03.4")
def test_R130_an_attack_on_the_flank_that_fire_breaks_off_before_the_front_is_no_frontal_attack() -> None:
    state = field_of(
        foot("a", 0, 36, 40, face=30, formation="march_column", figures=12, companies=4),
        foot("other", 0, 52, 34.5, 12),
        foot("b", 1, 50, 46),
    )

    def fire(table: Any) -> None:
        # it is before the front of b still, and on its way past it
        assert unit_of(table.state, "a").y < unit_of(table.state, "b").y
        orderstate.becomes(table, "a", "LU", cause="b", by="fire", close=True)

    orders = {"a": attack("b", legs=(legs.Go(direction=0, length=8 * measure.CM),)), "other": attack("b")}
    fight = fight_of(state, orders, dice=[NOTHING], act=(measure.EIGHTH, "fire", fire))
    assert fight.doing("a").void == "pinned"
    assert "civilwar.attack.second-frontal-attack" not in fight.told
    assert fight.doing("other").shocked == ("b",)


@pytest.mark.proves("07.02.3")
@pytest.mark.parametrize("riders", [44, 42.5], ids=["there", "on-the-way"])
def test_cavalry_that_is_repelled_with_the_foot_that_leads_rides_away(riders: float) -> None:
    state = field_of(foot("a", 0, 45, 44), horse("c", 0, 57, riders), foot("b", 1, 50, 46, 48, companies=16))
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[NOTHING])
    if fight.asked:
        fight.answer(shock.LeadAttack("a"))
    assert fight.told[-2:] == ["civilwar.attack.shock-repelled", "civilwar.attack.rides-away"]
    assert fight.unit("c").facing == 1800
    assert fight.at("c")[1] < 20
    assert fight.at("a") == (45, 44)


@pytest.mark.proves("07.02.5")
def test_who_has_come_near_another_and_is_still_on_his_way_does_not_pursue_yet() -> None:
    state = field_of(foot("a", 0, 50, 44), foot("b", 1, 50, 46))
    note(state, "a", reached=True)
    schedule.enter(state.line, measure.EIGHTH, "move", "charge", who=("a", "b"))
    pursuit.broken(state, ("a",), "b")
    assert [event.kind for event in state.line.waiting] == ["charge"]
    state.line.waiting.clear()
    pursuit.broken(state, ("a",), "b")
    assert [event.kind for event in state.line.waiting] == ["pursuit"]


# one attacker and several enemies (R118)


def brigades(aside: float, interval: float, **orders: Any) -> Fight:
    """Three regiments abreast against three, the one brigade a little aside of the other."""
    step = 9.6 + interval
    state = field_of(
        *(foot(name, 0, 60 + aside + k * step, 44) for name, k in (("a", -1), ("b", 0), ("c", 1))),
        *(foot(name, 1, 60 + k * step, 46) for name, k in (("x", -1), ("y", 0), ("z", 1))),
    )
    return fight_of(state, orders, dice=[(5, 4)] * 6)


def throws(fight: Fight) -> list[tuple[str, str]]:
    """Who has thrown against whom."""
    return [(name, foe) for name in "abc" for foe in fight.doing(name).shocked]


@pytest.mark.proves("07.01.2", "07.03.2")
@pytest.mark.parametrize("interval", [0, 1, 1.9])
def test_of_two_lines_of_battle_each_regiment_attacks_the_one_before_it(interval: float) -> None:
    fight = brigades(0, interval, a=attack("x"), b=attack("y"), c=attack("z"))
    assert throws(fight) == [("a", "x"), ("b", "y"), ("c", "z")]
    # 24 against 24
    assert fight.modifiers() == [0, 0, 0]


@pytest.mark.proves("07.01.2")
def test_who_stands_beside_the_enemy_before_the_front_is_not_attacked_though_within_two_centimetres() -> None:
    fight = brigades(0, 1, b=attack("y"))
    assert throws(fight) == [("b", "y")]
    assert touching(fight.state, fight.unit("b"), fight.unit("y"))


@pytest.mark.proves("07.01.2")
@pytest.mark.parametrize(("target", "attacked"), [("y", True), ("x", False)])
def test_the_one_whom_the_attack_is_on_is_attacked_past_the_end_of_the_front_too(target: str, attacked: bool) -> None:
    state = field_of(foot("a", 0, 50, 44.5), foot("x", 1, 50, 46), foot("y", 1, 60.6, 46))
    note(state, "a", attacks=target)
    assert approach.is_only_beside(state, unit_of(state, "a"), unit_of(state, "y")) is not attacked


@pytest.mark.proves("07.01.2", "04.02.10")
def test_a_chain_that_has_gone_to_the_flanks_of_its_support_is_not_before_the_attacker() -> None:
    state = field_of(
        foot("a", 0, 50, 36), foot("chain", 1, 50, 46, formation="chain", figures=12, companies=4), foot("b", 1, 50, 56)
    )
    goes_back = language.OrderLine(language.Stand(), language.Prefs(surprised="no", fallback="yes"))
    fight = fight_of(state, {"a": attack("b", pace="charge"), "chain": goes_back}, dice=[(4, 4)])
    assert fight.unit("chain").parted
    assert fight.doing("a").shocked == ("b",)


@pytest.mark.proves("07.01.1", "07.01.2")
def test_who_passes_an_enemys_corner_with_nobody_before_his_front_attacks_him() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("y", 1, 60.6, 46))
    fight = fight_of(state, {"a": advance()}, dice=[NOTHING])
    assert fight.doing("a").shocked == ("y",)


@pytest.mark.proves("07.01.2", "07.02.3")
@pytest.mark.parametrize(
    ("dice", "met"), [([(5, 4), (5, 4)], True), ([(5, 4), (3, 3)], False), ([(3, 3), (5, 4)], False)]
)
def test_who_has_two_before_his_front_throws_against_each_and_goes_on_if_neither_stands(
    dice: list[tuple[int, int]], met: bool
) -> None:
    state = field_of(foot("a", 0, 50, 40), foot("x", 1, 45, 46), foot("y", 1, 55, 46))
    fight = fight_of(state, {"a": attack("x")}, dice=dice)
    assert fight.doing("a").shocked == ("x", "y")
    assert touching(fight.state, fight.unit("a"), fight.unit("x")) is met
    assert met or fight.doing("a").void == "repelled"


@pytest.mark.proves("07.03.2", "07.01.5")
@pytest.mark.parametrize("leads", ["a", "b"])
def test_figures_count_only_against_the_enemy_whom_the_unit_was_ordered_against(leads: str) -> None:
    # one brigade is 4 cm aside: before each regiment stand parts of two, and the attacks on y and z are joint
    fight = brigades(4, 1, a=attack("x"), b=attack("y"), c=attack("z"))
    fight.answer(shock.LeadAttack(leads))
    fight.answer(shock.LeadAttack("c"))
    assert throws(fight) == [("a", "x"), ("a", "y"), ("b", "y"), ("b", "z"), ("c", "z")]
    assert fight.modifiers() == [0, 0, 0]


@pytest.mark.proves("07.03.2", "07.01.5")
def test_a_unit_whose_own_target_is_not_there_brings_its_figures_to_the_joint_attack() -> None:
    fight = brigades(4, 1, a=attack("z"), b=attack("y"))
    fight.answer(shock.LeadAttack("b"))
    shocks = fight.modifiers()
    # a comes to x and y on its way: 24 against 24, then 48 against 24, and b alone against z
    assert shocks == [0, 1, 0]


@pytest.mark.proves("02.04.3", "07.03.2")
def test_all_figures_in_a_building_count_against_an_attack() -> None:
    house = {
        "id": "house",
        "type": "building",
        "kind": "building_wood",
        "poly": ((46, 46), (54, 46), (54, 52), (46, 52)),
        "obstacle": 2,
    }
    state = field_of(
        foot("a", 0, 50, 40),
        foot("b", 1, 50, 49, 6, companies=2),
        foot("c", 1, 50, 49, 3, companies=1),
        terrain=[house],
    )
    for name in ("b", "c"):
        with_unit(state, name, building="house")
    fight = fight_of(state, {"a": attack("b")}, dice=[(4, 4), (4, 4)])
    # 24 against 9: +1, the house -2
    shocks = fight.modifiers()
    assert shocks == [-1, -1]


@pytest.mark.proves("07.01.6", "02.06.3")
def test_a_charge_that_goes_through_its_routed_target_has_found_him() -> None:
    state = field_of(horse("a", 0, 50, 40), foot("b", 1, 50, 52))
    rout = (100, "fire", lambda table: orderstate.becomes(table, "b", "FU", cause="a", by="fire"))
    fight = fight_of(state, {"a": attack("b", pace="charge")}, act=rout)
    attacks.finds_nobody(table_for(state, fight.game))
    assert "civilwar.motion.passes" in fight.told
    assert not fight.made("shock")
    assert unit_of(state, "a").order == "OR"


def water(kind: str, y: float) -> dict[str, Any]:
    return {"id": "brook", "type": kind, "line": ((0, y), (160, y)), "width": 0.8}


WOOD = {"id": "wood", "type": "wood", "poly": ((40, 48), (60, 48), (60, 52), (40, 52))}


@cases(
    "says units terrain pace y order told",
    ("07.01.6", "a charge that finds nobody ends in LU", duel(80, 10), [], "charge", 30, "LU", "found-nobody"),
    ("07.01.6", "an ordinary advance keeps its order", duel(80, 10), [], "ordinary", 22, "OR", ""),
    # infantry passes a wood, only not in line at charge pace, and a stream, only not in line (schema I, 02.06.5)
    ("07.01.6", "a charge stopped by a wood keeps its order", duel(20), [WOOD], "charge", 48, "OR", ""),
    ("07.01.6", "one stopped by a stream too", duel(20), [water("stream", 48.4)], "charge", 48, "OR", ""),
    ("07.01.6", "no attack is made across a stream", duel(2), [water("stream", 41)], "charge", 40, "OR", ""),
    ("07.01.6", "what the arm cannot pass disorders", duel(2), [water("canal", 41)], "charge", 40, "LU",
     "blown-at-obstacle"),
)  # fmt: skip
def test_an_attack_that_comes_to_no_throw(units: Any, terrain: Any, pace: str, y: float, order: str, told: str) -> None:
    state = field_of(*units, terrain=terrain)
    fight = fight_of(state, {"a": attack("b", pace=pace)})
    assert not fight.made("shock")
    table = table_for(state, fight.game)
    attacks.finds_nobody(table)
    assert unit_of(state, "a").y == pytest.approx(y * measure.CM, abs=2)
    assert unit_of(state, "a").order == order
    assert [event.text.key for event in table.events][:1] == ([f"civilwar.attack.{told}"] if told else [])


@pytest.mark.proves("07.01.6")
def test_no_attack_is_made_across_an_obstacle_that_the_arm_cannot_pass() -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((30, 47.5), (70, 47.5)), "obstacle": 3}
    state = field_of(horse("a", 0, 50, 40), foot("b", 1, 50, 48.2), terrain=[wall])
    fight = fight_of(state, {"a": attack("b")})
    assert fight.ruling("charge-attempt").outputs["reason"] == "impassable_obstacle"
    assert doing_of(state, "a").barred
    assert not fight.made("shock")


@cases(
    "says hit cause order void",
    ("07.02.1", "the attacker in U", "a", "b", "U", None),
    ("07.02.1", "the attacker in rout", "a", "b", "FU", None),
    ("07.02.1", "the attacker pinned", "a", "b", "LU", "pinned"),
    ("07.02.1", "the enemy in rout is not thrown against", "b", "a", "FU", ""),
)
def test_fire_that_leaves_no_throw(hit: str, cause: str, order: str, void: str | None) -> None:
    # at charge distance from the start: the charge, the fire and the throw are all due at instant 0
    volley = (0, "fire", lambda table: orderstate.becomes(table, hit, order, cause=cause, by="fire", close=hit == "a"))
    fight = fight_of(field_of(*duel(2, 44)), {"a": attack("b")}, act=volley)
    assert not fight.made("shock")
    assert void is None or fight.doing("a").void == void
    if void is None:
        assert fight.doing("b").attacked_by == ()
        # it was a frontal attack all the same (07.01.5)
        assert fight.doing("b").frontal_from == 0


@pytest.mark.proves("07.03.2")
def test_a_unit_at_work_is_taken_as_in_the_flank() -> None:
    state = field_of(*duel())
    fight = fight_of(state, {"a": attack("b"), "b": "WORK LIGHT"}, dice=[NOTHING])
    assert fight.ruling("shock").outputs["modifier"] == 4


@pytest.mark.proves("03.03.5", "07.01.3")
def test_two_halves_of_a_regiment_that_attack_one_enemy_take_part_together() -> None:
    state = field_of(*duel(12))
    part = replace(with_unit(state, "a", figures=12), id="a/1")
    state.units.append(part)
    state.doing.append(replace(state.doing[0], attacks="b"))
    state.tracks.append(())
    assert attacks.has_orders(state, part, "b") is False
    note(state, "a", attacks="b")
    assert attacks.has_orders(state, part, "b") is True
    assert attacks.has_orders(state, unit_of(state, "a"), "b") is True


# wagons


def wagon() -> Any:
    return unit("w", 1, at=(50, 38), face=180, arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")


@pytest.mark.proves("08.02.6")
def test_a_wagon_that_an_enemy_stands_at_when_the_turn_ends_is_captured() -> None:
    """R99: nobody fights for it."""
    state = field_of(foot("a", 0, 50, 30), wagon())
    fight = fight_of(state, {"a": attack("w")})
    assert not fight.made("shock")
    captures.capture_wagons(fight.table())
    assert fight.unit("w").where == "lost"
    assert [(one.kind, one.unit, one.by) for one in state.history] == [("captured", "w", "a")]


@pytest.mark.proves("08.02.6")
@pytest.mark.parametrize("why", ["in-melee", "in-rout", "guns", "apart", "free"])
def test_who_fights_flees_or_stands_elsewhere_takes_no_wagon(why: str) -> None:
    taker = guns if why == "guns" else inf
    guard = foot("b", 1, 54.82, 36.4, 6, face=270, companies=2)
    units = [taker("a", 0, at=(50, 37.8 if why == "apart" else 37.97)), wagon()]
    state = field_of(*units, *([guard] if why == "in-melee" else []))
    with_unit(state, "a", order="FU" if why == "in-rout" else "OR")
    captures.capture_wagons(Fight(state, ()).table())
    assert (unit_of(state, "w").where == "lost") == (why == "free")
