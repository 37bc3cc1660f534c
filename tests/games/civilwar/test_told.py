"""What a commander is told of his orders: of those that came to nothing too."""

from typing import Any

from civilwar_forced import Ran, falls, run
from civilwar_players import orders_due
from civilwar_table import Placed, field_of, foot, horse
from feltherre.core import catalogue, dice, engine
from feltherre.core.event import seen_by
from feltherre.core.table import Table
from feltherre.games.civilwar import driven_told, forced, steps
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, lexicon
from feltherre.games.civilwar.orders.sheets import read_sheet
from feltherre.games.civilwar.sheets import SealOrders

ORCHARD: dict[str, Any] = {
    "id": "orchard",
    "type": "field",
    "kind": "difficult",
    "poly": [[0, 0], [120, 0], [120, 80], [0, 80]],
}
ENEMY = foot("enemy", 1, 150, 115)


def told(line: str, *placed: Placed, role: str | None = "union", **more: Any) -> list[str]:
    """What a role (None: the umpire) reads of a turn in which the union has this one line on its sheet."""
    state = orders_due(*placed, **more)
    sheets = {"union": read_sheet(line, lexicon.OpenLexicon()), "confederate": language.EMPTY_SHEET}
    found = []
    for side, sheet in sheets.items():
        table = Table(GAME, state, dice.KeyedStream(bytes(32)), line=1)
        engine.carry_out(table, engine.open_decisions(GAME, state), side, SealOrders(sheet))
        found += table.events
    while (asked := engine.open_decisions(GAME, state)) and not isinstance(state.agenda[-1], steps.WriteOrders):
        table = Table(GAME, state, dice.KeyedStream(bytes(32)), line=1)
        engine.carry_out(table, asked, asked[0].role, asked[0].space.last())
        found += table.events
    if role is None:
        return [catalogue.render(event.text) for event in found]
    return [catalogue.render(one.text) for event in found for one in seen_by(event, (role,))]


def test_who_is_not_done_with_a_change_when_the_turn_ends_is_told_so() -> None:
    regiment = foot("a", 0, 50, 40, 30, companies=10)
    lines = told("a: T, SIDE LEFT 6", regiment, ENEMY, terrain=[ORCHARD])
    assert [line for line in lines if line.startswith("a is not done with its change of formation")]
    assert not [line for line in told("a: T", regiment, ENEMY, terrain=[ORCHARD], role="confederate") if "a is" in line]
    # on open ground it is done
    assert not [line for line in told("a: T", regiment, ENEMY) if "not done" in line]


def test_who_cannot_begin_his_order_is_told_so() -> None:
    """A regiment is where it is to go."""
    lines = told("a: TO orchard", foot("a", 0, 60, 40), ENEMY, terrain=[ORCHARD])
    assert [line for line in lines if line.startswith("a has not moved")]
    assert not [line for line in told("a: X", foot("a", 0, 60, 40), ENEMY) if "has not moved" in line]


def test_who_comes_as_far_as_he_was_ordered_just_as_the_turn_ends_has_carried_out_his_order() -> None:
    """A line goes 12 cm in a turn."""
    for line, end in (
        ("a: GO N 12", "Its order has been carried out."),
        ("a: GO N 11", "Its order has been carried out."),
        ("a: GO N 13", "It is still on the march."),
        ("a: GO N", "It is still on the march."),
        ("a: GO NE 12", "It is still on the march."),
    ):
        (went,) = [said for said in told(line, foot("a", 0, 50, 40), ENEMY) if said.startswith("a (line) has marched")]
        assert went.endswith(end), line


def test_what_takes_the_room_for_a_change_is_named_to_its_own_side() -> None:
    """A chain of 24 figures is far wider than their line (02.01.5)."""
    house = {"id": "barn", "type": "building", "kind": "building_wood", "rect": (60, 38, 64, 42)}
    regiment, beside = foot("a", 0, 50, 40), foot("c", 0, 62, 40)
    assert "a has no room for its new formation: barn is in the way." in " ".join(
        told("a: T", regiment, ENEMY, terrain=[house])
    )
    assert "a has no room for its new formation: c is in the way." in " ".join(told("a: T", regiment, beside, ENEMY))
    edge = told("a: T", foot("a", 0, 6, 40), ENEMY)
    assert "a has no room for its new formation: the edge of the table is in the way." in " ".join(edge)
    assert not [line for line in told("a: T", regiment, beside, ENEMY, role="confederate") if "in the way" in line]


def part_by_part(line: str, *placed: Placed, **more: Any) -> str:
    """What the umpire reads of the march of the unit a."""
    lines = told(line, *placed, role=None, **more)
    return next(text for text in lines if text.startswith("For the umpire alone: the march of a,"))


def test_the_march_of_an_attack_is_told_part_by_part_with_the_ground_of_each() -> None:
    orchard = {**ORCHARD, "poly": [[0, 44], [120, 44], [120, 80], [0, 80]]}
    enemy = foot("enemy", 1, 50, 48)
    legs = part_by_part("a: A enemy", foot("a", 0, 50, 40), enemy, terrain=[orchard])
    # 4 cm to the orchard at 12 cm a turn, 2 cm in it to charge distance at 8: a third and a quarter of the turn
    assert legs.endswith(
        "from 0 to 0.33 of the turn 4 cm over ordinary ground at 12 cm a turn and "
        "from 0.33 to 0.58 of the turn 2 cm over difficult ground at 8 cm a turn."
    )


