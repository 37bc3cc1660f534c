"""What is won and lost at once: a battalion counts one, a point city several, any other area a little.

The dice of battalions and of cards that lie open are reckoned exactly; what others may hold is left out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from feltherre.games.norway import board
from feltherre.games.norway.countries import GERMANY, NORWAY
from feltherre.games.norway.players.odds import expected_losses, win_chance
from feltherre.games.norway.players.sight import CITIES, Sight
from feltherre.games.norway.procedures.combat import battalion_dice
from feltherre.games.norway.state import AREAS, NOWHERE

#: in battalions
CITY = 5.0
AREA = 0.3
#: a step towards the enemy, where nothing else is to be had
APPROACH = 0.02

#: (origin, over water, battalions)
Attackers = Sequence[tuple[int, bool, int]]


def area_value(area: int) -> float:
    return CITY if area in CITIES else AREA


def battle_gain(
    attackers: Attackers, defenders: int, area: int, attack_cards: int = 0, defence_cards: int = 0
) -> float:
    """What an attack brings on average: the area if it is won, and battalions for battalions."""
    if not attackers:
        return 0.0
    everybody = sum(number for _, _, number in attackers)
    wet = sum(number for _, water, number in attackers if water)
    attack = battalion_dice(everybody - wet, wet) + attack_cards
    defence = battalion_dice(defenders, 0) + defence_cards
    won = win_chance(attack, defence) * area_value(area)
    return won + expected_losses(attack, defenders) - expected_losses(defence, everybody)


def attackers_of(sight: Sight, area: int) -> list[tuple[int, bool, int]]:
    return [(group.origin, group.mode == "water", group.battalions) for group in sight.groups_at(area)]


def leaving_costs(sight: Sight, area: int, number: int) -> float:
    """A city that no German holds counts as Norwegian (1.3-4)."""
    if area == NOWHERE or sight.country != GERMANY or area not in CITIES:
        return 0.0
    return CITY if sight.battalions[GERMANY][area] <= number else 0.0


def move_gain(sight: Sight, origin: int, target: int, number: int, last_area: int | None = None) -> float:
    """Battalions go to an area, or attack it from the last area of their way."""
    border = origin if last_area is None else last_area
    gain = -leaving_costs(sight, origin, number)
    defenders = sight.enemies_at(sight.country, target)
    if not defenders:
        return gain + arrival_gain(sight, origin, target, number)
    before = attackers_of(sight, target)
    water = border != NOWHERE and board.WATER[border][target]
    after = [*before, (border, water, number)]
    return gain + battle_gain(after, defenders, target) - battle_gain(before, defenders, target)


def arrival_gain(sight: Sight, origin: int, target: int, number: int) -> float:
    gain = 0.0
    if sight.country == GERMANY and target in CITIES and not sight.battalions[GERMANY][target]:
        gain += CITY
    if origin == NOWHERE:
        return gain + number
    nearer = to_the_enemy(sight, origin) - to_the_enemy(sight, target)
    return gain + APPROACH * number * nearer


def to_the_enemy(sight: Sight, area: int) -> int:
    """Marches to the nearest enemy."""
    far = marches(area)
    return min((far[other] for other in range(AREAS) if sight.enemies_at(sight.country, other)), default=0)


@cache
def marches(start: int) -> tuple[int, ...]:
    """Marches from an area to every other one."""
    found = {start: 0}
    edge = [start]
    while edge:
        area = edge.pop(0)
        for other in board.NEIGHBOURS[area]:
            if other not in found:
                found[other] = found[area] + 1
                edge.append(other)
    return tuple(found[area] for area in range(AREAS))


def place_gain(sight: Sight, area: int, number: int, already: int = 0) -> float:
    """New battalions in an area: how much safer it becomes, and how much better the attacks from there."""
    country = sight.country
    there = sight.battalions[country][area] + already
    enemies = max((sight.enemies_at(country, other) for other in board.NEIGHBOURS[area]), default=0)
    risk = win_chance(min(enemies, 5), min(there, 5)) - win_chance(min(enemies, 5), min(there + number, 5))
    gain = risk * area_value(area) if there or country == GERMANY else 0.0
    if country == GERMANY and area in CITIES and not there:
        gain += CITY
    chances = [attack_chance_gain(sight, area, target, number, already) for target in board.NEIGHBOURS[area]]
    return gain + max(chances, default=0.0) - APPROACH * to_the_enemy(sight, area)


def attack_chance_gain(sight: Sight, area: int, target: int, number: int, already: int) -> float:
    """How much better an attack next turn becomes."""
    defenders = sight.enemies_at(sight.country, target)
    if not defenders:
        return 0.0
    around = sum(sight.battalions[sight.country][other] for other in board.LAND_NEIGHBOURS[target]) + already
    dry = 0 if board.WATER[area][target] else number
    wet = number - dry
    before = win_chance(battalion_dice(around, 0), battalion_dice(defenders, 0))
    after = win_chance(battalion_dice(around + dry, wet), battalion_dice(defenders, 0))
    return (after - before) * area_value(target)


def retreat_ways(sight: Sight, country: int, area: int) -> list[int]:
    """Areas next to a battle that look open to losers."""
    return [
        other
        for other in board.NEIGHBOURS[area]
        if (country == NORWAY or not board.WATER[area][other]) and not sight.enemies_at(country, other)
    ]
