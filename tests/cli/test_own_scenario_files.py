"""`--scenario FILE.yaml`: a scenario of one's own is played, and its record needs the file no more."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Feltherre

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
#: the example of the page about scenarios, not quite so long
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0].replace("turns: 10", "turns: 6")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "ours.yaml"
    written.write_text(EXAMPLE, encoding="utf-8")
    return written


def header(record: Path) -> dict[str, Any]:
    first: dict[str, Any] = json.loads(record.read_bytes().splitlines()[0])
    return first


def games(done: Any) -> list[dict[str, Any]]:
    assert done.exit_code == 0, done.output
    told: list[dict[str, Any]] = json.loads(done.stdout)["games"]
    return [{name: value for name, value in game.items() if name != "seconds"} for game in told]


def test_a_series_is_played_on_one_core_and_on_two_and_verifies_when_the_file_is_gone(
    feltherre: Feltherre, file: Path, tmp_path: Path
) -> None:
    words = ("simulate", "civilwar", "--scenario", str(file), "--games", "2", "--seed", "3", "--json")
    alone = games(feltherre(*words, "--records", str(tmp_path / "kept")))
    assert games(feltherre(*words, "--jobs", "2")) == alone
    assert {game["turns"] for game in alone} == {6}
    file.unlink()
    for record in (tmp_path / "kept").iterdir():
        assert header(record)["setup"]["scenario"] == "mill-ford"
        assert header(record)["setup"]["scenario_file"] == EXAMPLE
        done = feltherre("replay", str(record), "--verify", "--story")
        assert done.exit_code == 0, done.output
        assert "are right" in done.output
        assert "The battle begins: The mill ford." in done.output


def test_a_game_is_begun_left_and_gone_on_with_when_the_file_is_gone(
    feltherre: Feltherre, file: Path, home: Path
) -> None:
    words = ("play", "civilwar", "--scenario", str(file), "--as", "union", "--against", "greedy", "--seed", "4")
    done = feltherre(*words, typed=["quit"])
    assert done.exit_code == 0, done.output
    assert "The mill ford" in done.output
    assert "71st Pennsylvania" in done.output, "the board"
    assert "40th Virginia (va40-mill)" not in done.output, "which nobody has seen"
    (record,) = (home / "games").glob("*.jsonl")
    file.unlink()
    again = feltherre("play", "civilwar", "--resume", typed=["quit"])
    assert again.exit_code == 0, again.output
    assert "71st Pennsylvania" in again.output
    assert feltherre("replay", str(record), "--verify").exit_code == 0


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_faults_are_told_with_the_name_of_the_file(feltherre: Feltherre, file: Path, command: str) -> None:
    file.write_text(EXAMPLE.replace("turns: 6", "turns: 0").replace("piece: 12pdr_napoleon", "piece: catapult"))
    done = feltherre(command, "civilwar", "--scenario", str(file))
    assert done.exit_code == 2
    first, *others = done.stderr.splitlines()
    assert first == "ours.yaml has 2 faults:"
    assert [line.partition(":")[0] for line in others] == ["turns", "units, battery-a"]


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "cannot be read"),
        (b"\xff\xfe\xff", "cannot be read: UTF-8"),
        (b"x" * 200_001, "longer than 200 kB"),
        (b"[" * 100_000, "more than 20 entries"),
        (b"a: &a [1]\nb: *a\n", "anchors, aliases and tags"),
    ],
)
def test_what_is_no_scenario_file_is_refused(
    feltherre: Feltherre, file: Path, command: str, data: bytes | None, told: str
) -> None:
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    done = feltherre(command, "civilwar", "--scenario", str(file))
    assert done.exit_code == 2
    assert told in done.stderr
    assert "Traceback" not in done.output


def test_a_name_is_one_of_the_games_own_scenarios(
    feltherre: Feltherre, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    file.rename(file.parent / "gettysburg")
    done = feltherre("simulate", "civilwar", "--scenario", "gettysburg")
    assert done.exit_code == 2
    assert 'This game has no scenario "gettysburg"' in done.stderr


def test_a_game_without_scenario_files_says_so(feltherre: Feltherre, file: Path) -> None:
    done = feltherre("simulate", "norway", "--scenario", str(file))
    assert (done.exit_code, done.stderr) == (2, "norway has no scenario files of its own.\n")


def test_a_game_without_such_a_file_has_none_in_its_header(
    feltherre: Feltherre, lanterns: None, tmp_path: Path
) -> None:
    assert feltherre("simulate", "lanterns", "--records", str(tmp_path / "kept")).exit_code == 0
    (record,) = (tmp_path / "kept").iterdir()
    assert "scenario_file" not in header(record)["setup"]
