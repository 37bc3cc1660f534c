"""The movement phase (turn-3, move): ground units one after the other, air units, full stacks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Branches, Decision, OneOf, Part, Partial, Single
from feltherre.core.spaces import Level, Pick
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, fates, flight, maps, occupation, units
from feltherre.games.winterwar.actions import ChangeBase, Eliminate, EndMovement, Fly, ForceMove, Move
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.spaces import about_unit, unit_things
from feltherre.games.winterwar.state import AWAITED, WinterWarState, ground_in
from feltherre.games.winterwar.steps import March, Movement, OverStacked, steps
from feltherre.games.winterwar.tables import BARRED
from feltherre.games.winterwar.texts import hex_name, kind_name, side_name, unit_name
from feltherre.games.winterwar.units import ROLES, UNITS
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.hexgame import marching

# who can move, and where (turn-3, move)

#: the rule of full stacks
FULL_STACK: Final = "setup-8"


@rule("turn-3-a", "turn-1-c", "supply-5", "move-8")
def fault(state: WinterWarState, unit: int) -> tuple[str, str] | None:
    """What keeps a counter on the map from moving, with the rule; None: it may, supplied and not moved yet (turn-3-a,
    supply-5). Ships never do (move-8), air units fly (move-11)."""
    if not units.IS_GROUND[unit]:
        return ("ship-stays", "move-8") if units.IS_SHIP[unit] else ("air-flies", "move-11")
    if state.moved[unit]:
        return "moved-already", "turn-3-a"
    return ("cut-off", "supply-5") if state.cut_off[unit] else None


def can_move(state: WinterWarState, unit: int) -> bool:
    """Whether a ground unit may still move."""
    return state.places[unit] > AWAITED and fault(state, unit) is None


def can_step(state: WinterWarState, unit: int) -> bool:
    """Whether at least one hex beside it is open to it (move-4)."""
    return marching.can_step(THEATRE, state, unit, maps.mover_of(unit))


def movable(state: WinterWarState, forced: bool = False) -> Iterator[int]:
    """The units of the side in turn that can move."""
    return marching.movable(THEATRE, state, fault, maps.MOVERS[forced])


#: why a hex is not entered -> the word of the refusal, and the rule. No ground unit enters water or a neutral country,
#: and no Soviet one leaves road and railway
_REASONS: Final[marching.Reasons] = {
    Reason.TOO_DEAR: ("too-far", "turn-3-f"),
    Reason.NOT_ADJACENT: ("not-adjacent", "turn-3-a"),
    Reason.CANNOT_MOVE: ("too-far", "turn-3-a"),
    Reason.MUST_STOP: ("must-stop", "turn-3-c"),
    marching.ENEMY: ("enemy-there", "turn-3-e"),
    marching.FULL: ("full-stack", FULL_STACK),
    BARRED.index("sea"): ("water", "move-7"),
    BARRED.index("neutral"): ("neutral", "1.1-f"),
    BARRED.index("off-road"): ("off-road", "turn-3-g"),
}


@rule(
    "turn-3-a",
    "turn-3-c",
    "turn-3-e",
    "turn-3-f",
    "turn-3-g",
    "setup-8",
    "supply-9",
    "move-5",
    "move-7",
    "1.1-f",
    "1.4-j",
)
def refused(unit: int, refusal: Refusal) -> Illegal:
    """The ground's reason in the words of this game."""
    return marching.refused(THEATRE, _REASONS, unit, refusal)


class MoveSpace(marching.Marches[Move | ForceMove, WinterWarState]):
    """A unit, then hexes it goes to one after the other, then `stop`."""

    @rule("turn-3-a", "turn-3-c", "turn-3-d", "turn-3-f", "turn-3-i", "move-3", "move-4", "move-6", "1.3-b")
    def __init__(self, state: WinterWarState, action: type[Move] | type[ForceMove]) -> None:
        """A unit goes hex by hex; whatever way there is can be gone."""
        self.forced = action is ForceMove
        super().__init__(THEATRE, state, action, "turn-3-a", fault, _REASONS, maps.MOVERS[self.forced])

    def refused(self, unit: int, refusal: Refusal) -> Illegal:
        return refused(unit, refusal)

    @rule("setup-8")
    def instead(self, partial: Partial, part: Part) -> tuple[Partial, Text] | None:
        """A full stack can be gone through all the same, at the price of a unit (setup-8, R15)."""
        if self.forced or not partial or self.why_refused(partial, part).rule != FULL_STACK:
            return None
        way, forced = (*partial, part), MoveSpace(self.state, ForceMove)
        if not all(step in forced.options(way[:depth]) for depth, step in enumerate(way)):
            return None
        return ("force", *way), say("winterwar.insist")


# the phase

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
    if next(movable(state), None) is not None:
        branches["move"] = partial(MoveSpace, state, Move)
    # whoever can move at all can also insist
    if branches or next(movable(state, forced=True), None) is not None:
        branches["force"] = partial(MoveSpace, state, ForceMove)
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
    side, start = units.SIDE[unit], state.places[unit]
    # where it stands there is room for it: it may have gone round and come back
    full = {hex_ for hex_ in path if hex_ != start} - {*maps.with_room(state, unit, path)}

    def passes(hex_: int) -> bool:
        if board.TOWN_AT[hex_] >= 0:
            occupation.take_town(table, side, hex_)
        return state.result is None

    hex_, left = marching.march(path, lambda one: one in full or occupation.interrupts(state, side, one), passes)
    if state.result is not None:
        maps.put(state, unit, hex_)
        return
    if left:
        table.push(March(unit, left))
    if hex_ in full:
        table.push(OverStacked(side, hex_))
    occupation.enter(table, unit, hex_)


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
