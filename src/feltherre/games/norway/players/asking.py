"""What a decision lets a player answer."""

from __future__ import annotations

from typing import Any, cast

from feltherre.core.space import OneOf
from feltherre.core.text import Text, say
from feltherre.games.norway.actions import TakeCountry
from feltherre.games.norway.countries import Country
from feltherre.games.norway.steps import Agreement
from feltherre.players.player import Position


def options_of(position: Position, kind: type | None = None) -> list[Any]:
    """Every answer, or all of one kind."""
    found = list(position.decision.space.candidates())
    return found if kind is None else [action for action in found if isinstance(action, kind)]


def partners_proposal(position: Position, step: Agreement) -> Any:
    """What the partner in a joint defence proposes, None if he has not yet, or it is possible no longer (R84)."""
    proposed = step.proposals[-1] if step.proposals else None
    return proposed if proposed is not None and position.decision.space.contains(proposed) else None


def exchange_brings_more(number: int, free: int, room: int) -> bool:
    """Whether so many battalions, with those that are free, are more than would find a place without the cards: no
    card is exchanged for nothing (R86)."""
    return min(number, room) > min(free, room)


def country_to_take(position: Position) -> tuple[TakeCountry, Text]:
    """The country of the place where one sits, if it is free, else the first (3-2)."""
    found = options_of(position)
    own = TakeCountry(cast("Country", position.decision.role))
    return own if own in found else found[0], say("norway.why.take-country")


def offers(position: Position, kind: str) -> bool:
    """Whether an order of this kind can be given, where there are too many to list them."""
    space = position.decision.space
    return isinstance(space, OneOf) and kind in space.branches
