"""Why something may not be: rows of reasons in the order in which they are asked. A game and its umpire's desk read the
same rows, so that both give the same reason by the same rule.

    CLOSED: Final = Reasons[[str, RetreatHex]](
        __name__,
        "CLOSED",
        ("closed", "1.4-j", lambda side, hex_: hex_.closed),
        ("off-road", "turn-3-g", lambda side, hex_: side == "soviet" and not hex_.road_or_rail),
    )

    CLOSED.first("soviet", hex_)  # "off-road"; None where nothing is in the way
    CLOSED.rules["off-road"]  # "turn-3-g"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, ParamSpec

from feltherre.core import marks

P = ParamSpec("P")


class Reasons(Generic[P]):
    """A row is a reason, its rule, and when it holds; a rule that a row names counts as carried out by it. `module` and
    `name` say where the rows stand."""

    def __init__(self, module: str, name: str, *rows: tuple[str, str, Callable[P, bool]]) -> None:
        self._game: Final = marks.game_of(module)
        self._rows: Final = rows
        #: reason -> its rule
        self.rules: Final = {reason: rule for reason, rule, _ in rows}
        for rule in self.rules.values():
            marks.mark_row(module, name, rule)

    def first(self, *about: P.args, **named: P.kwargs) -> str | None:
        """The first reason that holds; None if none does."""
        for reason, rule, holds in self._rows:
            if marks.noticed is not None:
                marks.noticed(self._game, rule)
            if holds(*about, **named):
                return reason
        return None
