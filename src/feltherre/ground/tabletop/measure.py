"""The units of the table: places in whole 0.1 mm, directions in whole 0.1 degree, time in ticks of 1/4096 turn.

People read and write centimetres with at most two decimals and degrees with at most one.

>>> tenths_of_mm("79.35"), centimetres(7935), tenths_of_degree(22.5), degrees(225)
(7935, '79.35', 225, '22.5')
>>> ticks_for(1000, 2000), ticks_for(1, 3)
(2048, 1366)
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation, Overflow
from typing import Final

from feltherre.core.errors import BadInput

#: 0.1 mm in a centimetre
CM: Final = 100
#: 0.1 degree in a degree, and in the whole circle
DEGREE: Final = 10
CIRCLE: Final = 3600
#: ticks in a turn, and in the eighths that players write
TURN: Final = 4096
EIGHTH: Final = TURN // 8

#: numbers that are longer are slips of the pen, and would take ages to write out
MOST_DIGITS: Final = 12

#: a number as a file or a person gives it; a float is read as the decimal that it prints as
Written = int | float | str | Decimal


def tenths_of_mm(cm: Written) -> int:
    """Centimetres as written, in 0.1 mm; BadInput if they are finer than that."""
    return _whole(cm, CM, "centimetres with at most two decimals")


def tenths_of_degree(degrees: Written) -> int:
    """Degrees as written, in 0.1 degree; BadInput if they are finer than that."""
    return _whole(degrees, DEGREE, "degrees with at most one decimal")


def centimetres(length: int) -> str:
    """A length as people write it, without needless zeros."""
    return _plain(Decimal(length) / CM)


def degrees(angle: int) -> str:
    """An angle as people write it."""
    return _plain(Decimal(angle) / DEGREE)


def ticks_for(way: int, rate: int) -> int:
    """How many ticks a way takes at a rate a turn (in the same unit): the first tick at or after the arrival."""
    if rate <= 0:
        raise BadInput("a rate is above 0")
    return -(-way * TURN // rate)


def way_in(ticks: int, rate: int) -> int:
    """The whole way that is done in so many ticks at a rate a turn."""
    return ticks * rate // TURN


def rounded(numerator: int, denominator: int) -> int:
    """The nearest whole number, a half upwards; the denominator is above 0."""
    return (2 * numerator + denominator) // (2 * denominator)


def _whole(written: Written, unit: int, what: str) -> int:
    try:
        exact = Decimal(str(written)) * unit
    except (InvalidOperation, Overflow):
        raise BadInput(f"{written!r} is not a number; write {what}") from None
    if exact.is_finite() and exact.adjusted() > MOST_DIGITS:
        raise BadInput(f"{written} is too large; write {what}")
    if not exact.is_finite() or exact != exact.to_integral_value():
        raise BadInput(f"{written} is too fine; write {what}")
    return int(exact)


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
