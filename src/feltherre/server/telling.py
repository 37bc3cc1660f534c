"""What one page is sent after a change: its seat's position, and what it has not heard yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from feltherre.core.agenda import UMPIRE
from feltherre.core.chance import Ruling
from feltherre.core.event import SeenEvent, seen_by
from feltherre.core.game import ADVICE, ODDS, Game
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import Undone
from feltherre.core.scene import Scene, for_page
from feltherre.core.space import DecisionSeen
from feltherre.core.text import Text
from feltherre.players.listed import player_names
from feltherre.server import messages as m
from feltherre.server.asking import Open
from feltherre.server.keeping import deleted_on
from feltherre.server.undoing import before_last_act, can_undo
from feltherre.server.watching import LATE, Eyes

if TYPE_CHECKING:
    from feltherre.server.presence import Connection
    from feltherre.server.room import Room


class Sight(Struct, frozen=True):
    """What all pages of one seat have in common."""

    scene: Scene
    asked: list[DecisionSeen]
    waiting: list[Text]
    open: list[DecisionSeen]
    gate: Ruling | None = None
    gate_changes: tuple[str, ...] = ()
    gate_concerns: tuple[Text, ...] = ()
    gate_choices: dict[str, tuple[str | None, ...]] = {}
    gate_held: bool = False


def roles_of(match: Match[Any], seat: str) -> tuple[str, ...]:
    return () if seat == SPECTATOR else match.seat(seat).roles


def helps_of(match: Match[Any], seat: str) -> frozenset[str]:
    """The helps that a seat has at this table: those that each of its roles has. Spectators have what every player has,
    where nobody need know of it; the umpire all that the game knows."""
    game, setup = match.game, match.setup
    if seat == UMPIRE:
        return frozenset({ODDS}).union(*(game.aids(setup, role) for role in game.roles_in(setup)))
    found = [game.helps(setup, role) for role in roles_of(match, seat) or game.roles_in(setup)]
    helps = frozenset.intersection(*found)
    return helps - {ADVICE, ODDS} if seat == SPECTATOR and setup.aids == "noted" else helps


def contributes(match: Match[Any], seat: str) -> bool:
    """Whether words of this seat may still be mixed into the dice."""
    return seat not in (SPECTATOR, UMPIRE) and seat not in match.contributed


def welcome(room: Room, connection: Connection) -> m.Welcome:
    match, setup = room.match, room.match.setup
    roles = roles_of(match, connection.seat)
    game = match.game
    header: Any = match.lines[0]
    return m.Welcome(
        game=game.id,
        match=room.id,
        seat=connection.seat,
        roles=roles,
        umpire=setup.umpire,
        spectators=room.table.spectators,
        watched=room.table.watched,
        turns_late=room.table.turns_late if room.table.watched == LATE else 0,
        options={option.name: game.option(setup, option.name) for option in game.options},
        scenario=setup.scenario,
        dice=setup.dice,
        commitment=header.commitment,
        contribute=not room.ended and contributes(match, connection.seat),
        made=header.made,
        aids=tuple(sorted(helps_of(match, connection.seat))),
        noted=setup.aids == "noted",
        players=tuple(player_names(game)),
        clocks=room.clockwork.keeper.kept,
        pace=room.table.pace,
        deleted_on=deleted_on(room.touched, room.settings.keep_days),
    )


def position_of(room: Room, connection: Connection, sights: dict[str, Sight]) -> m.Position:
    """`sights` keeps what the pages of a seat share while everybody is told of one change."""
    match, seat = room.match, connection.seat
    eyes = room.eyes(seat)
    if eyes.held:
        return held_position(room, connection, eyes)
    sight = sights.get(seat)
    if sight is None:
        sight = sights[seat] = sight_of(match, room.open, seat, room.ended)
    anew = connection.told < 0 or taken_back(match, connection.told)
    number = room.numbering.number
    takeback = match.takeback
    return m.Position(
        line=number(match.next_line - 1, seat),
        scene=sight.scene,
        events=[
            (number(line, seat), seen) for line, seen in heard(match, seat, 0 if anew else connection.told + 1, eyes)
        ],
        anew=anew,
        asked=sight.asked,
        waiting=sight.waiting,
        seats=seats(room, eyes),
        pen=room.people.holds_pen(connection),
        can_undo=not room.ended and can_undo(match, seat),
        takeback=[] if takeback is None else [(takeback[0], number(takeback[1], seat), takeback[2])],
        over=match.over or room.ended,
        result=match.state.result,
        ending=tuple(sorted(room.ending)),
        open=sight.open,
        gate=sight.gate,
        gate_held=sight.gate_held,
        gate_changes=sight.gate_changes,
        gate_concerns=sight.gate_concerns,
        gate_choices=sight.gate_choices,
        standing={
            role: msgspec.to_builtins(match.standing[role]) for role in roles_of(match, seat) if role in match.standing
        },
        to_accept=tuple(sorted(match.to_accept)),
        clocks=room.clockwork.keeper.seen(),
        time_offer=room.clockwork.offer,
        paused=match.paused,
        back=_back(room, seat),
    )


def _back(room: Room, seat: str) -> int:
    """The line before the seat's last act, if it cannot take that back by itself. A sealed answer is replaced."""
    match = room.match
    sealed = any(answer.role in roles_of(match, seat) for answer in match.state.sealed)
    if seat == UMPIRE or match.over or room.ended or sealed or can_undo(match, seat) or match.players.get(seat):
        return -1
    line = before_last_act(match, seat)
    return -1 if line is None else room.numbering.number(line, seat)


