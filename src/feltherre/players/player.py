"""A computer player: it is given what its seat may know, and answers one decision at a time.

It gets its seat's view, and a state redealt from that view: a state that the seat cannot tell from the true one. So
it can use the rules and the exact odds freely and still never sees a hidden thing.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from msgspec import Struct

from feltherre.core.engine import open_decisions
from feltherre.core.game import Game
from feltherre.core.match import Match
from feltherre.core.space import Decision
from feltherre.core.text import Text


class Position:
    """What a player knows when it is asked."""

    __slots__ = ("decision", "game", "rng", "roles", "state", "view")

    def __init__(
        self, game: Game[Any], state: Any, roles: tuple[str, ...], decision: Decision[Any], view: Struct, rng: Random
    ) -> None:
        self.game = game
        #: redealt: what the seat does not know has been dealt again at random
        self.state = state
        self.roles = roles
        self.decision = decision
        self.view = view
        self.rng = rng


class Chosen(Struct, frozen=True):
    """An answer, and why: what it is for, or what speaks for it in figures; NO_REASON rather than words."""

    action: Any
    why: Text


class Player(Protocol):
    name: str

    def choose(self, position: Position) -> Chosen: ...


def position_for(game: Game[Any], state: Any, roles: tuple[str, ...], role: str, rng: Random) -> Position:
    """The position as a player on this seat gets it."""
    redealt = game.redeal(state, roles, rng)
    decision = next(decision for decision in open_decisions(game, redealt) if decision.role == role)
    return Position(game, redealt, roles, decision, game.view(state, roles), rng)


def position_at(match: Match[Any], decision: Decision[Any]) -> Position:
    """The position of a match as the seat that is asked gets it. Its chance is from the key, so that it cannot be
    foreseen, and from the line, so that a game gone on with plays the same."""
    seat = match.seat_of(decision.role)
    rng = Random(f"{match.key.hex()} {seat.name} {match.next_line}")
    return position_for(match.game, match.state, seat.roles, decision.role, rng)
