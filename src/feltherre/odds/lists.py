"""Chances of an output that is a list: how long it is, and what is in it. Its order does not count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct


class ListChances(Struct, frozen=True):
    """`elements` has the chance that each element is in the list; those chances do not add up to 1."""

    length: dict[int, Fraction]
    #: pairs, for an element may be a record
    elements: tuple[tuple[Any, Fraction], ...]
