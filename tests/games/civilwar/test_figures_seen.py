"""Figures are counted within 60 cm of a general, and guessed to a sixth farther away: on the board of a turn as while
orders are written, and in what is told of losses."""

import pytest

from civilwar_sheets import begin
from civilwar_table import chief, field_of, foot, table_for
from feltherre.core.event import seen_by
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.losses import book
from feltherre.games.civilwar.state import CivilWarState


def far_enemy(general: float) -> CivilWarState:
    """An enemy of 23 figures at the other end of the table, and a general so far up it."""
    units = foot("a", 0, 50, 5), foot("e", 1, 50, 115, 23)
    return begin(field_of(*units, staff=[chief("chief-0", 0, at=(50, general)), chief("chief-1", 1, at=(60, 110))]))


def figures(state: CivilWarState) -> list[int]:
    return [one.figures for one in GAME.view(state, ("union",)).enemies]


@pytest.mark.parametrize(("general", "counted"), [(5, 21), (54.8, 21), (55.2, 23)])
def test_figures_are_as_many_in_a_turn_as_while_orders_are_written(general: float, counted: int) -> None:
    state = far_enemy(general)
    assert figures(state) == [counted]
    state.phase = "turn"
    assert figures(state) == [counted]
    assert GAME.view(state, ("confederate",)).units[0].figures == 23


def test_the_side_knows_what_the_general_who_can_count_knows() -> None:
    staff = [chief("far", 0, at=(50, 10)), chief("near", 0, at=(40, 70)), chief("chief-1", 1, at=(60, 110))]
    units = foot("a", 0, 50, 5, under="far"), foot("e", 1, 50, 115, 23)
    assert figures(begin(field_of(*units, staff=staff))) == [23]


@pytest.mark.parametrize("rule_id", ["05.02.2", "06.03.2", "07.05.2"])
def test_the_sum_on_a_sheet_is_told_by_the_rule_of_what_caused_the_losses(rule_id: str) -> None:
    state = far_enemy(70)
    table = table_for(state, GAME)
    book(table, "e", 25, cause="a", rule_id=rule_id)
    assert [(event.text.key, event.rule) for event in table.events] == [
        ("civilwar.fire.removed", rule_id),
        ("civilwar.fire.booked", rule_id),
    ]


@pytest.mark.parametrize(("general", "key"), [(5, "civilwar.partly.loses-figures"), (70, "civilwar.fire.removed")])
def test_who_is_too_far_away_to_count_is_not_told_how_many_figures_are_left(general: float, key: str) -> None:
    state = far_enemy(general)
    state.phase = "turn"
    table = table_for(state, GAME)
    book(table, "e", 45, cause="a")
    told = {role: [one.text for event in table.events for one in seen_by(event, (role,))] for role in GAME.roles}
    (text,) = told["union"]
    assert text.key == key
    assert (text.args.get("n"), text.args.get("left")) == ((2, 21) if key == "civilwar.fire.removed" else (None, None))
    assert [one.key for one in told["confederate"]] == ["civilwar.fire.removed", "civilwar.fire.booked"]
