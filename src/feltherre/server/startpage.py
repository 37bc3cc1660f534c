"""What the start page is told of the books and games there are: the list, and for each game's picture its opening."""

from __future__ import annotations

from typing import Any

from feltherre.core import engine, introduction
from feltherre.core.book import Book
from feltherre.core.dice import KEY_BYTES, KeyedStream
from feltherre.core.game import Game, Option, Seat, Setup
from feltherre.core.scene import board_for_page, for_page
from feltherre.players.listed import player_names, player_title
from feltherre.server.forms import GameInfo, OpeningShown, OptionInfo

#: the same for everybody and for ever: what is thrown or dealt in a picture decides nothing
PICTURE_KEY = bytes(KEY_BYTES)


def game_info(book: Book) -> GameInfo:
    """A game as the list has it, or a book without one."""
    title, about, facts = introduction.title_of(book), introduction.about(book), introduction.facts(book)
    if not isinstance(book, Game):
        return GameInfo(book.id, title, about, facts, playable=False)
    return GameInfo(
        id=book.id,
        title=title,
        about=about,
        facts=facts,
        roles=book.roles,
        role_names={role: book.role_name(role) for role in book.roles},
        seatings=book.seatings(),
        options=tuple(_option_info(book, option) for option in book.options),
        plain=dict(book.plain),
        ways=book.ways,
        scenarios=book.scenarios,
        scenario_names={name: introduction.scenario_name(book, name) for name in book.scenarios},
        players=tuple(player_names(book)),
        player_names={name: player_title(name) for name in player_names(book)},
        clocks=book.has_clocks,
        in_browser=book.in_browser,
        in_making=book.in_making,
    )


def _option_info(book: Book, option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        values=option.values,
        default=option.default,
        label=introduction.option_label(book, option),
        help=introduction.option_help(book, option),
        value_labels={value: introduction.value_label(book, option, value) for value in option.values},
        needs=option.needs,
    )


def opening_shown(game: Game[Any]) -> OpeningShown:
    """The plain game as it opens, for somebody who sits nowhere, or as the game shows it."""
    made_so = Setup((), dict(game.plain), next(iter(game.scenarios), ""))
    seats = tuple(Seat("+".join(roles), roles) for roles in game.seatings(made_so)[0])
    setup = Setup(seats, made_so.options, made_so.scenario)
    opened = engine.begin(game, setup, KeyedStream(PICTURE_KEY, ())).state
    scene = game.scene(opened, game.picture_roles)
    return OpeningShown(board_for_page(game.board(setup)), for_page(scene), game.picture_box)
