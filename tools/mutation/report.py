"""What is told of the mutants: progress, survivors, and the explanations of those that are accepted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from mutation.mutant import Mutant

EVERY = 25


class Explanation(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a survivor is accepted. It is named by where it stands, the text of its line and the change."""

    at: str
    line: str
    change: str
    why: str

    def explains(self, mutant: Mutant) -> bool:
        return (self.at, self.line, self.change) == (mutant.at, mutant.line_text, mutant.change)


def read_explanations(file: Path, game: str) -> list[Explanation]:
    """The accepted survivors of a game."""
    raw = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else None
    return msgspec.convert((raw or {}).get(game) or [], list[Explanation])


class Tally:
    """Counts the mutants as they are run, and tells how far we are; in the `last` stage also who survives."""

    def __init__(self, total: int, last: bool = False) -> None:
        self.total = total
        self.last = last
        self.killed = 0
        self.survivors: list[Mutant] = []

    def tell(self, mutant: Mutant, killed: bool) -> None:
        if killed:
            self.killed += 1
        else:
            self.survivors.append(mutant)
            if self.last:
                print(f"alive: {mutant.at}, line {mutant.line}, {mutant.change}", file=sys.stderr, flush=True)
        done = self.killed + len(self.survivors)
        if sys.stderr.isatty():
            print(f"\r{self._line(done)}", end="\n" if done == self.total else "", file=sys.stderr, flush=True)
        elif done % EVERY == 0 or done == self.total:
            print(self._line(done), file=sys.stderr, flush=True)

    def _line(self, done: int) -> str:
        return f"{done} of {self.total} mutants: {self.killed} killed, {len(self.survivors)} alive"


class Outcome(Struct, frozen=True):
    """The result of a run."""

    game: str
    mutants: int
    killed: int
    survivors: list[dict[str, Any]]
    explained: list[dict[str, Any]]
    #: explanations of what no longer survives
    stale: list[Explanation]
    #: modules that cannot be imported and tests that fail without any mutant
    failing: list[str]
    seconds: float


def entry(mutant: Mutant, root: Path, why: str = "") -> dict[str, Any]:
    """A survivor as JSON: `at`, `line_text` and `change` are what an explanation names."""
    found: dict[str, Any] = {
        "file": mutant.file.relative_to(root).as_posix(),
        "line": mutant.line,
        "change": mutant.change,
        "at": mutant.at,
        "line_text": mutant.line_text,
        "rules": list(mutant.rules),
    }
    return found | ({"why": why} if why else {})


def show(outcome: Outcome) -> None:
    """The result in words."""
    for survivor in outcome.survivors:
        rules = f"  rules {', '.join(survivor['rules'])}" if survivor["rules"] else ""
        print(f"survived  {survivor['file']}:{survivor['line']}  {survivor['change']}  {survivor['at']}{rules}")
        print(f"          {survivor['line_text']}")
    _list("explained and no longer surviving", [f"{old.at}: {old.change}: {old.line}" for old in outcome.stale])
    _list("left out, because it fails without a mutant", outcome.failing)
    print(
        f"{outcome.game}: {outcome.mutants} mutants, {outcome.killed} killed, {len(outcome.survivors)} survived, "
        f"{len(outcome.explained)} explained, in {outcome.seconds:.0f} s"
    )


def _list(heading: str, lines: Sequence[str]) -> None:
    if lines:
        print(f"{heading}:")
        print("\n".join(f"  {line}" for line in lines))
