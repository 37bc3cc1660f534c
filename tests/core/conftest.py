"""What the tests of the core share: Lanterns, installed the way a club would install its own game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltherre.core import catalogue
from feltherre.core.registry import get_game


def write_distribution(directory: Path, entry_points: str) -> None:
    """Metadata as an installer leaves them: a package of its own that announces games."""
    info = directory / "lanterns_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[feltherre.games]\n{entry_points}\n")


@pytest.fixture(scope="module")
def lanterns_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The registry finds Lanterns."""
    directory = tmp_path_factory.mktemp("site")
    write_distribution(directory, "lanterns = tinygame:GAME")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(directory))
        get_game.cache_clear()
        catalogue.messages.cache_clear()
        yield
    get_game.cache_clear()
    catalogue.messages.cache_clear()
