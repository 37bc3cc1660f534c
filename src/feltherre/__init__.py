"""Feltherre: five Nordic wargames umpired by software."""

__version__ = "0.1.0"
