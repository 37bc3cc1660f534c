"""What a side knows while it writes its orders: its own troops, and of the enemy what its generals see now, and who was
seen to go into a house.

The rules can be asked about the state kept here: enemies that nobody of the side sees are not in it, and what is never
seen of the others (order, losses towards a figure, cartridges) is what one would take for granted.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from feltherre.games.civilwar.commanders import side_of
from feltherre.games.civilwar.field import body, distance, ground, scenario_of
from feltherre.games.civilwar.sheets import SheetSpace
from feltherre.games.civilwar.sightings import as_remembered, enemies_among, known_to, known_to_chief
from feltherre.games.civilwar.state import AWAITED, LOST, CivilWarState, Sighting, Staff, Unit, unit_of
from feltherre.games.civilwar.view import CivilWarView
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.players.player import Position

#: what was seen so many turns ago still tells where the enemy may be
REMEMBERED: Final = 6
#: and so many turns ago, that he is somewhere near
FEARED: Final = 12


class Knowledge:
    """The field as one side knows it."""

    def __init__(self, position: Position) -> None:
        space = position.decision.space
        assert isinstance(space, SheetSpace)
        self.space, self.rng, self.game = space, position.rng, position.game
        self.side = side_of(position.decision.role)
        view = self.view = position.view
        assert isinstance(view, CivilWarView)
        others = known_to(position.state, position.roles)
        self.state = known_state(position.state, self.side, view, others)
        known = enemies_among(position.state, self.side, others)
        self.turn, self.last = self.state.turn, scenario_of(self.state).turns
        self.own = [unit for unit in self.state.units if unit.side == self.side and unit.on_table]
        self.enemies = [unit for unit in self.state.units if unit.side != self.side and unit.on_table]
        self.ghosts = [
            one
            for one in known.values()
            if not one.live and self.turn - one.turn <= REMEMBERED and one.figures and not house_at(self.state, one)
        ]
        #: who still fights, as far as we know, and was seen not too long ago but is out of sight now
        self.out_of_sight = [
            one
            for one in known.values()
            if not one.live and self.turn - one.turn <= FEARED and is_feared(self.state, one)
        ]
        self._ways: dict[tuple[str, str], int] = {}

    def elsewhere(self, state: CivilWarState) -> Knowledge:
        """The same knowledge of a field on which somebody stands elsewhere."""
        other = copy(self)
        other.state, other._ways = state, {}
        return other

    @property
    def orders_of(self) -> list[Unit]:
        """The units that get orders from this sheet."""
        commanded = {unit.id for unit in self.space.units}
        return [unit for unit in self.own if unit.id in commanded]

    @property
    def turns_left(self) -> int:
        """This turn included."""
        return self.last - self.turn + 1

    def apart(self, one: Unit, other: Unit) -> int:
        """Between base edges, in 0.1 mm."""
        key = (one.id, other.id)
        if key not in self._ways:
            self._ways[key] = distance(self.state, one, other)
        return self._ways[key]

    def fighting(self) -> list[Unit]:
        """The enemies in sight that are still to be reckoned with."""
        return [enemy for enemy in self.enemies if enemy.order != "FU" and enemy.arm != "wagon"]

    def nearest(self, unit: Unit, of: list[Unit] | None = None) -> tuple[Unit, int] | None:
        """The nearest enemy that still fights, and how far away he is."""
        found = [(enemy, self.apart(unit, enemy)) for enemy in (self.fighting() if of is None else of)]
        return min(found, key=lambda pair: (pair[1], pair[0].id), default=None)

    def targets(self, unit: Unit, reach: int) -> list[Unit]:
        """The enemies that the unit's own general sees or knows in a house, not farther away than this, the nearest
        first."""
        known = known_to_chief(self.state, unit).values()
        named = {one.unit for one in known if one.live or house_at(self.state, one)}
        near = [enemy for enemy in self.enemies if enemy.id in named and self.apart(unit, enemy) <= reach]
        return sorted(near, key=lambda enemy: (self.apart(unit, enemy), enemy.id))

    def enemy_places(self) -> list[tuple[Point, int]]:
        """Where the enemy is or was seen not long ago, with his figures."""
        seen = [(middle_of(self.state, enemy), enemy.figures) for enemy in self.fighting()]
        return seen + [((one.x, one.y), one.figures) for one in self.ghosts if one.order != "FU"]

    @cached_property
    def _places(self) -> list[Point]:
        return [place for place, _ in self.enemy_places()]

    def from_enemy(self, place: Point) -> int:
        """How far a place is from where the enemy is or was seen not long ago; very far if he was not seen at all."""
        return min((point_distance(place, there) for there in self._places), default=10**6)

    def enemies_near(self, point: Point, radius: int) -> int:
        """Enemy figures about a place."""
        return sum(figures for place, figures in self.enemy_places() if point_distance(place, point) <= radius)


def middle_of(state: CivilWarState, unit: Unit) -> Point:
    return body(state, unit).centre


def known_state(state: CivilWarState, side: int, view: CivilWarView, known: dict[str, Sighting]) -> CivilWarState:
    """The state with everything left out that the player does not see now, or of objects of play has not seen."""
    own, seen_staff = {unit.id for unit in view.units}, {one.id for one in view.enemy_staff}
    other = state.clone()
    other.made, other.cleared = list(view.made), list(view.cleared)
    other.findings = [one for one in state.findings if side_of(one.role) == side]
    other.units = [unit if unit.id in own else _as_seen(state, unit, known.get(unit.id)) for unit in state.units]
    other.staff = [one if one.side == side or one.id in seen_staff else _unseen(one) for one in state.staff]
    return other


def _as_seen(state: CivilWarState, unit: Unit, sighting: Sighting | None) -> Unit:
    if sighting is not None and not sighting.live and (house := house_at(state, sighting)):
        return _in_house(state, sighting, house)
    if sighting is None or not sighting.live or not unit.on_table:
        hidden: dict[str, Any] = {"order": order_seen(sighting), "men": 0, "out_of_ammunition": False, "work": ""}
        return replace(unit, where=AWAITED, **hidden)
    order = "FU" if sighting.order == "FU" else "LU" if sighting.pinned else "OR"
    seen: dict[str, Any] = {
        "figures": max(1, sighting.figures),
        "order": order,
        "pinned": state.turn if sighting.pinned else 0,
        # whether its order goes on is not seen, only that it moved
        "in_motion": sighting.moved,
    }
    return replace(unit, men=0, out_of_ammunition=False, work="", **seen)


def house_at(state: CivilWarState, sighting: Sighting) -> str:
    """The house in which an enemy was when he was last seen, "" if in none: a unit in a house is out of sight, and is
    taken to be there still."""
    place = ((sighting.x, sighting.y),)
    houses = [one for one in ground(state).features if one.type == "building"]
    return next((one.id for one in houses if sighting.figures and ground(state).inside(one, place)), "")


def _in_house(state: CivilWarState, sighting: Sighting, house: str) -> Unit:
    there: dict[str, Any] = {"order": "OR", "pinned": 0, "in_motion": False, "building": house}
    return replace(as_remembered(state, sighting), men=0, out_of_ammunition=False, work="", **there)


def order_seen(sighting: Sighting | None) -> str:
    """The order in which an enemy out of sight is taken to be: that he ran is seen, nothing else."""
    return "FU" if sighting is not None and sighting.order == "FU" else "OR"


def is_feared(state: CivilWarState, sighting: Sighting) -> bool:
    """If one who is out of sight still fights, as far as we know, and is in no house."""
    fights = sighting.figures and sighting.order != "FU" and unit_of(state, sighting.unit).arm != "wagon"
    return bool(fights) and not house_at(state, sighting)


def _unseen(one: Staff) -> Staff:
    return replace(one, where=LOST)
