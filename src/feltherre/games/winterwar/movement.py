"""The movement phase (turn-3, move): ground units one after the other, air units, full stacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, flight, maps, units
from feltherre.games.winterwar.actions import ChangeBase, Eliminate, EndMovement, Fly, ForceMove, Move
from feltherre.games.winterwar.board import hexes_of, number
from feltherre.games.winterwar.fates import destroy
from feltherre.games.winterwar.flight import FlightSpace, flyers
from feltherre.games.winterwar.marches import MoveSpace, movable
from feltherre.games.winterwar.occupation import enter, interrupts, take_town
from feltherre.games.winterwar.spaces import Branches, unit_of
from feltherre.games.winterwar.state import WinterWarState, ground_in
from feltherre.games.winterwar.steps import March, Movement, OverStacked
from feltherre.games.winterwar.texts import hex_name, side_name, unit_name
from feltherre.games.winterwar.units import ROLES, UNITS

KINDS: dict[type, str] = {
    Move: "move",
    ForceMove: "force",
    Fly: "fly",
    ChangeBase: "rebase",
    EndMovement: "end-movement",
}


class MovementRules(StepRules[WinterWarState, Movement]):
    asks = True

    def opens(self, state: WinterWarState, step: Movement) -> bool:
        return True

    @rule("turn-3-a", "order-1")
    def decisions(self, state: WinterWarState, step: Movement) -> Sequence[Decision[Any]]:
        """Any number of units, in any order, each once (turn-3-a)."""
        role, (prompt, wait) = ROLES[state.side], _asked(state.side, state.turn)
        return (Decision(decision_id(state, role), role, prompt, "turn-3-a", movement_space(state), wait),)

    def answer(self, table: Table[WinterWarState], step: Movement, role: str, action: Any) -> None:
        if isinstance(action, EndMovement):
            table.tell(say("winterwar.event.movement-over", side=side_name(table.state.side)), "order-1")
            return
        table.push(step)
        CARRY_OUT[type(action)](table, action)


@cache
def _asked(side: int, turn: int) -> tuple[Text, Text]:
    """What a side is asked for in its movement phase, and what the other reads meanwhile."""
    prompt = say("winterwar.prompt.movement", side=side_name(side), number=turn)
    return prompt, say("winterwar.wait.movement", side=side_name(side))


@rule("turn-3-a", "turn-3-e", "move-11")
def movement_space(state: WinterWarState) -> Branches:
    """Move a ground unit, insist on a way through a full stack, fly, change a base, or end the phase."""
    branches: dict[str, Space[Any]] = {}
    if next(movable(state), None) is not None:
        branches["move"] = MoveSpace(state, Move)
    # whoever can move at all can also insist
    if branches or next(movable(state, forced=True), None) is not None:
        branches["force"] = MoveSpace(state, ForceMove)
    able = flyers(state)
    if flight.can_fly_somewhere(state, able):
        branches["fly"] = FlightSpace(state, Fly)
    if flight.can_change_base(state, able):
        branches["rebase"] = FlightSpace(state, ChangeBase)
    branches["end-movement"] = _END
    return Branches(branches, KINDS, _why_closed)


_END = Single(EndMovement())


def _why_closed(kind: str) -> Illegal:
    if kind in ("move", "force"):
        return Illegal(say("winterwar.illegal.nobody-to-move"), "turn-3-a")
    return Illegal(say("winterwar.illegal.nobody-to-fly"), "move-11")


@rule("turn-3-a")
def move(table: Table[WinterWarState], action: Move | ForceMove) -> None:
    """A unit moves once in a phase, as far as it is ordered (turn-3-a)."""
    unit = units.INDEX[action.unit]
    start = table.state.places[unit]
    table.state.moved[unit] = 1
    path = hexes_of(action.path)
    text = say("winterwar.event.moves", unit=unit_name(unit), origin=hex_name(start), target=hex_name(path[-1]))
    table.tell(text, "turn-3-a", (number(start), *action.path))
    table.push(March(unit, path))


class MarchRules(StepRules[WinterWarState, March]):
    def alive(self, state: WinterWarState, step: March) -> bool:
        return state.places[step.unit] >= 0

    @rule("win-3", "setup-8", "intro-8")
    def proceed(self, table: Table[WinterWarState], step: March) -> None:
        """Hex by hex, as far as nobody has to be asked: towns that are passed change hands (win-3), and a full stack
        costs a unit (setup-8)."""
        state, unit, path = table.state, step.unit, step.path
        side = units.SIDE[unit]
        roomy, start = maps.with_room(state, unit, path), state.places[unit]
        for place, hex_ in enumerate(path, start=1):
            is_town = board.TOWN_AT[hex_] >= 0
            # where it stands there is room for it: it may have gone round and come back
            full = hex_ not in roomy and hex_ != start
            if full or place == len(path) or (is_town and interrupts(state, side, hex_)):
                if place < len(path):
                    table.push(March(unit, path[place:]))
                if full:
                    table.push(OverStacked(side, hex_))
                enter(table, unit, hex_)
                return
            if is_town:
                take_town(table, side, hex_)
                if state.result is not None:
                    maps.put(state, unit, hex_)
                    return


CARRY_OUT: dict[type, Callable[[Table[WinterWarState], Any], None]] = {
    Move: move,
    ForceMove: move,
    Fly: flight.fly,
    ChangeBase: flight.change_base,
}


class EliminateSpace(Space[Eliminate]):
    """One of the own units in the hex without which the others may stand together (R12)."""

    def __init__(self, state: WinterWarState, step: OverStacked) -> None:
        self.hex = step.hex
        self.there = ground_in(state, step.hex, step.side)
        # an umpire may have put in so many that one is not enough
        self.those = [unit for unit in self.there if maps.fits_without(state, unit)] or self.there

    def options(self, partial: Partial) -> Sequence[Part]:
        return () if partial else [UNITS[unit].id for unit in self.those]

    def build(self, partial: Partial) -> Eliminate:
        return Eliminate(str(partial[0]))

    def parts(self, action: Eliminate) -> Partial:
        if not isinstance(action, Eliminate):
            raise Illegal(say("core.illegal.other-decision"))
        return (action.unit,)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        unit, place = unit_of(part), hex_name(self.hex)
        if unit in self.there:
            return Illegal(say("winterwar.illegal.still-too-many", unit=unit_name(unit), place=place), "setup-8")
        return Illegal(say("winterwar.illegal.not-in-hex", unit=str(part), place=place), "setup-8")

    def label(self, partial: Partial, part: Part) -> Text:
        return unit_name(unit_of(part))


class OverStackedRules(StepRules[WinterWarState, OverStacked]):
    asks = True

    @rule("setup-8")
    def decisions(self, state: WinterWarState, step: OverStacked) -> Sequence[Decision[Any]]:
        """Whoever moved through a full stack eliminates a unit of his own in that hex (setup-8, R15): one without which
        the others may stand together (R12)."""
        role = ROLES[step.side]
        prompt = say("winterwar.prompt.over-stacked", place=hex_name(step.hex))
        wait = say("winterwar.wait.over-stacked", side=side_name(step.side))
        space = EliminateSpace(state, step)
        return (Decision(decision_id(state, role), role, prompt, "setup-8", space, wait),)

    def answer(self, table: Table[WinterWarState], step: OverStacked, role: str, action: Eliminate) -> None:
        text = say("winterwar.event.over-stacked", side=side_name(step.side), place=hex_name(step.hex))
        table.tell(text, "setup-8", (number(step.hex),))
        destroy(table, units.INDEX[action.unit])


STEPS: dict[type[Step], StepRules[WinterWarState, Any]] = {
    Movement: MovementRules(),
    March: MarchRules(),
    OverStacked: OverStackedRules(),
}
