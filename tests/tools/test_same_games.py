"""The bank of games: what is kept comes out as it was, and a difference is found and named."""

import gzip
import sys
from pathlib import Path

import pytest

from feltherre.core.record import read_lines
from tinygame.forgery import in_lines, resealed

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import same_games
from kept_games import choices
from kept_games.games import BANK, GAMES, Banked

BY_NAME = {one.name: one for one in GAMES}
#: the sample of `make test`: short games of every kind; `tools/same_games.py` plays them all in `make test-all`
SAMPLE = (
    "civilwar-own-random",
    "civilwar-hokes-run-gate",
    "norway-basic-random-2",
    "norway-advanced-gate",
    "norway-basic-typed",
    "winterwar-random-2",
    "winterwar-clocks",
    "normandy-clocks",
)
CHOSEN = ("norway-basic-random-2", "winterwar-random-2", "norway-advanced-random-3", "normandy-other-rules")


@pytest.mark.parametrize("name", SAMPLE)
def test_a_kept_game_comes_out_as_it_was(name: str) -> None:
    assert same_games.fault_of(BY_NAME[name]) is None


@pytest.mark.parametrize("name", CHOSEN)
def test_computer_players_choose_as_they_did(name: str) -> None:
    assert same_games.other_choice(BY_NAME[name], choices.kept()[name], choices.chosen(BY_NAME[name])) is None


def test_every_game_is_there_and_no_other_and_all_are_of_these_rules() -> None:
    assert same_games.left_over() == []
    assert [one.name for one in GAMES if not one.file.exists()] == []
    assert set(choices.kept()) == {one.name for one in choices.listed()}
    assert len(GAMES) >= 45


def test_a_name_that_no_game_has_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["same_games.py", "--only", "atlantis"])
    with pytest.raises(SystemExit, match="2"):
        same_games.main()


def test_what_people_do_beside_answering_is_in_the_bank() -> None:
    """Undo, rulings changed at the gate, the umpire's own answers, typed dice, clocks, a scenario file of one's own."""
    kinds: set[str] = set()
    for name in ("norway-advanced-gate", "winterwar-clocks", "norway-basic-typed", "winterwar-gate"):
        for line in read_lines(gzip.decompress(BY_NAME[name].file.read_bytes())):
            kinds.add(type(line).__name__)
            kinds.add(getattr(line, "text", "").partition(" ")[0])
            kinds.update("typed" for thrown in getattr(line, "throws", ()) if thrown.typed)
    assert {"Acted", "Undone", "Overridden", "Clocked", "typed"} <= kinds


def test_a_game_that_comes_out_otherwise_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = in_lines(gzip.decompress((BANK / "norway-basic-random-2.jsonl.gz").read_bytes()))
    number = next(line["n"] for line in lines if line.get("throws"))
    lines[number]["state"] = "0" * 32
    spoilt = tmp_path / "spoilt.jsonl.gz"
    spoilt.write_bytes(gzip.compress(resealed(lines, number)))
    monkeypatch.setattr(Banked, "file", property(lambda self: spoilt))
    assert f"Line {number}" in (same_games.fault_of(BY_NAME["norway-basic-random-2"]) or "")


def test_a_game_that_is_not_there_and_another_choice_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = GAMES[0]
    assert same_games.other_choice(one, ["a", "b"], ["a", "b"]) is None
    assert "group 2 of 3" in (same_games.other_choice(one, ["a", "b", "c"], ["a", "x", "c"]) or "")
    assert "not listed" in (same_games.other_choice(one, None, ["a"]) or "")
    monkeypatch.setattr(Banked, "file", property(lambda self: tmp_path / "nothing.jsonl.gz"))
    assert "not in the bank" in (same_games.fault_of(one) or "")
