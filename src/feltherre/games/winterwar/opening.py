"""Setting up (setup-3, setup-4, 1.1, 2.1.1, 2.1.2): options, starting counters, Finland first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.game import Option, Way
from feltherre.core.game import Setup as GameSetup
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Pick
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, spaces, tables, units
from feltherre.games.winterwar.actions import Deploy, DeployHistorically, EndSetup
from feltherre.games.winterwar.reinforcement import has_place, no_place, put_on, with_place
from feltherre.games.winterwar.state import AWAITED, Rules, WinterWarState
from feltherre.games.winterwar.steps import HistoricalSetup, PhaseBegins, Setup, SideDice, Turn, steps
from feltherre.games.winterwar.texts import WORDS, hex_name, kind_name, side_name, unit_name
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET, UNITS
from feltherre.hexgame.placing import draw_place, placing

#: whether the teams have agreed on their sides, or throw for the choice (setup-2)
BY_DIE = "by-die"
SIDES = Option("sides", ("agreed", BY_DIE), "agreed")
#: whether each side sets up its own counters, or both begin as in November 1939
HISTORICAL = "historical"
SET_UP = Option("setup", ("own", HISTORICAL), "own")
#: whoever only wants to play sets up nothing, or may yet choose to
PLAIN = {SET_UP.name: HISTORICAL}
WAYS = (Way(say("winterwar.own-setup"), say("winterwar.own-setup.about"), {SET_UP.name: "own"}),)

#: first these, then the choices that the ledger's rulings leave open, with its names (R1, R5,
#: R19, R28, R29, R31, R33)
OPTIONS = (
    SIDES,
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

#: the usual game, and one that differs in all that can differ
VARIANTS: tuple[dict[str, str], ...] = ({}, {option.name: option.values[1] for option in OPTIONS})

#: counters of a side that start on the map
STARTING = tuple(tuple(u for u in units.OF_SIDE[side] if units.ARRIVES[u] == 0) for side in (FINLAND, SOVIET))
_ZONE = tuple(tuple(sorted(board.ZONES[unit.zone])) for unit in UNITS)
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
    throw = (SideDice(),) if setup.options.get(SIDES.name) == BY_DIE else ()
    set_up = HistoricalSetup if setup.options.get(SET_UP.name) == HISTORICAL else Setup
    both = (PhaseBegins("setup", FINLAND), set_up(FINLAND), PhaseBegins("setup", SOVIET), set_up(SOVIET))
    table.push(*throw, *both, Turn(1))


@rule("1.1-a", "2.1.1-b", "2.1.1-c", "2.1-i")
def deployment_hexes(state: WinterWarState, unit: int) -> list[int]:
    """The hexes of the unit's zone with room for it, other than the one it is in (R53)."""
    here = state.places[unit]
    return [hex_ for hex_ in with_place(state, unit, _ZONE[unit]) if hex_ != here]


def unplaced(state: WinterWarState, side: int) -> list[int]:
    places = state.places
    return [unit for unit in STARTING[side] if places[unit] == AWAITED]


def deploy_space(state: WinterWarState, side: int) -> Pick[Deploy]:
    """A starting counter, then a hex of its zone. Counters that are placed already may be moved."""

    def able() -> list[int]:
        waiting = unplaced(state, side)
        placed = [unit for unit in STARTING[side] if state.places[unit] != AWAITED]
        return [unit for unit in (*waiting, *placed) if deployment_hexes(state, unit)]

    def fault(unit: int) -> Illegal | None:
        if units.SIDE[unit] != side:
            return spaces.not_yours(unit, "1.1-a")
        if turn := units.ARRIVES[unit]:
            return Illegal(say("winterwar.illegal.comes-later", unit=unit_name(unit), turn=turn), "2.1-a")
        return None

    def draw(rng: Random) -> Deploy | None:
        """Counters that wait are drawn far more often: somebody who sets up comes to an end."""
        waiting: Sequence[int] = unplaced(state, side)
        if not waiting or rng.random() < _AGAIN:
            waiting = STARTING[side]
        return draw_place(WORDS, Deploy, waiting, partial(deployment_hexes, state), rng)

    return placing(
        *(WORDS, Deploy, ("1.1-a", "1.1-a")),
        waiting=partial(unplaced, state, side),
        able=able,
        fault=fault,
        stuck=lambda unit: Illegal(say("winterwar.illegal.zone-full", unit=unit_name(unit)), "setup-5"),
        hexes=partial(deployment_hexes, state),
        hex_fault=partial(_hex_fault, state),
        draw=draw,
    )


