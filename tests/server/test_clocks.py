"""The clocks that the server keeps: running out, pausing, more time, and what a restart leaves of them.

Nothing here waits: time is what `HandWatch` says."""

import asyncio
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from feltherre.cli.main import app
from feltherre.core import errors, replay, text
from feltherre.core.clock import Paused, TimeAdded, TimeUp
from feltherre.core.record import Clocked, Header, read_lines
from feltherre.server.room import Room
from server.tables import Closed, HandWatch, Page, Server, in_loop, open_decisions, play, serving
from server.test_store import Failing
from server.test_table import bid, bid_all, in_turn
from tinygame.game import Lanterns
from tinygame.town import NIGHT, WATCH

PAUSE, RESUME = {"type": "time", "act": "pause"}, {"type": "time", "act": "resume"}


def room_of(server: Server) -> Room:
    (room,) = server.hub.rooms.values()
    return room


def events(server: Server) -> list[Any]:
    """What has happened to the clocks."""
    return [line.event for line in room_of(server).match.lines if isinstance(line, Clocked)]


def left(page: Page, name: str, role: str = "") -> int:
    """Milliseconds, as the page was last told."""
    (clock,) = [c for c in page.position["clocks"] if (c["name"], c["role"]) == (name, role)]
    ms: int = clock["left_ms"]
    return ms


async def after(server: Server, watch: HandWatch, seconds: float, *pages: Page) -> None:
    """Let time go by, and everything happen that happens then."""
    watch.advance(seconds)
    await asyncio.gather(*room_of(server).clockwork.ringing)
    for page in pages:
        await page.settled()


async def done(page: Page, message: dict[str, Any]) -> None:
    answer = await page.ask(message)
    assert answer["type"] == "done", answer


async def refused(page: Page, message: dict[str, Any]) -> str:
    answer = await page.ask(message)
    assert answer["type"] == "refused", answer
    key: str = answer["reason"]["key"]
    return key


def add(minutes: int, role: str = "", name: str = "watch") -> dict[str, Any]:
    return {"type": "time", "act": "add", "name": name, "role": role, "minutes": minutes}


# running out


