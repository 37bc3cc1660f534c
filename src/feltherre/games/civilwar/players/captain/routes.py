"""Ways to the places that count at the end: how long they take, who fires there, and who must be passed."""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.field import ground
from feltherre.games.civilwar.orders.language import Move
from feltherre.games.civilwar.orders.legs import GoTo
from feltherre.games.civilwar.orders.places import Place, UnitMark
from feltherre.games.civilwar.players.dangers import dangers, is_before
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.ways import SQUARE, Cell, Ways, cell_of, cells_about, middle_of_cell
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point, apart, bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM, DEGREE

#: a column marches so many squares in a turn
MARCH: Final = 22 * CM / SQUARE
#: before an enemy so near one is fired at, as beside him so near, which counts as so much more way
UNDER_FIRE: Final = 20 * CM
BESIDE_HIM: Final = 11 * CM
#: as is one who must be passed so near
IN_THE_WAY: Final = 10 * CM
DETOUR: Final = 8.0
#: a few alone pass the enemy at such distances where they can, for ground that is so much dearer
BERTHS: Final = ((12 * CM, 4.0), (20 * CM, 2.0))
#: a unit on its way goes on: for it this counts as so much of the way, if its first squares lie within so much
#: of where it heads
ON_HIS_WAY: Final = 0.5
HEADS: Final = 40 * DEGREE
FIRST_SQUARES: Final = 5
#: so many of the nearest places are thought of: by a few, and by many, who take them from each other
FEW: Final = 4
MANY: Final = 8


class Way(NamedTuple):
    """A way to a place that counts: what it costs, how many turns it takes, how many fire there, how many must be
    passed close by, and where it leads."""

    cost: float
    turns: float
    under: int
    passed: int
    spot: Point


class Routes:
    """The ways of a side's units over the field as it knows it; `alone`: of a few, who give every enemy a wide
    berth."""

    def __init__(self, known: Knowledge, alone: bool = False) -> None:
        self.known = known
        self.ways = Ways(ground(known.state), _berths(known) if alone else dangers(known))
        self._under: dict[Point, int] = {}
        self._foes = [middle_of(known.state, foe) for foe in known.fighting()]

    def nearest(self, unit: Unit, spots: list[Point], most: int = FEW) -> list[Way]:
        """The places that a unit comes to first: as the way is, and a detour more for those under fire."""
        times = self._times(unit)
        reached = [spot for spot in spots if cell_of(spot) in times]
        near = sorted(reached, key=lambda spot: (self._cost(times, spot), spot))[:most]
        return sorted(self._way(unit, times, spot) for spot in near)

    def trail(self, unit: Unit, spot: Point) -> list[Point]:
        """The squares from a unit to a place."""
        return [middle_of_cell(cell) for cell in reversed(self.ways.trail(self._times(unit), cell_of(spot)))]

    def _times(self, unit: Unit) -> dict[Cell, float]:
        # a way takes as long forth as back
        return self.ways.times(cell_of(middle_of(self.known.state, unit)), False)

    def _cost(self, times: dict[Cell, float], spot: Point) -> float:
        return times[cell_of(spot)] + DETOUR * self._fire_at(spot)

    def _fire_at(self, spot: Point) -> int:
        """How many fire at a place."""
        if spot not in self._under:
            self._under[spot] = sum(self._fires_at(foe, spot) for foe in self.known.fighting())
        return self._under[spot]

    def _fires_at(self, foe: Unit, spot: Point) -> bool:
        way = point_distance(spot, (foe.x, foe.y))
        return way <= BESIDE_HIM or (way <= UNDER_FIRE and is_before(self.known, foe, spot))

    def _way(self, unit: Unit, times: dict[Cell, float], spot: Point) -> Way:
        trail = self.trail(unit, spot)
        passed = sum(any(point_distance(foe, point) <= IN_THE_WAY for point in trail) for foe in self._foes)
        cost = self._cost(times, spot) + DETOUR * passed
        cost *= ON_HIS_WAY if _is_on(unit, trail) else 1.0
        return Way(cost, times[cell_of(spot)] / MARCH, self._fire_at(spot), passed, spot)


def _is_on(unit: Unit, trail: list[Point]) -> bool:
    """If a unit was ordered to march that way in the turn before."""
    last = unit.last.order if unit.last is not None else None
    leg = last.legs[-1] if isinstance(last, Move) else None
    ahead = trail[:FIRST_SQUARES][-1]
    if not isinstance(leg, GoTo) or ahead == (unit.x, unit.y):
        return False
    return apart(_heads(unit, leg.place), bearing(ahead[0] - unit.x, ahead[1] - unit.y)) <= HEADS


def _heads(unit: Unit, place: Place) -> int:
    """Where a unit goes that was ordered to a place: as the order says, if that begins where it stood; else as it
    faces, now that it has gone there."""
    from_itself = place.mark == UnitMark(unit.id)
    return place.offset.direction if from_itself and place.offset is not None else unit.facing


def _berths(known: Knowledge) -> dict[Cell, float]:
    """What the squares near to enemies cost those who go alone."""
    found: dict[Cell, float] = {}
    for place, _ in known.enemy_places():
        for cell in cells_about(place, BERTHS[-1][0]):
            way = point_distance(place, middle_of_cell(cell))
            cost = next((cost for most, cost in BERTHS if way <= most), 0.0)
            found[cell] = max(cost, found.get(cell, 0.0))
    return {cell: cost for cell, cost in found.items() if cost}
