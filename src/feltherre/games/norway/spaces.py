"""The shapes that answers in Norway take: a journey of so many battalions, one area, a number of each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Counts
from feltherre.games.norway.state import NorwayState


def area_name(area: int) -> Text:
    return say(f"norway.area.{board.AREAS[area]}")


def area_label(area_id: str) -> Text:
    return say(f"norway.area.{area_id}")


def kind_name(kind: str) -> Text:
    """How a kind of answer reads on a button."""
    return say(f"norway.kind.{kind}")


def no_card(card: int, rule_id: str) -> Illegal:
    """The same words whether the card is not in the hand or belongs to somebody else."""
    return Illegal(say("norway.illegal.no-card", card=say(f"norway.card.{cards.IDS[card]}")), rule_id)


def not_now(kind: str) -> Illegal:
    return Illegal(say("norway.illegal.not-now", kind=kind_name(kind)), "2.4-symbols-1")


class Journey(Space[Any]):
    """So many battalions along a path: origin, one or more areas, count."""

    def __init__(self, state: NorwayState) -> None:
        self.state = state

    @abstractmethod
    def origins(self) -> list[int]: ...

    @abstractmethod
    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        """Where the path may go on; nothing when it has arrived."""

    @abstractmethod
    def most(self, path: tuple[int, ...]) -> int:
        """How many battalions may go."""

    @abstractmethod
    def build_journey(self, path: tuple[str, ...], count: int) -> Any: ...

    @abstractmethod
    def journey(self, action: Any) -> tuple[tuple[str, ...], int]: ...

    @abstractmethod
    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal: ...

    def options(self, partial: Partial) -> Sequence[Part]:
        areas = board.AREAS
        if not partial:
            return [areas[area] for area in self.origins()]
        if partial[-1].__class__ is int:
            return ()
        path = tuple([board.INDEX[part] for part in partial])  # type: ignore[index]
        targets = self.targets(path)
        if targets:
            return [areas[area] for area in targets]
        return range(1, self.most(path) + 1)

    def build(self, partial: Partial) -> Any:
        return self.build_journey(tuple(str(part) for part in partial[:-1]), int(partial[-1]))

    def parts(self, action: Any) -> Partial:
        path, count = self.journey(action)
        board.check_ids(path)
        return (*path, count)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return Illegal(say("norway.illegal.origin", area=area_label(str(part))), "2.2-3")
        path = tuple(board.INDEX[str(area)] for area in partial)
        if isinstance(part, int):
            return Illegal(say("norway.illegal.too-many", n=self.most(path), area=area_name(path[0])), "2.2-3")
        return self.why_not_target(path, board.INDEX[part])

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.battalions", n=part) if isinstance(part, int) else area_label(part)


class AreaSpace(Space[Any]):
    """One of some areas."""

    def __init__(
        self, areas: Sequence[int], action: Callable[[str], Any], refusal: Callable[[str], Illegal], field: str = ""
    ) -> None:
        self.ids = [board.AREAS[area] for area in areas]
        self.action = action
        self.refusal = refusal
        self.field = field

    def options(self, partial: Partial) -> Sequence[Part]:
        return () if partial else self.ids

    def build(self, partial: Partial) -> Any:
        return self.action(str(partial[0]))

    def parts(self, action: Any) -> Partial:
        area_id = getattr(action, action.__struct_fields__[0])
        board.check_ids((area_id,))
        return (area_id,)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal(str(part))

    def label(self, partial: Partial, part: Part) -> Text:
        return area_label(str(part))


class Allocation(Space[Any]):
    """A fixed number taken from several heaps: for each heap in turn, how many (4.2-6, 2.4-all-3)."""

    def __init__(
        self,
        heaps: Sequence[tuple[str, int]],
        number: int,
        action: Callable[[Counts], Any],
        label: Callable[[str], Text],
        rule_id: str,
    ) -> None:
        self.heaps = list(heaps)
        self.number = number
        self.action = action
        self.heap_label = label
        self.rule_id = rule_id

    def options(self, partial: Partial) -> Sequence[Part]:
        at = len(partial)
        if at == len(self.heaps):
            return ()
        left = self.number - sum(int(part) for part in partial)
        behind = sum(size for _, size in self.heaps[at + 1 :])
        return range(max(0, left - behind), min(left, self.heaps[at][1]) + 1)

    def build(self, partial: Partial) -> Any:
        taken = zip(self.heaps, partial, strict=True)
        return self.action(tuple((name, int(part)) for (name, _), part in taken if part))

    def parts(self, action: Any) -> Partial:
        counts: Counts = getattr(action, action.__struct_fields__[0])
        given = dict(counts)
        unknown = [name for name in given if name not in dict(self.heaps)]
        if unknown or len(given) != len(counts) or any(count < 1 for count in given.values()):
            raise self._refusal()
        if counts != tuple((name, given[name]) for name, _ in self.heaps if name in given):
            raise self._refusal()
        return tuple(given.get(name, 0) for name, _ in self.heaps)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self._refusal()

    def _refusal(self) -> Illegal:
        heaps = [say("norway.heap", name=self.heap_label(name), n=size) for name, size in self.heaps]
        return Illegal(say("norway.illegal.allocation", n=self.number, heaps=heaps), self.rule_id)

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.heap", name=self.heap_label(self.heaps[len(partial)][0]), n=part)
