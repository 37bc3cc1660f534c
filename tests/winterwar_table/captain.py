"""Asking a computer player what it would do in a position of the Winter War."""

from random import Random

from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.players import CaptainPlayer
from feltherre.players.player import Chosen, Player, position_for
from winterwar_table import Playing


def ask(play: Playing, player: Player | None = None) -> Chosen:
    """What a player (a new captain, if none is given) on the seat that is asked chooses."""
    role = play.asked[0]
    return (player or CaptainPlayer()).choose(position_for(GAME, play.state, (role,), role, Random(1)))


def order(play: Playing, player: Player | None = None) -> str:
    """Its choice in the one-line notation."""
    return GAME.notation.write(ask(play, player).action)


def move_all(play: Playing) -> list[str]:
    """Let the captain give all orders of a movement phase."""
    player = CaptainPlayer()
    given: list[str] = []
    while play.step == "Movement" and play.state.result is None:
        given.append(order(play, player))
        play(given[-1])
    return given
