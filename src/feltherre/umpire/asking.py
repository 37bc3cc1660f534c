"""How a procedure is asked for: its inputs as questions, and a sheet on which they are answered one after another.

Everything is derived from the types of the procedure's situation, the ledger, and what the game says besides
(core/asks.py). A terminal and a page ask by the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, inspect

from feltherre.core.asks import NOTHING_SAID, USUAL, Ask, Asks, By
from feltherre.core.catalogue import find, render, text_or, throw_name
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Input, LedgerProcedure
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import Text, say

#: how a name ends that is a length or an angle, and what stands behind the number
UNITS = {"cm": "cm", "deg": "°"}
YES_NO = "yes-no"
#: words that games have for other uses and the desk may use too: `<game>.<family>.<choice>`
FAMILIES = ("order", "country", "role", "type", "ship-class")


class Choice(Struct, frozen=True):
    value: Any
    word: Text


class Question(Struct, frozen=True, kw_only=True):
    """One input, one field of a record, or one item of a list, as a person is asked for it."""

    owner: str
    name: str
    word: Text
    #: in the ledger's words
    meaning: str = ""
    #: yes-no, whole, number, choice, text, list, map or record
    kind: str
    #: the type that an answer must have
    wanted: Any
    unit: str = ""
    least: float | None = None
    most: float | None = None
    choices: tuple[Choice, ...] = ()
    #: what it is if nothing is answered; unset: something must be
    default: Any = UNSET
    #: it may be left out though no default is written down
    optional: bool = False
    nullable: bool = False
    #: the item of a list (of one with so many items each of them), key and value of a map, the fields of a record
    of: tuple[Question, ...] = ()
    ask: Ask = USUAL

    @property
    def required(self) -> bool:
        return self.default is UNSET and not self.optional

    @property
    def or_number(self) -> bool:
        """A choice of words, or a number."""
        return self.kind == "choice" and self.least is not None

    @property
    def of_records(self) -> bool:
        """A list whose items are asked one by one."""
        return self.kind == "list" and self.of[0].kind == "record"


def questions(procedure: AnyProcedure, ledger: LedgerProcedure | None, asks: Asks = NOTHING_SAID) -> list[Question]:
    """Everything that a procedure is told, dice and draws apart."""
    entries = {} if ledger is None else {entry.name: entry for entry in ledger.inputs}
    return [
        _question(procedure.owner, field, entries.get(field.encode_name), asks.inputs)
        for field in msgspec.structs.fields(procedure.situation)
    ]


def chance_questions(procedure: AnyProcedure, ledger: LedgerProcedure | None = None) -> dict[str, Question]:
    """What is thrown and drawn for a procedure."""
    meanings = {} if ledger is None else {entry.name: entry.meaning for entry in ledger.inputs}
    return {
        name: Question(
            owner=procedure.owner,
            name=name,
            word=throw_name(procedure.owner, procedure.name, name),
            meaning=meanings.get(name, ""),
            kind="chance",
            wanted=wanted,
        )
        for name, wanted in procedure.chance_inputs.items()
    }


def _question(
    owner: str, field: msgspec.structs.FieldInfo, entry: Input | None, asks: Mapping[str, Ask], within: str = ""
) -> Question:
    """The question of a field; `within` are the names of the records it lies in, each with a dot behind it."""
    name = field.encode_name
    ask = asks.get(within + name, USUAL)
    default: Any = ask.default if field.required else field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    if ask.known is not None:
        default = ask.known()
    if ask.must:
        default = UNSET
    return Question(
        owner=owner,
        name=name,
        word=input_word(owner, ask.word or name),
        meaning=entry.meaning if entry else "",
        wanted=field.type,
        unit=UNITS.get(name.rpartition("_")[2], ""),
        default=default if default is UNSET else msgspec.to_builtins(default),
        optional=not field.required,
        ask=ask,
        **_kind(_Place(owner, name, entry, asks, within, _literals(field.type)), inspect.type_info(field.type)),
    )


def _literals(annotation: Any) -> list[Any]:
    """All words that stand in a type."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return list(dict.fromkeys(word for part in get_args(annotation) for word in _literals(part)))


