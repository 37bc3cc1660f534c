"""Forced moves: flight and retirement (04.02.1-04.02.5; R40, R100), and who is passed through by them (04.02.13)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from civilwar_forced import Ran, falls, hit, run
from civilwar_table import cannon, field_of, foot, horse, with_unit
from feltherre.games.civilwar import forced
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.orders.language import Move, OrderLine
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.state import note, unit_of
from feltherre.games.civilwar.timeline import RunTurn
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import enter
from feltherre.ground.tabletop.shapes import overlap

# flight


@pytest.mark.proves("04.02.1", "08.02.6", "08.02.8")
def test_foot_that_falls_into_rout_flees_half_a_turn_with_its_back_to_the_cause() -> None:
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70))
    middle = body(state, unit_of(state, "a")).centre
    ran = run(state, falls("a", "FU"))
    unit = ran.unit("a")
    assert (unit.order, unit.facing, unit.order_turn) == ("FU", 1800, 1)
    x, y = body(ran.state, unit).centre
    assert x == pytest.approx(middle[0], abs=2)
    # half of 40 cm (schema I), whatever the shape in which it stands then
    assert middle[1] - y == pytest.approx(2000, abs=5)
    assert ran.doing("a").fled
    assert ran.doing("a").void == "FU"
    assert ran.told[:3] == ["civilwar.forced.falls-fire", "civilwar.forced.flees", "civilwar.driven.flight"]


@pytest.mark.proves("04.02.1")
def test_mounted_cavalry_flees_a_whole_turn() -> None:
    state = field_of(horse("a", 0, 80, 100), foot("enemy", 1, 80, 110))
    before = body(state, unit_of(state, "a")).centre[1]
    ran = run(state, falls("a", "FU"))
    assert before - body(ran.state, ran.unit("a")).centre[1] == pytest.approx(5500, abs=5)


@pytest.mark.proves("04.02.1")
def test_a_flight_goes_straight_away_from_where_the_cause_is_nearest() -> None:
    state = field_of(foot("a", 0, 80, 60), foot("enemy", 1, 60, 58.5, face=90))
    ran = run(state, falls("a", "FU"))
    assert ran.unit("a").facing == 900
    assert ran.middle("a")[1] == pytest.approx(58.5, abs=0.05)


@pytest.mark.proves("04.02.1")
@pytest.mark.parametrize("x", [50, 44, 57])
def test_the_crowd_runs_from_an_enemy_at_charge_distance_though_it_is_deeper_than_its_line(x: int) -> None:
    """24 figures in line are 3 cm deep, as a crowd of four files 9 cm: its rear would lie on an enemy 2 cm off."""
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, x, 62))
    x, y = body(state, unit_of(state, "a")).centre
    ran = run(state, falls("a", "FU"))
    there = body(ran.state, ran.unit("a")).centre
    assert point_distance(there, (x, y)) == pytest.approx(2000, abs=5)


@pytest.mark.proves("04.02.1")
def test_a_wood_slows_a_flight_and_a_fence_does_not() -> None:
    wood = [{"id": "pines", "type": "wood", "rect": (0, 0, 160, 56)}]
    slow = run(field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70), terrain=wood), falls("a", "FU"))
    fence = [{"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((0, 50), (160, 50))}]
    fast = run(field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70), terrain=fence), falls("a", "FU"))
    free = run(field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70)), falls("a", "FU"))
    assert fast.at("a") == free.at("a")
    assert slow.at("a")[1] > free.at("a")[1] + 5


@pytest.mark.proves("04.02.1")
def test_something_impassable_is_followed_along_its_edge() -> None:
    house = [{"id": "barn", "type": "building", "rect": (46, 44, 58, 50)}]
    ran = run(field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70), terrain=house), falls("a", "FU"))
    barn = ((4600, 4400), (4600, 5000), (5800, 5000), (5800, 4400))
    pieces = body(ran.state, ran.unit("a")).pieces
    assert not any(overlap(piece, barn) for piece in pieces)
    # it has run round the western corner, which is the nearer one, and on to the south
    assert ran.middle("a")[0] < 46
    assert ran.middle("a")[1] < 52


@pytest.mark.proves("04.02.1", "04.02.2")
@pytest.mark.parametrize("all_turn", [True, False])
@pytest.mark.parametrize(("x", "past"), [(45, 43.93), (46, 43.93), (48, 43.93), (55, 60.07), (58, 60.07), (59, 60.07)])
def test_R39_a_flight_against_the_corner_of_a_house_goes_round_it(x: int, past: float, all_turn: bool) -> None:
    """24 figures are a crowd about 4 cm wide, of which some may have got past the house."""
    house = [{"id": "barn", "type": "building", "rect": (46, 44, 58, 50)}]
    state = field_of(foot("a", 0, x, 60), foot("enemy", 1, x, 70), terrain=house)
    if all_turn:
        with_unit(state, "a", order="FU", order_turn=0)
        ran = run(state, forced.start_of_turn, step="melee")
    else:
        ran = run(state, falls("a", "FU"))
    assert ran.middle("a")[0] == pytest.approx(past, abs=0.1)
    assert ran.middle("a")[1] < 50


@pytest.mark.proves("04.02.3")
def test_a_unit_makes_only_one_retirement_in_a_turn() -> None:
    state = field_of(foot("a", 0, 50, 90), foot("enemy", 1, 50, 100))
    ran = Ran(state, ())
    ran.acts = [falls("a", "U"), falls("a", "U")]
    for number, tick in enumerate((0, TURN // 2)):
        enter(state.line, tick, "fire", "act", data={"number": number})
    table = ran.table()
    table.push(RunTurn())
    ran.go(table)
    assert ran.at("a") == (50, 84)
    assert ran.told.count("civilwar.forced.retires") == 1


@pytest.mark.proves("08.02.6", "04.02.1")
def test_unlimbered_guns_are_left_behind_and_the_gunners_flee_as_infantry() -> None:
    state = field_of(cannon("a", 0, 50, 60), foot("enemy", 1, 50, 70))
    where = body(state, unit_of(state, "a"))
    ran = run(state, falls("a", "FU"))
    gunners = ran.unit("a")
    assert (gunners.arm, gunners.figures, gunners.order) == ("infantry", 4, "FU")
    assert where.centre[1] - body(ran.state, gunners).centre[1] == pytest.approx(2000, abs=5)
    (left,) = ran.state.made
    assert (left.kind, left.obstacle, left.side, left.unit) == ("guns", 1, 0, "a")
    assert left.points == where.outline


@pytest.mark.proves("04.02.1")
def test_limbered_guns_flee_with_their_teams_unless_the_horses_are_gone() -> None:
    placed = (cannon("a", 0, 50, 60, formation="limbered_line"), foot("enemy", 1, 50, 70))
    ran = run(field_of(*placed), falls("a", "FU"))
    assert ran.unit("a").arm == "artillery"
    assert not ran.state.made
    state = field_of(*placed)
    battery = unit_of(state, "a").battery
    assert battery is not None
    with_unit(state, "a", battery=replace(battery, horses=0))
    ran = run(state, falls("a", "FU"))
    assert ran.unit("a").arm == "infantry"
    assert len(ran.state.made) == 1


@pytest.mark.proves("04.02.2", "08.04.3")
def test_a_unit_driven_over_the_edge_with_its_whole_outline_is_lost() -> None:
    state = field_of(foot("a", 0, 50, 9), foot("enemy", 1, 50, 20))
    ran = run(state, falls("a", "FU"))
    unit = ran.unit("a")
    assert (unit.where, unit.figures, unit.fled) == ("left", 0, 24)
    assert [(one.kind, one.edge, one.figures) for one in ran.state.history] == [("fled", "south", 24)]


@pytest.mark.proves("04.02.2")
def test_a_unit_that_does_not_come_over_the_edge_wholly_stands_at_it() -> None:
    state = field_of(foot("a", 0, 50, 25), foot("enemy", 1, 50, 35))
    ran = run(state, falls("a", "FU"))
    assert ran.unit("a").on_table
    assert 0 <= ran.at("a")[1] < 0.1


@pytest.mark.proves("04.02.2")
def test_the_umpire_may_waive_the_loss_at_the_edge() -> None:
    state = field_of(foot("a", 0, 50, 9), foot("enemy", 1, 50, 20))
    state.options["table_edge_loses_units"] = "false"
    ran = run(state, falls("a", "FU"))
    assert ran.unit("a").on_table
    assert 0 <= ran.at("a")[1] < 0.1


@pytest.mark.proves("04.02.2")
def test_a_unit_in_rout_since_before_the_turn_flees_all_turn_towards_its_own_edge() -> None:
    state = field_of(foot("a", 0, 50, 100, order="FU"), foot("enemy", 1, 120, 110))
    before = body(state, unit_of(state, "a")).centre
    ran = run(state, forced.start_of_turn, step="melee")
    assert ran.unit("a").facing == 1800
    assert before[1] / 100 - ran.middle("a")[1] == pytest.approx(40, abs=0.05)
    assert "civilwar.forced.flees-on" in ran.told


@pytest.mark.proves("04.02.2")
def test_it_does_not_run_nearer_to_an_enemy_whom_it_sees() -> None:
    placed = (foot("a", 0, 50, 60, order="FU"), foot("enemy", 1, 50, 40, face=0))
    ran = run(field_of(*placed), forced.start_of_turn, step="melee")
    assert ran.unit("a").facing in (900, 2700)
    state = field_of(*placed)
    with_unit(state, "a", broken=True)
    ran = run(state, forced.start_of_turn, step="melee")
    assert ran.unit("a").facing == 1800, "one that nobody rallies any more makes for its own edge"


@pytest.mark.proves("04.02.2")
@pytest.mark.parametrize(("y", "facing"), [(50, (900, 2700)), (5, (1800,))])
def test_nor_to_another_who_is_farther_off_than_the_nearest(y: int, facing: tuple[int, ...]) -> None:
    """R39: from all it sees who are within a flight's length; the nearest is behind it."""
    enemies = foot("near", 1, 50, 93), foot("far", 1, 50, y, face=0)
    ran = run(field_of(foot("a", 0, 50, 80, order="FU"), *enemies), forced.start_of_turn, step="melee")
    assert ran.unit("a").facing in facing


