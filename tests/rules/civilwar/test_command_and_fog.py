"""What a general commands and knows (03.02, 03.03.2), at the very limits of the book's distances; false uniforms."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from civilwar_attack import advance, attack
from civilwar_fire import fire, fire_turn, next_turn
from civilwar_motion import march
from civilwar_table import cannon, chief, chiefs, field_of, foot, horse, inf, table_for, with_unit
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.captures import capture_wagons
from feltherre.games.civilwar.command import in_command, near_general
from feltherre.games.civilwar.field import body, staff_beside
from feltherre.games.civilwar.flight import go_over_edge
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.gunners import leave_guns
from feltherre.games.civilwar.losses import book
from feltherre.games.civilwar.orders.language import OrderLine, Prefs, Stand
from feltherre.games.civilwar.orders.places import Place, UnitMark
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.routes import Approach, Course
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.sightings import as_remembered, has_moved, known_to, known_to_chief, look_round
from feltherre.games.civilwar.special_rules import Uniforms
from feltherre.games.civilwar.state import CivilWarState, Staff, change, note, unit_of
from feltherre.games.civilwar.surrender import take_prisoners
from feltherre.games.civilwar.victory import result
from feltherre.games.civilwar.whereabouts import note_places, place_of
from feltherre.ground.tabletop.measure import tenths_of_mm

#: how a unit leaves the table
Goes: TypeAlias = Callable[[Table[CivilWarState]], None]
#: between the general and the enemy, so that he sees nothing himself
SCREEN = {"id": "screen", "type": "wood", "poly": ((0, 50), (40, 50), (40, 60), (0, 60))}
COPSE = {"id": "copse", "type": "wood", "poly": ((40, 60), (60, 60), (60, 80), (40, 80))}


def commanded(gap: float) -> CivilWarState:
    """A unit whose base is so far from its general's: his lies from 9.25 to 10.75 cm, its front is 9.6 cm wide."""
    staff = [chief("smith", 0, at=(10, 40)), chief("chief-1", 1, at=(100, 110))]
    own = inf("a", 0, at=(round(10 + 0.75 + gap + 4.8, 2), 40), under="smith")
    return field_of(own, foot("b", 1, 50, 80), staff=staff, terrain=[SCREEN])


@pytest.mark.proves("03.03.2", "03.03.3")
@pytest.mark.parametrize(("gap", "full"), [(40.00, True), (40.01, False)])
def test_a_general_commands_within_40_cm(gap: float, full: bool) -> None:
    state = commanded(gap)
    assert in_command(state, unit_of(state, "a")) == full


def with_a_courier_between(beside: str = "", first: float = 56) -> CivilWarState:
    """Two units whose general is more than 40 cm away, and a courier within 40 cm of him who touches both."""
    staff = [chief("smith", 0, at=(10, 40)), chief("chief-1", 1, at=(100, 110))]
    units = foot("a", 0, first, 40, under="smith"), foot("c", 0, first, 34, under="smith")
    state = field_of(*units, foot("b", 1, 50, 80), staff=staff)
    state.staff.append(Staff("rider", 0, "courier", "smith", x=round(100 * (first - 4.8)), y=3700, beside=beside))
    return state


@pytest.mark.proves("03.03.2")
@pytest.mark.parametrize(("beside", "served"), [("", ["a"]), ("a", ["a"]), ("c", ["c"])])
def test_a_courier_serves_one_unit_at_a_time(beside: str, served: list[str]) -> None:
    state = with_a_courier_between(beside)
    rider = state.staff[-1]
    assert all(rider in staff_beside(state, unit_of(state, name)) for name in ("a", "c"))
    assert [name for name in ("a", "c") if in_command(state, unit_of(state, name))] == served


@pytest.mark.proves("03.03.2")
def test_a_courier_is_not_kept_by_a_unit_that_the_general_commands_himself() -> None:
    state = with_a_courier_between()
    change(state, "a", x=5555)  # 40.00 cm from base to base
    change(state, "c", y=3399)
    assert [name for name in ("a", "c") if in_command(state, unit_of(state, name))] == ["a", "c"]


@pytest.mark.proves("03.03.2")
@pytest.mark.parametrize(("x", "near"), [(5150, True), (5151, False)])
def test_a_courier_is_given_orders_within_40_cm_of_base_edges(x: int, near: bool) -> None:
    general, courier = (Staff(name, 0, "brigade", x=at, y=4000) for name, at in (("smith", 1000), ("rider", x)))
    assert near_general(courier, general) == near


@pytest.mark.proves("03.02.2")
@pytest.mark.parametrize(("gap", "told"), [(40.00, True), (40.01, False)])
def test_a_general_knows_what_his_units_within_40_cm_see(gap: float, told: bool) -> None:
    state = commanded(gap)
    assert sees(state, unit_of(state, "a"), unit_of(state, "b"))
    assert not sees(state, next(one for one in state.staff if one.id == "smith"), unit_of(state, "b"))
    look_round(state, ())
    assert (list(known_to_chief(state, unit_of(state, "a"))) == ["b"]) == told


