"""The umpire at the keyboard: he sees all, holds the gate, and changes the position, each time with a reason.

An edit is typed as its kind and its fields in order, then the reason: `place germany oslo 2 because a counter fell`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec
from rich.table import Table
from rich.text import Text as Line

from feltherre.cli.play import commands
from feltherre.cli.play.edit_fields import read_fields, usage
from feltherre.cli.words import reason, words
from feltherre.core.agenda import UMPIRE
from feltherre.core.catalogue import find, render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import AnswerFor, Edit, Game, HoldGate
from feltherre.core.text import say

if TYPE_CHECKING:
    from feltherre.cli.play.loop import Play

DONE = ("done", "quit", "q")
#: the commands of the players that an umpire uses too
SHARED = {
    "board": commands.show_board,
    "map": commands.show_table,
    "score": commands.show_score,
    "brief": commands.show_brief,
    "look": commands.look,
    "log": commands.show_log,
    "why": commands.show_why,
    "rule": commands.show_rule,
}


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
            if isinstance(edit, HoldGate):
                _show_gate(play, edit)
    except (Illegal, BadInput) as error:
        play.screen.refuse(reason(error))


def _show_gate(play: Play, edit: HoldGate) -> None:
    only = [*edit.kinds, *edit.sides]
    if edit.on and only:
        play.screen.say("play.gate-held-for", only=only)
    else:
        play.screen.say("play.gate-held" if edit.on else "play.gate-open")


def show_edits(play: Play) -> None:
    """What can be typed here."""
    console = play.console
    console.print(Line(words("play.umpire-help"), style="bold"))
    table = Table.grid(padding=(0, 2))
    for kind in edits(play.match.game).values():
        fields = usage(msgspec.structs.fields(kind))
        about = _about(play.match.game, _tag(kind))
        table.add_row(Line(f"  {_tag(kind)} {fields}", style="cyan"), Line(about))
    table.add_row(Line(f"  {', '.join((*SHARED, DONE[0]))}", style="cyan"), Line(""))
    console.print(table)
    play.screen.say("play.umpire-fields")


def _about(game: Game[Any], tag: str) -> str:
    """What an edit does, in the words of the game or the core."""
    keys = [key for owner in (game.id, "core") if find(key := f"{owner}.edit.{tag}")]
    return render(say(keys[0])) if keys else ""


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
    typed_tag, _, rest = order.strip().partition(" ")
    tag = typed_tag.casefold()
    kind = edits(game).get(tag)
    if kind is None:
        raise BadInput(say("cli.play.no-edit", name=typed_tag, known=list(edits(game))))
    if kind is AnswerFor:
        role, _, typed = rest.partition(" ")
        return AnswerFor(role.casefold(), msgspec.to_builtins(game.notation.read(typed))), why.strip()
    given = {"edit": tag} | read_fields(tag, rest, msgspec.structs.fields(kind))
    return game.convert_edit(given), why.strip()
