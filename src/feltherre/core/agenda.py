"""The umpire's gate: the step that stands before the effects of a ruling, and how it is answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.changes import Changes
from feltherre.core.errors import Illegal
from feltherre.core.space import Action, Partial, Space, What
from feltherre.core.state import State, Step
from feltherre.core.text import Text, say

UMPIRE = "umpire"


def decision_id(state: State, role: str) -> str:
    return f"{state.opened}-{role}"


class Gate(Step, frozen=True, tag="gate"):
    """The umpire's gate: he sees the ruling below it before it takes effect."""


class RulingAccepted(Action, frozen=True, tag="accept-ruling"):
    """The umpire lets the ruling stand."""


class RulingChanged(Action, frozen=True, tag="change-ruling"):
    """The umpire changes outputs of the ruling, with a reason that everyone reads."""

    outputs: dict[str, Any]
    reason: str


class GateSpace(Space[Any]):
    """Accept, or change outputs of the ruling that have an effect, each to a value that it may have."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.ruling = changes.ruling

    def options(self, partial: Partial) -> Sequence[str | int]:
        if partial:
            return ()
        return ("accept", "change") if self.changes.example() else ("accept",)

    def build(self, partial: Partial) -> Any:
        if partial[0] == "accept":
            return RulingAccepted()
        return RulingChanged(self.changes.example(), "-")

    def parts(self, action: Any) -> Partial:
        if isinstance(action, RulingAccepted):
            return ("accept",)
        if not isinstance(action, RulingChanged):
            raise Illegal(say("core.illegal.gate"))
        if not action.reason.strip():
            raise Illegal(say("core.illegal.reason-needed"))
        self.changes.check(action.outputs)
        return ("change",)

    def label(self, partial: Partial, part: str | int) -> Text:
        return say(f"core.gate.{part}")

    def what(self, partial: Partial, part: str | int) -> What:
        return "kind"
