"""Fire orders that wait for something, fire before and after shock, fire as surprised (03.03.6, 04.02.13, R33-R38)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_attack import SILENT, Fight, advance, attack
from civilwar_fire import fire, fire_turn, gun_fire, next_turn, planned
from civilwar_table import field_of, guns, inf, with_unit
from feltherre.games.civilwar import motion, timeline, volleys
from feltherre.games.civilwar.fire_questions import EventJudged, FireFirst, FireSurprised
from feltherre.games.civilwar.firefight import age_fights, locked_target
from feltherre.games.civilwar.orders.language import Fire, FirePart, Move, OrderLine, Prefs, Stand, Work
from feltherre.games.civilwar.orders.legs import Form, Go
from feltherre.games.civilwar.orders.places import CornerMark, Gate, ObjectMark, Offset, UnitMark
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
    UmpireSays,
)
from feltherre.games.civilwar.state import CivilWarState, note
from feltherre.games.civilwar.triggers import notice_fire, seen_at
from feltherre.ground.tabletop.measure import EIGHTH, TURN
from feltherre.ground.tabletop.schedule import Event

CALM = (1, 2)


def facing(gap: float = 30, **more: Any) -> CivilWarState:
    return field_of(inf("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 40 + gap), face=180), **more)


def fires(state: CivilWarState, name: str = "a") -> list[Event]:
    return [event for event in state.line.waiting if event.kind == "fire" and event.who == (name,)]


def first_tick(state: CivilWarState, orders: dict[str, Any], name: str = "a") -> int | None:
    events = fires(planned(state, orders), name)
    return events[0].tick if events else None


def march_rate(state: CivilWarState, name: str) -> int:
    """What a unit that marches straight on goes in the turn, in 0.1 mm."""
    place = next(number for number, unit in enumerate(state.units) if unit.id == name)
    (leg, *_) = state.tracks[place]
    return leg.rate


# times and places


@pytest.mark.proves("03.03.6", "04.01.3")
@pytest.mark.parametrize("eighths", [0, 3, 8])
def test_a_written_time_is_kept(eighths: int) -> None:
    assert first_tick(facing(10), {"a": fire("b", when=AtTime(eighths))}) == eighths * EIGHTH


@pytest.mark.proves("03.03.6")
def test_fire_when_the_enemy_comes_within_a_distance() -> None:
    state = facing(20)
    tick = first_tick(state, {"a": fire(when=EnemyWithin(1200)), "b": advance()})
    assert tick == -(-800 * TURN // march_rate(state, "b"))
    fought = fire_turn(facing(20), {"a": fire(when=EnemyWithin(1200)), "b": advance(length=900)}, dice=[CALM])
    assert fought.ruling("small-arms-fire").outputs["zone"] == 4


@pytest.mark.proves("03.03.6")
def test_what_is_true_already_at_the_start_sets_it_off_at_once() -> None:
    assert first_tick(facing(10), {"a": fire(when=EnemyWithin(1200))}) == 0


@pytest.mark.proves("03.03.6")
def test_what_does_not_come_about_leaves_the_unit_silent() -> None:
    state = facing(30)
    assert first_tick(state, {"a": fire(when=EnemyWithin(1200))}) is None
    fought = fire_turn(state, {"a": fire(when=EnemyWithin(1200))})
    assert fought.doing("a").shots == 0


@pytest.mark.proves("03.03.6")
def test_the_distance_may_be_from_a_friend_or_an_object() -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": [(40, 50), (60, 50)]}
    orders = {"a": fire(when=EnemyWithin(500, ObjectMark("wall"))), "b": advance()}
    state = facing(20, terrain=[wall])
    tick = first_tick(state, orders)
    # 5 cm from the wall, which is 0.2 cm thick
    assert tick == -(-490 * TURN // march_rate(state, "b"))
    friend = field_of(
        inf("a", 0, at=(50, 40), face=0), inf("c", 0, at=(80, 60), face=0), inf("b", 1, at=(50, 70), face=180)
    )
    near = first_tick(friend, {"a": fire(when=EnemyWithin(2200, UnitMark("c"))), "b": advance()})
    assert near is not None
    assert 0 < near < TURN


@pytest.mark.proves("03.03.6")
def test_fire_when_the_enemy_passes_the_corner_of_the_wood() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(20, 55), (40, 55), (40, 65), (20, 65)]}
    gate = Gate(CornerMark("pines", "SE"), Offset(900, 2000))
    state = facing(25, terrain=[wood])
    tick = first_tick(state, {"a": fire(when=EnemyCrosses(gate)), "b": advance()})
    assert tick == -(-1000 * TURN // march_rate(state, "b"))


@pytest.mark.proves("03.03.6")
def test_an_enemy_who_crosses_unseen_sets_nothing_off() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(20, 45), (80, 45), (80, 55), (20, 55)]}
    gate = Gate(CornerMark("pines", "NW"), Offset(0, 1000))
    orders = {"a": fire(when=EnemyCrosses(gate)), "b": advance()}
    hidden = field_of(inf("a", 0, at=(50, 40), face=0), inf("b", 1, at=(26, 60), face=270), terrain=[wood])
    assert first_tick(hidden, orders) is None
    # from the side, where no wood stands between, it is seen
    seen = field_of(inf("a", 0, at=(5, 60), face=90), inf("b", 1, at=(26, 60), face=270), terrain=[wood])
    assert first_tick(seen, orders) == -(-600 * TURN // march_rate(seen, "b"))


@pytest.mark.proves("03.03.6")
def test_a_filter_leaves_out_other_enemies() -> None:
    wanted = Enemy(arm="cavalry")
    assert first_tick(facing(10), {"a": fire(when=EnemyWithin(1200, enemy=wanted))}) is None
    assert first_tick(facing(10), {"a": fire(when=EnemyWithin(1200, enemy=Enemy(unit="b", formation="line")))}) == 0
    assert first_tick(facing(10), {"a": fire(when=EnemyWithin(1200, enemy=Enemy(attacking=True)))}) is None


@pytest.mark.proves("03.03.6")
def test_fire_when_the_enemy_comes_into_view() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(30, 50), (70, 50), (70, 60), (30, 60)]}
    state = field_of(
        inf("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 62), face=180, formation="march_column"), terrain=[wood]
    )
    tick = first_tick(state, {"a": fire(when=EnemyVisible()), "b": advance()})
    assert tick is not None
    assert 0 < tick < TURN
    # moving in a wood it is seen at 15 cm, and not a tick before
    assert seen_at(state, 0, 1, tick)
    assert not seen_at(state, 0, 1, tick - 1)


@pytest.mark.proves("03.03.6")
def test_fire_in_answer_to_fire() -> None:
    orders = {"a": fire("b", when=EnemyFires()), "b": fire("a", when=AtTime(2))}
    fought = fire_turn(facing(13), orders, dice=[CALM, CALM])
    assert [ruling.procedure for ruling in fought.rulings] == ["small-arms-fire"] * 2
    assert fought.doing("a").shots == 24
    assert fire_turn(facing(13), {"a": fire("b", when=EnemyFires())}).doing("a").shots == 0


@pytest.mark.proves("03.03.6")
def test_fire_when_a_friend_fires_or_moves() -> None:
    def field() -> CivilWarState:
        return field_of(
            inf("a", 0, at=(45, 40), face=0), inf("c", 0, at=(55, 40), face=0), inf("b", 1, at=(50, 52), face=180)
        )

    together = {"a": fire("b", when=OwnDoes("c", "fires")), "c": fire("b", when=AtTime(4))}
    assert fire_turn(field(), together, dice=[CALM, CALM]).doing("a").shots > 0
    state = planned(field(), {"a": fire("b", when=OwnDoes("c", "ends")), "c": advance(length=300)})
    assert fires(state)[0].tick == -(-300 * TURN // march_rate(state, "c"))


@pytest.mark.proves("03.03.6")
def test_a_friends_move_ends_also_where_it_is_stopped_and_not_where_he_changes_formation_on_the_way() -> None:
    def field() -> CivilWarState:
        placed = inf("a", 0, at=(45, 40), face=0), inf("c", 0, at=(70, 30), face=0), inf("d", 0, at=(70, 36), face=90)
        return field_of(*placed, inf("b", 1, at=(45, 48), face=180))

    when = fire("b", when=OwnDoes("c", "ends"))
    # the friend before it fires and lets nobody through
    stopped = fire_turn(field(), {"a": when, "c": advance(), "d": fire("b", when=AtTime(8))}, dice=[CALM])
    assert stopped.doing("c").void == "contact"
    assert stopped.doing("a").shots > 0
    on = Move((Go(length=100), Form("thin_line"), Go(length=100)))
    state = planned(field(), {"a": when, "c": on})
    assert fires(state) == [], "when it ends is not known before it has changed formation"
    assert fire_turn(field(), {"a": when, "c": on}, dice=[CALM]).doing("a").shots > 0


PINES = {"id": "pines", "type": "wood", "poly": [(30, 50), (70, 50), (70, 60), (30, 60)]}


def hidden() -> CivilWarState:
    """A regiment whose enemy is about to come through the pines, a friend of it, and an enemy before that friend."""
    return field_of(
        inf("a", 0, at=(50, 40), face=0, weapon="rifle_cartridge"),
        inf("c", 0, at=(100, 40), face=0),
        inf("b", 1, at=(50, 62), face=180, formation="march_column"),
        inf("d", 1, at=(100, 52), face=180),
        terrain=[PINES],
    )


@pytest.mark.proves("03.03.6")
@pytest.mark.parametrize("when", [OwnDoes("c", "fires"), EnemyFires("c"), UmpireSays("the bugle sounds")])
def test_what_came_about_while_the_target_was_out_of_sight_sets_the_fire_off_when_it_is_seen(
    when: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R35: at the first instant at which it is true and the firer sees the target."""
    visible = first_tick(hidden(), {"a": fire("b", when=EnemyVisible(Enemy("b"))), "b": advance()})
    assert visible is not None
    assert 0 < visible < TURN
    volleyed: dict[str, int] = {}

    def note_volley(state: CivilWarState, firer: str, targets: tuple[str, ...]) -> None:
        volleyed[firer] = state.line.now
        notice_fire(state, firer, targets)

    monkeypatch.setattr(volleys, "notice_fire", note_volley)
    state = hidden()
    state.umpire = True
    orders = {"a": fire("b", when=when), "b": advance(), "c": fire("d"), "d": fire("c")}
    fought = fire_turn(state, orders, dice=[CALM, CALM, CALM])
    if isinstance(when, UmpireSays):
        fought.answer(EventJudged(met=True))
    assert fought.doing("a").shots > 0
    assert volleyed == {"a": visible, "c": 0, "d": 0}


