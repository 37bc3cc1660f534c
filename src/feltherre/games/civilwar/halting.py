"""Stopping a unit and setting it down elsewhere: its track, what it had begun, and what others come to by it."""

from __future__ import annotations

from typing import Any, Final

from feltherre.games.civilwar.marched import count_way
from feltherre.games.civilwar.state import CivilWarState, change, doing_of, index, note, unit_of
from feltherre.games.civilwar.watch import changed
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.schedule import strike
from feltherre.ground.tabletop.tracks import Leg

#: what a unit itself has begun: it comes to nothing when the unit is stopped
OWN: Final = ("formed", "faced", "limbered", "mounted", "entered", "exited", "barred", "off-table", "cannot", "pass")


def set_track(state: CivilWarState, unit_id: str, track: tuple[Leg, ...]) -> None:
    count_way(state, unit_id, state.line.now)
    state.tracks[index(state, unit_id)] = track


def stop_changing(state: CivilWarState, unit_id: str) -> None:
    """What it has begun is broken off; charge pace that it has not come to is not used up (03.03.4)."""
    strike(state.line, lambda event: event.who[0] == unit_id, OWN)
    doing = doing_of(state, unit_id)
    if state.line.now <= doing.storms and not doing.reached:
        note(state, unit_id, storms=-1)
    if unit_of(state, unit_id).change_left:
        change(state, unit_id, change_left=0, change_leg=0)


def halt(state: CivilWarState, unit_id: str, why: str) -> None:
    """A unit stops where it is now; the rest of its order is void."""
    stop_changing(state, unit_id)
    # what it would have come to later it has not (R28)
    come_to = tuple(stage for stage in doing_of(state, unit_id).stages if stage.tick < state.line.now)
    doing = note(state, unit_id, void=why, stages=come_to)
    if doing.moved and state.line.now <= doing.begins and not doing.reached:
        # fire at once comes before the first step (04.01.3, 04.01.4)
        note(state, unit_id, moved=False, begins=-1)
    set_track(state, unit_id, ())
    changed(state, unit_id)


def relocate(state: CivilWarState, unit_id: str, pose: Pose, formation: str | None = None, **values: Any) -> None:
    """A unit stands somewhere else at once, without time, and goes no farther by its order."""
    from feltherre.games.civilwar.riding import ride_along

    stop_changing(state, unit_id)
    if formation is not None:
        values["formation"] = formation
    place = {"x": pose.x, "y": pose.y, "facing": pose.facing, "trail": (), "building": ""}
    change(state, unit_id, **(place | values))
    note(state, unit_id, passing=())
    set_track(state, unit_id, ())
    ride_along(state)
    changed(state, unit_id)
