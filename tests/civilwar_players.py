"""Positions for tests of the Civil War's computer players: what a player writes for a small field before a turn."""

from random import Random
from typing import Any

from msgspec.structs import replace

from civilwar_table import Placed, chief, field_of, inf
from feltherre.core import engine, space, text
from feltherre.games.civilwar import brief, scenario, sightings, steps
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Order, OrderSheet, StaffOrder
from feltherre.games.civilwar.players.captain.finish import Finish
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.players.objectives import objectives
from feltherre.games.civilwar.state import ROLES, CivilWarState
from feltherre.games.civilwar.victory_terms import Victory
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.measure import CIRCLE, CM
from feltherre.players.player import Position, position_for


def orders_due(*placed: Any, victory: tuple[Victory, ...] = (), **more: Any) -> CivilWarState:
    """A field where both sides write their orders. A general of each side stands behind his first unit."""
    staff = [_behind(*next(one for one in placed if one[0] == side)) for side in (0, 1)]
    state = field_of(*placed, **({"staff": staff} | more))
    scenario.lend_scenario(replace(scenario.load_scenario(state.scenario), victory=victory))
    state.phase = "orders"
    see(state)
    return state


def _behind(side: int, unit: brief.UnitData) -> Any:
    assert unit.at is not None
    x, y = forward(unit.at, (unit.facing + CIRCLE // 2) % CIRCLE, 12 * CM)
    return chief(f"chief-{side}", side, at=(x / CM, y / CM))


def see(state: CivilWarState) -> None:
    """The generals look round, and the sheets are due."""
    sightings.look_round(state, ())
    state.agenda = [steps.WriteOrders()]


def term(name: str, side: Any, points: int, when: Any, **more: Any) -> Victory:
    """A condition of victory."""
    return Victory(id=name, side=side, points=points, when=when, text=text.say("core.plain", text=name), **more)


def position(state: CivilWarState, side: int, seed: int = 1) -> Position:
    role = ROLES[side]
    decisions: list[space.Decision[Any]] = list(engine.open_decisions(GAME, state))
    assert role in [decision.role for decision in decisions]
    return position_for(GAME, state, (role,), role, Random(seed))


class Written:
    """A sheet as a player wrote it."""

    def __init__(self, sheet: OrderSheet) -> None:
        self.sheet = sheet

    def order(self, unit: str) -> Order:
        return self.sheet.units[unit].order

    def rides(self, general: str) -> StaffOrder:
        return self.sheet.staff[general].order


def written(state: CivilWarState, side: int, player: str = "captain", seed: int = 1) -> Written:
    """What a player orders; the rules take every line."""
    there = position(state, side, seed)
    chosen = GAME.players[player]().choose(there)
    there.decision.space.check(chosen.action)
    return Written(chosen.action.sheet)


def finish_of(state: CivilWarState) -> Finish:
    """Whom the first side sends where for what counts at the end."""
    known = Knowledge(position(state, 0))
    return Finish(known, objectives(known.state, 0), known.orders_of)


def regiment(name: str, under: str, x: int, y: int, figures: int = 12) -> Placed:
    """Foot of ours in line under a general, looking north."""
    return inf(name, 0, at=(x, y), face=0, figures=figures, companies=4, under=under)
