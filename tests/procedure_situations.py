"""Lawful situations for every procedure of a game: the ledger's examples, and what they leave open."""

import copy
from functools import cache
from typing import Any

from msgspec import UNSET

from feltherre.core.ledger import Input
from feltherre.core.registry import get_book
from procedure_desk import as_json

#: laid over the first example of a procedure, so that there is something in every list and map; the whole situation
#: where the ledger has no example
FURTHER: dict[str, dict[str, dict[str, Any]]] = {
    "normandy": {
        **{name: {"already_attacked": ["another"]} for name in ("ground-combat", "naval-vs-coastal")},
        "retreat": {
            "stack": [{"id": "a", "loss_value": 2}, {"id": "battery", "loss_value": 1, "immobile": True}],
            "candidates": [{"hex": "behind"}],
            "to": "behind",
        },
    },
    "civilwar": {"initiative": {"dice_a": [1, 2], "dice_b": [1, 2]}},
    "norway": {
        "country-choice": {"players": 2, "dice": [1, 2], "again": [1, 2], "wishes": []},
        "card-resolution": {"attacker": "germany", "defenders": ["norway"]},
        "retreat-options": {"pending_battles": ["Rena"]},
        "joint-retreat": {"norwegian_options": ["Oslo"], "allied_options": ["Hamar"]},
        "air-range-check": {"from_germany": ["Oslo"], "airfield_coasts": {"Trondheim": ["V"]}},
        "reinforcement-areas": {
            "country": "germany",
            "version": "advanced",
            "areas": [
                {
                    "area": "Oslo",
                    "coast": ["I"],
                    "point_city": True,
                    "mobilisation_point": False,
                    "airfield": True,
                    "german": 1,
                    "norwegian": 0,
                    "allied": 0,
                }
            ],
            "german_ships": {"III": 1},
            "allied_ships": {"IV": 1},
            "norwegian_ship": "V",
        },
        "first-allied-placement": {
            "group_areas": ["Namsos", "Bodø"],
            "group_sizes": [3, 3],
            "allowed": ["Namsos"],
            "bordering": False,
        },
        "deck-loss": {"country": "allies", "face_down": 3, "loss": 1},
        "forced-discard": {"country": "allies", "used_in_own_turn": 0, "hand": 2},
        "allied-withdrawal": {
            "version": "advanced",
            "battalions": 5,
            "ships": {"minor": 1},
            "chosen_ships": {"minor": 1},
        },
        "victory-check": {
            "nine_april_done": True,
            "german_face_down": 1,
            "german_battalions": 1,
            "norwegian_battalions": 1,
            "allied_battalions": 1,
            "german_point_cities": 6,
        },
        "naval-combat": {
            "attacker_ships": [{"name": "KMS Lützow", "class": "heavy-cruiser"}],
            "defender_ships": [
                {"name": "HMS York", "class": "heavy-cruiser"},
                {"name": "Destroyers", "class": "minor"},
            ],
            "attacker_dice": [6],
            "defender_dice": [4],
            "attacker_draws": ["HMS York"],
            "defender_draws": ["KMS Lützow"],
        },
        "ship-strike": {"chase_on": [4, 5]},
        "raid": {"raiders": [{"class": "battleship", "sea_area": "VIII"}]},
        "raid-recall": {"symbols": [5, 1]},
        "coastal-fort": {"die": 6, "landing_ships": 2},
        "norwegian-resistance": {"point_city": False, "battalions_landed": 1, "die": None},
        "minelaying": {"sea_area": "III", "landing_ships": ["KMS Karlsruhe", "KMS Köln"], "die": 3, "drawn": None},
        "mobilisation": {
            "point_cities": [{"area": "Oslo", "mobilised": False, "german_battalions": 0}],
            "free_mobilisation_points": 5,
        },
    },
}


def lawful(game_id: str, procedure: str) -> list[dict[str, Any]]:
    """Situations that a procedure rules upon, with their dice; whatever has a default has it written out."""
    return copy.deepcopy(_lawful(game_id, procedure))


@cache
def _lawful(game_id: str, procedure: str) -> list[dict[str, Any]]:
    ledger = get_book(game_id).ledger
    examples = [e.given for e in ledger.examples.values() if e.procedure == procedure and not e.refused]
    if further := FURTHER.get(game_id, {}).get(procedure):
        examples.append({**(examples[0] if examples else {}), **further})
    found = [as_json(given) for given in examples]
    for given in found:
        for asked in ledger.procedures[procedure].inputs:
            if asked.default is not UNSET:
                given.setdefault(asked.name, asked.default)
            fill_in_fields(given, asked)
    return found


def fill_in_fields(given: dict[str, Any], asked: Input) -> None:
    """Write out the defaults of the fields of records; `hexes.sea` is the field sea of the records in hexes."""
    for path, default in asked.field_defaults.items():
        for record in records(given.get(asked.name) or [], path, in_map=asked.parsed.kind == "map"):
            record.setdefault(path.rpartition(".")[2], default)


def records(value: Any, path: str, *, in_map: bool = False) -> list[dict[str, Any]]:
    """The records in an input that have the field at the end of a path; `in_map`: those are its values."""
    found = list(value.values()) if in_map and value else value if isinstance(value, list) else [value]
    for step in path.split(".")[:-1]:
        found = [inner for record in found for inner in record[step]]
    return found
