"""Legal answers with numbers: all of them where they are few, otherwise part by part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from feltherre.core.catalogue import render
from feltherre.core.names import fold
from feltherre.core.notation import Notation
from feltherre.core.space import Decision, Partial

#: so many answers are listed whole; more are chosen part by part
FEW = 30
#: answers looked through for a filter, and shown of what it finds
MOST_SEARCHED = 20_000


class Menu:
    """Numbered entries; picking one gives an answer, or the next menu."""

    def __init__(self, decision: Decision[Any], notation: Notation, partial: Partial = ()) -> None:
        self.decision = decision
        self.notation = notation
        self.partial = partial
        self.path: tuple[str, ...] = ()
        #: the menu this one was picked from
        self.back: Menu | None = None
        self.labels: list[str] = []
        #: more answers than are shown
        self.more = False
        self._actions: list[Any] = []
        self._parts: list[Any] = []

    @classmethod
    def of_all(cls, decision: Decision[Any], notation: Notation) -> Menu:
        """Every answer on a line of its own if they are few, otherwise the first choice to make."""
        found = list(decision.space.candidates(FEW + 1))
        if len(found) <= FEW:
            return cls._of_answers(decision, notation, found)
        return cls(decision, notation)._with_choices()

    @classmethod
    def of_fitting(cls, decision: Decision[Any], notation: Notation, filter_words: str) -> Menu:
        """The answers whose line holds all these words (or beginnings of words)."""
        fitting = islice(fitting_answers(decision, notation, filter_words), FEW + 1)
        return cls._of_answers(decision, notation, list(fitting))

    @classmethod
    def _of_answers(cls, decision: Decision[Any], notation: Notation, actions: list[Any]) -> Menu:
        menu = cls(decision, notation)
        menu._actions = actions[:FEW]
        menu.more = len(actions) > FEW
        menu.labels = [notation.write(action) for action in menu._actions]
        return menu

    def _with_choices(self) -> Menu:
        choices = self.decision.space.choices(self.partial)
        self._parts = [choice.part for choice in choices]
        self.labels = [render(choice.label) for choice in choices]
        return self

    def pick(self, number: int) -> Any | Menu:
        """The answer with this number (from 1), or the menu of what comes next."""
        if self._actions:
            return self._actions[number - 1]
        space = self.decision.space
        partial, path = (*self.partial, self._parts[number - 1]), (*self.path, self.labels[number - 1])
        while len(options := space.options(partial)) == 1:
            path = (*path, render(space.label(partial, options[0])))
            partial = (*partial, options[0])
        if not options:
            return space.build(partial)
        menu = Menu(self.decision, self.notation, partial)._with_choices()
        menu.path = path
        menu.back = self
        return menu


def fitting_answers(
    decision: Decision[Any], notation: Notation, filter_words: str, most: int = MOST_SEARCHED
) -> Iterator[Any]:
    wanted = fold(filter_words).split()
    for action in islice(decision.space.candidates(), most):
        words = fold(notation.write(action)).split()
        if all(any(word.startswith(part) for word in words) for part in wanted):
            yield action


def example_answers(decision: Decision[Any], most: int = 8) -> list[Any]:
    """One answer of each kind that is offered."""
    space = decision.space
    examples = []
    for part in list(space.options(()))[:most]:
        partial: Partial = (part,)
        while options := space.options(partial):
            partial = (*partial, options[0])
        examples.append(space.build(partial))
    return examples or [space.build(())]
