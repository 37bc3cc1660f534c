"""Batteries: fire when it tells, face the enemy, come up behind the line, and get the guns away in time."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import touching
from feltherre.games.civilwar.gunners import are_away, guns_behind
from feltherre.games.civilwar.orders.language import Move, Order, Reorganise, Resupply, Stand
from feltherre.games.civilwar.orders.legs import Unlimber
from feltherre.games.civilwar.players.captain.emplacements import NO_NEARER, Emplacements
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.gunnery import best_shot, fire_from, reach_of
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.players.marches import Marches
from feltherre.games.civilwar.players.objectives import must_stay
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import apart, bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM, DEGREE
from feltherre.ground.tabletop.shapes import middle

#: a round must be worth so many figures
WORTH_A_ROUND: Final = 0.03
#: they unlimber as soon as an enemy is so near
IN_ACTION: Final = 55 * CM
ARC: Final = 45 * DEGREE
#: guns in disorder fire at foot or horse so near
PRESSED: Final = 22 * CM
#: gunners do not go back to guns with an enemy so near
IN_DANGER: Final = 15 * CM


class BatteryOrders:
    """The orders of guns in a turn."""

    def __init__(self, plan: Plan, marches: Marches, writer: SheetWriter) -> None:
        self.plan, self.marches, self.writer, self.known = plan, marches, writer, plan.known
        self.emplacements = Emplacements(plan, marches)

    def order(self, unit: Unit) -> tuple[Order, str]:
        if any(touching(self.known.state, unit, enemy) for enemy in self.known.enemies):
            return Stand(), "melee"
        if unit.formation == "unlimbered":
            return self._in_battery(unit)
        return self._limbered(unit)

    def back(self, unit: Unit) -> tuple[Order, str] | None:
        """Gunners who have left their guns go back to them if no enemy is near (04.02.12), and else wait; None if they
        have not."""
        if not are_away(unit):
            return None
        if unit.order == "U":
            return Reorganise(), "reorganise"
        guns = guns_behind(self.known.state, unit)
        place = (unit.x, unit.y) if guns is None else middle(guns.points)
        if guns is None or any(point_distance(there, place) <= IN_DANGER for there, _ in self.known.enemy_places()):
            return Stand(), "stand"
        order = self.marches.march(unit, place, stop=NO_NEARER // 2)
        return (Stand(), "stand") if order is None or not self.writer.sensible(unit, order) else (order, "to-the-guns")

    def _in_battery(self, unit: Unit) -> tuple[Order, str]:
        # two turns without a round bring it nearer to order (08.04.2), and the next hit may be its end (08.02)
        if unit.order == "U" and self.known.turns_left > 1 and not self._is_pressed(unit):
            return Reorganise(), "reorganise"
        shoot = best_shot(self.known, unit, prize=self.plan.shot_for)
        fire = shoot.worth if shoot is not None and shoot.why != "wait" else 0.0
        moved = self._elsewhere(unit, fire or fire_from(self.known, unit, (unit.x, unit.y), self.plan.shot_for))
        if moved is not None:
            return moved
        if shoot is not None and shoot.worth >= WORTH_A_ROUND and self.writer.allowed(unit, shoot.order):
            return shoot.order, shoot.why
        turn = self._turn(unit)
        if turn is not None:
            return turn, "turn"
        for wagon in self.known.own:
            if wagon.arm == "wagon" and self.writer.allowed(unit, Resupply(wagon.id)):
                return Resupply(wagon.id), "resupply"
        if self.known.targets(unit, reach_of(self.known.state, unit)) or not self.plan.pressing:
            return Stand(), "stand"
        return self._up(unit)

    def _is_pressed(self, unit: Unit) -> bool:
        """If foot or horse is so near that the guns must fire, whatever their order."""
        foes = [one for one in self.known.fighting() if one.arm in ("infantry", "cavalry")]
        return any(self.known.apart(unit, one) <= PRESSED for one in foes)

    def _elsewhere(self, unit: Unit, fire: float) -> tuple[Order, str] | None:
        """To where the guns have more to fire at."""
        stays = self.plan.is_where_it_counts(unit) or must_stay(self.known.state, self.known.side, unit)
        if unit.order == "U" or unit.id in self.plan.leaving or stays:
            return None
        place = self.emplacements.better(unit, fire)
        order = None if place is None else self.marches.march(unit, place, stop=NO_NEARER)
        return None if order is None or not self.writer.sensible(unit, order) else (order, "guns-up")

    def _turn(self, unit: Unit) -> Order | None:
        """To the nearest enemy within range if none is before the guns."""
        seen = [one for one in self.known.targets(unit, reach_of(self.known.state, unit)) if one.order != "FU"]
        ways = [bearing(x - unit.x, y - unit.y) for x, y in (middle_of(self.known.state, one) for one in seen)]
        if not ways or any(apart(way, unit.facing) <= ARC for way in ways):
            return None
        order = self.marches.face(unit, ways[0])
        return order if order is not None and self.writer.sensible(unit, order) else None

    def _limbered(self, unit: Unit) -> tuple[Order, str]:
        here = fire_from(self.known, unit, (unit.x, unit.y), self.plan.shot_for, facing=unit.facing)
        moved = self._elsewhere(unit, here)
        if moved is not None:
            return moved
        seen = self.known.targets(unit, min(IN_ACTION, reach_of(self.known.state, unit)))
        if seen:
            x, y = middle_of(self.known.state, seen[0])
            ahead = apart(bearing(x - unit.x, y - unit.y), unit.facing)
            if ahead <= ARC and self.marches.unlimbers(unit):
                return Move((Unlimber(),)), "unlimber"
            if ahead >= 3 * ARC and self.marches.unlimbers(unit, about=True):
                return Move((Unlimber(about=True),)), "unlimber"
        return self._up(unit)

    def _up(self, unit: Unit) -> tuple[Order, str]:
        """Towards the nearest enemy or objective, unless the enemy scores for guns that are gone from here."""
        if must_stay(self.known.state, self.known.side, unit):
            return Stand(), "stand"
        here = middle_of(self.known.state, unit)
        places = [place for place, _ in self.known.enemy_places()] or [slot.place for slot in self.plan.slots.values()]
        goal = min(places, key=lambda place: (point_distance(place, here), place), default=None)
        if goal is None or point_distance(goal, here) <= NO_NEARER:
            return Stand(), "stand"
        order = self.marches.march(unit, goal, stop=NO_NEARER)
        return (Stand(), "stand") if order is None else (order, "guns-up")
