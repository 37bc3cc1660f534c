"""A match with people and computer players at it. It knows no screen: the loop shows what it does."""

from __future__ import annotations

from typing import Any

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import Illegal
from feltherre.core.game import Game
from feltherre.core.match import Match
from feltherre.core.pace import snapshot_due
from feltherre.core.record import Acted
from feltherre.core.seats import HandedOver, Standing
from feltherre.core.space import Decision, DiceSpace
from feltherre.core.text import say
from feltherre.players.listed import make_player
from feltherre.players.player import Player, position_at

#: reaction windows in which a lone person could only pass are passed for him
PASS_IF_NOTHING = "pass-if-nothing"


class Session:
    """Who plays which seat, and whose turn it is to answer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        #: players keep their plan for the turn, so they last as long as the session
        self._players: dict[str, Player] = {}
        self._turn: int | None = None

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def people(self) -> list[str]:
        """The seats that people play, without the umpire."""
        return [seat.name for seat in self.match.setup.seats if not self.match.players.get(seat.name)]

    def begin(self, computers: dict[str, str]) -> None:
        """Write into the record who plays. Where one person plays against computers nobody watches the pauses he
        makes, so that windows in which he can only pass are passed for him."""
        for seat, player in computers.items():
            self.match.seat_act(seat, HandedOver(player))
        if computers and len(self.people) == 1 and not self.match.setup.umpire:
            (seat,) = self.people
            for role in self.match.seat(seat).roles:
                self.match.seat_act(seat, Standing(role, PASS_IF_NOTHING))
        self.match.snapshot()

    def seat_of(self, decision: Decision[Any]) -> str:
        return self.match.seat_of(decision.role).name

    def person_for(self, decision: Decision[Any]) -> str | None:
        """The seat of the person who is to answer at the keyboard; None if a computer answers.

        Real dice for a computer's battle are thrown and typed in by a person.
        """
        seat = self.seat_of(decision)
        if not self.match.players.get(seat):
            return seat
        if isinstance(decision.space, DiceSpace):
            return self.people[0] if self.people else UMPIRE
        return None

    def next_decision(self) -> Decision[Any] | None:
        """The decision to be answered next: where several are open, computers seal their answers first."""
        waiting = self.match.unanswered()
        by_computer = [decision for decision in waiting if self.person_for(decision) is None]
        return next(iter(by_computer or waiting), None)

    def keep_up(self) -> None:
        """Send the passes of standing instructions, and now and then a snapshot when a turn begins."""
        while passes := self.match.standing_passes():
            seat, decision, action = passes[0]
            self.match.act(seat, decision.role, decision.id, action, auto=True)
        turn = self.game.turns(self.match.state)
        if turn != self._turn:
            if self._turn is not None and snapshot_due(turn, self._turn) and not self.match.over:
                self.match.snapshot()
            self._turn = turn

    def answer(self, decision: Decision[Any], action: Any) -> None:
        self.match.answer(decision, action)

    def let_computer_answer(self, decision: Decision[Any]) -> None:
        self.answer(decision, self._player(self.seat_of(decision)).choose(position_at(self.match, decision)).action)

    def player_name(self, decision: Decision[Any]) -> str:
        return self.match.players[self.seat_of(decision)]

    def _player(self, seat: str) -> Player:
        if seat not in self._players:
            self._players[seat] = make_player(self.game, self.match.players[seat])
        return self._players[seat]

    def undo(self, seat: str) -> None:
        """Take back the seat's last action; automatic passes since then go with it."""
        points = self.match.undo_points
        if not any(point.seat == seat and not self._was_automatic(point.line + 1) for point in points):
            raise Illegal(say("core.illegal.nothing-to-undo"))
        while True:
            automatic = self._was_automatic(points[-1].line + 1)
            self.match.undo(seat)
            if not automatic:
                return

    def _was_automatic(self, number: int) -> bool:
        line = self.match.lines[number]
        return isinstance(line, Acted) and line.auto
