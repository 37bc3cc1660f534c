"""Who wins: the scenario's conditions, judged at the end of each turn and of the game (victory_terms.py).

`at: any` conditions are judged from what has happened (the history); `at: turn` at the end of that turn; all others
when the last turn is over. Points once given are kept in the state with what they were given for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import roles
from feltherre.games.civilwar.field import body, ground, pose, scenario_of, shape
from feltherre.games.civilwar.scenario import Scenario
from feltherre.games.civilwar.state import ROLES, Award, Change, CivilWarState, Unit
from feltherre.games.civilwar.victory_terms import (
    All,
    AnyCondition,
    AtPlace,
    Captured,
    Condition,
    DestroyedShare,
    DrivenOff,
    Exit,
    Hold,
    HoldAlone,
    HoldMore,
    LostOrRout,
    NoAmmunition,
    NoneWithin,
    ObjectState,
    Of,
    OfUnits,
    OneOf,
    Rout,
    Survive,
    Victory,
    Where,
    simple_conditions,
)
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import base_centres
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.table import near_feature

#: the roles that score, by the name of a victory term's side
_SIDES = {"union": (0,), "confederate": (1,), "each": (0, 1)}


# who is meant, and where they are


def meant(state: CivilWarState, of: Of, side: int) -> list[Unit]:
    """The units that a term speaks of, seen from the side that scores; where and in what order does not matter yet."""
    wanted = side if of.side == "own" else 1 - side
    return [
        unit
        for unit in state.units
        if unit.side == wanted and (not of.arms or _arm(unit) in of.arms) and (not of.ids or unit.parent in of.ids)
    ]


def _arm(unit: Unit) -> str:
    """A battery is artillery even while its gunners are away from their guns (R99)."""
    return "artillery" if unit.battery is not None else unit.arm


def _in_order(unit: Unit, of: Of) -> bool:
    return not of.orders or unit.order in of.orders


def _centres(state: CivilWarState, unit: Unit) -> list[Point]:
    return base_centres(shape(state, unit), pose(unit))[: max(1, unit.figures)]


def is_there(state: CivilWarState, unit: Unit, where: Where) -> bool:
    """If a unit is in a part of the table: at least half of its figures are (as R52)."""
    if not unit.on_table:
        return False
    if where.touching and not _touches(state, unit, where.touching):
        return False
    if where.within is not None and not _near(state, unit, where):
        return False
    if where.inside and not any(_inside(state, unit, name) for name in where.inside):
        return False
    return all(_beyond(state, unit, line, axis, sign) for line, axis, sign in _borders(where))


def _borders(where: Where) -> Iterator[tuple[int | str, int, int]]:
    """(where the border is, its axis, on which side of it), as far as any are given."""
    for line, axis, sign in (
        (where.north_of, 1, 1),
        (where.south_of, 1, -1),
        (where.east_of, 0, 1),
        (where.west_of, 0, -1),
    ):
        if line is not None:
            yield line, axis, sign


def _beyond(state: CivilWarState, unit: Unit, line: int | str, axis: int, sign: int) -> bool:
    points = _centres(state, unit)
    beyond = sum((point[axis] - _border_at(state, line, axis, point)) * sign > 0 for point in points)
    return 2 * beyond >= len(points)


def _border_at(state: CivilWarState, line: int | str, axis: int, point: Point) -> int:
    """The border's own coordinate, or where a line object runs at the height of a place."""
    if isinstance(line, int):
        return line
    places = ground(state).feature(line).points
    along = 1 - axis
    spans = [(a, b) for a, b in itertools.pairwise(places) if a[along] != b[along]]
    a, b = min(spans, key=lambda span: _off(span, along, point[along]))
    return a[axis] + (b[axis] - a[axis]) * (point[along] - a[along]) // (b[along] - a[along])


def _off(span: tuple[Point, Point], along: int, at: int) -> int:
    low, high = sorted((span[0][along], span[1][along]))
    return max(low - at, at - high, 0)


