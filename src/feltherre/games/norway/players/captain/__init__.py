"""The captain: sound heuristics with exact odds and a plan for the turn, for all three countries."""

from feltherre.games.norway.players.captain.player import CaptainPlayer

__all__ = ["CaptainPlayer"]
