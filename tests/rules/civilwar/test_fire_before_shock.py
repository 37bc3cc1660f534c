"""Fire before and after shock, and fire as surprised (07.02.2, 04.02.13, R36-R38)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_attack import SILENT, Fight, attack
from civilwar_fire import CALM, fire, fire_turn, planned
from civilwar_table import cannon, field_of, foot, with_unit
from feltherre.games.civilwar import timeline
from feltherre.games.civilwar.fire_questions import FireSurprised
from feltherre.games.civilwar.orders.language import Fire, FirePart, OrderLine, Prefs, Stand, Work
from feltherre.games.civilwar.orders.triggers import AfterShock, AtTime, BeforeShock
from feltherre.games.civilwar.state import note


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
    fought.answer(FireSurprised(True))
    # first fire +3, surprised -4
    assert fought.ruling("small-arms-fire").outputs["modifier"] == -1
    assert fought.doing("a").surprised
    assert fought.made("shock")


@pytest.mark.proves("04.02.13")
def test_it_may_hold_its_fire_or_have_said_so_before() -> None:
    held = attacked(prefs=Prefs(), dice=[(3, 3)])
    held.answer(FireSurprised(False))
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
    assert answers[0] == FireSurprised(True, "canister")
    assert FireSurprised(True, "shell", 200) in answers
    assert answers[-1] == FireSurprised(False)
    fought.answer(FireSurprised(True, "canister"))
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
    fought.answer(FireSurprised(True, "shell", 200))
    assert fought.made("artillery-fire") is hits
