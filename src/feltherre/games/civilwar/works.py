"""Field works (10): whole turns count, and at the end the thing is there."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import objects, repairs
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import arm, body, ground, scenario_of, special, work_order
from feltherre.games.civilwar.ground import classes
from feltherre.games.civilwar.orders.language import Work
from feltherre.games.civilwar.procedures.field_works import PLANS, WorkSituation, field_works, work_length
from feltherre.games.civilwar.special_rules import ObstacleMaterial
from feltherre.games.civilwar.state import ROLES, CivilWarState, Made, Unit, by_place, change, doing_of, unit_of
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import BITS, Point, ahead, forward
from feltherre.ground.tabletop.bodies import round_length
from feltherre.ground.tabletop.distance import CONTACT, foot, point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM, rounded
from feltherre.ground.tabletop.shapes import boxes_meet, widened
from feltherre.ground.tabletop.table import near_feature
from feltherre.ground.tabletop.terrain import Feature

#: an abatis needs a wood so near (10.03.1)
WOOD: Final = 10 * CM
#: what one gang builds of a barricade, and so the shortest (10.04.1)
_SHORTEST: Final = int(PLANS["barricade"].length * CM)
#: what is made, by the order's word for the work
_MADE: Final = {
    "light_field_work": "light_field_work",
    "abatis_half": "abatis",
    "abatis_full": "abatis",
    "barricade": "barricade",
    "chevaux_de_frise": "chevaux_de_frise",
}


@rule("10.01.1")
def count_works(table: Table[CivilWarState]) -> None:
    """Every unit with a work order has done a turn of it, unless it was disturbed (10.01.1, R96). One that does
    something else on its place only loses the turn; one that leaves it loses all."""
    for unit in by_place(table.state):
        if not unit.on_table:
            continue
        if unit.battery is not None:
            state = table.state
            repairs.mend(table, unit, disturbed=disturbed(state, unit), left=has_left(state, unit))
            continue
        if unit.work and has_left(table.state, unit):
            change(table.state, unit.id, work="", work_at="", work_party=0, worked=0)
        order = work_order(table.state, unit)
        if order is not None:
            _work(table, unit_of(table.state, unit.id), order)


def disturbed(state: CivilWarState, unit: Unit) -> bool:
    """Attacked, in a melee, forced to move or made to fire as surprised: the turn does not count; losses alone do not
    matter (R96)."""
    doing = doing_of(state, unit.id)
    # a working unit gives no fire of its own: what it has `fired` was a melee (07.04.1) or as surprised
    fought = unit.fired == state.turn or doing.surprised
    return bool(doing.beset or doing.attacked_by or fought or doing.void or has_left(state, unit))


def has_left(state: CivilWarState, unit: Unit) -> bool:
    """If a unit was driven from the place of its work, which is then lost (10.01.1)."""
    doing = doing_of(state, unit.id)
    return doing.moved or doing.retired or doing.fled


def goes_on(unit: Unit, order: Work) -> bool:
    """If an order is for the work that is under way, of the same party (R96); what it is at may be the rest of a fence
    of which others have cleared a part."""
    at = order.at or ""
    same_place = at == unit.work_at or (unit.work_at != "" and at.startswith(f"{unit.work_at}-"))
    return unit.work == order.kind and same_place and unit.work_party == (order.companies or 0)


def work_situation(state: CivilWarState, unit: Unit, order: Work) -> WorkSituation:
    """A turn of a unit's work, as the procedure `field-works` asks (10.02 - 10.06)."""
    return WorkSituation(
        work=order.kind,  # type: ignore[arg-type]
        arm=_builder(unit),  # type: ignore[arg-type]
        figures=_party(unit, order),
        present_figures=unit.figures,
        turns_done=unit.worked if goes_on(unit, order) else 0,
        interrupted=disturbed(state, unit),
        left=has_left(state, unit),
        near_wood_10cm=is_near(state, unit, "wood", WOOD),
        in_town=order.kind == "barricade" and _is_for_town(state, unit, order),
        has_material=has_material(state, unit),
    )


