"""What can go wrong, each with a reason a person can read."""

from __future__ import annotations

from typing import Any

from feltherre.core.catalogue import render
from feltherre.core.text import Text, say


def _same_again(kind: type[Exception], args: tuple[Any, ...]) -> Exception:
    return kind.__new__(kind, *args)


class Readable(Exception):
    """An error for people; it travels whole between the processes of a series of games."""

    reason: Text
    rule: str | None = None

    def told(self, lang: str | None = None) -> str:
        """Why, in words, with the rule if there is one."""
        told = render(self.reason, lang)
        return render(say("core.refused", reason=told, rule=self.rule), lang) if self.rule else told

    def __str__(self) -> str:
        return self.told()

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_again, (type(self), self.args), self.__dict__


class Illegal(Readable):
    """The rules do not allow it. `reason` says why and `rule` where the book says so; nothing has been changed."""

    def __init__(self, reason: Text, rule: str | None = None) -> None:
        super().__init__(reason.key, reason.args, rule)
        self.reason = reason
        self.rule = rule


class BadInput(Readable):
    """A file, message or situation that cannot be read. `reason` says what to do about it."""

    def __init__(self, reason: Text | str) -> None:
        self.reason = say("core.plain", text=reason) if isinstance(reason, str) else reason
        super().__init__(self.reason.args.get("text", self.reason.key))
