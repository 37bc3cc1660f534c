"""tools/probes.py: how it judges and what it prints; a sample of one probe with a real server."""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from feltherre.core.registry import game_ids, get_game

TOOLS = Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

import probes  # noqa: E402
from full_numbers import kept, probed  # noqa: E402
from probing import raw  # noqa: E402
from probing.findings import Findings, table  # noqa: E402
from probing.refusals import GAMES  # noqa: E402


def test_every_game_is_probed_and_measured() -> None:
    assert {form["game"] for form in GAMES} == set(game_ids())
    bench = (TOOLS.parent / "bench" / "server.py").read_text()
    # how fast a game in the making is will be measured when it is made
    made = [game for game in game_ids() if not get_game(game).in_making]
    assert [game for game in made if f'"{game}"' not in bench] == []


async def holds(found: Findings) -> None:
    found.expect(True, "never")
    found.notes.append("1 ms")


async def gives_way(found: Findings) -> None:
    for number in range(12):
        found.expect(number < 1, f"try {number}")


async def breaks_off(found: Findings) -> None:
    found.tried += 1
    raise OSError("gone")


async def tries_nothing(found: Findings) -> None:
    pass


def test_the_table_tells_what_was_tried_and_what_gave_way(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = {"one": holds, "two": gives_way, "three": breaks_off, "four": tries_nothing}
    assert asyncio.run(probes.run(chosen, seed=1, quick=True)) == 1
    printed = capsys.readouterr().out
    lines = {line.split()[0]: line.split() for line in printed.splitlines() if line}
    assert lines["one"][:3] == ["one", "1", "0"]
    assert lines["two"][:3] == ["two", "12", "11"]
    assert lines["three"][:3] == ["three", "1", "1"]
    assert lines["four"][:3] == ["four", "0", "1"]
    assert "   1 ms" in printed
    assert "!! try 1\n" in printed
    assert "!! and 1 more" in printed
    assert "broke off: OSError: gone" in printed
    assert "14 tries, 13 failures" in printed
    assert asyncio.run(probes.run({"one": holds}, seed=1, quick=True)) == 0


def test_the_full_numbers_read_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = [
        Findings("leaks: Norway and Winter War", tmp_path, Random(1), tried=1200),
        Findings("kills", tmp_path, Random(1), tried=3),
    ]
    printed = [table(good) + "\n\n1,203 tries, 0 failures, in 7 s\n"]
    monkeypatch.setattr(probed, "_output", lambda trial: printed[0])
    with kept.folder_of(tmp_path) as folder:
        rows = {row.what: row for row in probed.rows(folder, trial=False)}
        assert all(row.ok for row in rows.values())
        assert rows["probes, leaks: Norway and Winter War: failures"].measured == "0 of 1,200"
    good[1].failures.append("lost")
    printed[0] = table(good) + "\n\n1,203 tries, 1 failures, in 7 s\n"
    with kept.folder_of(tmp_path) as folder:
        rows = {row.what: row for row in probed.rows(folder, trial=False)}
    assert [what for what, row in rows.items() if not row.ok] == ["probes of the server", "probes, kills: failures"]


def test_a_frame_is_what_it_says() -> None:
    assert raw.frame(b"hi") == b"\x81\x82\0\0\0\0hi"
    assert raw.frame(b"hi", raw.BINARY, last=False, masked=False) == b"\x02\x02hi"
    assert raw.frame(b"x" * 300)[:4] == b"\x81\xfe\x01\x2c"
    assert raw.status_of(b"HTTP/1.1 414 \r\n") == 414
    assert raw.status_of(b"") == 0


def test_a_real_server_is_probed(capsys: pytest.CaptureFixture[str]) -> None:
    assert asyncio.run(probes.run({"long": probes.PROBES["long paths"]}, seed=1, quick=True)) == 0
    assert "processor time for a path of 60000 bytes" in capsys.readouterr().out
