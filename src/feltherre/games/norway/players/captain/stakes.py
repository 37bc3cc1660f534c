"""What a battle is about: how the war stands after winning and after losing it, and what the dice say to that; and what
a card in the own hand is worth for other uses, so that it is not played for less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import accumulate
from math import exp, log
from typing import TypeVar

from msgspec import Struct

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain import chances
from feltherre.games.norway.players.captain.chances import Weights
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.odds import DiceChances, expected_losses, mean_dice, win_against
from feltherre.games.norway.players.sight import HAND_LIMIT, Sight
from feltherre.games.norway.procedures.combat import battalion_dice, open_for_retreat
from feltherre.games.norway.state import NOWHERE, Group, attacked_areas, enemies, groups_at

Use = TypeVar("Use")

#: the score of a game that Germany has lost
LOST = -8.0


class Prospect(Struct, frozen=True):
    """The attacker's chance, the score after winning, after losing, and over all; what both lose on average."""

    chance: float
    won: float
    lost: float
    value: float
    lost_attackers: float
    lost_defenders: float

    @property
    def percent(self) -> int:
        return round(100 * self.chance)


class Stakes:
    """A battle for an area, weighed from the attacker's side and the defender's alike.

    The scales hold attackers by land where they came from and attackers from sea or air nowhere.
    """

    def __init__(
        self,
        sight: Sight,
        scales: Scales,
        attacker: int,
        area: int,
        forces: Sequence[Group],
        origins: Collection[int] = (),
        pending: Collection[int] = (),
    ) -> None:
        self.sight = sight
        self.scales = scales
        self.attacker = attacker
        self.area = area
        self.forces = forces
        #: areas attacked from in this turn, and those with another battle to come: closed to defenders (4.2-8-def-1)
        self.origins = {*origins, *(force.origin for force in forces)}
        self.pending = {*pending, area}
        there = ((country, sight.battalions[country][area]) for country in enemies(attacker))
        self.defenders = tuple((country, battalions) for country, battalions in there if battalions)
        self.attacking = sum(force.battalions for force in forces)
        self.defending = sum(battalions for _, battalions in self.defenders)
        #: dice of the battalions, without cards
        water = sum(force.battalions for force in forces if force.mode == "water")
        self.attack_dice = battalion_dice(self.attacking - water, water)
        self.defence_dice = battalion_dice(self.defending, 0)
        self.over_land = any(force.mode == "land" for force in forces)
        self.retreats = cache(self._retreats)

    def defenders_cards(self) -> DiceChances:
        """Dice that the defenders' cards can add."""
        return self.sight.defence_dice([country for country, _ in self.defenders])

    def prospect(self, attack: int, defence: int, added: DiceChances) -> Prospect:
        """What comes of it with so many dice, and so many more that the defender may add."""
        chance = win_against(attack, defence, added)
        more = mean_dice(added)
        lost_attackers = _losses(defence + more, self.attacking)
        lost_defenders = _losses(float(attack), self.defending)
        mark = self.scales.mark()
        self.play_out(True, lost_attackers, lost_defenders)
        won = self.scales.score()
        self.scales.back_to(mark)
        self.play_out(False, lost_attackers, lost_defenders)
        lost = self.scales.score()
        self.scales.back_to(mark)
        value = log(chance * exp(won) + (1 - chance) * exp(lost))
        return Prospect(chance, won, lost, value, lost_attackers, lost_defenders)

    def play_out(self, attacker_wins: bool, lost_attackers: float, lost_defenders: float) -> None:
        """Put the outcome on the scales."""
        scales, attacker = self.scales, self.attacker
        share = lost_attackers / self.attacking if self.attacking else 0.0
        for force in self.forces:
            if force.origin != NOWHERE:
                scales.add(attacker, force.origin, -force.battalions if attacker_wins else -share * force.battalions)
            elif not attacker_wins and (ways := self.retreats(attacker, landed=True)):
                scales.add(attacker, ways[0], force.battalions * (1 - share))
        if attacker_wins:
            scales.add(attacker, self.area, self.attacking - lost_attackers)
        for country, battalions in self.defenders:
            if not attacker_wins:
                scales.add(country, self.area, -lost_defenders * battalions / self.defending)
                continue
            scales.add(country, self.area, -battalions)
            if ways := self.retreats(country):
                left = battalions * (1 - lost_defenders / self.defending)
                scales.add(country, self._best_refuge(country, ways), left)

    def _retreats(self, country: int, landed: bool = False) -> list[int]:
        """Areas open to a country's losers (4.2-8)."""
        around = [(area, board.over_water(self.area, area)) for area in board.NEIGHBOURS[self.area]]
        held = [area for area, _ in around if self.sight.enemies_at(country, area)]
        return open_for_retreat(COUNTRIES[country], around, held, self.pending, () if landed else self.origins)

    def _best_refuge(self, country: int, ways: Sequence[int]) -> int:
        """Where a country would rather go, by what its battalions weigh there."""
        weight = self.scales.weight[country]
        return max(ways, key=lambda area: (sum(weight[area]) + (area in board.POINT_CITY), -area))


