"""The JSON Schema of a game covers everything that is really sent."""

import json
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from feltherre.core import clock, seats, state
from feltherre.core.schema import game_schema
from tinygame import GAME
from tinygame.actions import Bid, SetOil
from tinygame.game import Lanterns
from tinygame.play import act_at_random, new_match
from tinygame.stories import full_story

SCHEMA = game_schema(GAME)
DEFINITIONS = SCHEMA["$defs"]
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
KNOWN = {
    *("$ref", "anyOf", "type", "properties", "required", "additionalProperties", "items", "enum", "const"),
    *("title", "description", "default", "discriminator", "minItems", "maxItems", "prefixItems"),
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is as the schema says; knows the words of JSON Schema that ours are written with."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return fits(value, DEFINITIONS[schema["$ref"].removeprefix("#/$defs/")])
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if "type" in schema and type(value) is not TYPES[schema["type"]]:
        return False
    if isinstance(value, dict):
        return object_fits(value, schema)
    if isinstance(value, list) and "prefixItems" in schema:
        return len(value) == len(schema["prefixItems"]) and all(map(fits, value, schema["prefixItems"]))
    return not isinstance(value, list) or all(fits(item, schema.get("items", {})) for item in value)


def object_fits(value: dict[str, Any], schema: dict[str, Any]) -> bool:
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    return set(schema.get("required", ())) <= set(value) and all(
        fits(item, properties[name]) if name in properties else bool(others) and (others is True or fits(item, others))
        for name, item in value.items()
    )


def sent(value: Any, name: str) -> bool:
    return fits(json.loads(state.canonical(value)), {"$ref": f"#/$defs/{name}"})


def references(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        own = {schema["$ref"]} if "$ref" in schema else set()
        return own.union(*(references(part) for part in schema.values()))
    return set().union(*(references(part) for part in schema)) if isinstance(schema, list) else set()


def test_one_document_with_the_words_of_the_contract() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {
        *("Action", "Edit", "View", "Setup", "DecisionSeen", "Event", "SeenEvent", "Display"),
        *("ClockEvent", "SeatEvent", "RecordLine", "Text", "Ruling", "Choice"),
    } <= set(DEFINITIONS)
    assert references(SCHEMA) <= {f"#/$defs/{name}" for name in DEFINITIONS}
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_the_action_union_tells_its_kinds_apart() -> None:
    mapping = DEFINITIONS["Action"]["discriminator"]
    assert mapping["propertyName"] == "kind"
    assert set(mapping["mapping"]) == {
        *("bid", "shift", "look", "light", "rest", "gust", "let-be"),
        *("dice", "accept-ruling", "change-ruling"),
    }
    assert set(DEFINITIONS["Edit"]["discriminator"]["mapping"]) == {
        *("place", "remove", "set-oil", "close"),
        *("special-rule", "hold-gate", "answer"),
    }
    assert set(DEFINITIONS["RecordLine"]["discriminator"]["mapping"]) == {
        *("header", "action", "undo", "override", "clock", "seat", "snapshot", "end"),
    }


@pytest.mark.parametrize("dice", ["live", "typed"])
def test_everything_a_game_sends_fits_the_schema(dice: str) -> None:
    match, rng = new_match(umpire=True, dice=dice), Random(3)
    while not match.over:
        for seat in ("Ann", "", "umpire"):
            assert sent(match.view(seat), "View")
            assert sent(match.scene(seat), "Scene")
        assert all(sent(seen, "DecisionSeen") for seat in ("Ann", "Bob", "Cid") for seen in match.asked(seat))
        assert all(sent(action, "Action") for d in match.decisions() for action in d.space.candidates())
        act_at_random(match, rng)
    assert all(sent(event, "Event") for _, event in match.log)
    assert all(sent(event, "SeenEvent") for event in match.seen("Ann"))
    assert sent(match.setup, "Setup")


@pytest.mark.parametrize("dice", ["live", "typed"])
def test_every_line_of_a_record_fits_the_schema(dice: str) -> None:
    for line in full_story(dice=dice).lines:
        assert sent(line, "RecordLine"), line


def test_what_is_wrong_does_not_fit() -> None:
    assert sent(Bid(2), "Action")
    assert not sent({"kind": "bid", "oil": "2"}, "Action")
    assert not sent({"kind": "bid", "oil": 2, "more": 1}, "Action")
    assert not sent({"kind": "dance"}, "Action")
    assert not sent(SetOil("amber", 2), "Action")
    assert sent(SetOil("amber", 2), "Edit")
    assert sent(clock.Paused(on=True, by="Ann"), "ClockEvent")
    assert sent(seats.Standing("amber"), "SeatEvent")
    line = json.loads(state.canonical(full_story().lines[1]))
    assert fits(line, {"$ref": "#/$defs/RecordLine"})
    assert not fits(line | {"act": {"act": "dance"}}, {"$ref": "#/$defs/RecordLine"})


def test_a_game_may_not_take_a_word_of_the_contract() -> None:
    class View(Struct, frozen=True):
        oil: int

    class Edit(Struct, frozen=True, tag_field="edit", tag="only"):
        oil: int

    class Careless(Lanterns):
        edit_type: Any = Edit

    class Careful(Lanterns):
        view_type: Any = View

    with pytest.raises(ValueError, match="a word of the contract"):
        game_schema(Careless())
    assert game_schema(Careful())["$defs"]["View"]["properties"] == {"oil": {"type": "integer"}}
