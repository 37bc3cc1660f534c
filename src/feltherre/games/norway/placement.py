"""Exchanging cards for battalions and placing them: shared by Invasion (4.1b-invasion) and reinforcement (4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Part, Partial, Space
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Counts, Invade
from feltherre.games.norway.hands import BY_SHORT_ID, card_names, country_name, use
from feltherre.games.norway.procedures.reinforcement import purchase
from feltherre.games.norway.spaces import area_label
from feltherre.games.norway.state import ALLIES, NOWHERE, NorwayState

#: ends the choice of cards (and, where fewer than all may be placed, of areas)
STOP = "."

Enter = Callable[[Table[NorwayState], int, int, int, str], None]


class ExchangeSpace(Space[Any]):
    """Some cards of the hand, then one area for each battalion they (and what is free) give.

    Cards and areas are chosen in a fixed order, so that each answer is built in one way only.
    """

    def __init__(self, state: NorwayState, country: int, free: int, spent: Sequence[int] = (), least: int = 0) -> None:
        self.state = state
        self.country = country
        self.free = free
        #: cards already on the table
        self.spent = spent
        #: battalions that must be bought at least
        self.least = least

    # what the games' two uses differ in

    def areas(self) -> Sequence[int]:
        """Where the new battalions may stand, in the order of the board."""
        raise NotImplementedError

    def one_each(self) -> bool:
        return False

    def action(self, chosen: tuple[str, ...], placements: Counts) -> Any:
        raise NotImplementedError

    def refuse_area(self, area_id: str) -> Illegal:
        raise NotImplementedError

    # the walk

    def options(self, partial: Partial) -> Sequence[Part]:
        if STOP not in partial:
            return self._card_options(partial)
        at = partial.index(STOP)
        return self._area_options(self._number(partial[:at]), partial[at + 1 :])

    def _card_options(self, chosen: Partial) -> list[Part]:
        have = self._available(chosen)
        start = cards.OF_COUNTRY[self.country].index(self._card(chosen[-1])) if chosen else 0
        ahead = [card for card in cards.OF_COUNTRY[self.country][start:] if have.get(card)]
        options: list[Part] = []
        symbols = sum(cards.SYMBOLS[self._card(part)] for part in chosen)
        for i, card in enumerate(ahead):
            reachable = symbols + sum(cards.SYMBOLS[other] * have[other] for other in ahead[i:])
            if purchase(reachable).bought >= self.least:
                options.append(cards.SHORT_IDS[card])
        if purchase(symbols).bought >= self.least:
            options.append(STOP)
        return options

    def _available(self, chosen: Partial) -> dict[int, int]:
        have = {card: self.state.hand[card] for card in cards.OF_COUNTRY[self.country] if self.state.hand[card]}
        for card in (*self.spent, *(self._card(part) for part in chosen)):
            have[card] -= 1
        return have

    def _card(self, part: Part) -> int:
        return BY_SHORT_ID[self.country][str(part)]

    def _number(self, chosen: Partial) -> int:
        return purchase(sum(cards.SYMBOLS[self._card(part)] for part in chosen), self.free).total

    def _area_options(self, number: int, placed: Partial) -> list[Part]:
        areas = self.areas()
        if self.one_each():
            number = min(number, len(areas))
        if len(placed) >= number or not areas:
            return []
        first = areas.index(board.INDEX[str(placed[-1])]) if placed else 0
        if not self.one_each():
            return [board.AREAS[area] for area in areas[first:]]
        # leave enough areas behind this one for those still to be placed
        last = len(areas) - (number - len(placed)) + 1
        return [board.AREAS[area] for area in areas[first + bool(placed) : last]]

    def build(self, partial: Partial) -> Any:
        at = partial.index(STOP)
        chosen = tuple(str(part) for part in partial[:at])
        placements = tuple((str(area), len(list(run))) for area, run in groupby(partial[at + 1 :]))
        return self.action(chosen, placements)

    def parts(self, action: Any) -> Partial:
        board.check_ids(area for area, _ in action.placements)
        unknown = [card for card in action.cards if card not in BY_SHORT_ID[self.country]]
        if unknown or any(count < 1 for _, count in action.placements):
            raise Illegal(say("norway.illegal.exchange", country=country_name(self.country)), "4.3-1")
        return (*action.cards, STOP, *(area for area, count in action.placements for _ in range(min(count, 100))))

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if STOP not in partial:
            if part == STOP:
                return Illegal(say("norway.illegal.too-few-symbols"), "4.3-2")
            return Illegal(say("norway.illegal.card-not-in-hand", card=str(part)), "4.3-1")
        at = partial.index(STOP)
        if len(partial) - at - 1 >= self._number(partial[:at]):
            return Illegal(say("norway.illegal.too-many-placed", n=self._number(partial[:at])), "4.3-2")
        return self.refuse_area(str(part))

    def label(self, partial: Partial, part: Part) -> Text:
        if part == STOP:
            return say("norway.cards-chosen")
        if STOP in partial:
            return area_label(str(part))
        card = self._card(part)
        return say("norway.card-worth", card=say(f"norway.card.{cards.IDS[card]}"), n=cards.SYMBOLS[card])


class InvasionSpace(ExchangeSpace):
    """Invasion: other cards of the hand for battalions that land at once on the coast of III to VII (R38)."""

    def __init__(self, state: NorwayState) -> None:
        super().__init__(state, ALLIES, free=0, spent=(cards.INDEX["all-invasion"],), least=1)

    def areas(self) -> Sequence[int]:
        return invasion_areas()

    def action(self, chosen: tuple[str, ...], placements: Counts) -> Invade:
        return Invade(chosen, placements)

    def refuse_area(self, area_id: str) -> Illegal:
        return Illegal(say("norway.illegal.no-landing", area=area_label(area_id)), "2.3-sea-2")


@rule("4.1b-invasion", "2.3-sea-2")
def invasion_areas() -> tuple[int, ...]:
    """Land areas with coast on III to VII and none on I or II, friend or enemy (4.1b-invasion, R19)."""
    return board.ALLIED_COAST


def exchange(table: Table[NorwayState], country: int, chosen: Sequence[str]) -> None:
    """The cards are exchanged: their functions are ignored and they are used (4.3-1)."""
    types = [BY_SHORT_ID[country][card] for card in chosen]
    for card in types:
        use(table, card)
    if types:
        symbols = sum(cards.SYMBOLS[card] for card in types)
        table.tell(
            say("norway.event.exchanges", country=country_name(country), cards=card_names(types), n=symbols), "4.3-1"
        )


def place_invaders(table: Table[NorwayState], action: Invade, enter: Any) -> None:
    exchange(table, ALLIES, action.cards)
    for area_id, count in action.placements:
        enter(table, NOWHERE, board.INDEX[area_id], count, "sea")
