"""The table at which one action is carried out: the state, the dice, and what is told about it.

Whatever gives information (a throw, a draw, a card shown) sets the barrier for undo by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from feltherre.core.chance import VALUES, Chance, Dice, Drawn, Ruling, Thrown
from feltherre.core.dice import Stream
from feltherre.core.event import Event, Secret
from feltherre.core.procedure import AnyProcedure
from feltherre.core.state import Result, State
from feltherre.core.text import Text

if TYPE_CHECKING:
    from feltherre.core.game import Game

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Fallen(NamedTuple):
    """Dice that have fallen: the procedure and situation they were thrown in, the role that threw, the ruling."""

    procedure: AnyProcedure
    situation: Any
    role: str
    ruling: Ruling


class Table(Chance, Generic[S]):
    """Carries out one action or edit; a new one is laid for each."""

    __slots__ = (
        *("barrier", "draws", "events", "fallen", "game", "line", "quiet", "ruled_from", "shown", "state"),
        *("stream", "throws"),
    )

    def __init__(self, game: Game[S], state: S, stream: Stream, line: int | None = None, quiet: bool = False) -> None:
        self.game = game
        self.state = state
        self.stream = stream
        #: number of the record's line being written
        self.line = state.opened + 1 if line is None else line
        self.quiet = quiet
        self.events: list[Event] = []
        self.throws: list[Thrown] = []
        #: what the dice were thrown for, where somebody may read it
        self.fallen: list[Fallen] = []
        self.draws: list[Drawn] = []
        self.barrier = False
        #: hidden things that have been shown to everybody
        self.shown: list[str] = []
        #: where the throws of the ruling being made begin
        self.ruled_from = 0

    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        values = self.stream.dice(n)
        self.throws.append(Thrown(purpose, rule, values))
        self.barrier = True
        return Dice(values)

    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        taken = self.stream.positions(k, len(items))
        self.draws.append(Drawn(purpose, rule, len(items), taken))
        self.barrier = True
        return tuple([items[position] for position in taken])

    def made(self) -> tuple[Thrown, ...]:
        return tuple(self.throws[self.ruled_from :])

    def rule_by(self, procedure: AnyProcedure, assessment: Any) -> Ruling:
        """The ruling of a procedure, with its own throws and no others that were made at this table."""
        outside, self.ruled_from = self.ruled_from, len(self.throws)
        ruling = procedure.resolve(assessment, self)
        self.ruled_from = outside
        return ruling

    def typed(self, thrown: Thrown) -> None:
        """Real dice have been typed in."""
        self.throws.append(thrown)
        self.barrier = True

    def reveal(self, *shown: str) -> None:
        """Something hidden has been shown to somebody: no way back by undo. What everybody sees now and no answer has
        named, such as the face of a card turned up, is given by its id: states that differ in it are told apart from
        here on, and the shared battery compares only those that agree."""
        self.barrier = True
        self.shown.extend(shown)

    def push(self, *steps: Any) -> None:
        """Put steps on the agenda so that they are done in the order written."""
        if len(steps) == 1:  # as most often
            self.state.agenda.append(steps[0])
        else:
            self.state.agenda.extend(reversed(steps))

    def tell(
        self,
        text: Text,
        rule: str | None = None,
        places: tuple[str, ...] = (),
        ruling: Ruling | None = None,
        secrets: Sequence[Secret] = (),
        audience: tuple[str, ...] | None = None,
        ruling_for: tuple[str, ...] | None = None,
    ) -> None:
        if not self.quiet:
            moment = self.game.moment(self.state)
            self.events.append(Event(text, rule, places, ruling, tuple(secrets), audience, ruling_for, moment))

    def finish(self, result: Result) -> None:
        """The game is over: nothing more is asked."""
        self.state.result = result
        self.state.agenda.clear()
        self.state.sealed.clear()
