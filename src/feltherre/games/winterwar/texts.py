"""How sides, units, hexes and towns are called in what people read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.units import ROLES


@cache
def side_name(side: int) -> Text:
    return say(f"winterwar.role.{ROLES[side]}")


@cache
def unit_name(unit: int) -> Text:
    return say(f"winterwar.unit.{units.UNITS[unit].id}")


def unit_names(chosen: Iterable[int]) -> list[Text]:
    return [unit_name(unit) for unit in chosen]


@cache
def town_name(town: int) -> Text:
    return say(f"winterwar.town.{board.TOWNS[town].id}")


@cache
def hex_name(hex_: int) -> Text:
    """ "Viipuri (1540)", "hex 1641"."""
    town = board.TOWN_AT[hex_]
    if town >= 0:
        return say("winterwar.hex.town", town=town_name(town), hex=board.number(hex_))
    return say("winterwar.hex.plain", hex=board.number(hex_))


@cache
def kind_name(kind: str) -> Text:
    """What a kind of answer is called."""
    return say(f"winterwar.kind.{kind}")
