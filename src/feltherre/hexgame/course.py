"""The course of a game: the phases of a player turn, and the end. Steps of a title call these and say by what rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.space import Action
from feltherre.core.state import Result, Step
from feltherre.core.steps import Steps
from feltherre.core.table import Table
from feltherre.core.text import Text
from feltherre.hexgame.actions import EndReinforcement
from feltherre.hexgame.steps import EndOfPlayerTurn, Movement, PhaseBegins, Reinforcement
from feltherre.hexgame.words import Words


def phase_begins(table: Table[Any], step: PhaseBegins) -> None:
    """From now on this phase of this side is under way."""
    table.state.phase, table.state.side = step.phase, step.side


def player_turn_begins(table: Table[Any], words: Words, side: int, rule: str) -> None:
    """A side is in turn, and none of its counters has moved or attacked."""
    state = table.state
    state.side = side
    state.moved, state.attacked = [0] * words.counters.count, [0] * words.counters.count
    words.tell(table, "player-turn", rule, side=side, number=state.turn)


def phases(side: int, combat: Step) -> tuple[Step, ...]:
    """What a player turn consists of: who comes onto the map, movement, combat."""
    return (
        PhaseBegins("reinforcement", side),
        Reinforcement(),
        PhaseBegins("movement", side),
        Movement(),
        PhaseBegins("combat", side),
        combat,
        EndOfPlayerTurn(),
    )


def ends(steps: Steps, words: Words, kind: type[Step], end: type[Action], told: str, rule: str) -> Callable[..., None]:
    """Note that this answer ends a phase, and is told. What was noted is given back, for the title to mark."""

    @steps.answer(kind, to=end)
    def phase_ends(table: Table[Any], step: Step, role: str, action: Action) -> None:
        words.tell(table, told, rule, side=table.state.side)

    return phase_ends


def reinforcements_wait(
    steps: Steps, words: Words, due: Callable[[Any, int], Sequence[int]], told: str, rule: str
) -> None:
    """Note what becomes of reinforcements that do not enter: whoever is left waits, and where none of those that are
    `due` to a side can enter, that is told."""

    @steps.does(Reinforcement)
    def nobody_enters(table: Table[Any], step: Reinforcement) -> None:
        side = table.state.side
        if waiting := due(table.state, side):
            words.tell(table, told, rule, side=side, n=len(waiting))

    @steps.answer(Reinforcement, to=EndReinforcement)
    def the_others_wait(table: Table[Any], step: Reinforcement, role: str, action: EndReinforcement) -> None:
        pass


def over_by_itself(table: Table[Any], step: Step) -> None:
    """A phase in which nobody can do anything is over, and nothing is told."""


# the end


def over(table: Table[Any], result: Result) -> None:
    """The game is over with this result."""
    table.state.phase = "over"
    table.finish(result)


def ends_on_points(table: Table[Any], words: Words, result: Result, points: Text, rules: tuple[str, str]) -> None:
    """The points decide, or nothing does. `rules`: of the points, and of who wins by them."""
    points_rule, winner_rule = rules
    table.tell(points, points_rule)
    if result.winners:
        side = words.roles.index(result.winners[0])
        words.tell(table, f"won.{result.degree}", winner_rule, side=side)
    else:
        words.tell(table, "draw", winner_rule)
    over(table, result)
