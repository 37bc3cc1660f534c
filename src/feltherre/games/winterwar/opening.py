"""The opening and whoever comes later: the choice of sides by dice (setup-2), setting up (setup-3, setup-4, 1.1, 2.1.1,
2.1.2), Finland first, and reinforcements (turn-2, 1.1-b, 2.1).

The teams sit down as Finland and as the Soviet Union; if the team that throws higher wants the other side, the two
change places, and from then on each seat holds the other role."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.game import Option, Way
from feltherre.core.game import Setup as GameSetup
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Pick
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, occupation, tables, units
from feltherre.games.winterwar.actions import TakeSide
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.procedures.places import NO_ENTRY, EntrySituation, Kind
from feltherre.games.winterwar.procedures.victory import side_choice
from feltherre.games.winterwar.state import Rules, WinterWarState, based_in
from feltherre.games.winterwar.steps import steps
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET, UNITS
from feltherre.hexgame import course, sides
from feltherre.hexgame.actions import EndReinforcement, Place
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.placing import entering
from feltherre.hexgame.setup import SettingUp
from feltherre.hexgame.steps import HistoricalSetup, PhaseBegins, Reinforcement, Setup, Turn

# each team throws one die; the higher chooses Finland or the Soviet Union, equal dice are thrown again (R50)
for noted in sides.choice_of_sides(steps, WORDS, side_choice, TakeSide, "setup-2"):
    rule_of(__name__, "setup-2")(noted)


rule_of(__name__, "setup-2")(sides.seated)


#: at most so many air units have their base in one town (1.6-n)
MOST_PER_BASE = 2


#: side -> its units that are not there from the start
_COMING = tuple(tuple(unit for unit in own if units.ARRIVES[unit]) for own in units.OF_SIDE)
#: unit -> its zone of the order of battle, where it is set up or enters: a list of towns for most
_ZONE = tuple(tuple(sorted(board.ZONES[unit.zone])) for unit in UNITS)


@rule("2.1-a", "2.1-b", "2.1-f", "1.1-b")
def due(state: WinterWarState, side: int) -> list[int]:
    """The units whose turn has come and that are not on the map yet; left over ones wait as long as they must (R45)."""
    places, turn, arrives = state.places, state.turn, units.ARRIVES
    return [unit for unit in _COMING[side] if places[unit] == AWAITED and arrives[unit] <= turn]


@rule("turn-2-a")
def entry_hexes(state: WinterWarState, unit: int) -> list[int]:
    """Where a unit may enter now (procedure reinforcement-placement; R43, R44)."""
    return [hex_ for hex_ in with_place(state, unit, _ZONE[unit]) if _why_not(state, unit, hex_, True) is None]


@rule("turn-2-b", "2.1-c", "2.1-i", "supply-3")
def _why_not(state: WinterWarState, unit: int, hex_: int, room: bool) -> str | None:
    """Why a unit may not enter in a hex, with or without a place for it there (`has_place`)."""
    side, marks = units.SIDE[unit], maps.bits_of(state)[hex_]
    enemy = enemy_of(side)
    return _verdict(
        _KIND_OF[unit],
        *_whose_town(state, side, board.TOWN_AT[hex_]),
        marks & maps.ZONE[enemy] != 0,
        marks & maps.UNIT[side] != 0,
        marks & maps.UNIT[enemy] != 0,
        hex_ in board.BESIDE_SOVIET,
        hex_ in board.BESIDE_SWEDEN,
        room,
    )


@rule("turn-2-a", "1.1-b", "2.1.1-d", "2.1.2-b")
def _whose_town(state: WinterWarState, side: int, town: int) -> tuple[bool, bool]:
    """Whether there is a town of the own country, and whether it is a town that the side controls."""
    return town >= 0 and board.FIRST_OWNER[town] == side, town >= 0 and state.owners[town] == side


@lru_cache(maxsize=1024)
def _verdict(kind: Kind, *facts: bool) -> str | None:
    """What the procedure says; `facts` are the fields of a situation in their order. The same few come again and
    again, so they are asked about once."""
    return NO_ENTRY.first(EntrySituation(kind, *facts))


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


@rule("1.6-n", "setup-5", "setup-6")
def with_place(state: WinterWarState, unit: int, hexes: Sequence[int]) -> list[int]:
    """Those of the hexes in which a unit has place (`has_place`)."""
    if units.IS_AIR[unit]:
        return [hex_ for hex_ in hexes if has_place(state, unit, hex_)]
    return maps.with_room(state, unit, hexes)


def can_enter(state: WinterWarState, unit: int) -> bool:
    return any(_why_not(state, unit, hex_, True) is None for hex_ in with_place(state, unit, _ZONE[unit]))


def place_space(state: WinterWarState, waiting: Sequence[int]) -> Pick[Place]:
    """A reinforcement, then the hex where it enters."""

    return entering(
        *(WORDS, Place, state.side, ("2.1-b", "turn-2-a")),
        due_rule="2.1-a",
        waiting=waiting,
        hexes=partial(entry_hexes, state),
        hex_fault=partial(_entry_fault, state),
        can_enter=partial(can_enter, state),
    )


def _entry_fault(state: WinterWarState, unit: int, hex_: int) -> Illegal | None:
    """Why a unit does not enter in a hex; None for those that `entry_hexes` lists."""
    if hex_ not in _ZONE[unit]:
        return WORDS.about_unit("no-entry-hex", unit, hex_, "turn-2-a")
    reason = _why_not(state, unit, hex_, has_place(state, unit, hex_))
    if reason is None:
        return None
    rule_id = board.stacking_rule(hex_) if reason == "no-room" else NO_ENTRY.rules[reason]
    return WORDS.about_unit(f"entry.{reason}", unit, hex_, rule_id)


_END = Single(EndReinforcement())


@steps.asks(Reinforcement)
@rule("2.1-b", "turn-2-a")
def reinforce(state: WinterWarState, step: Reinforcement) -> Iterator[Decision[Any]]:
    """The side places its reinforcements at the start of its movement phase (2.1-b)."""
    waiting = due(state, state.side)
    if any(can_enter(state, unit) for unit in waiting):
        branches: dict[str, Space[Any]] = {"place": place_space(state, waiting), "end-reinforcement": _END}
        space = OneOf(
            branches, (Place, EndReinforcement), lambda kind: WORDS.illegal("nothing-due", "2.1-a"), WORDS.kind_name
        )
        yield WORDS.ask(state, state.side, "reinforcement", "turn-2-a", space, n=len(waiting))


# whoever is left waits (R45)
course.reinforcements_wait(steps, WORDS, due, "no-entry", "2.1-b")


@steps.answer(Reinforcement, to=Place)
def place(table: Table[WinterWarState], step: Reinforcement, role: str, action: Place) -> None:
    table.push(step)
    unit, hex_ = units.INDEX[action.unit], board.hex_of(action.hex)
    put_on(table.state, unit, hex_)
    WORDS.tell(table, "placed", "turn-2-a", [hex_], unit=unit, side=table.state.side, place=hex_)
    # a partisan may enter in a border town that was lost, and owns the hex it stands in (2.1-k)
    if units.IS_GROUND[unit] and board.TOWN_AT[hex_] >= 0:
        occupation.take_town(table, units.SIDE[unit], hex_)


@rule("2.1-d", "supply-4")
def put_on(state: WinterWarState, unit: int, hex_: int) -> None:
    """A counter comes onto the map with its stronger side up (2.1-d); an air unit has its base there."""
    maps.put(state, unit, hex_)
    if units.IS_AIR[unit]:
        state.bases[unit] = hex_


#: whether each side sets up its own counters, or both begin as in November 1939
HISTORICAL = "historical"
SET_UP = Option("setup", ("own", HISTORICAL), "own")
#: whoever only wants to play sets up nothing, or may yet choose to
PLAIN = {SET_UP.name: HISTORICAL}
WAYS = (Way(say("winterwar.own-setup"), say("winterwar.own-setup.about"), {SET_UP.name: "own"}),)

#: first these, then the choices that the ledger's rulings leave open, with its names (R1, R5,
#: R19, R28, R29, R31, R33)
OPTIONS = (
    sides.SIDES,
    SET_UP,
    Option("first_player", ("soviet", "finland"), "soviet"),
    Option("captured_supply", ("off", "on"), "off"),
    Option("bridge_zoc", ("off", "on"), "off"),
    Option("air_support", ("both", "value-only", "die-only"), "both"),
    Option("loss_numbers", ("units", "steps"), "units"),
    Option("victory_value", ("front", "faces"), "front"),
    Option("blocked_retreat", ("loss-each", "eliminated"), "loss-each"),
    Option("own_unit_shields_retreat", ("false", "true"), "false"),
    Option("tables", tuple(tables.GROUND_TABLES), "reconstructed"),
)

#: counters of a side that start on the map
STARTING = tuple(tuple(u for u in units.OF_SIDE[side] if units.ARRIVES[u] == 0) for side in (FINLAND, SOVIET))
_SUGGESTED = tuple(board.hex_of(unit.suggested_hex) if unit.suggested_hex else AWAITED for unit in UNITS)


def rules_of(chosen: dict[str, str]) -> Rules:
    """The options of a game, the usual ones where nothing was chosen."""
    value = {option.name: chosen.get(option.name, option.default) for option in OPTIONS}
    return Rules(
        first=ROLES.index(value["first_player"]),
        captured_supply=value["captured_supply"] == "on",
        bridge_zoc=value["bridge_zoc"] == "on",
        air_support=value["air_support"],
        loss_numbers=value["loss_numbers"],
        victory_value=value["victory_value"],
        blocked_retreat=value["blocked_retreat"],
        own_unit_shields_retreat=value["own_unit_shields_retreat"] == "true",
        tables=tables.named_tables(value["tables"]),
    )


@rule("setup-3", "setup-4", "2.1.1-a", "2.1.2-a")
def begin(setup: GameSetup, table: Table[WinterWarState]) -> None:
    """Finland sets up first, then the Soviet side (setup-3, setup-4), unless both begin with the historical set-up."""
    table.state.rules = rules_of(setup.options)
    set_up = HistoricalSetup if setup.options.get(SET_UP.name) == HISTORICAL else Setup
    both = (PhaseBegins("setup", FINLAND), set_up(FINLAND), PhaseBegins("setup", SOVIET), set_up(SOVIET))
    table.push(*sides.dice_first(setup), *both, Turn(1))


@rule("1.1-a", "2.1.1-b", "2.1.1-c", "2.1-i")
def deployment_hexes(state: WinterWarState, unit: int) -> list[int]:
    """The hexes of the unit's zone with room for it, other than the one it is in (R53)."""
    here = state.places[unit]
    return [hex_ for hex_ in with_place(state, unit, _ZONE[unit]) if hex_ != here]


