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
from feltherre.ground.tabletop.measure import CIRCLE, CM, tenths_of_degree, tenths_of_mm

T = TypeVar("T", bound=Struct)

#: a table is at most 10 m wide
LONGEST: Final = 1000 * CM

#: characters of a text that people read
MOST_WORDS: Final = 4000

#: what a file says about itself, and not of the battle
_ABOUT_DATA: Final = re.compile(r"provenance$|_basis$|^notes?$")
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]+)`")
_PLACE: Final = re.compile(r"\.(\w+)")
_LIMIT: Final = re.compile(r"Expected `int` (>=|<=) (\d+)")
#: words that YAML takes for yes and no, even as the name of a field
_YES_NO: Final = {True: "on/yes/true", False: "off/no/false"}


class Entries:
    """Reads the entries of one file and gathers what is wrong with them. `scenario` is the name under which our
    catalogues have its words; "" if they are in the file."""

    def __init__(self, file: str, scenario: str) -> None:
        self.file = file
        self.scenario = scenario
        self.faults: list[Fault] = []
        #: place in the file -> the measure as it is written there
        self.written: dict[str, Any] = {}

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
                self.faults.append(self._bad_value(place, value, str(error).partition(" - at ")[0]))
            return otherwise

    def length(self, tree: Mapping[str, Any], field: str, otherwise: int, where: str = "") -> int:
        """One length of an entry, at most that of the longest table; the other if it is missing or wrong."""
        measured = dict(tree)
        if field in tree:
            self._measure(measured, field, where, tenths_of_mm)
            if field not in measured:
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
                field, told = self._blame(str(error), entry, shape, where)
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
                self._measure(found, field, where, _direction)
        return found

    def _measure(self, entry: dict[str, Any], field: str, where: str, read: Any) -> None:
        place = f"{where}, {field}".lstrip(", ")
        self.written[place] = entry[field]
        try:
            entry[field] = read(entry[field])
        except BadInput as error:
            self.faults.append(self._bad_value(place, entry.pop(field), str(error.args[0])))

    def _bad_value(self, place: str, value: Any, why: str) -> Fault:
        """A value that cannot be taken, as it is written in the file."""
        if place in self.written:
            value, why = self.written[place], _in_centimetres(why)
        return fault(place, "bad-value", value=str(value), why=in_words(why))

    def _blame(self, error: str, entry: Mapping[str, Any], shape: type[Struct], where: str) -> tuple[str, Fault]:
        """The field of an entry that is to blame for what msgspec has found, and the fault in words."""
        why, _, at = error.partition(" - at ")
        field, *within = [*_PLACE.findall(at), ""]
        place, inner = f"{where}, {field}".rstrip(", "), _struct_in(shape, field) if field else shape
        if inner is not None and (unknown := _UNKNOWN.search(why)):
            return field or unknown[1], fault(
                place, "unknown-field", field=unknown[1], known=list(inner.__struct_fields__)
            )
        if inner is not None and (missing := _MISSING.search(why)):
            return field or missing[1], fault(place, "missing-field", field=missing[1])
        value = entry.get(field, "")
        if inner is not None and within[0] and isinstance(value, dict):  # a field of the entry in this field
            return field, self._blame(f"{why} - at {at.replace(f'.{field}', '', 1)}", value, inner, place)[1]
        if known := _choices(shape, field):
            return field, fault(where, "one-of", field=field, value=str(value), known=known)
        return field, self._bad_value(place, value, why)

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
    return {field: _named(value) for field, value in _named(entry).items() if not _ABOUT_DATA.search(field)}


def _named(value: Any) -> Any:
    """An entry whose fields all have words for names; anything else as it is."""
    if not isinstance(value, Mapping):
        return value
    return {_YES_NO[name] if isinstance(name, bool) else str(name): one for name, one in value.items()}


def _lengths(value: Any) -> Any:
    """A length, or a place: a list of them. Words stay as they are: they name a line of the table."""
    if isinstance(value, list):
        return [tenths_of_mm(part) for part in value]
    return value if isinstance(value, str) else tenths_of_mm(value)


def _direction(value: Any) -> int:
    """Degrees of the compass; more than once round is a slip of the pen."""
    tenths = tenths_of_degree(value)
    if abs(tenths) > CIRCLE:
        raise BadInput(f"{value} is beyond the circle; write degrees from 0 to 360")
    return tenths % CIRCLE


def _in_centimetres(why: str) -> str:
    """A limit of a length in 0.1 mm as one in cm: at least 1 is more than 0."""
    found = _LIMIT.fullmatch(why)
    if found is None:
        return why
    least = found[1] == ">="
    return f"Expected `int` {'>' if least else '<='} {(int(found[2]) - least) // CM}"


def _struct_in(shape: type[Struct], field: str) -> type[Struct] | None:
    """The shape of the entry that a field holds; None if it holds none."""
    hint = get_type_hints(shape).get(field)
    kinds = (hint, *get_args(hint))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)), None)


def _choices(shape: type[Struct], field: str) -> list[str]:
    """The words that a field may have, if it is a choice of words."""
    hint = get_type_hints(shape).get(field)
    parts = [hint] if get_origin(hint) is Literal else list(get_args(hint))
    return [str(word) for part in parts if get_origin(part) is Literal for word in get_args(part)]


# why a value cannot be taken, in the reader's language


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
