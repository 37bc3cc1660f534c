"""What spectators are shown, as the makers of the game have chosen: live, some turns late, or not before the end."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battery import Way, examples, fewer_in_the_sample, in_every_way, new_match, next_asked, tried
from feltherre.core import errors, seats
from feltherre.core.match import SPECTATOR
from feltherre.server import messages as m
from feltherre.server import questions, telling, watching
from feltherre.server.room import Room
from server.tables import Page, Server, in_loop, play, serving
from server.test_computers import the_room
from server.test_secrets import Listener, room_of

#: acts after which a game that does not come to its next turn is given up
MOST_ACTS = 600


def watched(way: Way, seed: int, table: watching.TableInfo) -> tuple[Room, Listener]:
    match = new_match(way, seed)
    match.states = {0: match.state.clone()}
    return room_of(match, table=table), Listener(SPECTATOR)


async def act(room: Room, rng: Random) -> None:
    match = room.match
    decision = next_asked(match, rng)
    action = decision.space.sample(rng)
    await room.change(lambda: match.act(match.seat_of(decision.role).name, decision.role, decision.id, action))


async def play_through(room: Room, turn: int, rng: Random) -> bool:
    """Play at random until a later turn than this one has begun; whether it has."""
    match = room.match
    for _ in range(MOST_ACTS):
        if match.over or match.game.turns(match.state) > turn:
            break
        await act(room, rng)
    return not match.over and match.game.turns(match.state) > turn


async def what_is_asked(room: Room) -> list[Any]:
    """All that a spectator may ask."""
    line = room.numbering.number(room.eyes(SPECTATOR).line, SPECTATOR)
    asked: list[Coroutine[Any, Any, m.Message]] = [
        questions.look(room, SPECTATOR, m.AskLine("a", number)) for number in (0, line // 2, line, line + 1)
    ]
    asked.append(questions.overlays(room, SPECTATOR, m.AskOverlays("a")))
    answers: list[Any] = list(telling.heard(room.match, SPECTATOR, 0, room.eyes(SPECTATOR)))
    for question in asked:
        try:
            answers.append(m.write(await question))
        except (errors.BadInput, errors.Illegal) as refused:
            answers.append(refused.reason)
    return answers


@in_every_way()
@examples(sample=1, full=6)
@given(seed=st.integers(0, 2**32))
@fewer_in_the_sample
def test_no_byte_of_a_later_turn_reaches_spectators_who_are_late(way: Way, seed: int) -> None:
    asyncio.run(compare_two_games(way, seed))


async def compare_two_games(way: Way, seed: int) -> None:
    """Two games that are the same until a turn begins, and go on otherwise: their spectators are sent the same bytes,
    and as many messages, until that turn is so long ago."""
    late = 1 + seed % 2
    games = [watched(way, seed, watching.TableInfo(True, watching.LATE, late)) for _ in range(2)]
    first = games[0][0].match.game.turns(games[0][0].match.state)
    for room, listener in games:
        await room.join(listener, -1)
    same = [Random(seed) for _ in games]
    for (room, _), rng in zip(games, same, strict=True):
        await play_through(room, first, rng)
    assert games[0][1].heard == games[1][1].heard
    for place, (room, _) in enumerate(games):
        await play_through(room, first + late, Random(f"{seed} {place}"))
        if room.ended:
            return  # an ended game lies open
        assert room.eyes(SPECTATOR).held
    assert games[0][0].match.log != games[1][0].match.log
    assert games[0][1].heard == games[1][1].heard
    assert await what_is_asked(games[0][0]) == await what_is_asked(games[1][0])
    tried("games of which late spectators were sent the same, whatever came later")


LANTERNS = Way("lanterns", 1, (("rounds", "6"),))


@in_loop
async def test_late_spectators_see_what_all_seats_saw_so_many_turns_ago() -> None:
    room, listener = watched(LANTERNS, 4, watching.TableInfo(True, watching.LATE, 2))
    await room.join(listener, -1)
    match, rng = room.match, Random(4)
    begun = {match.game.turns(match.state): (0, match.state.clone())}
    while match.game.turns(match.state) < 4:
        await act(room, rng)
        begun.setdefault(match.game.turns(match.state), (match.next_line - 1, match.state.clone()))
    line, state = begun[2]
    sent = [msgspec.json.decode(frame) for frame in listener.heard]
    positions = [one for one in sent if one["type"] == "position"]
    assert m.write(match.game.scene(state, match.game.roles)) == msgspec.json.encode(positions[-1]["scene"])
    assert positions[-1]["line"] == line
    assert max(number for one in positions for number, _ in one["events"]) == line
    assert not positions[-1]["waiting"]
    assert len(positions) == 3, "when they came, and when the first and the second turn were so long ago"


@in_loop
async def test_a_takeback_takes_back_what_late_spectators_were_shown() -> None:
    room, listener = watched(LANTERNS, 4, watching.TableInfo(True, watching.LATE, 1))
    await room.join(listener, -1)
    match, rng = room.match, Random(4)
    while match.game.turns(match.state) < 3:
        await act(room, rng)
    shown = room.eyes(SPECTATOR).line
    to = shown - 1
    await room.change(lambda: match.seat_act("amber", seats.TakebackAsked(to)))
    before = len(listener.heard)
    await room.change(lambda: match.seat_act("blue+coral", seats.TakebackGranted(to)))
    assert match.game.turns(match.state) == 1
    assert room.eyes(SPECTATOR).line == 0
    assert room.eyes(SPECTATOR).roles == ()
    assert len(listener.heard) == before + 1
    told = msgspec.json.decode(listener.heard[-1])
    assert told["anew"]
    assert told["line"] == 0


async def made(server: Server, **form: Any) -> tuple[Page, dict[str, Page]]:
    told, pages = await server.pages(seating=1, spectators=True, **form)
    return await server.page(told["spectators"]), pages


@in_loop
async def test_spectators_who_wait_for_the_end_then_see_everything(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page, pages = await made(server, watched="end", options={"rounds": "1"})
        assert page.welcome["watched"] == "end"
        assert pages["amber"].welcome["watched"] == "end", "everybody at the table knows it"
        begun = len(page.frames)
        pages["amber"].send({"type": "say", "text": "well played"})
        while not the_room(server).match.over:
            assert await play(pages, Random(2), 1) == 1
            await page.settled()
            if not the_room(server).match.over:
                assert len(page.frames) == begun, "not even that something has happened"
                assert (await page.ask({"type": "look", "line": 1}))["type"] == "refused"
                begun = len(page.frames)
                log = await server.post("/api/log", {"token": page.token})
                assert all(line == 0 for line, _ in log["log"])
        assert page.position["over"]
        assert page.position["result"]
        assert page.position["events"]


@in_loop
async def test_after_a_restart_late_spectators_are_shown_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page, pages = await made(server, watched="late", turns_late=1, options={"rounds": "6"})
        assert (page.welcome["watched"], page.welcome["turns_late"]) == ("late", 1)
        while the_room(server).match.state.round < 3:
            await play(pages, Random(6), 1)
        await page.settled()
        token, before = page.token, page.position
    async with serving(tmp_path) as server:
        again = (await Page(server).hello(token)).position
        assert (again["line"], again["scene"]) == (before["line"], before["scene"])
        assert max(line for line, _ in again["events"]) == before["line"] > 0


@pytest.mark.parametrize("form", [{"watched": "now"}, {"watched": "late", "turns_late": 0}])
@in_loop
async def test_what_cannot_be_chosen_is_refused(tmp_path: Path, form: dict[str, Any]) -> None:
    async with serving(tmp_path) as server:
        await server.post("/api/matches", {"game": "lanterns", "spectators": True, **form}, 400)
