"""The movement phase (turn-3, move): ground units one after the other, full stacks; air units over hexes, to other
bases, and when a base is lost (turn-3-e, move-10, move-11, 1.6-j; R11, R37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Branches, Decision, OneOf, Part, Partial, Single
from feltherre.core.spaces import Level, Pick
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, maps, occupation, opening, units
from feltherre.games.winterwar import state as states
from feltherre.games.winterwar.actions import ChangeBase, Eliminate, Escape, Fly, ForceMove
from feltherre.games.winterwar.board import GRID, IS_NEUTRAL, WORDS
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.state import WinterWarState, movement_of
from feltherre.games.winterwar.steps import LostBase, OverStacked, steps
from feltherre.games.winterwar.tables import BARRED
from feltherre.ground.hexes.reach import Mover, Reach, reach
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.tables import move_table
from feltherre.hexgame import course, marching
from feltherre.hexgame.actions import EndMovement, Move
from feltherre.hexgame.counters import AWAITED, enemy_of, is_on_map
from feltherre.hexgame.placing import flying
from feltherre.hexgame.steps import March, Movement


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
    return WORDS.about_unit(key, unit, hex_, rule_id)


@rule("move-11", "supply-4", "turn-3-a")
def flyers(state: WinterWarState) -> list[int]:
    """The air units of the side in turn that can still start from their base in this movement phase."""
    places, moved, flown = state.places, state.moved, state.flown
    own = units.AIR_UNITS[state.side]
    return [unit for unit in own if places[unit] > AWAITED and not moved[unit] and not flown[unit]]


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
def free_bases(state: WinterWarState, unit: int) -> Iterator[int]:
    """Towns of its side with room for another air unit, within its movement (R11)."""
    side, base = units.SIDE[unit], state.bases[unit]
    owners, bits, enemy = state.owners, maps.bits_of(state), maps.UNIT[enemy_of(side)]
    for hex_ in _towns_around(state.places[unit], movement_of(state, unit)):
        own = owners[board.TOWN_AT[hex_]] == side and not bits[hex_] & enemy
        if own and hex_ != base and opening.has_place(state, unit, hex_):
            yield hex_


@lru_cache(maxsize=4096)
def _towns_around(start: int, movement: int) -> tuple[int, ...]:
    reached = in_range(start, movement)
    return tuple(hex_ for hex_ in board.TOWN_HEX if hex_ in reached)


def can_fly_somewhere(state: WinterWarState, able: Sequence[int]) -> bool:
    """Whether one of these air units has something to fly for (`missions`)."""
    places = state.places
    within = ((units.SIDE[unit], in_range(places[unit], movement_of(state, unit))) for unit in able)
    return any(places[other] in reached for side, reached in within for other in _WORTH[side])


def can_change_base(state: WinterWarState, able: Sequence[int]) -> bool:
    """Whether one of these air units has another base to go to (`free_bases`)."""
    return any(next(free_bases(state, unit), None) is not None for unit in able)


AnyFlight = Fly | ChangeBase


def flight_space(state: WinterWarState, action: type[AnyFlight], able: Sequence[int]) -> Pick[AnyFlight]:
    """One of the air units that are able to fly, then where it does."""

    def targets(unit: int) -> list[int]:
        return missions(state, unit) if action is Fly else list(free_bases(state, unit))

    def why_not_there(unit: int, hex_: int) -> Illegal:
        if hex_ not in in_range(state.places[unit], movement_of(state, unit)):
            return why_out_of_range(unit, hex_)
        key, rule_id = ("nothing-to-fly-for", "turn-3-e") if action is Fly else ("no-base", "1.6-n")
        return WORDS.about_unit(key, unit, hex_, rule_id)

    return flying(
        *(WORDS, action, ("move-11", "turn-3-a")),
        able=able,
        why_not=partial(why_cannot_fly, state),
        hexes=targets,
        why_not_there=why_not_there,
    )


@rule("move-11", "turn-3-a")
def why_cannot_fly(state: WinterWarState, unit: int) -> Illegal:
    """Why a counter does not fly."""
    if units.SIDE[unit] != state.side or not is_on_map(state, unit):
        return WORDS.not_yours(unit, "move-11")
    return WORDS.illegal("flown-already" if units.IS_AIR[unit] else "no-air-unit", "move-11", unit=unit)


@steps.answer(Movement, to=Fly)
@rule("turn-3-e", "1.6-j")
def fly(table: Table[WinterWarState], step: Movement, role: str, action: Fly) -> None:
    """Over a hex with own ground units it is there to defend, else to attack (1.6-j, R37)."""
    table.push(step)
    state, unit, hex_ = table.state, units.INDEX[action.unit], board.hex_of(action.hex)
    defends = maps.has_own(state, hex_, units.SIDE[unit])
    state.flown[unit] = states.DEFENDS if defends else states.ATTACKS
    state.moved[unit] = 1
    maps.put(state, unit, hex_)
    WORDS.tell(table, "flies-to-defend" if defends else "flies", "1.6-j", [hex_], unit=unit, place=hex_)


@steps.answer(Movement, to=ChangeBase)
def change_base(table: Table[WinterWarState], step: Movement, role: str, action: ChangeBase) -> None:
    table.push(step)
    unit, hex_ = units.INDEX[action.unit], board.hex_of(action.hex)
    table.state.moved[unit] = 1
    opening.put_on(table.state, unit, hex_)
    WORDS.tell(table, "new-base", "move-11", [hex_], unit=unit, place=hex_)


@steps.asks(LostBase)
@rule("supply-4", "1.6-n")
def choose_base(state: WinterWarState, step: LostBase) -> Iterator[Decision[Any]]:
    """Its owner chooses another base within its movement, if there are several (R11)."""
    unit, bases = step.unit, list(free_bases(state, step.unit))
    if len(bases) < 2:
        return

    def no_base(place: str) -> Illegal:
        return WORDS.illegal("no-base", "1.6-n", unit=unit, place=place)

    base = Level(WORDS.hex_things("").refusing(no_base), lambda: bases, lambda hex_: no_base(board.number(hex_)))
    unfit = WORDS.illegal("escape-only", "supply-4", unit=unit)
    space = Pick(Escape, base, given=(units.UNITS[unit].id,), unfit=unfit)
    yield WORDS.ask(state, units.SIDE[unit], "lost-base", "supply-4", space, unit=unit)


@steps.does(LostBase)
def without_choice(table: Table[WinterWarState], step: LostBase) -> None:
    """To the only base there is; without one the unit is destroyed and counts for the enemy (R11)."""
    base = next(free_bases(table.state, step.unit), None)
    if base is None:
        occupation.destroy(table, step.unit)
    else:
        _escape(table, step.unit, base)


@steps.answer(LostBase)
def escape(table: Table[WinterWarState], step: LostBase, role: str, action: Escape) -> None:
    _escape(table, step.unit, board.hex_of(action.hex))


@rule("supply-4")
def _escape(table: Table[WinterWarState], unit: int, hex_: int) -> None:
    table.state.flown[unit] = 0
    opening.put_on(table.state, unit, hex_)
    WORDS.tell(table, "escapes", "supply-4", [hex_], unit=unit, place=hex_)


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


@rule("turn-3-a", "turn-3-c", "turn-3-e", "turn-3-f", "setup-8", "supply-9")
def refused(unit: int, refusal: Refusal) -> Illegal:
    """The ground's reason in the words of this game."""
    return (_no_way if refusal.reason is Reason.NO_WAY else _told)(unit, refusal)


