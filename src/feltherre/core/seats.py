"""What a seat may do besides answering decisions: standing instructions, resigning, takebacks, changing hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from feltherre.core.space import Decision


class SeatEvent(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """Something that a seat does outside the decisions of the rules."""


class Standing(SeatEvent, frozen=True, tag="standing"):
    """How a role wants its reaction windows handled.

    `ask`: always ask. `pass-if-nothing`: pass where nothing else is possible. `pass`: pass, unless one of the kinds of
    action named in `unless` (or a card or area in it) is possible.
    """

    role: str
    mode: str = "ask"
    unless: tuple[str, ...] = ()


class Resigned(SeatEvent, frozen=True, tag="resign"):
    """The seat gives up."""


class TakebackAsked(SeatEvent, frozen=True, tag="ask-takeback"):
    """Please let the game go on from after line `to`."""

    to: int


class TakebackGranted(SeatEvent, frozen=True, tag="grant-takeback"):
    """Yes, go back to after line `to` (the line is named, so that nobody grants more than he was asked for)."""

    to: int


class TakebackRefused(SeatEvent, frozen=True, tag="refuse-takeback"):
    """No; or, from the seat that asked, never mind."""


class HandedOver(SeatEvent, frozen=True, tag="hand-over"):
    """The seat is played by somebody else from now on: a computer player's name, or "" for a person."""

    to: str


class RulesAccepted(SeatEvent, frozen=True, tag="accept-rules"):
    """The seat agrees to go on under another rules version."""

    rules: str


AnySeatEvent = Standing | Resigned | TakebackAsked | TakebackGranted | TakebackRefused | HandedOver | RulesAccepted

STANDING_MODES = ("ask", "pass-if-nothing", "pass")


def standing_pass(decision: Decision[Any], standing: Standing | None) -> Any | None:
    """The pass that a standing instruction gives in this window, or None if the role is to be asked.

    In every reaction window the last candidate is the pass; games list it so.
    """
    if not decision.reaction or standing is None or standing.mode == "ask":
        return None
    candidates = list(decision.space.candidates())
    passing = candidates[-1]
    if standing.mode == "pass-if-nothing":
        return passing if len(candidates) == 1 else None
    return None if _any_named(candidates[:-1], standing.unless) else passing


def _any_named(candidates: Iterable[Any], unless: tuple[str, ...]) -> bool:
    wanted = set(unless)
    for action in candidates:
        values = {
            getattr(action, field) for field in action.__struct_fields__ if isinstance(getattr(action, field), str)
        }
        if wanted & (values | {action.__struct_config__.tag}):
            return True
    return False