def _inside(state: CivilWarState, unit: Unit, name: str) -> bool:
    if unit.building:
        return unit.building == name
    points = _centres(state, unit)
    return 2 * ground(state).inside(ground(state).feature(name), points) >= len(points)


def _touches(state: CivilWarState, unit: Unit, names: tuple[str, ...]) -> bool:
    pieces = body(state, unit).pieces
    return any(unit.building == name or near_feature(pieces, ground(state).feature(name), CONTACT) for name in names)


def _near(state: CivilWarState, unit: Unit, where: Where) -> bool:
    return near_feature(body(state, unit).pieces, ground(state).feature(where.of), where.within or 0)


# what is met


def met_by(state: CivilWarState, condition: AnyCondition, side: int) -> list[Unit]:
    """The units that meet a condition one by one; for conditions that give points for each unit."""
    if isinstance(condition, All):
        found = [met_by(state, part, side) for part in condition.parts]
        return [unit for unit in found[0] if all(unit in others for others in found[1:])]
    if isinstance(condition, OneOf):
        found = [met_by(state, part, side) for part in condition.parts]
        return [unit for unit in state.units if any(unit in others for others in found)]
    if isinstance(condition, OfUnits):
        return [unit for unit in meant(state, condition.of, side) if _meets(state, condition, unit)]
    return []


def _meets(state: CivilWarState, condition: Condition, unit: Unit) -> bool:
    """A condition of one unit."""
    if isinstance(condition, Exit):
        return _left_by(state, unit, condition.where)
    if isinstance(condition, DrivenOff):
        return _was_there(state, unit, condition) and not is_there(state, unit, condition.where)
    if isinstance(condition, Captured):
        return any(change.unit == unit.id and change.kind == "captured" for change in state.history)
    if isinstance(condition, LostOrRout):
        return (not unit.on_table and not _left(state, unit) and unit.where != "awaited") or unit.order == "FU"
    if isinstance(condition, Rout):
        return unit.on_table and unit.order == "FU"
    if isinstance(condition, Survive):
        return (unit.on_table or _left(state, unit)) and unit.order != "FU"
    if isinstance(condition, NoAmmunition):
        return unit.on_table and unit.out_of_ammunition and _in_order(unit, condition.of)
    if isinstance(condition, AtPlace):
        return _in_order(unit, condition.of) and is_there(state, unit, condition.where)
    return False


def _left(state: CivilWarState, unit: Unit) -> bool:
    return any(change.unit == unit.id and change.kind == "exit" for change in state.history)


def _left_by(state: CivilWarState, unit: Unit, where: Where) -> bool:
    return any(
        change.unit == unit.id and change.kind == "exit" and where.edge in (None, change.edge)
        for change in state.history
    )


def _was_there(state: CivilWarState, unit: Unit, condition: DrivenOff) -> bool:
    """It has stood there at the end of some turn, or at the start of the game."""
    key = f"{','.join(condition.where.inside)}"
    return any(change.unit == unit.id and change.kind == "stood" and change.by == key for change in state.history)


def is_met(state: CivilWarState, condition: AnyCondition, side: int) -> bool:
    """If a condition is met as a whole."""
    if isinstance(condition, All):
        return all(is_met(state, part, side) for part in condition.parts)
    if isinstance(condition, OneOf):
        return any(is_met(state, part, side) for part in condition.parts)
    if isinstance(condition, ObjectState):
        return (condition.object in state.cleared) == (condition.state == "cleared")
    found = met_by(state, condition, side)
    if isinstance(condition, NoneWithin):
        return not found
    if isinstance(condition, HoldMore):
        return _figures(found) > _figures(_others(state, condition, side))
    if isinstance(condition, HoldAlone) and _others(state, condition, side):
        return False
    if isinstance(condition, DestroyedShare):
        return _share_lost(state, condition, side)
    enough = condition.of.min, condition.of.figures
    return len(found) >= enough[0] and _strength(state, condition, found) >= enough[1]


