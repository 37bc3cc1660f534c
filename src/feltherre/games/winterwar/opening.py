"""Setting up (setup-3, setup-4, 1.1, 2.1.1, 2.1.2): options, starting counters, Finland first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.game import Option
from feltherre.core.game import Setup as GameSetup
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import maps, units
from feltherre.games.winterwar.actions import Deploy, DeployHistorically, EndSetup
from feltherre.games.winterwar.board import IS_ARCTIC, ZONES, hex_of, number
from feltherre.games.winterwar.reinforcement import counter_first, has_place, put_on, with_place
from feltherre.games.winterwar.spaces import Branches, hex_at, not_yours, unit_of
from feltherre.games.winterwar.state import AWAITED, Rules, WinterWarState
from feltherre.games.winterwar.steps import HistoricalSetup, PhaseBegins, Setup, SideDice, Turn
from feltherre.games.winterwar.tables import GROUND_TABLES, named_tables
from feltherre.games.winterwar.texts import hex_name, side_name, unit_name
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET, UNITS

#: whether the teams have agreed on their sides, or throw for the choice (setup-2)
BY_DIE = "by-die"
SIDES = Option("sides", ("agreed", BY_DIE), "agreed")
#: whether each side sets up its own counters, or both begin as in November 1939
HISTORICAL = "historical"
SET_UP = Option("setup", ("own", HISTORICAL), "own")

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
    Option("tables", tuple(GROUND_TABLES), "reconstructed"),
)

#: the usual game, and one that differs in all that can differ
VARIANTS: tuple[dict[str, str], ...] = ({}, {option.name: option.values[1] for option in OPTIONS})

#: counters of a side that start on the map
STARTING = tuple(tuple(u for u in units.OF_SIDE[side] if units.ARRIVES[u] == 0) for side in (FINLAND, SOVIET))
_ZONE = tuple(tuple(sorted(ZONES[unit.zone])) for unit in UNITS)
_SUGGESTED = tuple(hex_of(unit.suggested_hex) if unit.suggested_hex else AWAITED for unit in UNITS)

KINDS: dict[type, str] = {Deploy: "deploy", DeployHistorically: "historical", EndSetup: "end-setup"}


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
        tables=named_tables(value["tables"]),
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


class DeploySpace(Space[Deploy]):
    """A starting counter, then a hex of its zone. Counters that are placed already may be moved."""

    def __init__(self, state: WinterWarState, side: int) -> None:
        self.state = state
        self.side = side

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            waiting = unplaced(self.state, self.side)
            placed = [unit for unit in STARTING[self.side] if self.state.places[unit] != AWAITED]
            return [UNITS[unit].id for unit in (*waiting, *placed) if deployment_hexes(self.state, unit)]
        if len(partial) == 1:
            return [number(hex_) for hex_ in deployment_hexes(self.state, unit_of(partial[0]))]
        return ()

    def sample(self, rng: Random) -> Deploy:
        """Counters that wait are drawn far more often: somebody who sets up comes to an end."""
        waiting: Sequence[int] = unplaced(self.state, self.side)
        if not waiting or rng.random() < _AGAIN:
            waiting = STARTING[self.side]
        unit = waiting[int(rng.random() * len(waiting))]
        hexes = deployment_hexes(self.state, unit)
        if not hexes:
            return super().sample(rng)
        return Deploy(UNITS[unit].id, number(hexes[int(rng.random() * len(hexes))]))

    def check(self, action: Deploy) -> None:
        unit, hex_ = unit_of(action.unit), hex_at(action.hex)
        if unit not in STARTING[self.side]:
            raise self.why_not((), action.unit)
        if hex_ not in _ZONE[unit] or hex_ == self.state.places[unit] or not has_place(self.state, unit, hex_):
            raise self.why_not((action.unit,), action.hex)

    def build(self, partial: Partial) -> Deploy:
        return Deploy(str(partial[0]), str(partial[1]))

    def parts(self, action: Deploy) -> Partial:
        return (action.unit, action.hex)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            unit, hex_ = unit_of(part), hex_at(part)
            if hex_ >= 0:
                fitting = [u for u in unplaced(self.state, self.side) if hex_ in deployment_hexes(self.state, u)]
                return counter_first(hex_, len(fitting), "1.1-a")
            if unit < 0 or units.SIDE[unit] != self.side:
                return not_yours(part, "1.1-a")
            if units.ARRIVES[unit] > 0:
                return Illegal(
                    say("winterwar.illegal.comes-later", unit=unit_name(unit), turn=units.ARRIVES[unit]), "2.1-a"
                )
            return Illegal(say("winterwar.illegal.zone-full", unit=unit_name(unit)), "setup-5")
        unit, hex_ = unit_of(partial[0]), hex_at(part)
        if hex_ < 0 or hex_ not in _ZONE[unit]:
            return Illegal(say("winterwar.illegal.outside-zone", unit=unit_name(unit), hex=str(part)), "1.1-a")
        name, place = unit_name(unit), hex_name(hex_)
        if hex_ == self.state.places[unit]:
            return Illegal(say("winterwar.illegal.there-already", unit=name, place=place), "1.1-a")
        if units.IS_AIR[unit]:
            return Illegal(say("winterwar.illegal.no-base", unit=name, place=place), "1.6-n")
        limit = "setup-6" if IS_ARCTIC[hex_] else "setup-5"
        return Illegal(say("winterwar.illegal.no-room", unit=name, place=place), limit)

    def label(self, partial: Partial, part: Part) -> Text:
        return unit_name(unit_of(part)) if not partial else hex_name(hex_of(str(part)))


#: how often a random player moves a counter that stands already
_AGAIN = 0.02


class SetupRules(StepRules[WinterWarState, Setup]):
    asks = True

    def opens(self, state: WinterWarState, step: Setup) -> bool:
        return True

    @rule("setup-3", "setup-4", "1.1-a", "2.1.1-a", "2.1.2-a")
    def decisions(self, state: WinterWarState, step: Setup) -> Sequence[Decision[Any]]:
        """The side places all its starting counters, in any order, and may change its mind until it is done."""
        role, left = ROLES[step.side], len(unplaced(state, step.side))
        branches: dict[str, Space[Any]] = {"deploy": DeploySpace(state, step.side)}
        if not is_historical(state, step.side):
            branches["historical"] = Single(DeployHistorically())
        if not left:
            branches["end-setup"] = Single(EndSetup())
        space = Branches(branches, KINDS, lambda kind: _why_closed(kind, left))
        key = "winterwar.prompt.setup" if left else "winterwar.prompt.setup-done"
        prompt = say(key, side=side_name(step.side), n=left)
        wait = say("winterwar.wait.setup", side=side_name(step.side))
        return (Decision(decision_id(state, role), role, prompt, "1.1-a", space, wait),)

    def answer(self, table: Table[WinterWarState], step: Setup, role: str, action: Any) -> None:
        if isinstance(action, EndSetup):
            table.tell(say("winterwar.event.set-up", side=side_name(step.side)), "1.1-a")
            return
        table.push(step)
        if isinstance(action, Deploy):
            unit, hex_ = units.INDEX[action.unit], hex_of(action.hex)
            put_on(table.state, unit, hex_)
            table.tell(
                say("winterwar.event.deployed", unit=unit_name(unit), place=hex_name(hex_)), "1.1-a", (action.hex,)
            )
        else:
            take_historical(table, step.side)


class HistoricalSetupRules(StepRules[WinterWarState, HistoricalSetup]):
    @rule("1.1-a")
    def proceed(self, table: Table[WinterWarState], step: HistoricalSetup) -> None:
        """The side stands as in November 1939 (1.1)."""
        take_historical(table, step.side)


def take_historical(table: Table[WinterWarState], side: int) -> None:
    deploy_historically(table.state, side)
    table.tell(say("winterwar.event.historical", side=side_name(side)), "1.1-a")


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


STEPS: dict[type[Step], StepRules[WinterWarState, Any]] = {
    Setup: SetupRules(),
    HistoricalSetup: HistoricalSetupRules(),
}
