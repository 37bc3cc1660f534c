"""`feltherre simulate`: the shape of its answer, the same games from the same seed, records that can be verified."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from feltherre.lab import series
from feltherre.lab.runner import Played, Task, play


def played(done: Any) -> list[dict[str, Any]]:
    assert done.exit_code == 0, done.output
    return [
        {name: value for name, value in game.items() if name != "seconds"} for game in json.loads(done.stdout)["games"]
    ]


def test_shape_of_the_answer(feltherre) -> None:
    done = feltherre("simulate", "norway", "--players", "random,random,random", "--games", "2", "--seed", "1", "--json")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert set(told) == {"games", "totals"}
    assert len(told["games"]) == 2
    for game in told["games"]:
        assert {"winner", "score", "turns", "actions", "seconds"} <= set(game)
        assert game["winner"] in ("germany", "norway+allies")
        assert game["turns"] > 0
        assert game["seconds"] > 0
    totals = told["totals"]
    assert totals["games"] == 2
    assert sum(winner["games"] for winner in totals["winners"].values()) == 2
    for winner in totals["winners"].values():
        low, high = winner["interval"]
        assert 0 <= low <= winner["share"] <= high <= 1
    low, high = totals["turns"]["interval"]
    assert low <= totals["turns"]["mean"] <= high


def test_same_seed_same_games_with_one_job_or_two(feltherre) -> None:
    words = ("simulate", "norway", "--players", "random,random", "--games", "2", "--seed", "9", "--json")
    assert played(feltherre(*words)) == played(feltherre(*words, "--jobs", "2"))


def test_options_and_scenario_reach_the_game(feltherre, lanterns, tmp_path: Path) -> None:
    done = feltherre(
        *("simulate", "lanterns", "--scenario", "windy", "--option", "rounds=1", "--records", str(tmp_path / "kept"))
    )
    assert done.exit_code == 0
    (record,) = (tmp_path / "kept").iterdir()
    header = json.loads(record.read_text().splitlines()[0])
    assert header["setup"]["scenario"] == "windy"
    assert header["setup"]["options"] == {"rounds": "1"}
    assert [seat["roles"] for seat in header["setup"]["seats"]] == [["amber"], ["blue"], ["coral"]]


def test_summary_for_people(feltherre) -> None:
    page = feltherre("simulate", "norway", "--games", "2", "--seed", "3").stdout
    assert "2 games of norway, seed 3" in page
    assert re.search(r"Norway and Allies +\d +\d+\.\d% +\d+\.\d% - \d+\.\d%", page)
    assert "Turns:" in page
    assert "<" not in page, "every text is in the catalogue"


def test_records_are_kept_and_can_be_verified(feltherre, tmp_path: Path) -> None:
    kept = tmp_path / "a" / "b"
    words = ("simulate", "norway", "--games", "1", "--seed", "2", "--json")
    with_records = played(feltherre(*words, "--records", str(kept)))
    assert with_records == played(feltherre(*words))
    (record,) = kept.iterdir()
    done = feltherre("replay", str(record), "--verify")
    assert done.exit_code == 0
    assert "are right" in done.stdout


def test_a_file_is_no_directory_for_records(feltherre, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = feltherre("simulate", "norway", "--games", "1", "--records", str(tmp_path / "file"))
    assert done.exit_code == 2
    assert "cannot be used for records" in done.stderr


def test_the_advanced_game_is_simulated_kept_and_verified(feltherre, tmp_path: Path) -> None:
    words = ("simulate", "norway", "--option", "rules=advanced", "--players", "random,random,random", "--games", "3")
    done = feltherre(*words, "--seed", "1", "--json", "--records", str(tmp_path / "kept"))
    assert len(played(done)) == 3
    records = sorted((tmp_path / "kept").iterdir())
    assert len(records) == 3
    header = json.loads(records[0].read_text().splitlines()[0])
    assert header["setup"]["options"] == {"rules": "advanced"}
    for record in records:
        verified = feltherre("replay", str(record), "--verify")
        assert verified.exit_code == 0, verified.output
    story = feltherre("replay", str(records[0])).stdout
    assert "The nine-April round begins" in story
    assert "attempt to intercept in sea area" in story
    assert not re.search(r"<norway\.|\{\w+\}", story), "every text is in the catalogue"


def test_it_is_told_whose_points_they_are_and_turns_are_called_as_in_the_game(feltherre) -> None:
    words = ("simulate", "civilwar", "--scenario", "hokes-run", "--players", "random,random")
    page = " ".join(feltherre(*words).stdout.split())
    assert "Points by which the Union is ahead (minus: the Confederacy):" in page
    page = " ".join(feltherre("--lang", "da", *words).stdout.split())
    assert "Point, som Nordstaterne er foran med (minus: Sydstaterne):" in page
    assert "Træk: 12" in page


def test_who_stops_a_series_is_told_of_the_games_that_are_finished(
    feltherre, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped_in_the_second(task: Task) -> Played:
        if task.number == 2:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(series, "play", stopped_in_the_second)
    done = feltherre(
        "simulate", "civilwar", "--scenario", "hokes-run", "--games", "3", "--records", str(tmp_path / "r")
    )
    assert done.exit_code == 130
    assert "Stopped: 1 of 3 games is finished." in done.stderr
    assert "1 game of civilwar" in done.stdout
    assert "1 record is in" in done.stdout
    assert len(list((tmp_path / "r").glob("*.jsonl"))) == 1