@rule("10.04.1")
def _is_for_town(state: CivilWarState, unit: Unit, order: Work) -> bool:
    """If a barricade would stand in a town, at least as much of it as one gang builds; its builders are there too."""
    length = int(work_length("barricade", _party(unit, order), unit.figures) * CM)
    line = _laid_out(state, unit, order, max(length, _SHORTEST))
    return is_near(state, unit, "town", 0) and bool(_in_town(state, line))


@rule("10.04.1")
def _in_town(state: CivilWarState, line: tuple[Point, Point]) -> tuple[Point, ...]:
    """The longest part of a barricade's line that lies in a town; none if that is shorter than what one gang builds."""
    towns = {one.id for one in ground(state).features if one.type == "town"}
    runs = [
        list(run)
        for inside, run in itertools.groupby(
            ground(state).stretches(*line), lambda stretch: not towns.isdisjoint(stretch.under)
        )
        if inside
    ]
    ends = [(run[0].start, run[-1].end) for run in runs]
    first, last = max(ends, key=lambda run: run[1] - run[0], default=(0, 0))
    # a line that stands askew may be shorter by rounding
    return _between(line, first, last) if last - first >= min(_SHORTEST, point_distance(*line)) else ()


@rule("10.05.1")
def has_material(state: CivilWarState, unit: Unit) -> bool:
    """If the scenario gives a unit's side what chevaux de frise are made of (10.05.1)."""
    return any(one.side == ROLES[unit.side] for one in special(state, ObstacleMaterial))


@rule("10.04.1", "10.06.1")
def standing_at(state: CivilWarState, unit: Unit, kind: str) -> tuple[str, ...]:
    """The objects of a kind that a unit is in base contact with: those it may clear."""
    there = body(state, unit)
    box = widened(there.box, CONTACT)
    objects = [one for one in ground(state).features if one.kind == kind and boxes_meet(one.box, box)]
    return tuple(one.id for one in objects if near_feature(there.pieces, one, CONTACT))


def free_name(state: CivilWarState, stem: str) -> str:
    """A name that no object has or had."""
    return next(free_names(state, stem))


def free_names(state: CivilWarState, stem: str) -> Iterator[str]:
    taken = {one.id for one in state.made} | {one.id for one in scenario_of(state).terrain}
    return (name for number in itertools.count(1) if (name := f"{stem}-{number}") not in taken)


def _builder(unit: Unit) -> str:
    kind = arm(unit)
    return {"infantry": "infantry", "cavalry_dismounted": "dismounted_cavalry"}.get(kind, "other")


