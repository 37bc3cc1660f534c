"""Attacks up to the shock throw (07.01, 07.02.2): what becomes of a unit that comes to charge distance.

The advance is found out in the step `arrive`; defensive fire follows in the step `fire` of the same instant, the throw
in the step `shock` (R36). A unit that may not attack stops where it is when the movement of the instant goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import OneOf, Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar import fire, motion, orderstate
from feltherre.games.civilwar.approach import FRONTAL, advance_bearing, between, is_only_beside, side_attacked
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.field import are_there, arm, by_id
from feltherre.games.civilwar.grips import opponents
from feltherre.games.civilwar.parts import enough_attack
from feltherre.games.civilwar.procedures.attack import AttemptSituation, charge_attempt
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, doing_of, note, place_in_order, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.measure import EIGHTH
from feltherre.ground.tabletop.schedule import Event, enter

#: why an attack comes to no throw, by its outcome
WHY_NOT: Final = {
    "stopped": ("impassable_obstacle", "artillery", "disorder", "second_frontal_attack"),
    "no_throw": ("target_in_rout",),
}


class Reaching(Step, frozen=True, tag="reaching"):
    """A unit has come to charge distance: may it attack (07.01)?"""

    attacker: str
    defender: str
    situation: AttemptSituation
    throws: tuple[Thrown, ...] = ()

    @property
    def aspect(self) -> str:
        """The side on which it comes."""
        return self.situation.aspect


class Reached(Step, frozen=True, tag="reached"):
    attacker: str
    defender: str
    aspect: str
    ruling: Ruling


# coming to charge distance


@events.of("charge")
@rule("07.01.1", "07.01.2")
def charge(table: Table[CivilWarState], event: Event) -> None:
    """A unit's front has come to charge distance of an opponent; whatever its orders, it attacks him if it can: not one
    in FU, through whom it goes (R101), nor one who is only beside its front (R118)."""
    state = table.state
    attacker_id, defender_id = pair_of(event)
    attacker, defender = by_id(state, attacker_id), by_id(state, defender_id)
    if attacker is None or defender is None or not _meets(state, attacker, defender):
        return
    doing = doing_of(state, attacker_id)
    note(state, attacker_id, reached=True)
    if defender_id in doing.shocked or defender.order == "FU" or is_only_beside(state, attacker, defender):
        return
    table.push(Reaching(attacker_id, defender_id, attempt(state, attacker, defender, state.line.now)))


def pair_of(event: Event) -> tuple[str, str]:
    """Attacker and defender."""
    return event.who[0], event.who[1]


def _meets(state: CivilWarState, attacker: Unit, defender: Unit) -> bool:
    """If both are still there, and the one is still on its way to the other: not if it is in a melee (R80)."""
    there = attacker.on_table and defender.on_table and attacker.side != defender.side
    return there and not doing_of(state, attacker.id).void and not opponents(state, attacker)


@rule("07.01.3", "07.01.5", "07.01.6")
def attempt(state: CivilWarState, attacker: Unit, defender: Unit, tick: int) -> AttemptSituation:
    """What the procedure charge-attempt asks of an advance that has come to charge distance."""
    doing = doing_of(state, attacker.id)
    declared = bool(doing.attacks) and not _pursues_another(state, attacker, defender.id)
    return AttemptSituation(
        arm=arm(attacker),  # type: ignore[arg-type]
        order_state=attacker.order,  # type: ignore[arg-type]
        declared_attack=declared,
        enough_take_part=not declared or has_orders(state, attacker, defender.id),
        charge_pace=doing.charging,
        at_charge_distance=True,
        impassable_obstacle=between(state, attacker, defender).impassable,
        aspect=side_attacked(state, attacker, defender, advance_bearing(state, attacker, tick)),
        frontal_attacks_before=_frontal_before(state, defender.id, tick),
        target_order_state=defender.order,  # type: ignore[arg-type]
    )


@rule("07.01.3", "03.03.5")
def has_orders(state: CivilWarState, unit: Unit, foe: str) -> bool:
    """If a unit attacks an enemy with orders: it has declared an attack, with enough of its regiment taking part as it
    began (R29), and does not run into him in pursuit of another. One that stood at charge distance already is counted
    there."""
    doing = doing_of(state, unit.id)
    if _pursues_another(state, unit, foe):
        return False
    return bool(doing.attacks) and (enough_attack(state, unit) if doing.ordered is None else doing.ordered)


@rule("07.01.2")
def _pursues_another(state: CivilWarState, unit: Unit, foe: str) -> bool:
    """If the one whom a unit's attack was on is broken, and it comes to others in its pursuit (R133)."""
    doing = doing_of(state, unit.id)
    if doing.attacks not in doing.won or doing.attacks == foe:
        return False
    target = unit_of(state, doing.attacks)
    broken = not target.on_table or target.order in ("U", "FU")
    return broken and state.options.get("pursuit_attacks_with_orders") != "true"


@rule("07.01.5")
def _frontal_before(state: CivilWarState, defender: str, tick: int) -> int:
    """A frontal attack that was there more than an eighth of a turn before; those within it are joint (R75)."""
    first = doing_of(state, defender).frontal_from
    return int(first >= 0 and not is_joint(first, tick))


def is_joint(first: int, tick: int) -> bool:
    """If who comes at an instant has a part in the frontal attack of which the first came at another (R75)."""
    return tick - first <= EIGHTH


def _changes(state: CivilWarState, step: Reached) -> Mapping[str, Value]:
    outcome = OneOf(("shock", *WHY_NOT))
    ruled = step.ruling.outputs["outcome"]
    if ruled in WHY_NOT:
        return {"outcome": outcome, "reason": OneOf(WHY_NOT[ruled])}
    return {"outcome": outcome, "without_orders": YesNo()}


