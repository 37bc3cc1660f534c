"""Fire before and after shock, kept for a charge or as surprised (07.02.1, 07.02.2, 04.02.13, R36-R38)."""

from typing import Any

import pytest

from civilwar_attack import SILENT, Fight, attack
from civilwar_fire import CALM, fire, fire_turn, gun_fire, planned
from civilwar_table import cannon, field_of, foot, with_unit
from feltherre.games.civilwar import field, fire_questions, timeline
from feltherre.games.civilwar.orders.language import Fire, FirePart, OrderLine, Prefs, Stand, Work
from feltherre.games.civilwar.orders.triggers import AfterShock, AtTime, BeforeShock
from feltherre.games.civilwar.state import note
from feltherre.ground.tabletop.measure import TURN


def attacked(order: Any = None, dice: Any = (), *, prefs: Prefs = SILENT, **values: Any) -> Any:
    state = field_of(foot("a", 0, 50, 40, **values), foot("b", 1, 50, 52))
    return fire_turn(state, {"a": OrderLine(order or Stand(), prefs), "b": attack("a")}, dice=dice)


@pytest.mark.proves("07.02.2", "03.03.6")
def test_fire_before_shock_comes_before_the_throw_and_at_two_centimetres() -> None:
    fought = attacked(fire(when=BeforeShock()), dice=[CALM, (6, 6), (3, 3)])
    kinds = [ruling.procedure for ruling in fought.rulings if ruling.procedure in ("small-arms-fire", "shock")]
    assert kinds == ["small-arms-fire", "shock"]
    assert fought.ruling("small-arms-fire").outputs["zone"] == 1
    assert fought.ruling("small-arms-fire").outputs["modifier"] == 3


@pytest.mark.proves("07.02.2", "03.03.6")
def test_another_unit_may_watch_over_the_one_attacked() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("c", 0, 61, 40, face=340), foot("b", 1, 50, 52))
    orders = {"c": fire(when=BeforeShock("a")), "b": attack("a")}
    fought = fire_turn(state, orders, dice=[CALM, (3, 3)])
    assert fought.doing("c").shots > 0


@pytest.mark.proves("07.02.2", "03.03.6")
def test_fire_after_shock_by_a_defender_who_stands() -> None:
    fought = attacked(fire(when=AfterShock()), dice=[(3, 3), CALM, (6, 6)])
    kinds = [ruling.procedure for ruling in fought.rulings if ruling.procedure in ("small-arms-fire", "shock")]
    assert kinds == ["shock", "small-arms-fire"]
    broken = attacked(fire(when=AfterShock()), dice=[(6, 6), (6, 6)])
    assert broken.unit("a").order in ("U", "FU")
    assert broken.doing("a").shots == 0


@pytest.mark.proves("04.02.13")
def test_a_standing_unit_is_asked_and_fires_as_surprised() -> None:
    fought = attacked(prefs=Prefs(), dice=[(4, 4), (6, 6), (3, 3)])
    (decision,) = fought.asked
    assert (decision.role, decision.rule) == ("union", "04.02.13")
    fought.answer(fire_questions.FireSurprised(True))
    # first fire +3, surprised -4
    assert fought.ruling("small-arms-fire").outputs["modifier"] == -1
    assert fought.doing("a").surprised
    assert fought.made("shock")


@pytest.mark.proves("04.02.13")
def test_it_may_hold_its_fire_or_have_said_so_before() -> None:
    held = attacked(prefs=Prefs(), dice=[(3, 3)])
    held.answer(fire_questions.FireSurprised(False))
    assert held.doing("a").shots == 0
    standing = attacked(prefs=Prefs(surprised="yes", fallback="no"), dice=[CALM, (3, 3), (6, 6)])
    assert standing.doing("a").surprised
    assert standing.doing("a").shots == 24


@pytest.mark.proves("04.02.13")
@pytest.mark.parametrize("why", ["fired", "after-shock", "working", "passed", "empty"])
def test_who_has_done_something_else_is_not_asked(why: str) -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 52))
    orders: dict[str, Any] = {
        "fired": fire("b"),
        "after-shock": Fire((FirePart(when=AfterShock()),)),
        "working": Work("light_field_work"),
    }
    if why == "empty":
        with_unit(state, "a", out_of_ammunition=True)
    planned(state, {"a": OrderLine(orders.get(why, Stand()), Prefs()), "b": attack("a")})
    if why == "passed":
        note(state, "a", passed_through=True)
    fight = Fight(state, [CALM, (3, 3), CALM, (6, 6)])
    table = fight.table()
    table.push(timeline.RunTurn())
    fight.go(table)
    assert not fight.asked
    assert not fight.doing("a").surprised


