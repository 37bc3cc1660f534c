"""The way of a unit over the map as an answer: a unit, then the hexes it goes to one after the other, then `stop`.

A hex that is not beside the last stands for a way of least cost to it; the action, `action(unit, path)`, has every hex
that is entered. A game says who may go, how, and why not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.spaces import Things, one_of
from feltherre.core.text import Text, say
from feltherre.ground.hexes.path import next_step, walk, why_not
from feltherre.ground.hexes.reach import FREELY, Mover, Reach, path_to, reach
from feltherre.ground.hexes.reasons import Reason, Refusal

A = TypeVar("A")

#: the part that ends a path
STOP: Final = "stop"
#: how many units are drawn at random before those that can go are counted
TRIES: Final = 12
#: how often a unit goes somewhere by way of another hex
DETOURS: Final = 0.1


class Start(NamedTuple):
    """A unit about to go: `bits` are those of the hexes as it meets them on its way."""

    mover: Mover
    bits: list[int]
    hex: int
    allowance: int


@lru_cache(maxsize=256)
def onward(mover: Mover) -> Mover:
    """How a unit goes on after its first hex: no minimum move, no step with all it has."""
    return Mover(mover.table, bar=mover.bar, stop=mover.stop, no_end=mover.no_end, zone_to_zone=FREELY, fresh=False)


class Gone:
    """How far a unit has gone on a way that is being built: the hexes entered, and what is left."""

    def __init__(self, start: Start, reached: Reach) -> None:
        self.mover, self.bits, self.start, self.allowance = start
        self.left = self.allowance
        self.hexes: list[int] = [self.start]
        self._ahead: Reach | None = reached
        #: at which hex of the way that was found
        self._found_at = 1

    def ahead(self) -> Reach | None:
        """Where it can go from here; None if it has to stop."""
        if self._found_at != len(self.hexes):
            self._found_at = len(self.hexes)
            self._ahead = self._look_on()
        return self._ahead

    def _look_on(self) -> Reach | None:
        """Where it can go when it has entered a hex."""
        here = self.hexes[-1]
        if self.bits[here] & self.mover.stop or self.left <= 0:
            return None
        return reach(onward(self.mover), self.bits, here, self.left)

    def may_end(self) -> bool:
        """Whether it may stay in the hex it has come to."""
        return len(self.hexes) > 1 and not self.bits[self.hexes[-1]] & self.mover.no_end

    def choices(self) -> list[int]:
        """The hexes it may go to next: those where it may stay, and those from which it can go on to one."""
        found = self.ahead()
        if found is None:
            return []
        if not self.mover.no_end:
            return found.hexes
        ends = found.ends(self.mover, self.bits)
        return [hex_ for hex_ in found.hexes if hex_ in ends or self._goes_on(hex_, self.left - found.costs[hex_])]

    def _goes_on(self, hex_: int, left: int) -> bool:
        """Whether a hex that may only be passed lies on the way to another."""
        if self.bits[hex_] & self.mover.stop:
            return False
        return bool(reach(onward(self.mover), self.bits, hex_, left).ends(self.mover, self.bits))

    def mover_here(self) -> Mover:
        return self.mover if len(self.hexes) == 1 else onward(self.mover)

    def go(self, hex_: int) -> bool:
        """Straight into a neighbour if that step can be made, else by a way of least cost. False if it cannot."""
        step = next_step(self.mover, self.bits, self.hexes, hex_, self.left, self.allowance)
        if isinstance(step, int):
            self.hexes.append(hex_)
            self.left -= step
            return True
        found = self.ahead()
        if found is None or hex_ == self.hexes[-1] or hex_ not in found:
            return False
        self.left -= found.costs[hex_]
        self.hexes.extend(path_to(self.mover_here(), self.bits, found, hex_)[1:])
        return True

    def refusal(self, hex_: int) -> Refusal:
        """Why it does not go on to a hex."""
        here = self.hexes[-1]
        found = self.ahead()
        if found is None:
            marks = self.bits[here] & self.mover.stop
            return Refusal(Reason.MUST_STOP if marks else Reason.TOO_DEAR, hex_, here, marks)
        return why_not(self.mover_here(), self.bits, found, hex_) or Refusal(Reason.NOT_ADJACENT, hex_, here)


class Ways(Space[A]):
    """The ways that some units may go."""

    def __init__(self, action: Callable[[str, tuple[str, ...]], A], units: Things, hexes: Things) -> None:
        self.action = action
        self.units = units
        self.hexes = hexes

    @abstractmethod
    def own(self) -> Sequence[int]:
        """The units of the side, whether they may go or not."""

    @abstractmethod
    def may_go(self, unit: int) -> bool:
        """Whether one of them may go at all, if there is a hex for it."""

    @abstractmethod
    def able(self) -> Iterable[int]:
        """Those that may go, and have a hex to go to."""

    @abstractmethod
    def start(self, unit: int) -> Start:
        """One of them as it sets out."""

    @abstractmethod
    def reached(self, unit: int) -> Reach:
        """Where it can go."""

    @abstractmethod
    def mover(self, unit: int) -> Mover:
        """How it moves."""

    @abstractmethod
    def bits(self) -> list[int]:
        """The bits of the hexes, from which the reach of all units was found."""

    @abstractmethod
    def why_not_unit(self, part: Part) -> Illegal:
        """Why a unit, or whatever else is named, does not go."""

    @abstractmethod
    def refused(self, unit: int, refusal: Refusal) -> Illegal:
        """The ground's reason in the words of the game."""

    @abstractmethod
    def no_path(self, unit: int) -> Illegal:
        """The refusal of a way without a hex."""

    def stop_name(self) -> Text:
        return say("core.plain", text=STOP)

    # what follows is derived

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [self.units.ids[unit] for unit in self.able()]
        if partial[-1] == STOP:
            return ()
        gone = self._gone(partial)
        hexes = [self.hexes.ids[hex_] for hex_ in gone.choices()]
        return [*hexes, STOP] if gone.may_end() else hexes

    def build(self, partial: Partial) -> A:
        return self._along(self.units.index[str(partial[0])], self._gone(partial[:-1]).hexes)

    def parts(self, action: Any) -> Partial:
        return (action.unit, *action.path, STOP)

    def example(self, partial: Partial = ()) -> Partial:
        """A short way: to the hex that costs least."""
        if len(partial) > 1:
            return super().example(partial)
        unit = self.units.index[str(partial[0])] if partial else next(iter(self.able()))
        found = self.reached(unit)
        ends = found.ends(self.mover(unit), self.bits())
        nearest = min(ends, key=lambda hex_: found.costs[hex_])
        return (self.units.ids[unit], self.hexes.ids[nearest], STOP)

    def completed(self, action: Any) -> Any:
        """A way that was typed may leave out hexes as one that is clicked may."""
        unit = self.units.index.get(action.unit)
        if unit is None or not self._is_free(unit):
            return action
        gone = Gone(self.start(unit), self.reached(unit))
        for place, part in enumerate(action.path):
            if not gone.go(self.hexes.number(part)):
                raise self.why_not((action.unit, *action.path[:place]), part)
        return self._along(unit, gone.hexes)

    def check(self, action: Any) -> None:
        """Step by step, as the hexes in reach are found: whatever way there is can be gone."""
        unit = self.units.index.get(action.unit)
        if unit is None or not self._is_free(unit):
            raise self.why_not_unit(action.unit)
        if not action.path:
            raise self.no_path(unit)
        start = self.start(unit)
        way = [start.hex, *(self.hexes.number(part) for part in action.path)]
        gone = walk(start.mover, start.bits, way, start.allowance)
        if gone.refusal is not None:
            raise self.refused(unit, gone.refusal)

    def _is_free(self, unit: int) -> bool:
        return unit in self.own() and self.may_go(unit)

    def sample(self, rng: Random) -> A:
        own, may_go = self.own(), self.may_go
        for _ in range(TRIES):
            unit = own[int(rng.random() * len(own))]
            if may_go(unit):
                found = self.reached(unit)
                if ends := found.ends(self.mover(unit), self.bits()):
                    return self._drawn(unit, found, ends, rng)
        return self._walked(rng)

    def _drawn(self, unit: int, found: Reach, ends: Sequence[int], rng: Random) -> A:
        """A move to a hex, mostly by a way of least cost, now and then on to another hex from there."""
        hex_ = one_of(ends, rng)
        if rng.random() > DETOURS:
            return self._to(unit, found, hex_)
        gone = Gone(self.start(unit), found)
        gone.go(hex_)
        ahead = gone.ahead()
        if ahead is not None and (further := ahead.ends(gone.mover, gone.bits)):
            gone.go(one_of(further, rng))
        return self._along(unit, gone.hexes)

    def _walked(self, rng: Random) -> A:
        """What `Space.sample` draws, part by part, without going the way again from its start for every part."""
        unit = one_of(list(self.able()), rng)
        gone = Gone(self.start(unit), self.reached(unit))
        while True:
            hexes, may_stop = gone.choices(), gone.may_end()
            drawn = int(rng.random() * (len(hexes) + may_stop))
            if drawn == len(hexes):
                return self._along(unit, gone.hexes)
            gone.go(hexes[drawn])

    @property
    def lists_all(self) -> bool:
        return False

    def candidates(self, limit: int | None = None) -> Iterator[A]:
        """Every unit to every hex where it can end its move, each by a way of least cost."""
        found, bits, ids = 0, self.bits(), self.hexes.ids
        for unit in self.able():
            reached, mover = self.reached(unit), self.mover(unit)
            for hex_ in reached.ends(mover, bits):
                if limit is not None and found >= limit:
                    return
                found += 1
                way = path_to(mover, bits, reached, hex_)
                yield self.action(self.units.ids[unit], tuple([ids[entered] for entered in way[1:]]))

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return self.why_not_unit(part)
        unit, gone = self.units.index[str(partial[0])], self._gone(partial)
        hex_ = self.hexes.index.get(str(part))
        if hex_ is None and part == STOP and len(gone.hexes) > 1:
            here = gone.hexes[-1]
            return self.refused(unit, Refusal(Reason.MAY_NOT_END, here, here, gone.bits[here] & gone.mover.no_end))
        if hex_ is None:
            return self.hexes.unknown(str(part))
        return self.refused(unit, gone.refusal(hex_))

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self.no_path(self.units.index[str(partial[0])])

    def label(self, partial: Partial, part: Part) -> Text:
        if not partial:
            return self.units.name(self.units.number(part))
        return self.stop_name() if part == STOP else self.hexes.name(self.hexes.number(part))

    def _to(self, unit: int, found: Reach, hex_: int) -> A:
        return self._along(unit, path_to(self.mover(unit), self.bits(), found, hex_))

    def _along(self, unit: int, way: Sequence[int]) -> A:
        """The action of a way, of which the unit's own hex is no part."""
        ids = self.hexes.ids
        return self.action(self.units.ids[unit], tuple([ids[hex_] for hex_ in way[1:]]))

    def _gone(self, partial: Partial) -> Gone:
        unit = self.units.index[str(partial[0])]
        gone = Gone(self.start(unit), self.reached(unit))
        for part in partial[1:]:
            gone.go(self.hexes.index[str(part)])
        return gone