@steps.throws(Reaching, Reached, by=charge_attempt, thrower=player_of("attacker"), changes=_changes)
@rule("07.01.2", "07.01.4", "07.01.5")
def reaching(state: CivilWarState, step: Reaching) -> AttemptSituation | None:
    """Whether it comes to a shock throw (07.01)."""
    return step.situation if are_there(state, step.attacker, step.defender) else None


@steps.does(Reached)
@rule("07.01.4", "07.01.5", "07.02.2")
def reached(table: Table[CivilWarState], step: Reached) -> None:
    """Fire before the shock and the throw, or a stop at charge distance; into a unit in FU it goes on (R101)."""
    state, outputs = table.state, step.ruling.outputs
    if outputs["outcome"] == "shock":
        _begin_attack(table, step, bool(outputs["without_orders"]))
        return
    reason = str(outputs["reason"])
    if reason == "impassable_obstacle":
        found = between(state, unit_of(state, step.attacker), unit_of(state, step.defender))
        # what the umpire alone calls impassable is so for the arm
        note(state, step.attacker, barred=found.for_his_arm or not found.impassable)
    if outputs["outcome"] == "stopped":
        _stop(state, state.line.now, step.attacker, step.defender, reason.replace("_", "-"))
    _tell(table, reason.replace("_", "-"), step)


@rule("07.02.2", "07.01.5")
def _begin_attack(table: Table[CivilWarState], step: Reached, unbidden: bool) -> None:
    """The attack stands, even if fire turns it back before its throw (07.01.5); first the fire before shock (R36)."""
    state, line = table.state, table.state.line
    note(state, step.defender, beset=True)
    if step.aspect in FRONTAL:
        orderstate.note_frontal(state, step.defender, line.now)
    _tell(table, "unbidden" if unbidden else f"attacks-{step.aspect}", step)
    enter(
        line,
        line.now,
        "shock",
        "shock",
        order=place_in_order(state, step.attacker),
        who=(step.attacker, step.defender),
        data={"aspect": step.aspect, "unbidden": unbidden},
    )
    fire.before_shock(table, step.defender, step.attacker)


def _stop(state: CivilWarState, tick: int, attacker: str, defender: str, why: str) -> None:
    """Enter the stop for when the movement of an instant goes on."""
    order = place_in_order(state, attacker)
    enter(state.line, tick, "move", "stopped", order=order, who=(attacker, defender), data={"why": why})


def arrives(state: CivilWarState, attacker: str, defender: str) -> int | None:
    """When a unit that is on its way comes to charge distance of an enemy; None if it does not."""
    due = (event.tick for event in state.line.waiting if orderstate.is_charge(event, attacker, defender))
    return next(due, None)


def is_there(state: CivilWarState, attacker: str, defender: str) -> bool:
    """If a unit of an attack is at charge distance of the enemy: it has come so near to one, and is not on its way to
    this one still."""
    return doing_of(state, attacker).reached and arrives(state, attacker, defender) is None


@events.of("stopped")
@rule("07.01.4", "07.01.5")
def stopped(table: Table[CivilWarState], event: Event) -> None:
    """It stands at charge distance, unless the fire of the instant has moved it elsewhere."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is not None and unit.on_table and not doing_of(state, unit.id).void:
        note(state, unit.id, reached=True)
        motion.halt(state, unit.id, str(event.data["why"]))


def _tell(table: Table[CivilWarState], key: str, step: Reached) -> None:
    who, whom = name(table.state, step.attacker), name(table.state, step.defender)
    rule_id = _RULES.get(key, "07.01.2")
    tell(
        table,
        f"civilwar.attack.{key}",
        rule_id,
        step.attacker,
        step.defender,
        ruling=step.ruling,
        attacker=who,
        defender=whom,
    )


_RULES: Final = {
    "unbidden": "07.01.2",
    "attacks-overlap": "07.03.3",
    "attacks-flank": "07.03.4",
    "attacks-rear": "07.03.4",
    "impassable-obstacle": "07.01.6",
    "artillery": "07.01.4",
    "disorder": "07.01.4",
    "target-in-rout": "02.06.3",
    "second-frontal-attack": "07.01.5",
}


# the end of the turn


@rule("07.01.6")
def finds_nobody(table: Table[CivilWarState]) -> None:
    """A declared attack at charge pace that came to nobody all turn, or to an obstacle that its arm cannot pass, ends
    in LU (07.01.6, R79); one that was stopped by what only its formation or pace does not allow keeps its order."""
    state = table.state
    for unit in by_place(state):
        doing = doing_of(state, unit.id)
        if not (unit.on_table and doing.attacks and doing.charging):
            continue
        found = charge_attempt.outputs(
            AttemptSituation(
                arm=arm(unit),  # type: ignore[arg-type]
                order_state=unit.order,  # type: ignore[arg-type]
                charge_pace=True,
                whole_turn=doing.moved and not (doing.void or doing.stopped),
                at_charge_distance=doing.reached,
                # whoever has made his throw was not kept from it by an obstacle that he met afterwards
                impassable_obstacle=doing.barred and not doing.shocked,
            )
        )
        if found["order_after"] != unit.order:
            key = "found-nobody" if found["reason"] == "found_nobody" else "blown-at-obstacle"
            tell(table, f"civilwar.attack.{key}", "07.01.6", unit.id, attacker=name(state, unit.id))
            orderstate.becomes(table, unit.id, found["order_after"], cause=doing.attacks, by="movement")
