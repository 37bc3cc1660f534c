"""When the clocks run. Pauses and more time: the umpire's word alone, or else an offer to which all people's seats
agree.

Computers agree to everything, so that somebody who plays against them alone decides alone.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from feltherre.core.agenda import UMPIRE
from feltherre.core.clock import ClockEvent, Paused, TimeAdded, decided_by
from feltherre.core.errors import Illegal
from feltherre.core.text import say
from feltherre.server import asking
from feltherre.server import messages as m
from feltherre.server.numbering import sealed_in

if TYPE_CHECKING:
    from feltherre.server.room import Room

MINUTE = 60


def time_runs(room: Room) -> bool:
    """The clocks start when all who play are there; from then on they run while one of them is, and one is asked.
    Spectators do not count, and nobody's time is used up while the umpire has a ruling before him."""
    if room.closed or room.ended or room.match.to_accept:
        return False
    there = [bool(room.people.here(seat)) for seat in asking.people(room.match)]
    started = room.clockwork.keeper.started or all(there)
    return started and any(there) and any(decision.role != UMPIRE for decision in room.open.decisions())


def awaited(room: Room) -> dict[str, str]:
    """The seats that people hold and that are asked, each with the ids of what they have yet to answer."""
    match = room.match
    seats = asking.people(match)
    if room.closed or room.ended or match.over or match.to_accept:
        return {}
    answered = sealed_in(match.state)
    found: dict[str, str] = {}
    for decision in room.open.decisions():
        seat = asking.asked_of(match, decision)
        if seat in seats and decision.role not in answered:
            found[seat] = f"{found.get(seat, '')} {decision.id}".strip()
    return found


def ask_time(room: Room, seat: str, message: m.AskTime) -> None:
    """Pause, go on, add time; or decline what another seat has asked for."""
    if message.act == m.DECLINE:
        _decline(room)
        return
    offer = _offer(room, seat, message)
    _check(room, offer)
    if offer.agreed == (UMPIRE,) or set(offer.agreed) >= set(asking.people(room.match)):
        room.match.clock(_event(offer))
        room.clockwork.offer = None
    else:
        room.clockwork.offer = offer


def _offer(room: Room, seat: str, message: m.AskTime) -> m.TimeOffer:
    """What is asked for, with the seats that want it now."""
    match = room.match
    if match.setup.umpire and seat != UMPIRE:
        raise Illegal(say("server.illegal.umpire-keeps-time"))
    if match.players.get(seat):
        raise Illegal(say("server.illegal.computer-plays"))
    asked = m.TimeOffer(message.act, message.name, message.role, message.minutes)
    before = room.clockwork.offer
    same = before is not None and replace(before, agreed=()) == asked
    return replace(asked, agreed=_in_order(room, {seat, *(before.agreed if before is not None and same else ())}))


def _in_order(room: Room, seats: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in (*(seat.name for seat in room.match.setup.seats), UMPIRE) if name in seats)


def _check(room: Room, offer: m.TimeOffer) -> None:
    """What could not be done is not even offered."""
    match = room.match
    if match.over or room.ended:
        raise Illegal(say("core.illegal.over"))
    if offer.act == m.PAUSE and match.paused:
        raise Illegal(say("core.illegal.paused"))
    if offer.act == m.RESUME and not match.paused:
        raise Illegal(say("core.illegal.not-paused"))
    known = {(clock.name, clock.role) for clock in room.clockwork.keeper.clocks()}
    if offer.act == m.ADD and ((offer.name, offer.role) not in known or not offer.minutes):
        raise Illegal(say("server.illegal.no-such-clock"))


def _event(offer: m.TimeOffer) -> ClockEvent:
    by = decided_by(offer.agreed)
    if offer.act == m.ADD:
        return TimeAdded(offer.name, offer.minutes * MINUTE, by, offer.role)
    return Paused(offer.act == m.PAUSE, by)


def _decline(room: Room) -> None:
    if room.clockwork.offer is None:
        raise Illegal(say("server.illegal.no-time-offer"))
    room.clockwork.offer = None
