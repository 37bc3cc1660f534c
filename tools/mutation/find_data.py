"""Finds the numbers of a game's data files that the rules read, as its `data/mutants.yaml` lists them.

The list names files and key paths (`play_decks.*.cards.*.count`; `*` is anything). An element of a list goes by its id
or name, or by its number. `skip_modules` lists modules whose constants no rule reads; computer players need not be
named. `ledger_tables` names the tables of the ledger that the rules read (`[1.5, town-values]`, or `all`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import yaml
from msgspec import Struct

from feltherre.core.datafile import LOADER
from mutation.mutant import Mutant

INTEGER = "tag:yaml.org,2002:int"
LEDGER = "ledger.yaml"
ALL = ("all",)
NAMES = ("id", "name", "class")


class DataList(Struct, frozen=True):
    """What `mutants.yaml` says."""

    files: dict[str, tuple[str, ...]]
    skip_modules: tuple[str, ...] = ()
    ledger_tables: tuple[str, ...] = ()


def read_list(directory: Path) -> DataList:
    """The list of a game; a game without one has no data that the rules read."""
    file = directory / "data" / "mutants.yaml"
    if not file.exists():
        return DataList({})
    raw = yaml.safe_load(file.read_text(encoding="utf-8"))
    skip, tables = tuple(raw.pop("skip_modules", ())), raw.pop("ledger_tables", ())
    named = ALL if tables == ALL[0] else tuple(map(str, tables))
    return DataList({name: tuple(paths) for name, paths in raw.items()}, skip, named)


def data_mutants(directory: Path, listed: DataList, second_stage: bool) -> Iterator[Mutant]:
    """Mutants of each number under the listed paths; a path under which there is none is an error."""
    for name, patterns in listed.files.items():
        file = directory / "data" / name
        numbers = list(_numbers(yaml.compose(file.read_text(encoding="utf-8"), yaml.SafeLoader), ()))
        for pattern in patterns:
            if not any(fnmatchcase(path, pattern) for path, _ in numbers):
                raise SystemExit(f"{directory / 'data' / 'mutants.yaml'}: {name} has no number under {pattern}")
        for path, node in numbers:
            if any(fnmatchcase(path, pattern) for pattern in patterns):
                yield from _mutants(file, path, node, second_stage)


def ledger_mutants(directory: Path, listed: DataList, second_stage: bool) -> Iterator[Mutant]:
    """Mutants of each number in the listed tables of the ledger, `tables.XV.removed_1.value`. A row that names its rule
    must be noticed by a test that proves this rule."""
    if not listed.ledger_tables:
        return
    file = directory / LEDGER
    tree = yaml.compose(file.read_text(encoding="utf-8"), LOADER)
    tables = {table["id"].value: table for table in map(_fields, _fields(tree)["tables"].value)}
    if gone := sorted(set(listed.ledger_tables) - set(tables) - set(ALL)):
        raise SystemExit(f"{directory / 'data' / 'mutants.yaml'}: the ledger has no table {', '.join(gone)}")
    for name, table in tables.items():
        if listed.ledger_tables == ALL or name in listed.ledger_tables:
            columns = [column.value for column in table["columns"].value]
            for row in table["rows"].value:
                cells = dict(zip(columns, row.value, strict=True))
                path = f"tables.{name}.{cells.get('key', row.value[0]).value}"
                rules = (cells["rule"].value,) if "rule" in cells and cells["rule"].value != "null" else ()
                for column, cell in cells.items():
                    for where, number in _numbers(cell, (path, column)):
                        yield from _mutants(file, where, number, second_stage, rules)


def _fields(node: yaml.Node) -> dict[str, yaml.Node]:
    return {key.value: value for key, value in node.value}


def _mutants(
    file: Path, path: str, node: yaml.ScalarNode, second_stage: bool, rules: tuple[str, ...] = ()
) -> Iterator[Mutant]:
    value = int(node.value)
    for new in (value + 1, value - 1) if second_stage else (value + 1,):
        yield Mutant(file, node.start_mark.index, node.end_mark.index, node.value, str(new), path, rules)


def _numbers(node: yaml.Node | None, path: tuple[str, ...]) -> Iterator[tuple[str, yaml.ScalarNode]]:
    match node:
        case yaml.ScalarNode(tag=tag) if tag == INTEGER:
            yield ".".join(path), node
        case yaml.MappingNode():
            for key, value in node.value:
                yield from _numbers(value, (*path, str(key.value)))
        case yaml.SequenceNode():
            for number, element in enumerate(node.value):
                yield from _numbers(element, (*path, _name(element) or str(number)))


def _name(element: yaml.Node) -> str | None:
    if not isinstance(element, yaml.MappingNode):
        return None
    names = {key.value: value.value for key, value in element.value if key.value in NAMES and value.id == "scalar"}
    return next((names[name] for name in NAMES if name in names), None)
