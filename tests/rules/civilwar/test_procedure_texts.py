"""Every sentence of the procedures is in every catalogue and is said by some situation; every rule cited is a rule."""

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

from feltherre.cli.umpire import told_entry
from feltherre.core.catalogue import locale_of, missing_keys, read_catalogue, render, throw_name
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Input, load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.core.text import Text, say
from feltherre.games.civilwar import procedures
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.umpire.desk import DeskChance, describe

SOURCES = sorted(Path(procedures.__file__).parent.glob("*.py"))
LEDGER = load_ledger(directory_of("feltherre.games.civilwar") / "ledger.yaml")
ENGLISH = read_catalogue(locale_of("civilwar") / "en" / "procedures.po")

#: numbers at which something changes in one procedure or another
NUMBERS = (0, 0.5, 1, 2, 3, 4, 6, 9, 20, 40, 100)
PART = {"do": "march", "terrain": "ordinary", "length_cm": 3}
CHAINS = {"id": "a", "figures_two_ranks": 3}
#: values for what is no plain number, name or switch
LISTS: dict[tuple[str, str], list[Any]] = {
    ("march", "path"): [
        [{"do": "march"}],
        [{"do": "wheel"}],
        [{"do": "cross"}],
        [{**PART, "terrain": "stream"}],
        *(
            [{**PART, "terrain": terrain}, {"do": "cross", "class": 4}]
            for terrain in ("road", "difficult", "wood", "marsh")
        ),
        [{**PART, "length_cm": 99}],
        [PART, {"do": "wheel", "angle_deg": 45}, {"do": "cross", "class": 1}],
    ],
    ("sight", "crests"): [[{"level": 9, "at_cm": 1}]],
    ("order-legality", "direction_changes_deg"): [[10, 10], [21]],
    ("canister-shares", "targets"): [[], [CHAINS, CHAINS], [{**CHAINS, "nearer_friend_same_half": True}]],
    ("arc-and-overhead-fire", "overshot"): [
        [{"from_battery_cm": near, "to_point_cm": far, "terraces_below": below}]
        for near, far, below in product((9, 10), (9, 10), (0, 1))
    ],
    ("artillery-deviation", "origin"): [],
    ("artillery-deviation", "outlines"): [],
    ("ammunition-check", "dice"): [[1, 1], [1, 2], [5, 5]],
    **{(name, "dice"): [[1, 1], [2, 1], [4, 4], [6, 4], [6, 6]] for name in PROCEDURES if name != "ammunition-check"},
    **{(name, dice): [[1, 1], [4, 3], [6, 6]] for name in ("melee", "initiative") for dice in ("dice_a", "dice_b")},
    ("resupply", "die"): [1, 6],
}
#: what takes three conditions at once
FURTHER: list[tuple[str, dict[str, Any]]] = [
    ("order-legality", {"action": "fire", "arm": "artillery", "unlimbered": False}),
    ("forced-action", {"event": "lost_men", "in_u_at_start": True, "at_time_zero": True}),
    ("forced-action", {"event": "threatened", "kind": "unlimbered_artillery", "shelter_within_8cm": True}),
    ("initiative", {"dice_a": [1, 2], "dice_b": [2, 1]}),
    (
        "shock",
        {
            "own_figures": 9,
            "enemy_figures": 9,
            "own_arm": "cavalry_mounted",
            "enemy_arm": "cavalry_mounted",
            "enemy_halted": True,
            "dice": [1, 2],
        },
    ),
]


def values(procedure: str, asked: Input) -> list[Any]:
    """What an input is tried with."""
    if (procedure, asked.name) in LISTS:
        return LISTS[procedure, asked.name]
    kinds = asked.parsed.of if asked.parsed.kind == "union" else (asked.parsed,)
    found: list[Any] = [None] if asked.default is None else []
    for kind in kinds:
        if kind.kind == "enum":
            found += kind.values
        elif kind.kind == "bool":
            found += [False, True]
        elif kind.kind in ("int", "number"):
            found += NUMBERS
    return found


