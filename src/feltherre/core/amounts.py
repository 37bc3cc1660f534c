"""Lengths and times of a tabletop: reckoned as exact fractions, and told as people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

_EIGHTHS: Final = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")


def exact(number: float | Fraction) -> Fraction:
    """A number as it was written: 0.1 is a tenth."""
    return Fraction(str(number))


def in_eighths(number: float | Fraction) -> str | None:
    """A length or time as it is read: 2, 1¾, ⅛; None where no eighth fits."""
    eighths = exact(number) * 8
    if eighths.denominator > 1:
        return None
    full, rest = divmod(int(eighths), 8)
    return f"{full if full or not rest else ''}{_EIGHTHS[rest]}"


def in_decimals(number: float | Fraction) -> tuple[str, str]:
    """What stands before and behind the sign of a decimal fraction with at most two decimals; nothing behind it if the
    number is whole."""
    whole, _, part = f"{float(number):.2f}".partition(".")
    return whole, part.rstrip("0")
