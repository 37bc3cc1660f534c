"""A chain falls back before a threat (04.02.10, R7, R46): to a support unit, whose flanks it then covers, or a whole
turn's march, after which it is in LU.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import motion
from feltherre.games.civilwar.corridor import Pieces, away_from, driven
from feltherre.games.civilwar.driven import driven_way, note_passed, room_at
from feltherre.games.civilwar.driven_told import tell_driven
from feltherre.games.civilwar.field import body, by_id, friends, is_closed, pose
from feltherre.games.civilwar.orderstate import becomes
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.state import CivilWarState, Driven, Unit, change, doing_of, note, unit_of
from feltherre.games.civilwar.support import supports
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import CONTACT, pieces_within, point_distance
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import NEVER, way_until

#: the halves of a chain stand so far from the unit between them, in base contact with it
BESIDE: Final = CONTACT - 1


@rule("04.02.10", "04.02.8", "08.02.8")
def fall_back(table: Table[CivilWarState], unit_id: str, enemy_id: str) -> None:
    """Back at once, whatever it did before, without time; that ends a pin (04.02.10, R44)."""
    state = table.state
    unit = unit_of(state, unit_id)
    heading = away_from(state, unit, by_id(state, enemy_id))
    turns = forced_action.outputs(ForcedSituation(event="threatened", formation="chain"))["turns"]
    motion.halt(state, unit_id, "fell-back")
    change(state, unit_id, pinned=0, parted=0)
    note(state, unit_id, moved=True, to_fire=())
    unit = unit_of(state, unit_id)
    far = driven_way(state, unit, driven(state, unit, "ordinary"), heading, int(turns * TURN), chosen=True)
    support = first_support(state, unit, heading, far.way)
    note_passed(state, unit, heading, far.way if support is None else support[0])
    if support is None:
        motion.relocate(state, unit_id, Pose(*forward((unit.x, unit.y), heading, far.way), unit.facing))
        tell(table, "civilwar.react.fell-back", "04.02.10", unit_id, unit=name(state, unit_id))
        tell_driven(table, unit_id, "04.02.10", far.way, Driven("retirement", heading, far.stopped, far.by))
        becomes(table, unit_id, "LU", cause=enemy_id, by="movement")
        return
    way, friend = support
    if not _on_flanks(state, unit_id, friend):
        motion.relocate(state, unit_id, Pose(*forward((unit.x, unit.y), heading, way), unit.facing))
    tell(
        table,
        "civilwar.react.fell-back-to",
        "04.02.10",
        unit_id,
        friend.id,
        unit=name(state, unit_id),
        friend=name(state, friend.id),
    )
    tell_driven(table, unit_id, "04.02.10", way, Driven("retirement", heading, "support", friend.id))


def first_support(state: CivilWarState, unit: Unit, heading: int, way: int) -> tuple[int, Unit] | None:
    """The first support unit that the chain touches on its way back, and after how much of it (07.03.5, R91)."""
    pieces = body(state, unit).pieces
    found = []
    for place, friend in enumerate(friends(state, unit)):
        contact = _touched(pieces, heading, way, body(state, friend).pieces)
        if contact == NEVER:
            continue
        x, y = forward((unit.x, unit.y), heading, contact)
        if supports(state, friend, replace(unit, x=x, y=y)):
            found.append((contact, place, friend))
    return (min(found)[0], min(found)[2]) if found else None


def _touched(pieces: Pieces, heading: int, way: int, theirs: Pieces) -> int:
    return way_until(pieces, *forward((0, 0), heading, way), theirs, CONTACT)


@rule("04.02.10")
def _on_flanks(state: CivilWarState, unit_id: str, friend: Unit) -> bool:
    """Set up half on each flank of the support unit, in line with its front, still in chain; if there is room."""
    width = point_distance(*body(state, friend).front) + 2 * BESIDE
    before = unit_of(state, unit_id)
    there = pose(friend)
    change(state, unit_id, parted=width, files=0, x=there.x, y=there.y, facing=there.facing)
    if room_at(state, before, body(state, unit_of(state, unit_id)).pieces):
        motion.relocate(state, unit_id, there)
        return True
    change(state, unit_id, parted=0, files=before.files, x=before.x, y=before.y, facing=before.facing)
    return False


def between_halves(state: CivilWarState, unit: Unit) -> list[Unit]:
    """The closed friends who stand between the halves of a chain."""
    middle = ((unit.x, unit.y), (unit.x + 1, unit.y))
    near = [one for one in friends(state, unit) if pieces_within(body(state, one).pieces, (middle,), CONTACT)]
    return [one for one in near if is_closed(one)]


@rule("04.02.10", "02.06.3")
def come_together(state: CivilWarState, unit: Unit) -> None:
    """The halves of a chain set out as one: they come from beside the friend between them, and need not pass him."""
    if unit.parted:
        passing = (*doing_of(state, unit.id).passing, *(one.id for one in between_halves(state, unit)))
        note(state, unit.id, passing=passing)
        change(state, unit.id, parted=0)
