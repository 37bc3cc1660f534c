"""Entries of a scenario file: measures become whole numbers, and every fault of an entry is found, not just one."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from feltherre.core.catalogue import find
from feltherre.core.errors import BadInput
from feltherre.core.text import Text, say
from feltherre.games.civilwar.scenario_faults import Fault, fault
from feltherre.games.civilwar.scenario_words import in_words
from feltherre.ground.tabletop.measure import CIRCLE, CM, tenths_of_degree, tenths_of_mm

T = TypeVar("T", bound=Struct)

#: a table is at most 10 m wide
LONGEST: Final = 1000 * CM

#: characters of a text that people read
MOST_WORDS: Final = 4000

#: what a file says about itself, and not of the battle
_ABOUT_DATA: Final = re.compile(r"provenance$|_basis$|^notes?$")
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(\w+)`")
_PLACE: Final = re.compile(r"\$\.(\w+)")


class Entries:
    """Reads the entries of one file and gathers what is wrong with them. `scenario` is the name under which our
    catalogues have its words; "" if they are in the file."""

    def __init__(self, file: str, scenario: str) -> None:
        self.file = file
        self.scenario = scenario
        self.faults: list[Fault] = []

    def listed(self, tree: Mapping[str, Any], field: str) -> list[tuple[str, dict[str, Any]]]:
        """The entries of a list, each with the place where a person finds it: `units, va33`."""
        found = tree.get(field, [])
        if not isinstance(found, list):
            self.faults.append(fault(field, "not-a-list"))
            return []
        entries = []
        for number, entry in enumerate(found, start=1):
            if isinstance(entry, dict):
                kept = without_marks(entry)
                entries.append((f"{field}, {kept.get('id', number)}", kept))
            else:
                self.faults.append(fault(f"{field}, {number}", "not-an-entry"))
        return entries

    def value(self, tree: Mapping[str, Any], field: str, shape: Any, otherwise: Any, where: str = "") -> Any:
        """One field of an entry, checked; the other value if it is missing or wrong."""
        place = f"{where}, {field}".lstrip(", ")
        value = tree.get(field)
        if value is None:
            self.faults.append(fault(where or self.file, "missing-field", field=field))
            return otherwise
        try:
            return msgspec.convert(value, shape)
        except msgspec.ValidationError as error:
            if get_origin(shape) is Literal:
                known = list(get_args(shape))
                self.faults.append(fault(where, "one-of", field=field, value=str(value), known=known))
            else:
                why = str(error).partition(" - at ")[0]
                self.faults.append(fault(place, "bad-value", value=str(value), why=in_words(why)))
            return otherwise

    def length(self, tree: Mapping[str, Any], field: str, otherwise: int, where: str = "") -> int:
        """One length of an entry, at most that of the longest table; the other if it is missing or wrong."""
        try:
            measured = {field: tenths_of_mm(tree[field])} if field in tree else {}
        except BadInput as error:
            self._bad_measure(tree[field], f"{where}, {field}".lstrip(", "), error)
            return otherwise
        found: int = self.value(measured, field, Annotated[int, Meta(ge=1, le=LONGEST)], otherwise, where)
        return found

    def entry(self, entry: dict[str, Any], shape: type[T], where: str, stand_ins: Mapping[str, Any]) -> T | None:
        """An entry in its shape. A field that is missing or wrong is told, and stood in for or left out so that the
        rest can be checked; None if that does not help."""
        entry, tried = dict(entry), set[str]()
        while True:
            try:
                return msgspec.convert(entry, shape)
            except msgspec.ValidationError as error:
                field, told = _blame(str(error), entry, shape, where)
            if field in tried:  # it is wrong, and nothing can stand in for it
                return None
            self.faults.append(told)
            if not field:
                return None
            tried.add(field)
            entry.pop(field, None)
            if field in stand_ins:
                entry[field] = stand_ins[field]

    def measured(
        self, entry: Mapping[str, Any], where: str, lengths: Collection[str], angles: Collection[str] = ()
    ) -> dict[str, Any]:
        """The entry with centimetres and degrees as whole numbers; what is no measure is told and left out."""
        found = dict(entry)
        for field in lengths:
            if field in entry:
                self._measure(found, field, where, _lengths)
        for field in angles:
            if field in entry:
                self._measure(found, field, where, lambda value: tenths_of_degree(value) % CIRCLE)
        return found

    def _measure(self, entry: dict[str, Any], field: str, where: str, read: Any) -> None:
        try:
            entry[field] = read(entry[field])
        except BadInput as error:
            self._bad_measure(entry.pop(field), f"{where}, {field}", error)

    def _bad_measure(self, value: Any, where: str, error: BadInput) -> None:
        self.faults.append(fault(where, "bad-value", value=str(value), why=in_words(str(error.args[0]))))

    def text(self, written: Any, key: str, where: str) -> Text:
        """What people read: the words in the file, or, if there are none and it is ours, the text of our catalogues."""
        found = say(f"civilwar.scenario.{self.scenario}.{key}")
        if written:
            words = str(written).strip()
            if len(words) > MOST_WORDS:
                self.faults.append(fault(where, "long-text", most=MOST_WORDS))
            return say("core.plain", text=words)
        if not self.scenario or find(found.key) is None:
            self.faults.append(fault(where, "no-text"))
        return found


def without_marks(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry without the marks that say where its data come from."""
    return {str(field): value for field, value in entry.items() if not _ABOUT_DATA.search(str(field))}


def _lengths(value: Any) -> Any:
    """A length, or a place: a list of them. Words stay as they are: they name a line of the table."""
    if isinstance(value, list):
        return [tenths_of_mm(part) for part in value]
    return value if isinstance(value, str) else tenths_of_mm(value)


def _blame(error: str, entry: Mapping[str, Any], shape: type[Struct], where: str) -> tuple[str, Fault]:
    """The field of an entry that is to blame for what msgspec has found, and the fault in words."""
    why, _, at = error.partition(" - at ")
    place = _PLACE.search(at)
    field = place[1] if place else ""
    value = str(entry.get(field, ""))
    if not field and (unknown := _UNKNOWN.search(why)):
        return unknown[1], fault(where, "unknown-field", field=unknown[1], known=list(shape.__struct_fields__))
    if not field and (missing := _MISSING.search(why)):
        return missing[1], fault(where, "missing-field", field=missing[1])
    if known := _choices(shape, field):
        return field, fault(where, "one-of", field=field, value=value, known=known)
    return field, fault(f"{where}, {field}".rstrip(", "), "bad-value", value=value, why=in_words(why))


def _choices(shape: type[Struct], field: str) -> list[str]:
    """The words that a field may have, if it is a choice of words."""
    hint = get_type_hints(shape).get(field)
    parts = [hint] if get_origin(hint) is Literal else list(get_args(hint))
    return [str(word) for part in parts if get_origin(part) is Literal for word in get_args(part)]
