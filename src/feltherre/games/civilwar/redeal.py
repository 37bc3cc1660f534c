"""Another battle that a side cannot tell from this one: what it does not see of the enemy may be otherwise.

Men lost towards the next figure, ammunition, and the places of units that nobody of the side sees; an order sheet that
the enemy has sealed may be any other.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from msgspec.structs import replace

from feltherre.core.state import Sealed
from feltherre.games.civilwar.field import bodies, body, ground
from feltherre.games.civilwar.orders.language import EMPTY_SHEET
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sight import seen_by_side, side_sees
from feltherre.games.civilwar.state import ROLES, CivilWarState, Unit
from feltherre.ground.tabletop.measure import CM

#: how far an unseen unit may stand from where it is
STRAY: Final = 3 * CM


def redeal(state: CivilWarState, roles: Collection[str], rng: Random) -> CivilWarState:
    other = state.clone()
    hidden = [side for side, role in enumerate(ROLES) if role not in roles]
    if state.result is not None:
        return other  # when the battle is over everything is shown
    for place, unit in enumerate(other.units):
        if unit.side in hidden:
            other.units[place] = replace(unit, men=rng.randrange(MEN_PER_FIGURE) if unit.figures else unit.men)
    if len(hidden) == 1 and state.phase == "orders":
        side = 1 - hidden[0]
        there = [place for place, unit in enumerate(other.units) if unit.side in hidden and unit.on_table]
        seen = seen_by_side(other, side, [other.units[place] for place in there])
        for place, is_seen in zip(there, seen, strict=True):
            if not is_seen:
                _stray(other, place, side, rng)
    other.sealed[:] = [
        one
        if one.role in roles or not isinstance(one.action, SealOrders)
        else Sealed(one.role, SealOrders(EMPTY_SHEET))
        for one in other.sealed
    ]
    return other


def _stray(state: CivilWarState, place: int, side: int, rng: Random) -> None:
    """Put a unit that the side does not see somewhere near, if it is not seen there either and has room."""
    unit = state.units[place]
    if unit.building or unit.trail:
        return
    if any(one.foe == unit.id for one in state.units):
        return  # a unit knows where the target of its fire-fight is (04.02.14)
    moved = replace(unit, x=unit.x + rng.randint(-STRAY, STRAY), y=unit.y + rng.randint(-STRAY, STRAY))
    if _has_room(state, moved) and not side_sees(state, side, moved):
        state.units[place] = moved


def _has_room(state: CivilWarState, unit: Unit) -> bool:
    table = ground(state)
    barred = {one.id for one in table.features if one.type in ("building", "stream", "canal")}
    return table.no_room(body(state, unit), barred, bodies(state, (unit.id,))) is None
