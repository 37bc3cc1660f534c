"""tools/test_all.py: what it reads from a report, how it judges, and that it changes records as it says."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

from full_numbers import kept, records, suites  # noqa: E402
from full_numbers.row import Row, at_least, none, table  # noqa: E402

from battery.tiny import small_games_installed  # noqa: E402
from tinygame.stories import full_story  # noqa: E402

REPORT = """<testsuites><testsuite>
  <testcase classname="tests.battery.test_play" name="test_random_games[norway-0]"><properties>
    <property name="norway-0: random games" value="200"/><property name="norway-0: undos" value="7"/>
  </properties></testcase>
  <testcase classname="tests.battery.test_play" name="test_random_games[norway-1]"><properties>
    <property name="norway-1: random games" value="199"/><property name="norway-1: undos" value="3"/>
  </properties></testcase>
  <testcase classname="tests.core.test_undo" name="test_undo"><failure message="no"/></testcase>
  <testcase classname="tests.players.norway.test_positions" name="test_hold_oslo"><properties>
    <property name="-: norway: positions found" value="9"/>
  </properties></testcase>
  <testcase classname="tests.players.norway.test_positions" name="test_left_out"><skipped/></testcase>
</testsuite></testsuites>"""


def test_a_report_tells_what_was_tried_and_what_failed() -> None:
    report = suites.read(REPORT)
    assert report.tests == 5
    assert report.failed == ["tests.core.test_undo::test_undo"]
    assert report.tried["norway", "0"] == {"random games": 200, "undos": 7}
    rows = {row.what: row for row in suites.rows(report)}
    assert rows["norway, seating 0: random games"].ok
    assert not rows["norway, seating 1: random games"].ok
    assert (rows["norway: undos"].measured, rows["norway: undos"].ok) == ("10", False)
    assert not rows["tests failed"].ok
    found = rows["norway: positions in which captain finds the right move"]
    assert (found.measured, found.ok) == ("9", False)
    assert not rows["civilwar: positions in which captain finds the right move"].ok


def test_less_is_asked_of_whole_turns_and_no_draws_where_nothing_is_drawn() -> None:
    report = suites.Report(tried={("civilwar", "0"): Counter({"random games": 10}), ("winterwar", "0"): Counter()})
    rows = {row.what: row for row in suites.rows(report)}
    assert rows["civilwar: random games"].ok
    assert not rows["civilwar: undos"].ok
    assert not rows["winterwar, seating 0: random games"].ok
    assert "winterwar: changed dice" in rows
    assert not any("draws" in what for what in rows)


def test_a_report_without_the_battery_falls_short() -> None:
    rows = list(suites.rows(suites.read("<testsuites/>")))
    assert [row.what for row in rows if row.ok] == ["tests failed"]
    assert {"the shared battery", "server: kills of the server"} <= {row.what for row in rows}


def test_numbers_are_judged() -> None:
    assert at_least("games", 200, 200).ok
    assert not at_least("games", 200, 199).ok
    assert none("faults", []).ok
    assert none("faults", ["the first", "the second"]) == Row("faults", "none", "2: the first", False)


def test_the_table_has_its_columns_under_each_other() -> None:
    lines = table([Row("a long name", "1", "2", True), Row("b", "at least 10", "3", False)]).splitlines()
    assert lines[0].split() == ["what", "asked", "measured"]
    assert lines[2].endswith("ok")
    assert lines[3].endswith("NOT OK")
    assert lines[2].index("1") == lines[3].index("at least")


@pytest.mark.parametrize("change", records.CHANGES)
def test_every_change_to_a_record_is_found_where_it_was_made(change: str, tmp_path: Path) -> None:
    data = full_story().data()
    file = tmp_path / "record.jsonl"
    file.write_bytes(data)
    with small_games_installed():
        assert records.refusal(file) is None
        assert records.forgeries_accepted(file) == []
        forged, line = records.changed(data, change, Random(1))
        file.write_bytes(forged)
        assert forged != data
        assert f"Line {line}" in str(records.refusal(file))


def test_what_was_good_is_not_found_out_again(tmp_path: Path) -> None:
    answers = iter(["", "first", "second"])

    def ask() -> str:
        return kept.once(tmp_path, "A Name, with signs", lambda: next(answers))

    assert [ask() for _ in range(4)] == ["", "first", "first", "first"]


def test_results_are_kept_for_one_commit_without_changes(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    assert kept.commit_of(tmp_path) == ""
    git("init", "-q")
    (tmp_path / ".gitignore").write_text(".test-all/\n")
    git("add", ".gitignore")
    git("commit", "-qm", "one")
    first = kept.commit_of(tmp_path)
    with kept.folder_of(tmp_path) as folder:
        assert folder == tmp_path / ".test-all" / first
    assert folder.is_dir()
    (tmp_path / "new").write_text("changed")
    assert kept.commit_of(tmp_path) == ""
    with kept.folder_of(tmp_path) as passing:
        assert tmp_path not in passing.parents
    assert not passing.exists()
    git("add", "new")
    git("commit", "-qm", "two")
    assert kept.commit_of(tmp_path) not in ("", first)


def test_the_parts_of_the_suites_are_all_of_them() -> None:
    files = {str(file.relative_to(suites.ROOT)) for file in (suites.ROOT / "tests").rglob("test_*.py")}
    parts = suites.all_parts()
    assert len(parts) > 10
    assert all(sum(file == part or file.startswith(f"{part}/") for part in parts) == 1 for file in files)


def test_a_run_that_broke_off_has_failed() -> None:
    assert suites.read(suites.BROKEN_OFF).failed == ["pytest::itself"]
