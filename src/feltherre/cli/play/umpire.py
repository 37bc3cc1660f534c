"""The umpire at the keyboard: he sees all, holds the gate, and changes the position, each time with a reason.

An edit is typed as its kind and its fields in order, then the reason: `place germany oslo 2 because a counter fell`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec
from rich.table import Table
from rich.text import Text as Line

from feltherre.cli.play import commands
from feltherre.cli.words import reason, words
from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import AnswerFor, Edit, Game
from feltherre.core.text import say

if TYPE_CHECKING:
    from feltherre.cli.play.loop import Play

DONE = ("done", "quit", "q")
#: the commands of the players that an umpire uses too
SHARED = {"board": commands.show_board, "log": commands.show_log, "why": commands.show_why, "rule": commands.show_rule}


def step_in(play: Play) -> None:
    """The umpire comes to the keyboard until he is done."""
    if not play.match.setup.umpire:
        raise BadInput(say("core.illegal.no-umpire"))
    play.decision = None  # whoever is asked is asked anew, from the position as it is then
    if not play.turn_to(UMPIRE):
        return
    play.screen.news(UMPIRE)
    play.screen.board(UMPIRE)
    show_edits(play)
    while (line := play.reader.line(f"{words('play.umpire')}> ")) is not None:
        first = line.partition(" ")[0].casefold()
        if first in DONE:
            break
        if line:
            _obey(play, first, line)
    else:
        play.left = True


def _obey(play: Play, first: str, line: str) -> None:
    try:
        if first in SHARED:
            SHARED[first](play, commands.argument(line))
        elif first in ("help", "?"):
            show_edits(play)
        else:
            edit, why = read_edit(play.match.game, line)
            play.match.override(edit, why)
            play.screen.news(UMPIRE)
    except (Illegal, BadInput) as error:
        play.screen.refuse(reason(error))


def show_edits(play: Play) -> None:
    """What can be typed here."""
    console = play.console
    console.print(Line(words("play.umpire-help"), style="bold"))
    table = Table.grid(padding=(0, 2))
    for kind in edits(play.match.game).values():
        fields = " ".join(field.upper() for field in kind.__struct_fields__)
        about = (kind.__doc__ or "").partition("\n")[0]
        table.add_row(Line(f"  {_tag(kind)} {fields}", style="cyan"), Line(about))
    table.add_row(Line(f"  {', '.join((*SHARED, DONE[0]))}", style="cyan"), Line(""))
    console.print(table)


def edits(game: Game[Any]) -> dict[str, type[Edit]]:
    """The kinds of edits of a game, by the word they begin with."""
    return {_tag(kind): kind for kind in get_args(game.any_edit)}


def _tag(kind: type[Edit]) -> str:
    return str(kind.__struct_config__.tag)


def read_edit(game: Game[Any], line: str) -> tuple[Any, str]:
    """The edit and its reason."""
    order, because, why = line.partition(" because ")
    if not because:
        raise BadInput(say("cli.play.because"))
    tag, _, rest = order.strip().partition(" ")
    kind = edits(game).get(tag)
    if kind is None:
        raise BadInput(say("cli.play.no-edit", name=tag, known=list(edits(game))))
    if kind is AnswerFor:
        role, _, typed = rest.partition(" ")
        return AnswerFor(role, msgspec.to_builtins(game.notation.read(typed))), why.strip()
    fields = msgspec.structs.fields(kind)
    values = rest.split(None, len(fields) - 1)
    if len(values) != len(fields):
        names = " ".join(field.name.upper() for field in fields)
        raise BadInput(say("cli.play.edit-fields", name=tag, fields=names))
    given = {"edit": tag} | {field.name: _value(text, field.type) for field, text in zip(fields, values, strict=True)}
    return game.convert_edit(given), why.strip()


def _value(text: str, wanted: Any) -> Any:
    """A word as the field takes it: a number, yes or no, or several words parted by commas."""
    if wanted is int:
        return int(text) if text.lstrip("-").isdigit() else text
    if wanted is bool:
        return text.casefold() in ("yes", "on", "true", "y")
    if wanted is str:
        return text
    return [part.strip() for part in text.split(",") if part.strip()]
