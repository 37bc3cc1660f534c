"""What cannot be is refused with a reason, by every procedure, wherever it stands in the situation."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.core.ledger.types import Type
from feltherre.games.winterwar.procedures import PROCEDURES
from feltherre.umpire import desk
from winterwar_desk import ask, refusal

LEDGER = load_ledger(directory_of("feltherre.games.winterwar") / "ledger.yaml")

HEX = {"road_or_rail": True, "enemy_unit": False, "enemy_zoc": False, "own_unit": True, "sea": False, "neutral": False}

#: a lawful situation for each procedure, with something in every list
LAWFUL: dict[str, dict[str, Any]] = {
    "side-choice": {"dice": [1, 2]},
    "zone-of-control": {
        "side": "soviet",
        "unit_type": "tank",
        "neighbours": [{"hex": "a", "road_or_rail": True, "river_or_lake": False, "sea": False}],
    },
    "movement-cost": {
        "side": "soviet",
        "unit_type": "tank",
        "ski": False,
        "allowance": 2,
        "in_supply": True,
        "starts_in_enemy_zoc": False,
        "path": [{"link": "road", "terrain": "town", "enemy_zoc": False, "enemy_unit": False, "full_stack": False}],
    },
    "supply-check": {
        "side": "soviet",
        "nation": "soviet",
        "unit_type": "tank",
        "lines": [{"end": "own-national-town", "end_controlled": True, "hexes": [HEX]}],
    },
    "stacking-check": {"arctic": False, "divisions": 1, "lesser": 1, "artillery": 1},
    "partisan-strength": {"dice": [3]},
    "ground-combat": {
        "side": "soviet",
        "attack_values": [5],
        "attackers": [{"unit_type": "tank", "crossing": "none", "along_road_or_rail": True}],
        "attack_support": [2],
        "defence_supplied": [4],
        "defence_unsupplied": [3],
        "defence_support": [1],
        "terrain": "town",
        "attacker_winter": False,
        "defender_winter": True,
        "attacker_ski": False,
        "dice": [4],
    },
    "combat-lookup": {"table": "1.5", "attack_total": 5, "defence_total": 2, "modifier": 1, "dice": [4]},
    "loss-points": {"front_attack": 4, "back_attack": 2},
    "apply-result": {
        "result": "F1R",
        "side": "F",
        "units": [{"id": "a", "face": "front", "has_back": True}],
        "chosen": ["a"],
    },
    "retreat-options": {
        "side": "soviet",
        "options": [
            {
                "hex": "a",
                "road_or_rail": True,
                "enemy_unit": False,
                "enemy_zoc": True,
                "own_unit": False,
                "closed": False,
                "room": True,
                "adjacent_attackers": 1,
            }
        ],
        "own_unit_shields_retreat": True,
    },
    "advance-after-combat": {
        "side": "soviet",
        "hex_empty": True,
        "arctic": True,
        "attackers": [{"id": "a", "stack": "division", "crossing": "bridge", "along_road_or_rail": True}],
        "chosen": ["a"],
    },
    "air-combat": {"attackers": [2], "defenders": [1], "dice": [4]},
    "town-control": {
        "last_owner": "finland",
        "ground_unit": "none",
        "finland_zoc": True,
        "soviet_zoc": False,
        "game_end": True,
    },
    "victory-points": {
        "towns": [{"value": 1, "owner": "finland"}],
        "destroyed_finnish": [1],
        "destroyed_soviet": [1],
    },
    "winner": {
        "sudden_death": "none",
        "finland_points": 1.25,
        "soviet_points": 1,
        "units_destroyed_by_finland": 1,
        "units_destroyed_by_soviet": 1,
        "towns_finland": 1,
        "towns_soviet": 1,
    },
    "sudden-death": {"hex": "helsinki", "side": "soviet", "ground_unit": True},
    "reinforcement-placement": {
        "kind": "ordinary",
        "own_national_town": True,
        "controlled": True,
        "enemy_zoc": False,
        "own_ground_unit": False,
        "enemy_ground_unit": False,
        "borders_soviet_union": False,
        "near_sweden": False,
        "room": True,
    },
    "phase-clock": {"movement_seconds": 1, "game_seconds": 1, "turn": 1, "both_sides_done": False},
}

Place = tuple[Any, ...]

#: values that cannot stand where the ledger wants this kind of thing; numbers cannot be negative
WRONG: dict[str, tuple[Any, ...]] = {
    "int": ("x", 1.5, True, -1_000_000_000),
    "number": ("x", True, -1),
    "bool": (1, "true", None),
    "str": (1, None),
    "enum": ("nonsense", 1, None),
    "list": ("x", 7, None),
    "record": ("x", 7, None, []),
}


def places(value: Any, wanted: Type, place: Place) -> list[tuple[Place, str]]:
    """Everything inside a situation: where it stands and its kind in the ledger."""
    found = [(place, wanted.kind)]
    if wanted.kind == "list":
        found += [inner for i, item in enumerate(value) for inner in places(item, wanted.of[0], (*place, i))]
    if wanted.kind == "record":
        found += [inner for key, of in wanted.fields.items() for inner in places(value[key], of, (*place, key))]
    return found


def changed(procedure: str, place: Place, value: Any) -> dict[str, Any]:
    given = copy.deepcopy(LAWFUL[procedure])
    at: Any = given
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    return given


def all_places(name: str) -> list[tuple[Place, str]]:
    inputs = {asked.name: asked for asked in LEDGER.procedures[name].inputs}
    return [found for key, value in LAWFUL[name].items() for found in places(value, inputs[key].parsed, (key,))]


@pytest.mark.parametrize("name", PROCEDURES)
def test_the_lawful_situation_is_lawful_and_has_every_input(name: str) -> None:
    assert ask(name, **LAWFUL[name])
    written = {asked.name for asked in LEDGER.procedures[name].inputs} - {"air_combat"}
    assert set(LAWFUL[name]) == written


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_value_of_the_wrong_kind_is_refused_wherever_it_stands(name: str) -> None:
    tried = 0
    for place, kind in all_places(name):
        for wrong in WRONG.get(kind, ("x",)):
            assert refusal(name, **changed(name, place, wrong)), (place, wrong)
            tried += 1
    assert tried


@pytest.mark.parametrize("name", PROCEDURES)
def test_an_input_that_is_missing_or_unknown_is_refused(name: str) -> None:
    for asked in LEDGER.procedures[name].inputs:
        left = {key: value for key, value in LAWFUL[name].items() if key != asked.name}
        if asked.required:
            assert asked.name in refusal(name, **left)
        elif asked.name != "front_attack":  # one of two that may be missing
            assert ask(name, **left)
    assert "unheard_of" in refusal(name, **LAWFUL[name], unheard_of=1)


@pytest.mark.parametrize("name", [name for name, procedure in PROCEDURES.items() if procedure.chance_inputs])
def test_dice_that_cannot_be_are_refused(name: str) -> None:
    dice = LAWFUL[name]["dice"]
    for wrong in ([], [*dice, 1], [0, *dice[1:]], [7, *dice[1:]]):
        assert refusal(name, **{**LAWFUL[name], "dice": wrong})


def test_fields_of_records_have_the_ledgers_defaults() -> None:
    """Leaving out a field with a default is the same as writing the default."""
    for name, procedure in LEDGER.procedures.items():
        for asked in procedure.inputs:
            for path, default in asked.field_defaults.items():
                *within, field = path.split(".")
                written, left_out = (copy.deepcopy(LAWFUL[name]) for _ in range(2))
                for given, value in ((written, True), (left_out, False)):
                    record = given[asked.name][0]
                    for step in within:
                        record = record[step][0]
                    if value:
                        record[field] = default
                    else:
                        del record[field]
                assert answer(name, written) == answer(name, left_out), (name, path)


def answer(name: str, given: dict[str, Any]) -> Any:
    """The outputs, or the refusal, of a situation."""
    try:
        return ask(name, **given)
    except (BadInput, Illegal) as error:
        return desk.reason(error)
