"""How the war stands: Germany's chance to hold all six point cities at the end (1.3), weighed by who is near them.

For each city the battalions in it and around it, German ones for and others against, are added up, those farther away
counting less; a curve turns the difference into a chance. The score is the logarithm of the chance that Germany has all
six, with a little for battalions as such. Germany wants it high, its enemies want it low.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.distances import CITY_AT, distances, obstacles
from feltherre.games.norway.players.captain.weights import COMING_TO, WEIGHTS
from feltherre.games.norway.players.odds import win_chance
from feltherre.games.norway.players.sight import AREAS, CITIES, HAND_LIMIT, Sight

OSLO = board.INDEX["oslo"]
REINFORCEMENTS = cards.INDEX["ger-reinforcements"]
#: dice of battalions end here (4.2-dice-2)
COUNTING = 5
#: cards that a side is reckoned to add in a battle to come
CARD_DICE = 1
#: dice of a good German hand in attack, and what the others' two hands add in defence
GOOD_HAND, GOOD_DEFENCE = 4, 3
#: battalions for which chances of the next attack are kept
MOST = 9

#: by area: the cities next to it and how much of an attacker's dice cross the border (4.2-dice-4)
NEXT_TO: tuple[tuple[tuple[int, float], ...], ...] = tuple(
    tuple((CITY_AT[other], 0.5 if board.WATER[area][other] else 1.0) for other in board.NEIGHBOURS[area] if other in CITIES)
    for area in range(AREAS)
)

#: what `mark` keeps
Mark = tuple[list[float], list[float], list[float], list[list[float]], float]


class Scales:
    """A position being weighed. Battalions are added and taken on trial; `mark` and `back_to` undo it."""

    __slots__ = ("around", "at_risk", "counts", "german", "hold", "last", "last_blow", "material", "near", "others", "safe", "turns", "weight")

    def __init__(
        self, turns: float, german: tuple[int, ...], others: tuple[int, ...], safe: float = 0.0, last: bool = False
    ) -> None:
        """`german`, `others`: the obstacles in the way of each side."""
        self.turns = turns
        #: how far a German garrison is safe now, because the game can end before anybody attacks it (0 to 1)
        self.safe = safe
        #: no German turn follows: what Germany does not hold is lost
        self.last = last
        self.hold = WEIGHTS.hold + WEIGHTS.hold_late / (turns + 1.0)
        self.at_risk = min(0.95, WEIGHTS.at_risk + WEIGHTS.at_risk_late / (turns + 1.0))
        #: battalions of each country, by area
        self.counts = [0.0] * (3 * AREAS)
        self.german = [0.0] * len(CITIES)
        self.others = [0.0] * len(CITIES)
        self.around = [0.0] * len(CITIES)
        self.last_blow = min(0.95, WEIGHTS.blow + WEIGHTS.blow_late / (turns + 1.0))
        #: German, Norwegian and Allied battalions next to each city
        self.near = [[0.0] * len(CITIES), [0.0] * len(CITIES), [0.0] * len(CITIES)]
        self.material = 0.0
        half_turns = round(turns * 2)
        theirs = around_weights(others, half_turns)
        self.weight = (around_weights(german, half_turns), theirs, theirs)

    def add(self, country: int, area: int, number: float) -> None:
        """Battalions come to an area (or leave it: a negative number)."""
        city = CITY_AT[area]
        at = country * AREAS + area
        before = self.counts[at]
        after = self.counts[at] = before + number
        signed = depth(after) - depth(before)
        if country == GERMANY:
            if city >= 0:
                self.german[city] += number
            self.material += number * WEIGHTS.material
        else:
            signed = -signed
            if city >= 0:
                self.others[city] += number
            self.material -= number * WEIGHTS.material
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

    def balance(self, city: int) -> float:
        """German battalions in and around a city against those of the others."""
        german, others = self.german[city], self.others[city]
        return (
            depth(german)
            - depth(others)
            + self.around[city]
            + self.hold * (min(german, 1.0) - min(others, 1.0))
            + COMING_TO[city]
        )

    def exposure(self, city: int) -> float:
        """How far a German city is safe from the next Norwegian and the next Allied attack."""
        garrison = min(int(self.german[city] + 0.5), MOST)
        safe = 1.0
        for country in (NORWAY, ALLIES):
            near = min(int(self.near[country][city] + 0.5), MOST)
            safe *= 1.0 - self.at_risk * FALLS[near][garrison]
        return safe

    def blow(self, city: int) -> float:
        """Chance that Germany takes a city with the battalions next to it and a good hand."""
        near, others = int(self.near[GERMANY][city] + 0.5), int(self.others[city] + 0.5)
        return TAKEN[min(near, MOST)][min(others, MOST)]

    def city_chance(self, city: int) -> float:
        """Germany's chance to hold a city (by its number) at the end."""
        held = min(max(self.german[city], 0.0), 1.0)
        if self.last:
            return max(held, 0.002)
        chance = curve(self.balance(city))
        if held >= 0.5:
            chance *= self.exposure(city)
        else:
            chance += (1.0 - chance) * self.last_blow * self.blow(city)
        return held * (self.safe + (1.0 - self.safe) * chance) + (1.0 - held) * chance if self.safe else chance

    def score(self) -> float:
        """The logarithm of Germany's chance to hold all six, and a little for battalions.

        The same as city_chance for every city, written out because it is asked ten thousand times in a game.
        """
        if self.last or self.safe:
            return self.material + sum(log(self.city_chance(city)) for city in range(6))
        germans, enemies, around, hold, curve = self.german, self.others, self.around, self.hold, CURVE
        german_near, norwegian_near, allied_near = self.near
        product = 1.0
        for city in range(6):
            german, others = germans[city], enemies[city]
            balance = around[city] + COMING_TO[city]
            if german:
                balance += (german if german <= 5.0 else depth(german)) + (hold if german >= 1.0 else hold * german)
            if others:
                balance -= (others if others <= 5.0 else depth(others)) + (hold if others >= 1.0 else hold * others)
            chance = curve[int((balance + REACH_OF_CURVE) * STEPS_OF_CURVE) if -24.0 < balance < 24.0 else (0 if balance < 0 else -1)]
            if german >= 0.5:
                garrison = int(german + 0.5) if german < MOST else MOST
                near = norwegian_near[city]
                if near >= 0.5:
                    chance *= 1.0 - self.at_risk * FALLS[int(near + 0.5) if near < MOST else MOST][garrison]
                near = allied_near[city]
                if near >= 0.5:
                    chance *= 1.0 - self.at_risk * FALLS[int(near + 0.5) if near < MOST else MOST][garrison]
            else:
                near = german_near[city]
                if near >= 0.5:
                    taken = TAKEN[int(near + 0.5) if near < MOST else MOST][int(others + 0.5) if others < MOST else MOST]
                    chance += (1.0 - chance) * self.last_blow * taken
            product *= chance
        return self.material + log(product)

    def worth(self, country: int, area: int) -> float:
        """What one more battalion in an area does for its own side."""
        before = self.score()
        mark = self.mark()
        self.add(country, area, 1)
        after = self.score()
        self.back_to(mark)
        return after - before if country == GERMANY else before - after


