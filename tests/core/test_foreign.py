"""Files that somebody else has written: too long, too deep, growing, unreadable, or written for the terminal."""

import subprocess
import sys
from pathlib import Path

import pytest

from feltherre.core import catalogue, datafile, errors
from feltherre.core.foreign import MOST_BYTES, MOST_DEEP, MOST_DIGITS, foreign_text, read_foreign
from refusals import refusal_of

#: eight lists of ten aliases each: a hundred million words if they are written out
BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, after in zip("abcdefg", "bcdefgh", strict=True)
)


def refused(text: str) -> errors.BadInput:
    return refusal_of(errors.BadInput, lambda: read_foreign(text, "mill.yaml"))


def test_a_plain_file_is_read_as_any_other() -> None:
    text = "id: mill\nturns: 3\nat: [1.5, -2]\nstory: |\n  Two\n  lines.\nwhen: '2'\n"
    read = {"id": "mill", "turns": 3, "at": [1.5, -2], "story": "Two\nlines.\n", "when": "2"}
    assert read_foreign(text, "mill.yaml") == read


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        (BOMB, "aliases", 1),
        ("a: 1\nb: &all {c: 1}\n", "aliases", 2),
        ("a: !!binary aGVp", "aliases", 1),
        ("a: !<tag:yaml.org,2002:int> '7'", "aliases", 1),
        ("a: !mine {b: 1}", "aliases", 1),
        ("[" * 100_000, "too-deep", 1),
        ("- " * 90_000, "too-deep", 1),
        ("a:\n  " + "{b: " * 40_000, "too-deep", 2),
        ("a: " + "9" * 5000, "number", 1),
        ("a: 0x" + "f" * 5000, "number", 1),
        ("a: 1" + ":59" * 5000, "number", 1),
        ('a: "\\e[2J"', "unseen", 1),
        ('a: 1\n"\\x9b2J": 1', "unseen", 2),
        ("a: '\u202egnal'", "unseen", 1),
    ],
)
def test_what_a_file_must_not_do_is_told_with_its_line(text: str, why: str, line: int) -> None:
    reason = refused(text).reason
    assert (reason.key, reason.args["line"]) == (f"core.bad.file-{why}", line)
    for lang in catalogue.languages():
        assert "mill.yaml" in catalogue.render(reason, lang).partition(",")[0], (
            "the file is named first, in the marks of the language"
        )


def test_as_deep_and_as_long_as_may_be_is_read() -> None:
    assert read_foreign("[" * MOST_DEEP + "]" * MOST_DEEP, "x") is not None
    assert refused("[" * (MOST_DEEP + 1) + "]" * (MOST_DEEP + 1)).reason.key == "core.bad.file-too-deep"
    assert read_foreign(f"a: {'9' * MOST_DIGITS}", "x") == {"a": int("9" * MOST_DIGITS)}
    assert refused(f"a: {'9' * (MOST_DIGITS + 1)}").reason.key == "core.bad.file-number"
    assert read_foreign(f"a: '{'9' * 100}'", "x") == {"a": "9" * 100}, "words are no number"
    fits = "a: " + "ø" * ((MOST_BYTES - 3) // 2)
    assert read_foreign(fits, "x")
    assert refused(fits + "øø").reason.key == "core.bad.file-too-long"


def test_side_by_side_is_not_deep() -> None:
    assert len(read_foreign("[" + "[1], " * 1000 + "]", "x")) == 1000


@pytest.mark.parametrize("text", ["a: [1", "a: 1\na", "date: 1862-13-45", "a: \x07", "a: 1\n---\nb: 2", "a: \ud800"])
def test_what_is_no_yaml_is_told_as_in_any_file(text: str) -> None:
    assert isinstance(refused(text), datafile.DamagedFile)


def test_a_deep_file_does_not_take_the_process_with_it() -> None:
    """Left to itself the parser runs out of its stack, and everything with it."""
    work = "from feltherre.core.foreign import read_foreign\nread_foreign('[' * 150_000 + ']' * 40_000, 'deep')\n"
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "stand within each other" in done.stderr


def test_a_file_on_the_disk_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "mill.yaml"

    def key(data: bytes) -> str:
        file.write_bytes(data)
        return refusal_of(errors.BadInput, lambda: foreign_text(file)).reason.key

    file.write_bytes("a: ø\r\nb: 1\n".encode())
    assert foreign_text(file) == "a: ø\nb: 1\n"
    file.write_bytes(b"x" * MOST_BYTES)
    assert len(foreign_text(file)) == MOST_BYTES
    assert key(b"x" * (MOST_BYTES + 1)) == "core.bad.file-too-long"
    assert key(b"x" * MOST_BYTES + "ø".encode()) == "core.bad.file-too-long", "not: half a character"
    assert key(b"\xff\xfe\x00") == "core.bad.file"
    file.unlink()
    with pytest.raises(errors.BadInput, match=file.name):
        foreign_text(file)
