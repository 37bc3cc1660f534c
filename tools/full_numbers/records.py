"""Every record that was made is accepted by verification, and every change made to one is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from feltherre.core.catalogue import render
from feltherre.core.record import BadRecord
from feltherre.core.replay import verify
from feltherre.lab.series import follow_the_parent
from full_numbers.row import Row, at_least, none
from full_numbers.series import FELTHERRE
from tinygame.forgery import in_lines, resealed

#: ways to change a record
CHANGES = {"byte": "a changed byte", "die": "a changed die", "line": "a missing line"}


def rows(directory: Path, jobs: int) -> Iterator[Row]:
    files = sorted(directory.rglob("*.jsonl"))
    with ProcessPoolExecutor(jobs, initializer=follow_the_parent) as pool:
        refused = [what for what in pool.map(refusal, files) if what]
        accepted = [what for found in pool.map(forgeries_accepted, files) for what in found]
    yield at_least("records made", 1, len(files))
    yield none("records refused", refused)
    yield at_least("records changed", len(CHANGES), len(CHANGES) * len(files))
    yield none("changed records accepted, or another line named", accepted)
    if files:
        yield from command_rows(files[0])


def refusal(file: Path) -> str | None:
    """Why a record is not accepted as finished, with its dice and states checked."""
    try:
        checked = verify(file.read_bytes())
    except BadRecord as complaint:
        return f"{file.name}: {render(complaint.reason)}"
    whole = checked.finished and checked.dice_checked and checked.states_checked
    return None if whole else f"{file.name}: not checked as a whole"


def forgeries_accepted(file: Path) -> list[str]:
    """The changes to a record that verification does not find, or finds in another line."""
    found = []
    for change in CHANGES:
        forged, line = changed(file.read_bytes(), change, Random(file.name))
        try:
            verify(forged)
        except BadRecord as complaint:
            if complaint.line == line:
                continue
        found.append(f"{file.name}: {change} of line {line}")
    return found


def changed(data: bytes, change: str, rng: Random) -> tuple[bytes, int]:
    """(the record with one byte, one die or one line less, the line where it is)"""
    if change == "byte":
        at = rng.randrange(len(data))
        return data[:at] + bytes([(data[at] + rng.randrange(1, 256)) % 256]) + data[at + 1 :], data[:at].count(b"\n")
    if change == "line":
        whole = data.splitlines(keepends=True)
        number = rng.randrange(len(whole) - 1)
        return b"".join(whole[:number] + whole[number + 1 :]), number
    lines = in_lines(data)
    number = rng.choice([line["n"] for line in lines if any(thrown["values"] for thrown in line.get("throws", ()))])
    values = next(thrown["values"] for thrown in lines[number]["throws"] if thrown["values"])
    values[0] = values[0] % 6 + 1
    return resealed(lines, number), number


def command_rows(file: Path) -> Iterator[Row]:
    """The command itself: it accepts the record, and refuses each change of it, saying which line."""
    code, words = replayed(file)
    yield Row("feltherre replay --verify, a record", "exit 0", f"exit {code}", code == 0)
    for change, name in CHANGES.items():
        forged, line = changed(file.read_bytes(), change, Random(1))
        other = file.with_suffix(f".{change}")
        other.write_bytes(forged)
        code, words = replayed(other)
        named = re.search(rf"\bLine {line}\b", words) is not None
        measured = f"exit {code}, the line is {'named' if named else 'not named'}"
        what = f"feltherre replay --verify, {name}"
        yield Row(what, "refused, line named", measured, code != 0 and named)


def replayed(file: Path) -> tuple[int, str]:
    words: Sequence[str | Path] = (FELTHERRE, "replay", file, "--verify")
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout
