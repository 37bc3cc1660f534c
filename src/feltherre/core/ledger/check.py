"""What must hold within a ledger: what is named exists, tables are rectangular, examples fit their procedures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec import UNSET, Struct

from feltherre.core.ledger.model import KINDS, Example, Input, Ledger, LedgerProcedure, Output, Scope
from feltherre.core.ledger.types import Type, misfit


class Defect(Struct, frozen=True):
    """Something wrong in a ledger: in which entry, and what."""

    entry: str
    what: str


def defects(ledger: Ledger) -> Iterator[Defect]:
    """Everything that is wrong with a ledger whose entries have the right shape."""
    yield from _ids(ledger)
    yield from _references(ledger)
    yield from _rules(ledger)
    yield from _tables(ledger)
    for procedure in ledger.procedures.values():
        yield from _procedure(procedure)
    for example in ledger.examples.values():
        yield from _example(example, ledger.procedures)
    for name, scope in ledger.scopes.items():
        yield from _scope(name, scope, ledger)
    for option in ledger.options.values():
        if option.default not in option.values:
            yield Defect(f"options {option.name}", f"default {option.default!r} is not among its values")


def _ids(ledger: Ledger) -> Iterator[Defect]:
    """An id means one thing: `feltherre rules GAME ID` takes any of them."""
    sections = (ledger.rules, ledger.rulings, ledger.tables, ledger.procedures, ledger.examples)
    count = Counter(entry_id for section in sections for entry_id in section)
    for entry_id, times in count.items():
        if times > 1:
            yield Defect(entry_id, "is the id of entries in several sections")


def _references(ledger: Ledger) -> Iterator[Defect]:
    rules, tables, rulings = ledger.rules, ledger.tables, ledger.rulings
    cited = {**rules, **tables}
    for rule in rules.values():
        yield from _known(f"rules {rule.id}", "see", rule.see, cited)
        yield from _known(f"rules {rule.id}", "rulings", rule.rulings, rulings)
    for ruling in rulings.values():
        yield from _known(f"rulings {ruling.id}", "rules", ruling.rules, cited)
        yield from _known(f"rulings {ruling.id}", "tables", ruling.tables, tables)
    for procedure in ledger.procedures.values():
        yield from _known(f"procedures {procedure.name}", "rules", procedure.rules, rules)
        yield from _known(f"procedures {procedure.name}", "tables", procedure.tables, tables)
    for example in ledger.examples.values():
        yield from _known(f"examples {example.id}", "rules", example.rules, rules)
        yield from _known(f"examples {example.id}", "tables", example.tables, tables)
    for option in ledger.options.values():
        yield from _known(f"options {option.name}", "rulings", option.rulings, rulings)
    yield from _known("play_aid", "tables", ledger.play_aid.tables, tables)


def _known(entry: str, field: str, named: Iterable[str], known: Collection[str]) -> Iterator[Defect]:
    for name in named:
        if name not in known:
            yield Defect(entry, f"{field} names {name!r}, which does not exist")


def _rules(ledger: Ledger) -> Iterator[Defect]:
    for rule in ledger.rules.values():
        if rule.kind not in KINDS:
            yield Defect(f"rules {rule.id}", f"kind {rule.kind!r} is none of {', '.join(KINDS)}")
        if not rule.text.strip():
            yield Defect(f"rules {rule.id}", "has no text")


def _tables(ledger: Ledger) -> Iterator[Defect]:
    for table in ledger.tables.values():
        for number, row in enumerate(table.rows, start=1):
            if len(row) != len(table.columns):
                what = f"row {number} has {len(row)} cells, the table has {len(table.columns)} columns"
                yield Defect(f"tables {table.id}", what)


def _procedure(procedure: LedgerProcedure) -> Iterator[Defect]:
    entry = f"procedures {procedure.name}"
    yield from _twice(entry, "inputs", procedure.inputs)
    yield from _twice(entry, "outputs", procedure.outputs)
    for value in _values(procedure):
        wrong = _type_error(value)
        if wrong is None and isinstance(value, Input) and value.default is not UNSET:
            wrong = _unfit_input(value.default, value)
        if wrong is not None:
            yield Defect(entry, f"{value.name}: {wrong}")


def _values(procedure: LedgerProcedure) -> list[Input | Output]:
    return [*procedure.inputs, *procedure.outputs]


def _twice(entry: str, kind: str, values: Iterable[Input | Output]) -> Iterator[Defect]:
    count = Counter(value.name for value in values)
    yield from (Defect(entry, f"{kind} has {name!r} twice") for name, times in count.items() if times > 1)


def _type_error(value: Input | Output) -> str | None:
    try:
        _ = value.parsed
    except ValueError as error:
        return str(error)
    return None


def _example(example: Example, procedures: dict[str, LedgerProcedure]) -> Iterator[Defect]:
    if example.procedure is None:
        return
    entry = f"examples {example.id}"
    procedure = procedures.get(example.procedure)
    if procedure is None:
        yield Defect(entry, f"procedure {example.procedure!r} does not exist")
        return
    inputs = {value.name: value for value in procedure.inputs}
    outputs = {value.name: value for value in procedure.outputs}
    yield from _known(entry, f"given (inputs of {procedure.name})", example.given, inputs)
    yield from _known(entry, f"then (outputs of {procedure.name})", example.then, outputs)
    if any(_type_error(value) for value in _values(procedure)):
        return  # said already, of the procedure
    for name in example.then.keys() & outputs.keys():
        wrong = misfit(example.then[name], outputs[name].parsed)
        if wrong:
            yield Defect(entry, f"then {name}: {wrong}")
    # What is refused may lack an input or have an impossible one.
    if not example.refused:
        yield from _given(entry, example, inputs)


def _given(entry: str, example: Example, inputs: dict[str, Input]) -> Iterator[Defect]:
    for name, value in inputs.items():
        if name not in example.given:
            if value.required:
                yield Defect(entry, f"given lacks {name}")
            continue
        wrong = _unfit_input(example.given[name], value)
        if wrong:
            yield Defect(entry, f"given {name}: {wrong}")


def _unfit_input(given: Any, value: Input) -> str | None:
    if given is None and value.nullable:
        return None
    return misfit(given, _or_null(value), frozenset(value.field_defaults))


def _or_null(value: Input) -> Type:
    """An input whose default is null may be null."""
    return Type("union", of=(value.parsed, Type("null"))) if value.default is None else value.parsed


def _scope(name: str, scope: Scope, ledger: Ledger) -> Iterator[Defect]:
    entry = f"scopes {name}"
    yield from _known(entry, "chapters", scope.chapters, {rule.chapter for rule in ledger.rules.values()})
    yield from _known(entry, "procedures", scope.procedures, ledger.procedures)
    yield from _known(entry, "includes", scope.includes, ledger.scopes)
    if name in scope.includes:
        yield Defect(entry, "includes itself")
