"""Computer players made for Norway."""

from feltherre.games.norway.players.captain.player import CaptainPlayer
from feltherre.games.norway.players.greedy import greedy

PLAYERS = {"captain": CaptainPlayer, "greedy": greedy}

__all__ = ["PLAYERS", "CaptainPlayer"]
