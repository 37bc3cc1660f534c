"""What a side fights for, read from the scenario's conditions of victory, whatever the scenario is.

Its own conditions are its objectives; so are the places where it spoils those of the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from feltherre.games.civilwar.field import ground, scenario_of
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.victory import is_there, meant
from feltherre.games.civilwar.victory_terms import (
    All,
    AnyCondition,
    AtPlace,
    Captured,
    DrivenOff,
    Edge,
    Exit,
    Hold,
    HoldAlone,
    HoldMore,
    NoneWithin,
    Of,
    OfUnits,
    OneOf,
    Where,
)
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import foot, point_distance
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.shapes import middle
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

Task = Literal["hold", "clear", "leave", "take"]
#: how far beyond a border one goes
BEYOND: Final = 5 * CM
#: how far beside an object its place is
BESIDE: Final = 1 * CM


class Objective(NamedTuple):
    """A thing to do: be somewhere, drive the enemy from there, leave the table, take guns."""

    task: Task
    points: int
    where: Where | None
    of: Of
    #: the turn at whose end it counts; 0: at the end of the game
    turn: int = 0
    edge: Edge | None = None
    #: of enemies to be driven out: which ones
    foes: Of | None = None
    #: of a place to be held: with more figures than the enemy has there
    more: bool = False
    #: and: with no enemy there
    alone: bool = False
    #: the victory term that this is one of several ways to
    either: str = ""
    #: it is enough to be there in the end, so that the other side is not alone there
    spoils: bool = False

    def is_for(self, unit: Unit) -> bool:
        """If a unit is one of those that can do it."""
        right_arm = not self.of.arms or unit.arm in self.of.arms
        return right_arm and (not self.of.ids or unit.parent in self.of.ids)

    def names(self, unit: Unit) -> bool:
        """If it is about this unit and no other."""
        return unit.parent in self.of.ids

    def is_about(self, enemy: Unit) -> bool:
        """If an enemy is one of those to be driven out."""
        foes = self.foes
        if foes is None:
            return True
        return (not foes.arms or enemy.arm in foes.arms) and (not foes.ids or enemy.parent in foes.ids)

    def is_at(self, enemy: Unit) -> bool:
        """If an enemy is one of those to be taken."""
        arm = "artillery" if enemy.battery is not None else enemy.arm
        return (not self.of.arms or arm in self.of.arms) and (not self.of.ids or enemy.parent in self.of.ids)

    def counts(self, turn: int) -> bool:
        """If it can still be done."""
        return not self.turn or self.turn >= turn


def objectives(state: CivilWarState, side: int) -> list[Objective]:
    """Everything that a side fights for, the most points first."""
    found: list[Objective] = []
    for victory in scenario_of(state).victory:
        mine = victory.side in ("each", scenario_of(state).sides[side].id)
        theirs = victory.side == "each" or not mine
        for condition in _parts(victory.when):
            either = victory.id if isinstance(victory.when, OneOf) else ""
            if mine:
                found += [one._replace(either=either) for one in _own(condition, victory.points)]
            if theirs:
                found += _against(condition, victory.points)
    return sorted(found, key=lambda one: -one.points)


def _parts(condition: AnyCondition) -> Iterator[AnyCondition]:
    if isinstance(condition, All | OneOf):
        for part in condition.parts:
            yield from _parts(part)
    else:
        yield condition


def _turn(condition: OfUnits) -> int:
    return condition.at if isinstance(condition.at, int) else 0


def _own(condition: AnyCondition, points: int) -> Iterator[Objective]:
    """What a condition that gives us points asks of us."""
    if isinstance(condition, Hold | HoldAlone | HoldMore) and condition.of.side == "own":
        more, alone = isinstance(condition, HoldMore), isinstance(condition, HoldAlone)
        yield Objective("hold", points, condition.where, condition.of, _turn(condition), more=more, alone=alone)
    elif isinstance(condition, NoneWithin) and condition.of.side == "enemy":
        yield Objective("clear", points, condition.where, Of(side="own"), _turn(condition), foes=condition.of)
    elif isinstance(condition, Exit) and condition.of.side == "own":
        yield Objective("leave", points, None, condition.of, _turn(condition), condition.where.edge)
    elif isinstance(condition, Captured) and condition.of.side == "enemy":
        yield Objective("take", points, None, condition.of)


def _against(condition: AnyCondition, points: int) -> Iterator[Objective]:
    """How we spoil a condition that gives the other side points."""
    if isinstance(condition, NoneWithin) and condition.of.side == "enemy":
        yield Objective("hold", points, condition.where, condition.of, _turn(condition))
    elif isinstance(condition, HoldAlone) and condition.of.side == "own" and not _far_off(condition):
        of = Of(side="own", arms=condition.of.arms, orders=condition.of.orders)
        yield Objective("hold", points, condition.where, of, _turn(condition), spoils=True)
    elif isinstance(condition, Hold) and condition.of.side == "own" and not _far_off(condition):
        yield Objective("clear", points, condition.where, Of(side="own"), _turn(condition), foes=condition.of)


def must_stay(state: CivilWarState, side: int, unit: Unit) -> bool:
    """If the enemy scores for a unit that is no longer where it stands now."""
    return for_driving_off(state, 1 - side, unit) > 0


def for_driving_off(state: CivilWarState, side: int, enemy: Unit) -> int:
    """The points that a side gets for an enemy who is no longer where he stands now."""
    name = scenario_of(state).sides[side].id
    terms = [one for one in scenario_of(state).victory if one.side in ("each", name)]
    parts = [(one.points, part) for one in terms for part in _parts(one.when) if isinstance(part, DrivenOff)]
    held = [(points, part) for points, part in parts if enemy in meant(state, part.of, side)]
    return max((points for points, part in held if is_there(state, enemy, part.where)), default=0)


def _far_off(condition: AtPlace) -> bool:
    """A condition of getting away: nothing that one clears."""
    where = condition.where
    return not (where.inside or where.touching or where.of)


# where that is


def place_for(state: CivilWarState, where: Where, start: Point) -> Point:
    """The place in a part of the table to which somebody at `start` goes."""
    names = (*where.inside, *where.touching, *((where.of,) if where.of else ()))
    if names:
        off = 0 if where.touching else BESIDE
        places = [_beside(ground(state).feature(name), start, bool(where.inside), off) for name in names]
        start = min(places, key=lambda place: point_distance(place, start))
    x, y = start
    for line, sign in ((where.north_of, 1), (where.south_of, -1)):
        if line is not None:
            border = _coordinate(state, line, 1) + sign * BEYOND
            y = max(y, border) if sign > 0 else min(y, border)
    for line, sign in ((where.east_of, 1), (where.west_of, -1)):
        if line is not None:
            border = _coordinate(state, line, 0) + sign * BEYOND
            x = max(x, border) if sign > 0 else min(x, border)
    table = ground(state)
    return min(max(x, CM), table.width - CM), min(max(y, CM), table.height - CM)


def places_in(state: CivilWarState, where: Where, step: int, deep: int = 0) -> list[Point]:
    """Places all over a part of the table, about so far from each other; `deep`: so far within it, if there are any."""
    table = ground(state)
    found: list[Point] = []
    for name in (*where.inside, *where.touching, *((where.of,) if where.of else ())):
        feature = table.feature(name)
        if not where.inside:
            found += _along(feature, step)
        elif feature.type != "building":
            found += _deep(_spots(table, 0, step), deep, partial(_is_inside, table, feature))
    if not (where.inside or where.touching or where.of):
        found = _deep(_spots(table, step, step), deep, lambda spot: place_for(state, where, spot) == spot)
    return found


def _spots(table: Table, first: int, step: int) -> list[Point]:
    return [(x, y) for x in range(first, table.width, step) for y in range(first, table.height, step)]


def _is_inside(table: Table, feature: Feature, spot: Point) -> bool:
    return table.inside(feature, (spot,)) > 0


def _deep(spots: list[Point], deep: int, is_in: Callable[[Point], bool]) -> list[Point]:
    """Of some places those within, and of these rather those so far within."""
    found = [spot for spot in spots if is_in(spot)]
    around = ((-deep, 0), (deep, 0), (0, -deep), (0, deep)) if deep else ()
    return [(x, y) for x, y in found if all(is_in((x + dx, y + dy)) for dx, dy in around)] or found


def _along(feature: Feature, step: int) -> list[Point]:
    corners = (*feature.points, feature.points[0]) if feature.area else feature.points
    found: list[Point] = []
    for a, b in pairwise(corners):
        parts = max(1, point_distance(a, b) // step)
        found += [(a[0] + (b[0] - a[0]) * n // parts, a[1] + (b[1] - a[1]) * n // parts) for n in range(parts + 1)]
    return found


def _coordinate(state: CivilWarState, line: int | str, axis: int) -> int:
    if isinstance(line, int):
        return line
    points = ground(state).feature(line).points
    return sum(point[axis] for point in points) // len(points)


def _beside(feature: Feature, start: Point, inside: bool, off: int) -> Point:
    """The middle of an area that one is to stand in, else the nearest place at an object, or so far beside it."""
    if inside:
        return middle(feature.points)
    near = beside(feature, start)
    far = point_distance(near, start)
    if far <= off or not off:
        return near
    return near[0] + (start[0] - near[0]) * off // far, near[1] + (start[1] - near[1]) * off // far


def beside(feature: Feature, start: Point) -> Point:
    """The place at the edge of an object that is nearest."""
    corners = (*feature.points, feature.points[0]) if feature.area else feature.points
    return min((foot(start, a, b) for a, b in pairwise(corners)), key=lambda point: point_distance(point, start))