@pytest.mark.proves("03.03.6")
def test_who_never_comes_into_sight_is_not_fired_at() -> None:
    orders = {"a": fire("b", when=OwnDoes("c", "fires")), "c": fire("d")}
    fought = fire_turn(hidden(), orders, dice=[CALM])
    assert fought.doing("a").shots == 0
    assert fought.doing("a").to_fire == (0,), "it still waits"


@pytest.mark.proves("03.03.6")
def test_a_friends_march_that_ended_out_of_sight_of_the_target_is_remembered() -> None:
    orders = {"a": fire("b", when=OwnDoes("c", "ends")), "b": advance(), "c": advance(length=100)}
    fought = fire_turn(hidden(), orders, dice=[CALM])
    assert fought.doing("a").shots > 0


@pytest.mark.proves("03.03.6")
def test_a_written_time_passes_whether_the_target_is_seen_or_not() -> None:
    fought = fire_turn(hidden(), {"a": fire("b", when=AtTime(0)), "b": advance()})
    assert fought.doing("a").to_fire == ()
    assert fought.doing("a").shots == 0


@pytest.mark.proves("03.03.6", "07.02.2")
def test_an_attacker_out_of_sight_does_not_use_up_fire_before_shock() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(60, 20), (65, 20), (65, 70), (60, 70)]}
    state = field_of(
        inf("a", 0, at=(50, 40), face=0),
        inf("c", 0, at=(75, 45), face=270, weapon="rifle_cartridge"),
        inf("b", 1, at=(50, 52), face=180),
        terrain=[wood],
    )
    fought = fire_turn(state, {"c": fire(when=BeforeShock("a")), "b": attack("a")}, dice=[(3, 3), (6, 6)])
    assert fought.made("shock")
    assert (fought.doing("c").shots, fought.doing("c").to_fire) == (0, (0,))


