"""The captain: a plan for each player turn, made with exact odds."""

from feltherre.games.winterwar.players.captain.player import CaptainPlayer

__all__ = ["CaptainPlayer"]
