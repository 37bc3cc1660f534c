"""Asking a computer player what it would do in a position."""

from random import Random

from feltherre.games.norway.game import GAME
from feltherre.games.norway.players import CaptainPlayer
from feltherre.players.player import Chosen, Player, position_for
from norway_table import Playing


def ask(play: Playing, player: Player | None = None, role: str | None = None, seed: int = 1) -> Chosen:
    """What a player (a new captain, if none is given) on the seat that is asked chooses."""
    role = role or play.asked[0]
    return (player or CaptainPlayer()).choose(position_for(GAME, play.state, (role,), role, Random(seed)))


def order(play: Playing, player: Player | None = None, role: str | None = None) -> str:
    """Its choice in the one-line notation."""
    return GAME.notation.write(ask(play, player, role).action)


def orders_of_the_turn(play: Playing) -> list[str]:
    """Let the captain give all orders of a movement phase; nobody answers them."""
    player = CaptainPlayer()
    mover = play.asked[0]
    given: list[str] = []
    while "end movement" not in given:
        given.append(order(play, player, mover))
        play(given[-1], mover)
        if "end movement" not in given:
            play.passes(until=mover)
    return given
