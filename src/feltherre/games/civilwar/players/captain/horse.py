"""Cavalry: few troopers, kept out of musket range, for guns without a guard and for those who are already shaken."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import is_pinned, touching
from feltherre.games.civilwar.orders.language import Order, Reorganise, Stand
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.forecasts import forecast
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM

#: troopers keep so far from foot
AWAY: Final = 26 * CM
MUSKETS: Final = 17 * CM
#: and farther while nothing is to be had: a column charges so far
CHARGES: Final = 31 * CM
ATTACK_FROM: Final = 55 * CM
TARGETS: Final = 4
#: an attack must be worth so many figures and break the enemy so often
WORTH: Final = 1.0
BREAKS: Final = 0.35
#: so near to a place one is there
STAYS: Final = 3 * CM
#: troopers wait so far to the side of an enemy
FLANK: Final = 26 * CM
#: in how many directions one looks for a safer place
AROUND: Final = 12


class HorseOrders:
    """The orders of mounted cavalry in a turn."""

    def __init__(self, foot: FootOrders) -> None:
        self.foot, self.known = foot, foot.known

    def order(self, unit: Unit) -> tuple[Order, str]:
        if any(touching(self.known.state, unit, enemy) for enemy in self.known.enemies):
            return Stand(), "melee"
        if unit.order == "U" or is_pinned(self.known.state, unit):
            return Reorganise() if unit.order == "U" else Stand(), "reorganise"
        slot = self.foot.plan.slot(unit)
        if slot is not None and slot.urgent:
            away = point_distance((unit.x, unit.y), slot.place)
            hurry = self.foot.hurries(unit, slot, away) if away > STAYS else []
            return (hurry[0].order, hurry[0].why) if hurry else (Stand(), "reserve")
        attack = self._attack(unit)
        if attack is not None:
            return attack, "attack"
        near = self.known.nearest(unit, [one for one in self.known.fighting() if one.arm == "infantry"])
        if near is not None and near[1] < (MUSKETS if self.foot.plan.storming else CHARGES):
            order = self._away(unit)
            if order is not None:
                return order, "keep-off"
        if unit.order == "LU":
            return Reorganise(), "reorganise"
        ride = self._to_a_flank(unit) if self.foot.plan.storming else None
        return (Stand(), "reserve") if ride is None else (ride, "flank")

    def _away(self, unit: Unit) -> Order | None:
        """Out of the reach of the enemy's foot, to where on the table it is farthest from all of it."""
        foot = [middle_of(self.known.state, one) for one in self.known.fighting() if one.arm == "infantry"]
        here = (unit.x, unit.y)
        around = [forward(here, direction, AWAY) for direction in range(0, CIRCLE, CIRCLE // AROUND)]
        places = [here, *(place for place in around if self._on_table(place))]
        goal = max(places, key=lambda place: (min(point_distance(place, one) for one in foot), place == here))
        return None if goal == here else self.foot.marches.march(unit, goal, stop=CM)

    def _to_a_flank(self, unit: Unit) -> Order | None:
        """Ride to the open side of the nearest enemy, out of musket range, for an attack in the flank."""
        state, places = self.known.state, []
        foot = [one for one in self.known.fighting() if not one.mounted]
        for enemy in foot:
            for side in (CIRCLE // 4, -CIRCLE // 4):
                place = forward(middle_of(state, enemy), (enemy.facing + side) % CIRCLE, FLANK)
                if all(point_distance(place, middle_of(state, one)) >= AWAY for one in foot) and self._on_table(place):
                    places.append(place)
        goal = min(places, key=lambda place: (point_distance(place, (unit.x, unit.y)), place), default=None)
        if goal is None or point_distance(goal, (unit.x, unit.y)) <= 6 * CM:
            return None
        return self.foot.marches.march(unit, goal, stop=AWAY - 4 * CM)

    def _on_table(self, place: Point) -> bool:
        table = self.foot.marches.table
        return 4 * CM <= place[0] <= table.width - 4 * CM and 4 * CM <= place[1] <= table.height - 4 * CM

    def _attack(self, unit: Unit) -> Order | None:
        found = []
        for target in self.known.targets(unit, ATTACK_FROM)[:TARGETS]:
            if target.order == "FU" or target.building or target.formation == "chain":
                continue
            for pace in ("charge", "ordinary"):
                view = forecast(self.known.state, unit, target, pace)
                if view is None or not self.foot.writer.allowed(unit, view.order):
                    continue
                worth = view.worth(unit, target) + self.foot.prize(target) * view.odds.broken
                barred = self.foot.marches.bars_attack(unit, view.arrived)
                if worth >= WORTH and view.odds.broken >= BREAKS and not barred:
                    found.append((worth, view.order))
                break
        return max(found, key=lambda one: one[0])[1] if found else None
