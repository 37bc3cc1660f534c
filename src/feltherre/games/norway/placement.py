"""Exchanging cards for battalions and placing them: shared by Invasion (4.1b-invasion) and reinforcement (4.3); and
where Germany and the Allies place them in the advanced game (8.3), where Norway places as in the basic one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Part, Partial, Picking, Space, What
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, hands, spaces
from feltherre.games.norway.actions import Invade
from feltherre.games.norway.procedures.reinforcement import UNLIMITED, allied_coast, german_sea_limits, purchase
from feltherre.games.norway.sea import fleet, needs, ships
from feltherre.games.norway.state import ALLIES, GERMANY, NorwayState, free_of_enemies

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
        self._held = hands.held_cards(state, country)
        for card in spent:
            self._held[card] -= 1

    # the walk

    def options(self, partial: Partial) -> Sequence[Part]:
        if spaces.STOP not in partial:
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
            options.append(spaces.STOP)
        return options

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """Cards may be picked in any order, as long as those that are left can still bring a battalion; then areas."""
        if spaces.STOP in partial:
            chosen, placed = self._split(partial)
            return self._areas_left(self._number(chosen), placed)
        have = self._available(partial)
        enough = self._buys(self._symbols(partial) + sum(cards.SYMBOLS[card] * n for card, n in have.items()))
        more: list[Part] = [cards.SHORT_IDS[card] for card, n in have.items() if n] if enough else []
        return [*more, spaces.STOP] if spaces.STOP in self._card_options(partial) else more

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if part == spaces.STOP:
            return (*partial, part)
        if spaces.STOP in partial:
            chosen, placed = self._split(partial)
            return (*chosen, spaces.STOP, *sorted((*placed, part), key=lambda area: board.INDEX[str(area)]))
        return tuple(sorted((*partial, part), key=self._card))

    def picking(self, partial: Partial) -> Picking | None:
        if spaces.STOP not in partial:
            return Picking("several", note=self._worth(partial))
        chosen, placed = self._split(partial)
        need = self._room(self._number(chosen))
        return Picking("several", need=need, note=to_place(need - len(placed))) if self.pickable(partial) else None

    def _worth(self, chosen: Partial) -> Text:
        """What the chosen cards are worth, and what that buys (4.3-2)."""
        symbols = self._symbols(chosen)
        battalions = say("norway.count.battalions", n=purchase(symbols).bought)
        return say("norway.worth", n=symbols, battalions=battalions)

    def what(self, partial: Partial, part: Part) -> What:
        return "place" if spaces.STOP in partial else "end" if part == spaces.STOP else "card"

    def card(self, partial: Partial, part: Part) -> str:
        return cards.IDS[self._card(part)] if self.what(partial, part) == "card" else ""

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
        return hands.BY_SHORT_ID[self.country][str(part)]

    def _symbols(self, chosen: Partial) -> int:
        own = hands.BY_SHORT_ID[self.country]
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

    def _areas_left(self, number: int, placed: Partial) -> list[Part]:
        """Areas for any one of so many battalions that has not been placed."""
        if len(placed) >= self._room(number):
            return []
        there = [board.INDEX[str(area)] for area in placed]
        if self.ship_limit is not None:
            return [board.AREAS[area] for area in self.ship_limit.open_areas(there)]
        return [board.AREAS[area] for area in self.areas if not (self.one_each and area in there)]

    def build(self, partial: Partial) -> Any:
        chosen, placed = self._split(partial)
        placements = tuple((str(area), len(list(run))) for area, run in groupby(placed))
        return self.action(tuple(str(part) for part in chosen), placements, *self.airfield)

    def parts(self, action: Any) -> Partial:
        """Cards and areas may be named in any order; they are looked at in that of the deck and of the board."""
        board.check_ids(area for area, _ in action.placements)
        own = hands.BY_SHORT_ID[self.country]
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
        return (*chosen, spaces.STOP, *areas)

    def _split(self, partial: Partial) -> tuple[Partial, Partial]:
        """(cards chosen, areas named) of a path whose cards are chosen."""
        at = partial.index(spaces.STOP)
        return partial[:at], partial[at + 1 :]

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if spaces.STOP not in partial:
            if part == spaces.STOP or self._available(partial).get(self._card(part), 0) > 0:
                room = self._room(self.free + 1) > self._room(self.free)
                reason = "too-few-symbols" if room else "nowhere-to-place"
                return Illegal(say(f"norway.illegal.{reason}"), "4.3-2")
            return self._not_in_hand(str(part))
        chosen, placed = self._split(partial)
        number = self._room(self._number(chosen))
        if part in placed and self.one_each:
            return Illegal(say("norway.illegal.one-each", area=spaces.area_label(str(part))), "4.3-nor-2")
        if board.INDEX[str(part)] not in self.areas:
            return self.refuse_area(str(part))
        if len(placed) >= number:
            return Illegal(say("norway.illegal.too-many-placed", n=number), "4.3-2")
        return self.why_incomplete(partial)

    def why_incomplete(self, partial: Partial) -> Illegal:
        chosen, _ = self._split(partial)
        return Illegal(say("norway.illegal.too-few-placed", n=self._room(self._number(chosen))), "4.3-2")

    def _not_in_hand(self, card: str) -> Illegal:
        own = hands.BY_SHORT_ID[self.country]
        name = hands.card_name(own[card]) if card in own else say("core.plain", text=card)
        return Illegal(say("norway.illegal.card-not-in-hand", card=name), "4.3-1")

    def label(self, partial: Partial, part: Part) -> Text:
        if part == spaces.STOP:
            return say("norway.exchange", n=len(partial)) if partial else say("norway.exchange-none")
        if spaces.STOP in partial:
            return spaces.area_label(str(part))
        return hands.card_worth(self._card(part))


def to_place(left: int) -> Text:
    """How many battalions are still to be placed."""
    return say("norway.to-place", n=left)


def invasion_space(state: NorwayState) -> ExchangeSpace:
    """Invasion: other cards of the hand for battalions that land at once on the coast of III to VII (R38)."""

    def refuse_area(area_id: str) -> Illegal:
        area = board.INDEX[area_id]
        if board.open_to_allies(area):
            return needs.refusal(needs.CONTROL, INVASION, area)
        return Illegal(say("norway.illegal.no-landing", area=spaces.area_label(area_id)), "2.3-sea-2")

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
    types = sorted(hands.BY_SHORT_ID[country][card] for card in chosen)
    for card in types:
        hands.use(table, card)
    if types:
        symbols = sum(cards.SYMBOLS[card] for card in types)
        text = say(
            "norway.event.exchanges",
            country=hands.country_name(country),
            cards=hands.counted_cards(types),
            symbols=say("norway.count.symbols", n=symbols),
            battalions=say("norway.count.battalions", n=purchase(symbols).bought),
        )
        table.tell(text, "4.3-1")


# where they are placed in the advanced game

_AREAS = range(board.AREA_COUNT)


@rule("8.3-ger-1", "8.3-ger-2", "8.3-ger-3", "8.2-control")
def german_limits(state: NorwayState) -> tuple[int, ...]:
    """How many battalions Germany may place on the coast of each sea area (8.3-ger-1 to -3, R54).

    Everybody can count the ships: decoys are out of the game when this is asked (R72).
    """
    coast_defence = fleet.sea_of(state).place[ships.EIDSVOLL]
    return german_sea_limits(
        True,
        [len(fleet.real(fleet.ships_at(state, GERMANY, sea))) for sea in ships.SEAS],
        [len(fleet.ships_at(state, ALLIES, sea)) for sea in ships.SEAS],
        coast_defence if coast_defence in ships.SEAS else None,
    )


def german_areas(state: NorwayState) -> tuple[int, ...]:
    """Where Germany may place at least one battalion, in the order of the board."""
    limits = german_limits(state)
    return tuple(free_of_enemies(state, GERMANY, [area for area in _AREAS if limits[landing_sea(limits, area)]]))


def landing_sea(limits: Sequence[int], area: int) -> int:
    """The sea area by which Germans come to a land area: of several the one that lets most land. An area without coast
    is given VIII, which touches no land."""
    return max(board.COAST[area], key=limits.__getitem__, default=ships.SEA_VIII)


@rule("8.3-all-1", "8.2-control")
def allied_areas(state: NorwayState) -> tuple[int, ...]:
    """The Allies: coast on III to VII, and none on I, II or a sea area that German ships control (8.3-all-1, R19)."""
    closed = [sea for sea in ships.SEAS if fleet.controls(state, GERMANY, sea)]
    return tuple(free_of_enemies(state, ALLIES, [area for area in _AREAS if allied_coast(board.COAST[area], closed)]))


class ShipLimit(Struct, frozen=True):
    """The areas open to German reinforcements, and how many battalions land by each sea area (8.3-ger-3)."""

    areas: tuple[int, ...]
    #: by sea area
    limits: tuple[int, ...]
    #: by land area: the sea area it counts for
    by_sea: tuple[int, ...]

    @classmethod
    def of(cls, state: NorwayState) -> ShipLimit:
        limits = german_limits(state)
        return cls(german_areas(state), limits, tuple(landing_sea(limits, area) for area in _AREAS))

    @rule("8.3-ger-3")
    def left(self, placed: Sequence[int]) -> dict[int, int]:
        """How many more battalions may land by each sea area; all on its coast count together, but none that is flown
        in (8.3-ger-3, R54, R81)."""
        landed = Counter(self.by_sea[area] for area in placed)
        return {
            sea: limit if limit == UNLIMITED else limit - landed[sea] for sea, limit in enumerate(self.limits) if limit
        }

    def room(self, number: int) -> int:
        """How many of so many battalions find a place."""
        return min(number, self._capacity(self.areas, self.left(())))

    def next_areas(self, number: int, placed: Sequence[int]) -> list[int]:
        """Areas for the next of so many battalions, never before the last one, and only those from which on there is
        room for all that are still to come."""
        left = self.left(placed)
        wanted = number - len(placed)
        first = self.areas.index(placed[-1]) if placed else 0
        return [
            area
            for at, area in enumerate(self.areas[first:], first)
            if left[self.by_sea[area]] > 0 and self._capacity(self.areas[at:], left) >= wanted
        ]

    def open_areas(self, placed: Sequence[int]) -> list[int]:
        """Areas in which one more may land."""
        left = self.left(placed)
        return [area for area in self.areas if left[self.by_sea[area]] > 0]

    def _capacity(self, areas: Sequence[int], left: dict[int, int]) -> int:
        return sum(left[sea] for sea in {self.by_sea[area] for area in areas})

    @rule("8.3-ger-3")
    def check(self, placed: Sequence[int]) -> None:
        """Refuse more battalions by a sea area than ships land there (8.3-ger-3)."""
        left = self.left(placed)
        for area in placed:
            sea = self.by_sea[area]
            if sea in left and left[sea] < 0:
                raise Illegal(
                    say(
                        "norway.illegal.ship-limit",
                        area=spaces.area_label(board.AREAS[area]),
                        sea=ships.place_name(sea),
                        n=self.limits[sea],
                    ),
                    "8.3-ger-3",
                )
