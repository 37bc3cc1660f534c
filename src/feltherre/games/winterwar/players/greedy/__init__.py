"""The greedy player: takes every decision by what it gains at once, with exact chances and no plan."""

from feltherre.games.winterwar.players.greedy.player import GreedyPlayer

__all__ = ["GreedyPlayer"]
