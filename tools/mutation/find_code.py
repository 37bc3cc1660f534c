"""Finds the numbers in marked functions and in the tables (module constants) of a game's package."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Collection, Iterable, Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path
from types import CodeType

from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of, package_of
from feltherre.core.marks import MARKED_CODE, at_desk
from mutation.mutant import Mutant

#: what each comparison becomes in the second stage
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}

#: where a game has its computer players: what they weigh is no rule
PLAYERS = "players/"

#: the code of each function in which mutants were found, with the rules it carries out
CARRYING: dict[CodeType, tuple[str, ...]] = {}


class Source:
    """The text of a module, with places as Python's syntax tree gives them (line, and column in bytes)."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.text = file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.lines = self.text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def place(self, line: int, byte_column: int) -> int:
        before = self.lines[line - 1].encode()[:byte_column].decode()
        return self.starts[line - 1] + len(before)

    def span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)


def function_mutants(game: str, directory: Path, second_stage: bool) -> Iterator[Mutant]:
    """Mutants of every function marked with a rule of the game, or that works at a desk and names rules there."""
    sources: dict[str, Source] = {}
    CARRYING.update(codes_with_rules(game))
    for code, rules in CARRYING.items():
        if not Path(code.co_filename).is_relative_to(directory):
            continue
        if code.co_filename not in sources:
            sources[code.co_filename] = Source(Path(code.co_filename))
        source = sources[code.co_filename]
        function = find_function(source.tree, code)
        for mutant in _in_nodes(source, function.body, code.co_qualname, second_stage):
            yield _with(mutant, rules, quick=True)
        defaults = [*function.args.defaults, *(d for d in function.args.kw_defaults if d is not None)]
        for mutant in _in_nodes(source, defaults, code.co_qualname, second_stage):
            yield _with(mutant, rules, quick=False)


def codes_with_rules(game: str) -> dict[CodeType, tuple[str, ...]]:
    """The code of each function that carries out rules of the game, with those rules."""
    found = {code: tuple(rule for owner, rule in pairs if owner == game) for code, pairs in MARKED_CODE.items()}
    package = package_of(game)
    ledger = load_ledger(directory_of(package) / "ledger.yaml")
    for function, strings in at_desk(package):
        named = [rule for rule in ledger.rules if rule in strings]
        found[function.__code__] = tuple(dict.fromkeys((*found.get(function.__code__, ()), *named)))
    return {code: rules for code, rules in found.items() if rules}


def table_mutants(directory: Path, skipped: Collection[str], second_stage: bool) -> Iterator[Mutant]:
    """Mutants of the constants of every module, save those that no rule reads: what computer players weigh, and the
    modules `skipped`. One of these that is not there is an error, lest it hide another of its name later."""
    files = {file.relative_to(directory).as_posix(): file for file in sorted(directory.rglob("*.py"))}
    if gone := sorted(set(skipped) - set(files)):
        raise SystemExit(f"{directory / 'data' / 'mutants.yaml'}: there is no module {', '.join(gone)}")
    for name, file in files.items():
        if name in skipped or name.startswith(PLAYERS):
            continue
        source = Source(file)
        for statement in source.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.lstrip("_").isupper():
                    yield from _in_nodes(source, [value], name, second_stage)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name.lstrip("_").isupper():
                    yield from _in_nodes(source, [value], name, second_stage)


def find_function(tree: ast.Module, code: CodeType) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """The definition that a code object was made from; a code's first line is that of its first decorator."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    raise LookupError(f"{code.co_filename}:{code.co_firstlineno} {code.co_qualname} is not in the file any more")


def mutated_code(mutant: Mutant, code: CodeType) -> CodeType:
    """The code of a function after the change."""
    module = compile(mutant.mutated, code.co_filename, "exec", dont_inherit=True)
    for found in _codes(module):
        if (found.co_qualname, found.co_firstlineno) == (code.co_qualname, code.co_firstlineno):
            return found
    raise LookupError(code.co_qualname)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _with(mutant: Mutant, rules: tuple[str, ...], quick: bool) -> Mutant:
    return Mutant(mutant.file, mutant.start, mutant.end, mutant.old, mutant.new, mutant.where, rules, quick)


def _in_nodes(source: Source, nodes: Iterable[ast.AST], where: str, second_stage: bool) -> Iterator[Mutant]:
    for top in nodes:
        for node in _read_by_rules(top):
            if isinstance(node, ast.Constant) and type(node.value) is int:
                yield from _numbers(source, node, node.value, where, second_stage)
            elif second_stage and isinstance(node, ast.Compare):
                yield from _comparisons(source, node, where)


def _read_by_rules(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it, without annotations and the texts that are only shown."""
    if isinstance(node, ast.JoinedStr):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _read_by_rules(child)


def _numbers(source: Source, node: ast.Constant, value: int, where: str, second_stage: bool) -> Iterator[Mutant]:
    start, end = source.span(node)
    for new in (value + 1, value - 1) if second_stage else (value + 1,):
        written = str(new) if new >= 0 else f"({new})"
        yield Mutant(source.file, start, end, source.text[start:end], written, where)


def _comparisons(source: Source, node: ast.Compare, where: str) -> Iterator[Mutant]:
    """The sign stands somewhere between the two sides, perhaps beside a bracket or a comment."""
    sides = [node.left, *node.comparators]
    for left, right in pairwise(sides):
        start, end = source.span(left)[1], source.span(right)[0]
        for offset, sign in _signs(source.text[start:end]):
            at = start + offset
            yield Mutant(source.file, at, at + len(sign), sign, COMPARISONS[sign], where)


def _signs(between: str) -> Iterator[tuple[int, str]]:
    # Brackets around it keep the tokenizer from seeing ends of lines; those left open are of no account.
    tokens = tokenize.generate_tokens(StringIO("(" + between.replace("(", " ").replace(")", " ") + ")").readline)
    starts = [0]
    for line in between.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for token in tokens:
        if token.string in COMPARISONS:
            row, column = token.start
            yield starts[row - 1] + column - (1 if row == 1 else 0), token.string
