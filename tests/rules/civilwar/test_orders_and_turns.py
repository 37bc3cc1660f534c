"""Orders from turn to turn (03.03, 04.01, 04.02): what is declared, what may be repeated out of
command, who takes part, what a courier brings."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_motion import HOUSE
from civilwar_sheets import begin, play
from civilwar_table import cav, chief, field_of, guns, inf, with_unit
from feltherre.core import engine
from feltherre.core.errors import Illegal
from feltherre.games.civilwar.command import in_command
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import (
    Attack,
    Courier,
    Detach,
    Fire,
    FirePart,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    StaffLine,
    StaffMove,
    Stand,
)
from feltherre.games.civilwar.orders.legs import Enter, Form, Go, GoTo
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.places import CornerMark, Offset, Place, UnitMark
from feltherre.games.civilwar.orders.reading import read_order
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.state import CivilWarState, Staff, move_staff, staff_of, unit_of


def out_of_command(*placed: Any) -> CivilWarState:
    """Nobody of the Union has his general near him."""
    return begin(field_of(*placed, staff=[chief("chief-0", 0, at=(155, 5)), chief("chief-1", 1, at=(50, 60))]))


@pytest.mark.proves("04.01.2", "04.02.14")
def test_the_fire_of_a_unit_that_cannot_break_off_is_declared_as_well() -> None:
    state = out_of_command(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 26), face=180))
    with_unit(state, "a", fights=(("b", 2),))
    told = play(state).told
    assert told.index("civilwar.declare.fire-when") < told.index("civilwar.fire.volley")


ATTACK = Attack("b")


def attacking(distance: float) -> CivilWarState:
    """A regiment that goes on with the attack of the turn before."""
    state = out_of_command(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 20 + distance), face=180))
    with_unit(state, "a", last=OrderLine(ATTACK))
    return state


@pytest.mark.proves("03.03.3")
def test_out_of_command_an_attack_that_came_to_grips_is_repeated_and_one_that_was_pinned_is_not() -> None:
    state = attacking(6)
    play(state, (6, 4), union={"a": ATTACK})
    assert unit_of(state, "b").order == "LU"
    assert unit_of(state, "a").last == OrderLine(ATTACK), "it has reached the enemy"

    state = attacking(6)
    play(state, (6, 6), (3, 4), union={"a": ATTACK}, confederate={"b": Fire((FirePart("a"),))})
    assert unit_of(state, "a").pinned
    assert unit_of(state, "a").last is None


@pytest.mark.proves("03.03.3", "04.02.5")
def test_out_of_command_a_march_that_a_friend_stopped_is_not_repeated() -> None:
    march = Move((Go(),))
    state = out_of_command(inf("a", 0, at=(50, 20)), inf("c", 0, at=(50, 26)), inf("b", 1, at=(50, 60), face=180))
    with_unit(state, "a", last=OrderLine(march))
    with_unit(state, "c", order="U")
    play(state, union={"a": march})
    assert unit_of(state, "a").y < 2400
    with pytest.raises(Illegal):
        play(state, union={"a": march})


def left_alone(text: str, **how: Any) -> CivilWarState:
    """A regiment that has carried out an order for a turn, after which its general is far away."""
    state = begin(
        field_of(
            inf("a", 0, at=(50, 60), figures=12, companies=4, **how),
            inf("b", 1, at=(150, 110), face=180),
            staff=[chief("chief-0", 0, at=(45, 30)), chief("chief-1", 1, at=(150, 100))],
            terrain=[HOUSE | {"rect": [48, 5, 52, 8]}],
        )
    )
    play(state, union={"a": order(text)})
    ride_off(state)
    return state


def ride_off(state: CivilWarState) -> None:
    move_staff(state, "chief-0", x=15500, y=500)
    assert not in_command(state, unit_of(state, "a"))


def order(text: str) -> Order:
    return read_order(text, OpenLexicon()).order


#: an order, how the regiment stands before it, and the march in a turn that it comes to: cm to the east and north
REPEATED: Any = [
    ("FACE ABOUT, GO FWD", "line", (0, -12)),
    ("WHEEL RIGHT 30, GO FWD", "line", (6, 10.39)),
    ("WHEEL RIGHT 30, GO N", "line", (0, 12)),
    ("FACE RIGHT, GO FWD", "line", (25, 0)),  # now a march column
    ("L, GO N", "march_column", (0, 12)),
    ("MK, GO N 6", "line", (0, 6)),
    ("GO FWD 4, GO N 3", "line", (0, 3)),
    ("WHEEL RIGHT 22.5, GO FWD", "line", (4.59, 11.09)),
    ("FACE ABOUT, TO house", "line", (0, -12)),  # which is still far to the south
    ("BACK 3", "line", (0, -3)),
    ("BACK 3, FACE ABOUT", "line", (0, -3)),
    ("GO FWD 3, FACE ABOUT", "line", (0, 3)),
]


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize(("text", "formation", "way"), REPEATED)
def test_R28_a_march_repeated_leads_on_the_same_way_and_changes_are_not_made_again(
    text: str, formation: str, way: tuple[float, float]
) -> None:
    state = left_alone(text, formation=formation)
    for _ in range(2):
        before = unit_of(state, "a")
        told = play(state, union={"a": order(text)}).told
        after = unit_of(state, "a")
        assert ((after.x - before.x) / 100, (after.y - before.y) / 100) == pytest.approx(way, abs=0.02)
        assert (after.facing, after.formation) == (before.facing, before.formation)
        assert not {"civilwar.motion.formed", "civilwar.motion.faced"} & set(told)


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize(
    ("text", "plain", "other"),
    [
        ("FACE ABOUT, GO FWD", ("GO FWD", "GO S"), ("GO N", "BACK", "GO FWD 5", "FACE ABOUT")),
        ("WHEEL RIGHT 30, GO FWD", ("GO FWD", "GO 30"), ("GO N", "WHEEL RIGHT 30", "L, GO FWD")),
        ("FACE RIGHT, GO FWD 10", ("GO FWD 10", "GO E 10"), ("GO FWD", "GO N 10")),
        ("FACE ABOUT, TO house", ("TO house",), ("GO FWD", "FACE ABOUT")),
        ("GO FWD 3, FACE ABOUT", ("GO N 3", "BACK 3"), ("GO FWD 3", "FACE ABOUT")),
    ],
)
def test_R28_a_march_may_be_repeated_by_the_plain_march_that_it_comes_to(
    text: str, plain: tuple[str, ...], other: tuple[str, ...]
) -> None:
    state = left_alone(text)
    repeated = state.clone()
    play(repeated, union={"a": order(text)})
    for words in plain:
        marched = state.clone()
        play(marched, union={"a": order(words)})
        there, here = unit_of(repeated, "a"), unit_of(marched, "a")
        assert (here.x, here.y, here.facing) == (there.x, there.y, there.facing)
    for words in other:
        with pytest.raises(Illegal) as refused:
            play(state.clone(), union={"a": order(words)})
        assert refused.value.rule == "03.03.3", words


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize("text", ["FACE ABOUT", "MK", "WHEEL RIGHT 30"])
def test_R28_changes_alone_that_are_complete_are_repeated_by_standing_still(text: str) -> None:
    state = left_alone(text)
    before = unit_of(state, "a")
    play(state, union={"a": order(text)})
    after = unit_of(state, "a")
    assert (after.x, after.y, after.facing, after.formation) == (before.x, before.y, before.facing, before.formation)
    assert not after.in_motion


@pytest.mark.proves("03.03.3", "02.04.3")
def test_R28_who_has_been_sent_into_a_house_stays_in_it() -> None:
    state = begin(
        field_of(
            inf("a", 0, at=(50, 39), figures=9, companies=3),
            inf("b", 1, at=(150, 110), face=180),
            staff=[chief("chief-0", 0, at=(45, 30)), chief("chief-1", 1, at=(150, 100))],
            terrain=[HOUSE],
        )
    )
    text = order("GO FWD 1, ENTER house")
    assert "civilwar.motion.entered" in play(state, union={"a": text}).told
    ride_off(state)
    assert "civilwar.motion.entered" not in play(state, union={"a": text}).told
    assert (unit_of(state, "a").building, unit_of(state, "a").change_left) == ("house", 0)


@pytest.mark.proves("03.03.3", "02.05.5")
def test_R28_of_a_wheel_that_the_turn_has_cut_short_the_rest_is_made() -> None:
    """24 figures in line are 9.6 cm wide: a quarter of that circle is 15 cm, more than a turn's 12."""
    state = begin(
        field_of(
            inf("a", 0, at=(50, 60)),
            inf("b", 1, at=(150, 110), face=180),
            staff=[chief("chief-0", 0, at=(45, 30)), chief("chief-1", 1, at=(150, 100))],
        )
    )
    wheel = order("WHEEL RIGHT 90, GO FWD")
    play(state, union={"a": wheel})
    assert 600 < unit_of(state, "a").facing < 900
    ride_off(state)
    play(state, union={"a": wheel})
    assert unit_of(state, "a").facing == 900
    before = unit_of(state, "a")
    play(state, union={"a": wheel})
    assert (unit_of(state, "a").x - before.x, unit_of(state, "a").y - before.y) == (1200, 0)


