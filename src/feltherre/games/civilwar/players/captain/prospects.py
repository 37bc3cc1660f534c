"""How the battle stands: the points each side would have if it ended as it is now, and whoever is out of sight is where
he was seen last, or where he is feared if he was seen near to it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.players.knowledge import Knowledge, order_seen
from feltherre.games.civilwar.players.objectives import places_in
from feltherre.games.civilwar.sightings import as_remembered
from feltherre.games.civilwar.state import CivilWarState, Sighting, Unit
from feltherre.games.civilwar.victory import is_met, is_there, met_by
from feltherre.games.civilwar.victory_terms import AtPlace, Victory, Where, simple_conditions
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: an enemy seen so near to a place that counts, and now out of sight, may be there by now
CREEPS: Final = 25 * CM
STEP: Final = 5 * CM


def ahead_by(known: Knowledge) -> int:
    """By how many points we are ahead, as far as we see."""
    return _points(known, known.side) - _points(known, 1 - known.side)


def feared_at(known: Knowledge, where: Where) -> list[Unit]:
    """The enemies out of sight who may be at a place: as they would stand there."""
    spots = places_in(known.state, where, STEP)
    found = []
    for one in known.out_of_sight:
        ways = sorted((point_distance(spot, (one.x, one.y)), spot) for spot in spots)
        if not ways or ways[0][0] > CREEPS:
            continue
        seen = _as_known(known, one)
        there = (replace(seen, x=spot[0], y=spot[1], trail=()) for _, spot in ways)
        found.append(next((unit for unit in there if is_there(known.state, unit, where)), None))
    return [unit for unit in found if unit is not None]


def _feared(known: Knowledge, term: Victory) -> CivilWarState:
    """The field as it may be, for a term: an enemy last seen near to a place that counts has come there."""
    wheres = [one.where for one in simple_conditions(term.when) if isinstance(one, AtPlace)]
    units = {one.unit: _as_known(known, one) for one in known.ghosts}
    placed = {name for name, unit in units.items() if any(is_there(known.state, unit, where) for where in wheres)}
    for unit in (unit for where in wheres for unit in feared_at(known, where)):
        # an enemy seen in one of several places is there
        if unit.id not in placed:
            units[unit.id] = unit
            placed.add(unit.id)
    if not units:
        return known.state
    state = known.state.clone()
    state.units = [units.get(unit.id, unit) for unit in state.units]
    return state


def _as_known(known: Knowledge, one: Sighting) -> Unit:
    """As he was seen; how his order is now nobody knows."""
    return replace(as_remembered(known.state, one), order=order_seen(one))


def _points(known: Knowledge, side: int) -> int:
    name = scenario_of(known.state).sides[side].id
    terms = [one for one in scenario_of(known.state).victory if one.side in ("each", name)]
    terms = [one for one in terms if not _past(one, known.turn)]
    return known.state.points[side] + sum(one.points * _times(_feared(known, one), one, side) for one in terms)


def _past(term: Victory, turn: int) -> bool:
    """If it was judged at the end of an earlier turn."""
    times = [getattr(one, "at", "end") for one in simple_conditions(term.when)]
    turns = [time for time in times if isinstance(time, int)]
    return bool(turns) and max(turns) < turn


def _times(state: CivilWarState, term: Victory, side: int) -> int:
    return len(met_by(state, term.when, side)) if term.per_unit else int(is_met(state, term.when, side))
