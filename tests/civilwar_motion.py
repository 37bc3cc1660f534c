"""A turn of the Civil War with nothing in it but motion: orders for some units, carried out to the end of the turn.

ran = march(state, {"a": "L, GO N"})          orders as on the sheet
ran.at("a"), ran.unit("a").formation, ran.told
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from civilwar_forced import Dice, game_with
from civilwar_table import Placed, chief, field_of, inf, order_of, ride
from feltherre.core import engine
from feltherre.core.table import Table
from feltherre.games.civilwar import motion, riding, steps, timeline
from feltherre.games.civilwar.orders.language import Attack, Move, Order, OrderLine, OrderSheet, StaffLine, StaffOrder
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.state import STEPS, CivilWarState, Doing, Staff, Unit, note, staff_of, unit_of
from feltherre.ground.tabletop import measure, schedule

#: directions in tenths of a degree
EAST, SOUTH = 900, 1800
#: attacks, threats and fire are others' subject: here they only are noted
LEFT_OUT = (
    *("charge", "stopped", "shock", "repelled", "pursuit", "taken", "melee", "after-melee"),
    *("near", "staff-near", "fire", "ask-umpire", "comes-near"),
)
#: room for three companies
HOUSE = {"id": "house", "type": "building", "kind": "building_wood", "rect": [48, 40, 52, 43], "capacity": 3}
FORWARD = Move((Go(),))
#: the generals of `battle`
STAFF = (chief("lee", 0, at=(20, 20)), chief("meade", 1, at=(150, 110)))


def alone(placed: Placed, *terrain: dict[str, Any]) -> CivilWarState:
    """A unit with no enemy but one in a far corner."""
    return field_of(placed, inf("enemy", 1, at=(150, 115), face=180), terrain=list(terrain))


def battle(*terrain: dict[str, Any]) -> CivilWarState:
    """A regiment of each side, far apart, under its general."""
    units = inf("a", 0, at=(50, 30), under="lee"), inf("b", 1, at=(140, 100), face=180, under="meade")
    return field_of(*units, terrain=list(terrain), staff=STAFF)


class _Handlers(dict[str, Any]):
    """Handlers that note what comes about; a kind that is not known is noted alone."""

    def __init__(self, ran: Marched, known: Mapping[str, Any]) -> None:
        super().__init__({kind: ran.noting(handler) for kind, handler in known.items()})
        self.ran = ran

    def __missing__(self, kind: str) -> Any:
        return self.ran.noting(None)


class Marched:
    """A turn of marches: where everybody is, and what was told; `seen` are the kinds of events with their ticks."""

    def __init__(self, state: CivilWarState, dice: Sequence[tuple[int, ...]]) -> None:
        self.state = state
        self.told: list[str] = []
        self.seen: list[tuple[str, int, tuple[str, ...]]] = []
        handlers = _Handlers(self, {kind: steps.events[kind] for kind in steps.events if kind not in LEFT_OUT})
        self.table: Table[CivilWarState] = Table(game_with(handlers), state, Dice(dice), line=1)

    def noting(self, handler: Any) -> Any:
        def handle(table: Table[CivilWarState], event: schedule.Event) -> None:
            self.seen.append((event.kind, event.tick, event.who))
            if handler is not None:
                handler(table, event)

        return handle

    def run(self) -> Marched:
        self.table.push(timeline.RunTurn())
        engine.settle(self.table)
        motion.settle_moves(self.table)
        self.told += [event.text.key.removeprefix("civilwar.motion.") for event in self.table.events]
        return self

    def unit(self, name: str) -> Unit:
        return unit_of(self.state, name)

    def staff(self, name: str) -> Staff:
        return staff_of(self.state, name)

    def at(self, name: str) -> tuple[float, float]:
        """Where the middle of a unit's front is, in cm."""
        unit = self.unit(name)
        return unit.x / measure.CM, unit.y / measure.CM

    def when(self, kind: str, *who: str) -> float | None:
        """When an event came about first, in parts of a turn."""
        found = [tick for seen, tick, whom in self.seen if seen == kind and whom[: len(who)] == who]
        return found[0] / measure.TURN if found else None


def march(
    state: CivilWarState,
    orders: Mapping[str, Order | str],
    staff: Mapping[str, StaffOrder | str] | None = None,
    dice: Sequence[tuple[int, ...]] = (),
) -> Marched:
    """Carry out a turn with these orders; all others stand."""
    state.line = schedule.TimeLine(STEPS, measure.TURN)
    state.doing = [Doing() for _ in state.units]
    state.tracks = [() for _ in state.units]
    for side in (0, 1):
        own = {name: order for name, order in (staff or {}).items() if staff_of(state, name).side == side}
        riders = {name: StaffLine(ride(order) if isinstance(order, str) else order) for name, order in own.items()}
        state.sheets[side] = OrderSheet(staff=riders)
    for name, given in orders.items():
        order = order_of(given)
        charging = isinstance(order, Attack) and order.pace == "charge"
        attacks = order.target if isinstance(order, Attack) else ""
        note(state, name, line=OrderLine(order), attacks=attacks, charging=charging)
    ran = Marched(state, dice)
    riding.plan_rides(ran.table)
    for name in orders:
        motion.set_out(state, name)
    motion.watch_all(state)
    return ran.run()


def goes(placed: Placed, *orders: Order | str, terrain: Sequence[dict[str, Any]] = ()) -> Marched:
    """A unit with no enemy near it in as many turns as it has orders: the last of them."""
    state = alone(placed, *terrain)
    ran = march(state, {placed[1].id: orders[0]})
    for order in orders[1:]:
        ran = march(next_turn(state), {placed[1].id: order})
    return ran


def near(place: tuple[float, float], x: float, y: float, by: float = 0.05) -> bool:
    """Whether a place is another, but for half a millimetre."""
    return math.dist(place, (x, y)) <= by


def done(ran: Marched, kind: str) -> float | None:
    """When something was done by unit a, in parts of a turn."""
    return ran.when(kind, "a")


def next_turn(state: CivilWarState) -> CivilWarState:
    """The same state in the next turn, with last turn's orders known."""
    for place, doing in enumerate(state.doing):
        state.units[place] = _with_last(state.units[place], doing)
    state.turn += 1
    return state


def _with_last(unit: Unit, doing: Doing) -> Unit:
    return replace(unit, last=doing.line if not doing.void else None)
