"""A log that counts what repeats itself instead of writing it again and again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

#: the same line is written once in this many seconds
EVERY_SECONDS = 60.0
#: different lines that are remembered; beyond that the oldest is forgotten
MOST_LINES = 1000


class Counting(logging.Filter):
    """Lets a line through once a minute, and says then how often it was left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        #: line -> when it was last written, and how often it was left out since
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        line, now = (record.name, record.getMessage()), self._clock()
        written, left_out = self._seen.pop(line, (None, 0))
        if written is not None and now - written < EVERY_SECONDS:
            self._seen[line] = (written, left_out + 1)
            return False
        if len(self._seen) >= MOST_LINES:
            del self._seen[next(iter(self._seen))]
        self._seen[line] = (now, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} times more since it was last written)"
        return True
