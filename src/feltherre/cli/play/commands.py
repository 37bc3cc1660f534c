"""The words that can be typed besides orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from rich.table import Table
from rich.text import Text as Line

from feltherre.cli.board import status
from feltherre.cli.play.menu import Menu, example_of_each_kind
from feltherre.cli.words import put, with_rule, words
from feltherre.core.agenda import UMPIRE, GateSpace, RulingAccepted
from feltherre.core.catalogue import language, render
from feltherre.core.errors import BadInput
from feltherre.core.names import UnknownName
from feltherre.core.seats import Resigned
from feltherre.core.space import WrittenSpace
from feltherre.core.text import say

if TYPE_CHECKING:
    from feltherre.cli.play.loop import Play
    from feltherre.core import chance
    from feltherre.core.game import Game

#: lines of the log that are shown if no number is given
LOG_LINES = 20


class Command(Struct, frozen=True):
    """A word (and its short forms), what may follow it, and what it does."""

    names: tuple[str, ...]
    follows: str
    run: Callable[[Play, str], None]

    @property
    def about(self) -> str:
        return words(f"play.command.{self.names[0]}")


def show_help(play: Play, argument: str) -> None:
    """What can be typed now; `help orders`: everything the game knows."""
    assert play.decision is not None
    console, notation = play.console, play.match.game.notation
    if argument == "orders":
        console.print(Line(words("play.help.all-orders"), style="bold"))
        for line in notation.usage():
            console.print(Line(f"  {line}"))
        return
    console.print(Line(words("play.help.orders"), style="bold"))
    table = Table.grid(padding=(0, 2))
    for kind, example in example_of_each_kind(play.decision, 100).items():
        table.add_row(Line(f"  {notation.usage_of(kind)}", style="cyan"), Line(notation.write_briefly(example)))
    console.print(table)
    if isinstance(play.decision.space, WrittenSpace):
        show_signs(play, play.decision.space)
    else:
        put(console, Line(words("play.help.names"), style="dim"), 2)
    console.print(Line(words("play.help.commands"), style="bold"))
    table = Table.grid(padding=(0, 2))
    for command in available(play):
        usage = ", ".join(command.names) + (f" {command.follows}" if command.follows else "")
        table.add_row(Line(f"  {usage}", style="cyan"), Line(command.about))
    console.print(table)


def show_signs(play: Play, space: WrittenSpace[Any]) -> None:
    put(play.console, Line(words("play.help.lines", example=space.example_line())), 2)
    for sign in space.signs():
        put(play.console, Line(render(sign)), 2, 4)


def show_list(play: Play, argument: str) -> None:
    """Legal answers with numbers; with words only those that hold them."""
    assert play.decision is not None
    notation = play.match.game.notation
    menu = Menu.of_fitting(play.decision, notation, argument) if argument else Menu.of_all(play.decision, notation)
    play.screen.menu(menu)
    # where nothing fits, numbers go on choosing from the list before
    if menu.labels:
        play.menu = menu


def show_board(play: Play, argument: str) -> None:
    play.screen.board(play.seat)
    if play.decision is not None:
        play.screen.decision(play.decision, play.seat, hand_shown=True)


def show_table(play: Play, argument: str) -> None:
    """A picture of the table, where the game is played on one."""
    if not has_table(play):
        raise BadInput(say("cli.play.no-map"))
    play.screen.map(play.seat)


def has_table(play: Play) -> bool:
    return play.match.drawn_on.kind == "tabletop"


def show_score(play: Play, argument: str) -> None:
    """Turn and points, as they stand over the board."""
    put(play.console, Line(status(play.match.drawn_on, play.match.scene(play.seat))))


def show_brief(play: Play, argument: str) -> None:
    """The scenario, as far as this seat may read it."""
    if not play.screen.brief(play.seat):
        raise BadInput(say("cli.play.no-brief"))


def show_hand(play: Play, argument: str) -> None:
    if not has_hands(play):
        raise BadInput(say("cli.play.no-hand"))
    play.screen.hand(play.seat)


def has_hands(play: Play) -> bool:
    return bool(play.match.scene(play.seat).holdings)


def show_odds(play: Play, argument: str) -> None:
    """Exact odds, as far as the game allows them to this seat."""
    match = play.match
    roles = match.seat(play.seat).roles
    if not all("odds" in match.game.helps(match.setup, role) for role in roles):
        raise BadInput(say("cli.play.odds.forbidden"))
    play.screen.odds(list(match.game.prospects(match.state, roles)))


def show_log(play: Play, argument: str) -> None:
    play.screen.log(play.seat, 0 if argument == "all" else number(argument, LOG_LINES))


def show_why(play: Play, argument: str) -> None:
    """The explanation of a line of the log, of the last ruling if no number is given."""
    seen = play.match.seen(play.seat)
    ruled = [n for n, event in enumerate(seen, start=1) if event.ruling is not None]
    wanted = number(argument, ruled[-1] if ruled else len(seen))
    if not 1 <= wanted <= len(seen):
        raise BadInput(say("cli.play.no-log-line", number=wanted, most=len(seen)))
    play.screen.why(play.seat, wanted)


def show_rule(play: Play, argument: str) -> None:
    from feltherre.cli import rules_page
    from feltherre.core.ledger.translated import ledger_in

    ledger = ledger_in(play.match.game, language())
    wanted = argument or (play.decision.rule if play.decision else "")
    entry = ledger.find(wanted)
    if entry is None:
        near = ledger.near(wanted)
        if near:
            raise BadInput(say("cli.play.no-rule-near", id=wanted, near=", ".join(near)))
        raise BadInput(say("cli.play.no-rule", id=wanted, game=play.match.game.id))
    rules_page.show_briefly(play.console, ledger, entry)


def look(play: Play, argument: str) -> None:
    """What there is to say of a place, a piece or a card, as far as this seat may know it."""
    if not argument:
        raise BadInput(say("cli.play.look-where"))
    match, umpire = play.match, play.seat == UMPIRE
    roles = () if umpire else match.seat(play.seat).roles
    try:
        now = match.game.look(match.state, roles, argument, all_seeing=umpire)
    except UnknownName as error:
        if error.near:
            raise
        raise BadInput(say("cli.play.look-unknown", name=argument)) from None
    for place, line in enumerate(_and_what_is_printed(match.game, argument, now)):
        put(play.console, with_rule(line.text, line.rule), 4 if place else 0, 4)


def _and_what_is_printed(game: Game[Any], name: str, now: Sequence[chance.Line]) -> list[chance.Line]:
    """What there is now below the name of the thing, and then what the board and the pieces say besides."""
    try:
        heading, *printed = game.about(name)
    except BadInput:
        return list(now)
    return [heading, *(line for line in now if line != heading), *(line for line in printed if line not in now)]


def show_sheet(play: Play, argument: str) -> None:
    """What has been written so far of an answer that is written line by line."""
    assert play.decision is not None
    space = play.decision.space
    if not isinstance(space, WrittenSpace):
        raise BadInput(say("cli.play.not-written"))
    if (noted := play.noted()) is None:
        raise BadInput(say("cli.play.nothing-written", example=space.example_line()))
    play.screen.draft(noted)
    play.screen.say("play.draft-kept")


def hand_in(play: Play, argument: str) -> None:
    """What was written line by line is the answer."""
    assert play.decision is not None
    space = play.decision.space
    if not isinstance(space, WrittenSpace):
        raise BadInput(say("cli.play.not-written"))
    noted = play.noted()
    if noted is None and space.options(()):
        raise BadInput(say("cli.play.nothing-written", example=space.example_line()))
    # a commander with nobody to write for hands in an empty sheet
    play.answer(noted if noted is not None else space.build(()))


def accept(play: Play, argument: str) -> None:
    """The ruling at the gate stands; `accept all`: and all that follow until orders are asked for again."""
    if play.decision is None or not isinstance(play.decision.space, GateSpace):
        raise BadInput(say("cli.play.no-gate"))
    play.accepting = argument == "all"
    play.answer(RulingAccepted())


def undo(play: Play, argument: str) -> None:
    """The last line that was noted; if none is, the last action."""
    if play.draft is not None:
        play.take_back_line()
        return
    play.session.undo(play.seat)
    play.decision = None


def save(play: Play, argument: str) -> None:
    if not argument:
        raise BadInput(say("cli.play.save-where"))
    play.save(Path(argument).expanduser())


def resign(play: Play, argument: str) -> None:
    if play.reader.yes(words("play.resign-sure"), default=False):
        play.match.seat_act(play.seat, Resigned())
        play.decision = None


def step_in(play: Play, argument: str) -> None:
    """The umpire comes to the keyboard."""
    from feltherre.cli.play.umpire import step_in as umpire_steps_in

    play.clocks.run_for(UMPIRE)
    umpire_steps_in(play)
    play.clocks.run_for(play.seat)


def leave(play: Play, argument: str) -> None:
    play.left = True


COMMANDS: tuple[Command, ...] = (
    Command(("help", "?"), "[orders]", show_help),
    Command(("list", "l"), "[WORDS]", show_list),
    Command(("board", "b"), "", show_board),
    Command(("map", "m"), "", show_table),
    Command(("score",), "", show_score),
    Command(("brief",), "", show_brief),
    Command(("hand", "h"), "", show_hand),
    Command(("odds", "o"), "", show_odds),
    Command(("look", "i"), "NAME", look),
    Command(("log",), "[N|all]", show_log),
    Command(("why", "w"), "[N]", show_why),
    Command(("rule", "r"), "[ID]", show_rule),
    Command(("sheet",), "", show_sheet),
    Command(("done",), "", hand_in),
    Command(("accept", "a"), "[all]", accept),
    Command(("undo", "u"), "", undo),
    Command(("save",), "FILE", save),
    Command(("umpire",), "", step_in),
    Command(("resign",), "", resign),
    Command(("quit", "q", "exit"), "", leave),
)
_BY_NAME = {name: command for command in COMMANDS for name in command.names}


def available(play: Play) -> list[Command]:
    left_out: list[Callable[[Play, str], None]] = [] if play.match.setup.umpire else [step_in]
    if play.decision is not None and not isinstance(play.decision.space, WrittenSpace):
        left_out += [show_sheet, hand_in]
    if play.decision is None or not isinstance(play.decision.space, GateSpace):
        left_out.append(accept)
    if not has_hands(play):
        left_out.append(show_hand)
    if not has_table(play):
        left_out.append(show_table)
    if not play.screen.brief_of(play.seat):
        left_out.append(show_brief)
    return [command for command in COMMANDS if command.run not in left_out]


def find(line: str) -> Command | None:
    return _BY_NAME.get(line.split()[0].casefold())


def argument(line: str) -> str:
    return line.partition(" ")[2].strip()


def names() -> list[str]:
    return [command.names[0] for command in COMMANDS]


def number(text: str, default: int) -> int:
    if not text:
        return default
    if not text.isdigit():
        raise BadInput(say("core.notation.number", text=text))
    return int(text)
