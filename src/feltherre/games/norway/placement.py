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
from feltherre.games.norway.actions import Invade
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, counted_cards, country_name, held_cards, use
from feltherre.games.norway.procedures.reinforcement import purchase
from feltherre.games.norway.sea import needs
from feltherre.games.norway.sea.placement import ShipLimit
from feltherre.games.norway.spaces import area_label
from feltherre.games.norway.state import ALLIES, NorwayState

#: ends the choice of cards
STOP = "."

INVASION = cards.INDEX["all-invasion"]


class ExchangeSpace(Space[Any]):
    """Some cards of the hand, then one area for each battalion they (and what is free) give.

    Cards and areas are chosen in a fixed order, so that each answer is built in one way only.
    """

    def __init__(
        self,
        state: NorwayState,
        country: int,
        action: type[Any],
        areas: Sequence[int],
        refuse_area: Callable[[str], Illegal],
        *,
        free: int = 0,
        spent: Sequence[int] = (),
        one_each: bool = False,
        may_be_nothing: bool = True,
        ship_limit: ShipLimit | None = None,
        airfield: Sequence[str] = (),
    ) -> None:
        self.state = state
        self.country = country
        self.action = action
        self.kinds = (action,)
        #: where the new battalions may stand, in the order of the board
        self.areas = areas
        self.refuse_area = refuse_area
        self.free = free
        #: whether no area takes more than one
        self.one_each = one_each
        #: whether no card at all need be exchanged
        self.may_be_nothing = may_be_nothing
        #: what German ships land in the advanced game (8.3-ger-3)
        self.ship_limit = ship_limit
        #: the last field of an action that has one
        self.airfield = airfield
        #: what the hand holds of each card, without those already on the table
        self._held = held_cards(state, country)
        for card in spent:
            self._held[card] -= 1

    # the walk

    def options(self, partial: Partial) -> Sequence[Part]:
        if STOP not in partial:
            return self._card_options(partial)
        chosen, placed = self._split(partial)
        return self._area_options(self._number(chosen), placed)

    def _card_options(self, chosen: Partial) -> list[Part]:
        """Cards that may come next: none that stands before the last one chosen, and none after which too few symbols
        are left to buy anything."""
        have = self._available(chosen)
        first = self._card(chosen[-1]) if chosen else 0
        symbols = self._symbols(chosen)
        reachable = symbols + sum(cards.SYMBOLS[card] * n for card, n in have.items() if card >= first)
        options: list[Part] = []
        for card, n in have.items():
            if card < first or not n:
                continue
            if self._buys(reachable):
                options.append(cards.SHORT_IDS[card])
            reachable -= cards.SYMBOLS[card] * n
        if self._buys(symbols) if chosen else self.may_be_nothing:
            options.append(STOP)
        return options

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """Cards may be picked in any order, as long as those that are left can still bring a battalion."""
        if STOP in partial:
            return self.options(partial)
        have = self._available(partial)
        enough = self._buys(self._symbols(partial) + sum(cards.SYMBOLS[card] * n for card, n in have.items()))
        more: list[Part] = [cards.SHORT_IDS[card] for card, n in have.items() if n] if enough else []
        return [*more, STOP] if STOP in self._card_options(partial) else more

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if STOP in partial or part == STOP:
            return (*partial, part)
        return tuple(sorted((*partial, part), key=self._card))

    @rule("4.3-1", "4.3-2", "4.1b-invasion")
    def _buys(self, symbols: int) -> bool:
        """Whether so many symbols bring a battalion that finds a place: no card is exchanged for nothing (R38, R86)."""
        total = purchase(symbols, self.free).total
        return total > self.free and self._room(total) > self._room(self.free)

    def _available(self, chosen: Partial) -> dict[int, int]:
        """Cards of the hand that are neither spent nor chosen."""
        have = self._held.copy()
        for part in chosen:
            have[self._card(part)] -= 1
        return have

    def _card(self, part: Part) -> int:
        return BY_SHORT_ID[self.country][str(part)]

    def _symbols(self, chosen: Partial) -> int:
        own = BY_SHORT_ID[self.country]
        return sum([cards.SYMBOLS[own[str(part)]] for part in chosen])

    def _number(self, chosen: Partial) -> int:
        """Battalions that the chosen cards and what is free give (4.3-2)."""
        return purchase(self._symbols(chosen), self.free).total

    def _room(self, number: int) -> int:
        """How many of so many battalions find a place; the others are lost."""
        if self.ship_limit is not None:
            return self.ship_limit.room(number)
        return min(number, len(self.areas)) if self.one_each else number if self.areas else 0

    def _area_options(self, number: int, placed: Partial) -> list[Part]:
        """Areas for the next of so many battalions, in the order of the board."""
        number = self._room(number)
        if len(placed) >= number:
            return []
        if self.ship_limit is not None:
            there = [board.INDEX[str(area)] for area in placed]
            return [board.AREAS[area] for area in self.ship_limit.next_areas(number, there)]
        areas = self.areas
        first = areas.index(board.INDEX[str(placed[-1])]) if placed else 0
        if not self.one_each:
            return [board.AREAS[area] for area in areas[first:]]
        # leave enough areas behind this one for those still to be placed
        last = len(areas) - (number - len(placed)) + 1
        return [board.AREAS[area] for area in areas[first + bool(placed) : last]]

    def build(self, partial: Partial) -> Any:
        chosen, placed = self._split(partial)
        placements = tuple((str(area), len(list(run))) for area, run in groupby(placed))
        return self.action(tuple(str(part) for part in chosen), placements, *self.airfield)

    def parts(self, action: Any) -> Partial:
        """Cards and areas may be named in any order; they are looked at in that of the deck and of the board."""
        board.check_ids(area for area, _ in action.placements)
        own = BY_SHORT_ID[self.country]
        for card in action.cards:
            if card not in own:
                raise self._not_in_hand(card)
        if any(count < 1 for _, count in action.placements):
            raise Illegal(say("norway.illegal.place-none"), "4.3-1")
        chosen = sorted(action.cards, key=own.__getitem__)
        # one more than there are is too many; how many more does not matter
        most = self._number(tuple(chosen)) + 1
        areas = [area for area, count in action.placements for _ in range(min(count, most))]
        areas.sort(key=board.INDEX.__getitem__)
        if self.ship_limit is not None:
            self.ship_limit.check([board.INDEX[area] for area in areas])
        return (*chosen, STOP, *areas)

    def _split(self, partial: Partial) -> tuple[Partial, Partial]:
        """(cards chosen, areas named) of a path whose cards are chosen."""
        at = partial.index(STOP)
        return partial[:at], partial[at + 1 :]

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if STOP not in partial:
            if part == STOP or self._available(partial).get(self._card(part), 0) > 0:
                room = self._room(self.free + 1) > self._room(self.free)
                reason = "too-few-symbols" if room else "nowhere-to-place"
                return Illegal(say(f"norway.illegal.{reason}"), "4.3-2")
            return self._not_in_hand(str(part))
        chosen, placed = self._split(partial)
        number = self._room(self._number(chosen))
        if part in placed and self.one_each:
            return Illegal(say("norway.illegal.one-each", area=area_label(str(part))), "4.3-nor-2")
        if board.INDEX[str(part)] not in self.areas:
            return self.refuse_area(str(part))
        if len(placed) >= number:
            return Illegal(say("norway.illegal.too-many-placed", n=number), "4.3-2")
        return self.why_incomplete(partial)

    def why_incomplete(self, partial: Partial) -> Illegal:
        chosen, _ = self._split(partial)
        return Illegal(say("norway.illegal.too-few-placed", n=self._room(self._number(chosen))), "4.3-2")

    def _not_in_hand(self, card: str) -> Illegal:
        own = BY_SHORT_ID[self.country]
        name = card_name(own[card]) if card in own else say("core.plain", text=card)
        return Illegal(say("norway.illegal.card-not-in-hand", card=name), "4.3-1")

    def label(self, partial: Partial, part: Part) -> Text:
        if part == STOP:
            return say("norway.cards-chosen")
        if STOP in partial:
            return area_label(str(part))
        card = self._card(part)
        return say("norway.card-worth", card=card_name(card), n=cards.SYMBOLS[card])


