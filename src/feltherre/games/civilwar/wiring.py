"""All modules of a turn together: which carries out what kind of event, which steps and answers there are."""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.agenda import Adjudication
from feltherre.core.state import Step
from feltherre.games.civilwar import (
    attack,
    fire,
    forced,
    melee,
    motion,
    prisoners,
    pursuit,
    reactions,
    shock,
)
from feltherre.games.civilwar.timeline import Handlers

HANDLERS: Final[Handlers] = {
    **attack.HANDLERS,
    **fire.HANDLERS,
    **forced.HANDLERS,
    **melee.HANDLERS,
    **motion.HANDLERS,
    **pursuit.HANDLERS,
    **reactions.HANDLERS,
    **shock.HANDLERS,
}

STEPS: Final[dict[type[Step], Any]] = {
    **attack.STEPS,
    **fire.STEPS,
    **forced.STEPS,
    **melee.STEPS,
    **motion.STEPS,
    **prisoners.STEPS,
    **pursuit.STEPS,
    **reactions.STEPS,
    **shock.STEPS,
}

#: the answers to what is asked in the middle of a turn
ACTIONS: Final[tuple[type, ...]] = (*fire.ACTIONS, *pursuit.ACTIONS, *reactions.ACTIONS, *shock.ACTIONS)

#: steps that ask a player something in the middle of a turn
QUESTIONS: Final[frozenset[type[Step]]] = frozenset(
    kind for kind, rules in STEPS.items() if rules.asks and not isinstance(rules, Adjudication)
)
