"""tools/mutants.py on the tiny game: which numbers it changes, which changes are noticed, which are explained."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tiny_checkout import GAME, LEDGER, importable, lay_checkout

TOOLS = Path(__file__).parents[2] / "tools"
TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TOOLS))

from mutation.find_code import Source, function_mutants, table_mutants  # noqa: E402
from mutation.find_data import data_mutants, ledger_mutants, read_list  # noqa: E402

MORE_CODE = '''"""More rules, some of them badly tested."""

from feltherre.core.marks import rule


@rule("1.1")
def five(n: int = 5) -> int:
    """Noticed only by its default."""
    return n


@rule("1.1")
def table() -> dict[str, int]:
    """Runs while the module is imported."""
    return {"rød": 1, "blå": 2}


BY_COLOUR = table()


class Group:
    """A property and a static method are marked too."""

    @property
    @rule("1.2")
    def size(self) -> int:
        return 4

    @staticmethod
    @rule("1.2")
    def countdown(n: int) -> int:
        while n != 0:
            n = n - 1
        return n


@rule("2-1")
def nobody_proves_this() -> int:
    return 7


@rule("1.2")
def careless(n: int) -> bool:
    """The test asks far from the limit."""
    return n > 3
'''

MORE_TESTS = """import pytest

from tinydice import more


@pytest.mark.proves("1.1")
def test_default_and_table():
    assert (more.five(), more.BY_COLOUR["blå"]) == (5, 2)
    more.table()


@pytest.mark.proves("1.2")
def test_group():
    assert more.Group().size == 4
    assert more.Group.countdown(5) == 0
    assert more.careless(100)


@pytest.mark.proves("1.2")
def test_fails_anyway():
    assert more.careless(0)
"""

EXPLAINED = """
tinydice:
  - {at: more.py careless, line: return n > 3, change: 3 -> 4, why: nobody has so few}
"""

FILES = {
    f"src/{GAME}/more.py": MORE_CODE,
    f"tests/rules/{GAME}/test_more.py": MORE_TESTS,
    f"src/{GAME}/display.py": "WIDTH = 640\n",
    f"src/{GAME}/players/bold.py": "BOLDNESS = 12\n",
    f"src/{GAME}/data/mutants.yaml": "men.yaml: [men.*]\nskip_modules: [display.py]\n",
    "explained.yaml": EXPLAINED,
}


def run(root: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    paths = [str(root / "src"), str(TESTS)]
    done = subprocess.run(
        [sys.executable, str(TOOLS / "mutants.py"), GAME, "--json", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


def test_survivors_are_listed_and_explained_ones_apart(tmp_path: Path) -> None:
    root = lay_checkout(tmp_path, FILES)
    status, told, progress = run(root, "--explained", str(root / "explained.yaml"), "--least-seconds", "2")
    assert status == 1
    alive = {(mutant["file"], mutant["at"], mutant["change"]) for mutant in told["survivors"]}
    assert alive == {
        (f"src/{GAME}/data/men.yaml", "men.yaml men.blue", "1 -> 2"),
        (f"src/{GAME}/more.py", "more.py table", "1 -> 2"),
        (f"src/{GAME}/more.py", "more.py nobody_proves_this", "7 -> 8"),
    }
    assert [(mutant["at"], mutant["why"]) for mutant in told["explained"]] == [
        ("more.py careless", "nobody has so few")
    ]
    # dice 3; LOWEST_HIT; five's default; table's two; Group 4; countdown 0 and (endless) 1; 7; careless 3; men's two
    assert (told["mutants"], told["killed"]) == (12, 8)
    assert told["failing"] == [f"tests/rules/{GAME}/test_more.py::test_fails_anyway"]
    (blue,) = [mutant for mutant in told["survivors"] if mutant["file"].endswith("men.yaml")]
    assert (blue["line"], blue["line_text"]) == (1, "men: {red: 2, blue: 1}  # at the start")
    assert "alive: men.yaml men.blue, line 1, 1 -> 2" in progress, "a long run tells at once who survives"


def test_only_one_module_and_the_second_stage(tmp_path: Path) -> None:
    root = lay_checkout(tmp_path)
    status, told, _ = run(root, "--only", "combat", "--second-stage")
    assert (status, told["survivors"]) == (0, [])
    # the three of dice and the five of LOWEST_HIT, one more and one less, and the sign in hits
    assert (told["mutants"], told["killed"]) == (5, 5)
    _, told, _ = run(root, "--only", "combat", "--limit", "1")
    assert told["mutants"] == 1


def test_numbers_of_functions_tables_and_data(tmp_path: Path) -> None:
    root = lay_checkout(tmp_path, FILES)
    directory = root / "src" / GAME
    with importable(root):
        __import__(f"{GAME}.more")
        found = [(mutant.where, mutant.change, mutant.quick) for mutant in function_mutants(GAME, directory, False)]
    assert ("five", "5 -> 6", False) in found
    assert ("Group.size", "4 -> 5", True) in found
    tables = [(mutant.where, mutant.change) for mutant in table_mutants(directory, ["display.py"], False)]
    assert tables == [("LOWEST_HIT", "5 -> 6")]
    data = [(mutant.where, mutant.change) for mutant in data_mutants(directory, read_list(directory), False)]
    assert data == [("men.red", "2 -> 3"), ("men.blue", "1 -> 2")]


def test_a_change_hits_the_number_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    text = 'TABLE = {"blå": (10, -1), "rød": [0x1F, True, 2.5, f"{7}"]}  # 3\nLIMIT: int = 4 if (1) <= (2) else 5\n'
    file.write_text(text, encoding="utf-8")
    mutants = list(table_mutants(tmp_path, [], second_stage=False))
    assert [mutant.change for mutant in mutants] == [
        "10 -> 11",
        "1 -> 2",
        "0x1F -> 32",
        "1 -> 2",
        "2 -> 3",
        "4 -> 5",
        "5 -> 6",
    ]
    assert mutants[2].mutated == text.replace("0x1F", "32")
    signs = [m for m in table_mutants(tmp_path, [], second_stage=True) if m.old == "<="]
    assert [mutant.mutated for mutant in signs] == [text.replace("<=", "<")]
    assert Source(file).text == text, "finding changes nothing"


def test_data_paths_that_lead_nowhere_are_told(tmp_path: Path) -> None:
    root = lay_checkout(tmp_path, {f"src/{GAME}/data/mutants.yaml": "men.yaml: [men.*, women.*]\n"})
    directory = root / "src" / GAME
    with pytest.raises(SystemExit, match=r"men\.yaml has no number under women\.\*"):
        list(data_mutants(directory, read_list(directory), False))


TABLES = """
tables:
  - id: "I"
    columns: [what, key, value, rule]
    rows:
      - ["2 men", two_men, -1, "1.1"]
      - ["more men", more_men, 3, null]
  - {id: shown, columns: [die, points], rows: [[6, [1, 2]]]}
