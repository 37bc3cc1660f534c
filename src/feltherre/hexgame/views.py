"""What a seat sees as data: what lies open in a state under its own names, and what a title tells otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, get_origin, get_type_hints

from msgspec import Struct, defstruct

from feltherre.hexgame.theatre import S


class Views(Generic[S]):
    """The views of a game. `about`: what their schema says of them; `fields`: those of the state that everybody sees
    as they are; `under_way`: the steps of which everybody knows that they remain; `told`: the others, with their
    types. `type`: what a view is."""

    def __init__(
        self,
        name: str,
        about: str,
        state: type[S],
        roles: Sequence[str],
        fields: Sequence[str],
        under_way: Any,
        told: Mapping[str, Any],
    ) -> None:
        types = get_type_hints(state)
        lists = [field for field in fields if get_origin(types[field]) is list]
        others = [field for field in fields if field not in lists]
        seen = [(field, types[field]) for field in (*lists, *others)]
        made = [("side", str), ("under_way", list[under_way]), *told.items()]
        self.type = defstruct(name, [*seen, *made], namespace={"__doc__": about}, module=state.__module__, frozen=True)
        self._roles = tuple(roles)
        # of two or more names an attrgetter makes a tuple
        if min(len(lists), len(others)) < 2:
            raise ValueError(f"{name}: a view has two lists of the state at least, and two other fields")
        self._lists, self._others = attrgetter(*lists), attrgetter(*others)
        self._under_way = frozenset(under_way.__args__)

    def __call__(self, state: S, *told: Any) -> Struct:
        """What is seen of a state, and what is told otherwise, in order. The lists are copies: a view that somebody
        keeps does not change."""
        kinds = self._under_way
        remains = [step for step in reversed(state.agenda) if step.__class__ in kinds]
        copies = map(list.copy, self._lists(state))
        return self.type(*copies, *self._others(state), self._roles[state.side], remains, *told)
