"""What is told, and to whom: a side learns of what its own units do and of what anybody of it can see (fog of war)."""

from __future__ import annotations

from typing import Any

from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import by_id, name_of
from feltherre.games.civilwar.sight import side_sees
from feltherre.games.civilwar.state import ROLES, CivilWarState


def tell(
    table: Table[CivilWarState], key: str, rule: str, *units: str, ruling: Ruling | None = None, **args: Any
) -> None:
    """Tell of something that concerns these units, the first of them its doer, to the sides that know of it.

    How it was ruled only the doer's side reads: it holds what the other must not know, such as grades (fog of war).
    """
    if table.quiet:
        return
    state = table.state
    audience = tuple(role for side, role in enumerate(ROLES) if _knows(state, side, units))
    doer = by_id(state, units[0]) if units else None
    own = (ROLES[doer.side],) if doer is not None and ruling is not None else None
    to = None if audience == ROLES else audience
    table.tell(say(key, **args), rule, units, ruling, audience=to, ruling_for=own)


def tell_side(table: Table[CivilWarState], side: int, key: str, rule: str, *units: str, **args: Any) -> None:
    """Tell one side alone, such as what its guns hit."""
    table.tell(say(key, **args), rule, units, audience=(ROLES[side],))


def _knows(state: CivilWarState, side: int, units: tuple[str, ...]) -> bool:
    concerned = [unit for unit in (by_id(state, name) for name in units) if unit is not None]
    return not concerned or any(unit.side == side or side_sees(state, side, unit) for unit in concerned)


def name(state: CivilWarState, thing: str) -> Text:
    """A unit, staff figure or terrain object as people read it."""
    return say("core.plain", text=name_of(state, thing))
