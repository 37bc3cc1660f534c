"""`feltherre games` and `feltherre schema GAME`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text as Line

from feltherre.core.catalogue import render, text_or
from feltherre.core.game import Game
from feltherre.core.registry import game_ids, get_game
from feltherre.core.text import say
from feltherre.lab.players import player_names


def games_command(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """The games there are, with their roles, options, scenarios and computer players."""
    games = [get_game(game_id) for game_id in game_ids()]
    if as_json:
        print_json([described(game) for game in games])
    elif games:
        Console().print(_table(games))
    else:
        typer.echo(render(say("cli.games.none")))


def schema_command(game: Annotated[str, typer.Argument(help="The game, e.g. norway.", show_default=False)]) -> None:
    """The JSON Schema of everything that goes to and from a client of this game."""
    from feltherre.core.schema import game_schema

    print_json(game_schema(get_game(game)))


def described(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "roles": game.roles,
        "options": [msgspec.structs.asdict(option) for option in game.options],
        "scenarios": game.scenarios,
        "players": player_names(game),
    }


def print_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _table(games: list[Game[Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "title", "roles", "options", "scenarios", "players"):
        table.add_column(render(say(f"cli.games.{heading}")), style="bold cyan" if heading == "id" else None)
    for game in games:
        options = [f"{option.name}={'|'.join(option.values)} ({option.default})" for option in game.options]
        cells = (game.roles, options, game.scenarios, player_names(game))
        title = render(text_or(f"{game.id}.title", game.title))
        table.add_row(game.id, title, *(Line(", ".join(cell) or "-") for cell in cells))
    return table
