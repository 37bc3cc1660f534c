"""Air units: over hexes, to other bases, and when a base is lost (turn-3-e, move-10, move-11, 1.6-j; R11, R37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import maps, units
from feltherre.games.winterwar.actions import ChangeBase, Escape, Fly
from feltherre.games.winterwar.board import GRID, IS_NEUTRAL, TOWN_AT, TOWN_HEX, hex_of, number
from feltherre.games.winterwar.fates import destroy
from feltherre.games.winterwar.reinforcement import has_place
from feltherre.games.winterwar.spaces import hex_at, not_yours, unit_of
from feltherre.games.winterwar.state import ATTACKS, DEFENDS, WinterWarState, enemy_of, movement_of
from feltherre.games.winterwar.steps import LostBase
from feltherre.games.winterwar.texts import hex_name, side_name, unit_name
from feltherre.games.winterwar.units import ROLES, UNITS
from feltherre.ground.hexes.path import fringe
from feltherre.ground.hexes.reach import Mover, Reach, reach
from feltherre.ground.hexes.tables import move_table

AnyFlight = Fly | ChangeBase


@rule("1.4-i", "move-10", "1.1-f")
def _air_price(here: int, direction: int, there: int) -> int:
    """One point a hex whatever the terrain (1.4-i, move-10), but never over neutral land (R49)."""
    return -1 if IS_NEUTRAL[there] else 1


_AIR = Mover(move_table(GRID, _air_price))
_NOBODY = [0] * GRID.size


@lru_cache(maxsize=4096)
@rule("1.4-i", "move-10", "1.1-f")
def in_range(start: int, movement: int) -> frozenset[int]:
    """The hexes an air unit can fly to, the one it is in included."""
    return frozenset((start, *air_reach(start, movement).hexes))


def air_reach(start: int, movement: int) -> Reach:
    """The same with what each hex costs."""
    return reach(_AIR, _NOBODY, start, movement)


def beyond_range(found: Reach) -> list[int]:
    """The hexes just out of an air unit's reach."""
    return [refusal.hex for refusal in fringe(_AIR, _NOBODY, found)]


@rule("1.4-i", "1.1-f")
def why_out_of_range(unit: int, hex_: int) -> Illegal:
    """Why an air unit does not get over a hex that it cannot reach."""
    if IS_NEUTRAL[hex_]:
        return Illegal(say("winterwar.illegal.neutral", unit=unit_name(unit), place=hex_name(hex_)), "1.1-f")
    return Illegal(say("winterwar.illegal.out-of-range", unit=unit_name(unit), place=hex_name(hex_)), "1.4-i")


@rule("move-11", "supply-4", "turn-3-a")
def can_fly(state: WinterWarState, unit: int) -> bool:
    """Whether an air unit can still start from its base in this movement phase."""
    return units.IS_AIR[unit] and state.places[unit] >= 0 and not state.moved[unit] and not state.flown[unit]


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
        *(unit for unit in units.OF_SIDE[side] if units.IS_GROUND[unit]),
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
        if own and hex_ != base and has_place(state, unit, hex_):
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


class FlightSpace(Space[AnyFlight]):
    """An air unit, then where it flies."""

    def __init__(self, state: WinterWarState, action: type[Fly] | type[ChangeBase]) -> None:
        self.state = state
        self.action = action
        self.targets = missions if action is Fly else free_bases

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [UNITS[unit].id for unit in flyers(self.state) if self.targets(self.state, unit)]
        if len(partial) == 1:
            return [number(hex_) for hex_ in self.targets(self.state, unit_of(partial[0]))]
        return ()

    def check(self, action: AnyFlight) -> None:
        unit = unit_of(action.unit)
        if unit < 0 or unit not in flyers(self.state):
            raise self.why_not((), action.unit)
        if hex_at(action.hex) not in self.targets(self.state, unit):
            raise self.why_not((action.unit,), action.hex)

    def sample(self, rng: Random) -> AnyFlight:
        able = flyers(self.state)
        unit = able[int(rng.random() * len(able))]
        hexes = self.targets(self.state, unit)
        if not hexes:
            return super().sample(rng)
        return self.action(UNITS[unit].id, number(hexes[int(rng.random() * len(hexes))]))

    def build(self, partial: Partial) -> AnyFlight:
        return self.action(str(partial[0]), str(partial[1]))

    def parts(self, action: AnyFlight) -> Partial:
        return (action.unit, action.hex)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return why_cannot_fly(self.state, part)
        return self._why_not_hex(unit_of(partial[0]), part)

    def label(self, partial: Partial, part: Part) -> Text:
        return unit_name(unit_of(part)) if not partial else hex_name(hex_of(str(part)))

    def _why_not_hex(self, unit: int, part: Part) -> Illegal:
        hex_, name = hex_at(part), unit_name(unit)
        if hex_ < 0:
            return Illegal(say("winterwar.illegal.no-such-hex", hex=str(part)), "turn-3-a")
        if hex_ not in in_range(self.state.places[unit], movement_of(self.state, unit)):
            return why_out_of_range(unit, hex_)
        if self.action is Fly:
            return Illegal(say("winterwar.illegal.nothing-to-fly-for", unit=name, place=hex_name(hex_)), "turn-3-e")
        return Illegal(say("winterwar.illegal.no-base", unit=name, place=hex_name(hex_)), "1.6-n")


