"""Who fires first at one target (05.02.3, R33), fire-fights (04.02.14, R47), and a turn of fire resumed elsewhere."""

from typing import Any

import pytest

from cases import cases
from civilwar_attack import Fight, attack
from civilwar_fire import CALM, facing, fire, fire_turn, gun_fire, next_turn
from civilwar_table import cannon, field_of, foot, with_unit
from feltherre.core import agenda, engine, space
from feltherre.core.state import canonical
from feltherre.games.civilwar.fire_questions import FireFirst, FireSurprised
from feltherre.games.civilwar.firefight import age_fights, locked_target
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Fire, FirePart, OrderLine, Prefs, Stand
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.state import CivilWarState


def two_at_one() -> CivilWarState:
    return field_of(
        foot("a", 0, 48, 40),
        foot("c", 0, 55, 40, 6, companies=2),
        foot("e", 0, 100, 40, 12, companies=4),
        foot("b", 1, 50, 50),
        foot("d", 1, 100, 50),
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


@cases(
    "a c units",
    ("05.02.3 04.01.3", "ask", "yes", [1, 4]),
    ("05.02.3 04.01.3", "no", "ask", [1, 4]),
    ("05.02.3 04.01.3", "no", "yes", [1, 4]),
    ("05.02.3 04.01.3", "yes", "yes", [4, 1]),
    ("05.02.3 04.01.3", "yes", "no", [4, 1]),
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
    locked = fire_turn(state, {"a": "X"}, dice=[CALM, (6, 6)])
    assert locked.doing("a").shots == 24
    away = next_turn(locked.state)
    with_unit(away, "b", y=5600)
    assert locked_target(away, away.units[0]) == ""


@pytest.mark.proves("04.02.14")
def test_fire_at_another_target_begins_the_count_anew() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 46, 47, 12, companies=4), foot("c", 1, 54, 47, 12, companies=4))
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
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 46, 47, 12, companies=4), foot("c", 1, 54, 47, 12, companies=4))
    both = Fire((FirePart("b", companies=4), FirePart("c", companies=4)))
    first = fire_turn(state, {"a": both}, dice=[CALM, CALM])
    age_fights(first.state)
    assert first.unit("a").fights == (("b", 1), ("c", 1))
    second = fire_turn(next_turn(first.state), {"a": fire(then)}, dice=[CALM, (6, 6)])
    age_fights(second.state)
    assert second.unit("a").fights == ((then, 2),)
    assert locked_target(second.state, second.unit("a")) == locked


@cases(
    "turns range_cm after",
    ("04.02.14", 2, 11, (("b", 2),)),  # between 8 and 15 cm the lock stays, and the turn is not counted
    ("04.02.14", 2, 15, (("b", 2),)),
    ("04.02.14", 2, 16, ()),  # the target has withdrawn: no lock, and no fire within 8 cm
    ("04.02.14", 1, 11, ()),  # not locked yet: the turns within 8 cm are not consecutive
    ("04.02.14", 2, 8, (("b", 3),)),
)
def test_R47_fire_between_8_and_15_cm_keeps_a_lock_and_makes_none(turns: int, range_cm: int, after: Any) -> None:
    state = facing(range_cm)
    with_unit(state, "a", fights=(("b", turns),))
    locked = locked_target(state, state.units[0])
    assert locked == ("b" if turns == 2 and range_cm <= 15 else "")
    fought = fire_turn(state, {"a": fire("b")}, dice=[CALM])
    age_fights(fought.state)
    assert fought.unit("a").fights == after
    assert locked_target(fought.state, fought.unit("a")) == locked


@pytest.mark.proves("04.02.14")
def test_R47_fire_that_names_nobody_is_for_the_target_of_the_fire_fight() -> None:
    """Though another enemy is nearer; and at the time that was ordered."""
    near = foot("c", 1, 52, 45)
    state = field_of(foot("a", 0, 60, 40), foot("b", 1, 66, 47), near)
    with_unit(state, "a", fights=(("b", 2),))
    fought = fire_turn(state, {"a": fire(when=AtTime(4))}, dice=[CALM])
    line = fought.doing("a").line
    assert line is not None
    assert line.order == fire("b", when=AtTime(4))
    assert fought.doing("a").fire_at == ("b",)


