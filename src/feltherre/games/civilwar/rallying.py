"""Rallying units in FU, and reorganising those in LU and U, at the end of a turn (08.04)."""

from __future__ import annotations

from collections.abc import Mapping

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.field import generals_beside, grade
from feltherre.games.civilwar.orders.language import Reorganise, Stand
from feltherre.games.civilwar.procedures.morale import (
    LAST_ATTEMPT,
    ClockSituation,
    RallySituation,
    rally,
    reorganise_clock,
)
from feltherre.games.civilwar.room import step_off
from feltherre.games.civilwar.settling import make_room
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, change, doing_of, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.telling import name, tell


class Rallying(Step, frozen=True, tag="rally"):
    """A unit in FU tries to rally (08.04.3)."""

    unit: str
    throws: tuple[Thrown, ...] = ()


class Rallied(Step, frozen=True, tag="rallied"):
    unit: str
    ruling: Ruling


class Reorganising(Step, frozen=True, tag="reorganising"):
    """The clocks of units in LU and U (08.04.1, 08.04.2)."""


def _changes(state: CivilWarState, step: Rallied) -> Mapping[str, Value]:
    return {"rallied": YesNo()} if step.ruling.outputs["rallied"] else {"rallied": YesNo(), "lost": YesNo()}


@steps.throws(Rallying, Rallied, by=rally, thrower=player_of("unit"), changes=_changes)
@rule("08.04.3")
def attempt_to_rally(state: CivilWarState, step: Rallying) -> RallySituation | None:
    """The first attempt at the end of the turn in which it broke, then two more (R89)."""
    unit = unit_of(state, step.unit)
    if not unit.on_table or unit.order != "FU" or unit.attempts >= LAST_ATTEMPT:
        return None
    return RallySituation(
        attempt=unit.attempts + 1,
        flight_checked=doing_of(state, step.unit).checked,
        general=bool(generals_beside(state, unit)),
        grade=grade(state, unit),
    )


@steps.does(Rallied)
@rule("08.04.3", "02.04.2")
def is_rallied(table: Table[CivilWarState], step: Rallied) -> None:
    """Rallied to U; after three failures it runs on until it is off the table (08.04.3)."""
    state = table.state
    unit = unit_of(state, step.unit)
    outputs = step.ruling.outputs
    if outputs["rallied"]:
        change(state, step.unit, order="U", order_turn=state.turn, attempts=0, clean=0)
    else:
        attempts = unit.attempts + 1
        change(state, step.unit, attempts=attempts, broken=bool(outputs["lost"]) or attempts >= LAST_ATTEMPT)
    key = "rallied" if outputs["rallied"] else "lost" if outputs["lost"] else "flees"
    told = name(state, step.unit)
    tell(table, f"civilwar.end.rally-{key}", "08.04.3", step.unit, ruling=step.ruling, unit=told)
    # out of rout it takes the ground of its formation again
    step_off(state, step.unit)
    make_room(table, step.unit)


@steps.does(Reorganising)
@rule("08.04.1", "08.04.2", "04.01.5")
def reorganise(table: Table[CivilWarState], step: Reorganising) -> None:
    """Every unit in LU or U that has been left in peace comes nearer to the next better order (08.04.1, 08.04.2)."""
    for unit in list(table.state.units):
        if unit.on_table and unit.order in ("LU", "U"):
            _age(table, unit)


def _age(table: Table[CivilWarState], unit: Unit) -> None:
    state = table.state
    doing = doing_of(state, unit.id)
    order = doing.line.order if doing.line is not None else Stand()
    # whoever fought a melee was not idle, even if it cost him nobody (08.04.2)
    fought = unit.fired == state.turn
    stood = isinstance(order, Stand | Reorganise) and not (doing.moved or doing.shots or doing.retreats or fought)
    clock = reorganise_clock.outputs(
        ClockSituation(
            order_state=unit.order,  # type: ignore[arg-type]
            counter=unit.clean,
            entered_this_turn=unit.order_turn >= state.turn,
            lost_men=doing.men_lost > 0,
            attacked=bool(doing.attacked_by),
            acted=not stood or doing.retired or doing.fled,
        )
    )
    after = clock["order_after"]
    if after == unit.order:
        change(state, unit.id, clean=clock["counter_after"])
        return
    # a unit that reaches OR is no longer pinned (R42)
    change(state, unit.id, order=after, order_turn=state.turn, clean=0, pinned=0 if after == "OR" else unit.pinned)
    tell(table, f"civilwar.end.reorganised-{after}", "08.04.1", unit.id, unit=name(state, unit.id))


def rallies(state: CivilWarState) -> list[Rallying]:
    """An attempt of every unit in FU."""
    return [Rallying(unit.id) for unit in by_place(state) if unit.on_table and unit.order == "FU"]