def _party(unit: Unit, order: Work) -> int:
    """The figures that work: of so many companies, or all (R11)."""
    if order.companies is None or not unit.companies:
        return unit.figures
    return min(unit.figures, -(-order.companies * unit.figures // unit.companies))


def is_near(state: CivilWarState, unit: Unit, kind: str, limit: int) -> bool:
    """If a unit is at most so far from an object of a type."""
    there = body(state, unit)
    box = widened(there.box, limit)
    objects = [one for one in ground(state).features if one.type == kind and boxes_meet(one.box, box)]
    return any(near_feature(there.pieces, one, limit) for one in objects)


def _work(table: Table[CivilWarState], unit: Unit, order: Work) -> None:
    state = table.state
    work = field_works.outputs(work_situation(state, unit, order))
    if not work["allowed"]:
        tell(table, "civilwar.works.impossible", "10.01.1", unit.id, unit=name(state, unit.id))
        return
    if not work["complete"]:
        party = order.companies or 0
        change(state, unit.id, work=order.kind, work_at=order.at or "", work_party=party, worked=work["turns_after"])
        return
    change(state, unit.id, work="", work_at="", work_party=0, worked=0)
    length = int(work["length_cm"] * CM)
    if order.kind in ("clear_fence", "clear_barricade"):
        _clear(table, unit, order, length)
    else:
        _build(table, unit, order, length)


@rule("10.02.1", "10.03.1", "10.04.1", "10.05.1")
def _build(table: Table[CivilWarState], unit: Unit, order: Work, length: int) -> None:
    """The work is there; of a barricade only what lies in the town."""
    state = table.state
    kind = _MADE[order.kind]
    made_of = classes()[kind]
    whole = _laid_out(state, unit, order, length)
    line = _in_town(state, whole) if kind == "barricade" else whole
    # called after its builders: a number among all works would tell how many there are elsewhere
    called = free_name(state, f"{unit.parent}-work")
    made = Made(called, kind, line, False, made_of.obstacle, made_of.cover, unit.side)
    objects.put(state, [made], (role_of(state, unit),))
    tell(table, f"civilwar.works.built-{kind}", "10.01.1", unit.id, unit=name(state, unit.id))


def _laid_out(state: CivilWarState, unit: Unit, order: Work, length: int) -> tuple[Point, Point]:
    """The line of a work, from the left: along the unit's front, or at the side that the order names."""
    facing = unit.facing if order.direction is None else order.direction
    middle = forward(_outside(state, unit, order.direction), facing, 2 * CONTACT)
    left = forward(middle, (facing - CIRCLE // 4) % CIRCLE, length // 2)
    right = forward(middle, (facing + CIRCLE // 4) % CIRCLE, length // 2)
    return left, right


def _outside(state: CivilWarState, unit: Unit, direction: int | None) -> Point:
    """The middle of the unit's front, or where its ground ends another way from its middle."""
    if direction is None:
        return unit.x, unit.y
    own = body(state, unit)
    x, y = own.centre
    corners = [corner for piece in own.pieces for corner in piece]
    far = max(ahead(px - x, py - y, direction) for px, py in corners)
    return forward((x, y), direction, rounded(far, 1 << BITS))


@rule("10.06.1", "10.04.1")
def _clear(table: Table[CivilWarState], unit: Unit, order: Work, length: int) -> None:
    """A fence or barricade is gone as far as it was cleared; one that is cleared whole is gone whole."""
    state = table.state
    feature = _what_is_left(state, unit, order.at or "")
    if feature is None:
        return
    left = [
        Made(called, feature.kind, part, False, feature.obstacle, feature.cover)
        for part, called in zip(
            _left_over(feature.points, (unit.x, unit.y), length), free_names(state, feature.id), strict=False
        )
    ]
    objects.put(state, left, (role_of(state, unit),), gone=feature.id)
    tell(table, "civilwar.works.cleared", "10.06.1", unit.id, unit=name(state, unit.id))


def _what_is_left(state: CivilWarState, unit: Unit, at: str) -> Feature | None:
    """What a party clears: the object itself, or that part of it before which it stands if others have been at it."""
    pieces = body(state, unit).pieces
    found = [one for one in ground(state).features if one.id == at or one.id.startswith(f"{at}-")]
    return next((one for one in found if near_feature(pieces, one, CONTACT)), None)


def _left_over(points: Sequence[Point], at: Point, length: int) -> list[tuple[Point, ...]]:
    """The parts of a line that are left when so much of it is taken out around the place nearest to the workers; who
    stands near an end of it takes the rest on the other side."""
    ways = _ways(points)
    places = [foot(at, a, b) for a, b in itertools.pairwise(points)]
    number = min(range(len(places)), key=lambda one: point_distance(places[one], at))
    middle = ways[number] + point_distance(points[number], places[number])
    low = max(0, min(middle - length // 2, ways[-1] - length))
    parts = (_between(points, 0, low), _between(points, low + length, ways[-1]))
    return [part for part in parts if part]


def _ways(points: Sequence[Point]) -> list[int]:
    """How far along a line each of its points is."""
    lengths = (round_length(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points))
    return [0, *itertools.accumulate(lengths)]


def _between(points: Sequence[Point], start: int, end: int) -> tuple[Point, ...]:
    """A line from one length of way along it to another; none if that is no longer than a touch."""
    if end - start <= CONTACT:
        return ()
    ways = _ways(points)
    bends = [point for point, way in zip(points, ways, strict=True) if start < way < end]
    return (_place_at(points, ways, start), *bends, _place_at(points, ways, end))


def _place_at(points: Sequence[Point], ways: Sequence[int], way: int) -> Point:
    number = min(bisect_right(ways, way), len(ways) - 1)
    (ax, ay), (bx, by) = points[number - 1], points[number]
    gone, whole = way - ways[number - 1], ways[number] - ways[number - 1]
    return ax + rounded((bx - ax) * gone, whole), ay + rounded((by - ay) * gone, whole)
