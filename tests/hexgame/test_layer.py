"""The layer stands between the ground and the games: it imports nothing else of ours, and names no game."""

import ast
import re
from pathlib import Path

import pytest

import feltherre
from feltherre.core.registry import book_ids, get_book

LAYER = Path(feltherre.__file__).parent / "hexgame"
FILES = sorted(LAYER.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_imports_the_core_the_ground_and_itself(file: Path) -> None:
    imported = {
        name
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        )
        if name.startswith("feltherre")
    }  # fmt: skip
    allowed = ("feltherre.core", "feltherre.ground.hexes", "feltherre.hexgame")
    assert [name for name in sorted(imported) if not name.startswith(allowed)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_names_no_game(file: Path) -> None:
    """Neither by its id or title, nor by the roles of one."""
    games = [get_book(id_) for id_ in book_ids()]
    words = {name for game in games for name in (game.id, game.title, *getattr(game, "roles", ()))}
    named = re.compile(rf"\b({'|'.join(map(re.escape, words | {'normandy', 'winter war'}))})\b", re.IGNORECASE)
    assert named.findall(file.read_text("utf-8")) == []
