"""Every procedure of every game can be asked through, question by question, and gives what its examples say; and what
is not asked makes no difference."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import UNSET
from rich.console import Console

from feltherre.cli.umpire_ask import ask_and_rule
from feltherre.core.asks import NOTHING_SAID
from feltherre.core.registry import book_ids, get_book
from feltherre.umpire import desk
from feltherre.umpire.asking import YES_NO, Question, Sheet, questions
from procedure_desk import as_dice
from procedure_situations import lawful

GAMES = {game_id: get_book(game_id) for game_id in book_ids()}
EVERY = [(game_id, name) for game_id, game in GAMES.items() for name in game.procedures]
SITUATIONS = [
    pytest.param(game_id, name, number, id=f"{game_id}-{name}-{number}")
    for game_id, name in EVERY
    for number in range(len(lawful(game_id, name)))
]


def sheet_of(game_id: str, name: str, given: dict[str, Any] | None = None) -> Sheet:
    game = GAMES[game_id]
    procedure, asks = game.procedures[name], game.asks.get(name, NOTHING_SAID)

    def check(data: dict[str, Any]) -> None:
        procedure.assess(desk.read_situation(procedure, data))

    return Sheet(
        questions(procedure, game.ledger.procedures[name], asks), given or {}, check, at_once=name in game.asks
    )


class Answers:
    """Types what a situation says, whatever is asked: records field by field, dice and draws where they are wanted."""

    def __init__(self, sheet: Sheet, given: dict[str, Any], chance: Sequence[str]) -> None:
        self.given = given
        #: a field of a record that stands alone -> what is told of it
        self.alone = {
            id(field): given.get(question.name, {})
            for question in sheet.questions.values()
            if question.kind == "record"
            for field in question.of
        }
        self.left = {name: list(as_dice(given.get(name))) for name in chance}
        #: the lists of records that are being told: the fields of one, those that are still to come, and what has been
        #: asked of the one under way
        self.lists: list[tuple[tuple[Question, ...], list[dict[str, Any]], set[str]]] = []
        self.asked = 0

    def __call__(self, prompt: str, about: Sequence[Question]) -> str:
        self.asked += 1
        assert self.asked < 400, f"asked again and again: {prompt}"
        if about[0].kind == "chance":
            return self.chance(about[0])
        within = self.record(about)
        if prompt.startswith("Changes"):
            changed = [within.get(question.name, usual(question)) != usual(question) for question in about]
            return ",".join(str(number) for number, differs in enumerate(changed, start=1) if differs)
        if about[0].of_records:
            told = within.get(about[0].name) or []
            self.lists.append((about[0].of[0].of, [{}, *told], set()))
            return str(len(told))
        return typed(about[0], within)

    def record(self, about: Sequence[Question]) -> dict[str, Any]:
        """What the situation says of the record that is asked about."""
        if id(about[0]) in self.alone:
            return self.alone[id(about[0])]
        while self.lists and not any(about[0] is field for field in self.lists[-1][0]):
            self.lists.pop()
        if not self.lists:
            return self.given
        _, records, asked = self.lists[-1]
        if about[0].name in asked or records[0] == {}:
            records.pop(0)
            asked.clear()
        # what is seldom told is asked for again if it is picked
        asked.update(question.name for question in about if len(about) == 1 or question.kind == YES_NO)
        return records[0]

    def chance(self, question: Question) -> str:
        left = self.left[question.name]
        if not question.choices:
            dice, self.left[question.name] = left[: question.most], left[question.most :]
            return "".join(map(str, dice))
        names = [name for name in left if name in [choice.value for choice in question.choices]][: question.most]
        left.remove(names[0])
        return ",".join(names)


def usual(question: Question) -> Any:
    return False if question.kind == YES_NO and question.default is UNSET else question.default


def typed(question: Question, within: dict[str, Any]) -> str:
    """How a person answers, and where a value is written in more than one way, JSON."""
    if question.name not in within:
        return ""
    value = within[question.name]
    choices = [choice.value for choice in question.choices]
    if value in choices:
        return str(value) if question.or_number else str(choices.index(value) + 1)
    if isinstance(value, list) and value and all(isinstance(item, int | str) for item in value):
        return ", ".join(map(str, value))
    return "-" if value is None else json.dumps(value) if isinstance(value, list | dict) else str(value)


@pytest.mark.parametrize(("game_id", "name", "number"), SITUATIONS)
def test_a_procedure_is_asked_through_and_gives_what_the_example_says(game_id: str, name: str, number: int) -> None:
    procedure, given = GAMES[game_id].procedures[name], lawful(game_id, name)[number]
    sheet = sheet_of(game_id, name)
    answers = Answers(sheet, given, list(procedure.chance_inputs))
    asked = ask_and_rule(Console(file=io.StringIO()), procedure, sheet, {}, answers)
    assert asked is not None
    assert desk.told(asked.ruling)["outputs"] == desk.run(procedure, given)["outputs"]
    assert asked.by_computer == {}


# what is not asked makes no difference


#: what cannot be, so that nobody is asked; it would make a difference
CANNOT_BE = {
    # nobody in the saddle is infantry (02.02.5), only canister is shared out (06.02.1), Soviet units are of one nation
    *("mounted", "canister_share", "nation"),
    # what Napoleon's procedures refuse: guns of others (13.03.2), a second try of what is not blown up (19.07.4),
    # limbers of others (06.03.2), cavalry in buildings (07.05.3), a loser where nobody won (12.02.4),
    # levelling of what is not of earth (19.12.4)
    *("flight.guns_models", "demolition.second_attempt", "about-face-time.while_limbering"),
    *("firing-figures.in_building", "after-melee.loser_state", "work-time.levelled"),
    # Normandy: a loss instead of a retreat where the ground allows none (1.5-e)
    "retreat.choice",
}


def others(question: Question, value: Any) -> list[Any]:
    """Other values that an input could have."""
    if question.kind == YES_NO:
        return [not value]
    if question.choices:
        return [choice.value for choice in question.choices if choice.value != value]
    if question.kind in ("whole", "number"):
        least, most = question.least or 0, min(question.most or 3, 3)
        return [number for number in (int(least), int(most), 1) if number != value and least <= number <= most]
    return []


@pytest.mark.parametrize(("game_id", "name", "number"), SITUATIONS)
def test_what_is_not_asked_makes_no_difference(game_id: str, name: str, number: int) -> None:
    procedure, given = GAMES[game_id].procedures[name], lawful(game_id, name)[number]
    ruled = desk.run(procedure, given)
    sheet = sheet_of(game_id, name, {one: given[one] for one in given if one not in procedure.chance_inputs})
    for question in sheet.questions.values():
        if {question.name, f"{name}.{question.name}"} & CANNOT_BE or sheet.matters(question) or question.ask.known:
            continue
        for value in others(question, sheet.value(question.name)):
            assert desk.run(procedure, {**given, question.name: value})["outputs"] == ruled["outputs"], question.name
    for record in sheet.questions.values():
        if record.kind == "record" and record.name in given:
            within = Sheet(record.of, given[record.name])
            for field in record.of:
                if within.matters(field) or field.ask.known:
                    continue
                for value in others(field, within.value(field.name)):
                    told = {**given, record.name: {**given[record.name], field.name: value}}
                    assert desk.run(procedure, told)["outputs"] == ruled["outputs"], (record.name, field.name)
