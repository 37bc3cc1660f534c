"""Correspondence: so many days for each answer. Nothing here waits: the day is what `HandWatch` says."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltherre.core import replay
from feltherre.core.clock import ClockEvent, Paused
from feltherre.core.record import Clocked
from feltherre.server.pace import DAY, Pace, StoredPace
from server.tables import HandWatch, Page, in_loop, serving
from server.test_clocks import PAUSE, RESUME, done, refused, room_of
from server.test_table import bid

TAKE_OVER = {"type": "take-over", "seat": "blue+coral", "player": "random"}


def until(page: Page, seat: str) -> float:
    """Until when a seat has time, in seconds, as the page was last told; 0: it is not asked."""
    (found,) = [held for held in page.position["seats"] if held["name"] == seat]
    return float(found["until"]) / 1000


async def seen(page: Page, seat: str) -> dict[str, Any]:
    """The seat as the page is told of it when it comes anew."""
    await page.gone()
    back = await Page(page.server).hello(page.token)
    (found,) = [held for held in back.position["seats"] if held["name"] == seat]
    page.__dict__.update(back.__dict__)
    told: dict[str, Any] = found
    return told


@in_loop
async def test_who_is_asked_has_so_many_days_from_then_on_and_anew_with_each_question(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made = await server.make(seating=1, pace=3)
        amber = await server.page(made["link"])
        assert amber.welcome["pace"] == 3
        # not before the other seat is taken
        assert (until(amber, "amber"), until(amber, "blue+coral")) == (0, 0)
        begun = watch.date()
        other = await server.page(made["invitations"][0])
        await amber.settled()
        assert (until(amber, "amber"), until(amber, "blue+coral")) == (begun + 3 * DAY, begun + 3 * DAY)
        watch.advance(DAY)
        await done(amber, bid(amber.position["asked"][0], 2))
        assert (until(amber, "amber"), until(amber, "blue+coral")) == (0, begun + 3 * DAY)
        await done(other, bid(other.position["asked"][0], 1))
        # another question than before: coral's alone
        await amber.settled()
        assert until(amber, "blue+coral") == begun + 4 * DAY


@in_loop
async def test_when_the_days_are_up_the_others_may_let_a_computer_play_and_nothing_happens_by_itself(
    tmp_path: Path,
) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch, absent_after=0) as server:
        made = await server.make(seating=1, pace=1)
        amber, other = await server.page(made["link"]), await server.page(made["invitations"][0])
        await other.gone()
        watch.advance(DAY - 1)
        # to be away is nothing that the others can make use of
        assert not (await seen(amber, "blue+coral"))["absent"]
        assert await refused(amber, TAKE_OVER) == "server.illegal.not-absent"
        watch.advance(1)
        before = room_of(server).match.next_line
        assert (await seen(amber, "blue+coral"))["absent"]
        assert (room_of(server).match.next_line, room_of(server).match.over) == (before, False)
        await done(amber, TAKE_OVER)
        # its people come, and play on: nobody has lost anything by it
        back = await Page(server).hello(other.token)
        await done(back, {"type": "seat", "act": {"act": "hand-over", "to": ""}})
        held = back.position["seats"][1]
        assert (held["player"], held["absent"], back.position["over"]) == ("", False, False)


@in_loop
async def test_who_is_at_the_table_is_not_replaced_though_the_days_are_up(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch, absent_after=0) as server:
        _, pages = await server.pages(seating=1, pace=1)
        watch.advance(2 * DAY)
        assert await refused(pages["amber"], TAKE_OVER) == "server.illegal.not-absent"


@in_loop
async def test_the_days_go_on_while_the_server_is_down(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made = await server.make(seating=1, pace=3)
        amber = await server.page(made["link"])
        begun = watch.date()
        await server.post("/api/claim", {"token": made["invitations"][0]["token"]})
        watch.advance(10)
        await done(amber, bid(amber.position["asked"][0], 2))
    watch.ahead += 3 * DAY - 11
    async with serving(tmp_path, watch=watch) as server:
        back = await server.page(made["link"])
        assert until(back, "blue+coral") == begun + 3 * DAY
        assert await refused(back, TAKE_OVER) == "server.illegal.not-absent"
        watch.advance(1)
        await done(back, TAKE_OVER)


@in_loop
async def test_in_a_pause_that_both_have_agreed_to_the_days_stand(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch, absent_after=0) as server:
        made, pages = await server.pages(seating=1, pace=3)
        amber, other = pages["amber"], pages["blue+coral"]
        await done(amber, bid(amber.position["asked"][0], 2))
        watch.advance(DAY)
        before = until(other, "blue+coral")
        await done(amber, PAUSE)
        await other.settled()
        offer = other.position["time_offer"]
        assert (offer["act"], offer["agreed"]) == ("pause", ["amber"])
        assert not other.position["paused"]
        await done(other, PAUSE)
        assert (other.position["paused"], until(other, "blue+coral")) == (True, 0)
        assert await refused(other, bid(other.position["asked"][0], 1)) == "core.illegal.paused"
        await other.gone()
        watch.advance(14 * DAY)
        assert await refused(amber, TAKE_OVER) == "server.illegal.not-absent"
    async with serving(tmp_path, watch=watch) as server:
        amber, other = await server.page(made["link"]), await Page(server).hello(other.token)
        assert amber.position["paused"]
        await done(amber, RESUME)
        await done(other, RESUME)
        assert until(other, "blue+coral") == before + 14 * DAY
        match = room_of(server).match
        said = [msgspec.convert(line.event, ClockEvent) for line in match.lines if isinstance(line, Clocked)]
        assert said == [Paused(True, "amber, blue+coral"), Paused(False, "amber, blue+coral")]
        stored = await server.hub.store.load(made["match"])
        assert stored is not None
        assert replay.verify(b"".join(stored.lines)).states_checked


@in_loop
async def test_spectators_who_are_shown_an_earlier_time_do_not_read_who_is_asked(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch, absent_after=0) as server:
        made, pages = await server.pages(seating=1, pace=1, spectators=True, watched="end")
        watch.advance(2 * DAY)
        await pages["blue+coral"].gone()
        looking = await server.page(made["spectators"])
        assert [(held["absent"], held["until"]) for held in looking.position["seats"]] == [(False, 0)] * 2


@in_loop
async def test_days_and_clocks_do_not_go_together(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        problem = await server.post("/api/matches", {"game": "lanterns", "clocks": True, "pace": 3}, 400)
        assert problem["error"]["key"] == "server.bad.pace"
        await server.post("/api/matches", {"game": "lanterns", "pace": 31}, 400)


@pytest.mark.parametrize("days", [1, 7])
def test_a_question_that_stays_open_keeps_its_day(days: int) -> None:
    pace = Pace(days, StoredPace())
    pace.look({"amber": "3-amber"}, 100.0, paused=False)
    pace.look({"amber": "3-amber", "blue": "3-blue"}, 200.0, paused=False)
    assert [pace.until(seat) for seat in ("amber", "blue", "coral")] == [100 + days * DAY, 200 + days * DAY, None]
    again = Pace(days, pace.stored())
    assert (again.is_late("amber", 99 + days * DAY), again.is_late("amber", 100 + days * DAY)) == (False, True)
