"""Carried away by friends in flight (08.03, R87)."""

from dataclasses import replace

import pytest

from cases import cases
from civilwar_forced import Act, Ran, run
from civilwar_sheets import begin, play
from civilwar_table import Placed, cannon, chief, chiefs, field_of, foot, horse, with_unit
from feltherre.core import engine, space
from feltherre.core.state import canonical
from feltherre.games.civilwar import forced, orderstate
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import unit_of
from feltherre.ground.tabletop import distance, measure, shapes

CHIEFS = chiefs((90, 60), (80, 115))
ENEMY = foot("enemy", 1, 50, 100)


def routs(unit: str) -> Act:
    return lambda table: orderstate.becomes(table, unit, "FU", cause="enemy", by="fire")


def throws(ran: Ran) -> int:
    return ran.dice.made


def overlapping(ran: Ran, one: str, other: str) -> bool:
    a, b = (body(ran.state, ran.unit(name)).pieces for name in (one, other))
    return any(shapes.overlap(p, q) for p in a for q in b)


@pytest.mark.proves("08.03.1", "08.03.2", "08.03.4")
def test_a_friend_in_the_way_who_is_not_carried_away_checks_the_flight_behind_him() -> None:
    state = field_of(foot("a", 0, 50, 90), foot("b", 0, 50, 78), ENEMY)
    ran = run(state, routs("a"), dice=[(4, 5)])
    assert ran.unit("b").order == "OR"
    assert ran.at("b") == (50, 78)
    assert ran.doing("a").checked
    fleer, friend = (body(ran.state, ran.unit(name)) for name in ("a", "b"))
    assert max(y for piece in fleer.pieces for _, y in piece) < min(y for piece in friend.pieces for _, y in piece)
    assert distance.pieces_distance(fleer.pieces, friend.pieces) < 20, "directly behind"
    assert "civilwar.forced.checked" in ran.told


@pytest.mark.proves("08.03.4")
@pytest.mark.parametrize("y", [88, 90, 94, 98])
def test_a_flight_that_takes_time_is_checked_behind_him_too_though_the_turn_ends_in_him(y: int) -> None:
    """It flees 40 cm to the north, from 60."""
    placed = foot("b", 1, 50, 60, face=0, order="FU"), foot("c", 1, 50, y)
    staff = chiefs((50, 30), (100, 110))
    state = begin(field_of(*placed, foot("a", 0, 50, 40), staff=staff))
    play(state, (3, 4), (1, 1))
    fleer, friend = (body(state, unit_of(state, name)) for name in ("b", "c"))
    behind = max(at for piece in friend.pieces for _, at in piece)
    assert min(at for piece in fleer.pieces for _, at in piece) >= behind
    assert distance.pieces_distance(fleer.pieces, friend.pieces) < 20


@pytest.mark.proves("04.02.1", "08.03.2")
def test_who_is_carried_away_flees_and_does_not_retire_besides() -> None:
    """c has lost men to the same round and was to retire; it flees half of 40 cm, and that is all (R39)."""
    gun = cannon("g", 0, 50, 20, guns=6, figures=6, horses=6, piece="12pdr_napoleon")
    b = foot("b", 1, 50, 60, formation="attack_column")
    staff = chiefs((50, 10), (100, 110))
    state = begin(field_of(gun, b, foot("c", 1, 50, 66), staff=staff))
    before = body(state, unit_of(state, "c")).centre
    shot = language.GunFire("shot", ("b",), guess=4050)
    played = play(state, (3, 4), (5, 5), (1, 1), (1, 1), union={"g": shot})
    assert played.told.count("civilwar.forced.flees") == 2
    assert "civilwar.forced.retires" not in played.told
    assert body(state, unit_of(state, "c")).centre[1] - before[1] == pytest.approx(2000, abs=5)