@pytest.mark.proves("04.02.2")
def test_between_two_it_runs_from_the_nearest() -> None:
    """North and south of it, east and west: there is no way that leads nearer to none."""
    around = [(50, 72, 180), (50, 30, 0), (85, 60, 270), (15, 60, 90)]
    enemies = [foot(f"e{n}", 1, x, y, face=face) for n, (x, y, face) in enumerate(around)]
    ran = run(field_of(foot("a", 0, 50, 60, order="FU"), *enemies), forced.start_of_turn, step="melee")
    assert ran.unit("a").facing == 1800


@pytest.mark.proves("04.02.2", "08.04.3")
def test_a_flight_for_the_whole_turn_leads_over_the_edge() -> None:
    state = field_of(foot("a", 0, 50, 20, order="FU"), foot("enemy", 1, 120, 110))
    ran = run(state, forced.start_of_turn, step="melee")
    assert (ran.unit("a").where, ran.unit("a").fled) == ("left", 24)


@pytest.mark.proves("04.02.2")
def test_a_flight_for_the_whole_turn_goes_round_what_is_impassable() -> None:
    house = [{"id": "barn", "type": "building", "rect": (44, 70, 53, 76)}]
    state = field_of(foot("a", 0, 50, 90, order="FU"), foot("enemy", 1, 130, 110), terrain=house)
    ran = run(state, forced.start_of_turn, step="melee")
    assert ran.middle("a")[0] > 53, "round the eastern corner, which is the nearer one"
    assert ran.middle("a")[1] < 65


