"""How the battle stands: the points each side would have if it ended as it is now, and whoever is out of sight is where
he was seen last.
"""

from __future__ import annotations

from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.sightings import as_remembered
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.victory import is_met, met_by
from feltherre.games.civilwar.victory_terms import Victory, simple_conditions


def ahead_by(known: Knowledge) -> int:
    """By how many points we are ahead, as far as we see."""
    state = _remembered(known)
    return _points(known, state, known.side) - _points(known, state, 1 - known.side)


def _remembered(known: Knowledge) -> CivilWarState:
    """The field with those who were seen not long ago: who is hidden in a wood or in corn still holds it."""
    ghosts = {one.unit: as_remembered(known.state, one) for one in known.ghosts}
    if not ghosts:
        return known.state
    state = known.state.clone()
    state.units = [ghosts.get(unit.id, unit) for unit in state.units]
    return state


def _points(known: Knowledge, state: CivilWarState, side: int) -> int:
    name = scenario_of(state).sides[side].id
    terms = [one for one in scenario_of(state).victory if one.side in ("each", name) and not _past(one, known.turn)]
    return state.points[side] + sum(one.points * _times(state, one, side) for one in terms)


def _past(term: Victory, turn: int) -> bool:
    """If it was judged at the end of an earlier turn."""
    times = [getattr(one, "at", "end") for one in simple_conditions(term.when)]
    turns = [time for time in times if isinstance(time, int)]
    return bool(turns) and max(turns) < turn


def _times(state: CivilWarState, term: Victory, side: int) -> int:
    return len(met_by(state, term.when, side)) if term.per_unit else int(is_met(state, term.when, side))
