"""`feltherre replay FILE`: the record of a game shown, verified or told."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from feltherre.cli.board import show_position
from feltherre.cli.play.reading import width
from feltherre.cli.play.store import read_file
from feltherre.cli.telling import show_events, show_result
from feltherre.cli.words import reason, words
from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput
from feltherre.core.event import seen_by
from feltherre.core.match import SPECTATOR
from feltherre.core.record import AnyLine, BadRecord, Ended, Header, read_journal
from feltherre.core.replay import board_of, look_at, playable, snapshots, verify
from feltherre.core.story import story
from feltherre.core.text import say


def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.", show_default=False)],
    check: Annotated[bool, typer.Option("--verify", help="Check every line, die and state; exit 1 if wrong.")] = False,
    to: Annotated[
        int | None, typer.Option("--to", min=0, metavar="N", help="Only up to line N.", show_default=False)
    ] = None,
    tell: Annotated[
        bool, typer.Option("--story", help="Tell the whole game, every throw and ruling explained.")
    ] = False,
    open_sealed: Annotated[
        bool,
        typer.Option("--open-sealed", help="With --story, for an umpire: sealed answers too that nobody has read yet."),
    ] = False,
) -> None:
    """Show the position and log at the end of a record (or after line N), verify it, or tell it."""
    data = read_file(file)
    if check:
        verify_record(data)
        if not tell and to is None:
            return
    console = Console(width=width(), highlight=False)
    lines, torn = read_journal(data)
    if torn is not None:
        typer.echo(reason(torn), err=True)
    if to is not None and to >= len(lines):
        raise BadInput(say("cli.replay.no-line", line=to, last=len(lines) - 1))
    if not playable(lines):
        show_snapshot(console, lines, to)
    elif tell:
        # once a game is over nothing in its record is secret
        for told in story(look_at(lines, to), open_sealed=open_sealed or isinstance(lines[-1], Ended)):
            typer.echo(told)
    else:
        show_end(console, lines, to)


def verify_record(data: bytes) -> None:
    """Exit 1, naming the line and why, unless every line is right."""
    try:
        found = verify(data)
    except BadRecord as error:
        typer.echo(reason(error), err=True)
        raise typer.Exit(1) from None
    checked = ["chain"]
    checked += ["dice"] * found.dice_checked
    checked += ["states"] * found.states_checked
    told = words(
        "replay.verified", n=found.lines, game=found.game, checked=[say(f"cli.replay.{part}") for part in checked]
    )
    typer.echo(told)
    if not found.finished:
        typer.echo(words("replay.unfinished"))
    if not found.states_checked:
        typer.echo(words("replay.other-rules"))


def show_end(console: Console, lines: list[AnyLine], to: int | None) -> None:
    """Log and position, with everything open: a record holds all hands."""
    match = look_at(lines, to)
    events = [seen for _, event in match.log for seen in seen_by(event, (), all_seeing=True)]
    show_events(console, events)
    show_position(console, match.drawn_on, match.game.scene(match.state, (), all_seeing=True))
    show_result(console, match.game, match.state.result)


def show_snapshot(console: Console, lines: list[AnyLine], to: int | None) -> None:
    """A record whose rules (or whose game) this software does not have, from what its seats saw."""
    header = lines[0]
    assert isinstance(header, Header)
    shown = lines if to is None else lines[: to + 1]
    found = snapshots(shown, UMPIRE) or snapshots(shown, SPECTATOR)
    if not found:
        raise BadInput(say("cli.replay.no-snapshot", game=header.game, rules=header.rules))
    line, seen = found[-1]
    console.print(words("replay.from-snapshot", game=header.game, rules=header.rules, line=line), style="yellow")
    show_events(console, seen.log)
    show_position(console, board_of(lines), seen.drawn())
