"""What generals know of the enemy (03.02.2, fog of war): what they see themselves, and what units of theirs within
40 cm see. What is no longer seen is remembered, with its age.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from feltherre.core.kept import kept_last
from feltherre.core.marks import rule
from feltherre.games.civilwar.commanders import are_several, role_of, role_over, roles
from feltherre.games.civilwar.field import (
    bodies,
    body,
    by_id,
    general_of,
    ground,
    info,
    is_pinned,
    is_working,
    staff_body,
    within_command,
)
from feltherre.games.civilwar.objects import look_at_objects
from feltherre.games.civilwar.sight import OUT_OF, look_at, role_sees, seen_by, sees
from feltherre.games.civilwar.state import ON_TABLE, CivilWarState, Sighting, Staff, Unit, change, staff_of, unit_of
from feltherre.ground.tabletop.index import near
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.sight_all import who_sees_whom

#: nearer than this a unit's figures are counted, farther away they are guessed to a sixth
COUNTED: Final = 60 * CM
GUESSED_TO: Final = 6


def stirring(state: CivilWarState) -> frozenset[str]:
    """The units that have moved or fired in this turn: in woods and towns they are seen farther (03.02.3)."""
    return frozenset(
        unit.id
        for unit, doing in zip(state.units, state.doing, strict=True)
        if doing.moved or doing.shots or is_working(state, unit)
    )


def has_moved(state: CivilWarState) -> frozenset[str]:
    """The units that stand otherwise than when the turn began, which everybody sees who sees them."""
    return frozenset(
        unit.id
        for unit, doing in zip(state.units, state.doing, strict=True)
        if doing.stood and doing.stood != (unit.x, unit.y, unit.facing)
    )


@rule("03.02.2")
def look_round(state: CivilWarState, stirred: Collection[str], moved: Collection[str] = ()) -> None:
    """Every general takes note of what he and his units near him see, and who has moved in the turn before; the rest
    becomes memory. What play has put on the table is noted as well."""
    seen = _all_seen(state, stirred)
    under = _units_under(state)
    fresh = {
        (general.id, target): by
        for general in _generals(state)
        for target, by in _seen_for(state, general, under.get(general.id, []), seen).items()
    }
    kept = [replace(one, live=False) for one in state.sightings if (one.general, one.unit) not in fresh]
    units = {unit.id: unit for unit in state.units}
    new = [
        _sighting(state, staff_of(state, general), units[target], by, target in moved)
        for (general, target), by in sorted(fresh.items())
    ]
    state.sightings = kept + new
    look_at_objects(state)


@rule("03.02.2")
def take_off(state: CivilWarState, unit_id: str, where: str, by: str = "", **values: Any) -> None:
    """A unit is taken off the table. Whoever sees that, or has taken it himself, looks for it no longer (R141)."""
    unit = unit_of(state, unit_id)
    doer = by_id(state, by)
    knowing = {role for role in roles(state) if role_sees(state, role, unit)}
    if doer is not None:
        knowing.add(role_of(state, doer))
    change(state, unit_id, where=where, **values)
    generals = {one.id for one in state.staff if role_over(state, one) in knowing}
    state.sightings = [one for one in state.sightings if one.unit != unit_id or one.general not in generals]


def _generals(state: CivilWarState) -> list[Staff]:
    return [one for one in state.staff if one.on_table and not one.vacant and one.rank != "courier"]


def _all_seen(state: CivilWarState, stirred: Collection[str]) -> dict[str, list[str]]:
    """Observer (unit or staff figure) -> the units it sees that are not its commander's own."""
    of_units = bodies(state)
    units = [state.units[place] for place in of_units]
    staff = _generals(state)
    everybody: list[Unit | Staff] = [*units, *staff]
    all_bodies = [*of_units.values(), *(staff_body(one) for one in staff)]
    groups = np.array(_groups(state, everybody))
    wanted = groups[:, None] != groups[None, :]
    wanted[:, len(units) :] = False
    looks = np.array([look_at(state, unit, unit.id in stirred) for unit in units] + [(0, 0)] * len(staff))
    limit, inside = (np.broadcast_to(column[None, :], wanted.shape) for column in looks.T)
    seen = who_sees_whom(ground(state), all_bodies, limit, inside, OUT_OF, wanted)
    return {
        observer.id: [units[place].id for place in np.flatnonzero(row[: len(units)]).tolist()]
        for observer, row in zip(everybody, seen, strict=True)
    }


def _groups(state: CivilWarState, everybody: Sequence[Unit | Staff]) -> list[int]:
    """Who belongs together: nobody need look for his own. With several commanders each looks for his friends too."""
    if not are_several(state):
        return [one.side for one in everybody]
    known = roles(state)
    return [known.index(role_of(state, one) if isinstance(one, Unit) else role_over(state, one)) for one in everybody]


def _seen_for(state: CivilWarState, general: Staff, under: list[Unit], seen: dict[str, list[str]]) -> dict[str, str]:
    """Unit -> who told him of it ("" his own eyes)."""
    found = dict.fromkeys(seen.get(general.id, []), "")
    for unit in under:
        if within_command(state, general, unit):
            for target in seen.get(unit.id, []):
                found.setdefault(target, unit.id)
    return found


