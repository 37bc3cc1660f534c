"""Two things at once: two hands on one seat, a pen that passes, a server that stops while a computer thinks."""

import asyncio
from pathlib import Path
from typing import Any

from feltherre.core.record import Acted
from feltherre.server.sqlite_store import SqliteStore
from server.tables import in_loop, serving
from server.test_table import bid


class Held(SqliteStore):
    """Writes only when it is let go."""

    def hold(self) -> None:
        self.let_go = asyncio.Event()
        self.reached = asyncio.Event()

    async def append(self, *args: Any) -> None:
        self.reached.set()
        await self.let_go.wait()
        await super().append(*args)


@in_loop
async def test_of_two_hands_on_one_seat_one_answers(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        first, second = pages["amber"], await server.page(made["link"])
        act = bid(first.position["asked"][0])
        told = await asyncio.gather(first.ask(act), second.ask(act))
        assert sorted(answer["type"] for answer in told) == ["done", "refused"]
        lines = next(iter(server.hub.rooms.values())).match.lines
        assert sum(isinstance(line, Acted) for line in lines) == 1


@in_loop
async def test_a_pen_that_passes_while_an_act_is_written_leaves_the_act_and_passes_after_it(tmp_path: Path) -> None:
    store = Held(tmp_path / "games.db")
    store.hold()
    async with serving(store) as server:
        made, pages = await server.pages(seating=1)
        first, second = pages["amber"], await server.page(made["link"])
        decision = first.position["asked"][0]
        acting = asyncio.create_task(first.ask(bid(decision, 1)))
        await store.reached.wait()
        second.send({"type": "pen"})
        late = asyncio.create_task(second.ask(bid(decision, 2)))
        await asyncio.sleep(0.05)
        assert not acting.done()
        assert not late.done()
        assert not second.position["pen"]
        store.let_go.set()
        assert (await acting)["type"] == "done"
        # with the pen he replaces the sealed answer, which is lawful
        assert (await late)["type"] == "done"
        assert second.position["pen"]
        acted = [line.action.oil for line in server.hub.rooms[made["match"]].match.lines if isinstance(line, Acted)]
        assert acted == [1, 2]


@in_loop
async def test_a_server_that_stops_while_a_computer_thinks_lets_it_answer_once_afterwards(tmp_path: Path) -> None:
    form = {"seating": 1, "computers": {"blue+coral": "random"}}
    async with serving(tmp_path, computer_pause=3600) as server:
        made = await server.make(**form)
        page = await server.page(made["link"])
        await asyncio.sleep(0.05)
        assert "answered" not in page.position["scene"]
    async with serving(tmp_path) as server:
        page = await server.page(made["link"])
        await page.until(lambda position: position["scene"].get("answered") == ["blue", "coral"])
        acted = [line.role for line in server.hub.rooms[made["match"]].match.lines if isinstance(line, Acted)]
        assert acted == ["blue", "coral"]


@in_loop
async def test_replacing_a_sealed_answer_takes_no_undo_away_from_others(tmp_path: Path) -> None:
    """An undo that goes away would tell that somebody has replaced his answer."""
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=0)
        amber, blue = pages["amber"], pages["blue"]
        await blue.ask(bid(blue.position["asked"][0], 1))
        await amber.ask(bid(amber.position["asked"][0], 1))
        before = amber.position["can_undo"]
        await blue.ask(bid(blue.position["asked"][0], 2))
        refused = await amber.ask({"type": "undo"})
        assert refused["reason"]["key"] == "core.illegal.nothing-to-undo"
        amber.send({"type": "pen"})
        await amber.next("position")
        assert amber.position["can_undo"] is before is False
