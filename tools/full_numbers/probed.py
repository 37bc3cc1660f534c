"""The probes of the server (tools/probes.py): nothing may give way."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from full_numbers.kept import ROOT, once
from full_numbers.row import Row

#: a line of the probes' table, and the one below it
LINE = re.compile(r"^(?P<name>\w.*?) +(?P<tried>[\d,]+) +(?P<failures>\d+) +[\d.]+$", re.MULTILINE)
SUM = re.compile(r"^[\d,]+ tries, 0 failures, ", re.MULTILINE)


def rows(folder: Path, trial: bool) -> Iterator[Row]:
    output = once(folder, "probes", lambda: _output(trial), good=SUM.search)
    yield Row(
        "probes of the server", "all pass", "all pass" if SUM.search(output) else "not all", bool(SUM.search(output))
    )
    for line in LINE.finditer(output):
        measured = f"{line['failures']} of {line['tried']}"
        yield Row(f"probes, {line['name']}: failures", "none", measured, line["failures"] == "0")


def _output(trial: bool) -> str:
    """What the probes print, shown as it comes."""
    words = [sys.executable, "tools/probes.py", *(["--quick"] if trial else [])]
    lines = []
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as probes:
        assert probes.stdout is not None
        for line in probes.stdout:
            print(f"   {line}", end="", flush=True)
            lines.append(line)
    return "".join(lines)
