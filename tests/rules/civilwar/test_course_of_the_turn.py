"""The course of a turn (04.01), its end (08.04, 08.05, 09.03), works (10), and the umpire's powers (01.06)."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_table import chief, field_of, guns, inf, table_for, unit, with_unit
from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.state import Result, canonical
from feltherre.core.table import Table
from feltherre.games.civilwar import edits, endturn, rallying, resupplying, succession, surrender, works
from feltherre.games.civilwar.brief import Rounds
from feltherre.games.civilwar.command import in_command
from feltherre.games.civilwar.commanders import roles
from feltherre.games.civilwar.declaring import declare
from feltherre.games.civilwar.field import general_of, ground, is_pinned, staff_body
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import (
    EMPTY_SHEET,
    Attack,
    Fire,
    FirePart,
    Move,
    OrderLine,
    OrderSheet,
    Resupply,
    Stand,
    Work,
)
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.orders.places import UnitMark
from feltherre.games.civilwar.orders.triggers import AtTime, EnemyWithin, OwnDoes, Trigger, UmpireSays
from feltherre.games.civilwar.orderstate import becomes
from feltherre.games.civilwar.scenario import SCENARIOS, load_scenario, read_scenario, scenario_names
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.standards import standard_grade
from feltherre.games.civilwar.state import CivilWarState, Doing, note, staff_of, unit_of
from feltherre.games.civilwar.steps import WriteOrders
from feltherre.games.civilwar.turn import line_of
from feltherre.ground.tabletop.distance import CONTACT, pieces_within
from feltherre.ground.tabletop.shapes import overlap

SETUP = Setup((Seat("A", ("union",)), Seat("B", ("confederate",))), scenario="hokes-run")


class Dice:
    """Dice that fall as they are told; whoever throws more than there are finds that out."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def dice(self, n: int) -> tuple[int, ...]:
        taken, self.values = tuple(self.values[:n]), self.values[n:]
        assert len(taken) == n, "more dice were thrown than expected"
        return taken

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        raise AssertionError("nothing is drawn here")

    def mix(self, contribution: str) -> None:
        raise AssertionError("nobody mixes")


def begun(setup: Setup = SETUP) -> Table[CivilWarState]:
    return engine.begin(GAME, setup, KeyedStream(bytes(32)))


def seal(table: Table[CivilWarState], **sheets: OrderSheet) -> Table[CivilWarState]:
    """Both sides seal their sheets; those not given are empty. Questions of the turn are answered by passing."""
    state = table.state
    for role in ("union", "confederate"):
        after = Table(GAME, state, table.stream, line=state.opened)
        decision = next(one for one in engine.open_decisions(GAME, state) if one.role == role)
        engine.apply(GAME, after, role, decision.id, SealOrders(sheets.get(role, EMPTY_SHEET)))
    while (open_ := engine.open_decisions(GAME, state)) and not isinstance(state.agenda[-1], WriteOrders):
        engine.carry_out(after, open_, open_[0].role, open_[0].space.last())
    return after


def told(table: Table[CivilWarState]) -> list[str]:
    return [event.text.key for event in table.events]


def orders(**lines: Any) -> OrderSheet:
    return OrderSheet({unit: OrderLine(order) for unit, order in lines.items()})


def carried(state: CivilWarState, *steps: Any, dice: tuple[int, ...] = ()) -> Table[CivilWarState]:
    """Carry steps out, and nothing that would follow them."""
    table: Table[CivilWarState] = Table(GAME, state, Dice(*dice), line=1)
    for step in steps:
        table.push(step)
        while state.agenda:
            one = state.agenda.pop()
            rules = GAME.all_steps[type(one)]
            if rules.alive(state, one):
                rules.proceed(table, one)
    return table


# the turn


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


WOOD = {"id": "wood", "type": "wood", "poly": [[20, 30], [40, 30], [40, 36], [20, 36]]}


