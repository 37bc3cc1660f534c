"""The combat tables: the ledger's own, and a club's in their place (R30, R36)."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from feltherre.core.datafile import DamagedFile, read_tree
from feltherre.core.errors import Illegal
from feltherre.games.winterwar.procedures import ASKS, PROCEDURES
from feltherre.games.winterwar.procedures.aftermath import apply_result
from feltherre.games.winterwar.procedures.combat import AirOutcome, air_combat, air_outcome, ground_combat
from feltherre.games.winterwar.tables import AirCode, default_tables, parse_air, parse_ground, read_tables
from feltherre.hexgame.results import Code, Part
from feltherre.umpire import desk
from feltherre.umpire.asking import questions

PAGE = Path(__file__).parents[3] / "docs" / "games" / "winterwar-tables.md"


def club_tables() -> dict[str, Any]:
    """The example of the page about tables."""
    found = re.search(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    data: dict[str, Any] = yaml.safe_load(found[1])
    return data


def test_the_ledgers_tables_are_the_default_and_say_that_they_are_reconstructed() -> None:
    tables = default_tables()
    assert (len(tables.ground.headings), len(tables.ground.row_headings)) == (9, 8)
    assert (len(tables.air.headings), len(tables.air.row_headings)) == (7, 6)
    assert tables.ground_data.provenance == tables.air_data.provenance == "reconstructed"


def test_the_ground_table_is_diagonal() -> None:
    """One column to the right is one on the die (R26)."""
    cells = default_tables().ground.cells
    for row in range(len(cells) - 1):
        assert cells[row][1:] == cells[row + 1][:-1]


def test_the_air_table_is_symmetrical() -> None:
    """Swapping the sides and reading 7 less the die gives the mirrored result (R36)."""
    mirror = str.maketrans("AF", "FA")
    cells = default_tables().air.cells
    for row, opposite in zip(cells, reversed(cells), strict=True):
        assert list(row) == [code.translate(mirror) for code in reversed(opposite)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A1", Code(Part(1))),
        ("A1-F1R", Code(Part(1), Part(1, retreats=True))),
        ("FER", Code(defender=Part(everyone=True, retreats=True))),
        ("AR", Code(Part(retreats=True))),
        ("A1R", Code(Part(1, retreats=True))),
        ("F12", Code(defender=Part(12))),
        ("A0", Code()),
    ],
)
def test_results_are_read_letter_by_letter(text: str, code: Code) -> None:
    assert parse_ground(text) == code


@pytest.mark.parametrize("text", ["", "A", "R", "1", "B1", "A1F1", "A1-", "A1-A2", "a1", "ERF", "H", "S", "A1-F1-F2"])
def test_what_is_no_ground_result(text: str) -> None:
    assert parse_ground(text) is None


def test_only_the_air_table_knows_half_and_stop() -> None:
    assert parse_air("H") == AirCode(half=True)
    assert parse_air("S") == AirCode(stop=True)
    assert parse_air("X") is None


def test_a_clubs_tables_are_used_in_place_of_the_ledgers() -> None:
    tables = read_tables(club_tables(), "club.yaml")
    combat = ground_combat.under(table=tables.ground)
    given = {
        "attack_values": [4],
        "defence_supplied": [4],
        "terrain": "forest",
        "attacker_winter": True,
        "defender_winter": True,
        "attacker_ski": False,
        "dice": [2],
    }
    answer = desk.run(combat, given)
    assert answer["outputs"]["result"] == "A1R"
    assert [line["text"] for line in answer["explanation"]][-2:] == [
        "One attacking unit takes a loss.",
        "The attacking units that are left retreat one hex.",
    ]
    apply = apply_result.under(table=tables.ground)
    unit = {"id": "FI-4D", "face": "front", "has_back": True}
    outputs = desk.run(apply, {"result": "A1R", "side": "A", "units": [unit], "chosen": ["FI-4D"]})["outputs"]
    assert outputs == {"flipped": ["FI-4D"], "removed": [], "retreat": True}
    air = desk.run(air_combat.under(table=tables.air), {"attackers": [1, 1], "defenders": [2], "dice": [1]})["outputs"]
    assert (air["result"], air["attackers_lost"], air["defenders_lost"], air["attackers_home"]) == (
        "A1-F1",
        1,
        1,
        False,
    )


def test_a_result_of_another_table_is_none_of_this_one() -> None:
    given = {"side": "A", "units": [], "chosen": []}
    assert desk.run(apply_result.under(table=read_tables(club_tables(), "club.yaml").ground), {"result": "AE", **given})
    with pytest.raises(Illegal) as refused:
        desk.run(apply_result, {"result": "A1R", **given})
    assert refused.value.rule == "1.5-b"


def test_numbers_in_an_air_table_count_air_units() -> None:
    assert air_outcome("A1R", 3, 2) == AirOutcome(1, 0, True, False)
    assert air_outcome("A2-F5", 3, 2) == AirOutcome(2, 2, False, False)
    with pytest.raises(Illegal):
        air_outcome("B1", 1, 1)


def test_a_table_that_is_left_out_is_the_ledgers(tmp_path: Path) -> None:
    data = club_tables()
    del data["tables"][0]
    file = tmp_path / "house.yaml"
    file.write_text(yaml.safe_dump(data), encoding="utf-8")
    tables = read_tables(read_tree(file), file.name)
    assert tables.ground.cells == default_tables().ground.cells
    assert tables.air.headings == ("<=-1", "0", ">=+1")


def damaged(change: Any) -> str:
    data = copy.deepcopy(club_tables())
    change(data["tables"])
    with pytest.raises(DamagedFile) as refused:
        read_tables(data, "house.yaml")
    return str(refused.value)


def put(table: int, field: str, value: Any) -> Any:
    return lambda tables: tables[table].__setitem__(field, value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda t: t[0]["rows"][2].__setitem__(1, "B2"),
            "house.yaml: table 1.5: row 3: 'B2' is no result of this table",
        ),
        (lambda t: t[0]["rows"][2].__setitem__(1, "H"), "table 1.5: row 3: 'H' is no result"),
        (lambda t: t[1]["rows"][0].__setitem__(1, "E"), "table 1.6: row 1: 'E' is no result"),
        (lambda t: t[0]["rows"][2].pop(), "table 1.5: row 3 has 4 results for 5 columns"),
        (lambda t: t[0]["rows"].pop(2), "table 1.5: nothing is said of 3"),
        (lambda t: t[1]["rows"].pop(), "table 1.6: nothing is said of 6"),
        (lambda t: t[1]["rows"].pop(0), "table 1.6: nothing is said of 1"),
        (lambda t: t[0]["rows"].append([]), "table 1.5: has no columns, no rows, or an empty row"),
        (put(0, "rows", []), "table 1.5: has no columns, no rows, or an empty row"),
        (put(0, "columns", ["die", "0", "1", "2", "3", "4"]), "table 1.5: its columns must be odds"),
        (put(1, "columns", ["die", "1-2", "1-1", "2-1"]), "table 1.6: its columns must be differences"),
        (put(0, "columns", ["die", "1-1", "1-2", "2-1", "3-1", "4-1"]), "table 1.5: column 1-2 does not follow 1-1"),
        (put(0, "columns", ["die", "1-2", "1-1", "2-1", "3-1", "4-0"]), "table 1.5: odds against nothing"),
        (put(0, "id", "1.4"), "table 1.4: cannot be replaced; only 1.5 and 1.6 can"),
        (put(1, "id", "1.5"), "table 1.5: is there twice"),
        (put(1, "colums", []), "table 1.6: Object contains unknown field `colums`"),
        (lambda t: t.clear(), "house.yaml: has no list of tables"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_fault(change: Any, fault: str) -> None:
    assert fault in damaged(change)


@pytest.mark.parametrize("tree", [None, [], {"tables": "1.5"}, {"table": []}])
def test_a_file_without_tables_is_refused(tree: Any) -> None:
    with pytest.raises(DamagedFile):
        read_tables(tree, "house.yaml")


def test_an_entry_that_is_no_table_is_refused() -> None:
    with pytest.raises(DamagedFile, match="table 1: "):
        read_tables({"tables": ["1.5"]}, "house.yaml")


@pytest.mark.parametrize(
    ("procedure", "usual"),
    [
        ("combat-lookup", {"table": "1.5", "modifier": 0}),
        (
            "winner",
            {f"{what}_{side}": 0 for what in ("units_destroyed_by", "towns") for side in ("finland", "soviet")}
            | {"finland_points": 0, "soviet_points": 0},
        ),
    ],
)
def test_what_the_desk_takes_as_usual_adds_nothing(procedure: str, usual: dict[str, Any]) -> None:
    asked = {question.name: question for question in questions(PROCEDURES[procedure], None, ASKS[procedure])}
    assert {name: asked[name].default for name in usual} == usual
