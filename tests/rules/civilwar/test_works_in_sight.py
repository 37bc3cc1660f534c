"""Of field works, cleared fences and guns left behind only those in sight are known (04.01.2): what is shown of them,
what orders may name, and what computer players reckon with."""

from random import Random
from typing import Any

import pytest

from battery.test_secrets import what_is_seen
from civilwar_sheets import begin, play
from civilwar_table import cannon, chiefs, field_of, foot, horse, table_for, with_unit
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.state import canonical
from feltherre.games.civilwar import edits
from feltherre.games.civilwar.display import look
from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.gunners import leave_guns, man_guns
from feltherre.games.civilwar.orders.language import Attack, Move, OrderLine, OrderSheet, StaffLine, StaffMove, Work
from feltherre.games.civilwar.orders.legs import GoTo
from feltherre.games.civilwar.orders.places import ObjectMark, Place
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.sheets import SealOrders, SheetSpace
from feltherre.games.civilwar.sightings import look_round
from feltherre.games.civilwar.state import CivilWarState, Made, unit_of
from feltherre.players.player import position_for
from refusals import refusal_of

#: between the two sides, so that neither sees the other
WOOD = {"id": "wood", "type": "wood", "poly": ((0, 60), (160, 60), (160, 66), (0, 66))}
FENCE = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((30, 97), (70, 97))}
CHIEFS = chiefs((60, 8), (60, 110))
LIGHT = Work("light_field_work")


def behind_the_wood(*more: Any, terrain: tuple[dict[str, Any], ...] = (WOOD,)) -> CivilWarState:
    units = foot("a", 0, 50, 20), foot("e", 1, 50, 97.02)
    return begin(field_of(*units, *more, terrain=list(terrain), staff=CHIEFS))


def with_a_work(terrain: tuple[dict[str, Any], ...] = (WOOD,)) -> CivilWarState:
    state = behind_the_wood(terrain=terrain)
    with_unit(state, "e", work="light_field_work", worked=5)
    play(state, confederate={"e": LIGHT})
    assert len(state.made) == 1
    return state


def clear_the_fence(state: CivilWarState) -> None:
    for _ in range(2):
        play(state, confederate={"e": "WORK CLEAR-FENCE WITH 1 AT fence"})
    assert state.cleared == ["fence"]


def seen(state: CivilWarState, *roles: str) -> tuple[list[str], list[str]]:
    """The objects of play that these roles see, and those that they know to be gone."""
    view = GAME.view(state, roles)
    return [one.id for one in view.made], list(view.cleared)


def goes_to(name: str) -> SealOrders:
    return SealOrders(OrderSheet({"a": OrderLine(Move((GoTo(Place(ObjectMark(name))),)))}))


def board(state: CivilWarState, *roles: str) -> set[str]:
    """The objects on the board: the scenario's, but those that are gone, and those that play has put there."""
    scene = GAME.scene(state, roles)
    first = {one.id for one in scenario_of(state).terrain}
    return first - set(scene.places.get("gone", ())) | {place.id for place in scene.extra}


@pytest.mark.proves("04.01.2")
def test_a_work_that_nobody_of_a_side_sees_is_not_shown_to_it() -> None:
    state = with_a_work()
    assert seen(state, "union") == ([], [])
    assert seen(state, "confederate") == (["e-work-1"], [])
    assert seen(state) == ([], []), "a spectator sees what every commander knows"
    assert [one.id for one in GAME.view(state, (), all_seeing=True).made] == ["e-work-1"]
    assert "e-work-1" in board(state, "confederate") - board(state, "union")
    with pytest.raises(BadInput):
        look(state, ("union",), "e-work-1")


@pytest.mark.proves("04.01.2")
def test_a_work_in_sight_is_shown_to_both_sides() -> None:
    state = with_a_work(terrain=())
    assert seen(state, "union") == seen(state, "confederate") == (["e-work-1"], [])
    assert seen(state) == ([], []), "that the enemy has found it neither commander knows"


@pytest.mark.proves("04.01.2", "03.02.2")
def test_no_order_names_a_work_that_was_not_seen() -> None:
    state = with_a_work()
    space = SheetSpace(state, "union")
    assert refusal_of(Illegal, lambda: space.check(goes_to("e-work-1"))).rule == "03.02.2"
    with pytest.raises(BadInput):
        space.add_line(None, "a: TO e-work-1")
    ride = SealOrders(OrderSheet(staff={"chief-0": StaffLine(StaffMove((Place(ObjectMark("e-work-1")),)))}))
    with pytest.raises(Illegal):
        space.check(ride)
    known = SheetSpace(with_a_work(terrain=()), "union")
    known.check(goes_to("e-work-1"))
    known.check(ride)


@pytest.mark.proves("04.01.2")
def test_what_was_seen_once_is_remembered_as_it_was() -> None:
    state = with_a_work()
    with_unit(state, "a", y=7200)
    look_round(state, ())
    assert seen(state, "union") == (["e-work-1"], [])
    with_unit(state, "a", y=2000)
    look_round(state, ())
    assert seen(state, "union") == (["e-work-1"], [])


@pytest.mark.proves("04.01.2")
def test_guns_left_behind_are_known_to_those_who_see_them_until_they_are_seen_to_be_gone() -> None:
    state = behind_the_wood(cannon("g", 1, 90, 80, face=0))
    leave_guns(table_for(state, GAME), "g")
    assert (seen(state, "union"), seen(state, "confederate")) == (([], []), (["g-guns"], []))
    with_unit(state, "a", y=7200)
    look_round(state, ())
    assert seen(state, "union") == (["g-guns"], [])
    # manned again while nobody looks
    with_unit(state, "a", y=2000)
    assert man_guns(table_for(state, GAME), "g")
    look_round(state, ())
    assert (seen(state, "union"), seen(state, "confederate")) == ((["g-guns"], []), ([], []))
    with_unit(state, "a", y=7200)
    look_round(state, ())
    assert seen(state, "union") == ([], [])