@in_loop
async def test_at_zero_the_server_itself_tells_the_game(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        _, pages = await server.pages(clocks=True)
        amber, blue = pages["amber"], pages["blue"]
        await done(blue, bid(blue.position["asked"][0], 3))
        await after(server, watch, WATCH - 1)
        assert events(server) == []
        await after(server, watch, 1, blue)
        # two have not bid, and have no time for their turns either; blue has not used any yet
        assert events(server) == [TimeUp("watch", "amber"), TimeUp("watch", "coral")]
        assert [decision["role"] for decision in blue.position["asked"]] == ["blue"]
        await done(blue, bid(blue.position["asked"][0]) | {"action": {"kind": "rest"}})
        # their clocks had nothing left when their turns came
        assert events(server)[2:] == []
        await after(server, watch, 0, amber)
        assert events(server)[2:] == [TimeUp("watch", "amber"), TimeUp("watch", "coral")]
        assert amber.position["scene"]["status"]["turn"]["args"] == {"round": 2}
        assert left(amber, "watch", "amber") == WATCH * 1000  # a new period
        assert left(amber, "night") == (NIGHT - WATCH) * 1000


@in_loop
async def test_what_the_store_has_not_taken_is_not_told(tmp_path: Path) -> None:
    watch, store = HandWatch(), Failing(tmp_path / "games.db")
    async with serving(store, watch=watch) as server:
        made, pages = await server.pages(clocks=True)
        amber = pages["amber"]
        store.full = True
        watch.advance(NIGHT)
        with pytest.raises(Closed) as closed:
            await amber.next("position")
        assert closed.value.code == 4000
        store.full = False
        back = await server.page(made["link"])
        # nothing of that time was in the store
        assert (events(server), left(back, "night")) == ([], NIGHT * 1000)


@in_loop
async def test_an_act_that_comes_after_zero_is_refused_even_before_the_alarm(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        _, pages = await server.pages(clocks=True, seating=1)
        amber = pages["amber"]
        await bid_all(pages, amber=2)
        late = amber.position["asked"][0]
        watch.advance(WATCH, rings=False)
        rest = {"type": "act", "role": "amber", "decision": late["id"], "text": "rest"}
        assert await refused(amber, rest) == "server.illegal.time-up"
        assert events(server) == [TimeUp("watch", "amber")]
        assert amber.position["asked"] == []
        # and so it is when it comes later still
        assert await refused(amber, rest) == "server.illegal.time-up"
        assert await refused(amber, {"type": "undo"}) == "core.illegal.nothing-to-undo"


@in_loop
async def test_an_answer_that_time_has_given_is_not_replaced(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True, umpire=True)
        umpire = await server.page(made["umpire"])
        await done(umpire, add(5, "blue"))
        amber, blue = pages["amber"], pages["blue"]
        await amber.settled()
        await after(server, watch, WATCH, amber)
        assert amber.position["scene"]["answered"] == ["amber", "coral"]
        assert await refused(amber, bid(amber.position["asked"][0], 2)) == "server.illegal.time-up"
        await blue.settled()
        await done(blue, bid(blue.position["asked"][0], 2))


@in_loop
async def test_a_game_that_will_not_hear_of_it_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(*_: object) -> None:
        raise errors.Illegal(text.say("lanterns.illegal.no-room"))

    monkeypatch.setattr(Lanterns, "clock", deaf)
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        _, pages = await server.pages(clocks=True)
        await after(server, watch, WATCH)
        await done(pages["amber"], bid(pages["amber"].position["asked"][0]))
        assert events(server) == []
        assert len(watch.waiting()) == 1  # for the night


@in_loop
async def test_a_game_made_without_clocks_never_times_out(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages()
        amber = pages["amber"]
        watch.advance(10 * NIGHT)
        await done(amber, bid(amber.position["asked"][0]))
        assert watch.rings == []
        assert events(server) == []
        assert amber.position["clocks"] == []
        assert not amber.welcome["clocks"]
        assert await refused(amber, RESUME) == "core.illegal.not-paused"
        assert await refused(amber, add(1, "amber")) == "server.illegal.no-such-clock"
        stored = await server.hub.store.load(made["match"])
        assert stored is not None
        assert stored.clocks == b""
        assert b"clocks" not in stored.lines[0]


# pauses


@in_loop
async def test_a_pause_is_agreed_by_all_people_and_stops_everything(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        _, pages = await server.pages(clocks=True, seating=1)
        amber, other = pages["amber"], pages["blue+coral"]
        watch.advance(20)
        await done(amber, PAUSE)
        assert events(server) == []
        await other.settled()
        wanted = {"act": "pause", "name": "", "role": "", "minutes": 0}
        assert other.position["time_offer"] == {**wanted, "agreed": ["amber"]}
        watch.advance(10)
        await done(other, PAUSE)
        assert events(server) == [Paused(on=True, by="amber, blue+coral")]
        assert other.position["time_offer"] is None
        assert other.position["events"][-1][1]["text"]["key"] == "core.event.paused"
        watch.advance(10 * NIGHT)
        await amber.settled()
        assert {(clock["running"], clock["paused"]) for clock in amber.position["clocks"]} == {(False, True)}
        assert left(amber, "watch", "amber") == 30_000
        assert await refused(amber, bid(amber.position["asked"][0])) == "core.illegal.paused"
        assert await refused(amber, PAUSE) == "core.illegal.paused"
        amber.send({"type": "say", "text": "tea?"})
        assert (await other.next("said"))["text"] == "tea?"
        await done(other, RESUME)
        await done(amber, RESUME)
        assert events(server)[1:] == [Paused(on=False, by="amber, blue+coral")]
        assert left(amber, "watch", "amber") == 30_000
        await done(amber, bid(amber.position["asked"][0]))
        await after(server, watch, 30, amber)
        assert TimeUp("watch", "blue") in events(server)


@in_loop
async def test_an_offer_can_be_declined_changed_and_outlasts_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(clocks=True, seating=1)
        amber, other = pages["amber"], pages["blue+coral"]
        decline = {"type": "time", "act": "decline"}
        assert await refused(other, decline) == "server.illegal.no-time-offer"
        await done(amber, PAUSE)
        await done(other, decline)
        assert other.position.get("time_offer", "") is None
        await done(amber, PAUSE)
        await done(other, add(3, "blue"))  # something else: amber has not agreed to that
        assert other.position["time_offer"]["agreed"] == ["blue+coral"]
        assert events(server) == []
    async with serving(tmp_path) as server:
        amber = await server.page(made["link"])
        assert amber.position["time_offer"]["minutes"] == 3
        await done(amber, add(3, "blue"))
        assert events(server) == [TimeAdded("watch", 180, "amber, blue+coral", "blue")]
        assert left(amber, "watch", "blue") > WATCH * 1000


@in_loop
async def test_with_an_umpire_he_alone_decides(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True, umpire=True)
        amber, umpire = pages["amber"], await server.page(made["umpire"])
        for message in (PAUSE, add(5, "amber")):
            assert await refused(amber, message) == "server.illegal.umpire-keeps-time"
        watch.advance(WATCH - 5)
        await done(umpire, PAUSE)
        watch.advance(NIGHT)
        await done(umpire, add(5, "amber"))
        await done(umpire, add(10, name="night"))
        await done(umpire, RESUME)
        await amber.settled()
        assert left(amber, "watch", "amber") == 305_000
        assert left(amber, "watch", "blue") == 5_000
        assert left(amber, "night") == (2 * NIGHT - WATCH + 5) * 1000
        assert [event.by for event in events(server)] == ["umpire"] * 4
        assert await refused(umpire, add(5, "nobody")) == "server.illegal.no-such-clock"
        assert await refused(umpire, add(0, "blue")) == "server.illegal.no-such-clock"
        assert await refused(umpire, RESUME) == "core.illegal.not-paused"


@in_loop
async def test_alone_against_computers_one_pauses_alone_and_they_hold_still(tmp_path: Path) -> None:
    async with serving(tmp_path, computer_pause=3600) as server:
        _, pages = await server.pages(clocks=True, seating=1, computers={"blue+coral": "random"})
        amber = pages["amber"]
        await done(amber, PAUSE)
        assert events(server) == [Paused(on=True, by="amber")]
        await done(amber, RESUME)
    async with serving(tmp_path) as server:
        _, pages = await server.pages(clocks=True, seating=1, computers={"blue+coral": "random"})
        amber = pages["amber"]
        await amber.until(lambda position: len(position["scene"].get("answered", ())) == 2)
        await done(amber, bid(amber.position["asked"][0], 4))
        await amber.settled()
        await done(amber, PAUSE)
        lines = room_of(server).match.next_line
        room_of(server).changed.set()
        await amber.settled()
        assert room_of(server).match.next_line == lines
        await done(amber, RESUME)
        while not (await amber.until(lambda position: open_decisions(amber) or position["over"]))["over"]:
            await play(pages, Random(1), 1)


@in_loop
async def test_a_takeback_in_a_pause_does_not_end_it(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True, seating=1, options={"rounds": "1"})
        amber, other = pages["amber"], pages["blue+coral"]
        await bid_all(pages, amber=2)
        start = amber.position["line"]
        await after(server, watch, WATCH, amber, other)
        for page in (amber, other):
            await done(page, PAUSE)
        await done(amber, {"type": "seat", "act": {"act": "ask-takeback", "to": start}})
        await other.settled()
        await done(other, {"type": "seat", "act": {"act": "grant-takeback", "to": start}})
        await amber.settled()
        assert [decision["role"] for decision in amber.position["asked"]] == ["amber"]
        assert left(amber, "watch", "amber") == 0  # time is not taken back, so it is given
        for message in (add(1, "amber"), RESUME):
            for page in (amber, other):
                await done(page, message)
        await amber.settled()
        assert (await in_turn(amber, "rest"))["type"] == "done"
        await other.settled()
        await play(pages, Random(4), 100)
        record = await server.http.post("/api/record", json={"token": made["link"]["token"]})
        assert replay.verify(record.content).states_checked


# what lasts


@in_loop
async def test_a_stop_of_the_server_keeps_what_was_used_and_counts_nothing_meanwhile(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True)
        watch.advance(7)
        await done(pages["amber"], bid(pages["amber"].position["asked"][0]))
        watch.advance(8)
    watch.advance(NIGHT)
    async with serving(tmp_path, watch=watch) as server:
        amber = await server.page(made["link"])
        assert left(amber, "watch", "amber") == (WATCH - 7) * 1000
        assert left(amber, "watch", "blue") == (WATCH - 15) * 1000
        assert left(amber, "night") == (NIGHT - 15) * 1000
        await after(server, watch, WATCH - 15, amber)
        assert TimeUp("watch", "blue") in events(server)


@in_loop
async def test_a_crash_gives_back_no_more_than_was_used_since_the_last_act(tmp_path: Path) -> None:
    watch = HandWatch()
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True)
        watch.advance(7)
        await done(pages["amber"], bid(pages["amber"].position["asked"][0]))
        watch.advance(8)
        for file in tmp_path.glob("games.db*"):
            shutil.copy(file, crashed)
    async with serving(crashed, watch=watch) as server:
        amber = await server.page(made["link"])
        assert left(amber, "watch", "blue") == (WATCH - 7) * 1000
        assert left(amber, "night") == (NIGHT - 7) * 1000


@in_loop
async def test_clocks_stand_while_nobody_has_the_game_open(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch, drop_after=0) as server:
        made, pages = await server.pages(clocks=True, seating=1)
        watch.advance(5)
        await pages["amber"].gone()
        watch.advance(5)  # the others are there
        await pages["blue+coral"].gone()
        assert watch.waiting() == []
        watch.advance(NIGHT)
        server.hub.keep_house()
        assert server.hub.rooms == {}
        amber = await server.page(made["link"])
        assert left(amber, "watch", "amber") == (WATCH - 10) * 1000


@in_loop
async def test_clocks_start_when_all_who_play_are_there_and_spectators_do_not_count(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made = await server.make(clocks=True, seating=1, spectators=True, umpire=True)
        looking, umpire = await server.page(made["spectators"]), await server.page(made["umpire"])
        amber = await server.page(made["link"])
        watch.advance(NIGHT)
        await looking.settled()
        assert (events(server), left(looking, "night")) == ([], NIGHT * 1000)
        other = await server.page(made["invitations"][0])
        watch.advance(5)
        await other.gone()
        watch.advance(5)  # they have begun, and one of the players is there
        await amber.gone()
        watch.advance(NIGHT)
        await umpire.settled()
        assert left(umpire, "night") == (NIGHT - 10) * 1000


@in_loop
async def test_clocks_stand_while_the_umpire_has_a_ruling_before_him(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True, umpire=True)
        umpire = await server.page(made["umpire"])
        await done(umpire, {"type": "override", "edit": {"edit": "hold-gate", "on": True}, "reason": "to look"})
        for number in range(200):
            await umpire.settled()
            if umpire.position["asked"] or await play(pages, Random(number), 1) == 0:
                break
        assert [decision["role"] for decision in umpire.position["asked"]] == ["umpire"]
        before = left(umpire, "night")
        watch.advance(NIGHT)
        gate = {"role": "umpire", "decision": umpire.position["asked"][0]["id"]}
        await done(umpire, {"type": "act", **gate, "action": {"kind": "accept-ruling"}})
        assert left(umpire, "night") == before
        assert events(server) == []


@in_loop
async def test_the_record_of_a_game_that_time_has_ended_verifies(tmp_path: Path) -> None:
    watch = HandWatch()
    async with serving(tmp_path, watch=watch) as server:
        made, pages = await server.pages(clocks=True, seating=1, options={"rounds": "6"})
        for role in ("amber", "blue", "coral"):
            for page in pages.values():
                await done(page, add(60, role))
        for _ in range(NIGHT // 50 - 1):
            await play(pages, Random(1), 2)
            await after(server, watch, 50, *pages.values())
        assert not pages["amber"].position["over"]
        await after(server, watch, 50, pages["amber"])
        assert pages["amber"].position["over"]
        assert events(server)[-1] == TimeUp("night")
        assert await refused(pages["amber"], PAUSE) == "core.illegal.over"
        record = await server.http.post("/api/record", json={"token": made["link"]["token"]})
    file = tmp_path / "record.jsonl"
    file.write_bytes(record.content)
    checked = replay.verify(record.content)
    assert (checked.finished, checked.dice_checked, checked.states_checked) == (True, True, True)
    header = read_lines(record.content)[0]
    assert isinstance(header, Header)
    assert header.setup.clocks is True
    ran = CliRunner().invoke(app, ["replay", str(file), "--verify"])
    assert ran.exit_code == 0, ran.output


@in_loop
async def test_only_a_game_that_has_clocks_is_made_with_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        games = {game["id"]: game["clocks"] for game in await server.get("/api/games")}
        assert (games["lanterns"], games["norway"]) == (True, False)
        problem = await server.post("/api/matches", {"game": "norway", "clocks": True}, 400)
        assert problem["error"]["key"] == "core.illegal.no-clock"
