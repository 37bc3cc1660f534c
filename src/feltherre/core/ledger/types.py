"""The types that a ledger writes for inputs and outputs: `list[record{area: str, battalions: int}]|null`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec import Struct

PLAIN = ("int", "number", "bool", "str", "null")


class Type(Struct, frozen=True):
    """A type of the ledger. `kind` is a plain one, or enum, list, map, record or union."""

    kind: str
    #: of an enum
    values: tuple[str, ...] = ()
    #: element of a list; key and value of a map; members of a union
    of: tuple[Type, ...] = ()
    #: of a record
    fields: dict[str, Type] = {}

    def __str__(self) -> str:
        match self.kind:
            case "enum":
                return f"enum[{'|'.join(self.values)}]"
            case "list" | "map":
                return f"{self.kind}[{', '.join(map(str, self.of))}]"
            case "record":
                return "record{" + ", ".join(f"{name}: {of}" for name, of in self.fields.items()) + "}"
            case "union":
                return "|".join(map(str, self.of))
        return self.kind


@cache
def parse_type(text: str) -> Type:
    """Read a type as the ledger writes it; ValueError says what is wrong."""
    reader = _Reader(text)
    found = reader.union()
    if reader.rest():
        raise ValueError(f"type {text!r} goes on with {reader.rest()!r}")
    return found


def misfit(value: Any, wanted: Type, optional: frozenset[str] = frozenset()) -> str | None:
    """What is wrong with a value of this type; None if it fits.

    `optional` names the fields of a record that have defaults; `hexes.sea` is the field sea of the records in hexes.
    """
    match wanted.kind:
        case "union":
            wrongs = [misfit(value, member, optional) for member in wanted.of]
            return None if None in wrongs else f"{value!r} is no {wanted}"
        case "list" if isinstance(value, list):
            return _first_wrong(misfit(element, wanted.of[0], optional) for element in value)
        case "map" if isinstance(value, dict):
            keys = _first_wrong(misfit(key, wanted.of[0]) for key in value)
            return keys or _first_wrong(misfit(element, wanted.of[1], optional) for element in value.values())
        case "record" if isinstance(value, dict):
            return _misfit_record(value, wanted, optional)
    return None if _is_plain(value, wanted) else f"{value!r} is no {wanted}"


def _misfit_record(value: dict[str, Any], wanted: Type, optional: frozenset[str]) -> str | None:
    unknown = [name for name in value if name not in wanted.fields]
    if unknown:
        return f"record has no field {unknown[0]!r}"
    lacking = [name for name in wanted.fields if name not in value and name not in optional]
    if lacking:
        return f"field {lacking[0]!r} is not given"
    return _first_wrong(misfit(given, wanted.fields[name], _below(name, optional)) for name, given in value.items())


def _below(field: str, optional: frozenset[str]) -> frozenset[str]:
    prefix = field + "."
    return frozenset(name.removeprefix(prefix) for name in optional if name.startswith(prefix))


def _is_plain(value: Any, wanted: Type) -> bool:
    match wanted.kind:
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "bool":
            return isinstance(value, bool)
        case "str":
            return isinstance(value, str)
        case "enum":
            return isinstance(value, str) and value in wanted.values
    return wanted.kind == "null" and value is None


def _first_wrong(wrongs: Iterable[str | None]) -> str | None:
    return next((wrong for wrong in wrongs if wrong), None)


class _Reader:
    """Reads a type from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def rest(self) -> str:
        return self.text[self.at :].strip()

    def union(self) -> Type:
        members = [self.one()]
        while self.take("|"):
            members.append(self.one())
        return members[0] if len(members) == 1 else Type("union", of=tuple(members))

    def one(self) -> Type:
        name = self.word()
        match name:
            case "enum":
                return Type("enum", values=self.enum_values())
            case "list":
                self.expect("[")
                element = self.union()
                self.expect("]")
                return Type("list", of=(element,))
            case "map":
                self.expect("[")
                key = self.union()
                self.expect(",")
                value = self.union()
                self.expect("]")
                return Type("map", of=(key, value))
            case "record":
                return Type("record", fields=self.record_fields())
        if name not in PLAIN:
            known = ", ".join((*PLAIN, "enum[a|b]", "list[...]", "map[..., ...]", "record{name: ...}"))
            raise ValueError(f"type {self.text!r} has the unknown word {name!r}; there are {known}")
        return Type(name)

    def enum_values(self) -> tuple[str, ...]:
        """Everything up to the bracket, as it is: values may be empty or hold blanks, signs and dots."""
        self.expect("[")
        end = self.text.find("]", self.at)
        if end < 0:
            raise ValueError(f"type {self.text!r} lacks a ]")
        values = tuple(self.text[self.at : end].split("|"))
        self.at = end + 1
        return values

    def record_fields(self) -> dict[str, Type]:
        self.expect("{")
        fields: dict[str, Type] = {}
        while not fields or self.take(","):
            name = self.word()
            self.expect(":")
            fields[name] = self.union()
        self.expect("}")
        return fields

    def word(self) -> str:
        self.blanks()
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] == "_"):
            self.at += 1
        return self.text[start : self.at]

    def take(self, sign: str) -> bool:
        self.blanks()
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            raise ValueError(f"type {self.text!r} lacks a {sign}")

    def blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
