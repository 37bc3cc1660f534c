"""Cavalry: few troopers, kept out of musket range, for guns without a guard and for those who are already shaken."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import is_pinned, touching
from feltherre.games.civilwar.orders.language import Order, Reorganise, Stand
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.forecasts import forecast
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import bearing, forward
from feltherre.ground.tabletop.measure import CIRCLE, CM

#: troopers keep so far from foot
AWAY: Final = 22 * CM
ATTACK_FROM: Final = 55 * CM
TARGETS: Final = 4
#: an attack must be worth so many figures and break the enemy so often
WORTH: Final = 2.0
BREAKS: Final = 0.4


class HorseOrders:
    """The orders of mounted cavalry in a turn."""

    def __init__(self, foot: FootOrders) -> None:
        self.foot, self.known = foot, foot.known

    def order(self, unit: Unit) -> tuple[Order, str]:
        if any(touching(self.known.state, unit, enemy) for enemy in self.known.enemies):
            return Stand(), "melee"
        if unit.order == "U" or is_pinned(self.known.state, unit):
            return Reorganise() if unit.order == "U" else Stand(), "reorganise"
        attack = self._attack(unit)
        if attack is not None:
            return attack, "attack"
        near = self.known.nearest(unit, [one for one in self.known.fighting() if one.arm == "infantry"])
        if near is not None and near[1] < AWAY:
            x, y = middle_of(self.known.state, near[0])
            back = (bearing(x - unit.x, y - unit.y) + CIRCLE // 2) % CIRCLE if (x, y) != (unit.x, unit.y) else 0
            order = self.foot.marches.march(unit, forward((unit.x, unit.y), back, 2 * AWAY - near[1]), stop=CM)
            if order is not None:
                return order, "keep-off"
        return (Reorganise(), "reorganise") if unit.order == "LU" else (Stand(), "reserve")

    def _attack(self, unit: Unit) -> Order | None:
        found = []
        for target in self.known.targets(unit, ATTACK_FROM)[:TARGETS]:
            if target.order == "FU" or target.building:
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