@pytest.mark.proves("04.02.13")
def test_surprised_fire_replaces_fire_ordered_for_later() -> None:
    line = OrderLine(fire("b", when=AtTime(8)), Prefs(surprised="yes"))
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 52))
    fought = fire_turn(state, {"a": line, "b": attack("a")}, dice=[CALM, (3, 3), (6, 6)])
    assert fought.doing("a").surprised
    assert fought.doing("a").to_fire == ()
    assert sum(ruling.procedure == "small-arms-fire" for ruling in fought.rulings) == 1


@pytest.mark.proves("04.02.13", "06.01.1")
def test_a_surprised_battery_says_what_it_fires() -> None:
    state = field_of(cannon("a", 0, 50, 40), foot("b", 1, 50, 52))
    line = OrderLine(Stand(), Prefs(shelter="no"))
    fought = fire_turn(state, {"a": line, "b": attack("a")}, dice=[CALM, (3, 3), (6, 6)])
    (decision,) = fought.asked
    answers = list(decision.space.candidates())
    assert answers[0] == fire_questions.FireSurprised(True, "canister")
    assert fire_questions.FireSurprised(True, "shell", 200) in answers
    assert answers[-1] == fire_questions.FireSurprised(False)
    fought.answer(fire_questions.FireSurprised(True, "canister"))
    battery = fought.unit("a").battery
    assert battery is not None
    assert battery.canister == 1
    # 6-pounder -2, canister +4, surprised -4
    assert fought.ruling("artillery-fire").outputs["modifier"] == -2


@pytest.mark.proves("04.02.13")
@pytest.mark.parametrize(("dice", "hits"), [((3, 4), True), ((6, 6), False), ((2, 2), False)])
def test_a_guess_of_two_centimetres_hits_on_the_spot_only(dice: tuple[int, int], hits: bool) -> None:
    state = field_of(cannon("a", 0, 50, 40), foot("b", 1, 50, 52))
    line = OrderLine(Stand(), Prefs(shelter="no"))
    rest = [CALM, (3, 3), (6, 6)] if hits else [(3, 3), (6, 6)]
    fought = fire_turn(state, {"a": line, "b": attack("a")}, dice=[dice, *rest])
    fought.answer(fire_questions.FireSurprised(True, "shell", 200))
    assert fought.made("artillery-fire") is hits


# the worked instant


def charge(*dice: tuple[int, int]) -> Fight:
    """33rd Virginia from 12 cm at charge pace, Ricketts' six Parrotts waiting."""
    state = field_of(cannon("ricketts", 0, 60, 40, guns=6, piece="10pdr_parrott", grade=2), foot("va33", 1, 60, 52, 22))
    orders = {"ricketts": gun_fire("canister", when=BeforeShock()), "va33": attack("ricketts", pace="charge")}
    return fire_turn(state, orders, dice=dice)


@pytest.mark.proves("07.02.1", "07.02.2", "06.02.1", "04.02.7")
def test_canister_pins_the_regiment_at_two_centimetres_and_the_attack_is_off() -> None:
    fought = charge((3, 2), (4, 4))
    shot, test = fought.ruling("artillery-fire"), fought.ruling("morale-test")
    assert (shot.outputs["result"], shot.outputs["losses_men"]) == (10, 48)
    assert (test.outputs["total"], test.outputs["table_order"]) == (-3, "LU")
    regiment = fought.unit("va33")
    assert (regiment.figures, regiment.men) == (20, 8)
    assert field.is_pinned(fought.state, regiment)
    assert regiment.pinned == fought.state.turn + 1
    assert not fought.made("shock")
    assert field.distance(fought.state, regiment, fought.unit("ricketts")) == 200


@pytest.mark.proves("06.03.7", "07.02.2")
def test_two_ones_burst_a_gun_and_the_shock_throw_follows() -> None:
    fought = charge((1, 1), (3, 3))
    shot = fought.ruling("artillery-fire")
    assert (shot.outputs["result"], shot.outputs["losses_men"]) == (7, 18)
    battery = fought.unit("ricketts").battery
    assert battery is not None
    assert battery.guns == 5
    assert not fought.made("morale-test")
    assert fought.made("shock")


@pytest.mark.proves("07.02.2")
def test_it_comes_about_at_half_the_turn() -> None:
    state = charge((3, 2), (4, 4)).state
    place = next(number for number, unit in enumerate(state.units) if unit.id == "va33")
    assert state.doing[place].void
    # 10 of the 12 cm at 20 cm a turn
    assert (state.units[place].y, TURN // 2) == (4200, 2048)
