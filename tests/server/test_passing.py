"""A pass by a standing instruction tells nothing of the hand: what is scheduled, what others are sent, and when.

Nothing here waits: time is what `HandWatch` says, and pauses are drawn from a seed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltherre.core.dice import KeyedStream
from feltherre.core.record import Acted
from feltherre.server.passing import BLURRED, REMEMBERED, Pauses
from server.tables import HandWatch, Page, Server, in_loop, serving
from server.test_computers import the_room
from server.test_table import bid_all, in_turn
from tinygame.play import hold

EMPTY, FULL = ("spark", "spark"), ("gust", "spark")
NOTHING = {"act": "standing", "role": "blue", "mode": "pass-if-nothing", "unless": []}
UNLESS = {"act": "standing", "role": "blue", "mode": "pass", "unless": ["gust"]}
#: Blue lets it be
PASS = "let be"
USUAL = (3.1, 1.7, 4.6, 2.3)


class Table:
    """Amber lights a lantern, and Blue, who has left an instruction, may answer with a gust."""

    def __init__(self, server: Server, pages: dict[str, Page], watch: HandWatch) -> None:
        self.server, self.pages, self.watch = server, pages, watch

    @property
    def alarms(self) -> list[float]:
        return [ring.due - self.watch.time for ring in self.watch.waiting()]

    @property
    def blue(self) -> Page:
        return self.pages["blue"]

    async def settle(self) -> None:
        for _ in range(30):
            await asyncio.sleep(0)
        passing = [driver.passing for driver in self.server.hub._drivers.values()]
        while giving := [task for one in passing for task in one._giving]:
            await asyncio.gather(*giving)
        for page in self.pages.values():
            await page.settled()

    async def after(self, seconds: float) -> None:
        self.watch.advance(seconds)
        await self.settle()

    def passes(self) -> list[bool]:
        """Of Blue's answers in windows: whether they were given for it."""
        lines = the_room(self.server).match.lines
        return [
            line.auto for line in lines if isinstance(line, Acted) and line.action.__struct_config__.tag == "let-be"
        ]

    def seen_by_the_others(self) -> list[list[bytes]]:
        return [self.pages[name].frames for name in ("amber", "coral")]


@asynccontextmanager
async def window(
    tmp_path: Path, hand: tuple[str, ...], standing: dict[str, Any] | None = NOTHING, *, away: bool = False
) -> AsyncIterator[Table]:
    watch = HandWatch()
    folder = tmp_path / "-".join(hand)
    folder.mkdir()
    async with serving(folder, watch=watch, pass_pauses=USUAL, longest_pause=30) as server:
        _, pages = await server.pages(seating=0, options={"rounds": "6"})
        table = Table(server, pages, watch)
        room = the_room(server)
        server.hub._drivers[room.id].passing.pauses = Pauses(USUAL, 30, Random(7))
        room.match.stream = KeyedStream(b"the same dice for every hand".ljust(32))
        for role in ("amber", "blue", "coral"):
            hold(room.match, role)
        hold(room.match, "blue", *hand)
        hold(room.match, "amber", "hush", "hush", "hush")
        if standing is not None:
            assert (await table.blue.ask({"type": "seat", "act": standing}))["type"] == "done"
        await bid_all(pages)
        if away:
            await pages.pop("blue").gone()
        assert (await in_turn(pages["amber"], "light gate"))["type"] == "done"
        await table.settle()
        yield table


@pytest.mark.parametrize("standing", [NOTHING, UNLESS])
@in_loop
async def test_the_same_is_scheduled_and_sent_whatever_the_hand(tmp_path: Path, standing: dict[str, Any]) -> None:
    async with window(tmp_path, EMPTY, standing) as empty, window(tmp_path, FULL, standing) as full:
        assert empty.alarms == full.alarms
        (pause,) = empty.alarms
        await empty.after(pause)
        await full.after(pause)
        assert empty.passes() == [True]
        assert full.passes() == []
        assert (await in_turn(full.blue, PASS))["type"] == "done"
        await full.settle()
        assert [len(frames) for frames in empty.seen_by_the_others()] == [
            len(frames) for frames in full.seen_by_the_others()
        ]
        for page, other in zip(empty.pages.values(), full.pages.values(), strict=True):
            if page is not empty.blue:
                assert {**page.position, "scene": None} == {**other.position, "scene": None}


@in_loop
async def test_a_pass_for_somebody_who_is_away_waits_for_him_whatever_the_hand(tmp_path: Path) -> None:
    async with window(tmp_path, EMPTY, away=True) as empty, window(tmp_path, FULL, away=True) as full:
        assert empty.alarms == full.alarms == []
        await empty.after(3600)
        assert empty.passes() == []


@in_loop
async def test_who_passes_whatever_he_holds_need_not_be_there(tmp_path: Path) -> None:
    always = {**NOTHING, "mode": "pass"}
    async with window(tmp_path, FULL, always, away=True) as table:
        await table.after(60)
        assert table.passes() == [True]


@in_loop
async def test_an_offer_to_end_the_game_falls_with_every_pass(tmp_path: Path) -> None:
    """Otherwise the offer that stays would tell that nobody has passed himself."""
    async with window(tmp_path, EMPTY) as empty, window(tmp_path, FULL) as full:
        for table in (empty, full):
            assert (await table.pages["amber"].ask({"type": "end"}))["type"] == "done"
        await empty.after(60)
        await in_turn(full.blue, PASS)
        await full.settle()
        for table in (empty, full):
            assert table.pages["coral"].position["ending"] == []


@in_loop
async def test_an_instruction_that_is_changed_in_the_window_gets_a_pause_of_its_own(tmp_path: Path) -> None:
    async with window(tmp_path, EMPTY, None) as table:
        await table.after(60)
        assert table.passes() == []
        assert (await table.blue.ask({"type": "seat", "act": NOTHING}))["type"] == "done"
        await table.settle()
        (pause,) = table.alarms
        assert pause > 0
        await table.after(pause)
        assert table.passes() == [True]


@in_loop
async def test_how_long_a_seat_takes_itself_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[tuple[str, float]] = []
    monkeypatch.setattr(Pauses, "note", lambda _, seat, seconds: noted.append((seat, seconds)))
    async with window(tmp_path, FULL, None) as table:
        await table.after(11)
        await in_turn(table.blue, PASS)
        await table.settle()
    async with window(tmp_path, EMPTY) as table:
        await table.after(60)
        assert table.passes() == [True]
    assert noted == [("blue", 11)], "what was done for it does not count"


def test_pauses_are_those_that_the_seat_itself_has_taken() -> None:
    rng = Random(3)
    pauses = Pauses(USUAL, 30, rng)
    drawn = {pauses.draw("blue") for _ in range(400)}
    assert len(drawn) > 390, "no two are the same"
    assert all(any(BLURRED <= one / usual <= 1 / BLURRED for usual in USUAL) for one in drawn)
    for _ in range(REMEMBERED):
        pauses.note("blue", 20.0)
    assert all(20 * BLURRED <= pauses.draw("blue") <= 20 / BLURRED for _ in range(50))
    assert max(pauses.draw("coral") for _ in range(50)) < 20 * BLURRED, "others have their own"
    for _ in range(REMEMBERED):
        pauses.note("blue", 3600.0)
    assert all(pauses.draw("blue") <= 30 / BLURRED for _ in range(50))
