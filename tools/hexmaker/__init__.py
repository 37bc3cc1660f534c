"""Draws the map of a game on hexes: the real coast, and upon it what the hexes say."""
