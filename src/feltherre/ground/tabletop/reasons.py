"""Why something cannot be, in the neutral words of the ground. A game turns them into its own texts and rules.

`what` names the terrain object that is the cause, `who` the body (-1: none), `at` the place; which of them are given
depends on the reason.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from feltherre.ground.tabletop.angles import Point


class Hidden(Enum):
    """Why a place cannot be seen from another; the first that applies."""

    TOO_FAR = "too-far"
    INSIDE_TOO_FAR = "inside-too-far"  # it lies inside something that hides at this distance; what: that
    DEEP_INSIDE = "deep-inside"  # the eye is too deep inside something; what: that
    SCREENED = "screened"  # what: the object that the line runs through
    CREST = "crest"  # what: the hill; at: the crest
    BODY = "body"  # who: the body that the line meets


class Unseen(Struct, frozen=True):
    """What hides a place, and where on the line."""

    reason: Hidden
    what: str = ""
    who: int = -1
    at: Point | None = None


class Misplaced(Enum):
    """Why a body cannot stand somewhere."""

    OFF_TABLE = "off-table"
    ON_OBJECT = "on-object"  # what: the object
    ON_BODY = "on-body"  # who: the body


class NoRoom(Struct, frozen=True):
    """What a body would stand on."""

    reason: Misplaced
    what: str = ""
    who: int = -1


class Late(Enum):
    """Why an event cannot be entered."""

    PAST_TICK = "past-tick"  # the time line is already beyond its tick
    PAST_STEP = "past-step"  # it is due at this instant, in a step that is already over
    NO_STEP = "no-step"  # the time line has no such step
