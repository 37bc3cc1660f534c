"""Lengths, places and directions as commanders are told them: nobody measures (06.02.2, R140)."""

from __future__ import annotations

from typing import Final

from feltherre.core.text import Text, say
from feltherre.games.civilwar.orders.places import COMPASS, POINT
from feltherre.ground.tabletop.measure import CM, rounded

#: as near as places are told, in cm
ABOUT: Final = 5


def about(x: int, y: int) -> dict[str, int]:
    """A place to 5 cm."""
    return {"x": ABOUT * rounded(x, ABOUT * CM), "y": ABOUT * rounded(y, ABOUT * CM)}


def paced(way: int) -> int:
    """A way that somebody has gone in whole centimetres, as it is ordered; whoever has moved has gone at least one."""
    return max(1, rounded(way, CM)) if way else 0


def compass(direction: int) -> Text:
    """A direction to a point of the compass."""
    return say(f"civilwar.bearing.{COMPASS[rounded(direction, POINT) % len(COMPASS)]}")
