"""Where fire goes and whom it strikes (09.01, 09.03, 10.03): the field of fire of an element, and flanks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import cos, hypot, radians, sin
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.napoleon.procedures.inputs import Count, Facing, Length, Outline, Point, amount, number

Place = tuple[Fraction, Fraction]


def place(point: Point) -> Place:
    return exact(point[0]), exact(point[1])


def cross(a: Place, b: Place) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Place, b: Place) -> Fraction:
    return a[0] * b[0] + a[1] * b[1]


def way(a: Place, b: Place) -> Place:
    return b[0] - a[0], b[1] - a[1]


# flanks


class Footprint(Struct, frozen=True, forbid_unknown_fields=True):
    front_left: Point
    front_right: Point
    rear_right: Point
    rear_left: Point


class Struck(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    line: tuple[Point, Point]
    target_rectangle: Footprint
    target_open: bool = False
    target_all_round_front: bool = False
    use: Literal["small_arms", "artillery", "melee"]


#: the rule that speaks of flanks for each use
CITED: Final = {"small_arms": "09.03.4", "artillery": "10.03.3", "melee": "12.03.6"}


@procedure("flank-test")
@rule("09.03.4", "10.03.3", "12.03.6", "05.04.2", "06.02.5")
def flank_test(shot: Struck, desk: Desk) -> Outcome:
    """Whether a shot or an attack takes its target in flank or rear: a flank at 45 degrees or more, the rear not by
    artillery (09.03.4, 10.03.3, 12.03.6, R68)."""
    cited = CITED[shot.use]
    if shot.target_open or shot.target_all_round_front:
        no_flanks(desk, open_formation=shot.target_open)
        return {"flank_or_rear": False}
    edge = edge_struck(shot, desk, cited)
    found = edge == "flank" or (edge == "rear" and shot.use != "artillery")
    desk.line(f"flank.{edge}", cited)
    return {"flank_or_rear": found}


def no_flanks(desk: Desk, *, open_formation: bool) -> None:
    """Tell that a target has no flanks: in open formation, or with a front to all sides (05.04.2, R68)."""
    desk.line("flank.open" if open_formation else "flank.all-round", "05.04.2" if open_formation else "06.02.5")


@rule("09.03.4", "12.03.6")
def edge_struck(shot: Struck, desk: Desk, cited: str) -> str:
    """The edge that a line strikes first: front, rear, flank, or a flank too flatly (R68). A corner is flank where the
    angle to the flank is 45 degrees or more."""
    begin = place(shot.line[0])
    ahead = way(begin, place(shot.line[1]))
    corners = [place(getattr(shot.target_rectangle, name)) for name in Footprint.__struct_fields__]
    inside = {cross(way(a, b), way(a, begin)) > 0 for a, b in around(corners)}
    desk.refuse_if(len(inside) == 1, "begins-inside", cited)
    found = sorted(meetings(begin, ahead, corners))
    desk.refuse_if(not found, "meets-nothing", cited)
    first = [edge for at, edge in found if at == found[0][0]]
    edges = list(around(corners))
    flanks = [edge for edge in first if edge % 2]
    steep = any(abs(cross(ahead, way(*edges[edge]))) >= abs(dot(ahead, way(*edges[edge]))) for edge in flanks)
    if flanks and (steep or len(flanks) == len(first)):
        return "flank" if steep else "flat"
    return "front" if 0 in first else "rear"


def around(corners: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    """The edges in order: front, right flank, rear, left flank."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def meetings(begin: Place, ahead: Place, corners: Sequence[Place]) -> Iterator[tuple[Fraction, int]]:
    """(how far along the line, number of the edge) for each edge that the lengthened line meets."""
    for number_, (a, b) in enumerate(around(corners)):
        turn = cross(ahead, way(a, b))
        if turn:
            along = cross(way(begin, a), way(a, b)) / turn
            on_edge = cross(way(begin, a), ahead) / turn
            if along >= 0 and 0 <= on_edge <= 1:
                yield along, number_


# fields of fire

#: the half of the angle in which an element fires, in degrees (09.03.2, 09.03.3, 10.03.2, R75)
HALF_ANGLE: Final = {"closed": 30, "skirmish": 45, "gun": 45, "gun_in_embrasure": 20}
#: behind a wall higher than this, in metres, small arms need loopholes or a fire step (09.01.8)
WALL_M: Final = 1
#: the highest obstacle over which guns fire (10.01.7)
GUNS_OVER: Final = 1
#: the distance from its unit at which a skirmish line screens it, in cm (14.03.1)
SCREENS: Final = (5, 15)
#: what is nearer than this to a border of a field lies on it: angles are no whole numbers
HAIR: Final = 1e-9

Spot = tuple[float, float]


