"""Wrong seat, stale decision, illegal and malformed messages: refused with a reason, and nothing has changed."""

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import malformed
from battery import examples, tried
from battery.spoiling import misshapen, spoilt
from feltherre.core.catalogue import find
from feltherre.core.state import state_hash
from feltherre.server.room import Room
from server.tables import Page, Server, open_decisions, play, serving

#: tries in each example; 200 examples make more than 20,000 of them
TRIES = 100
GAMES = pytest.mark.parametrize(("game_id", "seating"), [("lanterns", 0), ("norway", 1)])


@GAMES
@examples(4, 200)
@given(seed=st.integers(0, 2**32))
def test_what_may_not_be_is_refused_and_changes_nothing(game_id: str, seating: int, seed: int) -> None:
    async def run() -> None:
        rng = Random(seed)
        with TemporaryDirectory() as directory:
            async with serving(Path(directory)) as server:
                _, pages = await server.pages(game=game_id, seating=seating)
                await play(pages, rng, rng.randrange(25))
                await refuse_all(server, pages, rng)

    asyncio.run(run())


async def refuse_all(server: Server, pages: dict[str, Page], rng: Random) -> None:
    room = next(iter(server.hub.rooms.values()))
    before = (state_hash(room.match.state), room.match.next_line, room.match.data())
    told_before = {name: positions(page) for name, page in pages.items()}
    for number in range(TRIES):
        page = rng.choice(list(pages.values()))
        message = await bad_message(room, page, pages, rng)
        if message is None:
            continue
        if isinstance(message, dict) and isinstance(message.get("id"), str) and message["id"] == "i":
            message["id"] = f"i{number}"
        page.send(message)
        told = await page.next("refused")
        check_reason(told["reason"])
        assert (state_hash(room.match.state), room.match.next_line) == before[:2], message
        tried("messages refused over the wire")
    for name, page in pages.items():
        await page.settled()
        assert positions(page) == told_before[name]
    assert room.match.data() == before[2]
    await play(pages, rng, 1)


def positions(page: Page) -> int:
    """How often the page has been told of a position."""
    return sum(frame.startswith(b'{"type":"position"') for frame in page.frames)


def check_reason(reason: dict[str, Any]) -> None:
    assert find(reason["key"]) is not None, reason
    told = msgspec.json.encode(reason)
    assert b"Traceback" not in told
    assert b".py" not in told


async def bad_message(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    """A message that must be refused; None if none of this kind can be made now."""
    kinds = (wrong_seat, stale, illegal, illegal, illegal, illegal_text, misshapen_act, broken_message, noise)
    return await rng.choice(kinds)(room, page, pages, rng)


def act(role: str, decision: str, **more: Any) -> dict[str, Any]:
    return {"type": "act", "id": "i", "role": role, "decision": decision, **more}


async def wrong_seat(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    """Another seat's decision, under its role or under one's own."""
    others = [other for other in pages.values() if other is not page and open_decisions(other)]
    if not others:
        return None
    other = rng.choice(others)
    answer = await other.answer(open_decisions(other)[0], rng)
    role = rng.choice([answer["role"], *page.welcome["roles"]])
    return {**answer, "id": "i", "role": role}


async def stale(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    role = rng.choice(page.welcome["roles"])
    opened = room.match.state.opened
    number = rng.choice([opened - 1, opened + 1, 0, -1])
    return act(role, f"{number}-{role}", action=some_action(room, rng))


async def illegal(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    """An action that the open decision does not allow."""
    if not page.position["asked"]:
        return None
    asked = rng.choice(page.position["asked"])
    decision = next(decision for decision in room.match.decisions() if decision.id == asked["id"])
    action = spoilt(room.match, decision.space.sample(rng), rng)
    if allowed(room, decision, action):
        return None
    return act(asked["role"], asked["id"], action=action)


def allowed(room: Room, decision: Any, action: Any) -> bool:
    try:
        return bool(decision.space.contains(room.match.game.convert_action(action)))
    except Exception:
        return False


async def illegal_text(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    if not page.position["asked"]:
        return None
    asked = rng.choice(page.position["asked"])
    words = rng.choice(["", "move Nowhere > Oslo 3", "pass pass", "\x00", "bid 99", "🦌" * 50, "attack", "> > >"])
    return act(asked["role"], asked["id"], text=f"{words}?")


async def misshapen_act(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    if not page.position["asked"]:
        return None
    asked = rng.choice(page.position["asked"])
    decision = next(decision for decision in room.match.decisions() if decision.id == asked["id"])
    return act(asked["role"], asked["id"], action=misshapen(decision.space.sample(rng), rng))


async def broken_message(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    return malformed.message(rng)


async def noise(room: Room, page: Page, pages: dict[str, Page], rng: Random) -> Any:
    return rng.choice(malformed.NOISE)


def some_action(room: Room, rng: Random) -> Any:
    if room.match.over:
        return {"kind": "rest"}
    return msgspec.to_builtins(rng.choice(list(room.match.decisions())).space.sample(rng))


def test_the_well_formed_messages_are_well_formed() -> None:
    from feltherre.server import messages as m

    for message in malformed.MESSAGES[:-1]:
        assert m.read(msgspec.json.encode(message))
