"""The pages of docs/ that quote code, records or a ledger quote what is there."""

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
import yaml

from feltherre.core.record import AnyLine, seal, write_line
from feltherre.core.text import Text
from tinyhex.field import WORDS

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import reference

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
QUOTED = re.compile(
    r"^`(?P<file>tests/tiny(?:game|hex)/[\w.]+)`\n\n(?P<blocks>(?:```\w+\n.*?\n```\n\n?)+)", re.DOTALL | re.MULTILINE
)
BLOCK = re.compile(r"```\w+\n(.*?)\n```", re.DOTALL)


def quotations() -> list[tuple[str, str]]:
    """(file, what is quoted from it) on the page about adding a game."""
    return [(found["file"], block) for found in QUOTED.finditer(PAGE) for block in BLOCK.findall(found["blocks"])]


@pytest.mark.parametrize(("file", "quoted"), quotations())
def test_the_small_games_are_quoted_as_they_are(file: str, quoted: str) -> None:
    assert quoted in (ROOT / file).read_text(encoding="utf-8")


def modules() -> list[tuple[str, int]]:
    """(module, lines) of The Ford, by the table of the page."""
    table = PAGE.partition("| `tests/tinyhex/` |")[2].partition("\n\n")[0]
    return [(name, int(lines)) for name, lines in re.findall(r"^\| `(\w+\.py)` \|.*\| (\d+) \|$", table, re.MULTILINE)]


def test_the_ford_is_as_long_as_the_page_says() -> None:
    """How it is played is told in under 300 lines: what hex games share stands in the layer."""
    written = {
        name: len((ROOT / "tests/tinyhex" / name).read_text(encoding="utf-8").splitlines()) for name, _ in modules()
    }
    assert dict(modules()) == written
    assert written["rules.py"] < 300


def imports() -> list[tuple[str, str]]:
    """(module, name) of all that a hex game takes from Feltherre, by the table of the page."""
    table = PAGE.partition("| what | from `feltherre.` |")[2].partition("\n\n")[0]
    found = []
    for row in table.splitlines()[2:]:
        _, names, modules, _ = (cell.split("; ") for cell in row.split("|"))
        package = ""
        for those, module in zip(names, modules, strict=True):
            where = re.findall(r"`([\w.]+)`", module)[0]
            package = where.rpartition(".")[0] or package
            found += [
                (f"feltherre.{package}.{where.rpartition('.')[2]}", name) for name in re.findall(r"`(\w+)`", those)
            ]
    return found


@pytest.mark.parametrize(("module", "name"), imports())
def test_what_a_hex_game_takes_is_where_the_page_says(module: str, name: str) -> None:
    assert hasattr(import_module(module), name)


def test_a_hex_game_takes_much() -> None:
    assert len(imports()) > 40


def test_the_project_file_on_the_page_can_be_installed() -> None:
    project = tomllib.loads(re.findall(r"```toml\n(.*?)\n```", PAGE, re.DOTALL)[0])["project"]
    assert project.keys() >= {"name", "version", "dependencies", "entry-points"}
    assert project["entry-points"] == {"feltherre.games": {"lanterns": "lanterns:GAME"}}


@pytest.mark.parametrize("named", sorted(set(re.findall(r"tools/reference\.py ([\w.]+)`", PAGE))))
def test_the_reference_has_what_the_page_asks_of_it(named: str) -> None:
    written = [line for module in reference.modules(named) for line in reference.of(module)]
    assert any(line.startswith("class ") for line in written)


def test_the_layers_of_the_map_on_the_page_are_known_to_the_client() -> None:
    told = re.findall(r"Grounds that clients know are (.*?) \(the others", PAGE)[0]
    kinds = re.findall(r"`(\w+)`", told)
    strokes = (ROOT / "web/src/boards/strokes.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"^  \"?(\w+)\"?: ", strokes.partition("STYLES:")[2].partition("};")[0], re.MULTILINE))
    assert len(kinds) == 14
    assert set(kinds) <= known


def test_the_words_that_become_names_are_all_on_the_page() -> None:
    written = re.findall(r"\(([^()]*) are turned into names", PAGE)[0]
    names = re.findall(r"`(\w+)`", written)
    told = WORDS.named({**dict.fromkeys(names, 0), "hex": 0})
    assert len(names) == 10
    assert [name for name in names if not isinstance(told[name], Text)] == []
    assert told["hex"] == 0


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