class Element(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["closed", "skirmish", "gun", "gun_in_embrasure"]
    position: Point
    facing_deg: Facing
    front_cm: Length = 5


class FiredAt(Struct, frozen=True, forbid_unknown_fields=True):
    footprint: Outline
    visible: bool = True


class Obstruction(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    footprint: Outline
    screens_target: bool = False
    gap_cm: Length | None = None
    overhead_allowed: bool = False


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    wall_height_m: Length = 0
    loopholes_or_fire_step: bool = False
    embrasure: bool = False
    obstacle: Count = 0


class Aim(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    element: Element
    target: FiredAt
    obstructions: tuple[Obstruction, ...] = ()
    position: Position = Position()


@procedure("field-of-fire")
@rule("09.01.2", "09.01.4", "09.01.5", "10.01.4", "10.01.5", "10.01.7")
def field_of_fire(aim: Aim, desk: Desk) -> Outcome:
    """Whether an element can fire at a target, and at what range: inside its angle, at what it sees, past nobody else
    (09.01, 09.03, 10.01, 10.03, R75)."""
    begin: Spot = aim.element.position
    outlines = (aim.target.footprint, *(one.footprint for one in aim.obstructions))
    desk.refuse_if(not all(outlines), "no-outline", "09.01.5")
    for one in aim.obstructions:
        desk.refuse_if(one.screens_target and one.gap_cm is None, "no-gap", "14.03.1")
    inside = clipped(list(aim.target.footprint), borders(aim))
    nearest = nearest_point(begin, inside or list(aim.target.footprint))
    distance = exact(round(hypot(nearest[0] - begin[0], nearest[1] - begin[1]), 6))
    bar = "outside" if not inside else fire_bar(aim, begin, nearest)
    desk.line("field.range", "09.01.5", cm=amount(distance))
    desk.line(f"field.{bar or 'fires'}", BAR_RULE[bar or "fires"])
    return {"can_fire": bar is None, "range_cm": number(distance)}


#: what keeps an element from firing, and its rule
BAR_RULE: Final = {
    "fires": "09.01.5",
    "outside": "09.03.2",
    "unseen": "09.01.2",
    "wall": "09.01.8",
    "obstacle": "10.01.7",
    "masked": "09.03.5",
}


@rule("09.03.2", "09.03.3", "10.03.2")
def borders(aim: Aim) -> list[tuple[Spot, Spot]]:
    """The borders of the field, each a point and a direction with the field on its left: those of the angle and, for
    guns, of their front (09.03.2, 09.03.3, 10.03.2)."""
    element = aim.element
    guns = element.kind in ("gun", "gun_in_embrasure")
    kind = "gun_in_embrasure" if guns and aim.position.embrasure else element.kind
    half, (x, y) = HALF_ANGLE[kind], element.position
    ahead = compass(element.facing_deg)
    side = (ahead[1], -ahead[0])
    off = element.front_cm / 2 if guns else 0.0
    left, right = (x - off * side[0], y - off * side[1]), (x + off * side[0], y + off * side[1])
    to_left, to_right = compass(element.facing_deg - half), compass(element.facing_deg + half)
    found = [(right, to_right), (left, (-to_left[0], -to_left[1]))]
    return [*found, (left, side)] if guns else found


def compass(degrees: float) -> Spot:
    """The direction of a compass bearing."""
    return sin(radians(degrees)), cos(radians(degrees))


def clipped(outline: list[Spot], edges: Sequence[tuple[Spot, Spot]]) -> list[Spot]:
    """What of an outline lies inside all borders, themselves included."""
    for at, to in edges:
        kept: list[Spot] = []
        for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True):
            off_a, off_b = (to[0] * (p[1] - at[1]) - to[1] * (p[0] - at[0]) for p in (a, b))
            if off_a >= -HAIR:
                kept.append(a)
            if (off_a < -HAIR) != (off_b < -HAIR) and abs(off_a - off_b) > HAIR:
                share = off_a / (off_a - off_b)
                kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        outline = kept
    return outline


def nearest_point(begin: Spot, outline: Sequence[Spot]) -> Spot:
    """The point of an outline that is nearest."""
    points = [on_edge(begin, a, b) for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True)]
    return min(points, key=lambda p: hypot(p[0] - begin[0], p[1] - begin[1]))


def on_edge(p: Spot, a: Spot, b: Spot) -> Spot:
    """The point of an edge that is nearest to another."""
    (dx, dy), length = (b[0] - a[0], b[1] - a[1]), (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    share = 0.0 if not length else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return a[0] + share * dx, a[1] + share * dy


@rule("09.01.8", "09.03.5", "10.01.7", "10.03.2")
def fire_bar(aim: Aim, begin: Spot, target: Spot) -> str | None:
    """What keeps an element from firing at something in its angle; None if it fires."""
    guns, stands = aim.element.kind in ("gun", "gun_in_embrasure"), aim.position
    embrasure = stands.embrasure or aim.element.kind == "gun_in_embrasure"
    walled = not guns and stands.wall_height_m > WALL_M and not stands.loopholes_or_fire_step
    bars = {
        "unseen": not aim.target.visible,
        "wall": walled,
        "obstacle": guns and stands.obstacle > GUNS_OVER and not embrasure,
        "masked": any(masks(one, begin, target, guns=guns) for one in aim.obstructions),
    }
    return next((name for name, holds in bars.items() if holds), None)


@rule("09.03.5", "14.03.1")
def masks(one: Obstruction, begin: Spot, target: Spot, *, guns: bool) -> bool:
    """Whether something in the line of fire forbids it (09.03.5, 14.03.1, 14.03.2)."""
    if guns and (one.screens_target or one.overhead_allowed):
        return False
    gap = one.gap_cm
    if one.screens_target and gap is not None and not SCREENS[0] <= gap <= SCREENS[1]:
        return False
    return bool(clip_line(begin, target, one.footprint))


def clip_line(begin: Spot, end: Spot, outline: Outline) -> bool:
    """Whether the way from one place to another meets an outline before its end."""
    whole = (end[0] - begin[0], end[1] - begin[1])
    for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        edge = (b[0] - a[0], b[1] - a[1])
        turn = whole[0] * edge[1] - whole[1] * edge[0]
        if abs(turn) <= HAIR:
            continue
        off = (a[0] - begin[0], a[1] - begin[1])
        along = (off[0] * edge[1] - off[1] * edge[0]) / turn
        on = (off[0] * whole[1] - off[1] * whole[0]) / turn
        if -HAIR <= along < 1 - HAIR and -HAIR <= on <= 1 + HAIR:
            return True
    return False


PROCEDURES = (flank_test, field_of_fire)
