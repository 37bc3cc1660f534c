"""Where reinforcements enter (turn-2)."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, reinforcement, texts, units
from feltherre.games.winterwar.actions import EndReinforcement
from feltherre.games.winterwar.players.asking import place
from feltherre.games.winterwar.players.captain.plan import scores_for
from feltherre.games.winterwar.players.captain.scores import total
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.state import WinterWarState, enemy_of
from feltherre.games.winterwar.steps import Reinforcement
from feltherre.players.player import Position


def choose_entry(position: Position, state: WinterWarState, step: Reinforcement) -> tuple[Any, Text]:
    """The hex where the unit is worth most; air units enter near the enemy."""
    field = Field(state)
    for unit in reinforcement.due(state, state.side):
        hexes = reinforcement.entry_hexes(state, unit)
        if not hexes:
            continue
        if units.IS_AIR[unit]:
            enemies = list(field.stacks[enemy_of(state.side)])
            best = min(hexes, key=lambda hex_: (sum(board.GRID.distance(hex_, there) for there in enemies), hex_))
        else:
            scores = scores_for(field, state.side)
            best = max(hexes, key=lambda hex_: (total(scores, unit, hex_), -hex_))
        return place(unit, best), say("winterwar.why.place", place=texts.hex_name(best))
    return EndReinforcement(), say("winterwar.why.placed")
