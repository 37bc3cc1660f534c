"""Games of the computer players, position by position, and each position redealt as a seat gets it."""

from collections.abc import Iterator
from random import Random

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.norway.game import GAME
from feltherre.games.norway.players import PLAYERS
from feltherre.games.norway.state import NorwayState
from feltherre.players.player import Position

THREE = Setup(tuple(Seat(role, (role,)) for role in GAME.roles))
TWO = Setup((Seat("germany", ("germany",)), Seat("others", ("norway", "allies"))))
#: the same seats in the advanced game
ADVANCED_THREE = Setup(THREE.seats, {"rules": "advanced"})
ADVANCED_TWO = Setup(TWO.seats, {"rules": "advanced"})


def positions(name: str, setup: Setup, seed: int) -> Iterator[tuple[NorwayState, tuple[str, ...], str]]:
    """Every position of a game between players of this name, with the roles of the seat and the role that is asked."""
    stream = KeyedStream(seed.to_bytes(32, "big"))
    state = engine.begin(GAME, setup, stream).state
    players = {seat.name: PLAYERS[name]() for seat in setup.seats}
    while decisions := engine.open_decisions(GAME, state):
        answered = {sealed.role for sealed in state.sealed}
        decision = next(decision for decision in decisions if decision.role not in answered)
        seat = next(seat for seat in setup.seats if decision.role in seat.roles)
        yield state, seat.roles, decision.role
        chosen = players[seat.name].choose(redealt(state, seat.roles, decision.role, 0))
        engine.apply(GAME, Table(GAME, state, stream, quiet=True), decision.role, decision.id, chosen.action)


def redealt(state: NorwayState, roles: tuple[str, ...], role: str, deal: int) -> Position:
    """The position as the seat gets it, with others' hands dealt by `deal` and the same chance for its own choice."""
    dealt = GAME.redeal(state, roles, Random(deal))
    decision = next(decision for decision in engine.open_decisions(GAME, dealt) if decision.role == role)
    return Position(GAME, dealt, roles, decision, GAME.view(dealt, roles), Random(7))
