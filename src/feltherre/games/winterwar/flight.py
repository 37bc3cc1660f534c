"""Air units: over hexes, to other bases, and when a base is lost (turn-3-e, move-10, move-11, 1.6-j; R11, R37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Level, Pick
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import fates, maps, reinforcement, spaces, units
from feltherre.games.winterwar.actions import ChangeBase, Escape, Fly
from feltherre.games.winterwar.board import GRID, IS_NEUTRAL, TOWN_AT, TOWN_HEX, hex_of, number
from feltherre.games.winterwar.state import ATTACKS, AWAITED, DEFENDS, WinterWarState, enemy_of, is_on_map, movement_of
from feltherre.games.winterwar.steps import LostBase, Movement, steps
from feltherre.games.winterwar.tables import BARRED
from feltherre.games.winterwar.texts import WORDS, hex_name, side_name, unit_name
from feltherre.ground.hexes.reach import Mover, Reach, reach
from feltherre.ground.hexes.tables import move_table
from feltherre.hexgame.placing import draw_place


@rule("1.4-i", "move-10", "1.1-f")
def _air_price(here: int, direction: int, there: int) -> int:
    """One point a hex whatever the terrain (1.4-i, move-10), but never over neutral land (R49)."""
    return -BARRED.index("neutral") if IS_NEUTRAL[there] else 1


AIR = Mover(move_table(GRID, _air_price))
NOBODY = [0] * GRID.size


@lru_cache(maxsize=4096)
@rule("1.4-i", "move-10", "1.1-f")
def in_range(start: int, movement: int) -> frozenset[int]:
    """The hexes an air unit can fly to, the one it is in included."""
    return frozenset((start, *air_reach(start, movement).hexes))


def air_reach(start: int, movement: int) -> Reach:
    """The same with what each hex costs."""
    return reach(AIR, NOBODY, start, movement)


@rule("1.4-i", "1.1-f")
def why_out_of_range(unit: int, hex_: int) -> Illegal:
    """Why an air unit does not get over a hex that it cannot reach."""
    key, rule_id = ("neutral", "1.1-f") if IS_NEUTRAL[hex_] else ("out-of-range", "1.4-i")
    return spaces.about_unit(key, unit, hex_, rule_id)


@rule("move-11", "supply-4", "turn-3-a")
def can_fly(state: WinterWarState, unit: int) -> bool:
    """Whether an air unit can still start from its base in this movement phase."""
    return units.IS_AIR[unit] and state.places[unit] > AWAITED and not state.moved[unit] and not state.flown[unit]


def flyers(state: WinterWarState) -> list[int]:
    return [unit for unit in units.AIR_UNITS[state.side] if can_fly(state, unit)]


@rule("turn-3-e", "1.6-j", "move-10", "1.4-i", "1.1-f")
def missions(state: WinterWarState, unit: int) -> list[int]:
    """Hexes over which it can be of use: with enemy units, to attack or to fight enemy air units; with own ground
    units, to defend them (turn-3-e, 1.6-j, R37)."""
    reached = in_range(state.places[unit], movement_of(state, unit))
    return sorted({state.places[other] for other in _WORTH[units.SIDE[unit]]} & reached)


#: side -> the units for which its air units fly: own ground units, and enemy units but ships
_WORTH = tuple(
    (
        *units.GROUND_UNITS[side],
        *(unit for unit in units.OF_SIDE[enemy_of(side)] if not units.IS_SHIP[unit]),
    )
    for side in (units.FINLAND, units.SOVIET)
)


@rule("supply-4", "1.6-n", "move-11")
def free_bases(state: WinterWarState, unit: int) -> list[int]:
    """Towns of its side with room for another air unit, within its movement (R11)."""
    return list(_each_free_base(state, unit))


def _each_free_base(state: WinterWarState, unit: int) -> Iterator[int]:
    side, base = units.SIDE[unit], state.bases[unit]
    owners, bits, enemy = state.owners, maps.bits_of(state), maps.UNIT[enemy_of(side)]
    for hex_ in _towns_around(state.places[unit], movement_of(state, unit)):
        own = owners[TOWN_AT[hex_]] == side and not bits[hex_] & enemy
        if own and hex_ != base and reinforcement.has_place(state, unit, hex_):
            yield hex_


@lru_cache(maxsize=4096)
def _towns_around(start: int, movement: int) -> tuple[int, ...]:
    reached = in_range(start, movement)
    return tuple(hex_ for hex_ in TOWN_HEX if hex_ in reached)


def can_fly_somewhere(state: WinterWarState, able: Sequence[int]) -> bool:
    """Whether one of these air units has something to fly for (`missions`)."""
    places = state.places
    for unit in able:
        reached = in_range(places[unit], movement_of(state, unit))
        if any(places[other] in reached for other in _WORTH[units.SIDE[unit]]):
            return True
    return False


def can_change_base(state: WinterWarState, able: Sequence[int]) -> bool:
    """Whether one of these air units has another base to go to (`free_bases`)."""
    return any(next(_each_free_base(state, unit), None) is not None for unit in able)


AnyFlight = Fly | ChangeBase


def flight_space(state: WinterWarState, action: type[Fly] | type[ChangeBase], able: Sequence[int]) -> Pick[AnyFlight]:
    """One of the air units that are able to fly, then where it does."""
    targets = partial(missions if action is Fly else free_bases, state)

    def fault(unit: int) -> Illegal | None:
        return None if unit in able else why_cannot_fly(state, unit)

    def refuse(unit: int, hex_: int) -> Illegal:
        if hex_ not in in_range(state.places[unit], movement_of(state, unit)):
            return why_out_of_range(unit, hex_)
        if action is Fly:
            return spaces.about_unit("nothing-to-fly-for", unit, hex_, "turn-3-e")
        return spaces.about_unit("no-base", unit, hex_, "1.6-n")

    things, why_not = spaces.unit_things("move-11"), partial(why_cannot_fly, state)
    first = Level(things, lambda: list(filter(targets, able)), why_not, fault=fault)
    then = Level(spaces.hex_things("turn-3-a"), targets, refuse)
    kind: type[AnyFlight] = action
    return Pick(kind, first, then, draw=lambda rng: draw_place(WORDS, action, able, targets, rng))


@rule("move-11", "turn-3-a")
def why_cannot_fly(state: WinterWarState, unit: int) -> Illegal:
    """Why a counter does not fly."""
    if units.SIDE[unit] != state.side or not is_on_map(state, unit):
        return spaces.not_yours(unit, "move-11")
    key = "winterwar.illegal.flown-already" if units.IS_AIR[unit] else "winterwar.illegal.no-air-unit"
    return Illegal(say(key, unit=unit_name(unit)), "move-11")


@steps.answer(Movement, to=Fly)
@rule("turn-3-e", "1.6-j")
def fly(table: Table[WinterWarState], step: Movement, role: str, action: Fly) -> None:
    """Over a hex with own ground units it is there to defend, else to attack (1.6-j, R37)."""
    table.push(step)
    state, unit, hex_ = table.state, units.INDEX[action.unit], hex_of(action.hex)
    defends = maps.has_own(state, hex_, units.SIDE[unit])
    state.flown[unit] = DEFENDS if defends else ATTACKS
    state.moved[unit] = 1
    maps.put(state, unit, hex_)
    key = "winterwar.event.flies-to-defend" if defends else "winterwar.event.flies"
    table.tell(say(key, unit=unit_name(unit), place=hex_name(hex_)), "1.6-j", (action.hex,))


@steps.answer(Movement, to=ChangeBase)
def change_base(table: Table[WinterWarState], step: Movement, role: str, action: ChangeBase) -> None:
    table.push(step)
    state, unit, hex_ = table.state, units.INDEX[action.unit], hex_of(action.hex)
    state.moved[unit] = 1
    state.bases[unit] = hex_
    maps.put(state, unit, hex_)
    table.tell(say("winterwar.event.new-base", unit=unit_name(unit), place=hex_name(hex_)), "move-11", (action.hex,))


@steps.asks(LostBase)
@rule("supply-4", "1.6-n")
def choose_base(state: WinterWarState, step: LostBase) -> Iterator[Decision[Any]]:
    """Its owner chooses another base within its movement, if there are several (R11)."""
    bases, side, name = free_bases(state, step.unit), units.SIDE[step.unit], unit_name(step.unit)
    if len(bases) < 2:
        return

    def no_base(place: str) -> Illegal:
        return Illegal(say("winterwar.illegal.no-base", unit=name, place=place), "1.6-n")

    base = Level(spaces.hex_things("").refusing(no_base), lambda: bases, lambda hex_: no_base(number(hex_)))
    unfit = Illegal(say("winterwar.illegal.escape-only", unit=name), "supply-4")
    space = Pick(Escape, base, given=(units.UNITS[step.unit].id,), unfit=unfit)
    yield ask(state, units.ROLES[side], "lost-base", "supply-4", space, side=side_name(side), unit=name)


@steps.does(LostBase)
def without_choice(table: Table[WinterWarState], step: LostBase) -> None:
    """To the only base there is; without one the unit is destroyed and counts for the enemy (R11)."""
    bases = free_bases(table.state, step.unit)
    if bases:
        _escape(table, step.unit, bases[0])
    else:
        fates.destroy(table, step.unit)


@steps.answer(LostBase)
def escape(table: Table[WinterWarState], step: LostBase, role: str, action: Escape) -> None:
    _escape(table, step.unit, hex_of(action.hex))


@rule("supply-4")
def _escape(table: Table[WinterWarState], unit: int, hex_: int) -> None:
    state = table.state
    state.flown[unit] = 0
    state.bases[unit] = hex_
    maps.put(state, unit, hex_)
    table.tell(say("winterwar.event.escapes", unit=unit_name(unit), place=hex_name(hex_)), "supply-4", (number(hex_),))
