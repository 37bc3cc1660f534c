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
from feltherre.games.norway.state import AREAS, NOWHERE, Battle, Group
from feltherre.games.norway.view import NorwayView
from feltherre.players.player import Position

CITIES = board.POINT_CITY
HAND_LIMIT = cards.HAND_LIMIT[GERMANY]


class Sight:
    """The position as one country sees it that is asked now."""

    __slots__ = ("battalions", "country", "hand", "moved", "own", "view")

    def __init__(self, view: NorwayView, country: int, own: tuple[int, ...]) -> None:
        self.view = view
        #: the country that is asked, and all countries of its seat
        self.country = country
        self.own = own
        #: battalions at rest, by country and area
        self.battalions: tuple[Sequence[int], ...] = (view.germany, view.norway, view.allies)
        self.moved: Sequence[int] = view.moved
        self.hand: Sequence[int] = view.hand

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

    def free(self, area: int) -> int:
        """Own battalions in an area that may still move."""
        return self.battalions[self.country][area] - self.moved[area]

    def groups_at(self, area: int) -> list[Group]:
        return [group for group in self.view.groups if group.target == area]

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
        return [card for card in cards.OF_COUNTRY[which] for _ in range(self.hand[card])]

    def defence_dice(self, countries: Iterable[int]) -> DiceChances:
        """Dice that the cards of defending countries can add: certain for own hands, a matter of chance for others."""
        found = NO_DICE
        for country in countries:
            found = _together(found, self._dice_of(country))
        return found

    def _dice_of(self, country: int) -> DiceChances:
        useful = [card for card in cards.OF_COUNTRY[country] if cards.DEFENCE_DICE[card]]
        if country in self.own:
            return ((sum(cards.DEFENCE_DICE[card] for card in useful if self.hand[card]), 1.0),)
        seen = self.seen_in(country)
        certain = sum(cards.DEFENCE_DICE[card] for card in useful if card in seen)
        hand = self.view.hand_size[country] - len(seen)
        unseen = {card: self.unseen(card) for card in cards.OF_COUNTRY[country]}
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
            for card in cards.OF_COUNTRY[country]
            if cards.ATTACK_DICE[card] and usable(card, in_range, on_coast)
        }
        if country in self.own:
            return ((sum(n for card, n in dice.items() if self.hand[card]), 1.0),)
        hand = self.view.hand_size[country]
        kinds = tuple((self.unseen(card), n) for card, n in dice.items() if self.unseen(card))
        everything = sum(self.unseen(card) for card in cards.OF_COUNTRY[country])
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
        pool = sum(self.unseen(other) for other in cards.OF_COUNTRY[country])
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


__all__ = ["AREAS", "CITIES", "HAND_LIMIT", "NOWHERE", "Sight", "sight_of"]
