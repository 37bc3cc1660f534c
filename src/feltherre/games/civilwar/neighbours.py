"""Who stands near: the boxes of all units as one array, so that of many units only those in question are looked at."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from feltherre.games.civilwar.field import body, scenario_of
from feltherre.games.civilwar.scenario import Scenario
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import CONTACT, pieces_within
from feltherre.ground.tabletop.shapes import Box

#: the box of a unit that is not on the table: no other meets it
_NOWHERE: Final = (1 << 40, 1 << 40, -(1 << 40), -(1 << 40))


class Layout:
    """The units of a state at one moment, and around each a box. Nothing in it changes."""

    def __init__(self, scenario: Scenario, units: list[Unit], boxes: NDArray[np.int64]) -> None:
        self.scenario, self.units, self.boxes = scenario, units, boxes

    def meeting(self, box: Box, limit: int = 0) -> list[int]:
        """The places in the list of those on the table whose boxes are at most so far from a box."""
        west, south, east, north = self.boxes.T
        found: list[int] = np.flatnonzero(
            (west <= box[2] + limit) & (east >= box[0] - limit) & (south <= box[3] + limit) & (north >= box[1] - limit)
        ).tolist()
        return found


#: how they stood when they were asked for last
_last: list[Layout] = []


def layout(state: CivilWarState) -> Layout:
    """How the units stand now. Only those that are no longer as they were are looked at again."""
    scenario, units = scenario_of(state), state.units
    last = _last[0] if _last else None
    if last is not None and last.scenario is scenario and last.units == units:
        return last
    if last is None or last.scenario is not scenario or len(last.units) != len(units):
        boxes = np.array([_box(state, unit) for unit in units], dtype=np.int64).reshape(-1, 4)
    else:
        boxes = last.boxes.copy()
        for place, (unit, before) in enumerate(zip(units, last.units, strict=True)):
            if unit is not before:
                boxes[place] = _box(state, unit)
    found = Layout(scenario, units[:], boxes)
    _last[:] = [found]
    return found


def _box(state: CivilWarState, unit: Unit) -> Box:
    return body(state, unit).box if unit.on_table else _NOWHERE


def near_body(state: CivilWarState, there: Body, limit: int) -> list[Unit]:
    """The units on the table that are at most so far from a body, in the order of the list."""
    around = [state.units[place] for place in layout(state).meeting(there.box, limit)]
    return [unit for unit in around if pieces_within(there.pieces, body(state, unit).pieces, limit)]


def touched_by(state: CivilWarState, unit: Unit) -> list[Unit]:
    """The other units in base contact with a unit."""
    return [other for other in near_body(state, body(state, unit), CONTACT) if other.id != unit.id]
