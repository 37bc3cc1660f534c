"""Marks that tie code to the ledger: `@rule("4.2-7")` says which rules a function carries out.

A mark costs nothing at run time: the function is returned as it is and only noted here. The ledger's coverage
counts the marks; the tests check that a test which claims to prove a rule runs code marked with it.

A rule that is written at the desk (`desk.line(..., "4.2-7")`, a row of a schema or of reasons, a refusal) needs no
mark: it counts as one, and is noticed when it is reached.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

# (game, rule id) -> qualified names of the functions that carry it out
MARKED: dict[tuple[str, str], list[str]] = {}
# code object -> the (game, rule id) pairs it carries out; what the tests watch for
MARKED_CODE: dict[CodeType, tuple[tuple[str, str], ...]] = {}

#: told of each (game, rule id) that is reached at a desk; only while a test watches
noticed: Callable[[str, str], None] | None = None


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function of a game package with the rules it carries out (place it under @property, @staticmethod...)."""

    def mark(function: F) -> F:
        return rule_of(function.__module__, *ids)(function)

    return mark


def rule_of(module: str, *ids: str) -> Callable[[F], F]:
    """Mark a function that games share with the rules it carries out for the game of this module: `rule_of(__name__,
    "setup-5")(THEATRE.has_room)`."""

    def mark(function: F) -> F:
        game = game_of(module)
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


def mark_row(module: str, schema: str, rule_id: str) -> None:
    """Note that a row of a schema in this module carries a rule out."""
    MARKED.setdefault((game_of(module), rule_id), []).append(f"{module}.{schema}")


def at_desk(package: str) -> Iterator[tuple[FunctionType, frozenset[str]]]:
    """(function, the strings written in it) for each function of an imported package that works at a desk; those
    of the strings that are rules of the ledger are carried out there."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            for thing in list(vars(module).values()):
                function = getattr(thing, "function", thing)
                if isinstance(function, FunctionType) and function.__module__ == name and _has_desk(function):
                    yield function, frozenset(_strings(function.__code__))


def _has_desk(function: FunctionType) -> bool:
    code = function.__code__
    return "desk" in code.co_varnames[: code.co_argcount]


def _strings(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple):
            yield from (one for one in constant if isinstance(one, str))
        elif isinstance(constant, CodeType):
            yield from _strings(constant)