@pytest.mark.proves("03.03.6")
def test_the_umpire_is_asked_every_eighth_until_he_says_so() -> None:
    state = facing(10)
    state.umpire = True
    order = fire("b", when=UmpireSays("when the bugle sounds"))
    fought = fire_turn(state, {"a": order}, dice=[CALM])
    assert [decision.role for decision in fought.asked] == ["umpire"]
    fought.answer(EventJudged(met=False))
    assert fought.state.line.now == EIGHTH
    fought.answer(EventJudged(met=True))
    assert fought.doing("a").shots == 24
    assert not fire_turn(facing(10), {"a": order}).asked


# before and after shock


def attacked(order: Any = None, dice: Any = (), *, prefs: Prefs = SILENT, **values: Any) -> Any:
    state = field_of(
        inf("a", 0, at=(50, 40), face=0, **values),
        inf("b", 1, at=(50, 52), face=180),
    )
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
    state = field_of(
        inf("a", 0, at=(50, 40), face=0),
        inf("c", 0, at=(61, 40), face=340),
        inf("b", 1, at=(50, 52), face=180),
    )
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
    state = field_of(inf("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 52), face=180))
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
    state = field_of(inf("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 52), face=180))
    fought = fire_turn(state, {"a": line, "b": attack("a")}, dice=[CALM, (3, 3), (6, 6)])
    assert fought.doing("a").surprised
    assert fought.doing("a").to_fire == ()
    assert sum(ruling.procedure == "small-arms-fire" for ruling in fought.rulings) == 1


@pytest.mark.proves("04.02.13", "06.01.1")
def test_a_surprised_battery_says_what_it_fires() -> None:
    state = field_of(guns("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 52), face=180))
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
    state = field_of(guns("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 52), face=180))
    line = OrderLine(Stand(), Prefs(shelter="no"))
    rest = [CALM, (3, 3), (6, 6)] if hits else [(3, 3), (6, 6)]
    fought = fire_turn(state, {"a": line, "b": attack("a")}, dice=[dice, *rest])
    fought.answer(FireSurprised(True, "shell", 200))
    assert fought.made("artillery-fire") is hits


# sequence, fire-fights, interruption


def two_at_one() -> CivilWarState:
    return field_of(
        inf("a", 0, at=(48, 40), face=0),
        inf("c", 0, at=(55, 40), face=0, figures=6, companies=2),
        inf("e", 0, at=(100, 40), face=0, figures=12, companies=4),
        inf("b", 1, at=(50, 50), face=180),
        inf("d", 1, at=(100, 50), face=180),
    )


@pytest.mark.proves("05.02.3", "04.01.3")
def test_the_firing_side_chooses_the_sequence() -> None:
    """R33: of those who fire at one target; who fires at another is no part of the question."""
    orders = {"a": OrderLine(fire("b")), "c": OrderLine(fire("b")), "e": OrderLine(fire("d"))}
    fought = fire_turn(two_at_one(), orders, dice=[CALM, CALM, CALM])
    assert [decision.role for decision in fought.asked] == ["union"]
    assert [action.unit for action in fought.asked[0].space.candidates()] == ["a", "c"]
    fought.answer(FireFirst("c"))
    assert not fought.asked
    assert [ruling.outputs["firing_units"] for ruling in fought.rulings] == [1, 4, 2]
    assert fought.doing("a").shots > 0
    assert fought.doing("c").shots > 0


@pytest.mark.proves("05.02.3", "04.01.3")
@pytest.mark.parametrize(
    ("a", "c", "units"),
    [
        ("ask", "yes", [1, 4]),
        ("no", "ask", [1, 4]),
        ("no", "yes", [1, 4]),
        ("yes", "yes", [4, 1]),
        ("yes", "no", [4, 1]),
    ],
)
def test_a_standing_instruction_says_who_fires_first(a: Any, c: Any, units: list[int]) -> None:
    orders = {"a": OrderLine(fire("b"), Prefs(first=a)), "c": OrderLine(fire("b"), Prefs(first=c))}
    fought = fire_turn(two_at_one(), orders, dice=[CALM, CALM])
    assert not fought.asked
    assert [ruling.outputs["firing_units"] for ruling in fought.rulings] == units


@pytest.mark.proves("05.02.3")
def test_where_nobody_is_to_be_asked_the_list_of_units_decides() -> None:
    state = two_at_one()
    state.options["volley_sequence"] = "sheet"
    fought = fire_turn(state, {"a": OrderLine(fire("b")), "c": OrderLine(fire("b"))}, dice=[CALM, CALM])
    assert not fought.asked
    assert [ruling.outputs["firing_units"] for ruling in fought.rulings] == [4, 1]


@pytest.mark.proves("04.02.14")
def test_two_turns_of_close_fire_lock_a_unit_on_its_target() -> None:
    state = facing(7)
    for turn in (1, 2):
        assert locked_target(state, state.units[0]) == ""
        fought = fire_turn(state, {"a": fire("b")}, dice=[CALM, (6, 6)])
        age_fights(fought.state)
        assert fought.unit("a").fights == (("b", turn),)
        state = next_turn(fought.state)
    assert locked_target(state, state.units[0]) == "b"
    locked = fire_turn(state, {"a": Stand()}, dice=[CALM, (6, 6)])
    assert locked.doing("a").shots == 24
    away = next_turn(locked.state)
    with_unit(away, "b", y=5600)
    assert locked_target(away, away.units[0]) == ""


@pytest.mark.proves("04.02.14")
def test_fire_at_another_target_begins_the_count_anew() -> None:
    state = field_of(
        inf("a", 0, at=(50, 40), face=0),
        inf("b", 1, at=(46, 47), face=180, figures=12, companies=4),
        inf("c", 1, at=(54, 47), face=180, figures=12, companies=4),
    )
    first = fire_turn(state, {"a": fire("b")}, dice=[CALM, (6, 6)])
    age_fights(first.state)
    second = fire_turn(next_turn(first.state), {"a": fire("c")}, dice=[CALM, (6, 6)])
    age_fights(second.state)
    assert second.unit("a").fights == (("c", 1),)
    third = fire_turn(next_turn(second.state), {})
    age_fights(third.state)
    assert third.unit("a").fights == ()


@pytest.mark.proves("04.02.14")
@pytest.mark.parametrize(("then", "locked"), [("b", "b"), ("c", "c")])
def test_turns_of_close_fire_are_counted_for_each_target(then: str, locked: str) -> None:
    """R47: a part of it has fired at each of them in the turn before."""
    state = field_of(
        inf("a", 0, at=(50, 40), face=0),
        inf("b", 1, at=(46, 47), face=180, figures=12, companies=4),
        inf("c", 1, at=(54, 47), face=180, figures=12, companies=4),
    )
    both = Fire((FirePart("b", companies=4), FirePart("c", companies=4)))
    first = fire_turn(state, {"a": both}, dice=[CALM, CALM])
    age_fights(first.state)
    assert first.unit("a").fights == (("b", 1), ("c", 1))
    second = fire_turn(next_turn(first.state), {"a": fire(then)}, dice=[CALM, (6, 6)])
    age_fights(second.state)
    assert second.unit("a").fights == ((then, 2),)
    assert locked_target(second.state, second.unit("a")) == locked


@pytest.mark.proves("03.03.6")
def test_a_way_that_changes_plans_the_fire_anew() -> None:
    state = facing(20)
    planned(state, {"a": fire(when=EnemyWithin(1200)), "b": advance()})
    assert fires(state)
    motion.halt(state, "b", "stopped")
    assert not fires(state)


@pytest.mark.proves("06.01.1", "05.01.1")
def test_only_who_has_orders_fires() -> None:
    state = field_of(
        inf("a", 0, at=(50, 40), face=0), guns("g", 0, at=(70, 40), face=0), inf("b", 1, at=(60, 50), face=180)
    )
    fought = fire_turn(state, {})
    assert not fought.rulings
    assert fires(planned(next_turn(state), {"g": gun_fire("canister", "b")}), "g")
