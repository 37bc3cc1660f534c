"""What the tests of the core share: Lanterns, installed the way a club would install its own game."""

from collections.abc import Iterator

import pytest

from feltherre.core import catalogue
from feltherre.core.registry import get_book
from tinygame.installed import write_distribution


@pytest.fixture(scope="module")
def lanterns_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The registry finds Lanterns."""
    directory = tmp_path_factory.mktemp("site")
    write_distribution(directory, "lanterns = tinygame:GAME")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(directory))
        get_book.cache_clear()
        catalogue.messages.cache_clear()
        yield
    get_book.cache_clear()
    catalogue.messages.cache_clear()
