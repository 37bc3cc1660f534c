"""What a player of Norway knows: his seat's view, read into the numbers that he reckons with.

Players read this and the decision they are asked, never the redealt state: so what others hold can only be a matter of
chances for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.players.odds import NO_DICE, DiceChances, hand_dice
from feltherre.games.norway.players.waters import Waters
from feltherre.games.norway.state import AREAS, NOWHERE, Battle, Group
from feltherre.games.norway.view import NorwayView
from feltherre.players.player import Position

CITIES = board.POINT_CITY
HAND_LIMIT = cards.HAND_LIMIT[GERMANY]
#: where each country places battalions in the basic game
PLACES: tuple[tuple[int, ...], ...] = (board.GERMAN_COAST, board.NORWEGIAN_PLACES, board.ALLIED_COAST)


class Sight:
    """The position as one country sees it that is asked now."""

    __slots__ = ("battalions", "country", "hand", "moved", "own", "view", "waters")

    def __init__(self, view: NorwayView, country: int, own: tuple[int, ...]) -> None:
        self.view = view
        #: the country that is asked, and all countries of its seat
        self.country = country
        self.own = own
        #: battalions at rest, by country and area
        self.battalions: tuple[Sequence[int], ...] = (view.germany, view.norway, view.allies)
        self.moved: Sequence[int] = view.moved
        self.hand: Sequence[int] = view.hand
        #: the sea of the advanced game
        self.waters = None if view.sea is None else Waters(view.sea)

    @property
    def sea(self) -> Waters:
        """The sea, where only the advanced game asks."""
        assert self.waters is not None
        return self.waters

    @property
    def in_turn(self) -> int:
        return COUNTRIES.index(self.view.country)

    @property
    def deck(self) -> int:
        """German cards still face down: when they are gone the game is over (1.3-1)."""
        return self.view.deck_size[GERMANY]

    @property
    def battle(self) -> Battle:
        assert self.view.battle is not None
        return self.view.battle

    def enemies_at(self, country: int, area: int) -> int:
        """Battalions in an area that fight against a country."""
        if country == GERMANY:
            return self.battalions[NORWAY][area] + self.battalions[ALLIES][area]
        return self.battalions[GERMANY][area]

    def card_types(self, country: int) -> tuple[int, ...]:
        """Cards that a country can hold now: in the nine-April round its nine-April cards (6.2-1)."""
        return cards.OF_COUNTRY[country] if self.view.round else cards.APRIL_OF_COUNTRY[country]

    def places(self, country: int) -> list[int]:
        """Where a country may place battalions now (4.3, 8.3): no enemies there, and the ships allow it."""
        areas: Iterable[int] = PLACES[country]
        if self.waters is not None and country != NORWAY:
            areas = self.waters.german_places() if country == GERMANY else self.waters.allied_places()
        return [area for area in areas if not self.enemies_at(country, area)]

    def has_room(self, area: int, placed: Sequence[int]) -> bool:
        """Whether one more battalion may be placed in an area after others: Norway places one in each (4.3-nor-2),
        Germany one for each ship where the Allies threaten its transports (8.3-ger-3)."""
        if self.country == NORWAY:
            return area not in placed
        return self.waters is None or self.country != GERMANY or self.waters.has_room(area, placed)

    def ships_allow(self, card: int, area: int) -> bool:
        """Whether an Allied card that needs ships (5.2-2) can be used for a land area."""
        return self.waters is None or self.waters.allow(card, area)

    def open_to_landing(self, area: int) -> bool:
        """Whether the fleet can put Allied battalions ashore in an area of its coast (5.2-2)."""
        return self.waters is None or self.waters.open_to_landing(area)

    def free(self, area: int) -> int:
        """Own battalions in an area that may still move."""
        return self.battalions[self.country][area] - self.moved[area]

    def groups_at(self, area: int) -> list[Group]:
        return [group for group in self.view.groups if group.target == area]

    def allied_heaps(self) -> dict[str, int]:
        """Where Allied battalions can be taken from: areas by id, attackers with those they left (or "sea", "air")."""
        heaps = {board.AREAS[area]: number for area, number in enumerate(self.battalions[ALLIES])}
        for group in self.view.groups if self.in_turn == ALLIES else ():
            name = group.mode if group.origin == NOWHERE else board.AREAS[group.origin]
            heaps[name] = heaps.get(name, 0) + group.battalions
        return {name: number for name, number in heaps.items() if number}

    def attacked(self) -> set[int]:
        return {group.target for group in self.view.groups}

    def missing_cities(self) -> list[int]:
        """Point cities that Germany does not hold; those that its attackers have left for a battle are not missing."""
        left = {group.origin for group in self.view.groups} if self.in_turn == GERMANY else set()
        return [city for city in CITIES if not self.view.germany[city] and city not in left]

    def airfields(self) -> list[int]:
        return [area for area in board.AIRFIELDS if self.view.germany[area]]

    def in_air_range(self, area: int) -> bool:
        return board.in_air_range(area, self.airfields())

    def cards(self, country: int | None = None) -> list[int]:
        """Cards in an own hand."""
        which = self.country if country is None else country
        return [card for card in self.card_types(which) for _ in range(self.hand[card])]

    def defence_dice(self, countries: Iterable[int]) -> DiceChances:
        """Dice that the cards of defending countries can add: certain for own hands, a matter of chance for others."""
        found = NO_DICE
        for country in countries:
            found = _together(found, self._dice_of(country))
        return found

    def _dice_of(self, country: int) -> DiceChances:
        useful = [card for card in self.card_types(country) if cards.DEFENCE_DICE[card]]
        if country in self.own:
            return ((sum(cards.DEFENCE_DICE[card] for card in useful if self.hand[card]), 1.0),)
        seen = self.seen_in(country)
        certain = sum(cards.DEFENCE_DICE[card] for card in useful if card in seen)
        hand = self.view.hand_size[country] - len(seen)
        unseen = {card: self.unseen(card) for card in self.card_types(country)}
        kinds = tuple((unseen[card], cards.DEFENCE_DICE[card]) for card in useful if card not in seen and unseen[card])
        others = sum(unseen.values()) - sum(count for count, _ in kinds)
        return hand_dice(kinds, others, hand, certain)

    def attack_dice_of(self, country: int, area: int) -> DiceChances:
        """Dice that the cards of an attacking country can add to its battle for an area."""
        in_range = self.in_air_range(area)
        on_coast = board.open_to_allies(area)
        over_land = any(group.mode == "land" for group in self.groups_at(area))
        dice = {
            card: cards.attack_dice(card, over_land)
            for card in self.card_types(country)
            if cards.ATTACK_DICE[card] and usable(card, in_range, on_coast) and self.ships_allow(card, area)
        }
        if country in self.own:
            return ((sum(n for card, n in dice.items() if self.hand[card]), 1.0),)
        hand = self.view.hand_size[country]
        kinds = tuple((self.unseen(card), n) for card, n in dice.items() if self.unseen(card))
        everything = sum(self.unseen(card) for card in self.card_types(country))
        return hand_dice(kinds, everything - sum(count for count, _ in kinds), hand)

    def seen_in(self, country: int) -> list[int]:
        """Cards that this seat has seen in a hand (Scouts)."""
        best: list[int] = []
        if not self.view.known:
            return best
        for viewer in self.own:
            seen = [known.card for known in self.view.known if (known.viewer, known.country) == (viewer, country)]
            best = max(best, seen, key=len)
        return best

    def unseen(self, card: int) -> int:
        """How many of a card lie hidden in its owner's deck or hand and have not been seen there."""
        return cards.COUNT[card] - self.view.used[card] - self.seen_in(cards.COUNTRY[card]).count(card)

    def chance_to_hold(self, country: int, card: int) -> float:
        """Chance that a country holds a card now."""
        if country in self.own:
            return float(self.hand[card] > 0)
        if card in self.seen_in(country):
            return 1.0
        pool = sum(self.unseen(other) for other in self.card_types(country))
        hand = self.view.hand_size[country] - len(self.seen_in(country))
        without = 1.0
        for i in range(self.unseen(card)):
            without *= max(0.0, 1 - hand / (pool - i)) if pool > i else 1.0
        return 1 - without


def usable(card: int, in_air_range: bool, on_allied_coast: bool) -> bool:
    """Whether the place of a battle allows a card in attack (2.3-air-1, 2.3-sea-2)."""
    for function in cards.functions_at(card, cards.OWN, "2b", cards.ATTACKERS_CARDS):
        if function.needs == "battle-in-air-range" and not in_air_range:
            return False
        if function.needs == "battle-on-allied-coast" and not on_allied_coast:
            return False
    return True


def sight_of(position: Position) -> Sight:
    own = tuple(COUNTRIES.index(role) for role in position.roles)
    country = COUNTRIES.index(position.decision.role)
    return Sight(cast(NorwayView, position.view), country, own)


def _together(a: DiceChances, b: DiceChances) -> DiceChances:
    if a is NO_DICE:
        return b
    found: dict[int, float] = {}
    for dice_a, chance_a in a:
        for dice_b, chance_b in b:
            found[dice_a + dice_b] = found.get(dice_a + dice_b, 0.0) + chance_a * chance_b
    return tuple(sorted(found.items()))


__all__ = ["AREAS", "CITIES", "HAND_LIMIT", "NOWHERE", "PLACES", "Sight", "sight_of"]
