"""Combat tables that replace the reconstructed ones: by option, and by an umpire's edit."""

import re
from pathlib import Path

import pytest

from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.replay import verify
from feltherre.games.winterwar.edits import ReplaceTables
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.tables import default_tables, sibling_ground_table, tables_of

SEATS = (Seat("Anna", ("finland",)), Seat("Bo", ("soviet",)))
PAGE = Path(__file__).parents[3] / "docs" / "games" / "winterwar-tables.md"
HOUSE = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]


def test_a_game_can_be_made_with_the_table_of_2023() -> None:
    match = Match(GAME, Setup(SEATS, options={"tables": "2023"}))
    used = tables_of(match.state.rules.tables)
    assert used.ground.cells == sibling_ground_table().cells
    assert used.air.cells == default_tables().air.cells


def test_an_umpire_replaces_them_in_the_middle_of_a_game_and_the_record_needs_no_file() -> None:
    lines: list[bytes] = []
    match = Match(GAME, Setup(SEATS, umpire=True), journal=lines.append)
    match.override(ReplaceTables(HOUSE), "the club's own")
    assert tables_of(match.state.rules.tables).ground.headings == ("<=1-2", "1-1", "2-1", "3-1", ">=4-1")
    match.override(ReplaceTables(""), "back again")
    assert tables_of(match.state.rules.tables) is default_tables()
    match.end("unfinished")
    assert verify(b"".join(lines)).lines == len(lines)


@pytest.mark.parametrize(
    "text",
    ["no tables at all", "tables: [", "tables:\n - {id: '1.5', columns: [die, '1-1'], rows: [[1, B2]]}", "tables: [1]"],
)
def test_a_text_that_cannot_be_used_is_refused_and_changes_nothing(text: str) -> None:
    match = Match(GAME, Setup(SEATS, umpire=True))
    before = match.state.rules
    with pytest.raises(Illegal):
        match.override(ReplaceTables(text), "try")
    assert match.state.rules == before
