"""Feltherre: five Nordic wargames umpired by software. Played from Python: docs/api.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltherre.api import load, new_game
    from feltherre.core.errors import BadInput, Illegal

__version__ = "0.1.0"
__all__ = ["BadInput", "Illegal", "__version__", "load", "new_game"]


def __getattr__(name: str) -> Any:
    """What a game is played with from Python, imported when it is asked for: every part of the house imports this."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from feltherre import api

    return getattr(api, name)
