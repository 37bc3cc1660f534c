"""How long games are kept, how much may be stored of each, and copies of all of them."""

import sqlite3
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from feltherre.cli.backup import copied
from feltherre.core.errors import BadInput
from feltherre.server import acts, keeping, sqlite_store
from server.tables import Closed, in_loop, serving

FORM = {"game": "lanterns", "seating": 0, "seat": "amber"}


def days_ago(days: int) -> str:
    return (date.fromisoformat(keeping.today()) - timedelta(days)).isoformat()


async def touched(store: sqlite_store.SqliteStore, game_id: str, day: str) -> None:
    await store._do(lambda db: db.execute("UPDATE games SET touched = ? WHERE id = ?", (day, game_id)))


def left_of(directory: Path, game_id: str) -> set[str]:
    """The tables in which something of a game still stands."""
    db = sqlite3.connect(directory / "games.db")
    try:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        column = {name: "id" if name == "games" else "game_id" for name in tables}
        found = f"SELECT 1 FROM {{}} WHERE {{}} = '{game_id}'"
        return {name for name in tables if db.execute(found.format(name, column[name])).fetchone()}
    finally:
        db.close()


def test_a_game_is_deleted_the_day_after_its_last_kept_one() -> None:
    assert keeping.deleted_on("2027-02-27", 1) == "2027-03-01"
    assert keeping.deleted_on("2027-02-27", 0) == ""
    # on the day before it is still kept, on the day itself no more
    assert not days_ago(30) < keeping.last_kept(30)
    assert days_ago(31) < keeping.last_kept(30)
    assert keeping.deleted_on(days_ago(31), 30) == keeping.today()


@in_loop
async def test_games_in_which_nothing_happens_are_deleted_with_all_that_belongs_to_them(tmp_path: Path) -> None:
    store = sqlite_store.SqliteStore(tmp_path / "games.db")
    async with serving(store, keep_days=30) as server:
        made = [(await server.http.post("/api/matches", json=FORM)).json() for _ in range(3)]
        old, open_now, young = (one["match"] for one in made)
        for game in (old, open_now):
            await touched(store, game, days_ago(31))
        await touched(store, young, days_ago(30))
        await server.page(made[1]["link"])
        assert await server.hub.delete_old() == (old,)
        assert left_of(tmp_path, old) == set()
        assert left_of(tmp_path, young) >= {"games", "lines", "tokens"}
        with pytest.raises(Closed) as closed:
            await server.page(made[0]["link"])
        assert closed.value.code == 4001
        assert await server.hub.delete_old() == ()


@in_loop
async def test_who_opens_a_game_is_told_when_it_will_be_deleted(tmp_path: Path) -> None:
    store = sqlite_store.SqliteStore(tmp_path / "games.db")
    async with serving(store, keep_days=30) as server:
        made = (await server.http.post("/api/matches", json=FORM)).json()
        await touched(store, made["match"], days_ago(10))
        page = await server.page(made["link"])
        assert page.welcome["deleted_on"] == days_ago(-21)
        mine = await server.http.post("/api/mine", json={"tokens": [made["link"]["token"]]})
        assert mine.json()[0]["deleted_on"] == days_ago(-21)
        # opening it changes nothing, playing does
        decision = page.position["asked"][0]["id"]
        act = {"type": "act", "role": "amber", "decision": decision, "action": {"kind": "bid", "oil": 1}}
        assert (await page.ask(act))["type"] == "done"
        assert (await server.page(made["link"])).welcome["deleted_on"] == days_ago(-31)
        summary = await store.summary(made["match"])
        assert summary is not None
        assert summary.touched == keeping.today()


@in_loop
async def test_without_a_time_games_are_kept_for_ever(tmp_path: Path) -> None:
    store = sqlite_store.SqliteStore(tmp_path / "games.db")
    async with serving(store) as server:
        made = (await server.http.post("/api/matches", json=FORM)).json()
        await touched(store, made["match"], "1999-01-01")
        assert await server.hub.delete_old() == ()
        assert (await server.page(made["link"])).welcome["deleted_on"] == ""