def _strength(state: CivilWarState, condition: OfUnits, found: list[Unit]) -> int:
    if isinstance(condition, Exit):
        names = {unit.id for unit in found}
        return sum(one.figures for one in state.history if one.kind == "exit" and one.unit in names)
    return _figures(found)


def _others(state: CivilWarState, condition: AtPlace, side: int) -> list[Unit]:
    """The other side's units there, of the same arms and orders."""
    of = condition.of
    mirrored = Of(side="enemy" if of.side == "own" else "own", arms=of.arms, orders=of.orders)
    return met_by(state, Hold(of=mirrored, where=condition.where, at=condition.at), side)


def _figures(units: list[Unit]) -> int:
    return sum(unit.figures for unit in units)


def _share_lost(state: CivilWarState, condition: DestroyedShare, side: int) -> bool:
    units = meant(state, condition.of, side)
    began = sum(unit.figures + unit.lost + unit.captured + unit.fled for unit in units)
    return 100 * (began - _figures(units)) >= condition.percent * began > 0


# points


def _times(condition: AnyCondition) -> set[str | int]:
    if isinstance(condition, All | OneOf):
        return {time for part in condition.parts for time in _times(part)}
    return {condition.at}


def due_now(condition: AnyCondition, turn: int, last: bool) -> bool:
    """If a condition is judged at the end of this turn: at its own turn, or at the end of the game."""
    turns = {time for time in _times(condition) if isinstance(time, int)}
    return turn in turns if turns else last


def remember_places(state: CivilWarState) -> None:
    """Note who stands in the places from which units may be driven off."""
    for victory in scenario_of(state).victory:
        for condition in simple_conditions(victory.when):
            if isinstance(condition, DrivenOff):
                key = ",".join(condition.where.inside)
                for unit in state.units:
                    known = any(one.unit == unit.id and one.kind == "stood" and one.by == key for one in state.history)
                    if not known and is_there(state, unit, condition.where):
                        state.history.append(Change(state.turn, "stood", unit.id, key))


def awards(state: CivilWarState, scenario: Scenario, last: bool) -> Iterator[Award]:
    """The points that are given at the end of this turn."""
    for victory in scenario.victory:
        if not due_now(victory.when, state.turn, last):
            continue
        for side in _SIDES[victory.side]:
            times = _times_met(state, victory, side)
            if times:
                yield Award(victory.id, side, victory.points * times, state.turn)


def _times_met(state: CivilWarState, victory: Victory, side: int) -> int:
    if victory.per_unit:
        return len(met_by(state, victory.when, side))
    return int(is_met(state, victory.when, side))


def score(table: Table[CivilWarState], last: bool) -> None:
    """Give the points of this turn's end, and tell of them when the game is over or they are for this turn alone."""
    state = table.state
    remember_places(state)
    for award in awards(state, scenario_of(state), last):
        state.awards.append(award)
        state.points[award.side] += award.points
        table.tell(award_told(state, award), "01.05.1")


def award_told(state: CivilWarState, award: Award) -> Text:
    """Who has points, and what for."""
    side = say(f"civilwar.role.{ROLES[award.side]}")
    return say("civilwar.end.points", side=side, n=award.points, why=award_reason(state, award))


def award_reason(state: CivilWarState, award: Award) -> Text:
    """What points were given for."""
    return next(one.text for one in scenario_of(state).victory if one.id == award.victory)


def result(state: CivilWarState) -> Result:
    """The higher sum wins; a small difference is a draw."""
    ahead = state.points[0] - state.points[1]
    if abs(ahead) <= scenario_of(state).draw_within:
        return Result((), "draw", ahead, "points")
    return Result(roles(state, 0 if ahead > 0 else 1), "victory", ahead, "points")


def told_score(result: Result) -> Text | None:
    """The side that is ahead, and by how much; giving up the field does not put a side behind."""
    if result.reason != "points":
        return None
    if not result.score:
        return say("civilwar.result.level")
    side = say(f"civilwar.role.{ROLES[0 if result.score > 0 else 1]}")
    return say("civilwar.result.ahead", side=side, n=abs(result.score))
