"""Where an attack begins: before an enemy out of the reach of his muskets, or better on his flank, a little behind his
front, from where the shock throw counts 4 more (07.03.4).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.field import ground, is_pinned, shape
from feltherre.games.civilwar.ground import ground_at
from feltherre.games.civilwar.players.dangers import is_before, reach_before
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.odds import weight_of
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point, apart, bearing, forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM
from feltherre.ground.tabletop.table import near_feature

QUARTER: Final = CIRCLE // 4
#: so far outward of a flank, and so far behind the front
OUTWARD: Final = 15 * CM
BEHIND: Final = 4 * CM
#: so far before a front
BEFORE: Final = 17 * CM
#: and so far from any house
FROM_HOUSE: Final = 4 * CM
#: what the sides are worth
FRONT: Final = 0.35
FLANK: Final = 1.0
#: a house has no flanks, and whoever is in it does not go away by himself
HOUSE: Final = 0.9
#: what a way of so many cm costs
FAR: Final = 110 * CM
#: what it costs to stand before another enemy, and that a friend goes there already
UNDER_FIRE: Final = 0.35
TAKEN: Final = 0.6
#: what it costs to turn about
STRAIGHT_ON: Final = 0.4
#: what it costs that another enemy is so near that he may charge
CHARGED_FROM: Final = 20 * CM
CHARGED: Final = 0.3
#: enemies in disorder are easier to break
SHAKEN: Final = 1.3
#: a big unit counts no more than this one
MOST: Final = 30.0

Side = int


class Way(NamedTuple):
    """A place from which to attack a target, and how good it is for a unit."""

    place: Point
    facing: int
    target: str
    side: Side
    worth: float


class Approaches:
    """The places from which a side attacks in a turn; each is given to few."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.table = ground(known.state)
        self._taken: dict[tuple[str, Side], int] = {}
        self._places: dict[str, list[tuple[Side, Point, int, float]]] = {}

    def best(self, unit: Unit, targets: dict[str, float]) -> Way | None:
        """The best place for a unit; `targets`: the enemies that matter, and how much."""
        ways = [
            self._way(unit, enemy, one, targets[enemy.id]) for enemy in self._meant(targets) for one in self._of(enemy)
        ]
        return max(ways, key=lambda way: (way.worth, way.target, way.side), default=None)

    def take(self, way: Way) -> None:
        key = (way.target, way.side)
        self._taken[key] = self._taken.get(key, 0) + 1

    def _meant(self, targets: dict[str, float]) -> list[Unit]:
        return [enemy for enemy in self.known.fighting() if enemy.id in targets]

    def _of(self, enemy: Unit) -> list[tuple[Side, Point, int, float]]:
        """The sides of an enemy from which he can be attacked: (side, place, facing there, what it is worth)."""
        if enemy.id not in self._places:
            half = shape(self.known.state, enemy).width // 2
            back = (enemy.facing + CIRCLE // 2) % CIRCLE
            found = [(0, forward((enemy.x, enemy.y), enemy.facing, BEFORE), back, HOUSE if enemy.building else FRONT)]
            if not enemy.building and enemy.formation not in ("chain", "thin_line"):
                for side in (1, -1):
                    outward = (enemy.facing + side * QUARTER) % CIRCLE
                    base = forward((enemy.x, enemy.y), back, BEHIND)
                    found.append(
                        (side, forward(base, outward, half + OUTWARD), (outward + CIRCLE // 2) % CIRCLE, FLANK)
                    )
            self._places[enemy.id] = [
                (side, place, facing, worth - self._fire_at(enemy, place))
                for side, place, facing, worth in found
                if self._open(place)
            ]
        return self._places[enemy.id]

    def _open(self, place: Point) -> bool:
        """On the table, and no wood, water or house, nor so near to one that there is no room."""
        inside = 3 * CM <= place[0] <= self.table.width - 3 * CM and 3 * CM <= place[1] <= self.table.height - 3 * CM
        beside = any(
            one.type == "building" for one in self.table.features if near_feature(((place,),), one, FROM_HOUSE)
        )
        ground_there = ground_at(self.table, place, "attack_column", "infantry")
        return inside and not beside and ground_there in ("ordinary", "road", "difficult")

    def _fire_at(self, target: Unit, place: Point) -> float:
        """What the fire of other enemies costs at a place."""
        others = [one for one in self.known.fighting() if one.id != target.id]
        under = sum(
            point_distance(place, middle_of(self.known.state, one)) <= reach_before(self.known, one)
            and is_before(self.known, one, place)
            for one in others
        )
        near = sum(
            one.arm in ("infantry", "cavalry")
            and point_distance(place, middle_of(self.known.state, one)) <= CHARGED_FROM
            for one in others
        )
        return UNDER_FIRE * under + CHARGED * near

    def _way(self, unit: Unit, enemy: Unit, one: tuple[Side, Point, int, float], matters: float) -> Way:
        side, place, facing, worth = one
        worth *= SHAKEN if enemy.order != "OR" or is_pinned(self.known.state, enemy) else 1.0
        worth *= matters * (0.5 + min(weight_of(enemy), MOST) / MOST)
        worth -= TAKEN * self._taken.get((enemy.id, side), 0)
        worth -= point_distance((unit.x, unit.y), place) / FAR
        worth -= STRAIGHT_ON * self._off(unit, place)
        return Way(place, facing, enemy.id, side, worth)

    def _off(self, unit: Unit, place: Point) -> float:
        """How far out of its direction a place is, 1 for behind it: a unit on its way goes on."""
        here = (unit.x, unit.y)
        if point_distance(here, place) <= OUTWARD // 2:
            return 0.0
        return apart(bearing(place[0] - here[0], place[1] - here[1]), unit.facing) / (CIRCLE // 2)
