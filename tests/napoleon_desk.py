"""Asking the desk of the Napoleonic book, as its tests do."""

from __future__ import annotations

from feltherre.games.napoleon.procedures import PROCEDURES
from procedure_desk import Desk

DESK = Desk(PROCEDURES)
ask, explained, refusal = DESK.ask, DESK.explained, DESK.refusal
