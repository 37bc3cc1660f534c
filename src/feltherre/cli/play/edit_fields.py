"""The fields of an umpire's edit as they are typed: words, numbers, yes or no, one of several words, places, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from msgspec.structs import FieldInfo

from feltherre.core.errors import BadInput
from feltherre.core.text import say

YES: Final = ("on", "yes", "y", "true")
NO: Final = ("off", "no", "n", "false")
_NUMBER: Final = {int: re.compile(r"\d+"), float: re.compile(r"\d+(\.\d+)?")}
#: a list without anything in it, or a field that is left as it is
NOTHING: Final = "-"


def usage(fields: Sequence[FieldInfo]) -> str:
    """How the fields are shown in the help: `UNIT X Y [MEN]`."""
    return " ".join(_shown(field) if field.required else f"[{_shown(field)}]" for field in fields)


def read_fields(tag: str, rest: str, fields: Sequence[FieldInfo]) -> dict[str, Any]:
    """The values of the fields that were typed; those at the end that have a usual value may be left out."""
    values = _split(rest, fields)
    if len(values) > len(fields) or any(field.required for field in fields[len(values) :]):
        raise BadInput(say("cli.play.edit-fields", name=tag, fields=usage(fields)))
    return {field.name: _value(text, field) for field, text in zip(fields, values, strict=False)}


def _type(field: FieldInfo) -> Any:
    """What a field holds, without its limits and without None."""
    found = field.type
    if get_origin(found) in (Union, UnionType):
        found = next(one for one in get_args(found) if one is not NoneType)
    return get_args(found)[0] if get_origin(found) is Annotated else found


def _words(field: FieldInfo) -> tuple[str, ...]:
    """The words that a field may hold, if there are only some."""
    found = _type(field)
    return get_args(found) if get_origin(found) is Literal else ()


def _is_place(field: FieldInfo) -> bool:
    """Whether a field holds two numbers: `10,25.5`."""
    found = _type(field)
    return get_origin(found) is tuple and len(get_args(found)) == 2 and Ellipsis not in get_args(found)


def _shown(field: FieldInfo) -> str:
    name = field.name.upper()
    if _type(field) is bool:
        return f"{YES[0]}|{NO[0]}"
    if _words(field):
        return "|".join(_words(field))
    if _is_place(field):
        return "X,Y"
    return name if _type(field) in (int, float, str, Any) else f"{name}, ..."


def _split(rest: str, fields: Sequence[FieldInfo]) -> list[str]:
    """A word for each field; the last text takes all that is left over, as names may hold blanks (`mo i rana 2`)."""
    if len(fields) > 1 and fields[-1].type is int:
        before, _, last = rest.strip().rpartition(" ")
        return [*before.split(None, len(fields) - 2), last]
    return rest.split(None, len(fields) - 1)


def _value(text: str, field: FieldInfo) -> Any:
    """A word as the field takes it."""
    text, kind, words = text.strip(), _type(field), _words(field)
    if text == NOTHING and field.default is None:
        return None
    if kind in (int, float):
        return _number(text, field, kind)
    if kind is bool:
        word = text.casefold()
        if word not in (*YES, *NO):
            raise BadInput(say("cli.play.edit-yes-no", yes=YES[0], no=NO[0], text=text))
        return word in YES
    if words:
        return next((word for word in words if word.casefold() == text.casefold()), text)
    if kind in (str, Any):
        return text
    parts = [part.strip() for part in text.split(",") if part.strip() and part.strip() != NOTHING]
    return [_number(part, field, float) for part in parts] if _is_place(field) else parts


def _number(text: str, field: FieldInfo, kind: type[int] | type[float]) -> int | float:
    """A whole number, or a length of which parts count too: `48`, `43.5`."""
    if not _NUMBER[kind].fullmatch(text):
        raise BadInput(say("cli.play.edit-number", field=field.name.upper(), text=text))
    return kind(text)
