"""The course of a turn (04.01): sealed sheets, declarations, the end."""

from random import Random

import pytest

from cases import cases
from civilwar_course import WOOD, begun, carried, orders, seal, told
from civilwar_table import chief, field_of, foot, table_for, with_unit
from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.state import Result, canonical
from feltherre.core.table import Table
from feltherre.games.civilwar import rallying
from feltherre.games.civilwar.declaring import declare
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, Attack, Fire, FirePart, Move, OrderLine, Stand, Work
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.orders.places import UnitMark
from feltherre.games.civilwar.orders.triggers import AtTime, EnemyWithin, OwnDoes, Trigger, UmpireSays
from feltherre.games.civilwar.scenario import load_scenario
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.state import note, unit_of


@pytest.mark.proves("04.01.1", "03.01.2")
def test_orders_are_sealed_until_both_sides_have_written_theirs() -> None:
    table = begun()
    state = table.state
    assert (state.turn, state.phase) == (1, "orders")
    first, second = engine.open_decisions(GAME, state)
    engine.apply(GAME, Table(GAME, state, table.stream, line=1), first.role, first.id, SealOrders(orders(wi1=Stand())))
    assert state.phase == "orders"
    assert GAME.view(state, ("confederate",)).sheets == ()
    assert GAME.view(state, ("confederate",)).sealed == ("union",)
    engine.apply(GAME, Table(GAME, state, table.stream, line=2), second.role, second.id, SealOrders(EMPTY_SHEET))
    assert state.turn == 2


@pytest.mark.proves("03.01.2", "03.01.4")
def test_a_unit_without_an_order_stands_still_and_one_with_an_order_carries_it_out() -> None:
    table = begun()
    before = {unit.id: (unit.x, unit.y) for unit in table.state.units}
    seal(table, union=orders(pa11=Move((Go(length=500),))))
    after = {unit.id: (unit.x, unit.y) for unit in table.state.units}
    assert after["wi1"] == before["wi1"]
    assert after["pa11"] == (before["pa11"][0], before["pa11"][1] - 500)
    assert unit_of(table.state, "pa11").last == OrderLine(Move((Go(length=500),)))


@pytest.mark.proves("04.01.2", "04.01.4")
def test_attacks_are_declared_before_fires_and_works_and_then_everything_moves() -> None:
    table = begun()
    after = seal(table, union=orders(pa11=Attack("va5"), wi1=Work("light_field_work")), confederate=orders(va5=Fire()))
    declared = [key for key in told(after) if key.startswith("civilwar.declare")]
    assert declared == ["civilwar.declare.attack", "civilwar.declare.fire-when", "civilwar.declare.work"]
    assert unit_of(table.state, "pa11").y < 6200


@cases(
    "when words to_both",
    ("04.01.2 03.03.6", AtTime(), "a will fire at once.", True),
    ("04.01.2 03.03.6", AtTime(4), "a will fire at ½ of the turn.", True),
    ("04.01.2 03.03.6", EnemyWithin(800), "a will fire when an enemy comes within 8 cm.", True),
    ("04.01.2 03.03.6", EnemyWithin(800, of=UnitMark("c")), "a will fire when an enemy comes within 8 cm of c.", False),
    ("04.01.2 03.03.6", OwnDoes("b", "fires"), "a will fire when b fires.", True),
    ("04.01.2 03.03.6", UmpireSays("now"), "a will fire when the umpire finds: “now”.", False),
)
def test_a_firing_is_declared_with_its_time_or_trigger(when: Trigger, words: str, to_both: bool) -> None:
    """Who does not see a unit that is named, or is not meant to read the words, learns only that it will fire."""
    units = [foot("a", 0, 80, 40), foot("b", 0, 100, 40), foot("c", 0, 28, 25), foot("e", 1, 80, 80, face=0)]
    chiefs = [chief("chief-0", 0, at=(90, 20)), chief("chief-1", 1, at=(80, 100))]
    state = field_of(*units, terrain=[WOOD], staff=chiefs)
    assert [role_sees(state, "confederate", unit_of(state, name)) for name in "abc"] == [True, True, False]
    note(state, "a", line=OrderLine(Fire((FirePart(when=when), FirePart(when=when)))))
    table = table_for(state, GAME)
    declare(table)
    heard = [(render(event.text, "en"), event.audience) for event in table.events]
    if to_both:
        assert heard == [(words, ("union", "confederate"))]
    else:
        assert heard == [(words, ("union",)), ("a will fire in this turn.", ("confederate",))]


@pytest.mark.proves("04.01.5", "04.01.6")
def test_after_the_last_turn_points_are_given_and_the_battle_is_over() -> None:
    table = begun()
    for _ in range(load_scenario("hokes-run").turns):
        assert table.state.result is None
        table = seal(table)
    assert table.state.phase == "over"
    assert isinstance(table.state.result, Result)
    assert table.state.points == [sum(one.points for one in table.state.awards if one.side == side) for side in (0, 1)]


@pytest.mark.proves("01.04.1")
def test_two_dice_are_thrown_and_each_is_kept() -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100))
    with_unit(state, "a", order="FU")
    table = carried(state, rallying.Rallying("a"), dice=(5, 4))
    assert [(thrown.values, thrown.rule) for thrown in table.throws] == [((5, 4), "08.04.3")]


def test_a_random_battle_keeps_its_invariants_and_its_state_can_be_written_and_read() -> None:
    table = begun()
    state, rng = table.state, Random(4)
    for _ in range(8):
        open_ = engine.open_decisions(GAME, state)
        waiting = [one for one in open_ if one.role not in {sealed.role for sealed in state.sealed}]
        action = waiting[0].space.sample(rng)
        engine.apply(GAME, Table(GAME, state, table.stream, line=1), waiting[0].role, waiting[0].id, action)
        assert GAME.invariants(state) == []
        assert canonical(GAME.read_state(canonical(state))) == canonical(state)
