"""How the tests of the Civil War's procedures ask."""

from feltherre.games.civilwar.procedures import PROCEDURES
from procedure_desk import Desk

_DESK = Desk(PROCEDURES)
ask = _DESK.ask
explained = _DESK.explained
refusal = _DESK.refusal
