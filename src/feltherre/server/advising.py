"""Advice: what a computer player would do in a seat's place now, and all it means to do this turn.

It knows what the seat knows. Where the table has advice it is there at once; between people each use is written into
the record first, so that all may read of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import ADVICE
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import SeatAct
from feltherre.core.seats import Advised
from feltherre.core.space import Decision, WrittenSpace
from feltherre.core.state import canonical
from feltherre.core.text import NO_REASON, Text, say
from feltherre.players.ahead import Ends
from feltherre.players.listed import player_names
from feltherre.server import messages as m
from feltherre.server import thinking
from feltherre.server.numbering import seat_event
from feltherre.server.promises import Promise, since
from feltherre.server.room import Room
from feltherre.server.telling import helps_of
from feltherre.server.workers import Workers

#: why a plan goes no further
ENDS: Mapping[Ends, Text] = {
    "chance": say("server.plan.chance"),
    "others": say("server.plan.others"),
    "turn": say("server.plan.turn"),
    "long": say("server.plan.long"),
}


async def hint(room: Room, workers: Workers, seat: str, message: m.AskHint) -> m.Hint:
    """What a computer player would do in this seat's place, knowing what this seat knows."""
    player = _adviser(player_names(room.match.game), message.player)
    await note(room, seat, "hint", message.role)
    async with room.lock:
        decision, question = _question(room, seat, message.role, player)
        before = since(room.match, room.promises.get(seat), decision, player)
        told, made = room.promises.get(seat), _promise(room.match, decision, player)
    if before.left and before.cause is None:
        return _hint(message.id, room.match, decision, before.left[0], None)
    answer = await workers.run(room.settings.think_seconds, room.id, thinking.answer, question)
    changed = before.changed(answer)
    if told is not None and before.left and changed is None:
        room.promises[seat] = msgspec.structs.replace(made, answers=before.left, ends=told.ends)
    else:
        room.promises[seat] = msgspec.structs.replace(made, answers=(answer,))
    return _hint(message.id, room.match, decision, answer, changed)


async def plan(room: Room, workers: Workers, seat: str, message: m.AskPlan) -> m.Plan:
    """All that it would do from here on this turn, as far as that can be known."""
    player = _adviser(player_names(room.match.game), message.player)
    await note(room, seat, "plan", message.role)
    async with room.lock:
        decision, question = _question(room, seat, message.role, player)
        told = room.promises.get(seat)
        before = since(room.match, told, decision, player)
        made = _promise(room.match, decision, player)
    if told is not None and told.ends is not None and before.left and before.cause is None:
        return _plan(message.id, decision, before.left, told.ends, None)
    seconds = room.settings.think_seconds
    planned = await workers.run(seconds, room.id, thinking.plan, question, seconds)
    room.promises[seat] = msgspec.structs.replace(made, answers=tuple(planned.answers), ends=planned.ends)
    return _plan(message.id, decision, planned.answers, planned.ends, before.changed(planned.answers[0]))


async def note(room: Room, seat: str, what: Literal["hint", "plan", "odds"], role: str | None = None) -> None:
    """Where the table wants it so, write down that a seat has had help: once for each of its decisions."""
    async with room.lock:
        match = room.match
        decision = next((d for d in room.open.of(seat) if role in (None, d.role)), None)
        if role is not None and ADVICE not in helps_of(match, seat) and seat != UMPIRE:
            raise Illegal(say("server.illegal.no-advice"))
        if role is not None and decision is None:
            raise Illegal(say("server.illegal.not-asked", role=role))
        if match.setup.aids != "noted" or seat in (SPECTATOR, UMPIRE):
            return
        if decision is None:
            raise Illegal(say("server.illegal.no-odds"))
        act = Advised(what, decision.id)
    await room.change(lambda: None if _is_noted(match, seat, act) else match.seat_act(seat, act))


def _is_noted(match: Match[Any], seat: str, act: Advised) -> bool:
    return any(isinstance(line, SeatAct) and line.seat == seat and seat_event(line) == act for line in match.lines)


def _question(room: Room, seat: str, role: str, player: str) -> tuple[Decision[Any], thinking.Question]:
    match = room.match
    decision = next((d for d in room.open.of(seat) if d.role == role), None)
    if decision is None:
        raise Illegal(say("server.illegal.not-asked", role=role))
    question = thinking.Question(
        game=match.game.id,
        state=canonical(match.state),
        roles=match.seat(seat).roles,
        role=role,
        player=player,
        # it keeps its plan as long as its advice is followed
        memory=f"{room.id} {seat} hint",
        # who asks again in the same position is told the same
        seed=hashlib.sha256(match.key + f" {seat} {decision.id} hint".encode()).hexdigest(),
        places=tuple(name for name, what in match.known.items() if what == "place"),
    )
    return decision, question


def _promise(match: Match[Any], decision: Decision[Any], player: str) -> Promise:
    """What will be said of this position, without its answers."""
    return Promise(match.next_line - 1, match.game.turns(match.state), decision.role, player, ())


def _adviser(known: list[str], wanted: str) -> str:
    """The player that is asked for; the game's strongest if it has none of the usual name."""
    if wanted in known:
        return wanted
    if wanted != m.USUAL_ADVISER:
        raise BadInput(say("server.bad.player", name=wanted, known=known))
    return known[0]


def _hint(
    id_: str, match: Match[Any], decision: Decision[Any], answer: thinking.Answer, changed: Text | None
) -> m.Hint:
    space, action = decision.space, match.game.read_action(answer.action)
    return m.Hint(
        id=id_,
        action=msgspec.Raw(answer.action),
        text=answer.text,
        words=answer.words,
        why=_reason(answer),
        decision=decision.id,
        parts=space.parts(action),
        warnings=answer.warnings,
        lines=list(space.lines(action)) if isinstance(space, WrittenSpace) else [],
        drawn=answer.drawn,
        changed=changed,
    )


def _reason(answer: thinking.Answer) -> Text | None:
    return None if answer.why == NO_REASON else answer.why


def _plan(
    id_: str, decision: Decision[Any], answers: Sequence[thinking.Answer], ends: Ends, changed: Text | None
) -> m.Plan:
    orders = [
        m.PlannedOrder(msgspec.Raw(answer.action), answer.text, answer.words, _reason(answer), answer.drawn)
        for answer in answers
    ]
    return m.Plan(id_, decision.id, orders, ENDS[ends], changed)
