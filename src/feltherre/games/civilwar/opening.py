"""The opening of a battle: the scenario's units and staff as they begin, in good order (08.02.2)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.game import Option, Setup
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.commanders import OPTION, SEVERAL
from feltherre.games.civilwar.ground import table_of
from feltherre.games.civilwar.scenario import Scenario, StaffData, UnitData, load_scenario, own_scenario, scenario_names
from feltherre.games.civilwar.special_rules import Wagon
from feltherre.games.civilwar.state import AWAITED, ON_TABLE, Battery, CivilWarState, Doing, Staff, Unit
from feltherre.games.civilwar.steps import NewTurn
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.measure import CIRCLE
from feltherre.ground.tabletop.shapes import middle

YES_NO: Final = ("true", "false")
#: the ledger's switches (R53, R73, R100, R130 - R133); a scenario may set its own
OPTIONS: Final = (
    # a player for each side, or one for each general (the roles of commanders.py)
    Option(OPTION, ("one", SEVERAL), "one"),
    # what the umpire may allow against the book (06.02.2): measuring before orders, true ranges for gunners
    Option("measuring", ("forbidden", "allowed"), "forbidden"),
    Option("open_formations_have_flanks", YES_NO, "true"),
    Option("melee_cover_reduces_losses", YES_NO, "true"),
    Option("melee_pin_reduces_losses", YES_NO, "true"),
    Option("table_edge_loses_units", YES_NO, "true"),
    Option("broken_attack_counts", YES_NO, "true"),
    Option("melee_units_fire", YES_NO, "false"),
    Option("melee_cover_for_attacker", YES_NO, "false"),
    Option("pursuit_attacks_with_orders", YES_NO, "false"),
    # the sequence of several volleys at one target at one instant: the firing side chooses it (R33), or nobody is asked
    Option("volley_sequence", ("ask", "sheet"), "ask"),
)


def scenario_for(setup: Setup) -> Scenario:
    """The scenario that a set-up asks for: one's own, or one of ours; without one the first, which is a tutorial."""
    if setup.scenario_file:
        return own_scenario(setup.scenario_file)
    return load_scenario(setup.scenario or scenario_names()[0])


def begin(setup: Setup, table: Table[CivilWarState]) -> None:
    """Put the scenario on the table; the first turn follows."""
    state = table.state
    scenario = scenario_for(setup)
    state.scenario = scenario.id
    state.brief = setup.scenario_file or ""
    state.options = {option.name: option.default for option in OPTIONS}
    state.options |= {key: str(value).lower() for key, value in scenario.options.items()}
    state.options |= setup.options
    for side, data in enumerate(scenario.sides):
        state.staff += [figure for one in data.staff for figure in staff_figures(one, side)]
        state.units += [_housed(scenario, unit_at_start(unit, side)) for unit in data.units]
    state.units += wagons(scenario)
    state.doing = [Doing() for _ in state.units]
    state.tracks = [() for _ in state.units]
    table.tell(say("civilwar.event.begins", title=scenario.title), "01.05.1")
    table.push(NewTurn())


@rule("08.02.2", "01.02.1")
def unit_at_start(data: UnitData, side: int) -> Unit:
    """A unit as it begins: in good order unless the scenario says otherwise."""
    entry = data.reinforcement
    x, y = data.at or (entry.at if entry is not None else (0, 0))
    return Unit(
        id=data.id,
        side=side,
        parent=data.id,
        arm=data.arm,
        figures=data.figures,
        companies=data.companies,
        where=ON_TABLE if entry is None else AWAITED,
        x=x,
        y=y,
        facing=data.facing if entry is None else entry.facing,
        formation=data.formation,
        files=data.files,
        gap=max(0, data.gap),
        mounted=data.mounted,
        building=data.building,
        order=data.order,
        battery=battery_at_start(data),
    )


@rule("02.04.3")
def _housed(scenario: Scenario, unit: Unit) -> Unit:
    """A unit that begins in a building is in the middle of it, like one that goes in during play."""
    if not unit.building:
        return unit
    x, y = middle(table_of(scenario).feature(unit.building).points)
    return replace(unit, x=x, y=y)


@rule("09.02.1", "01.02.5", "01.02.6")
def battery_at_start(data: UnitData) -> Battery | None:
    """Guns, limbers, horses and the load of its kind (schema XXI)."""
    if data.arm != "artillery":
        return None
    rounds = data.rounds
    return Battery(
        guns=data.guns,
        limbers=data.guns,
        horses=data.horses,
        guns_start=data.guns,
        horses_start=data.horses,
        shell=rounds.shell if rounds is not None else 0,
        shot=rounds.solid_shot if rounds is not None else 0,
        canister=rounds.canister if rounds is not None else 0,
    )


@rule("01.02.8", "01.02.9")
def staff_figures(data: StaffData, side: int) -> list[Staff]:
    """A general and his couriers, who stand behind him base to base."""
    entry = data.reinforcement
    x, y = data.at or (entry.at if entry is not None else (0, 0))
    where = ON_TABLE if entry is None else AWAITED
    facing = data.facing if entry is None else entry.facing
    general = Staff(data.id, side, data.rank, data.under, where, x, y, facing)
    figures = [general]
    for number in range(1, data.couriers + 1):
        behind = forward((x, y), (facing + CIRCLE // 2) % CIRCLE, 300 * number)
        figures.append(Staff(f"{data.id}-{number}", side, "courier", data.id, where, *behind, facing))
    return figures


def wagons(scenario: Scenario) -> list[Unit]:
    """The ammunition wagons of the scenario's special rules, each awaited until its turn."""
    sides = [side.id for side in scenario.sides]
    return [
        Unit(
            id=wagon.unit,
            side=sides.index(wagon.side),
            parent=wagon.unit,
            arm="wagon",
            figures=0,
            companies=0,
            where=AWAITED,
            x=wagon.at[0],
            y=wagon.at[1],
            facing=wagon.facing,
            formation="wagon",
        )
        for wagon in scenario.special
        if isinstance(wagon, Wagon)
    ]
