"""Computer players made for the American Civil War."""

from feltherre.games.civilwar.players.captain import CaptainPlayer
from feltherre.games.civilwar.players.greedy import GreedyPlayer

PLAYERS = {"captain": CaptainPlayer, "greedy": GreedyPlayer}

__all__ = ["PLAYERS", "CaptainPlayer", "GreedyPlayer"]
