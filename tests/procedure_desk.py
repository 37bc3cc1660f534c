"""How the tests of procedures ask: through the same desk that the command and the server use."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Example
from feltherre.core.ledger.types import Type
from feltherre.core.procedure import AnyProcedure
from feltherre.umpire import desk


def as_json(value: Any) -> Any:
    """A value as it comes out of a file."""
    return msgspec.json.decode(msgspec.json.encode(value))


def as_dice(given: Any) -> tuple[Any, ...]:
    """What was thrown or drawn for one purpose, as the desk reads it."""
    return () if given is None else tuple(given) if isinstance(given, list) else (given,)


class Desk:
    """The desk of one game."""

    def __init__(self, procedures: Mapping[str, AnyProcedure]) -> None:
        self.procedures = procedures

    def ask(self, procedure: str, **given: Any) -> dict[str, Any]:
        """The outputs of a procedure for a situation with its dice."""
        outputs: dict[str, Any] = desk.run(self.procedures[procedure], given)["outputs"]
        return outputs

    def explained(self, procedure: str, **given: Any) -> list[tuple[str, str | None]]:
        """The explanation, as (sentence, rule)."""
        return [(line["text"], line["rule"]) for line in desk.run(self.procedures[procedure], given)["explanation"]]

    def refusal(self, procedure: str, **given: Any) -> str:
        """Why a situation is refused; the test fails if it is not."""
        with pytest.raises((BadInput, Illegal)) as refused:
            desk.run(self.procedures[procedure], given)
        return desk.reason(refused.value)

    def check_example(self, example: Example) -> None:
        """The umpire rules as the example says, or refuses what it says is refused; if a rule forbids it, by the first
        that the example names."""
        assert example.procedure is not None
        procedure, given = self.procedures[example.procedure], as_json(example.given)
        if example.refused:
            with pytest.raises((BadInput, Illegal)) as refused:
                desk.run(procedure, given)
            assert not isinstance(refused.value, Illegal) or refused.value.rule == example.rules[0]
            return
        answer = desk.run(procedure, given)
        assert {name: answer["outputs"][name] for name in example.then} == example.then
        assert answer["explanation"], "a ruling explains itself"


# a situation, value by value

#: where a value stands in a situation: names of inputs and fields, numbers in lists, `("key", name)` for a key of a map
Place = tuple[Any, ...]


def places(value: Any, wanted: Type, place: Place = ()) -> Iterator[tuple[Place, Type]]:
    """Everything inside a value: where it stands, and its type in the ledger."""
    yield place, wanted
    if wanted.kind == "union":
        if value is None and any(member.kind == "null" for member in wanted.of):
            return
        wanted = next(member for member in wanted.of if member.kind != "null")
    match wanted.kind:
        case "list":
            for number, item in enumerate(value or ()):
                yield from places(item, wanted.of[0], (*place, number))
        case "record":
            for name, of in wanted.fields.items():
                if name in value:
                    yield from places(value[name], of, (*place, name))
        case "map":
            for key, item in value.items():
                yield (*place, ("key", key)), wanted.of[0]
                yield from places(item, wanted.of[1], (*place, key))


def changed(given: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    """A situation with another value in one place."""
    made = copy.deepcopy(given)
    *way, last = place
    at: Any = made
    for step in way:
        at = at[step]
    if isinstance(last, tuple):
        at[value] = at.pop(last[1])
    else:
        at[last] = value
    return made
