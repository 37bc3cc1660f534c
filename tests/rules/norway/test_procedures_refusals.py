"""What cannot be is refused with a reason and gives no result, by every procedure (R66)."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.core.ledger.types import Type
from feltherre.games.norway.procedures import PROCEDURES
from norway_desk import ask, refusal

LEDGER = load_ledger(directory_of("feltherre.games.norway") / "ledger.yaml")

GROUP = {"from": "Oslo", "to": "Hamar", "mode": "land", "battalions": 2}

#: a lawful situation for each procedure, with something in every list and map
LAWFUL: dict[str, dict[str, Any]] = {
    "country-choice": {
        "players": 2,
        "dice": [1, 2],
        "again": [1, 2],
        "wishes": [["germany"], ["norway", "allies"]],
    },
    "stack-count": {"pieces": 1, "white_chips": 1, "black_chips": 1},
    "dice-count": {"bn_plain": 1, "bn_water": 1, "card_dice": 1},
    "card-resolution": {
        "attacker_cards": ["Panzer"],
        "defender_cards": ["Ambush"],
        "reaction_cards": ["Scouts>Ambush"],
        "dice_values": {"Panzer": 2},
        "attacker": "germany",
        "defenders": ["norway"],
    },
    "land-combat": {
        "attack_groups": [{"from": "Oslo", "mode": "land", "battalions": 2}],
        "defender_battalions": 1,
        "attacker_cards": ["Panzer"],
        "defender_cards": ["Ambush"],
        "reaction_cards": ["Scouts>Ambush"],
        "dice_values": {"Panzer": 2},
        "attacker": "germany",
        "defenders": ["norway"],
        "attacker_dice": [1, 2, 3, 4],
        "defender_dice": [5],
    },
    "retreat-options": {
        "country": "norway",
        "role": "defender",
        "neighbours": [{"area": "Oslo", "water": False}],
        "enemy_held": ["Hamar"],
        "pending_battles": ["Rena"],
        "attack_origins": ["Voss"],
        "own_origins": ["Geilo"],
    },
    "joint-retreat": {"norwegian_options": ["Oslo"], "allied_options": ["Hamar"]},
    "sabotage": {
        "attack_groups": [GROUP],
        "card": "Roadblock",
        "target_from": "Oslo",
        "target_to": "Hamar",
        "norwegian_battalions_in_target": 1,
        "engineer_company": False,
    },
    "air-range-check": {
        "target": "Narvik",
        "held_airfields": ["Trondheim"],
        "from_germany": ["Oslo"],
        "reach": {"Trondheim": ["Narvik"]},
        "airfield_coasts": {"Trondheim": ["V"]},
    },
    "reinforcement-purchase": {"symbols": [5], "free_battalions": 1},
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
        "transport_plane": True,
    },
    "first-allied-placement": {
        "group_areas": ["Namsos", "Bodø"],
        "group_sizes": [3, 3],
        "allowed": ["Namsos"],
        "bordering": False,
    },
    "convoy-attack": {
        "card": "U-boat",
        "player": "germany",
        "placing_country": "allies",
        "placed": [{"area": "Namsos", "battalions": 3, "by": "sea"}],
        "chosen_area": "Namsos",
        "nine_april": False,
        "cards_played_before": 0,
        "die": 4,
    },
    "deck-draw": {"country": "norway", "face_down": 3, "face_up": 3, "hand": 1, "hand_limit": 3},
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
    "deck-loss": {"country": "allies", "face_down": 3, "loss": 1},
    "ship-route-check": {
        "country": "germany",
        "ship_class": "minor",
        "path": ["raid", "VI"],
        "sea_borders": {"raid": ["VI"], "VI": ["VII"]},
    },
    "naval-interception": {
        "interceptor": "allies",
        "target_cards": 2,
        "coast_defence_present": False,
        "dice": [5, 3],
    },
    "naval-combat": {
        "attacker_ships": [{"name": "KMS Lützow", "class": "heavy-cruiser"}],
        "defender_ships": [{"name": "HMS York", "class": "heavy-cruiser"}, {"name": "Destroyers", "class": "minor"}],
        "attacker_dice": [6],
        "defender_dice": [4],
        "attacker_draws": ["HMS York"],
        "defender_draws": ["KMS Lützow"],
    },
    "ship-strike": {"die": 4, "sink_on": [6], "chase_on": [4, 5]},
    "reconnaissance": {"target_cards": 2, "dice": [6, 2]},
    "raid": {"raiders": [{"class": "battleship", "sea_area": "VIII"}]},
    "raid-recall": {"symbols": [5, 1]},
    "coastal-fort": {"die": 6, "landing_ships": 2},
    "norwegian-resistance": {"point_city": False, "battalions_landed": 1, "die": None},
    "bluff-and-threats": {"die": 3},
    "mobilisation": {
        "point_cities": [{"area": "Oslo", "mobilised": False, "german_battalions": 0}],
        "free_mobilisation_points": 5,
    },
    "minelaying": {"sea_area": "III", "landing_ships": ["KMS Karlsruhe", "KMS Köln"], "die": 3, "drawn": None},
}

#: inputs of type str that name a land area, wherever they stand
AREAS = {
    *("from", "to", "area", "target", "target_from", "target_to", "chosen_area", "group_areas", "allowed"),
    *("enemy_held", "pending_battles", "attack_origins", "own_origins", "norwegian_options", "allied_options"),
    *("held_airfields", "from_germany", "reach", "airfield_coasts"),
}
DICE = {name for procedure in PROCEDURES.values() for name in procedure.chance_inputs}
#: names that could be drawn if anything were
DRAWN = {"drawn": ("KMS Köln",)}
CARDS = {"card", "attacker_cards", "defender_cards", "reaction_cards", "dice_values"}

Place = tuple[Any, ...]


def places(value: Any, wanted: Type, place: Place, name: str) -> list[tuple[Place, Type, str]]:
    """Every single value inside a situation: where it stands, its type in the ledger, and the input's name."""
    if wanted.kind == "list":
        return [found for i, item in enumerate(value) for found in places(item, wanted.of[0], (*place, i), name)]
    if wanted.kind == "record":
        return [found for key, of in wanted.fields.items() for found in places(value[key], of, (*place, key), key)]
    if wanted.kind == "map":
        keys = [((*place, ("key", key)), wanted.of[0], name) for key in value]
        return keys + [f for key, item in value.items() for f in places(item, wanted.of[1], (*place, key), name)]
    return [(place, wanted, name)]


