"""The acts of a heavy game are carried out in another process: nobody else waits for them, they come in order, and a
process that dies in the middle loses nothing. The processes are stopped and killed for it."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from feltherre.core import match, record, registry, replay
from feltherre.server.room import Room
from feltherre.server.workers import ProcessWorkers, WorkerDied
from server.tables import Page, Server, in_loop, open_decisions, play, serving
from server.test_table import bid, bid_all, in_turn
from tinygame.game import Lanterns


@pytest.fixture
def heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lanterns, "heavy", True)


def room_of(server: Server, made: dict[str, Any]) -> Room:
    return server.hub.rooms[made["match"]]


def process_for(server: Server, room: Room) -> int:
    """The process that will carry out the room's next act: the one that has done so last."""
    assert isinstance(server.hub.acts, ProcessWorkers)
    worker = server.hub.acts._owners[room.id].worker
    assert worker is not None
    assert worker._process is not None
    assert worker._process.pid is not None
    return worker._process.pid


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """While this lasts, the process does nothing."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


async def in_work(server: Server, room: Room) -> None:
    """Wait until the room's act has been handed over."""
    assert isinstance(server.hub.acts, ProcessWorkers)
    while not server.hub.acts._owners[room.id].running:
        await asyncio.sleep(0)


async def stored(server: Server, room: Room) -> bytes:
    game = await server.hub.store.load(room.id)
    assert game is not None
    return b"".join(game.lines)


async def one_bid(page: Page) -> None:
    """The first act of a room, so that it has a process."""
    assert (await page.ask(bid(page.position["asked"][0])))["type"] == "done"


@in_loop
async def test_others_are_answered_from_the_state_before_while_an_act_is_in_work(tmp_path: Path, heavy: None) -> None:
    async with serving(tmp_path, workers=2) as server:
        made, pages = await server.pages(seating=1)
        other_made, others = await server.pages(seating=1)
        amber, blue, room = pages["amber"], pages["blue+coral"], room_of(server, made)
        # a note that advice was used would have to wait for the act; against computers none is made
        room.match.setup = replace(room.match.setup, aids=UNSET)
        await one_bid(blue)
        lines = room.match.next_line
        with stopped(process_for(server, room)):
            amber.send({**bid(amber.position["asked"][0], 1), "id": "mine"})
            await in_work(server, room)
            # in the same room: a question, a hint, talk, somebody who comes in
            decision = next(one for one in blue.position["asked"] if one["role"] == "coral")
            asked = await blue.ask({"type": "choices", "decision": decision["id"]})
            assert asked["choices"] == decision["choices"]
            assert (await blue.ask({"type": "hint", "role": "coral", "player": "random"}))["type"] == "hint"
            blue.send({"type": "say", "text": "Take your time."})
            assert (await amber.next("said"))["text"] == "Take your time."
            newcomer = await server.page(made["link"])
            assert newcomer.position["scene"]["answered"] == ["blue"]
            # in another room: an act, from beginning to end
            await bid_all(others, amber=2)
            assert (await in_turn(others["amber"], "rest"))["type"] == "done"
            # and the act itself has been told to nobody
            assert room.match.next_line == lines
            assert len(record.read_lines(await stored(server, room))) == lines
        assert (await amber.next("done", "refused"))["type"] == "done"
        for page in (amber, blue, newcomer):
            assert (await page.settled())["scene"]["answered"] == ["amber", "blue"]
        assert other_made["match"] != made["match"]


