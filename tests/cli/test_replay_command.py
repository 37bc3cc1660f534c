"""`feltherre replay`: what it accepts, which line it names when something is wrong, what it shows and tells."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from feltherre.core.game import Setup
from feltherre.core.match import Match
from feltherre.core.record import Acted, AnyLine, Ended, Header, Snapshot, read_lines, seal, write_line
from feltherre.core.registry import get_game
from feltherre.core.replay import look_at
from feltherre.core.story import story
from feltherre.core.text import UNSEEN
from feltherre.lab.runner import play
from feltherre.lab.series import tasks
from feltherre.players.listed import seats_for

THREE = ("random", "random", "random")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game between random players."""
    (task,) = tasks("norway", THREE, 1, seed=6, records=tmp_path_factory.mktemp("records"))
    play(task)
    return Path(task.record)


@pytest.fixture
def changed(record: Path, tmp_path: Path) -> Callable[[Callable[[list[bytes]], None]], Path]:
    """The record after a change to its lines."""

    def change(how: Callable[[list[bytes]], None]) -> Path:
        lines = record.read_bytes().splitlines()
        how(lines)
        file = tmp_path / "changed.jsonl"
        file.write_bytes(b"\n".join(lines) + b"\n")
        return file

    return change


def first_throw(lines: list[bytes]) -> int:
    return next(n for n, line in enumerate(lines) if n and b'"throws":[{' in line)


def resealed(lines: list[AnyLine]) -> bytes:
    """Somebody who changes a line and makes all hashes right again."""
    data, prev = b"", ""
    for line in lines:
        sealed = seal(line, prev)
        prev = sealed.hash
        data += write_line(sealed) + b"\n"
    return data


def test_a_good_record_is_accepted_and_says_what_was_checked(feltherre, record: Path) -> None:
    done = feltherre("replay", str(record), "--verify")
    assert done.exit_code == 0
    count = len(record.read_bytes().splitlines())
    assert f"all {count} lines are right" in done.stdout
    assert "hash of every line" in done.stdout
    assert "every die and draw" in done.stdout
    assert "doing it again" in done.stdout
    assert "unfinished" not in done.stdout


def test_a_changed_byte_is_named_by_its_line(feltherre, changed) -> None:
    def in_an_order(lines: list[bytes]) -> None:
        lines[5] = lines[5].replace(b'"text":"', b'"text":" ', 1)

    done = feltherre("replay", str(changed(in_an_order)), "--verify")
    assert done.exit_code == 1
    assert done.stderr.startswith("Line 5:")


def test_a_changed_die_is_named_by_its_line(feltherre, changed) -> None:
    where = []

    def one_pip_more(lines: list[bytes]) -> None:
        n = first_throw(lines)
        where.append(n)
        lines[n] = re.sub(rb'"values":\[(\d)', lambda die: b'"values":[%d' % (int(die[1]) % 6 + 1), lines[n], count=1)

    done = feltherre("replay", str(changed(one_pip_more)), "--verify")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Line {where[0]}:")


def test_a_die_changed_with_all_hashes_made_right_is_still_found(feltherre, record: Path, tmp_path: Path) -> None:
    from msgspec.structs import replace

    lines = read_lines(record.read_bytes())
    n, line = next((n, line) for n, line in enumerate(lines) if isinstance(line, Acted) and line.throws)
    throw = line.throws[0]
    other = replace(throw, values=(throw.values[0] % 6 + 1, *throw.values[1:]))
    lines[n] = replace(line, throws=(other, *line.throws[1:]))
    file = tmp_path / "forged.jsonl"
    file.write_bytes(resealed(lines))
    done = feltherre("replay", str(file), "--verify")
    assert done.exit_code == 1
    assert done.stderr == f"Line {n}: these dice were not thrown.\n"


def test_a_missing_line_is_named(feltherre, changed) -> None:
    done = feltherre("replay", str(changed(lambda lines: lines.pop(7))), "--verify")
    assert done.exit_code == 1
    assert done.stderr.startswith("Line 7")


def test_a_missing_end_is_unfinished_and_not_wrong(feltherre, changed) -> None:
    done = feltherre("replay", str(changed(lambda lines: lines.pop())), "--verify")
    assert done.exit_code == 0
    assert "unfinished" in done.stdout
    assert "every die and draw" not in done.stdout


def test_a_wrong_file_is_refused(feltherre, tmp_path: Path) -> None:
    for name, text in (("words.txt", "hello\n"), ("empty.jsonl", ""), ("other.jsonl", '{"kind":"action"}\n')):
        (tmp_path / name).write_text(text)
        assert feltherre("replay", str(tmp_path / name), "--verify").exit_code == 1
        shown = feltherre("replay", str(tmp_path / name))
        assert shown.exit_code == 2
        assert shown.stderr


def test_the_end_is_shown_with_log_and_position(feltherre, record: Path) -> None:
    done = feltherre("replay", str(record))
    assert done.exit_code == 0
    end = read_lines(record.read_bytes())[-1]
    assert isinstance(end, Ended)
    assert end.result is not None
    assert f"won: {end.result.degree}, {end.result.score} of 6 point cities" in done.stdout
    assert "Oslo" in done.stdout
    assert "Round 1" in done.stdout


