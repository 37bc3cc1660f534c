"""Tells a record as text that an umpire can check: who did what, what was thrown, what was ruled and by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.text import Text as Line

from feltherre.cli.board import show_position
from feltherre.cli.telling import show_ruling, show_throws
from feltherre.cli.words import drawn, put, thrown, with_rule, words
from feltherre.core.catalogue import render
from feltherre.core.event import Event, seen_by
from feltherre.core.game import Game
from feltherre.core.match import Match
from feltherre.core.record import Acted, AnyLine, Clocked, Ended, Header, Overridden, SeatAct, Snapshot, Undone
from feltherre.core.replay import look_at
from feltherre.core.state import Result
from feltherre.core.text import say

EVENT_INDENT = 6
RULING_INDENT = 10


def tell(console: Console, lines: Sequence[AnyLine], to: int | None = None) -> None:
    """The whole game (or its lines up to `to`), line by line, with every hand open."""
    match = look_at(lines, to)
    shown = lines if to is None else lines[: to + 1]
    events: dict[int, list[Event]] = {}
    for number, event in match.log:
        events.setdefault(number, []).append(event)
    gone = taken_back(shown)
    for line in shown:
        _tell_line(console, match, line, events.get(line.n, []), gone.get(line.n))
    show_position(console, match.game.display(match.state, (), all_seeing=True))
    show_result(console, match.game, match.state.result)


def taken_back(lines: Sequence[AnyLine]) -> dict[int, int]:
    """{line of an act that was taken back: the line that took it back}"""
    return {
        number: line.n
        for line in reversed(lines)
        if isinstance(line, Undone)
        for number in range(line.to + 1, line.n)
        if isinstance(lines[number], Acted | Overridden | Clocked)
    }


def show_result(console: Console, game: Game[Any], result: Result | None) -> None:
    if result is None:
        return
    winners = render(say("core.plain", text=[game.role_name(role) for role in result.winners]))
    key = "result.won" if result.winners else "result.nobody"
    told = words(key, winners=winners, degree=result.degree, score=result.score)
    console.print(Panel(Line(told, style="bold"), border_style="green"))


def _tell_line(console: Console, match: Match[Any], line: AnyLine, events: list[Event], undone_on: int | None) -> None:
    if isinstance(line, Snapshot):
        return
    heading = Line(f"{line.n:>4}  ", style="dim")
    heading.append(_what(match, line), style="bold not dim")
    if undone_on is not None:
        heading.append(f"  {words('story.taken-back', line=undone_on)}", style="yellow")
    put(console, heading, 0, EVENT_INDENT)
    throws = [thrown(throw) for throw in getattr(line, "throws", ())]
    show_throws(console, [*throws, *(drawn(draw) for draw in getattr(line, "draws", ()))], EVENT_INDENT)
    for event in events:
        for seen in seen_by(event, (), all_seeing=True):
            put(console, with_rule(seen.text, seen.rule), EVENT_INDENT)
        if event.ruling is not None:
            show_ruling(console, event.ruling, RULING_INDENT)


def _what(match: Match[Any], line: AnyLine) -> str:
    """What was done, in a line."""
    match line:
        case Header():
            seats = " / ".join(f"{seat.name} ({'+'.join(seat.roles)})" for seat in line.setup.seats)
            return words(
                "story.header",
                title=match.game.title,
                rules=line.rules,
                seats=seats,
                made=line.made or "-",
                commitment=line.commitment,
            )
        case Acted():
            role = render(match.game.role_name(line.role)) if line.role in match.game.roles else line.role
            return words("story.automatic" if line.auto else "story.acted", role=role, text=line.text)
        case Undone():
            return words("story.undone", seat=line.seat, to=line.to)
        case Overridden():
            return words("story.override", edit=_json(line.edit), reason=line.reason)
        case Clocked():
            return words("story.clock", event=_json(line.event))
        case SeatAct():
            return words("story.seat", seat=line.seat, act=_json(line.act))
        case Ended():
            return words("story.end", n=line.count, reason=line.reason or "-", key=line.key)
    return type(line).__name__


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