def depth(battalions: float) -> float:
    if battalions <= COUNTING:
        return battalions
    return COUNTING + (battalions - COUNTING) * WEIGHTS.depth


def curve(balance: float) -> float:
    """The chance that a balance of battalions stands for."""
    return 1.0 / (1.0 + exp(-balance / (WEIGHTS.scale if balance > 0 else WEIGHTS.scale_behind)))


#: the curve in steps, for balances on either side of even
REACH_OF_CURVE, STEPS_OF_CURVE = 24, 16
CURVE: tuple[float, ...] = tuple(
    curve(step / STEPS_OF_CURVE - REACH_OF_CURVE) for step in range(2 * REACH_OF_CURVE * STEPS_OF_CURVE)
)


def _falls(attackers: int, garrison: int) -> float:
    if not attackers:
        return 0.0
    if not garrison:
        return 1.0
    return win_chance(min(attackers, COUNTING) + CARD_DICE, min(garrison, COUNTING) + CARD_DICE)


#: chance that so many attackers take a city from a garrison
FALLS: tuple[tuple[float, ...], ...] = tuple(
    tuple(_falls(attackers, garrison) for garrison in range(MOST + 1)) for attackers in range(MOST + 1)
)


def _taken(attackers: int, defenders: int) -> float:
    if not attackers:
        return 0.0
    if not defenders:
        return 1.0
    return win_chance(min(attackers, COUNTING) + GOOD_HAND, min(defenders, COUNTING) + GOOD_DEFENCE)


