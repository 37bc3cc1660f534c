"""The greedy player: for every unit the order with the best immediate value, and no thought of the next turn."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import is_pinned, touching
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.orders.language import (
    Fire,
    FirePart,
    Move,
    Order,
    Reorganise,
    StaffLine,
    StaffWith,
    Stand,
)
from feltherre.games.civilwar.orders.legs import Unlimber
from feltherre.games.civilwar.players.forecasts import forecast
from feltherre.games.civilwar.players.gunnery import best_shot, reach_of
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.marches import Marches
from feltherre.games.civilwar.players.objectives import objectives, place_for
from feltherre.games.civilwar.players.odds import volley, zones_of
from feltherre.games.civilwar.players.questions import answer
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.sheets import SheetSpace
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM
from feltherre.players.player import Chosen, Position

#: an attack must go on so often to be worth a thought
LIKELY: Final = 0.7
#: nearer than this nobody marches up to an enemy
HOLD_OFF: Final = 4 * CM
FAR: Final = 30 * CM
TARGETS: Final = 4


class GreedyPlayer:
    """Fires at what it can hit, attacks when the throw is good, else goes for the nearest objective or enemy."""

    name = "greedy"

    def choose(self, position: Position) -> Chosen:
        if not isinstance(position.decision.space, SheetSpace):
            return answer(position)
        known = Knowledge(position)
        writer, marches = SheetWriter(known), Marches(known)
        for unit in known.orders_of:
            order, why = _order(known, marches, writer, unit)
            writer.write(unit, order, why)
        for one in known.space.generals:
            near = [unit for unit in known.own if unit.order != "FU"]
            if near:
                mine = min(near, key=lambda unit: ((unit.x - one.x) ** 2 + (unit.y - one.y) ** 2, unit.id))
                writer.ride(one.id, StaffLine(StaffWith(mine.id), evade="yes"))
        return writer.sealed()


def _order(known: Knowledge, marches: Marches, writer: SheetWriter, unit: Unit) -> tuple[Order, str]:
    target = locked_target(known.state, unit)
    if target:
        return Fire((FirePart(target),)), "locked"
    if any(touching(known.state, unit, enemy) for enemy in known.enemies):
        return Stand(), "melee"
    best = _best_fight(known, writer, unit)
    if best is not None:
        return best
    if is_pinned(known.state, unit):
        return Stand(), "pinned"
    if unit.order == "U":
        return Reorganise(), "reorganise"
    goal = _goal(known, unit)
    limbered = unit.arm == "artillery" and unit.formation != "unlimbered"
    if limbered and known.targets(unit, reach_of(known.state, unit)):
        return Move((Unlimber(),)), "unlimber"
    march = None if goal is None else marches.march(unit, goal, stop=HOLD_OFF)
    return (Stand(), "stand") if march is None else (march, "march")


def _best_fight(known: Knowledge, writer: SheetWriter, unit: Unit) -> tuple[Order, str] | None:
    """The fire or attack with the best value, if there is any."""
    found: list[tuple[float, Order, str]] = []
    if unit.arm == "artillery":
        shoot = best_shot(known, unit, waits=False)
        return None if shoot is None or shoot.worth <= 0 else (shoot.order, shoot.why)
    zones = zones_of(known.state, unit)
    for target in known.targets(unit, zones[-1] if zones else 0)[:TARGETS]:
        worth = 0.0 if unit.out_of_ammunition else volley(known.state, unit, target).worth(target)
        if worth > 0:
            found.append((worth, Fire((FirePart(target.id),)), "fire"))
    if unit.order != "U" and not is_pinned(known.state, unit):
        for target in known.targets(unit, FAR)[:TARGETS]:
            view = forecast(known.state, unit, target, "ordinary") if target.order != "FU" else None
            if view is not None and view.odds.won >= LIKELY and writer.allowed(unit, view.order):
                found.append((view.odds.broken * target.figures / 2, view.order, "attack"))
    if not found:
        return None
    _, order, why = max(found, key=lambda one: one[0])
    return order, why


def _goal(known: Knowledge, unit: Unit) -> Point | None:
    """The nearest objective or enemy."""
    here = middle_of(known.state, unit)
    wanted = [one for one in objectives(known.state, known.side) if one.counts(known.turn) and one.is_for(unit)]
    held = [one.where for one in wanted if one.task == "hold" and not one.spoils and one.where is not None]
    places = [place_for(known.state, where, here) for where in held]
    places += [place for place, _ in known.enemy_places()]
    return min(places, key=lambda place: (point_distance(here, place), place), default=None)
