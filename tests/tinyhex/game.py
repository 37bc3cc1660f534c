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
from feltherre.hexgame import checks
from tinyhex import sight, steps
from tinyhex.field import BOARD, COUNTERS, ROLES, THEATRE, VILLAGES, WORDS, Field
from tinyhex.spaces import NOTATION, AnyAction, Attack, End, FallBack, March, Stand
from tinyhex.steps import STEPS, Turn, assault, won_by


class FieldSeen(Struct, frozen=True):
    """What everybody sees; clients draw the scene."""

    turn: int
    side: int
    places: tuple[int, ...]
    losses: tuple[int, ...]
    owners: tuple[int, ...]
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
        lists = (tuple(state.places), tuple(state.losses), tuple(state.owners))
        return FieldSeen(state.turn, state.side, *lists, state.result)

    def redeal(self, state: Field, roles: Collection[str], rng: Random) -> Field:
        """Nothing is hidden in this game."""
        return state.clone()

    def board(self, setup: Setup) -> Board:
        return sight.board()

    def scene(self, state: Field, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return sight.position(state)

    def invariants(self, state: Field) -> Sequence[str]:
        wrong = [*checks.enemies_apart(THEATRE, state), *checks.stacks_hold(THEATRE, state)]
        wrong += [*checks.maps_in_step(THEATRE, state), *checks.owned(VILLAGES, state)]
        return wrong + [f"{loss} losses" for loss in state.losses if not 0 <= loss <= 2]

    def tell_action(self, state: Field, role: str, action: Any) -> Text:
        match action:
            case March(unit, path) if path:
                return say("ford.action.march", unit=WORDS.unit_text(unit), hex=WORDS.hex_text(path[-1]))
            case Attack(hex_, units):
                names = [WORDS.unit_text(unit) for unit in units]
                return say("ford.action.attack", units=names, hex=WORDS.hex_text(hex_))
            case FallBack(hex_):
                return say("ford.action.fall-back", hex=WORDS.hex_text(hex_))
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
        units = tuple(COUNTERS.number(unit) for unit in action.units)
        situation = steps.assault_on(state, BOARD.hex_of(action.hex), units)
        if situation is None:
            return ()
        title = say("ford.prospect", hex=WORDS.hex_text(action.hex))
        words = {outcome: say(f"ford.outcome.{outcome}") for outcome in steps.OUTCOMES}
        outputs = {"outcome": say("ford.prospect.outcome")}
        return [Prospect(title, "assault", situation, say("ford.prospect.assumes"), outputs, words)]

    def resign(self, table: Table[Field], roles: Sequence[str]) -> None:
        won_by(table, 1 - ROLES.index(roles[0]), "resigned")