def attack_left_alone(text: str) -> CivilWarState:
    """12 figures in line, 4.8 cm, who have begun to attack b 60 cm east of them; their general is far away then."""
    state = begin(
        field_of(
            inf("a", 0, at=(60, 40), figures=12, companies=4),
            inf("b", 1, at=(120, 42), face=270),
            staff=[chief("chief-0", 0, at=(60, 35)), chief("chief-1", 1, at=(150, 100))],
        )
    )
    play(state, union={"a": order(text)})
    ride_off(state)
    return state


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize("text", ["A b VIA WHEEL RIGHT 90", "A b VIA GO E 2"])
@pytest.mark.parametrize("plain", [False, True])
def test_R28_an_attack_whose_legs_are_made_is_repeated_straight_at_its_target(text: str, plain: bool) -> None:
    """The quarter wheel is 1½ fronts of 4.8 cm; with the rest of its 12 cm it has begun to go at the target."""
    state = attack_left_alone(text)
    again = order("A b" if plain else text)
    for _ in range(2):
        before = unit_of(state, "a")
        play(state, union={"a": again})
        after = unit_of(state, "a")
        assert after.facing == before.facing == 900
        assert (after.x - before.x, after.y - before.y) == (1200, 0)


@pytest.mark.proves("03.03.3", "02.05.5")
@pytest.mark.parametrize(
    ("text", "rest"),
    [
        # 60 degrees are one front, 4.8 cm: of the half circle 12 cm make 150
        ("A b VIA WHEEL LEFT 180", "A b VIA WHEEL LEFT 30"),
        ("A b VIA GO N 15", "A b VIA GO N 3"),
    ],
)
def test_R28_of_a_leg_of_an_attack_that_the_turn_has_cut_short_the_rest_is_made(text: str, rest: str) -> None:
    state = attack_left_alone(text)
    assert unit_of(state, "a").again == order(rest)
    written = state.clone()
    play(written, union={"a": order(rest)})
    play(state, union={"a": order(text)})
    after = unit_of(state, "a")
    # the target is in the east
    assert 800 <= after.facing <= 1100
    assert after.again == order("A b")
    there = unit_of(written, "a")
    assert (there.x, there.y, there.facing) == (after.x, after.y, after.facing)


