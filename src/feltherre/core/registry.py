"""Books and games are found by their entry points (`feltherre.games`), so that a club can add its own as a package of
its own. An entry point leads to a Game, or to a Book of which there is no game yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from feltherre.core.book import Book
from feltherre.core.declared import where
from feltherre.core.errors import BadInput
from feltherre.core.game import Game
from feltherre.core.text import say

GROUP = "feltherre.games"


def book_ids() -> list[str]:
    """Everything that has rules, a desk and odds; none of it is read for that."""
    return sorted(point.name for point in entry_points(group=GROUP))


def game_ids() -> list[str]:
    """The books that can be played."""
    return [book_id for book_id in book_ids() if isinstance(get_book(book_id), Game)]


@cache
def get_book(book_id: str) -> Book:
    for point in entry_points(group=GROUP):
        if point.name == book_id:
            return _loaded(point)
    raise BadInput(say("core.bad.game", name=book_id, known=book_ids()))


def _loaded(point: EntryPoint) -> Book:
    """What an entry point leads to; BadInput says what is wrong with it, also where Python could not load it at all."""
    try:
        book = point.load()
    except Exception as error:
        raise BadInput(say("core.bad.broken-game", name=point.name, why=where(error))) from error
    if not isinstance(book, Book) or getattr(book, "id", point.name) != point.name:
        raise BadInput(say("core.bad.entry-point", name=point.name, value=point.value))
    if faults := book.faults():
        raise BadInput(say("core.bad.broken-game", name=point.name, why="; ".join(faults)))
    return book


def books() -> tuple[list[Book], list[BadInput]]:
    """All that can be used, and of the others why not: one club's mistake takes no other game away."""
    found: list[Book] = []
    broken: list[BadInput] = []
    for book_id in book_ids():
        try:
            found.append(get_book(book_id))
        except BadInput as error:
            broken.append(error)
    return found, broken


def get_game(game_id: str) -> Game[Any]:
    """The game of this id; BadInput also for a book that nobody can play yet."""
    book = get_book(game_id)
    if not isinstance(book, Game):
        raise BadInput(say("core.bad.no-game-yet", name=game_id))
    return book


def later(place: str) -> Callable[[], Any]:
    """What makes a player of a game, such as `"feltherre.games.norway.players:CaptainPlayer"`. Its module is loaded
    when one is first asked for: players read the whole game."""

    def made() -> Any:
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)()

    return made
