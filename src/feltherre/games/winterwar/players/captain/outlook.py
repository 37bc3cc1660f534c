"""What a hex is worth to an attacker besides a town in it."""

from __future__ import annotations

from collections.abc import Callable

from feltherre.games.winterwar.players.captain import roads, weights
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.units import SOVIET


def hex_worth(field: Field, side: int) -> Callable[[int], float]:
    """To the Soviet side a way in to the towns behind it, to Finland ground."""
    if side == SOVIET:
        behind = roads.gates(tuple(field.state.owners))
        return lambda hex_: weights.WAY_IN * behind[hex_]
    return lambda hex_: weights.GROUND
