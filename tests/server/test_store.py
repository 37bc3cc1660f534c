"""The store: durable before confirmed, all or nothing, and nothing told if it fails."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltherre.core.errors import BadInput
from feltherre.server.sqlite_store import SqliteStore
from feltherre.server.store import DoneAct, Lost, StoredGame, StoredToken, open_store
from feltherre.server.tokens import INVITATION, LINK
from server.tables import Closed, in_loop, serving

GAME = StoredGame("g1", "lanterns", b"k" * 32, "today", b"{}", (b'{"kind":"header"}\n',))


def on_disk(directory: Path) -> list[tuple[Any, ...]]:
    """What another process finds in the file now."""
    db = sqlite3.connect(directory / "games.db")
    try:
        return db.execute("SELECT game_id, n, data FROM lines ORDER BY game_id, n").fetchall()
    finally:
        db.close()


@in_loop
async def test_what_is_confirmed_is_in_the_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    await store.create(GAME, [])
    assert on_disk(tmp_path) == [("g1", 0, b'{"kind":"header"}\n')]
    await store.append("g1", 1, [b"one\n", b"two\n"], DoneAct("amber", "a"))
    assert [row[2] for row in on_disk(tmp_path)[1:]] == [b"one\n", b"two\n"]
    loaded = await store.load("g1")
    assert loaded is not None
    assert loaded.lines == (*GAME.lines, b"one\n", b"two\n")
    assert loaded.acts == (("amber", "a", 1),)
    assert (loaded.dice_key, loaded.made, loaded.table) == (GAME.dice_key, "today", b"{}")
    assert await store.load("g2") is None
    await store.close()


@in_loop
async def test_it_writes_ahead_and_flushes_every_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    assert await store._do(lambda db: db.execute("PRAGMA journal_mode").fetchone()) == ("wal",)
    assert await store._do(lambda db: db.execute("PRAGMA synchronous").fetchone()) == (2,)  # FULL
    await store.close()


@in_loop
async def test_acts_that_come_together_are_committed_together(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    await store.create(GAME, [])
    commits: list[int] = []
    gate = asyncio.Event()

    def slow(db: sqlite3.Connection) -> None:
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

    loop = asyncio.get_running_loop()
    held = asyncio.create_task(store._do(slow))
    await asyncio.sleep(0.02)
    commit = store._commit

    def counted(batch: Sequence[Any]) -> None:
        commits.append(len(batch))
        commit(batch)

    store._commit = counted  # type: ignore[method-assign]
    waiting = [asyncio.create_task(store.append("g1", n, [b"line\n"])) for n in range(1, 40)]
    await asyncio.sleep(0.02)
    gate.set()
    await asyncio.gather(held, *waiting)
    assert commits == [39]
    assert len(on_disk(tmp_path)) == 40
    await store.close()


@in_loop
async def test_one_that_fails_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    await store.create(GAME, [])
    results = await asyncio.gather(
        store.append("g1", 1, [b"one\n"]),
        store.append("g1", 2, [b"two\n", b"three\n"]),
        store.append("g1", 3, [b"another three\n", b"four\n"]),
        store.append("g1", 4, [b"four\n"], DoneAct("amber", "a")),
        store.append("g1", 5, [b"five\n"], DoneAct("amber", "a")),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), type(None), Lost, type(None), Lost]
    assert [n for _, n, _ in on_disk(tmp_path)] == [0, 1, 2, 3, 4]
    await store.close()


@in_loop
async def test_a_claim_is_made_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    await store.create(
        GAME, [StoredToken(b"i" * 32, "g1", INVITATION, "blue"), StoredToken(b"l" * 32, "g1", LINK, "x")]
    )
    assert await store.claimed_seats("g1") == ("x",)
    assert await store.claim(b"l" * 32, b"m" * 32) is None
    assert await store.claim(b"?" * 32, b"m" * 32) is None
    link = await store.claim(b"i" * 32, b"m" * 32)
    assert link == StoredToken(b"m" * 32, "g1", LINK, "blue")
    assert await store.claim(b"i" * 32, b"n" * 32) is None
    assert await store.claim(b"i" * 32, b"m" * 32) == link
    assert sorted(await store.claimed_seats("g1")) == ["blue", "x"]
    await store.close()


@in_loop
async def test_a_game_goes_on_from_its_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    await store.create(GAME, [])
    await store.close()
    again = open_store(f"sqlite:///{tmp_path / 'games.db'}")
    summary = await again.summary("g1")
    assert summary is not None
    assert (summary.game, summary.finished) == ("lanterns", False)
    await again.append("g1", 1, [b'{"kind":"end"}\n'])
    summary = await again.summary("g1")
    assert summary is not None
    assert summary.finished
    assert await again.summary("g2") is None
    assert await again.alive()
    await again.close()


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database at all, but a long enough text")
    for url in (str(tmp_path / "text"), str(tmp_path), "postgresql://host/games", "sqlite:///", ""):
        with pytest.raises(BadInput):
            open_store(url)


@in_loop
async def test_a_file_is_one_servers_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = open_store(url)
    with pytest.raises(BadInput) as refused:
        open_store(url)
    assert refused.value.reason.key == "server.bad.database-in-use"
    await store.close()
    again = open_store(url)
    await again.close()


@in_loop
async def test_a_full_disk_is_told_as_such(tmp_path: Path) -> None:
    """Pages are rationed, as a full disk would."""
    store = SqliteStore(tmp_path / "games.db")
    async with serving(store) as server:
        await server.make()
        assert (await server.http.get("/healthz")).status_code == 200
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(20):
            answer = await server.http.post("/api/matches", json={"game": "lanterns", "seating": 0, "seat": "amber"})
            if answer.status_code != 201:
                break
        assert (answer.status_code, answer.json()["error"]["key"]) == (503, "server.error.store")


@in_loop
async def test_health_asks_for_a_write(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    async with serving(store) as server:
        store._db.execute("PRAGMA query_only = ON")
        answer = await server.http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"ok": False})


def kind(frame: bytes) -> Any:
    return msgspec.json.decode(frame)["type"]


class Failing(SqliteStore):
    """A disk that is full from some moment on; `late`: it complains after it has written."""

    full = False
    late = False

    async def append(self, *args: Any) -> None:
        if self.full and not self.late:
            raise sqlite3.OperationalError("database or disk is full")
        await super().append(*args)
        if self.full:
            raise sqlite3.OperationalError("disk I/O error")


@in_loop
@pytest.mark.parametrize("late", [False, True])
async def test_if_the_store_fails_nothing_is_told_and_the_game_is_read_anew(tmp_path: Path, late: bool) -> None:
    store = Failing(tmp_path / "games.db")
    async with serving(store) as server:
        made, pages = await server.pages(seating=1)
        amber, other = pages["amber"], pages["blue+coral"]
        before, frames = amber.position, (len(amber.frames), len(other.frames))
        decision = before["asked"][0]
        act = {"type": "act", "role": "amber", "decision": decision["id"], "action": {"kind": "bid", "oil": 1}}
        store.full, store.late = True, late
        amber.send({**act, "id": "once"})
        with pytest.raises(Closed) as closed:
            await amber.next("never")
        assert closed.value.code == 4000
        with pytest.raises(Closed):
            await other.next("never")
        for page, seen in ((amber, frames[0]), (other, frames[1])):
            assert {kind(frame) for frame in page.frames[seen:]} <= {"closed", "refused"}
        store.full = False
        back = await server.page(made["link"])
        assert back.position["scene"].get("answered", []) == (["amber"] if late else [])
        assert (await back.ask({**act, "id": "once"}))["type"] == "done"
        assert back.position["scene"]["answered"] == ["amber"]
        room = next(iter(server.hub.rooms.values()))
        assert sum(getattr(line, "id", "") == "once" for line in room.match.lines) == 1


@in_loop
async def test_nobody_hears_of_an_act_before_it_is_durable(tmp_path: Path) -> None:
    class Slow(SqliteStore):
        gate = asyncio.Event()

        async def append(self, *args: Any) -> None:
            await self.gate.wait()
            await super().append(*args)

    store = Slow(tmp_path / "games.db")
    async with serving(store) as server:
        made, pages = await server.pages(seating=1)
        amber, other = pages["amber"], pages["blue+coral"]
        frames = [len(page.frames) for page in (amber, other)]
        decision = amber.position["asked"][0]
        act = {"type": "act", "role": "amber", "decision": decision["id"], "action": {"kind": "bid", "oil": 1}}
        amber.send({**act, "id": "x"})
        room = next(iter(server.hub.rooms.values()))
        while not room.lock.locked():
            await asyncio.sleep(0)
        # neither questions nor somebody who comes in may see it
        other.send({"type": "choices", "id": "y", "decision": other.position["asked"][0]["id"]})
        coming = asyncio.create_task(server.page(made["link"]))
        await asyncio.sleep(0.05)
        for page in (amber, other):
            await page.settled()
        assert [len(page.frames) for page in (amber, other)] == frames
        assert not coming.done()
        assert len(on_disk(tmp_path)) == room.match.next_line - 1
        store.gate.set()
        await amber.next("done")
        assert (await coming).position["scene"]["answered"] == ["amber"]


def damage(file: Path, game_id: str, line: bytes, page: bool) -> None:
    """Overwrite a line of a game, or the head of the page on which it stands. SQLite writes the columns of a row one
    after the other, and a 1 takes no room."""
    data = bytearray(file.read_bytes())
    at = data.index(game_id.encode() + line[:20]) + len(game_id)
    if page:
        at = at // 4096 * 4096
    data[at : at + 16] = b"\xff" * 16
    file.write_bytes(data)


@in_loop
@pytest.mark.parametrize("page", [True, False], ids=["page", "line"])
async def test_a_damaged_game_is_told_as_such_and_the_others_go_on(
    tmp_path: Path, page: bool, caplog: pytest.LogCaptureFixture
) -> None:
    form = {"game": "lanterns", "seating": 0, "seat": "amber"}
    async with serving(tmp_path) as server:
        made = [(await server.http.post("/api/matches", json=form)).json() for _ in range(30)]
    (line,) = (line for game, n, line in on_disk(tmp_path) if (game, n) == (made[0]["match"], 1))
    damage(tmp_path / "games.db", made[0]["match"], line, page)
    async with serving(tmp_path) as server:
        with pytest.raises(Closed) as closed:
            await server.page(made[0]["link"])
        assert closed.value.code == 4006
        answer = await server.http.post("/api/log", json={"token": made[0]["link"]["token"]})
        assert (answer.status_code, answer.json()["error"]["key"]) == (503, "server.error.damaged")
        assert f"game {made[0]['match']} is damaged" in caplog.text
        # those that stand on other pages are listed, opened and played
        mine = await server.http.post("/api/mine", json={"tokens": [one["link"]["token"] for one in made]})
        assert mine.status_code == 200
        assert made[-1]["match"] in [one["match"] for one in mine.json()]
        last = await server.page(made[-1]["link"])
        decision = last.position["asked"][0]["id"]
        act = {"type": "act", "role": "amber", "decision": decision, "action": {"kind": "bid", "oil": 1}}
        assert (await last.ask(act))["type"] == "done"
        assert (await server.http.post("/api/matches", json=form)).status_code == 201
        assert (await server.http.get("/healthz")).status_code == 200
