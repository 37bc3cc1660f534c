"""Every sentence of the procedures is said by some situation and in every language; every rule that is cited is one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltherre.core.catalogue import languages, locale_of, missing_keys, read_catalogue, render, throw_name
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger.counting import directory_of, package_of
from feltherre.core.ledger.types import Type
from feltherre.core.procedure import AnyProcedure
from feltherre.core.registry import book_ids, get_book
from feltherre.core.text import Text
from feltherre.games.napoleon.tables import by_key
from feltherre.games.winterwar.procedures.combat import ground_combat
from feltherre.games.winterwar.tables import read_tables
from feltherre.umpire.asking import choice_word, input_word, output_word, procedure_word
from feltherre.umpire.desk import DeskChance
from procedure_desk import as_dice, changed, places
from procedure_situations import lawful

#: game -> the files with the sentences of its procedures, and no others
FILES = {
    "civilwar": "procedures",
    "norway": "*procedures",
    "winterwar": "procedures",
    "normandy": "procedures",
    "napoleon": "*",
}
#: numbers at which something changes in one procedure or another; a movement allowance is counted in quarters
NUMBERS = (0, 0.5, 1, 2, 2.3, 3, 4, 6, 8, 9, 20, 40, 100)
FACES = (1, 2, 3, 4, 5, 6)

SHIP = {"unit_type": "ship", "crossing": "none", "along_road_or_rail": True}
MARCH = {"do": "march", "terrain": "ordinary", "length_cm": 3}
#: an area of Norway in nobody's hands, with whatever else it has
INLAND = {"area": "Hamar", "coast": [], "point_city": False, "mobilisation_point": False, "airfield": False}
EMPTY = {**INLAND, "german": 0, "norwegian": 0, "allied": 0}
HELD_AIRFIELD = {**EMPTY, "airfield": True, "german": 1}
TWO_FLEETS = {"allied_ships": {"III": 1}, "german_ships": {"IV": 2}}
LORD, LADY = ({"name": name, "class": "coast-defence"} for name in ("Lord", "Lady"))
GUNS = {"id": "g", "strength": 6, "loss_value": 1, "losses": 0}
#: a side holds as much as the other has destroyed, which is a division
WORTH_2 = {side: {"hex": "bayeux", "value": 2, "controller": side} for side in ("allied", "german")}
LOST_BY = {side: {"id": "d", "side": side, "loss_value": 2, "division": True} for side in ("allied", "german")}
#: what the winner of a melee cannot choose (12.02.5, 12.02.6)
GOES_ON: list[dict[str, Any]] = [
    {"action": "go_back"},
    {"action": "continue_attack"},
    {"action": "continue_attack", "target": "B", "angle_deg": 21},
]
#: what takes three changes of an example at once, or a longer list: laid over the first one
FURTHER: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "winterwar": [
        ("ground-combat", {"attack_values": [3], "attackers": [SHIP]}),
        ("apply-result", {"result": "X"}),
    ],
    "norway": [
        ("card-resolution", {"attacker_cards": ["No such card"]}),
        ("card-resolution", {"attacker_cards": ["Panzer>Ambush"]}),
        ("card-resolution", {"attacker_cards": ["Panzer", "Bluff and threats"]}),
        ("card-resolution", {"defender_cards": ["Fighter"]}),
        ("card-resolution", {"reaction_cards": ["Panzer>Ambush"]}),
        ("card-resolution", {"reaction_cards": ["Scouts"]}),
        ("card-resolution", {"reaction_cards": ["Scouts>Artillery"]}),
        ("card-resolution", {"dice_values": {}}),
        ("retreat-options", {"role": "defender", "pending_battles": ["Kongsvinger"]}),
        ("joint-retreat", {"allied_options": ["Oslo"]}),
        ("air-range-check", {"from_germany": ["Narvik"]}),
        *(("air-range-check", {"target": "VII", "held_airfields": held}) for held in ([], ["Bardufoss"])),
        *(
            ("reinforcement-areas", {"country": country, "areas": [{**EMPTY, **has}]})
            for country, has in (
                ("norway", {}),
                ("norway", {"point_city": True}),
                ("allies", {}),
                ("allies", {"coast": ["I"]}),
                ("allies", {"coast": ["III"]}),
            )
        ),
        ("reinforcement-areas", {"areas": [HELD_AIRFIELD], "transport_plane": True}),
        *(
            (
                "reinforcement-areas",
                {"areas": [{**HELD_AIRFIELD, "coast": ["IV"]}], "transport_plane": flown, **TWO_FLEETS},
            )
            for flown in (False, True)
        ),
        ("reinforcement-areas", {"areas": [{**EMPTY, "point_city": True}] * 7}),
        ("reinforcement-areas", {"areas": [{**EMPTY, "mobilisation_point": True}] * 13}),
        ("first-allied-placement", {"allowed": ["Namsos", "Bodø"]}),
        ("allied-withdrawal", {"ships": {"minor": 5, "battleship": 1}, "chosen_ships": {"minor": 5}}),
        ("victory-check", {"german_face_down": 0, "german_point_cities": 5}),
        ("sabotage", {"card": "Panzer"}),
        ("convoy-attack", {"card": "Panzer"}),
        ("ship-route-check", {"country": "allies", "path": ["raid", "VI"]}),
        ("naval-combat", {"laid_aside": ["HMS Warspite"]}),
        ("naval-combat", {"laid_aside": ["Lord"]}),
        ("naval-combat", {"laid_aside": ["Lord"], "attacker_ships": [LORD], "defender_ships": [LORD]}),
        ("naval-combat", {"defender_ships": [LORD, LADY]}),
        ("naval-combat", {"defender_ships": [{**LORD, "class": "minor"}, LORD]}),
        ("minelaying", {"landing_ships": [" "]}),
        ("mobilisation", {"point_cities": [{"area": "Hamar", "mobilised": False, "german_battalions": 0}]}),
    ],
    "civilwar": [
        ("order-legality", {"action": "fire", "arm": "artillery", "unlimbered": False}),
        ("order-legality", {"direction_changes_deg": [10, 10]}),
        ("forced-action", {"event": "lost_men", "in_u_at_start": True, "at_time_zero": True}),
        ("forced-action", {"event": "threatened", "kind": "unlimbered_artillery", "shelter_within_8cm": True}),
        ("initiative", {"dice_a": [1, 2], "dice_b": [2, 1]}),
        ("shock", {"own_arm": "cavalry_mounted", "enemy_arm": "cavalry_mounted", "enemy_halted": True}),
        ("march", {"path": [MARCH, {"do": "wheel", "angle_deg": 45}, {"do": "cross", "class": 1}]}),
        *(("march", {"path": [{"do": do}]}) for do in ("march", "wheel", "cross")),
    ],
    "normandy": [
        ("ground-combat", {"already_attacked": ["a"], "dice": []}),
        (
            "ground-combat",
            {"attacking_side": "german", "air": [{"id": "b", "type": "bomber", "strength": 2}], "dice": []},
        ),
        *(
            ("ground-combat", {"weather": "storm", support: [{**one, "id": "b", "strength": 2}], "dice": []})
            for support, one in (("air", {"type": "bomber"}), ("ships", {}))
        ),
        *(
            ("ground-combat", {"attackers": [{**GUNS, "type": type_, "crossing": "river"}], "dice": []})
            for type_ in ("artillery", "infantry", "coastal-artillery")
        ),
        ("naval-vs-coastal", {"already_attacked": ["bb-1"], "dice": []}),
        ("start-hex-loss", {"allied": [{"hex": "utah", "lost": True}], "german": [{"hex": "rouen"}]}),
        ("landing-capacity", {"beachheads": [{"id": "gold", "group": "us", "lost": True}]}),
        ("landing-capacity", {"beachheads": [{"id": "utah", "group": "us", "lost": True}]}),
        *(
            ("victory-points", {"hexes": [], "destroyed": [], "cities": [], "sudden_death_loser": loser})
            for loser in ("allied", "german", None)
        ),
        *(
            ("victory-points", {"hexes": [{"hex": "caen", "value": 6, "controller": side}], "destroyed": []})
            for side in ("allied", "german")
        ),
        *(
            ("victory-points", {"hexes": [WORTH_2[side]], "destroyed": [LOST_BY[side]], "cities": []})
            for side in ("allied", "german")
        ),
        *(
            ("victory-points", {"hexes": [], "destroyed": [], "cities": [{"hex": "caen", "controller": side}]})
            for side in ("allied", "german")
        ),
    ],
    "napoleon": [
        ("work-time", {"work": "pyramid"}),
        ("demolition", {"object": "castle"}),
        ("burn", {"object": "stone_bridge"}),
        ("retreat", {"cause_position": [30, 30], "position": [30, 30]}),
        ("artillery-fire", {"gun": "Portugal 9pdr"}),
        ("melee", {"attacker": {"arm": "cavalry", "weight": "cossack", "figures_by_rank": [9], "grade": -4}}),
        *(
            ("after-melee", {"winner": "attacker", "loser_state": "U", "choices": {"attacker": choice}})
            for choice in GOES_ON
        ),
        (
            "about-face-time",
            {"arm": "artillery", "formation": "square", "turn_kind": "quarter", "while_limbering": True},
        ),
    ],
}


def values(now: Any, wanted: Type, numbers: tuple[float, ...]) -> list[Any]:
    """What is tried in place of a value: all choices, numbers, nothing, and a list with its things twice."""
    found: list[Any] = []
    for member in wanted.of if wanted.kind == "union" else (wanted,):
        match member.kind:
            case "enum":
                found += member.values
            case "bool":
                found += [False, True]
            case "int" | "number":
                found += numbers
            case "null":
                found.append(None)
            case "list":
                found += [[], [*(now or []), *(now or [])]]
    return found


def situations(game_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each lawful situation with one of its values changed, the first of a procedure with two inputs; lawful or not."""
    game = get_book(game_id)
    yield from ((name, {**lawful(game_id, name)[0], **further}) for name, further in FURTHER[game_id])
    for name in game.procedures:
        written = game.ledger.procedures[name]
        first = lawful(game_id, name)[0]
        inputs: list[tuple[str, Any]] = []
        for given in lawful(game_id, name):
            yield name, given
            for asked in written.inputs:
                numbers = FACES if asked.name in game.procedures[name].chance_inputs else NUMBERS
                for place, wanted in places(given.get(asked.name), asked.parsed, (asked.name,)):
                    now = given.get(asked.name) if len(place) == 1 else None
                    tried = values(now, wanted, numbers)
                    yield from ((name, changed(given, place, value)) for value in tried)
                    if len(place) == 1 and given == first:
                        inputs += [(asked.name, value) for value in tried]
        for (one, value), (other, second) in combinations(inputs, 2):
            yield name, {**first, one: value, other: second}


