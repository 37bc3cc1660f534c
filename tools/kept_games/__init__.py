"""The bank: whole games kept as records, so that a change of code can be shown to change nothing of play."""
