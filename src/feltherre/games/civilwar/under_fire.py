"""How fire is told: to those who see who fires, all of it; to the side that is hit by somebody unseen, only that."""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import body, enemy_of
from feltherre.games.civilwar.sight import side_sees
from feltherre.games.civilwar.state import ROLES, CivilWarState, unit_of
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
    """Tell of fire with the names of firer and target."""
    if table.quiet:
        return
    state = table.state
    by, at = unit_of(state, firer), unit_of(state, target)
    full = tuple(role for side, role in enumerate(ROLES) if side_sees(state, side, by))
    text = say(key, unit=name(state, firer), target=name(state, target), **args)
    to = None if full == ROLES else full
    table.tell(text, rule, (firer, target), ruling, audience=to, ruling_for=(ROLES[by.side],))
    if ROLES[at.side] not in full:
        words = {"target": name(state, target), "from": compass_between(state, target, firer)}
        table.tell(say("civilwar.fire.unseen", **words), rule, (target,), audience=(ROLES[at.side],))


def tell_own(
    table: Table[CivilWarState], key: str, rule: str, whose: str, ruling: Ruling | None = None, **args: Any
) -> None:
    """Tell the unit's own side alone, such as what is left in its pouches or what its guns hit."""
    role = ROLES[unit_of(table.state, whose).side]
    table.tell(say(key, **args), rule, (whose,), ruling, audience=(role,))


def tell_others(table: Table[CivilWarState], key: str, rule: str, whose: str, **args: Any) -> None:
    """Tell the other side what it sees of a unit, if it does."""
    unit = unit_of(table.state, whose)
    side = enemy_of(unit.side)
    if not table.quiet and side_sees(table.state, side, unit):
        table.tell(say(key, **args), rule, (whose,), audience=(ROLES[side],))


def compass_between(state: CivilWarState, one: str, other: str) -> Text:
    """The way in which one unit has another, by the eight winds."""
    (x, y), (fx, fy) = (body(state, unit_of(state, unit)).centre for unit in (one, other))
    direction = bearing(fx - x, fy - y) if (x, y) != (fx, fy) else 0
    return say(f"civilwar.fire.from.{WINDS[rounded(direction, CIRCLE // len(WINDS)) % len(WINDS)]}")