@pytest.mark.proves("04.01.2", "03.03.6")
@pytest.mark.parametrize(
    ("when", "words", "to_both"),
    [
        (AtTime(), "a will fire at once.", True),
        (AtTime(4), "a will fire at ½ of the turn.", True),
        (EnemyWithin(800), "a will fire when an enemy comes within 8 cm.", True),
        (EnemyWithin(800, of=UnitMark("c")), "a will fire when an enemy comes within 8 cm of c.", False),
        (OwnDoes("b", "fires"), "a will fire when b fires.", True),
        (UmpireSays("now"), "a will fire when the umpire finds: “now”.", False),
    ],
)
def test_a_firing_is_declared_with_its_time_or_trigger(when: Trigger, words: str, to_both: bool) -> None:
    """Who does not see a unit that is named, or is not meant to read the words, learns only that it will fire."""
    units = [inf("a", 0, at=(80, 40)), inf("b", 0, at=(100, 40)), inf("c", 0, at=(30, 25)), inf("e", 1, at=(80, 80))]
    chiefs = [chief("chief-0", 0, at=(90, 20)), chief("chief-1", 1, at=(80, 100))]
    state = field_of(*units, terrain=[WOOD], staff=chiefs)
    assert [role_sees(state, "confederate", unit_of(state, name)) for name in "abc"] == [True, True, False]
    note(state, "a", line=OrderLine(Fire((FirePart(when=when), FirePart(when=when)))))
    table = table_for(state, GAME)
    declare(table)
    heard = [(render(event.text, "en"), event.audience) for event in table.events]
    if to_both:
        assert heard == [(words, None)]
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
    state = field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 100), face=180))
    with_unit(state, "a", order="FU")
    table = carried(state, rallying.Rallying("a"), dice=(5, 4))
    assert [(thrown.values, thrown.rule) for thrown in table.throws] == [((5, 4), "08.04.3")]


# order and grades


@pytest.mark.proves("08.02.2")
@pytest.mark.parametrize("name", scenario_names())
def test_everybody_begins_in_good_order(name: str) -> None:
    state = begun(Setup(SETUP.seats, scenario=name)).state
    assert {unit.order for unit in state.units} == {"OR"}
    assert not any(is_pinned(state, unit) for unit in state.units)


@pytest.mark.proves("08.01.1", "08.01.2", "08.01.3", "08.01.4", "08.01.5", "08.01.6")
@pytest.mark.parametrize(
    ("words", "grade"),
    [
        ("regular", 2),
        ("elite", 2),
        ("veteran", 1),
        ("well-trained", 1),
        ("experienced", 0),
        ("new", -1),
        ("shaken", -1),
    ],
)
def test_troops_have_the_grade_of_their_kind(words: str, grade: int) -> None:
    entry: dict[str, Any] = {"grade": words}
    assert standard_grade(entry, "units, a") == []
    assert entry["grade"] == grade


@pytest.mark.proves("08.01.1")
def test_no_other_grade_is_known() -> None:
    assert [one.where for one in standard_grade({"grade": "heroic"}, "units, a")] == ["units, a"]


@pytest.mark.proves("fw-2")
def test_a_battle_of_the_last_years_of_the_war_is_refused() -> None:
    text = (SCENARIOS / "hokes-run.yaml").read_text(encoding="utf-8").replace("1861-07-02", "1864-07-02")
    with pytest.raises(BadInput):
        read_scenario(text, "late.yaml")


# generals


def command(general_at: tuple[float, float] = (60, 20)) -> CivilWarState:
    return field_of(
        inf("a", 0, at=(50, 20), under="smith"),
        inf("b", 1, at=(50, 100), face=180),
        staff=[
            chief("lee", 0, at=(60, 10), rank="division"),
            chief("smith", 0, at=general_at, under="lee"),
            chief("chief-1", 1, at=(60, 110)),
        ],
    )


@pytest.mark.proves("08.05.1", "08.05.3")
@pytest.mark.parametrize(("dice", "appointed"), [((5, 4), True), ((4, 4), False)])
def test_the_superior_takes_over_and_tries_to_appoint_a_successor(dice: tuple[int, int], appointed: bool) -> None:
    state = command()
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "smith"), "fallen")
    commander = general_of(state, unit_of(state, "a"))
    assert commander is not None
    assert commander.id == "lee"
    assert in_command(state, unit_of(state, "a"))
    assert [step.general for step in endturn.steps_of(state) if isinstance(step, succession.Appointing)] == ["smith"]
    carried(state, succession.Appointing("smith"), dice=dice)
    smith, lee = staff_of(state, "smith"), staff_of(state, "lee")
    assert smith.on_table == appointed
    if appointed:
        assert abs(smith.x - lee.x) + abs(smith.y - lee.y) == 150  # base to base