@pytest.mark.proves("08.03.2")
def test_a_friend_carried_away_into_rout_flees_the_same_way() -> None:
    state = field_of(foot("a", 0, 50, 90), foot("b", 0, 50, 78), ENEMY)
    before = body(state, unit_of(state, "b")).centre
    ran = run(state, routs("a"), dice=[(1, 2)])
    assert ran.unit("b").order == "FU"
    assert ran.unit("b").facing == ran.unit("a").facing == 1800
    x, y = body(ran.state, ran.unit("b")).centre
    assert x == pytest.approx(before[0], abs=5)
    assert before[1] - y == pytest.approx(2000, abs=5)
    assert not ran.doing("a").checked
    # the first has run its whole half turn, through the place that the second has left
    assert ran.middle("a")[1] == pytest.approx(88.5 - 20, abs=0.1)
    assert not overlapping(ran, "a", "b")


@pytest.mark.proves("08.03.2", "08.03.4", "04.02.3")
def test_a_friend_carried_away_into_disorder_retires_and_checks_the_flight_all_the_same() -> None:
    state = field_of(foot("a", 0, 50, 90), foot("b", 0, 50, 78), ENEMY)
    ran = run(state, routs("a"), dice=[(3, 3)])
    assert ran.unit("b").order == "U"
    assert ran.at("b")[1] == pytest.approx(72, abs=0.01)
    assert ran.unit("b").facing == 0
    assert ran.doing("a").checked
    assert ran.middle("a")[1] < ran.middle("b")[1]
    assert not overlapping(ran, "a", "b")


@cases(
    "says a friend dice y",
    ("08.03.1", "not who stands before it", foot("a", 0, 50, 80), foot("b", 0, 50, 87), [], 58.5),
    ("08.03.1", "not who is more than 8 cm off", foot("a", 0, 50, 80), foot("b", 0, 68.5, 72), [], 58.5),
    ("08.03.1", "who stands beside it does not check it (R87)", foot("a", 0, 50, 80), foot("b", 0, 60, 80), [(5, 5)],
     58.5),
    ("08.03.1", "and is asked once", foot("a", 0, 50, 90), foot("b", 0, 60, 85), [(6, 6)], 68.5),
    ("08.03.3 08.03.4", "three times as large: not tested, but checks it",
     foot("a", 0, 50, 90, 10), foot("b", 0, 50, 78, 30), [], None),
    ("08.03.3", "in rout himself: neither", foot("a", 0, 50, 90), foot("b", 0, 50, 80, order="FU"), [], 68.5),
)  # fmt: skip
def test_which_friends_are_threatened_and_which_check_the_flight(
    a: Placed, friend: Placed, dice: list[tuple[int, int]], y: float | None
) -> None:
    ran = run(field_of(a, friend, ENEMY), routs("a"), dice=dice)
    assert throws(ran) == len(dice)
    assert ran.doing("a").checked is (y is None)
    if dice:
        assert ran.doing("a").carried == ("b",)
    if y is None:
        assert ran.middle("a")[1] < ran.middle("b")[1]
    else:
        assert ran.middle("a")[1] == pytest.approx(y, abs=0.1)


@pytest.mark.proves("08.03.1", "08.03.2")
def test_a_flight_may_carry_away_one_after_the_other() -> None:
    state = field_of(foot("a", 0, 50, 95), foot("b", 0, 50, 85), foot("c", 0, 50, 70), ENEMY)
    # a carries b away; b in its flight meets c, who holds; then a meets c
    ran = run(state, routs("a"), dice=[(1, 1), (6, 5), (6, 5)])
    assert [ran.unit(name).order for name in "abc"] == ["FU", "FU", "OR"]
    assert throws(ran) == 3
    assert ran.doing("b").checked
    assert ran.doing("a").checked
    assert not any(overlapping(ran, one, other) for one, other in ("ab", "bc", "ac"))