@rule("turn-3-g", "move-5", "move-7", "1.1-f", "1.4-j")
def _no_way(unit: int, refusal: Refusal) -> Illegal:
    return _told(unit, refusal)


_told: Final = partial(marching.refused, THEATRE, _REASONS)


class MoveSpace(marching.Marches[Move | ForceMove, WinterWarState]):
    """A unit, then hexes it goes to one after the other, then `stop`."""

    @rule("turn-3-a", "turn-3-f", "turn-3-i", "move-6", "1.3-b")
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


# it stops in an enemy zone, glides between zones, and may always enter one hex
rule_of(__name__, "turn-3-c", "turn-3-d", "move-3", "move-4")(marching.Marches.start)

# the phase


@steps.asks(Movement)
@rule("turn-3-a", "order-1")
def move_units(state: WinterWarState, step: Movement) -> Iterator[Decision[Any]]:
    """Any number of units, in any order, each once (turn-3-a)."""
    yield WORDS.ask(state, state.side, "movement", "turn-3-a", movement_space(state), number=state.turn)


course.ends(steps, WORDS, Movement, EndMovement, "movement-over", "order-1")


@rule("turn-3-a", "turn-3-e", "move-11")
def movement_space(state: WinterWarState) -> OneOf:
    """Move a ground unit, insist on a way through a full stack, fly, change a base, or end the phase."""
    branches = Branches()
    if next(movable(state), None) is not None:
        branches["move"] = partial(MoveSpace, state, Move)
    # whoever can move at all can also insist
    if branches or next(movable(state, forced=True), None) is not None:
        branches["force"] = partial(MoveSpace, state, ForceMove)
    able = flyers(state)
    if can_fly_somewhere(state, able):
        branches["fly"] = partial(flight_space, state, Fly, able)
    if can_change_base(state, able):
        branches["rebase"] = partial(flight_space, state, ChangeBase, able)
    branches["end-movement"] = _END
    return OneOf(branches, (Move, ForceMove, Fly, ChangeBase, EndMovement), _why_closed, WORDS.kind_name)


