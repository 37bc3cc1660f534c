"""The fire-fight (04.02.14, R47): foot that has fired at one target within 8 cm for two turns cannot break off."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import arm, body, by_id, distance
from feltherre.games.civilwar.orders.language import Fire, FirePart, OrderLine, Prefs
from feltherre.games.civilwar.orders.situation import fires_on
from feltherre.games.civilwar.procedures.forced_actions import FireLockSituation, fire_lock
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, note
from feltherre.ground.tabletop.arcs import in_arc
from feltherre.ground.tabletop.measure import CM, DEGREE

#: half the arc of small arms (05.01.2)
ARC: Final = 30 * DEGREE


@rule("04.02.14")
def locked_target(state: CivilWarState, unit: Unit) -> str:
    """The target that a unit must go on firing at, "" if there is none; of several that of the longest fight."""
    if not unit.on_table or unit.order == "FU":
        return ""
    return next((target for target, turns in unit.fights if _is_locked(state, unit, target, turns)), "")


def _is_locked(state: CivilWarState, unit: Unit, foe: str, turns: int) -> bool:
    target = by_id(state, foe)
    if target is None or not target.on_table:
        return False
    there = target.order != "FU" and in_arc(body(state, unit), body(state, target), ARC)
    lock = fire_lock.outputs(
        FireLockSituation(
            consecutive_turns=turns,
            distance_cm=distance(state, unit, target) / CM,
            target_present=there,
            has_ammunition=not unit.out_of_ammunition,
            arm=arm(unit),  # type: ignore[arg-type]
        )
    )
    return bool(lock["locked"])


@rule("04.02.14")
def hold_fire_fights(state: CivilWarState) -> None:
    """A unit that is locked fires at once at its target, whatever else it was ordered, unless it declares a retreat."""
    for unit in list(state.units):
        doing = doing_of(state, unit.id)
        target = "" if doing.retreats else locked_target(state, unit)
        note(state, unit.id, locked_on=target)
        if target:
            prefs = doing.line.prefs if doing.line is not None else Prefs()
            _hold(state, unit.id, OrderLine(_fire_at(doing.line, target), prefs))


def _hold(state: CivilWarState, unit_id: str, line: OrderLine) -> None:
    if doing_of(state, unit_id).line != line:
        note(state, unit_id, line=line, written=None, attacks="", charging=False)


def _fire_at(line: OrderLine | None, target: str) -> Fire:
    """The fire that keeps to the target of a fire-fight: as it was ordered, if it was, else at once."""
    if line is None or not isinstance(line.order, Fire) or not fires_on(target, line.order):
        return Fire((FirePart(target),))
    return replace(line.order, parts=tuple(replace(part, target=target) for part in line.order.parts))


@rule("04.02.14")
def age_fights(state: CivilWarState) -> None:
    """At the end of a turn: one more turn of fire at each target within 8 cm. Of others the count ends, but not of one
    that a unit was locked on, even if it could not fire at it: what ends a lock is asked when orders are written
    (R47)."""
    for unit in list(state.units):
        before, doing = dict(unit.fights), doing_of(state, unit.id)
        now = {target: before.get(target, 0) + 1 for target in doing.fire_at}
        if doing.locked_on:
            now.setdefault(doing.locked_on, before[doing.locked_on])
        fights = sorted(now.items(), key=lambda fight: -fight[1])
        if tuple(fights) != unit.fights:
            change(state, unit.id, fights=tuple(fights))
