"""People who are away are told that they are asked: by e-mail and by addresses of the web, to receivers on loopback.

The day is what `HandWatch` says; what is waited for is only that a letter has come."""

import asyncio
import email
import email.policy
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from feltherre.cli.main import app
from feltherre.core import errors
from feltherre.server import webhooks
from feltherre.server.pace import DAY
from feltherre.server.post import BURST, Letter, MailServer, Post, PostOffice, mail_server
from refusals import refusal_of
from server.tables import SECONDS, HandWatch, Page, Server, in_loop, serving
from server.test_clocks import PAUSE, RESUME, done
from server.test_table import bid

HERE = "127.0.0.1"
ADDRESS = "https://games.example.org/"
KARI = "kari@example.org"


class Receiver:
    """Takes e-mail and letters to the web, and keeps them."""

    def __init__(self) -> None:
        self.mail: asyncio.Queue[EmailMessage] = asyncio.Queue()
        self.web: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
        self.mail_port = self.web_port = 0
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        self.refuses = False

    @property
    def office(self) -> PostOffice:
        mail = MailServer(HERE, self.mail_port, "none", "games@example.org")
        return PostOffice(ADDRESS, mail, webhooks=True, hosts=(HERE,))

    @property
    def hook(self) -> str:
        return f"http://{HERE}:{self.web_port}/hook?room=7"

    async def next_mail(self) -> EmailMessage:
        return await asyncio.wait_for(self.mail.get(), SECONDS)

    async def next_hook(self) -> tuple[str, dict[str, Any]]:
        return await asyncio.wait_for(self.web.get(), SECONDS)

    async def take_mail(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """SMTP, as far as it is needed."""
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            word = line.split()[0].upper()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                data = (await reader.readuntil(b"\r\n.\r\n"))[:-5]
                message = email.message_from_bytes(data, policy=email.policy.default)
                assert isinstance(message, EmailMessage)
                self.mail.put_nowait(message)
            if word == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            writer.write(b"550 no such person\r\n" if self.refuses and word == b"RCPT" else b"250 well\r\n")
        writer.close()

    async def take_web(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(int(line.split(":")[1]) for line in head.splitlines() if line.startswith("Content-Length"))
        self.web.put_nowait((head.splitlines()[0], msgspec.json.decode(await reader.readexactly(length))))
        writer.write(self.answer)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    async with (
        await asyncio.start_server(receiver.take_mail, HERE, 0) as mail,
        await asyncio.start_server(receiver.take_web, HERE, 0) as web,
    ):
        receiver.mail_port, receiver.web_port = (one.sockets[0].getsockname()[1] for one in (mail, web))
        yield receiver


async def calls(server: Server, token: str, status: int = 200, **form: Any) -> Any:
    return await server.post("/api/calls", {"token": token, **form}, status)


async def leave_mail(server: Server, receiver: Receiver, token: str, language: str = "en") -> None:
    """Leave an address and type in the code that is sent to it."""
    told = await calls(server, token, act="keep", email=KARI, language=language)
    assert (told["email"], told["confirmed"]) == ("k…@example.org", False)
    code = next(word for word in body(await receiver.next_mail()).split() if word.isdigit())
    assert (await calls(server, token, act="confirm", code=code))["confirmed"]


def body(message: EmailMessage) -> str:
    return str(message.get_content())


async def call(server: Server) -> None:
    """What housekeeping does every few seconds, and everything has gone out."""
    await server.hub.call()
    await server.hub.post.all_sent()


async def two(server: Server, **form: Any) -> tuple[dict[str, Any], Page, Page]:
    made = await server.make(seating=1, **form)
    amber = await server.page(made["link"], name="Ann")
    return made, amber, await server.page(made["invitations"][0], name="Kari")


# being called


@in_loop
async def test_who_is_away_is_told_once_that_he_is_asked_and_again_when_he_has_been_there(tmp_path: Path) -> None:
    watch = HandWatch()
    async with receiving() as receiver, serving(tmp_path, watch=watch, office=receiver.office) as server:
        _, amber, other = await two(server)
        await leave_mail(server, receiver, other.token)
        watch.advance(3600)
        await call(server)
        assert receiver.mail.empty()  # he is at the table
        await other.gone()
        watch.advance(29)
        await call(server)
        assert receiver.mail.empty()  # not for long
        watch.advance(1)
        await call(server)
        told = await receiver.next_mail()
        assert (told["To"], told["From"], told["Subject"]) == (KARI, "games@example.org", "Your turn in Lanterns")
        assert "It is your turn in Lanterns, against Ann." in body(told)
        assert f"{ADDRESS}#/play/{other.token}" in body(told)
        await done(amber, bid(amber.position["asked"][0], 2))
        watch.advance(DAY)
        await call(server)
        assert receiver.mail.empty()  # once is enough
        back = await Page(server).hello(other.token)
        await back.gone()
        watch.advance(60)
        await call(server)
        assert (await receiver.next_mail())["Subject"] == "Your turn in Lanterns"
        assert server.hub.post.sent == 3


@in_loop
async def test_who_is_not_asked_is_not_called(tmp_path: Path) -> None:
    watch = HandWatch()
    async with receiving() as receiver, serving(tmp_path, watch=watch, office=receiver.office) as server:
        _, amber, _ = await two(server)
        await calls(server, amber.token, act="keep", webhook=receiver.hook)
        await done(amber, bid(amber.position["asked"][0], 2))
        await amber.gone()
        watch.advance(DAY)
        await call(server)
        assert receiver.web.empty()


@in_loop
async def test_a_letter_to_the_web_says_it_in_the_language_of_its_reader(tmp_path: Path) -> None:
    watch = HandWatch()
    async with receiving() as receiver, serving(tmp_path, watch=watch, office=receiver.office) as server:
        _, _, other = await two(server)
        kept = await calls(server, other.token, act="keep", webhook=receiver.hook, language="nb")
        assert (kept["webhook"], kept["email"]) == (HERE, "")
        await other.gone()
        watch.advance(60)
        await call(server)
        line, said = await receiver.next_hook()
        assert line == "POST /hook?room=7 HTTP/1.1"
        assert said["title"].startswith("Din tur i ")
        assert said["text"] == said["content"]
        assert said["link"] == f"{ADDRESS}#/play/{other.token}"


@in_loop
async def test_a_call_waits_for_its_time_while_nobody_has_the_game_open_and_while_the_server_is_down(
    tmp_path: Path,
) -> None:
    watch = HandWatch()
    async with receiving() as receiver:
        async with serving(tmp_path, watch=watch, office=receiver.office, drop_after=0) as server:
            _, amber, other = await two(server, pace=3)
            await leave_mail(server, receiver, other.token)
            await other.gone()
            await amber.gone()
            server.hub.keep_house()
            assert server.hub.rooms == {}
        watch.ahead += 3600
        async with serving(tmp_path, watch=watch, office=receiver.office, drop_after=0) as server:
            await call(server)
            told = body(await receiver.next_mail())
            assert "You have time until 20" in told
            # nobody is there whose name is known
            assert "against Amber" in told
        watch.ahead += 3 * DAY - 3600 - 0.25 * 3 * DAY
        async with serving(tmp_path, watch=watch, office=receiver.office) as server:
            await call(server)
            assert "your time is running out" in body(await receiver.next_mail())
            watch.advance(DAY)
            await call(server)
            assert receiver.mail.empty()


@in_loop
async def test_nobody_is_called_in_a_pause(tmp_path: Path) -> None:
    watch = HandWatch()
    async with receiving() as receiver, serving(tmp_path, watch=watch, office=receiver.office) as server:
        _, amber, other = await two(server)
        await calls(server, other.token, act="keep", webhook=receiver.hook)
        await done(amber, PAUSE)
        await done(other, PAUSE)
        await other.gone()
        watch.advance(DAY)
        await call(server)
        assert receiver.web.empty()
        other = await Page(server).hello(other.token)
        await done(amber, RESUME)
        await done(other, RESUME)
        await other.gone()
        watch.advance(60)
        await call(server)
        await receiver.next_hook()


# addresses


@in_loop
async def test_an_address_is_written_to_only_when_its_owner_has_typed_in_what_was_sent_to_it(tmp_path: Path) -> None:
    watch = HandWatch()
    async with receiving() as receiver, serving(tmp_path, watch=watch, office=receiver.office) as server:
        _, _, other = await two(server)
        await calls(server, other.token, act="keep", email=KARI)
        code = next(word for word in body(await receiver.next_mail()).split() if word.isdigit())
        wrong = f"{(int(code) + 1) % 10**6:06}"
        await other.gone()
        watch.advance(DAY)
        await call(server)
        assert receiver.mail.empty()
        for _ in range(5):
            assert not (await calls(server, other.token, act="confirm", code=wrong))["confirmed"]
        refused = await calls(server, other.token, 400, act="confirm", code=code)
        assert refused["error"]["key"] == "server.illegal.no-code"


@in_loop
async def test_an_address_is_told_to_nobody_and_stands_in_no_record(tmp_path: Path) -> None:
    async with receiving() as receiver, serving(tmp_path, office=receiver.office) as server:
        made, amber, other = await two(server)
        await leave_mail(server, receiver, other.token)
        await calls(server, other.token, act="keep", email=KARI, webhook=receiver.hook)
        for page in (amber, other):
            await done(page, {"type": "end", "agree": True})
            await page.settled()
        stored = await server.hub.store.load(made["match"])
        assert stored is not None
        everything = b"".join([*amber.frames, *other.frames, *stored.lines])
        assert KARI.encode() not in everything
        assert b"hook?room" not in everything
        # the game has ended: they are forgotten
        assert stored.calls == b""
        assert (await calls(server, amber.token))["email"] == ""


@in_loop
async def test_an_address_goes_when_its_owner_says_so(tmp_path: Path) -> None:
    watch = HandWatch()
    async with receiving() as receiver, serving(tmp_path, watch=watch, office=receiver.office) as server:
        made, amber, other = await two(server)
        await calls(server, other.token, act="keep", webhook=receiver.hook)
        assert await calls(server, amber.token) == {
            "by_mail": True,
            "by_web": True,
            "email": "",
            "confirmed": False,
            "webhook": "",
        }
        assert (await calls(server, other.token, act="forget"))["webhook"] == ""
        stored = await server.hub.store.load(made["match"])
        assert stored is not None
        assert stored.calls == b""
        await other.gone()
        watch.advance(DAY)
        await call(server)
        assert receiver.web.empty()


@in_loop
async def test_only_what_whoever_runs_the_server_has_allowed_can_be_left(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, _, other = await two(server, spectators=True)
        offered = await calls(server, other.token)
        assert (offered["by_mail"], offered["by_web"]) == (False, False)
        refused = [
            await calls(server, other.token, 400, act="keep", email=KARI),
            await calls(server, other.token, 400, act="keep", webhook="https://hooks.example.org/1"),
            await calls(server, made["spectators"]["token"], 400, act="keep"),
        ]
        keys = [problem["error"]["key"] for problem in refused]
        assert keys == ["server.bad.email", "server.bad.webhook", "server.illegal.no-calls"]


@in_loop
async def test_what_is_no_address_is_refused(tmp_path: Path) -> None:
    async with receiving() as receiver, serving(tmp_path, office=receiver.office) as server:
        _, _, other = await two(server)
        for wrong in (
            "kari",
            "kari@",
            "kari@example.org\r\nBcc: all@example.org",
            "a b@example.org",
            "<k@example.org>",
        ):
            problem = await calls(server, other.token, 400, act="keep", email=wrong)
            assert problem["error"]["key"] == "server.bad.email"
        assert receiver.mail.empty()


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",  # in the clear
        "https://hooks.example.org:8443/",
        "https://user:word@hooks.example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.8/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.8]/",
        "https://[64:ff9b::a00:8]/",
        "https://[2002:a00:8::]/",
        "https://hooks.example.org\\@10.0.0.8/",
        "https://hooks.example.org/\r\nHost: other",
        "https://hooks.example.org/a b",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "https://",
        "https://hooks.example.org/" + 500 * "a",
        "https://hööks.example.org/",
    ],
)
def test_a_letter_goes_to_public_hosts_only(url: str) -> None:
    error = refusal_of(errors.BadInput, lambda: webhooks.target_of(url, ()))
    assert error.reason.key == "server.bad.webhook"


def test_hosts_that_are_named_are_trusted() -> None:
    target = webhooks.target_of("http://chat.local:8080/hooks/1?a=b", ["chat.local"])
    assert target == webhooks.Target("chat.local", 8080, "/hooks/1?a=b", secure=False, trusted=True)
    plain = webhooks.target_of("https://hooks.example.org", ())
    assert plain == webhooks.Target("hooks.example.org", 443, "/", secure=True, trusted=False)


@pytest.mark.parametrize("name", ["localhost", "localhost.localdomain."])
@in_loop
async def test_a_name_that_means_a_closed_address_is_not_connected_to(name: str) -> None:
    async with receiving() as receiver:
        target = webhooks.Target(name, receiver.web_port, "/", secure=False, trusted=False)
        with pytest.raises(webhooks.NotSent):
            await webhooks.send(target, b"{}", SECONDS)
        assert receiver.web.empty()


@in_loop
async def test_nobody_is_followed_anywhere_else() -> None:
    async with receiving() as receiver:
        receiver.answer = f"HTTP/1.1 302 Found\r\nLocation: http://{HERE}:{receiver.web_port}/other\r\n\r\n".encode()
        target = webhooks.target_of(receiver.hook, [HERE])
        with pytest.raises(webhooks.NotSent, match="302"):
            await webhooks.send(target, b"{}", SECONDS)
        await receiver.next_hook()
        assert receiver.web.empty()


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1", b"\r\n", 5000 * b"x", b"HTTP/1.1 500 Oh\r\n"])
@in_loop
async def test_an_answer_that_is_none_is_a_failure_and_nothing_worse(answer: bytes) -> None:
    async with receiving() as receiver:
        receiver.answer = answer
        with pytest.raises(webhooks.NotSent):
            await webhooks.send(webhooks.target_of(receiver.hook, [HERE]), b"{}", SECONDS)


# the post


@in_loop
async def test_what_cannot_be_sent_is_counted_and_told_without_saying_to_whom(caplog: pytest.LogCaptureFixture) -> None:
    async with receiving() as receiver:
        receiver.refuses = True
        post = Post(receiver.office)
        post.start()
        closed = f"http://{HERE}:1/hook?secret"
        with caplog.at_level(logging.WARNING):
            assert post.put(Letter("s", "t", to=KARI, webhook=closed))
            await post.all_sent()
        await post.close()
        assert (post.sent, post.failed) == (0, 2)
        assert len(caplog.records) == 2
        assert KARI not in caplog.text
        assert "secret" not in caplog.text


@in_loop
async def test_nobody_is_sent_more_than_a_few_at_once() -> None:
    post = Post(PostOffice(webhooks=True))
    taken = [post.put(Letter("s", "t", webhook="https://hooks.example.org/1")) for _ in range(20)]
    assert taken == [True] * int(BURST) + [False] * (20 - int(BURST))
    assert post.put(Letter("s", "t", webhook="https://hooks.example.org/2"))


@in_loop
async def test_the_queue_has_an_end() -> None:
    post = Post(PostOffice(webhooks=True))
    taken = [post.put(Letter("s", "t", webhook=f"https://hooks.example.org/{number}")) for number in range(300)]
    assert taken.count(True) == 200
    assert post.failed == 100


# starting the server


def test_a_mail_server_is_named_by_an_address() -> None:
    assert mail_server("smtps://me@smtp.example.org", "g@example.org", "word") == MailServer(
        "smtp.example.org", 465, "tls", "g@example.org", "me", "word"
    )
    assert mail_server("smtp+starttls://smtp.example.org", "g@example.org", "").port == 587
    for wrong in ("smtp.example.org", "http://smtp.example.org", "smtps://", "smtps://host:port"):
        assert refusal_of(errors.BadInput, lambda url=wrong: mail_server(url, "g@x.org", "")).reason.key == (
            "server.bad.mail-server"
        )


@pytest.mark.parametrize("option", [["--webhooks"], ["--mail", "smtp://localhost", "--mail-from", "g@example.org"]])
def test_links_in_letters_need_the_address_of_the_server(option: list[str]) -> None:
    ran = CliRunner().invoke(app, ["serve", *option])
    assert ran.exit_code == 2
    assert "--address" in ran.output
