"""Lighting a lantern (L5): the procedure."""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure

NEEDED = 7
GOES_OUT = 2


class Attempt(Struct, frozen=True):
    spark: bool
    gusts: int
    windy: bool


@procedure("light-lantern", wick_dice=list[int], flicker_die=int | None)
@rule("L5")
def light_lantern(given: Attempt, desk: Desk) -> Resolve:
    """Two dice and what is added to them light a lantern, or not (L5)."""
    desk.refuse_if(given.gusts < 0, "gusts", "L4", gusts=given.gusts)
    modifier = desk.sum("modifier", {"spark": (int(given.spark), "L2"), "windy": (-int(given.windy), "L5")})
    desk.line_if(given.gusts > 0, "gusts", "L4", -2 * given.gusts, n=given.gusts)
    modifier -= 2 * given.gusts

    def resolve(chance: Chance) -> Outcome:
        total = chance.throw(2, "wick_dice", "L5", TALLY).total + modifier
        flickered, lit = total == NEEDED, total >= NEEDED
        if flickered:
            lit = chance.throw(1, "flicker_die", "L5").total > GOES_OUT
        desk.line("lit" if lit else "dark", "L5", total, total=total)
        return {"lit": lit, "flickered": flickered}

    return resolve
