"""Limits: sizes, rates, numbers of connections, and timeouts."""

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from feltherre.server import limits, messages, tokens
from server.tables import Closed, Page, in_loop, serving


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_so_many_at_once_and_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = limits.Bucket(2.0, 3.0, clock)
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
    buckets = limits.Buckets(1.0, 2.0, clock, most=3)
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
        page.send('{"type":"say","text":"' + "x" * messages.MOST_BYTES + '"}')
        assert (await page.next("refused"))["reason"]["key"] == "server.bad.message"


@in_loop
async def test_only_messages_with_a_sheet_may_be_long_and_not_beyond_measure(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = await server.page((await server.make())["link"])
        longer, too_long = (
            {"decision": "1", "lines": ["x" * 1000] * (size // 1000)}
            for size in (messages.MOST_BYTES + 2000, messages.MOST_SHEET_BYTES + 1000)
        )
        assert (await page.ask({"type": "draft", **longer}))["reason"]["key"] == "server.illegal.not-open"
        for message in ({"type": "draft", "id": "1", **too_long}, {"type": "preview", "id": "1", **longer}):
            page.send(message)
            told = await page.next("refused")
            assert (told["id"], told["reason"]["key"]) == ("", "server.bad.message")
        page.send({"type": "draft", "id": "1", "decision": "1", "lines": ["x"] * 201})
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
        tmp_path, connections_per_seat=2, spectators_per_match=1, connections_per_address=4, connections=5
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
            await server.post("/api/claim", {"token": tokens.new_token()}, status)


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


@in_loop
async def test_a_page_that_does_not_read_long_messages_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, most_unsent_bytes=2000) as server:
        made = await server.make(seating=1)
        slow = Page(server)
        slow._from_server = asyncio.Queue(maxsize=2)
        await slow.connect()
        slow.send({"type": "hello", "token": made["link"]["token"]})
        await asyncio.sleep(0.02)
        quick = await server.page(made["invitations"][0])
        for _ in range(12):
            quick.send({"type": "say", "text": "x" * 400})
        await quick.until(lambda position: position["seats"][0]["people"] == 0)


@in_loop
async def test_spectators_keep_no_player_out(tmp_path: Path) -> None:
    async with serving(tmp_path, spectators_per_match=3) as server:
        made = await server.make(seating=1, spectators=True)
        for _ in range(3):
            await server.page(made["spectators"])
        with pytest.raises(Closed) as closed:
            await server.page(made["spectators"])
        assert closed.value.code == 4003
        assert (await server.page(made["link"])).position["pen"]
        assert (await server.page(made["invitations"][0])).position["pen"]


@in_loop
async def test_of_many_who_come_at_once_only_so_many_get_a_place(tmp_path: Path) -> None:
    async with serving(tmp_path, connections_per_seat=2) as server:
        made = await server.make(seating=1)
        came = await asyncio.gather(*(server.page(made["link"]) for _ in range(6)), return_exceptions=True)
        assert sum(isinstance(page, Page) for page in came) == 2
        assert {page.code for page in came if isinstance(page, Closed)} == {4003}


@in_loop
async def test_an_address_opens_only_so_many_pages_one_after_another(tmp_path: Path) -> None:
    async with serving(tmp_path, openings_burst=2, openings_per_minute=0.001) as server:
        for _ in range(2):
            await (await Page(server).connect()).gone()
        with pytest.raises(Closed):
            await Page(server).connect()
        await Page(server, address="203.0.113.9").connect()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_a_household_is_one_address(address: str, network: str) -> None:
    assert limits.network_of(address) == network


@in_loop
async def test_a_record_does_not_grow_without_end(tmp_path: Path) -> None:
    async with serving(tmp_path, lines_per_match=8) as server:
        page = await server.page((await server.make(seating=1))["link"])
        told = {"type": "done"}
        for number in range(12):
            mode = "pass" if number % 2 else "ask"
            standing = {"act": "standing", "role": "amber", "mode": mode, "unless": []}
            told = await page.ask({"type": "seat", "act": standing})
        assert told["reason"]["key"] == "server.illegal.too-long"
        assert next(iter(server.hub.rooms.values())).match.next_line == 8


@in_loop
async def test_only_so_many_wait_at_the_desk_and_nobody_at_a_table_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, at_the_desk=2) as server:
        served = asyncio.Event()

        async def slowly(*args: Any) -> bytes:
            await served.wait()
            return b"{}"

        monkeypatch.setattr(server.hub.desk, "run", slowly)
        asked = [asyncio.create_task(server.http.post("/api/records", content=b"{}")) for _ in range(3)]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert [task.result().status_code for task in done] == [503]
        page = await server.page((await server.make(seating=1, aids=True))["link"])
        assert (await page.ask({"type": "hint", "role": "amber"}))["type"] == "hint"
        served.set()
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [200, 200, 503]
        assert (await server.http.post("/api/records", content=b"{}")).status_code == 200


@in_loop
async def test_one_address_does_not_close_the_desk_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, at_the_desk_for_each=2) as server:
        served = asyncio.Event()
        owners: list[str] = []

        async def slowly(seconds: float, owner: str, *work: Any) -> bytes:
            owners.append(owner)
            await served.wait()
            return b"{}"

        monkeypatch.setattr(server.hub.desk, "run", slowly)
        asked = [asyncio.create_task(server.http.post("/api/records", content=b"{}")) for _ in range(10)]
        done, _ = await asyncio.wait(asked, timeout=1)
        assert [task.result().status_code for task in done] == [503] * 8
        elsewhere = httpx.ASGITransport(server.app, client=("198.51.100.99", 1))
        async with httpx.AsyncClient(transport=elsewhere, base_url="http://table.test") as other:
            asked.append(asyncio.create_task(other.post("/api/records", content=b"{}")))
            await asyncio.sleep(0.05)
            served.set()
            await asyncio.gather(*asked)
        assert asked[-1].result().status_code == 200
        assert owners == ["127.0.0.1", "127.0.0.1", "198.51.100.99"], "and each has a queue of its own"


@in_loop
async def test_a_body_that_does_not_come_is_given_up(tmp_path: Path) -> None:
    async def slowly() -> Any:
        yield b"{"
        await asyncio.sleep(60)

    async with serving(tmp_path, request_seconds=0.05) as server:
        answer = await server.http.post("/api/claim", content=slowly())
        assert answer.status_code == 408
