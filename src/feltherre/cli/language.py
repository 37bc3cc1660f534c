"""The language the command line speaks: `--lang`, else FELTHERRE_LANG, else what the system says; decided here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any

import typer

#: the reader's wish for this program alone
OWN_VARIABLE = "FELTHERRE_LANG"
#: what POSIX asks, in its order: the first that is set decides
SYSTEM_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
#: languages that are read in another as long as they have no catalogues: systems call Norwegian by any of three names
READ_AS = {"no": "nb", "nn": "nb"}
#: where the option before the command leaves its word
ASKED = "feltherre.language"


def wished(name: str) -> str:
    """The language somebody asks for (`nb`, `nb_NO`, `NB-no`); BadInput with those there are if we do not speak it."""
    from feltherre.core.catalogue import languages
    from feltherre.core.errors import BadInput
    from feltherre.core.text import say

    found = _spoken(name)
    if found is None:
        raise BadInput(say("cli.bad.language", name=name, known=languages()))
    return found


def of_environment(environ: Mapping[str, str] = os.environ) -> str:
    """The reader's own variable counts as asked for; a system in a language we do not speak (or in C) is English."""
    from feltherre.core.catalogue import FALLBACK

    if own := environ.get(OWN_VARIABLE):
        return wished(own)
    system = next((environ[name] for name in SYSTEM_VARIABLES if environ.get(name)), "")
    return _spoken(system) or FALLBACK


def _spoken(name: str) -> str | None:
    """`nb_NO.UTF-8` is nb; None for a language without catalogues."""
    from feltherre.core.catalogue import languages

    tongue = name.replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0].casefold()
    return next((spoken for spoken in (tongue, READ_AS.get(tongue)) if spoken in languages()), None)


def language_option() -> Any:
    """`--lang`: every command has it, and `feltherre` itself, so that it may stand before or after the command."""
    app = typer.Typer(add_completion=False)
    app.command()(_speaks)
    return typer.main.get_command(app).params[0]


def _heed(ctx: typer.Context, value: str | None) -> str | None:
    if value is None:
        return None
    if ctx.parent is None:
        # heeded when a command is called: `feltherre --help` loads nothing of ours
        ctx.meta[ASKED] = value
    else:
        from feltherre.core.catalogue import read_in

        read_in(wished(value))
    return value


def asked_language(ctx: typer.Context) -> str:
    """The language asked for before the name of the command, or that of the environment."""
    asked: str | None = ctx.meta.get(ASKED)
    return of_environment() if asked is None else wished(asked)


def _speaks(
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            "--language",
            metavar="LANGUAGE",
            help="en, nb, sv, da; otherwise what FELTHERRE_LANG or the system says.",
            show_default=False,
            expose_value=False,
            is_eager=True,
            callback=_heed,
        ),
    ] = None,
) -> None:
    """What carries the option until a command takes it over."""