@pytest.mark.proves("08.05.1", "03.02.2")
@pytest.mark.parametrize(("at", "seen"), [((60, 20), True), ((30, 25), False)])
@pytest.mark.parametrize("commanders", ["one", "several"])
def test_who_sees_a_general_fall_learns_of_it_and_his_own_command(
    at: tuple[float, float], seen: bool, commanders: str
) -> None:
    state = field_of(
        inf("a", 0, at=(80, 20), under="smith"),
        inf("b", 1, at=(80, 80), face=180),
        terrain=[WOOD],
        staff=[
            chief("lee", 0, at=(100, 10), rank="division"),
            chief("smith", 0, at=at, under="lee"),
            chief("hill", 0, at=(80, 100), under="lee"),
            chief("chief-1", 1, at=(80, 110)),
        ],
    )
    state.options["commanders"] = commanders
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "smith"), "fallen")
    (told,) = table.events
    if commanders == "one":
        assert told.audience == (None if seen else ("union",))
    else:
        known = {"union-lee", "union-smith"} | ({"union-hill", "confederate-chief-1"} if seen else set())
        assert known == (set(roles(state)) if told.audience is None else set(told.audience))


@pytest.mark.proves("08.05.2", "03.02.2")
def test_who_takes_the_command_only_his_own_side_is_told() -> None:
    state = begun(Setup(SETUP.seats, scenario="kernstown")).state
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "kimball"), "fallen")
    assert [event.audience for event in table.events if event.text.key == "civilwar.end.succeeds"] == [("union",)]


@pytest.mark.proves("08.05.4")
@pytest.mark.parametrize("lee_at", [(60, 10), (159.25, 3), (0.75, 118)])
def test_successors_stand_in_base_contact_with_who_appoints_them_and_not_on_each_other(
    lee_at: tuple[float, float],
) -> None:
    names = ["smith", "hill", "early"]
    state = field_of(
        inf("a", 0, at=(50, 20), under="smith"),
        inf("b", 1, at=(50, 100), face=180),
        staff=[
            chief("lee", 0, at=lee_at, rank="division"),
            *(chief(name, 0, at=(20 + 5 * place, 20), under="lee") for place, name in enumerate(names)),
            chief("chief-1", 1, at=(60, 110)),
        ],
    )
    table = table_for(state, GAME, bytes(32))
    for name in names:
        succession.lose_staff(table, staff_of(state, name), "fallen")
    for name in names:
        carried(state, succession.Appointing(name), dice=(5, 5))
    bodies = [staff_body(staff_of(state, name)) for name in ("lee", *names)]
    assert all(ground(state).holds(one.pieces) for one in bodies)
    assert not any(overlap(*one.pieces, *other.pieces) for one, other in combinations(bodies, 2))
    assert all(pieces_within(one.pieces, bodies[0].pieces, CONTACT) for one in bodies[1:])


@pytest.mark.proves("08.05.2")
def test_a_subordinate_takes_the_place_of_the_commander_in_chief() -> None:
    state = begun(Setup(SETUP.seats, scenario="kernstown")).state
    table = table_for(state, GAME, bytes(32))
    heir = staff_of(state, "tyler")
    succession.lose_staff(table, staff_of(state, "kimball"), "fallen")
    kimball, tyler = staff_of(state, "kimball"), staff_of(state, "tyler")
    assert (kimball.on_table, kimball.vacant, (kimball.x, kimball.y)) == (True, 0, (heir.x, heir.y))
    assert (tyler.on_table, tyler.vacant) == (False, state.turn)


@pytest.mark.proves("08.02.9")
def test_a_general_beside_a_unit_in_rout_is_not_disordered() -> None:
    state = command(general_at=(50, 21))
    before = staff_of(state, "smith")
    becomes(table_for(state, GAME, bytes(32)), "a", "U", cause="b", by="fire")
    assert unit_of(state, "a").order == "U"
    assert staff_of(state, "smith") == before


