"""Whole turns of the Civil War through the game itself, for tests of what holds in every turn.

battle = battle_at("hokes-run", turn=4, seed=7)     in the middle of a battle at random
battle = skirmish(seed=7)                           a few units among houses and a canal
play_turn(battle, at_random(7))
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

from msgspec.structs import replace

from civilwar_players import see
from civilwar_table import Placed, cav, chiefs, field_of, guns, inf
from feltherre.core import engine, space
from feltherre.core.dice import KeyedStream, Stream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.civilwar import field, marched, room, sheets, timeline
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Order, OrderLine, OrderSheet
from feltherre.games.civilwar.state import ROLES, CivilWarState

Answer = Callable[[space.Decision[Any]], Any]
SEATS = tuple(Seat(role, (role,)) for role in ROLES)
#: on the table of a skirmish: houses, a canal without a bridge, a wood, a wall
GROUND: list[dict[str, Any]] = [
    *(
        {"id": f"house-{x}-{y}", "type": "building", "kind": "building_stone", "rect": [x, y, x + 5, y + 4]}
        for x, y in ((30, 30), (60, 48), (90, 26), (75, 74))
    ),
    {"id": "canal", "type": "canal", "line": [[48, 15], [52, 90]], "width": 1.5},
    {"id": "pines", "type": "wood", "poly": [[95, 50], [112, 52], [108, 70], [94, 66]]},
    {"id": "wall", "type": "linear", "kind": "wall", "line": [[66, 30], [86, 34]]},
]


class Battle:
    """A state between two answers, and the dice that are still to come."""

    def __init__(self, state: CivilWarState, stream: Stream) -> None:
        self.state = state
        self.stream = stream

    def asked(self) -> space.Decision[Any] | None:
        """Who answers next; None when the battle is over."""
        answered = {sealed.role for sealed in self.state.sealed}
        open_now = engine.open_decisions(GAME, self.state)
        return next((decision for decision in open_now if decision.role not in answered), None)

    def answer(self, role: str, action: Any, *, quiet: bool = True) -> None:
        decisions = engine.open_decisions(GAME, self.state)
        engine.carry_out(Table(GAME, self.state, self.stream, quiet=quiet), decisions, role, action)


def at_random(seed: int) -> Answer:
    rng = Random(seed)
    return lambda decision: decision.space.sample(rng)


def play_turn(
    battle: Battle, choose: Answer, between: Callable[[Battle], None] = lambda battle: None, *, quiet: bool = True
) -> list[tuple[str, Any]]:
    """Play to the next sheets or the end; `between` is called before each answer. The answers that were given."""
    given: list[tuple[str, Any]] = []
    turn = battle.state.turn
    while battle.state.turn == turn and (decision := battle.asked()) is not None:
        between(battle)
        action = choose(decision)
        given.append((decision.role, action))
        battle.answer(decision.role, action, quiet=quiet)
    return given


def play_again(battle: Battle, given: list[tuple[str, Any]], between: Callable[[Battle], None]) -> None:
    """Give these answers."""
    for role, action in given:
        between(battle)
        battle.answer(role, action)


def battle_at(scenario: str, turn: int, seed: int) -> Battle:
    """A battle between two random players when the sheets of a turn are due."""
    key = seed.to_bytes(32, "big")
    table = engine.begin(GAME, Setup(SEATS, scenario=scenario), KeyedStream(key))
    battle = Battle(table.state, table.stream)
    choose = at_random(seed)
    while battle.state.turn < turn:
        play_turn(battle, choose)
    return battle


def skirmish(seed: int) -> Battle:
    """Three units a side, of all arms and in all orders, near each other among houses and a canal."""
    rng = Random(seed)
    placed: list[Placed] = []
    state = field_of(terrain=GROUND, size=(120, 100))
    for number in range(6):
        while True:
            tried = _troops(rng, f"{'ab'[number % 2]}{number // 2}", number % 2)
            state = field_of(*placed, tried, terrain=GROUND, size=(120, 100), staff=_chiefs())
            new = next(one for one in state.units if one.id == tried[1].id)
            if room.room_for(state, new.id, field.pose(new)) is None:
                placed.append(tried)
                break
    state.units = [replace(one, order=rng.choice(("OR", "OR", "OR", "LU", "U", "FU"))) for one in state.units]
    state.phase = "orders"
    see(state)
    return Battle(state, KeyedStream(seed.to_bytes(32, "big")))


def _chiefs() -> list[Any]:
    return chiefs((2, 2), (118, 98))


def _troops(rng: Random, name: str, side: int) -> Placed:
    where: dict[str, Any] = {"at": (rng.randrange(20, 110), rng.randrange(15, 90)), "face": rng.randrange(360)}
    kind = rng.choice(("foot", "foot", "foot", "horse", "guns"))
    if kind == "guns":
        return guns(name, side, **where, formation=rng.choice(("unlimbered", "march_column")))
    if kind == "horse":
        return cav(name, side, **where, figures=12, companies=4)
    formation = rng.choice(("line", "attack_column", "march_column", "chain", "thin_line"))
    return inf(name, side, **where, figures=rng.randrange(6, 18), companies=4, formation=formation)


def ordered(state: CivilWarState, orders: Mapping[str, OrderLine | Order], stream: Stream) -> Battle:
    """A field by hand whose sheets are these orders; it stands at the first question of the turn or at its end."""
    state.phase = "orders"
    see(state)
    battle = Battle(state, stream)
    for side, role in enumerate(ROLES):
        lines = {
            unit.id: line if isinstance(line, OrderLine) else OrderLine(line)
            for unit in state.units
            if unit.side == side and (line := orders.get(unit.id)) is not None
        }
        battle.answer(role, sheets.SealOrders(OrderSheet(lines)))
    return battle


class SameDice:
    """Every die shows what it is told to, so that it does not matter who throws first."""

    def __init__(self, *values: int) -> None:
        self.values = values

    def dice(self, n: int) -> tuple[int, ...]:
        return tuple(self.values[place % len(self.values)] for place in range(n))

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        return tuple(range(k))

    def mix(self, contribution: str) -> None:
        raise AssertionError("nobody contributes")


Look = Callable[[CivilWarState, int, int], None]


@contextmanager
def looked_at(moving: Look, at_end: Callable[[CivilWarState], None]) -> Iterator[None]:
    """While turns are played: `moving` is called with the ticks between which everybody goes on along his track,
    `at_end` when all moves are over."""
    advance, tell_marches = timeline.advance, marched.tell_marches
    last = {"tick": 0}

    def advancing(state: CivilWarState, tick: int) -> None:
        moving(state, min(last["tick"], tick), tick)
        last["tick"] = tick
        advance(state, tick)

    def ending(table: Table[CivilWarState]) -> None:
        last["tick"] = 0
        at_end(table.state)
        tell_marches(table)

    with mock.patch.object(timeline, "advance", advancing), mock.patch.object(marched, "tell_marches", ending):
        yield
