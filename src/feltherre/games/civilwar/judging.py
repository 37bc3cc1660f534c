"""The umpire's word on whether something has come about that only he can judge (03.03.6, R35)."""

from __future__ import annotations

from typing import Any

from feltherre.core.agenda import UMPIRE
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.steps import ask
from feltherre.core.text import say
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.telling import name


class EventJudged(Action, frozen=True, tag="event-judged"):
    """It has come about, or not yet."""

    met: bool


def asked_of_umpire(state: CivilWarState, what: str, rule: str, who: str, text: str) -> Decision[Any]:
    """Whether what an order describes in words has come about; `what` waits for it: fire, or ride."""
    labels = [say(f"civilwar.{what}.choice.met"), say(f"civilwar.{what}.choice.not-met")]
    space, words = ListSpace([EventJudged(True), EventJudged(False)], labels), say("core.plain", text=text)
    return ask(state, UMPIRE, f"judge-{what}", rule, space, unit=name(state, who), words=words)
