"""What an attack gains and risks besides the throw: points, the place that is left, the rest of the enemy's line."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.state import Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: what a point of victory is worth in figures
POINT: Final = 2.5
#: what enemy cavalry so near costs an attack
HORSE_REACH: Final = 45 * CM
HORSE_NEAR: Final = 1.0
#: what each figure of other enemies so near costs an attack, and how many of them each figure of friends keeps busy
EXPOSED_TO: Final = 24 * CM
EXPOSED: Final = 0.06
BUSY: Final = 0.7
#: so near to a place one is still at hand
AT_HAND: Final = 8 * CM


def risk(plan: Plan, unit: Unit, target: Unit, arrived: Unit) -> float:
    """What the other enemies cost an attack."""
    return HORSE_NEAR * _horse_near(plan, unit, target) + _exposed(plan, arrived, target)


def _exposed(plan: Plan, arrived: Unit, target: Unit) -> float:
    """What it costs to come out of an attack before the rest of the enemy's line, as far as friends do not keep it
    busy."""
    known, here = plan.known, (arrived.x, arrived.y)
    others = [one for one in known.fighting() if one.id != target.id and one.arm == "infantry"]
    friends = [one for one in known.own if one.id != arrived.id and one.arm == "infantry"]
    friends = [one for one in friends if one.order in ("OR", "LU")]
    near, with_it = (
        sum(one.figures for one in units if point_distance(middle_of(known.state, one), here) <= EXPOSED_TO)
        for units in (others, friends)
    )
    return EXPOSED * max(0.0, near - BUSY * with_it)


def _horse_near(plan: Plan, unit: Unit, target: Unit) -> bool:
    """If enemy cavalry is near enough to take the attack in the flank."""
    others = [one for one in plan.known.fighting() if one.mounted and one.id != target.id]
    return any(plan.known.apart(unit, one) <= HORSE_REACH for one in others)


def post(plan: Plan, unit: Unit) -> float:
    """What it costs to leave a place that the unit is to hold and stands at."""
    slot = plan.slot(unit)
    if slot is None or slot.objective is None or slot.objective.task != "hold" or slot.objective.where is None:
        return 0.0
    away = point_distance((unit.x, unit.y), slot.place)
    if away > AT_HAND and not is_there(plan.known.state, unit, slot.objective.where):
        return 0.0
    return POINT * slot.objective.points * (1.0 if slot.objective.names(unit) else 0.25)


def prize(plan: Plan, target: Unit) -> float:
    """What the plan gives for a target besides its figures: guns to be taken, a place to be cleared."""
    guns = sum(one.points for one in plan.all if one.task == "take" and one.is_at(target))
    return POINT * (guns + plan.held_by(target)) + (1.0 if plan.pressing else 0.0)
