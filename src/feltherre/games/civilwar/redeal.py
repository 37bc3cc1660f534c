"""Another battle that a side cannot tell from this one: what it does not see of the enemy may be otherwise.

Men lost towards the next figure, ammunition, and the places of units that nobody of the side sees; an order sheet that
the enemy has sealed may be any other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from feltherre.core.state import Sealed
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.commanders import roles as everybody
from feltherre.games.civilwar.field import bodies, body, ground
from feltherre.games.civilwar.orders.language import EMPTY_SHEET
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sight import seen_by
from feltherre.games.civilwar.sightings import known_to
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.measure import CM

#: how far an unseen unit may stand from where it is
STRAY: Final = 3 * CM


def redeal(state: CivilWarState, roles: Collection[str], rng: Random) -> CivilWarState:
    other = state.clone()
    own = [role for role in everybody(state) if role in roles]
    if state.result is not None:
        return other  # when the battle is over everything is shown
    hidden = [place for place, unit in enumerate(other.units) if role_of(state, unit) not in own]
    for place in hidden:
        unit = other.units[place]
        other.units[place] = replace(unit, men=rng.randrange(MEN_PER_FIGURE) if unit.figures else unit.men)
    if own and state.phase == "orders":
        known = {name for name, one in known_to(state, own).items() if one.live}
        there = [place for place in hidden if other.units[place].on_table and other.units[place].id not in known]
        seen = seen_by(other, own, [other.units[place] for place in there])
        for place, is_seen in zip(there, seen, strict=True):
            if not is_seen:
                _stray(other, place, own, rng)
    other.sealed[:] = [
        one if one.role in own or not isinstance(one.action, SealOrders) else Sealed(one.role, SealOrders(EMPTY_SHEET))
        for one in other.sealed
    ]
    return other


def _stray(state: CivilWarState, place: int, own: Sequence[str], rng: Random) -> None:
    """Put a unit that nobody of these roles sees somewhere near, if it is not seen there either and has room."""
    unit = state.units[place]
    if unit.building or unit.trail:
        return
    if any(target == unit.id for one in state.units for target, _ in one.fights):
        return  # a unit knows where the target of its fire-fight is (04.02.14)
    moved = replace(unit, x=unit.x + rng.randint(-STRAY, STRAY), y=unit.y + rng.randint(-STRAY, STRAY))
    if _has_room(state, moved) and not any(seen_by(state, own, (moved,))):
        state.units[place] = moved


def _has_room(state: CivilWarState, unit: Unit) -> bool:
    table = ground(state)
    barred = {one.id for one in table.features if one.type in ("building", "stream", "canal")}
    return table.no_room(body(state, unit), barred, bodies(state, (unit.id,))) is None
