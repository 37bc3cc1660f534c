"""`feltherre play winterwar --clocks`: the clocks at the keyboard, and what is left of them in a game that was left."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltherre.cli.play.clocks import KeyboardWatch
from feltherre.cli.play.reading import Reader
from feltherre.core.clock import ClockEvent, TimeUp
from feltherre.core.record import Clocked, Header, read_lines
from feltherre.core.replay import verify
from feltherre.games.winterwar.procedures.victory import MOVEMENT_SECONDS

WAR = ("play", "winterwar", "--hot-seat", "--seed", "7", "--clocks")
SET_UP = ["historical", "end setup", "historical", "end setup"]


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Every line that is typed takes a second, and who asks for the odds thinks for five minutes."""
    time = {"now": 0.0, "each": 1.0}
    read = Reader.line

    def line(self: Reader, prompt: str) -> str | None:
        time["now"] += time["each"]
        typed = read(self, prompt)
        if typed is not None and typed.startswith("odds"):
            time["now"] += MOVEMENT_SECONDS
        return typed

    monkeypatch.setattr(Reader, "line", line)
    monkeypatch.setattr(KeyboardWatch, "now", lambda self: time["now"])
    return time


def journal(home: Path) -> Path:
    (file,) = (home / "games").glob("*.jsonl")
    return file


def events(file: Path) -> list[Any]:
    return [
        msgspec.convert(line.event, ClockEvent) for line in read_lines(file.read_bytes()) if isinstance(line, Clocked)
    ]


def said(done: Any) -> str:
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


def test_what_is_typed_after_time_is_not_done_and_both_read_why(
    feltherre, home: Path, slowly: dict[str, float]
) -> None:
    page = said(feltherre(*WAR, typed=[*SET_UP, "odds", "138RD > 2044", "end combat"]))
    assert "Five minutes for each side's reinforcements and movement" in page
    assert "Time was up before you typed this" in page
    assert "the time for movement is up" in page
    file = journal(home)
    lines = read_lines(file.read_bytes())
    assert isinstance(lines[0], Header)
    assert lines[0].setup.clocks is True
    assert events(file) == [TimeUp("movement", "soviet")]
    assert verify(file.read_bytes()).states_checked


def test_a_game_that_is_left_keeps_what_is_used(feltherre, home: Path, slowly: dict[str, float]) -> None:
    said(feltherre(*WAR, typed=[*SET_UP, "log", "quit"]))
    slowly["now"] += 10_000  # nobody is at the keyboard
    said(feltherre("play", "winterwar", "--resume", typed=["log", "quit"]))
    assert events(journal(home)) == []
    slowly["each"] = MOVEMENT_SECONDS - 3.0
    page = said(feltherre("play", "winterwar", "--resume", typed=["log", "quit"]))
    assert "the time for movement is up" in page
    assert events(journal(home)) == [TimeUp("movement", "soviet")]


def test_without_clocks_nothing_runs_and_a_game_without_any_says_so(
    feltherre, home: Path, slowly: dict[str, float]
) -> None:
    page = said(feltherre(*WAR[:-1], typed=[*SET_UP, "odds", "138RD > 2044", "quit"]))
    assert "Five minutes" not in page
    assert events(journal(home)) == []
    assert not list((home / "games").glob("*.clocks"))
    refused = feltherre("play", "norway", "--as", "germany", "--clocks")
    assert refused.exit_code != 0
    assert "This game has no clock" in refused.output