class _Place(Struct, frozen=True):
    """Where a type stands of which questions are made."""

    owner: str
    name: str
    entry: Input | None
    asks: Mapping[str, Ask]
    within: str
    #: the words of its type in the order in which they are written
    words: list[Any]

    @property
    def ask(self) -> Ask:
        return self.asks.get(self.within + self.name, USUAL)

    def part(self, info: inspect.Type) -> Question:
        """An item of a list, or the key or value of a map."""
        word = input_word(self.owner, self.ask.word or self.name)
        kind = _kind(self, info)
        return Question(owner=self.owner, name=self.name, word=word, wanted=None, ask=self.ask, **kind)

    def choices(self, values: Sequence[Any]) -> tuple[Choice, ...]:
        return tuple(Choice(value, choice_word(self.owner, self.name, value)) for value in values)


def _kind(place: _Place, info: inspect.Type) -> dict[str, Any]:
    """What the type of an input says about asking for it."""
    members = info.types if isinstance(info, inspect.UnionType) else (info,)
    nothing = inspect.NoneType | inspect.CustomType
    told: dict[str, Any] = {"nullable": any(isinstance(member, inspect.NoneType) for member in members)}
    members = tuple(member for member in members if not isinstance(member, nothing))
    words = {value for member in members if isinstance(member, inspect.LiteralType) for value in member.values}
    numbers = [member for member in members if isinstance(member, inspect.IntType | inspect.FloatType)]
    if words:
        # the limits of a number that may stand instead of a word
        limits = {"least": numbers[0].ge, "most": numbers[0].le} if numbers else {}
        choices = place.choices([word for word in place.words if word in words])
        return {**told, **limits, "kind": "choice", "choices": choices}
    info = members[0]
    match info:
        case inspect.BoolType():
            return {**told, "kind": YES_NO}
        case inspect.IntType() | inspect.FloatType():
            kind = "whole" if isinstance(info, inspect.IntType) else "number"
            return {**told, "kind": kind, "least": info.ge, "most": info.le}
        case inspect.ListType() | inspect.VarTupleType():
            return {**told, "kind": "list", "of": (place.part(info.item_type),)}
        case inspect.TupleType():
            return {**told, "kind": "list", "of": tuple(map(place.part, info.item_types))}
        case inspect.DictType():
            return {**told, "kind": "map", "of": (place.part(info.key_type), place.part(info.value_type))}
        case inspect.StructType():
            within = f"{place.within}{place.name}."
            fields = msgspec.structs.fields(info.cls)
            of = tuple(_question(place.owner, field, None, place.asks, within) for field in fields)
            return {**told, "kind": "record", "of": of}
    if place.entry is not None and place.entry.parsed.kind == "enum":
        return {**told, "kind": "choice", "choices": place.choices(place.entry.parsed.values)}
    return {**told, "kind": "text"}


# words


def input_word(owner: str, name: str) -> Text:
    """What an input is called: `<game>.input.<name>`; or that of what stands behind its first word and whose it is
    (`own_cover`: `<game>.input.cover`, `<game>.input-of.own`); or its name made readable."""
    whose, _, what = name.partition("_")
    if not find(f"{owner}.input.{name}") and find(f"{owner}.input-of.{whose}") and find(f"{owner}.input.{what}"):
        return say(f"{owner}.input-of.{whose}", what=Text(f"{owner}.input.{what}"))
    plain, _, unit = name.rpartition("_")
    return text_or(f"{owner}.input.{name}", (plain if unit in UNITS else name).replace("_", " "))


def output_word(owner: str, name: str) -> Text:
    """What an output is called; many are inputs elsewhere."""
    key = f"{owner}.output.{name}"
    return Text(key) if find(key) else input_word(owner, name)


