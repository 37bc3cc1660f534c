"""Which rules the tests say they prove, read from their source without running them.

`@pytest.mark.proves("4.2-7")`, or the first cell of a row of `@cases("terrain value", ("1.4-b", "marsh", -1), ...)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

MARK = "proves"
CASES = "cases"


class Proof(Struct, frozen=True):
    """A test that says it proves a rule."""

    rule: str
    #: as pytest names it, from the tests directory on: `test_combat.py::TestDice::test_cap`
    test: str
    line: int


class Claims(Struct, frozen=True):
    """What was found in a directory of tests, and the marks that could not be read."""

    proofs: tuple[Proof, ...]
    errors: tuple[str, ...]


def find_tests(start: Path, game: str) -> Path | None:
    """The checkout's `tests/rules/<game>`, from any directory inside it; None where only the package is installed."""
    for directory in (start, *start.parents):
        found = directory / "tests" / "rules" / game
        if found.is_dir():
            return found
    return None


def read_proofs(directory: Path) -> Claims:
    """All proofs in the test files below a directory."""
    reader = _Reader(directory)
    for file in sorted(directory.rglob("*.py")):
        reader.read(file)
    return Claims(tuple(reader.proofs), tuple(reader.errors))


class _Reader:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.file = ""
        self.proofs: list[Proof] = []
        self.errors: list[str] = []

    def read(self, file: Path) -> None:
        self.file = file.relative_to(self.directory).as_posix()
        try:
            module = ast.parse(file.read_text(encoding="utf-8"))
        except SyntaxError as error:
            self.errors.append(f"{self.file}:{error.lineno}: {error.msg}")
            return
        self.body(module.body, (self.file,), self.own_marks(module.body))

    def body(self, statements: Iterable[ast.stmt], path: tuple[str, ...], inherited: tuple[str, ...]) -> None:
        """The tests of a module or class; they inherit its marks."""
        for statement in statements:
            match statement:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test"):
                    test = "::".join((*path, name))
                    claimed = inherited + self.rules(statement.decorator_list)
                    self.proofs += [Proof(rule, test, statement.lineno) for rule in dict.fromkeys(claimed)]
                case ast.ClassDef(name=name):
                    rules = self.rules(statement.decorator_list) + self.own_marks(statement.body)
                    self.body(statement.body, (*path, name), inherited + rules)

    def own_marks(self, statements: Iterable[ast.stmt]) -> tuple[str, ...]:
        """`pytestmark = pytest.mark.proves(...)`, or a list with it."""
        found: list[ast.expr] = []
        for statement in statements:
            match statement:
                case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                    found.append(value)
                case ast.AnnAssign(target=ast.Name(id="pytestmark"), value=ast.expr() as value):
                    found.append(value)
        return self.rules(found)

    def rules(self, expressions: Iterable[ast.expr]) -> tuple[str, ...]:
        return tuple(rule for expression in expressions for call in _calls(expression) for rule in self.names(call))

    def names(self, call: ast.Call) -> Iterator[str]:
        arguments = call.args if _name(call) == MARK else _first_cells(call)
        for argument in arguments:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from argument.value.split()
            else:
                self.errors.append(f"{self.file}:{call.lineno}: {_name(call)}(...) takes rule ids written out as texts")


def _calls(expression: ast.expr) -> Iterator[ast.Call]:
    """`pytest.mark.proves(...)` or `cases(...)` anywhere in a decorator (also `marks=` of a pytest.param)."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and _name(node) in (MARK, CASES):
            yield node


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _first_cells(call: ast.Call) -> list[ast.expr]:
    """The rules of each row; a row that is no tuple is given as it is, and found fault with."""
    return [row.elts[0] if isinstance(row, ast.Tuple) and row.elts else row for row in call.args[1:]]
