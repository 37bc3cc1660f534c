"""Withdrawal: units that a condition of victory wants off the field, or far back, and how they go."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import ground, special
from feltherre.games.civilwar.orders.language import Exit, Order
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.marches import Marches, column_for
from feltherre.games.civilwar.players.objectives import Objective, place_for
from feltherre.games.civilwar.special_rules import Exits
from feltherre.games.civilwar.state import ROLES, Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.games.civilwar.whereabouts import nearest_on
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: units so near count for and against staying; an enemy so many times as strong drives us out
AROUND: Final = 50 * CM
STRONGER: Final = 1.2
#: guns go when the enemy is so near
GUNS_AT_RISK: Final = 26 * CM
#: so near to an edge one leaves by it
AT_THE_EDGE: Final = 14 * CM


def leaving_units(known: Knowledge, wanted: list[Objective]) -> dict[str, Objective]:
    """The units that go now: those that nothing else holds, or that would else come too late."""
    found = {}
    for unit in known.orders_of:
        ways = [one for one in wanted if one.names(unit) and leads_away(one)]
        if ways and _goes_now(known, unit, ways[0], wanted):
            found[unit.id] = next((one for one in ways if one.where is not None), ways[0])
    return found


def leads_away(one: Objective) -> bool:
    """An objective that is met by having left, or by being far back: no object, only a border."""
    if one.task == "leave":
        return True
    where = one.where
    return (
        one.task == "hold" and not one.turn and where is not None and not (where.inside or where.touching or where.of)
    )


def _goes_now(known: Knowledge, unit: Unit, way: Objective, wanted: list[Objective]) -> bool:
    """Guns go before they are in danger, others when nothing is to be held any longer and staying gains nothing."""
    near = known.nearest(unit)
    if unit.arm == "artillery" and near is not None and near[1] <= GUNS_AT_RISK:
        return True
    if any(one.task == "hold" and not one.spoils and one.turn >= known.turn for one in wanted):
        return False
    return not _better_stay(known, unit, way, wanted)


def _better_stay(known: Knowledge, unit: Unit, way: Objective, wanted: list[Objective]) -> bool:
    """If staying spoils more for the enemy than leaving gives, and he is not strong enough to drive us out."""
    spoiled = [one.points for one in wanted if one.task == "hold" and not one.of.ids and one.is_for(unit)]
    if max(spoiled, default=0) <= way.points:
        return False
    here = middle_of(known.state, unit)
    ours = sum(one.figures for one in known.orders_of if point_distance(middle_of(known.state, one), here) <= AROUND)
    return known.enemies_near(here, AROUND) <= STRONGER * ours


def goal_of(known: Knowledge, unit: Unit, one: Objective) -> Point:
    """Where a unit goes to be safe: beyond the border, or to the way out."""
    here = middle_of(known.state, unit)
    if one.where is not None:
        return place_for(known.state, one.where, here)
    table = ground(known.state)
    goals = {"north": (here[0], table.height), "south": (here[0], 0), "east": (table.width, here[1])}
    goal = goals.get(one.edge or "", (0, here[1]))
    for way in special(known.state, Exits):
        if way.edge == one.edge and way.of:
            return nearest_on(ground(known.state).feature(way.of), goal)
    return goal


def leave(known: Knowledge, marches: Marches, unit: Unit, one: Objective) -> Order | None:
    """The order by which a unit gets away; None if it is where it should be and nobody is after it."""
    there = one.where is not None and is_there(known.state, unit, one.where)
    if there and _alone(known, unit):
        return None
    form = column_for(unit) if unit.arm == "infantry" and _alone(known, unit) else ""
    for way in special(known.state, Exits):
        if known.turn >= way.from_turn and way.side == ROLES[known.side]:
            goal = goal_of(known, unit, Objective("leave", 0, None, one.of, edge=way.edge))
            if point_distance(middle_of(known.state, unit), goal) <= AT_THE_EDGE:
                return Exit(way.edge)
            if there:
                return marches.march(unit, goal, stop=2 * CM, form=form)
    return marches.march(unit, goal_of(known, unit, one), stop=2 * CM, form=form)


def _alone(known: Knowledge, unit: Unit) -> bool:
    near = known.nearest(unit)
    return near is None or near[1] > 30 * CM
