"""Every sentence of the procedures is in the English catalogue and is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from feltherre.core.catalogue import messages
from feltherre.games.norway import board, cards, procedures

SOURCES = sorted(Path(procedures.__file__).parent.glob("*.py"))
ENGLISH = messages("norway", "en")


def patterns(file: Path) -> Iterator[str]:
    """The keys written in a source file, as regular expressions: what is filled in may be anything."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"
                for part in node.values
            ]
            if parts[0].startswith("norway"):
                yield "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.match(r"norway\.[a-z]", node.value):
            yield re.escape(node.value)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.stem)
def test_every_key_has_its_sentence(file: Path) -> None:
    for pattern in patterns(file):
        # part of a longer key that is filled in: norway\.ruling\.dice\..+
        assert any(re.match(pattern, key) for key in ENGLISH), pattern


def test_no_sentence_of_the_procedures_is_idle() -> None:
    used = [re.compile(pattern + r"\Z") for file in SOURCES for pattern in patterns(file)]
    for key in ENGLISH:
        if key.startswith(("norway.ruling.", "norway.refuse.")):
            assert any(pattern.match(key) for pattern in used), key


def test_every_area_sea_card_and_country_has_its_name() -> None:
    wanted = chain(
        (f"norway.area.{area}" for area in board.AREAS),
        (f"norway.sea.{sea}" for sea in board.SEAS),
        (f"norway.card.{card.id}" for card in cards.TYPES),
        (f"norway.country.{country}" for country in ("germany", "norway", "allies")),
    )
    assert [key for key in wanted if key not in ENGLISH] == []
