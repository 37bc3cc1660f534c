"""What an umpire may change in a ruling at his gate.

A game declares, for each step that applies a ruling, the outputs that the step reads, each with the values it may have:

    def volley(state, step):
        return {"losses_men": Whole(0, men_of(state, step.target)), "general_falls": YesNo()}

The declaration is asked for the step as it would be after the change, so that one output may limit another. Whatever is
not declared has no effect when it is changed, and the gate refuses it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from feltherre.core.chance import Line, Ruling
from feltherre.core.errors import Illegal
from feltherre.core.state import Step
from feltherre.core.text import Text, say


class Value(ABC):
    """The values that an output may have."""

    @abstractmethod
    def holds(self, value: Any) -> bool:
        """Whether it may have this one."""

    @abstractmethod
    def told(self, name: str, value: Any) -> Text:
        """What it may be, for whoever has given it another value."""

    @abstractmethod
    def others(self, value: Any) -> Iterable[Any]:
        """Some values that it may have instead of this one, as examples."""


class YesNo(Value):
    """True or false."""

    def holds(self, value: Any) -> bool:
        return isinstance(value, bool)

    def told(self, name: str, value: Any) -> Text:
        return say("core.illegal.output-yes-no", name=name, value=written(value))

    def others(self, value: Any) -> Iterable[Any]:
        return (not value,)


class Whole(Value):
    """A whole number within limits."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = max(least, most)

    def holds(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def told(self, name: str, value: Any) -> Text:
        return say("core.illegal.output-number", name=name, value=written(value), least=self.least, most=self.most)

    def others(self, value: Any) -> Iterable[Any]:
        return (one for one in (self.least, self.most) if one != value)


class OneOf(Value):
    """One of several words, ids, numbers or lists of numbers; None may be among them."""

    def __init__(self, values: Iterable[str | int | list[int] | None]) -> None:
        self.values = tuple(values)

    def holds(self, value: Any) -> bool:
        return any(_same(value, one) for one in self.values)

    def told(self, name: str, value: Any) -> Text:
        return say("core.illegal.output-word", name=name, value=written(value), words=_listed(self.values))

    def others(self, value: Any) -> Iterable[Any]:
        return (one for one in self.values if not _same(one, value))


class SomeOf(Value):
    """A list of some of several words, each at most once."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def holds(self, value: Any) -> bool:
        if not isinstance(value, list | tuple):
            return False
        return all(one in self.words for one in value) and len({*value}) == len(value)

    def told(self, name: str, value: Any) -> Text:
        return say("core.illegal.output-list", name=name, value=written(value), words=_listed(self.words))

    def others(self, value: Any) -> Iterable[Any]:
        return (one for one in ([], *([word] for word in self.words)) if one != list(value))


class Code(Value):
    """A word in a notation of the game's own, such as the results of a combat table."""

    def __init__(self, is_one: Callable[[str], bool], examples: Sequence[str]) -> None:
        self.is_one = is_one
        self.examples = tuple(examples)

    def holds(self, value: Any) -> bool:
        return isinstance(value, str) and self.is_one(value)

    def told(self, name: str, value: Any) -> Text:
        return say("core.illegal.output-code", name=name, value=written(value), examples=_listed(self.examples))

    def others(self, value: Any) -> Iterable[Any]:
        return (one for one in self.examples if one != value)


#: the outputs of a ruling that can be changed, from the state and the step that applies it
Declared = Callable[[Any, Any], Mapping[str, Value]]
Changeable = Mapping[type[Step], Declared]


class Changes:
    """What can be changed in the ruling of a step that is about to apply it."""

    def __init__(self, declared: Declared | None, state: Any, step: Any) -> None:
        self._declared = declared
        self._state = state
        self._step = step
        self.ruling: Ruling = step.ruling

    def values(self, outputs: Mapping[str, Any] | None = None) -> Mapping[str, Value]:
        """The outputs that can be changed, if those given have been changed already."""
        if self._declared is None:
            return {}
        return self._declared(self._state, _with(self._step, self._changed(outputs)) if outputs else self._step)

    def choices(self) -> dict[str, tuple[str | None, ...]]:
        """Of the outputs that are one of several words, or nobody: which."""
        found = {name: value.values for name, value in self.values().items() if isinstance(value, OneOf)}
        return {
            name: tuple(one for one in values if one is None or isinstance(one, str))
            for name, values in found.items()
            if all(one is None or isinstance(one, str) for one in values)
        }

    def _changed(self, outputs: Mapping[str, Any]) -> Ruling:
        return msgspec.structs.replace(self.ruling, outputs={**self.ruling.outputs, **outputs})

    def check(self, outputs: Mapping[str, Any]) -> None:
        """Raise Illegal unless the outputs can be changed so, and something is then another."""
        now = self.ruling.outputs
        names = list(self.values())
        for name in outputs:
            if name not in now:
                raise Illegal(say("core.illegal.no-such-output", name=name, names=names))
        changed = {name: value for name, value in outputs.items() if not _same(value, now[name])}
        if not changed:
            raise Illegal(say("core.illegal.nothing-changed", names=names))
        after = self.values(changed)
        for name, value in changed.items():
            if name not in after:
                raise Illegal(say("core.illegal.output-fixed", name=name, names=names))
            if not after[name].holds(value):
                raise Illegal(after[name].told(name, value))
        self._check_the_rest(changed, after)

    def _check_the_rest(self, changed: Mapping[str, Any], after: Mapping[str, Value]) -> None:
        """What was possible before and is not changed must be possible still."""
        before = self.values()
        for name, value in self.ruling.outputs.items():
            if name in changed or name not in after or after[name].holds(value):
                continue
            if name not in before or before[name].holds(value):
                raise Illegal(after[name].told(name, value))

    def example(self) -> dict[str, Any]:
        """A change that can be made; nothing if there is none."""
        for name, value in self.values().items():
            for other in value.others(self.ruling.outputs[name]):
                try:
                    self.check({name: other})
                except Illegal:
                    continue
                return {name: other}
        return {}

    def made(self, outputs: Mapping[str, Any], reason: str) -> Any:
        """The step with the ruling so changed, whose explanation ends with what the umpire did."""
        now = self.ruling.outputs
        lines = [
            say("core.ruling.changed", name=name, before=told(now[name]), after=told(value), reason=reason)
            for name, value in outputs.items()
            if not _same(value, now[name])
        ]
        changed = self._changed(outputs)
        explained = msgspec.structs.replace(
            changed, explanation=(*changed.explanation, *(Line(text, "umpire") for text in lines))
        )
        return _with(self._step, explained)


def _with(step: Any, ruling: Ruling) -> Any:
    return msgspec.structs.replace(step, ruling=ruling)


def _same(value: Any, other: Any) -> bool:
    """Equal as JSON: a list that went through it is a list, whatever it was before, and true is no 1."""
    return written(value) == written(other)


def written(value: Any) -> str:
    """A value as the umpire types it."""
    return msgspec.json.encode(value).decode()


def _listed(values: Iterable[Any]) -> list[str]:
    return [written(value) for value in values]


def told(value: Any) -> Any:
    """A value as it stands in a sentence."""
    if isinstance(value, bool):
        return say("core.ruling.yes") if value else say("core.ruling.no")
    if value is None or value == () or value == []:
        return say("core.ruling.nothing")
    return list(value) if isinstance(value, tuple) else value if isinstance(value, str | int | list) else written(value)
