"""Who plays which side (SET-2), the German set-up (SET-3, 1.1), and how units come onto the map: landing by nation and
beach, the airborne drop, German reinforcements (SET-4 to SET-10, LAN, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import Struct, convert

from feltherre.core.chance import Outcome
from feltherre.core.errors import Illegal
from feltherre.core.game import Option
from feltherre.core.game import Setup as GameSetup
from feltherre.core.marks import rule, rule_of
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.table import Table
from feltherre.games.normandy import board, flak, maps, occupation, units
from feltherre.games.normandy.actions import Drop, TakeSide
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, Rules, Weather
from feltherre.games.normandy.steps import steps
from feltherre.games.normandy.tables import Count, allowed_in
from feltherre.games.normandy.units import ALLIED, DROPS, GERMAN, GROUP_OF, UNITS, Group
from feltherre.hexgame import course, sides
from feltherre.hexgame.actions import EndReinforcement, Place
from feltherre.hexgame.counters import AWAITED
from feltherre.hexgame.desk import refuse_twice
from feltherre.hexgame.placing import entering
from feltherre.hexgame.setup import SettingUp
from feltherre.hexgame.steps import HistoricalSetup, PhaseBegins, Reinforcement, Setup, Turn


@procedure("side-choice", "chooser", dice=list[int])
@rule("SET-2")
def side_choice(given: sides.Teams, desk: Desk) -> Resolve:
    """A die for each team; the higher chooses its side, and on equal dice both throw again (SET-2, R40)."""
    return sides.higher_die(desk, "SET-2")


# each team throws one die; the higher chooses, equal dice are thrown again (R40)
for noted in sides.choice_of_sides(steps, WORDS, side_choice, TakeSide, "SET-2"):
    rule_of(__name__, "SET-2")(noted)

#: how long the whole game may take where it is played with clocks, in seconds: ours, not the book's
_LIMITS = {"none": 0, "two-hours": 7200, "three-hours": 10800, "four-hours": 14400}
GAME_LIMIT = Option("game_limit", tuple(_LIMITS), "none")
FREE_SETUP = Option("free_setup", ("false", "true"), "false")
#: first these, then what the rulings leave open, with the ledger's names (R5, R15, R16, R22, R51)
OPTIONS = (
    sides.SIDES,
    FREE_SETUP,
    Option("naval_table", ("printed", "smoothed"), "printed"),
    Option("zoc_cancel", ("contested-empty", "occupied", "none"), "contested-empty"),
    Option("artillery_zoc", ("true", "false"), "true"),
    Option("beachhead_half", ("landing", "every-start"), "landing"),
    Option("minimum_move", ("false", "true"), "false"),
    GAME_LIMIT,
)


@rule("1.6-a", "1.5-d", "STEP-4-c", "1.4-beachhead", "STEP-4-a")
def rules_of(chosen: dict[str, str]) -> Rules:
    """The options of a game, the usual ones where nothing was chosen (R5, R15, R16, R22, R51)."""
    value = {option.name: chosen.get(option.name, option.default) for option in OPTIONS}
    return convert({name: value[name] for name in Rules.__struct_fields__}, Rules, strict=False)


rule_of(__name__, "SET-2")(sides.seated)


#: the German starting force that is not coastal artillery; the Allied one lands (SET-4)
STARTING = ((), tuple(u for u in units.OF_SIDE[GERMAN] if units.ARRIVES[u] == 0 and not units.IS_BATTERY[u]))
#: where the scenario has them, the coastal artillery too (R43)
STANDS = tuple(AWAITED if units.ARRIVES[u] else board.hex_of(unit.entry) for u, unit in enumerate(UNITS))
#: any land but the beachheads, which the Allies need next (R43)
_GROUND = tuple(
    hex_ for hex_ in range(board.SIZE) if board.IS_LAND[hex_] and board.PLACE_AT[hex_] not in board.BASES[ALLIED]
)


@rule("SET-3", "1.1-a", "2.1.2")
def begin(setup: GameSetup, table: Table[NormandyState]) -> None:
    """The Germans set up first, the coastal artillery on its nine hexes, the others where the scenario has them or by
    option where they like (R43); the Allied starting force lands at the beginning of the first turn (SET-3, SET-4)."""
    table.state.rules = rules_of(setup.options)
    table.state.game_time = _LIMITS[setup.options.get(GAME_LIMIT.name, GAME_LIMIT.default)]
    for unit in units.OF_SIDE[GERMAN]:
        if units.IS_BATTERY[unit]:
            maps.put(table.state, unit, STANDS[unit])
    by_hand = setup.options.get(FREE_SETUP.name) == "true"
    set_up = Setup(GERMAN) if by_hand else HistoricalSetup(GERMAN)
    table.push(*sides.dice_first(setup), PhaseBegins("setup", GERMAN), set_up, Turn(1))


@rule("SET-3", "1.2-a", "STEP-4-e")
def deployment_hexes(state: NormandyState, unit: int) -> list[int]:
    """Where a starting unit may be set up by hand: within stacking, other than where it is (R43)."""
    here = state.places[unit]
    return [hex_ for hex_ in THEATRE.with_room(state, unit, _GROUND) if hex_ != here]


def _deployment_fault(state: NormandyState, unit: int, hex_: int) -> Illegal | None:
    if hex_ not in _GROUND:
        return WORDS.about_unit("no-setup-hex", unit, hex_, "SET-3")
    return None if THEATRE.has_room(state, hex_, unit) else WORDS.about_unit("no-room", unit, hex_, "STEP-4-e")


def _not_placed(unit: int) -> Illegal | None:
    """Why a German unit is not set up by hand."""
    if units.IS_BATTERY[unit]:
        return WORDS.illegal("battery-stays", "1.1-a", unit=unit)
    turn = units.ARRIVES[unit]
    return WORDS.illegal("comes-later", "2.1-a", unit=unit, turn=turn) if turn else None


for noted in SettingUp(
    *(WORDS, "SET-3"),
    starting=STARTING,
    historical=STANDS,
    hexes=deployment_hexes,
    hex_fault=_deployment_fault,
    no_room=lambda unit: WORDS.illegal("no-entry", "STEP-4-e", unit=unit),
    fault=_not_placed,
    put=maps.put,
).noted(steps):
    rule_of(__name__, "SET-3", "2.1.2")(noted)


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
    landed = state.landed
    if hex_ not in landed:
        return 0
    return sum(units.LOSS_VALUE[unit] for unit in units.OF_SIDE[ALLIED] if landed[unit] == hex_)


@rule("SET-5", "SET-6", "LAN-3", "SET-7", "SUP-5")
def landing_fault(group: Group, beach: str, lost: bool, over: bool) -> tuple[str, str] | None:
    """Why a unit must wait at sea, with the rule: the beachhead is lost, belongs to the other nations, or takes no more
    in this turn (R23, R44); None: it lands."""
    if lost:
        return "lost", "SUP-5"
    if beach != group:
        return "other-nations", "SET-5" if group == "us" else "SET-6"
    return ("full", "LAN-3") if over else None


class Beach(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    group: Group
    lost: bool = False


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    nation: Literal["us", "french", "british", "canadian", "polish"]
    loss_value: Count
    beachhead: str


class Landings(Struct, frozen=True, forbid_unknown_fields=True):
    """The landings of a turn in their order."""

    beachheads: tuple[Beach, ...]
    landings: tuple[Landing, ...]
    weather: Weather = "clear"


@procedure("landing-capacity", "landed", "refused")
@rule("LAN-1", "SET-9", "1.8-storm")
def landing_capacity(given: Landings, desk: Desk) -> Outcome:
    """What each beachhead takes in a turn, and who must wait at sea (SET-5 to SET-7, LAN-3)."""
    refuse_twice(desk, (one.unit for one in given.landings), "unit-twice", "LAN-1")
    capacity = allowed_in(given.weather).capacity
    beaches = {beach.id: beach for beach in given.beachheads}
    landed, refused = dict.fromkeys(beaches, 0), list[str]()
    desk.line("landing.capacity", "LAN-3", capacity, n=capacity)
    for one in given.landings:
        desk.refuse_if(one.beachhead not in beaches, "no-beachhead", "LAN-1", beachhead=one.beachhead)
        beach, points = beaches[one.beachhead], landed[one.beachhead] + one.loss_value
        reason = landing_fault(GROUP_OF[one.nation], beach.group, beach.lost, points > capacity)
        if reason is None:
            landed[beach.id] = points
            desk.line("landing.lands", "LAN-1", points, unit=one.unit, beachhead=beach.id, n=points)
        else:
            refused.append(one.unit)
            desk.line(f"landing.{reason[0]}", reason[1], unit=one.unit, beachhead=beach.id)
    return {"capacity": capacity, "landed": landed, "refused": refused, "legal": not refused}


@rule("SET-5", "SET-6", "SET-9", "LAN-1", "LAN-3")
def _no_landing(state: NormandyState, unit: int, hex_: int) -> tuple[str, str] | None:
    """What keeps an Allied unit from landing at a beachhead: that is of its own nations and not lost, and takes it
    (R23, R44)."""
    place = board.PLACE_AT[hex_]
    reason = landing_fault(
        GROUP_OF[UNITS[unit].nation],
        board.PLACES[place].group or "us",
        bool(state.lost[place]) or maps.has_enemy(state, hex_, ALLIED),
        landed_at(state, hex_) + units.LOSS_VALUE[unit] > allowed_in(state.weather).capacity,
    )
    return None if reason is None else (f"landing.{reason[0]}", reason[1])


@rule("2.1-c", "SEQ-3", "4.1-a", "SUP-5")
def _no_entry(state: NormandyState, unit: int, hex_: int) -> tuple[str, str] | None:
    """What keeps a German unit from entering at a Start hex: that is its own and not lost, and has no enemy in it
    (R45)."""
    is_lost = state.lost[board.PLACE_AT[hex_]] or maps.has_enemy(state, hex_, GERMAN)
    return ("start-hex-lost", "SUP-5") if is_lost else None


#: side -> what keeps its units out of its bases; the refusal of a hex that is none; its bases
_KEEPS_OUT = (_no_landing, _no_entry)
_NO_BASE = (("no-beachhead", "LAN-1"), ("no-start-hex", "2.1-c"))
_ENTRIES = tuple(tuple(board.PLACE_HEX[place] for place in board.BASES[side]) for side in (ALLIED, GERMAN))


def entry_hexes(state: NormandyState, unit: int) -> list[int]:
    """Where a unit may come onto the map now."""
    side = units.SIDE[unit]
    return [hex_ for hex_ in _ENTRIES[side] if _KEEPS_OUT[side](state, unit, hex_) is None]


def why_not_enter(state: NormandyState, unit: int, hex_: int) -> Illegal | None:
    """Why a unit does not come onto the map here."""
    side = units.SIDE[unit]
    reason = _KEEPS_OUT[side](state, unit, hex_) if hex_ in _ENTRIES[side] else _NO_BASE[side]
    return None if reason is None else WORDS.about_unit(reason[0], unit, hex_, reason[1])


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


@rule("SET-4")
def must_land(state: NormandyState, waiting: Sequence[int]) -> Iterator[int]:
    """The starting force is put ashore as a whole, but for those that may yet be dropped or land later (SET-4, R42)."""
    first = state.turn == 1 and state.side == ALLIED
    return (unit for unit in waiting if first and not DROPS[unit] and entry_hexes(state, unit))


@steps.asks(Reinforcement)
@rule("2.1-c", "LAN-1", "LAN-2", "SET-5", "SET-8", "4.1-a")
def reinforce(state: NormandyState, step: Reinforcement) -> Iterator[Decision[Any]]:
    """Each side brings its units onto the map at the beginning of its own movement phase (2.1-c); the Allied player
    chooses beaches, and whether and where he drops (SET-5, SET-8)."""
    waiting, side = due(state, state.side), state.side
    branches: dict[str, Space[Any]] = {}
    # first what can be done in the first turn only
    dropping = droppers(state, waiting)
    if any(drop_hexes(state, unit) for unit in dropping):
        branches["drop"] = entering(
            *(WORDS, Drop, side, ("SET-10", "LAN-2")),
            due_rule="SET-10",
            waiting=dropping,
            hexes=partial(drop_hexes, state),
            hex_fault=partial(why_not_drop, state),
        )
    if any(entry_hexes(state, unit) for unit in waiting):
        branches["place"] = entering(
            *(WORDS, Place, side, ("2.1-c", "LAN-1" if side == ALLIED else "2.1-c")),
            due_rule="2.1-c",
            waiting=waiting,
            hexes=partial(entry_hexes, state),
            hex_fault=partial(why_not_enter, state),
        )
    if not branches:
        return
    if next(must_land(state, waiting), None) is None:
        branches["end-reinforcement"] = Single(EndReinforcement())
    space = OneOf(branches, (Place, Drop, EndReinforcement), partial(_closed, state, waiting), WORDS.kind_name)
    what = "reinforcement" if side == GERMAN else "landing-first" if "drop" in branches else "landing"
    waits = "reinforcement" if side == GERMAN else "landing"
    yield WORDS.ask(state, side, what, "2.1-c", space, waits, n=len(waiting))


def _closed(state: NormandyState, waiting: Sequence[int], kind: str) -> Illegal:
    if kind == "drop":
        return WORDS.illegal("drop.over", "SET-10")
    if kind == "end-reinforcement":
        left = list(must_land(state, waiting))
        return WORDS.illegal("must-land", "SET-4", n=len(left), units=left)
    return WORDS.illegal("nothing-due", "2.1-a")


# whoever is left waits (R44, R45)
course.reinforcements_wait(steps, WORDS, due, "must-wait", "2.1-c")


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
