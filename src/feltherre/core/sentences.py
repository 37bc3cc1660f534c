"""What an answer does, as a sentence for whoever gives it.

The sentence of a kind of action is `<game>.action.<its tag>` with what its fields name; where more is to be told, a
function of the game tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from feltherre.core.space import Action
from feltherre.core.text import Text, say

#: the sentence, from the state, the number of the role that answers, and the answer
Teller = Callable[[Any, int, Any], Text]


class Sentences:
    """The sentences of a game's actions. `named`: field -> the word of the sentence and what stands there."""

    def __init__(
        self,
        game: str,
        actions: Sequence[type[Action]],
        named: Mapping[str, tuple[str, Callable[[Any], Any]]],
        tellers: Mapping[type, Teller],
    ) -> None:
        self._game = game
        self._named = named
        self._tellers = {**dict.fromkeys(actions, self._tell), **tellers}

    def __call__(self, state: Any, role: int, action: Any) -> Text | None:
        """The sentence for an answer; None if it is no action of this game."""
        tell = self._tellers.get(type(action))
        return None if tell is None else tell(state, role, action)

    def _tell(self, state: Any, role: int, action: Any) -> Text:
        fields = {field: getattr(action, field) for field in action.__struct_fields__}
        words = {self._named[field][0]: self._named[field][1](value) for field, value in fields.items()}
        return say(f"{self._game}.action.{action.__struct_config__.tag}", **words)
