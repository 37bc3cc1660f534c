"""Lays out a checkout of a tiny game, `tinydice`: a package with a ledger and data, and tests that prove its rules."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feltherre.core.marks import MARKED, MARKED_CODE

GAME = "tinydice"

LEDGER = """
game: tinydice
title: Tiny dice
scopes:
  basic: {chapters: [1]}
  advanced: {includes: [basic], chapters: [2]}
rules:
  - {id: "1.1", title: Number of dice, text: "A die for each man, at most three.", kind: enforce, see: ["1.3"]}
  - {id: "1.2", title: Hits, text: "Each five or six is a hit.", kind: enforce}
  - {id: "1.3", title: Die, text: "A die has six sides.", kind: define}
  - {id: "1.4", title: Who begins, text: "Red has two men, blue has one.", kind: setup, rulings: [R1]}
  - {id: "2-1", title: Surrender, text: "A side may surrender.", kind: choice}
rulings:
  - {id: R1, rules: ["1.4"], question: "Two [men]?", decision: "Two.", why: "Said so."}
"""

COMBAT = '''"""Dice and hits."""

from feltherre.core.marks import rule

LOWEST_HIT = 5


@rule("1.1")
def dice(men: int) -> int:
    """Dice of a side, at most three (1.1)."""
    return min(men, 3)


@rule("1.2")
def hits(values: list[int]) -> int:
    """Fives and sixes (1.2)."""
    return sum(value >= LOWEST_HIT for value in values)
'''

SETTING_UP = '''"""Who begins with what."""

from pathlib import Path

import yaml

from feltherre.core.marks import rule

MEN = yaml.safe_load((Path(__file__).parent / "data" / "men.yaml").read_text())["men"]


@rule("1.4")
def men_of(side: str) -> int:
    """Men at the start (1.4)."""
    return int(MEN[side])
'''

DATA = """men: {red: 2, blue: 1}  # at the start
colours: {red: 16711680}
"""

TESTS = '''"""Proves the rules of tinydice."""

import pytest

from tinydice.combat import dice, hits
from tinydice.setting_up import men_of


@pytest.mark.proves("1.1")
def test_at_most_three_dice():
    assert [dice(men) for men in (1, 3, 4)] == [1, 3, 3]


@pytest.mark.proves("1.2")
def test_five_and_six_hit():
    assert hits([4, 5, 6]) == 2


@pytest.mark.proves("1.4")
def test_red_has_two_men():
    assert men_of("red") == 2
'''

CONFTEST = 'pytest_plugins = ["proofs"]\n'


def lay_checkout(root: Path, files: dict[str, str] | None = None) -> Path:
    """Write the checkout below a directory; `files` adds files or replaces them."""
    written = {
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-p no:cacheprovider'\n",
        "src/tinydice/__init__.py": "",
        "src/tinydice/ledger.yaml": LEDGER,
        "src/tinydice/combat.py": COMBAT,
        "src/tinydice/setting_up.py": SETTING_UP,
        "src/tinydice/data/men.yaml": DATA,
        "tests/conftest.py": CONFTEST,
        "tests/rules/tinydice/test_tinydice.py": TESTS,
        **(files or {}),
    }
    for name, text in written.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


@contextmanager
def importable(root: Path) -> Iterator[Path]:
    """The checkout's package can be imported; afterwards it and its marks are forgotten."""
    source = str(root / "src")
    sys.path.insert(0, source)
    try:
        yield root
    finally:
        sys.path.remove(source)
        for name in [name for name in sys.modules if name.partition(".")[0] == GAME]:
            del sys.modules[name]
        for pair in [pair for pair in MARKED if pair[0] == GAME]:
            del MARKED[pair]
        for code in [code for code, pairs in MARKED_CODE.items() if pairs[0][0] == GAME]:
            del MARKED_CODE[code]
