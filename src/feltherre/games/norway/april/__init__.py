"""The nine-April round (chapters 6.2 and 7), which opens the advanced game."""
