"""How a book or a game introduces itself to somebody who has yet to choose: its title, a sentence about it, how many
play it and for how long, and what its options mean. The words are in the catalogues of its package, under these keys;
whatever a package leaves out has a plain word in its place, or none."""

from __future__ import annotations

from feltherre.core.book import Book
from feltherre.core.catalogue import find, text_or
from feltherre.core.game import Option
from feltherre.core.text import Text

#: what is said beside the sentence, in this order
FACTS = ("players", "time", "ours")


def title_of(book: Book) -> Text:
    return text_or(f"{book.id}.title", book.title)


def about(book: Book) -> Text:
    """What kind of game it is, in a sentence."""
    return text_or(f"{book.id}.about", "")


def facts(book: Book) -> tuple[Text, ...]:
    """How many play it, how long it takes, and what of it is not the book's."""
    return tuple(said for fact in FACTS if (said := _if_said(f"{book.id}.facts.{fact}")) is not None)


def scenario_name(book: Book, scenario: str) -> Text:
    """What one of the game's own scenarios is called."""
    return text_or(f"{book.id}.scenario.{scenario}.title", scenario)


def option_label(book: Book, option: Option) -> Text:
    return text_or(f"{book.id}.option.{option.name}", option.name)


def option_help(book: Book, option: Option) -> Text | None:
    """What somebody wants to know before he chooses."""
    return _if_said(f"{book.id}.option-help.{option.name}")


def value_label(book: Book, option: Option, value: str) -> Text:
    return text_or(f"{book.id}.option.{option.name}.{value}", value)


def _if_said(key: str) -> Text | None:
    return Text(key) if find(key) else None
