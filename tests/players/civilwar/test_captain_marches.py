"""Where the captain's marches do not lead: away from the general without need, into water; and where his columns form
line."""

from typing import Any

import pytest

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import Placed, cannon, chief, foot, horse, with_unit
from feltherre.games.civilwar.command import in_command
from feltherre.games.civilwar.orders.language import Move, OrderLine, Stand
from feltherre.games.civilwar.orders.legs import Form, Go
from feltherre.games.civilwar.players import knowledge, marches, sheet
from feltherre.games.civilwar.players.captain import rehearsal, sandtable
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.state import LOST, CivilWarState, Unit, move_staff, unit_of
from feltherre.games.civilwar.victory_terms import HoldMore, Of, Where
from feltherre.ground.tabletop.measure import CM

HILL = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 90), (100, 90), (100, 110), (60, 110))}
HOLD_THE_HILL = term("hill", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",))))


def _stream(y: int) -> dict[str, Any]:
    return {"id": "run", "type": "stream", "line": ((0, y), (160, y)), "width": 0.8}


def _known(state: CivilWarState) -> knowledge.Knowledge:
    return knowledge.Knowledge(position(state, 0))


def _marched(state: CivilWarState) -> Unit:
    """The regiment as it stands when it has done what the captain orders."""
    return unit_of(sandtable.SandTable(_known(state)).walk({"a": written(state, 0).order("a")}), "a")


# what was ordered before


def _told(leg: Go, placed: Placed, enemy: Placed, general: tuple[int, int], **more: Any) -> CivilWarState:
    """A regiment out of its general's reach, with the order of the turn before."""
    staff = [chief("chief-0", 0, at=general), chief("chief-1", 1, at=(150, 60))]
    state = orders_due(placed, enemy, **({"staff": staff, "turn": 3} | more))
    with_unit(state, "a", last=OrderLine(Move((leg,))))
    see(state)
    assert not in_command(state, unit_of(state, "a"))
    return state


@pytest.mark.parametrize(("direction", "goes_on"), [(2700, True), (900, False)])
def test_who_is_far_from_his_general_goes_on_only_if_it_leads_back_to_him(direction: int, goes_on: bool) -> None:
    state = _told(Go(direction), foot("a", 0, 100, 20, face=270), foot("b", 1, 20, 100), (20, 20))
    assert isinstance(written(state, 0).order("a"), Move) is goes_on


def test_who_has_no_general_does_not_go_on_for_his_sake() -> None:
    state = _told(Go(900), foot("a", 0, 100, 20, face=270), foot("b", 1, 20, 100), (20, 20))
    move_staff(state, "chief-0", where=LOST)
    see(state)
    assert written(state, 0).order("a") == Stand()


@pytest.mark.parametrize(("length", "goes_on"), [(22, True), (24, False)])
def test_to_come_back_to_the_general_is_worth_two_figures(length: int, goes_on: bool) -> None:
    """The enemy is to be reached on the other side, and each 12 cm away from him cost one since time is short."""
    state = _told(
        Go(2700, length * CM),
        foot("a", 0, 70, 20, face=270, formation="attack_column"),
        foot("b", 1, 155, 20, face=270),
        (20, 20),
        turn=15,
    )
    assert isinstance(written(state, 0).order("a"), Move) is goes_on


# water


@pytest.mark.parametrize(
    ("formation", "y", "leg", "goes_on"),
    [
        ("attack_column", 47, Go(0), False),
        ("attack_column", 45, Go(0), True),  # it leads him so much nearer to the general and the enemy
        ("attack_column", 47, Go(0, 12 * CM), True),  # up to the water and not into it
        ("march_column", 47, Go(0, 13 * CM), True),  # which crosses it
        ("chain", 47, Go(0, 13 * CM), True),
    ],
)
def test_to_march_into_a_stream_costs_three_figures_but_in_march_column_or_chain(
    formation: str, y: int, leg: Go, goes_on: bool
) -> None:
    """Only these cross it (02.06.5). To come back to the general is worth two, and each 12 cm on one more."""
    state = _told(
        leg, foot("a", 0, 80, y, formation=formation), foot("b", 1, 80, 116), (80, 100), terrain=[_stream(60)], turn=17
    )
    assert isinstance(written(state, 0).order("a"), Move) is goes_on


def _before_a_stream(formation: str, at: int, foe: int, water: int) -> CivilWarState:
    return orders_due(
        foot("a", 0, 80, at, formation=formation, weapon="rifle_cartridge"),
        foot("b", 1, 80, foe),
        terrain=[HILL, _stream(water)],
        victory=(HOLD_THE_HILL,),
        turn=8,
    )


def test_a_line_halts_before_a_stream() -> None:
    """Whose near bank is at 59.6 cm; where there is none it goes on."""
    wet, dry = (_marched(_before_a_stream("line", 50, 76, water)) for water in (60, 20))
    assert (wet.formation, dry.formation) == ("line", "line")
    assert wet.y < 59 * CM
    assert dry.y > 60 * CM


@pytest.mark.parametrize(("was", "stopped"), [(50, True), (60, False)])
def test_who_is_in_the_water_already_does_not_pay_for_it_again(was: int, stopped: bool) -> None:
    known = _known(_before_a_stream("line", was, 84, 60))
    foot = FootOrders(Plan(known), marches.Marches(known, wary=True), sheet.SheetWriter(known))
    after = known.state.clone()
    with_unit(after, "a", x=81 * CM, y=60 * CM)
    here, there = (unit_of(state, "a") for state in (known.state, after))
    assert rehearsal.Rehearsal(foot)._is_stopped_by_water(here, there, after) is stopped


@pytest.mark.parametrize(("water", "line"), [(60, False), (30, True)])
def test_a_march_column_does_not_form_line_on_the_near_side_of_a_stream(water: int, line: bool) -> None:
    """It could not cross it then; a stream behind it does not matter."""
    state = _before_a_stream("march_column", 50, 84, water)
    assert Plan(_known(state)).slots["a"].place[1] > 80 * CM
    assert (_marched(state).formation == "line") is line


def test_an_attack_column_which_cannot_cross_it_either_forms_line_there() -> None:
    there = _marched(_before_a_stream("attack_column", 56, 84, 60))
    assert there.formation == "line"
    assert there.y < 60 * CM


def test_who_has_no_place_to_go_to_forms_line_before_a_stream() -> None:
    state = orders_due(
        horse("a", 0, 80, 50, mounted=False, formation="march_column", weapon="rifled_carbine"),
        foot("b", 1, 80, 76),
        terrain=[HILL, _stream(60)],
        victory=(HOLD_THE_HILL,),
        turn=8,
    )
    assert Plan(_known(state)).slots == {}
    assert _marched(state).formation == "line"


# where columns form


@pytest.mark.parametrize("formation", ["attack_column", "march_column"])
@pytest.mark.parametrize(("way", "forms"), [(44, True), (46, False)])
def test_a_column_forms_line_no_farther_than_45_cm_from_the_enemy(way: int, forms: bool, formation: str) -> None:
    """Though guns reach it there."""
    column = foot("a", 0, 80, 40, formation=formation, figures=30, companies=10)
    state = orders_due(column, cannon("g", 1, 80, 40 + way), turn=8)
    order = written(state, 0).order("a")
    assert isinstance(order, Move)
    assert (Form("line") in order.legs) is forms


def test_a_column_that_knows_of_no_enemy_stays_one() -> None:
    wood = {"id": "wood", "type": "wood", "poly": ((40, 60), (120, 60), (120, 100), (40, 100))}
    column = foot("a", 0, 80, 20, formation="attack_column")
    state = orders_due(column, foot("b", 1, 80, 80), terrain=[wood])
    assert _known(state).enemies == []
    assert _marched(state).formation == "attack_column"
