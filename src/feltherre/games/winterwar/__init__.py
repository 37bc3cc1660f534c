"""The Winter War 1939-40: a hex game for two sides, eight turns of two weeks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltherre.games.winterwar.game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """The game is loaded when it is first asked for, so that its ledger and procedures can be had without it."""
    if name == "GAME":
        from feltherre.games.winterwar.game import GAME

        return GAME
    raise AttributeError(name)
