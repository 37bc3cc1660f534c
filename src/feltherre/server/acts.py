"""What people do at the table. Seat, pen, decision and action are all checked here again, whatever the client says; the
room then makes the act durable and tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import Illegal
from feltherre.core.match import SPECTATOR
from feltherre.core.seats import HandedOver, Standing, TakebackAsked, TakebackGranted
from feltherre.core.text import say
from feltherre.server import asking
from feltherre.server import messages as m
from feltherre.server.presence import Connection
from feltherre.server.room import Room
from feltherre.server.store import DoneAct
from feltherre.server.timing import ask_time
from feltherre.server.undoing import undo

#: what a standing instruction may except, each in so many characters: every one of them stands in the record
MOST_UNLESS, MOST_WORD = 50, 64


async def carry_out(room: Room, connection: Connection, message: Any) -> int:
    """Do what a message asks for: the number of its line. Raises Illegal or BadInput, and nothing has changed."""
    do = ACTS[type(message)]
    if isinstance(message, m.SeatActed) and isinstance(message.act, TakebackGranted):
        await room.prepare_takeback(room.numbering.line(message.act.to, connection.seat))

    return await room.change(
        lambda: do(room, connection.seat, message),
        DoneAct(connection.seat, message.id),
        lambda: _check_pen(room, connection),
    )


def _answer(room: Room, seat: str, message: m.Act) -> None:
    """Answer a decision."""
    match = room.match
    room.clockwork.check_in_time(message.role, message.decision)
    action = match.read(message.role, message.text) if message.text else match.game.convert_action(message.action)
    match.act(_seat_for(room, seat, message), message.role, message.decision, action, act_id=message.id)


def _undo(room: Room, seat: str, message: m.Undo) -> None:
    undo(room.match, seat)


def _seat_act(room: Room, seat: str, message: m.SeatActed) -> None:
    act = message.act
    if isinstance(act, HandedOver):
        room.check_player(act.to)
    if isinstance(act, Standing):
        _check_length(act)
    room.match.seat_act(seat, _in_lines_of_the_record(room, act, seat))


def _check_length(act: Standing) -> None:
    if len(act.unless) > MOST_UNLESS or any(len(word) > MOST_WORD for word in act.unless):
        raise Illegal(say("server.illegal.standing", most=MOST_UNLESS, characters=MOST_WORD))


def _take_over(room: Room, seat: str, message: m.TakeOver) -> None:
    """A computer plays for people who have been away for long, or whom the umpire wants replaced."""
    room.check_player(message.player)
    if not message.player or (seat != UMPIRE and message.seat not in room.people.absent()):
        raise Illegal(say("server.illegal.not-absent", seat=message.seat))
    room.match.seat_act(message.seat, HandedOver(message.player))


def _override(room: Room, seat: str, message: m.Override) -> None:
    """The umpire's edit."""
    if seat != UMPIRE:
        raise Illegal(say("server.illegal.not-umpire"))
    room.match.override(room.match.game.convert_edit(message.edit), message.reason)


def _offer_end(room: Room, seat: str, message: m.OfferEnd) -> None:
    """End the game as it stands once all seats that people hold want it; until then it is only talk."""
    match = room.match
    if room.ended:
        raise Illegal(say("core.illegal.record-closed"))
    if seat == UMPIRE:
        raise Illegal(say("core.illegal.umpire-plays-not"))
    if match.players.get(seat):
        raise Illegal(say("server.illegal.computer-plays"))
    agreed = room.ending | {seat} if message.agree else frozenset()
    if agreed >= set(asking.people(match)):
        match.snapshot()
        match.end("agreed")
    room.ending = agreed


#: what each message does, for the seat that sends it
ACTS: dict[type[m.Message], Callable[[Room, str, Any], None]] = {
    m.Act: _answer,
    m.Undo: _undo,
    m.SeatActed: _seat_act,
    m.TakeOver: _take_over,
    m.Override: _override,
    m.OfferEnd: _offer_end,
    m.AskTime: ask_time,
}


def _check_pen(room: Room, connection: Connection) -> None:
    if connection.seat == SPECTATOR:
        raise Illegal(say("server.illegal.spectator"))
    if not room.people.holds_pen(connection):
        raise Illegal(say("server.illegal.no-pen"))


def _seat_for(room: Room, seat: str, message: m.Act) -> str:
    """The seat in whose name an answer is given: one's own, or a computer's for which one types in dice."""
    match = room.match
    if match.players.get(seat):
        raise Illegal(say("server.illegal.computer-plays"))
    for decision in room.open.decisions():
        asked = (decision.id, decision.role) == (message.decision, message.role)
        if asked and asking.asked_of(match, decision) == seat:
            return match.seat_of(decision.role).name
    return seat


def _in_lines_of_the_record(room: Room, act: Any, seat: str) -> Any:
    """Takebacks name a line in the seat's own count. What is refused is refused in that count too."""
    if not isinstance(act, TakebackAsked | TakebackGranted):
        return act
    match, numbering = room.match, room.numbering
    line = numbering.line(act.to, seat)
    last = numbering.number(match.next_line - 1, seat)
    if isinstance(act, TakebackAsked) and (act.to >= last or line not in match.lines_that_count()):
        raise Illegal(say("core.illegal.takeback-line", line=act.to))
    if isinstance(act, TakebackGranted) and match.takeback is not None and seat in match.takeback[2]:
        raise Illegal(say("core.illegal.no-takeback-asked"))
    return type(act)(line)
