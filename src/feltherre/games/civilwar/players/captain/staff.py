"""Generals: behind the middle of their troops, so that all are within 40 cm, or beside the one that is most in danger.

A general counts beside a unit that is attacked (schema XII) and beside one that runs (XIX), but he may fall with its
losses (05.02.7, 06.03.9, 07.05.4), and then nobody can be given an order to move until another is appointed (08.05). So
he is there when the enemy is near, and behind the line before.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from feltherre.games.civilwar.field import general_of, ground, info, scenario_of
from feltherre.games.civilwar.orders.language import StaffLine, StaffMove, StaffOrder, StaffStay, StaffWith
from feltherre.games.civilwar.orders.places import LOOKS
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.naming import written
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.players.ways import towards
from feltherre.games.civilwar.sightings import commands
from feltherre.games.civilwar.state import AWAITED, Staff, Unit
from feltherre.ground.tabletop.angles import Point, bearing, forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM
from feltherre.ground.tabletop.shapes import middle

COMMAND: Final = 36 * CM
#: he keeps so far from the enemy, and so far behind his own line
SAFE: Final = 22 * CM
BEHIND: Final = 8 * CM
#: he rides with a unit that runs if no more of his others than this part of them go out of his reach
OUT_OF_REACH: Final = 0.34
#: he thinks of troops that come on within so many turns
SOON: Final = 3
#: and they count so much of those who are there; a general on an errand counts more
COMING: Final = 0.5
ERRAND: Final = 3.0
#: with an enemy so near a unit wants its general beside it
LEADS: Final = 18 * CM
#: nearer than this to his place he stays
NEAR_ENOUGH: Final = 2 * CM


def ride(known: Knowledge, writer: SheetWriter, errands: Collection[str] = ()) -> None:
    """A line for every general: with those who run, beside one who may be attacked, else behind his troops; `errands`:
    units that are there for what a few can do, or on their way."""
    for general in known.space.generals:
        writer.ride(general.id, StaffLine(_order(known, general, errands), evade="yes"))


def _order(known: Knowledge, general: Staff, errands: Collection[str]) -> StaffOrder:
    mine = _troops(known, general)
    steady = [unit for unit in mine if unit.order != "FU"]
    for unit in sorted(mine, key=lambda one: (-one.figures, one.id)):
        if unit.order == "FU" and not unit.broken and _can_go(known, unit, steady):
            return StaffWith(unit.id)
    if not steady:
        return StaffStay()
    leads = _threatened(known, steady, errands)
    if leads is not None:
        return StaffWith(leads.id)
    place = _meets(known, general) or _behind(known, general, steady, errands)
    if point_distance(place, (general.x, general.y)) <= NEAR_ENOUGH and not general.beside:
        return StaffStay()
    mark = min(steady, key=lambda unit: (point_distance(middle_of(known.state, unit), place), unit.id))
    to = written(known.state, mark, middle_of(known.state, mark), place)
    return StaffWith(mark.id) if to is None else StaffMove(to)


def _troops(known: Knowledge, general: Staff) -> list[Unit]:
    """The units that have their orders from him: his own, and those of generals who have fallen (08.05.1); if none of
    them moves, those of all the generals under him."""
    own = [unit for unit in known.own if unit.arm != "wagon"]
    mine = [unit for unit in own if _is_under(known, general, unit)]
    moving = [unit for unit in mine if unit.arm != "artillery"]
    return moving or mine or [unit for unit in own if commands(known.state, general, unit)]


def _can_go(known: Knowledge, unit: Unit, others: list[Unit]) -> bool:
    """If he can ride with a unit that runs without losing the command of the rest (XIX)."""
    here = middle_of(known.state, unit)
    near = [point for point, _ in known.enemy_places() if point_distance(point, here) <= SAFE]
    far = sum(point_distance(middle_of(known.state, other), here) > COMMAND - 12 * CM for other in others)
    return not near and far <= OUT_OF_REACH * len(others)


def _threatened(known: Knowledge, steady: list[Unit], errands: Collection[str]) -> Unit | None:
    """The unit that is nearest to an enemy who may attack it, if most of the others are in reach of a general beside
    it, and all who are on an errand."""
    foes = [foe for foe in known.fighting() if foe.arm in ("infantry", "cavalry")]
    found = []
    for unit in steady:
        near = known.nearest(unit, foes) if unit.arm in ("infantry", "cavalry") else None
        here = middle_of(known.state, unit)
        far = [other.id for other in steady if point_distance(middle_of(known.state, other), here) > COMMAND]
        led = len(far) <= OUT_OF_REACH * len(steady) and not any(name in errands for name in far)
        if near is not None and near[1] <= LEADS and led:
            found.append((near[1], unit.id, unit))
    return min(found)[2] if found else None


def _is_under(known: Knowledge, general: Staff, unit: Unit) -> bool:
    chief = general_of(known.state, unit)
    return chief is not None and chief.id == general.id


def _meets(known: Knowledge, general: Staff) -> Point | None:
    """A general with nobody on the table but guns rides to where his first troops come on, where he is of use."""
    if any(_is_under(known, general, unit) and unit.arm not in ("artillery", "wagon") for unit in known.own):
        return None
    coming = _entries(known, general, known.turns_left)
    if not coming:
        return None
    return _on_table(known, towards(coming[0], (general.x, general.y), COMMAND - 2 * CM))


def _entries(known: Knowledge, general: Staff, within: int) -> list[Point]:
    """Where troops of his come on within so many turns: a general far from there can give them no order (03.03.3)."""
    awaited = [unit for unit in known.state.units if unit.side == known.side and unit.where == AWAITED]
    data = [one for unit in awaited if (one := info(known.state, unit)).under == general.id]
    comes = [one.reinforcement for one in data if one.reinforcement is not None]
    return [one.at for one in sorted(comes, key=lambda one: one.turn) if one.turn <= known.turn + within]


def _behind(known: Knowledge, general: Staff, steady: list[Unit], errands: Collection[str]) -> Point:
    """Behind the middle of his troops, out of the way of the enemy, but with as many as can be in reach."""
    places = [middle_of(known.state, unit) for unit in steady]
    away = [place for unit, place in zip(steady, places, strict=True) if unit.id in errands]
    centre = middle(places)
    coming = _entries(known, general, SOON)
    near = sorted(known.enemy_places(), key=lambda one: (point_distance(one[0], centre), one[0]))[:3]
    edge = scenario_of(known.state).sides[known.side].own_edge
    back = (LOOKS[edge] + CIRCLE // 2) % CIRCLE
    if near and (front := middle([place for place, _ in near])) != centre:
        back = bearing(centre[0] - front[0], centre[1] - front[1])
    found = [forward(centre, back, way) for way in range(0, 33 * CM, 4 * CM)]
    # of troops that stand far apart he is rather with some than with none
    found += [forward(place, back, BEHIND) for place in places]
    here = (general.x, general.y)
    found += [towards(place, here, COMMAND - 2 * CM) for place in (*places, *coming)]
    found += [middle([place, other]) for place in away for other in places]
    weights = [(one, ERRAND if one in away else 1.0) for one in places] + [(one, COMING) for one in coming]
    return min((_on_table(known, place) for place in found), key=lambda place: _cost(known, place, places, weights))


def _cost(known: Knowledge, place: Point, troops: list[Point], weights: list[tuple[Point, float]]) -> float:
    lost = sum(weight for one, weight in weights if point_distance(place, one) > COMMAND)
    danger = sum(max(0, SAFE - point_distance(place, enemy)) for enemy, _ in known.enemy_places())
    among = sum(max(0, BEHIND - point_distance(place, one)) for one in troops)
    return lost * 20 * CM + danger + among + sum(point_distance(place, one) for one in troops) / len(troops) / 10


def _on_table(known: Knowledge, place: Point) -> Point:
    table = ground(known.state)
    return min(max(place[0], 3 * CM), table.width - 3 * CM), min(max(place[1], 3 * CM), table.height - 3 * CM)
