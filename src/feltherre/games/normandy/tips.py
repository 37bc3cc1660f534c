"""The guided first turn of each side: which thought stands with which question, and of which hexes it speaks."""

from __future__ import annotations

from itertools import chain
from typing import Final

from feltherre.core import scene
from feltherre.games.normandy import board, units

_LANDING: Final = "landing-first landing"
#: also while too many stand in a hex
_MOVEMENT: Final = "movement movement-full"
_RETREAT: Final = "retreat retreat-or-stand"


def _hexes(places: tuple[int, ...]) -> list[str]:
    return [board.number(board.PLACE_HEX[place]) for place in places]


def _values(least: int) -> list[str]:
    """The hexes that give so many points at least."""
    return [place.hex for place in board.PLACES if place.value >= least]


_BEACHES: Final = _hexes(board.BASES[units.ALLIED])
_STARTS: Final = _hexes(board.BASES[units.GERMAN])
_DROPS: Final = [board.number(hex_) for hex_ in dict.fromkeys(chain.from_iterable(board.DROP_HEXES.values()))]


def _first(side: int, type_: str) -> list[str]:
    """The counters of a side and type that the first turn has."""
    found = (unit for unit in units.OF_SIDE[side] if units.UNITS[unit].type == type_ and units.ARRIVES[unit] <= 1)
    return [units.UNITS[unit].id for unit in found]


#: they are true in any turn and after any set-up: a newcomer may come to a question late
TIPS: Final = scene.tips(
    "normandy",
    {
        "allied": (
            ("beaches", _LANDING, *_BEACHES),
            ("drop", "landing-first", *_DROPS),
            ("points", _MOVEMENT, *_values(6)),
            ("pace", _MOVEMENT, *_BEACHES),
            ("zones", _MOVEMENT),
            ("aircraft", _MOVEMENT),
            ("flak", _MOVEMENT, *_first(units.GERMAN, "flak")),
            ("bombers", _MOVEMENT),
            ("ships", _MOVEMENT, *_first(units.ALLIED, "battleship")),
            ("odds", "combat"),
            ("ground", "combat"),
            ("plan", "bombing-plan"),
            ("losses", "losses"),
            ("retreat", _RETREAT),
            ("advance", "advance"),
        ),
        "german": (
            ("set-up", "setup"),
            ("reinforcements", "reinforcement", *_STARTS),
            ("points", _MOVEMENT, *_values(6)),
            ("line", _MOVEMENT, *_BEACHES),
            ("ground", _MOVEMENT),
            ("armour", _MOVEMENT, *_first(units.GERMAN, "armour")),
            ("aircraft", _MOVEMENT),
            ("supply", _MOVEMENT, *_STARTS),
            ("flak", _MOVEMENT, *_first(units.GERMAN, "flak")),
            ("odds", "combat"),
            ("guns", "combat", *_first(units.GERMAN, "coastal-artillery")),
            ("beachheads", "combat", *_BEACHES),
            ("losses", "losses"),
            ("retreat", _RETREAT),
            ("advance", "advance"),
        ),
    },
)
