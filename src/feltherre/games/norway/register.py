"""The register in which the chapters of this game note the rules of their steps."""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.steps import Steps

steps: Final = Steps()


def nothing(table: Any, *answered: Any) -> None:
    """What a step does where nobody could answer it and nothing follows from that, or whoever is asked passes."""
