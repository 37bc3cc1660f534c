"""What an umpire reads at his gate, and for which kinds of rulings he may hold it (01.06.1). What he may change in a
ruling stands with the throw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from feltherre.core.agenda import Gate
from feltherre.core.chance import Line, Ruling
from feltherre.core.state import Step
from feltherre.core.text import Text
from feltherre.games.civilwar.gun_steps import LayingRuled, figures
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.telling import name, named


def at_the_gate(state: CivilWarState) -> Step | None:
    """The step below the umpire's gate, which is about to apply a ruling; None if he is not asked."""
    return state.agenda[-2] if len(state.agenda) > 1 and isinstance(state.agenda[-1], Gate) else None


def concerned(state: CivilWarState) -> list[Text]:
    """The units that the step below the umpire's gate names: who fires, at whom, who attacks whom."""
    units = {unit.id for unit in state.units}
    return [name(state, one) for one in dict.fromkeys(_ids(msgspec.to_builtins(at_the_gate(state)))) if one in units]


def read_by_umpire(state: CivilWarState, ruling: Ruling) -> Ruling:
    """A ruling with the names of units, and of a round at the gate with what only the umpire may measure (06.02.2)."""
    step = at_the_gate(state)
    told = figures(state, step.laying, ruling) if isinstance(step, LayingRuled) else None
    measured = () if told is None else (Line(told, "06.02.2"),)
    return named(state, msgspec.structs.replace(ruling, explanation=(*ruling.explanation, *measured)))


def _ids(value: Any) -> Iterator[str]:
    """All words in the fields of a step, but for those of its ruling."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in ("ruling", "situation"):
                yield from _ids(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _ids(part)


#: the kinds of rulings for which he may hold his gate, by the chapters of the book
KINDS: Final = {
    "small-arms": ("small-arms-fire",),
    "artillery": ("artillery-deviation", "artillery-fire", "counter-battery"),
    "attack": ("charge-attempt", "initiative", "shock"),
    "melee": ("melee", "prisoners"),
    "morale": ("morale-test", "carried-away", "pass-through-pinned"),
    "end-of-turn": ("rally", "resupply", "appoint-general"),
}
