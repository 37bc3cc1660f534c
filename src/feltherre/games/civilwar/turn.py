"""The course of a turn (04.01): orders, declarations, the time line, the end of the turn, and the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import (
    attack,
    captures,
    driven_told,
    endturn,
    fire,
    forced,
    marched,
    melee,
    messages,
    motion,
    riding,
    sightings,
    surrender,
    works,
)
from feltherre.games.civilwar.commanders import role_name, role_of, roles
from feltherre.games.civilwar.declaring import declare
from feltherre.games.civilwar.field import enemies, name_of, scenario_of, touching
from feltherre.games.civilwar.firefight import age_fights, hold_fire_fights
from feltherre.games.civilwar.orders.language import Attack, OrderLine, OrderSheet, Retreat, Stand
from feltherre.games.civilwar.orders.sheets import write_sheet
from feltherre.games.civilwar.orders.telling import tell_order
from feltherre.games.civilwar.repeating import carried_out, keep_order, tell_repeated
from feltherre.games.civilwar.sheets import SheetSpace, together
from feltherre.games.civilwar.state import (
    ROLES,
    STEPS,
    CivilWarState,
    Doing,
    Unit,
    by_place,
    doing_of,
    move_staff,
    note,
)
from feltherre.games.civilwar.steps import BookKeeping, EndOfMoves, NewTurn, WriteOrders, steps
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.timeline import RunTurn
from feltherre.games.civilwar.under_fire import tell_own
from feltherre.games.civilwar.unit_facts import note_alarms
from feltherre.games.civilwar.victory import result, score
from feltherre.games.civilwar.whereabouts import note_places
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import TimeLine

STANDS = OrderLine(Stand())
#: the forced actions (04.02) that make an order void, as `Doing.void` names them
FORCED = ("FU", "U", "turned-away", "pinned", "fell-back", "re-forming", "sheltered", "manning")


@steps.does(NewTurn)
@rule("04.01.1", "01.01.2")
def new_turn(table: Table[CivilWarState], step: NewTurn) -> None:
    """The turn's number, what arrives, what everybody sees; then the sheets are written."""
    state = table.state
    stirred, moved = sightings.stirring(state), sightings.has_moved(state)
    state.turn += 1
    state.phase = "orders"
    state.line = TimeLine(STEPS, TURN)
    state.doing = [Doing(stirred=unit.id in stirred) for unit in state.units]
    state.tracks = [() for _ in state.units]
    for one in state.staff:
        if one.moved:
            move_staff(state, one.id, moved=False)
    endturn.age_pins(state)
    table.tell(say("civilwar.event.turn", number=state.turn, last=scenario_of(state).turns), "04.01.1")
    motion.enter_table(table)
    # a unit that has rallied or lost figures after the last move takes other ground
    riding.ride_along(state)
    riding.deliver(table)
    messages.tell_new(table)
    sightings.look_round(state, stirred, moved)
    if not table.quiet:
        found = [str(one) for one in state.findings if one.turn == state.turn]
        table.reveal(*sightings.in_view(state), *(str(one) for one in state.sightings if one.live), *found)
    table.push(WriteOrders())


@steps.asks(WriteOrders)
def write_orders(state: CivilWarState, step: WriteOrders) -> Iterator[Decision[Any]]:
    for role in roles(state):
        told = role_name(role)
        yield ask(state, role, "orders", "03.01.2", SheetSpace(state, role), number=state.turn, role=told)


@steps.opens(WriteOrders)
def always_asked(state: CivilWarState, step: WriteOrders) -> bool:
    return True


@steps.answers(WriteOrders)
def sheets_are_in(table: Table[CivilWarState], step: WriteOrders, actions: Mapping[str, Any]) -> None:
    state = table.state
    state.sheets = [
        together([_with_brought(table, role, actions[role].sheet) for role in roles(state, side)]) for side in (0, 1)
    ]
    _show_umpire(table)
    begin_turn(table)


@rule("03.01.2")
def _show_umpire(table: Table[CivilWarState]) -> None:
    """The umpire has both sheets in his log: the turn may be over before he comes to look at them."""
    if table.quiet or not table.state.umpire:
        return
    for side, sheet in zip(ROLES, table.state.sheets, strict=True):
        lines = write_sheet(sheet).splitlines() if sheet is not None else []
        if lines:
            told = say("civilwar.event.sheet", side=role_name(side), lines=" | ".join(lines))
            table.tell(told, "03.01.2", audience=())


