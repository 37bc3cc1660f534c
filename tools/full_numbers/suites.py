"""The test suites with their full numbers, and what their report says was tried."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as Xml
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from feltherre.core.registry import game_ids, get_game
from full_numbers.kept import once
from full_numbers.row import Row, at_least, none

ROOT = Path(__file__).resolve().parents[2]

DRAWS = ("changed draws",)
#: what the shared battery must have tried of every game: for each seating, or for all of them together
FOR_EACH_SEATING = {"random games": 200}
STATES = ("states compared with another that a seat cannot tell apart",)
FOR_EACH_GAME = {
    ("illegal actions", "malformed actions"): 20_000,
    ("wrong seats", "stale decisions"): 1_000,
    STATES: 10_000,
    ("undos",): 1_000,
    ("changed bytes",): 1_000,
    ("changed dice",): 200,
    DRAWS: 200,
    ("missing lines",): 1_000,
}
#: the small game of the tests is over after a few answers
STATES_OF_LANTERNS = 2_000
#: in these games there is nothing to draw, only to throw
WITHOUT_DRAWS = ("winterwar", "normandy", "civilwar")
#: what the tests of the server must have tried
SERVER = {
    "messages refused over the wire": 20_000,
    "kills of the server": 50,
    "answers over the wire compared with a state dealt again": 10_000,
}
#: of so many positions in which any club player knows the right move captain must find it
POSITIONS = 10
#: a game whose answers are whole turns has few of them, and each takes long: the battery tries less of it, and
#: `tools/battles.py` plays many games of it
FOR_WHOLE_TURNS = {
    ("random games",): 10,
    ("illegal actions", "malformed actions"): 500,
    ("wrong seats", "stale decisions"): 20,
    STATES: 400,
    ("of these inside a turn",): 200,
    ("undos",): 5,
    ("changed bytes",): 20,
    ("changed dice",): 5,
    ("missing lines",): 20,
}


#: a report in which pytest itself did not come to its end
BROKEN_OFF = '<testsuites><testcase classname="pytest" name="itself"><error/></testcase></testsuites>'


@dataclass
class Report:
    """What pytest says: the tests, those that failed, and what the tests of the battery tried."""

    tests: int = 0
    failed: list[str] = field(default_factory=list)
    #: (game, seating) -> what -> how often
    tried: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)


def run(jobs: int, folder: Path, parts: Sequence[str], *more: str) -> Report:
    """Run the suites part by part; what they print is shown as it comes, and what passed is kept in the folder."""
    found = Report()
    for part in parts:
        print(f"\n   {part}", flush=True)
        report = once(folder, part, partial(pytest, jobs, part, *more), good=lambda text: not read(text).failed)
        read(report, found)
    return found


def pytest(jobs: int, *words: str) -> str:
    """The JUnit report of some tests."""
    with TemporaryDirectory() as directory:
        file = Path(directory) / "report.xml"
        subprocess.run([sys.executable, "-m", "pytest", "-n", str(jobs), f"--junitxml={file}", *words], cwd=ROOT)
        return file.read_text(encoding="utf-8") if file.exists() else BROKEN_OFF


def all_parts() -> list[str]:
    """The suites in parts of some minutes: the folders of tests/, the battery by its files."""
    folders = sorted({file.relative_to(ROOT / "tests").parts[0] for file in (ROOT / "tests").rglob("test_*.py")})
    battery = [f"tests/battery/{file.name}" for file in sorted((ROOT / "tests" / "battery").glob("test_*.py"))]
    return battery + [f"tests/{one}" for one in folders if one != "battery"]


def read(report: str, found: Report | None = None) -> Report:
    """The numbers of a JUnit report, added to those of others."""
    found = Report() if found is None else found
    for case in Xml.fromstring(report).iter("testcase"):
        found.tests += 1
        if case.find("failure") is not None or case.find("error") is not None:
            found.failed.append(f"{case.get('classname')}::{case.get('name')}")
        for noted in case.iter("property"):
            whose, _, what = str(noted.get("name")).partition(": ")
            game, _, seating = whose.rpartition("-")
            found.tried.setdefault((game, seating), Counter())[what] += int(str(noted.get("value")))
    return found


def rows(report: Report) -> Iterator[Row]:
    yield at_least("tests run", 1, report.tests)
    yield none("tests failed", report.failed)
    games = sorted({game for game, _ in report.tried if game})
    others = report.tried.get(("", ""), Counter[str]())
    for game in games:
        yield from _of_battery(report, game)
    for game in game_ids():
        yield at_least(
            f"{game}: positions in which captain finds the right move", POSITIONS, others[f"{game}: positions found"]
        )
    for what, asked in SERVER.items():
        yield at_least(f"server: {what}", asked, others[what])
    if not games:
        yield Row("the shared battery", "every game", "nothing", False)


def _of_battery(report: Report, game: str) -> Iterator[Row]:
    """What the shared battery has tried of a game, or of a version of its rules."""
    whole_turns = has_whole_turns(game)
    for what, asked in FOR_EACH_SEATING.items():
        for (whose, seating), tried in sorted(report.tried.items()):
            if whose == game and not whole_turns:
                yield at_least(f"{game}, seating {seating}: {what}", asked, tried[what])
    together = sum((tried for (whose, _), tried in report.tried.items() if whose == game), Counter[str]())
    for kinds, asked in (FOR_WHOLE_TURNS if whole_turns else FOR_EACH_GAME).items():
        if (kinds, game) == (STATES, "lanterns"):
            asked = STATES_OF_LANTERNS
        if kinds != DRAWS or has_draws(game):
            yield at_least(f"{game}: {' and '.join(kinds)}", asked, sum(together[kind] for kind in kinds))


def has_whole_turns(game: str) -> bool:
    """Whether the answers of this game (or version of a game: winterwar-by-die) are whole turns."""
    found = [one for one in game_ids() if game == one or game.startswith(f"{one}-")]
    return bool(found) and get_game(found[0]).whole_turns


def has_draws(game: str) -> bool:
    """Whether something is drawn at random in the game besides dice: cards or counters."""
    return game.partition("-")[0] not in WITHOUT_DRAWS