def held_position(room: Room, connection: Connection, eyes: Eyes) -> m.Position:
    """What spectators see of an earlier time: nothing that has happened since, who is asked, or which clock runs."""
    match, seat = room.match, connection.seat
    anew = not 0 <= connection.told <= eyes.line or taken_back(match, connection.told)
    number, since = room.numbering.number, 0 if anew else connection.told + 1
    return m.Position(
        line=number(eyes.line, seat),
        scene=for_page(match.game.scene(eyes.state, eyes.roles)),
        events=[(number(line, seat), seen) for line, seen in heard(match, seat, since, eyes)],
        anew=anew,
        asked=[],
        waiting=[],
        seats=seats(room, eyes),
        pen=False,
        can_undo=False,
        takeback=[],
        over=False,
    )


def sight_of(match: Match[Any], now: Open, seat: str, ended: bool) -> Sight:
    """The umpire always sees all; everybody does once the game has ended, when its record lies open too."""
    roles, all_seeing = roles_of(match, seat), ended or seat == UMPIRE
    scene = for_page(match.game.scene(match.state, roles, all_seeing=all_seeing))
    if seat == UMPIRE:
        held = bool(match.state.gate_held)
        return Sight(scene, now.asked(seat), now.waiting(seat), now.of_others(), *now.at_the_gate(), held)
    return Sight(scene, now.asked(seat), now.waiting(seat), [])


def heard(
    match: Match[Any], seat: str, since: int, eyes: Eyes | None = None, all_seeing: bool = False
) -> Iterator[tuple[int, SeenEvent]]:
    """(line, event) of the log as the seat reads it, from a line on; as far as these eyes see it."""
    last, roles = (match.next_line, roles_of(match, seat)) if eyes is None else (eyes.line, eyes.roles)
    start = len(match.log)
    while start and match.log[start - 1][0] >= since:
        start -= 1
    for line, event in match.log[start:]:
        if line <= last:
            for seen in seen_by(event, roles, all_seeing=all_seeing or seat == UMPIRE):
                yield line, _completed(match.game, seen)


def _completed(game: Game[Any], seen: SeenEvent) -> SeenEvent:
    """An event with how much of its turn had passed, and with those dice marked that did something by themselves."""
    if seen.moment is not None:
        seen = msgspec.structs.replace(seen, passed=game.passed(seen.moment))
    if seen.ruling is None:
        return seen
    return msgspec.structs.replace(seen, ruling=seen.ruling.with_marks(game.marked(seen.ruling)))


def taken_back(match: Match[Any], told: int) -> bool:
    """Whether something that was told up to this line has been taken back since."""
    return any(isinstance(line, Undone) and line.to < told for line in match.lines[told + 1 :])


def seats(room: Room, eyes: Eyes) -> list[m.SeatInfo]:
    match, absent, pace = room.match, room.people.tell_absent(), room.clockwork.pace
    silent = bool(eyes.held and pace.days)  # who is late tells who is asked
    found = []
    for seat in match.game.seated(eyes.state, match.setup.seats):
        here = room.people.here(seat.name)
        found.append(
            m.SeatInfo(
                name=seat.name,
                roles=seat.roles,
                player=match.players.get(seat.name, ""),
                people=len(here),
                claimed=seat.name in room.people.claimed,
                names=tuple(connection.name for connection in here if connection.name),
                absent=seat.name in absent and not silent,
                stuck=seat.name in room.stuck and not eyes.held,
                until=0 if silent else int((pace.until(seat.name) or 0) * 1000),
            )
        )
    return found
