"""Reads a `ledger.yaml` into a Ledger, or says everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.ledger.check import Defect, defects
from feltherre.core.ledger.model import (
    Example,
    Ledger,
    LedgerOption,
    LedgerProcedure,
    LedgerTable,
    Lost,
    PlayAid,
    Rule,
    Ruling,
    Scope,
)

# The C loader reads the largest ledger in a sixth of a second, the Python one needs ten times that.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: section of the file -> what its entries are, and which of their fields is the id
LISTS: dict[str, tuple[type[Struct], str]] = {
    "rules": (Rule, "id"),
    "tables": (LedgerTable, "id"),
    "procedures": (LedgerProcedure, "name"),
    "examples": (Example, "id"),
    "rulings": (Ruling, "id"),
    "options": (LedgerOption, "name"),
}
PLAIN_FIELDS = ("game", "title", "source", "scale", "glossary")

T = TypeVar("T", bound=Struct)


class LedgerError(BadInput):
    """A ledger that cannot be used, with every defect found in it."""

    def __init__(self, file: str, found: list[Defect]) -> None:
        self.file = file
        self.defects = tuple(found)
        super().__init__("\n".join(f"{file}: {defect.entry}: {defect.what}" for defect in found))


def load_ledger(source: Traversable | Path) -> Ledger:
    """The ledger in this file, checked; LedgerError lists what is wrong."""
    return read_ledger(source.read_text(encoding="utf-8"), str(source))


def read_ledger(text: str, file: str = "ledger.yaml") -> Ledger:
    """The ledger in this YAML text."""
    try:
        raw = yaml.load(text, LOADER)
    except yaml.YAMLError as error:
        raise LedgerError(file, [Defect("-", f"is not YAML: {error}")]) from None
    if not isinstance(raw, dict):
        raise LedgerError(file, [Defect("-", "is not a mapping of sections")])
    reader = _Reader(raw)
    ledger = reader.ledger()
    found = reader.found or list(defects(ledger))
    if found:
        raise LedgerError(file, found)
    return ledger


class _Reader:
    """Turns the sections of one file into typed entries and notes what does not fit."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.found: list[Defect] = []

    def ledger(self) -> Ledger:
        known = {*LISTS, *PLAIN_FIELDS, "scopes", "missing", "play_aid"}
        values: dict[str, Any] = {name: self.raw[name] for name in PLAIN_FIELDS if name in self.raw}
        values |= {name: self.by_id(name, *entry) for name, entry in LISTS.items()}
        values["scopes"] = self.scopes()
        values["missing"] = tuple(lost for _, lost in self.entries("missing", Lost, "what"))
        values["play_aid"] = self.convert("play_aid", self.raw.get("play_aid") or {}, PlayAid) or PlayAid()
        values["other"] = {name: section for name, section in self.raw.items() if name not in known}
        values.setdefault("game", "")
        values.setdefault("title", "")
        for name in ("game", "title", "rules"):
            if not values[name]:
                self.found.append(Defect(name, "is missing"))
        return Ledger(**values)

    def by_id(self, section: str, of: type[T], id_field: str) -> dict[str, T]:
        found: dict[str, T] = {}
        for entry_id, entry in self.entries(section, of, id_field):
            if entry_id in found:
                self.found.append(Defect(f"{section} {entry_id}", "stands twice"))
            found[entry_id] = entry
        return found

    def entries(self, section: str, of: type[T], id_field: str) -> Iterator[tuple[str, T]]:
        listed = self.raw.get(section) or []
        if not isinstance(listed, list):
            self.found.append(Defect(section, "is not a list"))
            return
        for number, raw in enumerate(listed, start=1):
            if not isinstance(raw, dict) or not isinstance(raw.get(id_field), str):
                self.found.append(Defect(f"{section}, entry {number}", f"has no {id_field} that is a text"))
                continue
            entry = self.convert(f"{section} {raw[id_field]}", _with_extra(raw) if of is LedgerTable else raw, of)
            if entry is not None:
                yield raw[id_field], entry

    def scopes(self) -> dict[str, Scope]:
        """Chapters are written as numbers where the book numbers them."""
        found: dict[str, Scope] = {}
        for name, raw in (self.raw.get("scopes") or {}).items():
            if isinstance(raw, dict):
                raw = raw | {"chapters": [str(chapter) for chapter in raw.get("chapters") or []]}
            scope = self.convert(f"scopes {name}", raw, Scope)
            if scope is not None:
                found[name] = scope
        return found

    def convert(self, entry: str, raw: Any, of: type[T]) -> T | None:
        try:
            return msgspec.convert(raw, of)
        except msgspec.ValidationError as error:
            self.found.append(Defect(entry, str(error)))
            return None


def _with_extra(raw: dict[str, Any]) -> dict[str, Any]:
    """What only some tables have goes into `extra`."""
    known = set(LedgerTable.__struct_fields__) - {"extra"}
    extra = {name: value for name, value in raw.items() if name not in known}
    return {name: value for name, value in raw.items() if name in known} | {"extra": extra}
