"""The last turns: whoever can still reach a place that counts at the end goes there in time, where the enemy is not.

A condition that one unit meets gets two; one that asks for more figures than the enemy has gets as many as it takes.
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.players.dangers import is_before
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.objectives import Objective, places_in
from feltherre.games.civilwar.players.ways import SQUARE
from feltherre.games.civilwar.state import Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: places are so far from each other, and so far from the enemy
STEP: Final = 6 * CM
CLEAR: Final = 11 * CM
#: before an enemy so near one is fired at, which counts as so much more way
UNDER_FIRE: Final = 20 * CM
DETOUR: Final = 8.0
#: a column marches so many squares in a turn, and sets out so many turns early
MARCH: Final = 22 * CM / SQUARE
EARLY: Final = 3
#: how many go for what one can do; how much more than the enemy is enough
ENOUGH: Final = 2
MORE: Final = 1.3
#: nobody thinks of the end sooner
LAST_TURNS: Final = 9


class Finish:
    """Who goes where for what counts at the end."""

    def __init__(self, known: Knowledge, wanted: list[Objective], free: list[Unit]) -> None:
        self.known = known
        self.places: dict[str, tuple[Point, Objective]] = {}
        self._free = [unit for unit in free if unit.order in ("OR", "LU") and not is_pinned(known.state, unit)]
        self._taken: list[Point] = []
        for one in wanted:
            due = (one.turn or known.last) - known.turn + 1
            if one.task == "hold" and one.where is not None and not one.of.ids and 0 < due <= LAST_TURNS:
                self._send(one, due)

    def _send(self, one: Objective, due: int) -> None:
        """As many as it takes: those who are there stay, then those who are nearest to a free place."""
        assert one.where is not None
        mine = [unit for unit in self._free if unit.id not in self.places and self._fits(one, unit, due)]
        there = [unit for unit in mine if is_there(self.known.state, unit, one.where)]
        enemy = sum(foe.figures for foe in self.known.fighting() if is_there(self.known.state, foe, one.where))
        units = figures = 0
        for unit in sorted(there, key=lambda each: (-each.figures, each.id)):
            if units and self._enough(one, units, figures, enemy):
                break
            self._give(unit, (unit.x, unit.y), one)
            units, figures = units + 1, figures + unit.figures
        spots = [spot for spot in places_in(self.known.state, one.where, STEP) if self._clear(spot)]
        ways = sorted(
            (way, unit.id, spot) for unit in mine if unit not in there for way, spot in self._nearest(unit, spots)
        )
        for way, name, spot in ways:
            if self._enough(one, units, figures, enemy):
                return
            if due > way / MARCH + EARLY or due < way / MARCH - 1:
                continue
            unit = next(each for each in mine if each.id == name)
            if name in self.places or any(point_distance(spot, other) < STEP for other in self._taken):
                continue
            self._give(unit, spot, one)
            units, figures = units + 1, figures + unit.figures

    def _enough(self, one: Objective, units: int, figures: int, enemy: int) -> bool:
        return figures > MORE * enemy + 12 if one.more else units >= max(ENOUGH, one.of.min)

    def _give(self, unit: Unit, place: Point, one: Objective) -> None:
        self.places[unit.id] = (place, one)
        self._taken.append(place)

    def _fits(self, one: Objective, unit: Unit, due: int) -> bool:
        """If a unit is of those meant, and in order or soon again."""
        return one.is_for(unit) and (not one.of.orders or unit.order in one.of.orders or due > 2)

    def _clear(self, spot: Point) -> bool:
        return all(point_distance(spot, place) >= CLEAR for place, _ in self.known.enemy_places())

    def _nearest(self, unit: Unit, spots: list[Point]) -> list[tuple[float, Point]]:
        """The places that a unit comes to first: as the way is, and a detour more for those under fire."""
        here = middle_of(self.known.state, unit)
        near = sorted(spots, key=lambda spot: (point_distance(spot, here), spot))[:8]
        found = [(self._way(here, spot), spot) for spot in near]
        return sorted(found)[:4]

    def _way(self, here: Point, spot: Point) -> float:
        under = sum(
            point_distance(spot, (foe.x, foe.y)) <= UNDER_FIRE and is_before(self.known, foe, spot)
            for foe in self.known.fighting()
        )
        return point_distance(here, spot) / SQUARE + DETOUR * under
