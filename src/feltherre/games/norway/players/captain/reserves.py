"""What the captain has to plan with: what a card in the own hand is worth for other uses, so that it is not played for
less; and the battalions and cards that a turn's plan has not yet given orders to.
"""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.games.norway import cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain import chances
from feltherre.games.norway.players.captain.chances import Weights, expected_toll
from feltherre.games.norway.players.captain.scales import Scales, better
from feltherre.games.norway.players.captain.stakes import Stakes
from feltherre.games.norway.players.sight import HAND_LIMIT, Sight
from feltherre.games.norway.state import AREAS, Group

#: in battalions: what the card is kept for, over what its symbols buy
KEEPING: dict[str, float] = {
    "ger-reinforcements": 0.0,
    "ger-panzer": 0.35,
    "ger-artillery": 0.25,
    "ger-gebirgsjager": 0.35,
    "ger-bomber": 0.3,
    "ger-fighter-bomber": 0.15,
    "ger-scouts": 0.1,
    "ger-engineer-company": 0.2,
    "ger-paratroops": 0.8,
    "ger-rapid-movement": 0.15,
    "ger-transport-plane": 0.4,
    "ger-u-boat": 0.2,
    "nor-ambush": 0.45,
    "nor-roadblock": 0.25,
    "nor-blown-bridge": 0.35,
    "nor-train-transport": 0.1,
    "nor-anti-tank-gun": 0.25,
    "nor-reinforcements": 0.0,
    "all-reinforcements": 0.0,
    "all-invasion": 0.5,
    "all-coastal-evacuation": 0.4,
    "all-fighter": 0.3,
    "all-coastal-bombardment": 0.35,
    "all-french-chasseurs": 0.3,
    "all-foreign-legion": 0.3,
    "all-polish-mountain-troops": 0.3,
    "all-tank": 0.3,
    "all-anti-tank-gun": 0.25,
    "all-submarine": 0.2,
}
#: nine-April cards are kept for nothing: they leave the game with their round (7.4-3)
KEPT_FOR: tuple[float, ...] = tuple(KEEPING.get(card, 0.0) for card in cards.IDS)
#: symbols of a battalion (4.3-2); left over symbols are often lost
SYMBOLS_OF_A_BATTALION = 3.0
OFTEN_LOST = 0.8
#: Norwegian cards cost less: their deck is shuffled again when it is used up (2.4-nor-2)
SHUFFLED_AGAIN = 0.5
#: turns for battalions that are not yet on the board
LONG_WAY = 12.0


class Prices:
    """Prices of the own cards in the units of the scales."""

    __slots__ = ("battalion", "late", "time", "weights")

    def __init__(self, sight: Sight, scales: Scales) -> None:
        self.weights = scales.weights
        self.battalion = new_battalion(sight, scales)
        self.time = time_of_a_card(sight, scales.weights)
        self.late = last_blow(sight, scales.weights)

    def keeping(self, card: int) -> float:
        """What is given up by not having the card later."""
        if card >= cards.TYPE_COUNT:
            return 0.0
        kept_for = KEPT_FOR[card] * self.weights.keeping + self.late * cards.ATTACK_DICE[card]
        return (kept_for + self.time) * self.battalion

    def playing(self, card: int) -> float:
        """What is given up by playing it for a function: keeping it, or its symbols."""
        symbols = cards.SYMBOLS[card] / SYMBOLS_OF_A_BATTALION * OFTEN_LOST
        if card >= cards.TYPE_COUNT:
            return symbols * self.battalion
        worth = max(KEPT_FOR[card] * 0.5, symbols) * self.weights.card_price
        if cards.COUNTRY[card] == NORWAY:
            worth *= SHUFFLED_AGAIN
        return (worth + self.time) * self.battalion


def new_battalion(sight: Sight, scales: Scales) -> float:
    """What a new battalion of the country is worth where it can be placed best."""
    country = sight.country
    return max((scales.worth(country, area) for area in sight.places(country)), default=0.02) + 0.005


def time_of_a_card(sight: Sight, weights: Weights) -> float:
    """German cards are time (1.3-1): Germany is in haste while it holds all cities; while it does not, the deck must
    last until its battalions are where they are needed."""
    if sight.country == GERMANY:
        missing = sight.missing_cities()
        if not missing:
            return weights.haste
        budget = sight.deck / (turns_needed(sight, missing, weights.storming) + weights.spare_turns)
        return weights.patience * superiority(sight, weights) * max(0.0, sight.to_draw + 2 - budget)
    return weights.recall if sight.country == ALLIES else 0.0


def superiority(sight: Sight, weights: Weights) -> float:
    """Whether time works for Germany: from nothing at equal numbers to one at nearly twice as many battalions."""
    german, norwegian, allied = (sum(battalions) for battalions in sight.battalions)
    return min(1.0, max(0.0, (german / max(1, norwegian + allied) - weights.equal) / weights.superior))


def turns_needed(sight: Sight, missing: Sequence[int], wanted: float) -> float:
    """Turns until so many German battalions as are wanted can stand before every city that Germany misses."""
    far = chances.distances(chances.obstacles_of(sight, GERMANY))

    def turns(city: int) -> float:
        number = chances.CITY_AT[city]
        marching = 0
        for distance, battalions in sorted((far[area][number], n) for area, n in enumerate(sight.view.germany) if n):
            marching += battalions
            if marching >= wanted:
                return distance
        return LONG_WAY

    return max((turns(city) for city in missing), default=0.0)


def last_blow(sight: Sight, weights: Weights) -> float:
    """Germany gathers cards for the last attack on the cities it still misses: what a die of them is worth more."""
    if sight.country != GERMANY or not sight.missing_cities():
        return 0.0
    return weights.last_blow * max(0.0, 1 - sight.deck / (4 * HAND_LIMIT))


# the reserves

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
        self.threats = chances.threats(sight, sight.country)

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

    def stakes(self, area: int, forces: Sequence[Group]) -> Stakes:
        """The battle for an area if these attack it."""
        return Stakes(self.sight, self.scales, self.country, area, forces, self.origins, self.attacked)

    def cards_to_spare(self) -> int:
        """How many cards Germany can use in this turn before its deck, and with it the game, runs out (1.3-1)."""
        if self.country != GERMANY or self.scales.last:
            return len(self.cards)
        return self.sight.deck - self.sight.to_draw - 1

    def would_complete(self, area: int) -> bool:
        """Whether a German battalion in an area gives Germany the last city it misses."""
        return self.country == GERMANY and self.sight.unheld_cities() == [area]


def last_throw(sight: Sight, area: int, chance: float) -> float:
    """The score of a German battle after which the deck is used up and the game over: it must bring the last city."""
    return (1 - chance) * LOST if all(city == area for city in sight.unheld_cities()) else LOST


def attack_cards(left: Sequence[int], prices: Prices, sight: Sight, area: int, over_land: bool) -> dict[int, int]:
    """card -> dice, of cards that are left for an attack on an area, one of a type, the best bargains first (4.2-1)."""
    dice = sight.dice_in_attack(dict.fromkeys(left), area, over_land)
    best: dict[int, int] = {}
    for card, number in dice.items():
        other = best.get(cards.BATTLE_TYPE[card])
        if other is None or number > dice[other]:
            best[cards.BATTLE_TYPE[card]] = card
    return {
        card: dice[card] for card in sorted(best.values(), key=lambda card: (prices.playing(card) / dice[card], card))
    }
