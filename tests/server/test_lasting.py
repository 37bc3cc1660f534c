"""What lasts when the server stops: talk, offers, and files of earlier software."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from feltherre.core import errors, pace, record
from feltherre.server.sqlite_store import VERSIONS, SqliteStore
from feltherre.server.store import TALK_KEPT, StoredTalk, open_store
from server.tables import Page, in_loop, play, serving
from server.test_store import GAME
from server.test_table import bid


async def talk_heard(page: Page) -> list[str]:
    """The texts that have been said to this page, once it has its position."""
    await page.settled()
    return [said["text"] for said in map(page.told_of, page.frames) if said["type"] == "said"]


@in_loop
async def test_talk_and_offers_to_end_are_there_after_the_server_has_stopped(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        for number in range(TALK_KEPT + 3):
            pages["amber"].send({"type": "say", "text": f"line {number}"})
        assert (await pages["amber"].ask({"type": "end", "id": "offer"}))["type"] == "done"
    async with serving(tmp_path) as server:
        back = await server.page(made["link"])
        assert await talk_heard(back) == [f"line {number}" for number in range(3, TALK_KEPT + 3)]
        assert back.position["ending"] == ["amber"]
        # a resend from before changes nothing any more
        assert (await back.ask({"type": "end", "agree": False}))["type"] == "done"
        assert (await back.ask({"type": "end", "id": "offer"}))["type"] == "done"
        assert back.position["ending"] == []
    async with serving(tmp_path) as server:
        assert (await server.page(made["link"])).position["ending"] == []


@in_loop
async def test_an_asked_takeback_is_there_after_the_server_has_stopped(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        amber = pages["amber"]
        start = amber.position["line"]
        assert (await amber.ask(bid(amber.position["asked"][0])))["type"] == "done"
        ask = {"type": "seat", "act": {"act": "ask-takeback", "to": start}}
        assert (await amber.ask(ask))["type"] == "done"
    async with serving(tmp_path) as server:
        assert (await server.page(made["link"])).position["takeback"] == [["amber", start, []]]


@in_loop
async def test_an_offer_to_end_lasts_until_people_change_how_the_game_stands(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=0)
        amber, blue = pages["amber"], pages["blue"]
        assert (await blue.ask(bid(blue.position["asked"][0], 1)))["type"] == "done"
        await amber.ask({"type": "end"})
        # blue replaces a sealed answer: of that nobody may know, so the offer stands
        assert (await blue.ask(bid(blue.position["asked"][0], 2)))["type"] == "done"
        assert blue.position["ending"] == ["amber"]
        assert (await blue.ask({"type": "seat", "act": {"act": "hand-over", "to": "random"}}))["type"] == "done"
        assert blue.position["ending"] == []
        refused = await blue.ask({"type": "end"})
        assert refused["reason"]["key"] == "server.illegal.computer-plays"
        await amber.ask({"type": "end"})
        await amber.ask(bid(amber.position["asked"][0]))
        assert amber.position["ending"] == []


@in_loop
async def test_a_file_of_earlier_software_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    db = sqlite3.connect(file)
    db.executescript(VERSIONS[0])
    db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (GAME.id, GAME.game, GAME.dice_key, GAME.made, GAME.table))
    db.execute("INSERT INTO lines VALUES (?, 0, ?)", (GAME.id, GAME.lines[0]))
    db.commit()
    db.close()
    for _ in range(2):
        store = SqliteStore(file)
        await store.say(GAME.id, StoredTalk("amber", "Ada", "hello"))
        loaded = await store.load(GAME.id)
        await store.close()
    assert loaded is not None
    assert loaded.lines == GAME.lines
    assert loaded.talk == (StoredTalk("amber", "Ada", "hello"),) * 2


def test_a_file_of_later_software_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    db = sqlite3.connect(file)
    db.execute(f"PRAGMA user_version = {len(VERSIONS) + 1}")
    db.close()
    with pytest.raises(errors.BadInput) as refused:
        open_store(str(file))
    assert refused.value.reason.key == "server.bad.database-file"
    db = sqlite3.connect(file)
    assert db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    db.close()


@in_loop
async def test_a_snapshot_is_written_when_it_is_due_and_not_every_turn(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1, options={"rounds": "6"})
        await play(pages, Random(6), 1000)
        match = next(iter(server.hub.rooms.values())).match
        assert match.over
        turns = match.game.turns(match.state)
        snapshots = [line for line in match.lines if isinstance(line, record.Snapshot)]
        assert turns >= 5
        assert len(snapshots) <= 2 + turns // pace.SNAPSHOT_EVERY