@pytest.mark.proves("04.01.2", "10.06.1")
def test_a_fence_that_is_cleared_out_of_sight_still_stands_to_the_others_knowledge() -> None:
    state = behind_the_wood(terrain=(WOOD, FENCE))
    clear_the_fence(state)
    parts = [one.id for one in state.made]
    assert parts == ["fence-1", "fence-2"]
    assert seen(state, "union") == ([], [])
    assert seen(state, "confederate") == (parts, ["fence"])
    assert "fence" in board(state, "union") - board(state, "confederate")
    SheetSpace(state, "union").check(goes_to("fence"))
    with_unit(state, "a", y=7200)
    look_round(state, ())
    assert seen(state, "union") == (parts, ["fence"])


@pytest.mark.proves("04.01.2", "10.06.1")
def test_who_sees_only_an_end_of_a_fence_does_not_know_of_the_gap() -> None:
    """A wood hides the middle of the fence from the one who stands by its end."""
    grove = {"id": "grove", "type": "wood", "poly": ((36, 90), (64, 90), (64, 94), (36, 94))}
    spur = {"id": "spur", "type": "wood", "poly": ((33, 94), (36, 94), (36, 110), (33, 110))}
    state = begin(
        field_of(
            foot("b", 0, 28, 90, 6, companies=2), foot("e", 1, 50, 97.02), terrain=[FENCE, grove, spur], staff=CHIEFS
        )
    )
    clear_the_fence(state)
    assert seen(state, "union") == ([], [])
    assert "fence" in board(state, "union")


@pytest.mark.proves("04.01.2")
def test_an_umpires_work_is_told_to_those_who_see_it() -> None:
    state = behind_the_wood()
    table = table_for(state, GAME)
    GAME.edit(table, edits.PlaceWork("barricade", (40, 90), (60, 90), 1, 2))
    (event,) = table.events
    assert event.audience == ("confederate",)
    assert seen(state, "union") == ([], [])


@pytest.mark.proves("04.01.2")
def test_the_name_of_a_work_does_not_tell_how_many_there_are_elsewhere() -> None:
    state = with_a_work()
    with_unit(state, "a", work="light_field_work", worked=5)
    play(state, union={"a": LIGHT})
    assert seen(state, "union") == (["a-work-1"], [])


@pytest.mark.proves("04.01.2", "02.06.4")
@pytest.mark.parametrize("found", [False, True])
def test_a_charge_is_refused_only_for_an_obstacle_that_was_seen(found: bool) -> None:
    """The refusal would tell that one is there."""
    state = begin(field_of(horse("c", 0, 50, 20), foot("e", 1, 50, 50), staff=CHIEFS))
    with_unit(state, "c", in_motion=True)
    state.made.append(Made("abatis", "abatis", ((3000, 3000), (7000, 3000)), False, 3, 0))
    if found:
        look_round(state, ())
    space, charge = SheetSpace(state, "union"), SealOrders(OrderSheet({"c": OrderLine(Attack("e", pace="charge"))}))
    if not found:
        space.check(charge)
        return
    assert refusal_of(Illegal, lambda: space.check(charge)).rule == "02.06.4"


def test_computer_players_know_only_the_works_that_they_have_seen() -> None:
    for terrain, made in (((WOOD,), []), ((), ["e-work-1"])):
        state = with_a_work(terrain=terrain)
        position = position_for(GAME, state, ("union",), "union", Random(1))
        known = Knowledge(position).state
        assert [one.id for one in known.made] == made
        assert {one.object for one in known.findings} == set(made)


def test_in_another_battle_that_a_side_cannot_tell_from_this_one_unseen_objects_are_otherwise() -> None:
    state = behind_the_wood(cannon("g", 1, 90, 100, face=0), terrain=(WOOD, FENCE))
    clear_the_fence(state)
    leave_guns(table_for(state, GAME), "g")
    with_unit(state, "e", work="light_field_work", worked=5)
    play(state, confederate={"e": LIGHT})
    assert {one.id for one in state.made} == {"fence-1", "fence-2", "g-guns", "e-work-1"}
    before = canonical(state)
    other = GAME.redeal(state, ("union",), Random(1))
    assert [one.id for one in other.made] == ["g-guns"]
    assert other.made[0].points != next(one for one in state.made if one.id == "g-guns").points
    assert other.cleared == []
    assert what_is_seen(GAME, other, ("union",)) == what_is_seen(GAME, state, ("union",))
    # their own side knows them
    same = GAME.redeal(state, ("confederate",), Random(1))
    assert (same.made, same.cleared) == (state.made, state.cleared)
    assert canonical(state) == before


def test_what_was_found_is_part_of_the_record() -> None:
    state = with_a_work()
    assert [(one.role, one.object) for one in state.findings] == [("confederate", "e-work-1")]
    assert GAME.read_state(canonical(state)).findings == state.findings


@pytest.mark.proves("03.02.2")
def test_who_has_not_seen_that_a_fence_is_cleared_marches_to_where_it_stood() -> None:
    state = behind_the_wood(terrain=(WOOD, FENCE))
    clear_the_fence(state)
    before = unit_of(state, "a").y
    play(state, union={"a": "TO fence"})
    assert unit_of(state, "a").y > before
