"""Draws the map of Norway 1940: from the coast of Natural Earth and our own points to one file of shared lines."""
