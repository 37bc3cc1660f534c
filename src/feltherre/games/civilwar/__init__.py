"""The American Civil War 1861-63: tactical miniatures with written orders, simultaneous turns and an umpire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltherre.games.civilwar.game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """The game is loaded when it is first asked for, so that its ledger and procedures can be had without it."""
    if name == "GAME":
        from feltherre.games.civilwar.game import GAME

        return GAME
    raise AttributeError(name)
