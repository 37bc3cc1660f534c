"""The umpire's desk speaks of every book in the reader's words; without them it makes names readable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from feltherre.core.asks import NOTHING_SAID, Asks
from feltherre.core.catalogue import render
from feltherre.core.ledger.types import Type
from feltherre.core.procedure import Desk, procedure
from feltherre.core.registry import book_ids, get_book
from feltherre.umpire.asking import Question, choice_word, input_word, output_word, procedure_word, questions

#: how a word is told that no catalogue has
PLAIN = "core.plain"
#: outputs that are codes: the explanation says in words what they stand for
CODES = {"reason", "reasons", "rule", "stop_reason", "stopped_by", "decided_by"}


def asked(game_id: str) -> Iterator[tuple[str, Asks, list[Question]]]:
    """Every procedure of a book, with its questions."""
    game = get_book(game_id)
    for name, one in game.procedures.items():
        asks = game.asks.get(name, NOTHING_SAID)
        yield name, asks, questions(one, game.ledger.procedures[name], asks)


def all_of(found: Iterable[Question]) -> Iterator[Question]:
    """Questions with all that lie within them."""
    for question in found:
        yield question
        yield from all_of(question.of)


def is_code(choice: Any) -> bool:
    """Whether a choice is a code of a table, which is its own word: `A1-F1R`, `<=1-4`."""
    return not str(choice)[0].islower() and " " not in str(choice)


def told(name: str, wanted: Type) -> Iterator[tuple[str, Any]]:
    """(name, None) for everything that an output tells, and (name, choice) for what can stand there."""
    yield name, None
    yield from ((name, choice) for choice in wanted.values)
    for inner in wanted.of:
        yield from told(name, inner)
    for field, of_field in wanted.fields.items():
        yield from told(field, of_field)


@pytest.mark.parametrize("game_id", book_ids())
def test_every_input_choice_output_and_procedure_has_its_word(game_id: str) -> None:
    lacking: set[str] = set()
    for name, _, found in asked(game_id):
        lacking |= {name} if procedure_word(game_id, name).key == PLAIN else set()
        for question in all_of(found):
            lacking |= {question.name} if question.word.key == PLAIN else set()
            lacking |= {
                str(choice.value)
                for choice in question.choices
                if choice.word.key == PLAIN and not is_code(choice.value)
            }
        for output in get_book(game_id).ledger.procedures[name].outputs:
            for what, choice in () if output.name in CODES else told(output.name, output.parsed):
                word = output_word(game_id, what) if choice is None else choice_word(game_id, what, choice)
                if word.key == PLAIN and not (choice is not None and is_code(choice)):
                    lacking.add(what if choice is None else f"{what}: {choice}")
    assert lacking == set()


@pytest.mark.parametrize("game_id", book_ids())
def test_what_a_game_says_about_asking_is_about_its_inputs_and_outputs(game_id: str) -> None:
    game = get_book(game_id)
    assert set(game.asks) <= set(game.procedures)
    for name, asks, found in asked(game_id):
        assert set(asks.result) <= {output.name for output in game.ledger.procedures[name].outputs}, name
        of_record = {question.name for question in all_of(found)}
        inputs = {question.name: question for question in found}
        for place, ask in asks.inputs.items():
            assert set(place.split(".")) <= of_record, (name, place)
            known = of_record if "." in place else set(inputs)
            assert ask.waits_for <= known, (name, place)
            # what need not be asked must be something all the same
            if (ask.when or ask.unless) and "." not in place:
                question = inputs[place]
                assert not question.required or question.kind == "yes-no" or ask.follows, (name, place)
            values = {**ask.when, **ask.unless}
            for one, wanted in values.items():
                choices = {
                    choice.value for question in all_of(found) if question.name == one for choice in question.choices
                }
                assert not choices or set(wanted) <= choices, (name, place, one)


class Unknown(Struct, frozen=True):
    lantern_colour: str
    height_cm: float = 1


@procedure("unheard-of")
def unheard_of(given: Unknown, desk: Desk) -> dict[str, Any]:
    return {"lit": True}


def test_without_words_the_names_are_made_readable() -> None:
    colour, height = questions(unheard_of, None)
    assert render(colour.word) == "lantern colour"
    assert (render(height.word), height.unit) == ("height", "cm")
    assert render(output_word("unheard", "comes_out")) == "comes out"
    assert render(choice_word("unheard", "colour", "dark_red")) == "dark red"
    assert render(input_word("civilwar", "own_cover")) == "cover (class), own"
    assert [colour.kind, height.kind] == ["text", "number"]


def test_an_input_that_means_something_else_than_in_another_procedure_has_a_word_of_its_own() -> None:
    words = {
        (name, question.name): render(question.word)
        for name, _, found in asked("normandy")
        for question in all_of(found)
    }
    assert words["ground-combat", "attackers"] == "ground units that attack"
    assert words["naval-vs-coastal", "attackers"] == "ships, or coastal artillery, that fire"
    assert words["naval-vs-coastal", "defenders"] == "coastal artillery, or ships, in the hex"
    assert words["allocate-losses", "losses"] == "losses to be spread"
    assert words["carpet-bombing", "bombers"] == "bombers that are left"
    assert words["movement-cost", "bombers"] == "bombers over it"
