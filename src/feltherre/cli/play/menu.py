"""Legal answers with numbers: all of them where they are few, otherwise part by part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from feltherre.core.agenda import RulingChanged
from feltherre.core.catalogue import render
from feltherre.core.names import fold
from feltherre.core.notation import Notation
from feltherre.core.space import Decision, Partial, Space, WrittenSpace

#: so many answers are listed whole; more are chosen part by part
FEW = 30
#: answers looked through for a filter, and shown of what it finds
MOST_SEARCHED = 20_000
#: what stands between the lines of a sheet in one-line notation
LINE = " | "


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
        #: lines of a sheet that were found by their words, each as the parts that lead to it
        self._lines: list[Partial] = []

    @classmethod
    def of_all(cls, decision: Decision[Any], notation: Notation) -> Menu:
        """Every answer on a line of its own if they are few, otherwise the first choice to make."""
        if isinstance(decision.space, WrittenSpace) and decision.space.options(()):
            return cls(decision, notation)._with_choices()
        found = list(decision.space.candidates(FEW + 1))
        if len(found) <= FEW:
            return cls._of_answers(decision, notation, found)
        return cls(decision, notation)._with_choices()

    @classmethod
    def of_fitting(cls, decision: Decision[Any], notation: Notation, filter_words: str) -> Menu:
        """The answers whose line, or what the list tells of them, holds all these words (or beginnings of words)."""
        if isinstance(decision.space, WrittenSpace) and decision.space.options(()):
            return cls(decision, notation)._with_fitting_lines(filter_words)
        space, labels = decision.space, Labels(decision.space)
        wanted = fold(filter_words).split()
        fitting = islice(
            (
                action
                for action in islice(space.candidates(), MOST_SEARCHED)
                if _holds(wanted, f"{notation.write(action)} {labels.of(action)}")
            ),
            FEW + 1,
        )
        menu = cls._of_answers(decision, notation, list(fitting))
        menu.filtered = True
        return menu

    @classmethod
    def _of_answers(cls, decision: Decision[Any], notation: Notation, actions: list[Any]) -> Menu:
        menu = cls(decision, notation)
        # how a ruling is changed, and why, the umpire writes himself: an example of it is no answer to pick by mistake
        actions = [action for action in actions if not isinstance(action, RulingChanged)]
        menu._actions = actions[:FEW]
        menu.more = len(actions) > FEW
        menu.labels = [notation.write(action) for action in menu._actions]
        return menu

    def _with_choices(self) -> Menu:
        space = self.decision.space
        self._parts = list(space.pickable(self.partial))
        self.labels = [render(space.label(self.partial, part)) for part in self._parts]
        return self

    def _with_fitting_lines(self, filter_words: str) -> Menu:
        """Of a sheet: the lines of every unit, each by itself."""
        space, wanted = self.decision.space, fold(filter_words).split()
        above: Partial = ()
        self.filtered = True
        while options := space.options(above):
            choices = space.choices(above)
            head = self._line((*above, options[0])).partition(":")[0]
            for choice in choices:
                label = render(choice.label)
                if _holds(wanted, f"{head} {choice.part} {label}"):
                    self._lines.append((*above, choice.part))
                    self.labels.append(label)
            above = (*above, options[0])
        self.more = len(self.labels) > FEW
        self._lines, self.labels = self._lines[:FEW], self.labels[:FEW]
        return self

    @property
    def written(self) -> bool:
        """What is picked is a line of a sheet."""
        return isinstance(self.decision.space, WrittenSpace) and not self._actions

    def line(self, number: int) -> str:
        """The line of a sheet with this number, "" if the entries are none."""
        if not self.written:
            return ""
        return self._line(self._lines[number - 1] if self._lines else (*self.partial, self._parts[number - 1]))

    def _line(self, partial: Partial) -> str:
        """What the last part writes: the lines that are not there without it."""
        lines, above = (self._lines_of(some) for some in (partial, partial[:-1]))
        return LINE.join(line for line in lines if line not in above)

    def _lines_of(self, partial: Partial) -> list[str]:
        return self.notation.write(self.decision.space.build(partial)).partition(" ")[2].split(LINE)

    def pick(self, number: int) -> Any | Menu | None:
        """The answer with this number (from 1), or the menu of what comes next; None: a line found by its words."""
        if self._lines:
            return None
        if self._actions:
            return self._actions[number - 1]
        space = self.decision.space
        partial, path = space.with_picked(self.partial, self._parts[number - 1]), (*self.path, self.labels[number - 1])
        while len(options := space.pickable(partial)) == 1:
            path = (*path, render(space.label(partial, options[0])))
            partial = space.with_picked(partial, options[0])
        if not options:
            return space.build(partial)
        menu = Menu(self.decision, self.notation, partial)._with_choices()
        menu.path = path
        menu.back = self
        return menu


class Labels:
    """What a list tells of an answer that is chosen part by part."""

    def __init__(self, space: Space[Any]) -> None:
        self.space = space
        self._known: dict[Partial, str] = {}

    def of(self, action: Any) -> str:
        parts = self.space.parts(action)
        return " ".join(self._label(parts[: place + 1]) for place in range(len(parts)))

    def _label(self, partial: Partial) -> str:
        if partial not in self._known:
            self._known[partial] = render(self.space.label(partial[:-1], partial[-1]))
        return self._known[partial]


def fitting_answers(decision: Decision[Any], notation: Notation, filter_words: str, most: int) -> Iterator[Any]:
    wanted = fold(filter_words).split()
    for action in islice(decision.space.candidates(), most):
        if _holds(wanted, notation.write(action)):
            yield action


def _holds(wanted: list[str], text: str) -> bool:
    """Whether a text holds all these words, or words that begin so."""
    folded = fold(text)
    words = {*folded.split(), *re.findall(r"\w+", folded)}
    return all(any(word.startswith(part) for word in words) for part in wanted)


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
    return [space.example((part,)) for part in list(space.options(()))[:most]] or [()]