@pytest.mark.proves("04.02.14")
def test_R47_a_lock_that_stays_at_a_distance_compels_turn_after_turn() -> None:
    """At 11 cm it fires in three turns running, whatever it is ordered; when the target stands at 16 cm it is free."""
    state = facing(11)
    with_unit(state, "a", fights=(("b", 2),))
    for _ in range(3):
        fought = fire_turn(state, {"a": "X"}, dice=[CALM])
        assert fought.doing("a").shots == 24
        age_fights(fought.state)
        state = next_turn(fought.state)
    with_unit(state, "b", y=state.units[0].y + 1600)
    free = fire_turn(state, {"a": "X"})
    age_fights(free.state)
    assert (free.doing("a").shots, free.unit("a").fights) == (0, ())


@pytest.mark.proves("04.02.14")
@pytest.mark.parametrize(("turns", "range_cm", "after"), [(2, 11, (("b", 2),)), (2, 16, ()), (1, 11, ())])
def test_R47_a_lock_stays_if_the_target_is_out_of_reach(turns: int, range_cm: int, after: Any) -> None:
    """Shotguns reach 8 cm. That no shot could be fired is not among what ends the lock; but the turns before it count
    only one after the other."""
    state = field_of(foot("a", 0, 50, 40, weapon="shotgun"), foot("b", 1, 50, 40 + range_cm))
    with_unit(state, "a", fights=(("b", turns),))
    fought = fire_turn(state, {"a": fire("b")})
    age_fights(fought.state)
    assert fought.doing("a").shots == 0
    assert fought.unit("a").fights == after
    assert locked_target(fought.state, fought.unit("a")) == ("b" if after else "")


# a turn that is stopped at a question or at the umpire's gate, written down, and resumed elsewhere


def resumed(fought: Fight, dice: list[tuple[int, ...]]) -> Fight:
    """The same turn in another process: only what is written is there."""
    written = canonical(fought.state)
    state = GAME.read_state(written)
    assert canonical(state) == written
    other = Fight(state, dice)
    table = other.table()
    other.asked = engine.open_decisions(other.game, state)
    assert not table.events
    return other


@pytest.mark.proves("04.02.13")
def test_the_question_to_a_surprised_unit_survives_being_written() -> None:
    def begun(dice: list[tuple[int, ...]]) -> Fight:
        state = field_of(foot("a", 0, 50, 40), cannon("g", 0, 62, 40, face=340), foot("b", 1, 50, 52))
        line = OrderLine(Stand(), Prefs(fallback="no"))
        shot = gun_fire("canister", "b")
        return fire_turn(state, {"a": line, "b": attack("a"), "g": shot}, dice=dice)

    dice: list[tuple[int, ...]] = [(1, 2), (4, 4), (6, 6), (3, 3)]
    straight = begun(list(dice))
    straight.answer(FireSurprised(True))
    broken = begun(list(dice))
    again = resumed(broken, list(broken.dice.throws))
    again.answer(FireSurprised(True))
    # each field has a scenario of its own name
    again.state.scenario = straight.state.scenario
    assert canonical(again.state) == canonical(straight.state)


def gated(orders: dict[str, Any], dice: list[tuple[int, ...]]) -> Fight:
    state = field_of(foot("a", 0, 50, 40), cannon("g", 0, 70, 40, face=340), foot("b", 1, 50, 44))
    state.umpire = state.gate_held = True
    return fire_turn(state, orders, dice=dice)


@pytest.mark.proves("05.02.1", "08.02.7")
def test_the_umpire_sees_each_ruling_before_it_takes_effect_and_may_change_it() -> None:
    fought = gated({"a": fire("b")}, [(6, 6), (1, 1)])
    assert fought.unit("b").figures == 24
    again = resumed(fought, list(fought.dice.throws))
    again.answer(agenda.RulingChanged({"losses_men": 21}, "they fired high"))
    assert (again.unit("b").figures, again.unit("b").men) == (23, 1)
    # now the test of it waits at the gate
    assert again.unit("b").order == "OR"
    again.answer(agenda.RulingAccepted())
    assert again.unit("b").order == "U"


@pytest.mark.proves("05.02.1")
def test_real_dice_are_asked_for_of_the_side_that_throws() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 44))
    state.dice = "typed"
    fought = fire_turn(state, {"a": fire("b")})
    assert [decision.role for decision in fought.asked] == ["union"]
    fought.answer(space.DiceTyped((6, 6)))
    assert [decision.role for decision in fought.asked] == ["confederate"]
    fought.answer(space.DiceTyped((6, 6)))
    assert fought.unit("b").lost == 2
