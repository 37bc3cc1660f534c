"""The pages of docs/ that quote code, records or a ledger quote what is there."""

import re
from pathlib import Path

import msgspec
import pytest
import yaml

from feltherre.core.record import AnyLine, seal, write_line

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
QUOTED = re.compile(
    r"^`(?P<file>tests/tiny(?:game|hex)/[\w.]+)`\n\n(?P<blocks>(?:```\w+\n.*?\n```\n\n?)+)", re.DOTALL | re.MULTILINE
)
BLOCK = re.compile(r"```\w+\n(.*?)\n```", re.DOTALL)


def quotations() -> list[tuple[str, str]]:
    """(file, what is quoted from it) on the page about adding a game."""
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    return [(found["file"], block) for found in QUOTED.finditer(page) for block in BLOCK.findall(found["blocks"])]


@pytest.mark.parametrize(("file", "quoted"), quotations())
def test_the_small_games_are_quoted_as_they_are(file: str, quoted: str) -> None:
    assert quoted in (ROOT / file).read_text(encoding="utf-8")


def test_there_are_quotations() -> None:
    assert len(quotations()) >= 19


def test_the_lines_of_the_record_that_are_shown_are_lines_of_a_record() -> None:
    page = (DOCS / "record-format.md").read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL) for line in block.splitlines()]
    kinds = set()
    for written in lines:
        line: AnyLine = msgspec.json.decode(written, type=AnyLine)
        assert write_line(line).decode() == written
        assert seal(line, line.prev).hash == line.hash
        kinds.add(line.__struct_config__.tag)
    assert kinds == {"header", "action", "undo", "override", "clock", "seat", "end"}


def test_the_glossary_has_the_words_of_the_ledger() -> None:
    page = (DOCS / "glossary.md").read_text(encoding="utf-8")
    for ledger in sorted((ROOT / "src/feltherre/games").glob("*/ledger.yaml")):
        for word, ours in yaml.safe_load(ledger.read_text(encoding="utf-8"))["glossary"].items():
            assert f"| {word} | {ours} |" in page
