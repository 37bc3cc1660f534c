"""Which units take losses: so many different ones, or so many losses in all (R29)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from feltherre.core.errors import Illegal
from feltherre.core.spaces import Several
from feltherre.core.text import Text, say
from feltherre.games.winterwar.actions import TakeLosses
from feltherre.games.winterwar.spaces import unit_things
from feltherre.games.winterwar.texts import unit_name, unit_names


def loss_space(
    among: Sequence[int], count: int, rule_id: str, bears: Sequence[int] = (), flips: Collection[int] = ()
) -> Several[TakeLosses]:
    """`count` losses among these units (rising); `bears`: how many each may take, one unless told; `flips`: those that
    a first loss only flips (2.1-e)."""

    def refuse(chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is None:
            return Illegal(say("winterwar.illegal.losses.number", n=count, given=len(chosen)), rule_id)
        if unit not in among:
            text = say("winterwar.illegal.losses.not-among", unit=unit_name(unit), units=unit_names(among))
            return Illegal(text, rule_id)
        return Illegal(say("winterwar.illegal.losses.too-many", unit=unit_name(unit)), rule_id)

    def name(chosen: Sequence[int], unit: int) -> Text:
        """A unit, and what this loss would do to it."""
        flipped = unit in flips and unit not in chosen
        return say("winterwar.loss.flipped" if flipped else "winterwar.loss.destroyed", unit=unit_name(unit))

    # each unit as often as it can take a loss
    faces = [unit for unit, most in zip(among, bears or [1] * len(among), strict=True) for _ in range(most)]
    things = unit_things(rule_id)
    return Several(TakeLosses, things, faces, refuse, least=count, most=count, done=None, name=name)
