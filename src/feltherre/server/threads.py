"""What must be done before the server has more than one thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from feltherre.core.registry import books


def know_all_types() -> None:
    """Have msgspec get to know every type that anything is read into, of every book there is.

    It does so when a type is first read, and keeps what it has found out so far where other threads find it before it
    is complete: a second thread that reads the same type at that moment ends the whole process. Records are opened and
    pictures made in threads, many of them at once after a new start, when all pages come back.
    """
    books()
    for kind in set(_structs(msgspec.Struct)):
        # what cannot be read into is not asked for either: a type that waits for another to be named
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from _structs(one)