def choice_word(owner: str, name: str, value: Any) -> Text:
    """What a choice of an input or output is called: a word that all share, one of its own, or one of the game's."""
    choice = str(value) or "none"
    keys = [f"{owner}.{family}.{choice}" for family in ("choice", name, *FAMILIES)]
    return text_or(next(filter(find, keys), keys[0]), choice.replace("_", " "))


def procedure_word(owner: str, name: str) -> Text:
    return text_or(f"{owner}.procedure.{name}", name.replace("-", " "))


# answering


class Sheet:
    """Questions and what has been answered. What follows from other answers, and what does not matter because of them,
    is not asked."""

    def __init__(
        self,
        asked: Sequence[Question],
        given: Mapping[str, Any],
        check: Callable[[dict[str, Any]], None] = lambda data: None,
        at_once: bool = False,
    ) -> None:
        """`check` raises Illegal on a situation that cannot be: at the end, or `at_once` where the game has said which
        inputs must be known before anything is refused."""
        self.questions = {question.name: question for question in asked}
        self.given = dict(given)
        self.check = check
        self.at_once = at_once
        self.answers = dict(given)
        #: what is seldom other than usual, and is to be asked all the same
        self.wanted: frozenset[str] = frozenset()
        self._before: list[tuple[dict[str, Any], frozenset[str]]] = []
        #: whether the situation was possible at the last answer; None: not all that must be known was
        self._possible = self._fault() is None if self._is_known() else None

    # what is known

    def value(self, name: str) -> Any:
        """What was answered, or what it is if nobody says otherwise; unset if something must be answered."""
        return self.answers[name] if name in self.answers else self.usual(self.questions[name])

    def usual(self, question: Question) -> Any:
        """What follows from the other answers, or else the default."""
        follows = question.ask.follows
        if isinstance(follows, By):
            return follows.values.get(str(self.value(follows.input)), question.default)
        total = self._sum(follows)
        # a box that nobody has ticked is empty
        box = question.kind == YES_NO and question.default is UNSET and not question.nullable
        unsaid = False if box else question.default
        return unsaid if total is None else total

    def most(self, question: Question) -> int | float | None:
        """The most that the other answers allow."""
        return self._sum(question.ask.most)

    def offered(self, question: Question) -> list[tuple[int, Choice]]:
        """The choices that are shown, each with its number: of all of them those that the other answers leave."""
        only = question.ask.only
        left = None if only is None else only.values.get(str(self.value(only.input)))
        return [(n, one) for n, one in enumerate(question.choices, start=1) if left is None or one.value in left]

    def _sum(self, names: Sequence[str]) -> int | float | None:
        """Some answers added up, `-name` taken off; None if one of them is not known."""
        values = [(self.value(name.removeprefix("-")), -1 if name[0] == "-" else 1) for name in names]
        if not values or any(value is UNSET or value is None for value, _ in values):
            return None
        total: int | float = sum(value * sign for value, sign in values)
        return total

    def matters(self, question: Question) -> bool:
        """Whether it makes a difference, as far as is known."""
        ask = question.ask
        wanted = all(self.value(name) in values for name, values in ask.when.items())
        return ask.known is None and wanted and all(self.value(name) not in no for name, no in ask.unless.items())

    def data(self) -> dict[str, Any]:
        """The situation, as far as it is known."""
        values = {name: self.value(name) for name in self.questions}
        return {name: value for name, value in values.items() if value is not UNSET}

    # asking

    def next(self) -> tuple[Question, ...]:
        """The next question, or those that are answered together by a pick; nothing if all is known."""
        open_ = {name: question for name, question in self.questions.items() if self.is_open(question)}
        ready = [question for question in open_.values() if not question.ask.waits_for & open_.keys()]
        alone = [question for question in ready if not self.together(question)]
        alone.sort(key=lambda question: question.ask.needed)
        return tuple(alone[:1] or ready)

    def is_open(self, question: Question) -> bool:
        """Whether it matters and has not been answered."""
        return question.name not in self.answers and self.matters(question)

    def together(self, question: Question) -> bool:
        """Whether it is asked together with others."""
        seldom = question.ask.seldom and not question.required and question.name not in self.wanted
        return seldom or (question.kind == YES_NO and not question.nullable)

    def take(self, answers: Mapping[str, Any], wanted: frozenset[str] = frozenset()) -> None:
        """Note the answers to what was asked; raises BadInput or Illegal, and notes nothing, if they cannot be."""
        for name, value in answers.items():
            self._check_most(self.questions[name], value)
        before = self.answers, self.wanted
        self.answers, self.wanted = {**self.answers, **answers}, self.wanted | wanted
        fault = self._fault() if self._is_known() else None
        if fault is not None and ((self.at_once and self._possible is not False) or not self.next()):
            self.answers, self.wanted = before
            raise fault
        self._possible = fault is None if self._is_known() else None
        self._before.append(before)

    def back(self) -> bool:
        """Take back the last answers; False if there are none."""
        if not self._before:
            return False
        self.answers, self.wanted = self._before.pop()
        self._possible = self._fault() is None if self._is_known() else None
        return True

    def _check_most(self, question: Question, value: Any) -> None:
        most = self.most(question)
        if most is not None and value is not None and value > most:
            names = [self.questions[name.removeprefix("-")].word for name in question.ask.most]
            raise BadInput(say("umpire.more-than", value=str(value), most=str(most), names=names))

    def _is_known(self) -> bool:
        """Whether everything is there without which nothing can be said."""
        return all(
            self.value(question.name) is not UNSET or question.optional for question in self.questions.values()
        ) and not any(question.ask.needed and self.is_open(question) for question in self.questions.values())

    def _fault(self) -> Illegal | BadInput | None:
        try:
            self.check(self.data())
        except (Illegal, BadInput) as fault:
            return fault
        return None


