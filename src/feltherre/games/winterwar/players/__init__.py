"""Computer players made for the Winter War."""

from feltherre.games.winterwar.players.captain import CaptainPlayer
from feltherre.games.winterwar.players.greedy import GreedyPlayer

__all__ = ["CaptainPlayer", "GreedyPlayer"]
