"""Questions beside the decisions: chances, overlays, the past. They change nothing in the game and keep to a seat's
view. (Advice: advising.py.)"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import SeenEvent
from feltherre.core.game import ODDS
from feltherre.core.match import Match
from feltherre.core.scene import for_page
from feltherre.core.state import canonical
from feltherre.core.text import say
from feltherre.server import messages as m
from feltherre.server import thinking
from feltherre.server.advising import note
from feltherre.server.room import Room
from feltherre.server.telling import heard, helps_of
from feltherre.server.workers import Workers

#: a help of the aid policy (core/game.py)
REACH = "reach"


async def prospects(room: Room, workers: Workers, seat: str, message: m.AskProspects) -> m.Prospects:
    """The exact chances of what lies before a seat, where its aid policy and the table allow to see them."""
    if not _allowed(room.match, seat, ODDS):
        raise Illegal(say("server.illegal.no-odds"))
    await note(room, seat, "odds")
    async with room.lock:
        match, eyes = room.match, room.eyes(seat)
        answer = _proposed(room, seat, message) if message.action is not None else None
        state = canonical(eyes.state)
    known = (room.settings.think_seconds, room.id)
    if answer is None:
        found = await workers.run(*known, thinking.prospects, match.game.id, state, eyes.roles)
    else:
        found = await workers.run(*known, thinking.foreseen, match.game.id, state, *answer)
    return m.Prospects(message.id, msgspec.Raw(found))


def _proposed(room: Room, seat: str, message: m.AskProspects) -> tuple[str, bytes]:
    """The role and the action of an answer that is only asked about; refused as the act would be."""
    decision = room.open.find(seat, message.decision)
    action = room.match.game.convert_action(message.action)
    decision.space.check(action)
    return decision.role, msgspec.json.encode(action)


def _allowed(match: Match[Any], seat: str, aid: str) -> bool:
    """Whether a seat may have this help: the umpire may have all."""
    return seat == UMPIRE or aid in helps_of(match, seat)


async def about(room: Room, seat: str, message: m.AskAbout) -> m.About:
    """What a seat may know of what it points at, as it is now."""
    async with room.lock:
        match, eyes = room.match, room.eyes(seat)
        lines = match.game.look(eyes.state, eyes.roles, message.name, all_seeing=room.sees_all(seat))
        return m.About(message.id, tuple(lines))


async def brief(room: Room, seat: str, message: m.AskBrief) -> m.Brief:
    """What a seat is told of the scenario it plays, and what is taught this turn."""
    async with room.lock:
        game, eyes = room.match.game, room.eyes(seat)
        told = game.brief(eyes.state, eyes.roles, all_seeing=room.sees_all(seat))
        return m.Brief(message.id, tuple(told), tuple(game.lesson(eyes.state)))


async def overlays(room: Room, seat: str, message: m.AskOverlays) -> m.Overlays:
    """What a seat may lay over its board, where its aid policy allows it."""
    async with room.lock:
        match, eyes = room.match, room.eyes(seat)
        if not _allowed(match, seat, REACH):
            raise Illegal(say("server.illegal.no-reach"))
        found = match.game.overlays(eyes.state, eyes.roles, message.picked)
        return m.Overlays(message.id, room.numbering.number(eyes.line, seat), tuple(found))


async def look(room: Room, seat: str, message: m.AskLine) -> m.Look:
    """The position after an earlier line, through the seat's own eyes; of a game that has ended everything is seen, or
    what one seat saw."""
    async with room.past.making:
        async with room.lock:
            match = room.match
            if not 0 <= message.line <= room.numbering.number(room.eyes(seat).line, seat):
                raise BadInput(say("server.bad.line", line=message.line))
            line = room.numbering.line(message.line, seat)
            state = room.past.state(line)
        if state is None:
            states = await asyncio.to_thread(room.past.made_from, match)
            async with room.lock:
                if len(states) == match.next_line:  # nothing has happened meanwhile
                    room.past.keep(states)
            state = states[line]
    async with room.lock:
        eyes, all_seeing = room.seen_through(seat, message.eyes)
        scene = for_page(match.game.scene(state, eyes.roles, all_seeing=all_seeing))
        log = [seen for number, seen in read_back(room, seat, message.eyes) if number <= line]
    return m.Look(message.id, message.line, scene, log)


def read_back(room: Room, seat: str, through: str | None) -> Iterator[tuple[int, SeenEvent]]:
    """The log as a seat reads it when it looks back: its own, or everything, or what another seat read."""
    eyes, all_seeing = room.seen_through(seat, through)
    return heard(room.match, seat, 0, eyes, all_seeing)
