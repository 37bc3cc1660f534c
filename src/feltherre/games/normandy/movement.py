"""The movement phase (STEP-4, MOV, 1.4): ground units and ships one after the other; Allied aircraft over hexes,
where they support an attack or hinder German movement (R32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Branches, Decision, OneOf, Single
from feltherre.core.spaces import Level, Pick
from feltherre.core.table import Table
from feltherre.games.normandy import board, flak, maps, occupation, opening, units
from feltherre.games.normandy.actions import Fly, SendBack
from feltherre.games.normandy.board import GRID, WORDS
from feltherre.games.normandy.maps import ASHORE, THEATRE, WATER
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.steps import FlakFire, FlakRuled, Flight, FlightHome, HaltedMarch, steps
from feltherre.games.normandy.tables import allowed_in
from feltherre.games.normandy.units import ALLIED, GERMAN, UNITS
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.hexgame import aftermath, marching
from feltherre.hexgame.actions import EndMovement, Move
from feltherre.hexgame.counters import AWAITED, is_on_map
from feltherre.hexgame.distances import branches, way_back
from feltherre.hexgame.placing import flying
from feltherre.hexgame.steps import March, Movement

# who can move, and where


@rule("STEP-4-a", "4.1-e")
def fault(state: NormandyState, unit: int) -> tuple[str, str] | None:
    """What keeps a counter on the map from moving over land or water, with the rule; None: it may, once (STEP-4-a).
    Coastal artillery never does (R48)."""
    if units.IS_AIR[unit]:
        return "air-flies", "STEP-4-g"
    if units.IS_BATTERY[unit]:
        return "battery-stays", "4.1-e"
    return ("moved-already", "STEP-4-a") if state.moved[unit] else None


#: why a hex is not entered -> the word of the refusal, and the rule
BARRED: Final[marching.Reasons] = {
    Reason.TOO_DEAR: ("too-far", "STEP-4-h"),
    Reason.NOT_ADJACENT: ("not-adjacent", "STEP-4-a"),
    Reason.CANNOT_MOVE: ("too-far", "STEP-4-h"),
    Reason.MUST_STOP: ("must-stop", "STEP-4-c"),
    Reason.NEEDS_ALL: ("river-needs-all", "MOV-2"),
    Reason.MAY_NOT_END: ("no-room", "STEP-4-e"),
    marching.ENEMY: ("enemy-there", "STEP-4-c"),
    WATER: ("water", "1.4-coast"),
}

#: the same of ships
AT_SEA: Final[marching.Reasons] = {
    **BARRED,
    Reason.TOO_DEAR: ("too-far", "1.4-channel"),
    Reason.MUST_STOP: ("must-stop", "4.1-f"),
    ASHORE: ("ashore", "1.4-channel"),
}

#: a unit goes hex by hex; whatever way there is can be gone
rule_of(__name__, "STEP-4-a", "STEP-4-c", "STEP-4-d", "4.1-b", "4.1-f", "MOV-2")(marching.Marches.start)


class Marches(marching.Marches[Move, NormandyState]):
    """A ground unit or a ship, then the hexes it enters."""

    @rule("4.1-a")
    def __init__(self, state: NormandyState) -> None:
        super().__init__(THEATRE, state, Move, "STEP-4-a", fault, BARRED, maps.movers_of(state))

    def refused(self, unit: int, refusal: Refusal) -> Illegal:
        return refused(unit, refusal)


@rule("4.1-h")
def refused(unit: int, refusal: Refusal) -> Illegal:
    """Why a hex is not entered."""
    return marching.refused(THEATRE, AT_SEA if units.IS_SHIP[unit] else BARRED, unit, refusal)


# aircraft (R32)


@rule("1.8-rain", "1.8-storm", "WEA-3")
def allows(state: NormandyState, unit: int) -> bool:
    """Whether the weather lets an air unit fly (R49)."""
    allowed = allowed_in(state.weather)
    return allowed.bombers if UNITS[unit].type == "bomber" else allowed.attack_aircraft


def stopped(state: NormandyState) -> tuple[str, str]:
    """That the weather keeps an air unit on the ground, with the rule."""
    return "weather-stops", "1.8-rain" if state.weather == "rain" else "1.8-storm"


def grounded(state: NormandyState, unit: int) -> tuple[str, str] | None:
    """What keeps an air unit from flying: the weather, or that it has flown; None: it may."""
    if not units.IS_AIR[unit]:
        return "no-air-unit", "STEP-4-g"
    if not allows(state, unit):
        return stopped(state)
    return ("flown-already", "STEP-4-g") if state.moved[unit] else None


def flyers(state: NormandyState) -> list[int]:
    if state.side != ALLIED:
        return []
    return [unit for unit in units.AIR_UNITS if is_on_map(state, unit) and grounded(state, unit) is None]


@rule("MOV-4", "MOV-5", "1.4-air", "STEP-4-g")
def in_range(unit: int, hex_: int) -> bool:
    """Whether an air unit gets there from one of the Start hexes at sea: a point a hex, whatever lies below (R32)."""
    return min(GRID.distance(start, hex_) for start in board.SEA_START) <= UNITS[unit].movement


@cache
def missions(unit: int) -> tuple[int, ...]:
    """The hexes over which it can be of use: all land, for the enemy may go anywhere."""
    return tuple(hex_ for hex_ in range(board.SIZE) if board.IS_LAND[hex_] and in_range(unit, hex_))


def why_no_flight(state: NormandyState, unit: int) -> Illegal:
    """Why a counter does not fly."""
    if units.SIDE[unit] != state.side or not is_on_map(state, unit):
        return WORDS.not_yours(unit, "STEP-4-g")
    key, rule_id = grounded(state, unit) or ("flown-already", "STEP-4-g")
    return WORDS.illegal(key, rule_id, unit=unit)


def why_not_over(unit: int, hex_: int) -> Illegal:
    """Why it does not fly over a hex."""
    key, rule_id = ("out-of-range", "MOV-5") if board.IS_LAND[hex_] else ("nothing-to-fly-for", "STEP-4-g")
    return WORDS.about_unit(key, unit, hex_, rule_id)


def flight_space(state: NormandyState, able: Sequence[int]) -> Pick[Fly]:
    return flying(
        *(WORDS, Fly, ("STEP-4-g", "STEP-4-g")),
        able=able,
        why_not=partial(why_no_flight, state),
        hexes=missions,
        why_not_there=why_not_over,
    )


@lru_cache(maxsize=64)
def _ways_past(closed: frozenset[int]) -> dict[int, int]:
    """From the Start hexes at sea over all hexes but those closed: hex -> the one before it."""
    return branches(GRID.neighbours, board.SEA_START, closed.__contains__)


@rule("MOV-4", "1.4-air", "1.2-e")
def airway(state: NormandyState, unit: int, hex_: int) -> tuple[int, ...]:
    """The hexes an air unit flies over to its target, from a Start hex at sea: by the way on which the fewest flak
    regiments cover it, and of these by the shortest, a point a hex (R32, R33)."""
    there = flak.covering(state, hex_)
    others = [one for one in units.FLAK_UNITS if is_on_map(state, one) and one not in there]
    for passed in range(len(others) + 1):
        for avoided in combinations(others, len(others) - passed):
            closed = frozenset(near for one in avoided for near in GRID.within(state.places[one], 1))
            before = _ways_past(closed)
            if hex_ in before:
                way = [*way_back(before, hex_)][-2::-1]
                if len(way) < UNITS[unit].movement:
                    return (*way, hex_)
    raise ValueError(f"{UNITS[unit].id} does not get to {board.number(hex_)}")


@steps.answer(Movement, to=Fly)
@rule("STEP-4-g", "STEP-4-f")
def fly(table: Table[NormandyState], step: Movement, role: str, action: Fly) -> None:
    """It stays over the hex until it has supported an attack or the Germans have moved (R32); ground units of either
    side may be or come there (R56)."""
    table.push(step)
    state, unit = table.state, units.INDEX[action.unit]
    state.flown[unit] = state.moved[unit] = 1
    table.push(Flight(unit, airway(state, unit, board.hex_of(action.hex))))


@steps.alive(Flight)
def in_the_air(state: NormandyState, step: Flight) -> bool:
    return is_on_map(state, step.unit)


@steps.does(Flight)
@rule("1.2-e", "1.7-b")
def flight(table: Table[NormandyState], step: Flight) -> None:
    """Hex by hex, until flak fires; whoever is not shot down flies on to its target."""
    state, unit, target = table.state, step.unit, step.path[-1]

    def goes_through(hex_: int) -> bool:
        return not flak.on_the_way(state, unit, hex_, target)

    hex_, rest = marching.march(step.path, goes_through)
    maps.put(state, unit, hex_)
    guns = flak.on_the_way(state, unit, hex_, target)
    if guns:
        table.push(Flight(unit, rest or (hex_,)))
        flak.fire(table, unit, hex_, guns)
    else:
        WORDS.tell(table, "flies", "STEP-4-g", [hex_], unit=unit, place=hex_)


@rule("MOV-5")
def fly_home(table: Table[NormandyState], flyers: Sequence[int]) -> None:
    """Air units return to their Start hex, at no cost (R32)."""

    def home(unit: int) -> None:
        table.state.flown[unit] = 0
        maps.put(table.state, unit, opening.base_of(unit))

    aftermath.fly_home(table, WORDS, flyers, "MOV-5", home)


@rule("1.8-rain", "1.8-storm", "WEA-3")
def land_stopped(table: Table[NormandyState]) -> None:
    """Aircraft in flight that the weather does not let fly return: an umpire may have put them there (R49)."""
    state = table.state
    fly_home(table, [unit for unit in units.AIR_UNITS if state.flown[unit] and not allows(state, unit)])


# those that came on and cannot stay (R24)


def returnable(state: NormandyState) -> list[int]:
    """Those that came onto the map in this phase, have not moved, and stand where too many do: whoever finds room has
    come for good (SET-4)."""
    over = maps.over_full(state, state.side)
    own = units.COUNTERS.ground_of_side[state.side] if over else ()
    return [u for u in own if state.landed[u] != AWAITED and not state.moved[u] and state.places[u] in over]


@steps.answer(Movement, to=SendBack)
@rule("STEP-4-e", "LAN-3", "SET-4")
def send_back(table: Table[NormandyState], step: Movement, role: str, action: SendBack) -> None:
    """A unit for which there is no room after all has not come yet, and may come in a later turn (R24, R44)."""
    table.push(step)
    wait(table, units.INDEX[action.unit])


def wait(table: Table[NormandyState], unit: int) -> None:
    state, hex_ = table.state, table.state.places[unit]
    maps.put(state, unit, AWAITED)
    state.landed[unit] = AWAITED
    WORDS.tell(table, "sent-back", "STEP-4-e", [hex_], unit=unit, place=hex_)


# the phase


@steps.asks(Movement)
@rule("STEP-4-a", "SEQ-1")
def move_units(state: NormandyState, step: Movement) -> Iterator[Decision[Any]]:
    """Any number of units, in any order, each once (STEP-4-a); whoever cannot end the phase yet is told why."""
    over = maps.over_full(state, state.side)
    what = "movement-full" if over else "movement"
    space = movement_space(state, bool(over))
    yield WORDS.ask(state, state.side, what, "STEP-4-a", space, "movement", n=len(over), places=over)


@rule("STEP-4-e", "3.1-e")
def movement_space(state: NormandyState, crowded: bool) -> OneOf:
    """Move, fly, send back, or end the phase, which is refused while too many stand in a hex (`crowded`, R24)."""
    branches, marches = Branches(), Marches(state)
    if next(marches.able(), None) is not None:
        branches["move"] = marches
    if able := flyers(state):
        branches["fly"] = partial(flight_space, state, able)
    if crowded and (back := returnable(state)):
        not_back = partial(WORDS.illegal, "not-back", "STEP-4-e")
        unit = Level(WORDS.unit_things("STEP-4-e"), lambda: back, lambda unit: not_back(unit=unit))
        branches["send-back"] = Pick(SendBack, unit)
    if not crowded:
        branches["end-movement"] = Single(EndMovement())
    return OneOf(branches, (Move, Fly, SendBack, EndMovement), partial(_closed, state), WORDS.kind_name)


def _closed(state: NormandyState, kind: str) -> Illegal:
    if kind == "end-movement":
        over = maps.over_full(state, state.side)
        return WORDS.illegal("over-full", "STEP-4-e", n=len(over), places=over)
    return WORDS.illegal(f"nobody-to-{kind}", "STEP-4-a")


@steps.answer(Movement, to=EndMovement)
@rule("SEQ-1", "STEP-4-f")
def end_movement(table: Table[NormandyState], step: Movement, role: str, action: EndMovement) -> None:
    """When the Germans have moved the aircraft over them fly home (R32)."""
    WORDS.tell(table, "movement-over", "SEQ-1", side=table.state.side)
    if table.state.side == GERMAN:
        table.push(FlightHome())


@steps.does(FlightHome)
@rule("STEP-4-f")
def fly_off(table: Table[NormandyState], step: FlightHome) -> None:
    fly_home(table, [unit for unit in units.AIR_UNITS if table.state.flown[unit]])


@rule("STEP-4-b", "STEP-4-e", "1.2-f")
def time_up(table: Table[NormandyState]) -> None:
    """A unit on its way through a full hex goes back to where there is room; of those that came on and find none where
    they are as many wait as must (R24). Fire that is owed comes before the flight home (R33)."""
    state = table.state
    for step in state.agenda:
        if isinstance(step, HaltedMarch):
            go_back(table, step.unit, step.behind)
    for unit in reversed(returnable(state)):
        if state.places[unit] in maps.over_full(state, state.side):
            wait(table, unit)
    if state.side == GERMAN:
        owed = (place for place, step in enumerate(state.agenda) if isinstance(step, FlakFire | FlakRuled))
        state.agenda.insert(next(owed, len(state.agenda)), FlightHome())


@rule("STEP-4-b", "STEP-4-e")
def go_back(table: Table[NormandyState], unit: int, behind: Sequence[int]) -> None:
    """To the last hex of its way where it may stay (R24); whoever is back where it set out has not moved."""
    state, halted, left = table.state, table.state.places[unit], list(behind)
    while left and state.places[unit] in maps.over_full(state, state.side):
        maps.put(state, unit, left.pop())
    state.moved[unit] = int(bool(left))
    if state.places[unit] != halted:
        WORDS.tell(table, "goes-back", "STEP-4-e", [halted], unit=unit, place=halted, target=state.places[unit])


@steps.answer(Movement, to=Move)
@rule("STEP-4-a")
def move(table: Table[NormandyState], step: Movement, role: str, action: Move) -> None:
    """A unit moves once in a phase."""
    table.push(step)
    marching.set_out(table, WORDS, action.unit, action.path, "STEP-4-a")


@steps.does(HaltedMarch)
@steps.does(March)
@rule("VIC-2", "SUP-5", "1.7-b")
def march(table: Table[NormandyState], step: March) -> None:
    """Hex by hex: whatever is passed is taken (R26, R38), until the game is won by it; flak fires at the aircraft that
    it comes near (R33)."""
    state, side = table.state, units.SIDE[step.unit]

    def goes_through(hex_: int) -> bool:
        occupation.take(table, side, hex_)
        return state.result is None and not flak.in_sight(state, step.unit, hex_)

    hex_, rest = marching.march(step.path, goes_through)
    behind = step.behind if isinstance(step, HaltedMarch) else ()
    behind += (state.places[step.unit], *step.path[: len(step.path) - len(rest) - 1])
    maps.put(state, step.unit, hex_)
    occupation.take(table, side, hex_)
    if state.result is None:
        if rest:
            table.push(HaltedMarch(step.unit, rest, behind))
        flak.fire_from(table, step.unit)
