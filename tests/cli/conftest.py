"""What the tests of the command line share: a home for games, the command itself, and Lanterns as an installed game."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from feltherre.cli.main import app
from feltherre.core import catalogue
from feltherre.core.registry import get_book

Feltherre = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games are kept in a directory of the test's own."""
    directory = tmp_path / "home"
    monkeypatch.setenv("FELTHERRE_HOME", str(directory))
    monkeypatch.setenv("COLUMNS", "120")
    # a busy disk would take most of the time; that lines are synced is proven in test_play_store.py
    monkeypatch.setattr("feltherre.cli.play.store.os.fsync", lambda handle: None)
    return directory


@pytest.fixture
def feltherre(home: Path) -> Feltherre:
    """Runs the command in this process: `feltherre("play", "norway", typed=["end", "quit"])`."""

    def run(*words: str, typed: list[str] | tuple[str, ...] = ()) -> Result:
        return CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in typed))

    return run


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry finds Lanterns, installed the way a club would install its own game."""
    site = tmp_path / "site"
    info = site / "lanterns_game-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[feltherre.games]\nlanterns = tinygame:GAME\n")
    monkeypatch.syspath_prepend(str(site))
    get_book.cache_clear()
    catalogue.messages.cache_clear()
    yield
    get_book.cache_clear()
    catalogue.messages.cache_clear()
