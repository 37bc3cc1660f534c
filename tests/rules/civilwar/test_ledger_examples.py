"""Every example of the ledger that names a procedure, through the path of `feltherre umpire`."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltherre.core.ledger import Example, load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.umpire import desk
from procedure_desk import Desk, as_json

LEDGER = load_ledger(directory_of("feltherre.games.civilwar") / "ledger.yaml")
EXAMPLES = [example for example in LEDGER.examples.values() if example.procedure is not None]


def thrown(name: str) -> set[str]:
    """The inputs that are dice; an earlier throw (`throw_of`) is part of the situation and not thrown again."""
    return {i.name for i in LEDGER.procedures[name].inputs if i.chance is not None and "throw_of" not in i.chance}


def test_all_procedures_are_there_in_the_ledgers_order() -> None:
    assert list(PROCEDURES) == list(LEDGER.procedures)
    assert len(PROCEDURES) == 36


def test_the_examples_are_there() -> None:
    assert len(EXAMPLES) >= 118
    assert {example.procedure for example in EXAMPLES} == set(PROCEDURES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_umpire_rules_as_the_example_says(example: Example) -> None:
    Desk(PROCEDURES).check_example(example)


@pytest.mark.parametrize("name", PROCEDURES)
def test_inputs_and_outputs_have_the_ledgers_names_and_defaults(name: str) -> None:
    written = LEDGER.procedures[name]
    procedure = PROCEDURES[name]
    fields = msgspec.structs.fields(procedure.situation)
    assert set(procedure.chance_inputs) == thrown(name)
    assert {field.encode_name for field in fields} | thrown(name) == {i.name for i in written.inputs}
    always_thrown = {i.name for i in written.inputs if i.name in thrown(name) and not i.nullable}
    required = {field.encode_name for field in fields if field.required} | always_thrown
    assert required == {i.name for i in written.inputs if i.required}
    defaults = {field.encode_name: as_json(field.default) for field in fields if not field.required}
    assert defaults == {i.name: i.default for i in written.inputs if not i.required and i.name not in thrown(name)}


@pytest.mark.parametrize("name", PROCEDURES)
def test_dice_may_be_left_out_only_where_the_ledger_says_so(name: str) -> None:
    nullable = {i.name for i in LEDGER.procedures[name].inputs if i.nullable}
    left_out = {given for given, wanted in PROCEDURES[name].chance_inputs.items() if type(None) in wanted_types(wanted)}
    assert left_out == nullable


def wanted_types(wanted: Any) -> tuple[Any, ...]:
    return getattr(wanted, "__args__", ()) if not hasattr(wanted, "__origin__") else ()


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_output_of_the_ledger_is_given_and_no_other(name: str) -> None:
    for example in (e for e in EXAMPLES if e.procedure == name and not e.refused):
        answer = desk.run(PROCEDURES[name], as_json(example.given))
        assert list(answer["outputs"]) == [output.name for output in LEDGER.procedures[name].outputs]


@pytest.mark.parametrize("example", [e for e in EXAMPLES if not e.refused], ids=lambda example: example.id)
def test_the_odds_of_an_example_add_up_and_hold_its_outcome(example: Example) -> None:
    assert example.procedure is not None
    given = {name: value for name, value in example.given.items() if name not in thrown(example.procedure)}
    found = desk.odds(PROCEDURES[example.procedure], as_json(given))["outputs"]
    for name, chances in found.items():
        if isinstance(chances, list):
            assert sum(chance["probability"] for chance in chances) == pytest.approx(1)
            assert example.then[name] in [chance["value"] for chance in chances]
        else:
            elements = [element["value"] for element in chances["elements"]]
            assert all(wanted in elements for wanted in example.then[name] or ())