@in_loop
async def test_no_act_is_carried_out_in_the_servers_own_process(
    tmp_path: Path, heavy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is what everybody sees found out there, or in another question than the act itself."""

    def not_here(*args: Any) -> None:
        raise AssertionError("it was to be done elsewhere")

    async with serving(tmp_path, workers=2) as server:
        made, pages = await server.pages(seating=1)
        assert isinstance(server.hub.acts, ProcessWorkers)
        asked: list[str] = []
        run = server.hub.acts.run

        async def noting(seconds: float, owner: str, work: Callable[..., Any], *args: Any) -> Any:
            asked.append(work.__name__)
            return await run(seconds, owner, work, *args)

        monkeypatch.setattr(server.hub.acts, "run", noting)
        monkeypatch.setattr("feltherre.core.hands._do", not_here)
        monkeypatch.setattr("feltherre.server.telling.sight_of", not_here)
        await bid_all(pages, amber=2)
        assert (await in_turn(pages["amber"], "rest"))["type"] == "done"
        assert asked == ["carry_out"] * 4
        assert sum(isinstance(line, record.Acted) for line in room_of(server, made).match.lines) == 4


@in_loop
async def test_a_process_that_is_killed_in_the_act_loses_nothing(tmp_path: Path, heavy: None) -> None:
    async with serving(tmp_path, workers=2) as server:
        made, pages = await server.pages(seating=1)
        amber, room = pages["amber"], room_of(server, made)
        await bid_all(pages, amber=2)
        lines, told = room.match.next_line, len(amber.frames)
        process = process_for(server, room)
        os.kill(process, signal.SIGSTOP)
        (decision,) = amber.position["asked"]
        act = {"type": "act", "role": "amber", "decision": decision["id"], "text": "rest", "id": "mine"}
        amber.send(act)
        await in_work(server, room)
        assert len(amber.frames) == told
        os.kill(process, signal.SIGKILL)
        assert (await amber.next("done", "refused"))["type"] == "done"
        assert process_for(server, room) != process
        assert [line.id for line in room.match.lines[lines:] if isinstance(line, record.Acted)] == ["mine"]
        assert (await amber.ask(act))["type"] == "done"
        assert room.match.next_line == lines + 1
        replay.resume(record.read_lines(await stored(server, room)), room.match.key)


@in_loop
async def test_an_act_that_no_process_survives_is_refused_and_nothing_has_changed(
    tmp_path: Path, heavy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*args: Any) -> Any:
        raise WorkerDied

    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        amber, room = pages["amber"], room_of(server, made)
        act = {**bid(amber.position["asked"][0], 1), "id": "mine"}
        before = await stored(server, room), room.match.state, room.match.data()
        with monkeypatch.context() as patched:
            patched.setattr(server.hub.acts, "run", dies)
            assert (await amber.ask(act))["reason"]["key"] == "server.error.internal"
        assert (await stored(server, room), room.match.state, room.match.data()) == before
        assert (await amber.ask(act))["type"] == "done"


@in_loop
async def test_changes_of_a_room_come_in_the_order_in_which_they_were_asked_for(tmp_path: Path, heavy: None) -> None:
    async with serving(tmp_path, workers=2) as server:
        made, pages = await server.pages(seating=1)
        await bid_all(pages, amber=2)
        amber, other, room = pages["amber"], pages["blue+coral"], room_of(server, made)
        first = room.match.next_line
        with stopped(process_for(server, room)):
            (decision,) = amber.position["asked"]
            amber.send({"type": "act", "id": "1", "role": "amber", "decision": decision["id"], "text": "rest"})
            await in_work(server, room)
            amber.send({"type": "undo", "id": "2"})
            other.send({"type": "seat", "id": "3", "act": {"act": "hand-over", "to": ""}})
            await other.settled()
            assert room.match.next_line == first
        assert [(await amber.next("done"))["id"] for _ in range(2)] == ["1", "2"]
        made_lines = [type(line) for line in room.match.lines[first:]]
        assert made_lines == [record.Acted, record.SeatAct, record.Undone], "amber's page reads on when its act is done"


@in_loop
async def test_a_server_that_stops_while_an_act_is_in_work_finds_the_game_as_it_was(
    tmp_path: Path, heavy: None
) -> None:
    async with serving(tmp_path, workers=2) as server:
        made, pages = await server.pages(seating=1)
        amber, room = pages["amber"], room_of(server, made)
        await one_bid(pages["blue+coral"])
        before = await stored(server, room)
        os.kill(process_for(server, room), signal.SIGSTOP)
        act = {**bid(amber.position["asked"][0], 1), "id": "mine"}
        amber.send(act)
        await in_work(server, room)
        server.hub.keep_house()
        assert room_of(server, made) is room, "it is not dropped in the middle"
    async with serving(tmp_path) as server:
        back = await server.page(made["link"])
        room = room_of(server, made)
        assert await stored(server, room) == before
        assert (await back.ask({**act, "decision": back.position["asked"][0]["id"]}))["type"] == "done"


async def same_as_made_here(server: Server, room: Room) -> None:
    """The record is, to the byte, the one that the same acts make in this process."""
    data = await stored(server, room)
    header, *lines = record.read_lines(data)
    assert isinstance(header, record.Header)
    game = registry.get_game(header.game)
    again = match.Match(game, header.setup, key=room.match.key, contributions=header.contributions, made=header.made)
    for line in lines:
        if again.next_line == line.n:
            replay.do_again(again, line)
    assert again.data() == data


@in_loop
async def test_a_record_made_so_is_the_one_that_would_be_made_here(tmp_path: Path, heavy: None) -> None:
    """A whole game with all that can happen in it: dice, the gate, an edit, an undo, computers, snapshots, the end."""
    async with serving(tmp_path) as server:
        form: dict[str, Any] = {"options": {"rounds": "6"}, "umpire": True, "computers": {"coral": "random"}}
        made, pages = await server.pages(seating=0, **form)
        umpire = await server.page(made["umpire"])
        edits = ({"edit": "hold-gate", "on": True}, {"edit": "set-oil", "role": "blue", "oil": 9})
        for edit in edits:
            assert (await umpire.ask({"type": "override", "edit": edit, "reason": "to see"}))["type"] == "done"
        rng, undone = Random(3), 0
        while not umpire.position["over"]:
            await play({**pages, "umpire": umpire}, rng, 3)
            for page in pages.values():
                if undone < 3 and page.position["can_undo"]:
                    undone += (await page.ask({"type": "undo"}))["type"] == "done"
            await asyncio.sleep(0.001)  # a computer may be thinking
            for page in (*pages.values(), umpire):
                await page.settled()
        assert undone
        await same_as_made_here(server, room_of(server, made))


@in_loop
async def test_a_battle_is_fought_elsewhere_as_it_would_be_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(game="civilwar", seating=0)
        room = room_of(server, made)
        assert room.elsewhere is not None
        for _ in range(6):
            page = next(page for page in pages.values() if open_decisions(page))
            await answer_at_random(room, page)
            for one in pages.values():
                await one.settled()
        await same_as_made_here(server, room)


async def answer_at_random(room: Room, page: Page) -> None:
    decision = open_decisions(page)[0]
    space = next(one.space for one in room.match.decisions() if one.id == decision["id"])
    text = room.match.game.notation.write(space.sample(Random(1)))
    act = {"type": "act", "role": decision["role"], "decision": decision["id"], "text": text}
    assert (await page.ask(act))["type"] == "done"
