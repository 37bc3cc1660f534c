"""Processes as /proc shows them: who is whose child, and who is still there."""

import time
from pathlib import Path

#: nothing here takes so long
SECONDS = 20.0


def children(parent: int) -> list[int]:
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and (fields := _stat(int(process.name))) and int(fields[1]) == parent:
            found.append(int(process.name))
    return found


def alive(process: int) -> bool:
    fields = _stat(process)
    return bool(fields) and fields[0] != "Z"


def all_gone(processes: list[int]) -> bool:
    """Whether all of them end before long."""
    end = time.monotonic() + SECONDS
    while any(alive(process) for process in processes) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(alive(process) for process in processes)


def _stat(process: int) -> list[str]:
    """State, parent and so on; nothing if it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
