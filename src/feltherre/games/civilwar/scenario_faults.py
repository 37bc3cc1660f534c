"""What is wrong with a scenario file: every fault says where it is and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.text import Text, say

#: faults that are told; whoever has more begins with these
MOST_TOLD: Final = 50


class Fault(Struct, frozen=True):
    """`where` is the way through the file: `units, va33, weapon`."""

    where: str
    what: Text

    @property
    def text(self) -> Text:
        return say("civilwar.scenario.fault", where=self.where, what=self.what)


def fault(where: str, key: str, /, **args: Any) -> Fault:
    """`fault("units, va33", "off-table", ...)`: the text is `civilwar.scenario.fault.off-table`."""
    return Fault(where, say(f"civilwar.scenario.fault.{key}", **args))


class BadScenario(BadInput):
    """A scenario that cannot be played; `faults` are all that is wrong with it, the first of which are told."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        told = say("civilwar.scenario.faults", n=len(faults), file=name)
        lines = [one.text for one in faults[:MOST_TOLD]]
        if len(faults) > MOST_TOLD:
            lines.append(say("civilwar.scenario.more-faults", n=len(faults) - MOST_TOLD))
        for line in lines:
            told = say("civilwar.scenario.next-line", first=told, next=line)
        super().__init__(told)
