"""What a side may know (fog of war): its own troops wholly; of the enemy what its generals know while orders are
written, and what anybody of it sees while the turn is carried out. The umpire sees all; a spectator what both sides
see of each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.display import Display, DisplayPiece, DisplayPlace
from feltherre.core.state import Result
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import ground, is_pinned, name_of, scenario_of
from feltherre.games.civilwar.orders.language import OrderSheet
from feltherre.games.civilwar.orders.places import COMPASS, POINT
from feltherre.games.civilwar.sight import seen_by_side
from feltherre.games.civilwar.sightings import known_to_side
from feltherre.games.civilwar.state import (
    ROLES,
    Award,
    CivilWarState,
    Made,
    Message,
    Sighting,
    Staff,
    Unit,
)
from feltherre.ground.tabletop.measure import CM, rounded
from feltherre.ground.tabletop.shapes import middle


class SeenUnit(Struct, frozen=True, omit_defaults=True):
    """An enemy unit as it is seen or remembered. Its losses in men, grade, ammunition and orders are never seen."""

    id: str
    side: int
    x: int
    y: int
    facing: int
    formation: str
    figures: int
    mounted: bool = False
    pinned: bool = False
    routed: bool = False
    building: str = ""
    trail: tuple[tuple[int, int], ...] = ()
    #: the turn in which it was last seen, 0 if it is seen now
    seen: int = 0


class SeenStaff(Struct, frozen=True, omit_defaults=True):
    """A general or courier of the enemy in sight."""

    id: str
    side: int
    x: int
    y: int
    courier: bool = False


class CivilWarView(Struct, frozen=True, omit_defaults=True):
    scenario: str
    turn: int
    phase: str
    #: ticks of the turn that have passed
    tick: int
    units: tuple[Unit, ...]
    staff: tuple[Staff, ...]
    enemies: tuple[SeenUnit, ...]
    enemy_staff: tuple[SeenStaff, ...]
    made: tuple[Made, ...]
    cleared: tuple[str, ...]
    options: dict[str, str]
    messages: tuple[Message, ...] = ()
    sheets: tuple[OrderSheet, ...] = ()
    #: the sides that have sealed their orders
    sealed: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    result: Result | None = None


def view(state: CivilWarState, roles: Collection[str], all_seeing: bool = False) -> CivilWarView:
    sides = tuple(side for side, role in enumerate(ROLES) if all_seeing or role in roles)
    over = state.result is not None
    own = ROLES if over else tuple(ROLES[side] for side in sides)
    return CivilWarView(
        scenario=state.scenario,
        turn=state.turn,
        phase=state.phase,
        tick=state.line.now if state.phase == "turn" else 0,
        units=tuple(unit for unit in state.units if ROLES[unit.side] in own),
        staff=tuple(one for one in state.staff if ROLES[one.side] in own),
        enemies=() if over else tuple(enemies_seen(state, sides)),
        enemy_staff=() if over else tuple(_enemy_staff(state, sides)),
        made=tuple(state.made),
        cleared=tuple(state.cleared),
        options=state.options,
        messages=tuple(one for one in state.messages if one.read and ROLES[_side_of(state, one.to)] in own),
        sheets=tuple(sheet for side, sheet in enumerate(state.sheets) if sheet is not None and ROLES[side] in own),
        sealed=tuple(one.role for one in state.sealed),
        points=tuple(state.points),
        awards=tuple(state.awards),
        result=state.result,
    )


def _side_of(state: CivilWarState, name: str) -> int:
    return next((one.side for one in state.staff if one.id == name), 0)


def enemies_seen(state: CivilWarState, sides: Sequence[int]) -> list[SeenUnit]:
    """The units of the other side as these sides see them; a spectator sees what both sides see of each other."""
    if len(sides) == len(ROLES):
        return []
    if not sides:
        return [seen for side in (0, 1) for seen in enemies_seen(state, (side,)) if not seen.seen]
    (side,) = sides
    known = known_to_side(state, side)
    if state.phase != "turn":
        return [remembered(one, 1 - side) for one in sorted(known.values(), key=lambda one: one.unit)]
    there = [unit for unit in state.units if unit.on_table and unit.side != side]
    in_sight = seen_by_side(state, side, there)
    found = [as_seen(state, unit) for unit, seen in zip(there, in_sight, strict=True) if seen]
    shown = {one.id for one in found}
    ghosts = [remembered(replace_live(one), 1 - side) for one in known.values() if one.unit not in shown]
    return sorted([*found, *ghosts], key=lambda one: one.id)


def replace_live(one: Sighting) -> Sighting:
    """As a memory: it is out of sight at this moment."""
    return replace(one, live=False)


def as_seen(state: CivilWarState, unit: Unit) -> SeenUnit:
    return SeenUnit(
        unit.id,
        unit.side,
        unit.x,
        unit.y,
        unit.facing,
        unit.formation,
        unit.figures,
        unit.mounted,
        is_pinned(state, unit),
        unit.order == "FU",
        unit.building,
        unit.trail,
    )


def remembered(one: Sighting, side: int) -> SeenUnit:
    return SeenUnit(
        one.unit,
        side,
        one.x,
        one.y,
        one.facing,
        one.formation,
        one.figures,
        one.mounted,
        one.pinned,
        one.order == "FU",
        seen=0 if one.live else one.turn,
    )


def _enemy_staff(state: CivilWarState, sides: Sequence[int]) -> list[SeenStaff]:
    if len(sides) != 1:
        return []
    (side,) = sides
    there = [one for one in state.staff if one.on_table and one.side != side]
    return [
        SeenStaff(one.id, one.side, one.x, one.y, one.rank == "courier")
        for one, seen in zip(there, seen_by_side(state, side, there), strict=True)
        if seen
    ]


def display(state: CivilWarState, roles: Collection[str], all_seeing: bool = False) -> Display:
    """The position in words, for old records and plain clients."""
    seen = view(state, roles, all_seeing)
    own = [_own_place(state, unit) for unit in seen.units if unit.on_table]
    others = [_seen_place(state, unit) for unit in seen.enemies]
    status = (
        say("civilwar.display.turn", number=state.turn, last=scenario_of(state).turns),
        say("civilwar.display.points", union=state.points[0], confederate=state.points[1]),
    )
    return Display(scenario_of(state).title, status, (*own, *others, *_objects(state)))


def _own_place(state: CivilWarState, unit: Unit) -> DisplayPlace:
    piece = DisplayPiece(ROLES[unit.side], unit.arm, unit.figures, _formation(unit.formation), _state_words(unit))
    return DisplayPlace(unit.id, _named(state, unit.id), (piece,))


def _seen_place(state: CivilWarState, unit: SeenUnit) -> DisplayPlace:
    where = say("civilwar.display.where", **_about(unit.x, unit.y, unit.facing))
    piece = DisplayPiece(ROLES[unit.side], "unit", unit.figures, _formation(unit.formation), where)
    return DisplayPlace(unit.id, _named(state, unit.id), (piece,))


def _objects(state: CivilWarState) -> list[DisplayPlace]:
    """The terrain objects that orders may name, with about where their middles are."""
    region = say("civilwar.display.ground")
    found = []
    for one in ground(state).features:
        words = say("civilwar.display.object", name=one.id, **_about(*middle(one.points), 0))
        found.append(DisplayPlace(one.id, words, region=region))
    return found


def _named(state: CivilWarState, unit: str) -> Text:
    """With the sign by which orders call it."""
    return say("core.plain", text=f"{name_of(state, unit)} ({unit})")


def _about(x: int, y: int, facing: int) -> dict[str, Any]:
    """Where something is as the eye sees it, to 5 cm and a point of the compass: nobody measures (06.02.2)."""
    point = COMPASS[rounded(facing, POINT) % len(COMPASS)]
    return {"x": 5 * rounded(x, 5 * CM), "y": 5 * rounded(y, 5 * CM), "facing": point}


def _formation(formation: str) -> Text:
    return say(f"civilwar.formation.{formation.replace('_', '-')}")


def _state_words(unit: Unit) -> Text:
    return say("civilwar.display.state", order=unit.order, men=unit.men, **_about(unit.x, unit.y, unit.facing))