@pytest.mark.proves("03.03.3")
def test_R28_an_attack_by_a_leg_without_an_end_goes_on_with_it() -> None:
    state = attack_left_alone("A b VIA GO N")
    with pytest.raises(Illegal):
        play(state.clone(), union={"a": order("A b")})
    play(state, union={"a": order("A b VIA GO N")})
    after = unit_of(state, "a")
    assert (after.x, after.y, after.facing) == (6000, 4000 + 2 * 1200, 0)


@pytest.mark.proves("03.03.3", "02.05.1")
def test_R21_R28_a_change_under_way_goes_on_and_is_not_made_again_when_it_is_done() -> None:
    """10 cm take 10/12 of the turn, and to form takes a quarter: a twelfth of a turn is left. The march of 3 cm at
    25 cm a turn follows, and in the third turn only that is repeated."""
    state = left_alone("GO FWD 10, MK, GO FWD 3")
    text = order("GO FWD 10, MK, GO FWD 3")
    before = unit_of(state, "a")
    assert (before.formation, before.change_left) == ("line", 342)
    with pytest.raises(Illegal):
        play(state.clone(), union={"a": order("GO FWD 10")})
    assert "civilwar.motion.formed" in play(state, union={"a": text}).told
    column = unit_of(state, "a")
    assert (column.formation, column.change_left) == ("march_column", 0)
    assert 200 <= column.y - before.y <= 400
    play(state, union={"a": text})
    assert (unit_of(state, "a").formation, unit_of(state, "a").y) == ("march_column", column.y + 300)


