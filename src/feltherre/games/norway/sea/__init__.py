"""Ships (chapters 5, 6.1 and 8): where they lie, who has seen what, movement, interception and sea battles."""
