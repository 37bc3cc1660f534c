"""Which units take losses: so many different ones, or so many losses in all (R29)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import Text, say
from feltherre.games.winterwar.actions import TakeLosses
from feltherre.games.winterwar.spaces import unit_of
from feltherre.games.winterwar.texts import unit_name, unit_names
from feltherre.games.winterwar.unit_sets import ids, in_order, no_such_unit, numbers_of


class LossSpace(Space[TakeLosses]):
    """`count` losses among these units (rising); `bears`: how many each may take, one unless told; `flips`: those that
    a first loss only flips (2.1-e)."""

    kinds = (TakeLosses,)

    def __init__(
        self, among: Sequence[int], count: int, rule_id: str, bears: Sequence[int] = (), flips: Collection[int] = ()
    ) -> None:
        self.count = count
        self.rule_id = rule_id
        self.among = among
        self.flips = flips
        #: each unit as often as it can take a loss
        self.faces = [unit for unit, most in zip(among, bears or [1] * len(among), strict=True) for _ in range(most)]

    def options(self, partial: Partial) -> Sequence[Part]:
        left = self.count - len(partial)
        if not left:
            return ()
        start = self._start(numbers_of(partial))
        # the last that leaves enough behind it
        end = len(self.faces) - left + 1
        return list(dict.fromkeys(ids(self.faces[start:end])))

    def _start(self, chosen: Sequence[int]) -> int:
        """How many of the faces lie behind the last one chosen."""
        if not chosen:
            return 0
        return self.faces.index(chosen[-1]) + chosen.count(chosen[-1])

    def build(self, partial: Partial) -> TakeLosses:
        return TakeLosses(tuple(str(part) for part in partial))

    def parts(self, action: TakeLosses) -> Partial:
        chosen = in_order(action.units, self.rule_id)
        if len(chosen) != self.count:
            text = say("winterwar.illegal.losses.number", n=self.count, given=len(chosen))
            raise Illegal(text, self.rule_id)
        return tuple(chosen)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        unit = unit_of(part)
        if unit < 0:
            return no_such_unit(part, self.rule_id)
        if unit not in self.among:
            text = say("winterwar.illegal.losses.not-among", unit=unit_name(unit), units=unit_names(self.among))
            return Illegal(text, self.rule_id)
        return Illegal(say("winterwar.illegal.losses.too-many", unit=unit_name(unit)), self.rule_id)

    def label(self, partial: Partial, part: Part) -> Text:
        """A unit, and what this loss would do to it."""
        unit = unit_of(part)
        flipped = unit in self.flips and unit not in numbers_of(partial)
        return say("winterwar.loss.flipped" if flipped else "winterwar.loss.destroyed", unit=unit_name(unit))
