"""How sides, units, hexes and towns are called in what people read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from typing import Final

from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, units

#: a hex without a name is told by the nearest one, if it is no farther away than this
NEAR: Final = 2


@cache
def side_name(side: int) -> Text:
    return say(f"winterwar.role.{units.ROLES[side]}")


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
    """ "Viipuri (1540)", "Raate (1723)", "hex 1641 near Viipuri", "hex 0101" where no name is near."""
    number = board.number(hex_)
    distance, name = min(((board.GRID.distance(hex_, there), name) for there, name in _named()), key=itemgetter(0))
    if distance > NEAR:
        return say("winterwar.hex.plain", hex=number)
    return say("winterwar.hex.near" if distance else "winterwar.hex.town", town=name, hex=number)


@cache
def _named() -> list[tuple[int, Text]]:
    """The hexes with a name on the map, towns before other places."""
    towns = [(hex_, town_name(town)) for town, hex_ in enumerate(board.TOWN_HEX)]
    return towns + [(board.hex_of(place.hex), say("core.plain", text=place.name)) for place in board.GEOGRAPHY.places]


@cache
def kind_name(kind: str) -> Text:
    """What a kind of answer is called."""
    return say(f"winterwar.kind.{kind}")
