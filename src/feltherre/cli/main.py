"""The `feltherre` command. What a command needs is imported when it is called, so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from feltherre.cli.language import asked_language, language_option

#: command -> (module, function, what it does in a line)
COMMANDS: dict[str, tuple[str, str, str]] = {
    "play": ("feltherre.cli.play.command", "play_command", "Play in the terminal, hot-seat or against the computer."),
    "games": ("feltherre.cli.games", "games_command", "The games there are, with their roles, options and players."),
    "rules": ("feltherre.cli.rules", "rules_command", "The rules in our words, and how much of them is covered."),
    "umpire": ("feltherre.cli.umpire", "umpire_command", "Rule on a situation as an umpire at the table would."),
    "odds": ("feltherre.cli.umpire", "odds_command", "The exact chances of a situation."),
    "simulate": ("feltherre.cli.simulate", "simulate_command", "Let computer players play a series of games."),
    "replay": ("feltherre.cli.replay", "replay_command", "Show, verify or tell the record of a game."),
    "serve": ("feltherre.cli.serve", "serve_command", "Serve the games in the browser."),
    "backup": ("feltherre.cli.backup", "backup_command", "Copy the server's games, also while it runs."),
    "scenario": ("feltherre.cli.scenario", "scenario_command", "Check a scenario file that you have written."),
    "data": ("feltherre.cli.data", "data_command", "Check a map or an order of battle that you have written."),
    "schema": ("feltherre.cli.games", "schema_command", "The JSON Schema of a game's actions, views and records."),
}


class Commands(TyperGroup):
    """Loads a command's module only when that command is called, speaks the reader's language, and turns refusals into
    a message and exit code 2."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        #: what the list of commands shows; `resolve_command` gives the command itself
        self.commands = {name: TyperCommand(name, help=about) for name, (_, _, about) in COMMANDS.items()}
        self.params.append(language_option())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name in COMMANDS else command, rest

    def invoke(self, ctx: Any) -> Any:
        from feltherre.core.catalogue import FALLBACK, read_in, reading_in

        with reading_in(FALLBACK), refusing():
            read_in(asked_language(ctx))
            return super().invoke(ctx)


@contextmanager
def refusing() -> Iterator[None]:
    """A refusal is a message and exit code 2."""
    from feltherre.core.errors import BadInput, Illegal

    try:
        yield
    except (BadInput, Illegal) as error:
        from feltherre.cli.words import reason

        typer.echo(reason(error), err=True)
        raise typer.Exit(2) from None


def load_command(name: str) -> Any:
    module, function, _ = COMMANDS[name]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name)(getattr(import_module(module), function))
    command = typer.main.get_command(app)
    command.params.append(language_option())
    return command


app = typer.Typer(
    cls=Commands,
    name="feltherre",
    help="Five Nordic wargames umpired by software.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    # plain help: the rich one swallows brackets and writes <bool> behind every flag
    rich_markup_mode=None,
)


@app.callback()
def feltherre() -> None:
    pass


def run() -> None:
    """The entry point."""
    try:
        app()
    except BrokenPipeError:
        # the reader of our output has gone (`| head`); nothing more can be said, not even when Python closes its files
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    run()
