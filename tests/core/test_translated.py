"""A ledger read in another language: what is translated, what stays English, and what code reads."""

from feltherre.core.ledger import read_ledger
from feltherre.core.ledger.translated import column_words, english, has_words, translated
from feltherre.server.rulebook import cell_words

LEDGER = read_ledger("""
game: tiny
title: A tiny game
rules:
  - {id: 1-1, title: Weather, text: A die is thrown., kind: enforce}
  - {id: 1-2, title: Storm, text: Nobody lands., kind: enforce}
tables:
  - {id: W, title: Weather table, note: One die., columns: [die, weather, key], rows: [[1, storm, a_storm], [2, A2, b]]}
rulings:
  - {id: R1, rules: [1-1], question: Which die?, decision: Six-sided., why: No other is named.}
play_aid: {tables: [W], without: [key]}
""")
WORDS = {
    "1-1.title": "Vær",
    "R1.decision": "Seks sider.",
    "table:W.title": "Værtabell",
    "column:weather": "vær",
    "cell:storm": "uvær",
}


def test_what_is_translated_stands_in_its_place_and_the_rest_in_english() -> None:
    read = translated(LEDGER, WORDS)
    assert (read.rules["1-1"].title, read.rules["1-1"].text) == ("Vær", "A die is thrown.")
    assert read.rules["1-2"] == LEDGER.rules["1-2"]
    assert (read.rulings["R1"].question, read.rulings["R1"].decision) == ("Which die?", "Seks sider.")
    table = read.tables["W"]
    assert (table.title, table.columns) == ("Værtabell", ("die", "vær", "key"))
    assert table.rows == ((1, "uvær", "a_storm"), (2, "A2", "b"))
    assert LEDGER.tables["W"].rows[0][1] == "storm"


def test_a_translator_is_given_all_that_is_read_and_no_codes() -> None:
    assert english(LEDGER) == {
        "1-1.title": "Weather",
        "1-1.text": "A die is thrown.",
        "1-2.title": "Storm",
        "1-2.text": "Nobody lands.",
        "R1.question": "Which die?",
        "R1.decision": "Six-sided.",
        "R1.why": "No other is named.",
        "table:W.title": "Weather table",
        "column:die": "die",
        "column:weather": "weather",
        "cell:storm": "storm",
    }
    assert [text for text in ("storm", "A2-F1", ">=7", "FER", "Land") if has_words(text)] == ["storm", "Land"]


def test_headings_as_they_stand_in_a_printed_table() -> None:
    assert [column_words(column) for column in ("movement_cost", 6, "r15", "die")] == [
        "movement cost",
        "6",
        "15",
        "die",
    ]


def test_cells_as_they_stand_in_a_printed_table() -> None:
    cells = (None, True, False, 3, [5, 6], {"horses": 2}, "steep_hill")
    assert [cell_words(cell) for cell in cells] == ["", "✓", "", "3", "5, 6", "2 horses", "steep hill"]
    assert (cell_words(0.25), cell_words(0.25, "da"), cell_words("06.03.1", "da")) == ("0.25", "0,25", "06.03.1")
