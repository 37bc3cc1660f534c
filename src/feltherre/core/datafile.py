"""Data files of a game: read once, checked against their shape, and marked with where each datum comes from.

A mark says `source` (stated in the rulebook), `derived` (follows from it) or `reconstructed` (our completion). An entry
of a file carries `provenance`: one mark for all of it, or a mark for each of its fields; `<field>_provenance` marks
that one field. Whatever is wrong with a file is told with its name, the entry and the fault.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec
import yaml

from feltherre.core.errors import BadInput

Mark = Literal["source", "derived", "reconstructed"]
MARKS: tuple[Mark, ...] = get_args(Mark)

#: fields that are no data but words of ours about it, as are those whose names end in `_basis`
WORDS = frozenset({"id", "note", "notes", "basis", "game", "file", "words"})

T = TypeVar("T")

# the C loader is ten times as quick, but not every PyYAML is built with it
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def is_completion(mark: str) -> bool:
    """Whether a datum is not stated in the rulebook, and so bears a sign: what follows from the book as well as what
    was reconstructed. A remark may stand behind the word."""
    return not mark.startswith("source")


class DamagedFile(BadInput):
    """A data file that cannot be used: which file, which entry, what is wrong."""

    def __init__(self, file: str, entry: str, fault: str) -> None:
        self.file = file
        self.entry = entry
        self.fault = fault
        super().__init__(f"{file}: {entry}: {fault}" if entry else f"{file}: {fault}")


# data of one's own: FOLDER/<game>/<file> stands for the game's own file of that name, for a whole process

#: the variable that names the folder
OWN_DATA = "FELTHERRE_DATA"
#: the file beside them that says which files were checked
CHECKED = "checked"


def own_mark(game: str) -> str:
    """`+` and a hash of the data that stands in the place of a game's own; "" if none does. Only what was checked is
    used (`feltherre data`)."""
    folder = own_folder(game)
    if folder is None:
        return ""
    mark = mark_of(sorted(folder.glob("*.yaml")))
    checked = folder / CHECKED
    if not checked.is_file() or checked.read_text("utf-8").strip() != mark:
        raise DamagedFile(str(folder), "", f"is not as it was checked: `feltherre data {game} FILES --into FOLDER`")
    return mark


def own_folder(game: str) -> Path | None:
    """Where the data of one's own for a game are, if there are any."""
    named = os.environ.get(OWN_DATA, "")
    if named and not Path(named).is_dir():
        raise DamagedFile(named, "", f"is no folder ({OWN_DATA})")
    folder = Path(named) / game
    return folder if named and folder.is_dir() else None


def mark_of(files: Iterable[Path]) -> str:
    """A mark of these files by their names and what is in them."""
    content = hashlib.sha256()
    for file in files:
        content.update(b"%s\0%s\0" % (file.name.encode(), file.read_bytes()))
    return f"+{content.hexdigest()[:12]}"


def data_file(game: str, file: Path) -> Path:
    """A game's file of data, or the one that stands in its place."""
    own = Path(own_folder(game) or "") / file.name
    return own if own_mark(game) and own.is_file() else file


def read_tree(path: Path) -> Any:
    """The file as plain lists and mappings."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DamagedFile(path.name, "", f"cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise DamagedFile(path.name, "", "is not UTF-8 text") from error
    return read_text(text, path.name)


def read_text(text: str, name: str) -> Any:
    """The text of a data file as plain lists and mappings."""
    try:
        return yaml.load(text, Loader=LOADER)
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # ValueError: the 13th month, unquoted
        raise DamagedFile(name, *_yaml_fault(error)) from error


def _yaml_fault(error: Exception) -> tuple[str, str]:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or (str(error) if isinstance(error, ValueError) else "is no YAML")
    return ("" if mark is None else f"line {mark.line + 1}"), str(problem)


def read_datafile(path: Path, shape: type[T]) -> T:
    """The file as a value of the given shape (a Struct)."""
    tree = read_tree(path)
    try:
        return msgspec.convert(tree, shape)
    except msgspec.ValidationError as error:
        fault, _, place = str(error).partition(" - at ")
        raise DamagedFile(path.name, _entry(tree, place.strip("`")), fault) from error


def _entry(tree: Any, place: str) -> str:
    """`$.areas[3].coast[0]` as a person finds it: `areas, skien, coast[0]`."""
    words: list[str] = []
    for name, number in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", place):
        tree = _step(tree, name, number)
        if name:
            words.append(name)
        else:
            words.append(_title(tree) or f"entry {int(number) + 1}" if number.isdigit() else "an entry")
    return ", ".join(words)


def _step(tree: Any, name: str, number: str) -> Any:
    try:
        return tree[name] if name else tree[int(number)]
    except (KeyError, IndexError, TypeError, ValueError):
        return None


def _title(entry: Any) -> str | None:
    """What an entry is known by."""
    if not isinstance(entry, dict):
        return None
    known_by = next((entry[key] for key in ("id", "area", "between") if key in entry), None)
    return "-".join(map(str, known_by)) if isinstance(known_by, list) else known_by and str(known_by)


def unmarked(tree: Any, place: str = "") -> Iterator[str]:
    """The places of all data without a valid mark; none in a file that is in order."""
    if isinstance(tree, list) and tree:
        for number, item in enumerate(tree):
            yield from unmarked(item, f"{place}[{_title(item) or number}]")
    elif isinstance(tree, dict) and tree:
        yield from _unmarked_fields(tree, place)
    else:
        yield place


def _unmarked_fields(entry: dict[str, Any], place: str) -> Iterator[str]:
    marks = entry.get("provenance", {})
    if isinstance(marks, str):
        marks = dict.fromkeys(entry, marks)
    for field, value in entry.items():
        at = f"{place}.{field}".lstrip(".")
        if field == "provenance":
            yield from (f"{at} marks {name}, which is not there" for name in marks if name not in entry)
        elif field.endswith("_provenance"):
            if field.removesuffix("_provenance") not in entry:  # such as value_provenance, for all numbers
                yield from _bad_mark(value, at)
        elif not _is_words(field):
            mark = entry.get(f"{field}_provenance", marks.get(field))
            if mark is None:
                yield from unmarked(value, at)
            else:
                yield from _bad_mark(mark, at)
                yield from _bad_marks_within(value, at)


def _is_words(field: str) -> bool:
    return field in WORDS or field.endswith("_basis")


def _bad_mark(mark: Any, place: str) -> Iterator[str]:
    if mark not in MARKS:
        yield f"{place} is marked {mark!r}"


def _bad_marks_within(value: Any, place: str) -> Iterator[str]:
    """Entries inside a marked one may carry marks of their own, which must be valid too."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _bad_marks_within(item, f"{place}[{_title(item) or number}]")
    elif isinstance(value, dict):
        if "provenance" in value:
            yield from _unmarked_fields(value, place)
        else:
            for field, item in value.items():
                yield from _bad_marks_within(item, f"{place}.{field}")