@pytest.mark.proves("03.02.3")
@pytest.mark.parametrize(("gap", "still", "stirring"), [(8.0, True, True), (8.01, False, True), (15.01, False, False)])
def test_a_unit_in_a_wood_is_seen_at_8_cm_or_15_if_it_stirs(gap: float, still: bool, stirring: bool) -> None:
    state = field_of(inf("a", 0, at=(50, round(62 - gap, 2))), foot("b", 1, 50, 62), terrain=[COPSE])
    assert sees(state, unit_of(state, "a"), unit_of(state, "b")) == still
    note(state, "b", shots=1)
    assert sees(state, unit_of(state, "a"), unit_of(state, "b")) == stirring


@pytest.mark.proves("03.02.3")
@pytest.mark.parametrize(("x", "seen"), [(62, True), (90, False)])
def test_R30_a_march_column_is_seen_if_its_tail_alone_stands_clear_of_the_wood(x: int, seen: bool) -> None:
    """The head of the column is at x and the tail 12 cm west of it; the wood ends at 63 cm."""
    wood = {"id": "wood", "type": "wood", "poly": ((63, 40), (110, 40), (110, 41), (63, 41))}
    column = foot("b", 1, x, 60, face=90, formation="march_column", files=3)
    state = field_of(foot("a", 0, 75, 20, 2, companies=1), column, terrain=[wood])
    assert sees(state, unit_of(state, "a"), unit_of(state, "b")) is seen


@pytest.mark.parametrize(("gap", "figures"), [(60.00, 23), (60.01, 21)])
def test_figures_are_counted_up_to_60_cm_and_guessed_beyond(gap: float, figures: int) -> None:
    staff = [chief("smith", 0, at=(50, 10)), chief("chief-1", 1, at=(100, 110))]
    own = foot("a", 0, 30, 10, under="smith")
    state = field_of(own, inf("b", 1, at=(50, round(10 + gap, 2)), face=180, figures=23), staff=staff)
    look_round(state, ())
    assert known_to_chief(state, unit_of(state, "a"))["b"].figures == figures


@pytest.mark.parametrize(("points", "winners"), [([3, 2], ()), ([4, 2], ("union",)), ([0, 2], ("confederate",))])
def test_a_difference_of_one_point_is_a_draw(points: list[int], winners: tuple[str, ...]) -> None:
    state = commanded(40)
    state.points = points
    assert result(state).winners == winners


@pytest.mark.proves("03.02.2")
@pytest.mark.parametrize("in_sight", [True, False])
def test_an_attack_goes_where_the_enemy_was_seen_last_unless_the_unit_sees_him(in_sight: bool) -> None:
    """A general saw the enemy straight ahead; he has gone off to the right since, and a hill may hide him."""
    hill = [
        {"id": "low", "type": "hill", "level": 1, "poly": [[70, 0], [110, 0], [110, 120], [70, 120]]},
        {"id": "high", "type": "hill", "level": 2, "poly": [[76, 0], [104, 0], [104, 120], [76, 120]]},
    ]
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 130, 60), terrain=[] if in_sight else hill)
    seen = with_unit(state, "b", x=tenths_of_mm(50), y=tenths_of_mm(70))
    look_round(state, ())
    state.sightings[:] = [replace(one, live=False) for one in state.sightings]
    assert seen.x == known_to_chief(state, unit_of(state, "a"))["b"].x
    with_unit(state, "b", x=tenths_of_mm(130), y=tenths_of_mm(60))
    course = Course(state, unit_of(state, "a"), 0)
    course.march(Approach("b"), "ordinary")
    assert (course.unit.facing == 0) != in_sight


@pytest.mark.proves("03.02.2", "03.01.5")
@pytest.mark.parametrize("live", [True, False])
def test_a_march_or_ride_to_an_enemy_out_of_sight_goes_where_he_was_seen_last(live: bool) -> None:
    """Else everybody who sends somebody there would find out where he is."""
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 60))
    look_round(state, ())
    state.sightings[:] = [replace(one, live=live) for one in state.sightings]
    with_unit(state, "b", x=8000)
    ran = march(state, {"a": "TO @b"}, {"chief-0": "TO @b +S 5"})
    assert (ran.unit("a").facing == 0) is not live
    assert (ran.staff("chief-0").x == 5000) is not live


@pytest.mark.proves("03.02.2")
def test_an_enemy_out_of_sight_is_remembered_as_he_was_though_he_is_another_now() -> None:
    """Gunners who have left their guns since, troopers who have dismounted: nobody has seen it."""
    state = field_of(foot("a", 0, 50, 20), cannon("g", 1, 50, 80), horse("h", 1, 90, 80))
    look_round(state, ())
    known = known_to_chief(state, unit_of(state, "a"))
    leave_guns(table_for(state, GAME), "g")
    with_unit(state, "h", mounted=False, formation="chain")
    battery, riders = (as_remembered(state, known[name]) for name in ("g", "h"))
    assert (battery.arm, battery.formation) == ("artillery", "unlimbered")
    assert (riders.mounted, riders.formation) == (True, "line")
    note_places(state)
    state.sightings[:] = [replace(one, live=False) for one in state.sightings]
    known = known_to_chief(state, unit_of(state, "a"))
    assert place_of(state, Place(UnitMark("g")), (0, 0), known) == body(state, battery).centre


