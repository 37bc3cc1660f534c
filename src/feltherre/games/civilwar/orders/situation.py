"""An order as the procedure `order-legality` is asked about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from feltherre.core.marks import rule
from feltherre.games.civilwar.orders import language
from feltherre.games.civilwar.orders.facts import OrderFacts, Standing, share_of
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, Order, OrderSheet
from feltherre.games.civilwar.orders.legs import (
    Along,
    Dismount,
    Face,
    Form,
    Go,
    GoTo,
    Limber,
    Mount,
    OrderLeg,
    Unlimber,
    Wheel,
)
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.procedures.orders import Action, OrderSituation
from feltherre.ground.tabletop.angles import apart
from feltherre.ground.tabletop.measure import CIRCLE, DEGREE

_Formation: TypeAlias = Literal["march_column", "attack_column", "line", "thin_line", "chain", "unlimbered", "building"]
_FORMATION: Final[dict[Standing, _Formation]] = {
    "line": "line",
    "attack_column": "attack_column",
    "march_column": "march_column",
    "thin_line": "thin_line",
    "chain": "chain",
    "unlimbered": "unlimbered",
    "limbered_line": "line",
    "wagon": "march_column",
    "rout": "line",
}
_ACTIONS: Final[dict[type, Action]] = {
    language.Stand: "stand",
    language.Reorganise: "reorganise",
    language.Resupply: "resupply",
    language.Fire: "fire",
    language.GunFire: "fire",
    language.Work: "field_work",
    language.Attack: "attack",
    language.Retreat: "declare_retreat",
    language.Exit: "move",
    language.Detach: "move",
    language.Rejoin: "move",
}
_REPAIRED: Final[dict[str, language.Repaired]] = {"repair_gun": "gun", "repair_limber": "limber"}
_CHANGES: Final[dict[type, Action]] = {
    Form: "formation_change",
    Face: "facing_turn",
    Mount: "mount",
    Dismount: "dismount",
    Limber: "limber",
    Unlimber: "unlimber",
}


def situation_of(facts: OrderFacts, order: Order, repeats: bool, sheet: OrderSheet = EMPTY_SHEET) -> OrderSituation:
    """What the procedure is asked. What only the table knows (obstacles, streams on the way) is not in it. To
    reorganise is to stand still (03.03.1), which a pinned unit may."""
    legs = legs_of(order)
    return OrderSituation(
        action="stand" if facts.pinned and isinstance(order, language.Reorganise) else action_of(order),
        arm=facts.procedure_arm,
        order_state=facts.order_state,
        pinned=facts.pinned,
        fire_locked=facts.locked_on != "",
        fires_at_locked_target=fires_on(facts.locked_on, order),
        in_contact=facts.in_contact,
        command="full" if is_commanded(facts, order) else "restricted",
        repeats_last_order=repeats,
        participating_figures=taking_part(facts, order, sheet)
        if isinstance(order, language.Attack)
        else facts.regiment,
        present_figures=facts.regiment,
        charge_pace=charges(order),
        turns_since_charge=facts.turn - facts.charged if facts.charged else None,
        moving_at_end_of_last_turn=facts.in_motion,
        horse_artillery=facts.horse_artillery and not facts.gunners,
        horses_lost_half=facts.horses_lost_half,
        direction_changes_deg=tuple(angle / DEGREE for angle in direction_changes(facts.facing, legs)),
        with_formation_change=any(isinstance(leg, Form) for leg in legs),
        formation="building" if facts.building else _formation(facts, legs),
        has_ammunition=_has_ammunition(facts, order),
        unlimbered=facts.formation == "unlimbered",
    )


@rule("03.03.5")
def taking_part(facts: OrderFacts, order: language.Attack, sheet: OrderSheet) -> int:
    """The figures of its regiment that attack: its own, and those of other parts that the sheet sends against the same
    enemy (R29)."""
    figures = facts.figures_of(order.companies)
    for name, (there, companies) in facts.others.items():
        line = sheet.units.get(name)
        if line is not None and isinstance(line.order, language.Attack) and line.order.target == order.target:
            figures += share_of(there, companies, line.order.companies)
    return figures


def _formation(facts: OrderFacts, legs: tuple[OrderLeg, ...]) -> _Formation:
    """How it stands when it sets out, or when it begins to charge: guns may have been limbered before (R23)."""
    found = _FORMATION[facts.formation]
    for leg in legs:
        if isinstance(leg, Limber):
            found = "line"
        elif isinstance(leg, Unlimber):
            found = "unlimbered"
        elif _is_charge(leg):
            return found
    return _FORMATION[facts.formation]


@rule("03.03.2")
def is_commanded(facts: OrderFacts, order: Order) -> bool:
    """If a unit can be given any order, or it is the one that a courier has brought (R27)."""
    return facts.in_command or (facts.brought is not None and order == facts.brought.order)


def action_of(order: Order) -> Action:
    """The one action of an order (03.03.1): a movement of changes alone is the first of them."""
    if isinstance(order, language.Move):
        goes = any(type(leg) not in _CHANGES for leg in order.legs)
        return "move" if goes else _CHANGES[type(order.legs[0])]
    return _ACTIONS[type(order)]


def legs_of(order: Order) -> tuple[OrderLeg, ...]:
    return order.legs if isinstance(order, language.Move | language.Attack | language.Exit | language.Detach) else ()


def repairs_of(order: Order) -> tuple[language.Repaired, ...]:
    """What a battery's order has mended: an order for it alone, or beside its fire."""
    if isinstance(order, language.GunFire):
        return order.repairs
    if isinstance(order, language.Work) and order.kind in _REPAIRED:
        return (_REPAIRED[order.kind],) * (order.companies or 1)
    return ()


def charges(order: Order) -> bool:
    """Whether charge pace is used anywhere in the order."""
    if isinstance(order, language.Attack):
        return order.pace == "charge"
    return any(_is_charge(leg) for leg in legs_of(order))


def _is_charge(leg: OrderLeg) -> bool:
    return isinstance(leg, Go | GoTo | Along | Wheel) and leg.pace == "charge"


def direction_changes(facing: int, legs: tuple[OrderLeg, ...]) -> Iterator[int]:
    """By how much the unit changes its direction of march, leg by leg, in 0.1 degree: by wheels, and where it goes
    another way than it faces. The way to a place is not known without the table, nor what follows it."""
    heading: int | None = facing
    for leg in legs:
        if isinstance(leg, Wheel):
            heading = (
                None if heading is None else (heading + (leg.angle if leg.side == "right" else -leg.angle)) % CIRCLE
            )
            yield leg.angle
        elif isinstance(leg, Go) and leg.direction is not None:
            if heading is not None and heading != leg.direction:
                yield apart(heading, leg.direction)
            heading = leg.direction
        elif isinstance(leg, GoTo | Along):
            heading = None


def fires_on(target: str, order: Order) -> bool:
    """Whether the order is certain to fire at the target of the fire-fight with every part, at times of its own
    choosing: other triggers may never be met (R47). A part that names nobody is for that target."""
    if not isinstance(order, language.Fire):
        return False
    return all(part.target in (None, target) and isinstance(part.when, AtTime) for part in order.parts)


def _has_ammunition(facts: OrderFacts, order: Order) -> bool:
    """For the fire asked for; a battery that names no ammunition is told so elsewhere."""
    if isinstance(order, language.GunFire):
        return facts.arm != "artillery" or facts.rounds(order.ammunition) > 0
    return facts.ammunition or facts.arm == "artillery"