@rule("03.03.2")
def _with_brought(table: Table[CivilWarState], role: str, sheet: OrderSheet) -> OrderSheet:
    """A sheet with the orders that couriers have brought to units which it does not name (R137)."""
    brought = SheetSpace(table.state, role).brought
    for unit in [one for one in brought if one not in sheet.units]:
        order = tell_order(brought[unit].order, lambda thing: name_of(table.state, thing))
        tell_own(table, "civilwar.order.brought", "03.03.2", unit, unit=name(table.state, unit), order=order)
    return replace(sheet, units={**brought, **sheet.units}) if brought else sheet


@rule("04.01.2", "03.01.2", "03.01.4")
def begin_turn(table: Table[CivilWarState]) -> None:
    """The sheets are open: what is declared, then the time line of the turn (04.01.2)."""
    state = table.state
    state.phase = "turn"
    for unit in state.units:
        stood = (unit.x, unit.y, unit.facing) if unit.on_table else ()
        note(state, unit.id, stood=stood, **_first_notes(state, unit))
    note_places(state)
    hold_fire_fights(state)
    tell_repeated(table)
    declare(table)
    riding.plan_rides(table)
    forced.declared_retreats(table)
    melee.plan_melees(state)
    forced.start_of_turn(table)
    for unit in by_place(state):
        if unit.on_table and motion.moves(line_of(state, unit)):
            motion.set_out(state, unit.id)
    motion.watch_all(state)
    fire.plan_fire(state)
    table.push(RunTurn())


def line_of(state: CivilWarState, unit: Unit) -> OrderLine:
    """The order of a unit in this turn; without one it stands still (03.01.2)."""
    void = unit.id in state.refused or not {ROLES[unit.side], role_of(state, unit)}.isdisjoint(state.halted)
    sheet = None if void else state.sheets[unit.side]
    return sheet.units.get(unit.id, STANDS) if sheet is not None else STANDS


def _first_notes(state: CivilWarState, unit: Unit) -> dict[str, Any]:
    """What a unit sets out to do, as its order says; a unit in FU has none (04.02.2)."""
    if not unit.on_table or unit.order == "FU":
        return {}
    written = line_of(state, unit)
    line = carried_out(state, unit, written)
    notes: dict[str, Any] = {"line": line, "written": None if line == written else written}
    if isinstance(line.order, Attack):
        notes |= {"attacks": line.order.target, "charging": line.order.pace == "charge"}
    if isinstance(line.order, Retreat):
        notes["retreats"] = True
    return notes


# the end of the turn


@steps.does(EndOfMoves)
@rule("04.01.5")
def end_of_moves(table: Table[CivilWarState], step: EndOfMoves) -> None:
    """The instant 1, then the throws of the turn's end (04.01.5)."""
    marched.tell_legs(table)
    motion.settle_moves(table)
    driven_told.tell_all_turn(table)
    marched.tell_marches(table)
    attack.finds_nobody(table)
    works.count_works(table)
    captures.capture_guns(table)
    captures.capture_wagons(table)
    table.push(surrender.Surrender(), endturn.EndThrows(), BookKeeping())


@steps.does(BookKeeping)
@rule("04.01.6")
def book_keeping(table: Table[CivilWarState], step: BookKeeping) -> None:
    """Counters are aged, points given; then the next turn, or the end of the battle."""
    state = table.state
    for unit in by_place(state):
        keep_order(state, unit, prevented(state, unit, doing_of(state, unit.id)))
    age_fights(state)
    note_alarms(state)
    # a side that is left alone goes on: what counts at a later turn is still to be done or missed
    last = state.turn >= scenario_of(state).turns or not any(_fights_on(state, side) for side in (0, 1))
    score(table, last)
    state.sheets = [None, None]
    state.halted.clear()
    state.refused.clear()
    if not last:
        table.push(NewTurn())
        return
    state.phase = "over"
    # now everything may be seen
    table.reveal(*(str(unit) for unit in state.units), *(str(one) for one in state.staff))
    table.finish(result(state))


@rule("03.03.3")
def prevented(state: CivilWarState, unit: Unit, doing: Doing) -> bool:
    """If a forced action has kept a unit from its order, which it cannot repeat out of command then (R28). To be
    stopped by a friend is one (04.02.5); to have come to the enemy is none, unless on a retirement or in flight."""
    if doing.void == "contact" and not (doing.retired or doing.fled):
        return not any(touching(state, unit, enemy) for enemy in enemies(state, unit))
    return doing.void in (*FORCED, "contact")


def _fights_on(state: CivilWarState, side: int) -> bool:
    """A side with nothing left on the table and nothing to come has no more battle."""
    return any(unit.side == side and unit.where in ("table", "awaited") for unit in state.units)
