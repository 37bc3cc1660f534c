"""What the spaces of this game share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.space import OneOf, Space
from feltherre.core.text import say
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.texts import kind_name, unit_name


class Branches(OneOf):
    """Several kinds of answers of which each is checked and drawn at random by its own space, which does it faster than
    a walk through the tree."""

    def __init__(
        self, branches: Mapping[str, Space[Any]], kinds: Mapping[type, str], closed: Callable[[str], Illegal]
    ) -> None:
        super().__init__(branches, kinds, closed, kind_name)

    def check(self, action: Any) -> None:
        kind = self.kind_of.get(type(action))
        if kind is None:
            raise Illegal(say("core.illegal.other-decision"))
        if kind not in self.branches:
            raise self.closed(kind)
        self.branches[kind].check(action)

    def candidates(self, limit: int | None = None) -> Iterator[Any]:
        """Those of each kind by its own space: ways of a unit and sets of units are too many to walk through."""
        found = 0
        for space in self.branches.values():
            for action in space.candidates(None if limit is None else limit - found):
                found += 1
                yield action

    def sample(self, rng: Random) -> Any:
        """One kind by its weight, then an answer of that kind."""
        weights, together = _weights(tuple(self.branches))
        left = rng.random() * together
        for weight, branch in zip(weights, self.branches.values(), strict=True):
            left -= weight
            if left < 0:
                return branch.sample(rng)
        return branch.sample(rng)


#: how often each kind comes up at random. There are hundreds of moves and a single way to end a phase, so a draw from
#: all answers would hardly ever end one; hardly anybody goes through a full stack or changes a base
_WEIGHTS = {"deploy": 20, "place": 10, "move": 20, "fly": 4, "attack": 6, "force": 0.5, "rebase": 0.5}


@cache
def _weights(kinds: tuple[str, ...]) -> tuple[tuple[float, ...], float]:
    """The weights of these kinds, and their sum."""
    weights = tuple(_WEIGHTS.get(kind, 1) for kind in kinds)
    return weights, sum(weights)


def unit_of(name: object) -> int:
    """The number of a unit by its id, -1 if there is none."""
    return units.INDEX.get(str(name), -1)


def not_yours(name: object, rule_id: str) -> Illegal:
    """The refusal of a counter that is not the player's to choose."""
    unit = unit_of(name)
    return Illegal(say("winterwar.illegal.not-your-unit", unit=unit_name(unit) if unit >= 0 else str(name)), rule_id)


def hex_at(name: object) -> int:
    """The number of a hex by its printed number, -1 if there is none."""
    return _HEXES.get(str(name), -1)


_HEXES = {board.number(hex_): hex_ for hex_ in range(board.SIZE)}
