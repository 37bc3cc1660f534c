"""What a long run has finished is kept, so that one that was stopped goes on where it was.

Kept in `.test-all/` under the commit it was found out for. A checkout with changes keeps nothing, and another commit
begins anew. Nothing that fell short is kept: it is tried again.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ".test-all"


def commit_of(root: Path = ROOT) -> str:
    """The commit of a checkout without changes; "" if there are any, or it is none."""
    changed, commit = (_git(root, *words) for words in (("status", "--porcelain"), ("rev-parse", "HEAD")))
    return "" if changed is None or changed or not commit else commit


def _git(root: Path, *words: str) -> str | None:
    done = subprocess.run(["git", *words], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


@contextmanager
def folder_of(root: Path = ROOT) -> Iterator[Path]:
    """Where results and records are put: a place that is found again, or one that is gone afterwards."""
    commit = commit_of(root)
    if not commit:
        with TemporaryDirectory() as passing:
            yield Path(passing)
        return
    folder = root / FOLDER / commit
    folder.mkdir(parents=True, exist_ok=True)
    yield folder


def once(folder: Path, name: str, find_out: Callable[[], str], good: Callable[[str], object] = bool) -> str:
    """What was found out under this name before, or what is found out now, which is kept if it is good."""
    file = folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.txt"
    if file.exists():
        print(f"   {name}: known from before", flush=True)
        return file.read_text(encoding="utf-8")
    found = find_out()
    if good(found):
        passing = file.with_suffix(".part")
        passing.write_text(found, encoding="utf-8")
        passing.replace(file)
    return found
