"""The one source of dice and draws: a stream made from a committed key, and its replay from a record.

Before the game the key (256 bits) is committed by its hash; each seat may add a contribution; at the end the key is
revealed, so that anyone can throw the whole game again and see that nobody chose the dice.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from copy import copy
from typing import Protocol

from feltherre.core.chance import Drawn, Thrown
from feltherre.core.errors import BadInput
from feltherre.core.text import say

KEY_BYTES = 32
_BLOCK = 64
#: bytes from here on are thrown away, so that every face is equally likely (252 = 42 * 6)
_FAIR_BYTES = 252
#: a draw reads two bytes for each position
_LARGEST_PILE = 65536


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


def key_of_seed(seed: int | None) -> bytes:
    """The key of a game whose dice and draws are to be the same each time; a new one if there is no seed."""
    return new_key() if seed is None else hashlib.sha256(f"feltherre play {seed}".encode()).digest()


def commitment(key: bytes) -> str:
    """What is published before the game."""
    return hashlib.sha256(b"feltherre dice key" + key).hexdigest()


class Stream(Protocol):
    """Gives dice and positions to draw, one after another."""

    def dice(self, n: int) -> tuple[int, ...]: ...

    def positions(self, k: int, size: int) -> tuple[int, ...]: ...

    def mix(self, contribution: str) -> None:
        """Let a seat's contribution decide over everything that follows."""


#: seed, blocks begun, and bytes taken of the last of them
BytesPosition = tuple[str, int, int]
#: of the dice and of the draws
StreamPosition = tuple[BytesPosition, BytesPosition]


class _Bytes:
    """Random bytes without end from a seed."""

    __slots__ = ("_at", "_block", "_bytes", "seed")

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._block = 0
        self._bytes = b""
        self._at = 0

    def __copy__(self) -> _Bytes:
        other = _Bytes(self.seed)
        other._block = self._block
        other._bytes = self._bytes
        other._at = self._at
        return other

    @property
    def position(self) -> BytesPosition:
        return self.seed.hex(), self._block, self._at

    @classmethod
    def at(cls, position: BytesPosition) -> _Bytes:
        seed, block, at = position
        found = cls(bytes.fromhex(seed))
        if block:
            found._block = block - 1
            found._fill()
            found._at = at
        return found

    def next(self) -> int:
        if self._at == len(self._bytes):
            self._fill()
        byte = self._bytes[self._at]
        self._at += 1
        return byte

    def _fill(self) -> None:
        counter = self._block.to_bytes(8, "big")
        self._bytes = hashlib.blake2b(counter, key=self.seed, digest_size=_BLOCK).digest()
        self._block += 1
        self._at = 0


class KeyedStream:
    """Dice and draws from the key and the seats' contributions.

    Dice and draws come from two streams of bytes, so that the dice of a record and its draws can each be made again
    in their own order, even by software that no longer has the rules of the game.
    """

    __slots__ = ("_dice", "_draws")

    def __init__(self, key: bytes, contributions: Sequence[str] = ()) -> None:
        self._seed(key, contributions)

    def _seed(self, key: bytes, contributions: Sequence[str]) -> None:
        mixed = hashlib.blake2b(key=key, digest_size=_BLOCK)
        for contribution in contributions:
            data = contribution.encode()
            mixed.update(len(data).to_bytes(4, "big") + data)
        seed = mixed.digest()
        self._dice = _Bytes(seed[:KEY_BYTES])
        self._draws = _Bytes(seed[KEY_BYTES:])

    def mix(self, contribution: str) -> None:
        self._seed(self._dice.seed + self._draws.seed, (contribution,))

    @property
    def position(self) -> StreamPosition:
        """From where a stream can go on elsewhere. As secret as the key: whoever has it knows all that is to come."""
        return self._dice.position, self._draws.position

    @classmethod
    def at(cls, position: StreamPosition) -> KeyedStream:
        stream = cls.__new__(cls)
        stream._dice, stream._draws = map(_Bytes.at, position)
        return stream

    def __copy__(self) -> KeyedStream:
        """A stream that goes on from here on its own."""
        other = KeyedStream.__new__(KeyedStream)
        other._dice = copy(self._dice)
        other._draws = copy(self._draws)
        return other

    def dice(self, n: int) -> tuple[int, ...]:
        following = self._dice.next
        values: list[int] = []
        while len(values) < n:
            byte = following()
            if byte < _FAIR_BYTES:
                values.append(byte % 6 + 1)
        return tuple(values)

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        """k different positions out of range(size), in the order drawn."""
        if not 0 <= k <= size <= _LARGEST_PILE:
            raise ValueError(f"cannot draw {k} out of {size}")
        left = list(range(size))
        return tuple([left.pop(self._below(len(left))) for _ in range(k)])

    def _below(self, n: int) -> int:
        following = self._draws.next
        fair = _LARGEST_PILE - _LARGEST_PILE % n
        while True:
            number = following() * 256 + following()
            if number < fair:
                return number % n


class ReplayStream:
    """The throws and draws of one line of a record, given out again in their order (typed-in dice are acts)."""

    def __init__(self, throws: Sequence[Thrown], draws: Sequence[Drawn]) -> None:
        self._throws = [thrown for thrown in throws if not thrown.typed]
        self._draws = list(draws)

    def dice(self, n: int) -> tuple[int, ...]:
        values = self._throws.pop(0).values if self._throws else ()
        if len(values) != n or not all(1 <= value <= 6 for value in values):
            raise BadInput(say("core.record.no-throw", n=n))
        return values

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        drawn = self._draws.pop(0) if self._draws else None
        if drawn is None or (len(drawn.taken), len(set(drawn.taken)), drawn.size) != (k, k, size):
            raise BadInput(say("core.record.no-draw", n=k, size=size))
        if not all(0 <= position < size for position in drawn.taken):
            raise BadInput(say("core.record.no-draw", n=k, size=size))
        return drawn.taken

    def mix(self, contribution: str) -> None:
        """Nothing to do: what was thrown is in the record."""
