"""What happened, as data: a public part, further parts for roles that may know more, and what only some learn of."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from feltherre.core.chance import Ruling
from feltherre.core.text import Text


class Secret(Struct, frozen=True):
    """What one role learns beyond the public part; it replaces the public text for that role."""

    role: str
    text: Text


class Event(Struct, frozen=True, omit_defaults=True):
    """One line of the log. `places` lights up on the board, `rule` and `ruling` explain."""

    text: Text
    rule: str | None = None
    places: tuple[str, ...] = ()
    ruling: Ruling | None = None
    secrets: tuple[Secret, ...] = ()
    #: the roles that learn of it at all (besides those who see everything); None: everybody
    audience: tuple[str, ...] | None = None
    #: the roles of these that also read how it was ruled; None: all of them
    ruling_for: tuple[str, ...] | None = None
    #: when it happened within its turn, in games whose turns have a clock
    moment: Text | None = None


class SeenEvent(Struct, frozen=True, omit_defaults=True):
    """An event as one seat sees it."""

    text: Text
    rule: str | None = None
    places: tuple[str, ...] = ()
    ruling: Ruling | None = None
    moment: Text | None = None
    #: how much of the turn had passed by that moment, in hundredths (`Game.passed`; filled in where it is sent)
    passed: int | None = None


def seen_by(event: Event, roles: Collection[str], *, all_seeing: bool = False) -> tuple[SeenEvent, ...]:
    """The event as a seat with these roles sees it: its own secrets in place of the public text; nothing if it happened
    out of its sight."""
    if not all_seeing and not _among(roles, event.audience):
        return ()
    ruling = event.ruling if all_seeing or _among(roles, event.ruling_for) else None
    texts = tuple(secret.text for secret in event.secrets if all_seeing or secret.role in roles) or (event.text,)
    return tuple(SeenEvent(text, event.rule, event.places, ruling, event.moment) for text in texts)


def _among(roles: Collection[str], audience: tuple[str, ...] | None) -> bool:
    return audience is None or any(role in roles for role in audience)