@pytest.mark.proves("03.03.3", "03.03.2")
def test_R28_who_is_in_command_or_has_a_courier_with_the_order_carries_it_out_from_the_start() -> None:
    about = "FACE ABOUT, GO FWD"
    state = left_alone(about)
    move_staff(state, "chief-0", x=4500, y=3000)
    commanded = state.clone()
    play(commanded, union={"a": order(about)})
    assert unit_of(commanded, "a").facing == 0
    ride_off(state)
    unit = unit_of(state, "a")
    brought = OrderLine(order(about))
    rider = Staff("rider", 0, "courier", "chief-0", x=unit.x, y=unit.y, beside="a", bound_for="a", carries=brought)
    state.staff.append(rider)
    play(state, union={"a": brought})
    assert unit_of(state, "a").facing == 0


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize(
    ("text", "line"), [("WHEEL RIGHT 33, GO FWD", "GO FWD"), ("GO FWD 3, FACE ABOUT", "GO N 3"), ("X", "X")]
)
def test_R28_the_repetition_is_offered_once(text: str, line: str) -> None:
    state = left_alone(text)
    (space,) = (one.space for one in engine.open_decisions(GAME, state) if one.role == "union")
    offers = list(space.options(()))
    assert offers.count(line) == 1
    assert not [offer for offer in offers if offer.startswith(("GO", "BACK", "WHEEL", "FACE", "MK")) and offer != line]


@pytest.mark.proves("03.03.5", "07.01.3")
@pytest.mark.parametrize(("companies", "figures", "unbidden"), [(3, 9, True), (4, 12, True), (5, 15, False)])
def test_only_the_companies_named_take_part_in_an_attack_and_fewer_than_half_have_no_orders(
    companies: int, figures: int, unbidden: bool
) -> None:
    staff = [chief("chief-0", 0, at=(50, 10)), chief("chief-1", 1, at=(50, 60))]
    state = begin(field_of(inf("a", 0, at=(50, 30)), inf("b", 1, at=(50, 37), face=180), staff=staff))
    played = play(state, union={"a": Attack("b", companies=companies)})
    rest, part = unit_of(state, "a"), unit_of(state, "a/1")
    assert (rest.figures, part.figures) == (24 - figures, figures)
    assert rest.y == 3000
    assert part.y >= 3500
    assert ("civilwar.attack.unbidden" in played.told) == unbidden
    assert rest.last == OrderLine(Stand()), "the rest stands"


