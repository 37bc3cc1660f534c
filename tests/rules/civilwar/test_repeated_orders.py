"""Orders repeated out of command (03.03.3, R28): what goes on, what is not made again, and what is no repetition."""

from typing import Any

import pytest

from cases import cases
from civilwar_motion import HOUSE
from civilwar_sheets import begin, out_of_command, play
from civilwar_table import chiefs, field_of, foot, order, table_for, with_unit
from feltherre.core import engine, errors
from feltherre.games.civilwar import command, repeating
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Attack, Move, OrderLine
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.state import CivilWarState, Staff, move_staff, note, unit_of

ATTACK = Attack("b")
OUT_OF_COMMAND = "civilwar.repeat.out-of-command"


def attacking(distance: float) -> CivilWarState:
    """A regiment that goes on with the attack of the turn before."""
    state = out_of_command(foot("a", 0, 50, 20), foot("b", 1, 50, 20 + distance))
    with_unit(state, "a", last=OrderLine(ATTACK))
    return state


@pytest.mark.proves("03.03.3")
def test_out_of_command_an_attack_that_came_to_grips_is_repeated_and_one_that_was_pinned_is_not() -> None:
    state = attacking(6)
    play(state, (6, 4), union={"a": ATTACK})
    assert unit_of(state, "b").order == "LU"
    assert unit_of(state, "a").last == OrderLine(ATTACK), "it has reached the enemy"

    state = attacking(6)
    play(state, (6, 6), (3, 4), union={"a": ATTACK}, confederate={"b": "S AT a"})
    assert unit_of(state, "a").pinned
    assert unit_of(state, "a").last is None


@pytest.mark.proves("03.03.3", "04.02.5")
def test_out_of_command_a_march_that_a_friend_stopped_is_not_repeated() -> None:
    march = Move((Go(),))
    state = out_of_command(foot("a", 0, 50, 20), foot("c", 0, 50, 26), foot("b", 1, 50, 60))
    with_unit(state, "a", last=OrderLine(march))
    with_unit(state, "c", order="U")
    play(state, union={"a": march})
    assert unit_of(state, "a").y < 2400
    with pytest.raises(errors.Illegal):
        play(state, union={"a": march})


@pytest.mark.proves("03.03.3", "04.02.4")
def test_out_of_command_a_march_is_not_repeated_after_a_retirement_that_ended_at_an_enemy() -> None:
    march = Move((Go(),))
    enemies = foot("b", 1, 50, 28), foot("c", 1, 50, 14, face=0)
    state = out_of_command(foot("a", 0, 50, 20), *enemies)
    with_unit(state, "a", last=OrderLine(march), order="U", order_turn=0)
    told = play(state, (6, 6), (6, 6), union={"a": march}, confederate={"b": "S AT a"}).told
    assert {"civilwar.forced.retires-all-turn", "civilwar.motion.contact.enemy"} <= set(told)
    assert unit_of(state, "a").last is None


def left_alone(text: str, **how: Any) -> CivilWarState:
    """A regiment that has carried out an order for a turn, after which its general is far away."""
    state = begin(
        field_of(
            foot("a", 0, 50, 60, 12, companies=4, **how),
            foot("b", 1, 150, 110),
            staff=chiefs((45, 30), (150, 100)),
            terrain=[HOUSE | {"rect": [48, 5, 52, 8]}],
        )
    )
    play(state, union={"a": text})
    ride_off(state)
    return state


def ride_off(state: CivilWarState) -> None:
    move_staff(state, "chief-0", x=15500, y=500)
    assert not command.in_command(state, unit_of(state, "a"))


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
        told = play(state, union={"a": text}).told
        after = unit_of(state, "a")
        assert ((after.x - before.x) / 100, (after.y - before.y) / 100) == pytest.approx(way, abs=0.02)
        assert (after.facing, after.formation) == (before.facing, before.formation)
        assert not {"civilwar.motion.formed", "civilwar.motion.faced"} & set(told)


