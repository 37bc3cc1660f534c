"""The captain writes the sheet: the plan first, then every unit by its arm, the foremost first, then the generals."""

from __future__ import annotations

from feltherre.games.civilwar.orders.language import Move, Stand
from feltherre.games.civilwar.players.captain import couriers, staff
from feltherre.games.civilwar.players.captain.batteries import BatteryOrders
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.captain.horse import HorseOrders
from feltherre.games.civilwar.players.captain.leaving import leave
from feltherre.games.civilwar.players.captain.passage import lets_through
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.captain.rehearsal import Rehearsal
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.players.marches import Marches
from feltherre.games.civilwar.players.questions import answer
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.sheets import SheetSpace
from feltherre.games.civilwar.state import Unit
from feltherre.players.player import Chosen, Position


class CaptainPlayer:
    """Plans for the scenario's objectives, waits with his fire, attacks by exact odds, keeps support and command."""

    name = "captain"

    def choose(self, position: Position) -> Chosen:
        if not isinstance(position.decision.space, SheetSpace):
            return answer(position)
        known = Knowledge(position)
        plan, marches, writer = Plan(known), Marches(known, wary=True), SheetWriter(known)
        marches.passable = writer.standing
        foot = FootOrders(plan, marches, writer)
        batteries, horse, rehearsal = BatteryOrders(plan, marches, writer), HorseOrders(foot), Rehearsal(foot)
        for unit in lets_through(plan):
            writer.write(unit, Stand(), "lets-through")
        for unit in sorted(known.orders_of, key=lambda unit: _foremost(known, unit)):
            if unit.id in writer.units or self._garrisons(plan, foot, writer, unit):
                continue
            if self._leaves(known, plan, marches, writer, unit):
                continue
            back = batteries.back(unit)
            if back is not None:
                writer.write(unit, *back)
            elif plan.lies_low(unit):
                writer.write(unit, Stand(), "stand")
            elif unit.arm == "artillery":
                writer.write(unit, *batteries.order(unit))
            elif unit.arm == "cavalry" and unit.mounted:
                writer.write(unit, *horse.order(unit))
            elif unit.arm == "wagon":
                writer.write(unit, Stand(), "stand")
            elif foot.bound(unit) is None and (not plan.hurries(unit) or plan.crowds(unit)):
                rehearsal.add(unit)
            else:
                order, why = foot.order(unit)
                crowded = isinstance(order, Move) and writer.crowded(unit)
                writer.write(unit, *((Stand(), "room") if crowded else (order, why)))
        for name, way in rehearsal.play({name: line.order for name, line in writer.units.items()}).items():
            writer.write(next(unit for unit in known.own if unit.id == name), way.order, way.why)
        staff.ride(known, writer, plan.finish.errands)
        couriers.send(known, writer)
        return writer.sealed()

    def _garrisons(self, plan: Plan, foot: FootOrders, writer: SheetWriter, unit: Unit) -> bool:
        if unit.id not in plan.garrison:
            return False
        order = plan.garrison[unit.id]
        if order is not None and not writer.allowed(unit, order):
            return False
        writer.write(unit, *(foot.stays(unit) if order is None else (order, "to-the-house")))
        return True

    def _leaves(self, known: Knowledge, plan: Plan, marches: Marches, writer: SheetWriter, unit: Unit) -> bool:
        objective = plan.leaving.get(unit.id)
        order = None if objective is None else leave(known, marches, unit, objective)
        if order is None or not writer.allowed(unit, order):
            return False
        writer.write(unit, order, "leave")
        return True


def _foremost(known: Knowledge, unit: Unit) -> tuple[int, str]:
    near = known.nearest(unit)
    return (near[1] if near is not None else 10**6), unit.id