def _units_under(state: CivilWarState) -> dict[str, list[Unit]]:
    """General -> the units on the table that are under him."""
    found: dict[str, list[Unit]] = {}
    for unit in state.units:
        if unit.on_table:
            for general in _chiefs(state, unit):
                if general.side == unit.side:
                    found.setdefault(general.id, []).append(unit)
    return found


def commands(state: CivilWarState, general: Staff, unit: Unit) -> bool:
    """If a unit is under a general, directly or through others."""
    return unit.side == general.side and any(chief.id == general.id for chief in _chiefs(state, unit))


def _chiefs(state: CivilWarState, unit: Unit) -> Iterator[Staff]:
    """The general over a unit, the one over him, and so on."""
    name = info(state, unit).under
    while name:
        one = staff_of(state, name)
        yield one
        name = one.under


def _sighting(state: CivilWarState, general: Staff, unit: Unit, by: str, moved: bool) -> Sighting:
    return Sighting(
        general.id,
        unit.id,
        state.turn,
        0,
        unit.x,
        unit.y,
        unit.facing,
        unit.formation,
        figures_seen(state, [general], unit),
        is_pinned(state, unit),
        "FU" if unit.order == "FU" else "OR",
        unit.mounted,
        by,
        moved=moved,
        arm=unit.arm,
    )


def figures_seen(state: CivilWarState, generals: Sequence[Staff], unit: Unit) -> int:
    """As many figures as these generals make out: all within 60 cm of one of them, else to a sixth."""
    if can_count(state, generals, unit):
        return unit.figures
    step = max(1, unit.figures // GUESSED_TO)
    return unit.figures // step * step


def can_count(state: CivilWarState, generals: Sequence[Staff], unit: Unit) -> bool:
    there = body(state, unit)
    return any(near(staff_body(general), there, COUNTED) for general in generals)


def generals_of(state: CivilWarState, those: Collection[str]) -> list[Staff]:
    """The generals on the table who see for these roles."""
    return [one for one in _generals(state) if role_over(state, one) in those]


def in_view(state: CivilWarState) -> list[str]:
    """Every unit and staff figure that anybody but its own commander sees at this moment, as it looks to him."""
    everybody: list[Unit | Staff] = [unit for unit in state.units if unit.on_table]
    everybody += [one for one in state.staff if one.on_table]
    whose = [role_of(state, one) if isinstance(one, Unit) else role_over(state, one) for one in everybody]
    seen = set()
    for role in roles(state):
        others = [one for one, own in zip(everybody, whose, strict=True) if own != role]
        seen |= {one.id for one, is_seen in zip(others, seen_by(state, (role,), others), strict=True) if is_seen}
    return [_as_seen(one) for one in everybody if one.id in seen]


def _as_seen(one: Unit | Staff) -> str:
    if isinstance(one, Staff):
        return f"{one.id} {one.x} {one.y}"
    return f"{one.id} {one.x} {one.y} {one.facing} {one.formation} {one.figures} {one.order == 'FU'}"


def enemies_among(state: CivilWarState, side: int, known: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """With several commanders generals take note of their friends as well."""
    return {unit: one for unit, one in known.items() if unit_of(state, unit).side != side}


def known_to(state: CivilWarState, those: Collection[str]) -> dict[str, Sighting]:
    """The best that any general of these roles knows of each unit that is none of his own."""
    generals = {one.id for one in state.staff if role_over(state, one) in those}
    found: dict[str, Sighting] = {}
    for one in state.sightings:
        if one.general not in generals:
            continue
        known = found.get(one.unit)
        # of those who see it at one time, one who counts its figures finds no fewer than one who guesses
        if known is None or (one.live, one.turn, one.figures) > (known.live, known.turn, known.figures):
            found[one.unit] = one
    return found


def known_to_chief(state: CivilWarState, unit: Unit) -> Mapping[str, Sighting]:
    """What the general who orders a unit knows of the enemy (03.02.2)."""
    general = general_of(state, unit)
    return {} if general is None else known_to_general(state, general.id)


@kept_last
def _by_general(sightings: list[Sighting]) -> dict[str, dict[str, Sighting]]:
    found: dict[str, dict[str, Sighting]] = {}
    for one in sightings:
        found.setdefault(one.general, {})[one.unit] = one
    return found


def known_to_general(state: CivilWarState, general: str) -> Mapping[str, Sighting]:
    """What a general knows of the enemy."""
    known = _by_general(state.sightings).get(general, {})
    return enemies_among(state, staff_of(state, general).side, known) if are_several(state) else known


def as_remembered(state: CivilWarState, known: Sighting) -> Unit:
    """An enemy as a general saw him last."""
    return replace(
        unit_of(state, known.unit),
        where=ON_TABLE,
        arm=known.arm,
        mounted=known.mounted,
        x=known.x,
        y=known.y,
        facing=known.facing,
        formation=known.formation,
        figures=known.figures,
        trail=(),
        building="",
    )


@rule("03.02.2")
def aimed_at(state: CivilWarState, unit: Unit, target: str) -> Unit | None:
    """The enemy that a unit was ordered to attack: where he stands if it sees him, else where its general knows him to
    have been (03.02.2)."""
    enemy, known = by_id(state, target), known_to_chief(state, unit).get(target)
    if known is not None and not known.live and not (enemy is not None and enemy.on_table and sees(state, unit, enemy)):
        return as_remembered(state, known)
    return enemy if enemy is not None and enemy.on_table else None
