"""Records of Lanterns, changed the way somebody would who knows how the hashes are made."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from feltherre.core.record import AnyLine, seal, write_line


def in_lines(data: bytes) -> list[dict[str, Any]]:
    """The lines of a record as plain JSON, to be changed at will."""
    return [json.loads(line) for line in data.splitlines()]


def resealed(lines: list[dict[str, Any]], first: int = 0) -> bytes:
    """The lines with new hashes from `first` on."""
    made: list[AnyLine] = []
    for number, line in enumerate(lines):
        read: AnyLine = msgspec.json.decode(json.dumps(line), type=AnyLine)
        made.append(seal(read, made[-1].hash if made else "") if number >= first else read)
    return b"".join(write_line(line) + b"\n" for line in made)
