"""The umpire's desk: a person describes a situation, a procedure rules and explains. It knows procedures, but no game.

    run(procedure, data)     the situation with its dice   -> {"outputs": {...}, "explanation": [{"text", "rule"}, ...]}
    odds(procedure, data)    the same without dice         -> {"outputs": {name: chances}}
    describe(...)            what each procedure asks and answers

What cannot be is refused with a reason: BadInput where the situation cannot be read, Illegal where the rules forbid it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar, get_args

import msgspec

from feltherre.core.catalogue import render
from feltherre.core.chance import VALUES, Chance, Dice, Line, Ruling, Thrown
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.faults import place_and_fault
from feltherre.core.ledger import LedgerProcedure
from feltherre.core.names import fold
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import say
from feltherre.odds.enumerate import distribution, output_names
from feltherre.odds.lists import ListChances

T = TypeVar("T")

FACES = range(1, 7)

#: the odds refuse more dice in one throw: counting them would take long, and no battle has so many
MOST_DICE = 60


def run(procedure: AnyProcedure, data: Any, lang: str | None = None) -> dict[str, Any]:
    """Rule on a situation given as plain JSON data by the ledger's input names, dice included."""
    given = _as_object(data)
    dice = _read_chance(procedure, given)
    situation = read_situation(procedure, given)
    chance = DeskChance(dice)
    ruling = procedure.resolve(procedure.assess(situation), chance)
    chance.refuse_leftovers()
    return told(ruling, lang)


def told(ruling: Ruling, lang: str | None = None) -> dict[str, Any]:
    """A ruling as a program reads it."""
    return {
        # through JSON and back: what a caller sees here is what he reads from the command
        "outputs": msgspec.json.decode(msgspec.json.encode(ruling.outputs)),
        "explanation": [_line(line, lang) for line in ruling.explanation],
    }


def odds(procedure: AnyProcedure, data: Any) -> dict[str, Any]:
    """The exact chances of every output, for a situation without its dice.

    `{"outputs": {"winner": [{"value": "attacker", "p": "5/12", "probability": 0.41666666666666669}, ...]}}`.
    A list gives two distributions: `{"length": [...], "elements": [...]}`, the second with the chance that each element
    is in the list; those chances do not add up to 1. What was asked lately is not counted again.
    """
    given = _as_object(data)
    for name in procedure.chance_inputs:
        if name in given:
            raise BadInput(say("umpire.leave-out-dice", field=name))
    return {"outputs": dict(counted(procedure, msgspec.json.encode(read_situation(procedure, given))))}


@lru_cache(maxsize=256)
def counted(procedure: AnyProcedure, situation: bytes) -> dict[str, Any]:
    """The chances of every output of a situation, which is told as JSON."""
    assessment = procedure.assess(msgspec.json.decode(situation, type=procedure.situation))
    for planned in assessment.will_throw:
        if planned.n > MOST_DICE:
            raise BadInput(say("umpire.too-many-dice", field=planned.purpose, n=planned.n, most=MOST_DICE))
    folded = procedure.chances(assessment)
    if folded is not None:
        return {name: _told_chances(chances) for name, chances in folded.items()}
    return {name: _chances(procedure, assessment, name) for name in output_names(procedure, assessment)}


def describe(procedures: Mapping[str, AnyProcedure], ledger: Mapping[str, LedgerProcedure]) -> list[dict[str, Any]]:
    """The procedures of a game with what the ledger says of their inputs and outputs."""
    return [_description(ledger[name]) for name in procedures]


def reason(error: BadInput | Illegal, lang: str | None = None) -> str:
    """Why a situation was refused, in words, with the rule if there is one."""
    return error.told(lang)


class DeskChance(Chance):
    """Dice and draws that a person has typed in: for each purpose a list, of which everything must be used."""

    def __init__(self, given: Mapping[str, Sequence[Any]]) -> None:
        self.given = given
        self.used = dict.fromkeys(given, 0)
        self.throws: list[Thrown] = []

    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        values = self._take(n, purpose)
        self.throws.append(Thrown(purpose, rule, values, typed=True))
        return Dice(values)

    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        left = list(items)
        drawn = []
        for name in self._take(k, purpose):
            at = _position(name, left)
            if at is None:
                raise BadInput(say("umpire.drawn-not-there", field=purpose, name=name))
            drawn.append(left.pop(at))
        return tuple(drawn)

    def ignore(self, n: int, purpose: str) -> None:
        self.used[purpose] = min(self.used[purpose] + n, len(self.given[purpose]))

    def made(self) -> tuple[Thrown, ...]:
        return tuple(self.throws)

    def refuse_leftovers(self) -> None:
        for purpose, used in self.used.items():
            if used < len(self.given[purpose]):
                raise BadInput(say("umpire.number-of-dice", field=purpose, n=used, given=len(self.given[purpose])))

    def _take(self, n: int, purpose: str) -> tuple[Any, ...]:
        start = self.used[purpose]
        taken = tuple(self.given[purpose][start : start + n])
        if len(taken) < n:
            raise BadInput(say("umpire.number-of-dice", field=purpose, n=start + n, given=len(self.given[purpose])))
        self.used[purpose] = start + n
        return taken


