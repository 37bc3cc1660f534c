"""The captain: sound heuristics with exact odds and a plan for the turn, for all three countries."""
