"""Legal answers with numbers: all of them where they are few, otherwise part by part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from feltherre.core.catalogue import render
from feltherre.core.names import fold
from feltherre.core.notation import Notation
from feltherre.core.space import Decision, Partial, Space

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
        #: only answers with certain words are shown
        self.filtered = False
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
        menu = cls._of_answers(decision, notation, list(fitting))
        menu.filtered = True
        return menu

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
    """An answer for each of the first choices, made of as few further choices as can be seen at once."""
    return [decision.space.build(partial) for partial in _example_partials(decision, most)]


def example_of_each_kind(decision: Decision[Any], most: int = 8) -> dict[type, Any]:
    """Of each kind that is offered the answer with the fewest choices: what a newcomer may type without harm."""
    fewest: dict[type, tuple[int, Any]] = {}
    for partial in _example_partials(decision, most):
        action = decision.space.build(partial)
        if type(action) not in fewest or len(partial) < fewest[type(action)][0]:
            fewest[type(action)] = (len(partial), action)
    return {kind: action for kind, (_, action) in fewest.items()}


def _example_partials(decision: Decision[Any], most: int) -> list[Partial]:
    space = decision.space
    return [_shortest(space, (part,)) for part in list(space.options(()))[:most]] or [()]


def _shortest(space: Space[Any], partial: Partial) -> Partial:
    """The answer that goes on with the first choice each time, or that ends soonest by the last ("no more cards")."""
    by_first = _by_first(space, partial)
    options = space.options(partial)
    by_last = _by_first(space, (*partial, options[-1])) if options else by_first
    return min(by_first, by_last, key=len)


def _by_first(space: Space[Any], partial: Partial) -> Partial:
    while options := space.options(partial):
        partial = (*partial, options[0])
    return partial
