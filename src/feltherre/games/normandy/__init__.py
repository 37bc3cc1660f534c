"""Normandy 1944: a hex game for two sides, eight turns of a week."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltherre.games.normandy.game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """The game is loaded when it is first asked for, so that its ledger can be had without it."""
    if name == "GAME":
        from feltherre.games.normandy.game import GAME

        return GAME
    raise AttributeError(name)