def changed(procedure: str, place: Place, value: Any) -> dict[str, Any]:
    given = copy.deepcopy(LAWFUL[procedure])
    at: Any = given
    for step in place[:-1]:
        at = at[step]
    last = place[-1]
    if isinstance(last, tuple):
        at[value] = at.pop(last[1])
    else:
        at[last] = value
    return given


def wrong_values(wanted: Type, name: str) -> list[Any]:
    """Values that cannot stand there."""
    if wanted.kind == "union":
        plain = next(of for of in wanted.of if of.kind != "null")
        # what may be null is so in the situations above, because nothing is drawn there
        return [value for value in (*wrong_values(plain, name), *DRAWN.get(name, ())) if value is not None]
    if wanted.kind == "int":
        return [-1, 1.5, "two", None, True] + ([0, 7] if name in DICE else [])
    if wanted.kind == "bool":
        return [1, "yes", None]
    if wanted.kind == "enum":
        return ["france", "IX", 3, None]
    return [3, None, *(["Atlantis", ""] if name in AREAS else []), *(["Zeppelin", ""] if name in CARDS else [])]


EVERYWHERE = [
    (procedure, place, wanted, name)
    for procedure, given in LAWFUL.items()
    for asked in LEDGER.procedures[procedure].inputs
    for place, wanted, name in places(given[asked.name], asked.parsed, (asked.name,), asked.name)
]


def test_the_situations_are_lawful_and_complete() -> None:
    assert set(LAWFUL) == set(PROCEDURES)
    for procedure, given in LAWFUL.items():
        assert ask(procedure, **given)
        assert set(given) == {asked.name for asked in LEDGER.procedures[procedure].inputs}


@pytest.mark.parametrize(
    ("procedure", "place", "wanted", "name"),
    EVERYWHERE,
    ids=[f"{procedure}:{'.'.join(map(str, place))}" for procedure, place, _, _ in EVERYWHERE],
)
def test_a_value_that_cannot_be_is_refused_wherever_it_stands(
    procedure: str, place: Place, wanted: Type, name: str
) -> None:
    for value in wrong_values(wanted, name):
        if isinstance(place[-1], tuple) and not isinstance(value, str):
            continue  # a key of a JSON object is always a string
        assert refusal(procedure, **changed(procedure, place, value)), value


@pytest.mark.parametrize("procedure", LAWFUL)
def test_an_input_that_is_missing_is_named(procedure: str) -> None:
    for asked in LEDGER.procedures[procedure].inputs:
        given = {name: value for name, value in LAWFUL[procedure].items() if name != asked.name}
        if asked.required:
            assert asked.name in refusal(procedure, **given)
        else:
            assert ask(procedure, **given)


@pytest.mark.parametrize("procedure", LAWFUL)
def test_an_input_that_is_unknown_is_named(procedure: str) -> None:
    assert "weather" in refusal(procedure, **LAWFUL[procedure], weather="snow")


@pytest.mark.parametrize("procedure", LAWFUL)
def test_an_input_of_another_shape_is_refused(procedure: str) -> None:
    for name in LAWFUL[procedure]:
        assert name in refusal(procedure, **{**LAWFUL[procedure], name: {"a": 5.5}})


@pytest.mark.parametrize("procedure", [name for name, procedure in PROCEDURES.items() if procedure.chance_inputs])
def test_the_number_of_dice_is_exact(procedure: str) -> None:
    for name in PROCEDURES[procedure].chance_inputs:
        dice = LAWFUL[procedure][name]
        for other in ([*dice, dice[0]], dice[1:]) if isinstance(dice, list) else ([dice, dice], []):
            assert name in refusal(procedure, **{**LAWFUL[procedure], name: other})


def test_a_refusal_names_its_rule_where_there_is_one() -> None:
    given = {**LAWFUL["joint-retreat"], "allied_options": ["London"]}
    assert refusal("joint-retreat", **given) == 'There is no land area "London" on the board. (rule 2.3-land-1)'


def test_half_a_name_is_no_name() -> None:
    for half in ("Osl", "Kristian", "mo"):
        assert half in refusal("joint-retreat", norwegian_options=[half], allied_options=[])


def test_a_thing_that_the_rules_merely_forbid_is_judged_and_not_refused() -> None:
    assert ask("first-allied-placement", **LAWFUL["first-allied-placement"]) == {"valid": False}
    assert ask("allied-withdrawal", **{**LAWFUL["allied-withdrawal"], "chosen_ships": {"carrier": 3}})["valid"] is False


def test_situations_are_read_from_json_as_they_are_written() -> None:
    given = msgspec.json.decode(msgspec.json.encode(LAWFUL["sabotage"]))
    assert ask("sabotage", **given) == {"sent_back": 2, "remaining_groups": []}
