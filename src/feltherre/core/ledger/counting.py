"""How much of a ledger is carried out by code and proved by tests: counts the marks of both."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.ledger.model import Ledger, Rule
from feltherre.core.ledger.proofs import Claims, Proof, find_tests, read_proofs
from feltherre.core.marks import MARKED, MARKED_CODE, at_desk, game_of

GAMES = "feltherre.games"


class Unproven(Struct, frozen=True):
    """A rule that lacks something: `needs` is "code", "test" or both."""

    id: str
    title: str
    kind: str
    needs: tuple[str, ...]


class Chapter(Struct, frozen=True):
    """The count of one chapter."""

    chapter: str
    rules: int
    in_code: int
    #: None: no tests to look at
    in_tests: int | None


class Coverage(Struct, frozen=True):
    """How many rules need code and a test (kinds enforce, choice, umpire, setup), and how many have each."""

    game: str
    scope: str | None
    rules: int
    in_code: int
    in_tests: int | None
    missing: tuple[Unproven, ...]
    chapters: tuple[Chapter, ...]
    #: all rules of the scope, definitions and the like included
    in_scope: int
    #: where the tests were found in the checkout of the repository; None: there is none
    tests: str | None
    #: marks that name no rule, modules that cannot be imported
    errors: tuple[str, ...]


class Place(Struct, frozen=True):
    """Where a rule is carried out."""

    function: str
    file: str
    line: int


class Marks(Struct, frozen=True):
    """All marks of one game: rule -> code, rule -> tests."""

    code: dict[str, tuple[Place, ...]]
    #: None: there is no tests directory
    proofs: dict[str, tuple[Proof, ...]] | None
    tests: Path | None
    errors: tuple[str, ...]

    def within_checkout(self, path: Path) -> str:
        """A path as a person in the checkout writes it."""
        root = self.tests.parents[2] if self.tests else path.parent
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def coverage(
    ledger: Ledger, scope: str | None = None, *, package: str | None = None, tests: Path | None = None
) -> Coverage:
    """Count the rules of a scope (None: the whole book) that code carries out and tests prove."""
    marks = find_marks(ledger, package or package_of(ledger.game), tests)
    rules = ledger.rules_in_scope(scope)
    proven = [rule for rule in rules if rule.needs_proof]
    return Coverage(
        game=ledger.game,
        scope=scope,
        rules=len(proven),
        in_code=_count(proven, marks.code),
        in_tests=None if marks.proofs is None else _count(proven, marks.proofs),
        missing=tuple(_missing(proven, marks)),
        chapters=tuple(_chapters(proven, marks)),
        in_scope=len(rules),
        tests=marks.within_checkout(marks.tests) if marks.tests else None,
        errors=(*marks.errors, *unknown_marks(ledger, marks)),
    )


def find_marks(ledger: Ledger, package: str, tests: Path | None = None) -> Marks:
    """Import every module of a game's package for its marks, and read the tests of the checkout it lies in."""
    errors = tuple(import_all(package))
    directory = tests or find_tests(directory_of(package), ledger.game)
    claims = read_proofs(directory) if directory else Claims((), ())
    proofs: dict[str, tuple[Proof, ...]] = {}
    for proof in claims.proofs:
        proofs[proof.rule] = (*proofs.get(proof.rule, ()), proof)
    code = _code_marks(package)
    for rule, place in _desk_marks(package, ledger.rules):
        code[rule] = (*code.get(rule, ()), place)
    return Marks(code, proofs if directory else None, directory, errors + claims.errors)


def unknown_marks(ledger: Ledger, marks: Marks) -> Iterator[str]:
    """Marks and proofs of rules that the ledger does not have."""
    for rule, places in marks.code.items():
        if rule not in ledger.rules:
            where = ", ".join(f"{place.file}:{place.line} {place.function}" for place in places)
            yield f"{where}: @rule names {rule!r}, which is no rule of the ledger"
    for rule, proofs in (marks.proofs or {}).items():
        if rule not in ledger.rules:
            where = ", ".join(f"{proof.test} (line {proof.line})" for proof in proofs)
            yield f"{where}: proves names {rule!r}, which is no rule of the ledger"


def package_of(game: str) -> str:
    """The package of a game of this repository, or of a club's own that is named after its game."""
    for package in (f"{GAMES}.{game}", game):
        if find_spec(package) is not None:
            return package
    raise BadInput(f"there is no package for the game {game!r}")


def directory_of(package: str) -> Path:
    """Where a package lies on the disk."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise BadInput(f"{package} is no package that can be imported")
    return Path(next(iter(spec.submodule_search_locations)))


def import_all(package: str) -> Iterator[str]:
    """Import every module of a package, so that its marks are made; says which could not be."""
    root = import_module(package)
    names = [info.name for info in walk_packages(root.__path__, package + ".", onerror=lambda name: None)]
    for name in names:
        if name.endswith(".__main__"):
            continue
        try:
            import_module(name)
        except Exception as error:
            yield f"{name} cannot be imported: {type(error).__name__}: {error}"


def _code_marks(package: str) -> dict[str, tuple[Place, ...]]:
    game = game_of(package + ".module")
    lines = {
        (pair, code.co_qualname): (code.co_filename, code.co_firstlineno)
        for code, pairs in MARKED_CODE.items()
        for pair in pairs
    }
    found: dict[str, tuple[Place, ...]] = {}
    for pair, names in MARKED.items():
        if pair[0] == game:
            places = (_place(name, pair, lines) for name in dict.fromkeys(names))
            found[pair[1]] = tuple(places)
    return found


def _desk_marks(package: str, rules: Collection[str]) -> Iterator[tuple[str, Place]]:
    """The rules that are written in functions which work at a desk."""
    for function, strings in at_desk(package):
        code = function.__code__
        place = Place(f"{function.__module__}.{function.__qualname__}", code.co_filename, code.co_firstlineno)
        yield from ((rule, place) for rule in sorted(strings) if rule in rules)


def _place(name: str, pair: tuple[str, str], lines: dict[tuple[tuple[str, str], str], tuple[str, int]]) -> Place:
    """MARKED has the function with its module, MARKED_CODE the file and line."""
    by_name = (lines[known] for known in lines if known[0] == pair and name.endswith("." + known[1]))
    file, line = next(by_name, ("", 0))
    return Place(name, file, line)


def _count(rules: Collection[Rule], marked: Collection[str]) -> int:
    return sum(rule.id in marked for rule in rules)


def _missing(rules: Collection[Rule], marks: Marks) -> Iterator[Unproven]:
    for rule in rules:
        needs = ["code"] if rule.id not in marks.code else []
        if marks.proofs is not None and rule.id not in marks.proofs:
            needs.append("test")
        if needs:
            yield Unproven(rule.id, rule.title, rule.kind, tuple(needs))


def _chapters(rules: Collection[Rule], marks: Marks) -> Iterator[Chapter]:
    for chapter in dict.fromkeys(rule.chapter for rule in rules):
        own = [rule for rule in rules if rule.chapter == chapter]
        in_tests = None if marks.proofs is None else _count(own, marks.proofs)
        yield Chapter(chapter, len(own), _count(own, marks.code), in_tests)
