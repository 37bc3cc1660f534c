"""Several commanders a side: each general a role of his own, with his own sheet, his own questions and his own eyes."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battery import examples, is_full, play_on
from battery.test_secrets import compare_refusals, compare_what_follows, what_is_seen
from civilwar_sheets import begin
from civilwar_table import chief, chiefs, field_of, foot, table_for
from feltherre.core import engine, errors, replay
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.seats import Resigned
from feltherre.games.civilwar import commanders, fire_questions, sightings, steps, telling
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import (
    Attack,
    Fire,
    FirePart,
    OrderLine,
    OrderSheet,
    StaffLine,
    StaffStay,
    Stand,
)
from feltherre.games.civilwar.sheets import SealOrders, SheetSpace
from feltherre.games.civilwar.state import CivilWarState, move_staff, note, staff_of, unit_of
from feltherre.players.listed import make_player
from feltherre.players.player import position_for

OPTIONS = {"commanders": "several"}
KERNSTOWN = Setup((), OPTIONS, "kernstown")
UNION = ("union-kimball", "union-tyler", "union-sullivan")
CONFEDERATE = ("confederate-jackson", "confederate-garnett", "confederate-fulkerson", "confederate-burks")
STANDS = OrderLine(Stand())


def match_of(seed: int = 1, seats: tuple[tuple[str, ...], ...] = ()) -> Match[CivilWarState]:
    held = seats or tuple((role,) for role in (*UNION, *CONFEDERATE))
    setup = Setup(tuple(Seat("+".join(roles), roles) for roles in held), OPTIONS, "kernstown")
    return Match(GAME, setup, key=seed.to_bytes(32, "big"))


def space_of(match: Match[CivilWarState], role: str) -> SheetSpace:
    space = next(decision.space for decision in match.decisions() if decision.role == role)
    assert isinstance(space, SheetSpace)
    return space


def two_brigades() -> CivilWarState:
    """Two brigades of the Union, with a hill between them and an enemy whom only the first can see."""
    state = field_of(
        foot("near", 0, 20, 30, under="first"),
        foot("away", 0, 140, 30, under="second"),
        foot("enemy", 1, 20, 60),
        staff=[
            chief("corps", 0, at=(20, 10), rank="corps"),
            chief("first", 0, at=(24, 24), under="corps"),
            chief("second", 0, at=(146, 24), under="corps"),
            chief("chief-1", 1, at=(20, 70)),
        ],
        terrain=[
            {"id": "low", "type": "hill", "level": 1, "poly": [[60, 0], [100, 0], [100, 90], [60, 90]]},
            {"id": "high", "type": "hill", "level": 2, "poly": [[66, 4], [94, 4], [94, 86], [66, 86]]},
        ],
    )
    state.options |= OPTIONS
    state.phase = "orders"
    sightings.look_round(state, ())
    return state


def test_every_general_is_a_role_and_the_commander_in_chief_comes_first() -> None:
    assert GAME.roles_in(KERNSTOWN) == (*UNION, *CONFEDERATE)
    assert GAME.roles_in(Setup((), {}, "kernstown")) == ("union", "confederate")
    assert GAME.seatings(KERNSTOWN) == (tuple((role,) for role in (*UNION, *CONFEDERATE)), (UNION, CONFEDERATE))


def test_a_setup_without_a_place_for_each_general_is_refused() -> None:
    with pytest.raises(errors.BadInput):
        match_of(seats=(UNION, CONFEDERATE[:-1]))
    with pytest.raises(errors.BadInput):
        Match(GAME, Setup((Seat("a", ("union",)), Seat("b", ("confederate",))), OPTIONS, "kernstown"))
    match_of(seats=(UNION[:2], UNION[2:], CONFEDERATE))


def test_a_general_writes_for_his_own_brigade_alone() -> None:
    match = match_of()
    tyler = space_of(match, "union-tyler")
    assert {unit.id for unit in tyler.units} == {"oh7", "oh29", "wv1", "in7", "pa110", "ohcav"}
    tyler.check(SealOrders(OrderSheet({"oh7": STANDS}, {"tyler": StaffLine(StaffStay())})))
    for sheet in (OrderSheet({"oh67": STANDS}), OrderSheet(staff={"sullivan": StaffLine(StaffStay())})):
        with pytest.raises(errors.Illegal):
            tyler.check(SealOrders(sheet))
    # the guns and couriers of the division are its general's own
    kimball = space_of(match, "union-kimball")
    assert {unit.id for unit in kimball.units} == {"jenks", "robinson"}
    assert {one.id for one in kimball.staff} == {"kimball", "kimball-1", "kimball-2", "kimball-3"}


def test_the_turn_is_carried_out_when_every_sheet_is_in() -> None:
    match, rng = match_of(), Random(3)
    sheets: dict[str, Any] = {}
    for decision in match.decisions():
        assert match.state.turn == 1
        assert match.state.phase == "orders"
        sheets[decision.role] = action = decision.space.sample(rng)
        match.act(decision.role, decision.role, decision.id, action)
    assert len(sheets) == len((*UNION, *CONFEDERATE))
    assert match.state.phase != "orders" or match.state.turn == 2
    told = GAME.view(match.state, ("union-tyler",))
    own = {unit.id for unit in told.units}
    assert all(set(sheet.units) <= own for sheet in told.sheets)


def test_the_superior_orders_the_units_of_a_fallen_general() -> None:
    state = two_brigades()
    assert commanders.role_of(state, unit_of(state, "near")) == "union-first"
    move_staff(state, "first", where="lost", vacant=1)
    assert commanders.role_of(state, unit_of(state, "near")) == "union-corps"
    assert commanders.role_over(state, staff_of(state, "first")) == "union-corps"
    assert [unit.id for unit in SheetSpace(state, "union-corps").units] == ["near"]
    assert SheetSpace(state, "union-first").units == []
    # with nobody above them the first general who is left
    move_staff(state, "corps", where="lost", vacant=1)
    assert commanders.role_of(state, unit_of(state, "near")) == "union-second"


def test_nobody_learns_from_the_waiting_that_a_general_has_fallen() -> None:
    state = two_brigades()
    move_staff(state, "first", where="lost", vacant=1)
    state.agenda = [steps.WriteOrders()]
    everybody = ["union-corps", "union-first", "union-second", "confederate-chief-1"]
    assert [one.role for one in engine.open_decisions(GAME, state)] == everybody
    table = table_for(state, GAME)
    for role in everybody:
        decision = next(one for one in engine.open_decisions(GAME, state) if one.role == role)
        assert state.turn == 1
        engine.apply(GAME, table, role, decision.id, SealOrders(OrderSheet()))
    assert state.turn == 2


def test_a_general_knows_what_he_and_his_units_see_and_no_more() -> None:
    state = two_brigades()
    first, second = GAME.view(state, ("union-first",)), GAME.view(state, ("union-second",))
    assert [one.id for one in first.enemies] == ["enemy"]
    assert second.enemies == ()
    assert [unit.id for unit in second.units] == ["away"]
    # a friend behind the hill is not seen either; the general in chief sees his first brigade
    assert second.friends == ()
    assert [one.id for one in GAME.view(state, ("union-corps",)).friends] == ["near"]
    assert {one.id for one in first.friend_staff} == {"corps"}
    # both on one seat know what both know, and have no friends whom they do not command
    both = GAME.view(state, ("union-first", "union-second", "union-corps"))
    assert [one.id for one in both.enemies] == ["enemy"]
    assert both.friends == both.friend_staff == ()


def test_an_order_names_no_enemy_whom_only_another_brigade_sees() -> None:
    state = two_brigades()
    fires = OrderLine(Fire((FirePart("enemy"),)))
    SheetSpace(state, "union-first").check(SealOrders(OrderSheet({"near": fires})))
    with pytest.raises(errors.Illegal) as refused:
        SheetSpace(state, "union-second").check(SealOrders(OrderSheet({"away": fires})))
    assert refused.value.rule == "03.02.2"
    with pytest.raises(errors.BadInput):
        SheetSpace(state, "union-second").add_line(None, "away: F enemy")


def test_what_one_brigade_does_is_told_to_those_who_see_it() -> None:
    state = two_brigades()
    table = table_for(state, GAME)
    telling.tell(table, "civilwar.end.surrendered", "07.06.1", "away")
    (event,) = table.events
    assert event.audience == ("union-second",)


def test_only_the_commander_in_chief_can_give_up() -> None:
    match = match_of()
    with pytest.raises(errors.Illegal):
        match.seat_act("union-tyler", Resigned())
    assert not match.over
    match.seat_act("union-kimball", Resigned())
    assert match.state.result is not None
    assert match.state.result.winners == CONFEDERATE


def test_what_everybody_sees_is_shown_before_a_question_that_a_ruling_brings_up() -> None:
    units = foot("attacked", 0, 50, 40), foot("attacker", 1, 50, 52)
    state = begin(field_of(*units, staff=chiefs((50, 30), (50, 65))))
    sheets = {"union": OrderSheet(), "confederate": OrderSheet({"attacker": OrderLine(Attack("attacked"))})}
    for role, sheet in sheets.items():
        table = table_for(state, GAME)
        decision = next(one for one in engine.open_decisions(GAME, state) if one.role == role)
        engine.apply(GAME, table, role, decision.id, SealOrders(sheet))
    # the attack is ruled to stand, and only then is the unit attacked asked if it fires
    assert isinstance(state.agenda[-1], fire_questions.SurprisedFire)
    assert {one.split()[0] for one in table.shown} >= {"attacked", "attacker"}
    assert table.shown == sightings.in_view(state)


def test_who_has_stirred_in_a_wood_and_was_seen_is_shown_and_stays_where_he_is_known_to_be() -> None:
    state = field_of(
        foot("near", 0, 50, 40),
        foot("stirring", 1, 50, 52),
        staff=chiefs((50, 30), (50, 75)),
        terrain=[{"id": "wood", "type": "wood", "poly": [[30, 46], [70, 46], [70, 62], [30, 62]]}],
    )
    # at 12 cm he would not be seen if he had stood still (03.02.3)
    note(state, "stirring", moved=True)
    table = table_for(state, GAME)
    table.push(steps.NewTurn())
    engine.settle(table)
    (seen,) = [one for one in state.sightings if one.unit == "stirring"]
    assert str(seen) in table.shown
    rng = Random(1)
    for _ in range(5):
        assert unit_of(GAME.redeal(state, ("union",), rng), "stirring").y == seen.y


@examples(sample=1, full=20)
@given(seed=st.integers(0, 2**32))
def test_a_commander_sees_the_same_in_every_battle_he_cannot_tell_apart(seed: int) -> None:
    match, rng = match_of(seed), Random(seed)
    seats = [seat.roles for seat in match.setup.seats]
    for decision, action in play_on(match, rng, 60 if is_full() else 12):
        roles = rng.choice(seats)
        other = GAME.redeal(match.state, roles, rng)
        assert not GAME.invariants(other)
        assert what_is_seen(GAME, other, roles) == what_is_seen(GAME, match.state, roles)
        compare_refusals(match, other, roles, rng)
        compare_what_follows(match, roles, decision.role, action, rng)


@pytest.mark.full
def test_a_battle_with_a_computer_for_each_general_ends_and_verifies() -> None:
    match, rng = match_of(5), Random(5)
    players = {role: make_player(GAME, "captain") for role in (*UNION, *CONFEDERATE)}
    while not match.over:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = next(one for one in match.decisions() if one.role not in answered)
        position = position_for(GAME, match.state, (decision.role,), decision.role, rng)
        action = players[decision.role].choose(position).action
        match.act(decision.role, decision.role, decision.id, action)
        assert not GAME.invariants(match.state)
    match.end()
    assert replay.verify(match.data()).states_checked
