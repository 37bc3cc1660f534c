"""What is wrong with data that somebody has given, in our own words: msgspec says it in English and does not name what
would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import inspect

from feltherre.core.text import Text, say

_PLACE: Final = re.compile(r"(.*) - at `(?:key in )?\$\.?(.*)`", re.DOTALL)
#: a whole number is wanted, perhaps among other things, and a broken one given
_NOT_WHOLE: Final = re.compile(r"Expected `(?:[\w| ]+ \| )?int(?: \| [\w| ]+)?`, got `float`")
_PARTS: Final = re.compile(r"(\w+)|\[(\d+|\.\.\.)\]")
_LIMITS: Final = {">=": "least", "<=": "most", ">": "more", "<": "less"}


def place_and_fault(error: msgspec.MsgspecError, wanted: Any = None, given: Any = None) -> tuple[str, Text]:
    """(the field, "" if it is the whole; what is wrong with it), for data that was to be of the type `wanted`."""
    message = str(error)
    found = _PLACE.fullmatch(message)
    fault, place = (found[1], found[2]) if found else (message, "")
    if _NOT_WHOLE.fullmatch(fault) and isinstance(value := _value_at(given, place), float):
        return place, say("core.fault.whole", value=repr(value))
    for pattern, tell in _FAULTS.items():
        if match := re.fullmatch(pattern, fault):
            return place, tell(match, _allowed(wanted, given, place))
    return place, say("core.plain", text=fault)


def told_fault(error: msgspec.MsgspecError, wanted: Any = None, given: Any = None) -> Text:
    """The same as one sentence."""
    place, fault = place_and_fault(error, wanted, given)
    return say("core.fault.field", field=place, fault=fault) if place else fault


# what msgspec says, and what we do


def _word(match: re.Match[str], allowed: list[str]) -> Text:
    if not allowed:
        return say("core.fault.value", value=match[1].strip("'"))
    return say("core.fault.word", value=match[1].strip("'"), words=allowed)


def _kind(match: re.Match[str], allowed: list[str]) -> Text:
    wanted = [_type(name) for name in match[1].split(" | ")]
    if len(wanted) == 1:
        return say("core.fault.type", wanted=wanted[0], given=_type(match[2]))
    return say("core.fault.types", wanted=wanted, given=_type(match[2]))


def _limit(match: re.Match[str], allowed: list[str]) -> Text:
    return say(f"core.fault.{_LIMITS[match[1]]}", n=match[2])


def _length(match: re.Match[str], allowed: list[str]) -> Text:
    key = {"": "exactly", ">= ": "shortest", "<= ": "longest"}[match[1]]
    return say(f"core.fault.{key}", n=match[2])


def _missing(match: re.Match[str], allowed: list[str]) -> Text:
    return say("core.fault.missing", field=match[1])


def _unknown(match: re.Match[str], allowed: list[str]) -> Text:
    return say("core.fault.unknown", field=match[1])


def _type(name: str) -> Text:
    return say(f"core.fault.type.{name}") if name in TYPES else say("core.plain", text=name)


#: JSON's kinds of values as msgspec calls them
TYPES: Final = ("int", "str", "bool", "float", "array", "object", "null")

_FAULTS: Final[Mapping[str, Callable[[re.Match[str], list[str]], Text]]] = {
    r"Invalid (?:enum )?value (.*)": _word,
    r"Expected `([\w| ]+)`, got `(\w+)`": _kind,
    r"Expected `(?:int|float)` (>=|<=|>|<) (\S+)": _limit,
    r"Expected `(?:array|str)` of length (>= |<= |)(\d+)(?:, got \d+)?": _length,
    r"Object missing required field `(.*)`": _missing,
    r"Object contains unknown field `(.*)`": _unknown,
}


# what would be right


def _value_at(given: Any, place: str) -> Any:
    """The value at a place of the data; None where there is none."""
    for name, number in _PARTS.findall(place):
        given = _step(given, name, number)
    return given


def _allowed(wanted: Any, given: Any, place: str) -> list[str]:
    """The words that may stand at a place of data of a type; none if there are no such, or the type is not known."""
    if wanted is None:
        return []
    kinds = [inspect.type_info(wanted)]
    for name, number in _PARTS.findall(place):
        tags = [tag for kind in _flat(kinds) if (tag := _tag(kind, name)) is not None]
        if tags:  # the word that says which of several kinds it is
            return tags
        kinds = [within for kind in _flat(kinds) if _is_meant(kind, given) for within in _within(kind, name)]
        given = _step(given, name, number)
    return [str(word) for kind in _flat(kinds) for word in _words(kind)]


def _flat(kinds: list[inspect.Type]) -> list[inspect.Type]:
    found: list[inspect.Type] = []
    for kind in kinds:
        inner = kind.type if isinstance(kind, inspect.Metadata) else kind
        found += _flat(list(inner.types)) if isinstance(inner, inspect.UnionType) else [inner]
    return found


def _tag(kind: inspect.Type, name: str) -> str | None:
    return str(kind.tag) if isinstance(kind, inspect.StructType) and kind.tag_field == name else None


def _is_meant(kind: inspect.Type, given: Any) -> bool:
    """Of several kinds the one whose tag the data has."""
    if not isinstance(kind, inspect.StructType) or kind.tag_field is None or not isinstance(given, dict):
        return True
    return kind.tag_field not in given or bool(given[kind.tag_field] == kind.tag)


def _within(kind: inspect.Type, name: str) -> list[inspect.Type]:
    if isinstance(kind, inspect.StructType):
        return [field.type for field in kind.fields if field.encode_name == name]
    if isinstance(kind, inspect.DictType):
        return [kind.value_type]
    if isinstance(kind, inspect.TupleType):
        return list(kind.item_types)
    return [kind.item_type] if isinstance(kind, inspect.CollectionType) else []


def _step(given: Any, name: str, number: str) -> Any:
    try:
        return given[name] if name else given[int(number)]
    except (KeyError, IndexError, TypeError, ValueError):
        return None


def _words(kind: inspect.Type) -> list[Any]:
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    return [member.value for member in kind.cls] if isinstance(kind, inspect.EnumType) else []
