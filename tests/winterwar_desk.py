"""How the tests of the Winter War's procedures ask: through the same desk that the command and the server use."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.errors import BadInput, Illegal
from feltherre.games.winterwar.procedures import PROCEDURES
from feltherre.umpire import desk


def ask(procedure: str, **given: Any) -> dict[str, Any]:
    """The outputs of a procedure for a situation with its dice."""
    outputs: dict[str, Any] = desk.run(PROCEDURES[procedure], given)["outputs"]
    return outputs


def explained(procedure: str, **given: Any) -> list[tuple[str, str | None]]:
    """The explanation, as (sentence, rule)."""
    return [(line["text"], line["rule"]) for line in desk.run(PROCEDURES[procedure], given)["explanation"]]


def refusal(procedure: str, **given: Any) -> str:
    """Why a situation is refused; the test fails if it is not."""
    with pytest.raises((BadInput, Illegal)) as refused:
        desk.run(PROCEDURES[procedure], given)
    return desk.reason(refused.value)