def told(procedure: AnyProcedure, given: dict[str, Any]) -> list[Text]:
    """What the umpire says about a situation: the explanation, or why he refuses; nothing if he cannot read it."""
    dice = {purpose: as_dice(given.get(purpose)) for purpose in procedure.chance_inputs}
    plain = {key: value for key, value in given.items() if key not in procedure.chance_inputs}
    try:
        situation = msgspec.convert(plain, procedure.situation)
        ruling = procedure.resolve(procedure.assess(situation), DeskChance(dice))
    except Illegal as error:
        return [error.reason]
    except (BadInput, msgspec.ValidationError):
        return []
    return [line.text for line in ruling.explanation]


def results_of_other_tables() -> Iterator[Text]:
    """What the Winter War says of results that only a club's table has, with each reading of the numbers (R29)."""
    given = lawful("winterwar", "ground-combat")[0]
    for loss_numbers, result in product(("units", "steps"), ("A1R", "A2R-F2R", "AER-FER")):
        one_result = {"id": "1.5", "columns": ["die", "1-1"], "rows": [["<=1", result], [">=2", result]]}
        table = read_tables({"tables": [one_result]}, "one.yaml").ground
        yield from told(ground_combat.under(table=table, loss_numbers=loss_numbers), given)


def parts(text: Text) -> Iterator[Text]:
    """A text and those that stand in it."""
    yield text
    for argument in text.args.values():
        if isinstance(argument, Text):
            yield from parts(argument)


