"""The shapes that answers in Norway take: a journey of so many battalions, one area, a number of each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Counts
from feltherre.games.norway.state import NorwayState

_AREA_NAMES = tuple(say(f"norway.area.{area}") for area in board.AREAS)


def area_name(area: int) -> Text:
    return _AREA_NAMES[area]


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

    #: areas of a whole path, the origin included
    stops: ClassVar[int] = 2
    #: the rule that limits how many may go
    count_rule: ClassVar[str] = "2.2-3"

    def __init__(self, state: NorwayState) -> None:
        self.state = state

    @abstractmethod
    def origins(self) -> Sequence[int]:
        """Where a path may begin; only areas from which a whole path leads on."""

    @abstractmethod
    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        """Where a path that is not yet whole may go on; never nothing."""

    @abstractmethod
    def most(self, path: tuple[int, ...]) -> int:
        """How many battalions may go along a whole path; at least one."""

    @abstractmethod
    def build_journey(self, path: tuple[str, ...], count: int) -> Any: ...

    @abstractmethod
    def journey(self, action: Any) -> tuple[tuple[str, ...], int]: ...

    @abstractmethod
    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal: ...

    def why_not_origin(self, origin: int) -> Illegal:
        return Illegal(say("norway.illegal.origin", area=area_name(origin)), "2.2-3")

    def options(self, partial: Partial) -> Sequence[Part]:
        areas = board.AREAS
        if not partial:
            return [areas[area] for area in self.origins()]
        if partial[-1].__class__ is int:
            return ()
        path = tuple([board.INDEX[part] for part in partial])  # type: ignore[index]
        if len(path) < self.stops:
            return [areas[area] for area in self.targets(path)]
        return range(1, self.most(path) + 1)

    def build(self, partial: Partial) -> Any:
        return self.build_journey(tuple(str(part) for part in partial[:-1]), int(partial[-1]))

    def parts(self, action: Any) -> Partial:
        path, count = self.journey(action)
        board.check_ids(path)
        return (*path, count)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return self.why_not_origin(board.INDEX[str(part)])
        path = tuple(board.INDEX[str(area)] for area in partial)
        if isinstance(part, int):
            return how_many(self.most(path), part, self.count_rule)
        return self.why_not_target(path, board.INDEX[part])

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.battalions", n=part) if isinstance(part, int) else area_label(part)


def how_many(most: int, given: int, rule_id: str) -> Illegal:
    return Illegal(say("norway.illegal.how-many", n=most, given=given), rule_id)


def not_adjacent(a: int, b: int) -> Illegal:
    return Illegal(say("norway.illegal.not-adjacent", a=area_name(a), b=area_name(b)), "4.1b-1")


class OneOfIds(Space[Any]):
    """One of some things that are named by their ids."""

    def __init__(self, ids: Sequence[str], action: type[Any], refusal: Callable[[str], Illegal]) -> None:
        self.ids = ids
        self.kinds = (action,)
        self.action = action
        self.refusal = refusal

    def check_id(self, named: str) -> None:
        """Refuse what is no such thing at all."""

    def options(self, partial: Partial) -> Sequence[Part]:
        return () if partial else self.ids

    def build(self, partial: Partial) -> Any:
        return self.action(str(partial[0]))

    def parts(self, action: Any) -> Partial:
        named = getattr(action, action.__struct_fields__[0])
        self.check_id(named)
        return (named,)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal(str(part))


class AreaSpace(OneOfIds):
    """One of some areas."""

    def __init__(self, areas: Sequence[int], action: type[Any], refusal: Callable[[str], Illegal]) -> None:
        super().__init__([board.AREAS[area] for area in areas], action, refusal)

    def check_id(self, named: str) -> None:
        board.check_ids((named,))

    def label(self, partial: Partial, part: Part) -> Text:
        return area_label(str(part))


class PairSpace(Space[Any]):
    """Two areas: the group of a Blown bridge, the flight of an area's battalions, two landings."""

    def __init__(
        self,
        pairs: Sequence[tuple[int, int]],
        action: type[Any],
        refusal: Illegal,
        label: Callable[[Partial, Part], Text] | None = None,
    ) -> None:
        #: how a part reads, if its area alone would not say what is chosen
        self._label = label
        self.pairs = [(board.AREAS[a], board.AREAS[b]) for a, b in pairs]
        self.kinds = (action,)
        self.action = action
        self.refusal = refusal

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return list(dict.fromkeys(a for a, _ in self.pairs))
        return [b for a, b in self.pairs if a == partial[0]] if len(partial) == 1 else ()

    def build(self, partial: Partial) -> Any:
        return self.action(*partial)

    def parts(self, action: Any) -> Partial:
        first, second = (getattr(action, field) for field in action.__struct_fields__)
        board.check_ids((first, second))
        return (first, second)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal

    def label(self, partial: Partial, part: Part) -> Text:
        return self._label(partial, part) if self._label else area_label(str(part))


class Allocation(Space[Any]):
    """A fixed number taken from several heaps: for each heap in turn, how many (4.2-6, 2.4-all-3)."""

    def __init__(
        self,
        heaps: Sequence[tuple[str, int]],
        number: int,
        action: type[Any],
        label: Callable[[str], Text],
        rule_id: str,
    ) -> None:
        self.heaps = list(heaps)
        self.number = number
        self.kinds = (action,)
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
        # the order in which the heaps are named says nothing
        return tuple(given.get(name, 0) for name, _ in self.heaps)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self._refusal()

    def _refusal(self) -> Illegal:
        heaps = [say("norway.heap", name=self.heap_label(name), n=size) for name, size in self.heaps]
        return Illegal(say("norway.illegal.allocation", n=self.number, heaps=heaps), self.rule_id)

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.heap", name=self.heap_label(self.heaps[len(partial)][0]), n=part)
