"""How the war stands: Germany's chance to hold all six point cities at the end (1.3), weighed by who is near them.

For each city the battalions in it and around it, German ones for and others against, are added up, those farther away
counting less; a curve turns the difference into a chance, which the exact odds of the next attack make smaller (or, for
a city that Germany misses, larger). The score is the logarithm of the chance that Germany has all six, with a little
for battalions as such. Germany wants it high, its enemies want it low.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain import chances
from feltherre.games.norway.players.captain.chances import CITY_AT, COUNTING, MOST, REACH_OF_CURVE, STEPS_OF_CURVE
from feltherre.games.norway.players.sight import CITIES, HAND_LIMIT, Sight
from feltherre.games.norway.state import AREAS

#: by area: the cities next to it and how much of an attacker's dice cross the border (4.2-dice-4)
NEXT_TO: tuple[tuple[tuple[int, float], ...], ...] = tuple(
    tuple((CITY_AT[city], 0.5 if board.WATER[area][city] else 1.0) for city in board.NEIGHBOURS[area] if city in CITIES)
    for area in range(AREAS)
)

#: battalions of a country that come to an area (or leave it: a negative number)
Change = tuple[int, int, float]
#: what `mark` keeps
Mark = tuple[list[float], list[float], list[float], list[list[float]], float]


def whole(battalions: float) -> int:
    """Battalions to be looked up in a table: none where a plan has sent more away than were reckoned near."""
    return min(max(int(battalions + 0.5), 0), MOST)


def better(country: int, after: float, before: float) -> float:
    """By how much a country likes one score more than another."""
    return after - before if country == GERMANY else before - after


class Scales:
    """A position being weighed. Battalions are added and taken on trial; `mark` and `back_to` undo it."""

    def __init__(
        self,
        weights: chances.Weights,
        turns: float,
        german: tuple[int, ...],
        others: tuple[int, ...],
        safe: float = 0.0,
        last: bool = False,
        germany_next: bool = False,
    ) -> None:
        """`turns` that are left, and the obstacles in the way of the Germans and of the others."""
        self.weights = weights
        #: how far a German garrison is safe now, because the game can end before anybody attacks it (0 to 1)
        self.safe = safe
        #: no German turn follows: what Germany does not hold is lost
        self.last = last
        #: whether Germans enter a city that nobody holds before its enemies do
        self.germany_next = germany_next
        self.hold = weights.hold + weights.hold_late / (turns + 1.0)
        self.at_risk = min(0.95, weights.at_risk + weights.at_risk_late / (turns + 1.0))
        self.last_blow = min(0.95, weights.blow + weights.blow_late / (turns + 1.0))
        #: battalions of each country, by area
        self.counts = [0.0] * (3 * AREAS)
        self.german = [0.0] * len(CITIES)
        self.others = [0.0] * len(CITIES)
        self.around = [0.0] * len(CITIES)
        #: German, Norwegian and Allied battalions next to each city
        self.near = [[0.0] * len(CITIES), [0.0] * len(CITIES), [0.0] * len(CITIES)]
        self.material = 0.0
        half_turns = round(turns * 2)
        theirs = chances.around_weights(others, half_turns, weights)
        self.weight = (chances.around_weights(german, half_turns, weights), theirs, theirs)

    def add(self, country: int, area: int, number: float) -> None:
        """Battalions come to an area (or leave it: a negative number)."""
        city = CITY_AT[area]
        at = country * AREAS + area
        before = self.counts[at]
        after = self.counts[at] = before + number
        signed = number if before <= COUNTING >= after else self.depth(after) - self.depth(before)
        if country == GERMANY:
            if city >= 0:
                self.german[city] += number
            self.material += number * self.weights.material
        else:
            signed = -signed
            if city >= 0:
                self.others[city] += number
            self.material -= number * self.weights.material
        near = self.near[country]
        for other, share in NEXT_TO[area]:
            near[other] += number * share
        around, weight = self.around, self.weight[country][area]
        around[0] += signed * weight[0]
        around[1] += signed * weight[1]
        around[2] += signed * weight[2]
        around[3] += signed * weight[3]
        around[4] += signed * weight[4]
        around[5] += signed * weight[5]

    def mark(self) -> Mark:
        near = [self.near[0][:], self.near[1][:], self.near[2][:]]
        return self.counts[:], self.german[:], self.others[:], [self.around[:], *near], self.material

    def back_to(self, mark: Mark) -> None:
        counts, german, others, (around, *near), self.material = mark
        self.counts[:], self.german[:], self.others[:], self.around[:] = counts, german, others, around
        self.near[0][:], self.near[1][:], self.near[2][:] = near

    def city_chance(self, city: int) -> float:
        """Germany's chance to hold a city (by its number) at the end: from the battalions in and around it, and what
        the next attack may change."""
        german, others = self.german[city], self.others[city]
        held = min(max(german, 0.0), 1.0)
        if self.last:
            return max(held, 0.002)
        balance = self.depth(german) - self.depth(others) + self.around[city]
        balance += self.hold * (min(german, 1.0) - min(others, 1.0)) + self.weights.coming[city]
        chance = chances.chance_of(balance, self.weights)
        falls, taken = chances.tables()
        if others < 0.5 and not (self.germany_next and german < 0.5):
            norwegian = falls[whole(self.near[NORWAY][city])][whole(german)]
            allied = falls[whole(self.near[ALLIES][city])][whole(german)]
            chance *= (1.0 - self.at_risk * norwegian) * (1.0 - self.at_risk * allied)
        else:
            chance += (1.0 - chance) * self.last_blow * taken[whole(self.near[GERMANY][city])][whole(others)]
        return held * (self.safe + (1.0 - self.safe) * chance) + (1.0 - held) * chance if self.safe else chance

    def score(self) -> float:
        """The logarithm of Germany's chance to hold all six, and a little for battalions.

        The same as city_chance for every city, written out because it is asked ten thousand times in a game.
        """
        if self.last or self.safe:
            return self.material + sum(log(self.city_chance(city)) for city in range(6))
        germans, enemies, around, hold = self.german, self.others, self.around, self.hold
        coming, steps = self.weights.coming, chances.curve(self.weights)
        falls, taken = chances.tables()
        german_near, norwegian_near, allied_near = self.near
        product = 1.0
        for city in range(6):
            german, others = germans[city], enemies[city]
            balance = around[city] + coming[city]
            if german:
                balance += german if german <= COUNTING else self.depth(german)
                balance += hold if german >= 1.0 else hold * german
            if others:
                balance -= others if others <= COUNTING else self.depth(others)
                balance -= hold if others >= 1.0 else hold * others
            step = int((balance + REACH_OF_CURVE) * STEPS_OF_CURVE)
            chance = steps[step if 0 < step < len(steps) else (0 if balance < 0 else -1)]
            if others < 0.5 and not (self.germany_next and german < 0.5):
                garrison = int(german + 0.5) if german < MOST else MOST
                near = norwegian_near[city]
                if near >= 0.5:
                    chance *= 1.0 - self.at_risk * falls[int(near + 0.5) if near < MOST else MOST][garrison]
                near = allied_near[city]
                if near >= 0.5:
                    chance *= 1.0 - self.at_risk * falls[int(near + 0.5) if near < MOST else MOST][garrison]
            else:
                near = german_near[city]
                if near >= 0.5:
                    defenders = int(others + 0.5) if others < MOST else MOST
                    blow = taken[int(near + 0.5) if near < MOST else MOST][defenders]
                    chance += (1.0 - chance) * self.last_blow * blow
            product *= chance
        return self.material + log(product)

    def after(self, changes: Iterable[Change]) -> float:
        """The score if battalions came and went so."""
        mark = self.mark()
        for country, area, number in changes:
            self.add(country, area, number)
        score = self.score()
        self.back_to(mark)
        return score

    def worth(self, country: int, area: int) -> float:
        """What one more battalion in an area does for its own side."""
        return better(country, self.after(((country, area, 1),)), self.score())

    def depth(self, battalions: float) -> float:
        """How much battalions in one area weigh: only five of them throw dice (4.2-dice-2)."""
        if battalions <= COUNTING:
            return battalions
        return COUNTING + (battalions - COUNTING) * self.weights.depth


# the position as a country sees it

OSLO = board.INDEX["oslo"]
REINFORCEMENTS = cards.INDEX["ger-reinforcements"]
#: with few cards left Germany can end the game when its turn comes: how far what it holds is safe, by the country in
#: turn (1.3-1)
SAFE = {GERMANY: 0.98, NORWAY: 0.5, ALLIES: 0.98}


def scales_for(sight: Sight) -> Scales:
    """The position as it stands: attackers by land count where they came from, those from sea or air not yet."""
    weights = chances.WEIGHTS[sight.country]
    # German turns after this one (or from now on, in the others' turns), as Germany may be expected to use its cards
    pace = weights.pace_missing if sight.missing_cities() else weights.pace_holding
    scales = Scales(
        weights,
        max(sight.deck / pace, 0.5),
        chances.obstacles_of(sight, GERMANY),
        chances.obstacles_of(sight, NORWAY),
        SAFE[sight.in_turn] if sight.deck <= HAND_LIMIT else 0.0,
        # whether the deck runs out at the end of this German turn whatever Germany does
        sight.in_turn == GERMANY and sight.to_draw + sight.must_use >= sight.deck,
        sight.in_turn != GERMANY,
    )
    for country, battalions in enumerate(sight.battalions):
        for area, number in enumerate(battalions):
            if number:
                scales.add(country, area, number)
    for group in sight.view.groups:
        if group.origin >= 0:
            scales.add(sight.in_turn, group.origin, group.battalions)
    # Germany moves and fights before its new battalions come: Oslo need not be held by the old ones (4.3-ger-1)
    if sight.country == sight.in_turn == GERMANY and sight.view.phase < 3 and not sight.enemies_at(GERMANY, OSLO):
        cards_for_it = sight.hand[REINFORCEMENTS] * cards.SYMBOLS[REINFORCEMENTS] // 3
        scales.add(GERMANY, OSLO, weights.expected * (1 + cards_for_it))
    return scales
