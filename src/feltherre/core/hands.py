"""By whom the acts of a match are carried out: what a line of the record says is done, done at a table.

A match asks its hands for it. Usually they are its own; a server may have it done in another process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from feltherre.core import engine
from feltherre.core.agenda import UMPIRE, decision_id
from feltherre.core.clock import ClockEvent, Paused, TimeUp, told_of
from feltherre.core.errors import BadInput
from feltherre.core.game import AnnounceSpecialRule, AnswerFor, Game, HoldGate, Seat, Setup
from feltherre.core.record import Acted, Clocked, Doing, Overridden, SeatAct
from feltherre.core.scene import Scene, for_page
from feltherre.core.seats import (
    Advised,
    Contributed,
    HandedOver,
    Resigned,
    TakebackAsked,
    TakebackGranted,
    TakebackRefused,
    player_called,
    seat_name,
)
from feltherre.core.state import State
from feltherre.core.table import Table
from feltherre.core.text import say

if TYPE_CHECKING:
    from feltherre.core.match import Match

#: what a seat sees of a position, as a client draws it
Picture = Scene


class Hands:
    """Carry out everything here and now."""

    def carry_out(self, match: Match[Any], line: Doing) -> Table[Any]:
        """Change state and dice of the match as an unfinished line says; the table at which it was done."""
        table = Table(match.game, match.state, match.stream, line.n)
        if isinstance(line, Acted):
            match.keep_open(engine.apply(match.game, table, line.role, line.decision, line.action, match.decisions()))
        else:
            _do(match.setup, table, line)
        return table

    def pictures(self, match: Match[Any], names: Sequence[str]) -> Sequence[Picture]:
        """What each of these seats sees."""
        return [for_page(match.scene(name)) for name in names]


def find_seat(game: Game[Any], setup: Setup, state: State, name: str) -> Seat:
    for seat in game.seated(state, setup.seats):
        if seat.name == name:
            return seat
    if name == UMPIRE and setup.umpire:
        return Seat(UMPIRE, (UMPIRE,))
    raise BadInput(say("core.bad.seat", name=name))


def _do(setup: Setup, table: Table[Any], line: Overridden | Clocked | SeatAct) -> None:
    if isinstance(line, Overridden):
        _edit(table, line.edit, line.reason)
    elif isinstance(line, Clocked):
        _clock(setup, table, line.event)
    else:
        _seat_change(table, find_seat(table.game, setup, table.state, line.seat), line.act)


def _edit(table: Table[Any], edit: Any, reason: str) -> None:
    game, state, agenda_before = table.game, table.state, table.state.agenda[:]
    table.tell(say("core.event.override", reason=reason), "umpire")
    if isinstance(edit, HoldGate):
        state.gate_held = game.held(state, edit)
        engine.go_on(table, agenda_before)
    elif isinstance(edit, AnnounceSpecialRule):
        state.special_rules.append(edit.text)
        table.tell(say("core.event.special-rule", text=edit.text), "umpire")
    elif isinstance(edit, AnswerFor):
        action = game.convert_action(edit.action)
        engine.apply(game, table, edit.role, decision_id(state, edit.role), action)
    else:
        # the position is another one: whoever is asked is asked anew
        game.edit(table, edit)
        state.sealed.clear()
        engine.settle(table)


def _clock(setup: Setup, table: Table[Any], event: ClockEvent) -> None:
    game, agenda_before = table.game, table.state.agenda[:]
    if not isinstance(event, TimeUp):
        table.tell(told_of(event, game, game.seated(table.state, setup.seats)))
    if not isinstance(event, Paused):  # the match sees to that, whether the game has clocks or not
        game.clock(table, event)
    engine.go_on(table, agenda_before)


def _seat_change(table: Table[Any], seat: Seat, act: Any) -> None:
    game = table.game
    if isinstance(act, Resigned):
        agenda_before = table.state.agenda[:]
        game.resign(table, seat.roles)
        engine.go_on(table, agenda_before)
    elif isinstance(act, Contributed):
        table.stream.mix(act.words)
    elif isinstance(act, HandedOver):
        computer = say("core.event.hand-over.computer", player=player_called(act.to))
        player = computer if act.to else say("core.event.hand-over.person")
        table.tell(say("core.event.hand-over", seat=seat_name(game, seat), to=player))
    elif isinstance(act, Advised):
        table.tell(say(f"core.event.advised.{act.what}", seat=seat_name(game, seat)))
    elif isinstance(act, TakebackAsked | TakebackGranted | TakebackRefused):
        table.tell(say(f"core.event.{type(act).__struct_config__.tag}", seat=seat_name(game, seat)))