@pytest.mark.proves("08.04.3")
@pytest.mark.parametrize(
    ("attempts", "dice", "rallied"),
    [
        (0, (4, 4), True),
        (0, (3, 4), False),
        (1, (4, 5), True),
        (1, (4, 4), False),
        (2, (5, 5), True),
        (2, (4, 5), False),
    ],
)
def test_each_attempt_to_rally_is_harder_than_the_one_before(
    attempts: int, dice: tuple[int, int], rallied: bool
) -> None:
    state = field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 100), face=180))
    with_unit(state, "a", order="FU", attempts=attempts)
    carried(state, rallying.Rallying("a"), dice=dice)
    unit = unit_of(state, "a")
    assert (unit.order == "U") == rallied
    assert unit.broken == (not rallied and attempts == 2)


@pytest.mark.proves("09.03.1")
def test_a_wagon_serves_two_units_and_no_third() -> None:
    wagon = unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    beside = [inf(name, 0, at=at, figures=6, companies=2) for name, at in (("a", (50, 18.98)), ("c", (50, 33.02)))]
    state = field_of(wagon, *beside, inf("d", 0, at=(53.22, 25), figures=6, companies=2), inf("b", 1, at=(50, 100)))
    for name in ("a", "c", "d"):
        note(state, name, line=OrderLine(Resupply("w")))
        with_unit(state, name, out_of_ammunition=True)
    steps = resupplying.resupplies(state)
    assert [(step.unit, step.served) for step in steps] == [("a", 1), ("c", 2), ("d", 3)]
    for step in steps:
        carried(state, step, dice=(6,))
    assert [unit_of(state, name).out_of_ammunition for name in ("a", "c", "d")] == [False, False, True]


@pytest.mark.proves("09.03.1")
@pytest.mark.parametrize(
    ("piece", "began", "after"),
    [
        ("6pdr_m41", Rounds(1, 2, 0), (4, 6, 2)),
        ("12pdr_howitzer", Rounds(3, 0, 1), (10, 0, 2)),
        ("6pdr_m41", Rounds(9, 6, 2), (9, 6, 2)),
    ],
)
def test_a_battery_is_given_the_whole_load_of_its_kind(piece: str, began: Rounds, after: tuple[int, int, int]) -> None:
    """R95: schema XXI, however little the scenario gave it to begin with; nothing is taken from it."""
    wagon = unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    battery = guns("g", 0, at=(50, 33.02), piece=piece, rounds=began)
    state = field_of(wagon, battery, inf("b", 1, at=(50, 100)))
    note(state, "g", line=OrderLine(Resupply("w")))
    (step,) = resupplying.resupplies(state)
    carried(state, step, dice=(6,))
    served = unit_of(state, "g").battery
    assert served is not None
    assert (served.shell, served.shot, served.canister) == after


# surrender and works


@pytest.mark.proves("08.04.4", "07.06.4")
def test_figures_in_rout_too_near_an_enemy_surrender_and_leave_the_table() -> None:
    state = field_of(inf("a", 0, at=(50, 50)), inf("b", 1, at=(50, 51.9), face=180))
    with_unit(state, "a", order="FU")
    near = surrender.figures_near_enemy(state, unit_of(state, "a"))
    assert 0 < near < 24
    carried(state, surrender.Surrender())
    unit = unit_of(state, "a")
    assert (unit.figures, unit.captured) == (24 - near, near)


@pytest.mark.proves("10.01.1", "10.02.1")
def test_six_whole_turns_make_a_light_field_work_and_a_turn_of_marching_ends_it() -> None:
    state = field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 100), face=180))
    table = table_for(state, GAME, bytes(32))
    state.doing[0] = Doing(line=OrderLine(Work("light_field_work")))
    for turn in range(1, 6):
        works.count_works(table)
        assert (unit_of(state, "a").worked, state.made) == (turn, [])
    works.count_works(table)
    (made,) = state.made
    assert (made.kind, made.obstacle, made.cover) == ("light_field_work", 2, 1)
    assert made.points[1][0] - made.points[0][0] == 960
    assert ground(state).feature(made.id).obstacle == 2
    with_unit(state, "a", work="light_field_work", worked=5)
    state.doing[0] = Doing(line=OrderLine(Move((Go(),))), moved=True)
    works.count_works(table)
    assert unit_of(state, "a").worked == 0


