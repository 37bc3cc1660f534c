"""The captain: a plan for the turn, made with exact odds."""

from feltherre.games.civilwar.players.captain.player import CaptainPlayer

__all__ = ["CaptainPlayer"]
