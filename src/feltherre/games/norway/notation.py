"""The one-line notation of Norway: how what an action names is written and typed. The forms stand with the actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from feltherre.core.catalogue import in_every_language
from feltherre.core.names import Names, fold
from feltherre.core.notation import Counted, ListOf, Named, Notation, Pairs
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import NorwayAction
from feltherre.games.norway.april.actions import SAILORS
from feltherre.games.norway.sea import ships
from feltherre.games.norway.state import ROLES


def _written(kinds: Sequence[cards.CardType]) -> dict[str, str]:
    """How cards are written, by their ids; equal cards of several countries have one. The nine-April cards (6.2) are
    called after the round, because most have the name of a play card."""
    april = "April " if kinds is cards.APRIL_TYPES else ""
    return {card.short_id: april + card.name_en for card in kinds}


def _translated(kinds: Sequence[cards.CardType]) -> Callable[[], list[tuple[str, ...]]]:
    """Further names in the readers' languages; a nine-April card needs no `April` where no play card has its name."""

    def called() -> list[tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = dict.fromkeys((card.short_id for card in kinds), ())
        taken = {fold(word) for card, words in _in_every_language(kinds) if card in cards.PLAY_TYPES for word in words}
        for card, words in _in_every_language(kinds):
            if card in cards.APRIL_TYPES:
                words = (*(f"April {word}" for word in words), *(word for word in words if fold(word) not in taken))
            names[card.short_id] += words
        return list(names.values())

    return called


def _in_every_language(kinds: Sequence[cards.CardType]) -> list[tuple[cards.CardType, tuple[str, ...]]]:
    return list(zip(kinds, cards.translated(kinds)(), strict=True))


_PLAY, _APRIL = _written(cards.PLAY_TYPES), _written(cards.APRIL_TYPES)
_CARDS = Names(
    [*_PLAY, *_APRIL],
    [*_PLAY.values(), *_APRIL.values()],
    [
        *(tuple({card.name_nb for card in cards.PLAY_TYPES if card.short_id == short}) for short in _PLAY),
        *[()] * len(_APRIL),
    ],
    _translated(cards.TYPES),
)
#: where only nine-April cards are meant
_APRIL_CARDS = Names(list(_APRIL), list(_APRIL.values()), translated=_translated(cards.APRIL_TYPES))
_AREAS = board.BOARD.names
_SEA = Named(Names(board.SEAS, board.SEAS), board.find_sea)
_HEAPS = Names(
    [*board.AREAS, "sea", "air", *ROLES],
    [*_AREAS.display, "sea", "air", "Germany", "Norway", "Allies"],
)
_AREA = Named(_AREAS, board.find_area)
_SHIP = Named(ships.NAMES)
#: ships, and the crew of one that was sunk (Evacuated sailors)
_LANDING_SHIP = Named(
    Names(
        [*ships.IDS, SAILORS],
        [*ships.NAMES.display, "Sailors"],
        translated=lambda: [*ships.translated(), in_every_language(say("norway.sailors"))],
    )
)

NOTATION = Notation.of(
    NorwayAction.__args__,
    {
        "area": _AREA,
        "areas": ListOf(_AREA, "+"),
        "path": ListOf(_AREA, ">"),
        "moves": Pairs(_AREA, _AREA),
        "places": Counted(_AREA),
        "heaps": Counted(Named(_HEAPS)),
        "card": Named(_CARDS),
        "cards": ListOf(Named(_CARDS), "+"),
        "april-cards": ListOf(Named(_APRIL_CARDS), "+"),
        "ship": _SHIP,
        "ships": ListOf(_SHIP, "+"),
        "sea": _SEA,
        "stations": Pairs(_SHIP, _SEA),
        "landings": Pairs(_LANDING_SHIP, _AREA),
    },
)
