"""Calling people to the table who are away: the addresses that they have left at their seats, and when they are told.

An address belongs to one seat of one game, is told to nobody, stands in no record, and is forgotten when its owner says
so or the game has ended. Who is away is told once that he is asked, and then nothing before he has been at the table
again; where he has days for each answer, once more before they are up.
"""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.catalogue import FALLBACK, render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.introduction import title_of
from feltherre.core.seats import seat_name
from feltherre.core.text import Text, say
from feltherre.server import asking, timing, webhooks
from feltherre.server.forms import CanCall
from feltherre.server.pace import DAY
from feltherre.server.post import Letter, PostOffice
from feltherre.server.tokens import same

if TYPE_CHECKING:
    from feltherre.server.room import Room

#: an address that a mail server can take, and nothing besides
EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
MOST_CHARACTERS = 254
#: wrong codes after which another must be asked for
MOST_TRIES = 5
#: of the days for an answer, the part that is left when one is reminded
LAST_PART = 0.25


class Left(Struct, frozen=True):
    """What somebody has left at his seat. `email` is written to once its owner has typed in the `code` sent to it."""

    seat: str
    #: of the link in letters
    token: str
    language: str = FALLBACK
    email: str = ""
    code: str = ""
    tries: int = 0
    webhook: str = ""
    #: when he was first awaited while he was away, in seconds since 1970; 0: he is not
    since: float = 0.0
    #: what he has been told since he was last here
    told: bool = False
    reminded: bool = False

    @property
    def reached(self) -> bool:
        return bool(self.webhook or (self.email and not self.code))


class Calls:
    """The calls of one game. `look` is called after every change, and when people come and go."""

    def __init__(self, room: Room, stored: bytes) -> None:
        self.room = room
        self._stored = stored
        found = msgspec.json.decode(stored, type=list[Left]) if stored else []
        self.left = {left.seat: left for left in found}

    # what people leave

    def of(self, seat: str) -> Left | None:
        return self.left.get(seat)

    def leave(self, office: PostOffice, left: Left) -> Letter | None:
        """Somebody leaves addresses in place of those before: the letter that asks whether the e-mail is his, unless it
        is known to be."""
        if left.seat not in asking.people(self.room.match) or self.room.ended:
            raise Illegal(say("server.illegal.no-calls"))
        if left.email and (office.mail is None or len(left.email) > MOST_CHARACTERS or not EMAIL.fullmatch(left.email)):
            raise BadInput(say("server.bad.email"))
        if left.webhook:
            if not office.webhooks:
                raise BadInput(say("server.bad.webhook"))
            webhooks.target_of(left.webhook, office.hosts)
        before = self.left.get(left.seat)
        known = before is not None and before.email == left.email and not before.code
        if not left.email or known:
            self.left[left.seat] = left
            return None
        code = f"{secrets.randbelow(10**6):06}"
        self.left[left.seat] = replace(left, code=code)
        game = title_of(self.room.match.game)
        subject = render(say("server.call.confirm-subject", game=game), left.language)
        return Letter(subject, render(say("server.call.confirm", game=game, code=code), left.language), to=left.email)

    def confirm(self, seat: str, code: str) -> None:
        """The e-mail is his who types in what was sent to it."""
        left = self.left.get(seat)
        if left is None or not left.code or left.tries >= MOST_TRIES:
            raise Illegal(say("server.illegal.no-code"))
        if same(left.code.encode(), code.strip().encode()):
            self.left[seat] = replace(left, code="", tries=0)
        else:
            self.left[seat] = replace(left, tries=left.tries + 1)

    def forget(self, seat: str) -> None:
        self.left.pop(seat, None)

    # whom to call, and when

    def look(self) -> None:
        if not self.left:
            return
        room, now = self.room, self.room.clockwork.watch.date()
        if room.ended:
            self.left.clear()
        waiting = {} if room.match.paused else timing.awaited(room)
        for seat, left in self.left.items():
            if room.people.here(seat):
                self.left[seat] = replace(left, since=0.0, told=False, reminded=False)
            elif seat not in waiting:
                self.left[seat] = replace(left, since=0.0)
            elif not left.since:
                self.left[seat] = replace(left, since=now)

    def due(self) -> float | None:
        """When the next is to be called; None: nobody."""
        return min((due for due in map(self._due, self.left.values()) if due is not None), default=None)

    def _due(self, left: Left) -> float | None:
        if not left.since or not left.reached:
            return None
        if not left.told:
            return left.since + self.room.settings.call_after
        until = self.room.clockwork.pace.until(left.seat)
        if until is None or left.reminded:
            return None
        return until - LAST_PART * DAY * self.room.table.pace

    def letters(self) -> list[Letter]:
        """Those that are due now; they count as sent."""
        now = self.room.clockwork.watch.date()
        found = []
        for seat, left in self.left.items():
            due = self._due(left)
            if due is not None and due <= now:
                found.append(self._letter(left))
                self.left[seat] = replace(left, told=True, reminded=left.told)
        return found

    def _letter(self, left: Left) -> Letter:
        room, until = self.room, self.room.clockwork.pace.until(left.seat)
        told = {"game": title_of(room.match.game), "others": self._others(left.seat)}
        key = "server.call.reminder" if left.told else "server.call.turn"
        lines = [say(key, **told)]
        if until is not None:
            lines.append(say("server.call.until", until=f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC"))
        lines.append(say("server.call.no-more"))
        subject = render(say("server.call.subject", game=told["game"]), left.language)
        text = "\n\n".join(render(line, left.language) for line in lines)
        link = f"{room.settings.office.address}#/play/{left.token}"
        return Letter(subject, text, link, "" if left.code else left.email, left.webhook)

    def _others(self, seat: str) -> list[str | Text]:
        """Who else plays: the names that people have given who are there, or what their sides are called."""
        room = self.room
        found: list[str | Text] = []
        for other in room.match.seats:
            if other.name == seat:
                continue
            names: list[str | Text] = [page.name for page in room.people.here(other.name) if page.name]
            called = seat_name(room.match.game, other)
            found += names or ([called] if isinstance(called, str) else called)
        return found

    def to_store(self) -> bytes | None:
        """What is to be kept; None: as it was."""
        stored = msgspec.json.encode(list(self.left.values())) if self.left else b""
        if stored == self._stored:
            return None
        self._stored = stored
        return stored


def can_call(office: PostOffice, left: Left | None) -> CanCall:
    """What the owner of a seat reads of it: enough to know his addresses again, and not enough to learn them."""
    offered = CanCall(office.mail is not None, office.webhooks)
    if left is None:
        return offered
    name, at, host = left.email.partition("@")
    email = f"{name[:1]}…{at}{host}" if at else ""
    webhook = urlsplit(left.webhook).hostname or ""
    return replace(offered, email=email, confirmed=bool(left.email) and not left.code, webhook=webhook)