def _hex_fault(state: WinterWarState, unit: int, hex_: int) -> Illegal | None:
    """What keeps a starting counter out of a hex; None for those that `deployment_hexes` lists."""
    if hex_ not in _ZONE[unit]:
        return WORDS.illegal("outside-zone", "1.1-a", unit=unit, hex=board.number(hex_))
    if has_place(state, unit, hex_):
        return None
    key, rule_id = ("no-base", "1.6-n") if units.IS_AIR[unit] else ("no-room", board.stacking_rule(hex_))
    return WORDS.about_unit(key, unit, hex_, rule_id)


def _fault(unit: int) -> Illegal | None:
    turn = units.ARRIVES[unit]
    return WORDS.illegal("comes-later", "2.1-a", unit=unit, turn=turn) if turn else None


#: each side places all its starting counters; as in November 1939 they stand by the reconstruction of appendix 2
SETTING_UP: Final = SettingUp(
    *(WORDS, "1.1-a"),
    starting=STARTING,
    historical=_SUGGESTED,
    hexes=deployment_hexes,
    hex_fault=_hex_fault,
    no_room=lambda unit: WORDS.illegal("zone-full", "setup-5", unit=unit),
    fault=_fault,
    put=put_on,
)
for noted in SETTING_UP.noted(steps):
    rule_of(__name__, "setup-3", "setup-4", "1.1-a", "2.1.1-a", "2.1.2-a")(noted)

deploy_space: Final = SETTING_UP.space
deploy_historically: Final = SETTING_UP.historically