@pytest.mark.proves("08.03.2")
def test_what_steadies_a_threatened_unit() -> None:
    def held(*more: object, **values: object) -> bool:
        """b needs 7: on a throw of 5 it holds only with two on its side."""
        state = field_of(foot("a", 0, 50, 90), foot("b", 0, 60, 90, **values), *more, ENEMY)  # type: ignore[arg-type]
        return run(state, routs("a"), dice=[(2, 3)]).unit("b").order == "OR"

    assert not held()
    assert held(grade=2)
    assert held(foot("c", 0, 70, 78), grade=1), "with a support unit behind it"
    state = field_of(
        foot("a", 0, 50, 90),
        foot("b", 0, 60, 90),
        ENEMY,
        staff=[chief("general", 0, at=(60, 87)), chief("chief-0", 0, at=(5, 5)), chief("chief-1", 1, at=(155, 5))],
    )
    assert run(state, routs("a"), dice=[(2, 3)]).unit("b").order == "OR", "with a general"
    assert not held(order="LU", grade=2)


@pytest.mark.proves("08.03.1", "08.03.4", "04.02.2")
def test_a_flight_for_the_whole_turn_meets_friends_on_its_way_and_is_checked() -> None:
    state = field_of(foot("a", 0, 50, 100, order="FU"), foot("b", 0, 50, 80), foot("enemy", 1, 140, 110, face=0))
    ran = run(state, forced.start_of_turn, step="melee", dice=[(4, 4)])
    assert throws(ran) == 1
    assert ran.unit("b").order == "OR"
    assert ran.doing("a").checked
    fleer, friend = (body(ran.state, ran.unit(name)) for name in ("a", "b"))
    assert max(y for piece in fleer.pieces for _, y in piece) < min(y for piece in friend.pieces for _, y in piece)
    assert distance.pieces_distance(fleer.pieces, friend.pieces) < 20


@pytest.mark.proves("08.03.4")
@pytest.mark.parametrize(("goes", "checked", "far"), [(True, False, 50), (False, True, 60.49)])
def test_a_friend_whom_the_flight_never_comes_to_does_not_check_it(goes: bool, checked: bool, far: float) -> None:
    """Cavalry in the way, which rides off faster than they run."""
    rider = horse("f", 0, 50, 68, face=180, formation="march_column", figures=10)
    fleers = foot("a", 0, 50, 90, face=180)
    state = begin(field_of(fleers, rider, foot("enemy", 1, 50, 118), staff=CHIEFS))
    with_unit(state, "a", order="FU", attempts=1)
    played = play(state, (6, 3), (4, 4), union={"f": language.Move((legs.Go(),))} if goes else {})
    assert "civilwar.forced.carried-not" in played.told
    assert unit_of(state, "a").y == pytest.approx(far * measure.CM, abs=2)
    # 8 on the second attempt: only a flight that was checked rallies (XIX)
    assert unit_of(state, "a").order == ("U" if checked else "FU")


@pytest.mark.proves("08.03.2", "08.03.4", "04.02.3")
def test_a_friend_who_retires_checks_the_flight_where_he_comes_to() -> None:
    state = field_of(foot("a", 0, 50, 100, order="FU"), foot("b", 0, 50, 80), foot("enemy", 1, 50, 115, face=0))
    ran = run(state, forced.start_of_turn, step="melee", dice=[(3, 3)])
    assert (ran.unit("b").order, ran.doing("a").checked) == ("U", True)
    fleer, friend = (body(ran.state, ran.unit(name)) for name in ("a", "b"))
    assert max(y for piece in fleer.pieces for _, y in piece) < min(y for piece in friend.pieces for _, y in piece)


@pytest.mark.proves("08.03.2", "04.02.2")
def test_a_flight_for_the_whole_turn_carries_a_friend_away() -> None:
    state = field_of(foot("a", 0, 50, 100, order="FU"), foot("b", 0, 50, 80), foot("enemy", 1, 140, 110, face=0))
    ran = run(state, forced.start_of_turn, step="melee", dice=[(1, 1)])
    assert ran.unit("b").order == "FU"
    assert ran.unit("b").facing == 1800
    assert not ran.doing("a").checked


@pytest.mark.proves("08.03.1", "08.02.6")
def test_gunners_who_are_carried_away_leave_their_guns() -> None:
    state = field_of(foot("a", 0, 50, 90, 12), cannon("b", 0, 58, 88), ENEMY)
    ran = run(state, routs("a"), dice=[(1, 1)])
    assert ran.unit("b").arm == "infantry"
    assert [one.unit for one in ran.state.made] == ["b"]


