"""The one-line notation: every action as a line that a person can read and type, the same in log, CLI and record.

A game gives one form (or several) per kind of action, such as `move {origin:area} > {target:area} {count:number}`.
The first form of a kind that fits, and that need not write "nothing" as `-`, is the one written; all of them are read,
and for `>` also `to`: `move Oslo to Hamar 2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

import msgspec

from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.errors import BadInput
from feltherre.core.names import Names
from feltherre.core.space import Action, DiceTyped
from feltherre.core.text import say


class Codec(Protocol):
    """How one field is written and read."""

    def write(self, value: Any) -> str: ...

    def read(self, text: str) -> Any: ...


class Number:
    """A count: `2`."""

    pattern = r"\d{1,6}"

    def write(self, value: Any) -> str:
        return str(value)

    def read(self, text: str) -> Any:
        if not re.fullmatch(self.pattern, text):
            raise BadInput(say("core.notation.number", text=text))
        return int(text)


class Word:
    """Free text, such as a reason."""

    def write(self, value: Any) -> str:
        return str(value)

    def read(self, text: str) -> Any:
        return text


class Named:
    """Something with an id and a name: an area, a card, a unit."""

    def __init__(self, names: Names, find: Callable[[str], int] | None = None) -> None:
        self._names = names
        self._numbers = {thing: number for number, thing in enumerate(names.ids)}
        self._find = find or names.find

    def write(self, value: Any) -> str:
        return self._names.name(self._numbers[value]) if value in self._numbers else str(value)

    def read(self, text: str) -> Any:
        return self._names.ids[self._find(text)]


#: the sign between where from and where to, and what is typed for it
ARROW = ">"
TYPED_ARROW = r"(?:\s*>\s*|\s+to\s+)"


class ListOf:
    """Several of the same, in their order: `Panzer + Bomber`, `Oslo > Hamar > Rena`; nothing is written `-`."""

    def __init__(self, item: Codec, separator: str) -> None:
        self.item = item
        self.separator = separator
        self._between = re.compile(TYPED_ARROW if separator == ARROW else re.escape(separator), re.IGNORECASE)

    def write(self, value: Any) -> str:
        return f" {self.separator} ".join(self.item.write(item) for item in value) or "-"

    def read(self, text: str) -> Any:
        if text.strip() == "-":
            return ()
        return tuple(self.item.read(part.strip()) for part in self._between.split(text))


class Counted:
    """Names with numbers: `Oslo 2, Horten 1`; nothing is written `-`."""

    def __init__(self, item: Codec) -> None:
        self.item = item

    def write(self, value: Any) -> str:
        return ", ".join(f"{self.item.write(name)} {count}" for name, count in value) or "-"

    def read(self, text: str) -> Any:
        if text.strip() == "-":
            return ()
        pairs = []
        for part in text.split(","):
            match = re.fullmatch(r"\s*(.+?)(?:\s+(\d{1,4}))?\s*", part)
            if match is None:
                raise BadInput(say("core.notation.counted", text=part))
            pairs.append((self.item.read(match[1]), int(match[2] or 1)))
        return tuple(pairs)


class Pairs:
    """What goes where: `KMS Blücher > I, KMS Emden > II`; nothing is written `-`."""

    def __init__(self, first: Codec, second: Codec) -> None:
        self.first = first
        self.second = second

    def write(self, value: Any) -> str:
        return ", ".join(f"{self.first.write(a)} > {self.second.write(b)}" for a, b in value) or "-"

    def read(self, text: str) -> Any:
        if text.strip() == "-":
            return ()
        pairs = []
        for part in text.split(","):
            sides = re.split(TYPED_ARROW, part, maxsplit=1, flags=re.IGNORECASE)
            if len(sides) < 2:
                raise BadInput(say("core.notation.pair", text=part.strip()))
            pairs.append((self.first.read(sides[0].strip()), self.second.read(sides[1].strip())))
        return tuple(pairs)


class Json:
    """Any plain value, as JSON: the outputs of a ruling that an umpire changes."""

    def write(self, value: Any) -> str:
        return msgspec.json.encode(value, order="sorted").decode()

    def read(self, text: str) -> Any:
        try:
            return msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadInput(say("core.notation.json", text=text, error=str(error))) from None


class Form:
    """One way to write one kind of action. `fixed` gives the fields that the form does not show."""

    def __init__(self, action: type[msgspec.Struct], template: str, fixed: Mapping[str, Any] | None = None) -> None:
        self.action = action
        self.template = template
        self.fixed = dict(fixed or {})
        pieces = re.split(r"\{(\w+):([\w-]+)\}", template)
        self.literals = pieces[0::3]
        self.fields = list(zip(pieces[1::3], pieces[2::3], strict=True))
        self.unshown = self._unshown()

    def pattern(self, codecs: Mapping[str, Codec]) -> re.Pattern[str]:
        """What a line of this form looks like; a field that only fits digits does not swallow words."""
        if unknown := [codec for _, codec in self.fields if codec not in codecs]:
            raise ValueError(f"{self.template!r}: nothing is written as {unknown[0]!r}, only as {', '.join(codecs)}")
        groups = [f"(?P<{field}>{getattr(codecs[codec], 'pattern', '.+?')})" for field, codec in self.fields]
        pieces = [_literal(literal) + group for literal, group in zip(self.literals, [*groups, ""], strict=True)]
        return re.compile("".join(pieces), re.IGNORECASE | re.DOTALL)

    def usage(self) -> str:
        """The form as a person would type it: `move ORIGIN > TARGET COUNT`."""
        return re.sub(r"\{(\w+):[\w-]+\}", lambda field: field[1].upper(), self.template)

    def shows(self, action: Any) -> bool:
        """Whether the form gives this action back: the fields it does not show are as it says they are."""
        return all(getattr(action, field) == value for field, value in self.unshown.items())

    def _unshown(self) -> dict[str, Any]:
        """The fields that the form does not show, as it reads them: fixed, or what they are by default."""
        fields, defaults = self.action.__struct_fields__, self.action.__struct_defaults__
        shown = {field for field, _ in self.fields}
        usual = dict(zip(reversed(fields), reversed(defaults), strict=False))
        return {**{field: value for field, value in usual.items() if field not in shown}, **self.fixed}

    def names_nothing(self, action: Any) -> bool:
        """Whether the form would have to write `-` where the action names nothing."""
        return any(getattr(action, field) in ((), "") for field, _ in self.fields)


def _literal(text: str) -> str:
    """Words need space between them; around a sign such as `>` it may be left out."""
    words = re.split(r"\s+", text)
    pattern = re.escape(words[0])
    for before, word in pairwise(words):
        signs = any(part and not part.isalnum() for part in (before, word))
        pattern += (r"\s*" if signs else r"\s+") + re.escape(word)
    return pattern.replace(rf"\s*{ARROW}\s*", TYPED_ARROW)


#: the forms every game has
CORE_FORMS = (
    Form(DiceTyped, "dice {values:dice}"),
    Form(RulingAccepted, "accept ruling"),
    Form(RulingChanged, "change ruling {outputs:json} because {reason:word}"),
)


class Notation:
    """Writes and reads the actions of one game."""

    def __init__(
        self, forms: Sequence[Form], codecs: Mapping[str, Codec], examples: Mapping[type, str] | None = None
    ) -> None:
        #: kind of action -> a line as somebody might type it
        self.examples = dict(examples or {})
        self.forms = (*forms, *CORE_FORMS)
        own: dict[str, Codec] = {"number": Number(), "word": Word(), "json": Json(), "dice": ListOf(Number(), "+")}
        self.codecs = {**own, **codecs}
        self._patterns = [(form, form.pattern(self.codecs)) for form in self.forms]
        self._written: dict[type, list[Form]] = {}
        for form in self.forms:
            self._written.setdefault(form.action, []).append(form)

    @classmethod
    def of(
        cls,
        actions: Sequence[type[Action]],
        codecs: Mapping[str, Codec],
        examples: Mapping[type[Action], str] | None = None,
    ) -> Notation:
        """The notation of actions as each tells how it is written. A form without a word of its own is tried last, for
        it may fit whatever somebody types. `examples`: of actions that games share, and that have none themselves."""
        forms = [Form(kind, *((form,) if isinstance(form, str) else form)) for kind in actions for form in kind.forms]
        forms.sort(key=lambda form: not form.literals[0])
        return cls(forms, codecs, {**{kind: kind.example for kind in actions if kind.example}, **(examples or {})})

    def write(self, action: Any) -> str:
        forms = self._written[type(action)]
        fitting = [form for form in forms if form.shows(action)] or forms
        return self._write(next((form for form in fitting if not form.names_nothing(action)), fitting[0]), action)

    def write_briefly(self, action: Any) -> str:
        """The shortest line that stands for the action: what a person would rather type."""
        forms = [form for form in self._written[type(action)] if form.shows(action)]
        lines = sorted((self._write(form, action) for form in forms), key=len)
        return next((line for line in lines if self._reads(line, action)), self.write(action))

    def _reads(self, line: str, action: Any) -> bool:
        """Whether a line stands for the action; one with an empty place in it may stand for nothing."""
        try:
            return bool(self.read(line) == action)
        except BadInput:
            return False

    def _write(self, form: Form, action: Any) -> str:
        text = form.literals[0]
        for (field, codec), literal in zip(form.fields, form.literals[1:], strict=True):
            text += self.codecs[codec].write(getattr(action, field)) + literal
        return text

    def read(self, text: str) -> Any:
        """The action a line stands for; BadInput says what could not be read and what could be typed instead."""
        line = text.strip()
        complaints: list[tuple[int, BadInput]] = []
        for form, pattern in self._patterns:
            match = pattern.fullmatch(line)
            if match is None:
                continue
            try:
                fields = {field: self.codecs[codec].read(match[field]) for field, codec in form.fields}
                return form.action(**fields, **form.fixed)
            except BadInput as error:
                complaints.append((sum(map(len, form.literals)), error))
        if complaints:
            # the form of which most words were typed is the one that was meant
            raise max(complaints, key=lambda complaint: complaint[0])[1]
        raise BadInput(say("core.notation.unknown", text=line, forms=self._usage_like(line)))

    def usage(self) -> list[str]:
        """The forms as a person would type them: `move ORIGIN > TARGET COUNT (move Oslo > Hamar 2)`."""
        return [
            self._with_example(self.usage_of(kind), kind)
            for kind, forms in self._written.items()
            if forms[0] not in CORE_FORMS
        ]

    def usage_of(self, kind: type) -> str:
        """The form in which one kind of action is written."""
        return self._written[kind][0].usage()

    def _usage_like(self, line: str) -> list[str]:
        """The forms that begin with the word the line begins with, or all."""
        word = line.partition(" ")[0].lower()
        like = [form for form in self.forms if form.template.partition(" ")[0] == word]
        first = {form.action: form for form in reversed(like)}
        return [
            self._with_example(form.usage(), form.action) if first[form.action] is form else form.usage()
            for form in like
        ] or self.usage()

    def _with_example(self, usage: str, kind: type) -> str:
        example = self.examples.get(kind, usage)
        return usage if example == usage else f"{usage} ({example})"
