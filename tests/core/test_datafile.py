"""Data files: faults told with file and entry, and marks on every datum."""

from pathlib import Path

import pytest
from msgspec import Struct

from cases import each
from feltherre.core.datafile import MARKS, DamagedFile, Mark, read_datafile, read_tree, unmarked


class Town(Struct, forbid_unknown_fields=True):
    id: str
    people: int
    provenance: Mark


class Towns(Struct, forbid_unknown_fields=True):
    towns: tuple[Town, ...]


def written(folder: Path, text: str) -> Path:
    path = folder / "towns.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_the_right_shape_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "towns:\n  - {id: hamar, people: 5, provenance: source}\n")
    assert read_datafile(path, Towns) == Towns((Town("hamar", 5, "source"),))


@each(
    "text entry fault",
    ("towns:\n  - {id: hamar, people: many, provenance: source}", "towns, hamar, people", "Expected `int`"),
    ("towns:\n  - {id: hamar, people: 5}", "towns, hamar", "missing required field `provenance`"),
    ("towns:\n  - {id: hamar, people: 5, provenance: rumour}", "towns, hamar, provenance", "'rumour'"),
    ("towns:\n  - {id: hamar, peple: 5, provenance: source}", "towns, hamar", "unknown field `peple`"),
    ("towns:\n  - {id: a, people: 1, provenance: source}\n  - 7", "towns, entry 2", "Expected `object`"),
    ("towns:\n  - {id: hamar\n", "line 3", ""),
    ("[]", "", "Expected `object`"),
)
def test_a_fault_is_told_with_its_entry(tmp_path: Path, text: str, entry: str, fault: str) -> None:
    with pytest.raises(DamagedFile) as damaged:
        read_datafile(written(tmp_path, text), Towns)
    assert (damaged.value.file, damaged.value.entry) == ("towns.yaml", entry)
    assert fault in damaged.value.fault
    assert str(damaged.value).startswith("towns.yaml: ")


def test_a_missing_file_and_one_that_is_no_text_are_told(tmp_path: Path) -> None:
    with pytest.raises(DamagedFile, match=r"towns\.yaml: cannot be read"):
        read_tree(tmp_path / "towns.yaml")
    (tmp_path / "towns.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedFile, match=r"towns\.yaml: is not UTF-8 text"):
        read_tree(tmp_path / "towns.yaml")


@pytest.mark.parametrize("mark", MARKS)
def test_one_mark_covers_an_entry(mark: str) -> None:
    assert list(unmarked([{"id": "hamar", "people": 5, "rivers": ["a"], "provenance": mark}])) == []


@each(
    "entry found",
    ({"id": "hamar", "people": 5}, ["[hamar].people"]),
    ({"id": "hamar", "people": 5, "provenance": "rumour"}, ["[hamar].people is marked 'rumour'"]),
    ({"id": "hamar", "people": 5, "lat": 1, "provenance": {"people": "source"}}, ["[hamar].lat"]),
    (
        {"id": "hamar", "people": 5, "provenance": {"people": "source", "lat": "source"}},
        ["[hamar].provenance marks lat, which is not there"],
    ),
    ({"id": "hamar", "people": 5, "people_provenance": "derived"}, []),
    ({"id": "hamar", "people": 5, "people_provenance": "?"}, ["[hamar].people is marked '?'"]),
    (
        {"id": "hamar", "people": 5, "provenance": "source", "value_provenance": "?"},
        ["[hamar].value_provenance is marked '?'"],
    ),
    ({"id": "hamar", "rivers": []}, ["[hamar].rivers"]),
    ({"id": "hamar", "note": "ours", "basis": "ours", "river_basis": "ours"}, []),
    (
        {"id": "hamar", "parts": [{"id": "x", "people": 1, "provenance": "?"}], "provenance": {"parts": "source"}},
        ["[hamar].parts[x].people is marked '?'"],
    ),
    ({"id": "hamar", "parts": {"x": {"people": 1, "provenance": "source"}, "y": 2}}, ["[hamar].parts.y"]),
)
def test_data_without_a_valid_mark_are_found(entry: dict[str, object], found: list[str]) -> None:
    assert list(unmarked([entry])) == found
