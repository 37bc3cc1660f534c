"""Computer players made for Normandy."""

from feltherre.games.normandy.players.captain import CaptainPlayer
from feltherre.games.normandy.players.greedy import GreedyPlayer

__all__ = ["CaptainPlayer", "GreedyPlayer"]
