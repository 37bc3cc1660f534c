"""Foot: fire now, wait with the fire, attack, or march, whichever is worth most."""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.field import body, brigade_of, general_of, is_pinned, touching
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.orders.language import Fire, FirePart, Move, Order, Reorganise, Resupply, Stand
from feltherre.games.civilwar.orders.legs import Form
from feltherre.games.civilwar.orders.triggers import EnemyWithin
from feltherre.games.civilwar.players.captain.plan import Plan, Slot
from feltherre.games.civilwar.players.dangers import provokes, under_guns
from feltherre.games.civilwar.players.forecasts import forecast
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.marches import Marches, column_for
from feltherre.games.civilwar.players.odds import RUNS_OUT, volley, volley_when_near, zones_of
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.state import Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.angles import apart, bearing
from feltherre.ground.tabletop.distance import CONTACT, point_distance
from feltherre.ground.tabletop.measure import CM, DEGREE

#: what it costs to run out of cartridges, in figures
EMPTY: Final = 1.0
#: what it costs to give away the first volley, which hits best, for fewer men than this
FIRST_VOLLEY: Final = 0.15
WORTH_THE_FIRST: Final = 12
#: how often an enemy who can come near does so, and one who comes in column
COMES: Final = 0.05
COMES_IN_COLUMN: Final = 0.08
#: one who is already where fire tells rather stays there
COMES_ON: Final = 0.02
#: one who must be attacked comes less often by himself
AWAITS_US: Final = 0.15
IN_VAIN: Final = 0.35
#: as does one who stood in the turn before
STANDS: Final = 0.5
#: how far an enemy on foot may come in a turn, in line and in column
LINE_MARCH: Final = 12 * CM
COLUMN_MARCH: Final = 25 * CM
HORSE_MARCH: Final = 45 * CM
#: columns deploy so near to the enemy
DEPLOY: Final = 19 * CM
#: a unit that waits for the others does so out of the reach of muskets; one that is so near is up
OUT_OF_REACH: Final = 16 * CM
UP: Final = 30 * CM
HURRY: Final = 4
#: far from him one marches in column if the way is so long
LONG_WAY: Final = 14 * CM
#: on the way to a flank one passes an enemy at this distance, and goes in column if it is so long
PASSES: Final = 6 * CM
COLUMN_FROM: Final = 8 * CM
#: in the last turns one goes as near to him as this to a place that counts
AT_LAST: Final = 2
#: and goes straight there, whoever fires
BOLD: Final = 4
NOT_AGAINST_HIM: Final = 3 * CM
#: leaving a place that counts at the end for an attack, in so many last turns, costs all its points
KEEPS_POST: Final = 3
#: what a place that counts at the end is worth
URGENT: Final = 6.0
#: at the place
THERE: Final = 3 * CM
#: so near to it one is still at hand
AT_HAND: Final = 8 * CM
#: attacks are thought about on enemies so near
ATTACK_FROM: Final = 32 * CM
TARGETS: Final = 4
#: an attack that does not go on so often is not made
LEAST_CHANCE: Final = 0.5
#: what enemy cavalry so near costs an attack
HORSE_REACH: Final = 45 * CM
HORSE_NEAR: Final = 1.0
#: what each figure of other enemies so near costs an attack, and what it must bring if nothing asks for it
EXPOSED_TO: Final = 24 * CM
EXPOSED: Final = 0.06
UNFORCED: Final = 1.5
#: and what is added where the side must attack
STORM: Final = 1.5
#: an enemy so near may take a flank, which costs so much of the unit
FLANK_DANGER: Final = 24 * CM
FLANK_TAKEN: Final = 0.12
#: half the arc of small arms, a little less
ARC: Final = 25 * DEGREE
#: the urge to march: when the side must attack, when it only takes its place
PRESS: Final = 0.9
TAKE_PLACE: Final = 0.35
#: what a point of victory is worth in figures
POINT: Final = 2.5


class Choice(NamedTuple):
    worth: float
    order: Order
    why: str
    #: of an attack: the unit at its end
    arrived: Unit | None = None


