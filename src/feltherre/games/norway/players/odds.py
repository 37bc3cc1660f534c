"""Exact chances as plain numbers: of battles, of the dice that a hand nobody has seen can add, of fire at sea (8.2,
steps 4 and 5) and of interception (8.1-int-3).

A gun is a ship as far as its fire goes: the chance that its die sinks, and that it chases. A ship that nobody has seen
has the mean gun of those it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from feltherre.games.norway.procedures.combat import battle_chances
from feltherre.games.norway.sea import ships

#: more dice than this change a chance by less than a player can use
MOST_DICE = 14

#: (dice, chance) pairs
DiceChances = tuple[tuple[int, float], ...]
NO_DICE: DiceChances = ((0, 1.0),)


@lru_cache(maxsize=4096)
def win_chance(attacker_dice: int, defender_dice: int) -> float:
    """Chance that the attacker's sum is higher (4.2-7)."""
    if attacker_dice <= 0:
        return 0.0
    return float(battle_chances(min(attacker_dice, MOST_DICE), min(max(defender_dice, 0), MOST_DICE), 0, 0).win)


@lru_cache(maxsize=4096)
def expected_losses(enemy_dice: int, battalions: int) -> float:
    """Battalions that so many enemy dice destroy on average, of so many that are there (4.2-6)."""
    if enemy_dice <= 0 or battalions <= 0:
        return 0.0
    chances = battle_chances(0, min(enemy_dice, MOST_DICE), battalions, 0).attacker_losses
    return float(sum(lost * chance for lost, chance in enumerate(chances)))


@lru_cache(maxsize=65536)
def hand_dice(kinds: tuple[tuple[int, int], ...], others: int, hand: int, certain: int = 0) -> DiceChances:
    """Dice that a hidden hand adds if all its cards for this battle are played, one of each kind.

    `kinds`: (how many of the unseen cards are of this kind, its dice); `others`: unseen cards that add nothing;
    `certain`: dice of cards that were seen in the hand. Counted over every hand that could have been dealt.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for count, dice in kinds:
        after: dict[tuple[int, int], int] = {}
        for (taken, total), n in ways.items():
            for k in range(min(count, hand - taken) + 1):
                key = (taken + k, total + (dice if k else 0))
                after[key] = after.get(key, 0) + n * comb(count, k)
        ways = after
    found: dict[int, int] = {}
    for (taken, total), n in ways.items():
        found[total] = found.get(total, 0) + n * comb(others, hand - taken)
    everything = sum(found.values())
    if not everything:
        return ((certain, 1.0),)
    return tuple((total + certain, n / everything) for total, n in sorted(found.items()) if n)


def win_against(attacker_dice: int, defender_dice: int, added: DiceChances) -> float:
    """Chance to win against battalions and a hidden hand."""
    return sum(chance * win_chance(attacker_dice, defender_dice + dice) for dice, chance in added)


def mean_dice(added: DiceChances) -> float:
    return sum(dice * chance for dice, chance in added)


# fire at sea

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
