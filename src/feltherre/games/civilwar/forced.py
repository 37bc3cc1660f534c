"""Forced actions (04.02): what a unit must do whatever its orders, carried out in the step `forced` of its instant.

    flee              fallen into FU: flight at once, without time (B1)
    flight            in FU since before the turn: flight all turn (A1)
    retire            fallen into U, or a declared retreat: back half a turn, without time (B2, 04.02.8)
    retire-all-turn   in U since before the turn and hit at once: backwards all turn (B3)
    turn-away         horses in LU by close fire: about, and away for the rest of the turn (B4)
    pin               foot in LU by close fire: it goes no further (B5)

They are entered by `orderstate` and by `declared_retreats` and `start_of_turn` here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import carried, falling_back, flight, gunners, motion, reactions, running
from feltherre.games.civilwar.corridor import away_from, driven
from feltherre.games.civilwar.driven import OFF, driven_way, note_passed
from feltherre.games.civilwar.driven_told import tell_driven
from feltherre.games.civilwar.field import by_id
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.grips import fights_first
from feltherre.games.civilwar.orderstate import Flight, ForcedMove, becomes, force
from feltherre.games.civilwar.passing import order_kind
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.state import CivilWarState, Driven, Unit, by_place, change, doing_of, index, note, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.triggers import notice
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import Event

# the start of the turn


@rule("04.02.8", "04.02.14", "04.01.3")
def declared_retreats(table: Table[CivilWarState]) -> None:
    """Units that declare a retreat lose the pin and fall into U at once; they go back only after the fire at 0, which
    finds them unpinned on their old place (R43): from whom they are locked on, else from the nearest whom they see."""
    state = table.state
    for unit in by_place(state):
        if unit.on_table and doing_of(state, unit.id).retreats:
            nearest = _nearest_seen(state, unit)
            from_whom = locked_target(state, unit) or (nearest.id if nearest is not None else "")
            change(state, unit.id, pinned=0, fights=())
            becomes(table, unit.id, "U", cause=from_whom, by="retreat")


def _nearest_seen(state: CivilWarState, unit: Unit) -> Unit | None:
    """The nearest enemy whom the unit sees; if it sees none, the nearest there is."""
    foes = carried.foes(state, unit)
    return carried.nearest(state, unit, [foe for foe in foes if sees(state, unit, foe)] or foes)


@rule("04.02.2", "04.02.11")
def start_of_turn(table: Table[CivilWarState]) -> None:
    """Units in FU since before the turn run on, whatever their orders; they begin after the fire at 0 (04.02.2). Chains
    that are too wide re-form (04.02.11), and gunners who have come to their guns make them ready (R99)."""
    state = table.state
    for unit in by_place(state):
        if not unit.on_table:
            continue
        if unit.order == "FU":
            note(state, unit.id, line=None)
            force(table, "flight", unit.id, "")
        gunners.make_ready(state, unit)
        reactions.check_chain(table, unit.id)
        stays = doing_of(state, unit.id).void or fights_first(state, unit.id)
        if order_kind(state, unit) == "move" and not stays:
            falling_back.come_together(state, unit)


# at the instant


@rule("04.02.3", "04.02.5", "04.02.8")
def retire(table: Table[CivilWarState], unit_id: str, cause: str, heading: int | None = None) -> None:
    """Half a turn's ordinary march straight back from the cause, facing kept, at once (04.02.3, R39)."""
    state = table.state
    unit = unit_of(state, unit_id)
    turns = forced_action.outputs(ForcedSituation(event="became_U"))["turns"]
    back = away_from(state, unit, by_id(state, cause))
    motion.halt(state, unit_id, "U")
    note(state, unit_id, retired=True, moved=True, to_fire=())
    tell(table, "civilwar.forced.retires", "04.02.3", unit_id, unit=name(state, unit_id))
    notice(state, unit_id, "retires")
    flight.leave_building(state, unit_id, back, front_kept=True)
    unit = unit_of(state, unit_id)
    far = driven_way(state, unit, driven(state, unit, "ordinary"), back, int(turns * TURN))
    _shift(state, unit, back, far.way)
    tell_driven(table, unit_id, "04.02.3", far.way, Driven("retirement", back, far.stopped, far.by))
    if far.stopped == OFF:
        flight.go_over_edge(table, unit_id, far.by)
    else:
        flight.settle(table, unit_id)


