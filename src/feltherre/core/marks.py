"""Marks that tie code to the ledger: `@rule("4.2-7")` says which rules a function carries out.

A mark costs nothing at run time: the function is returned as it is and only noted here. The ledger's coverage
counts the marks; the tests check that a test which claims to prove a rule runs code marked with it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

# (game, rule id) -> qualified names of the functions that carry it out
MARKED: dict[tuple[str, str], list[str]] = {}
# code object -> the (game, rule id) pairs it carries out; what the tests watch for
MARKED_CODE: dict[CodeType, tuple[tuple[str, str], ...]] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function of a game package with the rules it carries out (place it under @property, @staticmethod...)."""

    def mark(function: F) -> F:
        game = game_of(function.__module__)
        name = f"{function.__module__}.{function.__qualname__}"
        pairs = tuple((game, rule_id) for rule_id in ids)
        for pair in pairs:
            MARKED.setdefault(pair, []).append(name)
        code = function.__code__
        MARKED_CODE[code] = MARKED_CODE.get(code, ()) + pairs
        return function

    return mark


def game_of(module: str) -> str:
    """`feltherre.games.norway.combat` belongs to `norway`; a club's own package to its last part but the module's."""
    parts = module.split(".")
    return parts[parts.index("games") + 1] if "games" in parts[:-1] else parts[0]
