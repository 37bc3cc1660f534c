"""The register in which the chapters of this game note the rules of their steps."""

from __future__ import annotations

from typing import Final

from feltherre.core.steps import Steps

steps: Final = Steps()
