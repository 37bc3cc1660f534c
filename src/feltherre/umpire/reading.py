"""Reads what a person types as the answer to a question: a number, a choice by its number or the beginning of its word,
lists with commas, maps as `name=value`; or JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Any

import msgspec
from msgspec import UNSET

from feltherre.core.catalogue import in_every_language, render, text_or, throw_name
from feltherre.core.errors import BadInput
from feltherre.core.names import MOST_OFFERED, AmbiguousName, Names, UnknownName
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import Text, say
from feltherre.umpire.asking import YES_NO, Question, chance_questions, procedure_word
from feltherre.umpire.desk import convert, read_dice

#: how nothing is typed where there may be nothing
NOTHING = ("-", "–", "null")
_YES = ("y", "yes", "j", "ja", "true", "1", "x")
_NO = ("n", "no", "nei", "nej", "false", "0", "")


def read(question: Question, typed: str) -> Any:
    """The value that was typed, as plain data; BadInput says what is wrong with it."""
    value = _value(question, typed.strip())
    if question.wanted is not None:
        convert(value, question.wanted)
    return value


def _value(question: Question, typed: str) -> Any:
    if question.nullable and typed in NOTHING:
        return None
    if typed[:1] in ("[", "{") and question.kind in ("list", "map", "record"):
        return _json(typed)
    match question.kind:
        case "whole" | "number":
            return _number(typed)
        case "choice":
            return choose(question, typed)
        case "list":
            return _list(question, typed)
        case "map":
            return _map(question, typed)
        case "record":
            raise BadInput(say("umpire.wants-json", word=question.word))
    if question.kind == YES_NO:
        return _yes(typed)
    return one_of(question.ask.among(), typed) if question.ask.among else typed


def _number(typed: str) -> int | float:
    plain = typed.replace(",", ".").replace("−", "-").removeprefix("+")
    try:
        return int(plain)
    except ValueError:
        pass
    if re.fullmatch(r"-?\d*\.?\d+", plain):
        return float(plain)
    raise BadInput(say("umpire.no-number", typed=typed))


def choose(question: Question, typed: str) -> Any:
    """A choice by itself, by its number from 1 on, or by the beginning of its word in any language."""
    values = [choice.value for choice in question.choices]
    named = [str(value) for value in values]
    if typed in named:
        return values[named.index(typed)]
    if question.or_number and typed.isdigit():
        return int(typed)
    if typed.isdigit() and 1 <= int(typed) <= len(values):
        return values[int(typed) - 1]
    words = [render(choice.word) for choice in question.choices]
    names = Names(named, words, translated=lambda: [in_every_language(choice.word) for choice in question.choices])
    try:
        return values[names.find(typed)]
    except UnknownName as unknown:
        if unknown.near:
            raise
        raise BadInput(say("umpire.no-choice", typed=typed, choices=words)) from None


def one_of(known: Sequence[str], typed: str) -> str:
    """One of some names by its beginning; BadInput tells what comes near."""
    return known[Names(known, known).find(typed)]


def _list(question: Question, typed: str) -> list[Any]:
    item = question.of[0]
    if typed in ("", *NOTHING):
        return []
    if len(question.of) > 1 and item.kind != "list":
        return _tuple(question, typed)
    if item.kind == "list":
        parts: Iterable[str] = _tuples(item, typed)
    else:
        parts = re.split(r"[,;]" if item.kind in ("text", "choice") else r"[,;\s]+", typed)
    return [_value(item, part.strip()) for part in parts if part.strip()]


def _tuple(question: Question, typed: str) -> list[Any]:
    """So many things, as a word and a number or two numbers: `difficult ground 12,5`, `10 40`, `10,40`."""
    pieces = _pieces(question, typed)
    if len(pieces) != len(question.of):
        raise BadInput(say("umpire.wants-each", typed=typed, n=len(question.of)))
    return [_value(one, piece) for one, piece in zip(question.of, pieces, strict=True)]


def _pieces(question: Question, typed: str) -> list[str]:
    """What is typed of one tuple: parted by spaces before numbers, or else by commas and spaces."""
    for parting in (r"\s+(?=[-+−.\d])", r"[,\s]+"):
        pieces = [piece.strip(" ,") for piece in re.split(parting, typed.strip())]
        if len(pieces) == len(question.of):
            break
    return pieces


def _tuples(item: Question, typed: str) -> list[str]:
    """Several tuples, parted by semicolons or commas, or where a word follows a number: `road 30, ordinary 12,5`."""
    if len(item.of) > 1:
        for parting in (";", r"[,;](?=\s*[^\W\d])|(?<=\d)\s+(?=[^\W\d])", "[,;]"):
            parts = [part for part in re.split(parting, typed) if part.strip()]
            if all(len(_pieces(item, part)) == len(item.of) for part in parts):
                return parts
    return typed.split(";")


def _map(question: Question, typed: str) -> dict[Any, Any]:
    key, value = question.of
    read_: dict[Any, Any] = {}
    for part in re.split(r"[,;]", typed) if typed not in ("", *NOTHING) else ():
        name, separator, behind = part.partition("=")
        if not separator:
            raise BadInput(say("umpire.no-pair", typed=part.strip()))
        read_[_value(key, name.strip())] = _value(value, behind.strip().replace("+", ","))
    return read_


def _json(typed: str) -> Any:
    try:
        return msgspec.json.decode(typed)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(say("umpire.no-json", fault=str(error))) from None


def _yes(typed: str) -> bool:
    if typed.casefold() in _YES:
        return True
    if typed.casefold() in _NO:
        return False
    raise BadInput(say("umpire.no-yes", typed=typed))


def pick(offered: Sequence[Question], typed: str) -> list[Question]:
    """Those of some questions that are picked by their numbers or the beginnings of their words."""
    picked = []
    for part in re.split(r"[,;]|(?<=\d)\s+", typed):
        if part.strip().isdigit() and 1 <= int(part) <= len(offered):
            picked.append(offered[int(part) - 1])
        elif part.strip().isdigit():
            raise BadInput(say("umpire.no-such-number", n=part.strip(), most=str(len(offered))))
        elif part.strip():
            picked.append(find(offered, part.strip()))
    return picked


def find(offered: Sequence[Question], typed: str) -> Question:
    """A question by its name or word, or the beginning of one; what comes near is told of a name that is none."""
    ids = [question.name for question in offered]
    words = [render(question.word) for question in offered]
    names = Names(ids, words, translated=lambda: [in_every_language(question.word) for question in offered])
    try:
        return offered[names.find(typed)]
    except UnknownName as unknown:
        near = [ids[number] for number in unknown.near] or get_close_matches(typed, ids, n=3, cutoff=0.4)
        key = "umpire.near-input" if near else "umpire.no-input"
        raise BadInput(say(key, name=typed, near=near, known=ids)) from None
    except AmbiguousName as several:
        near = [ids[number] for number in several.matches]
        raise BadInput(say("umpire.several-inputs", name=typed, near=near)) from None


def read_line(
    offered: Sequence[Question], procedure: AnyProcedure, inputs: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """(inputs, dice and draws) from what stands on the line as NAME=VALUE, each name as short as it stays clear; a
    field of a record as RECORD.FIELD=VALUE."""
    other_ways = {one.ask.instead.name: one for one in offered if one.ask.instead is not None}
    told: dict[str, Any] = {}
    thrown: dict[str, Any] = {}
    later: list[tuple[Question, str]] = []
    for name, typed in inputs.items():
        if name in other_ways:
            later.append((other_ways[name], typed))
            continue
        record, _, field = name.partition(".")
        question = find([*offered, *chance_questions(procedure).values()], record)
        if field and question.kind != "record":
            raise BadInput(say("umpire.no-input", name=name, known=[one.name for one in offered]))
        try:
            if field:
                one = find(question.of, field)
                told.setdefault(question.name, {})[one.name] = read(one, typed)
            elif question.kind == "chance":
                thrown[question.name] = read_chance(question.wanted, typed)
            else:
                told[question.name] = read(question, typed)
        except BadInput as refused:
            raise BadInput(say("core.fault.field", field=question.name, fault=refused.reason)) from None
    for name, dice in thrown.items():
        # names the field itself
        read_dice(name, procedure.chance_inputs[name], dice)
    for question, typed in later:
        usual = {one.name: one.default for one in offered if one.default is not UNSET}
        told[question.name] = instead(question, typed, {**usual, **told})
    return told, thrown


def instead(question: Question, typed: str, told: Mapping[str, Any]) -> float:
    """A number that is told in another way: the zone instead of the distance."""
    way = question.ask.instead
    assert way is not None
    values = way.values.get(str(told.get(way.by)))
    if values is None:
        raise BadInput(say("umpire.lacking", names=[way.by]))
    if not typed.isdigit() or not 1 <= int(typed) <= len(values):
        raise BadInput(say("core.fault.field", field=way.name, fault=say("core.fault.most", n=str(len(values)))))
    return values[int(typed) - 1]


def read_chance(wanted: Any, typed: str) -> Any:
    """Dice with or without signs between them, or names with commas; nothing is read as a throw that was not made."""
    if typed in NOTHING:
        return None
    if typed[:1] == "[":
        return _json(typed)
    if "str" in str(wanted):
        names = [name.strip() for name in typed.split(",")]
        return names if "list" in str(wanted) else names[0]
    if not re.fullmatch(r"[\d\s,;+]+", typed):
        raise BadInput(say("umpire.no-number", typed=typed))
    dice = [int(sign) for sign in typed if sign.isdigit()]
    return dice if "list" in str(wanted) or len(dice) > 1 else dice[0]


def spoken(word: Text) -> list[str]:
    """A word in each language, without capitals."""
    return [one.casefold() for one in in_every_language(word)]


def find_procedure(procedures: Sequence[AnyProcedure], typed: str) -> AnyProcedure:
    """A procedure by its name, its word, what is thrown in it, a further word, or the beginning of one, in the reader's
    language or any other."""
    words = [procedure_word(procedure.owner, procedure.name) for procedure in procedures]
    # the whole of its name means a procedure, though it is also a word of another's (melee: fire or melee)
    whole = [one for one, word in zip(procedures, words, strict=True) if typed.casefold() in spoken(word)]
    if len(whole) == 1:
        return whole[0]
    try:
        return procedures[names_of(procedures, words).find(typed)]
    except AmbiguousName as several:
        # by their words, though a part of one is a part of another's too: the whole of a word means one (above)
        near = [words[number] for number in several.matches[:MOST_OFFERED]]
        raise AmbiguousName(say("core.names.ambiguous", name=typed, near=near), several.matches) from None


def names_of(procedures: Sequence[AnyProcedure], words: Sequence[Text]) -> Names:
    """What procedures are called, in the reader's language and the others: by their words, what is thrown in them, each
    word of these, and what a catalogue adds as `GAME.called.PROCEDURE`, with commas between."""

    def called(texts: Iterable[str], further: Iterable[str]) -> list[str]:
        apart = [word for name in texts for word in (name, *name.split())]
        return [*apart, *(word.strip() for names in further for word in names.split(",") if word)]

    rows = [
        (
            [word, *(throw_name(procedure.owner, procedure.name, purpose) for purpose in procedure.chance_inputs)],
            text_or(f"{procedure.owner}.called.{procedure.name}", ""),
        )
        for procedure, word in zip(procedures, words, strict=True)
    ]
    return Names(
        [procedure.name for procedure in procedures],
        [render(word) for word in words],
        [called(map(render, texts), [render(further)]) for texts, further in rows],
        lambda: [called(chain.from_iterable(map(in_every_language, texts)), in_every_language(f)) for texts, f in rows],
    )
