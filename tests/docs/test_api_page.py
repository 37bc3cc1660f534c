"""docs/api.md is run as it stands: its blocks of code one after the other, each printing what is shown below it.

Where computer players choose otherwise than before, `python tests/docs/test_api_page.py` writes down what comes now.
"""

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
#: a block of code, and what it prints
BLOCK = re.compile(r"(```python\n)(?P<code>.*?)(```\n\n```text\n)(?P<shown>.*?)(```\n)", re.DOTALL)
#: of a whole game
MOST_LINES = 30


def printed() -> Iterator[tuple[str, str, str]]:
    """(code, what the page shows, what it prints) of each block."""
    names: dict[str, Any] = {}
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        with redirect_stdout(StringIO()) as out:
            exec(block["code"], names)
        yield block["code"], block["shown"], out.getvalue()


def test_the_code_of_the_page_prints_what_the_page_shows() -> None:
    for code, shown, prints in printed():
        assert prints == shown, code


def test_every_block_of_code_is_run() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("```python") == len(BLOCK.findall(page)) == 4


def test_a_whole_game_takes_thirty_lines() -> None:
    code = BLOCK.findall(PAGE.read_text(encoding="utf-8"))[-1][1]
    assert len(code.splitlines()) <= MOST_LINES


if __name__ == "__main__":
    shown = iter([prints for _, _, prints in printed()])
    renewed = BLOCK.sub(lambda block: f"{block[1]}{block['code']}{block[3]}{next(shown)}{block[5]}", PAGE.read_text())
    PAGE.write_text(renewed, encoding="utf-8")
