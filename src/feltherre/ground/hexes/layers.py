"""What units do to the hexes around them, counted: a layer for each thing the rules ask of a hex.

Layer `n` is bit `1 << n` in `bits[hex]`, so that a rule asks several things of a hex at once with a mask. A game names
its layers: Finnish ground units here, in a Finnish zone, no room for another Finnish division... When a unit comes or
goes only the hexes it touches are changed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence


class Layers:
    """Layers over a board. `bits` is for reading; change it through `add`, `remove`, `move` and `put`.

    `watch`: masks, one for each reader that keeps results (a side's reach, say); `stamps[reader][hex]` is the version
    at which a bit of that mask last changed there. `changed` holds hexes whose bits have changed, until it is taken.
    """

    __slots__ = ("bits", "changed", "counts", "readers", "stamps", "version", "watch")

    def __init__(self, size: int, layers: int, watch: tuple[int, ...] = ()) -> None:
        self.bits = [0] * size
        #: how many units make each layer's bit in each hex (at most 255)
        self.counts = [bytearray(size) for _ in range(layers)]
        self.version = 0
        self.watch = watch
        #: for each layer the readers that watch it
        self.readers = [[n for n, mask in enumerate(watch) if mask >> layer & 1] for layer in range(layers)]
        self.stamps = [array("q", bytes(8 * size)) for _ in watch]
        self.changed: dict[int, None] = {}

    def add(self, layer: int, hexes: Iterable[int]) -> None:
        """One unit more makes this layer's bit in these hexes."""
        counts = self.counts[layer]
        flipped: list[int] = []
        for hex_ in hexes:
            if not counts[hex_]:
                flipped.append(hex_)
            counts[hex_] += 1
        if flipped:
            self._flip(layer, flipped)

    def remove(self, layer: int, hexes: Iterable[int]) -> None:
        """One unit less makes it."""
        counts = self.counts[layer]
        flipped: list[int] = []
        for hex_ in hexes:
            counts[hex_] -= 1
            if not counts[hex_]:
                flipped.append(hex_)
        if flipped:
            self._flip(layer, flipped)

    def move(self, layer: int, out: Iterable[int], into: Iterable[int]) -> None:
        """A unit that made this layer's bit in some hexes makes it in others now; where both, nothing changes."""
        counts = self.counts[layer]
        flipped: list[int] = []
        for hex_ in into:
            if not counts[hex_]:
                flipped.append(hex_)
            counts[hex_] += 1
        for hex_ in out:
            counts[hex_] -= 1
            if not counts[hex_]:
                flipped.append(hex_)
        if flipped:
            self._flip(layer, flipped)

    def put(self, layer: int, hex_: int, on: bool) -> None:
        """Set or clear a bit that nobody counts, such as a full stack's."""
        if (self.bits[hex_] >> layer & 1) != on:
            self._flip(layer, (hex_,))

    def take_changed(self) -> list[int]:
        """The hexes whose bits have changed since this was last asked."""
        taken = list(self.changed)
        self.changed = {}
        return taken

    def copy(self) -> Layers:
        """Layers that change apart from these from now on."""
        other = Layers(0, 0)
        other.bits = self.bits[:]
        other.counts = [counts[:] for counts in self.counts]
        other.version = self.version
        other.watch = self.watch
        other.readers = self.readers
        other.stamps = [stamps[:] for stamps in self.stamps]
        other.changed = self.changed.copy()
        return other

    def same(self, other: Layers) -> bool:
        """The same things stand on the board, whatever way they came there."""
        return self.bits == other.bits and self.counts == other.counts

    def _flip(self, layer: int, hexes: Sequence[int]) -> None:
        bits, changed, bit = self.bits, self.changed, 1 << layer
        self.version += len(hexes)
        for hex_ in hexes:
            bits[hex_] ^= bit
            changed[hex_] = None
        for reader in self.readers[layer]:
            stamps = self.stamps[reader]
            for hex_ in hexes:
                stamps[hex_] = self.version