# couriers


ORDERED = OrderLine(Move((Go(length=500),)))


def with_a_courier(at: tuple[int, int] = (600, 500)) -> CivilWarState:
    """A regiment far from its general, who has a courier."""
    state = begin(
        field_of(
            inf("a", 0, at=(100, 60)),
            inf("c", 0, at=(30, 20), under="lee"),
            inf("b", 1, at=(30, 110), face=180),
            staff=[
                chief("lee", 0, at=(8, 5), rank="division"),
                chief("chief-0", 0, at=(5, 5), under="lee"),
                chief("chief-1", 1, at=(50, 110)),
            ],
        )
    )
    state.staff.append(Staff("rider", 0, "courier", "chief-0", x=at[0], y=at[1]))
    return state


def sent(to: str = "a") -> OrderSheet:
    return OrderSheet(staff={"rider": StaffLine(Courier(to, ORDERED))})


@pytest.mark.proves("03.03.2", "03.03.3")
def test_a_unit_out_of_command_gets_the_order_that_a_courier_brings_once_and_no_other() -> None:
    state = with_a_courier()
    play(state, union=sent())
    with pytest.raises(Illegal):
        play(state, union={"a": ORDERED})  # he is still on his way
    play(state)
    assert staff_of(state, "rider").beside == "a"
    with pytest.raises(Illegal):
        play(state, union={"a": Move((Go(length=600),))})
    play(state, union={"a": ORDERED})
    assert unit_of(state, "a").y == 6500
    with pytest.raises(Illegal):
        play(state, union={"a": Move((Go(length=600),))})
    play(state)
    with pytest.raises(Illegal):
        play(state, union={"a": ORDERED})  # it stood in the turn before: nothing to repeat


@pytest.mark.proves("03.03.2")
@pytest.mark.parametrize(("at", "to", "why"), [((9000, 500), "a", "courier-far"), ((600, 500), "c", "courier-unit")])
def test_a_courier_is_given_an_order_near_his_general_and_for_a_unit_of_his(
    at: tuple[int, int], to: str, why: str
) -> None:
    state = with_a_courier(at)
    with pytest.raises(Illegal) as refused:
        play(state, union=sent(to))
    assert refused.value.reason.key == f"civilwar.illegal.{why}"


@pytest.mark.proves("02.06.4")
@pytest.mark.parametrize(
    ("fence", "arm", "legal"),
    [
        (40, cav, False),
        (58.5, cav, False),
        (59.98, cav, False),
        (60, cav, False),
        (60.5, cav, True),
        (70, cav, True),
        (40, inf, True),
        (59.98, inf, True),
    ],
)
def test_cavalry_cannot_be_ordered_to_charge_over_an_obstacle(fence: float, arm: Any, legal: bool) -> None:
    """The enemy's front is at 60 cm: a fence that he stands behind has to be passed to come to him."""
    terrain = [{"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((40, fence), (70, fence))}]
    staff = [chief("chief-0", 0, at=(50, 10)), chief("chief-1", 1, at=(50, 80))]
    enemy = inf("b", 1, at=(50, 60), face=180)
    state = begin(field_of(arm("a", 0, at=(50, 20)), enemy, terrain=terrain, staff=staff))
    with_unit(state, "a", in_motion=True)
    charge = {"a": Attack("b", pace="charge")}
    if legal:
        play(state, union=charge)
        assert unit_of(state, "a").charged == 1
        return
    with pytest.raises(Illegal) as refused:
        play(state, union=charge)
    assert refused.value.reason.key == "civilwar.ruling.order.charge-obstacle"
    play(state, union={"a": Attack("b")})
    assert unit_of(state, "a").y > 4000, "at ordinary pace it may"


@pytest.mark.proves("02.05.6", "03.03.4")
@pytest.mark.parametrize(
    ("east", "legal"),
    [(55, True), (62, True), (66, True), (67, False), (85, False)],
    ids=["before-the-front", "by-a-wheel", "with-one-wing", "just-outside", "far-outside"],
)
def test_a_charge_cannot_be_ordered_on_an_enemy_who_is_not_reached_by_a_turn_of_20_degrees(
    east: float, legal: bool
) -> None:
    """R8: such an order is refused when it is written; at ordinary pace the wheel may be greater."""
    staff = [chief("chief-0", 0, at=(50, 10)), chief("chief-1", 1, at=(50, 80))]
    state = begin(field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(east, 36), face=180), staff=staff))
    charge = {"a": Attack("b", pace="charge")}
    if legal:
        play(state, union=charge)
        assert unit_of(state, "a").charged == 1
        assert unit_of(state, "a").facing <= 200
        return
    with pytest.raises(Illegal) as refused:
        play(state, union=charge)
    assert (refused.value.reason.key, refused.value.rule) == ("civilwar.ruling.order.charge-direction", "02.05.6")
    play(state, union={"a": Attack("b")})
    assert unit_of(state, "a").facing > 200


