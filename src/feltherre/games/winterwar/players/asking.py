"""Answers that every player of this game gives in the same form, and what a decision lets a player do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from feltherre.core.space import OneOf
from feltherre.games.winterwar import board, maps, spaces, units
from feltherre.games.winterwar.actions import Attack, Fly, Move, Place
from feltherre.games.winterwar.state import WinterWarState
from feltherre.ground.hexes.reach import path_to
from feltherre.players.player import Position


def offers(position: Position, kind: str) -> bool:
    """Whether an answer of this kind can be given."""
    space = position.decision.space
    return isinstance(space, OneOf) and kind in space.branches


def march(state: WinterWarState, unit: int, hex_: int) -> Move:
    """A unit goes to a hex it can reach, by a way of least cost."""
    way = path_to(maps.mover_of(unit), maps.bits_of(state), maps.reach_of(state, unit), hex_)
    return Move(units.UNITS[unit].id, tuple(board.number(entered) for entered in way[1:]))


def fly(unit: int, hex_: int) -> Fly:
    return Fly(units.UNITS[unit].id, board.number(hex_))


def place(unit: int, hex_: int) -> Place:
    return Place(units.UNITS[unit].id, board.number(hex_))


def attack(hex_: int, chosen: Iterable[int]) -> Attack:
    return Attack(board.number(hex_), spaces.ids(sorted(chosen)))


def named(chosen: Sequence[int]) -> tuple[str, ...]:
    return spaces.ids(sorted(chosen))
