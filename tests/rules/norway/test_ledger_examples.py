"""Every example of the ledger that names a procedure, through the path of `feltherre umpire`."""

from __future__ import annotations

import msgspec
import pytest

from feltherre.core.ledger import Example, load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.umpire import desk
from procedure_desk import Desk

LEDGER = load_ledger(directory_of("feltherre.games.norway") / "ledger.yaml")
BASIC, ADVANCED = (LEDGER.scopes[scope].procedures for scope in ("basic", "advanced"))
EXAMPLES = [example for example in LEDGER.examples.values() if example.procedure is not None]

#: inputs that a procedure takes besides the ledger's (docs/games/norway-advanced.md); none of them must be given
FURTHER_INPUTS = {"naval-combat": {"laid_aside"}, "naval-interception": {"interception_from"}}


def test_all_procedures_are_there_in_the_ledgers_order() -> None:
    assert tuple(PROCEDURES) == BASIC + ADVANCED
    assert set(PROCEDURES) == set(LEDGER.procedures)


def test_the_examples_are_there() -> None:
    assert len(EXAMPLES) >= 50
    assert {example.id for example in EXAMPLES} >= {"ex-1-combat", "ex-2-retreat", "ex-3-narvik-combat"}
    assert {example.id for example in EXAMPLES} >= {"ex-4-sea-battle", "ex-4-interception", "ex-8.1-route"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_umpire_rules_as_the_example_says(example: Example) -> None:
    Desk(PROCEDURES).check_example(example)


@pytest.mark.parametrize("name", PROCEDURES)
def test_inputs_and_outputs_have_the_ledgers_names(name: str) -> None:
    written = LEDGER.procedures[name]
    procedure = PROCEDURES[name]
    fields = msgspec.structs.fields(procedure.situation)
    taken = {field.encode_name for field in fields} | set(procedure.chance_inputs)
    assert taken - FURTHER_INPUTS.get(name, set()) == {i.name for i in written.inputs}
    assert set(procedure.chance_inputs) == {i.name for i in written.inputs if i.chance is not None}
    nullable = {i.name for i in written.inputs if i.nullable}
    required = {field.encode_name for field in fields if field.required} | set(procedure.chance_inputs) - nullable
    assert required == {i.name for i in written.inputs if i.required}


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_output_of_the_ledger_is_given_and_no_other(name: str) -> None:
    example = next((e for e in EXAMPLES if e.procedure == name and not e.refused), None)
    given = example.given if example else OWN_EXAMPLES[name]
    answer = desk.run(PROCEDURES[name], msgspec.json.decode(msgspec.json.encode(given)))
    assert list(answer["outputs"]) == [output.name for output in LEDGER.procedures[name].outputs]


#: situations for the procedures of which the book shows none
OWN_EXAMPLES = {
    "joint-retreat": {"norwegian_options": ["Oslo"], "allied_options": []},
    "reinforcement-areas": {"country": "norway", "version": "basic", "areas": []},
    "deck-loss": {"country": "germany", "face_down": 9, "loss": 2},
    "raid-recall": {"symbols": [5, 1]},
    "coastal-fort": {"die": 6, "landing_ships": 2},
    "mobilisation": {"point_cities": [], "free_mobilisation_points": 5},
    "first-allied-placement": {"group_areas": [], "group_sizes": [], "allowed": [], "bordering": False},
    "forced-discard": {"country": "norway", "used_in_own_turn": 0, "hand": 3},
    "allied-withdrawal": {"version": "basic", "battalions": 7},
    "victory-check": {
        "nine_april_done": True,
        "german_face_down": 9,
        "german_battalions": 9,
        "norwegian_battalions": 9,
        "allied_battalions": 9,
        "german_point_cities": 3,
    },
}
