"""The Napoleonic rules 1812-15: tactical miniatures. So far a book with rules, desk and odds, and no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltherre.games.napoleon.book import BOOK

__all__ = ["BOOK"]


def __getattr__(name: str) -> Any:
    """The book is loaded when it is first asked for, so that its ledger can be had without the procedures."""
    if name == "BOOK":
        from feltherre.games.napoleon.book import BOOK

        return BOOK
    raise AttributeError(name)
