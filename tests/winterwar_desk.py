"""How the tests of the Winter War's procedures ask."""

from feltherre.games.winterwar.procedures import PROCEDURES
from procedure_desk import Desk

_DESK = Desk(PROCEDURES)
ask = _DESK.ask
explained = _DESK.explained
refusal = _DESK.refusal
