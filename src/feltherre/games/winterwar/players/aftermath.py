"""Losses and lost bases: what both players answer in the same way."""

from __future__ import annotations

from collections import Counter

from feltherre.core.spaces import Pick, Several
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.actions import Eliminate, Escape, TakeLosses
from feltherre.games.winterwar.players.asking import named
from feltherre.games.winterwar.players.worth import LAST_FACE, POINTS, loss_cost
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import LostBase
from feltherre.games.winterwar.texts import hex_name, unit_names
from feltherre.players.player import Position


def choose_losses(state: WinterWarState, space: Several[TakeLosses]) -> tuple[TakeLosses, Text]:
    """The cheapest losses: a face is cheaper than a counter, a brigade cheaper than a division."""
    seen: Counter[int] = Counter()
    priced = []
    for unit in space.choice:
        again = seen[unit]
        seen[unit] += 1
        cost = POINTS[unit] if units.IS_AIR[unit] else LAST_FACE * POINTS[unit] if again else loss_cost(state, unit)
        priced.append((cost, again, unit))
    chosen = sorted(unit for _, _, unit in sorted(priced)[: space.most])
    return TakeLosses(named(chosen)), say("winterwar.why.losses", units=unit_names(dict.fromkeys(chosen)))


def choose_eliminated(state: WinterWarState, space: Pick[Eliminate]) -> tuple[Eliminate, Text]:
    unit = min(space.levels[0].options(), key=lambda one: POINTS[one])
    return Eliminate(units.UNITS[unit].id), say("winterwar.why.losses", units=unit_names([unit]))


def choose_base(state: WinterWarState, step: LostBase, position: Position) -> tuple[Escape, Text]:
    """The nearest of the bases that are left."""
    old = state.bases[step.unit]
    options = [board.hex_of(str(part)) for part in position.decision.space.options(())]
    base = min(options, key=lambda hex_: (board.GRID.distance(hex_, old), hex_))
    return Escape(units.UNITS[step.unit].id, board.GRID.number(base)), say("winterwar.why.escape", place=hex_name(base))
