"""Gunners away from their guns (04.02.12, 08.02.6, R39, R99).

A battery whose gunners leave it is from then on these gunners: they keep its id, its figures and its order, stand and
go like infantry, and have no arms. The guns stay behind as terrain and remember whose they are. Gunners who come back
to them man them again.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import asdict, replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import objects
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import body, by_id, ground, kind
from feltherre.games.civilwar.halting import halt
from feltherre.games.civilwar.marching import has_teams
from feltherre.games.civilwar.passing import order_kind
from feltherre.games.civilwar.room import Floor
from feltherre.games.civilwar.state import CivilWarState, Made, Unit, change, index, place_in_order
from feltherre.games.civilwar.steps import events
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import changed
from feltherre.ground.tabletop.angles import bearing
from feltherre.ground.tabletop.bodies import Body, Pose
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.measure import TURN, rounded
from feltherre.ground.tabletop.motion import NEVER, meets_feature
from feltherre.ground.tabletop.schedule import Event, enter, strike, why_late
from feltherre.ground.tabletop.table import near_feature

GUNS: Final = "guns"
#: guns without a crew are an obstacle of this class (R97, R99)
OBSTACLE: Final = 1
#: manned again they are ready after half a turn (R99)
READY: Final = TURN // 2
#: gunners without guns stand and go like infantry
ON_FOOT: Final[dict[str, Any]] = {"arm": "infantry", "formation": "line", "files": 0, "gap": 0, "trail": ()}
#: and with them again as a battery in line
AT_GUNS: Final[dict[str, Any]] = {"arm": "artillery", "formation": "unlimbered", "trail": ()}


def are_away(unit: Unit) -> bool:
    """If a unit is the gunners of a battery that are away from their guns."""
    return unit.battery is not None and unit.arm != "artillery"


@rule("08.02.6")
def must_leave_guns(unit: Unit) -> bool:
    """Unlimbered guns are left behind in rout, and those that no team can draw (08.02.6, 06.03.5)."""
    return unit.arm == "artillery" and (kind(unit) == "unlimbered_artillery" or not has_teams(unit))


@rule("08.02.6", "04.02.12")
def leave_guns(table: Table[CivilWarState], unit_id: str) -> None:
    """The guns stay where they stand, and the gunners are on foot in the middle of them."""
    state = table.state
    unit = by_id(state, unit_id)
    assert unit is not None
    own = body(state, unit)
    objects.put(state, [_left(unit, own)], (role_of(state, unit),))
    x, y = own.centre
    change(state, unit_id, **ON_FOOT, x=x, y=y, mounted=False)
    tell(table, "civilwar.forced.leave-guns", "08.02.6", unit_id, unit=name(state, unit_id))


@rule("08.02.6")
def leave_material(state: CivilWarState, unit: Unit) -> None:
    """The guns of a battery whose last gunner has fallen or is taken stand where they are (R99)."""
    if unit.arm == "artillery" and unit.battery is not None and unit.battery.guns:
        objects.put(state, [_left(unit, body(state, unit))], (role_of(state, unit),))


def _left(unit: Unit, there: Body) -> Made:
    return Made(guns_of(unit.id), GUNS, there.outline, True, OBSTACLE, 0, unit.side, unit.id)


def guns_of(unit_id: str) -> str:
    """The id of the guns that a battery has left behind."""
    return f"{unit_id}-guns"


def guns_behind(state: CivilWarState, unit: Unit) -> Made | None:
    """The guns that these gunners left, if nobody else has them."""
    return next((one for one in state.made if one.kind == GUNS and one.unit == unit.id and one.side == unit.side), None)


@rule("04.02.12")
def man_guns(table: Table[CivilWarState], unit_id: str) -> bool:
    """Gunners who touch their guns man them, unless others stand on these; the guns are ready after half a turn
    (04.02.12, R99). If they do."""
    state = table.state
    unit = by_id(state, unit_id)
    if unit is None or not unit.on_table or not are_away(unit) or unit.order == "FU":
        return False
    guns = guns_behind(state, unit)
    if guns is None or not near_feature(body(state, unit).pieces, ground(state).feature(guns.id), CONTACT):
        return False
    there = {**AT_GUNS, **asdict(pose_of(guns))}
    if Floor(state, unit_id).shared(replace(unit, **there)):
        tell(table, "civilwar.forced.guns-not-free", "04.02.12", unit_id, unit=name(state, unit_id))
        return False
    objects.alter(state, guns, None, (role_of(state, unit),))
    halt(state, unit_id, "manning")
    change(state, unit_id, **there, change_left=max(0, state.line.now + READY - TURN))
    changed(state, unit_id)
    tell(table, "civilwar.forced.man-guns", "04.02.12", unit_id, unit=name(state, unit_id))
    return True


def pose_of(guns: Made) -> Pose:
    """How the guns stand: the first two corners are their front."""
    (ax, ay), (bx, by), _, (dx, dy) = guns.points
    return Pose(rounded(ax + bx, 2), rounded(ay + by, 2), bearing(ax - dx, ay - dy))


def rewatch(state: CivilWarState, unit_id: str) -> None:
    """The track of gunners is another: find out when they come to their guns."""
    strike(state.line, lambda event: unit_id in event.who, ("manning",))
    unit = by_id(state, unit_id)
    track = state.tracks[index(state, unit_id)]
    guns = guns_behind(state, unit) if unit is not None and are_away(unit) and unit.order != "FU" else None
    if guns is None or not track:
        return
    line = state.line
    begin = line.now + (why_late(line, line.now, "move") is not None)
    tick = meets_feature(track, ground(state).feature(guns.id), CONTACT, begin, TURN)
    if tick != NEVER:
        enter(line, tick, "move", "manning", order=place_in_order(state, unit_id), who=(unit_id,))


@events.of("manning")
def manning(table: Table[CivilWarState], event: Event) -> None:
    """Gunners have come to their guns."""
    man_guns(table, event.who[0])


@rule("04.02.12")
def make_ready(state: CivilWarState, unit: Unit) -> None:
    """Guns that were manned late in the last turn are ready after the rest of their half turn (R99), unless they are
    moved. Whatever else a battery had begun and does not go on with is broken off."""
    if unit.arm != "artillery" or not unit.change_left or order_kind(state, unit) == "move":
        return
    if unit.last is not None or unit.formation != "unlimbered":
        change(state, unit.id, change_left=0)
        return
    tick = min(unit.change_left, TURN)
    enter(state.line, tick, "arrive", "ready", order=place_in_order(state, unit.id), who=(unit.id,))


@events.of("ready")
def ready(table: Table[CivilWarState], event: Event) -> None:
    change(table.state, event.who[0], change_left=0)