def test_the_ground_of_each_part_is_what_the_march_went_over_whatever_became_of_the_unit_since() -> None:
    """A line that becomes a column has gone 12 cm a turn as a line, over no obstacle."""
    legs = part_by_part("a: GO N 3, MK, GO N 5", foot("a", 0, 50, 40), ENEMY)
    assert "3 cm over ordinary ground at 12 cm a turn" in legs
    assert "obstacle" not in legs
    fence = {"id": "bar", "type": "linear", "kind": "barricade", "line": [[0, 42], [120, 42]]}
    assert "over an obstacle of class II at" in part_by_part("a: GO N 8", foot("a", 0, 50, 40), ENEMY, terrain=[fence])


def test_a_part_of_a_march_that_takes_no_hundredth_of_the_turn_is_not_told() -> None:
    squadron = horse("a", 0, 50, 40, 6, companies=2)
    legs = part_by_part("a: TO @a +001 8", squadron, ENEMY)
    assert "from 0 to 0 " not in legs
    assert "wheel" not in legs
    assert "of the turn 4." in legs


def test_who_has_only_turned_has_not_come_from_anywhere() -> None:
    # a march column turns with its head
    lines = told("a: WHEEL LEFT 10", foot("a", 0, 50, 40, formation="march_column"), ENEMY)
    turned = "a (march column) has turned its front and faces north. Its order has been carried out."
    assert turned in lines


def test_an_own_march_is_told_by_eye_and_only_the_umpire_reads_the_figures() -> None:
    """To the centimetre, the front to a point of the compass, and no place (R140)."""
    march = ("a: TO @a +010 8", foot("a", 0, 50.37, 41.16), ENEMY)
    (own,) = [line for line in told(*march) if line.startswith("a (line) has marched")]
    assert own.startswith("a (line) has marched 8 cm and faces north-north-east. ")
    assert not [line for line in told(*march) if "umpire" in line]
    (exact,) = [line for line in told(*march, role=None) if line.startswith("For the umpire alone: a from")]
    assert exact.startswith("For the umpire alone: a from 50.37/41.16 to 51.")


# flights and retirements: how far, in what direction, and why no farther

NEAR = foot("enemy", 1, 50, 70)


def heard(ran: Ran, role: str) -> list[str]:
    return [catalogue.render(one.text) for event in ran.events for one in seen_by(event, (role,))]


def test_a_flight_is_told_with_its_length_and_direction_to_its_own_side_alone() -> None:
    ran = run(field_of(foot("a", 0, 50, 60), NEAR), falls("a", "FU"))
    assert "a has fled 20 cm to the south. It went as far as it had to." in heard(ran, "union")
    assert not [line for line in heard(ran, "confederate") if "fled" in line]
    assert "For the umpire alone: a went 20 cm at 180 degrees, to 50/34.75." in [
        catalogue.render(one.text) for event in ran.events for one in seen_by(event, (), all_seeing=True)
    ]


def test_a_retirement_is_told_with_what_ended_it() -> None:
    def retires(*more: Placed, **terrain: Any) -> list[str]:
        return heard(run(field_of(foot("a", 0, 50, 60), NEAR, *more, **terrain), falls("a", "U")), "union")

    assert "a has retired 6 cm to the south. It went as far as it had to." in retires()
    foe = foot("foe", 1, 50, 50)
    assert "a has retired 4 cm to the south. It stopped at base contact with foe." in retires(foe)
    canal = {"id": "ditch", "type": "canal", "line": [[0, 54], [120, 54]]}
    (line,) = [line for line in retires(terrain=[canal]) if line.startswith("a has retired")]
    assert line.endswith("It could not pass ditch.")


def test_a_flight_that_a_friend_checks_says_so() -> None:
    friend = foot("friend", 0, 50, 50)
    ran = run(field_of(foot("a", 0, 50, 60), NEAR, friend), falls("a", "FU"), dice=[(6, 6)])
    (line,) = [line for line in heard(ran, "union") if line.startswith("a has fled")]
    assert line.endswith("Its flight was checked behind friend.")


def test_a_flight_all_turn_is_told_at_its_end_and_is_no_march() -> None:
    lines = told("", foot("a", 0, 50, 60, order="FU"), NEAR)
    assert "a has fled 40 cm to the south. It went as far as it had to." in lines
    assert not [line for line in lines if "has marched" in line]
    over = told("", foot("a", 0, 50, 20, order="FU"), NEAR)
    (line,) = [line for line in over if line.startswith("a has fled")]
    assert line.endswith("That took it over the edge of the table.")


def test_horses_that_turn_away_are_told_of_likewise() -> None:
    state = field_of(horse("a", 0, 50, 60), NEAR)
    ran = run(state, lambda table: forced.turn_away(table, "a", "enemy"))
    table = ran.table()
    driven_told.tell_all_turn(table)
    assert catalogue.render(table.events[0].text).startswith("a has gone 30 cm to the south, away from the enemy.")
