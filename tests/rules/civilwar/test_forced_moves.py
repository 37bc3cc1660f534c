"""Forced moves: flight and retirement (04.02.1-04.02.5; R40, R100), and who is passed through by them (04.02.13)."""

from typing import Any

import pytest

from cases import cases
from civilwar_forced import Ran, falls, hit, run
from civilwar_table import Placed, cannon, field_of, foot, horse, with_unit
from feltherre.games.civilwar import forced, timeline
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import note, unit_of
from feltherre.ground.tabletop import distance, measure, schedule, shapes

LINE = foot("a", 0, 50, 60)
NORTH = foot("enemy", 1, 50, 70)
FRIENDLY_CHAIN = foot("b", 0, 50, 53, formation="chain", figures=6)


def house(*rect: float) -> list[dict[str, Any]]:
    return [{"id": "barn", "type": "building", "rect": rect}]


def driven(a: Placed, enemy: Placed = NORTH, **field: Any) -> Ran:
    """A unit falls into rout by an enemy's fire."""
    return run(field_of(a, enemy, **field), falls("a", "FU"))


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


@cases(
    "says a enemy far",
    ("04.02.1", "mounted cavalry: a whole turn", horse("a", 0, 80, 100), foot("enemy", 1, 80, 110), 5500),
    # 24 figures in line are 3 cm deep, as a crowd of four files 9 cm: its rear would lie on an enemy 2 cm off
    ("04.02.1", "a crowd deeper than its line, from charge distance", LINE, foot("enemy", 1, 50, 62), 2000),
    ("04.02.1", "the same with the enemy farther west", LINE, foot("enemy", 1, 44, 62), 2000),
    ("04.02.1", "the same with the enemy farther east", LINE, foot("enemy", 1, 57, 62), 2000),
)
def test_how_far_a_flight_goes(a: Placed, enemy: Placed, far: int) -> None:
    state = field_of(a, enemy)
    before = body(state, unit_of(state, "a")).centre
    there = body(state, run(state, falls("a", "FU")).unit("a")).centre
    assert distance.point_distance(there, before) == pytest.approx(far, abs=5)
    assert there[1] < before[1]


@pytest.mark.proves("04.02.1")
def test_a_flight_goes_straight_away_from_where_the_cause_is_nearest() -> None:
    state = field_of(foot("a", 0, 80, 60), foot("enemy", 1, 60, 58.5, face=90))
    ran = run(state, falls("a", "FU"))
    assert ran.unit("a").facing == 900
    assert ran.middle("a")[1] == pytest.approx(58.5, abs=0.05)


@pytest.mark.proves("04.02.1")
def test_a_wood_slows_a_flight_and_a_fence_does_not() -> None:
    wood = {"id": "pines", "type": "wood", "rect": (0, 0, 160, 56)}
    fence = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((0, 50), (160, 50))}
    slow, fast, free = (driven(LINE, terrain=terrain) for terrain in ([wood], [fence], []))
    assert fast.at("a") == free.at("a")
    assert slow.at("a")[1] > free.at("a")[1] + 5


@cases(
    "says a rect east past south",
    ("04.02.1", "along the edge of what is impassable, and on", LINE, (46, 44, 58, 50), False, 46, 52),
    ("04.02.1", "a line before a house becomes a crowd", LINE, (45, 50, 54, 56.9), True, 54, 57),
    ("04.02.2", "for the whole turn", foot("a", 0, 50, 90, order="FU"), (44, 70, 53, 76), True, 53, 65),
    (
        "04.02.2",
        "a crowd turns beside it",
        foot("a", 0, 50, 50, face=90, order="FU"),
        (40, 42, 54, 47.5),
        False,
        40,
        42,
    ),
)
def test_a_flight_goes_round_the_nearer_corner_of_a_house_and_not_through_it(
    a: Placed, rect: tuple[float, ...], east: bool, past: float, south: float
) -> None:
    routed = a[1].order == "FU"
    state = field_of(a, foot("enemy", 1, 130, 110) if routed else NORTH, terrain=house(*rect))
    edges = tuple((round(100 * x), round(100 * y)) for x in rect[::2] for y in rect[1::2])
    barn = (edges[0], edges[1], edges[3], edges[2])
    clear = [not shapes.overlap(piece, barn) for piece in body(state, unit_of(state, "a")).pieces]
    ran = run(state, forced.start_of_turn, step="melee") if routed else run(state, falls("a", "FU"))
    clear += [not shapes.overlap(piece, barn) for piece in body(ran.state, ran.unit("a")).pieces]
    assert all(clear)
    x, y = ran.middle("a")
    assert (x > past) is east
    assert y < south


