"""Schemas XXII to XXIV, the morale grades of the armies: no procedure reads them, since a brief gives each unit its
grade (04.05.2). Who stands where, typed in again from the book, is what the ledger has."""

from __future__ import annotations

from itertools import groupby

import pytest

from feltherre.games.napoleon.tables import by_key, records

#: schema XXII: grade -> how many kinds of troops have it
XXII = {5: 1, 4: 1, 3: 1, 2: 2, 1: 2, 0: 3, -1: 3, -2: 2, -3: 2, -4: 1}
#: schemas XXIII and XXIV: arm -> grade -> nations in their order
XXIII: dict[str, dict[int, str]] = {
    "infantry": {
        5: "France",
        4: "France",
        3: "France Prussia Austria",
        2: "Denmark England France Hanover Hesse Mecklenburg Poland Prussia Russia Sweden Austria-Hungary",
        1: "Bavaria France Naples Poland Prussia Russia Saxony Sweden Westphalia Austria-Hungary",
        0: "Baden Bavaria France Hanover Hesse Mecklenburg Prussia Russia Austria-Hungary",
        -1: (
            "Anhalt Bavaria France Hanover Illyria Italy Prussia "
            "Russia Saxony Spain Westphalia Wuerttemberg Wuerzburg Austria-Hungary"
        ),
        -2: "France Naples Prussia Austria-Hungary",
        -3: "Bavaria France Hanseatic_towns Russia",
        -4: "Russia",
    },
    "heavy_cavalry": {
        3: "France Prussia",
        2: "France Prussia Russia",
        1: "France Poland Russia Sweden Austria-Hungary",
        0: "France Russia",
        -1: "France Saxony",
    },
    "medium_cavalry": {
        3: "France",
        2: "Denmark Prussia Sweden",
        1: "Bavaria France Italy Prussia Russia Sweden Austria-Hungary",
        0: "France Prussia Russia",
        -1: "France",
    },
    "light_cavalry": {
        3: "France",
        2: "Berg Denmark Hanover Prussia",
        1: "Baden Bavaria Denmark France Poland Prussia Russia Sweden Austria-Hungary",
        0: "Baden France Hesse Italy Prussia Russia Westphalia Wuerzburg",
        -1: "France Hanover Mecklenburg Prussia Russia Saxony",
        -2: "Anhalt France Naples Prussia Russia Westphalia Wuerttemberg",
        -3: "Hanseatic_towns",
    },
    "artillery": {
        3: "France Prussia",
        2: "England France Hanover",
        1: "Bavaria Denmark France Italy Poland Prussia Russia Sweden Austria-Hungary all_others",
        0: "Prussia all_others",
        -1: "France Prussia Saxony Westphalia Wuerttemberg",
        -2: "Hanover Hanseatic_towns",
    },
}
XXIV: dict[str, dict[int, str]] = {
    "infantry": {
        5: "France",
        4: "France",
        3: "Scotland France Prussia",
        2: "England France Hanover Prussia",
        1: "Brunswick France Hanover Prussia",
        0: "Brunswick France Holland Nassau Prussia",
        -1: "Belgium Hanover Nassau Prussia",
        -2: "Belgium Brunswick Holland Nassau Prussia",
        -3: "Prussia",
    },
    "heavy_cavalry": {
        3: "France",
        2: "England France",
        1: "England France",
        0: "Holland",
        -1: "Belgium",
    },
    "medium_cavalry": {
        3: "France",
        1: "France Prussia",
        0: "France Prussia",
    },
    "light_cavalry": {
        3: "France",
        2: "Hanover Prussia",
        1: "Hanover Prussia",
        0: "England France Holland Prussia",
        -1: "Belgium Brunswick France Prussia",
        -2: "Brunswick Hanover Prussia",
    },
    "artillery": {
        3: "France",
        2: "England Hanover",
        1: "France Hanover Prussia",
        0: "Brunswick France Holland Prussia",
        -1: "Belgium",
    },
}


def test_the_grades_and_their_kinds() -> None:
    kinds = {grade: len(row["category"].split(", ")) for grade, row in by_key("XXII", key="grade").items()}
    assert list(kinds.items()) == list(XXII.items())


@pytest.mark.parametrize(("schema", "typed"), [("XXIII", XXIII), ("XXIV", XXIV)])
def test_who_has_which_grade(schema: str, typed: dict[str, dict[int, str]]) -> None:
    found: dict[str, dict[int, str]] = {}
    for (section, grade), rows in groupby(records(schema), key=lambda row: (row["section"], row["grade"])):
        found.setdefault(section, {})[grade] = " ".join(row["nation"].replace(" ", "_") for row in rows)
    assert found == typed
    assert [[*grades] for grades in found.values()] == [[*grades] for grades in typed.values()]
    assert all(row["units"] for row in records(schema))
