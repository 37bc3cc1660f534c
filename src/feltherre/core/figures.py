"""Numbers and moments as the reader's language writes them: 41.7% and 9 Apr 2026 in English, 41,7 % in Norwegian.

Only for what is shown. Whole numbers in sentences are written plainly (`show` in catalogue.py): they count pieces and
lines, and people type them. Lists are joined by the catalogues' own words, so that client and command line agree.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from feltherre.core.catalogue import FALLBACK, language

if TYPE_CHECKING:
    from babel import Locale

#: the house's English is British
REGIONS = {FALLBACK: "en_GB"}


def percent(share: float, lang: str | None = None) -> str:
    """A share of 1 with one decimal: `41.7%`, `41,7 %`."""
    from babel.numbers import format_percent

    locale = _locale(lang or language())
    # the language's own form (where the sign stands, and what is before it), with one decimal
    form = locale.percent_formats[None].pattern.replace("0", "0.0", 1)
    return format_percent(share, form, locale)


def decimal(value: float, lang: str | None = None) -> str:
    """A number with one decimal: `12.5`, `12,5`."""
    from babel.numbers import format_decimal

    return format_decimal(value, "#,##0.0", _locale(lang or language()))


def moment(when: datetime, lang: str | None = None) -> str:
    """A day and a time: `9 Apr 2026, 18:05`."""
    from babel.dates import format_date, format_time

    locale = _locale(lang or language())
    return f"{format_date(when, 'medium', locale)}, {format_time(when, 'short', locale=locale)}"


def written_moment(made: str, lang: str | None = None) -> str:
    """A moment as records write it (ISO 8601); anything else as it is."""
    try:
        return moment(datetime.fromisoformat(made), lang)
    except ValueError:
        return made


@cache
def _locale(lang: str) -> Locale:
    from babel import Locale

    return Locale.parse(REGIONS.get(lang, lang))


def stopwatch(seconds: int) -> str:
    """What is left on a clock, alike in every language: `4:07`, `1:05:09`."""
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def plain(value: int) -> str:
    """A whole number that may be below zero, alike in every language: `3`, `−3`."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """A modifier or difference: with its sign, except zero."""
    return f"+{value}" if value > 0 else plain(value)
