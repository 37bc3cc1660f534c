"""`feltherre games` and `feltherre schema GAME`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text as Line

from feltherre.cli.words import put, refuse_all
from feltherre.core.book import Book
from feltherre.core.catalogue import render
from feltherre.core.game import Game
from feltherre.core.introduction import about, facts, option_label, title_of
from feltherre.core.registry import books, get_game
from feltherre.core.text import Text, say
from feltherre.players.listed import player_names


def games_command(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """The games there are, with their roles, options, scenarios and computer players."""
    games, broken = books()
    if as_json:
        print_json([described(game) for game in games])
    elif games:
        console = Console(highlight=False)
        for game in games:
            _show(console, game)
    elif not broken:
        typer.echo(render(say("cli.games.none")))
    refuse_all(broken)


def schema_command(game: Annotated[str, typer.Argument(help="The game, e.g. norway.", show_default=False)]) -> None:
    """The JSON Schema of everything that goes to and from a client of this game."""
    from feltherre.core.schema import game_schema

    print_json(game_schema(get_game(game)))


def described(game: Book) -> dict[str, Any]:
    """A game as a program reads it, or a book without one."""
    if not isinstance(game, Game):
        return {"id": game.id, "title": game.title, "playable": False}
    return {
        "id": game.id,
        "title": game.title,
        "roles": game.roles,
        "options": [{"name": one.name, "values": one.values, "default": one.default} for one in game.options],
        "scenarios": game.scenarios,
        "players": player_names(game),
        "playable": True,
        "in_making": game.in_making,
    }


def print_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _desk_only(book: Book) -> Text:
    """What there is of a book without a game."""
    return say("cli.games.desk-only", rules=f"feltherre rules {book.id}", umpire=f"feltherre umpire {book.id}")


def _show(console: Console, game: Book) -> None:
    """A game and, below it, what can be chosen when it is made; nothing is cut where the screen is narrow."""
    title = render(title_of(game))
    console.print(Line.assemble((game.id, "bold cyan"), "  ", title))
    for told in (render(about(game)), ", ".join(render(fact) for fact in facts(game))):
        if told:
            put(console, Line(told), 2)
    if not isinstance(game, Game):
        put(console, Line(render(_desk_only(game))), 2)
        return
    if game.in_making:
        put(console, Line(render(say("cli.games.in-making"))), 2)
    for heading, cells in (("roles", game.roles), ("scenarios", game.scenarios), ("players", player_names(game))):
        put(console, Line(f"{render(say(f'cli.games.{heading}'))}: {', '.join(cells) or '-'}"), 2, 4)
    if game.options:
        put(console, Line(f"{render(say('cli.games.options'))}:"), 2)
    for option in game.options:
        label = render(option_label(game, option))
        told = f"  {label}" if label != option.name else ""
        put(console, Line(f"{option.name}={'|'.join(option.values)} ({option.default}){told}"), 4, 6)
