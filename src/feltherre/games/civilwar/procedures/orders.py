"""Orders (03.02, 03.03): who is in command, and whether an order may stand."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Arm, Bearing, Count, Length, Order, amount

Command: TypeAlias = Literal["full", "restricted"]
Action: TypeAlias = Literal[
    "stand",
    "reorganise",
    "resupply",
    "fire",
    "move",
    "formation_change",
    "facing_turn",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "field_work",
    "attack",
    "declare_retreat",
]
Fault: TypeAlias = Literal[
    "in_rout",
    "pinned",
    "fire_locked",
    "no_retreat",
    "out_of_command",
    "artillery_attack",
    "disorder_attack",
    "charge_without_orders",
    "charge_not_attack",
    "charge_too_soon",
    "charge_horses_lost",
    "charge_formation",
    "charge_direction",
    "charge_formation_change",
    "charge_not_in_motion",
    "charge_obstacle",
    "stream_or_marsh",
    "no_ammunition",
    "not_unlimbered",
]

#: cm within which a general commands, and hears what a unit has seen
COMMAND_RADIUS: Final = 40
#: a unit may use charge pace again so many turns after it last did (R23)
TURNS_BETWEEN_CHARGES: Final = 4
#: the one change of direction at charge pace, in degrees
CHARGE_WHEEL: Final = 20


@rule("03.03.2", "03.03.3")
def command_of(distance_cm: float, courier_in_contact: bool) -> Command:
    """Whether a unit may get every type of order, or only repeat, stand and fire (R27, R93)."""
    return "full" if distance_cm <= COMMAND_RADIUS or courier_in_contact else "restricted"


@rule("03.02.2")
def reports(distance_cm: float) -> bool:
    """Whether the general may build his orders on what the unit has seen (03.02.2)."""
    return distance_cm <= COMMAND_RADIUS


class CommandSituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: Length
    courier_in_contact: bool = False


class CommandAssessment(Assessment, frozen=True, kw_only=True):
    given: CommandSituation
    command: Command
    reports: bool


class CommandRange(CertainProcedure[CommandSituation, CommandAssessment]):
    name = "command-range"
    situation = CommandSituation
    outputs = ("command", "reports")

    def assess(self, situation: CommandSituation) -> CommandAssessment:
        return CommandAssessment(
            given=situation,
            command=command_of(situation.distance_cm, situation.courier_in_contact),
            reports=reports(situation.distance_cm),
        )

    def lines(self, assessment: CommandAssessment) -> list[Line]:
        cm = amount(assessment.given.distance_cm)
        if assessment.reports:
            told = Line(say("civilwar.ruling.command.near", cm=cm), "03.03.2")
        elif assessment.command == "full":
            told = Line(say("civilwar.ruling.command.courier", cm=cm), "03.03.2")
        else:
            told = Line(say("civilwar.ruling.command.far", cm=cm), "03.03.3")
        heard = "reports" if assessment.reports else "no-reports"
        return [told, Line(say(f"civilwar.ruling.command.{heard}"), "03.02.2")]


class OrderSituation(Struct, frozen=True, forbid_unknown_fields=True):
    action: Action
    arm: Arm = "infantry"
    order_state: Order = "OR"
    pinned: bool = False
    fire_locked: bool = False
    fires_at_locked_target: bool = False
    in_contact: bool = False
    command: Command = "full"
    repeats_last_order: bool = False
    participating_figures: Count = 0
    present_figures: Count = 0
    charge_pace: bool = False
    turns_since_charge: Count | None = None
    moving_at_end_of_last_turn: bool = False
    passes_obstacle: bool = False
    horse_artillery: bool = False
    horses_lost_half: bool = False
    direction_changes_deg: tuple[Bearing, ...] = ()
    with_formation_change: bool = False
    enters_stream_or_marsh: bool = False
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain", "unlimbered", "building"] = "line"
    has_ammunition: bool = True
    unlimbered: bool = True


@rule("04.02.8", "04.02.14")
def held_faults(order: OrderSituation) -> list[Fault]:
    """What a pinned or fire-locked unit may not do, and who has no retreat to declare (04.02.8, 04.02.14, R129)."""
    faults: list[Fault] = []
    if order.pinned and order.action not in ("stand", "fire", "declare_retreat"):
        faults.append("pinned")
    locked_fire = order.action == "fire" and order.fires_at_locked_target
    if order.fire_locked and not locked_fire and order.action != "declare_retreat":
        faults.append("fire_locked")
    if order.action == "declare_retreat" and not (order.pinned or order.fire_locked or order.in_contact):
        faults.append("no_retreat")
    return faults


@rule("03.03.1", "03.03.2", "03.03.3")
def command_faults(order: OrderSituation) -> list[Fault]:
    """Out of command a unit repeats its order, stands still, which reorganising is (03.03.1), or fires (R28)."""
    if order.command == "full" or order.repeats_last_order:
        return []
    return [] if order.action in ("stand", "reorganise", "fire", "declare_retreat") else ["out_of_command"]


@rule("03.03.5")
def without_orders(arm: Arm, participating: int, present: int) -> bool:
    """Too few take part: of infantry more than half must, of mounted cavalry a third (03.03.5, R29)."""
    if arm == "artillery":
        return False
    return participating * 3 < present if arm == "cavalry_mounted" else participating * 2 <= present


@rule("07.01.4")
def attack_faults(order: OrderSituation) -> list[Fault]:
    """Who cannot attack at all (07.01.4)."""
    faults: list[Fault] = []
    if order.arm == "artillery":
        faults.append("artillery_attack")
    if order.order_state == "U":
        faults.append("disorder_attack")
    return faults


@rule("03.03.4", "02.05.6", "02.06.4", "06.03.5")
def charge_faults(order: OrderSituation) -> list[Fault]:
    """Everything that forbids charge pace (03.03.4, R23)."""
    wheels = order.direction_changes_deg
    mounted = order.arm == "cavalry_mounted"
    gallops_up = order.horse_artillery and order.action == "move"
    last = order.turns_since_charge
    found: dict[Fault, bool] = {
        "charge_not_attack": order.action != "attack" and not gallops_up,
        "charge_too_soon": last is not None and last < TURNS_BETWEEN_CHARGES,
        "charge_horses_lost": order.horses_lost_half,
        "charge_formation": order.formation not in ("march_column", "attack_column", "line"),
        "charge_direction": len(wheels) > 1 or any(abs(wheel) > CHARGE_WHEEL for wheel in wheels),
        "charge_formation_change": order.with_formation_change,
        "charge_not_in_motion": mounted and not order.moving_at_end_of_last_turn,
        "charge_obstacle": mounted and order.passes_obstacle,
    }
    return [fault for fault, is_there in found.items() if is_there]


@rule("02.06.5")
def ground_faults(order: OrderSituation) -> list[Fault]:
    """Streams and marsh are passed in march column or chain only (02.06.5, R18)."""
    barred = order.enters_stream_or_marsh and order.formation not in ("march_column", "chain")
    return ["stream_or_marsh"] if barred else []


@rule("05.01.1", "06.01.2")
def fire_faults(order: OrderSituation) -> list[Fault]:
    """Fire needs ammunition, and guns must be unlimbered (05.01.1, 06.01.2)."""
    faults: list[Fault] = []
    if not order.has_ammunition:
        faults.append("no_ammunition")
    if order.arm == "artillery" and not order.unlimbered:
        faults.append("not_unlimbered")
    return faults


@rule("03.01.2")
def order_faults(order: OrderSituation) -> list[Fault]:
    """Every fault of an order; one with a fault becomes "do nothing" (03.01.2)."""
    if order.order_state == "FU":
        return ["in_rout"]
    attacks = order.action == "attack"
    faults = [*held_faults(order), *command_faults(order), *(attack_faults(order) if attacks else ())]
    if order.charge_pace:
        if attacks and without_orders(order.arm, order.participating_figures, order.present_figures):
            faults.append("charge_without_orders")
        faults += charge_faults(order)
    faults += ground_faults(order)
    return [*faults, *(fire_faults(order) if order.action == "fire" else ())]


class OrderAssessment(Assessment, frozen=True, kw_only=True):
    legal: bool
    without_orders: bool
    reasons: tuple[Fault, ...]


#: where the book says so
_FAULT_RULE: Final[dict[Fault, str]] = {
    "in_rout": "08.02.6",
    "pinned": "04.02.8",
    "fire_locked": "04.02.14",
    "no_retreat": "04.02.8",
    "out_of_command": "03.03.3",
    "artillery_attack": "07.01.4",
    "disorder_attack": "07.01.4",
    "charge_without_orders": "03.03.5",
    "charge_not_attack": "03.03.4",
    "charge_too_soon": "03.03.4",
    "charge_horses_lost": "06.03.5",
    "charge_formation": "02.06.1",
    "charge_direction": "02.05.6",
    "charge_formation_change": "02.05.6",
    "charge_not_in_motion": "02.06.4",
    "charge_obstacle": "02.06.4",
    "stream_or_marsh": "02.06.5",
    "no_ammunition": "05.01.1",
    "not_unlimbered": "06.01.2",
}


class OrderLegality(CertainProcedure[OrderSituation, OrderAssessment]):
    name = "order-legality"
    situation = OrderSituation
    outputs = ("legal", "without_orders", "reasons")

    def assess(self, situation: OrderSituation) -> OrderAssessment:
        order = situation
        faults = order_faults(order)
        attacks = order.action == "attack" and order.order_state != "FU"
        return OrderAssessment(
            legal=not faults,
            without_orders=attacks and without_orders(order.arm, order.participating_figures, order.present_figures),
            reasons=tuple(faults),
        )

    def lines(self, assessment: OrderAssessment) -> list[Line]:
        told = [
            Line(say(f"civilwar.ruling.order.{fault.replace('_', '-')}"), _FAULT_RULE[fault])
            for fault in assessment.reasons
        ]
        if assessment.without_orders:
            told.append(Line(say("civilwar.ruling.order.without-orders"), "03.03.5"))
        verdict = "legal" if assessment.legal else "nothing"
        return [*told, Line(say(f"civilwar.ruling.order.{verdict}"), "03.01.2")]
