"""How fire is told: to those who see who fires, all of it; to the side that is hit by somebody unseen, only that."""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_of, roles
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.angles import bearing
from feltherre.ground.tabletop.measure import CIRCLE, rounded

#: clockwise
WINDS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def dice_of(ruling: Ruling) -> int:
    """The sum of the dice of a throw, as they lay."""
    return sum(ruling.throws[-1].values) if ruling.throws else 0


def tell_fire(
    table: Table[CivilWarState], key: str, rule: str, firer: str, target: str, ruling: Ruling, **args: Any
) -> None:
    """Tell of fire with the names of firer and target to those who see both; the others learn only that there is
    fire."""
    if table.quiet:
        return
    state = table.state
    by, at = unit_of(state, firer), unit_of(state, target)
    seeing = tuple(role for role in roles(state) if role_sees(state, role, by))
    full = tuple(role for role in seeing if role == role_of(state, by) or role_sees(state, role, at))
    text = say(key, unit=name(state, firer), target=name(state, target), **args)
    table.tell(text, rule, (firer, target), ruling, audience=full, ruling_for=(role_of(state, by),))
    others = tuple(role for role in seeing if role not in full)
    if others:
        table.tell(say("civilwar.partly.fires", unit=name(state, firer)), rule, (firer,), audience=others)
    if role_of(state, at) not in full:
        words = {"target": name(state, target), "from": compass_between(state, target, firer)}
        table.tell(say("civilwar.fire.unseen", **words), rule, (target,), audience=(role_of(state, at),))


def tell_own(
    table: Table[CivilWarState], key: str, rule: str, whose: str, ruling: Ruling | None = None, **args: Any
) -> None:
    """Tell the unit's own commander alone, such as what is left in its pouches or what its guns hit."""
    role = role_of(table.state, unit_of(table.state, whose))
    table.tell(say(key, **args), rule, (whose,), ruling, audience=(role,))


def tell_others(
    table: Table[CivilWarState],
    key: str,
    rule: str,
    whose: str,
    *,
    sees: Unit | None = None,
    sees_not: Unit | None = None,
    **args: Any,
) -> None:
    """Tell all others what they see of a unit, if they do; only those who see another as well, or who do not."""
    if table.quiet:
        return
    state, unit = table.state, unit_of(table.state, whose)
    own = role_of(state, unit)
    others = tuple(role for role in roles(state) if role != own and role_sees(state, role, unit))
    if sees is not None:
        others = tuple(role for role in others if role_sees(state, role, sees))
    if sees_not is not None:
        others = tuple(role for role in others if not role_sees(state, role, sees_not))
    if others:
        table.tell(say(key, **args), rule, (whose,), audience=others)


def compass_between(state: CivilWarState, one: str, other: str) -> Text:
    """The way in which one unit has another, by the eight winds."""
    (x, y), (fx, fy) = (body(state, unit_of(state, unit)).centre for unit in (one, other))
    direction = bearing(fx - x, fy - y) if (x, y) != (fx, fy) else 0
    return say(f"civilwar.fire.from.{WINDS[rounded(direction, CIRCLE // len(WINDS)) % len(WINDS)]}")
