"""A step that throws as a node of chance: for a search that wants every way in which it can fall, with its chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from feltherre.core.chance import Ruling
from feltherre.core.game import Game
from feltherre.core.state import State
from feltherre.odds.enumerate import distribution, output_names

S = TypeVar("S", bound=State)


def falls(game: Game[S], state: S) -> Iterator[tuple[Fraction, S]]:
    """(chance, state) for each ruling that the step on top of the agenda can bring, before it takes effect; nothing
    unless that step throws. Rulings with the same outputs are one: they have no explanation and name no throws."""
    step = state.agenda[-1] if state.agenda else None
    rules = game.all_steps.get(type(step))  # type: ignore[arg-type]
    throwing = rules.throwing if rules else None
    if throwing is None:
        return
    situation = throwing.situation(state, step)
    if situation is None:
        return
    procedure = throwing.procedure(state)
    assessed = procedure.assess(situation, telling=False)
    names = output_names(procedure, assessed)
    chances = distribution(procedure, assessed, lambda outputs: msgspec.json.encode([outputs[name] for name in names]))
    for encoded, chance in chances.items():
        outputs: dict[str, Any] = dict(zip(names, msgspec.json.decode(encoded), strict=True))
        after = state.clone()
        after.agenda[-1] = throwing.after(step, Ruling(procedure.name, outputs, ()))
        yield chance, after
