"""How the tests of procedures ask: through the same desk that the command and the server use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.procedure import AnyProcedure
from feltherre.umpire import desk


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
