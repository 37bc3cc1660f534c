"""The Ford as the house knows it: the contract carried out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from feltherre.core.game import Option, Setup
from feltherre.core.notation import Notation
from feltherre.core.prospect import Prospect
from feltherre.core.scene import Board, Scene
from feltherre.core.sentences import Sentences
from feltherre.core.space import Action
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.hexgame import checks
from feltherre.hexgame.actions import Attack, EndCombat, EndMovement, FallBack, Move, Stand
from feltherre.hexgame.game import HexGame
from feltherre.hexgame.notation import codecs
from feltherre.hexgame.sentences import named
from feltherre.hexgame.steps import Turn
from tinyhex import rules, sight
from tinyhex.field import BOARD, COUNTERS, ROLES, THEATRE, VILLAGES, WORDS, Field
from tinyhex.rules import STEPS, assault

AnyAction = Move | EndMovement | Attack | EndCombat | FallBack | Stand
EXAMPLES: dict[type[Action], str] = {
    Move: "N1 > 0303",
    Attack: "attack 0404 with N1 + NG",
    FallBack: "fall back to 0303",
}
NOTATION = Notation.of(AnyAction.__args__, codecs(COUNTERS, BOARD), EXAMPLES)


class FieldSeen(Struct, frozen=True):
    """What everybody sees; clients draw the scene."""

    turn: int
    side: int
    places: tuple[int, ...]
    losses: tuple[int, ...]
    owners: tuple[int, ...]
    result: Result | None


def _move(state: Field, side: int, action: Move) -> Text:
    place = WORDS.hex_text(action.path[-1]) if action.path else None
    return say("ford.action.move", unit=WORDS.unit_text(action.unit), place=place)


def losses_are_two(state: Field) -> list[str]:
    return [f"{loss} losses" for loss in state.losses if not 0 <= loss <= 2]


class Ford(HexGame[Field]):
    id = "ford"
    title = "The Ford"
    roles = ROLES
    options = (Option("turns", ("2", "6"), "6"),)
    rules_version = "2"
    package = "tinyhex"

    state_type = Field
    action_type = AnyAction
    view_type = FieldSeen
    steps = STEPS.complete(rules)
    notation = NOTATION
    procedures = {"assault": assault}
    words = WORDS
    sentences = Sentences("ford", AnyAction.__args__, named(WORDS), {Move: _move})
    checks = (
        partial(checks.enemies_apart, THEATRE),
        partial(checks.stacks_hold, THEATRE),
        partial(checks.maps_in_step, THEATRE),
        partial(checks.owned, VILLAGES),
        losses_are_two,
    )

    def begin(self, setup: Setup, table: Table[Field]) -> None:
        table.state.last_turn = int(self.option(setup, "turns"))
        table.push(Turn(1))

    def view(self, state: Field, roles: Collection[str], *, all_seeing: bool = False) -> FieldSeen:
        lists = (tuple(state.places), tuple(state.losses), tuple(state.owners))
        return FieldSeen(state.turn, state.side, *lists, state.result)

    def board(self, setup: Setup) -> Board:
        return sight.board()

    def scene(self, state: Field, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return sight.position(state)

    def foreseen(self, state: Field, role: str, action: Any) -> Sequence[Prospect]:
        if not isinstance(action, Attack):
            return ()
        situation = rules.assault_on(state, BOARD.hex_of(action.hex), COUNTERS.numbers_of(action.units))
        if situation is None:
            return ()
        title = say("ford.prospect", hex=WORDS.hex_text(action.hex))
        words = {outcome: say(f"ford.outcome.{outcome}") for outcome in rules.OUTCOMES}
        outputs = {"outcome": say("ford.prospect.outcome")}
        return [Prospect(title, "assault", situation, say("ford.prospect.assumes"), outputs, words)]