@rule("move-11", "turn-3-a")
def why_cannot_fly(state: WinterWarState, part: Part) -> Illegal:
    """Why a counter does not fly."""
    unit = unit_of(part)
    if unit < 0 or units.SIDE[unit] != state.side or state.places[unit] < 0:
        return not_yours(part, "move-11")
    if not units.IS_AIR[unit]:
        return Illegal(say("winterwar.illegal.no-air-unit", unit=unit_name(unit)), "move-11")
    return Illegal(say("winterwar.illegal.flown-already", unit=unit_name(unit)), "move-11")


@rule("turn-3-e", "1.6-j")
def fly(table: Table[WinterWarState], action: Fly) -> None:
    """Over a hex with own ground units it is there to defend, else to attack (1.6-j, R37)."""
    state, unit, hex_ = table.state, units.INDEX[action.unit], hex_of(action.hex)
    defends = maps.has_own(state, hex_, units.SIDE[unit])
    state.flown[unit] = DEFENDS if defends else ATTACKS
    state.moved[unit] = 1
    maps.put(state, unit, hex_)
    key = "winterwar.event.flies-to-defend" if defends else "winterwar.event.flies"
    table.tell(say(key, unit=unit_name(unit), place=hex_name(hex_)), "1.6-j", (action.hex,))


def change_base(table: Table[WinterWarState], action: ChangeBase) -> None:
    state, unit, hex_ = table.state, units.INDEX[action.unit], hex_of(action.hex)
    state.moved[unit] = 1
    state.bases[unit] = hex_
    maps.put(state, unit, hex_)
    table.tell(say("winterwar.event.new-base", unit=unit_name(unit), place=hex_name(hex_)), "move-11", (action.hex,))


class EscapeSpace(Space[Escape]):
    """Where an air unit without a base goes."""

    def __init__(self, unit: int, bases: Sequence[int]) -> None:
        self.unit = unit
        self.bases = bases

    def options(self, partial: Partial) -> Sequence[Part]:
        return () if partial else [number(hex_) for hex_ in self.bases]

    def build(self, partial: Partial) -> Escape:
        return Escape(UNITS[self.unit].id, str(partial[0]))

    def parts(self, action: Escape) -> Partial:
        if not isinstance(action, Escape) or action.unit != UNITS[self.unit].id:
            raise Illegal(say("winterwar.illegal.escape-only", unit=unit_name(self.unit)), "supply-4")
        return (action.hex,)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return Illegal(say("winterwar.illegal.no-base", unit=unit_name(self.unit), place=str(part)), "1.6-n")

    def label(self, partial: Partial, part: Part) -> Text:
        return hex_name(hex_of(str(part)))


class LostBaseRules(StepRules[WinterWarState, LostBase]):
    asks = True

    def alive(self, state: WinterWarState, step: LostBase) -> bool:
        return state.places[step.unit] >= 0

    @rule("supply-4", "1.6-n")
    def decisions(self, state: WinterWarState, step: LostBase) -> Sequence[Decision[Any]]:
        """Its owner chooses another base within its movement, if there are several (R11)."""
        bases = free_bases(state, step.unit)
        if len(bases) < 2:
            return ()
        side = units.SIDE[step.unit]
        role, name = ROLES[side], unit_name(step.unit)
        prompt = say("winterwar.prompt.lost-base", unit=name)
        wait = say("winterwar.wait.lost-base", side=side_name(side), unit=name)
        return (Decision(decision_id(state, role), role, prompt, "supply-4", EscapeSpace(step.unit, bases), wait),)

    def proceed(self, table: Table[WinterWarState], step: LostBase) -> None:
        """To the only base there is; without one the unit is destroyed and counts for the enemy (R11)."""
        bases = free_bases(table.state, step.unit)
        if bases:
            _escape(table, step.unit, bases[0])
        else:
            destroy(table, step.unit)

    def answer(self, table: Table[WinterWarState], step: LostBase, role: str, action: Escape) -> None:
        _escape(table, step.unit, hex_of(action.hex))


@rule("supply-4")
def _escape(table: Table[WinterWarState], unit: int, hex_: int) -> None:
    state = table.state
    state.flown[unit] = 0
    state.bases[unit] = hex_
    maps.put(state, unit, hex_)
    table.tell(say("winterwar.event.escapes", unit=unit_name(unit), place=hex_name(hex_)), "supply-4", (number(hex_),))


STEPS: dict[type[Step], StepRules[WinterWarState, Any]] = {LostBase: LostBaseRules()}