@in_loop
async def test_the_time_of_games_in_an_old_file_begins_when_it_is_first_opened(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "games.db")
    for number, statements in enumerate(sqlite_store.VERSIONS[:3], 1):
        db.executescript(f"{statements} PRAGMA user_version = {number};")
    db.execute("INSERT INTO games VALUES ('g1', 'lanterns', x'00', '1999-01-01', x'')")
    db.commit()
    db.close()
    store = sqlite_store.SqliteStore(tmp_path / "games.db")
    game = await store.load("g1")
    assert game is not None
    assert game.touched == keeping.today()
    await store.close()


# how much may be stored of one game


@in_loop
@pytest.mark.parametrize(
    ("unless", "answer"),
    [
        (["x" * acts.MOST_WORD] * acts.MOST_UNLESS, "done"),
        (["x"] * (acts.MOST_UNLESS + 1), "refused"),
        (["x" * (acts.MOST_WORD + 1)], "refused"),
    ],
)
async def test_a_standing_instruction_is_short(tmp_path: Path, unless: list[str], answer: str) -> None:
    async with serving(tmp_path) as server:
        made = (await server.http.post("/api/matches", json=FORM)).json()
        page = await server.page(made["link"])
        act = {"act": "standing", "role": "amber", "mode": "pass", "unless": unless}
        told = await page.ask({"type": "seat", "act": act})
        assert told["type"] == answer
        if answer == "refused":
            assert told["reason"]["key"] == "server.illegal.standing"


@in_loop
async def test_a_record_grows_no_further_than_it_may(tmp_path: Path) -> None:
    async with serving(tmp_path, bytes_per_match=8_000) as server:
        made = (await server.http.post("/api/matches", json=FORM)).json()
        page = await server.page(made["link"])
        standing: dict[str, Any] = {"act": "standing", "role": "amber", "mode": "pass", "unless": ["x" * 60] * 20}
        answers = [(await page.ask({"type": "seat", "act": standing})) for _ in range(12)]
        kinds = [told["type"] for told in answers]
        assert kinds[0] == "done"
        assert kinds[-1] == "refused"
        assert answers[-1]["reason"]["key"] == "server.illegal.too-long"
        room = next(iter(server.hub.rooms.values()))
        stored = await server.hub.store.load(made["match"])
        assert stored is not None
        assert room.written == sum(map(len, stored.lines)) < 8_000 + 2_000


@in_loop
async def test_names_and_talk_are_short_and_obey_no_terminal(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = (await server.http.post("/api/matches", json=FORM)).json()
        page = await server.page(made["link"], name="An\x1b[2Jna\u202e")
        (seat,) = (seat for seat in page.position["seats"] if seat["name"] == "amber")
        assert seat["names"] == ["An\ufffd[2Jna\ufffd"]
        page.send({"type": "say", "text": "hello\u202e\x07"})
        assert (await page.next("said"))["text"] == "hello\ufffd\ufffd"
        page.send({"type": "say", "text": "x" * 501})
        assert (await page.next("said", "refused"))["type"] == "refused"
        with pytest.raises(Closed):
            await server.page(made["link"], name="x" * 41)


# copies


@in_loop
async def test_the_games_are_copied_while_the_server_runs(tmp_path: Path) -> None:
    store = sqlite_store.SqliteStore(tmp_path / "games.db")
    async with serving(store) as server:
        made = (await server.http.post("/api/matches", json=FORM)).json()
        assert copied(tmp_path / "games.db", tmp_path / "copy.db") == 1
        await server.http.post("/api/matches", json=FORM)
        with pytest.raises(BadInput):  # it never writes over anything
            copied(tmp_path / "games.db", tmp_path / "copy.db")
        assert copied(tmp_path / "games.db", tmp_path / "later.db") == 2
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    (tmp_path / "restored").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "restored" / "games.db")
    async with serving(tmp_path / "restored") as again:
        assert (await again.page(made["link"])).position["asked"]


def test_what_cannot_be_copied_is_told(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database at all, but a long enough text")
    backup = [sys.executable, "-m", "feltherre.cli.main", "backup"]
    for source in ("text.db", "missing.db"):
        words = [*backup, str(tmp_path / "copy.db"), "--database", str(tmp_path / source)]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=60)
        assert ran.returncode == 2
        assert ran.stderr.strip()
        assert "Traceback" not in ran.stderr
        assert not (tmp_path / "copy.db").exists()
