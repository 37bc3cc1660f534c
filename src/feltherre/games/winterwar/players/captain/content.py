"""Orders kept by what the state contains when each of them is due."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import Text
from feltherre.games.winterwar.state import WinterWarState

Content = tuple[Any, ...]
Order = tuple[Any, Text]
Orders = dict[Content, Order]


def content(state: WinterWarState) -> Content:
    """What a plan depends on."""
    return (
        state.turn,
        state.side,
        tuple(state.places),
        tuple(state.moved),
        tuple(state.flipped),
        tuple(state.cut_off),
        tuple(state.flown),
        tuple(state.owners),
    )
