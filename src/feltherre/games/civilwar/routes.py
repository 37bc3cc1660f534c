"""A movement order as a track (02.05, 02.06, 03.03.4): what a unit marches, up to its next change of formation.

Only the unit's own order and the ground are looked at, not the enemy. A formation change, facing turn and the like is
an event at the end of its time (R21); when it is done, the rest of the order is worked out from there.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.changing import about
from feltherre.games.civilwar.field import body, ground, pose, shape
from feltherre.games.civilwar.marching import (
    BUILDING,
    EDGE,
    OUTWARD,
    TERRAIN,
    Marcher,
    Way,
    far_goal,
    marcher,
    shortened,
    straight,
    tail_of,
)
from feltherre.games.civilwar.orders.language import Attack, Detach, Exit, Move, Order, Rejoin
from feltherre.games.civilwar.orders.legs import Along, Back, Enter, Go, GoTo, OrderLeg, Sideways, Wheel
from feltherre.games.civilwar.orders.places import Place, UnitMark
from feltherre.games.civilwar.shapes import in_file
from feltherre.games.civilwar.sightings import aimed_at, known_to_chief
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.games.civilwar.wheeling import wheel_towards, wheeled
from feltherre.games.civilwar.whereabouts import along, place_of
from feltherre.ground.tabletop.angles import Point, apart, bearing, forward, turn_to
from feltherre.ground.tabletop.arcs import least_angle_from_front
from feltherre.ground.tabletop.bodies import Body, Pose
from feltherre.ground.tabletop.distance import pieces_within, point_distance
from feltherre.ground.tabletop.measure import CIRCLE, EIGHTH, TURN
from feltherre.ground.tabletop.shapes import Outline, middle
from feltherre.ground.tabletop.tracks import Leg, pose_at

#: the one change of direction in a turn at charge pace (02.05.6)
CHARGE_TURN: Final = 200
#: a unit so near to a line is on it
ON_LINE: Final = 50
#: a direction so near to the facing needs no wheel: less than the breadth of a figure on a whole march
STRAIGHT: Final = 5


class Approach(Struct, frozen=True):
    """Straight at the target of an attack."""

    target: str


class LeaveTable(Struct, frozen=True):
    """Straight to an edge of the table, and over it."""

    edge: str


RouteLeg = OrderLeg | Approach | LeaveTable


def legs_of(order: Order) -> tuple[RouteLeg, ...]:
    """The legs of a movement order, those that it only implies among them."""
    if isinstance(order, Move):
        return order.legs
    if isinstance(order, Attack):
        return (*order.legs, Approach(order.target))
    if isinstance(order, Exit):
        return (*order.legs, LeaveTable(order.edge))
    if isinstance(order, Detach):
        return order.legs
    if isinstance(order, Rejoin):
        return (GoTo(Place(UnitMark(order.unit))),)
    return ()


def pace_of(order: Order, leg: RouteLeg) -> str:
    if isinstance(order, Attack):
        return order.pace
    pace: str = getattr(leg, "pace", "ordinary")
    return pace


#: what lies at least so far off a unit's front is to its rear, and it goes there backwards; to what lies beside it a
#: closed formation wheels, since it does not move sideways (R24)
REAR: Final = 3 * CIRCLE // 8


@rule("02.04.2", "02.05.3")
def faces_freely(unit: Unit) -> bool:
    """Open formations turn without time, so that they go any way (02.05.3, R24)."""
    return unit.order == "FU" or unit.formation in ("thin_line", "chain")


class Course:
    """The way of a unit as it is worked out, leg by leg; `unit` is the unit as it will be at `tick`."""

    def __init__(
        self, state: CivilWarState, unit: Unit, tick: int, *, turned: bool = False, storms: bool = False
    ) -> None:
        self.state, self.unit, self.tick = state, unit, tick
        self.table = ground(state)
        self.legs: list[Leg] = []
        #: in a turn at charge pace the direction is changed once, on whatever leg; that change is made
        self.storms, self.turned = storms, turned
        #: charge pace would have needed another change of direction, or a greater one
        self.overturned = False
        #: why the last leg ended before its end, and what was the cause
        self.stopped, self.by = "", ""

    @property
    def pose(self) -> Pose:
        return pose(self.unit)

    def track(self) -> tuple[Leg, ...]:
        """The legs, and where the unit stands after them if it turns on the spot at the end."""
        here = self.pose
        last = pose_at(self.legs[-1], self.legs[-1].end) if self.legs else pose(unit_of(self.state, self.unit.id))
        if here == last or here.facing == last.facing:
            return tuple(self.legs)
        size = shape(self.state, self.unit)
        halt = Leg(self.tick, here, size.width, size.depth, trail=self.unit.trail, column=self._column())
        return (*self.legs, halt)

    def march(self, leg: RouteLeg, pace: str) -> None:
        """One leg that leads somewhere."""
        self.stopped, self.by = "", ""
        until = TURN
        if (span := getattr(leg, "span", None)) is not None:
            until = min(TURN, self.tick + span * EIGHTH)
        if isinstance(leg, Go):
            self._go(leg.direction, leg.length, pace, until)
        elif isinstance(leg, GoTo):
            self._go_to(self._place(leg.place), pace, until)
        elif isinstance(leg, Along):
            self._along(leg, pace, until)
        elif isinstance(leg, Back):
            self._back((self.unit.facing + CIRCLE // 2) % CIRCLE, leg.length, until)
        elif isinstance(leg, Sideways):
            turn = CIRCLE // 4 if leg.side == "right" else -CIRCLE // 4
            if faces_freely(self.unit):
                self._straight_on((self.unit.facing + turn) % CIRCLE, leg.length, pace, until)
        elif isinstance(leg, Wheel):
            self._turn(leg.angle if leg.side == "right" else -leg.angle, pace, until)
        elif isinstance(leg, Enter):
            self._go_to_building(leg.building, pace, until)
        elif isinstance(leg, Approach):
            self._approach(leg.target, pace, until)
        elif isinstance(leg, LeaveTable):
            self._to_edge(leg.edge, pace, until)

    def _place(self, place: Place) -> Point | None:
        return place_of(self.state, place, self.pose.point, known_to_chief(self.state, self.unit))

    # directions

    @rule("02.06.2", "03.03.4", "02.05.5")
    def _go(self, direction: int | None, length: int | None, pace: str, until: int) -> None:
        """The front goes that way: by a wheel first, backwards if it lies behind (02.05.5, 02.06.2, R24)."""
        if direction is None:
            direction = self.unit.facing
        if not faces_freely(self.unit):
            if apart(direction, self.unit.facing) >= REAR:
                self._back(direction, length, until)
                return
            self._turn(turn_to(self.unit.facing, direction), pace, until)
            if self.stopped:
                return
            # at charge pace the turn may have been less (02.05.6)
            direction = self.unit.facing if self._keeps_on(pace) else direction
        self._straight_on(direction, length, pace, until)

    def _go_to(self, goal: Point | None, pace: str, until: int, *, bends: bool = False) -> None:
        """The middle of the front goes to a place, by a wheel first after which it lies straight ahead."""
        here = self.pose.point
        if goal is None or goal == here:
            return
        direction = bearing(goal[0] - here[0], goal[1] - here[1])
        column = self._column() and bends
        if faces_freely(self.unit) or (apart(direction, self.unit.facing) >= REAR and not column):
            self._back_or_on(goal, pace, until)
            return
        self._turn(self._turn_towards(goal), pace, until)
        here = self.pose.point
        if self.stopped or goal == here:
            return
        if apart(bearing(goal[0] - here[0], goal[1] - here[1]), self.unit.facing) > CHARGE_TURN:
            # too near to be reached by a wheel, or beyond the one turn at charge pace: as far as it is straight on
            self._straight_on(self.unit.facing, max(1, _ahead_of(here, goal, self.unit.facing)), pace, until)
            return
        self._to(goal, marcher(self.state, self.unit, pace), until)

    def _back_or_on(self, goal: Point, pace: str, until: int) -> None:
        free = faces_freely(self.unit)
        who = marcher(self.state, self.unit, pace if free else "ordinary", backwards=not free)
        if free or not self.unit.trail:
            self._to(goal, who, until)

    @rule("02.06.2")
    def _back(self, direction: int, length: int | None, until: int) -> None:
        """Backwards without turning, at half speed and never at charge pace (02.06.2). A column that stands bent has
        to face about first."""
        who = marcher(self.state, self.unit, "ordinary", backwards=not faces_freely(self.unit))
        if who is not None and not self.unit.trail:
            self._to(far_goal(who, self.pose, direction, until - self.tick, length), who, until)

    def _straight_on(self, direction: int, length: int | None, pace: str, until: int) -> None:
        who = marcher(self.state, self.unit, pace)
        if who is not None:
            self._to(far_goal(who, self.pose, direction, until - self.tick, length), who, until)

    def _along(self, leg: Along, pace: str, until: int) -> None:
        """Onto a line and along it to the point of it that is nearest to a place."""
        feature = next((one for one in self.table.features if one.id == leg.object), None)
        goal = self._place(leg.place)
        if feature is None or feature.area or goal is None:
            return
        for point in along(feature, self.pose.point, goal):
            if point_distance(point, self.pose.point) <= ON_LINE:
                continue
            self._go_to(point, pace, until, bends=bool(self.legs))
            if self.stopped or self.tick >= until:
                return

    @rule("02.05.6", "07.01.1")
    def _approach(self, target: str, pace: str, until: int) -> None:
        """At the target where it stands when the advance begins: straight on if it lies before the front, else by a
        wheel towards its middle."""
        enemy = aimed_at(self.state, unit_of(self.state, self.unit.id), target)
        if enemy is None:
            return
        there = body(self.state, enemy)
        if faces_freely(self.unit):
            self._approach_freely(there.centre, pace, until)
            return
        self._turn_at(there, pace, until)
        if not self.stopped:
            self._straight_on(self.unit.facing, None, pace, until)

    def turn_at(self, target: str, pace: str) -> None:
        """What a march at the target of an attack begins with, if it is only asked whether it can be turned at."""
        self.stopped, self.by = "", ""
        enemy = aimed_at(self.state, unit_of(self.state, self.unit.id), target)
        if enemy is not None and not faces_freely(self.unit):
            self._turn_at(body(self.state, enemy), pace, TURN)

    def _turn_at(self, there: Body, pace: str, until: int) -> None:
        """Wheel until an enemy lies before the front."""
        if not self._is_ahead(there.pieces):
            before = self.overturned
            self._turn(self._turn_towards(there.centre), pace, until)
            # a wheel that falls short of his middle may still bring a part of him before the front
            self.overturned = before or (self.overturned and not self._is_ahead(there.pieces))

    def _is_ahead(self, pieces: tuple[Outline, ...]) -> bool:
        return least_angle_from_front(body(self.state, self.unit).front, self.unit.facing, pieces) == 0

    def _approach_freely(self, goal: Point, pace: str, until: int) -> None:
        """An open formation faces about if its target is behind it, and goes to it without wheeling."""
        here = self.pose.point
        if goal == here:
            return
        direction = bearing(goal[0] - here[0], goal[1] - here[1])
        if apart(direction, self.unit.facing) > CIRCLE // 4:
            self.unit = replace(self.unit, **about(self.state, self.unit))
            direction = bearing(goal[0] - self.unit.x, goal[1] - self.unit.y)
        self._straight_on(direction, None, pace, until)

    def _go_to_building(self, name: str, pace: str, until: int) -> None:
        """Up to a building: straight at its middle until it is touched."""
        feature = next((one for one in self.table.features if one.id == name), None)
        if feature is None or self.unit.building == name:
            return
        if pieces_within(body(self.state, self.unit).pieces, feature.solids, 4):
            return
        self._go_to(middle(feature.points), pace, until)
        if self.stopped == BUILDING and self.by == name:
            self.stopped, self.by = "", ""

    def _to_edge(self, edge: str, pace: str, until: int) -> None:
        """Straight to an edge of the table; backwards if the unit looks away from it (R24)."""
        turn = turn_to(self.unit.facing, OUTWARD[edge])
        if abs(turn) >= REAR and not self._column() and not faces_freely(self.unit):
            self._back(OUTWARD[edge], None, until)
            if (self.stopped, self.by) == (EDGE, edge):
                self.stopped, self.by = "", ""
            return
        if not faces_freely(self.unit):
            self._turn(turn, pace, until)
        if not self.stopped:
            x, y = self.pose.point
            goals = {"north": (x, self.table.height), "east": (self.table.width, y), "south": (x, 0), "west": (0, y)}
            self._to(goals[edge], marcher(self.state, self.unit, pace), until)

    # legs of the track

    def _column(self) -> bool:
        return self.unit.order != "FU" and (self.unit.formation == "march_column" or self.unit.arm == "wagon")

    def _to(self, goal: Point, who: Marcher | None, until: int) -> None:
        if who is None:
            self.stopped = TERRAIN
            return
        trail = self._trail(who)
        way = straight(self.table, who, self.pose, goal, self.tick, until, trail=trail)
        self._add(way, who, trail)

    def _trail(self, who: Marcher) -> tuple[Point, ...]:
        if not who.column:
            return ()
        return self.unit.trail or (tail_of(self.pose, who.depth),)

    def _add(self, way: Way, who: Marcher, trail: tuple[Point, ...]) -> None:
        self.legs += way.legs
        self.tick = way.tick
        self.stopped, self.by = way.stopped, way.by
        if who.column and way.legs:
            trail = (way.legs[-1].pose.point, *way.legs[-1].trail)
        head = way.pose
        kept = shortened(head.point, trail, head.facing, who.depth) if who.column else ()
        self.unit = replace(self.unit, x=head.x, y=head.y, facing=head.facing, trail=kept)

    @rule("02.05.6")
    def _keeps_on(self, pace: str) -> bool:
        """If it can hardly change its direction: at charge pace, and in the whole turn in which it uses that."""
        return self.storms or pace == "charge"

    @rule("02.05.5", "02.05.6")
    def _turn(self, turn: int, pace: str, until: int) -> None:
        """Wheel on a front corner, a column bends at its head; at charge pace once, by at most 20 degrees (02.05.6)."""
        if self._keeps_on(pace):
            able = 0 if self.turned else max(-CHARGE_TURN, min(CHARGE_TURN, turn))
            self.overturned = self.overturned or abs(turn - able) > STRAIGHT
            turn = able
        if abs(turn) <= STRAIGHT:
            return
        self.turned = True
        if self._column():
            # the column bends where its head is and pays nothing for it (R20)
            trail = self.unit.trail or (tail_of(self.pose, self._depth()),)
            self.unit = replace(self.unit, facing=(self.unit.facing + turn) % CIRCLE, trail=trail)
            return
        if self.unit.order == "FU" or in_file(self.unit.formation, self.unit.files):
            # a file faces to its line to wheel (R106)
            return
        self._wheel(turn, marcher(self.state, self.unit, pace), until)

    def _depth(self) -> int:
        who = marcher(self.state, self.unit)
        return who.depth if who is not None else 0

    @rule("02.05.5")
    def _wheel(self, turn: int, who: Marcher | None, until: int) -> None:
        if who is None:
            self.stopped, self.by = TERRAIN, ""
            return
        self._add(wheeled(self.table, who, self.pose, turn, self.tick, until), who, ())

    def _turn_towards(self, goal: Point) -> int:
        """The turn after which a place lies straight ahead of the middle of the front, which a wheel moves too."""
        here = self.pose
        who = None if self._column() else marcher(self.state, self.unit)
        if who is None:
            return turn_to(here.facing, bearing(goal[0] - here.x, goal[1] - here.y))
        return wheel_towards(here, who, goal)


def _ahead_of(here: Point, goal: Point, facing: int) -> int:
    """How far ahead a place lies."""
    far = forward((0, 0), facing, 1 << 15)
    return ((goal[0] - here[0]) * far[0] + (goal[1] - here[1]) * far[1]) >> 15
