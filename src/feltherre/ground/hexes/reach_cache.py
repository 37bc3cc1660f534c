"""Reaches that are kept as long as nothing has changed in the hexes they looked at."""

from __future__ import annotations

from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.reach import Mover, Reach, reach

#: more than a side's units on their ways; beyond it the oldest knowledge is thrown away
MOST_KEPT = 128


class ReachCache:
    """Kept reaches of movers that read the layers of one watch mask (`reader`, its place in `Layers.watch`).

    The mask must hold all bits that these movers care for. A kept reach is good if no such bit has changed, since it
    was made, in a hex that it entered or found barred.
    """

    __slots__ = ("kept", "reader")

    def __init__(self, reader: int) -> None:
        self.reader = reader
        #: (mover, start, allowance) -> (version, reach); movers are told apart as objects
        self.kept: dict[tuple[Mover, int, int], tuple[int, Reach]] = {}

    def reach(self, mover: Mover, layers: Layers, start: int, allowance: int) -> Reach:
        """The reach of a unit."""
        key = (mover, start, allowance)
        kept = self.kept.get(key)
        if kept is not None and self._good(kept[0], kept[1], layers):
            return kept[1]
        found = reach(mover, layers.bits, start, allowance)
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        self.kept[key] = (layers.version, found)
        return found

    def copy(self) -> ReachCache:
        """A cache that changes apart from this one; what is kept is shared, as it never changes."""
        other = ReachCache(self.reader)
        other.kept = self.kept.copy()
        return other

    def _good(self, made: int, found: Reach, layers: Layers) -> bool:
        if made == layers.version:
            return True
        stamps = layers.stamps[self.reader]
        if stamps[found.start] > made:
            return False
        return all(stamps[hex_] <= made for hex_ in found.hexes) and all(stamps[hex_] <= made for hex_ in found.barred)
