"""Computer players made for Norway."""

from feltherre.games.norway.players.captain import CaptainPlayer
from feltherre.games.norway.players.greedy import GreedyPlayer

PLAYERS = {"captain": CaptainPlayer, "greedy": GreedyPlayer}

__all__ = ["PLAYERS", "CaptainPlayer", "GreedyPlayer"]
