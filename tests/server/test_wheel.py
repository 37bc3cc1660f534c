"""The wheel: who installs it has the browser client, and needs no node."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import feltherre

PROJECT = Path(feltherre.__file__).parents[2]
WHERE = "from feltherre.server.client import built_client; print(built_client())"


def wheel_of(directory: Path) -> Path:
    """The wheel of a tree, unpacked as installing it would."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(directory / "out")]
    subprocess.run(words, cwd=directory, check=True, capture_output=True, timeout=120)
    (wheel,) = (directory / "out").glob("*.whl")
    installed = directory / "installed"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(installed)
    return installed


def copied(directory: Path) -> Path:
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(PROJECT / name, directory / name)
    shutil.copytree(PROJECT / "src", directory / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return directory


def found_client(installed: Path) -> str:
    words = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(installed)!r}); {WHERE}"]
    ran = subprocess.run(words, cwd=installed, check=True, capture_output=True, text=True, timeout=60)
    return ran.stdout.strip()


@pytest.fixture(autouse=True)
def _hatchling() -> None:
    pytest.importorskip("hatchling")


def test_the_wheel_holds_the_built_client_and_the_server_finds_it(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    built = tree / "web" / "dist" / "assets"
    built.mkdir(parents=True)
    (built.parent / "index.html").write_text("<!doctype html>")
    (built / "index-1.js").write_text("1")
    (tree / "web" / "package.json").write_text("{}")
    installed = wheel_of(tree)
    client = installed / "feltherre" / "server" / "dist"
    assert found_client(installed) == str(client)
    assert (client / "assets" / "index-1.js").read_text() == "1"
    assert not (installed / "web").exists()
    assert (installed / "feltherre" / "locale" / "en" / "server.po").is_file()


def test_a_wheel_can_be_made_before_the_client_is_built(tmp_path: Path) -> None:
    installed = wheel_of(copied(tmp_path))
    assert found_client(installed) == "None"
    assert (installed / "feltherre" / "server" / "room.py").is_file()
