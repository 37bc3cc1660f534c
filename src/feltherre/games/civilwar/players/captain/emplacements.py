"""Where guns have something to fire at: from a place behind a crest, a wood or their own line no battery is of any use.

What a place is worth is what its best round does, as often as there are turns and rounds left for it once the battery
has limbered, marched there and come into action (02.05.3).
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.ground import ground_at
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.gunnery import fire_from
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.players.marches import Marches
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM

#: the places thought of lie so far off, in so many directions
WAYS: Final = (10 * CM, 20 * CM, 32 * CM)
DIRECTIONS: Final = 8
#: a battery marches so far in a turn; to limber and to come into action take so many turns
MARCH: Final = 22 * CM
LIMBERS: Final = 1
UNLIMBERS: Final = 1
#: another place must be so much better
BETTER: Final = 2.5
LEAST: Final = 0.15
#: no battery goes nearer to an enemy than this, and so near to his foot only with friends as near to it
NO_NEARER: Final = 21 * CM
UNGUARDED: Final = 40 * CM
GUARDED: Final = 22 * CM
#: the edge of the table is no place
MARGIN: Final = 5 * CM


class Emplacements:
    """The places from which the guns of a side fire in a turn."""

    def __init__(self, plan: Plan, marches: Marches) -> None:
        self.plan, self.known, self.marches = plan, plan.known, marches
        self._friends = [one for one in self.known.own if one.arm == "infantry" and one.order in ("OR", "LU")]
        self._foot = [one for one in self.known.fighting() if one.arm in ("infantry", "cavalry")]

    def better(self, battery: Unit, fire: float) -> Point | None:
        """A place from which a battery does more in the turns left than where it is; `fire`: what its best round is
        worth from there."""
        here = (battery.x, battery.y)
        stays = 0 if battery.formation == "unlimbered" else UNLIMBERS
        best = max(BETTER * self._over(battery, fire, stays), LEAST)
        found = None
        for place in self.open_places(here):
            delay = -(-point_distance(here, place) // MARCH) + UNLIMBERS + (0 if stays else LIMBERS)
            worth = self._over(battery, fire_from(self.known, battery, place, self.plan.shot_for), delay)
            if worth > best:
                best, found = worth, place
        return found

    def _over(self, battery: Unit, fire: float, delay: int) -> float:
        """What a round that is worth so much does as often as it can still be fired."""
        guns = battery.battery
        rounds = 0 if guns is None else guns.shell + guns.shot
        return fire * max(0, min(rounds, self.known.turns_left - delay))

    def open_places(self, here: Point) -> list[Point]:
        """Where guns can stand about a place."""
        step = CIRCLE // DIRECTIONS
        found = [forward(here, number * step, way) for way in WAYS for number in range(DIRECTIONS)]
        return [place for place in found if self._is_open(place) and self._is_safe(place)]

    def _is_open(self, place: Point) -> bool:
        table = self.marches.table
        inside = MARGIN <= place[0] <= table.width - MARGIN and MARGIN <= place[1] <= table.height - MARGIN
        return inside and ground_at(table, place, "attack_column", "infantry") in ("ordinary", "road")

    def _is_safe(self, place: Point) -> bool:
        if any(point_distance(place, there) < NO_NEARER for there, _ in self.known.enemy_places()):
            return False
        near = [middle_of(self.known.state, foe) for foe in self._foot]
        near = [there for there in near if point_distance(place, there) < UNGUARDED]
        return all(self._is_guarded(place, there) for there in near)

    def _is_guarded(self, place: Point, enemy: Point) -> bool:
        """If friends are nearer to an enemy than a place is, or beside it."""
        way = point_distance(place, enemy)
        mates = [middle_of(self.known.state, one) for one in self._friends]
        return any(point_distance(one, enemy) <= way and point_distance(one, place) <= GUARDED for one in mates)
