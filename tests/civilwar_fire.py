"""Turns of the Civil War with fire in them: orders for some units, dice of one's own, run to the end of all moves or to
the first question.

    fought = fire_turn(state, {"a": fire("b")}, dice=[(3, 4)])
"""

from collections.abc import Mapping, Sequence
from typing import Any

from civilwar_attack import SILENT, Fight
from civilwar_table import field_of, guns, inf, order_of
from feltherre.games.civilwar import fire as fires
from feltherre.games.civilwar import melee, motion, timeline
from feltherre.games.civilwar.orders.language import Attack, Fire, FirePart, GunFire, Order, OrderLine, Stand
from feltherre.games.civilwar.state import Battery, CivilWarState, Doing, note, unit_of
from feltherre.ground.tabletop.measure import CM

#: dice by which nobody breaks
CALM = (1, 2)
#: dice by which a round falls as far as was guessed
ON_THE_SPOT = (3, 4)


def facing(gap: float = 30, **more: Any) -> CivilWarState:
    """Two regiments front to front."""
    return field_of(inf("a", 0, at=(50, 40), face=0), inf("b", 1, at=(50, 40 + gap), face=180), **more)


def shelled(
    *more: Any, at: tuple[float, float] = (50, 70), piece: str = "12pdr_napoleon", **values: Any
) -> CivilWarState:
    """A battery facing north, and a regiment 30 cm before it."""
    return field_of(guns("g", 0, at=(50, 40), face=0, piece=piece), inf("b", 1, at=at, face=180, **values), *more)


def battery(state: CivilWarState, name: str = "g") -> Battery:
    """What a battery has of guns, limbers, horses and rounds."""
    found = unit_of(state, name).battery
    assert found is not None
    return found


def fire(target: str | None = None, **values: Any) -> Order:
    """Small-arms fire in one part."""
    return Fire((FirePart(target, **values),))


def gun_fire(ammunition: str, *targets: str, guess: float | None = None, **values: Any) -> Order:
    """Artillery fire; the guess in cm."""
    guessed = None if guess is None else round(guess * CM)
    return GunFire(ammunition, targets, guessed, **values)  # type: ignore[arg-type]


def planned(state: CivilWarState, orders: Mapping[str, OrderLine | Order | str]) -> CivilWarState:
    """Give these orders, all others standing still, and enter what they come to."""
    for unit in state.units:
        line = orders_line(orders.get(unit.id, Stand()))
        note(state, unit.id, line=line)
        if isinstance(line.order, Attack):
            note(state, unit.id, attacks=line.order.target, charging=line.order.pace == "charge")
    melee.plan_melees(state)
    for unit in list(state.units):
        if unit.id in orders and unit.on_table and motion.moves(orders_line(orders[unit.id])):
            motion.set_out(state, unit.id)
    for unit in list(state.units):
        motion.watch(state, unit.id)
    fires.plan_fire(state)
    return state


def orders_line(given: OrderLine | Order | str) -> OrderLine:
    order = order_of(given)
    return order if isinstance(order, OrderLine) else OrderLine(order, SILENT)


def fire_turn(
    state: CivilWarState, orders: Mapping[str, OrderLine | Order | str], dice: Sequence[tuple[int, ...]] = ()
) -> Fight:
    """Run a turn with these orders; every throw must be used."""
    fight = Fight(planned(state, orders), dice)
    table = fight.table()
    table.push(timeline.RunTurn())
    fight.go(table)
    return fight


def next_turn(state: CivilWarState) -> CivilWarState:
    """The same field in the turn after."""
    state.turn += 1
    state.doing = [Doing() for _ in state.units]
    state.tracks = [() for _ in state.units]
    state.line = type(state.line)(state.line.steps, state.line.end)
    return state
