"""Limits: sizes, rates, numbers of connections, and timeouts."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest

from feltherre.server.limits import Bucket, Buckets
from feltherre.server.messages import MOST_BYTES
from feltherre.server.tokens import new_token
from server.tables import Closed, Page, in_loop, serving


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_so_many_at_once_and_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 3.0, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.borrow() == pytest.approx(0.5)
    assert bucket.borrow(2) == pytest.approx(1.5)
    clock.now = 101.5
    assert bucket.borrow(0) == 0
    assert not bucket.take()


def test_every_address_has_its_own_bucket_and_full_ones_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(1.0, 2.0, clock, most=3)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    clock.now = 10
    assert buckets.take("c")
    assert set(buckets._buckets) == {"c"}
    for address in "defgh":
        buckets.take(address, 2)
    assert len(buckets._buckets) == 3


@in_loop
async def test_too_long_a_message_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = await server.page((await server.make())["link"])
        page.send('{"type":"say","text":"' + "x" * MOST_BYTES + '"}')
        assert (await page.next("refused"))["reason"]["key"] == "server.bad.message"


@in_loop
async def test_a_page_that_says_nothing_or_nonsense_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, hello_within=0.05, idle_after=0.2, most_malformed=3) as server:
        link = (await server.make())["link"]
        for first, code in ((None, 4004), ({"type": "undo", "id": "x"}, 4002), ({"type": "hello", "token": "x"}, 4001)):
            page = await Page(server).connect()
            if first is not None:
                page.send(first)
            with pytest.raises(Closed) as closed:
                await page.next("never")
            assert closed.value.code == code
            assert b'"type":"closed"' in page.frames[-1]
        page = await server.page(link)
        for _ in range(4):
            page.send("nonsense")
        with pytest.raises(Closed) as closed:
            await page.next("never")
        assert closed.value.code == 4002
        page = await server.page(link)
        with pytest.raises(Closed) as closed:
            await page.next("never")
        assert closed.value.code == 4004


@in_loop
async def test_only_so_many_may_have_a_seat_a_game_or_the_server_open(tmp_path: Path) -> None:
    async with serving(
        tmp_path, connections_per_seat=2, connections_per_match=3, connections_per_address=4, connections=5
    ) as server:
        made = await server.make(spectators=True)
        pages = [await server.page(made["link"]) for _ in range(2)]
        with pytest.raises(Closed) as closed:
            await server.page(made["link"])
        assert closed.value.code == 4003
        pages.append(await server.page(made["spectators"]))
        with pytest.raises(Closed):
            await server.page(made["spectators"])
        other = await server.make()
        pages.append(await server.page(other["link"]))
        with pytest.raises(Closed):
            await Page(server).connect()
        elsewhere = await Page(server, address="203.0.113.9").connect()
        with pytest.raises(Closed):
            await Page(server, address="203.0.113.10").connect()
        await pages.pop().gone()
        await elsewhere.gone()
        await Page(server).connect()


@in_loop
async def test_a_page_of_another_site_is_not_let_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        with pytest.raises(Closed):
            await Page(server, origin="https://evil.test").connect()
        await Page(server, origin="http://table.test").connect()


@in_loop
async def test_a_fast_talker_is_slowed_down(tmp_path: Path) -> None:
    async with serving(tmp_path, messages_per_second=20.0, message_burst=2.0) as server:
        page = await server.page((await server.make())["link"])
        loop = asyncio.get_running_loop()
        start = loop.time()
        for _ in range(8):
            page.send({"type": "undo", "id": "x"})
        for _ in range(8):
            await page.next("refused")
        assert loop.time() - start >= 6 / 20.0 * 0.9


@in_loop
async def test_a_page_that_does_not_read_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, most_unsent=5) as server:
        made = await server.make(seating=1)
        slow = Page(server)
        taken: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue(maxsize=2)
        slow._from_server = taken
        await slow.connect()
        slow.send({"type": "hello", "token": made["link"]["token"]})
        await asyncio.sleep(0.02)
        quick = await server.page(made["invitations"][0])
        for number in range(12):
            quick.send({"type": "say", "text": str(number)})
        await quick.until(lambda position: position["seats"][0]["people"] == 0)


@in_loop
async def test_an_address_makes_only_so_many_games_and_requests(tmp_path: Path) -> None:
    async with serving(tmp_path, matches_burst=2, matches_per_minute=0.001) as server:
        await server.make()
        await server.make()
        assert (await server.post("/api/matches", {"game": "lanterns"}, 429))["error"][
            "key"
        ] == "server.error.too-often"
    async with serving(tmp_path, requests_burst=2, requests_per_minute=0.001) as server:
        for status in (404, 404, 429):
            await server.post("/api/claim", {"token": new_token()}, status)


@in_loop
async def test_a_body_is_read_only_so_far(tmp_path: Path) -> None:
    async def endless() -> object:
        for _ in range(100):
            yield b"x" * 100

    async with serving(tmp_path, request_bytes=1000, record_bytes=5000) as server:
        await server.post("/api/claim", {"token": "x" * 2000}, 413)
        assert (await server.http.post("/api/claim", content=endless())).status_code == 413  # type: ignore[arg-type]
        assert (await server.http.post("/api/records", content=b"x" * 5001)).status_code == 413
        assert (await server.http.post("/api/claim", content=b"\xff{")).status_code == 400


@in_loop
async def test_questions_that_take_time_are_answered_two_at_a_time(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = await server.page((await server.make())["link"])
        for number in range(6):
            page.send({"type": "look", "id": f"q{number}", "line": 0})
        answers = [await page.next("look", "refused") for _ in range(6)]
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert all(answer["reason"]["key"] == "server.error.busy" for answer in refused)
        assert len(refused) < 6
