"""A map and an order of battle of one's own: checked, put in place, played with; records tell them from others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cases import each
from feltherre.core.datafile import CHECKED, OWN_DATA, DamagedFile, mark_of, own_mark
from feltherre.core.errors import BadInput
from feltherre.core.registry import get_game
from feltherre.core.replay import verify
from feltherre.games.normandy import board, units
from feltherre.games.normandy.game import GAME
from feltherre.umpire.desk import reason

FILES = {"map.yaml": board.MAP_FILE, "oob.yaml": units.OOB}


def written(folder: Path, name: str, old: str, new: str) -> Path:
    """The game's own file with one thing changed."""
    text = FILES[name].read_text("utf-8")
    assert old in text
    file = folder / f"my-{name}"
    file.write_text(text.replace(old, new, 1), "utf-8")
    return file


def test_the_games_own_files_are_in_order() -> None:
    assert GAME.check_data(list(FILES.values())) == FILES
    assert own_mark("normandy") == ""
    assert "+" not in GAME.rules_version


@each(
    "name old new told",
    ("map.yaml", "hex: '1512'", "hex: '9912'", "map.yaml: towns, caen: the map has no hex 9912"),
    ("map.yaml", "name: Utah, hex: '0708'", "name: Utah, hex: '1001'", "map.yaml: beachheads, utah: hex 1001 is water"),
    ("map.yaml", "name: Utah, hex: '0708'", "name: Utah, hex: '1009'", "map.yaml: two places in hex 1009"),
    ("map.yaml", "city: true, vp: 6}", "city: true, vp: -6}", "map.yaml: towns, cherbourg: a value is at least 0"),
    (
        "map.yaml",
        "city: true, vp: 6}",
        "city: true, vp: six}",
        "my-map.yaml: towns, cherbourg, vp: Expected `int`, got `str`",
    ),
    ("map.yaml", "group: us", "group: french", "my-map.yaml: beachheads, utah"),
    ("map.yaml", "unit: us-101-abn", "unit: us-1-inf", "paratroop_areas, us-1-inf: no unit of the order of battle"),
    (
        "map.yaml",
        "  - 'bbssbbs.",
        "  - 'bbssbb..",
        "hex 0704 is channel and lies beside land: that is coast",
    ),
    ("oob.yaml", "id: us-1-inf", "id: us-4-inf", "oob.yaml: two units have the id us-4-inf"),
    ("oob.yaml", "nation: us", "nation: german", "oob.yaml: units, us-1-inf: nation is one of us, french"),
    ("oob.yaml", "called: infantry", "called: foot", "oob.yaml: units, us-1-inf: called is 'name'"),
    ("oob.yaml", "loss_value: 2", "loss_value: 3", "units, us-1-inf: the loss value of a ground unit is 1 or 2"),
    ("oob.yaml", "strength: 6", "strength: -6", "oob.yaml: units, us-1-inf: a value is below 0"),
    ("oob.yaml", "loss_value: 2, turn: 1,", "loss_value: 2, turn: 9,", "oob.yaml: units, us-1-inf: turn is 1 to 8"),
    ("oob.yaml", "entry: beach-us", "entry: beach", "oob.yaml: units, us-1-inf: entry is one of beach-us"),
    ("oob.yaml", "entry: beach-us", "entry: sea-start", "units, us-1-inf: ships and aircraft enter at sea-start"),
    ("oob.yaml", "entry: '2213'", "entry: '1001'", "hex 1001 is water"),
    ("oob.yaml", "flak: 2", "flak: 3", "oob.yaml: flak: table 1.7 has 2 and 4 points, not 3, 2 together"),
    ("oob.yaml", "flak: 2", "flak: 4", "oob.yaml: flak: table 1.7 has 2 and 4 points, not 4, 2 together"),
    (
        "oob.yaml",
        "loss_value: 2, turn: 1,",
        "loss_value: 2, turn: 1, flak: 2,",
        "us-1-inf: the Allied side has no flak",
    ),
    ("oob.yaml", "type: infantry", "type: flak", "units, us-1-inf: the Allied side has no flak"),
)
def test_faults_are_named_with_their_place(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.check_data([written(tmp_path, name, old, new)])
    assert told in reason(refused.value)


def test_a_stack_that_is_too_high_at_the_start_is_named(tmp_path: Path) -> None:
    file = tmp_path / "oob.yaml"
    text = FILES["oob.yaml"].read_text("utf-8")
    for hex_ in ("0308", "0509", "2213"):
        text = text.replace(f"entry: '{hex_}'", "entry: '1209'")
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput) as refused:
        GAME.check_data([file])
    assert "9 stacking points are set up in hex 1209, of at most 6" in reason(refused.value)


def test_a_file_of_something_else_and_a_game_that_takes_none(tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("towns: []\n", "utf-8")
    for game, files in (("normandy", [other]), ("winterwar", [])):
        with pytest.raises(BadInput):
            get_game(game).check_data(files)


def test_only_what_was_checked_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_DATA, str(tmp_path / "nowhere"))
    with pytest.raises(DamagedFile):
        own_mark("normandy")
    monkeypatch.setenv(OWN_DATA, str(tmp_path))
    assert own_mark("normandy") == ""
    folder = tmp_path / "normandy"
    folder.mkdir()
    (folder / "map.yaml").write_bytes(FILES["map.yaml"].read_bytes())
    with pytest.raises(DamagedFile):
        own_mark("normandy")
    (folder / CHECKED).write_text(mark_of([folder / "map.yaml"]), "utf-8")
    assert own_mark("normandy") == mark_of([folder / "map.yaml"])
    assert own_mark("winterwar") == ""


def test_a_game_is_played_with_them_and_its_record_says_so(tmp_path: Path) -> None:
    caen = written(tmp_path, "map.yaml", "city: true, vp: 6}", "city: true, vp: 9}")
    ours, own = ('name: "US 1st Infantry", label: "1", called: infantry', 'name: "Red One", label: "1", called: name')
    called = written(tmp_path, "oob.yaml", ours, own)
    data = tmp_path / "data"

    def feltherre(*words: str) -> str:
        environment = {**os.environ, OWN_DATA: str(data) if data.is_dir() else ""}
        done = subprocess.run(
            [sys.executable, "-m", "feltherre", *words], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert str(data) in feltherre("data", "normandy", str(caen), str(called), "--into", str(data))
    records = tmp_path / "records"
    feltherre("simulate", "normandy", "--players", "random,random", "--games", "1", "--records", str(records))
    (record,) = records.iterdir()
    mark = mark_of(sorted((data / "normandy").glob("*.yaml")))
    assert f'"rules":"{GAME.rules_version}{mark}"' in record.read_text("utf-8")
    assert "by doing it again" in feltherre("replay", str(record), "--verify")
    assert "Red One" in feltherre("replay", str(record), "--story")
    assert mark in feltherre("data", "normandy")
    # with the game's own data its dice can be checked, its acts cannot
    assert "by doing it again" not in str(verify(record.read_bytes()))
