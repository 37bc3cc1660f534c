"""The Ford as the house knows it: the contract carried out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from feltherre.core.game import Game, Option, Setup
from feltherre.core.prospect import Prospect
from feltherre.core.scene import Board, Scene
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from tinyhex import sight, steps
from tinyhex.field import GRID, ROLES, UNITS, Field, hex_name, unit_name
from tinyhex.spaces import NOTATION, AnyAction, Attack, End, FallBack, March, Stand
from tinyhex.steps import STEPS, Turn, assault, won_by


class FieldSeen(Struct, frozen=True):
    """What everybody sees; clients draw the scene."""

    turn: int
    side: int
    places: tuple[int, ...]
    losses: tuple[int, ...]
    holders: tuple[int, ...]
    result: Result | None


class Ford(Game[Field]):
    id = "ford"
    title = "The Ford"
    roles = ROLES
    options = (Option("turns", ("2", "6"), "6"),)
    rules_version = "1"
    package = "tinyhex"

    state_type = Field
    action_type = AnyAction
    view_type = FieldSeen
    steps = STEPS.complete(steps)
    notation = NOTATION
    procedures = {"assault": assault}

    def begin(self, setup: Setup, table: Table[Field]) -> None:
        table.state.turns = int(self.option(setup, "turns"))
        table.push(Turn(1))

    def view(self, state: Field, roles: Collection[str], *, all_seeing: bool = False) -> FieldSeen:
        lists = (tuple(state.places), tuple(state.losses), tuple(state.holders))
        return FieldSeen(state.turn, state.side, *lists, state.result)

    def redeal(self, state: Field, roles: Collection[str], rng: Random) -> Field:
        """Nothing is hidden in this game."""
        return state.clone()

    def board(self, setup: Setup) -> Board:
        return sight.board()

    def scene(self, state: Field, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return sight.position(state)

    def invariants(self, state: Field) -> Sequence[str]:
        standing = [hex_ for hex_ in state.places if hex_ >= 0]
        wrong = ["two counters share a hex"] * (len(set(standing)) < len(standing))
        wrong += [f"{loss} losses" for loss in state.losses if not 0 <= loss <= 2]
        return wrong

    def tell_action(self, state: Field, role: str, action: Any) -> Text:
        match action:
            case March(unit, path) if path:
                end = GRID.index(path[-1])
                return say("ford.action.march", unit=unit_name(UNITS.ids.index(unit)), hex=hex_name(end))
            case Attack(hex_, units):
                names: list[Any] = [unit_name(UNITS.ids.index(unit)) for unit in units]
                return say("ford.action.attack", units=names, hex=hex_name(GRID.index(hex_)))
            case FallBack(hex_):
                return say("ford.action.fall-back", hex=hex_name(GRID.index(hex_)))
            case Stand():
                return say("ford.action.stand")
            case End():
                return say(f"ford.action.end-{state.phase}")
        return super().tell_action(state, role, action)

    def turns(self, state: Field) -> int:
        return state.turn

    def foreseen(self, state: Field, role: str, action: Any) -> Sequence[Prospect]:
        if not isinstance(action, Attack):
            return ()
        units = tuple(UNITS.ids.index(unit) for unit in action.units)
        situation = steps.assault_on(state, GRID.index(action.hex), units)
        if situation is None:
            return ()
        title = say("ford.prospect", hex=hex_name(GRID.index(action.hex)))
        words = {outcome: say(f"ford.outcome.{outcome}") for outcome in steps.OUTCOMES}
        outputs = {"outcome": say("ford.prospect.outcome")}
        return [Prospect(title, "assault", situation, say("ford.prospect.assumes"), outputs, words)]

    def resign(self, table: Table[Field], roles: Sequence[str]) -> None:
        won_by(table, 1 - ROLES.index(roles[0]), "resigned")
