"""The movement phase (turn-3, move): ground units one after the other, air units, full stacks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Branches, Decision, OneOf, Single
from feltherre.core.spaces import Level, Pick
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, fates, flight, maps, marches, occupation, units
from feltherre.games.winterwar.actions import ChangeBase, Eliminate, EndMovement, Fly, ForceMove, Move
from feltherre.games.winterwar.spaces import about_unit, unit_things
from feltherre.games.winterwar.state import WinterWarState, ground_in
from feltherre.games.winterwar.steps import March, Movement, OverStacked, steps
from feltherre.games.winterwar.texts import hex_name, kind_name, side_name, unit_name
from feltherre.games.winterwar.units import ROLES, UNITS

#: all that may be done in the phase
KINDS = (Move, ForceMove, Fly, ChangeBase, EndMovement)


@steps.asks(Movement)
@rule("turn-3-a", "order-1")
def move_units(state: WinterWarState, step: Movement) -> Iterator[Decision[Any]]:
    """Any number of units, in any order, each once (turn-3-a)."""
    side = state.side
    space = movement_space(state)
    yield ask(state, ROLES[side], "movement", "turn-3-a", space, side=side_name(side), number=state.turn)


@steps.answer(Movement, to=EndMovement)
def end_movement(table: Table[WinterWarState], step: Movement, role: str, action: EndMovement) -> None:
    table.tell(say("winterwar.event.movement-over", side=side_name(table.state.side)), "order-1")


@rule("turn-3-a", "turn-3-e", "move-11")
def movement_space(state: WinterWarState) -> OneOf:
    """Move a ground unit, insist on a way through a full stack, fly, change a base, or end the phase."""
    branches = Branches()
    if next(marches.movable(state), None) is not None:
        branches["move"] = partial(marches.MoveSpace, state, Move)
    # whoever can move at all can also insist
    if branches or next(marches.movable(state, forced=True), None) is not None:
        branches["force"] = partial(marches.MoveSpace, state, ForceMove)
    able = flight.flyers(state)
    if flight.can_fly_somewhere(state, able):
        branches["fly"] = partial(flight.flight_space, state, Fly, able)
    if flight.can_change_base(state, able):
        branches["rebase"] = partial(flight.flight_space, state, ChangeBase, able)
    branches["end-movement"] = _END
    return OneOf(branches, KINDS, _why_closed, kind_name)


_END = Single(EndMovement())


def _why_closed(kind: str) -> Illegal:
    if kind in ("move", "force"):
        return Illegal(say("winterwar.illegal.nobody-to-move"), "turn-3-a")
    return Illegal(say("winterwar.illegal.nobody-to-fly"), "move-11")


@steps.answer(Movement, to=(Move, ForceMove))
@rule("turn-3-a")
def move(table: Table[WinterWarState], step: Movement, role: str, action: Move | ForceMove) -> None:
    """A unit moves once in a phase, as far as it is ordered (turn-3-a)."""
    table.push(step)
    unit = units.INDEX[action.unit]
    start = table.state.places[unit]
    table.state.moved[unit] = 1
    path = board.hexes_of(action.path)
    text = say("winterwar.event.moves", unit=unit_name(unit), origin=hex_name(start), target=hex_name(path[-1]))
    table.tell(text, "turn-3-a", (board.number(start), *action.path))
    table.push(March(unit, path))


@steps.does(March)
@rule("win-3", "setup-8", "intro-8")
def march(table: Table[WinterWarState], step: March) -> None:
    """Hex by hex, as far as nobody has to be asked: towns that are passed change hands (win-3), and a full stack
    costs a unit (setup-8)."""
    state, unit, path = table.state, step.unit, step.path
    side = units.SIDE[unit]
    roomy, start = maps.with_room(state, unit, path), state.places[unit]
    for place, hex_ in enumerate(path, start=1):
        is_town = board.TOWN_AT[hex_] >= 0
        # where it stands there is room for it: it may have gone round and come back
        full = hex_ not in roomy and hex_ != start
        if full or place == len(path) or (is_town and occupation.interrupts(state, side, hex_)):
            if place < len(path):
                table.push(March(unit, path[place:]))
            if full:
                table.push(OverStacked(side, hex_))
            occupation.enter(table, unit, hex_)
            return
        if is_town:
            occupation.take_town(table, side, hex_)
            if state.result is not None:
                maps.put(state, unit, hex_)
                return


@steps.asks(OverStacked)
@rule("setup-8")
def whom_to_eliminate(state: WinterWarState, step: OverStacked) -> Iterator[Decision[Any]]:
    """Whoever moved through a full stack eliminates a unit of his own in that hex (setup-8, R15): one without which
    the others may stand together (R12)."""
    there, place, side = ground_in(state, step.hex, step.side), hex_name(step.hex), side_name(step.side)
    # an umpire may have put in so many that one is not enough
    those = [unit for unit in there if maps.fits_without(state, unit)] or there

    def not_there(name: str) -> Illegal:
        return Illegal(say("winterwar.illegal.not-in-hex", unit=name, place=place), "setup-8")

    def refuse(unit: int) -> Illegal:
        return about_unit("still-too-many", unit, step.hex, "setup-8") if unit in there else not_there(UNITS[unit].id)

    space = Pick(Eliminate, Level(unit_things("").refusing(not_there), lambda: those, refuse))
    yield ask(state, ROLES[step.side], "over-stacked", "setup-8", space, place=place, side=side)


@steps.answer(OverStacked)
def eliminate(table: Table[WinterWarState], step: OverStacked, role: str, action: Eliminate) -> None:
    text = say("winterwar.event.over-stacked", side=side_name(step.side), place=hex_name(step.hex))
    table.tell(text, "setup-8", (board.number(step.hex),))
    fates.destroy(table, units.INDEX[action.unit])
