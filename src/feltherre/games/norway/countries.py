"""The three countries, in the order of their turns (4-2)."""

from __future__ import annotations

from typing import Literal

Country = Literal["germany", "norway", "allies"]

COUNTRIES: tuple[Country, ...] = ("germany", "norway", "allies")
GERMANY, NORWAY, ALLIES = 0, 1, 2