#: chance that so many Germans with a good hand take a city from so many defenders
TAKEN: tuple[tuple[float, ...], ...] = tuple(
    tuple(_taken(attackers, defenders) for defenders in range(MOST + 1)) for attackers in range(MOST + 1)
)


@lru_cache(maxsize=128)
def decay_table(half_turns: int) -> tuple[float, ...]:
    """Weight of a battalion by its distance in tenths of a turn: it falls, and faster beyond the turns that are left."""
    turns = half_turns / 2
    return tuple(
        WEIGHTS.around * WEIGHTS.decay ** (d / 10) * min(1.0, (turns + 1.0) / (d / 10 + 0.001)) for d in range(400)
    )


@lru_cache(maxsize=2048)
def around_weights(in_the_way: tuple[int, ...], half_turns: int) -> tuple[tuple[float, ...], ...]:
    """By area: the weight of a battalion there for each city; none for the city it is in."""
    table = decay_table(half_turns)
    return tuple(tuple(table[int(d * 10)] if d else 0.0 for d in row) for row in distances(in_the_way))


def turns_left(sight: Sight) -> float:
    """German turns after this one (or from now on, in the others' turns), at the pace Germany can be expected to use
    its cards."""
    pace = WEIGHTS.pace_holding if sight.german_cities() == len(CITIES) else WEIGHTS.pace_missing
    return max(sight.deck / pace, 0.5)


def scales_for(sight: Sight) -> Scales:
    """The position as it stands: attackers by land count where they came from, those from sea or air not yet."""
    german, norwegian, allied = sight.battalions
    enemies = [norwegian[area] + allied[area] for area in range(AREAS)]
    can_end = sight.deck <= HAND_LIMIT
    forced = german_turn_is_last(sight)
    scales = Scales(
        turns_left(sight),
        obstacles(enemies),
        obstacles(german),
        safe_now(sight) if can_end else 0.0,
        forced,
    )
    fill(scales, sight.battalions)
    for group in sight.view.groups:
        if group.origin >= 0:
            scales.add(sight.in_turn, group.origin, group.battalions)
    if sight.country == sight.in_turn == GERMANY and sight.view.phase < 3:
        expect_reinforcements(scales, sight)
    return scales


def expect_reinforcements(scales: Scales, sight: Sight) -> None:
    """Germany moves and fights before its new battalions come: Oslo need not be held by the old ones (4.3-ger-1)."""
    if not sight.enemies_at(GERMANY, OSLO):
        cards_for_it = sight.hand[REINFORCEMENTS] * cards.SYMBOLS[REINFORCEMENTS] // 3
        scales.add(GERMANY, OSLO, WEIGHTS.expected * (1 + cards_for_it))


def fill(scales: Scales, battalions: Sequence[Sequence[int]]) -> None:
    for country in (GERMANY, NORWAY, ALLIES):
        for area, number in enumerate(battalions[country]):
            if number:
                scales.add(country, area, number)


def safe_now(sight: Sight) -> float:
    """With so few cards left Germany can end the game when its turn comes: what it holds then, it has (1.3-1)."""
    return {GERMANY: 0.98, NORWAY: 0.5, ALLIES: 0.98}[sight.in_turn]


def german_turn_is_last(sight: Sight) -> bool:
    """Whether the German deck runs out at the end of this German turn whatever Germany does."""
    if sight.in_turn != GERMANY:
        return False
    drawn_anyway = HAND_LIMIT - sight.view.hand_size[GERMANY]
    must_use = 0 if sight.view.used_this_turn else 1
    return drawn_anyway + must_use >= sight.deck


__all__ = ["Mark", "Scales", "scales_for", "turns_left"]
