"""Why something cannot be, in the neutral words of the ground. A game turns them into its own texts and rules.

`detail` holds what the game needs for that: the bits of the layers that stand in the way, the game's own code for a
step that its table bars, or how many points are missing.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Reason(Enum):
    """Why a unit cannot go into a hex, or stay there."""

    NOT_ADJACENT = "not-adjacent"  # the hex before does not touch it
    NO_WAY = "no-way"  # the table bars the step; detail: the game's code for it
    MARKED = "marked"  # what is in the hex bars it; detail: the bits
    MUST_STOP = "must-stop"  # the hex before ends every move; detail: the bits
    ZONE_TO_ZONE = "zone-to-zone"  # straight from one zone into another is forbidden; detail: the bits
    TOO_DEAR = "too-dear"  # detail: the points that are missing
    NEEDS_ALL = "needs-all"  # only as the first step, with the whole allowance
    MAY_NOT_END = "may-not-end"  # may be passed, but no move ends there; detail: the bits
    CANNOT_MOVE = "cannot-move"  # the unit has no allowance


class Refusal(Struct, frozen=True):
    """A hex that cannot be entered, and why; `before` is the hex from which it was tried."""

    reason: Reason
    hex: int
    before: int
    detail: int = 0


class LineBreak(Enum):
    """Why no line of supply reaches a hex."""

    NO_LINE = "no-line"  # nothing leads to any source
    TOO_FAR = "too-far"  # detail: the length of the shortest line
    CUT = "cut"  # detail: the bits of the hex that cuts it


class Broken(Struct, frozen=True):
    """The line of supply that comes nearest to holding, and the first hex of it, seen from the unit, that does not."""

    reason: LineBreak
    line: tuple[int, ...] = ()
    hex: int = -1
    detail: int = 0


class Retreat(Enum):
    """What a retreat into a hex means."""

    FREE = "free"
    COSTLY = "costly"  # allowed, at the price of a loss; detail: the bits
    NOT_AWAY = "not-away"  # another hex touches fewer attackers; detail: how many this one touches
    NO_ROOM = "no-room"
    MARKED = "marked"  # detail: the bits
    NO_WAY = "no-way"


class RetreatOption(Struct, frozen=True):
    """A neighbouring hex and what a retreat into it means."""

    hex: int
    verdict: Retreat
    detail: int = 0

    @property
    def allowed(self) -> bool:
        return self.verdict in (Retreat.FREE, Retreat.COSTLY)
