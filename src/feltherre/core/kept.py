"""Answers kept by the very objects they were worked out from.

For functions of frozen objects that are asked again and again about the same ones. The objects are told apart by what
they are, not by what they hold, so that no hash of a large one is made. They are kept with the answer: while it is
known, no other object can have the same number. An object that is replaced is another one, so no answer gets old.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last answers of a function, about so many; its arguments are frozen and given by place."""

    def keep(work: Callable[P, R]) -> Callable[P, R]:
        known: dict[tuple[int, ...], tuple[R, tuple[Any, ...]]] = {}

        @wraps(work)
        def answer(*things: P.args, **none: P.kwargs) -> R:
            key = tuple(map(id, things))
            found = known.get(key)
            if found is None:
                if len(known) >= most:
                    known.clear()
                found = known[key] = work(*things, **none), things
            return found[0]

        return answer

    return keep


def kept_last(work: Callable[P, R]) -> Callable[P, R]:
    """Keep the last answer of a function of frozen objects and of lists of them, as long as these hold the same. Lists
    are compared element by element, which costs next to nothing where the elements are the very same objects."""
    last: tuple[tuple[Any, ...], R] | None = None

    @wraps(work)
    def answer(*things: P.args, **none: P.kwargs) -> R:
        nonlocal last
        known = last
        if known is None or known[0] != things:
            known = last = tuple(one[:] if isinstance(one, list) else one for one in things), work(*things, **none)
        return known[1]

    return answer
