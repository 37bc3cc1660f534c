"""What the table says of a unit when its order is written, for the rules of orders (orders/facts.py), and whether a
general or courier can ride where his line says.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.kept import kept, kept_last
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.command import brought_to, in_command, near_general
from feltherre.games.civilwar.commanders import role_of, role_over
from feltherre.games.civilwar.field import body, by_id, general_of, ground, info, is_pinned, scenario_of, special
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.gun_steps import ROUNDS
from feltherre.games.civilwar.gunners import are_away
from feltherre.games.civilwar.guns import goes_on
from feltherre.games.civilwar.neighbours import touched_by
from feltherre.games.civilwar.objects import as_known
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import Courier, Order, OrderLine, StaffLine, StaffOrder, Work
from feltherre.games.civilwar.orders.named import named
from feltherre.games.civilwar.orders.triggers import waits_for_umpire
from feltherre.games.civilwar.procedures.field_works import lacking
from feltherre.games.civilwar.sightings import aimed_at, known_to_chief, known_to_general
from feltherre.games.civilwar.special_rules import Exits, NoMovementBefore
from feltherre.games.civilwar.state import Battery, Change, CivilWarState, Staff, Unit, staff_of
from feltherre.games.civilwar.works import WOOD, has_material, is_near, standing_at, work_situation
from feltherre.ground.tabletop.table import Table as Ground
from feltherre.ground.tabletop.table import near_feature


@rule("06.02.5")
def _laid(state: CivilWarState, battery: Unit, guns: Battery) -> dict[str, Any]:
    """What a battery may go on firing at without a guess, and with what: not a target that is known to have moved too
    far since it was hit (06.02.5, R60)."""
    target = aimed_at(state, battery, guns.laid_on) if guns.laid_on else None
    if target is None or not goes_on(state, battery, target, guns.laid_with):
        return {}
    return {"laid_on": guns.laid_on, "laid_with": ROUNDS[guns.laid_with]}


def facts_of(state: CivilWarState, unit: Unit) -> OrderFacts:
    """Everything that decides whether an order can be given to a unit."""
    data, battery = info(state, unit), unit.battery
    lost = battery.horses_start - battery.horses if battery is not None else 0
    touched = touched_by(state, unit)
    known = as_known(state, (role_of(state, unit),))
    of_guns: dict[str, Any] = (
        {}
        if battery is None
        else {
            "piece": data.piece or "",
            "gunners": are_away(unit),
            "guns": battery.guns,
            "damaged_guns": battery.damaged,
            "damaged_limbers": battery.limbers_damaged,
            "shell": battery.shell,
            "shot": battery.shot,
            "canister": battery.canister,
            "horses_lost_half": 2 * lost >= battery.horses_start > 0,
            "horses_lost_all": battery.horses == 0 < battery.horses_start,
            **_laid(state, unit, battery),
        }
    )
    return OrderFacts(
        unit=unit.id,
        turn=state.turn,
        arm=unit.arm,  # type: ignore[arg-type]
        mounted=unit.mounted,
        formation=unit.formation,  # type: ignore[arg-type]
        facing=unit.facing,
        figures=unit.figures,
        companies=unit.companies,
        order_state=unit.order,  # type: ignore[arg-type]
        pinned=is_pinned(state, unit),
        locked_on=locked_target(state, unit),
        in_command=in_command(state, unit),
        brought=brought_to(state, unit),
        last=unit.last,
        again=unit.again,
        charged=unit.charged,
        in_motion=unit.in_motion,
        in_contact=any(other.side != unit.side for other in touched),
        building=unit.building,
        part_of=unit.parent if unit.parent != unit.id else "",
        others=_others(state, unit),
        ammunition=not unit.out_of_ammunition and data.weapon is not None,
        horse_artillery=data.horse_battery,
        wood_within_10cm=is_near(state, unit, "wood", WOOD),
        in_town=is_near(state, unit, "town", 0),
        has_material=has_material(state, unit),
        fences=standing_at(known, unit, "fence_or_hedge"),
        barricades=standing_at(known, unit, "barricade"),
        wagons=tuple(one.id for one in touched if one.arm == "wagon" and one.side == unit.side),
        buildings={one.id: one.capacity for one in ground(state).features if one.type == "building"},
        exits=tuple(sorted({one.edge for one in special(state, Exits) if _may_leave(state, unit, one)})),
        units=_present(state.units)[unit.side],
        enemies=frozenset(known_to_chief(state, unit)),
        staff=_staff_present(state.staff)[unit.side],
        objects=_objects(ground(known)),
        **of_guns,
    )


def _others(state: CivilWarState, unit: Unit) -> dict[str, tuple[int, int]]:
    """The other parts of a regiment that are on the table."""
    parts = (one for one in state.units if one.parent == unit.parent and one.id != unit.id and one.on_table)
    return {one.id: (one.figures, one.companies) for one in parts}


@kept(64)
def _objects(table: Ground) -> frozenset[str]:
    """What is on a table: not what was cleared away, but what was built."""
    return frozenset(one.id for one in table.features)


@kept_last
def _present(units: list[Unit]) -> list[frozenset[str]]:
    """The units of each side on the table."""
    return [frozenset(one.id for one in units if one.side == side and one.on_table) for side in (0, 1)]


@kept_last
def _staff_present(staff: list[Staff]) -> list[frozenset[str]]:
    return [frozenset(one.id for one in staff if one.side == side and one.on_table) for side in (0, 1)]


def _may_leave(state: CivilWarState, unit: Unit, exits: Exits) -> bool:
    return scenario_of(state).sides[unit.side].id == exits.side and state.turn >= exits.from_turn


@rule("01.05.3")
def why_held_back(state: CivilWarState, unit: Unit, moves: bool) -> Illegal | None:
    """A scenario may forbid movement orders before a turn, or until an enemy has come near (01.05.3)."""
    for one in special(state, NoMovementBefore):
        if moves and unit.parent in one.units and state.turn < one.turn and not _released(state, one):
            return Illegal(one.text, "01.05.3")
    return None


@rule("10.04.1")
def why_outside_town(state: CivilWarState, unit: Unit, order: Order) -> Illegal | None:
    """A barricade stands in a town itself, not only some of its builders: where, the order says."""
    if not isinstance(order, Work) or order.kind != "barricade" or not lacking(work_situation(state, unit, order)):
        return None
    return Illegal(say("civilwar.ruling.work.no-town"), "10.04.1")


def _released(state: CivilWarState, held: NoMovementBefore) -> bool:
    """An enemy came so near to the named object in an earlier turn."""
    return any(
        change.kind == "near" and change.unit == held.id and change.turn < state.turn for change in state.history
    )


@rule("03.03.6", "03.03.7", "03.01.5")
def why_unjudged(state: CivilWarState, order: Order | StaffOrder) -> Illegal | None:
    """Words that an umpire is to judge need one (R35)."""
    if state.umpire or not waits_for_umpire(order):
        return None
    return Illegal(say("civilwar.illegal.no-umpire"), "03.03.6")


@rule("03.01.5", "03.02.2")
def why_wrong_ride(state: CivilWarState, rider: Staff, line: StaffLine) -> Illegal | None:
    """A staff figure rides to what its general sees or has been told of; only a courier carries orders (R27, R31)."""
    if isinstance(line.order, Courier) and rider.rank != "courier":
        return Illegal(say("civilwar.illegal.no-courier"), "03.03.2")
    general = rider.under if rider.rank == "courier" else rider.id
    own, staff = _present(state.units)[rider.side], _staff_present(state.staff)[rider.side]
    enemy = known_to_general(state, general)
    known: dict[str, tuple[Collection[str], ...]] = {
        "unit": (own,),
        "staff": (staff,),
        "own": (own, staff),
        "enemy": (enemy,),
        "object": (_objects(ground(as_known(state, (role_over(state, rider),)))),),
        "anyone": (own, staff, enemy),
        "point": (),
    }
    for kind, name in named(line.order):
        if not any(name in names for names in known[kind]):
            return Illegal(say("civilwar.illegal.unknown", name=name), "03.02.2")
    refusal = why_unjudged(state, line.order)
    if refusal is None and isinstance(line.order, Courier):
        refusal = _why_no_errand(state, rider, line.order)
    return refusal


@rule("03.03.2")
def _why_no_errand(state: CivilWarState, courier: Staff, errand: Courier) -> Illegal | None:
    """A courier is sent from his general's side, with orders only to units that are under him (R27)."""
    general = staff_of(state, courier.under)
    if not general.on_table or not near_general(courier, general):
        return Illegal(say("civilwar.illegal.courier-far"), "03.03.2")
    unit = by_id(state, errand.to)
    if isinstance(errand.load, OrderLine) and (unit is None or general_of(state, unit) != general):
        return Illegal(say("civilwar.illegal.courier-unit"), "03.03.2")
    return None


@rule("01.05.3")
def note_alarms(state: CivilWarState) -> None:
    """Note which enemy has come so near to an object that units held back by the scenario may move from now on."""
    for held in special(state, NoMovementBefore):
        if (
            held.within is None
            or not held.of
            or any(one.kind == "near" and one.unit == held.id for one in state.history)
        ):
            continue
        side = next(unit.side for unit in state.units if unit.parent in held.units)
        feature = ground(state).feature(held.of)
        near = (unit for unit in state.units if unit.on_table and unit.side != side)
        if any(near_feature(body(state, unit).pieces, feature, held.within) for unit in near):
            state.history.append(Change(state.turn, "near", held.id))
