"""Another battle that a side, or a spectator, cannot tell from this one: what it does not see may be otherwise.

Men lost towards the next figure, ammunition, and the places of units that nobody of the side sees; field works and guns
left behind that it has not found, fences that were cleared out of its sight; an order sheet that the enemy has sealed
may be any other. While a turn is carried out works, guns and fences stay as they are, and so does a unit that is on its
way, is named by something that is still to be done in it (the time line, a question, a ruling), or is within 40 cm of
somebody whom the side commands or sees, or of whom an open question speaks: everybody sees who is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from feltherre.core.state import Sealed, canonical
from feltherre.games.civilwar.commanders import role_of, role_over
from feltherre.games.civilwar.commanders import roles as everybody
from feltherre.games.civilwar.field import bodies, body, ground, scenario_of, staff_body
from feltherre.games.civilwar.gunners import GUNS
from feltherre.games.civilwar.objects import beliefs, body_of_made, gap_in, is_left_of_other, parts_of, takes_to_stand
from feltherre.games.civilwar.orders.language import EMPTY_SHEET
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sight import body_seen_by, seen_by
from feltherre.games.civilwar.sightings import known_to
from feltherre.games.civilwar.state import CivilWarState, Made, Unit
from feltherre.games.civilwar.victory_terms import ObjectState, simple_conditions
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.index import near as within
from feltherre.ground.tabletop.measure import CM

#: how far an unseen unit may stand from where it is
STRAY: Final = 3 * CM
#: an object that is nearer to somebody in sight may be a cover or an obstacle to him in this turn
ABOUT: Final = 40 * CM


def redeal(state: CivilWarState, roles: Collection[str], rng: Random) -> CivilWarState:
    other = state.clone()
    own = [role for role in everybody(state) if role in roles]
    if state.result is not None:
        return other  # when the battle is over everything is shown
    hidden = [place for place, unit in enumerate(other.units) if role_of(state, unit) not in own]
    for place in hidden:
        unit = other.units[place]
        other.units[place] = replace(unit, men=rng.randrange(MEN_PER_FIGURE) if unit.figures else unit.men)
    if own and state.phase == "orders":
        _other_objects(other, own, rng)
    for place in _unseen(other, hidden, own):
        _stray(other, place, own, rng)
    # what the couriers of others bring is an order like those on their sheets (R137)
    other.staff[:] = [
        one if one.carries is None or role_over(state, one) in own else replace(one, carries=None)
        for one in other.staff
    ]
    other.sealed[:] = [
        one if one.role in own or not isinstance(one.action, SealOrders) else Sealed(one.role, SealOrders(EMPTY_SHEET))
        for one in other.sealed
    ]
    return other


def _unseen(state: CivilWarState, hidden: Sequence[int], own: Sequence[str]) -> list[int]:
    """The units of others that may stand elsewhere, for all that these roles know."""
    known = {name for name, one in known_to(state, own).items() if one.live} if state.phase == "orders" else set()
    there = [place for place in hidden if state.units[place].on_table and state.units[place].id not in known]
    seen = seen_by(state, own, [state.units[place] for place in there])
    found = [place for place, is_seen in zip(there, seen, strict=True) if not is_seen]
    if state.phase == "orders":
        return found
    asked = canonical(state.agenda)
    near = [body(state, one) for one in state.units if one.on_table and _named(one, asked)]
    near += [body(state, one) for one in _commanded_or_seen(state, own)]
    near += [staff_body(one) for one in state.staff if one.on_table and role_over(state, one) in own]
    to_do = canonical((state.agenda, state.situations, state.line))
    return [
        place
        for place in found
        if not state.tracks[place]
        and not _named(state.units[place], to_do)
        and not any(within(body(state, state.units[place]), one, ABOUT) for one in near)
    ]


def _named(unit: Unit, written: bytes) -> bool:
    return f'"{unit.id}"'.encode() in written


def _commanded_or_seen(state: CivilWarState, own: Sequence[str]) -> list[Unit]:
    """The units on the table whom these roles command or see at this moment."""
    there = [unit for unit in state.units if unit.on_table]
    others = [unit for unit in there if role_of(state, unit) not in own]
    seen = {unit.id for unit, is_seen in zip(others, seen_by(state, own, others), strict=True) if is_seen}
    return [unit for unit in there if unit.id in seen or role_of(state, unit) in own]


def _stray(state: CivilWarState, place: int, own: Sequence[str], rng: Random) -> None:
    """Put a unit that nobody of these roles sees somewhere near, if it is not seen there either and has room."""
    unit = state.units[place]
    if unit.building or unit.trail:
        return
    if any(target == unit.id for one in state.units for target, _ in one.fights):
        return  # a unit knows where the target of its fire-fight is (04.02.14)
    moved = replace(unit, x=unit.x + rng.randint(-STRAY, STRAY), y=unit.y + rng.randint(-STRAY, STRAY))
    if _has_room(state, moved) and not any(seen_by(state, own, (moved,))):
        state.units[place] = moved
        if state.phase == "turn":  # it has stood there since the turn began
            dx, dy = moved.x - unit.x, moved.y - unit.y
            stood = state.doing[place].stood
            if stood:
                state.doing[place] = replace(state.doing[place], stood=(stood[0] + dx, stood[1] + dy, *stood[2:]))
            if unit.id in state.began:
                x, y = state.began[unit.id]
                state.began[unit.id] = (x + dx, y + dy)


def _other_objects(state: CivilWarState, own: Sequence[str], rng: Random) -> None:
    """Of the objects of play that these roles have not found, works are not there, guns stand somewhere near, and what
    was cleared is whole; but not where somebody whom they see may come to them in this turn."""
    if not (state.made or state.cleared):
        return
    known, near = beliefs(state, own), _in_sight(state, own)

    def is_far(there: Body) -> bool:
        return not any(within(there, one, ABOUT) for one in near)

    for name in state.cleared[::-1]:  # what is left of a part before what is left of the whole
        parts = parts_of(state, name)
        hidden = takes_to_stand(state, known, name) and not any(part.id in state.cleared for part in parts)
        if hidden and not _counts(state, name) and is_far(gap_in(state, name)):
            state.cleared.remove(name)
            state.made = [one for one in state.made if one not in parts]
            _forget(state, own, (name, *(part.id for part in parts)))
    for made in state.made[:]:
        hidden = known.get(made.id) != made and made.id not in state.cleared and not is_left_of_other(state, made.id)
        if hidden and is_far(body_of_made(made)):
            other = _moved(state, made, own, rng) if made.kind == GUNS else None
            place = state.made.index(made)
            state.made[place : place + 1] = [] if other is None else [other]
            _forget(state, own, (made.id,))


def _in_sight(state: CivilWarState, own: Sequence[str]) -> list[Body]:
    """Everybody on the table whom these roles command or see."""
    seen = {name for name, one in known_to(state, own).items() if one.live}
    units = [one for one in state.units if one.on_table and (one.id in seen or role_of(state, one) in own)]
    staff = [one for one in state.staff if one.on_table and role_over(state, one) in own]
    return [*(body(state, one) for one in units), *(staff_body(one) for one in staff)]


def _moved(state: CivilWarState, made: Made, own: Sequence[str], rng: Random) -> Made:
    dx, dy = (rng.randint(-STRAY, STRAY) for _ in range(2))
    other = replace(made, points=tuple((x + dx, y + dy) for x, y in made.points))
    return made if any(body_seen_by(state, role, body_of_made(other)) for role in own) else other


def _counts(state: CivilWarState, name: str) -> bool:
    """If points are given for what becomes of an object: then everybody learns of it."""
    terms = (term for one in scenario_of(state).victory for term in simple_conditions(one.when))
    return any(isinstance(term, ObjectState) and term.object == name for term in terms)


def _forget(state: CivilWarState, own: Sequence[str], names: Collection[str]) -> None:
    """The others have not found either what is not there."""
    state.findings = [one for one in state.findings if one.role in own or one.object not in names]


def _has_room(state: CivilWarState, unit: Unit) -> bool:
    table = ground(state)
    barred = {one.id for one in table.features if one.type in ("building", "stream", "canal")}
    return table.no_room(body(state, unit), barred, bodies(state, (unit.id,))) is None
