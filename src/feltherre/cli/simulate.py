"""`feltherre simulate GAME`: a series of games between computer players, and what it says."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text as Line

from feltherre.cli.games import print_json
from feltherre.cli.options import read_options, with_scenario
from feltherre.cli.words import words
from feltherre.core.catalogue import find, render, show, word
from feltherre.core.errors import BadInput
from feltherre.core.figures import decimal, percent
from feltherre.core.game import Game, Setup
from feltherre.core.registry import get_game
from feltherre.core.seats import seat_name
from feltherre.core.text import Text, say
from feltherre.lab.runner import Played, Task
from feltherre.lab.series import Watch, play_series, tasks
from feltherre.lab.statistics import NOBODY, Mean, Share, Totals, totals

CLUSTERS = ("ray",)
#: the exit code of a command that was stopped by Ctrl-C
INTERRUPTED = 130


def simulate_command(
    game: Annotated[str, typer.Argument(help="The game, e.g. norway.", show_default=False)],
    players: Annotated[
        str, typer.Option(help="Computer players in the order of the game's roles: captain,random,random.")
    ] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    scenario: Annotated[
        str, typer.Option(help="A scenario of the game, or FILE.yaml: one of your own.", show_default=False)
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a cluster: ray (install feltherre[ray]).", show_default=False)
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the record of every game here.", show_default=False)
    ] = None,
) -> None:
    """Let computer players play a series of games, and sum it up with 95 % intervals."""
    if cluster is not None and cluster not in CLUSTERS:
        raise BadInput(say("cli.bad.cluster", name=cluster, known=list(CLUSTERS)))
    made = with_scenario(get_game(game), Setup((), read_options(option or [])), scenario)
    todo = tasks(
        game,
        _names(get_game(game), players, made),
        games,
        seed,
        scenario=made.scenario,
        scenario_file=made.scenario_file or "",
        options=made.options,
        records=records,
    )
    with _watching(games) as watch:
        played, stopped = _play_or_stop(todo, jobs, cluster, watch)
    if stopped:
        Console(stderr=True).print(Line(words("simulate.stopped", n=len(played), games=games), style="yellow"))
    if played:
        _tell(todo[0], played, records, as_json=as_json)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _tell(first: Task, played: list[Played], records: Path | None, *, as_json: bool) -> None:
    summed = totals(played)
    if as_json:
        print_json({"games": [_told(one) for one in played], "totals": summed})
    else:
        _show(Console(), first, summed, records)


def _play_or_stop(todo: list[Task], jobs: int, cluster: str | None, watch: Watch) -> tuple[list[Played], bool]:
    """The games, and whether somebody stopped the series (Ctrl-C): then those that were finished, in their order."""
    finished: list[Played] = []

    def noting(game: Played) -> None:
        finished.append(game)
        watch(game)

    try:
        return _play(todo, jobs, cluster, noting), False
    except KeyboardInterrupt:
        return sorted(finished, key=lambda game: game.number), True


def _play(todo: list[Task], jobs: int, cluster: str | None, watch: Watch) -> list[Played]:
    if cluster is None:
        return play_series(todo, jobs, watch)
    from feltherre.lab.cluster import play_on_ray

    return play_on_ray(todo, watch)


def _names(game: Game[Any], players: str, made: Setup) -> tuple[str, ...]:
    """`captain,random,random`; a single name plays every role."""
    names = tuple(name.strip() for name in players.split(","))
    if len(names) > 1:
        return names
    game.check_choices(made)
    return names * len(game.seatings(made)[0])


def _told(game: Played) -> dict[str, Any]:
    told = msgspec.structs.asdict(game)
    del told["number"]  # their order says it
    return {**told, "seconds": round(game.seconds, 6)}


@contextmanager
def _watching(games: int) -> Iterator[Watch]:
    """A progress bar, if a person watches."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(words("simulate.playing"), total=games)
        yield lambda played: progress.advance(bar)


# the summary for people


def _show(console: Console, first: Task, summed: Totals, records: Path | None) -> None:
    game = get_game(first.game)
    console.print(Line(words("simulate.title", n=summed.games, game=first.game, seed=first.seed), style="bold"))
    for seat, player in zip(first.setup.seats, first.players, strict=True):
        console.print(Line(f"  {show(seat_name(game, seat))}: {player}"))
    for heading, shares in (("winner", summed.winners), ("degree", summed.degrees)):
        if shares:
            console.print(_share_table(game, heading, shares))
    for name, value in (("score", summed.score), ("turns", summed.turns), ("actions", summed.actions)):
        if value is not None:
            console.print(Line(_mean(_counted(game, name), value)))
    if summed.unfinished:
        console.print(Line(words("simulate.unfinished", n=summed.unfinished), style="yellow"))
    console.print(Line(words("simulate.seconds", seconds=decimal(summed.seconds)), style="dim"))
    if records is not None:
        console.print(Line(words("simulate.records", n=summed.games, directory=str(records)), style="dim"))


def _share_table(game: Game[Any], heading: str, shares: dict[str, Share]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words(f"simulate.{heading}"))
    table.add_column(words("simulate.number"), justify="right")
    table.add_column(words("simulate.share"), justify="right")
    table.add_column(words("simulate.interval"), justify="right")
    for name, share in shares.items():
        low, high = share.interval
        table.add_row(_outcome(game, name), str(share.games), percent(share.share), f"{percent(low)} - {percent(high)}")
    return table


def _outcome(game: Game[Any], name: str) -> str:
    """`norway+allies clear` as a person reads it: Norway and Allies, clear."""
    winners, _, degree = name.partition(" ")
    if winners == NOBODY:
        who = words("simulate.nobody")
    else:
        who = show([game.role_name(role) for role in winners.split("+")])
    return f"{who}, {render(word(game.id, 'result.degree', degree))}" if degree else who


def _counted(game: Game[Any], name: str) -> Text:
    """What a number counts, in the words of the game if it has its own: whose points, and what a turn is called."""
    own = f"{game.id}.counted.{name}"
    return Text(own) if find(own) else say(f"cli.simulate.{name}")


def _mean(what: Text, value: Mean) -> str:
    if value.interval is None:
        return words("simulate.once", what=what, mean=decimal(value.mean))
    low, high = value.interval
    return words("simulate.mean", what=what, mean=decimal(value.mean), low=decimal(low), high=decimal(high))
