"""The end of a turn (04.01.5, 04.01.6): surrender, rally and reorganising, new generals, resupply, field works, books.

Each throw is a step of its own, so that an umpire sees it before it takes effect.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.agenda import Adjudication, StepRules
from feltherre.core.chance import Ruling, Thrown
from feltherre.core.marks import rule
from feltherre.core.procedure import AnyProcedure
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_of, role_over
from feltherre.games.civilwar.field import (
    CHARGE,
    STAFF_WIDTH,
    distance,
    enemies,
    generals_beside,
    grade,
    info,
    is_pinned,
    scenario_of,
    shape,
    staff_beside,
    touching,
)
from feltherre.games.civilwar.field import body as body_of_unit
from feltherre.games.civilwar.gunners import leave_material
from feltherre.games.civilwar.orders.language import Reorganise, Resupply, Stand
from feltherre.games.civilwar.procedures.ammunition import Resupply as ResupplyProcedure
from feltherre.games.civilwar.procedures.ammunition import ResupplySituation
from feltherre.games.civilwar.procedures.reorganisation import (
    AppointGeneral,
    AppointSituation,
    ClockSituation,
    ReorganiseClock,
)
from feltherre.games.civilwar.procedures.rout import LAST_ATTEMPT, Rally, RallySituation
from feltherre.games.civilwar.settling import make_room
from feltherre.games.civilwar.state import (
    LOST,
    ON_TABLE,
    Change,
    CivilWarState,
    Staff,
    Unit,
    by_place,
    change,
    doing_of,
    move_staff,
    staff_of,
    unit_of,
)
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.bodies import Pose, base_outlines
from feltherre.ground.tabletop.distance import within
from feltherre.ground.tabletop.measure import CIRCLE

RALLY: Final = Rally()
CLOCK: Final = ReorganiseClock()
APPOINT: Final = AppointGeneral()
RESUPPLY: Final = ResupplyProcedure()


class Surrender(Step, frozen=True, tag="surrender"):
    """Figures in FU too near an enemy give themselves up (08.04.4)."""


class EndThrows(Step, frozen=True, tag="end-throws"):
    """The throws of the end of the turn, when those who surrender have done so (04.01.5)."""


class Rallying(Step, frozen=True, tag="rally"):
    """A unit in FU tries to rally (08.04.3)."""

    unit: str
    throws: tuple[Thrown, ...] = ()


class Rallied(Step, frozen=True, tag="rallied"):
    unit: str
    ruling: Ruling


class Reorganising(Step, frozen=True, tag="reorganising"):
    """The clocks of units in LU and U (08.04.1, 08.04.2)."""


class Appointing(Step, frozen=True, tag="appoint"):
    """A throw for a vacant command (08.05.3)."""

    general: str
    throws: tuple[Thrown, ...] = ()


class Appointed(Step, frozen=True, tag="appointed"):
    general: str
    ruling: Ruling


class Resupplying(Step, frozen=True, tag="resupply"):
    """The die of a unit that spent the turn at a wagon (09.03.1)."""

    unit: str
    wagon: str
    served: int
    throws: tuple[Thrown, ...] = ()


class Resupplied(Step, frozen=True, tag="resupplied"):
    unit: str
    ruling: Ruling


# surrender and rally


class SurrenderRules(StepRules[CivilWarState, Surrender]):
    @rule("08.04.4")
    def proceed(self, table: Table[CivilWarState], step: Surrender) -> None:
        """All at once, from one look at the table: two units in FU close together both give up theirs (R90)."""
        state = table.state
        given = [
            (unit, figures_near_enemy(state, unit)) for unit in state.units if unit.on_table and unit.order == "FU"
        ]
        for unit, figures in given:
            if figures:
                take_prisoners(table, unit.id, figures, nearest_enemy(state, unit).id)


@rule("08.04.4")
def figures_near_enemy(state: CivilWarState, unit: Unit) -> int:
    """How many of a unit's figures are within charge distance of any enemy unit (R90)."""
    near = [body_of_unit(state, enemy).pieces for enemy in enemies(state, unit)]
    bases = base_outlines(shape(state, unit), Pose(unit.x, unit.y, unit.facing))
    if unit.arm == "artillery":
        # gunners have no bases of their own: they are with the guns and limbers
        bases = [bases[number * len(bases) // unit.figures] for number in range(unit.figures)]
    return sum(
        any(within(base, piece, CHARGE) for pieces in near for piece in pieces) for base in bases[: unit.figures]
    )


def nearest_enemy(state: CivilWarState, unit: Unit) -> Unit:
    return min(enemies(state, unit), key=lambda enemy: distance(state, unit, enemy))


@rule("07.06.4", "08.04.4")
def take_prisoners(table: Table[CivilWarState], unit_id: str, figures: int, by: str) -> None:
    """Prisoners are taken off the table; with the whole unit go the staff figures beside it (R84)."""
    state = table.state
    unit = unit_of(state, unit_id)
    figures = min(figures, unit.figures)
    whole = figures == unit.figures
    beside = staff_beside(state, unit) if whole else []
    if whole:
        leave_material(state, unit)
    change(
        state,
        unit_id,
        figures=unit.figures - figures,
        captured=unit.captured + figures,
        where=LOST if whole else unit.where,
    )
    state.history.append(Change(state.turn, "captured" if whole else "prisoners", unit_id, by, figures=figures))
    tell(table, "civilwar.end.prisoners", "07.06.4", unit_id, by, unit=name(state, unit_id), n=figures)
    for one in beside:
        lose_staff(table, one, "captured")


def lose_staff(table: Table[CivilWarState], one: Staff, fate: str) -> None:
    """A general who falls or is captured leaves a vacant command (08.05.1); a courier is only gone."""
    state = table.state
    if one.rank == "courier":
        move_staff(state, one.id, where=LOST, beside="")
    else:
        move_staff(state, one.id, where=LOST, beside="", vacant=state.turn)
    state.history.append(Change(state.turn, fate, one.id))
    table.tell(say(f"civilwar.end.{fate}", who=name(state, one.id)), "08.05.1", (one.id,))
    if one.rank != "courier" and not one.under:
        succeed(table, one)


@rule("08.05.2")
def succeed(table: Table[CivilWarState], chief: Staff) -> None:
    """The commander-in-chief is lost: the next in the scenario's list takes his place at once, and his own command is
    vacant (R93)."""
    state = table.state
    side = scenario_of(state).sides[chief.side]
    heirs = [staff_of(state, heir) for heir in side.succession]
    heir = next((one for one in heirs if one.on_table and not one.vacant), None)
    if heir is None:
        return
    table.tell(
        say("civilwar.end.succeeds", who=name(state, heir.id), chief=name(state, chief.id)), "08.05.2", (heir.id,)
    )
    # the man takes the higher post: his figure stands for it from now on, and his old post is the vacant one
    here: dict[str, Any] = {"x": heir.x, "y": heir.y, "facing": heir.facing, "beside": heir.beside, "moved": heir.moved}
    move_staff(state, chief.id, where=ON_TABLE, vacant=0, **here)
    move_staff(state, heir.id, where=LOST, beside="", vacant=state.turn)


class EndThrowsRules(StepRules[CivilWarState, EndThrows]):
    @rule("04.01.5", "08.05.3")
    def proceed(self, table: Table[CivilWarState], step: EndThrows) -> None:
        """Who throws is known only now: a general who surrendered with his unit is to be replaced too (08.05.3)."""
        table.push(*steps_of(table.state))


class RallyingRules(Adjudication[CivilWarState, Rallying]):
    def alive(self, state: CivilWarState, step: Rallying) -> bool:
        unit = unit_of(state, step.unit)
        return unit.on_table and unit.order == "FU" and unit.attempts < LAST_ATTEMPT

    def procedure(self, state: CivilWarState) -> AnyProcedure:
        return RALLY

    @rule("08.04.3")
    def assessment(self, state: CivilWarState, step: Rallying) -> Any:
        """The first attempt at the end of the turn in which it broke, then two more (R89)."""
        unit = unit_of(state, step.unit)
        return RALLY.assess(
            RallySituation(
                attempt=unit.attempts + 1,
                flight_checked=doing_of(state, step.unit).checked,
                general=bool(generals_beside(state, unit)),
                grade=grade(state, unit),
            )
        )

    def effects(self, step: Rallying, ruling: Ruling) -> Step:
        return Rallied(step.unit, ruling)

    def thrower(self, state: CivilWarState, step: Rallying, purpose: str) -> str:
        return role_of(state, unit_of(state, step.unit))

    def purpose_name(self, purpose: str) -> Text:
        return say("civilwar.throw.rally")


class RalliedRules(StepRules[CivilWarState, Rallied]):
    @rule("08.04.3", "02.04.2")
    def proceed(self, table: Table[CivilWarState], step: Rallied) -> None:
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
        tell(
            table,
            f"civilwar.end.rally-{key}",
            "08.04.3",
            step.unit,
            ruling=step.ruling,
            unit=name(state, step.unit),
        )
        # out of rout it takes the ground of its formation again
        make_room(table, step.unit)


class ReorganisingRules(StepRules[CivilWarState, Reorganising]):
    @rule("08.04.1", "08.04.2", "04.01.5")
    def proceed(self, table: Table[CivilWarState], step: Reorganising) -> None:
        state = table.state
        for unit in list(state.units):
            if unit.on_table and unit.order in ("LU", "U"):
                self._age(table, unit)

    def _age(self, table: Table[CivilWarState], unit: Unit) -> None:
        state = table.state
        doing = doing_of(state, unit.id)
        order = doing.line.order if doing.line is not None else Stand()
        # whoever fought a melee was not idle, even if it cost him nobody (08.04.2)
        fought = unit.fired == state.turn
        stood = isinstance(order, Stand | Reorganise) and not (doing.moved or doing.shots or doing.retreats or fought)
        clock = CLOCK.assess(
            ClockSituation(
                order_state=unit.order,  # type: ignore[arg-type]
                counter=unit.clean,
                entered_this_turn=unit.order_turn >= state.turn,
                lost_men=doing.men_lost > 0,
                attacked=bool(doing.attacked_by),
                acted=not stood or doing.retired or doing.fled,
            )
        )
        after = clock.order_after
        if after == unit.order:
            change(state, unit.id, clean=clock.counter_after)
            return
        # a unit that reaches OR is no longer pinned (R42)
        change(state, unit.id, order=after, order_turn=state.turn, clean=0, pinned=0 if after == "OR" else unit.pinned)
        tell(table, f"civilwar.end.reorganised-{after}", "08.04.1", unit.id, unit=name(state, unit.id))


# generals


class AppointingRules(Adjudication[CivilWarState, Appointing]):
    def alive(self, state: CivilWarState, step: Appointing) -> bool:
        return staff_of(state, step.general).vacant > 0 and _superior(state, step.general) is not None

    def procedure(self, state: CivilWarState) -> AnyProcedure:
        return APPOINT

    @rule("08.05.3", "08.05.4")
    def assessment(self, state: CivilWarState, step: Appointing) -> Any:
        """At the end of the turn in which the command became vacant and of every turn after it (08.05.3)."""
        return APPOINT.assess(AppointSituation())

    def effects(self, step: Appointing, ruling: Ruling) -> Step:
        return Appointed(step.general, ruling)

    def thrower(self, state: CivilWarState, step: Appointing, purpose: str) -> str:
        return role_over(state, staff_of(state, step.general))

    def purpose_name(self, purpose: str) -> Text:
        return say("civilwar.throw.appoint")


def _superior(state: CivilWarState, general: str) -> Staff | None:
    """Who commands in his place and tries to appoint a successor: the first over him who is there (08.05.1)."""
    over = staff_of(state, general).under
    while over:
        one = staff_of(state, over)
        if one.on_table and not one.vacant:
            return one
        over = one.under
    return None


class AppointedRules(StepRules[CivilWarState, Appointed]):
    @rule("08.05.1", "08.05.4")
    def proceed(self, table: Table[CivilWarState], step: Appointed) -> None:
        """The new general is placed in base contact with the one who appoints him (schema XX)."""
        state = table.state
        superior = _superior(state, step.general)
        appointed = bool(step.ruling.outputs["appointed"]) and superior is not None
        if appointed and superior is not None:
            x, y = beside_staff(superior)
            move_staff(
                state, step.general, where=ON_TABLE, vacant=0, x=x, y=y, facing=superior.facing, beside="", moved=True
            )
        key = "appointed" if appointed else "vacant"
        role = role_over(state, staff_of(state, step.general))
        table.tell(
            say(f"civilwar.end.{key}", who=name(state, step.general)),
            "08.05.4",
            (step.general,),
            step.ruling,
            audience=(role,),
        )


def beside_staff(one: Staff) -> tuple[int, int]:
    """The place at a general's right hand, base to base."""
    return forward((one.x, one.y), (one.facing + CIRCLE // 4) % CIRCLE, STAFF_WIDTH)


# resupply


class ResupplyingRules(Adjudication[CivilWarState, Resupplying]):
    def alive(self, state: CivilWarState, step: Resupplying) -> bool:
        return unit_of(state, step.unit).on_table

    def procedure(self, state: CivilWarState) -> AnyProcedure:
        return RESUPPLY

    @rule("09.03.1", "09.03.2")
    def assessment(self, state: CivilWarState, step: Resupplying) -> Any:
        """Base contact with the wagon all turn, neither of them moving, two units a wagon (R95)."""
        unit, doing = unit_of(state, step.unit), doing_of(state, step.unit)
        wagon = unit_of(state, step.wagon)
        stayed = wagon.on_table and touching(state, unit, wagon) and not doing.moved
        return RESUPPLY.assess(
            ResupplySituation(
                arm=_supplied_arm(unit),  # type: ignore[arg-type]
                contact_all_turn=stayed and not doing_of(state, step.wagon).moved,
                units_served=step.served,
                fired_as_surprised=doing.surprised,
            )
        )

    def effects(self, step: Resupplying, ruling: Ruling) -> Step:
        return Resupplied(step.unit, ruling)

    def thrower(self, state: CivilWarState, step: Resupplying, purpose: str) -> str:
        return role_of(state, unit_of(state, step.unit))

    def purpose_name(self, purpose: str) -> Text:
        return say("civilwar.throw.resupply")


def _supplied_arm(unit: Unit) -> str:
    return unit.arm if unit.arm in ("cavalry", "artillery") else "infantry"


class ResuppliedRules(StepRules[CivilWarState, Resupplied]):
    @rule("09.03.1")
    def proceed(self, table: Table[CivilWarState], step: Resupplied) -> None:
        """Full pouches, or for a battery the whole load of its kind (R95)."""
        state = table.state
        unit = unit_of(state, step.unit)
        if step.ruling.outputs["resupplied"]:
            change(state, step.unit, out_of_ammunition=False, battery=full_load(state, unit))
        key = "resupplied" if step.ruling.outputs["resupplied"] else "not-resupplied"
        role = role_of(state, unit)
        text = say(f"civilwar.end.{key}", unit=name(state, step.unit))
        table.tell(text, "09.03.1", (step.unit,), step.ruling, audience=(role,))


def full_load(state: CivilWarState, unit: Unit) -> Any:
    """A battery with the load with which it began (schema XXI)."""
    rounds = info(state, unit).rounds
    if unit.battery is None or rounds is None:
        return unit.battery
    return replace(unit.battery, shell=rounds.shell, shot=rounds.solid_shot, canister=rounds.canister)


def resupplies(state: CivilWarState) -> list[Resupplying]:
    """The units that were ordered to a wagon, each with how many it has served by then."""
    served: dict[str, int] = {}
    steps = []
    for unit in by_place(state):
        line = doing_of(state, unit.id).line
        if line is None or not isinstance(line.order, Resupply) or not unit.on_table:
            continue
        wagon = line.order.wagon
        served[wagon] = served.get(wagon, 0) + 1
        steps.append(Resupplying(unit.id, wagon, served[wagon]))
    return steps


def steps_of(state: CivilWarState) -> list[Step]:
    """The throws of the end of the turn, in order (04.01.5): rallying, clocks, generals, resupply."""
    routed = [Rallying(unit.id) for unit in by_place(state) if unit.on_table and unit.order == "FU"]
    vacant = [Appointing(one.id) for one in state.staff if one.vacant]
    return [*routed, Reorganising(), *vacant, *resupplies(state)]


@rule("04.02.7", "08.02.1")
def age_pins(state: CivilWarState) -> None:
    """A pin that has run out is over: the unit is in plain LU (R42). Called when a new turn has begun."""
    for unit in state.units:
        if unit.pinned and not is_pinned(state, unit):
            change(state, unit.id, pinned=0)


STEPS: dict[type[Step], Any] = {
    Surrender: SurrenderRules(),
    EndThrows: EndThrowsRules(),
    Rallying: RallyingRules(),
    Rallied: RalliedRules(),
    Reorganising: ReorganisingRules(),
    Appointing: AppointingRules(),
    Appointed: AppointedRules(),
    Resupplying: ResupplyingRules(),
    Resupplied: ResuppliedRules(),
}
