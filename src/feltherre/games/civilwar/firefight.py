"""The fire-fight (04.02.14, R47): foot that has fired at one target within 8 cm for two turns cannot break off."""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import arm, body, by_id, distance
from feltherre.games.civilwar.orders.language import Fire, FirePart, OrderLine, Prefs
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.procedures.forced_actions import FireLock, FireLockSituation
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, note
from feltherre.ground.tabletop.arcs import in_arc
from feltherre.ground.tabletop.measure import CM, DEGREE

FIRE_LOCK: Final = FireLock()
#: half the arc of small arms (05.01.2)
ARC: Final = 30 * DEGREE


@rule("04.02.14")
def locked_target(state: CivilWarState, unit: Unit) -> str:
    """The target that a unit must go on firing at, "" if there is none."""
    target = by_id(state, unit.foe) if unit.foe and unit.on_table and unit.order != "FU" else None
    if target is None or not target.on_table:
        return ""
    there = target.order != "FU" and in_arc(body(state, unit), body(state, target), ARC)
    lock = FIRE_LOCK.assess(
        FireLockSituation(
            consecutive_turns=unit.foe_turns,
            distance_cm=distance(state, unit, target) / CM,
            target_present=there,
            has_ammunition=not unit.out_of_ammunition,
            arm=arm(unit),  # type: ignore[arg-type]
        )
    )
    return unit.foe if lock.locked else ""


@rule("04.02.14")
def hold_fire_fights(state: CivilWarState) -> None:
    """A unit that is locked fires at once at its target, whatever else it was ordered, unless it declares a retreat."""
    for unit in list(state.units):
        doing = doing_of(state, unit.id)
        target = "" if doing.retreats else locked_target(state, unit)
        if target and not _fires_at(doing.line, target):
            prefs = doing.line.prefs if doing.line is not None else Prefs()
            note(state, unit.id, line=OrderLine(Fire((FirePart(target),)), prefs), attacks="", charging=False)


def _fires_at(line: OrderLine | None, target: str) -> bool:
    """Whether an order is to fire at the target at times of its own choosing: other triggers may never be met."""
    if line is None or not isinstance(line.order, Fire):
        return False
    return all(part.target == target and isinstance(part.when, AtTime) for part in line.order.parts)


@rule("04.02.14")
def age_fights(state: CivilWarState) -> None:
    """At the end of a turn: one more turn of fire at the same target within 8 cm, or the count begins anew (R47)."""
    for unit in list(state.units):
        close = doing_of(state, unit.id).fire_at
        if unit.foe and unit.foe in close:
            change(state, unit.id, foe_turns=unit.foe_turns + 1)
        elif close:
            change(state, unit.id, foe=close[0], foe_turns=1)
        elif unit.foe:
            change(state, unit.id, foe="", foe_turns=0)