@pytest.mark.proves("04.02.2")
def test_a_crowd_that_turns_beside_a_house_is_not_on_it_and_runs_round_it() -> None:
    house = [{"id": "barn", "type": "building", "rect": (40, 42, 54, 47.5)}]
    fleer = foot("a", 0, 50, 50, face=90, order="FU")
    state = field_of(fleer, foot("enemy", 1, 130, 110), terrain=house)
    assert min(y for piece in body(state, unit_of(state, "a")).pieces for _, y in piece) >= 4750
    ran = run(state, forced.start_of_turn, step="melee")
    assert ran.middle("a")[0] < 40, "round the western corner, which is the nearer one"
    assert ran.middle("a")[1] < 42


@pytest.mark.proves("04.02.1")
def test_a_line_before_a_house_that_becomes_a_crowd_does_not_run_through_it() -> None:
    house = [{"id": "barn", "type": "building", "rect": (45, 50, 54, 56.9)}]
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70), terrain=house)
    ran = run(state, falls("a", "FU"))
    assert ran.middle("a")[0] > 54, "round the eastern corner, which is the nearer one"
    assert ran.middle("a")[1] < 57


@pytest.mark.proves("04.02.2")
def test_a_unit_that_retires_all_turn_is_lost_over_the_edge_too() -> None:
    state = field_of(foot("a", 0, 50, 3, order="U"), foot("enemy", 1, 50, 12), turn=3)
    assert run(state, hit("a")).unit("a").where == "left"