class FootOrders:
    """The orders of infantry and dismounted troopers in a turn."""

    def __init__(self, plan: Plan, marches: Marches, writer: SheetWriter) -> None:
        self.plan, self.marches, self.writer = plan, marches, writer
        self.known: Knowledge = plan.known
        #: men that others will fire at each target: fire on one unit counts for more than on two
        self.aimed: dict[str, int] = {}

    def order(self, unit: Unit) -> tuple[Order, str]:
        return self.bound(unit) or self.best(unit, self.choices(unit))

    def choices(self, unit: Unit) -> list[Choice]:
        """Everything that a unit could do which is worth a thought and not in vain."""
        found = [*self._fires(unit), *self._waits(unit), *self._attacks(unit), *self._marches(unit)]
        found += [*self._faces(unit), *self._supplies(unit)]
        found = [one for one in found if not provokes(self.known, unit, one.order)]
        return [one for one in found if self.writer.sensible(unit, one.order)]

    def best(self, unit: Unit, choices: list[Choice]) -> tuple[Order, str]:
        """What is worth most of this; the others take note of it."""
        best = max(choices, key=lambda one: one.worth, default=None)
        if best is None or best.worth <= 0:
            return self.idle(unit)
        if isinstance(best.order, Move) and best.order.legs == (Form("line"),):
            self.marches.forms(unit, "line")
        if best.arrived is not None:
            self.marches.claims[unit.id] = body(self.known.state, best.arrived)
        if isinstance(best.order, Fire) and best.order.parts[0].target:
            self.aimed[best.order.parts[0].target] = self.aimed.get(best.order.parts[0].target, 0) + 1
        return best.order, best.why

    def stays(self, unit: Unit) -> tuple[Order, str]:
        """What a unit does that does not leave its place: fire, wait with it, or stand."""
        bound = self.bound(unit)
        if bound is not None:
            return bound
        choices = [one for one in (*self._fires(unit), *self._waits(unit)) if self.writer.allowed(unit, one.order)]
        best = max(choices, key=lambda one: one.worth, default=None)
        return self.idle(unit) if best is None or best.worth <= 0 else (best.order, best.why)

    def bound(self, unit: Unit) -> tuple[Order, str] | None:
        """What leaves no choice."""
        target = locked_target(self.known.state, unit)
        if target:
            return Fire((FirePart(target),)), "locked"
        if any(touching(self.known.state, unit, enemy) for enemy in self.known.enemies):
            return Stand(), "melee"
        if is_pinned(self.known.state, unit):
            best = max(self._fires(unit), key=lambda one: one.worth, default=None)
            return (best.order, "pinned-fire") if best is not None and best.worth > -0.2 else (Stand(), "pinned")
        if unit.order == "U":
            return Reorganise(), "reorganise"
        return None

    # fire

    def _cartridges(self, unit: Unit) -> float:
        """What a volley costs in the chance of running out; the first of the game costs nothing (R94)."""
        if not unit.has_fired:
            return 0.0
        return RUNS_OUT * EMPTY * min(1.0, (self.known.turns_left - 1) / 4)

    def _fires(self, unit: Unit) -> list[Choice]:
        zones = zones_of(self.known.state, unit)
        if not zones or unit.out_of_ammunition:
            return []
        found = []
        for target in self.known.targets(unit, zones[-1])[:TARGETS]:
            effect = volley(self.known.state, unit, target)
            worth = effect.worth(target) * (1 + 0.15 * self.aimed.get(target.id, 0))
            if worth > 0:
                fresh = 0.0 if unit.has_fired or effect.men >= WORTH_THE_FIRST else FIRST_VOLLEY
                found.append(Choice(worth - self._cartridges(unit) - fresh, Fire((FirePart(target.id),)), "fire"))
        return found or self._fires_unled(unit, zones[-1])

    def _fires_unled(self, unit: Unit, reach: int) -> list[Choice]:
        """Without a general who could name a target, a unit still fires at the nearest enemy (03.03.3)."""
        if general_of(self.known.state, unit) is not None:
            return []
        near = self.known.nearest(unit)
        if near is None or near[1] > reach:
            return []
        effect = volley(self.known.state, unit, near[0])
        return [Choice(effect.worth(near[0]) - self._cartridges(unit), Fire(), "fire")]

    def _waits(self, unit: Unit) -> list[Choice]:
        """Fire when an enemy comes near: at the limit of a zone that he can reach in this turn."""
        zones = zones_of(self.known.state, unit)
        if not zones or unit.out_of_ammunition or unit.formation == "march_column":
            return []
        found = []
        for enemy in self.known.targets(unit, HORSE_MARCH)[: 2 * TARGETS]:
            stays = enemy.arm in ("artillery", "wagon") or is_pinned(self.known.state, enemy) or bool(enemy.building)
            if enemy.order == "FU" or stays:
                continue
            column = enemy.formation.endswith("column") or enemy.mounted
            march = HORSE_MARCH if enemy.mounted else COLUMN_MARCH if column else LINE_MARCH
            way = self.known.apart(unit, enemy)
            for limit in zones[:3]:
                near = max(limit, 2 * CM)
                if near < way <= near + march and self._before(unit, enemy):
                    effect = volley_when_near(self.known.state, unit, enemy, near)
                    chance = COMES_ON if way <= zones[2] else COMES_IN_COLUMN if column else COMES
                    chance *= (AWAITS_US if self._goes_forward(unit) else 1) * (IN_VAIN if self._waited(unit) else 1)
                    chance *= 1 if enemy.in_motion or self.known.turn == 1 else STANDS
                    worth = chance * (effect.worth(enemy) - self._cartridges(unit))
                    found.append(Choice(worth, Fire((FirePart(when=EnemyWithin(near)),)), "wait"))
        return found

    def _waited(self, unit: Unit) -> bool:
        """If it has waited with its fire in the turn before, and nobody came."""
        last = unit.last.order if unit.last is not None else None
        waited = isinstance(last, Fire) and isinstance(last.parts[0].when, EnemyWithin)
        return waited and unit.fired < self.known.turn - 1

    def _goes_forward(self, unit: Unit) -> bool:
        """If the side must attack and the unit has still to come up."""
        slot = self.plan.slot(unit)
        away = slot is not None and point_distance((unit.x, unit.y), slot.place) > THERE
        return self.plan.storming and away

    def _faces(self, unit: Unit) -> list[Choice]:
        """Turn to an enemy out of the arc of fire who is near: for the volley of the next turn, or because he comes
        upon the flank."""
        foot = [one for one in self.known.fighting() if one.arm in ("infantry", "cavalry")]
        near = self.known.nearest(unit, foot)
        if near is None or near[1] > FLANK_DANGER or near[1] < 2 * CM or unit.building or unit.formation != "line":
            return []
        x, y = middle_of(self.known.state, near[0])
        direction = bearing(x - unit.x, y - unit.y) if (x, y) != (unit.x, unit.y) else unit.facing
        order = self.marches.face(unit, direction) if apart(direction, unit.facing) > 2 * ARC else None
        if order is None:
            return []
        effect = volley_when_near(self.known.state, unit, near[0], near[1])
        ahead = [one for one in foot if self.known.apart(unit, one) <= FLANK_DANGER and self._before(unit, one)]
        danger = 0.0 if is_pinned(self.known.state, near[0]) else FLANK_TAKEN * unit.figures
        return [Choice(0.6 * effect.worth(near[0]) + danger / (1 + 2 * len(ahead)), order, "turn")]

    def _before(self, unit: Unit, enemy: Unit) -> bool:
        """If an enemy is where the unit looks."""
        x, y = middle_of(self.known.state, enemy)
        return (x, y) != (unit.x, unit.y) and apart(bearing(x - unit.x, y - unit.y), unit.facing) <= 45 * DEGREE

    # attack

    def _attacks(self, unit: Unit) -> list[Choice]:
        found = []
        for target in self.known.targets(unit, ATTACK_FROM)[:TARGETS]:
            # a chain goes back before an attack, which then finds nobody (04.02.10, 07.01.6)
            if target.order == "FU" or target.arm == "wagon" or target.formation == "chain":
                continue
            for pace in ("charge", "ordinary"):
                view = forecast(self.known.state, unit, target, pace)
                if view is None or not self.writer.allowed(unit, view.order):
                    continue
                if view.odds.won >= LEAST_CHANCE and not self.marches.bars_attack(unit, view.arrived):
                    worth = view.worth(unit, target) + self.prize(target) * view.odds.broken
                    worth -= HORSE_NEAR * self._horse_near(unit, target) + self._exposed(view.arrived, target)
                    worth += STORM if self.plan.storming else -UNFORCED
                    found.append(Choice(worth - self._post(unit), view.order, "attack", view.arrived))
                break
        return found

    def _exposed(self, arrived: Unit, target: Unit) -> float:
        """What it costs to come out of an attack before the rest of the enemy's line."""
        here = (arrived.x, arrived.y)
        others = [one for one in self.known.fighting() if one.id != target.id and one.arm == "infantry"]
        near = [one for one in others if point_distance(middle_of(self.known.state, one), here) <= EXPOSED_TO]
        return EXPOSED * sum(one.figures for one in near)

    def _horse_near(self, unit: Unit, target: Unit) -> bool:
        """If enemy cavalry is near enough to take the attack in the flank."""
        return any(
            one.mounted and one.id != target.id and self.known.apart(unit, one) <= HORSE_REACH
            for one in self.known.fighting()
        )

    def _post(self, unit: Unit) -> float:
        """What it costs to leave a place that the unit is to hold and stands at."""
        slot = self.plan.slot(unit)
        if slot is None or slot.objective is None or slot.objective.task != "hold" or slot.objective.where is None:
            return 0.0
        away = point_distance((unit.x, unit.y), slot.place)
        if away > AT_HAND and not is_there(self.known.state, unit, slot.objective.where):
            return 0.0
        needed = slot.objective.names(unit) or (slot.urgent and self.known.turns_left <= KEEPS_POST)
        return POINT * slot.objective.points * (1.0 if needed else 0.25)

    def prize(self, target: Unit) -> float:
        """What the plan gives for a target besides its figures: guns to be taken, a place to be cleared."""
        guns = sum(one.points for one in self.plan.all if one.task == "take" and one.is_at(target))
        return POINT * (guns + self.plan.held_by(target)) + (1.0 if self.plan.pressing else 0.0)

    # march

    def _marches(self, unit: Unit) -> list[Choice]:
        slot = self.plan.slot(unit)
        if slot is None:
            return []
        near = self.known.nearest(unit)
        away = point_distance((unit.x, unit.y), slot.place)
        if self._is_at(unit, slot, away) or (slot.urgent and away <= THERE):
            return self._turns(unit, slot) or self._closes_in(unit, slot)
        if slot.urgent:
            return self.hurries(unit, slot, away)
        if slot.flank:
            form = column_for(unit) if away > COLUMN_FROM and unit.formation == "line" else ""
            order = self.marches.march(unit, slot.place, stop=PASSES, form=form)
            return [] if order is None else [Choice(PRESS + 0.5, order, "to-the-flank")]
        if near is not None and near[1] <= DEPLOY:
            return self._closes(unit, slot, near)
        form = self._marching_formation(unit, away)
        deploy = near is not None and near[1] <= DEPLOY + COLUMN_MARCH and unit.formation != "line" and not form
        stop = self._halts_at(unit)
        order = self.marches.march(unit, slot.place, stop=stop, form=form, deploy=deploy and away < COLUMN_MARCH)
        return [] if order is None else [Choice(PRESS + 0.5 + self._calls(unit, slot), order, "march")]

    def _closes_in(self, unit: Unit, slot: Slot) -> list[Choice]:
        """On an enemy's flank, where no attack is worth it: nearer to him, to where the fire tells."""
        target = next((one for one in self.known.fighting() if slot.flank and one.id == slot.target), None)
        if target is None:
            return []
        order = self.marches.march(unit, middle_of(self.known.state, target), stop=self.stop_at(unit))
        return [] if order is None else [Choice(PRESS, order, "close")]

    def hurries(self, unit: Unit, slot: Slot, away: int) -> list[Choice]:
        """To a place that counts at the end, past the enemy, in column while it is far."""
        form = column_for(unit) if away > COLUMN_FROM and unit.formation == "line" else ""
        stop = PASSES if self.known.turns_left > AT_LAST else NOT_AGAINST_HIM
        bold = self.known.turns_left <= BOLD
        forms = ("",) if unit.mounted or not form else (form, "")
        goal = slot.via or slot.place
        orders = [self.marches.march(unit, goal, stop=stop, form=one, bold=bold) for one in forms]
        # a unit that finds no way free all along sets out all the same
        orders.append(self.marches.straight_on(unit, goal, bold=bold))
        found = [order for order in orders if order is not None and not provokes(self.known, unit, order)]
        found = [order for order in found if self.writer.sensible(unit, order)]
        return [Choice(URGENT, order, "to-the-place") for order in found[:1]]

    def _marching_formation(self, unit: Unit, away: int) -> str:
        """The formation to change to for a march: column for a long way, but line before guns (06.02.3)."""
        in_column = unit.formation in ("attack_column", "march_column")
        if under_guns(self.known, unit) and away < LONG_WAY:
            return "line" if in_column and self.marches.has_room(unit, "line") else ""
        return column_for(unit) if away > LONG_WAY and not in_column else ""

    def _is_at(self, unit: Unit, slot: Slot, away: int) -> bool:
        """If a unit is at its place; one that is to touch a fence must touch it."""
        where = slot.objective.where if slot.objective is not None and slot.objective.task == "hold" else None
        if where is not None and (where.touching or where.inside) and not slot.support:
            return is_there(self.known.state, unit, where) and away <= AT_HAND
        return away <= THERE

    def _closes(self, unit: Unit, slot: Slot, near: tuple[Unit, int]) -> list[Choice]:
        """Before the enemy: form line, then go on to where the own fire tells, if the side must attack."""
        in_column = unit.formation in ("attack_column", "march_column") and not unit.building
        if in_column and self.marches.has_room(unit, "line"):
            return [Choice(PRESS + 0.6, Move((Form("line"),)), "deploy")]
        wanted = self.plan.pressing or (slot.objective is not None and slot.objective.names(unit))
        if not wanted and point_distance((unit.x, unit.y), slot.place) < AT_HAND:
            return []
        order = self.marches.march(unit, slot.place, stop=self._halts_at(unit))
        if order is None:
            return self._turns(unit, slot)
        return [Choice((PRESS if self.plan.pressing else TAKE_PLACE) + self._calls(unit, slot), order, "close")]

    def _calls(self, unit: Unit, slot: Slot) -> float:
        """What a place that the unit itself is to hold adds to the urge to go there."""
        named = slot.objective is not None and slot.objective.names(unit)
        return POINT * slot.objective.points / 2 if named and slot.objective is not None else 0.0

    def _halts_at(self, unit: Unit) -> int:
        """How near to the enemy a march leads: to where one's fire tells, or out of reach while one waits."""
        goes_in = (self.plan.storming or not self.plan.pressing) and self._together(unit)
        return self.stop_at(unit) if goes_in else max(self.stop_at(unit), OUT_OF_REACH)

    def _together(self, unit: Unit) -> bool:
        """If enough of the brigade is up to go in together; near the end nobody waits for the others."""
        if self.known.turns_left <= HURRY or not self.plan.pressing:
            return True
        chief = brigade_of(self.known.state, unit)
        mates = [one for one in self.known.own if one.arm == "infantry" and one.order in ("OR", "LU")]
        mates = [one for one in mates if brigade_of(self.known.state, one) == chief]
        nearest = [self.known.nearest(one) for one in mates]
        up = sum(near is not None and near[1] <= UP for near in nearest)
        return 5 * up >= 2 * len(mates)

    def stop_at(self, unit: Unit) -> int:
        """How near one goes to fire: where a volley tells, out of the reach of muskets if one's own arms allow."""
        zones = zones_of(self.known.state, unit)
        if not zones or unit.out_of_ammunition:
            return 20 * CM
        return zones[1] - CM // 4 if len(zones) > 1 else zones[0]

    def _turns(self, unit: Unit, slot: Slot) -> list[Choice]:
        """At its place: face the enemy, in line. An enemy who is still far is met by the front of the whole line, which
        does not turn to him and back again."""
        near = self.known.nearest(unit)
        close = near is not None and near[1] <= DEPLOY
        direction = slot.facing
        if close and near is not None:
            x, y = middle_of(self.known.state, near[0])
            direction = bearing(x - unit.x, y - unit.y) if (x, y) != (unit.x, unit.y) else slot.facing
        in_column = unit.formation in ("attack_column", "march_column")
        threatened = near is not None and near[1] <= 2 * DEPLOY
        room = in_column and self.marches.has_room(unit, "line")
        if room and threatened and apart(unit.facing, direction) <= 2 * ARC:
            return [Choice(PRESS, Move((Form("line"),)), "deploy")]
        if apart(unit.facing, direction) > (ARC if close else 2 * ARC):
            order = self.marches.face(unit, direction)
            return [] if order is None else [Choice(PRESS, order, "turn")]
        return []

    def _supplies(self, unit: Unit) -> list[Choice]:
        """Cartridges from a wagon: at once if it is beside the unit, else the unit goes to it (09.03)."""
        found: list[Choice] = []
        for wagon in self.known.own:
            if wagon.arm != "wagon" or not unit.out_of_ammunition:
                continue
            if self.known.apart(unit, wagon) <= CONTACT:
                found.append(Choice(EMPTY, Resupply(wagon.id), "resupply"))
            elif (order := self.marches.march(unit, middle_of(self.known.state, wagon), stop=OUT_OF_REACH)) is not None:
                found.append(Choice(EMPTY / 2, order, "to-the-wagon"))
        return found

    def idle(self, unit: Unit) -> tuple[Order, str]:
        """Nothing is worth an order: get in order, or stand."""
        return (Reorganise(), "reorganise") if unit.order == "LU" else (Stand(), "stand")
