"""Who plays which side (SET-2), the German set-up (SET-3, 1.1), and how units come onto the map: landing by nation and
beach, the airborne drop, German reinforcements (SET-4 to SET-10, LAN, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.game import Option
from feltherre.core.game import Setup as GameSetup
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Pick
from feltherre.core.table import Table
from feltherre.games.normandy import board, flak, maps, occupation, units
from feltherre.games.normandy.actions import Drop, TakeSide
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.desk import landing_fault, side_choice
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.steps import steps
from feltherre.games.normandy.tables import allowed_in
from feltherre.games.normandy.units import ALLIED, DROPS, GERMAN, UNITS
from feltherre.hexgame import sides
from feltherre.hexgame.actions import EndReinforcement, Place
from feltherre.hexgame.counters import AWAITED
from feltherre.hexgame.placing import entering
from feltherre.hexgame.steps import PhaseBegins, Reinforcement, Setup, Turn

# each team throws one die; the higher chooses, equal dice are thrown again (R40)
for noted in sides.choice_of_sides(steps, WORDS, side_choice, TakeSide, "SET-2"):
    rule_of(__name__, "SET-2")(noted)

NAVAL_TABLE = Option("naval_table", ("printed", "smoothed"), "printed")
OPTIONS = (sides.SIDES, NAVAL_TABLE)
#: the usual game, and one that differs in all that can differ
VARIANTS: tuple[dict[str, str], ...] = ({}, {option.name: option.values[1] for option in OPTIONS})


rule_of(__name__, "SET-2")(sides.seated)
seated: Final = partial(sides.seated, WORDS)


@rule("SET-3")
def begin(setup: GameSetup, table: Table[NormandyState]) -> None:
    """The Germans set up first; the Allied starting force lands at the beginning of the first turn (SET-3, SET-4)."""
    table.state.naval_table = "smoothed" if setup.options.get(NAVAL_TABLE.name) == "smoothed" else "printed"
    table.push(*sides.dice_first(setup), PhaseBegins("setup", GERMAN), Setup(GERMAN), Turn(1))


@steps.does(Setup)
@rule("SET-3", "1.1-a", "2.1.2")
def set_up(table: Table[NormandyState], step: Setup) -> None:
    """The German starting force stands where the scenario has it, the coastal artillery on its nine hexes (R43)."""
    for unit in units.OF_SIDE[step.side]:
        if units.ARRIVES[unit] == 0:
            maps.put(table.state, unit, board.hex_of(UNITS[unit].entry))
    WORDS.tell(table, "set-up", "SET-3", side=step.side)


# coming onto the map


@rule("2.1-a", "2.1-c", "SEQ-3")
def due(state: NormandyState, side: int) -> list[int]:
    """Ground units whose turn has come and that are not on the map yet; those left over wait as long as they must
    (R44, R45)."""
    places, turn = state.places, state.turn
    of_side = units.COUNTERS.ground_of_side[side]
    return [unit for unit in of_side if places[unit] == AWAITED and 0 < units.ARRIVES[unit] <= turn]


def base_of(unit: int) -> int:
    """The hex at sea where a ship or an air unit has its base (MOV-5)."""
    return board.SEA_START[0 if UNITS[unit].nation == "us" else -1]


@rule("2.1.1", "MOV-5")
def arrive_at_sea(state: NormandyState) -> None:
    """Ships and aircraft whose turn has come are in their Start hexes at sea (R25)."""
    for unit in units.OF_SIDE[ALLIED]:
        if not units.IS_GROUND[unit] and state.places[unit] == AWAITED and units.ARRIVES[unit] <= state.turn:
            maps.put(state, unit, base_of(unit))


@rule("SET-7", "LAN-3")
def landed_at(state: NormandyState, hex_: int) -> int:
    """The stacking points that a beachhead has received in this turn."""
    return sum(units.LOSS_VALUE[unit] for unit in units.OF_SIDE[ALLIED] if state.landed[unit] == hex_)


@rule("SET-5", "SET-6", "SET-9", "LAN-1", "LAN-3")
def why_not_land(state: NormandyState, unit: int, hex_: int) -> Illegal | None:
    """Why an Allied unit does not land here: at a beachhead of its own nations that is not lost, and while that takes
    it (R23, R44)."""
    place = board.PLACE_AT[hex_]
    if place not in board.BASES[ALLIED]:
        return WORDS.about_unit("no-beachhead", unit, hex_, "LAN-1")
    beach, capacity = board.PLACES[place], allowed_in(state.weather).capacity
    reason = landing_fault(
        units.GROUP_OF[UNITS[unit].nation],
        beach.group or "us",
        bool(state.lost[place]),
        landed_at(state, hex_) + units.LOSS_VALUE[unit] > capacity,
    )
    return None if reason is None else WORDS.about_unit(f"landing.{reason[0]}", unit, hex_, reason[1])


@rule("2.1-c", "SEQ-3", "4.1-a", "SUP-5")
def why_not_enter(state: NormandyState, unit: int, hex_: int) -> Illegal | None:
    """Why a German unit does not enter here: at any own Start hex that is not lost and has no enemy in it (R45)."""
    place = board.PLACE_AT[hex_]
    if place not in board.BASES[GERMAN]:
        return WORDS.about_unit("no-start-hex", unit, hex_, "2.1-c")
    if state.lost[place] or maps.has_enemy(state, hex_, GERMAN):
        return WORDS.about_unit("start-hex-lost", unit, hex_, "SUP-5")
    return None


_WHY_NOT = (why_not_land, why_not_enter)
_ENTRIES = tuple(tuple(board.PLACE_HEX[place] for place in board.BASES[side]) for side in (ALLIED, GERMAN))


def entry_hexes(state: NormandyState, unit: int) -> list[int]:
    """Where a unit may come onto the map now."""
    side = units.SIDE[unit]
    return [hex_ for hex_ in _ENTRIES[side] if _WHY_NOT[side](state, unit, hex_) is None]


@rule("LAN-2", "SET-8", "SET-10")
def why_not_drop(state: NormandyState, unit: int, hex_: int) -> Illegal | None:
    """Why a parachute division is not dropped here: in the first turn, in its area, where no Germans stand and there is
    room, zones notwithstanding (R42)."""
    if hex_ not in board.DROP_HEXES.get(unit, ()):
        return WORDS.about_unit("drop.outside-area", unit, hex_, "LAN-2")
    if maps.has_enemy(state, hex_, ALLIED):
        return WORDS.about_unit("drop.enemy", unit, hex_, "LAN-2")
    return None if maps.fit(state, ALLIED, hex_, [unit]) else WORDS.about_unit("no-room", unit, hex_, "STEP-4-e")


def drop_hexes(state: NormandyState, unit: int) -> list[int]:
    return [hex_ for hex_ in board.DROP_HEXES.get(unit, ()) if why_not_drop(state, unit, hex_) is None]


@rule("SET-10")
def droppers(state: NormandyState, waiting: Sequence[int]) -> list[int]:
    """The parachute divisions that can still be dropped: in the first turn only."""
    return [unit for unit in waiting if DROPS[unit] and state.turn == 1]


def _space(
    state: NormandyState,
    action: type[Place] | type[Drop],
    waiting: Sequence[int],
    hexes: Any,
    fault: Any,
    rules: tuple[str, str],
) -> Pick[Any]:
    """A unit that waits, then where it comes onto the map."""
    able = [unit for unit in waiting if hexes(unit)]
    return entering(
        *(WORDS, action, state.side, rules),
        due_rule=rules[0],
        waiting=waiting,
        able=lambda: able,
        hexes=hexes,
        hex_fault=fault,
        drawn=able,
    )


@rule("SET-4")
def must_land(state: NormandyState, waiting: Sequence[int]) -> list[int]:
    """The starting force is put ashore as a whole, but for those that may yet be dropped or land later (SET-4, R42)."""
    first = state.turn == 1 and state.side == ALLIED
    return [unit for unit in waiting if first and not DROPS[unit] and entry_hexes(state, unit)]


@steps.asks(Reinforcement)
@rule("2.1-c", "LAN-1", "LAN-2", "SET-5", "SET-8", "4.1-a")
def reinforce(state: NormandyState, step: Reinforcement) -> Iterator[Decision[Any]]:
    """Each side brings its units onto the map at the beginning of its own movement phase (2.1-c); the Allied player
    chooses beaches, and whether and where he drops (SET-5, SET-8)."""
    waiting, side = due(state, state.side), state.side
    branches: dict[str, Space[Any]] = {}
    if any(entry_hexes(state, unit) for unit in waiting):
        rules = ("2.1-c", "LAN-1" if side == ALLIED else "2.1-c")
        hexes, fault = partial(entry_hexes, state), partial(_WHY_NOT[side], state)
        branches["place"] = _space(state, Place, waiting, hexes, fault, rules)
    dropping = droppers(state, waiting)
    if any(drop_hexes(state, unit) for unit in dropping):
        hexes, fault = partial(drop_hexes, state), partial(why_not_drop, state)
        branches["drop"] = _space(state, Drop, dropping, hexes, fault, ("SET-10", "LAN-2"))
    if not branches:
        return
    if not must_land(state, waiting):
        branches["end-reinforcement"] = Single(EndReinforcement())
    space = OneOf(branches, (Place, Drop, EndReinforcement), partial(_closed, state, waiting), WORDS.kind_name)
    what = "reinforcement" if side == GERMAN else "landing" if state.turn > 1 else "landing-first"
    waits = "reinforcement" if side == GERMAN else "landing"
    yield WORDS.ask(state, side, what, "2.1-c", space, waits, n=len(waiting))


def _closed(state: NormandyState, waiting: Sequence[int], kind: str) -> Illegal:
    if kind == "drop":
        return WORDS.illegal("drop.over", "SET-10")
    if kind == "end-reinforcement":
        left = must_land(state, waiting)
        return WORDS.illegal("must-land", "SET-4", n=len(left), units=left)
    return WORDS.illegal("nothing-due", "2.1-a")


@steps.does(Reinforcement)
def nobody_comes(table: Table[NormandyState], step: Reinforcement) -> None:
    """Nobody to bring on: straight on to movement."""
    waiting = due(table.state, table.state.side)
    if waiting:
        WORDS.tell(table, "must-wait", "2.1-c", side=table.state.side, n=len(waiting))


@steps.answer(Reinforcement, to=EndReinforcement)
def end_reinforcement(table: Table[NormandyState], step: Reinforcement, role: str, action: EndReinforcement) -> None:
    """Whoever is left waits (R44, R45)."""


@steps.answer(Reinforcement, to=Place)
@rule("LAN-1", "2.1-c", "SET-4")
def place(table: Table[NormandyState], step: Reinforcement, role: str, action: Place) -> None:
    """A unit lands, or enters at a Start hex; more may stand there than may stay (R24)."""
    table.push(step)
    come(table, action.unit, action.hex, "lands" if table.state.side == ALLIED else "enters", "2.1-c")


@steps.answer(Reinforcement, to=Drop)
@rule("LAN-2", "SET-10")
def drop(table: Table[NormandyState], step: Reinforcement, role: str, action: Drop) -> None:
    """It is simply placed; that is its movement for the turn (R42)."""
    table.push(step)
    come(table, action.unit, action.hex, "drops", "LAN-2")
    table.state.moved[units.INDEX[action.unit]] = 1


def come(table: Table[NormandyState], id_: str, hex_number: str, key: str, rule_id: str) -> None:
    state, unit, hex_ = table.state, units.INDEX[id_], board.hex_of(hex_number)
    maps.put(state, unit, hex_)
    state.landed[unit] = hex_
    occupation.take(table, state.side, hex_)
    WORDS.tell(table, key, rule_id, [hex_], unit=unit, place=hex_)
    flak.fire_from(table, unit)
