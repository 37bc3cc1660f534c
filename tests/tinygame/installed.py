"""Games of the tests the way a club would install them."""

from __future__ import annotations

from pathlib import Path


def write_distribution(directory: Path, entry_points: str) -> None:
    """Metadata as an installer leaves them: a package of its own that announces games."""
    info = directory / "lanterns_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[feltherre.games]\n{entry_points}\n")
