"""Every sentence of the procedures is in every catalogue and is said by some situation; every rule cited is a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltherre.core.catalogue import locale_of, missing_keys, read_catalogue, render
from feltherre.core.errors import Illegal
from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.core.text import Text
from feltherre.games.winterwar import procedures
from feltherre.games.winterwar.procedures import PROCEDURES
from feltherre.games.winterwar.procedures.ground_combat import ground_combat
from feltherre.games.winterwar.tables import read_tables
from feltherre.umpire.desk import DeskChance

SOURCES = sorted(Path(procedures.__file__).parent.glob("*.py"))
LEDGER = load_ledger(directory_of("feltherre.games.winterwar") / "ledger.yaml")
ENGLISH = read_catalogue(locale_of("winterwar") / "en" / "procedures.po")

BOTH = (False, True)
SIDES = ("finland", "soviet")
KINDS = ("infantry", "artillery", "engineer", "partisan", "air", "ship", "ski")


def every(**choices: Any) -> Iterator[dict[str, Any]]:
    """A situation for each way to choose one value of every list."""
    for values in product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


def situations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Many situations of every procedure, lawful or not."""
    for example in LEDGER.examples.values():
        assert example.procedure is not None
        yield example.procedure, example.given
    for name, found in SWEEPS.items():
        for given in found():
            yield name, given


def _choices() -> Iterator[dict[str, Any]]:
    yield from ({"dice": [first, second]} for first, second in product((1, 6), (1, 6)))


def _zones() -> Iterator[dict[str, Any]]:
    for beside in every(hex=["a"], road_or_rail=BOTH, river_or_lake=BOTH, sea=BOTH):
        yield from every(side=SIDES, unit_type=KINDS, neighbours=[[beside], [beside, beside]])


def _moves() -> Iterator[dict[str, Any]]:
    terrains = ("forest", "marsh", "mountain", "town", "sea", "neutral")
    for hex_ in every(
        link=("rail", "road", "none"), terrain=terrains, enemy_zoc=BOTH, enemy_unit=BOTH, full_stack=BOTH
    ):
        yield from every(
            side=SIDES,
            unit_type=KINDS,
            ski=[False],
            allowance=[2, 2.3],
            in_supply=BOTH,
            starts_in_enemy_zoc=BOTH,
            path=[[hex_, hex_, hex_]],
        )


def _supplies() -> Iterator[dict[str, Any]]:
    ends = ("own-national-town", "captured-town", "sweden")
    for hex_ in every(road_or_rail=BOTH, enemy_unit=BOTH, enemy_zoc=BOTH, sea=BOTH, neutral=BOTH):
        for line in every(end=ends, end_controlled=BOTH, hexes=[[], [hex_], [hex_] * 3]):
            yield from every(side=SIDES, nation=("finland", "sweden", "soviet"), unit_type=KINDS, lines=[[line]])


def _stacks() -> Iterator[dict[str, Any]]:
    yield from every(arctic=BOTH, divisions=range(3), lesser=range(4), artillery=range(4))


def _lookups() -> Iterator[dict[str, Any]]:
    yield from every(table=["1.5"], attack_total=[5], defence_total=[0, 4], modifier=[0, 1], dice=[[3]])


def _combats() -> Iterator[dict[str, Any]]:
    attackers = list(
        every(unit_type=("infantry", "artillery", "ship"), crossing=("none", "water"), along_road_or_rail=BOTH)
    )
    for given in every(
        attack_values=[[], [1], [30]],
        attackers=[[], *([unit] for unit in attackers), attackers[:2]],
        attack_support=[[], [1]],
        defence_supplied=[[], [4]],
        defence_unsupplied=[[], [3]],
        defence_support=[[], [1]],
        terrain=["marsh", "mountain", "town"],
        attacker_ski=BOTH,
        dice=[[2], [6]],
    ):
        yield {"side": "soviet", "attacker_winter": False, "defender_winter": True, **given}


def _loss_points() -> Iterator[dict[str, Any]]:
    yield from every(front_attack=[None, 4], back_attack=[None, 2], air_combat=[None, 3])


def _results() -> Iterator[dict[str, Any]]:
    faces = list(every(id=["a"], face=("front", "back"), has_back=BOTH))
    lists = [[], *([face] for face in faces), [faces[0], faces[0]], [faces[0], {**faces[1], "id": "b"}]]
    yield from every(result=["F2R", "FER", "X"], side=["A", "F"], units=lists, chosen=[[], ["a"], ["x"], ["a", "b"]])


def _retreats() -> Iterator[dict[str, Any]]:
    for hex_ in every(hex=["a"], road_or_rail=BOTH, enemy_unit=BOTH, enemy_zoc=BOTH, closed=BOTH, room=BOTH):
        yield from every(side=SIDES, options=[[hex_], [hex_, hex_], [{**hex_, "adjacent_attackers": 1}, {"hex": "b"}]])