def situations() -> Iterator[tuple[str, dict[str, Any]]]:
    """The ledger's examples, and each with one or two of its inputs changed; lawful or not."""
    yield from FURTHER
    for example in LEDGER.examples.values():
        if example.procedure is None:
            continue
        inputs = LEDGER.procedures[example.procedure].inputs
        changes = [(asked.name, value) for asked in inputs for value in values(example.procedure, asked)]
        yield example.procedure, example.given
        for name, value in changes:
            yield example.procedure, {**example.given, name: value}
        if example is first_example(example.procedure):
            for (first, one), (second, two) in combinations(changes, 2):
                yield example.procedure, {**example.given, first: one, second: two}


@cache
def first_example(procedure: str) -> Any:
    return next(example for example in LEDGER.examples.values() if example.procedure == procedure)


def told(name: str, given: dict[str, Any]) -> list[Text]:
    """What the umpire says about a situation: the explanation, or why he refuses; nothing if he cannot read it."""
    procedure = PROCEDURES[name]
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


def as_dice(given: Any) -> tuple[int, ...]:
    return () if given is None else (given,) if isinstance(given, int) else tuple(given)


@cache
def all_texts() -> dict[str, Text]:
    """The first text said with each key, in any of the situations."""
    found: dict[str, Text] = {}
    for name, given in situations():
        for text in told(name, given):
            for part in parts(text):
                found.setdefault(part.key, part)
    return found


def parts(text: Text) -> Iterator[Text]:
    """A text and those that stand in it."""
    yield text
    for argument in text.args.values():
        if isinstance(argument, Text):
            yield from parts(argument)


def sentences() -> list[Text]:
    return [
        text for text in all_texts().values() if re.match(r"civilwar\.(ruling|refuse|modifier|reduction)\.", text.key)
    ]


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_whatever_the_umpire_says_he_can_say_in_every_language(lang: str) -> None:
    assert missing_keys(all_texts().values(), lang) == []
    for text in sentences():
        sentence = render(text, lang)
        assert not re.search(r"[{}<]civilwar|\{\w+\}", sentence), sentence
        assert sentence.endswith("."), sentence


def test_no_sentence_of_the_procedures_is_idle() -> None:
    # a story names the procedures themselves as well, and what they throw for
    thrown = {throw_name("civilwar", p.name, purpose).key for p in PROCEDURES.values() for purpose in p.chance_inputs}
    words = {f"civilwar.procedure.{name}" for name in PROCEDURES} | thrown
    said = words.union(all_texts())
    assert [key for key in ENGLISH if key not in said and not key.startswith("civilwar.piece.")] == []


def test_every_piece_of_the_book_has_a_name() -> None:
    pieces = {row[1] for row in LEDGER.tables["VII"].rows}
    assert {key.removeprefix("civilwar.piece.") for key in ENGLISH if key.startswith("civilwar.piece.")} == pieces


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.stem)
def test_every_rule_that_is_cited_is_in_the_ledger(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        written = node.value if isinstance(node, ast.Constant) else None
        if isinstance(written, str) and re.fullmatch(r"\d\d\.\d\d\.\d+", written):
            assert written in LEDGER.rules, written


def test_every_rule_that_a_procedure_cites_is_one_of_the_ledger() -> None:
    for example in LEDGER.examples.values():
        if example.procedure is not None:
            procedure = PROCEDURES[example.procedure]
            plain = {k: v for k, v in example.given.items() if k not in procedure.chance_inputs}
            dice = {purpose: as_dice(example.given.get(purpose)) for purpose in procedure.chance_inputs}
            situation = msgspec.convert(plain, procedure.situation)
            ruling = procedure.resolve(procedure.assess(situation), DeskChance(dice))
            cited = [line.rule for line in ruling.explanation if line.rule is not None]
            assert all(rule in LEDGER.rules for rule in cited), cited


def test_the_list_says_only_of_what_is_thrown_that_the_odds_do_without_it() -> None:
    """A throw that another procedure has made is not left out: the odds ask for it."""
    thrown = render(say("umpire.thrown"))
    for listed in describe(PROCEDURES, LEDGER.procedures):
        left_out = {entry["name"] for entry in listed["inputs"] if thrown in told_entry(entry)}
        assert left_out == set(PROCEDURES[listed["name"]].chance_inputs), listed["name"]