# as data


def description(question: Question, lang: str | None = None) -> dict[str, Any]:
    """A question as plain data, for a page that asks by it."""
    ask = question.ask
    told: dict[str, Any] = {"name": question.name, "word": render(question.word, lang), "kind": question.kind}
    limits = {"least": question.least, "most": question.most}
    told |= {name: value for name, value in limits.items() if value is not None}
    told |= {name: getattr(question, name) for name in ("meaning", "unit", "nullable") if getattr(question, name)}
    if question.choices:
        told["choices"] = [{"value": one.value, "word": render(one.word, lang)} for one in question.choices]
    if question.default is not UNSET:
        told["default"] = question.default
    told["required"] = question.required
    if question.of:
        told["of"] = [description(part, lang) for part in question.of]
    said = {name: getattr(ask, name) for name in ("when", "unless", "follows", "seldom", "must", "only", "instead")}
    told |= {name: value for name, value in said.items() if value}
    told |= {"at_most": ask.most} if ask.most else {}
    told |= {"known": True} if ask.known else {}
    told |= {"among": list(ask.among())} if ask.among else {}
    return told


def describe_asking(
    procedure: AnyProcedure, ledger: LedgerProcedure, asks: Asks, lang: str | None = None
) -> dict[str, Any]:
    """Everything that a page needs to ask for a procedure's inputs in a language: inputs, dice, outputs."""
    owner = procedure.owner
    outputs = [
        {"name": output.name, "word": render(output_word(owner, output.name), lang), "type": output.type}
        for output in ledger.outputs
    ]
    return {
        "name": procedure.name,
        "word": render(procedure_word(owner, procedure.name), lang),
        "rules": list(ledger.rules),
        "inputs": [description(question, lang) for question in questions(procedure, ledger, asks)],
        "chance": [description(question, lang) for question in chance_questions(procedure, ledger).values()],
        "outputs": outputs,
        "result": list(asks.result),
    }
