"""What can be laid over the map: where a unit can go and at what cost, zones of control, supply lines and their breaks.

Everything is public, so either side sees the other's zones and lines, and what an enemy unit could reach.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, partial
from typing import Final

from msgspec import structs

from feltherre.core.errors import BadInput
from feltherre.core.marks import rule
from feltherre.core.overlay import Overlay, Tinted
from feltherre.core.text import Text, say
from feltherre.games.winterwar import flight, maps, units
from feltherre.games.winterwar.board import BOARD, COUNTRY, IS_OPEN, SIZE, TERRAIN
from feltherre.games.winterwar.maps import THEATRE, is_supplied
from feltherre.games.winterwar.movement import can_move, refused
from feltherre.games.winterwar.procedures.inputs import amount
from feltherre.games.winterwar.procedures.supply import FINNISH_REACH
from feltherre.games.winterwar.spaces import unit_of
from feltherre.games.winterwar.state import WinterWarState, enemy_of, movement_of
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.texts import side_name, unit_name
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET, UNITS
from feltherre.ground.hexes.reasons import Broken, LineBreak
from feltherre.hexgame.overlays import ENEMY, OWN, reach_overlay, supplied_hexes, supply_overlay, zones

#: the phases of a player turn up to the end of movement: until then the last supply check decides who moves
_UNTIL_MOVED: Final = ("reinforcement", "movement")
#: phases in which nobody asks how far a unit can go
_FIGHTING: Final = ("air", "combat")


def overlays(state: WinterWarState, roles: Collection[str], picked: str) -> tuple[Overlay, ...]:
    """Without a unit those of the whole position; with one where that unit can go."""
    if picked:
        return _of_unit(state, _known(picked))
    own = SOVIET if list(roles) == [ROLES[SOVIET]] else FINLAND
    enemy = enemy_of(own)
    return (
        Overlay(
            "enemy-zones", say("winterwar.overlay.zones", side=side_name(enemy)), zones(THEATRE, state, enemy, ENEMY)
        ),
        Overlay("own-zones", say("winterwar.overlay.zones", side=side_name(own)), zones(THEATRE, state, own, OWN)),
        _supply(state, own, "own-supply"),
        _supply(state, enemy, "enemy-supply"),
        _terrain(),
    )


def _known(picked: str) -> int:
    unit = unit_of(picked)
    if unit < 0:
        raise BadInput(say("core.bad.nothing-about", name=picked))
    return unit


@cache
def _terrain() -> Overlay:
    """The kinds of ground where the war is fought, each in its colour."""
    fought_over = [hex_ for hex_ in range(SIZE) if COUNTRY[hex_] in ROLES]
    places = tuple(Tinted(BOARD.number(hex_), TERRAIN[hex_]) for hex_ in fought_over)
    return Overlay("terrain", say("winterwar.overlay.terrain"), places)


# where a unit can go


def _of_unit(state: WinterWarState, unit: int) -> tuple[Overlay, ...]:
    """Nothing for a ship, which stays in its port (move-8), and for a counter that is not on the map."""
    if state.places[unit] < 0 or units.IS_SHIP[unit]:
        return ()
    reach = _flight(state, unit) if units.IS_AIR[unit] else _march(state, unit)
    return (structs.replace(reach, suggested=state.phase not in _FIGHTING),)


def _march(state: WinterWarState, unit: int) -> Overlay:
    name, found, mover = _march_name(state, unit), maps.reach_of(state, unit), maps.mover_of(unit)
    return reach_overlay(BOARD, name, found, mover, maps.bits_of(state), partial(refused, unit), _points)


@rule("turn-1-a", "turn-1-c", "supply-5")
def _march_name(state: WinterWarState, unit: int) -> Text:
    """What the unit can do now, could do in its next movement phase, or could do if it were in supply (supply-5)."""
    side, name = units.SIDE[unit], unit_name(unit)
    if state.side == side and state.phase == "movement" and can_move(state, unit):
        return say("winterwar.overlay.reach", unit=name)
    checked = state.side == side and state.phase in _UNTIL_MOVED and not state.moved[unit]
    supplied = not state.cut_off[unit] if checked else is_supplied(state, unit)
    if not supplied:
        return say("winterwar.overlay.reach-cut-off", unit=name)
    return say("winterwar.overlay.reach-next", unit=name)


def _flight(state: WinterWarState, unit: int) -> Overlay:
    """An air unit pays a point a hex (move-10) and starts from its base."""
    base, movement = state.bases[unit], movement_of(state, unit)
    now = state.side == units.SIDE[unit] and state.phase == "movement" and flight.can_fly(state, unit)
    name = say("winterwar.overlay.range" if now else "winterwar.overlay.range-next", unit=unit_name(unit))
    start = base if base >= 0 else state.places[unit]
    found = flight.air_reach(start, movement)
    why, points = partial(flight.why_out_of_range, unit), lambda cost: _points(cost * QUARTERS)
    return reach_overlay(BOARD, name, found, flight.AIR, flight.NOBODY, lambda refusal: why(refusal.hex), points)


def _points(cost: int) -> str:
    """Nothing stands in the hex where a unit is."""
    return amount(cost) if cost else ""


# supply


@rule("supply-2", "supply-3", "supply-7", "supply-8", "2.1-j")
def _supply(state: WinterWarState, side: int, id_: str) -> Overlay:
    """The lines of this moment; the supply check of the next player turn will ask for them."""
    name, net = say("winterwar.overlay.supply", side=side_name(side)), maps.FINNISH if side == FINLAND else maps.RUSSIAN
    supplied = supplied_hexes(THEATRE, state, side, net, IS_OPEN)
    return supply_overlay(THEATRE, state, side, id_, name, supplied, partial(_why_broken, side))


@rule("turn-1-b", "supply-7", "supply-8")
def _why_broken(side: int, broken: Broken, there: Sequence[int]) -> Text:
    """What breaks a line; the units as their counters have them, because it is printed on the map."""
    names = [UNITS[unit].short for unit in there]
    if broken.reason is LineBreak.TOO_FAR:
        return say("winterwar.overlay.too-far", units=names, distance=broken.detail, most=FINNISH_REACH)
    if broken.reason is LineBreak.NO_LINE:
        return say("winterwar.overlay.no-line", units=names)
    if broken.detail & maps.UNIT[enemy_of(side)]:
        return say("winterwar.overlay.cut-by-unit", units=names)
    return say("winterwar.overlay.cut-by-zone", units=names)
