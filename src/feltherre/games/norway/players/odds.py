"""Exact chances as plain numbers: of battles on land, and of the dice that a hand nobody has seen can add."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from feltherre.games.norway.procedures.combat import battle_chances

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
