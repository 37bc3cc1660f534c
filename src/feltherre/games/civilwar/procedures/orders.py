"""Orders (03.02, 03.03): who is in command, and whether an order may stand; sight (03.02.3): what a commander and his
units can see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.civilwar.procedures import inputs

Command: TypeAlias = Literal["full", "restricted"]
#: what is wrong with an order, and the rule that says so
Fault: TypeAlias = tuple[str, str]
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

#: cm within which a general commands, and hears what a unit has seen
COMMAND_RADIUS: Final = 40
#: a unit may use charge pace again so many turns after it last did (R23)
TURNS_BETWEEN_CHARGES: Final = 4
#: what a unit out of command may do beside repeating its order; to reorganise is to stand still (03.03.1, R28)
WITHOUT_COMMAND: Final = ("stand", "reorganise", "fire", "declare_retreat")
#: the one change of direction at charge pace, in degrees
CHARGE_WHEEL: Final = 20


@rule("03.03.2", "03.03.3")
def command_of(distance_cm: float, courier_in_contact: bool) -> Command:
    """Whether a unit may get every type of order, or only repeat, stand and fire (R27, R93)."""
    return "full" if distance_cm <= COMMAND_RADIUS or courier_in_contact else "restricted"


class CommandSituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: inputs.Length
    courier_in_contact: bool = False


@procedure("command-range")
def command_range(given: CommandSituation, desk: Desk) -> Outcome:
    """What a general may order a unit (03.03.2, 03.03.3), and whether he may build his orders on what it has seen: a
    courier brings no reports (03.02.2)."""
    near, command = given.distance_cm <= COMMAND_RADIUS, command_of(given.distance_cm, given.courier_in_contact)
    how = "near" if near else "courier" if command == "full" else "far"
    desk.line(f"command.{how}", "03.03.3" if how == "far" else "03.03.2", cm=inputs.amount(given.distance_cm))
    desk.line("command.reports" if near else "command.no-reports", "03.02.2")
    return {"command": command, "reports": near}


class OrderSituation(Struct, frozen=True, forbid_unknown_fields=True):
    action: Action
    arm: inputs.Arm = "infantry"
    order_state: inputs.Order = "OR"
    pinned: bool = False
    fire_locked: bool = False
    fires_at_locked_target: bool = False
    in_contact: bool = False
    command: Command = "full"
    repeats_last_order: bool = False
    participating_figures: inputs.Count = 0
    present_figures: inputs.Count = 0
    charge_pace: bool = False
    turns_since_charge: inputs.Count | None = None
    moving_at_end_of_last_turn: bool = False
    passes_obstacle: bool = False
    horse_artillery: bool = False
    horses_lost_half: bool = False
    direction_changes_deg: tuple[inputs.Bearing, ...] = ()
    with_formation_change: bool = False
    enters_stream_or_marsh: bool = False
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain", "unlimbered", "building"] = "line"
    has_ammunition: bool = True
    unlimbered: bool = True


@rule("03.03.5")
def without_orders(arm: inputs.Arm, participating: int, present: int) -> bool:
    """Too few take part: of infantry more than half must, of mounted cavalry a third (03.03.5, R29)."""
    if arm == "artillery":
        return False
    return participating * 3 < present if arm == "cavalry_mounted" else participating * 2 <= present


def attacks_without_orders(o: OrderSituation) -> bool:
    """Whether an order for an attack counts as given without orders (03.03.5); in rout there is none."""
    attacks = o.action == "attack" and o.order_state != "FU"
    return attacks and without_orders(o.arm, o.participating_figures, o.present_figures)


@rule("04.02.8", "04.02.14", "03.03.1", "03.03.2", "03.03.3")
def held_faults(o: OrderSituation) -> Iterator[Fault]:
    """What units may not do that are pinned, in a fire-fight or out of command, and who has no retreat to declare
    (04.02.8, 04.02.14, 03.03.3, R129)."""
    if o.pinned and o.action not in ("stand", "fire", "declare_retreat"):
        yield "pinned", "04.02.8"
    if o.fire_locked and o.action != "declare_retreat" and not (o.action == "fire" and o.fires_at_locked_target):
        yield "fire_locked", "04.02.14"
    if o.action == "declare_retreat" and not (o.pinned or o.fire_locked or o.in_contact):
        yield "no_retreat", "04.02.8"
    if o.command != "full" and not o.repeats_last_order and o.action not in WITHOUT_COMMAND:
        yield "out_of_command", "03.03.3"


@rule("07.01.4")
def attack_faults(o: OrderSituation) -> Iterator[Fault]:
    """Who cannot attack at all (07.01.4)."""
    if o.arm == "artillery":
        yield "artillery_attack", "07.01.4"
    if o.order_state == "U":
        yield "disorder_attack", "07.01.4"


@rule("03.03.4", "02.05.6", "02.06.4", "06.03.5")
def charge_faults(o: OrderSituation) -> Iterator[Fault]:
    """Everything that forbids charge pace (03.03.4, 03.03.5, R23)."""
    wheels, last = o.direction_changes_deg, o.turns_since_charge
    if attacks_without_orders(o):
        yield "charge_without_orders", "03.03.5"
    if o.action != "attack" and not (o.horse_artillery and o.action == "move"):
        yield "charge_not_attack", "03.03.4"
    if last is not None and last < TURNS_BETWEEN_CHARGES:
        yield "charge_too_soon", "03.03.4"
    if o.horses_lost_half:
        yield "charge_horses_lost", "06.03.5"
    if o.formation not in ("march_column", "attack_column", "line"):
        yield "charge_formation", "02.06.1"
    if len(wheels) > 1 or any(abs(wheel) > CHARGE_WHEEL for wheel in wheels):
        yield "charge_direction", "02.05.6"
    if o.with_formation_change:
        yield "charge_formation_change", "02.05.6"
    if o.arm == "cavalry_mounted" and not o.moving_at_end_of_last_turn:
        yield "charge_not_in_motion", "02.06.4"
    if o.arm == "cavalry_mounted" and o.passes_obstacle:
        yield "charge_obstacle", "02.06.4"


@rule("02.06.5")
def ground_faults(o: OrderSituation) -> Iterator[Fault]:
    """Streams and marsh are passed in march column or chain only (02.06.5, R18)."""
    if o.formation not in ("march_column", "chain"):
        yield "stream_or_marsh", "02.06.5"


@rule("05.01.1", "06.01.2")
def fire_faults(o: OrderSituation) -> Iterator[Fault]:
    """Fire needs ammunition, and guns must be unlimbered (05.01.1, 06.01.2)."""
    if not o.has_ammunition:
        yield "no_ammunition", "05.01.1"
    if o.arm == "artillery" and not o.unlimbered:
        yield "not_unlimbered", "06.01.2"


@rule("03.01.2")
def order_faults(o: OrderSituation) -> list[Fault]:
    """Every fault of an order; one with a fault becomes "do nothing" (03.01.2). In rout no other is looked for."""
    if o.order_state == "FU":
        return [("in_rout", "08.02.6")]
    return [
        *held_faults(o),
        *(attack_faults(o) if o.action == "attack" else ()),
        *(charge_faults(o) if o.charge_pace else ()),
        *(ground_faults(o) if o.enters_stream_or_marsh else ()),
        *(fire_faults(o) if o.action == "fire" else ()),
    ]


@procedure("order-legality")
def order_legality(order: OrderSituation, desk: Desk) -> Outcome:
    """Whether an order may stand, all that is wrong with it, and whether an attack counts as made without orders
    (03.03)."""
    faults, unbidden = order_faults(order), attacks_without_orders(order)
    for name, rule_id in faults:
        desk.line(f"order.{name.replace('_', '-')}", rule_id)
    desk.line_if(unbidden, "order.without-orders", "03.03.5")
    desk.line("order.nothing" if faults else "order.legal", "03.01.2")
    return {"legal": not faults, "without_orders": unbidden, "reasons": tuple(name for name, _ in faults)}


# sight


Area: TypeAlias = Literal["open", "wood", "town"]

#: cm
SIGHT_RANGE: Final = 250
#: cm at which a unit in wood or town is seen that stands still, and that fires or moves
SEEN_STILL: Final = 8
SEEN_ACTIVE: Final = 15


class Crest(Struct, frozen=True, forbid_unknown_fields=True):
    level: inputs.Coordinate
    at_cm: inputs.Length
    #: observer and target both stand on this terrace
    shared: bool = False


class SightSituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: inputs.Length
    limit_cm: inputs.Length = SIGHT_RANGE
    target_area: Area = "open"
    target_fired_or_moved: bool = False
    observer_deep_inside: bool = False
    blockers: inputs.Count = 0
    observer_level: inputs.Coordinate = 0
    target_level: inputs.Coordinate = 0
    crests: tuple[Crest, ...] = ()


@rule("03.02.3")
def crest_hides(crest: Crest, line: SightSituation) -> bool:
    """Whether the line from observer to target passes below a crest between them (03.02.3, R30); that of a terrace on
    which both stand does not count."""
    at, length = exact(crest.at_cm), exact(line.distance_cm)
    observer, target, level = (
        exact(line.observer_level),
        exact(line.target_level),
        exact(crest.level),
    )
    return not crest.shared and 0 < at < length and (target - observer) * at < (level - observer) * length


@procedure("sight")
def sight(line: SightSituation, desk: Desk) -> Outcome:
    """Whether a target is seen; if not, the first reason that applies (03.02.3, R30). In wood or town it must be
    near, and may be farther off if it has fired or moved."""
    near = SEEN_ACTIVE if line.target_fired_or_moved else SEEN_STILL
    crest = next((one for one in line.crests if crest_hides(one, line)), None)
    hidden = {
        "too_far": line.distance_cm > line.limit_cm,
        "inside_too_far": line.target_area != "open" and line.distance_cm > near,
        "deep_inside": line.observer_deep_inside,
        "blocked": line.blockers > 0,
        "crest": crest is not None,
    }
    reason = inputs.first(hidden, "clear")
    at = inputs.amount(crest.at_cm) if crest else ""
    cm, limit = inputs.amount(line.distance_cm), inputs.amount(line.limit_cm)
    desk.line(f"sight.{reason.replace('_', '-')}", "03.02.3", cm=cm, limit=limit, near=near, at=at)
    return {"visible": reason == "clear", "reason": reason}
