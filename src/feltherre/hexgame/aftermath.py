"""After a fight, as steps: losses that their owner shares out, and the advance into a hex that was won. Each function
notes in a title's register what is done about a step, and gives back what it noted, for the title to say which of its
rules that carries out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.space import Decision
from feltherre.core.steps import Steps
from feltherre.core.table import Table
from feltherre.hexgame.actions import Advance, TakeLosses
from feltherre.hexgame.fighting import advance_space, share_losses
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.steps import Advancing, Losses, Retreating
from feltherre.hexgame.words import Words

Noted = tuple[Callable[..., Any], ...]


def still_in(state: HexGameState, step: Retreating) -> list[int]:
    """The beaten counters that have not left their hex."""
    return [unit for unit in step.units if state.places[unit] == step.hex]


def fly_home(
    table: Table[Any], words: Words, flyers: Sequence[int], rule: str, home: Callable[[int], None], *hexes: int
) -> None:
    """Air units leave these hexes for their base, and all are told; `home`: what becomes of each."""
    if flyers:
        words.tell(table, "fly-home", rule, hexes, n=len(flyers), units=flyers)
    for unit in flyers:
        home(unit)


def losses(
    steps: Steps,
    words: Words,
    *,
    bears: Callable[[Any, Losses], Mapping[int, int]],
    outlasts: Callable[[Any, int], int],
    lose: Callable[[Table[Any], int, str], None],
    what: Callable[[Any, Losses], str],
) -> Noted:
    """The owner chooses who takes the losses, if there is a choice; else all take what they can bear. `bears`: those
    that are left, and how many each may take; `outlasts`: how many leave it on the map; `lose`: a counter takes one by
    a rule; `what`: the question."""

    @steps.asks(Losses)
    def whom_to_lose(state: Any, step: Losses) -> Iterator[Decision[Any]]:
        most = bears(state, step)
        stay = {unit: outlasts(state, unit) for unit in most}
        space = share_losses(words, TakeLosses, most, stay, step.count, step.rule)
        if space is not None:
            told = {"place": step.hex, "n": step.count}
            yield words.ask(state, step.side, what(state, step), step.rule, space, "losses", **told)

    @steps.does(Losses)
    def all_lose(table: Table[Any], step: Losses) -> None:
        for unit, most in bears(table.state, step).items():
            for _ in range(most):
                lose(table, unit, step.rule)

    @steps.answer(Losses)
    def losses_chosen(table: Table[Any], step: Losses, role: str, action: TakeLosses) -> None:
        for unit in words.counters.numbers_of(action.units):
            lose(table, unit, step.rule)

    return whom_to_lose, all_lose, losses_chosen


def advance(
    steps: Steps,
    words: Words,
    rule: str,
    *,
    able: Callable[[Any, Advancing], Sequence[int]],
    fits: Callable[[Any, int, Sequence[int]], bool],
    strength: Callable[[Any, int], int],
    refuse: Callable[[Any, Advancing, int], Illegal],
    enter: Callable[[Table[Any], Sequence[int], int], None],
) -> Noted:
    """Some of the attackers that are able to move into the hex that was won, or none. `fits`: whether some have room
    there together; `refuse`: why one does not go, or not with the others; `enter`: what becomes of it."""

    @steps.asks(Advancing)
    def who_advances(state: Any, step: Advancing) -> Iterator[Decision[Any]]:
        def refused(chosen: Sequence[int], unit: int) -> Illegal:
            return words.named_twice(unit, rule) if unit in chosen else refuse(state, step, unit)

        if those := able(state, step):
            together, strong = partial(fits, state, step.hex), partial(strength, state)
            space = advance_space(words, Advance, Advance, those, together, strong, refused, rule)
            yield words.ask(state, state.side, "advance", rule, space, place=step.hex)

    @steps.does(Advancing)
    def nobody_advances(table: Table[Any], step: Advancing) -> None:
        """The hex is still held, or nobody can go."""

    @steps.answer(Advancing)
    def go_in(table: Table[Any], step: Advancing, role: str, action: Advance) -> None:
        chosen = words.counters.numbers_of(action.units)
        if chosen:
            words.tell(table, "advance", rule, [step.hex], n=len(chosen), place=step.hex, units=chosen)
        enter(table, chosen, step.hex)

    return who_advances, nobody_advances, go_in