@pytest.mark.proves("03.02.2")
def test_it_is_known_who_moved_in_the_turn_before() -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 80), foot("c", 1, 80, 80))
    for name in ("b", "c"):
        unit = unit_of(state, name)
        note(state, name, stood=(unit.x, unit.y, unit.facing))
    change(state, "b", y=tenths_of_mm(70))
    look_round(state, (), has_moved(state))
    assert {name: one.moved for name, one in known_to_chief(state, unit_of(state, "a")).items()} == {
        "b": True,
        "c": False,
    }


def shot_down(table: Table[CivilWarState]) -> None:
    book(table, "b", 20 * unit_of(table.state, "b").figures, cause="a")


def taken(table: Table[CivilWarState]) -> None:
    take_prisoners(table, "b", unit_of(table.state, "b").figures, "a")


def driven_off(table: Table[CivilWarState]) -> None:
    go_over_edge(table, "b", "north")


def led_away(table: Table[CivilWarState]) -> None:
    change(table.state, "b", arm="wagon", x=unit_of(table.state, "a").x, y=unit_of(table.state, "a").y + 1)
    capture_wagons(table)


@pytest.mark.proves("03.02.2")
@pytest.mark.parametrize("goes", [shot_down, taken, driven_off, led_away])
@pytest.mark.parametrize("in_sight", [True, False])
def test_R141_an_enemy_whose_end_is_seen_is_off_the_board(goes: Goes, in_sight: bool) -> None:
    terrain = [] if in_sight else [{"id": "screen", "type": "wood", "poly": ((0, 50), (120, 50), (120, 60), (0, 60))}]
    placed = foot("a", 0, 50, 40), foot("b", 1, 50, 80)
    staff = chiefs((50, 30), (50, 110))
    state = field_of(*placed, staff=staff)
    look_round(state, ())
    assert [one.id for one in GAME.view(state, ("union",)).enemies] == ["b"]
    hidden = field_of(*placed, staff=staff, terrain=terrain)
    hidden.sightings = state.sightings
    goes(table_for(hidden, GAME))
    assert not unit_of(hidden, "b").on_table
    known = not in_sight and goes not in (taken, led_away)
    for phase in ("turn", "orders"):
        hidden.phase = phase
        assert [one.id for one in GAME.view(hidden, ("union",)).enemies] == (["b"] if known else [])
    look_round(hidden, ())
    assert bool(known_to(hidden, ("union",))) == known, "who did not see it remembers it"


# uniforms: who comes near for the first time may be taken for a friend


BLUE_AND_GREY = Uniforms(id="uniforms", text=say("core.plain", text=""), within=1500, mistaken=4, to_turn=8)
MISTAKEN, KNOWN, CALM = (1, 3), (3, 4), (1, 2)


def meeting(gap: float = 12, **more: Any) -> CivilWarState:
    other = more.pop("other", None) or foot("b", 1, 50, 40 + gap)
    return field_of(foot("a", 0, 50, 40), other, special=(BLUE_AND_GREY,), **more)


@pytest.mark.proves("01.05.3")
def test_who_is_taken_for_a_friend_is_not_fired_at_in_this_turn() -> None:
    # a comes near to b and is recognised; b comes near to a and is not
    fought = fire_turn(meeting(), {"a": fire("b"), "b": fire("a")}, dice=[KNOWN, MISTAKEN, CALM])
    assert fought.doing("a").mistakes == ("b",)
    assert (fought.doing("a").shots, fought.doing("b").shots) == (0, 24)
    assert "civilwar.fire.no-shot.mistaken" in fought.told
    # only the first time
    again = fire_turn(next_turn(fought.state), {"a": fire("b")}, dice=[CALM])
    assert again.doing("a").shots == 24


@pytest.mark.proves("01.05.3")
def test_it_does_not_fire_as_surprised_either() -> None:
    line = OrderLine(Stand(), Prefs(surprised="yes"))
    fought = fire_turn(meeting(), {"a": line, "b": attack("a")}, dice=[KNOWN, MISTAKEN, (3, 3)])
    assert not fought.doing("a").surprised
    assert fought.made("shock")


@pytest.mark.proves("01.05.3")
def test_the_throw_is_made_when_they_come_near() -> None:
    orders = {"a": fire("b", when=AtTime(8)), "b": advance(length=800)}
    fought = fire_turn(meeting(20), orders, dice=[KNOWN, KNOWN, CALM])
    assert fought.doing("a").shots == 24
    assert fought.unit("a").known == ("b",)


@pytest.mark.proves("01.05.3")
def test_others_than_infantry_and_later_turns_need_no_throw() -> None:
    riders = meeting(other=horse("b", 1, 50, 52))
    assert fire_turn(riders, {"a": fire("b")}, dice=[CALM]).doing("a").shots == 24
    late = meeting(turn=9)
    assert fire_turn(late, {"a": fire("b")}, dice=[CALM]).doing("a").shots == 24
