"""Which card does what in which step of a land battle: the rows of tables 4-cards and 7-cards that have such a step.

Read off the card data (data/cards.yaml): the play cards are table 4-cards, the nine-April cards table 7-cards.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from feltherre.core.names import fold
from feltherre.core.procedure import refuse
from feltherre.core.text import Text, say
from feltherre.games.norway import cards
from feltherre.games.norway.procedures.inputs import COUNTRIES, Country

STEPS = (cards.ATTACKERS_CARDS, cards.DEFENDERS_CARDS, cards.COUNTERS)

#: tables of the ledger
TABLES = PLAY_CARDS, NINE_APRIL_CARDS = "4-cards", "7-cards"

#: operations of the card data
ADD_DICE, CANCEL = "add-dice", "cancel-card"


class Row(Struct, frozen=True):
    """One function of a card in a land battle, by display names."""

    table: str
    country: Country
    card: str
    step: str
    op: str
    #: the cards that a counter stops
    targets: tuple[str, ...] = ()


@cache
def rows(card: str, step: str) -> tuple[Row, ...]:
    """The functions of a card in a step, of every country and table."""
    return tuple(row for row in _all_rows() if (row.card, row.step) == (card, step))


def card_name(text: str) -> str:
    """The display name of a card, however it was typed (R66)."""
    # as printed first: the game asks with proper names, and folding takes time
    found = text if text in _ids() else _card_names().get(fold(text))
    if found is None:
        raise refuse("norway.refuse.card", "2.4-1", name=text)
    return found


def card_text(name: str) -> Text:
    """The card's name, to be shown; it is the same on every card of the name."""
    return say(f"norway.card.{_ids()[name]}")


def battle_type(name: str) -> str:
    """The type a card counts as when the attacker uses it in step 1 (4.2-1)."""
    card_id = _ids()[name]
    return cards.TYPES[cards.BATTLE_TYPE[cards.INDEX[card_id]]].name_en if card_id in cards.INDEX else name


def needs_own_battalions(name: str) -> bool:
    """Whether its owner must have battalions in the battle (4.2b-4)."""
    card_id = _ids()[name]
    return cards.NEEDS_OWN_BATTALIONS[cards.INDEX[card_id]] if card_id in cards.INDEX else True


@cache
def _all_rows() -> tuple[Row, ...]:
    return tuple(
        Row(table, COUNTRIES[card.country], card.name_en, function.step, function.op, targets)
        for table, deck in ((PLAY_CARDS, cards.PLAY_TYPES), (NINE_APRIL_CARDS, cards.APRIL_TYPES))
        for card in deck
        for function in card.functions
        if function.step in STEPS
        for targets in [tuple(cards.TYPES[target].name_en for target in function.targets)]
    )


@cache
def _card_names() -> dict[str, str]:
    return {fold(name): name for name in _ids()}


@cache
def _ids() -> dict[str, str]:
    """The first card of each display name, play cards before nine-April cards."""
    ids = {card.name_en: card.id for card in reversed(cards.APRIL_TYPES)}
    ids.update({card.name_en: card.id for card in reversed(cards.PLAY_TYPES)})
    return ids
