"""What a commander is told of his orders: of those that came to nothing too."""

from __future__ import annotations

from typing import Any

from civilwar_players import orders_due
from civilwar_table import Placed, cav, inf
from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.event import seen_by
from feltherre.core.table import Table
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import EMPTY_SHEET
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.sheets import read_sheet
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.steps import WriteOrders

ORCHARD: dict[str, Any] = {
    "id": "orchard",
    "type": "field",
    "kind": "difficult",
    "poly": [[0, 0], [120, 0], [120, 80], [0, 80]],
}
ENEMY = inf("enemy", 1, at=(150, 115), face=180)


def told(line: str, *placed: Placed, role: str | None = "union", **more: Any) -> list[str]:
    """What a role (None: the umpire) reads of a turn in which the union has this one line on its sheet."""
    state = orders_due(*placed, **more)
    sheets = {"union": read_sheet(line, OpenLexicon()), "confederate": EMPTY_SHEET}
    found = []
    for side, sheet in sheets.items():
        table = Table(GAME, state, KeyedStream(bytes(32)), line=1)
        engine.carry_out(table, engine.open_decisions(GAME, state), side, SealOrders(sheet))
        found += table.events
    while (asked := engine.open_decisions(GAME, state)) and not isinstance(state.agenda[-1], WriteOrders):
        table = Table(GAME, state, KeyedStream(bytes(32)), line=1)
        engine.carry_out(table, asked, asked[0].role, asked[0].space.last())
        found += table.events
    if role is None:
        return [render(event.text) for event in found]
    return [render(one.text) for event in found for one in seen_by(event, (role,))]


def test_who_is_not_done_with_a_change_when_the_turn_ends_is_told_so() -> None:
    regiment = inf("a", 0, at=(50, 40), figures=30, companies=10)
    lines = told("a: T, SIDE LEFT 6", regiment, ENEMY, terrain=[ORCHARD])
    assert [line for line in lines if line.startswith("a is not done with its change of formation")]
    assert not [line for line in told("a: T", regiment, ENEMY, terrain=[ORCHARD], role="confederate") if "a is" in line]
    # on open ground it is done
    assert not [line for line in told("a: T", regiment, ENEMY) if "not done" in line]


def test_who_cannot_begin_his_order_is_told_so() -> None:
    """A regiment is where it is to go."""
    lines = told("a: TO orchard", inf("a", 0, at=(60, 40)), ENEMY, terrain=[ORCHARD])
    assert [line for line in lines if line.startswith("a has not moved")]
    assert not [line for line in told("a: X", inf("a", 0, at=(60, 40)), ENEMY) if "has not moved" in line]


def test_who_comes_as_far_as_he_was_ordered_just_as_the_turn_ends_has_carried_out_his_order() -> None:
    """A line goes 12 cm in a turn."""
    for line, end in (
        ("a: GO N 12", "Its order has been carried out."),
        ("a: GO N 11", "Its order has been carried out."),
        ("a: GO N 13", "It is still on the march."),
        ("a: GO N", "It is still on the march."),
        ("a: GO NE 12", "It is still on the march."),
    ):
        (went,) = [
            said for said in told(line, inf("a", 0, at=(50, 40)), ENEMY) if said.startswith("a (line) has marched")
        ]
        assert went.endswith(end), line


def test_what_takes_the_room_for_a_change_is_named_to_its_own_side() -> None:
    """A chain of 24 figures is far wider than their line (02.01.5)."""
    house = {"id": "barn", "type": "building", "kind": "building_wood", "rect": (60, 38, 64, 42)}
    regiment, beside = inf("a", 0, at=(50, 40)), inf("c", 0, at=(62, 40))
    assert "a has no room for its new formation: barn is in the way." in " ".join(
        told("a: T", regiment, ENEMY, terrain=[house])
    )
    assert "a has no room for its new formation: c is in the way." in " ".join(told("a: T", regiment, beside, ENEMY))
    edge = told("a: T", inf("a", 0, at=(6, 40)), ENEMY)
    assert "a has no room for its new formation: the edge of the table is in the way." in " ".join(edge)
    assert not [line for line in told("a: T", regiment, beside, ENEMY, role="confederate") if "in the way" in line]


def part_by_part(line: str, *placed: Placed, **more: Any) -> str:
    """What the umpire reads of the march of the unit a."""
    lines = told(line, *placed, role=None, **more)
    return next(text for text in lines if text.startswith("For the umpire alone: the march of a,"))


def test_the_march_of_an_attack_is_told_part_by_part_with_the_ground_of_each() -> None:
    orchard = {**ORCHARD, "poly": [[0, 44], [120, 44], [120, 80], [0, 80]]}
    enemy = inf("enemy", 1, at=(50, 48), face=180)
    legs = part_by_part("a: A enemy", inf("a", 0, at=(50, 40)), enemy, terrain=[orchard])
    # 4 cm to the orchard at 12 cm a turn, 2 cm in it to charge distance at 8: a third and a quarter of the turn
    assert legs.endswith(
        "from 0 to 0.33 of the turn 4 cm over ordinary ground at 12 cm a turn and "
        "from 0.33 to 0.58 of the turn 2 cm over difficult ground at 8 cm a turn."
    )


def test_a_part_of_a_march_that_takes_no_hundredth_of_the_turn_is_not_told() -> None:
    squadron = cav("a", 0, at=(50, 40), figures=6, companies=2)
    legs = part_by_part("a: TO @a +001 8", squadron, ENEMY)
    assert "from 0 to 0 " not in legs
    assert "wheel" not in legs
    assert "of the turn 4." in legs


def test_who_has_only_turned_has_not_come_from_anywhere() -> None:
    # a march column turns with its head
    lines = told("a: WHEEL LEFT 10", inf("a", 0, at=(50, 40), formation="march_column"), ENEMY)
    turned = "a (march column) has turned its front from 0 to 350 degrees, at 50/40. Its order has been carried out."
    assert turned in lines