def _advances() -> Iterator[dict[str, Any]]:
    for stack, crossing, along in product(("division", "air", "ship"), ("none", "water"), BOTH):
        unit = {"id": "a", "stack": stack, "crossing": crossing, "along_road_or_rail": along}
        division = {"id": "b", "stack": "division"}
        yield from every(
            side=SIDES,
            hex_empty=BOTH,
            arctic=[True],
            attackers=[[unit], [unit, unit], [unit, division]],
            chosen=[[], ["a"], ["a", "b"]],
        )


def _air_combats() -> Iterator[dict[str, Any]]:
    yield from every(attackers=[[], [1], [5, 5, 5]], defenders=[[], [1], [5, 5, 5]], dice=[[n] for n in range(1, 7)])


def _towns() -> Iterator[dict[str, Any]]:
    yield from every(last_owner=SIDES, ground_unit=("none", *SIDES), finland_zoc=BOTH, soviet_zoc=BOTH, game_end=BOTH)


def _winners() -> Iterator[dict[str, Any]]:
    yield from every(
        sudden_death=("none", *SIDES),
        finland_points=[1, 2.3],
        soviet_points=[1],
        units_destroyed_by_finland=[1],
        units_destroyed_by_soviet=[1, 2],
        towns_finland=[1],
        towns_soviet=[1, 2],
    )


def _deaths() -> Iterator[dict[str, Any]]:
    hexes = ("leningrad-large", "leningrad-small", "helsinki", "other")
    yield from every(hex=hexes, side=SIDES, ground_unit=BOTH)


def _entries() -> Iterator[dict[str, Any]]:
    flags = ("own_national_town", "controlled", "enemy_zoc", "own_ground_unit", "enemy_ground_unit")
    more = ("borders_soviet_union", "near_sweden", "room")
    kinds = ("ordinary", "partisan", "air", "swedish")
    yield from every(kind=kinds, **dict.fromkeys((*flags, *more), BOTH))


def _clocks() -> Iterator[dict[str, Any]]:
    yield from every(movement_seconds=[1, 300], game_seconds=[1, 7200], turn=[8], both_sides_done=BOTH)


SWEEPS = {
    "side-choice": _choices,
    "zone-of-control": _zones,
    "movement-cost": _moves,
    "supply-check": _supplies,
    "stacking-check": _stacks,
    "ground-combat": _combats,
    "combat-lookup": _lookups,
    "loss-points": _loss_points,
    "apply-result": _results,
    "retreat-options": _retreats,
    "advance-after-combat": _advances,
    "air-combat": _air_combats,
    "town-control": _towns,
    "winner": _winners,
    "sudden-death": _deaths,
    "reinforcement-placement": _entries,
    "phase-clock": _clocks,
}


def told(procedure: Any, given: dict[str, Any]) -> list[Text]:
    """What the umpire says about a situation: the explanation, or why he refuses."""
    plain = {name: value for name, value in given.items() if name != "dice"}
    chance = DeskChance({"dice": tuple(given.get("dice", ()))})
    try:
        situation = msgspec.convert(plain, procedure.situation)
        ruling = procedure.resolve(procedure.assess(situation), chance)
    except Illegal as error:
        return [error.reason]
    return [line.text for line in ruling.explanation]


@cache
def all_texts() -> dict[str, Text]:
    """The first text said with each key, in any of the situations and with each reading of the numbers."""
    found: dict[str, Text] = {}
    for name, given in situations():
        for text in told(PROCEDURES[name], given):
            found.setdefault(text.key, text)
    for loss_numbers, result in product(("units", "steps"), ("A1R", "A2R-F2R", "AER-FER")):
        table = read_tables(_one_result(result), "one.yaml").ground
        combat = next(given for name, given in situations() if name == "ground-combat")
        for text in told(ground_combat.under(table=table, loss_numbers=loss_numbers), combat):
            found.setdefault(text.key, text)
    return found


def _one_result(result: str) -> dict[str, Any]:
    return {"tables": [{"id": "1.5", "columns": ["die", "1-1"], "rows": [["<=1", result], [">=2", result]]}]}


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_whatever_the_umpire_says_he_can_say_in_every_language(lang: str) -> None:
    assert missing_keys(all_texts().values(), lang) == []
    for text in all_texts().values():
        sentence = render(text, lang)
        assert not re.search(r"[{}<]winterwar|\{\w+\}", sentence), sentence
        assert sentence.endswith("."), sentence


def test_no_sentence_of_the_procedures_is_idle() -> None:
    said = set(all_texts())
    assert [key for key in ENGLISH if key not in said and not key.startswith("winterwar.count.")] == []


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.stem)
def test_every_rule_that_is_cited_is_in_the_ledger(file: Path) -> None:
    cited = re.compile(r"\d[\d.]*-[\w-]+|(turn|supply|move|setup|win|intro|order)-\d[\w-]*")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        written = node.value if isinstance(node, ast.Constant) else None
        if isinstance(written, str) and cited.fullmatch(written):
            assert written in LEDGER.rules or written in LEDGER.tables, written