@cases(
    "text plain other",
    ("03.03.3", "FACE ABOUT, GO FWD", ("GO FWD", "GO S"), ("GO N", "BACK", "GO FWD 5", "FACE ABOUT")),
    ("03.03.3", "WHEEL RIGHT 30, GO FWD", ("GO FWD", "GO 30"), ("GO N", "WHEEL RIGHT 30", "L, GO FWD")),
    ("03.03.3", "FACE RIGHT, GO FWD 10", ("GO FWD 10", "GO E 10"), ("GO FWD", "GO N 10")),
    ("03.03.3", "FACE ABOUT, TO house", ("TO house",), ("GO FWD", "FACE ABOUT")),
    ("03.03.3", "GO FWD 3, FACE ABOUT", ("GO N 3", "BACK 3"), ("GO FWD 3", "FACE ABOUT")),
)
def test_R28_a_march_may_be_repeated_by_the_plain_march_that_it_comes_to(
    text: str, plain: tuple[str, ...], other: tuple[str, ...]
) -> None:
    state = left_alone(text)
    repeated = state.clone()
    play(repeated, union={"a": text})
    for words in plain:
        marched = state.clone()
        play(marched, union={"a": words})
        there, here = unit_of(repeated, "a"), unit_of(marched, "a")
        assert (here.x, here.y, here.facing) == (there.x, there.y, there.facing)
    for words in other:
        with pytest.raises(errors.Illegal) as refused:
            play(state.clone(), union={"a": words})
        assert refused.value.rule == "03.03.3", words


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize("text", ["FACE ABOUT", "MK", "WHEEL RIGHT 30"])
def test_R28_changes_alone_that_are_complete_are_repeated_by_standing_still(text: str) -> None:
    state = left_alone(text)
    before = unit_of(state, "a")
    play(state, union={"a": text})
    after = unit_of(state, "a")
    assert (after.x, after.y, after.facing, after.formation) == (before.x, before.y, before.facing, before.formation)
    assert not after.in_motion


@pytest.mark.proves("03.03.3", "02.04.3")
def test_R28_who_has_been_sent_into_a_house_stays_in_it() -> None:
    state = begin(
        field_of(
            foot("a", 0, 50, 39, 9, companies=3),
            foot("b", 1, 150, 110),
            staff=chiefs((45, 30), (150, 100)),
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
    state = begin(field_of(foot("a", 0, 50, 60), foot("b", 1, 150, 110), staff=chiefs((45, 30), (150, 100))))
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
            foot("a", 0, 60, 40, 12, companies=4), foot("b", 1, 120, 42, face=270), staff=chiefs((60, 35), (150, 100))
        )
    )
    play(state, union={"a": text})
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


@cases(
    "text rest",
    # 60 degrees are one front, 4.8 cm: of the half circle 12 cm make 150
    ("03.03.3 02.05.5", "A b VIA WHEEL LEFT 180", "A b VIA WHEEL LEFT 30"),
    ("03.03.3 02.05.5", "A b VIA GO N 15", "A b VIA GO N 3"),
)
def test_R28_of_a_leg_of_an_attack_that_the_turn_has_cut_short_the_rest_is_made(text: str, rest: str) -> None:
    state = attack_left_alone(text)
    assert unit_of(state, "a").again == order(rest)
    written = state.clone()
    play(written, union={"a": order(rest)})
    play(state, union={"a": text})
    after = unit_of(state, "a")
    # the target is in the east
    assert 800 <= after.facing <= 1100
    assert after.again == order("A b")
    there = unit_of(written, "a")
    assert (there.x, there.y, there.facing) == (after.x, after.y, after.facing)


@pytest.mark.proves("03.03.3")
def test_R28_an_attack_by_a_leg_without_an_end_goes_on_with_it() -> None:
    state = attack_left_alone("A b VIA GO N")
    with pytest.raises(errors.Illegal):
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
    with pytest.raises(errors.Illegal):
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


# what is told of it


@pytest.mark.proves("03.03.3")
@pytest.mark.parametrize(
    ("line", "alone", "told"),
    [("FACE ABOUT, GO FWD", True, True), ("GO FWD", True, False), ("FACE ABOUT, GO FWD", False, False)],
)
def test_R28_that_a_line_is_carried_out_as_a_repetition_is_told(line: str, alone: bool, told: bool) -> None:
    """It has faced about and marches on; in command it faces about again, and the plain march is what is written."""
    state = left_alone("FACE ABOUT, GO FWD")
    if not alone:
        move_staff(state, "chief-0", x=4500, y=3000)
    assert (OUT_OF_COMMAND in play(state, union={"a": order(line)}).told) is told


@pytest.mark.proves("03.03.3", "02.05.1")
@pytest.mark.parametrize(
    ("alone", "told"), [(True, (OUT_OF_COMMAND, "03.03.3")), (False, ("civilwar.repeat.changing", "02.05.1"))]
)
def test_R28_only_its_own_commander_hears_that_a_unit_goes_on(alone: bool, told: tuple[str, str]) -> None:
    state = left_alone("FACE ABOUT, GO FWD")
    if not alone:
        move_staff(state, "chief-0", x=4500, y=3000)
    note(state, "a", line=OrderLine(order("GO FWD")), written=OrderLine(order("FACE ABOUT, GO FWD")))
    table = table_for(state, GAME)
    repeating.tell_repeated(table)
    (event,) = table.events
    assert (event.text.key, event.rule, event.audience) == (*told, ("union",))
