"""`feltherre play GAME`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import UNSET, Struct
from msgspec.structs import replace
from rich.console import Console

from feltherre.cli.options import read_options, with_scenario
from feltherre.cli.play.loop import Play
from feltherre.cli.play.opening import Opened, last_unfinished, loaded_game, new_game, resumed_game
from feltherre.cli.play.reading import Reader, width
from feltherre.cli.play.setup import ask_sides, given_sides, welcome
from feltherre.cli.play.store import read_saved
from feltherre.cli.words import reason, words
from feltherre.core.catalogue import show
from feltherre.core.errors import BadInput
from feltherre.core.figures import moment
from feltherre.core.game import Game, Setup
from feltherre.core.registry import game_ids, get_game
from feltherre.core.seats import seat_name
from feltherre.core.text import say


class Wishes(Struct, frozen=True):
    """How a new game is to be made, as far as the options say."""

    people: list[str]
    against: str | None
    hot_seat: bool
    seed: int | None
    scenario: str
    options: dict[str, str]
    umpire: bool
    dice: str
    clocks: bool
    save: Path | None


def play_command(
    game: Annotated[str, typer.Argument(help="The game, e.g. norway.", show_default=False)] = "",
    people: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="SIDE", help="The side you play: germany, or norway+allies; may be repeated."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The computer player for the other sides.", show_default=False)
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People play all sides at this keyboard.")] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same dice and cards.", show_default=False)
    ] = None,
    scenario: Annotated[
        str, typer.Option(help="A scenario of the game, or FILE.yaml: one of your own.", show_default=False)
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    dice: Annotated[
        str, typer.Option(metavar="live|typed", help="The software throws, or you throw and type the dice in.")
    ] = "live",
    umpire: Annotated[bool, typer.Option("--umpire", help="The game has an umpire, at the same keyboard.")] = False,
    clocks: Annotated[
        bool, typer.Option("--clocks", help="Play against the clock, in a game that has one; what it does is said.")
    ] = False,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on from a saved game.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep this game in FILE.", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")] = False,
) -> None:
    """Play a game in the terminal, hot-seat or against the computer."""
    wishes = Wishes(
        people or [], against, hot_seat, seed, scenario, read_options(option or []), umpire, dice, clocks, save
    )
    console = Console(width=width(), highlight=False)
    reader = Reader(console)
    if load is not None:
        opened: Opened | None = loaded_game(read_saved(load), reader, save)
    elif resume:
        opened = _resumed(game, reader)
    else:
        opened = _begun(get_game(game or _only_game()), wishes, console, reader)
    if opened is not None:
        session, journal = opened
        console.print(words("play.start", file=str(journal.path)), style="dim", markup=False)
        if session.match.setup.clocks:
            console.print(show(session.game.about_clocks()), style="bold", markup=False)
        Play(session, console, reader, journal).run()


def _resumed(game_id: str, reader: Reader) -> Opened:
    saved = last_unfinished(game_id)
    if saved is None:
        raise BadInput(say("cli.play.nothing-to-resume"))
    return resumed_game(saved, reader)


def _begun(game: Game[Any], wishes: Wishes, console: Console, reader: Reader) -> Opened | None:
    """A new game (or the unfinished one, if that is wanted); None when nobody answers the questions."""
    plain = Setup((), wishes.options, umpire=wishes.umpire, dice=wishes.dice, clocks=wishes.clocks or UNSET)
    made = with_scenario(game, plain, wishes.scenario)
    game.check_choices(made)
    if wishes.people or wishes.hot_seat:
        sides = given_sides(game, made, wishes.people, wishes.against, wishes.hot_seat)
    else:
        welcome(console, game)
        if reader.is_terminal and (opened := _offer_last(game, reader)) is not None:
            return opened
        asked = ask_sides(game, made, reader, wishes.against)
        if asked is None:
            return None
        sides = asked
    return new_game(game, replace(made, seats=sides.seats), sides.computers, wishes.seed, wishes.save)


def _offer_last(game: Game[Any], reader: Reader) -> Opened | None:
    """Whoever has left a game is asked whether he wants to go on with it."""
    saved = last_unfinished(game.id)
    if saved is None:
        return None
    when = datetime.fromtimestamp(saved.path.stat().st_mtime)
    question = words("play.ask.resume", when=moment(when), seats=_seats(game, saved.header.setup))
    if not reader.yes(question):
        return None
    try:
        return resumed_game(saved, reader)
    except BadInput as error:
        reader.console.print(words("play.cannot-resume", reason=reason(error)), style="red", markup=False)
        return None


def _seats(game: Game[Any], setup: Setup) -> str:
    return " / ".join(show(seat_name(game, seat)) for seat in setup.seats)


def _only_game() -> str:
    known = game_ids()
    if len(known) != 1:
        raise BadInput(say("cli.play.which-game", known=known))
    return known[0]