#: two places before a battery at (80, 40) that faces north, and a road with two bends of 90 degrees
PLACES: Any = [
    {"id": "wide", "type": "field", "kind": "difficult", "rect": [90, 44, 91, 45]},
    {"id": "near", "type": "field", "kind": "difficult", "rect": [82, 54, 83, 55]},
    {"id": "pike", "type": "road", "line": [[80, 30], [80, 45], [90, 45], [90, 60]]},
]


def horse_guns() -> CivilWarState:
    return begin(
        field_of(
            guns("g", 0, at=(80, 40), formation="march_column", horse_battery=True, horses=6),
            inf("b", 1, at=(150, 110), face=180),
            staff=[chief("chief-0", 0, at=(75, 40)), chief("chief-1", 1, at=(150, 100))],
            terrain=PLACES,
        )
    )


@pytest.mark.proves("02.05.6")
@pytest.mark.parametrize(
    ("text", "facing"),
    [
        ("TO wide, GO FWD SM", None),
        ("GO FWD 2 SM, TO wide", None),
        ("ALONG pike TO wide, GO FWD SM", None),
        # two changes, the first by 9.8 degrees
        ("TO near, GO N 2, GO FWD SM", None),
        # 2.5 cm to the east and 14.5 to the north
        ("TO near, GO FWD SM", 98),
        ("GO FWD 2 SM, TO near", 113),
        # no leg at charge pace: as it likes
        ("TO wide, GO FWD", 668),
    ],
)
def test_in_a_turn_at_charge_pace_the_legs_at_ordinary_pace_turn_no_farther_either(
    text: str, facing: int | None
) -> None:
    state = horse_guns()
    if facing is None:
        with pytest.raises(Illegal) as refused:
            play(state, union={"g": order(text)})
        assert (refused.value.reason.key, refused.value.rule) == ("civilwar.ruling.order.charge-direction", "02.05.6")
        return
    play(state, union={"g": order(text)})
    assert unit_of(state, "g").facing == facing


@pytest.mark.proves("02.05.6", "03.02.2")
def test_a_charge_on_an_enemy_out_of_sight_is_judged_by_where_he_was_seen_last() -> None:
    staff = [chief("chief-0", 0, at=(50, 10)), chief("chief-1", 1, at=(50, 80))]
    state = begin(field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(50, 40), face=180), staff=staff))
    state.sightings = [replace(one, live=False) for one in state.sightings]
    with_unit(state, "b", x=12000)
    play(state, union={"a": Attack("b", pace="charge")})
    assert unit_of(state, "a").charged == 1

    state = begin(field_of(inf("a", 0, at=(50, 20)), inf("b", 1, at=(120, 40), face=180), staff=staff))
    state.sightings = [replace(one, live=False) for one in state.sightings]
    with_unit(state, "b", x=5000)
    with pytest.raises(Illegal):
        play(state, union={"a": Attack("b", pace="charge")})


