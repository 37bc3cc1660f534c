"""What commanders know of the objects that play puts on the table or takes away (04.01.2): field works, guns that were
left behind, fences that were cleared.

At the start of a turn only those that are in sight are announced. A commander who has seen one remembers it as it was
until he sees it otherwise; each knows what he and those under him have seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import pairwise

from feltherre.core.marks import rule
from feltherre.games.civilwar.commanders import roles
from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.ground import table_of
from feltherre.games.civilwar.sight import body_seen_by
from feltherre.games.civilwar.state import CivilWarState, Finding, Made
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body, body_of

#: what a commander takes to be there: an object as he saw it last; None for one that he knows to be gone
Belief = dict[str, Made | None]


# what has happened to objects


def put(state: CivilWarState, made: Sequence[Made], by: Collection[str], gone: str = "") -> None:
    """Put objects on the table, perhaps in place of one that is cleared away; the commanders `by` know of it, the
    others if they see it."""
    state.made.extend(made)
    if gone:
        state.cleared.append(gone)
        state.findings = _with(state.findings, [Finding(role, gone, state.turn, None) for role in by])
    found = [Finding(role, one.id, state.turn, one) for role in by for one in made]
    state.findings = _with(state.findings, found)
    look_at_objects(state)


def alter(state: CivilWarState, made: Made, new: Made | None, by: Collection[str]) -> None:
    """An object has become another, or is no longer there."""
    place = state.made.index(made)
    state.made[place : place + 1] = [] if new is None else [new]
    state.findings = _with(state.findings, [Finding(role, made.id, state.turn, new) for role in by])
    look_at_objects(state)


# what is seen of it


@rule("04.01.2")
def look_at_objects(state: CivilWarState) -> list[Finding]:
    """Every commander takes note of what anybody under him sees now and he did not know (04.01.2). Gives what was
    found."""
    if not (state.made or state.cleared or state.findings):
        return []
    there = {one.id: one for one in state.made if one.id not in state.cleared}
    found = [one for role in roles(state) for one in _found_by(state, role, there)]
    if found:
        state.findings = _with(state.findings, found)
    return found


def _found_by(state: CivilWarState, role: str, there: dict[str, Made]) -> Iterator[Finding]:
    known = beliefs(state, (role,))
    for name in state.cleared:
        if takes_to_stand(state, known, name) and body_seen_by(state, role, gap_in(state, name)):
            # a side that sees the gap knows what is left on both sides of it
            changed: Belief = {name: None, **{part.id: part for part in parts_of(state, name)}}
            known |= changed
            yield from (Finding(role, one, state.turn, made) for one, made in changed.items())
    for name in dict.fromkeys((*there, *known)):
        old, new = known.get(name), there.get(name)
        if old == new or name in state.cleared or _is_part_of_known(state, known, name):
            continue
        if new is not None and body_seen_by(state, role, body_of_made(new)):
            yield Finding(role, name, state.turn, new)
        elif old is not None and body_seen_by(state, role, body_of_made(old)):
            yield Finding(role, name, state.turn, None)


def takes_to_stand(state: CivilWarState, known: Belief, name: str) -> bool:
    """If a commander does not know that an object was cleared away: one of the scenario, or one that he has seen."""
    if name in known:
        return known[name] is not None
    return all(one.id != name for one in state.made)


def _is_part_of_known(state: CivilWarState, known: Belief, name: str) -> bool:
    """If an object is what is left of one that to the commander's knowledge still stands whole."""
    whole = _whole(name)
    if not is_left_of_other(state, name):
        return False
    return takes_to_stand(state, known, whole) or _is_part_of_known(state, known, whole)


def is_left_of_other(state: CivilWarState, name: str) -> bool:
    """If an object is what is left of one that was cleared."""
    return _whole(name) in state.cleared


def _whole(name: str) -> str:
    """The object of which one of this name is what was left, if it is such a part (works.py)."""
    whole, _, number = name.rpartition("-")
    return whole if number.isdigit() else ""


def _with(findings: list[Finding], new: Sequence[Finding]) -> list[Finding]:
    """The newest that each commander has found of each object."""
    newest = {(one.role, one.object): one for one in new}
    return [*(one for one in findings if (one.role, one.object) not in newest), *newest.values()]


# where they are


def body_of_made(made: Made) -> Body:
    return _outlines(made.points, made.area)


@lru_cache(maxsize=256)
def _outlines(points: tuple[Point, ...], area: bool) -> Body:
    return body_of((points,) if area else tuple(pairwise(points)), 0)


def gap_in(state: CivilWarState, cleared: str) -> Body:
    """Where an object was cleared away: all of it but what is left."""
    made = next((one for one in state.made if one.id == cleared), None)
    points = table_of(scenario_of(state)).feature(cleared).points if made is None else made.points
    return _gap_between(points, tuple(part.points for part in parts_of(state, cleared)))


@lru_cache(maxsize=256)
def _gap_between(points: tuple[Point, ...], left: tuple[tuple[Point, ...], ...]) -> Body:
    if not left:
        return _outlines(points, False)
    start = next((part[-1] for part in left if part[0] == points[0]), points[0])
    end = next((part[0] for part in left if part[-1] == points[-1]), points[-1])
    return _outlines((start, end), False)


def parts_of(state: CivilWarState, cleared: str) -> list[Made]:
    """What was left of an object when it was cleared."""
    return [one for one in state.made if _whole(one.id) == cleared]


# what is known


def beliefs(state: CivilWarState, those: Collection[str]) -> Belief:
    """What these roles together know of the objects of play: of each what one of them found last."""
    newest: dict[str, Finding] = {}
    for one in state.findings:
        known = newest.get(one.object)
        if one.role in those and (known is None or one.turn >= known.turn):
            newest[one.object] = one
    return {name: one.made for name, one in newest.items()}


def known_objects(state: CivilWarState, those: Collection[str]) -> tuple[list[Made], list[str]]:
    """What these roles take to be on the table besides the scenario's objects, and what to be gone. A spectator knows
    of nothing: what the other side has found, no commander knows either."""
    known = beliefs(state, those)
    gone = [name for name in state.cleared if name in known and known[name] is None]
    return [made for made in known.values() if made is not None], gone


def as_known(state: CivilWarState, those: Collection[str]) -> CivilWarState:
    """The state with the objects of play as these roles know them; it shares everything else."""
    if not (state.made or state.cleared or state.findings):
        return state
    shown = copy(state)
    shown.made, shown.cleared = known_objects(state, those)
    return shown
