"""The clocks of a game: minutes for each side's movement in every turn, a time for the whole game, and when that is up
a little for each choice of the fight that is under way. A title says how much, and what follows by its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from feltherre.core import engine
from feltherre.core.agenda import UMPIRE
from feltherre.core.clock import Clock, ClockEvent, Paused, TimeAdded
from feltherre.core.space import Decision, DiceSpace, DiceTyped
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.steps import EndOfGame, March, Movement, Reinforcement
from feltherre.hexgame.words import Words

MOVEMENT, GAME, CHOICE = "movement", "game", "choice"


@dataclass(slots=True)
class ClockedState(HexGameState):
    """What the state of a game with clocks has besides; a title gives its own seconds."""

    #: the time for the whole game is over: the fight under way is the last
    time_over: bool = False
    #: seconds given to the movement phase under way, to the whole game (0: as many as it takes), to each choice after
    movement_time: int = 0
    game_time: int = 0
    choice_time: int = 0


class Clocks:
    """`rules`: of the movement clock, and of the game's (None: it is no book's). `period`: another number in every
    player turn; `fights`: steps of which one is there while a fight is under way; `owed`: steps that are still done
    when the game's time is up; `waits`: a step before which the movement clock stands still; `moves`: what is left of a
    move; `ends`: what belongs to the end of a movement phase besides, when its time is up; what is left of a move
    is still on the agenda then."""

    def __init__(
        self,
        words: Words,
        rules: tuple[str, str | None],
        *,
        period: Callable[[Any], int],
        fights: tuple[type[Step], ...],
        owed: tuple[type[Step], ...] = (),
        waits: tuple[type[Step], ...] = (),
        moves: tuple[type[Step], ...] = (March,),
        ends: Callable[[Table[Any]], None] = lambda table: None,
    ) -> None:
        self.words = words
        self.movement_rule, self.game_rule = rules
        self.period = period
        self.fights = fights
        self.owed = owed
        self.waits = waits
        self.moves = moves
        self.ends = ends
        self._time_up = {MOVEMENT: self._movement_over, GAME: self._game_over, CHOICE: self._choice_over}

    def shown(self, state: Any) -> tuple[Clock, ...]:
        """The movement clock runs while the side in turn places reinforcements and moves; that of the game from the
        set-up on; that of a choice while one of the last fight is open."""
        runs = self._is_moving(state) and not isinstance(state.agenda[-1], self.waits)
        going = state.result is None
        clocks = [Clock(MOVEMENT, self.words.roles[state.side], state.movement_time, runs, self.period(state))]
        if state.game_time:
            clocks.append(Clock(GAME, "", state.game_time, going and not state.time_over))
        if state.time_over:
            clocks.append(Clock(CHOICE, "", state.choice_time, going, state.opened))
        return tuple(clocks)

    def _is_moving(self, state: Any) -> bool:
        return any(isinstance(step, Reinforcement | Movement) for step in state.agenda)

    def _is_fighting(self, state: Any) -> bool:
        return any(isinstance(step, self.fights) for step in state.agenda)

    def event(self, table: Table[Any], event: ClockEvent) -> None:
        """Time enters the game."""
        if isinstance(event, Paused):
            return  # the match sees to it
        state, words = table.state, self.words
        if event.name not in self._time_up or (event.name == GAME and not state.game_time):
            raise words.illegal("no-such-clock", self.game_rule, name=event.name)
        if event.name == MOVEMENT and not self._is_moving(state):
            raise words.illegal("no-movement-under-way", self.movement_rule)
        if event.name == CHOICE and not state.time_over:
            raise words.illegal("no-last-choice", self.game_rule)
        if isinstance(event, TimeAdded):
            self._add_time(state, event)
        else:
            self._time_up[event.name](table)

    def _add_time(self, state: Any, event: TimeAdded) -> None:
        """More for the movement phase under way, for each of the last choices, or for the whole game: then the fight
        under way need not be the last, if it was to be."""
        if event.name == MOVEMENT:
            state.movement_time += event.seconds
        elif event.name == CHOICE:
            state.choice_time += event.seconds
        else:
            state.game_time += event.seconds
            if self._is_fighting(state):
                state.time_over = False

    def _movement_over(self, table: Table[Any]) -> None:
        """Whoever has not moved stays, reinforcements that are not placed wait, a move under way ends in the hex last
        entered."""
        state = table.state
        self.words.tell(table, "movement-time-up", self.movement_rule, side=state.side)
        self.ends(table)
        over: tuple[type[Step], ...] = (Reinforcement, Movement, *self.moves)
        state.agenda = [step for step in state.agenda if not isinstance(step, over)]

    def _game_over(self, table: Table[Any]) -> None:
        """The fight under way is finished, then the game is scored as it stands. What is owed is paid."""
        state = table.state
        state.time_over = True
        self.words.tell(table, "time-over", self.game_rule)
        if not self._is_fighting(state):
            owed = [step for step in state.agenda if isinstance(step, self.owed)]
            state.agenda[:] = [EndOfGame("time"), *owed]

    def _choice_over(self, table: Table[Any]) -> None:
        """Whoever would lose must not keep the game from its end by saying nothing: his choice is made for him, the
        first that can be made; real dice are thrown by the software. The umpire takes the time he needs."""
        words, rule = self.words, self.game_rule
        decisions = [each for each in engine.open_decisions(table.game, table.state) if each.role != UMPIRE]
        if not decisions:
            raise words.illegal("no-last-choice", rule)
        for decision in decisions:
            words.tell(table, "choice-time-up", rule, side=words.roles.index(decision.role))
            engine.carry_out(table, decisions, decision.role, first_choice(table, decision))


def first_choice(table: Table[Any], decision: Decision[Any]) -> Any:
    space = decision.space
    if isinstance(space, DiceSpace):
        return DiceTyped(table.throw(space.n, "time-up", decision.rule).values)
    return next(space.candidates(1))