@pytest.mark.proves("10.02.2")
def test_proper_field_works_are_the_scenarios_alone() -> None:
    work = {"id": "redoubt", "type": "linear", "kind": "proper_field_work", "line": ((10, 10), (20, 10))}
    state = field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 100), face=180), terrain=[work])
    assert (ground(state).feature("redoubt").obstacle, ground(state).feature("redoubt").cover) == (3, 3)
    with pytest.raises(BadInput):
        GAME.convert_action(
            {"kind": "orders", "sheet": {"units": {"a": {"order": {"type": "work", "kind": "proper"}}}}}
        )


@pytest.mark.proves("06.03.6")
def test_a_gun_is_mended_in_two_turns() -> None:
    state = field_of(guns("g", 0, at=(50, 20)), inf("b", 1, at=(50, 100), face=180))
    battery = unit_of(state, "g").battery
    assert battery is not None
    with_unit(state, "g", battery=replace(battery, damaged=1))
    table = table_for(state, GAME, bytes(32))
    state.doing[0] = Doing(line=OrderLine(Work("repair_gun")))
    works.count_works(table)
    works.count_works(table)
    mended = unit_of(state, "g").battery
    assert mended is not None
    assert (mended.damaged, mended.mending) == (0, ())


# the umpire


def edited(state: CivilWarState, edit: Any) -> Table[CivilWarState]:
    table = table_for(state, GAME, bytes(32))
    GAME.edit(table, edit)
    return table


@pytest.mark.proves("01.06.1")
def test_the_umpire_changes_what_is_on_the_table_and_nothing_impossible() -> None:
    state = begun().state
    edited(state, edits.SetOrder("wi1", "LU", pinned=True))
    assert is_pinned(state, unit_of(state, "wi1"))
    edited(state, edits.SetLosses("wi1", 20, 7))
    assert (unit_of(state, "wi1").figures, unit_of(state, "wi1").lost, unit_of(state, "wi1").men) == (20, 10, 7)
    edited(state, edits.PlaceUnit("wi1", 8000, 6500, 1800))
    assert unit_of(state, "wi1").y == 6500
    edited(state, edits.SetAmmunition("perkins", shell=1))
    before = state.clone()
    for wrong in (
        edits.PlaceUnit("wi1", 6600, 4150, 1800),  # on the house
        edits.SetLosses("wi1", 31),
        edits.SetOrder("wi1", "U", pinned=True),
        edits.SetFormation("wi1", "unlimbered"),
        edits.SetOrder("nobody", "OR"),
    ):
        with pytest.raises(Illegal):
            edited(state, wrong)
    assert GAME.invariants(state) == []
    assert state.units == before.units


@pytest.mark.proves("01.06.2")
def test_the_umpire_may_halt_a_players_units_for_a_turn() -> None:
    table = begun()
    before = unit_of(table.state, "pa11")
    edited(table.state, edits.HaltUnits("union"))
    seal(table, union=orders(pa11=Move((Go(),))))
    assert unit_of(table.state, "pa11").y == before.y
    assert table.state.halted == []


@pytest.mark.proves("03.02.1", "fw-3")
def test_the_umpire_refuses_an_order_against_the_instruction() -> None:
    table = begun()
    edited(table.state, edits.RefuseOrder("pa11"))
    assert line_of(table.state, unit_of(table.state, "pa11")) == OrderLine(Stand())
    before = unit_of(table.state, "pa11").y
    seal(table, union=orders(pa11=Move((Go(),)), wi1=Move((Go(length=300),))))
    assert unit_of(table.state, "pa11").y == before
    assert unit_of(table.state, "wi1").y == 6200 - 300


@pytest.mark.proves("10.01.2")
def test_other_works_are_agreed_with_the_umpire() -> None:
    state = begun().state
    edited(state, edits.PlaceWork("rifle pit", (1000, 1000), (1500, 1000), 1, 2))
    assert (ground(state).feature("work-1").obstacle, ground(state).feature("work-1").cover) == (1, 2)
    with pytest.raises(Illegal):
        edited(state, edits.PlaceWork("rifle pit", (1000, 1000), (1000, 1000), 1, 2))


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
