"""`feltherre serve`: the games in the browser."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from feltherre.cli.play.store import home
from feltherre.cli.words import reason, words
from feltherre.core.errors import BadInput
from feltherre.core.text import say

if TYPE_CHECKING:
    from feltherre.server.post import PostOffice

PORT = 8940
MAIL_PASSWORD = "FELTHERRE_MAIL_PASSWORD"


def serve_command(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0: any that is free.")] = PORT,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0: all of this machine's.")] = "127.0.0.1",
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the games are kept: sqlite:///FILE or FILE.", show_default=False),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name by which people reach this server; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy whose word on visitors' addresses is believed; may be repeated."),
    ] = None,
    keep_days: Annotated[
        int,
        typer.Option(
            min=0, metavar="DAYS", help="Delete a game when nothing has happened in it for so long; 0: keep all."
        ),
    ] = 0,
    address: Annotated[
        str,
        typer.Option(metavar="URL", help="Where people reach this server, for links in letters: https://HOST/."),
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Send e-mail to players who ask for it, by smtps://USER@HOST, smtp+starttls://USER@HOST or smtp://HOST;"
            " the password is taken from the environment, FELTHERRE_MAIL_PASSWORD.",
        ),
    ] = "",
    mail_from: Annotated[str, typer.Option(metavar="ADDRESS", help="The sender of these e-mails.")] = "",
    webhooks: Annotated[
        bool, typer.Option("--webhooks", help="Tell public https addresses that players name when they are asked.")
    ] = False,
    webhook_host: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A host that may be told so though it is not public; may be repeated."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the games and the browser client until Ctrl-C, and print the address.

    \b
    For yourself, and for people at this machine:
      feltherre serve --open

    \b
    For others in the same network too:
      feltherre serve --open --host 0.0.0.0

    \b
    For a club, behind a proxy on the same machine that has the certificate:
      feltherre serve --host-name games.example.org --proxy 127.0.0.1 \\
                      --keep-days 365

    \b
    To call players who are away:
      feltherre serve ... --address https://games.example.org/ --webhooks \\
                      --mail smtps://games@smtp.example.org --mail-from games@example.org

    `feltherre backup` copies the games while the server runs. docs/running-a-server.md tells the rest: the proxy,
    backup, restoring, limits, going over to new software.
    """
    from feltherre.core.registry import books
    from feltherre.server.client import built_client
    from feltherre.server.gate import names_of
    from feltherre.server.running import serve
    from feltherre.server.settings import Settings

    office = _office(address, mail, mail_from, webhooks, tuple(host.lower() for host in webhook_host or ()))
    where = database or str(home() / "games.db")
    if keep_days:
        typer.echo(words("serve.keep-days", days=keep_days))
    if built_client() is None:
        typer.echo(words("serve.no-client"), err=True)
    for error in books()[1]:
        typer.echo(reason(error), err=True)
    serve(
        host,
        port,
        where,
        settings=Settings(
            host_names=names_of(host, host_name or ()), proxies=tuple(proxy or ()), keep_days=keep_days, office=office
        ),
        open_browser=open_browser,
        tell=lambda address: _tell(host, address, where),
    )


def _tell(host: str, address: str, file: str) -> None:
    """Where the games are, for who sits here and for others."""
    from feltherre.server.reach import addresses

    typer.echo(words("serve.ready", address=address, file=file))
    for page in addresses(host, urlsplit(address).port or PORT):
        typer.echo(words("serve.others", address=page))


def _office(address: str, mail: str, sender: str, webhooks: bool, hosts: tuple[str, ...]) -> PostOffice:
    """How players who are away may be called. The links in letters need to be told where this server is."""
    from feltherre.server.post import PostOffice, mail_server

    password = os.environ.get(MAIL_PASSWORD, "")
    server = mail_server(mail, sender, password) if mail else None
    if (server or webhooks or hosts) and not address.startswith(("https://", "http://")):
        raise BadInput(say("server.bad.address"))
    return PostOffice(f"{address.rstrip('/')}/", server, webhooks or bool(hosts), hosts)
