"""Time enters a game as recorded acts: apply reads no clock."""

from __future__ import annotations

from msgspec import Struct


class ClockAct(Struct, frozen=True, tag_field="clock", forbid_unknown_fields=True):
    """Something that happened to a clock."""


class TimeUp(ClockAct, frozen=True, tag="time-up"):
    """A role's (or everyone's) time has run out. `clock` names which of the game's clocks."""

    name: str
    role: str = ""


class Paused(ClockAct, frozen=True, tag="paused"):
    on: bool
    by: str


class TimeAdded(ClockAct, frozen=True, tag="time-added"):
    name: str
    seconds: int
    by: str
    role: str = ""


ClockEvent = TimeUp | Paused | TimeAdded
