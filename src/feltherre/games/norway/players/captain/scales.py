"""How the war stands: Germany's chance to hold all six point cities at the end (1.3), weighed by who is near them.

For each city the battalions in it and around it, German ones for and others against, are added up, those farther away
counting less; a curve turns the difference into a chance. The score is the logarithm of the chance that Germany has all
six, with a little for battalions as such. Germany wants it high, its enemies want it low.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, log1p

from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.distances import CITY_AT, distances, obstacles
from feltherre.games.norway.players.captain.weights import COMING_TO, WEIGHTS
from feltherre.games.norway.players.sight import AREAS, CITIES, HAND_LIMIT, Sight

#: dice of battalions end here (4.2-dice-2)
COUNTING = 5

#: (German in cities, others in cities, around, material)
Mark = tuple[list[float], list[float], list[float], float]


class Scales:
    """A position being weighed. Battalions are added and taken on trial; `mark` and `back_to` undo it."""

    __slots__ = ("around", "german", "hold", "last", "material", "others", "safe", "turns", "weight")

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
        self.german = [0.0] * len(CITIES)
        self.others = [0.0] * len(CITIES)
        self.around = [0.0] * len(CITIES)
        self.material = 0.0
        half_turns = round(turns * 2)
        theirs = around_weights(others, half_turns)
        self.weight = (around_weights(german, half_turns), theirs, theirs)

    def add(self, country: int, area: int, number: float) -> None:
        """Battalions come to an area (or leave it: a negative number)."""
        city = CITY_AT[area]
        if country == GERMANY:
            signed = number
            if city >= 0:
                self.german[city] += number
        else:
            signed = -number
            if city >= 0:
                self.others[city] += number
        self.material += signed * WEIGHTS.material
        around, weight = self.around, self.weight[country][area]
        around[0] += signed * weight[0]
        around[1] += signed * weight[1]
        around[2] += signed * weight[2]
        around[3] += signed * weight[3]
        around[4] += signed * weight[4]
        around[5] += signed * weight[5]

    def mark(self) -> Mark:
        return self.german[:], self.others[:], self.around[:], self.material

    def back_to(self, mark: Mark) -> None:
        self.german[:], self.others[:], self.around[:], self.material = mark

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

    def city_chance(self, city: int) -> float:
        """Germany's chance to hold a city (by its number) at the end."""
        held = min(max(self.german[city], 0.0), 1.0)
        if self.last:
            return max(held, 0.002)
        balance = self.balance(city)
        chance = 1.0 / (1.0 + exp(-balance / (WEIGHTS.scale if balance > 0 else WEIGHTS.scale_behind)))
        if not self.safe:
            return chance
        return held * (self.safe + (1.0 - self.safe) * chance) + (1.0 - held) * chance

    def score(self) -> float:
        """The logarithm of Germany's chance to hold all six, and a little for battalions."""
        total = self.material
        if self.safe or self.last:
            for city in range(6):
                total += log(self.city_chance(city))
            return total
        german, others, around, hold = self.german, self.others, self.around, self.hold
        ahead, behind = WEIGHTS.scale, WEIGHTS.scale_behind
        for city in range(6):
            g, o = german[city], others[city]
            balance = around[city] + COMING_TO[city]
            if g:
                balance += depth(g) + hold * (g if g < 1.0 else 1.0)
            if o:
                balance -= depth(o) + hold * (o if o < 1.0 else 1.0)
            total -= log1p(exp(-balance / (ahead if balance > 0 else behind)))
        return total

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
    return scales


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
