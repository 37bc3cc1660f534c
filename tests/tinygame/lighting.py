"""Lighting a lantern (L5): the procedure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure, refuse
from feltherre.core.text import say

NEEDED = 7
GOES_OUT = 2


class Attempt(Struct, frozen=True):
    spark: bool
    gusts: int
    windy: bool


class Chances(Assessment, frozen=True):
    modifier: int


class LightLantern(Procedure[Attempt, Chances]):
    name = "light-lantern"
    situation = Attempt
    chance_inputs = {"wick_dice": list[int], "flicker_die": int | None}

    @rule("L5")
    def assess(self, situation: Attempt) -> Chances:
        if situation.gusts < 0:
            raise refuse("lanterns.refuse.gusts", "L4", gusts=situation.gusts)
        modifiers = (
            Line(say("lanterns.modifier.spark"), "L2", int(situation.spark)),
            Line(say("lanterns.modifier.gusts", n=situation.gusts), "L4", -2 * situation.gusts),
            Line(say("lanterns.modifier.windy"), "L5", -int(situation.windy)),
        )
        lines = tuple(line for line in modifiers if line.value)
        return Chances(
            modifier=sum(line.value or 0 for line in lines), lines=lines, will_throw=(Planned("wick_dice", 2, "L5"),)
        )

    @rule("L5")
    def resolve(self, assessment: Chances, chance: Chance) -> Ruling:
        total = chance.throw(2, "wick_dice", "L5", TALLY).total + assessment.modifier
        flickered = total == NEEDED
        lit = total >= NEEDED
        if flickered:
            lit = chance.throw(1, "flicker_die", "L5").total > GOES_OUT

        def explain() -> Sequence[Line]:
            outcome = "lit" if lit else "dark"
            return (*assessment.lines, Line(say(f"lanterns.ruling.{outcome}", total=total), "L5", total))

        return chance.ruling(self.name, {"lit": lambda: lit, "flickered": lambda: flickered}, explain)


LIGHT_LANTERN = LightLantern()