def _shift(state: CivilWarState, unit: Unit, heading: int, way: int) -> None:
    """A unit stands so far away in the same formation; a bent column as it is."""
    note_passed(state, unit, heading, way)
    dx, dy = forward((0, 0), heading, way)
    trail = tuple((x + dx, y + dy) for x, y in unit.trail)
    change(state, unit.id, x=unit.x + dx, y=unit.y + dy, trail=trail)


@rule("04.02.4")
def retire_all_turn(table: Table[CivilWarState], unit_id: str, cause: str, heading: int | None = None) -> None:
    """Backwards at half speed for the whole turn, with its front to the enemy (04.02.4, R40)."""
    state = table.state
    unit = unit_of(state, unit_id)
    back = away_from(state, unit, by_id(state, cause))
    motion.halt(state, unit_id, "U")
    note(state, unit_id, retired=True, to_fire=())
    tell(table, "civilwar.forced.retires-all-turn", "04.02.4", unit_id, unit=name(state, unit_id))
    notice(state, unit_id, "retires")
    flight.leave_building(state, unit_id, back, front_kept=True)
    running.go_away(state, unit_id, back, "backwards")


@rule("04.02.6", "07.02.1")
def turn_away(table: Table[CivilWarState], unit_id: str, cause: str, heading: int | None = None) -> None:
    """Mounted cavalry and limbered guns turn about, which takes no time, and move away for the rest (04.02.6, R45)."""
    state = table.state
    unit = unit_of(state, unit_id)
    away = away_from(state, unit, by_id(state, cause))
    motion.halt(state, unit_id, "turned-away")
    note(state, unit_id, to_fire=())
    tell(table, "civilwar.forced.turns-away", "04.02.6", unit_id, unit=name(state, unit_id))
    running.go_away(state, unit_id, away, "ordinary")


@rule("04.02.7", "04.02.8")
def go_to_ground(table: Table[CivilWarState], unit_id: str, cause: str, heading: int | None = None) -> None:
    """A pinned unit cannot move for the rest of the turn (04.02.8), which to change formation or to work is as well
    (03.03.1); fire that it was ordered to give it still gives."""
    state = table.state
    if state.tracks[index(state, unit_id)] or order_kind(state, unit_of(state, unit_id)) == "move":
        motion.halt(state, unit_id, "pinned")


Forced = Callable[[Table[CivilWarState], str, str, int | None], None]
#: what carries each forced action out
ACTS: Final[dict[str, Forced]] = {
    "flee": flight.flee,
    "flight": lambda table, unit_id, cause, heading: running.run_all_turn(table, unit_id),
    "retire": retire,
    "retire-all-turn": retire_all_turn,
    "turn-away": turn_away,
    "pin": go_to_ground,
}


@events.of(*ACTS)
@rule("04.01.4")
def carry_out(table: Table[CivilWarState], event: Event) -> None:
    """Forced actions are carried out while the turn runs (04.01.4)."""
    act(table, event.kind, event.who[0], str(event.data.get("cause", "")))


def act(table: Table[CivilWarState], kind: str, unit_id: str, cause: str, heading: int | None = None) -> None:
    unit = unit_of(table.state, unit_id)
    if unit.on_table and unit.figures:
        ACTS[kind](table, unit_id, cause, heading)


@steps.does(ForcedMove)
def forced_move(table: Table[CivilWarState], step: ForcedMove) -> None:
    act(table, step.kind, step.unit, step.cause, step.heading)


@events.of("checked")
@rule("08.03.4")
def stop_checked(table: Table[CivilWarState], event: Event) -> None:
    """A flight that took time is behind the friend who checks it (08.03.4), unless it never came to him; one that is
    still in him when the turn ends stops directly behind him all the same (R87)."""
    unit = by_id(table.state, event.who[0])
    if not event.data["met"] or unit is None or not unit.on_table or unit.order != "FU":
        return
    if event.tick < TURN:
        run = doing_of(table.state, unit.id).driven
        note(table.state, unit.id, checked=True, driven=run and replace(run, stopped="checked", by=event.who[1]))
        motion.halt(table.state, unit.id, "FU")
    else:
        flight.stop_behind(table, Flight(unit.id, unit.facing, 0, checked_by=event.who[1]))