def test_a_flight_that_waits_for_real_dice_is_saved_and_resumed_alike() -> None:
    def typed() -> Ran:
        state = field_of(foot("a", 0, 50, 90), foot("b", 0, 50, 78), ENEMY)
        state.dice = "typed"
        return run(state, routs("a"))

    ran = typed()
    (decision,) = ran.asked
    assert (decision.role, decision.rule) == ("union", "08.03.2")
    ran.answer(space.DiceTyped((3, 3)))
    saved = typed()
    read = GAME.read_state(canonical(saved.state))
    again = Ran(read, ())
    again.asked = engine.open_decisions(again.game, read)
    again.answer(space.DiceTyped((3, 3)))
    # the scenario of a test has a number of its own
    assert canonical(replace(again.state, scenario="")) == canonical(replace(ran.state, scenario=""))


@pytest.mark.proves("08.03.1", "08.03.4")
@pytest.mark.parametrize(("dice", "order"), [((4, 5), "OR"), ((2, 2), "FU")])
def test_who_stands_behind_the_friend_that_checks_a_flight_is_threatened_by_it_as_well(
    dice: tuple[int, int], order: str
) -> None:
    """The flight ends 2 cm in front of him."""
    state = field_of(foot("a", 0, 50, 90), foot("b", 0, 50, 82), foot("c", 0, 50, 70), ENEMY)
    ran = run(state, routs("a"), dice=[(4, 5), dice])
    assert throws(ran) == 2
    assert ran.unit("c").order == order
    assert ran.doing("a").checked
    assert 70 < ran.middle("a")[1] < 79, "behind b all the same"


@pytest.mark.proves("08.03.4", "02.06.3")
@pytest.mark.parametrize("apart", [5, 8])
@pytest.mark.parametrize(("dice", "behind"), [((4, 5), "c"), ((2, 4), "b")])
def test_a_checked_flight_goes_on_to_behind_those_who_leave_it_no_room(
    dice: tuple[int, int], behind: str, apart: int
) -> None:
    """To beyond c, even if that is more than the 20 cm of the flight, not before b; if c retires there is room."""
    placed = [foot(name, 0, 50, 90 - number * apart) for number, name in enumerate("abc")]
    state = field_of(*placed, ENEMY)
    ran = run(state, routs("a"), dice=[(4, 5), dice])
    assert throws(ran) == 2
    fleer, friend = (body(ran.state, ran.unit(name)) for name in ("a", behind))
    assert max(y for piece in fleer.pieces for _, y in piece) < min(y for piece in friend.pieces for _, y in piece)
    assert distance.pieces_distance(fleer.pieces, friend.pieces) < 20, "directly behind"
    assert ran.doing("a").checked


@pytest.mark.proves("08.03.1")
@pytest.mark.parametrize("gap", [0.05, 1, 2, 3])
def test_the_line_before_a_unit_that_breaks_is_not_beside_or_behind_it(gap: float) -> None:
    """However deep the crowd is that has become of its ranks: he is neither asked nor holds it back."""
    state = field_of(foot("first", 0, 50, 73 + gap), foot("a", 0, 50, 70), ENEMY)
    ran = run(state, routs("a"))
    assert throws(ran) == 0
    assert not ran.doing("a").checked
    assert ran.middle("a") == pytest.approx((50, 48.5), abs=0.1)


@pytest.mark.proves("08.03.1")
@pytest.mark.parametrize(("ahead", "asked"), [(0, True), (2.9, True), (3, False)])
def test_a_neighbour_is_beside_a_unit_that_breaks_if_some_of_him_is_level_with_its_ranks(
    ahead: float, asked: bool
) -> None:
    state = field_of(foot("next", 0, 62, 70 + ahead), foot("a", 0, 50, 70), ENEMY)
    assert throws(run(state, routs("a"), dice=[(6, 6)])) == asked