def _hex_fault(state: WinterWarState, unit: int, hex_: int) -> Illegal | None:
    """What keeps a starting counter out of a hex; None for those that `deployment_hexes` lists."""
    if hex_ not in _ZONE[unit]:
        return Illegal(say("winterwar.illegal.outside-zone", unit=unit_name(unit), hex=board.number(hex_)), "1.1-a")
    if hex_ == state.places[unit]:
        return spaces.about_unit("there-already", unit, hex_, "1.1-a")
    if has_place(state, unit, hex_):
        return None
    return no_place(unit, hex_)


#: how often a random player moves a counter that stands already
_AGAIN = 0.02


@steps.asks(Setup)
@rule("setup-3", "setup-4", "1.1-a", "2.1.1-a", "2.1.2-a")
def set_up(state: WinterWarState, step: Setup) -> Iterator[Decision[Any]]:
    """The side places all its starting counters, in any order, and may change its mind until it is done."""
    left = len(unplaced(state, step.side))
    branches: dict[str, Space[Any]] = {"deploy": deploy_space(state, step.side)}
    if not is_historical(state, step.side):
        branches["historical"] = Single(DeployHistorically())
    if not left:
        branches["end-setup"] = Single(EndSetup())
    space = OneOf(branches, (Deploy, DeployHistorically, EndSetup), lambda kind: _why_closed(kind, left), kind_name)
    what, side = "setup" if left else "setup-done", side_name(step.side)
    yield ask(state, ROLES[step.side], what, "1.1-a", space, waiting="setup", side=side, n=left)


@steps.answer(Setup, to=EndSetup)
def end_setup(table: Table[WinterWarState], step: Setup, role: str, action: EndSetup) -> None:
    table.tell(say("winterwar.event.set-up", side=side_name(step.side)), "1.1-a")


@steps.answer(Setup, to=Deploy)
def deploy(table: Table[WinterWarState], step: Setup, role: str, action: Deploy) -> None:
    table.push(step)
    unit, hex_ = units.INDEX[action.unit], board.hex_of(action.hex)
    put_on(table.state, unit, hex_)
    text = say("winterwar.event.deployed", unit=unit_name(unit), place=hex_name(hex_))
    table.tell(text, "1.1-a", (action.hex,))


@steps.answer(Setup, to=DeployHistorically)
def choose_historical(table: Table[WinterWarState], step: Setup, role: str, action: DeployHistorically) -> None:
    table.push(step)
    take_historical(table, step)


@steps.does(HistoricalSetup)
@rule("1.1-a")
def take_historical(table: Table[WinterWarState], step: Setup | HistoricalSetup) -> None:
    """The side stands as in November 1939 (1.1)."""
    deploy_historically(table.state, step.side)
    table.tell(say("winterwar.event.historical", side=side_name(step.side)), "1.1-a")


def deploy_historically(state: WinterWarState, side: int) -> None:
    """Every starting counter in the hex where its formation stood (reconstruction of appendix 2)."""
    for unit in STARTING[side]:
        maps.put(state, unit, AWAITED)
    for unit in STARTING[side]:
        put_on(state, unit, _SUGGESTED[unit])


def is_historical(state: WinterWarState, side: int) -> bool:
    return all(state.places[unit] == _SUGGESTED[unit] for unit in STARTING[side])


def _why_closed(kind: str, left: int) -> Illegal:
    if kind == "end-setup":
        return Illegal(say("winterwar.illegal.not-all-placed", n=left), "1.1-a")
    return Illegal(say("winterwar.illegal.historical-already"), "1.1-a")
