"""The plan of a turn: who goes for which objective, in which place of the line, who leaves the field, and whether the
side must attack at all.

Brigades stay together: all units of one general have one objective, and stand beside each other before it, the weak
ones behind as supports (07.03.5).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.field import brigade_of, ground, info, scenario_of, special
from feltherre.games.civilwar.gunners import GUNS
from feltherre.games.civilwar.orders.places import LOOKS
from feltherre.games.civilwar.players.captain.approaches import Approaches
from feltherre.games.civilwar.players.captain.finish import Finish
from feltherre.games.civilwar.players.captain.garrisons import garrison
from feltherre.games.civilwar.players.captain.leaving import leads_away, leaving_units
from feltherre.games.civilwar.players.captain.prospects import ahead_by
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.objectives import Objective, beside, for_driving_off, objectives, place_for
from feltherre.games.civilwar.players.odds import zones_of
from feltherre.games.civilwar.players.ways import towards
from feltherre.games.civilwar.shapes import shape_of
from feltherre.games.civilwar.special_rules import CoverUntilMoved
from feltherre.games.civilwar.state import AWAITED, Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.games.civilwar.victory_terms import Where
from feltherre.ground.tabletop.angles import Point, bearing, forward, to_the_right
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM
from feltherre.ground.tabletop.shapes import middle

#: enemies so near to an objective fight for it
AROUND: Final = 30 * CM
#: figures that an objective wants besides what the enemy has there
GARRISON: Final = 15
#: how far off an objective is worth half
HALF_WORTH: Final = 70 * CM
#: supports stand so far behind the line; from this many units on there are some
BEHIND: Final = 7 * CM
SUPPORTED_FROM: Final = 3
BETWEEN: Final = 2 * CM
#: the part of the game in which one comes up and lets the guns speak; what counts in so many turns hurries
PREPARES: Final = 0.2
SOON: Final = 4
#: it is longer, up to this part, while others are to come on within so many turns
AWAITS: Final = 0.5
COMES_SOON: Final = 4
#: the part of the game in which fronts are attacked too
LATE: Final = 0.35
#: so near to where one waits one is there
AT_HAND: Final = 6 * CM
#: a place beside the line of an objective counts as at it
ALONG: Final = 12 * CM
#: a brigade attacks enemies so near
ATTACKED_FROM: Final = 60 * CM
#: before the attack one stands so far from the enemy, and goes there if it is so far
STAND_OFF: Final = 36 * CM
WORTH_A_MARCH: Final = 4 * CM
#: enemies that are not about the objective matter so much, and each point for guns adds to it
OTHERS: Final = 0.6
TAKING: Final = 0.4
#: a unit at a place no later than this after the enemy may still be the first; so far inside a field one is in it
FIRST: Final = 8 * CM
INSIDE: Final = 6 * CM
#: a unit that has cover until it stirs gives it up when the enemy's foot is so near
LIES_LOW: Final = 20 * CM


class Slot(NamedTuple):
    """A unit's place in the plan."""

    place: Point
    facing: int
    objective: Objective | None
    support: bool = False
    #: the enemy who is to be attacked from there
    target: str = ""
    flank: bool = False
    #: it counts at the end, which is near
    urgent: bool = False
    #: it goes there by this place
    via: Point | None = None
    #: it waits there for the attack
    waits: bool = False


