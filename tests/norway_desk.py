"""How the tests of Norway's procedures ask."""

from __future__ import annotations

from typing import Any

from feltherre.games.norway.procedures import PROCEDURES
from feltherre.umpire import desk
from procedure_desk import Desk

_DESK = Desk(PROCEDURES)
ask = _DESK.ask
explained = _DESK.explained
refusal = _DESK.refusal


def numbers(procedure: str, **given: Any) -> list[tuple[str | None, int | None]]:
    """The explanation, as (rule, the number beside the sentence)."""
    return [(line["rule"], line.get("value")) for line in desk.run(PROCEDURES[procedure], given)["explanation"]]
