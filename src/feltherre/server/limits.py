"""Buckets of tokens: so many at once, then so many a second."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, ip_address, ip_network

Clock = Callable[[], float]


def network_of(address: str) -> str:
    """Whose address it is: of IPv6 the first half, since one household has the whole second half to itself."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed.packed[:8] + bytes(8), 64)))


class Bucket:
    """Fills at `rate` a second up to `burst`; what is taken from it empties it."""

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self, cost: float = 1.0) -> bool:
        """True if there is enough; otherwise nothing is taken."""
        self._fill()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def borrow(self, cost: float = 1.0) -> float:
        """Take it in any case, and return for how many seconds to wait until it is paid back."""
        self._fill()
        self._left -= cost
        return max(0.0, -self._left / self.rate)

    @property
    def full(self) -> bool:
        self._fill()
        return self._left >= self.burst

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            self._make_room()
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, self._clock)
        self._buckets.move_to_end(address)
        return bucket.take(cost)

    def _make_room(self) -> None:
        while self._buckets and next(iter(self._buckets.values())).full:
            self._buckets.popitem(last=False)
        while len(self._buckets) >= self._most:
            self._buckets.popitem(last=False)
