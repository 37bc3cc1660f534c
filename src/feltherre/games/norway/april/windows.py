"""Questions whether a country uses one nine-April card now (6.2-2): asked of whoever might hold it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import decision_id
from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, OneOf, Single, Space
from feltherre.core.text import Text, say
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.hands import card_name, could_hold, country_name, holds
from feltherre.games.norway.spaces import kind_name, no_card
from feltherre.games.norway.state import ROLES, NorwayState


@rule("6.2-1", "6.2-2")
def play_window(
    state: NorwayState,
    country: int,
    card: int,
    kind: str,
    answer: Action | Space[Any],
    rule_id: str,
    prompt: Text | None = None,
) -> Sequence[Decision[Any]]:
    """A country may use this card now, or pass; the window opens whatever it holds, if it could hold it (6.2-2)."""
    if not could_hold(state, country, (card,)):
        return ()
    space = answer if isinstance(answer, Space) else Single(answer)
    action = type(answer) if not isinstance(answer, Space) else next(iter(space.kinds))
    branches: dict[str, Space[Any]] = {kind: space} if holds(state, card) and _usable(answer) else {}
    branches["pass"] = Single(Pass())
    kinds: dict[type, str] = {action: kind, Pass: "pass"}
    answers = OneOf(branches, kinds, lambda other: no_card(card, rule_id), kind_name)
    asked = prompt or say("norway.prompt.april-card", country=country_name(country), card=card_name(card))
    waiting = say("norway.wait.answer", country=country_name(country))
    role = ROLES[country]
    return (Decision(decision_id(state, role), role, asked, rule_id, answers, waiting, reaction=True),)


def _usable(answer: Action | Space[Any]) -> bool:
    return not isinstance(answer, Space) or bool(answer.options(()))