def test_the_position_after_a_line(feltherre, record: Path) -> None:
    lines = read_lines(record.read_bytes())
    first = next(line for line in lines if isinstance(line, Acted))
    before, after = (feltherre("replay", str(record), "--to", str(n)).stdout for n in (first.n - 1, first.n))
    assert "Round 1" in before
    assert before != after
    assert "won" not in after
    done = feltherre("replay", str(record), "--to", str(len(lines)))
    assert done.exit_code == 2
    assert f"no line {len(lines)}; its last is {len(lines) - 1}" in done.stderr


def test_the_story_is_that_of_the_whole_record(feltherre, record: Path) -> None:
    lines = read_lines(record.read_bytes())
    assert feltherre("replay", str(record), "--story").stdout.splitlines() == list(story(look_at(lines)))
    told = feltherre("replay", str(record), "--story", "--to", "9").stdout
    assert told.splitlines() == list(story(look_at(lines, 9), open_sealed=True)), "it is over: nothing is secret"
    nine = lines[9]
    assert isinstance(nine, Acted)
    assert nine.text in told


def of_other_rules(record: Path, rules: str, **header: object) -> bytes:
    from msgspec.structs import replace

    lines = read_lines(record.read_bytes())
    assert isinstance(lines[0], Header)
    lines[0] = replace(lines[0], rules=rules, **header)
    return resealed(lines)


@pytest.mark.parametrize("gone", [{}, {"game": "atlantis"}], ids=["rules gone", "game gone"])
def test_a_record_whose_rules_are_gone_is_shown_from_its_snapshots(
    feltherre, record: Path, tmp_path: Path, gone: dict[str, str]
) -> None:
    file = tmp_path / "old.jsonl"
    file.write_bytes(of_other_rules(record, "basic-0", **gone))
    last = max(line.n for line in read_lines(record.read_bytes()) if isinstance(line, Snapshot))
    done = feltherre("replay", str(file))
    assert done.exit_code == 0, done.output
    assert "rules basic-0" in done.stdout
    assert f"snapshot of line {last}" in done.stdout
    assert "Oslo" in done.stdout
    assert "Round 1" in done.stdout, "the whole log, though each snapshot holds only what was new"
    early = feltherre("replay", str(file), "--to", "2").stdout
    assert "snapshot of line 1" in early


def test_a_record_of_other_rules_is_verified_as_far_as_can_be(feltherre, record: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_bytes(of_other_rules(record, "basic-0"))
    done = feltherre("replay", str(file), "--verify")
    assert done.exit_code == 0
    assert "every die and draw" in done.stdout
    assert "other rules than the record" in done.stdout
    assert "doing it again" not in done.stdout


def test_an_old_record_without_snapshots_cannot_be_shown(feltherre, tmp_path: Path) -> None:
    game = get_game("norway")
    match = Match(game, Setup(seats_for(game, THREE)), key=bytes(32))
    header = json.loads(match.data())
    assert header["rules"] == game.rules_version
    (tmp_path / "now.jsonl").write_bytes(match.data())
    (tmp_path / "old.jsonl").write_bytes(of_other_rules(tmp_path / "now.jsonl", "basic-0"))
    done = feltherre("replay", str(tmp_path / "old.jsonl"))
    assert done.exit_code == 2
    assert "no snapshot" in done.stderr


def test_the_story_of_a_game_under_way_keeps_what_is_sealed(feltherre, home: Path) -> None:
    tutorial = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "greedy", "--seed", "7")
    feltherre(*tutorial, typed=["quit"])
    (record,) = (home / "games").glob("*.jsonl")
    told = feltherre("replay", str(record), "--story").stdout
    assert "Confederacy: sealed, not yet opened" in told
    opened = feltherre("replay", str(record), "--story", "--open-sealed").stdout
    assert "sealed, not yet opened" not in opened
    assert len(opened) > len(told)


EVIL = "\x1b[2J\x07\u202eevil\x9b"


def with_evil_words(line: AnyLine) -> AnyLine:
    """The same line with words that a terminal would obey, wherever a line has words of people's own."""
    if isinstance(line, Header):
        seats = tuple(replace(seat, name=seat.name + EVIL) for seat in line.setup.seats)
        return replace(line, setup=replace(line.setup, seats=seats))
    if isinstance(line, Acted):
        return replace(line, seat=line.seat + EVIL, text=line.text + EVIL)
    if isinstance(line, Snapshot):
        return replace(line, seats=tuple(replace(s, seat=s.seat + EVIL if s.seat else "") for s in line.seats))
    return replace(line, reason=line.reason + EVIL) if isinstance(line, Ended) else line


@pytest.mark.parametrize("how", [(), ("--story",), ("--verify",)])
def test_words_of_a_record_do_not_reach_the_terminal_as_orders_to_it(
    feltherre: Callable[..., Any], record: Path, tmp_path: Path, how: tuple[str, ...]
) -> None:
    sealed: list[AnyLine] = []
    for line in read_lines(record.read_bytes()):
        sealed.append(seal(with_evil_words(line), sealed[-1].hash if sealed else ""))
    file = tmp_path / "evil.jsonl"
    file.write_bytes(b"".join(write_line(line) + b"\n" for line in sealed))
    done = feltherre("replay", str(file), *how)
    assert done.exit_code == 0, done.output
    assert not UNSEEN.search(done.output)
    assert ("evil" in done.output) == ("--story" in how)