@pytest.mark.proves("02.04.3", "04.02.1", "04.02.3")
def test_occupants_who_are_shaken_leave_a_building_by_the_side_farthest_from_the_cause() -> None:
    house = [{"id": "barn", "type": "building", "rect": (46, 50, 56, 58)}]
    for order in ("U", "FU"):
        state = field_of(foot("a", 0, 50, 54, 9, companies=3), foot("enemy", 1, 51, 70), terrain=house)
        with_unit(state, "a", building="barn")
        ran = run(state, falls("a", order))
        assert ran.unit("a").building == ""
        assert max(y for piece in body(ran.state, ran.unit("a")).pieces for _, y in piece) <= 5000


# retirement


@pytest.mark.proves("04.02.3", "08.02.5")
def test_a_unit_that_falls_into_disorder_retires_half_a_turn_and_keeps_its_front() -> None:
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70))
    ran = run(state, falls("a", "U", by="shock"))
    assert ran.at("a") == (50, 54)  # half of 12 cm, at the whole rate of a line (04.02.3 sets 02.06.2 aside)
    assert ran.unit("a").facing == 0
    assert ran.doing("a").retired
    assert ran.doing("a").void == "U"


@pytest.mark.proves("04.02.3")
def test_unlimbered_guns_are_drawn_back_by_hand() -> None:
    state = field_of(cannon("a", 0, 50, 60), foot("enemy", 1, 50, 70))
    ran = run(state, falls("a", "U"))
    assert ran.at("a") == (50, 58)
    assert ran.unit("a").arm == "artillery"


@pytest.mark.proves("04.02.5", "02.06.3")
def test_a_unit_that_retires_stops_at_a_friend_whom_it_may_not_pass() -> None:
    placed = (foot("a", 0, 50, 60), foot("b", 0, 50, 54), foot("enemy", 1, 50, 70))
    state = field_of(*placed)
    note(state, "b", line=OrderLine(Move((Go(),))))
    ran = run(state, falls("a", "U"))
    # its rear was 3 cm before the friend's front
    assert ran.at("a")[1] == pytest.approx(57, abs=0.06)
    ran = run(field_of(*placed, foot("c", 0, 120, 20)), falls("a", "U"))
    assert ran.at("a")[1] == pytest.approx(57, abs=0.06), "it may pass, but would end on top of him"


