"""Reinforcements (turn-2, 1.1-b, 2.1): the units of the growth lists enter, town by town."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Pick
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, occupation, spaces, texts, units
from feltherre.games.winterwar.actions import EndReinforcement, Place
from feltherre.games.winterwar.procedures.reinforcement import REASON_RULE, EntrySituation, Kind, why_no_entry
from feltherre.games.winterwar.state import AWAITED, WinterWarState, based_in, enemy_of
from feltherre.games.winterwar.steps import Reinforcement, steps
from feltherre.hexgame.placing import draw_place, placing

#: at most so many air units have their base in one town (1.6-n)
MOST_PER_BASE = 2


def _hexes(unit: int) -> tuple[int, ...]:
    """Where a unit could ever enter: its zone of the order of battle, which is a list of towns for most."""
    return tuple(sorted(board.ZONES[units.UNITS[unit].zone]))


#: side -> its units that are not there from the start
_COMING = tuple(tuple(unit for unit in own if units.ARRIVES[unit]) for own in units.OF_SIDE)
_ENTRY = tuple(_hexes(unit) if units.ARRIVES[unit] else () for unit in range(units.COUNT))


@rule("2.1-a", "2.1-b", "2.1-f", "1.1-b")
def due(state: WinterWarState, side: int) -> list[int]:
    """The units whose turn has come and that are not on the map yet; left over ones wait as long as they must (R45)."""
    places, turn, arrives = state.places, state.turn, units.ARRIVES
    return [unit for unit in _COMING[side] if places[unit] == AWAITED and arrives[unit] <= turn]


@rule("turn-2-a")
def entry_hexes(state: WinterWarState, unit: int) -> list[int]:
    """Where a unit may enter now (procedure reinforcement-placement; R43, R44)."""
    return [hex_ for hex_ in with_place(state, unit, _ENTRY[unit]) if _why_not(state, unit, hex_, True) is None]


@rule("2.1-i", "supply-3")
def _why_not(state: WinterWarState, unit: int, hex_: int, room: bool) -> str | None:
    """Why a unit may not enter in a hex, with or without a place for it there (`has_place`)."""
    side = units.SIDE[unit]
    return _verdict(
        _KIND_OF[unit],
        *_whose_town(state, side, hex_),
        *_who_stands_there(state, side, hex_),
        hex_ in board.BESIDE_SOVIET,
        hex_ in board.BESIDE_SWEDEN,
        room,
    )


@rule("turn-2-a", "1.1-b", "2.1.1-d", "2.1.2-b")
def _whose_town(state: WinterWarState, side: int, hex_: int) -> tuple[bool, bool]:
    """Whether a hex is a town of the own country, and whether it is a town that the side controls."""
    town = board.TOWN_AT[hex_]
    return town >= 0 and board.FIRST_OWNER[town] == side, town >= 0 and state.owners[town] == side


@rule("turn-2-b", "2.1-c")
def _who_stands_there(state: WinterWarState, side: int, hex_: int) -> tuple[bool, bool, bool]:
    """Whether a hex is in an enemy zone, has own ground units, has enemy ground units."""
    marks, enemy = maps.bits_of(state)[hex_], enemy_of(side)
    return marks & maps.ZONE[enemy] != 0, marks & maps.UNIT[side] != 0, marks & maps.UNIT[enemy] != 0


@lru_cache(maxsize=1024)
def _verdict(kind: Kind, *facts: bool) -> str | None:
    """What the procedure says; `facts` are the fields of a situation in their order. The same few come again and
    again, so they are asked about once."""
    return why_no_entry(EntrySituation(kind, *facts))


def _kind(unit: int) -> Kind:
    if units.IS_AIR[unit]:
        return "air"
    if units.IS_PARTISAN[unit]:
        return "partisan"
    return "swedish" if units.IS_SWEDISH[unit] else "ordinary"


_KIND_OF = tuple(_kind(unit) for unit in range(units.COUNT))


@rule("1.6-n", "setup-5", "setup-6")
def has_place(state: WinterWarState, unit: int, hex_: int) -> bool:
    """Room in the stack, or for an air unit at the base (R11)."""
    if units.IS_AIR[unit]:
        return len(based_in(state, hex_, units.SIDE[unit])) < MOST_PER_BASE
    return maps.has_room(state, hex_, unit)


def no_place(unit: int, hex_: int) -> Illegal:
    """The refusal of a unit for which there is no place in a hex."""
    if units.IS_AIR[unit]:
        return spaces.about_unit("no-base", unit, hex_, "1.6-n")
    return spaces.about_unit("no-room", unit, hex_, spaces.stacking_rule(hex_))


@rule("1.6-n", "setup-5", "setup-6")
def with_place(state: WinterWarState, unit: int, hexes: Sequence[int]) -> list[int]:
    """Those of the hexes in which a unit has place (`has_place`)."""
    if units.IS_AIR[unit]:
        return [hex_ for hex_ in hexes if has_place(state, unit, hex_)]
    return maps.with_room(state, unit, hexes)


def can_enter(state: WinterWarState, unit: int) -> bool:
    return any(_why_not(state, unit, hex_, True) is None for hex_ in with_place(state, unit, _ENTRY[unit]))


def place_space(state: WinterWarState, waiting: Sequence[int]) -> Pick[Place]:
    """A reinforcement, then the hex where it enters."""

    def fault(unit: int) -> Illegal | None:
        if units.SIDE[unit] != state.side:
            return spaces.not_yours(unit, "2.1-b")
        if unit not in waiting:
            return Illegal(say("winterwar.illegal.not-due", unit=texts.unit_name(unit)), "2.1-a")
        return None

    hexes = partial(entry_hexes, state)
    return placing(
        *(texts.WORDS, Place, ("2.1-b", "turn-2-a")),
        waiting=lambda: waiting,
        able=lambda: [unit for unit in waiting if can_enter(state, unit)],
        fault=fault,
        stuck=lambda unit: Illegal(say("winterwar.illegal.no-entry", unit=texts.unit_name(unit)), "turn-2-a"),
        hexes=hexes,
        hex_fault=partial(_hex_fault, state),
        draw=lambda rng: draw_place(texts.WORDS, Place, waiting, hexes, rng),
    )


def _hex_fault(state: WinterWarState, unit: int, hex_: int) -> Illegal | None:
    """Why a unit does not enter in a hex; None for those that `entry_hexes` lists."""
    if hex_ not in _ENTRY[unit]:
        return spaces.about_unit("no-entry-hex", unit, hex_, "turn-2-a")
    reason = _why_not(state, unit, hex_, has_place(state, unit, hex_))
    if reason is None:
        return None
    rule_id = spaces.stacking_rule(hex_) if reason == "no-room" else REASON_RULE[reason]
    return spaces.about_unit(f"entry.{reason}", unit, hex_, rule_id)


_END = Single(EndReinforcement())


@steps.asks(Reinforcement)
@rule("2.1-b", "turn-2-a")
def reinforce(state: WinterWarState, step: Reinforcement) -> Iterator[Decision[Any]]:
    """The side places its reinforcements at the start of its movement phase (2.1-b)."""
    waiting, side = due(state, state.side), texts.side_name(state.side)
    if any(can_enter(state, unit) for unit in waiting):
        branches: dict[str, Space[Any]] = {"place": place_space(state, waiting), "end-reinforcement": _END}
        space = OneOf(branches, (Place, EndReinforcement), _closed, texts.kind_name)
        yield ask(state, units.ROLES[state.side], "reinforcement", "turn-2-a", space, side=side, n=len(waiting))


@steps.does(Reinforcement)
def nobody_enters(table: Table[WinterWarState], step: Reinforcement) -> None:
    """Nobody to place: straight on to movement."""
    waiting = due(table.state, table.state.side)
    if waiting:
        table.tell(say("winterwar.event.no-entry", side=texts.side_name(table.state.side), n=len(waiting)), "2.1-b")


@steps.answer(Reinforcement, to=EndReinforcement)
def end_reinforcement(table: Table[WinterWarState], step: Reinforcement, role: str, action: EndReinforcement) -> None:
    """Whoever is left waits (R45)."""


@steps.answer(Reinforcement, to=Place)
def place(table: Table[WinterWarState], step: Reinforcement, role: str, action: Place) -> None:
    table.push(step)
    unit, hex_, side = units.INDEX[action.unit], board.hex_of(action.hex), texts.side_name(table.state.side)
    put_on(table.state, unit, hex_)
    text = say("winterwar.event.placed", unit=texts.unit_name(unit), side=side, place=texts.hex_name(hex_))
    table.tell(text, "turn-2-a", (action.hex,))
    # a partisan may enter in a border town that was lost, and owns the hex it stands in (2.1-k)
    if units.IS_GROUND[unit] and board.TOWN_AT[hex_] >= 0:
        occupation.take_town(table, units.SIDE[unit], hex_)


@rule("2.1-d", "supply-4")
def put_on(state: WinterWarState, unit: int, hex_: int) -> None:
    """A counter comes onto the map with its stronger side up (2.1-d); an air unit has its base there."""
    maps.put(state, unit, hex_)
    if units.IS_AIR[unit]:
        state.bases[unit] = hex_


def _closed(kind: str) -> Illegal:
    return Illegal(say("winterwar.illegal.nothing-due"), "2.1-a")
