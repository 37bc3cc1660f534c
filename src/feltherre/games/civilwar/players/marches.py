"""Marching orders: from where a unit stands towards a place, in the right formation, short of the enemy and clear of
friends.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.games.civilwar.changing import about, change_of
from feltherre.games.civilwar.field import body, ground, shape
from feltherre.games.civilwar.marchers import marcher, rate_of
from feltherre.games.civilwar.orders.language import Move
from feltherre.games.civilwar.orders.legs import Face, Form, GoTo, Limber, OrderLeg, Unlimber, Wheel
from feltherre.games.civilwar.orders.places import Place
from feltherre.games.civilwar.players.dangers import dangers
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.players.naming import written
from feltherre.games.civilwar.players.ways import Ways, crosses_water, in_water
from feltherre.games.civilwar.shapes import standing_as
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point, apart, bearing, forward, turn_to
from feltherre.ground.tabletop.bodies import Body, Pose, body_at
from feltherre.ground.tabletop.distance import pieces_distance, point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE, TURN
from feltherre.ground.tabletop.shapes import boxes_meet, overlap, widened
from feltherre.ground.tabletop.table import covers_part

#: beyond this one faces about, and a line forms column rather than wheel
QUARTER: Final = CIRCLE // 4
WIDE_TURN: Final = 30 * DEGREE
#: a change of formation takes about so much of a turn at least
CHANGE: Final = TURN // 4
#: between neighbours
ROOM: Final = CM // 2
#: shorter ways are not worth an order
LEAST: Final = CM // 4
#: a unit that goes on whatever bars its way is given so much of it
STRAIGHT_ON: Final = 20 * CM
#: how one goes round what bars the straight way
ROUND: Final = (0, 300, -300, 600, -600)
_BELOW: Final = 5 * DEGREE


def column_for(unit: Unit) -> str:
    """The column in which a unit marches: too few figures for a third rank make no attack column (R14)."""
    attack = standing_as("attack_column", unit.mounted, unit.figures) == "attack_column"
    return "attack_column" if attack else "march_column"


class Marches:
    """The marches of a side in one turn; each unit's place at the end of it is kept free."""

    def __init__(self, known: Knowledge, wary: bool = False) -> None:
        self.known = known
        self.table = ground(known.state)
        self._wary = Ways(self.table, dangers(known) if wary else {})
        self._bold = Ways(self.table, {}) if wary else self._wary
        self.claims: dict[str, Body] = {unit.id: body(known.state, unit) for unit in known.own}
        #: friends who stand still in this turn, so that one can pass through them (02.06.3)
        self.passable: set[str] = set()

    def march(
        self, unit: Unit, goal: Point, *, stop: int, form: str = "", deploy: bool = False, bold: bool = False
    ) -> Move | None:
        """March towards a place, not nearer to any enemy than `stop`. `form`: change to this formation first;
        `deploy`: form line at the end; `bold`: not round what lies under fire. None if there is nothing to march."""
        ways = self._bold if bold else self._wary
        legs: list[OrderLeg] = []
        time = TURN - (CHANGE if deploy else 0)
        if unit.arm == "artillery" and unit.formation == "unlimbered":
            if change_of(self.known.state, unit, Limber()) is None:
                return None
            legs.append(Limber())
            time -= TURN // 2
            unit = self._changed(unit, Limber())
        if crosses_water(self.table, (unit.x, unit.y), ways.next_point((unit.x, unit.y), goal, 30 * CM)):
            form, deploy = "march_column", False
        if form in ("", "line") and self._wheels_far(unit, goal):
            form = column_for(unit)
        if form and form != unit.formation and not unit.building and self._forms_now(unit, form):
            legs.append(Form(form))  # type: ignore[arg-type]
            time -= self._time(unit, legs[-1])
            unit = self._changed(unit, legs[-1])
        turned = self._turned(unit, goal, ways)
        if turned is not None:
            leg, unit = turned
            legs.append(leg)
            time -= 0 if isinstance(leg, Wheel) else CHANGE
        point = self._reach(unit, goal, stop, max(0, time), ways)
        if point is not None:
            place = self._written(unit, point)
            if place is not None:
                legs.append(GoTo(place))
        if not any(isinstance(leg, GoTo) for leg in legs) and not deploy:
            return None
        if deploy and unit.formation != "line" and not unit.building and self._deploys(unit, point):
            legs.append(Form("line"))
        return Move(tuple(legs)) if legs else None

    def straight_on(self, unit: Unit, goal: Point, *, bold: bool = False) -> Move | None:
        """Towards a place, whoever or whatever may be in the way: one stops there at the worst (04.02.5)."""
        ways = self._bold if bold else self._wary
        turned = self._turned(unit, goal, ways)
        legs = () if turned is None else (turned[0],)
        point = ways.next_point((unit.x, unit.y), goal, STRAIGHT_ON)
        place = self._written(unit, point)
        return None if place is None else Move((*legs, GoTo(place)))

    def _deploys(self, unit: Unit, point: Point | None) -> bool:
        """If there is room for a line where a march ends; it is kept free then."""
        here = (unit.x, unit.y)
        x, y = point or here
        way = unit.facing if (x, y) == here else bearing(x - unit.x, y - unit.y)
        return self.forms(replace(unit, x=x, y=y, facing=way, trail=()), "line")

    def forms(self, unit: Unit, formation: str) -> bool:
        """If a unit can form so where it stands; its new ground is kept free for it."""
        if not self.has_room(unit, formation):
            return False
        after = self._changed(unit, Form(formation))  # type: ignore[arg-type]
        self.claims[unit.id] = body_at(shape(self.known.state, after), Pose(after.x, after.y, after.facing))
        return True

    def face(self, unit: Unit, direction: int) -> Move | None:
        """Turn on the spot to a direction: by a wheel, or about first."""
        if apart(unit.facing, direction) > 3 * QUARTER // 2 and unit.arm != "artillery":
            return Move((Face("about"),))
        turn = turn_to(unit.facing, direction)
        if unit.arm == "artillery" and unit.formation == "unlimbered":
            if abs(turn) > 3 * QUARTER // 2:
                return Move((Face("about"),))
            return Move((Face("right" if turn > 0 else "left"),)) if abs(turn) > QUARTER // 2 else None
        angle = min(QUARTER, abs(turn) // DEGREE * DEGREE)
        if angle < _BELOW or not self._wheels_clear(unit, angle if turn > 0 else -angle):
            return None
        return Move((Wheel("right" if turn > 0 else "left", angle),))

    def _wheels_clear(self, unit: Unit, turn: int) -> bool:
        """If no friend stands where a unit wheels, round the inner end of its front: it would stop against him at
        once (04.02.5)."""
        if unit.formation == "march_column" or unit.building:
            return True
        size = shape(self.known.state, unit)
        inner, outer = (QUARTER, -QUARTER) if turn > 0 else (-QUARTER, QUARTER)
        pivot = forward((unit.x, unit.y), (unit.facing + inner) % CIRCLE, size.width // 2)
        for part in (turn // 2, turn):
            facing = (unit.facing + part) % CIRCLE
            x, y = forward(pivot, (facing + outer) % CIRCLE, size.width // 2)
            if not self.clear(unit, body_at(size, Pose(x, y, facing)), 0):
                return False
        return True

    def bars_attack(self, unit: Unit, arrived: Unit) -> bool:
        """If a friend stands in the way of an attack: nobody charges through his own line (02.06.3)."""
        start, end = (unit.x, unit.y), (arrived.x, arrived.y)
        whole = point_distance(start, end)
        steps = max(1, whole // (2 * CM))
        size = shape(self.known.state, unit)
        for step in range(1, steps + 1):
            x, y = start[0] + (end[0] - start[0]) * step // steps, start[1] + (end[1] - start[1]) * step // steps
            if not self.clear(unit, body_at(size, Pose(x, y, arrived.facing)), 0):
                return True
        return False

    # details

    def _wheels_far(self, unit: Unit, goal: Point) -> bool:
        """If a line would lose its march with wheeling: it goes in column (02.05.5)."""
        if unit.formation != "line" or unit.arm not in ("infantry", "pioneers") or unit.building:
            return False
        way = point_distance((unit.x, unit.y), goal)
        if way < 6 * CM:
            return False
        off = apart(bearing(goal[0] - unit.x, goal[1] - unit.y), unit.facing)
        return min(off, CIRCLE // 2 - off) > WIDE_TURN

    def has_room(self, unit: Unit, formation: str) -> bool:
        """If a unit can form so where it stands; no line forms in water, which it could not leave (02.06.5)."""
        after = self._changed(unit, Form(formation))  # type: ignore[arg-type]
        new = body_at(shape(self.known.state, after), Pose(after.x, after.y, after.facing))
        dry = formation != "line" or not in_water(self.table, new.pieces)
        return after.formation == formation and dry and self.clear(unit, new, 0)

    def unlimbers(self, unit: Unit, about: bool = False) -> bool:
        """If there is room for the guns of a battery where it stands; it is kept free for them then."""
        after = self._changed(unit, Unlimber(about))
        new = body_at(shape(self.known.state, after), Pose(after.x, after.y, after.facing))
        if not self.clear(unit, new, 0):
            return False
        self.claims[unit.id] = new
        return True

    def _forms_now(self, unit: Unit, formation: str) -> bool:
        """If no friend stands where a unit would form: a change that finds no room waits, and the march with it."""
        if unit.arm not in ("infantry", "pioneers"):
            return True
        after = self._changed(unit, Form(formation))  # type: ignore[arg-type]
        new = body_at(shape(self.known.state, after), Pose(after.x, after.y, after.facing))
        friends = [one for one in self.known.own if one.id != unit.id]
        there = [body(self.known.state, one) for one in friends]
        there = [one for one in there if boxes_meet(new.box, one.box)]
        return not any(overlap(a, b) for one in there for a in new.pieces for b in one.pieces)

    def _written(self, unit: Unit, point: Point) -> Place | None:
        return written(self.known.state, unit, body(self.known.state, self._of_state(unit.id)).centre, point)

    def _of_state(self, name: str) -> Unit:
        return next(unit for unit in self.known.own if unit.id == name)

    def _time(self, unit: Unit, leg: OrderLeg) -> int:
        found = change_of(self.known.state, unit, leg)
        return CHANGE if found is None else max(0, found.ticks)

    def _changed(self, unit: Unit, leg: OrderLeg) -> Unit:
        found = change_of(self.known.state, unit, leg)
        return unit if found is None else replace(unit, **found.becomes)

    def _turned(self, unit: Unit, goal: Point, ways: Ways) -> tuple[OrderLeg, Unit] | None:
        """Face about, or bend the column, if the way lies behind."""
        if (unit.x, unit.y) == goal or unit.building:
            return None
        first = ways.next_point((unit.x, unit.y), goal, 30 * CM)
        if first == (unit.x, unit.y):
            return None
        direction = bearing(first[0] - unit.x, first[1] - unit.y)
        if apart(direction, unit.facing) <= QUARTER:
            return None
        if unit.formation == "march_column" or unit.arm == "wagon":
            turn = turn_to(unit.facing, direction) // DEGREE * DEGREE
            leg = Wheel("right" if turn > 0 else "left", abs(turn))
            return leg, replace(unit, facing=(unit.facing + turn) % CIRCLE)
        if unit.arm == "artillery":
            return None
        return Face("about"), replace(unit, **about(self.known.state, unit))

    def _reach(self, unit: Unit, goal: Point, stop: int, time: int, ways: Ways) -> Point | None:
        """The farthest point on the way that the march comes to: straight on, or round a friend who bars it."""
        who = marcher(self.known.state, unit)
        rate = rate_of(who, "ordinary") if who is not None else None
        if rate is None:
            return None
        here = (unit.x, unit.y)
        point = ways.next_point(here, goal, rate * time // TURN, unit.arm in ("artillery", "wagon"))
        whole = point_distance(here, point)
        if whole < LEAST:
            return None
        ahead = bearing(point[0] - here[0], point[1] - here[1])
        for turn in ROUND:
            direction = (ahead + turn) % CIRCLE
            if turn and apart(direction, unit.facing) > QUARTER:
                continue
            way, new = self._free_way(unit, direction, whole, stop)
            if new is not None and way >= min(whole, LEAST if not turn else 4 * CM):
                self.claims[unit.id] = new
                return point if way == whole and not turn else forward(here, direction, way)
        return None

    def _free_way(self, unit: Unit, direction: int, whole: int, stop: int) -> tuple[int, Body | None]:
        """How far a unit can go in a direction, and its ground there."""
        far, free = 0, None
        lengths = [*range(min(LEAST, whole), whole, CM), whole]
        for way in lengths:
            new = body_at(shape(self.known.state, unit), Pose(*forward((unit.x, unit.y), direction, way), direction))
            if self.clear(unit, new, stop):
                far, free = way, new
            elif not self.clear(unit, new, stop, through=True):
                break
        return far, free

    def clear(self, unit: Unit, new: Body, stop: int, through: bool = False) -> bool:
        """If there is room for a unit, not nearer to any enemy than `stop`; `through`: on its way, not to stay."""
        near = widened(new.box, stop)
        for enemy in self.known.fighting():
            there = body(self.known.state, enemy)
            if boxes_meet(near, there.box) and pieces_distance(new.pieces, there.pieces) < stop:
                return False
        box = widened(new.box, ROOM)
        houses = [one for one in self.table.features if one.type == "building" and one.id != unit.building]
        if any(boxes_meet(box, one.box) and covers_part(one, new.pieces) for one in houses):
            return False
        return not any(
            name != unit.id
            and not (through and name in self.passable)
            and boxes_meet(box, claim.box)
            and any(overlap(a, b) for a in new.pieces for b in claim.pieces)
            for name, claim in self.claims.items()
        )
