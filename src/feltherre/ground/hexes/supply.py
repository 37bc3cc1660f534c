"""Supply: lines from hexes to sources, by distance or along links, mended where something has changed.

A line runs from a unit's hex over `ways` (all land, or road and rail only) to a source. It passes a hex unless `bar`
is there (an enemy unit), or `zone` without a `shield` (an enemy zone without a unit of one's own). The unit's own hex
never breaks its line. What is kept is only how long each hex's line is; the line itself is read from that, so that it
does not depend on how the position came about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from feltherre.ground.hexes.zones import Template

#: the length where there is no line
CUT_OFF: Final = -1
#: when more hexes than these have turned, drawing all lines anew is quicker than mending them one by one
MANY: Final = 20


class SupplyRules:
    """How a class of unit draws supply, made once by the game. The masks are bits of the layers; ways lead both ways.

    `longest`: how many hexes a line may enter, None for any number. `zone_at_source`: a zone does not break a line in
    the source hex itself.
    """

    __slots__ = ("bar", "longest", "shield", "ways", "zone", "zone_at_source")

    def __init__(
        self,
        ways: Template,
        *,
        bar: int,
        zone: int,
        shield: int,
        longest: int | None = None,
        zone_at_source: bool = False,
    ) -> None:
        self.ways = ways
        self.bar = bar
        self.zone = zone
        self.shield = shield
        self.longest = len(ways) if longest is None else longest
        self.zone_at_source = zone_at_source

    def passes(self, marks: int) -> bool:
        """Whether a line can run through a hex with these bits."""
        return not marks & self.bar and (not marks & self.zone or bool(marks & self.shield))


class SupplyMap:
    """How many hexes away each hex's source is; CUT_OFF where no line holds. A source that the enemy holds is none."""

    __slots__ = ("lengths", "open", "rules", "sources")

    def __init__(self, rules: SupplyRules, sources: frozenset[int], lengths: list[int], open_: bytearray) -> None:
        """`supply_map` makes one from a position."""
        self.rules = rules
        self.sources = sources
        self.lengths = lengths
        #: 1 where a line can run on through a hex, else 0
        self.open = open_

    def supplied(self, hex_: int) -> bool:
        """Whether a unit in this hex is supplied, if it may stand there."""
        return self.lengths[hex_] != CUT_OFF

    def line(self, hex_: int) -> list[int]:
        """The line from a supplied hex to its source, both included; always the same one."""
        if not self.supplied(hex_):
            raise ValueError(f"hex {hex_} is cut off")
        way = [hex_]
        while self.lengths[way[-1]] > 0:
            way.append(self._support(way[-1]))
        return way

    def update(self, bits: list[int], changed: Iterable[int], sources: Iterable[int] | None = None) -> None:
        """Mend the map after the bits of some hexes have changed, or the sources."""
        touched = dict.fromkeys(changed)
        if sources is not None:
            now = frozenset(sources)
            touched.update(dict.fromkeys(sorted(self.sources ^ now)))
            self.sources = now
        turned = self._turned(bits, touched)
        if len(turned) > MANY:
            for hex_ in turned:
                self.open[hex_] = self._is_open(bits, hex_)
            self._draw_anew(bits)
        elif turned:
            self._mend(bits, turned)

    def copy(self) -> SupplyMap:
        """A map that changes apart from this one."""
        return SupplyMap(self.rules, self.sources, self.lengths[:], self.open[:])

    def _turned(self, bits: list[int], touched: Iterable[int]) -> list[int]:
        """Those of the hexes that let lines through now and did not before, or the reverse, or may be sources."""
        rules, open_, lengths, sources = self.rules, self.open, self.lengths, self.sources
        bar, zone, shield, ways = rules.bar, rules.zone, rules.shield, rules.ways
        turned: list[int] = []
        for hex_ in touched:
            marks = bits[hex_]
            # what `passes` says, without a call for each of many hexes
            passes = not marks & bar and (not marks & zone or marks & shield != 0)
            if lengths[hex_] == 0 or hex_ in sources:
                turned.append(hex_)
            elif passes != open_[hex_]:
                if ways[hex_]:
                    turned.append(hex_)
                else:
                    open_[hex_] = passes  # no line comes here anyway
        return turned

    def _draw_anew(self, bits: list[int]) -> None:
        """All lines from the sources outward, the shortest first."""
        open_, ways = self.open, self.rules.ways
        lengths = self.lengths = [CUT_OFF] * len(bits)
        edge = [hex_ for hex_ in self.sources if self._is_source(bits, hex_)]
        for hex_ in edge:
            lengths[hex_] = 0
        for length in range(1, self.rules.longest + 1):
            found: list[int] = []
            for hex_ in edge:
                if open_[hex_]:
                    for beside in ways[hex_]:
                        if lengths[beside] < 0:
                            lengths[beside] = length
                            found.append(beside)
            if not found:
                return
            edge = found

    def _mend(self, bits: list[int], turned: Iterable[int]) -> None:
        """Only the lines around the hexes that have turned."""
        doubtful: dict[int, list[int]] = {}
        fresh: dict[int, list[int]] = {}
        for hex_ in turned:
            self._look_again(bits, hex_, doubtful, fresh)
        lost = self._withdraw(bits, doubtful)
        for hex_ in lost:
            length = self._shortest(hex_)
            if length <= self.rules.longest:
                self.lengths[hex_] = length
                fresh.setdefault(length, []).append(hex_)
        self._spread(fresh)

    def _is_open(self, bits: list[int], hex_: int) -> bool:
        marks = bits[hex_]
        if self.rules.zone_at_source and hex_ in self.sources:
            return not marks & self.rules.bar
        return self.rules.passes(marks)

    def _is_source(self, bits: list[int], hex_: int) -> bool:
        return hex_ in self.sources and not bits[hex_] & self.rules.bar

    def _look_again(
        self, bits: list[int], hex_: int, doubtful: dict[int, list[int]], fresh: dict[int, list[int]]
    ) -> None:
        """Note what a changed hex may take away from others (`doubtful`) and give them (`fresh`), by length."""
        was_open, length = self.open[hex_], self.lengths[hex_]
        self.open[hex_] = self._is_open(bits, hex_)
        if self._is_source(bits, hex_):
            if length != 0:
                self.lengths[hex_] = 0
                fresh.setdefault(0, []).append(hex_)
        elif length == 0:
            doubtful.setdefault(0, []).append(hex_)
        if was_open and not self.open[hex_] and length >= 0:
            for beside in self.rules.ways[hex_]:
                doubtful.setdefault(length + 1, []).append(beside)
        elif self.open[hex_] and not was_open and self.lengths[hex_] >= 0:
            fresh.setdefault(self.lengths[hex_], []).append(hex_)

    def _withdraw(self, bits: list[int], doubtful: dict[int, list[int]]) -> list[int]:
        """Clear the lengths that nothing supports any more, the shortest first, and say where."""
        lost: list[int] = []
        while doubtful:
            length = min(doubtful)
            for hex_ in doubtful.pop(length):
                if self.lengths[hex_] != length or self._is_source(bits, hex_) or self._support(hex_) >= 0:
                    continue
                self.lengths[hex_] = CUT_OFF
                lost.append(hex_)
                for beside in self.rules.ways[hex_]:
                    if self.lengths[beside] == length + 1:
                        doubtful.setdefault(length + 1, []).append(beside)
        return lost

    def _spread(self, fresh: dict[int, list[int]]) -> None:
        """Let lines grow from hexes whose length is new, the shortest first."""
        lengths, ways = self.lengths, self.rules.ways
        while fresh:
            length = min(fresh)
            longer = length + 1
            found: list[int] = []
            for hex_ in fresh.pop(length):
                if lengths[hex_] != length or not self.open[hex_] or longer > self.rules.longest:
                    continue
                for beside in ways[hex_]:
                    if lengths[beside] < 0 or lengths[beside] > longer:
                        lengths[beside] = longer
                        found.append(beside)
            if found:
                fresh.setdefault(longer, []).extend(found)

    def _support(self, hex_: int) -> int:
        """The next hex of this hex's line, -1 if there is none."""
        before = self.lengths[hex_] - 1
        for beside in self.rules.ways[hex_]:
            if self.lengths[beside] == before and self.open[beside] and before >= 0:
                return beside
        return -1

    def _shortest(self, hex_: int) -> int:
        """The length a hex has by its neighbours."""
        found = [self.lengths[b] + 1 for b in self.rules.ways[hex_] if self.open[b] and self.lengths[b] >= 0]
        return min(found, default=self.rules.longest + 1)


def supply_map(rules: SupplyRules, bits: list[int], sources: Iterable[int]) -> SupplyMap:
    """The supply of a position, from the beginning."""
    supply = SupplyMap(rules, frozenset(sources), [], bytearray())
    supply.open = bytearray(supply._is_open(bits, hex_) for hex_ in range(len(bits)))
    supply._draw_anew(bits)
    return supply