# reading


def _as_object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadInput(say("umpire.no-object"))
    return data


def read_situation(procedure: AnyProcedure, given: Mapping[str, Any]) -> Any:
    """The situation, without what is chance."""
    plain = {name: value for name, value in given.items() if name not in procedure.chance_inputs}
    return convert(plain, procedure.situation)


def _read_chance(procedure: AnyProcedure, given: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What was thrown and drawn, by purpose; a single die is a throw of one, and null a throw that was not made.

    What may be null may also be left out.
    """
    read: dict[str, tuple[Any, ...]] = {}
    for name, wanted in procedure.chance_inputs.items():
        if name not in given and not _may_be_null(wanted):
            raise BadInput(say("umpire.missing-dice", field=name))
        read[name] = read_dice(name, wanted, given.get(name))
    return read


def read_dice(name: str, wanted: Any, given: Any) -> tuple[Any, ...]:
    """What was thrown or drawn for one purpose."""
    value = convert(given, wanted, name)
    values = () if value is None else tuple(value) if isinstance(value, list) else (value,)
    for die in values:
        if isinstance(die, int) and die not in FACES:
            raise BadInput(say("umpire.no-die", field=name, die=die))
    return values


def _may_be_null(wanted: Any) -> bool:
    return type(None) in get_args(wanted)


def _position(name: Any, items: Sequence[Any]) -> int | None:
    """Where an item lies: as it is written, or by a name folded to plain letters."""
    if name in items:
        return items.index(name)
    folded = [fold(item) if isinstance(item, str) else item for item in items]
    wanted = fold(name) if isinstance(name, str) else name
    return folded.index(wanted) if wanted in folded else None


def convert(value: Any, wanted: Any, field: str = "") -> Any:
    """Plain data as a type; BadInput says in words what does not fit, and where."""
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        place, fault = place_and_fault(error, wanted, value)
    where = ".".join(part for part in (field, place) if part).replace(".[", "[")
    raise BadInput(say("core.fault.field", field=where, fault=fault) if where else fault)


# answering


def _line(line: Line, lang: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {"text": render(line.text, lang), "rule": line.rule}
    if line.value is not None:
        told["value"] = line.value
    return told


def _chances(procedure: AnyProcedure, assessment: Any, name: str) -> Any:
    """Outputs are counted as JSON, so that lists and records can be told apart like plain values."""
    counted = distribution(procedure, assessment, lambda outputs: msgspec.json.encode(outputs[name]))
    found = [(msgspec.json.decode(encoded), p) for encoded, p in counted.items()]
    if all(isinstance(value, list) for value, _ in found):
        return _told_chances(_list_chances(found))
    return _listed(found)


def _told_chances(chances: Any) -> Any:
    if isinstance(chances, ListChances):
        return {"length": _listed(list(chances.length.items())), "elements": _listed(list(chances.elements))}
    return _listed(list(chances.items()))


def _list_chances(found: list[tuple[Any, Fraction]]) -> ListChances:
    lengths: dict[int, Fraction] = {}
    elements: dict[bytes, Fraction] = {}
    for value, p in found:
        lengths[len(value)] = lengths.get(len(value), Fraction(0)) + p
        for element in {msgspec.json.encode(element): None for element in value}:
            elements[element] = elements.get(element, Fraction(0)) + p
    return ListChances(lengths, tuple((msgspec.json.decode(element), p) for element, p in elements.items()))


def _listed(found: list[tuple[Any, Fraction]]) -> list[dict[str, Any]]:
    """Numbers in rising order, anything else as it was found."""
    if all(isinstance(value, int) for value, _ in found):
        found = sorted(found)
    return [_chance(value, p) for value, p in found]


def _chance(value: Any, p: Fraction) -> dict[str, Any]:
    return {"value": value, "p": f"{p.numerator}/{p.denominator}", "probability": float(p)}


def _description(procedure: LedgerProcedure) -> dict[str, Any]:
    inputs = []
    for asked in procedure.inputs:
        entry: dict[str, Any] = {"name": asked.name, "type": asked.type, "meaning": asked.meaning}
        if asked.default is not msgspec.UNSET:
            entry["default"] = asked.default
        if asked.default_from is not None:
            entry["default_from"] = asked.default_from
        if asked.chance is not None:
            entry["chance"] = asked.chance
        inputs.append(entry)
    outputs = [{"name": told.name, "type": told.type, "meaning": told.meaning} for told in procedure.outputs]
    return {"name": procedure.name, "rules": list(procedure.rules), "inputs": inputs, "outputs": outputs}
