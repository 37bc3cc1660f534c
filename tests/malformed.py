"""Messages of a client, or bodies of a request, that nobody can make sense of."""

from random import Random
from typing import Any

from battery.spoiling import MISFITS

#: every message a client can send, well formed
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "token": "x" * 32, "seen": -1, "name": ""},
    {"type": "act", "id": "i", "role": "r", "decision": "d", "action": {}, "text": ""},
    {"type": "choices", "id": "i", "decision": "d", "partial": [1, "x"]},
    {"type": "why-not", "id": "i", "decision": "d", "partial": [], "part": 1, "action": None},
    {"type": "preview", "id": "i", "decision": "d", "action": {}, "text": ""},
    {"type": "hint", "id": "i", "role": "r", "player": "captain"},
    {"type": "look", "id": "i", "line": 10**6},
    {"type": "undo", "id": "i"},
    {"type": "seat", "id": "i", "act": {"act": "ask-takeback", "to": 10**6}},
    {"type": "take-over", "id": "i", "seat": "s", "player": "random"},
    {"type": "override", "id": "i", "edit": {"edit": "place"}, "reason": "why"},
    {"type": "say", "text": ""},
)

#: not even JSON, or much too much of it
NOISE: tuple[str, ...] = (
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "[" * 8000,
    '{"type":' * 1500,
    '{"type":"act"}',
    '{"type":"?","id":"i"}',
    "x" * 20_000,
    '{"type":"say","text":"' + "ø" * 9000 + '"}',
    '{"type":"undo","id":"a","id":"b","more":1}',
    '{"type":"act","id":"i","role":"r","decision":"d","action":' + "[" * 6000 + "]" * 6000 + "}",
    "\ud83e\udd8c".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    "NaN",
    '{"type":"look","id":"i","line":1e400}',
    '{"type":"look","id":"i","line":99999999999999999999999999}',
)


def message(rng: Random) -> dict[str, Any]:
    """A message with a field too many, too few, or of the wrong kind."""
    message = dict(rng.choice(MESSAGES))
    field = rng.choice(list(message))
    kind = rng.randrange(3)
    if kind == 0:
        message["more"] = rng.choice(MISFITS)
    elif kind == 1 and field in ("type", "id", "role", "act", "text", "decision", "seat"):
        message[field] = rng.choice([None, 1.5, {}, [[]], [None], {"kind": "move"}, "x" * 3000, ""])
        if message.get("text") == "" and message["type"] == "act":
            message["action"] = None
    elif kind == 2:
        del message["type"]
    return message
