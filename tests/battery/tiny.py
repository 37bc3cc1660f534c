"""The small games of the tests, known to the registry for a while: the battery is made to measure for no game."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory

from feltherre.core import catalogue
from feltherre.core.registry import get_book
from tinygame.installed import write_distribution

#: id -> its entry point
SMALL_GAMES = {"lanterns": "tinygame:GAME", "ford": "tinyhex:GAME"}


@contextmanager
def small_games_installed() -> Iterator[None]:
    """The registry finds Lanterns and The Ford as it would a club's own games, and nothing is left afterwards."""
    with TemporaryDirectory() as directory:
        write_distribution(Path(directory), "\n".join(f"{name} = {value}" for name, value in SMALL_GAMES.items()))
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
