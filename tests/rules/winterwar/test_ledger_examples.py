"""Every example of the ledger, through the path of `feltherre umpire`."""

from __future__ import annotations

import msgspec
import pytest

from feltherre.core.ledger import Example, load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.winterwar.procedures import PROCEDURES
from feltherre.umpire import desk
from procedure_desk import Desk, as_json

LEDGER = load_ledger(directory_of("feltherre.games.winterwar") / "ledger.yaml")
EXAMPLES = list(LEDGER.examples.values())


def thrown(name: str) -> set[str]:
    """The inputs that are dice; an earlier throw (`throw_of`) is part of the situation and not thrown again."""
    return {i.name for i in LEDGER.procedures[name].inputs if i.chance is not None and "throw_of" not in i.chance}


def test_all_procedures_are_there_in_the_ledgers_order() -> None:
    assert list(PROCEDURES) == list(LEDGER.procedures)
    assert len(PROCEDURES) == 19


def test_the_examples_are_there() -> None:
    assert len(EXAMPLES) >= 98
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
    required = {field.encode_name for field in fields if field.required} | set(procedure.chance_inputs)
    assert required == {i.name for i in written.inputs if i.required}
    defaults = {field.encode_name: as_json(field.default) for field in fields if not field.required}
    assert defaults == {i.name: i.default for i in written.inputs if not i.required}


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_output_of_the_ledger_is_given_and_no_other(name: str) -> None:
    example = next(e for e in EXAMPLES if e.procedure == name and not e.refused)
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
            assert {element["value"] for element in chances["elements"]} == set(example.then[name])