@cache
def all_texts(game_id: str) -> dict[str, Text]:
    """The first text said with each key, in any of the situations."""
    found: dict[str, Text] = {}
    said = [text for name, given in situations(game_id) for text in told(get_book(game_id).procedures[name], given)]
    for text in (*said, *(results_of_other_tables() if game_id == "winterwar" else ())):
        for part in parts(text):
            found.setdefault(part.key, part)
    return found


@pytest.mark.parametrize("game_id", FILES)
def test_whatever_the_umpire_says_he_can_say_in_every_language(game_id: str) -> None:
    for lang in languages():
        assert missing_keys(all_texts(game_id).values(), lang) == []
        for text in all_texts(game_id).values():
            sentence = render(text, lang)
            assert not re.search(rf"[{{}}<]{game_id}|\{{\w+\}}", sentence), sentence
            if re.match(r"\w+\.(ruling|refuse|modifier|reduction)\.", text.key):
                assert sentence.endswith("."), sentence


@pytest.mark.parametrize("game_id", FILES)
def test_no_sentence_of_the_procedures_is_idle(game_id: str) -> None:
    # a story names the procedures themselves as well, and what they throw for
    procedures = get_book(game_id).procedures
    thrown = {throw_name(game_id, p.name, purpose).key for p in procedures.values() for purpose in p.chance_inputs}
    said = {*all_texts(game_id), *thrown, *(part.key for word in desk_words(game_id) for part in parts(word))}
    said |= {f"{game_id}.called.{name}" for name in procedures}
    if game_id == "napoleon":  # a row that gives 0 is told once a club has corrected it (R1 to R3)
        said |= {f"napoleon.row.{key.replace('_', '-')}" for table in ("VIII", "XI", "XV") for key in by_key(table)}
    # names of the book's pieces, counted units, and headings
    elsewhere = ("piece", "origin", "count", "title", "chapter", "about", "facts")
    english = [key for file in (locale_of(game_id) / "en").glob(f"{FILES[game_id]}.po") for key in read_catalogue(file)]
    assert [key for key in english if key not in said and key.split(".")[1] not in elsewhere] == []