@pytest.mark.proves("02.05.6", "03.03.4")
@pytest.mark.parametrize(("corner", "legal"), [("SW", True), ("SE", False)])
def test_horse_artillery_gallops_to_no_place_for_which_it_must_turn_more_than_20_degrees(
    corner: Any, legal: bool
) -> None:
    hill = {"id": "hill", "type": "hill", "level": 1, "poly": [[60, 60], [90, 60], [90, 80], [60, 80]]}
    battery = guns("a", 0, at=(50, 20), formation="march_column", horse_battery=True)
    staff = [chief("chief-0", 0, at=(50, 10)), chief("chief-1", 1, at=(50, 110))]
    state = begin(field_of(battery, inf("b", 1, at=(50, 110), face=180), terrain=[hill], staff=staff))
    gallop = {"a": Move((GoTo(Place(CornerMark("hill", corner)), pace="charge"),))}
    if legal:
        play(state, union=gallop)
        assert unit_of(state, "a").charged == 1
        return
    with pytest.raises(Illegal) as refused:
        play(state, union=gallop)
    assert refused.value.rule == "02.05.6"


@pytest.mark.proves("02.04.3")
def test_a_regiment_is_told_when_its_order_is_written_that_a_house_is_too_small_for_it() -> None:
    house = {"id": "house", "type": "building", "poly": [[46, 36], [54, 36], [54, 42], [46, 42]], "capacity": 3}
    staff = [chief("chief-0", 0, at=(50, 10)), chief("chief-1", 1, at=(50, 80))]
    placed = inf("a", 0, at=(50, 35.9)), inf("b", 1, at=(50, 80), face=180)
    state = begin(field_of(*placed, terrain=[house], staff=staff))
    with pytest.raises(Illegal) as refused:
        play(state, union={"a": Move((Enter("house"),))})
    assert refused.value.reason.key == "civilwar.no.enter-room"
    play(state, union={"a": Detach(3, (Enter("house"),))})


# marks


def ends_at(mark: str, moves: tuple[str, ...], order: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a unit and a general end who are sent to a mark, while some others march off to the east."""
    state = begin(
        field_of(
            inf("a", 0, at=(50, 30)),
            cav("friend", 0, at=(60, 60), face=90, formation="march_column", figures=6, companies=2),
            cav("b", 1, at=(50, 80), face=90, formation="march_column", figures=6, companies=2),
            staff=[chief("chief-0", 0, at=(60, 45)), chief("chief-1", 1, at=(60, 100))],
        )
    )
    go: dict[str, Any] = {name: OrderLine(Move((Go(),))) for name in moves}
    rides = StaffLine(StaffMove(Place(UnitMark(mark), Offset(1800, 1000)), AtTime(6)))
    own = {"a": OrderLine(order), **({"friend": go["friend"]} if "friend" in go else {})}
    play(state, union=OrderSheet(own, staff={"chief-0": rides}), confederate={"b": go["b"]} if "b" in go else {})
    assert (unit_of(state, mark).x > 6500) is (mark in moves)
    unit, general = unit_of(state, "a"), staff_of(state, "chief-0")
    assert (general.moved, state.began) == (False, {})
    return (unit.x, unit.y, unit.facing), (general.x, general.y)


@pytest.mark.proves("03.01.4", "03.02.2")
@pytest.mark.parametrize("mark", ["friend", "b"])
def test_a_march_or_ride_to_a_unit_goes_where_it_stood_when_the_turn_began(mark: str) -> None:
    """Also if the unit changes its formation first, and if the general rides only later in the turn."""
    order = Move((Form("march_column"), GoTo(Place(UnitMark(mark)))))
    stays, goes = ends_at(mark, (), order), ends_at(mark, (mark,), order)
    assert goes == stays
    assert stays[0] != (5000, 3000, 0)
    assert stays[1] != (6000, 4500)