"""


def test_tables_of_the_ledger_by_their_rows_and_with_the_rules_of_these(tmp_path: Path) -> None:
    listed = f"src/{GAME}/data/mutants.yaml"
    root = lay_checkout(tmp_path, {f"src/{GAME}/ledger.yaml": LEDGER + TABLES, listed: "ledger_tables: ['I']\n"})
    directory = root / "src" / GAME

    def found() -> list[tuple[str, str, tuple[str, ...]]]:
        mutants = list(ledger_mutants(directory, read_list(directory), False))
        assert all(mutant.text[mutant.start : mutant.end] == mutant.old for mutant in mutants)
        return [(mutant.where, mutant.change, mutant.rules) for mutant in mutants]

    rows = [("tables.I.two_men.value", "-1 -> 0", ("1.1",)), ("tables.I.more_men.value", "3 -> 4", ())]
    assert found() == rows
    (root / listed).write_text("ledger_tables: all\n", encoding="utf-8")
    points = [("tables.shown.6.points.0", "1 -> 2", ()), ("tables.shown.6.points.1", "2 -> 3", ())]
    assert found() == [*rows, ("tables.shown.6.die", "6 -> 7", ()), *points]


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("ledger_tables: [IV]", "the ledger has no table IV"),
        ("skip_modules: [combat.py, melee.py]", r"there is no module melee\.py"),
    ],
)
def test_tables_and_modules_that_are_not_there_are_told(tmp_path: Path, listed: str, told: str) -> None:
    files = {f"src/{GAME}/ledger.yaml": LEDGER + TABLES, f"src/{GAME}/data/mutants.yaml": listed + "\n"}
    directory = lay_checkout(tmp_path, files) / "src" / GAME
    data = read_list(directory)
    with pytest.raises(SystemExit, match=told):
        [*table_mutants(directory, data.skip_modules, False), *ledger_mutants(directory, data, False)]


def test_elements_of_lists_go_by_their_names(tmp_path: Path) -> None:
    cards = "cards:\n  - {id: panzer, count: 3, hits: [5, 6]}\n  - {name: scout, count: 2, year: '1940'}\n"
    files = {f"src/{GAME}/data/cards.yaml": cards, f"src/{GAME}/data/mutants.yaml": "cards.yaml: ['*']\n"}
    directory = lay_checkout(tmp_path, files) / "src" / GAME
    found = [mutant.where for mutant in data_mutants(directory, read_list(directory), False)]
    assert found == ["cards.panzer.count", "cards.panzer.hits.0", "cards.panzer.hits.1", "cards.scout.count"]
