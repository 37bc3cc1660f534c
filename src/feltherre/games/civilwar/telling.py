"""What is told, and to whom: a commander learns of what his own units do and of what any of them can see (fog of
war)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from feltherre.core.chance import Line, Ruling
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_of, roles
from feltherre.games.civilwar.field import by_id, name_of
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.state import CivilWarState


def tell(
    table: Table[CivilWarState], key: str, rule: str, *units: str, ruling: Ruling | None = None, **args: Any
) -> None:
    """Tell of something that concerns these units, the first of them its doer, to those who know of it.

    How it was ruled only the doer's own commander reads: it holds what the enemy must not know,
    such as grades (fog of war).
    """
    if table.quiet:
        return
    state = table.state
    everybody = roles(state)
    audience = tuple(role for role in everybody if _knows(state, role, units))
    doer = by_id(state, units[0]) if units else None
    own = (role_of(state, doer),) if doer is not None and ruling is not None else None
    to = None if audience == everybody else audience
    table.tell(say(key, **args), rule, units, ruling, audience=to, ruling_for=own)


def _knows(state: CivilWarState, role: str, units: tuple[str, ...]) -> bool:
    concerned = [unit for unit in (by_id(state, name) for name in units) if unit is not None]
    return not concerned or any(role_sees(state, role, unit) for unit in concerned)


def name(state: CivilWarState, thing: str) -> Text:
    """A unit, staff figure or terrain object as people read it; couriers go by their general and their number."""
    courier = next((one for one in state.staff if one.id == thing and one.rank == "courier"), None)
    if courier is not None:
        general = thing.rpartition("-")
        return say("civilwar.name.courier", general=name_of(state, general[0]), number=general[2])
    return say("core.plain", text=name_of(state, thing))


def named(state: CivilWarState, ruling: Ruling) -> Ruling:
    """A ruling that calls the units of which it speaks by their names; the procedures know only their ids."""

    def with_names(line: Line) -> Line:
        unit = line.text.args.get("unit")
        if not isinstance(unit, str) or by_id(state, unit) is None:
            return line
        return replace(line, text=Text(line.text.key, {**line.text.args, "unit": name(state, unit)}))

    return replace(ruling, explanation=tuple(with_names(line) for line in ruling.explanation))