@pytest.mark.proves("04.02.5", "02.06.3")
def test_a_unit_that_retires_passes_a_friend_who_stands_if_it_comes_clear_of_him() -> None:
    placed = (
        foot("a", 0, 50, 60, formation="attack_column"),
        foot("b", 0, 50, 53, formation="chain", figures=6),
        foot("enemy", 1, 50, 70),
    )
    ran = run(field_of(*placed), falls("a", "U"))
    assert ran.at("a")[1] == pytest.approx(47.5, abs=0.01)


@pytest.mark.proves("04.02.5")
def test_a_unit_in_disorder_does_not_swerve() -> None:
    placed = (foot("a", 0, 50, 60), foot("b", 0, 54, 54), foot("enemy", 1, 50, 70))
    state = field_of(*placed)
    note(state, "b", line=OrderLine(Move((Go(),))))
    ran = run(state, falls("a", "U"))
    assert ran.at("a")[0] == 50
    assert ran.at("a")[1] == pytest.approx(57, abs=0.06)


@pytest.mark.proves("04.02.4")
def test_a_unit_in_disorder_that_is_hit_at_once_retires_backwards_all_turn() -> None:
    state = field_of(foot("a", 0, 50, 60, order="U"), foot("enemy", 1, 50, 70), turn=3)
    ran = run(state, hit("a"))
    assert ran.at("a") == (50, 54)  # 12 cm a turn, halved
    assert ran.unit("a").facing == 0
    assert "civilwar.forced.retires-all-turn" in ran.told


@pytest.mark.proves("04.02.4")
def test_later_hits_and_a_new_disorder_do_not_start_that_retirement() -> None:
    placed = (foot("a", 0, 50, 60, order="U"), foot("enemy", 1, 50, 70))
    ran = run(field_of(*placed, turn=3), hit("a"), at=512)
    assert ran.at("a") == (50, 60)
    state = field_of(*placed, turn=3)
    with_unit(state, "a", order_turn=3)
    assert run(state, hit("a")).at("a") == (50, 60)


@pytest.mark.proves("04.02.4", "04.02.3")
def test_a_test_that_gives_disorder_again_at_once_adds_nothing_to_the_retirement_of_the_whole_turn() -> None:
    state = field_of(foot("a", 0, 50, 60, order="U"), foot("enemy", 1, 50, 70), turn=3)
    ran = run(state, hit("a"), falls("a", "U"))
    assert ran.told.count("civilwar.forced.retires-all-turn") == 1
    assert "civilwar.forced.retires" not in ran.told
    ran = run(field_of(foot("a", 0, 50, 60, order="U"), foot("enemy", 1, 50, 70), turn=3), falls("a", "U"), at=512)
    assert "civilwar.forced.retires" in ran.told, "but later in the turn a new result of U makes it retire (R40)"


@pytest.mark.proves("04.02.13", "02.06.3")
def test_who_is_passed_through_by_a_flight_or_retirement_without_time_has_no_surprised_fire() -> None:
    """A friend of three times its figures checks a flight behind him (08.03.4); a chain is passed by a column in U. Who
    stands beside the way, or where it ends, is not passed."""
    enemy, beside = foot("enemy", 1, 50, 70), foot("beside", 0, 70, 54, 30)
    flight = (foot("a", 0, 50, 60, 8), foot("b", 0, 50, 54, 30), beside, enemy)
    column = foot("a", 0, 50, 60, formation="attack_column")
    chain = foot("b", 0, 50, 53, formation="chain", figures=6)
    retirement = (column, chain, beside, foot("last", 0, 50, 40), enemy)
    for placed, order in ((flight, "FU"), (retirement, "U")):
        ran = run(field_of(*placed), falls("a", order))
        assert ran.at("a")[1] < 50
        assert [unit.id for unit in ran.state.units if ran.doing(unit.id).passed_through] == ["b"]
    short = run(field_of(foot("a", 0, 50, 60), foot("b", 0, 50, 54), enemy), falls("a", "U"))
    assert short.at("a")[1] == pytest.approx(57, abs=0.06)
    assert not short.doing("b").passed_through, "it is stopped before him"
