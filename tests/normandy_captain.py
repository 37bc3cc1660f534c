"""Asking a computer player what it would do in a position of Normandy."""

from random import Random

from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.players import CaptainPlayer
from feltherre.players.player import Chosen, Player, position_for
from normandy_table import Playing


def ask(play: Playing, player: Player | None = None) -> Chosen:
    """What a player (a new captain, if none is given) on the seat that is asked chooses."""
    role = play.asked[0]
    return (player or CaptainPlayer()).choose(position_for(GAME, play.state, (role,), role, Random(1)))


def order(play: Playing, player: Player | None = None) -> str:
    """Its choice in the one-line notation."""
    return GAME.notation.write(ask(play, player).action)


def play_on(play: Playing, while_asked: str, player: Player | None = None) -> list[str]:
    """Let a player answer as long as the same question is put to the same side."""
    player, side, given = player or CaptainPlayer(), play.asked, []
    while play.asked == side and play.prompt == while_asked:
        given.append(order(play, player))
        play(given[-1])
    return given
