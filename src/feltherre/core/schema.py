"""The JSON Schema of a game: everything that goes to and from a client, in one document.

The client's TypeScript types are made from it, so that both sides have them from the one definition in Python.
"""

from __future__ import annotations

from typing import Any

import msgspec

from feltherre.core.clock import ClockEvent
from feltherre.core.event import Event, SeenEvent
from feltherre.core.game import AnswerFor, Game, Setup
from feltherre.core.record import Acted, AnyLine, Clocked, Overridden, SeatAct, SeatSnapshot
from feltherre.core.scene import Board, Scene
from feltherre.core.seats import AnySeatEvent
from feltherre.core.space import DecisionSeen
from feltherre.core.state import Sealed

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"

#: fields that hold any value in the code of the core, and what they hold in a given game
_FILLED_BY_THE_GAME: tuple[tuple[type[msgspec.Struct], str, str], ...] = (
    (Acted, "action", "Action"),
    (Sealed, "action", "Action"),
    (AnswerFor, "action", "Action"),
    (Overridden, "edit", "Edit"),
    (Clocked, "event", "ClockEvent"),
    (SeatAct, "act", "SeatEvent"),
    (SeatSnapshot, "view", "View"),
)


def game_schema(game: Game[Any]) -> dict[str, Any]:
    """One document whose `$defs` are the game's actions, edits and view, and what the core sends about any game."""
    named = {
        "Action": game.any_action,
        "Edit": game.any_edit,
        "View": game.view_type,
        "Setup": Setup,
        "DecisionSeen": DecisionSeen,
        "Event": Event,
        "SeenEvent": SeenEvent,
        "Board": Board,
        "Scene": Scene,
        "ClockEvent": ClockEvent,
        "SeatEvent": AnySeatEvent,
        "RecordLine": AnyLine,
    }
    filled = [struct for struct, _, _ in _FILLED_BY_THE_GAME]
    schemas, components = msgspec.json.schema_components([*named.values(), *filled], ref_template=_REF)
    definitions: dict[str, Any] = dict(components)
    for name, schema in zip(named, schemas, strict=False):
        if schema != _reference(name):
            if name in definitions:
                raise ValueError(f"{game.id} has a type named {name}, a word of the contract")
            definitions[name] = schema
    for (_, field, name), schema in zip(_FILLED_BY_THE_GAME, schemas[len(named) :], strict=True):
        definitions[schema["$ref"].rpartition("/")[2]]["properties"][field] = _reference(name)
    document = {"$schema": DRAFT, "title": game.title, "$defs": dict(sorted(definitions.items()))}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return plain


def _reference(name: str) -> dict[str, str]:
    return {"$ref": _REF.format(name=name)}