@pytest.mark.proves("04.02.1", "04.02.2")
@pytest.mark.parametrize("all_turn", [True, False])
@pytest.mark.parametrize(("x", "past"), [(45, 43.93), (46, 43.93), (48, 43.93), (55, 60.07), (58, 60.07), (59, 60.07)])
def test_R39_a_flight_against_the_corner_of_a_house_goes_round_it(x: int, past: float, all_turn: bool) -> None:
    """24 figures are a crowd about 4 cm wide, of which some may have got past the house."""
    placed = foot("a", 0, x, 60), foot("enemy", 1, x, 70)
    if all_turn:
        state = field_of(*placed, terrain=house(46, 44, 58, 50))
        with_unit(state, "a", order="FU", order_turn=0)
        ran = run(state, forced.start_of_turn, step="melee")
    else:
        ran = driven(*placed, terrain=house(46, 44, 58, 50))
    assert ran.middle("a")[0] == pytest.approx(past, abs=0.1)
    assert ran.middle("a")[1] < 50


@pytest.mark.proves("04.02.3")
def test_a_unit_makes_only_one_retirement_in_a_turn() -> None:
    state = field_of(foot("a", 0, 50, 90), foot("enemy", 1, 50, 100))
    ran = Ran(state, ())
    ran.acts = [falls("a", "U"), falls("a", "U")]
    for number, tick in enumerate((0, measure.TURN // 2)):
        schedule.enter(state.line, tick, "fire", "act", data={"number": number})
    table = ran.table()
    table.push(timeline.RunTurn())
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


@cases(
    "says horses arm left",
    ("04.02.1", "with their teams", 4, "artillery", 0),
    ("04.02.1", "unless the horses are gone", 0, "infantry", 1),
)
def test_limbered_guns_flee(horses: int, arm: str, left: int) -> None:
    ran = driven(cannon("a", 0, 50, 60, formation="limbered_line", horses=horses))
    assert (ran.unit("a").arm, len(ran.state.made)) == (arm, left)


@pytest.mark.proves("04.02.2", "08.04.3")
def test_a_unit_driven_over_the_edge_with_its_whole_outline_is_lost() -> None:
    state = field_of(foot("a", 0, 50, 9), foot("enemy", 1, 50, 20))
    ran = run(state, falls("a", "FU"))
    unit = ran.unit("a")
    assert (unit.where, unit.figures, unit.fled) == ("left", 0, 24)
    assert [(one.kind, one.edge, one.figures) for one in ran.state.history] == [("fled", "south", 24)]


@cases(
    "says y lost",
    ("04.02.2", "not wholly over the edge", 25, "true"),
    ("04.02.2", "the umpire waives the loss", 9, "false"),
)
def test_a_unit_stands_at_the_edge_of_the_table(y: int, lost: str) -> None:
    state = field_of(foot("a", 0, 50, y), foot("enemy", 1, 50, y + 11))
    state.options["table_edge_loses_units"] = lost
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


@cases(
    "says y broken enemies facing",
    ("04.02.2", "not nearer to an enemy whom it sees", 60, False, [(50, 40, 0)], (900, 2700)),
    ("04.02.2", "nobody rallies it any more: to its own edge", 60, True, [(50, 40, 0)], (1800,)),
    # R39: from all it sees who are within a flight's length; the nearest is behind it
    ("04.02.2", "nor to one farther off than the nearest", 80, False, [(50, 93, 180), (50, 50, 0)], (900, 2700)),
    ("04.02.2", "but to one beyond a flight's length", 80, False, [(50, 93, 180), (50, 5, 0)], (1800,)),
    # north and south of it, east and west: there is no way that leads nearer to none
    ("04.02.2", "among four from the nearest", 60, False,
     [(50, 72, 180), (50, 30, 0), (85, 60, 270), (15, 60, 90)], (1800,)),
)  # fmt: skip
def test_where_a_unit_in_rout_runs(
    y: int, broken: bool, enemies: list[tuple[int, int, int]], facing: tuple[int, ...]
) -> None:
    seen = [foot(f"e{n}", 1, x, at, face=face) for n, (x, at, face) in enumerate(enemies)]
    state = field_of(foot("a", 0, 50, y, order="FU"), *seen)
    with_unit(state, "a", broken=broken)
    assert run(state, forced.start_of_turn, step="melee").unit("a").facing in facing


@pytest.mark.proves("04.02.2", "08.04.3")
def test_a_flight_for_the_whole_turn_leads_over_the_edge() -> None:
    state = field_of(foot("a", 0, 50, 20, order="FU"), foot("enemy", 1, 120, 110))
    ran = run(state, forced.start_of_turn, step="melee")
    assert (ran.unit("a").where, ran.unit("a").fled) == ("left", 24)


@pytest.mark.proves("04.02.2")
def test_a_unit_that_retires_all_turn_is_lost_over_the_edge_too() -> None:
    state = field_of(foot("a", 0, 50, 3, order="U"), foot("enemy", 1, 50, 12), turn=3)
    assert run(state, hit("a")).unit("a").where == "left"


@pytest.mark.proves("02.04.3", "04.02.1", "04.02.3")
@pytest.mark.parametrize("order", ["U", "FU"])
def test_occupants_who_are_shaken_leave_a_building_by_the_side_farthest_from_the_cause(order: str) -> None:
    occupants = foot("a", 0, 50, 54, 9, companies=3), foot("enemy", 1, 51, 70)
    state = field_of(*occupants, terrain=house(46, 50, 56, 58))
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


@cases(
    "says a friend marches y within",
    ("04.02.3", "unlimbered guns are drawn back by hand", cannon("a", 0, 50, 60), foot("c", 0, 120, 20), False, 58, 0),
    # its rear is 3 cm before the friend's front
    ("04.02.5 02.06.3", "it stops at a friend whom it may not pass", LINE, foot("b", 0, 50, 54), True, 57, 0.06),
    ("04.02.5 02.06.3", "and at one on top of whom it would end", LINE, foot("b", 0, 50, 54), False, 57, 0.06),
    ("04.02.5 02.06.3", "it passes a friend who stands if it comes clear of him",
     foot("a", 0, 50, 60, formation="attack_column"), FRIENDLY_CHAIN, False, 47.5, 0.01),
    ("04.02.5", "it does not swerve", LINE, foot("b", 0, 54, 54), True, 57, 0.06),
)  # fmt: skip
def test_where_a_retirement_ends(a: Placed, friend: Placed, marches: bool, y: float, within: float) -> None:
    state = field_of(a, friend, NORTH)
    if marches:
        note(state, friend[1].id, line=language.OrderLine(language.Move((legs.Go(),))))
    ran = run(state, falls("a", "U"))
    assert ran.at("a") == (50, pytest.approx(y, abs=within))
    assert ran.unit("a").arm == a[1].arm


@cases(
    "says at since y",
    ("04.02.4", "hit at once: all turn, 12 cm a turn, halved", 0, 0, 54),
    ("04.02.4", "later hits do not start that retirement", 512, 0, 60),
    ("04.02.4", "nor does a new disorder", 0, 3, 60),
)
def test_a_unit_in_disorder_that_is_hit_retires_backwards(at: int, since: int, y: int) -> None:
    state = field_of(foot("a", 0, 50, 60, order="U"), NORTH, turn=3)
    with_unit(state, "a", order_turn=since)
    ran = run(state, hit("a"), at=at)
    assert (ran.at("a"), ran.unit("a").facing) == ((50, y), 0)
    assert ("civilwar.forced.retires-all-turn" in ran.told) is (y < 60)


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
