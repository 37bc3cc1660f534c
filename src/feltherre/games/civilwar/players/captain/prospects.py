"""How the battle stands: the points each side would have if it ended as it is now."""

from __future__ import annotations

from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.victory import is_met, met_by
from feltherre.games.civilwar.victory_terms import Victory, simple_conditions


def ahead_by(known: Knowledge) -> int:
    """By how many points we are ahead, as far as we see."""
    return _points(known, known.side) - _points(known, 1 - known.side)


def _points(known: Knowledge, side: int) -> int:
    state = known.state
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
