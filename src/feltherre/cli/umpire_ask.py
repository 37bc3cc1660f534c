"""Asks a person at the terminal for the inputs of a procedure, one by one: `?` explains, `<` goes back, Enter takes
what stands in brackets, Ctrl-C or Ctrl-D leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from shlex import quote
from textwrap import wrap
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text as Line

from feltherre.cli.umpire_page import capital, with_unit, worded, yes_or_no
from feltherre.cli.words import put, reason
from feltherre.core.catalogue import render
from feltherre.core.chance import Ruling
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import Text, say
from feltherre.umpire.asking import YES_NO, Choice, Question, Sheet, chance_questions, output_word, procedure_word
from feltherre.umpire.desk import read_situation
from feltherre.umpire.reading import find_procedure, instead, pick, read
from feltherre.umpire.throwing import Asked, Wanted, rule_on

BACK, EXPLAIN = "<", "?"
#: more choices than these are listed one below the other, if they are too long for a line
ON_A_LINE = 9
#: columns that are left for what is typed
TYPING = 10
INDENT = 2

#: the next line that is typed after a prompt about some questions; None: there are no more
Typed = Callable[[str, Sequence[Question]], str | None]


class Left(Exception):
    """The person has left."""


class GoneBack(Exception):
    """The person wants the question before."""


class Dialogue:
    """Questions and answers at one terminal."""

    def __init__(self, console: Console, typed: Typed) -> None:
        self.console = console
        self.typed = typed
        #: the question whose choices were listed last: they are listed once, however often it is answered wrongly
        self.listed: Question | None = None

    def fill(self, sheet: Sheet) -> dict[str, Any]:
        """Ask until everything is known, and give the situation; GoneBack if somebody goes back behind the start."""
        while asked := sheet.next():
            try:
                self._answer(sheet, asked)
            except GoneBack:
                if not sheet.back():
                    raise
        return sheet.data()

    def _answer(self, sheet: Sheet, asked: Sequence[Question]) -> None:
        """Ask one question, or several together, until there is an answer that can be."""
        self.listed = None
        while True:
            try:
                if sheet.together(asked[0]):
                    return self._pick(sheet, asked)
                return sheet.take({asked[0].name: self.value(asked[0], sheet)})
            except (BadInput, Illegal) as refused:
                self.refuse(refused)

    def value(self, question: Question, sheet: Sheet) -> Any:
        """The answer to one question."""
        if question.of_records:
            return self._records(question)
        if question.kind == "record":
            return self._record(question, "")
        usual, way = sheet.usual(question), question.ask.instead
        typed = self.line(self._prompt(question, usual, sheet), (question,))
        if way is not None and typed.casefold().startswith(way.name[0]):
            return instead(question, typed.lstrip(f"{way.name} ").strip(), sheet.data())
        if typed or (usual is UNSET and question.kind in ("list", "map") and not question.ask.must):
            return read(question, typed)
        if usual is UNSET:
            raise BadInput(say("umpire.needed", word=question.word))
        return usual

    def _records(self, question: Question) -> list[Any]:
        """How many there are, and then each."""
        word = capital(render(question.word))
        usual = "1" if question.required else "0"
        typed = self.line(f"{word}: {render(say('umpire.how-many'))} [{usual}]: ", (question,)) or usual
        if typed[0] == "[":
            return list(read(question, typed))
        if not typed.isdigit():
            raise BadInput(say("umpire.no-number", typed=typed))
        made: list[Any] = []
        while len(made) < int(typed):
            try:
                made.append(self._record(question.of[0], f" {len(made) + 1}/{typed}"))
            except GoneBack:
                if not made:
                    raise
                made.pop()
        return made

    def _record(self, question: Question, number: str) -> dict[str, Any]:
        """Its fields, one by one under its name; what is as usual need not be told."""
        put(self.console, Line(capital(render(question.word)) + number, style="bold"))
        told = self.fill(Sheet(question.of, {}))
        as_usual = {one.name for one in question.of if one.optional and told.get(one.name) == one.default}
        return {name: value for name, value in told.items() if name not in as_usual}

    def _pick(self, sheet: Sheet, asked: Sequence[Question]) -> None:
        """What is answered by yes or no, and what is seldom other than usual: those that are picked change."""
        usual = {question.name: sheet.usual(question) for question in asked}
        put(self.console, Line(render(say("umpire.pick")), style="bold"))
        for number, question in enumerate(asked, start=1):
            is_so = usual[question.name] if question.kind == YES_NO else False
            mark = "x" if is_so is True else " " if question.kind == YES_NO else ":"
            line = Line.assemble((f"{number:>3} ", "cyan"), f"[{mark}] " if mark != ":" else "    ")
            line.append(render(question.word))
            if mark == ":":
                line.append(f": {worded(question, usual[question.name])}", style="dim")
            put(self.console, line, hanging=8)
        picked = pick(asked, self.line(render(say("umpire.which")) + ": ", asked))
        flags = {question.name: usual[question.name] is True for question in asked if question.kind == YES_NO}
        flags |= {question.name: not flags[question.name] for question in picked if question.kind == YES_NO}
        wanted = {question.name for question in picked if question.kind != YES_NO}
        rest = {q.name: usual[q.name] for q in asked if q.kind != YES_NO and q.name not in wanted}
        sheet.take({**flags, **rest}, frozenset(wanted))

    def chance(self, procedure: AnyProcedure, wanted: Wanted) -> list[Any] | None:
        """The dice or draw that somebody types; None if he leaves it to the computer."""
        question = replace(chance_questions(procedure)[wanted.purpose], least=wanted.n, most=wanted.n)
        told: dict[str, Any] = {"n": wanted.n, "name": question.word, "rule": wanted.rule}
        if wanted.items is not None:
            items = tuple(Choice(item, say("core.plain", text=str(item))) for item in wanted.items)
            question, told = replace(question, choices=items), {**told, "items": [item.word for item in items]}
        prompt = render(say("umpire.throw" if wanted.items is None else "umpire.draw", **told))
        while True:
            typed = self.line(f"{prompt}: ", (question,))
            if not typed:
                return None
            try:
                return wanted.typed(typed, render(question.word))
            except BadInput as refused:
                self.refuse(refused)

    def line(self, prompt: str, about: Sequence[Question]) -> str:
        """What is typed; what explains and what goes back is seen to here."""
        while True:
            typed = self.typed(prompt, about)
            if typed is None:
                raise Left
            if typed == BACK:
                raise GoneBack
            if typed != EXPLAIN:
                return typed
            show_questions(self.console, about)

    def refuse(self, refused: BadInput | Illegal) -> None:
        put(self.console, Line(reason(refused), style="red"), indent=INDENT)

    def _prompt(self, question: Question, usual: Any, sheet: Sheet) -> str:
        """`Weapon: 1 smoothbore muskets, 2 rifles [1]: `; many choices are listed before it."""
        asked = with_unit(question)
        usually = "" if usual is UNSET else f" [{worded(question, usual)}]"
        # where a number is an answer of its own, the words have none
        number = "" if question.or_number else "{} "
        choices = [number.format(n) + render(choice.word) for n, choice in sheet.offered(question)]
        line = ", ".join(choices)
        if len(f"{asked}: {line}{usually}: ") > self.console.width - TYPING:
            # one below the other if there are many; otherwise in lines that part no number from its word
            kept = ", ".join(choice.replace(" ", "\N{NO-BREAK SPACE}") for choice in choices)
            lines = choices if len(choices) > ON_A_LINE else wrap(kept, self.console.width - INDENT)
            for told in lines if question is not self.listed else ():
                self.console.print(Line(" " * INDENT + told.replace("\N{NO-BREAK SPACE}", " "), style="dim"))
            self.listed = question
        elif choices:
            asked += f": {line}"
        elif question.kind == YES_NO:
            asked += f" ({yes_or_no(True)}, {yes_or_no(False)})"
        elif question.kind in ("whole", "number") and (limits := _limits(question, sheet.most(question))):
            asked += f" ({limits})"
        if (way := question.ask.instead) is not None:
            sign = say("umpire.or-instead", sign=way.name[0], name=output_word(question.owner, way.name))
            asked += f", {render(sign)}"
        return f"{asked}{usually}: "


def _limits(question: Question, most: float | None = None) -> str:
    """`0–3`, where the limits are near enough to say something."""
    most = question.most if most is None else most
    if question.least is None or most is None or most - question.least > 1000:
        return ""
    return f"{question.least:g}–{most:g}"


def _how(question: Question) -> str:
    """How several things are typed in one line."""
    if question.kind == "map":
        return render(Text("umpire.how-map"))
    if question.kind != "list" or question.of_records:
        return ""
    item = question.of[0]
    if item.kind != "list" or len(item.of) == 1:
        return render(Text("umpire.how-list"))
    example = ", ".join(" ".join(_example(one, at) for one in item.of) for at in range(2))
    return render(say("umpire.how-tuples", example=example))


def _example(question: Question, at: int) -> str:
    """Something that could be typed."""
    return render(question.choices[at].word) if question.choices else str(10 * at + 10)


def explained(question: Question) -> Line:
    """What an input means, what it may be, and what it is called on the line."""
    line = Line.assemble((render(question.word), "bold"), f"  {question.meaning}" if question.meaning else "")
    if question.choices:
        line.append("  " + ", ".join(render(choice.word) for choice in question.choices), style="dim")
    if limits := _limits(question):
        line.append(f"  {limits}", style="dim")
    if question.ask.among is not None:
        line.append("  " + ", ".join(question.ask.among()), style="dim")
    if how := _how(question):
        line.append(f"  {how}", style="dim")
    return line.append(f"  {question.name}=", style="cyan")


def show_questions(console: Console, questions: Iterable[Question]) -> None:
    """Explain some questions."""
    for question in questions:
        put(console, explained(question), indent=INDENT, hanging=2 * INDENT)


def at_keyboard(prompt: str, about: Sequence[Question]) -> str | None:
    """The next line of whoever sits at the terminal; None once he leaves."""
    with suppress(ImportError):  # not on every system
        import readline  # noqa: F401 - so that a line can be mended as it is typed
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        return None


def pick_procedure(
    console: Console, name: str, near: Sequence[AnyProcedure], typed: Typed = at_keyboard
) -> AnyProcedure | None:
    """One of the procedures that a word may mean, by its number; None if the person leaves."""
    words = [render(procedure_word(procedure.owner, procedure.name)) for procedure in near]
    put(console, Line(render(say("umpire.which-procedure", name=name)), style="bold"))
    for number, (procedure, word) in enumerate(zip(near, words, strict=True), start=1):
        put(console, Line.assemble((f"{number:>3} ", "cyan"), word, (f"  {procedure.name}", "dim")))
    while True:
        told = typed(f"{render(say('umpire.by-number'))} (1–{len(near)}): ", ())
        if told is None or told == BACK:
            put(console, Line(render(say("umpire.left")), style="dim"))
            return None
        if told.isdecimal() and 1 <= int(told) <= len(near):
            return near[int(told) - 1]
        with suppress(BadInput):
            return find_procedure(near, told)
        refused = BadInput(say("umpire.no-such-number", n=told, most=str(len(near))))
        put(console, Line(reason(refused), style="red"), indent=INDENT)


def ask_and_rule(
    console: Console, procedure: AnyProcedure, sheet: Sheet, dice: Mapping[str, Any], typed: Typed = at_keyboard
) -> Asked | None:
    """Ask for everything that is not known, dice included, and rule; None if the person has left."""
    dialogue = Dialogue(console, typed)
    put(console, Line(render(procedure_word(procedure.owner, procedure.name)), style="bold"))
    put(console, Line(render(say("umpire.keys")), style="dim"))
    while True:
        try:
            situation = read_situation(procedure, dialogue.fill(sheet))
            return rule_on(procedure, situation, dice, partial(dialogue.chance, procedure))
        except Left:
            console.print()
            put(console, Line(render(say("umpire.left")), style="dim"))
            return None
        except GoneBack:
            if not sheet.back():
                put(console, Line(render(say("umpire.first")), style="dim"), indent=INDENT)
        except Illegal as refused:
            # what only the dice have shown: the last question is asked again, if there was one
            dialogue.refuse(refused)
            if not sheet.back():
                raise


def rule_alone(procedure: AnyProcedure, sheet: Sheet, dice: Mapping[str, Any]) -> Asked:
    """Rule where nobody can be asked; BadInput names what is missing."""
    lacking = [name for name, question in sheet.questions.items() if question.required and sheet.is_open(question)]
    lacking = [name for name in lacking if sheet.usual(sheet.questions[name]) in (UNSET, False)]
    if lacking:
        raise BadInput(say("umpire.lacking", names=lacking))
    return rule_on(procedure, read_situation(procedure, sheet.data()), dice, lambda wanted: None)


def by_line(game: str, procedure: AnyProcedure, sheet: Sheet, ruling: Ruling) -> str:
    """What could have been typed instead of all the answers, with the same dice."""

    def told(value: Any) -> str:
        if isinstance(value, list) and value and not any(isinstance(item, list | dict) for item in value):
            return ",".join(told(item) for item in value)
        if isinstance(value, float):
            return f"{value:.12g}"
        plain = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        return "-" if value is None or value == [] else plain

    given: dict[str, Any] = {}
    for question in sheet.questions.values():
        value = sheet.value(question.name)
        if question.kind == "record" and value is not UNSET:
            given |= {f"{question.name}.{field}": of for field, of in value.items()}
        elif question.required or value != question.default:
            given[question.name] = value
    thrown: dict[str, list[int]] = {}
    for throw in ruling.throws:
        thrown.setdefault(throw.purpose, []).extend(throw.values)
    known = {name: value for name, value in {**given, **thrown}.items() if value is not UNSET}
    return " ".join(("feltherre umpire", game, procedure.name, *(quote(f"{n}={told(v)}") for n, v in known.items())))
