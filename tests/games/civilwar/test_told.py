"""What a commander is told of his orders: of those that came to nothing too."""

from __future__ import annotations

from typing import Any

from civilwar_players import orders_due
from civilwar_table import Placed, inf
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

ORCHARD: dict[str, Any] = {
    "id": "orchard",
    "type": "field",
    "kind": "difficult",
    "poly": [[0, 0], [120, 0], [120, 80], [0, 80]],
}
ENEMY = inf("enemy", 1, at=(150, 115), face=180)


def told(line: str, *placed: Placed, role: str = "union", **more: Any) -> list[str]:
    """What a role reads of a turn in which the union has this one line on its sheet."""
    state = orders_due(*placed, **more)
    sheets = {"union": read_sheet(line, OpenLexicon()), "confederate": EMPTY_SHEET}
    found = []
    for side, sheet in sheets.items():
        table = Table(GAME, state, KeyedStream(bytes(32)), line=1)
        engine.carry_out(table, engine.open_decisions(GAME, state), side, SealOrders(sheet))
        found += table.events
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
