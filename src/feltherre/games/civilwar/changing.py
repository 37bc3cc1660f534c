"""Formation changes, facing turns, limbering, mounting, buildings (02.03-02.05): how long each takes and where the unit
stands after it. The times are those of the procedure `formation-change`; nothing changes before the time is up (R21).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.buildings import entering_ticks, outside
from feltherre.games.civilwar.field import body, ground, pose, shape
from feltherre.games.civilwar.ground import PASSAGES, ground_at, ground_of
from feltherre.games.civilwar.marching import has_teams, shortened
from feltherre.games.civilwar.orders.legs import Dismount, Enter, Face, Form, Limber, Mount, OrderLeg, Unlimber
from feltherre.games.civilwar.procedures.march import ChangeSituation, change_time
from feltherre.games.civilwar.room import beside_the_rest, drawn_in
from feltherre.games.civilwar.shapes import files_of, formations_of, gaps_of, in_file, standing_as, usual_gap
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.tables import MARCH
from feltherre.ground.tabletop.angles import Point, bearing, forward
from feltherre.ground.tabletop.bodies import Pose, face_about, round_length
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM, TURN, rounded
from feltherre.ground.tabletop.table import covers_part
from feltherre.ground.tabletop.terrain import Feature

#: legs of an order that are done standing
CHANGES: Final = (Face, Form, Limber, Unlimber, Mount, Dismount, Enter)
#: kind of the event that ends each
KINDS: Final[dict[Any, str]] = {
    Face: "faced",
    Form: "formed",
    Limber: "limbered",
    Unlimber: "limbered",
    Mount: "mounted",
    Dismount: "mounted",
    Enter: "entered",
}
QUARTER: Final = CIRCLE // 4
#: what infantry forms in marsh (R18)
IN_MARSH: Final = ("march_column", "chain")


class Change(Struct, frozen=True):
    """A change: how many ticks it takes, and the fields of the unit that are other after it."""

    ticks: int
    becomes: dict[str, Any]


def marches_at(legs: Sequence[object], number: int) -> bool:
    """If a leg of an order is there and leads somewhere."""
    return number < len(legs) and (isinstance(legs[number], Enter) or not isinstance(legs[number], CHANGES))


def change_of(state: CivilWarState, unit: Unit, leg: OrderLeg, marches: bool = False) -> Change | None:
    """What a leg makes of a unit that stands where it is; None if it cannot be done. `marches`: it marches on at once
    after it."""
    if isinstance(leg, Face):
        return _facing(state, unit, leg)
    if isinstance(leg, Form):
        return _forming(state, unit, leg, marches)
    if isinstance(leg, Limber):
        return _limbering(state, unit, leg)
    if isinstance(leg, Unlimber):
        return _unlimbering(state, unit, leg)
    if isinstance(leg, Mount | Dismount):
        return _mounting(state, unit, isinstance(leg, Mount))
    if isinstance(leg, Enter):
        return _entering(state, unit, leg)
    return None


def _ticks(time: Fraction | None) -> int | None:
    return None if time is None else -int(-time * TURN // 1)


def _arm(unit: Unit) -> Any:
    if unit.arm in ("artillery", "wagon"):
        return "artillery"
    return "mounted_cavalry" if unit.mounted else "infantry"


def _placed(pose_: Pose, **values: Any) -> dict[str, Any]:
    return {"x": pose_.x, "y": pose_.y, "facing": pose_.facing, "trail": (), **values}


# facing turns


@rule("02.05.2", "02.05.3", "02.05.4")
def _facing(state: CivilWarState, unit: Unit, leg: Face) -> Change | None:
    """A quarter turn makes a march column of a line and the other way round (02.05.4); open formations spend no time
    on it (02.05.3), which makes a file of them and a line again (R106)."""
    half = leg.turn == "about"
    foot_or_horse = unit.arm not in ("artillery", "wagon")
    formation = standing_as(unit.formation, unit.mounted, unit.figures, unit.files) if foot_or_horse else unit.formation
    by_turn = foot_or_horse and not half and formation in ("line", "march_column")
    situation = ChangeSituation(
        arm=_arm(unit),
        kind="line_column_by_turn" if by_turn else "half_turn" if half else "quarter_turn",
        terrain=ground_for_turns(state, unit),
        open_formation=unit.order == "FU" or formation in ("thin_line", "chain"),
        limbered=unit.formation != "unlimbered",
    )
    ticks = _ticks(change_time(situation))
    if ticks is None:
        return None
    if half:
        return Change(ticks, about(state, unit))
    turn = QUARTER if leg.turn == "right" else -QUARTER
    becomes = _to_a_side(state, unit, formation, turn, by_turn)
    walk = _walk_into_line(state, unit, becomes, turn) if by_turn and unit.trail else 0
    return None if walk is None else Change(max(ticks, walk), becomes)


def about(state: CivilWarState, unit: Unit) -> dict[str, Any]:
    """The unit faced about on its ground; a bent column has its tail as its head."""
    size = shape(state, unit)
    if not unit.trail:
        return _placed(face_about(size, pose(unit)))
    path = cut_path(((unit.x, unit.y), *unit.trail), unit.facing, size.depth)[::-1]
    (x, y), (bx, by) = path[0], path[1]
    facing = bearing(x - bx, y - by)
    return {"x": x, "y": y, "facing": facing, "trail": shortened((x, y), path[1:], facing, size.depth)}


def cut_path(path: tuple[Point, ...], facing: int, depth: int) -> tuple[Point, ...]:
    """The middle of a column from its head to the end of its rear."""
    kept, left, direction = [path[0]], depth, facing
    for a, b in pairwise(path):
        if a == b:
            continue
        direction = bearing(a[0] - b[0], a[1] - b[1])
        length = round_length(a[0] - b[0], a[1] - b[1])
        if length >= left:
            return (*kept, forward(a, (direction + 2 * QUARTER) % CIRCLE, left))
        kept.append(b)
        left -= length
    return (*kept, forward(kept[-1], (direction + 2 * QUARTER) % CIRCLE, left))


def _to_a_side(state: CivilWarState, unit: Unit, formation: str, turn: int, by_turn: bool) -> dict[str, Any]:
    """Line to column: its head is at the flank to which it turned; column to line: the head is that flank again. Others
    turn about their middle, each figure of an open formation on its spot (R106)."""
    here, size, facing = pose(unit), shape(state, unit), (unit.facing + turn) % CIRCLE
    if not by_turn:
        opens = {"files": int(not in_file(formation, unit.files))} if formation in ("thin_line", "chain") else {}
        depth = shape(state, replace(unit, trail=(), parted=0, **opens)).depth
        centre = forward(here.point, (unit.facing + 2 * QUARTER) % CIRCLE, size.depth // 2)
        return _placed(Pose(*forward(centre, facing, depth // 2), facing), **opens)
    new = "march_column" if formation == "line" else "line"
    values = {"formation": new, "files": 2 if new == "march_column" else 0, "gap": 0}
    after = shape(state, replace(unit, trail=(), **values))
    if new == "march_column":
        flank = forward(here.point, (unit.facing + 2 * QUARTER) % CIRCLE, size.depth // 2)
        return _placed(Pose(*forward(flank, facing, size.width // 2), facing), **values)
    # the middle of the line lies half its width behind the head, its front half its depth to the side
    middle = forward(here.point, (unit.facing + 2 * QUARTER) % CIRCLE, after.width // 2)
    return _placed(Pose(*forward(middle, facing, after.depth // 2), facing), **values)


@rule("02.05.1", "02.05.4")
def _walk_into_line(state: CivilWarState, unit: Unit, becomes: dict[str, Any], turn: int) -> int | None:
    """The ticks until the companies of a bent column, which do not lie on the line that its quarter turn makes, have
    marched to their places in it (R107); its head is the right of a line to the left."""
    after = replace(unit, **becomes)
    line = companies_at(state, after)[:: 1 if turn < 0 else -1]
    longest = max(point_distance(a, b) for a, b in zip(companies_at(state, unit), line, strict=True))
    return _walk(unit, longest, _worst(state, unit, after))


def _walk(unit: Unit, longest: int, terrain: Any) -> int | None:
    """The ticks of a formation change in which a company has so far to go, over such ground (02.05.1, R21)."""
    way = ChangeSituation(arm=_arm(unit), kind="formation", longest_company_move_cm=longest / CM, terrain=terrain)
    return _ticks(change_time(way))


def ground_for_turns(state: CivilWarState, unit: Unit) -> Any:
    found = ground_at(ground(state), (unit.x, unit.y), "line", "infantry")
    return "ordinary" if found in ("road", "impassable") else found


# formation changes


@rule("02.05.1", "02.05.2", "02.01.4", "02.01.5", "02.02.4", "02.06.5")
def _forming(state: CivilWarState, unit: Unit, leg: Form, marches: bool) -> Change | None:
    """About a company that stands still; the time is that of the company with the longest way (02.05.1, R21). In marsh
    only what passes it is formed (02.06.5, R18)."""
    if not can_form(unit, leg):
        return None
    if unit.formation == leg.formation == "march_column" and (same := _same_column(unit, leg, marches)):
        return same
    values = {
        "formation": leg.formation,
        "files": leg.files or _usual_files(leg.formation, unit.mounted),
        "gap": usual_gap(leg.formation) if leg.gap is None else leg.gap,
    }
    standing = _standing(unit, leg.standing)
    old = companies_at(state, unit)
    after = replace(unit, x=0, y=0, trail=(), parted=0, **values)
    new = companies_at(state, after)
    dx, dy = old[standing][0] - new[standing][0], old[standing][1] - new[standing][1]
    if unit.parent != unit.id:
        dx, dy = beside_the_rest(state, unit, replace(after, x=dx, y=dy))
    longest = max(point_distance(a, (x + dx, y + dy)) for a, (x, y) in zip(old, new, strict=True))
    terrain = _worst(state, unit, replace(after, x=dx, y=dy))
    if terrain == "marsh" and leg.formation not in IN_MARSH:
        return None
    ticks = _walk(unit, longest, terrain)
    return None if ticks is None else Change(ticks, _placed(Pose(dx, dy, unit.facing), **values))


@rule("02.05.2", "02.05.4")
def _same_column(unit: Unit, leg: Form, marches: bool) -> Change | None:
    """What takes a march column no time: it has its files already, or it closes them while it marches, as one does that
    a line made by a quarter turn (R14). To open them, or to close them standing, is a change like any other."""
    usual = _usual_files("march_column", unit.mounted)
    now, then = unit.files or usual, leg.files or usual
    if now == then:
        return Change(0, {})
    return Change(0, {"files": then}) if marches and now < then else None


def _usual_files(formation: str, mounted: bool) -> int:
    files = files_of(formation, mounted)
    return files[0] if files else 0


def can_form(unit: Unit, leg: Form) -> bool:
    """If the arm has the formation, with so many files and such gaps (02.01, 02.02, R13, R14)."""
    if unit.arm in ("artillery", "wagon") or leg.formation not in formations_of(unit.arm, unit.mounted):
        return False
    least, most = gaps_of(leg.formation, unit.mounted)
    files = files_of(leg.formation, unit.mounted)
    if leg.files is not None and leg.files not in files:
        return False
    if leg.gap is not None and not least <= leg.gap <= most:
        return False
    return standing_as(leg.formation, unit.mounted, unit.figures, leg.files or 0) == leg.formation


def _standing(unit: Unit, number: int | None) -> int:
    """The company that stands still, counted from the right; by default the middle one (R21)."""
    count = max(1, unit.companies)
    return (count - 1) // 2 if number is None else min(number, count) - 1


@rule("02.05.1")
def companies_at(state: CivilWarState, unit: Unit) -> list[Point]:
    """The middle of every company, from the right in line and from the head in column and file (R21)."""
    count = max(1, unit.companies)
    size = shape(state, unit)
    formation = standing_as(unit.formation, unit.mounted, unit.figures, unit.files)
    right, back = (unit.facing + QUARTER) % CIRCLE, (unit.facing + 2 * QUARTER) % CIRCLE
    deep = formation in ("attack_column", "march_column") or in_file(formation, unit.files)
    if not deep or unit.order == "FU":
        middle = forward((unit.x, unit.y), back, size.depth // 2)
        left2 = [size.width - rounded((2 * number + 1) * size.width, count) for number in range(count)]
        return [_aside(middle, right, places2) for places2 in left2]
    abreast = max(1, size.files * count // max(1, unit.figures))
    rows = -(-count // abreast)
    path = ((unit.x, unit.y), *unit.trail)
    found = []
    for number in range(count):
        row, place = divmod(number, abreast)
        middle, facing = on_path(path, unit.facing, rounded((2 * row + 1) * size.depth, 2 * rows))
        across2 = size.width - rounded((2 * place + 1) * size.width, abreast)
        found.append(_aside(middle, (facing + QUARTER) % CIRCLE, across2))
    return found


def _aside(point: Point, right: int, twice: int) -> Point:
    return forward(point, right if twice >= 0 else (right + 2 * QUARTER) % CIRCLE, abs(twice) // 2)


def on_path(path: tuple[Point, ...], facing: int, back: int) -> tuple[Point, int]:
    """The place so far behind the head of a column, and which way the column goes there."""
    whole = cut_path(path, facing, back) if back else path[:1]
    if len(whole) < 2 or whole[-1] == whole[-2]:
        return whole[-1], facing
    (ax, ay), (bx, by) = whole[-2], whole[-1]
    return (bx, by), bearing(ax - bx, ay - by)


@rule("02.05.1", "02.05.2")
def _worst(state: CivilWarState, unit: Unit, after: Unit) -> Any:
    """The ground on which companies walk most slowly, of all that lies under the old or new outline (R21)."""
    rates = MARCH[_arm(unit), "formation_change"]
    return min((*_ground_under(state, unit), *_ground_under(state, after)), key=lambda kind: rates[kind] or 0)


def _ground_under(state: CivilWarState, unit: Unit) -> list[str]:
    """All ground of which a unit covers part, be it under no company's middle. A road is no help: schema I has no rate
    on it for a change of formation, so the ground beside it counts (R16)."""
    there, found = body(state, unit), ["ordinary"]
    pieces = drawn_in(there.pieces)
    for one in ground(state).meeting(there.box):
        kind = ground_of(one)
        if kind not in found and covers_part(one, pieces) and not _led_over(state, unit, one):
            found.append(kind)
    return found


def _led_over(state: CivilWarState, unit: Unit, water: Feature) -> bool:
    """If a march column is led over a stream by bridge or ford: the middle of the column, by which its road is reckoned
    (R16), is over the water there and nowhere else."""
    if water.type != "stream" or unit.formation != "march_column":
        return False
    table = ground(state)
    middle = cut_path(((unit.x, unit.y), *unit.trail), unit.facing, shape(state, unit).depth)
    over = [part.under for a, b in pairwise(middle) for part in table.stretches(a, b) if water.id in part.under]
    return bool(over) and all(any(table.feature(name).type in PASSAGES for name in under) for under in over)


# guns and horses


def _drill(unit: Unit, kind: Any) -> int | None:
    return _ticks(change_time(ChangeSituation(arm=_arm(unit), kind=kind)))


@rule("02.03.4", "02.05.2", "02.05.3", "06.03.5")
def _limbering(state: CivilWarState, unit: Unit, leg: Limber) -> Change | None:
    """The limbers come behind the guns, which stand where they stood (02.03.4); they may face about then (02.05.3)."""
    if unit.formation != "unlimbered" or unit.arm != "artillery" or not has_teams(unit):
        return None
    ticks = _drill(unit, "limber_up")
    values = {"formation": "march_column", "files": 0, "gap": 0}
    limbered = replace(unit, **values)
    place = face_about(shape(state, limbered), pose(unit)) if leg.about else pose(unit)
    return None if ticks is None else Change(ticks, _placed(place, **values))


@rule("02.03.3", "02.05.2", "02.05.3")
def _unlimbering(state: CivilWarState, unit: Unit, leg: Unlimber) -> Change | None:
    """The guns stand where the limbers stood (02.03.3). Before it they may face about, limbered as they are: it is the
    half turn of schema II but for its time (02.05.3)."""
    if unit.formation == "unlimbered" or unit.arm != "artillery":
        return None
    ticks = _drill(unit, "unlimber")
    head = replace(unit, **about(state, unit)) if leg.about else unit
    return None if ticks is None else Change(ticks, _placed(pose(head), formation="unlimbered", files=0, gap=0))


@rule("02.05.2", "02.02.5")
def _mounting(state: CivilWarState, unit: Unit, up: bool) -> Change | None:
    """Troopers mount or dismount where they stand; a thin line is one of men on foot and mounts in line (02.02)."""
    if unit.arm != "cavalry" or unit.mounted == up or unit.building:
        return None
    ticks = _drill(unit, "mount" if up else "dismount")
    formation = unit.formation if unit.formation in formations_of(unit.arm, up) else "line"
    files = unit.files if in_file(formation, unit.files) else _usual_files(formation, up)
    values = {"mounted": up, "formation": formation, "files": files, "gap": usual_gap(formation)}
    if formation == "chain":
        least, most = gaps_of(formation, up)
        values["gap"] = min(max(unit.gap, least), most)
    if ticks is None:
        return None
    size = shape(state, replace(unit, trail=(), **values))
    trail = shortened((unit.x, unit.y), unit.trail, unit.facing, size.depth) if formation == "march_column" else ()
    return Change(ticks, {"x": unit.x, "y": unit.y, "facing": unit.facing, **values, "trail": trail})


# buildings


@rule("02.04.3")
def _entering(state: CivilWarState, unit: Unit, leg: Enter) -> Change | None:
    ticks = entering_ticks(state, unit, leg.building)
    if ticks is None:
        return None
    feature = ground(state).feature(leg.building)
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    middle = sum(xs) // len(xs), sum(ys) // len(ys)
    return Change(ticks, _placed(Pose(*middle, unit.facing), building=leg.building))


@rule("02.04.3")
def leaving(state: CivilWarState, unit: Unit, direction: int) -> Change | None:
    """Out of the building by the side that lies nearest to a direction (R15)."""
    ticks = entering_ticks(state, unit, unit.building, leaving=True)
    if ticks is None:
        return None
    return Change(ticks, _placed(outside(state, unit, direction), building=""))