class Plan:
    """The intentions of a side for a turn."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.all = objectives(known.state, known.side)
        self.pressing = ahead_by(known) <= scenario_of(known.state).draw_within
        self.storming = self.pressing and self._in_time()
        self.garrison = garrison(known, self.all)
        self.leaving = leaving_units(known, self.all)
        self.slots: dict[str, Slot] = {}
        self.finish = Finish(known, self.all, [one for one in known.orders_of if self._may_finish(one)])
        self.approaches = Approaches(known)
        self._crests = special(known.state, CoverUntilMoved)
        self._assign()

    def _in_time(self) -> bool:
        """The first turns are for coming up and for the guns, unless something is to be had in a few turns; one does
        not begin either while others are still to come on soon."""
        turn, last = self.known.turn, self.known.last
        return self._soon() or (turn > PREPARES * last and not (turn <= AWAITS * last and self._are_awaited()))

    def _are_awaited(self) -> bool:
        """If foot of ours comes on in the next turns."""
        state, side = self.known.state, self.known.side
        awaited = [one for one in state.units if one.side == side and one.where == AWAITED and one.arm == "infantry"]
        comes = [one for unit in awaited if (one := info(state, unit).reinforcement) is not None]
        return any(self.known.turn <= one.turn <= self.known.turn + COMES_SOON for one in comes)

    def _soon(self) -> bool:
        turn = self.known.turn
        return any(one.turn and turn <= one.turn <= turn + SOON for one in self.all if one.task in ("clear", "hold"))

    def _frontally(self) -> bool:
        """If there is no time left to wait for a better chance than an enemy's front."""
        return self._soon() or self.known.turns_left <= LATE * self.known.last

    def lies_low(self, unit: Unit) -> bool:
        """If a unit has the cover that a scenario gives until one first stirs (01.05.3), and keeps it for now."""
        if unit.stirred or self.storming or not any(unit.id in one.units for one in self._crests):
            return False
        foot = [one for one in self.known.fighting() if one.arm in ("infantry", "cavalry")]
        near = self.known.nearest(unit, foot)
        return near is None or near[1] > LIES_LOW

    def slot(self, unit: Unit) -> Slot | None:
        return self.slots.get(unit.id)

    def hurries(self, unit: Unit) -> bool:
        """If a unit still has to come to a place that counts at the end, which is near, or to where it waits for it."""
        slot = self.slots.get(unit.id)
        if slot is None or not slot.urgent:
            return False
        if slot.objective is None or slot.objective.where is None:
            return point_distance((unit.x, unit.y), slot.place) > AT_HAND
        return not is_there(self.known.state, unit, slot.objective.where)

    def crowds(self, unit: Unit) -> bool:
        """If a unit is one of many who go to where the most figures count, and get in each other's way."""
        slot = self.slots.get(unit.id)
        return slot is not None and slot.urgent and slot.objective is not None and slot.objective.more

    def is_where_it_counts(self, unit: Unit) -> bool:
        """If a unit that an objective names is there already."""
        mine = [one for one in self.all if one.names(unit) and one.counts(self.known.turn)]
        return any(one.where is not None and is_there(self.known.state, unit, one.where) for one in mine)

    def abandoned(self) -> list[Point]:
        """Where enemy guns stand without gunners, for the taking (R99)."""
        left = [one for one in self.known.state.made if one.kind == GUNS and one.unit and one.side != self.known.side]
        return [middle(one.points) for one in left]

    def held_by(self, enemy: Unit) -> float:
        """The points for places that an enemy stands in, shared with the others who stand there."""
        held = 0.0
        for one in self.all if self.pressing else ():
            if one.task not in ("hold", "clear") or one.where is None or one.spoils or leads_away(one):
                continue
            there = [foe for foe in self.known.fighting() if one.is_about(foe) and self.stands(foe, one)]
            if enemy in there:
                held += one.points * enemy.figures / max(1, sum(foe.figures for foe in there))
        return held

    def shot_for(self, enemy: Unit) -> float:
        """The points for a place that fire may drive an enemy from."""
        return self.held_by(enemy) + for_driving_off(self.known.state, self.known.side, enemy)

    def stands(self, enemy: Unit, one: Objective) -> bool:
        """If an enemy is where an objective is."""
        return one.where is not None and is_there(self.known.state, enemy, one.where)

    # who goes where

    def _assign(self) -> None:
        brigades: dict[str, list[Unit]] = {}
        for unit in self.known.orders_of:
            if unit.id in self.finish.places:
                place, counts = self.finish.places[unit.id]
                via = None if counts.more else self.finish.via(unit, place)
                self.slots[unit.id] = Slot(place, self.front(place), counts, urgent=True, via=via)
            elif unit.id in self.finish.waits:
                place = self.finish.waits[unit.id]
                via = self.finish.via(unit, place)
                self.slots[unit.id] = Slot(place, self.front(place), None, urgent=True, via=via)
            elif unit.arm in ("infantry", "pioneers") and self._is_free(unit) and not self._named(unit):
                brigades.setdefault(brigade_of(self.known.state, unit), []).append(unit)
        given: dict[Objective, int] = {}
        for _, units in sorted(brigades.items(), key=lambda pair: (-sum(unit.figures for unit in pair[1]), pair[0])):
            centre = middle([middle_of(self.known.state, unit) for unit in units])
            objective = self._best(units, centre, given)
            if objective is not None:
                given[objective] = given.get(objective, 0) + sum(unit.figures for unit in units)
            targets = self._targets(units, centre, objective)
            if objective is not None and self._comes_first(units, objective):
                self._line_up(units, centre, objective)
            elif targets and not self.storming:
                self._stand_off(units, objective)
            elif targets:
                self._assault(units, objective, targets)
            else:
                self._line_up(units, centre, objective)

    def _targets(self, units: list[Unit], centre: Point, objective: Objective | None) -> dict[str, float]:
        """The enemies that a brigade attacks, and how much they matter: those about its objective most of all. None if
        the side need not attack, or nobody is there."""
        if not self.pressing:
            return {}
        place = None if objective is None else self.place(objective, centre)
        found: dict[str, float] = {}
        relevant = False
        for enemy in self.known.fighting():
            here = middle_of(self.known.state, enemy)
            if point_distance(here, centre) > ATTACKED_FROM and (place is None or point_distance(here, place) > AROUND):
                continue
            about = objective is None or self._is_about(objective, enemy, here, place)
            relevant |= about
            takes = sum(one.points for one in self.all if one.task == "take" and one.is_at(enemy))
            found[enemy.id] = OTHERS + (1 - OTHERS) * about + TAKING * takes
        return found if relevant else {}

    def _comes_first(self, units: list[Unit], objective: Objective) -> bool:
        """If a brigade can be at a place that is to be held before the enemy is: it does not wait then."""
        if objective.task != "hold" or objective.where is None or not self.pressing:
            return False
        if any(self.stands(enemy, objective) for enemy in self.known.fighting()):
            return False
        here = middle([middle_of(self.known.state, unit) for unit in units])
        place = self.place(objective, here)
        return point_distance(here, place) <= self.known.from_enemy(place) + FIRST

    def _is_about(self, objective: Objective, enemy: Unit, here: Point, place: Point | None) -> bool:
        if objective.task == "clear" and objective.where is not None:
            near = point_distance(here, place_for(self.known.state, objective.where, here)) <= AROUND
            return objective.is_about(enemy) and near
        return place is not None and point_distance(here, place) <= AROUND

    def _stand_off(self, units: list[Unit], objective: Objective | None) -> None:
        """Each straight on before the enemy, but out of the reach of his attacks, while the others come up and the guns
        speak; whoever is there stands. In the storm those who found no place in the attack, who go on then."""
        places = [place for place, _ in self.known.enemy_places()]
        for unit in units:
            here = (unit.x, unit.y)
            goal = min(places, key=lambda place: (point_distance(place, here), place))
            if objective is not None:
                goal = self.place(objective, here)
            way, off = point_distance(here, goal), self.stands_off(unit)
            while way > 0 and any(point_distance(towards(here, goal, way), place) < off for place in places):
                way -= CM
            place = towards(here, goal, way) if way >= WORTH_A_MARCH else here
            self.slots[unit.id] = Slot(place, self.front(place), objective, waits=not self.storming)

    def stands_off(self, unit: Unit) -> int:
        """How far from the enemy a unit waits: out of the reach of his attacks, or where its rifles tell if his muskets
        hardly reach it there (schema IV)."""
        zones = zones_of(self.known.state, unit)
        theirs = [zones_of(self.known.state, enemy) for enemy in self.known.fighting() if enemy.arm == "infantry"]
        reach = max((zones[2] for zones in theirs if len(zones) > 2), default=STAND_OFF)
        return zones[1] if len(zones) > 1 and zones[1] > reach and not unit.out_of_ammunition else STAND_OFF

    def _assault(self, units: list[Unit], objective: Objective | None, targets: dict[str, float]) -> None:
        """Each to the best place from which to attack one of these; before a front it goes on to where its fire
        tells."""
        for unit in sorted(units, key=lambda one: (one.order == "U", -one.figures, one.id)):
            way = self.approaches.best(unit, targets)
            enemy = next((one for one in self.known.enemies if way is not None and one.id == way.target), None)
            if way is None or enemy is None or (way.side == 0 and not enemy.building and not self._frontally()):
                self._stand_off([unit], objective)
                continue
            self.approaches.take(way)
            place = way.place if way.side else middle_of(self.known.state, enemy)
            self.slots[unit.id] = Slot(place, way.facing, objective, target=way.target, flank=way.side != 0)

    def _may_finish(self, unit: Unit) -> bool:
        # gunners who have left their guns go back to them
        foot_or_horse = unit.arm in ("infantry", "cavalry") and unit.battery is None
        return foot_or_horse and self._is_free(unit) and not self._is_named(unit)

    def _is_named(self, unit: Unit) -> bool:
        return any(one.names(unit) and one.counts(self.known.turn) for one in self.all)

    def _is_free(self, unit: Unit) -> bool:
        return unit.id not in self.leaving and unit.id not in self.garrison

    def _named(self, unit: Unit) -> bool:
        """A unit that an objective names has its place by itself."""
        mine = [one for one in self.all if one.names(unit) and one.counts(self.known.turn)]
        mine = [one for one in mine if one.task == "hold" and not leads_away(one)]
        if not mine or mine[0].where is None:
            return False
        here = middle_of(self.known.state, unit)
        place = (unit.x, unit.y) if is_there(self.known.state, unit, mine[0].where) else None
        goal = place or place_for(self.known.state, mine[0].where, here)
        self.slots[unit.id] = Slot(goal, self.front(goal), mine[0])
        return True

    def _best(self, units: list[Unit], centre: Point, given: dict[Objective, int]) -> Objective | None:
        """The objective for which a brigade is needed most."""
        figures = sum(unit.figures for unit in units)
        found = [
            (self._worth(one, centre, figures, given.get(one, 0)), one)
            for one in self.all
            if self._is_open(one) and any(one.is_for(unit) for unit in units)
        ]
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def _is_open(self, one: Objective) -> bool:
        """A place for any units that there are, which still counts."""
        anyone = one.task in ("hold", "clear") and not one.of.ids and not one.spoils
        return anyone and one.where is not None and one.counts(self.known.turn)

    def _worth(self, one: Objective, centre: Point, figures: int, given: int) -> float:
        place = self.place(one, centre)
        need = GARRISON + self.known.enemies_near(place, AROUND)
        part = min(1.0, max(0.15, (1.5 * need - given) / max(1, figures)))
        return one.points * part / (1 + point_distance(centre, place) / HALF_WORTH)

    def place(self, one: Objective, start: Point) -> Point:
        """Where an objective is for somebody: at the place itself, or at the enemies who are to be driven from it."""
        assert one.where is not None
        if one.task == "clear":
            there = [
                middle_of(self.known.state, enemy)
                for enemy in self.known.fighting()
                if one.is_about(enemy) and is_there(self.known.state, enemy, one.where)
            ]
            if there:
                return min(there, key=lambda place: (point_distance(place, start), place))
        elif (ground_there := self._just_inside(one.where, start)) is not None:
            return ground_there
        return place_for(self.known.state, one.where, start)

    def _just_inside(self, where: Where, start: Point) -> Point | None:
        """Of fields, woods and hills that are to be held the part that is nearest: a little beyond their edge."""
        table = ground(self.known.state)
        fields = [one for name in where.inside if (one := table.feature(name)).type != "building"]
        if not fields:
            return None
        if any(table.inside(one, (start,)) for one in fields):
            return start
        ways = [(beside(one, start), middle(one.points)) for one in fields]
        edge, centre = min(ways, key=lambda way: (point_distance(way[0], start), way))
        return towards(edge, centre, INSIDE)

    # the line

    def front(self, place: Point) -> int:
        """The way a line at a place faces: to the enemies that are nearest to it, or away from the own edge."""
        near = sorted(self.known.enemy_places(), key=lambda pair: (point_distance(pair[0], place), pair[0]))[:4]
        near = [pair for pair in near if point_distance(pair[0], place) > 2 * CM]
        if not near:
            return LOOKS[scenario_of(self.known.state).sides[self.known.side].own_edge]
        weight = sum(figures + 1 for _, figures in near)
        x = sum(point[0] * (figures + 1) for point, figures in near) // weight
        y = sum(point[1] * (figures + 1) for point, figures in near) // weight
        return bearing(x - place[0], y - place[1]) if (x, y) != place else 0

    def _line_up(self, units: list[Unit], centre: Point, objective: Objective | None) -> None:
        """Beside each other across the way they face, as they stand now from left to right."""
        goal = centre if objective is None else self.place(objective, centre)
        if objective is None and self.pressing and (places := self.known.enemy_places()):
            goal = min((place for place, _ in places), key=lambda place: (point_distance(place, centre), place))
        if objective is not None and objective.task == "clear":
            self._converge(units, objective)
            return
        self._rows(units, goal, objective)

    def _rows(self, units: list[Unit], goal: Point, objective: Objective | None) -> None:
        facing = self.front(goal)
        steady = sorted(units, key=lambda unit: (unit.order == "U", unit.out_of_ammunition, -unit.figures, unit.id))
        count = len(units) - len(units) // SUPPORTED_FROM if len(units) >= SUPPORTED_FROM else len(units)
        rows = ((steady[:count], 0), (steady[count:], BEHIND))
        for row, depth in rows:
            self._row(sorted(row, key=lambda unit: self._aside(unit, facing)), goal, facing, depth, objective)

    def _converge(self, units: list[Unit], objective: Objective) -> None:
        """Each straight at the enemy who is nearest to it of those that are to be driven out."""
        for unit in units:
            here = (unit.x, unit.y)
            place = self.place(objective, here)
            facing = bearing(place[0] - here[0], place[1] - here[1]) if place != here else unit.facing
            self.slots[unit.id] = Slot(place, facing, objective)

    def _aside(self, unit: Unit, facing: int) -> tuple[int, str]:
        return to_the_right(unit.x, unit.y, facing), unit.id

    def _row(self, units: list[Unit], goal: Point, facing: int, depth: int, objective: Objective | None) -> None:
        widths = [_front_in_line(unit) + BETWEEN for unit in units]
        left = -sum(widths) // 2
        back = forward(goal, (facing + CIRCLE // 2) % CIRCLE, depth)
        for unit, width in zip(units, widths, strict=True):
            way = left + width // 2
            side = (facing + CIRCLE // 4) % CIRCLE if way >= 0 else (facing - CIRCLE // 4) % CIRCLE
            place = self._on_table(forward(back, side, abs(way)))
            if not depth:
                place = self._along(place, objective)
            self.slots[unit.id] = Slot(place, facing, objective, bool(depth))
            left += width

    def _along(self, place: Point, objective: Objective | None) -> Point:
        """Beside a wall or fence that is to be held, each unit stands at it."""
        where = objective.where if objective is not None and objective.task == "hold" else None
        if where is None or not (where.of or where.touching):
            return place
        near = place_for(self.known.state, where, place)
        return near if point_distance(near, place) <= ALONG else place

    def _on_table(self, place: Point) -> Point:
        table = ground(self.known.state)
        return min(max(place[0], 3 * CM), table.width - 3 * CM), min(max(place[1], 3 * CM), table.height - 3 * CM)


def _front_in_line(unit: Unit) -> int:
    return shape_of(unit.arm, unit.mounted, "line", max(1, unit.figures)).width