_END = Single(EndMovement())


def _why_closed(kind: str) -> Illegal:
    on_foot = kind in ("move", "force")
    return WORDS.illegal(*(("nobody-to-move", "turn-3-a") if on_foot else ("nobody-to-fly", "move-11")))


@steps.answer(Movement, to=(Move, ForceMove))
@rule("turn-3-a")
def move(table: Table[WinterWarState], step: Movement, role: str, action: Move | ForceMove) -> None:
    """A unit moves once in a phase, as far as it is ordered (turn-3-a)."""
    table.push(step)
    marching.set_out(table, WORDS, action.unit, action.path, "turn-3-a")


@steps.does(March)
@rule("win-3", "setup-8", "intro-8")
def march(table: Table[WinterWarState], step: March) -> None:
    """Hex by hex, as far as nobody has to be asked: towns that are passed change hands (win-3), and a full stack
    costs a unit (setup-8)."""
    state, unit, path = table.state, step.unit, step.path
    side, start = units.SIDE[unit], state.places[unit]
    # where it stands there is room for it: it may have gone round and come back
    roomy = (start, *maps.with_room(state, unit, path))

    def goes_through(hex_: int) -> bool:
        if hex_ in roomy and board.TOWN_AT[hex_] < 0:
            return True
        if hex_ not in roomy or occupation.interrupts(state, side, hex_):
            return False
        occupation.take_town(table, side, hex_)
        return state.result is None

    hex_, left = marching.march(path, goes_through)
    if state.result is not None:
        maps.put(state, unit, hex_)
        return
    if left:
        table.push(March(unit, left))
    if hex_ not in roomy:
        table.push(OverStacked(side, hex_))
    occupation.enter(table, unit, hex_)


@steps.asks(OverStacked)
@rule("setup-8")
def whom_to_eliminate(state: WinterWarState, step: OverStacked) -> Iterator[Decision[Any]]:
    """Whoever moved through a full stack eliminates a unit of his own in that hex (setup-8, R15): one without which
    the others may stand together (R12)."""
    there = states.ground_in(state, step.hex, step.side)
    # an umpire may have put in so many that one is not enough
    those = [unit for unit in there if maps.fits_without(state, unit)] or there

    def not_there(name: str) -> Illegal:
        return WORDS.illegal("not-in-hex", "setup-8", unit=name, place=step.hex)

    def refuse(unit: int) -> Illegal:
        if unit not in there:
            return not_there(units.UNITS[unit].id)
        return WORDS.about_unit("still-too-many", unit, step.hex, "setup-8")

    space = Pick(Eliminate, Level(WORDS.unit_things("").refusing(not_there), lambda: those, refuse))
    yield WORDS.ask(state, step.side, "over-stacked", "setup-8", space, place=step.hex)


@steps.answer(OverStacked)
def eliminate(table: Table[WinterWarState], step: OverStacked, role: str, action: Eliminate) -> None:
    WORDS.tell(table, "over-stacked", "setup-8", [step.hex], side=step.side, place=step.hex)
    occupation.destroy(table, units.INDEX[action.unit])
