"""The journal: on the disk before anything is shown, unharmed by a failing disk, never written by two at once."""

import errno
import os
from datetime import datetime
from pathlib import Path

import pytest

from feltherre.cli.play import opening, setup, store
from feltherre.cli.play.store import Journal, key_file, new_path, read_saved, unfinished
from feltherre.core import errors, registry
from feltherre.core.game import NOBODY_SEATED, Setup

KEY = bytes(range(32))


def test_a_line_is_on_the_disk_before_add_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    file = tmp_path / "new" / "game.jsonl"

    def fsync(handle: int) -> None:
        if os.fstat(handle).st_size and file.exists():
            synced.append(file.read_bytes())

    monkeypatch.setattr(store.os, "fsync", fsync)
    journal = Journal.begun(file, KEY)
    journal.add(b"one\n")
    assert synced[-1] == b"one\n"
    journal.add(b"two\n")
    assert synced[-1] == b"one\ntwo\n"
    assert key_file(file).read_text().strip() == KEY.hex()
    assert key_file(file).stat().st_mode & 0o077 == 0, "nobody else may look into the key"


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.jsonl"
    journal = Journal.begun(file, KEY, b"one\n")

    def fsync(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(store.os, "fsync", fsync)
        with pytest.raises(errors.BadInput) as refused:
            journal.add(b"two\n")
    assert refused.value.reason.args["fault"] == "No space left on device"
    assert file.read_bytes() == b"one\n"
    journal.add(b"three\n")
    assert file.read_bytes() == b"one\nthree\n"


def test_an_act_that_cannot_be_written_has_not_happened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get_game("norway")
    sides = setup.given_sides(game, NOBODY_SEATED, ["germany"], "random", hot_seat=False)
    session, journal = opening.new_game(game, Setup(sides.seats), sides.computers, seed=1)
    decision = session.next_decision()
    assert decision is not None
    before = session.match.state.clone()

    def fsync(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(store.os, "fsync", fsync)
        with pytest.raises(errors.BadInput):
            session.answer(decision, game.notation.read("move Horten > Skien"))
    assert session.match.state == before
    session.answer(decision, game.notation.read("move Horten > Skien"))
    assert journal.path.read_bytes() == session.match.data()


def test_two_windows_do_not_write_the_same_game(home: Path) -> None:
    game = registry.get_game("norway")
    sides = setup.given_sides(game, NOBODY_SEATED, ["germany"], "random", hot_seat=False)
    session, journal = opening.new_game(game, Setup(sides.seats), sides.computers, seed=1)
    saved = read_saved(journal.path)
    with pytest.raises(errors.BadInput, match="another window"):
        Journal.reopened(saved)
    session.match.snapshot()
    journal.close()
    with pytest.raises(errors.BadInput, match="another window"):
        Journal.reopened(saved)  # it was read before the other window played on
    Journal.reopened(read_saved(journal.path)).close()


def test_a_file_is_never_overwritten_and_names_are_not_taken_twice(home: Path, tmp_path: Path) -> None:
    (tmp_path / "there.jsonl").write_text("something")
    with pytest.raises(errors.BadInput, match=r"there\.jsonl"):
        Journal.begun(tmp_path / "there.jsonl", KEY)
    now = datetime(2025, 4, 9, 5, 15)
    first = new_path("norway", now)
    assert first == home / "games" / "norway-20250409-051500.jsonl"
    Journal.begun(first, KEY).close()
    assert new_path("norway", now).name == "norway-20250409-051500-2.jsonl"


def test_unfinished_games_are_found_newest_first(home: Path) -> None:
    game = registry.get_game("norway")
    sides = setup.given_sides(game, NOBODY_SEATED, [], None, hot_seat=True)
    opened = [opening.new_game(game, Setup(sides.seats), sides.computers, seed=seed) for seed in (1, 2, 3)]
    paths = [journal.path for _, journal in opened]
    for age, path in enumerate(reversed(paths)):
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    opened[2][0].match.end("stopped")
    os.utime(paths[2], (1_700_000_000, 1_700_000_000))
    assert unfinished("norway") == [paths[1], paths[0]]
    assert unfinished("lanterns") == []


def test_games_are_kept_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FELTHERRE_HOME", raising=False)
    monkeypatch.setattr(store.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert store.home() == tmp_path / "feltherre"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.home() == tmp_path / ".local" / "share" / "feltherre"
    monkeypatch.setattr(store.sys, "platform", "darwin")
    assert store.home() == tmp_path / "Library" / "Application Support" / "feltherre"
    monkeypatch.setattr(store.sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
    assert store.home() == tmp_path / "Roaming" / "feltherre"
