"""What a sea battle and an interception bring on average, in battalions: exact fire (8.2, steps 4 and 5), what is found
(8.1-int-3), and what ships are worth.

A gun is a ship as far as its fire goes: the chance that its die sinks, and that it chases. A ship that nobody has seen
has the mean gun of those it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb

from msgspec import Struct

from feltherre.games.norway import board
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.sight import Sight, Waters
from feltherre.games.norway.sea import ships

#: (chance to sink, chance to chase)
Gun = tuple[float, float]

GUNS: tuple[Gun, ...] = tuple(
    (len(sinks) / 6, len(chases) / 6) for sinks, chases in zip(ships.SINKS_ON, ships.CHASES_ON, strict=True)
)


def guns_of(some: Iterable[int]) -> tuple[Gun, ...]:
    return tuple(sorted((GUNS[ship] for ship in some), reverse=True))


def mean_gun(some: Sequence[int]) -> Gun:
    """The gun of a ship that is one of several."""
    number = max(1, len(some))
    return sum(GUNS[ship][0] for ship in some) / number, sum(GUNS[ship][1] for ship in some) / number


@lru_cache(maxsize=65536)
def fire(guns: tuple[Gun, ...], targets: int) -> tuple[float, float]:
    """Ships sunk and chased on average when these fire at so many: each is struck once (8.2-seq-4, R48)."""
    #: chance that so many ships have not been struck yet
    left = [0.0] * targets + [1.0]
    sunk = chased = 0.0
    for sinks, chases in guns:
        some_left = 1.0 - left[0]
        sunk += sinks * some_left
        chased += chases * some_left
        hit = sinks + chases
        after = [(chance * (1 - hit) if number else chance) for number, chance in enumerate(left)]
        for number in range(targets):
            after[number] += left[number + 1] * hit
        left = after
    return sunk, chased


@lru_cache(maxsize=1024)
def caught(number: int, chance: float) -> tuple[float, ...]:
    """Chances that none, one, two... of so many cards are found (8.1-int-3)."""
    return tuple(comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1))


# worth

#: a ship itself, in battalions: what it still closes and opens
AFLOAT = {
    ships.MINOR: 0.6,
    ships.HEAVY_CRUISER: 0.7,
    ships.BATTLESHIP: 0.9,
    ships.CARRIER: 1.0,
    ships.COAST_DEFENCE: 0.5,
    ships.DECOY: 0.0,
}
#: an Allied card that is lost with it (8.2-seq-6-loss): a part of a battalion, and the recall comes nearer (2.4-all-3)
ALLIED_CARD = 0.7
#: a German card is time: dear while Germany misses a city, free while it holds all six (1.3-1)
GERMAN_CARD, GERMAN_CARD_HOLDING = 0.4, 0.0
#: a ship that is chased is not lost, but out of place
CHASED = 0.15
#: on 9 April a German ship that is sunk or chased off lands no battalion (7.2-landing-2)
UNLANDED = 1.1
#: chance that a card is found (8.1-int-3)
FOUND = 1 / 3


def enemy_fleet(country: int) -> int:
    """Whose ships a country's ships meet; Eidsvoll & Norge comes on top."""
    return ALLIES if country == GERMANY else GERMANY


def ships_to_seas(stations: Mapping[int, int]) -> tuple[tuple[str, str], ...]:
    """ship -> sea area, as an order names them."""
    return tuple((ships.IDS[ship], board.SEAS[stations[ship]]) for ship in sorted(stations))


class Squadron(Struct, frozen=True):
    """Ships that fight together: their guns, best first, and what they are worth."""

    guns: tuple[Gun, ...]
    worth: float
    #: what each loses more by being struck at all
    errand: float = 0.0

    @property
    def number(self) -> int:
        return len(self.guns)

    def some(self, number: int) -> Squadron:
        """So many of them, whichever: with the mean gun and the mean worth."""
        if number >= self.number:
            return self
        gun = (sum(g[0] for g in self.guns) / self.number, sum(g[1] for g in self.guns) / self.number)
        return Squadron((gun,) * number, self.worth * number / self.number, self.errand)


class Appraisal(Struct, frozen=True):
    """What ships are worth, with what a German card is worth now."""

    german_card: float = GERMAN_CARD

    def worth(self, ship: int) -> float:
        card = {GERMANY: self.german_card, NORWAY: 0.0, ALLIES: ALLIED_CARD}[ships.COUNTRY[ship]]
        return AFLOAT[ships.CLASS[ship]] + card * ships.CARDS_LOST[ship]

    def mean(self, some: Sequence[int]) -> float:
        return sum(self.worth(ship) for ship in some) / max(1, len(some))

    def squadron(self, some: Sequence[int], errand: float = 0.0) -> Squadron:
        """Ships whose names are known."""
        return Squadron(guns_of(some), sum(self.worth(ship) for ship in some), errand)

    def squadron_at(self, waters: Waters, country: int, area: int, errand: float = 0.0) -> Squadron:
        """All that a country has in a sea area, as far as the seat can tell; likely decoys are left out."""
        known = [ship for ship in waters.known_at(country, area) if ship not in ships.DECOYS]
        hidden = waters.numbers[country][area] - len(waters.known_at(country, area))
        pool = waters.unknown(country)
        real = [ship for ship in pool if ship not in ships.DECOYS]
        number = round(hidden * len(real) / len(pool)) if pool else 0
        if hidden > 0 and not known:
            number = max(1, number)
        guns = tuple(sorted((*guns_of(known), *((mean_gun(real),) * number)), reverse=True))
        return Squadron(guns, sum(self.worth(ship) for ship in known) + self.mean(real) * number, errand)


PLAIN = Appraisal()


def appraisal(sight: Sight) -> Appraisal:
    """What ships are worth as the cities stand."""
    return Appraisal(GERMAN_CARD if sight.missing_cities() else GERMAN_CARD_HOLDING)


def losses(side: Squadron, enemy: Squadron) -> float:
    """What a side loses on average to the enemy's fire."""
    if not side.guns or not enemy.guns:
        return 0.0
    sunk, chased = fire(enemy.guns, side.number)
    return sunk * (side.worth / side.number + side.errand) + chased * (CHASED + side.errand)


def battle_value(own: Squadron, enemy: Squadron) -> float:
    """What a battle brings: the enemy's losses less the own."""
    return losses(enemy, own) - losses(own, enemy)


def interception_value(own: Squadron, enemy: Squadron) -> float:
    """What an attempt to intercept brings, for each number of ships that may be found: all own ships fight (8.2-3), and
    the enemy brings the others of his if that is better for him (8.2-2)."""
    if not own.guns or not enemy.guns:
        return 0.0
    all_of_them = battle_value(own, enemy)
    value = 0.0
    for found, chance in enumerate(caught(enemy.number, FOUND)):
        if found:
            value += chance * min(battle_value(own, enemy.some(found)), all_of_them)
    return value


def encounter_value(own: Squadron, enemy: Squadron) -> float:
    """What both sides' attempts bring, where each tries only if that is worth it."""
    return max(0.0, interception_value(own, enemy)) - max(0.0, interception_value(enemy, own))