def invasion_space(state: NorwayState) -> ExchangeSpace:
    """Invasion: other cards of the hand for battalions that land at once on the coast of III to VII (R38)."""

    def refuse_area(area_id: str) -> Illegal:
        area = board.INDEX[area_id]
        if board.open_to_allies(area):
            return needs.refusal(needs.CONTROL, INVASION, area)
        return Illegal(say("norway.illegal.no-landing", area=area_label(area_id)), "2.3-sea-2")

    areas = invasion_areas(state)
    return ExchangeSpace(state, ALLIES, Invade, areas, refuse_area, spent=(INVASION,), may_be_nothing=False)


@rule("4.1b-invasion", "2.3-sea-2", "5.2-2")
def invasion_areas(state: NorwayState) -> tuple[int, ...]:
    """Land areas with coast on III to VII and none on I or II, friend or enemy (4.1b-invasion, R19); in the advanced
    game on the coast of a sea area that the Allies control (5.2-2, R58)."""
    if state.sea is None:
        return board.ALLIED_COAST
    return tuple(area for area in board.ALLIED_COAST if not needs.unmet(state, INVASION, area))


@rule("4.3-1")
def exchange(table: Table[NorwayState], country: int, chosen: Sequence[str]) -> None:
    """The cards are exchanged: their functions are ignored and they are used (4.3-1)."""
    types = sorted(BY_SHORT_ID[country][card] for card in chosen)
    for card in types:
        use(table, card)
    if types:
        symbols = sum(cards.SYMBOLS[card] for card in types)
        text = say(
            "norway.event.exchanges",
            country=country_name(country),
            cards=counted_cards(types),
            symbols=say("norway.count.symbols", n=symbols),
            battalions=say("norway.count.battalions", n=purchase(symbols).bought),
        )
        table.tell(text, "4.3-1")
