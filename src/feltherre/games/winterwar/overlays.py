"""What can be laid over the map: where a unit can go and at what cost, zones of control, supply lines and their breaks.

Everything is public, so either side sees the other's zones and lines, and what an enemy unit could reach.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

from msgspec import structs

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.marks import rule
from feltherre.core.overlay import Barred, Break, Overlay, Tinted, Way
from feltherre.core.text import Text, say
from feltherre.games.winterwar import flight, maps, units
from feltherre.games.winterwar.board import COUNTRY, IS_OPEN, SIZE, TERRAIN, number, numbers
from feltherre.games.winterwar.maps import is_supplied
from feltherre.games.winterwar.movement import can_move, refused
from feltherre.games.winterwar.procedures.inputs import amount
from feltherre.games.winterwar.procedures.supply import FINNISH_REACH
from feltherre.games.winterwar.spaces import unit_of
from feltherre.games.winterwar.state import WinterWarState, enemy_of, movement_of
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.texts import side_name, unit_name
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET, UNITS
from feltherre.ground.hexes.path import fringe
from feltherre.ground.hexes.reach import Reach
from feltherre.ground.hexes.reasons import Broken, LineBreak
from feltherre.ground.hexes.supply_breaks import broken_line

OWN, ENEMY, REACH, SUPPLY = "own", "enemy", "reach", "supply"

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
        Overlay("enemy-zones", say("winterwar.overlay.zones", side=side_name(enemy)), _zones(state, enemy, ENEMY)),
        Overlay("own-zones", say("winterwar.overlay.zones", side=side_name(own)), _zones(state, own, OWN)),
        _supply(state, own, "own-supply"),
        _supply(state, enemy, "enemy-supply"),
        _terrain(),
    )


def _known(picked: str) -> int:
    unit = unit_of(picked)
    if unit < 0:
        raise BadInput(say("core.bad.nothing-about", name=picked))
    return unit


def _zones(state: WinterWarState, side: int, tint: str) -> tuple[Tinted, ...]:
    bits, zone = maps.bits_of(state), maps.ZONE[side]
    return tuple(Tinted(number(hex_), tint) for hex_ in range(SIZE) if bits[hex_] & zone)


@cache
def _terrain() -> Overlay:
    """The kinds of ground where the war is fought, each in its colour."""
    fought_over = [hex_ for hex_ in range(SIZE) if COUNTRY[hex_] in ROLES]
    places = tuple(Tinted(number(hex_), TERRAIN[hex_]) for hex_ in fought_over)
    return Overlay("terrain", say("winterwar.overlay.terrain"), places)


# where a unit can go


def _of_unit(state: WinterWarState, unit: int) -> tuple[Overlay, ...]:
    """Nothing for a ship, which stays in its port (move-8), and for a counter that is not on the map."""
    if state.places[unit] < 0 or units.IS_SHIP[unit]:
        return ()
    reach = _flight(state, unit) if units.IS_AIR[unit] else _march(state, unit)
    return (structs.replace(reach, suggested=state.phase not in _FIGHTING),)


def _march(state: WinterWarState, unit: int) -> Overlay:
    found = maps.reach_of(state, unit)
    beyond = fringe(maps.mover_of(unit), maps.bits_of(state), found)
    barred = [_barred(each.hex, refused(unit, each)) for each in beyond]
    return Overlay("reach", _march_name(state, unit), _costs(found), barred=tuple(barred))


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
    barred = [_barred(hex_, flight.why_out_of_range(unit, hex_)) for hex_ in flight.beyond_range(found)]
    return Overlay("reach", name, _costs(found, QUARTERS), barred=tuple(barred))


def _costs(found: Reach, quarters: int = 1) -> tuple[Tinted, ...]:
    """`quarters`: what one of the costs is in quarters of a point."""
    return tuple(Tinted(number(hex_), REACH, _points(found.costs[hex_] * quarters)) for hex_ in found.hexes)


def _points(cost: int) -> str:
    """Nothing stands in the hex where a unit is."""
    return amount(cost) if cost else ""


def _barred(hex_: int, why: Illegal) -> Barred:
    return Barred(number(hex_), why.reason, why.rule)


# supply


@rule("supply-2", "supply-3", "supply-7", "supply-8", "2.1-j")
def _supply(state: WinterWarState, side: int, id_: str) -> Overlay:
    """The hexes where a unit of the side is in supply, the lines of its units, and where lines break.

    They are the lines of this moment; the supply check of the next player turn will ask for them.
    """
    lines: list[Way] = []
    # by hex: a line is cut where no own unit stands, and gives out where one does, so no hex has two reasons
    breaks: dict[str, tuple[Broken, list[int]]] = {}
    drawn: set[tuple[int, int]] = set()
    for net, hex_, there in _who_needs_lines(state, side):
        net_supply = maps.supply_of(state, net)
        broken = broken_line(net_supply, maps.bits_of(state), hex_)
        if broken is None:
            line = _not_drawn(net_supply.line(hex_), net, drawn)
            lines += [Way(numbers(line), SUPPLY)] if len(line) > 1 else []
            continue
        cut = broken.line[: broken.line.index(broken.hex) + 1] if broken.line else ()
        lines += [Way(numbers(cut), ENEMY)] if len(cut) > 1 else []
        where = broken.hex if broken.reason is LineBreak.CUT else hex_
        breaks.setdefault(number(where), (broken, []))[1].extend(there)
    return Overlay(
        id_,
        say("winterwar.overlay.supply", side=side_name(side)),
        _supplied(state, side),
        tuple(lines),
        tuple(Break(place, _why_broken(side, *why)) for place, why in breaks.items()),
    )


def _who_needs_lines(state: WinterWarState, side: int) -> Iterator[tuple[int, int, list[int]]]:
    """(net, hex, units) of all ground units but partisans (2.1-j), in the order of the order of battle."""
    found: dict[tuple[int, int], list[int]] = {}
    for unit in units.OF_SIDE[side]:
        if state.places[unit] >= 0 and units.IS_GROUND[unit] and not units.IS_PARTISAN[unit]:
            found.setdefault((maps.net_of(unit), state.places[unit]), []).append(unit)
    return ((net, hex_, there) for (net, hex_), there in found.items())


def _not_drawn(line: Sequence[int], net: int, drawn: set[tuple[int, int]]) -> list[int]:
    """A line up to where it joins one that is there already: from a hex on, lines of a net are the same."""
    part: list[int] = []
    for hex_ in line:
        part.append(hex_)
        if (net, hex_) in drawn:
            break
        drawn.add((net, hex_))
    return part


def _supplied(state: WinterWarState, side: int) -> tuple[Tinted, ...]:
    supply, bits = maps.supply_of(state, maps.FINNISH if side == FINLAND else maps.RUSSIAN), maps.bits_of(state)
    enemy = maps.UNIT[enemy_of(side)]
    return tuple(
        Tinted(number(hex_), SUPPLY)
        for hex_ in range(SIZE)
        if IS_OPEN[hex_] and supply.supplied(hex_) and not bits[hex_] & enemy
    )


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
