"""What is told of a throw."""

from __future__ import annotations

from feltherre.core.figures import plain
from feltherre.core.procedure import Desk


def tell_dice(dice: int, modifier: int, desk: Desk, rule: str) -> None:
    """What was thrown, and what it counts with its modifiers."""
    counts = dice + modifier
    if modifier:
        desk.line("dice-counts", rule, counts, dice=dice, counts=plain(counts))
    else:
        desk.line("dice", rule, counts, dice=dice)