def stakes_of(sight: Sight, scales: Scales, area: int) -> Stakes:
    """The battle for an area as it stands."""
    state = sight.state
    return Stakes(sight, scales, state.country, area, groups_at(state, area), state.origins, attacked_areas(state))


def _losses(dice: float, battalions: int) -> float:
    """Expected losses for a number of dice that is itself an average."""
    whole = int(dice)
    low = expected_losses(whole, battalions)
    return low + (dice - whole) * (expected_losses(whole + 1, battalions) - low)


def last_throw(sight: Sight, area: int, chance: float) -> float:
    """The score of a German battle after which the deck is used up and the game over: it must bring the last city."""
    return (1 - chance) * LOST if all(city == area for city in sight.unheld_cities()) else LOST


# prices of cards

#: in battalions: what the card is kept for, over what its symbols buy
KEEPING: dict[str, float] = {
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
#: Reinforcements are kept for nothing, nor are nine-April cards, which leave the game with their round (7.4-3)
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

    def __init__(self, sight: Sight, scales: Scales) -> None:
        self.weights = scales.weights
        #: what a new battalion of the country is worth where it can be placed best
        worth = (scales.worth(sight.country, area) for area in sight.places(sight.country))
        self.battalion = max(worth, default=0.02) + 0.005
        self.time = time_of_a_card(sight, scales.weights)
        #: Germany gathers cards for the last attack on the cities it still misses: what a die of them is worth more
        misses = sight.country == GERMANY and sight.missing_cities()
        self.late = self.weights.last_blow * max(0.0, 1 - sight.deck / (4 * HAND_LIMIT)) if misses else 0.0

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


def best_use(options: Sequence[Use], gain: Callable[[Use], float], price: float) -> Use | None:
    """The use of a card that gains most, if it gains more than the card's price."""
    gains = {option: gain(option) for option in options}
    best = max(gains, key=gains.__getitem__)
    return best if gains[best] > price else None


def time_of_a_card(sight: Sight, weights: Weights) -> float:
    """German cards are time (1.3-1): Germany is in haste while it holds all cities; while it does not, the deck must
    last until its battalions are where they are needed."""
    if sight.country == GERMANY:
        missing = sight.missing_cities()
        if not missing:
            return weights.haste
        budget = sight.deck / (turns_needed(sight, missing, weights.storming) + weights.spare_turns)
        # whether time works for Germany: from nothing at equal numbers to one at nearly twice as many battalions
        german, norwegian, allied = (sum(battalions) for battalions in sight.battalions)
        ahead = min(1.0, max(0.0, (german / max(1, norwegian + allied) - weights.equal) / weights.superior))
        return weights.patience * ahead * max(0.0, sight.to_draw + 2 - budget)
    return weights.recall if sight.country == ALLIES else 0.0


def turns_needed(sight: Sight, missing: Sequence[int], wanted: float) -> float:
    """Turns until so many German battalions as are wanted can stand before every city that Germany misses."""
    far = chances.distances(chances.obstacles_of(sight, GERMANY))

    def turns(city: int) -> float:
        german = sorted((far[area][chances.CITY_AT[city]], n) for area, n in enumerate(sight.view.germany) if n)
        marching = accumulate(n for _, n in german)
        return next((distance for (distance, _), n in zip(german, marching, strict=True) if n >= wanted), LONG_WAY)

    return max(map(turns, missing))
