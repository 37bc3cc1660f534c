"""Tells what happened: events with their numbers and rules, rulings with every line of their explanation. And what may
happen: the exact chances of what is seen coming."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.text import Text as Line

from feltherre.cli.words import put, thrown, with_rule, words
from feltherre.core.catalogue import find, render, word
from feltherre.core.chance import Ruling
from feltherre.core.event import SeenEvent
from feltherre.core.figures import percent
from feltherre.core.game import Game
from feltherre.core.prospect import Prospect
from feltherre.core.state import Result
from feltherre.core.text import say
from feltherre.umpire import desk

INDENT = 6

#: of each output a player asks about, the values it can take with their exact chances
Chances = Mapping[str, Mapping[Any, Fraction]]


def event_line(number: int, event: SeenEvent) -> Line:
    """` 12  Germany takes Hamar.  4.2b-3  (why 12)`"""
    line = Line(f"{number:>4}  ", style="dim")
    line.append_text(with_rule(event.text, event.rule, style="default not dim"))
    if event.ruling is not None:
        line.append(f"  {words('log.why', n=number)}", style="dim cyan")
    return line


def show_events(console: Console, events: Sequence[SeenEvent], first: int = 1) -> None:
    """Events, numbered from `first`."""
    moment = None
    for number, event in enumerate(events, start=first):
        if event.moment is not None and event.moment != moment:
            put(console, Line(render(event.moment), style="dim italic"))
        moment = event.moment
        put(console, event_line(number, event), 0, INDENT)


def show_ruling(console: Console, ruling: Ruling, game: str, indent: int = INDENT) -> None:
    """Every line of the explanation with its rule, and the throws."""
    for line in ruling.explanation:
        put(console, with_rule(line.text, line.rule), indent)
    for throw in ruling.throws:
        put(console, Line(thrown(throw, ruling.procedure, game), style="cyan"), indent)


def show_result(console: Console, game: Game[Any], result: Result | None) -> None:
    if result is None:
        return
    winners = render(say("core.plain", text=[game.role_name(role) for role in result.winners]))
    degree, score = word(game.id, "result.degree", result.degree), game.tell_score(result)
    if score is None:
        why = word(game.id, "result.reason", result.reason)
        told = words(
            "result.won-plain" if result.winners else "result.nobody-plain",
            winners=winners,
            degree=degree,
            reason=why,
        )
    else:
        told = words("result.won" if result.winners else "result.nobody", winners=winners, degree=degree, score=score)
    # a game may say in its own words why it ended
    ended = f"{game.id}.result.{result.reason}"
    if find(ended):
        told = f"{told} {render(say(ended))}"
    console.print(Panel(Line(told, style="bold"), border_style="green"))


def weigh(game: Game[Any], prospect: Prospect) -> Chances:
    """What may come of a prospect; of an output that is a list (ships sunk) how long it may be."""
    procedure = prospect.by or game.procedures[prospect.procedure]
    found = desk.odds(procedure, msgspec.to_builtins(prospect.situation))["outputs"]
    return {
        output: {
            chance["value"]: Fraction(chance["p"])
            for chance in (found[output]["length"] if isinstance(found[output], dict) else found[output])
        }
        for output in prospect.outputs
    }


def tell_chances(prospect: Prospect, chances: Chances) -> str:
    """`Winner: attacker 42 %, defender 58 %   Losses: 0 17 %, 1 83 %`"""
    values = {value: render(text) for value, text in prospect.values.items()}
    return "   ".join(
        f"{render(label)}: "
        + ", ".join(f"{values.get(value, value)} {percent(float(p))}" for value, p in chances[output].items())
        for output, label in prospect.outputs.items()
    )
