"""`feltherre rules`: the list, one entry of each kind, wrong ids, and the coverage."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from feltherre.cli import rules
from feltherre.core.errors import BadInput
from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from tiny_checkout import GAME, importable, lay_checkout

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs the command on Norway's ledger or on the tiny game with its code and tests."""
    root = lay_checkout(tmp_path)
    books = {
        "norway": rules.Book(load_ledger(directory_of("feltherre.games.norway") / "ledger.yaml"), "basic", GAME),
        GAME: rules.Book(load_ledger(root / "src" / GAME / "ledger.yaml"), "basic", GAME),
    }

    def find(game_id: str, lang: str) -> rules.Book:
        if game_id not in books:
            raise BadInput(f"no game {game_id}")
        return books[game_id]

    monkeypatch.setattr(rules, "find_book", find)
    monkeypatch.setenv("COLUMNS", "200")
    app = typer.Typer()
    app.command()(rules.rules_command)
    with importable(root):
        yield lambda *words: CliRunner().invoke(app, words)


def test_list_by_chapter(run: Run) -> None:
    result = run(GAME)
    assert result.exit_code == 0
    lines = [line.split() for line in result.output.splitlines()]
    assert ["Chapter", "2"] in lines
    assert ["1.4", "Who", "begins", "setting", "up"] in lines
    assert "Chapter 2" not in run(GAME, "--scope", "basic").output


def test_a_rule_with_all_that_belongs_to_it(run: Run) -> None:
    page = run(GAME, "1.4").output
    for said in (
        "Who begins  (setting up)",
        "Red has two men, blue has one.",
        "Two [men]?",
        "Said so.",
        "src/tinydice/setting_up.py:12  tinydice.setting_up.men_of",
        "tests/rules/tinydice/test_tinydice.py:20  test_tinydice.py::test_red_has_two_men",
    ):
        assert said in page


def test_a_rule_of_norway_has_its_ruling_procedure_and_examples(run: Run) -> None:
    page = run("norway", "4.2-7").output
    for said in (
        "Step 7, the sums are compared",
        "4.2-dice-8",
        "R13",
        "Question",
        "land-combat",
        "ex-1-combat",
        '"attacker_sum": 6',
    ):
        assert said in page


@pytest.mark.parametrize(
    ("entry_id", "said"),
    [
        ("R16", "retreat to the same area"),
        ("2.2", "black chip"),
        ("stack-count", "battalions = pieces + white_chips + 5 * black_chips"),
        ("ex-1-combat", '"attack_groups": [{"from": "Gjøvik"'),
    ],
)
def test_rulings_tables_procedures_and_examples_have_pages_too(run: Run, entry_id: str, said: str) -> None:
    result = run("norway", entry_id)
    assert result.exit_code == 0
    assert said in result.output


def test_every_table_and_procedure_of_norway_can_be_shown(run: Run) -> None:
    ledger = rules.find_book("norway", "en").ledger
    entries = [*ledger.tables, *ledger.procedures]
    assert len(entries) == 54
    assert [entry for entry in entries if run("norway", entry).exit_code != 0] == []


def test_an_unknown_id_is_refused_with_those_near_it(run: Run) -> None:
    result = run("norway", "land-comat")
    assert result.exit_code == 2
    assert "norway has no rule, ruling, table, procedure or example land-comat." in result.output
    assert "Did you mean land-combat" in result.output


@pytest.mark.parametrize("words", [("chess",), (GAME, "--scope", "expert"), (GAME, "1.1", "--coverage")])
def test_what_makes_no_sense_is_refused(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.output.strip()


def test_coverage_counts_the_scope_that_the_game_carries_out(run: Run) -> None:
    counted = json.loads(run(GAME, "--coverage", "--json").output)
    assert counted["game"] == GAME
    assert (counted["scope"], counted["rules"], counted["in_code"], counted["in_tests"]) == ("basic", 3, 3, 3)
    assert counted["missing"] == []


def test_coverage_of_the_whole_book_names_what_is_missing(run: Run) -> None:
    result = run(GAME, "--coverage", "--json", "--scope", "book")
    counted = json.loads(result.output)
    assert result.exit_code == 0
    assert (counted["scope"], counted["rules"]) == (None, 4)
    assert counted["missing"] == [{"id": "2-1", "title": "Surrender", "kind": "choice", "needs": ["code", "test"]}]
    page = run(GAME, "--coverage", "--scope", "book").output
    assert "One rule lacks something:" in page
    assert "needs code and a test" in page


def test_coverage_without_tests_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tests").rename(tmp_path / "elsewhere")
    assert json.loads(run(GAME, "--coverage", "--json").output)["in_tests"] is None
    assert "No tests were found" in run(GAME, "--coverage").output


def test_wrong_marks_are_told_and_end_in_failure(run: Run, tmp_path: Path) -> None:
    wrong = 'import pytest\n@pytest.mark.proves("9.9")\ndef test_it(): ...\n'
    (tmp_path / "tests" / "rules" / GAME / "test_wrong.py").write_text(wrong)
    result = run(GAME, "--coverage")
    assert result.exit_code == 1
    assert "proves names '9.9', which is no rule of the ledger" in result.output


def test_a_rule_as_json(run: Run) -> None:
    rule = json.loads(run(GAME, "1.1", "--json").output)
    assert (rule["id"], rule["kind"], rule["see"]) == ("1.1", "enforce", ["1.3"])
    assert rule["code"] == ["tinydice.combat.dice"]
    assert rule["tests"] == ["test_tinydice.py::test_at_most_three_dice"]
