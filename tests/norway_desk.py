"""How the tests of Norway's procedures ask."""

from __future__ import annotations

from feltherre.games.norway.procedures import PROCEDURES
from procedure_desk import Desk

_DESK = Desk(PROCEDURES)
ask = _DESK.ask
explained = _DESK.explained
refusal = _DESK.refusal
