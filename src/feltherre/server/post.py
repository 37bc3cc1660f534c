"""Letters to players: by e-mail, and to addresses of the web, if whoever runs the server has allowed it.

They wait in a queue of limited length and go out beside everything else: no game ever waits for one. What cannot be
sent is counted and told in the log, without saying to whom it was.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Awaitable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.server import webhooks
from feltherre.server.limits import Buckets
from feltherre.server.webhooks import NotSent

log = logging.getLogger("feltherre.server")

HOUR = 3600.0
#: letters that wait, and that go out at once
MOST_WAITING, AT_ONCE = 200, 2
#: seconds that one may take, and that those that wait are given when the server stops
SECONDS, LAST_SECONDS = 10.0, 3.0
#: to one address: so many at once, then so many an hour
BURST, PER_HOUR = 6.0, 6.0

Security = Literal["tls", "starttls", "none"]
SCHEMES: Final[dict[str, tuple[Security, int]]] = {
    "smtps": ("tls", 465),
    "smtp+starttls": ("starttls", 587),
    "smtp": ("none", 25),
}


class MailServer(Struct, frozen=True):
    """Who takes e-mail from this server, and in whose name it is sent."""

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = ""


class PostOffice(Struct, frozen=True):
    """What of it is allowed. `address`: where people reach this server, for the links in letters; `hosts`: trusted with
    letters to the web though not everybody can reach them."""

    address: str = ""
    mail: MailServer | None = None
    webhooks: bool = False
    hosts: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        return self.mail is not None or self.webhooks


class Letter(Struct, frozen=True):
    """`to`: an e-mail address; `webhook`: an address of the web; either may be empty."""

    subject: str
    text: str
    link: str = ""
    to: str = ""
    webhook: str = ""


def mail_server(url: str, sender: str, password: str) -> MailServer:
    """`smtps://user@smtp.example.org`; BadInput if it is none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in SCHEMES or not sender:
        raise BadInput(say("server.bad.mail-server", known=list(SCHEMES)))
    security, usual = SCHEMES[parts.scheme]
    return MailServer(host, port or usual, security, sender, parts.username or "", password)


class Post:
    """Sends letters, one after another."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office
        self.sent = 0
        self.failed = 0
        self._waiting: asyncio.Queue[Letter] = asyncio.Queue(MOST_WAITING)
        self._to_one = Buckets(PER_HOUR / HOUR, BURST)
        self._workers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        if self.office.open:
            self._workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def close(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._waiting.join(), LAST_SECONDS if self._workers else 0)
        for worker in self._workers:
            worker.cancel()

    async def all_sent(self) -> None:
        """Wait until nothing waits."""
        await self._waiting.join()

    def put(self, letter: Letter) -> bool:
        """Whether it is taken: there is room, and its addresses have not had too many."""
        addresses = [address for address in (letter.to, letter.webhook) if address]
        if not addresses or not all(self._to_one.take(address) for address in addresses):
            return False
        try:
            self._waiting.put_nowait(letter)
        except asyncio.QueueFull:
            self._has_failed("a letter", "too many are waiting")
            return False
        return True

    async def _work(self) -> None:
        while True:
            letter = await self._waiting.get()
            try:
                if letter.to and self.office.mail is not None:
                    await self._try("an e-mail", asyncio.to_thread(send_mail, self.office.mail, letter))
                if letter.webhook and self.office.webhooks:
                    await self._try("a letter to the web", self._to_the_web(letter))
            finally:
                self._waiting.task_done()

    async def _try(self, what: str, sending: Awaitable[None]) -> None:
        try:
            await sending
            self.sent += 1
        except NotSent as error:
            self._has_failed(what, str(error))
        except Exception as error:  # says nothing more: many of them name the receiver
            self._has_failed(what, type(error).__name__)

    def _has_failed(self, what: str, why: str) -> None:
        self.failed += 1
        log.warning("%s to a player could not be sent (%s); so far %d, and %d were", what, why, self.failed, self.sent)

    async def _to_the_web(self, letter: Letter) -> None:
        try:
            target = webhooks.target_of(letter.webhook, self.office.hosts)
        except BadInput:
            raise NotSent("no longer allowed") from None
        # what chat services read as the words: Slack and Mattermost `text`, Discord `content`
        said = f"{letter.text}\n{letter.link}"
        body = msgspec.json.encode({"text": said, "content": said, "title": letter.subject, "link": letter.link})
        await webhooks.send(target, body, SECONDS)


def send_mail(server: MailServer, letter: Letter) -> None:
    """One e-mail; takes time."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = server.sender, letter.to, letter.subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=server.sender.partition("@")[2] or None)
    message["Auto-Submitted"] = "auto-generated"  # nobody's holiday answers it
    message.set_content(f"{letter.text}\n\n{letter.link}\n" if letter.link else f"{letter.text}\n")
    secured = ssl.create_default_context()
    if server.security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=secured)
    else:
        smtp = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    with smtp:
        if server.security == "starttls":
            smtp.starttls(context=secured)
        if server.user:
            smtp.login(server.user, server.password)
        smtp.send_message(message)
