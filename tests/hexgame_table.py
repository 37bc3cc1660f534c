"""A position of a hex game being played, so that a test reads like an example of the rulebook; the tables of the games
build on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self

from feltherre.core import engine
from feltherre.core.clock import ClockEvent
from feltherre.core.errors import Illegal
from feltherre.core.event import Event
from feltherre.core.space import Decision
from feltherre.core.state import Step, canonical
from feltherre.core.table import Table
from feltherre.core.text import Text
from feltherre.hexgame.counters import DESTROYED, enemy_of
from feltherre.hexgame.game import HexGame
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.steps import EndOfPlayerTurn, Movement, PhaseBegins, PlayerTurn, Reinforcement, Turn
from feltherre.hexgame.theatre import S
from norway_table import Script


class HexPlaying(Generic[S]):
    """A position being played by the sides that are asked. Keys of texts are told without these words before them."""

    game: ClassVar[HexGame[Any]]
    unsaid: ClassVar[tuple[str, ...]] = ()

    def __init__(self, state: S, *dice: Sequence[int]) -> None:
        self.state = state
        self.script = Script()
        self.throws(*dice)
        self.events: list[Event] = []
        table = Table(self.game, state, self.script)
        engine.settle(table)
        self.events += table.events  # a position may be told that no play leads to

    # asking

    @property
    def decisions(self) -> Sequence[Decision[Any]]:
        return engine.open_decisions(self.game, self.state)

    @property
    def asked(self) -> list[str]:
        """The sides that are asked now."""
        return [decision.role for decision in self.decisions]

    @property
    def decision(self) -> Decision[Any]:
        decisions = self.decisions
        assert len(decisions) == 1, f"asked: {self.asked}"
        return decisions[0]

    @property
    def step(self) -> str:
        """The name of the step that asks, "" when the game is over."""
        return type(self.state.agenda[-1]).__name__ if self.state.agenda else ""

    def offered(self) -> list[str]:
        """Every candidate answer, in the one-line notation."""
        return [self.game.notation.write(action) for action in self.decision.space.candidates()]

    def kinds(self) -> list[str]:
        """The kinds of answers that are open."""
        return [str(part) for part in self.decision.space.options(())]

    def place(self, name: str) -> str:
        """Where a unit is: a hex's number, "awaited", "destroyed"."""
        words = self.game.words
        here = self.state.places[words.counters.typed.find(name)]
        return words.board.number(here) if here >= 0 else "destroyed" if here == DESTROYED else "awaited"

    def owner(self, town: str) -> str:
        board = self.game.words.board
        return self.game.roles[self.state.owners[board.town_at[board.find(town)]]]

    def told(self) -> list[str]:
        """The keys of the events so far."""
        return [self.key(event.text) for event in self.events]

    def key(self, text: Text) -> str:
        told = text.key
        for words in self.unsaid:
            told = told.removeprefix(words)
        return told

    # acting

    def throws(self, *dice: Sequence[int]) -> Self:
        self.script.dice_to_come += [tuple(throw) for throw in dice]
        return self

    def __call__(self, *lines: str) -> Self:
        for line in lines:
            self.answer(self.game.notation.read(line))
        return self

    def answer(self, action: Any) -> Self:
        """The same with an action that is no line: dice typed in, an umpire's ruling."""
        decision, table = self.decision, Table(self.game, self.state, self.script)
        engine.apply(self.game, table, decision.role, decision.id, action)
        return self._done(table)

    def clock(self, event: ClockEvent) -> Self:
        """Time enters the game, as the match lets it."""
        table, before = Table(self.game, self.state, self.script), self.state.agenda[:]
        self.game.clock(table, event)
        engine.go_on(table, before)
        return self._done(table)

    def edit(self, *edits: Any) -> Self:
        """An umpire steps in."""
        for edit in edits:
            table, before = Table(self.game, self.state, self.script), self.state.agenda[:]
            self.game.edit(table, edit)
            engine.go_on(table, before)
            self._done(table)
        return self

    def refusal(self, line: str) -> tuple[str, str | None]:
        """(key of the reason, rule) of a refused line; the test fails if it is not refused or changes something."""
        before = canonical(self.state)
        try:
            self(line)
        except Illegal as illegal:
            assert canonical(self.state) == before, "a refused action has changed the state"
            return self.key(illegal.reason), illegal.rule
        raise AssertionError(f"not refused: {line}")

    def end_turn(self) -> Self:
        """End every phase of the player turn that is left, until the other side is asked or the game is over."""
        side = self.asked
        while side and self.asked == side:
            ends = self.kinds()[-1]
            self(ends.replace("-", " ") if ends.startswith("end-") else "end combat")
        return self

    def _done(self, table: Table[S]) -> Self:
        self.events += table.events
        problems = self.game.invariants(self.state)
        assert not problems, problems
        return self


def agenda(state: HexGameState, phase: str, first: int, combat: type[Step]) -> list[Step]:
    """What is left of a turn from a phase on, in which the side `first` begins; the step that comes first lies on
    top."""
    phases: dict[str, type[Step]] = {"reinforcement": Reinforcement, "movement": Movement, "combat": combat}
    steps: list[Step] = []
    if phase == "turn":
        return [Turn(state.turn)]
    if phase == "player-turn":
        steps.append(PlayerTurn(state.side))
    else:
        for name in list(phases)[[*phases, "end"].index(phase) :]:
            steps += [PhaseBegins(name, state.side), phases[name]()]
        steps.append(EndOfPlayerTurn())
    if state.side == first:
        steps.append(PlayerTurn(enemy_of(state.side)))
    return [*steps, Turn(state.turn + 1)][::-1]
