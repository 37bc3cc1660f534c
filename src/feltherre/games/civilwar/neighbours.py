"""Who stands or comes near: the boxes of all units as one array, so that only those in question are looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from feltherre.games.civilwar.field import body, scenario_of, staff_body
from feltherre.games.civilwar.scenario import Scenario
from feltherre.games.civilwar.state import ON_TABLE, CivilWarState, Staff, Unit
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import CONTACT, pieces_within
from feltherre.ground.tabletop.shapes import Box
from feltherre.ground.tabletop.tracks import Track, box_of_track

T = TypeVar("T")

#: the box of a unit that is not on the table: no other meets it
_NOWHERE: Final = (1 << 40, 1 << 40, -(1 << 40), -(1 << 40))


class Layout(Generic[T]):
    """Units, ways or staff of a state at one moment, and around each a box. Nothing in it changes."""

    def __init__(self, scenario: Scenario, things: list[T], boxes: NDArray[np.int64]) -> None:
        self.scenario, self.things, self.boxes = scenario, things, boxes

    def meeting(self, box: Box, limit: int = 0) -> list[int]:
        """The places in the list of those on the table whose boxes are at most so far from a box."""
        west, south, east, north = self.boxes
        found: list[int] = np.flatnonzero(
            (west <= box[2] + limit) & (east >= box[0] - limit) & (south <= box[3] + limit) & (north >= box[1] - limit)
        ).tolist()
        return found


class _Layouts(Generic[T]):
    """Makes layouts. Only things that are no longer what they were when it was asked last are looked at again."""

    def __init__(self, box: Callable[[CivilWarState, T], Box]) -> None:
        self.box = box
        self.last: Layout[T] | None = None

    def of(self, state: CivilWarState, things: list[T]) -> Layout[T]:
        scenario, last = scenario_of(state), self.last
        if last is not None and last.scenario is scenario and last.things == things:
            return last
        if last is None or last.scenario is not scenario or len(last.things) != len(things):
            boxes = np.array([self.box(state, thing) for thing in things], dtype=np.int64).reshape(-1, 4).T.copy()
        else:
            boxes = last.boxes.copy()
            for place, (thing, before) in enumerate(zip(things, last.things, strict=True)):
                if thing is not before:
                    boxes[:, place] = self.box(state, thing)
        self.last = Layout(scenario, things, boxes)
        return self.last


def _way_box(state: CivilWarState, way: Unit | Track | None) -> Box:
    if way is None:
        return _NOWHERE
    return body(state, way).box if isinstance(way, Unit) else box_of_track(way, way[0].start, way[-1].end)


_UNITS: Final[_Layouts[Unit]] = _Layouts(lambda state, unit: body(state, unit).box if unit.on_table else _NOWHERE)
_WAYS: Final = _Layouts(_way_box)
_STAFF: Final[_Layouts[Staff | None]] = _Layouts(lambda state, one: _NOWHERE if one is None else staff_body(one).box)


def layout(state: CivilWarState) -> Layout[Unit]:
    """How the units stand now."""
    return _UNITS.of(state, state.units[:])


def ways(state: CivilWarState) -> Layout[Unit | Track | None]:
    """All the ground that units cover in the turn by their ways as they are now, or where they stand."""
    return _WAYS.of(
        state,
        [
            (track or unit) if unit.where == ON_TABLE else None
            for unit, track in zip(state.units, state.tracks, strict=True)
        ],
    )


def lone_staff(state: CivilWarState) -> Layout[Staff | None]:
    """The generals and couriers on the table who ride with nobody."""
    return _STAFF.of(state, [one if not one.beside and one.on_table else None for one in state.staff])


def near_body(state: CivilWarState, there: Body, limit: int) -> list[Unit]:
    """The units on the table that are at most so far from a body, in the order of the list."""
    around = [state.units[place] for place in layout(state).meeting(there.box, limit)]
    return [unit for unit in around if pieces_within(there.pieces, body(state, unit).pieces, limit)]


def touched_by(state: CivilWarState, unit: Unit) -> list[Unit]:
    """The other units in base contact with a unit."""
    return [other for other in near_body(state, body(state, unit), CONTACT) if other.id != unit.id]
