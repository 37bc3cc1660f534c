"""Why a value of a scenario file cannot be taken, in the reader's language: the readers of values, measures and ground
say it in English, each in one of a few ways."""

from __future__ import annotations

import re
from typing import Final

from feltherre.core.text import Text, say

#: the kinds of values that a file can hold, as the reader of values names them
_KINDS: Final = {
    "int": "whole",
    "float": "number",
    "bool": "yes-no",
    "str": "words",
    "array": "list",
    "object": "fields",
}
_EXPECTED: Final = re.compile(r"Expected `(?P<kinds>[^`]+)`(?:, got `.*`| (?P<sign>[<>]=?) (?P<n>[-+0-9.e]+))?")
_LENGTH: Final = re.compile(r"Expected `(?P<kinds>[^`]+)` of length (?:(?P<sign>[<>]=) )?(?P<n>\d+)(?:, got \d+)?")
_SIGNS: Final = {"<=": "most", ">=": "least", "<": "below", ">": "above"}
#: a pattern and the text that says the same; what is named in it is named in the text
_SAID: Final = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        (r".* is not a number; write centimetres .*", "centimetres"),
        (r".* is not a number; write degrees .*", "degrees"),
        (r".* is too large; write .*", "too-large"),
        (r".* is beyond the circle; write .*", "circle"),
        (r".* is too fine; write centimetres .*", "centimetres"),
        (r".* is too fine; write degrees .*", "degrees"),
        (r"there are several objects (?P<id>.*)", "several"),
        (r"(?P<id>.*): give one of poly, rect, line and at", "one-shape"),
        (r"(?P<id>.*): its edges cross or touch, or it covers no ground", "edges"),
        (r"(?P<id>.*): a line has two or more places, each another than the one before", "line"),
        (r"(?P<id>.*): the width of a line is a multiple of 0.02 cm", "line-width"),
        (r"(?P<id>.*): it leads over (?P<over>.*), which is no line", "leads-over"),
        (r"(?P<id>.*): it stands beside (?P<over>.*), not on it", "beside"),
        (r"(?P<id>.*): a passage has a width", "passage-width"),
        (r"(?P<id>.*): only areas have levels, from 1 upwards", "levels"),
        (r"(?P<id>.*): at (?P<x>.*), (?P<y>.*) it does not stand on level (?P<level>.*)", "level-below"),
    )
)


def in_words(why: str) -> Text:
    """The reason as a text of our catalogues; one that is not known stays as it is."""
    for pattern, key in _SAID:
        found = pattern.fullmatch(why)
        if found is not None:
            return say(f"civilwar.scenario.why.{key}", **found.groupdict())
    return _expected(why) or say("core.plain", text=why)


def _expected(why: str) -> Text | None:
    """What kind of value, how large or how long."""
    if found := _LENGTH.fullmatch(why):
        many = {"<=": "at-most", ">=": "at-least"}.get(found["sign"] or "", "just")
        return say(f"civilwar.scenario.why.length-{many}", number=found["n"])
    found = _EXPECTED.fullmatch(why)
    if found is None:
        return None
    if found["sign"]:
        return say(f"civilwar.scenario.why.{_SIGNS[found['sign']]}", number=found["n"])
    kinds = [_KINDS[kind] for kind in found["kinds"].split(" | ") if kind in _KINDS]
    return say(f"civilwar.scenario.why.{kinds[0]}") if kinds else None
