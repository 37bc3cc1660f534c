"""The last turns: whoever can still reach a place that counts at the end goes there in time, where the enemy is not.

A condition that one unit meets gets two or three; one that asks for more figures than the enemy has gets as many as it
takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.players.captain.detachment import FIGURE, ONE_OF, Errand, detached
from feltherre.games.civilwar.players.captain.prospects import feared_at
from feltherre.games.civilwar.players.captain.routes import MANY, Routes, Way
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.players.objectives import Objective, places_in
from feltherre.games.civilwar.state import Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: places are so far from each other; so far from the enemy one is in peace there, and nearer than the last not at all
STEP: Final = 5 * CM
CLEAR: Final = 11 * CM
NEXT_TO_HIM: Final = 5 * CM
#: so far within a part of the table, half of a march column of up to 24 figures is in it (as R52)
WITHIN: Final = 6 * CM
#: so far, half of an attack column is; where many go there is no room for all to go deeper
JUST_WITHIN: Final = 3 * CM
#: one sets out so many turns early, or so many to where the enemy is near
EARLY: Final = 4
RUSH: Final = 1
#: so many where the most figures count, which takes many, who stand in each other's way
CROWD: Final = 3
#: one or two alone do not go to where more enemies than this fire
MOST_FIRE: Final = 1
#: in so many last turns they do, to where no more than this fire
AT_ALL_COSTS: Final = 5
UNDER_MUCH_FIRE: Final = 3
#: how many go for what one can do, one fewer if it is worth less than this; how much more than the enemy is enough
ENOUGH: Final = 3
MUCH: Final = 3
MORE: Final = 1.3
#: nobody thinks of the end sooner, nor stays sooner for what a few can do
LAST_TURNS: Final = 12
STAYS: Final = 5
#: so far on a way one thinks of the next turn
AHEAD: Final = 30 * CM


class Finish:
    """Who goes where for what counts at the end."""

    def __init__(self, known: Knowledge, wanted: list[Objective], free: list[Unit]) -> None:
        self.known = known
        self.places: dict[str, tuple[Point, Objective]] = {}
        self._free = [unit for unit in free if unit.order in ("OR", "LU") and not is_pinned(known.state, unit)]
        self._taken: list[Point] = []
        self._feared: dict[Objective, int] = {}
        #: for a few, and for many together
        self._alone, self._routes = Routes(known, alone=True), Routes(known)
        counts = [one for one in wanted if self._counts(one)]
        # units where the most figures count stay there; then what a few can do comes before what needs everybody
        many = [one for one in counts if one.more]
        for one in many:
            self._stay(one)
        for group in _together([one for one in counts if not one.more]):
            for one in group:
                self._stay(one)
            self._send(group)
        for one in many:
            self._send([one])
        most = len(self._free) // ONE_OF - sum(not one.more for _, one in self.places.values())
        left = [unit for unit in self._free if unit.id not in self.places]
        few = [Errand(one, self._spots(one), self._due(one)) for one in wanted if self._is_for_few(one)]
        #: who waits where for the time to go to such a place
        self.waits = detached(self._alone, few, left, most)

    @property
    def errands(self) -> set[str]:
        """The units that are there for something that a few can do, are on their way to it, or wait for it."""
        return {name for name, (_, one) in self.places.items() if not one.more} | set(self.waits)

    def via(self, unit: Unit, place: Point) -> Point:
        """The next place on a unit's way to another: past the enemy, at a distance."""
        return self._alone.ways.next_point((unit.x, unit.y), place, AHEAD)

    def _is_for_few(self, one: Objective) -> bool:
        """If it is worth much, and some that can do it are not sent yet."""
        alone = not one.more and not one.spoils and one.points >= MUCH
        return self._is_held(one) and alone and not self._enough(one)

    def _counts(self, one: Objective) -> bool:
        return self._is_held(one) and self._due(one) <= LAST_TURNS

    def _is_held(self, one: Objective) -> bool:
        """If it is for whoever is at a place in the end."""
        return one.task == "hold" and one.where is not None and not one.of.ids and self._due(one) > 0

    def _due(self, one: Objective) -> int:
        """How many turns are left, this one included."""
        return (one.turn or self.known.last) - self.known.turn + 1

    def _stay(self, one: Objective) -> None:
        """Those who are there stay, as many as it takes, the biggest first; for what a few can do only in the end."""
        assert one.where is not None
        if not one.more and self._due(one) > STAYS:
            return
        mine = [unit for unit in self._able(one) if is_there(self.known.state, unit, one.where)]
        for unit in sorted(mine, key=lambda each: (-each.figures, each.id)):
            if not self._enough(one):
                self._give(unit, (unit.x, unit.y), one)

    def _send(self, group: list[Objective]) -> None:
        """As many more as it takes: those who are nearest to a free place."""
        there = [unit for one in group if not one.more for unit in self._able(one) if self._is_there(unit, one)]
        ways = [(way, name, number) for number, one in enumerate(group) for way, name in self._ways(one)]
        free = {unit.id: unit for unit in self._free}
        later: set[str] = set()
        for way, name, number in sorted(ways):
            one = group[number]
            if self._enough(one, there):
                return
            # a unit with time to go to the nearest place later goes to no farther one now, nor do others for it
            if name in later:
                continue
            if self._is_early(way, one):
                later.add(name)
                if self._is_worth(way, one) and not one.more and free[name] not in there:
                    there.append(free[name])
                continue
            if name not in self.places and self._has_room(way.spot) and self._is_worth(way, one):
                self._give(free[name], way.spot, one)

    def _ways(self, one: Objective) -> list[tuple[Way, str]]:
        """The ways of those who can do it; for what a few can do rather small units go."""
        spots, able = self._spots(one), self._able(one)
        if one.more:
            return [(way, unit.id) for unit in able for way in self._routes.nearest(unit, spots, MANY)]
        ways = [(way, unit) for unit in able for way in self._alone.nearest(unit, spots)]
        return [(way._replace(cost=way.cost + FIGURE * unit.figures), unit.id) for way, unit in ways]

    def _spots(self, one: Objective) -> list[Point]:
        assert one.where is not None
        spots = places_in(self.known.state, one.where, STEP, JUST_WITHIN if one.more else WITHIN)
        return [spot for spot in spots if self.known.from_enemy(spot) >= NEXT_TO_HIM and self._has_room(spot)]

    def _has_room(self, spot: Point) -> bool:
        """If nobody has been given a place beside it."""
        return all(point_distance(spot, other) >= STEP for other in self._taken)

    def _is_there(self, unit: Unit, one: Objective) -> bool:
        return one.where is not None and is_there(self.known.state, unit, one.where)

    def _is_early(self, way: Way, one: Objective) -> bool:
        """If there is still time to set out later."""
        rush = CROWD if one.more else RUSH
        return self._due(one) > way.turns + (EARLY if self.known.from_enemy(way.spot) >= CLEAR else rush)

    def _is_worth(self, way: Way, one: Objective) -> bool:
        """If one comes in time, and is not shot down there."""
        due = self._due(one)
        # where an enemy must not be, it is of no use to be among them
        most = UNDER_MUCH_FIRE if due <= AT_ALL_COSTS and not one.alone else MOST_FIRE
        if due < way.turns - 1:
            return False
        return one.more or (way.passed <= MOST_FIRE and way.under + way.passed <= most)

    def _able(self, one: Objective) -> list[Unit]:
        due = self._due(one)
        return [unit for unit in self._free if unit.id not in self.places and self._fits(one, unit, due)]

    def _enough(self, one: Objective, also: Sequence[Unit] = ()) -> bool:
        """If those who are given to it are, and some others: more figures than the enemy has there, or so many
        units."""
        assert one.where is not None
        given = [unit for unit in self._free if unit.id in self.places and self._serves(unit, one)]
        given += [unit for unit in also if unit.id not in self.places]
        if not one.more:
            return len(given) >= max(ENOUGH if one.points >= MUCH else ENOUGH - 1, one.of.min)
        enemy = sum(foe.figures for foe in self.known.fighting() if is_there(self.known.state, foe, one.where))
        if one not in self._feared:
            self._feared[one] = sum(foe.figures for foe in feared_at(self.known, one.where))
        enemy += self._feared[one]
        return sum(unit.figures for unit in given) > MORE * enemy + 12

    def _serves(self, unit: Unit, one: Objective) -> bool:
        """If a unit that has its place serves an objective: this one, another way to the same, or it will be there."""
        place, counts = self.places[unit.id]
        if counts is one or (one.either and one.either == counts.either):
            return True
        assert one.where is not None
        there = replace(unit, x=place[0], y=place[1], trail=())
        return one.is_for(unit) and is_there(self.known.state, there, one.where)

    def _give(self, unit: Unit, place: Point, one: Objective) -> None:
        self.places[unit.id] = (place, one)
        self._taken.append(place)

    def _fits(self, one: Objective, unit: Unit, due: int) -> bool:
        """If a unit is of those meant, and in order or soon again."""
        return one.is_for(unit) and (not one.of.orders or unit.order in one.of.orders or due > 2)


def _together(counts: list[Objective]) -> list[list[Objective]]:
    """Several ways to the same thing come together."""
    groups: dict[str, list[Objective]] = {}
    for number, one in enumerate(counts):
        groups.setdefault(one.either or str(number), []).append(one)
    return list(groups.values())
