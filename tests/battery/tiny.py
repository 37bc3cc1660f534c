"""Lanterns, known to the registry for a while: the second game of the battery."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory

from feltherre.core import catalogue
from feltherre.core.registry import get_book
from tinygame.installed import write_distribution


@contextmanager
def lanterns_installed() -> Iterator[None]:
    """The registry finds Lanterns as it would find a club's own game, and nothing is left of it afterwards."""
    with TemporaryDirectory() as directory:
        write_distribution(Path(directory), "lanterns = tinygame:GAME")
        sys.path.insert(0, directory)
        _look_again()
        try:
            yield
        finally:
            sys.path.remove(directory)
            _look_again()


def _look_again() -> None:
    invalidate_caches()
    get_book.cache_clear()
    catalogue.messages.cache_clear()
