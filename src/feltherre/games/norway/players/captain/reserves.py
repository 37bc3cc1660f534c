"""The battalions and cards that a turn's plan has not yet given orders to."""

from __future__ import annotations

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.players.captain.exposure import expected_toll, threats
from feltherre.games.norway.players.captain.prices import Prices
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.stakes import better
from feltherre.games.norway.players.sight import AREAS, CITIES, HAND_LIMIT, Sight

#: the score of a game that Germany has lost
LOST = -8.0


class Reserves:
    """What is left to plan with: free battalions by area, cards in hand, and how the war stands so far."""

    __slots__ = ("attacked", "cards", "country", "free", "origins", "planned", "prices", "scales", "sight", "threats")

    def __init__(self, sight: Sight, scales: Scales) -> None:
        self.sight = sight
        self.scales = scales
        self.country = sight.country
        self.prices = Prices(sight, scales)
        self.free = {area: sight.free(area) for area in range(AREAS) if sight.free(area) > 0}
        self.cards = sight.cards()
        self.attacked = sight.attacked()
        self.origins = set(sight.view.origins)
        #: areas for which this plan has an attack: they are weighed as fought already
        self.planned: set[int] = set()
        self.threats = threats(sight, sight.country)

    def holds(self, card: int) -> bool:
        return card in self.cards

    def take(self, area: int, battalions: int) -> None:
        left = self.free[area] - battalions
        if left:
            self.free[area] = left
        else:
            del self.free[area]

    def enemy_in(self, area: int) -> bool:
        return self.sight.enemies_at(self.country, area) > 0

    def gain_of(self, changes: list[tuple[int, float]]) -> float:
        """What own battalions coming to areas (or leaving them) is worth."""
        scales = self.scales
        before = scales.score()
        mark = scales.mark()
        toll = -self.toll(changes)
        for area, number in changes:
            scales.add(self.country, area, number)
        toll += self.toll(changes)
        after = scales.score()
        scales.back_to(mark)
        return better(self.country, after, before) - scales.weights.exposed * toll

    def toll(self, changes: list[tuple[int, float]]) -> float:
        """What the stacks in these areas stand to lose."""
        counts = self.scales.counts
        return sum(
            expected_toll(int(counts[self.country * AREAS + area] + 0.5), self.threats[area]) for area, _ in changes
        )

    def carry_out(self, changes: list[tuple[int, float]]) -> None:
        for area, number in changes:
            self.scales.add(self.country, area, number)

    def cards_to_spare(self) -> int:
        """How many cards Germany can use in this turn before its deck, and with it the game, runs out (1.3-1)."""
        if self.country != GERMANY:
            return len(self.cards)
        if self.scales.last:
            return len(self.cards)
        drawn = HAND_LIMIT - self.sight.view.hand_size[GERMANY]
        return self.sight.deck - drawn - 1

    def would_complete(self, area: int) -> bool:
        """Whether a German battalion in an area gives Germany the last city it misses."""
        missing = [city for city in CITIES if not self.sight.view.germany[city]]
        return self.country == GERMANY and missing == [area]


def last_throw(sight: Sight, area: int, chance: float) -> float:
    """The score of a German battle after which the deck is used up and the game over: it must bring the last city."""
    missing = [city for city in CITIES if not sight.view.germany[city]]
    if all(city == area for city in missing):
        return (1 - chance) * LOST
    return LOST


def attack_cards(reserves_cards: list[int], prices: Prices, sight: Sight, area: int, over_land: bool) -> list[int]:
    """Own cards that add dice to an attack on an area, one of a type, the best bargains first (4.2-1)."""
    in_range = sight.in_air_range(area)
    best: dict[int, int] = {}
    for card in dict.fromkeys(reserves_cards):
        if not dice_in_attack(card, area, over_land, in_range) or not sight.ships_allow(card, area):
            continue
        kind = cards.BATTLE_TYPE[card]
        other = best.get(kind)
        if other is None or dice_in_attack(card, area, over_land, in_range) > dice_in_attack(
            other, area, over_land, in_range
        ):
            best[kind] = card
    return sorted(
        best.values(),
        key=lambda card: (prices.playing(card) / dice_in_attack(card, area, over_land, in_range), card),
    )


def dice_in_attack(card: int, area: int, over_land: bool, in_range: bool) -> int:
    """Dice of a card in an attack on an area, if it can be used there (2.3-air-1, 2.3-sea-2)."""
    for function in cards.functions_at(card, cards.OWN, "2b", cards.ATTACKERS_CARDS):
        if function.op == "add-dice":
            if function.needs == "battle-in-air-range" and not in_range:
                return 0
            if function.needs == "battle-on-allied-coast" and not board.open_to_allies(area):
                return 0
            return cards.attack_dice(card, over_land)
    return 0
