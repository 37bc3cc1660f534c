"""Wheels about a front corner (02.05.5): how far a unit wheels to have a place before it, and what it runs into."""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.games.civilwar.marching import EDGE, Marcher, barred_by, edges, inner, outline_of, wheel_way
from feltherre.games.civilwar.room import stand_on
from feltherre.ground.tabletop.angles import Point, bearing, turn_to
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import pieces_within
from feltherre.ground.tabletop.measure import CIRCLE, TURN
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.movers import Moving, Standing
from feltherre.ground.tabletop.shapes import Outline, boxes_meet, widened
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.tracks import Leg, pieces_at, pose_at, wheel

#: no wheel is greater than this, however near the goal
_GREATEST: Final = 5 * CIRCLE // 12
#: how often one looks during a wheel that begins in touch with something
_LOOKS: Final = 8


@rule("02.05.5")
def part_of_wheel(tick: int, pose: Pose, who: Marcher, turn: int, way: int, rate: int) -> Leg:
    """As much of a wheel as a march length pays for; no way at all if that is not a tenth of a degree."""
    part = abs(turn) * way // wheel_way(who.width, turn)
    return wheel(tick, pose, who.width, who.depth, part if turn > 0 else -part, max(way, 1) if part else 0, rate)


def wheel_towards(here: Pose, who: Marcher, goal: Point) -> int:
    """The turn after which a place lies straight ahead of the middle of the front, which a wheel moves too."""
    turn = turn_to(here.facing, bearing(goal[0] - here.x, goal[1] - here.y))
    for _ in range(8):
        leg = wheel(0, here, who.width, who.depth, turn or 1, 1, TURN)
        after = pose_at(leg, 1)
        if goal == after.point:
            break
        off = turn_to(after.facing, bearing(goal[0] - after.x, goal[1] - after.y))
        if abs(off) <= 1 or abs(turn + off) > _GREATEST:
            break
        turn += off
    return turn


@rule("02.06.6")
def wheel_bar(table: Table, leg: Leg, who: Marcher) -> tuple[int, str, str]:
    """The tick at which a wheel runs into what bars it, and what that is."""
    if not leg.way:
        return NEVER, "", ""
    found: tuple[int, str, str] = (NEVER, "", "")
    bars: list[tuple[tuple[Outline, ...], int, str, str]] = [
        (*outline_of(one), why, one.id) for one in table.features if (why := barred_by(one, who))
    ]
    bars += [((outline,), 0, EDGE, edge) for edge, outline in edges(table).items()]
    wheeling = Moving((leg,))
    for solids, half, why, name in bars:
        there = Standing(*solids)
        if not boxes_meet(widened(wheeling.box, half), there.box):
            continue
        if pieces_within(wheeling.pieces(leg.start), solids, half):
            tick = leg.start if _wheels_into(table, leg, solids, half) else NEVER
        else:
            tick = first_within(wheeling, there, half, leg.start, leg.end)
        if tick != NEVER and (found[0] == NEVER or tick < found[0]):
            found = tick, why, name
    return found


def _wheels_into(table: Table, leg: Leg, solids: tuple[Outline, ...], half: int) -> bool:
    """If a body that touches something wheels into it, or off the table with the middle of its front."""
    areas = [solid for solid in solids if len(solid) > 2]
    lines = tuple(solid for solid in solids if len(solid) < 3)
    end = pose_at(leg, leg.end)
    if not (0 <= end.x <= table.width and 0 <= end.y <= table.height):
        return True
    here = pieces_at(leg, leg.start)
    inside = inner(here, lines, half) if lines else 0
    if stand_on(here, areas) or pieces_within(here, lines, inside):
        return False
    ticks = [leg.start + (leg.end - leg.start) * part // _LOOKS for part in range(1, _LOOKS + 1)]
    looks = [pieces_at(leg, tick) for tick in ticks]
    return any(stand_on(pieces, areas) or pieces_within(pieces, lines, inside) for pieces in looks)