def desk_words(game_id: str) -> Iterator[Text]:
    """What the desk calls the procedures, all that it asks and tells, and what can be chosen."""
    book = get_book(game_id)
    for name in book.procedures:
        yield procedure_word(game_id, name)
        written = book.ledger.procedures[name]
        for entry in (*written.inputs, *written.outputs):
            for what, choice in names_in(entry.name, entry.parsed):
                yield from (input_word(game_id, what), output_word(game_id, what))
                if choice is not None:
                    # the key of a map is told like an output
                    yield from (choice_word(game_id, what, choice), output_word(game_id, str(choice)))


def names_in(name: str, wanted: Type) -> Iterator[tuple[str, Any]]:
    """(name, None) for an input or output and all its fields, and (name, choice) for what can stand there."""
    yield name, None
    yield from ((name, choice) for choice in wanted.values)
    for inner in wanted.of:
        yield from names_in(name, inner)
    for field, of_field in wanted.fields.items():
        yield from names_in(field, of_field)


SOURCES = [
    (game_id, file)
    for game_id in book_ids()
    for file in sorted((directory_of(package_of(game_id)) / "procedures").glob("*.py"))
]
CITED = re.compile(r"\d\d\.\d\d\.\d+|\d[\w.]*-[\w-]+|(turn|supply|move|setup|win|intro|order)-\d[\w-]*")


@pytest.mark.parametrize(("game_id", "file"), SOURCES, ids=[f"{game_id}-{file.stem}" for game_id, file in SOURCES])
def test_every_rule_that_is_cited_is_in_the_ledger(game_id: str, file: Path) -> None:
    ledger = get_book(game_id).ledger
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        written = node.value if isinstance(node, ast.Constant) else None
        if isinstance(written, str) and CITED.fullmatch(written):
            assert written in ledger.rules or written in ledger.tables, written
