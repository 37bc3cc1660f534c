"""Ammunition from wagons (09.03)."""

from __future__ import annotations

from msgspec.structs import replace

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.commanders import player_of, role_of
from feltherre.games.civilwar.field import info, touching
from feltherre.games.civilwar.orders.language import Resupply
from feltherre.games.civilwar.procedures.ammunition import ResupplySituation, resupply
from feltherre.games.civilwar.state import Battery, CivilWarState, Unit, by_place, change, doing_of, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.tables import PIECES, ROUNDS
from feltherre.games.civilwar.telling import name


class Resupplying(Step, frozen=True, tag="resupply"):
    """The die of a unit that spent the turn at a wagon (09.03.1)."""

    unit: str
    wagon: str
    served: int
    throws: tuple[Thrown, ...] = ()


class Resupplied(Step, frozen=True, tag="resupplied"):
    unit: str
    ruling: Ruling


@steps.throws(
    Resupplying,
    Resupplied,
    by=resupply,
    thrower=player_of("unit"),
    changes=lambda state, step: {"resupplied": YesNo()},
)
@rule("09.03.1")
def at_wagon(state: CivilWarState, step: Resupplying) -> ResupplySituation | None:
    """What the unit was at in this turn, and how many units the wagon has served with it (R95)."""
    unit = unit_of(state, step.unit)
    return situation_of(state, unit, unit_of(state, step.wagon), step.served) if unit.on_table else None


@rule("09.03.1", "09.03.2")
def situation_of(state: CivilWarState, unit: Unit, wagon: Unit, served: int) -> ResupplySituation:
    """Base contact with the wagon all turn, neither of them moving, two units a wagon (R95); a unit that has fired in
    this turn or fought a melee did that instead (R123)."""
    doing = doing_of(state, unit.id)
    stayed = wagon.on_table and touching(state, unit, wagon) and not doing.moved
    return ResupplySituation(
        arm=unit.arm if unit.arm in ("cavalry", "artillery") else "infantry",  # type: ignore[arg-type]
        contact_all_turn=stayed and not doing_of(state, wagon.id).moved,
        units_served=served,
        # by its order it gives no fire: what it has `fired` was a melee, or as surprised
        fired_as_surprised=doing.surprised or unit.fired == state.turn,
    )


@steps.does(Resupplied)
@rule("09.03.1")
def is_resupplied(table: Table[CivilWarState], step: Resupplied) -> None:
    """Full pouches, or for a battery the whole load of its kind (R95)."""
    state = table.state
    unit = unit_of(state, step.unit)
    if step.ruling.outputs["resupplied"]:
        change(state, step.unit, out_of_ammunition=False, battery=full_load(state, unit))
    key = "resupplied" if step.ruling.outputs["resupplied"] else "not-resupplied"
    text = say(f"civilwar.end.{key}", unit=name(state, step.unit))
    table.tell(text, "09.03.1", (step.unit,), step.ruling, audience=(role_of(state, unit),))


@rule("09.03.1")
def full_load(state: CivilWarState, unit: Unit) -> Battery | None:
    """A battery with the whole load of its kind (schema XXI, R95), whatever the scenario gave it to begin with; what it
    has beyond that it keeps."""
    piece, battery = info(state, unit).piece, unit.battery
    if battery is None or not piece:
        return battery
    load = ROUNDS[PIECES[piece].load]
    return replace(
        battery,
        shell=max(battery.shell, load["shell"]),
        shot=max(battery.shot, load["solid_shot"]),
        canister=max(battery.canister, load["canister"]),
    )


@rule("09.03.1")
def resupplies(state: CivilWarState) -> list[Resupplying]:
    """The units that were ordered to a wagon, each with how many it has served by then: whoever was driven off, or did
    something else, takes nobody's place (R123)."""
    served: dict[str, int] = {}
    steps = []
    for unit in by_place(state):
        line = doing_of(state, unit.id).line
        if line is None or not isinstance(line.order, Resupply) or not unit.on_table:
            continue
        wagon = line.order.wagon
        there = resupply.assess(situation_of(state, unit, unit_of(state, wagon), served=1)).known["possible"]
        served[wagon] = served.get(wagon, 0) + there
        steps.append(Resupplying(unit.id, wagon, served[wagon]))
    return steps
