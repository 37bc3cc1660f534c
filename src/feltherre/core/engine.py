"""Carrying out actions: which decisions are open, and what an answer does. Knows no game.

decisions = open_decisions(game, state)
apply(game, table, role, decision_id, action)     validates, then changes the table's state, or raises Illegal
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from feltherre.core.dice import Stream
from feltherre.core.errors import Illegal
from feltherre.core.game import Game, Setup
from feltherre.core.space import Decision
from feltherre.core.state import Sealed, State, Step
from feltherre.core.table import Table
from feltherre.core.text import say

S = TypeVar("S", bound=State)

#: a game whose agenda turns this often without asking anybody is caught in a loop of its own
MOST_STEPS = 10_000


def begin(game: Game[S], setup: Setup, stream: Stream) -> Table[S]:
    """A new game, set up and settled; the table has the state and the events and draws of the set-up."""
    game.check_setup(setup)
    state = game.state_type()
    state.dice = setup.dice
    state.umpire = setup.umpire
    table = Table(game, state, stream, line=0)
    game.begin(setup, table)
    settle(table)
    return table


def open_decisions(game: Game[S], state: S) -> Sequence[Decision[Any]]:
    """The decisions open now (several if they are answered together); none when the game is over."""
    if not state.agenda:
        return ()
    step = state.agenda[-1]
    decisions: Sequence[Decision[Any]] = game.all_steps[type(step)].decisions(state, step)
    return decisions


def settle(table: Table[Any], until: tuple[type[Step], ...] = ()) -> Sequence[Decision[Any]]:
    """Carry out steps until somebody must be asked or nothing is left, and return the decisions that are open then. A
    caller that only wants to see how something begins names in `until` the steps before which to stop."""
    state, steps = table.state, table.game.all_steps
    agenda = state.agenda
    state.opened += 1
    for _ in range(MOST_STEPS):
        if not agenda:
            return ()
        step = agenda[-1]
        if until and isinstance(step, until):
            return ()
        rules = steps[type(step)]
        if not rules.alive(state, step):
            agenda.pop()
            continue
        if rules.asks:
            decisions: Sequence[Decision[Any]] = rules.decisions(state, step)
            if decisions:
                return decisions
        agenda.pop()
        rules.proceed(table, step)
    raise RuntimeError(f"{table.game.id}: the agenda does not come to rest ({agenda[-3:]})")


def go_on(table: Table[Any], agenda_before: Sequence[Any]) -> None:
    """After an act from outside the rules (a clock, the umpire, resigning): a decision that is still open stays open
    with the answers that are in; otherwise settle anew."""
    state, steps = table.state, table.game.all_steps
    if state.agenda and state.agenda == agenda_before:
        step = state.agenda[-1]
        rules = steps[type(step)]
        if rules.alive(state, step) and rules.opens(state, step):
            return
    state.sealed.clear()
    settle(table)


def find_decision(decisions: Sequence[Decision[Any]], role: str, decision_id: str) -> Decision[Any]:
    """The open decision of this id and role, or the reason why there is none."""
    for decision in decisions:
        if decision.id == decision_id:
            if decision.role != role:
                raise Illegal(say("core.illegal.wrong-seat", role=decision.role))
            return decision
    if any(decision.role == role for decision in decisions):
        raise Illegal(say("core.illegal.stale", decision=decision_id))
    if not decisions:
        raise Illegal(say("core.illegal.over"))
    raise Illegal(say("core.illegal.not-asked", waiting=[decision.waiting for decision in decisions]))


def apply(
    game: Game[S],
    table: Table[S],
    role: str,
    decision_id: str,
    action: Any,
    decisions: Sequence[Decision[Any]] | None = None,
) -> Sequence[Decision[Any]]:
    """Answer a decision: check everything, then carry it out, settle, and say which decisions are open then.
    `decisions`: those that are open, where the caller has them."""
    if decisions is None:
        decisions = open_decisions(game, table.state)
    decision = find_decision(decisions, role, decision_id)
    decision.space.check(action)
    return carry_out(table, decisions, role, action)


def carry_out(
    table: Table[Any], decisions: Sequence[Decision[Any]], role: str, action: Any, until: tuple[type[Step], ...] = ()
) -> Sequence[Decision[Any]]:
    """Carry out an answer that is known to be legal (search and self-play come here without checking it again), and
    say which decisions are open then; `until` as in `settle`."""
    state = table.state
    step = state.agenda[-1]
    rules = table.game.all_steps[type(step)]
    if len(decisions) == 1:
        state.agenda.pop()
        rules.answer(table, step, role, action)
    else:
        answers = {sealed.role: sealed for sealed in state.sealed}
        answers[role] = Sealed(role, action)
        state.sealed[:] = [answers[decision.role] for decision in decisions if decision.role in answers]
        if len(answers) < len(decisions):
            return decisions  # sealed until the last is in; the decisions stay open
        state.sealed.clear()
        state.agenda.pop()
        table.barrier = True  # opening what was sealed shows it
        rules.answers(table, step, {decision.role: answers[decision.role].action for decision in decisions})
    return settle(table, until)
