"""Lengths and times of a tabletop: reckoned as exact fractions, and told as people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from feltherre.core.text import Text, say

_EIGHTHS: Final = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")


def exact(number: float | Fraction) -> Fraction:
    """A number as it was written: 0.1 is a tenth."""
    return Fraction(str(number))


def in_eighths(number: float | Fraction, key: str) -> str | Text:
    """A length or time as it is read: 2, 1¾, ⅛; what no eighth fits with two decimals, by the text of a key."""
    eighths = exact(number) * 8
    if eighths.denominator > 1:
        return in_decimals(number, key)
    full, rest = divmod(int(eighths), 8)
    return f"{full if full or not rest else ''}{_EIGHTHS[rest]}"


def in_decimals(number: float | Fraction, key: str) -> str | Text:
    """A number with at most two decimals, in the reader's language by the text of a key: 78.75."""
    whole, _, part = f"{float(number):.2f}".partition(".")
    part = part.rstrip("0")
    return say(key, whole=whole, part=part) if part else whole
