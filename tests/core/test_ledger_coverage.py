"""Coverage of a ledger: marks in code and proofs in tests are counted, what is lacking is named."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feltherre.core.errors import BadInput
from feltherre.core.ledger import Coverage, counting, coverage, load_ledger, proofs
from tiny_checkout import COMBAT, GAME, importable, lay_checkout

Lay = Callable[..., Path]


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Lay]:
    """Lays the tiny checkout so that its package can be imported."""
    with importable(tmp_path):
        yield lambda files=None: lay_checkout(tmp_path, files)


def count(root: Path, scope: str | None) -> Coverage:
    return coverage(load_ledger(root / "src" / GAME / "ledger.yaml"), scope)


def test_a_complete_scope(lay: Lay) -> None:
    counted = count(lay(), "basic")
    assert (counted.rules, counted.in_code, counted.in_tests, counted.in_scope) == (3, 3, 3, 4)
    assert counted.missing == ()
    assert counted.errors == ()
    assert counted.tests == f"tests/rules/{GAME}"


def test_a_definition_needs_neither_code_nor_test_and_the_rest_needs_both(lay: Lay) -> None:
    counted = count(lay(), None)
    assert counted.rules == 4
    assert [(rule.id, rule.kind, rule.needs) for rule in counted.missing] == [("2-1", "choice", ("code", "test"))]
    assert [(chapter.chapter, chapter.rules, chapter.in_code) for chapter in counted.chapters] == [
        ("1", 3, 3),
        ("2", 1, 0),
    ]


def test_code_without_test_and_test_without_code(lay: Lay) -> None:
    tests = 'import pytest\n@pytest.mark.proves("1.1", "2-1")\ndef test_both(): ...\n'
    counted = count(lay({f"tests/rules/{GAME}/test_tinydice.py": tests}), None)
    assert {rule.id: rule.needs for rule in counted.missing} == {"1.2": ("test",), "1.4": ("test",), "2-1": ("code",)}


def test_marks_and_proofs_of_unknown_rules_are_errors(lay: Lay) -> None:
    files = {
        f"src/{GAME}/combat.py": COMBAT.replace('"1.1"', '"1.1", "9.9"'),
        f"tests/rules/{GAME}/test_more.py": 'import pytest\n@pytest.mark.proves("8.8")\ndef test_it(): ...\n',
    }
    errors = count(lay(files), "basic").errors
    assert len(errors) == 2
    assert "tinydice.combat.dice: @rule names '9.9', which is no rule of the ledger" in errors[0]
    assert errors[1] == "test_more.py::test_it (line 3): proves names '8.8', which is no rule of the ledger"


def test_a_rule_that_is_named_at_a_desk_or_in_a_row_counts_as_a_mark(lay: Lay) -> None:
    procedure = """
from msgspec import Struct
from feltherre.core.procedure import Desk, Row, Rows, procedure

SCHEMA = Rows(__name__, "SCHEMA", {"white-flag": Row(1, "2-1", "tinydice.ruling.flag")})

class Flag(Struct): pass

@procedure("surrender")
def surrender(flag: Flag, desk: Desk):
    desk.line("surrender", "1.3")
    def resolve(chance):
        desk.line("who-begins", "1.4")
        return {}
    return resolve
"""
    root = lay({f"src/{GAME}/surrender.py": procedure, f"src/{GAME}/setting_up.py": ""})
    assert [rule.needs for rule in count(root, None).missing] == [("test",)]
    marks = counting.find_marks(load_ledger(root / "src" / GAME / "ledger.yaml"), counting.package_of(GAME))
    assert {rule: [place.function for place in marks.code[rule]] for rule in ("2-1", "1.4", "1.3")} == {
        "2-1": ["tinydice.surrender.SCHEMA"],
        "1.4": ["tinydice.surrender.surrender"],
        "1.3": ["tinydice.surrender.surrender"],
    }


def test_a_module_that_cannot_be_imported_is_an_error(lay: Lay) -> None:
    errors = count(lay({f"src/{GAME}/broken.py": "import no_such_module\n"}), "basic").errors
    assert errors == (f"{GAME}.broken cannot be imported: ModuleNotFoundError: No module named 'no_such_module'",)


def test_marks_in_subpackages_count_and_main_modules_are_not_run(lay: Lay) -> None:
    marked = "from feltherre.core.marks import rule\n@rule('2-1')\ndef surrender(): ...\n"
    files = {
        f"src/{GAME}/deep/__init__.py": "",
        f"src/{GAME}/deep/surrender.py": marked,
        f"src/{GAME}/__main__.py": "raise SystemExit(3)\n",
    }
    counted = count(lay(files), None)
    assert counted.in_code == 4
    assert counted.errors == ()


def test_without_a_checkout_only_code_is_counted(tmp_path: Path, lay: Lay) -> None:
    root = lay()
    (root / "tests").rename(root / "elsewhere")
    counted = count(root, None)
    assert (counted.in_code, counted.in_tests, counted.tests) == (3, None, None)
    assert [(rule.id, rule.needs) for rule in counted.missing] == [("2-1", ("code",))]


def test_the_place_of_a_mark_is_known(lay: Lay) -> None:
    root = lay()
    marks = counting.find_marks(load_ledger(root / "src" / GAME / "ledger.yaml"), counting.package_of(GAME))
    (place,) = marks.code["1.1"]
    assert (place.function, place.line) == ("tinydice.combat.dice", 8)
    assert marks.within_checkout(Path(place.file)) == "src/tinydice/combat.py"
    assert proofs.find_tests(root / "src" / GAME, "othergame") is None


def test_a_game_without_package_is_refused() -> None:
    with pytest.raises(BadInput, match="no package for the game 'nosuchgame'"):
        counting.package_of("nosuchgame")


PROOFS = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.proves("module"), pytest.mark.slow]
RULES = ("a", "b")

@mark.proves("alone")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.proves("param"))])
def test_function(x): ...

@pytest.mark.proves("no-test")
def helper(): ...

@pytest.mark.proves("class")
class TestClass:
    pytestmark = pytest.mark.proves("own")

    @pytest.mark.proves("class", "method")
    async def test_method(self): ...

@cases("x y", ("row-1 row-2", 1, 2), ("row-3", "no rule", 3), ("", 0, 0))
def test_rows(x, y): ...

@pytest.mark.proves(*RULES)
def test_not_written_out(): ...

@cases("x", (RULES, 1), *MORE)
def test_rows_not_written_out(x): ...
"""


def test_proofs_are_read_from_functions_classes_and_modules(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(PROOFS)
    (tmp_path / "test_broken.py").write_text("def test_(:\n")
    claims = proofs.read_proofs(tmp_path)
    found: dict[str, list[str]] = {}
    for proof in claims.proofs:
        found.setdefault(proof.test, []).append(proof.rule)
    assert found == {
        "test_it.py::test_function": ["module", "alone", "param"],
        "test_it.py::TestClass::test_method": ["module", "class", "own", "method"],
        "test_it.py::test_rows": ["module", "row-1", "row-2", "row-3"],
        "test_it.py::test_not_written_out": ["module"],
        "test_it.py::test_rows_not_written_out": ["module"],
    }
    assert claims.errors[0].startswith("test_broken.py:1: ")
    assert claims.errors[1:] == (
        "test_it.py:25: proves(...) takes rule ids written out as texts",
        "test_it.py:28: cases(...) takes rule ids written out as texts",
        "test_it.py:28: cases(...) takes rule ids written out as texts",
    )
