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
