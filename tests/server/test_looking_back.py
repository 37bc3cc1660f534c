"""A game that has ended lies open: its report, its log, what each seat saw, and a link for others."""
