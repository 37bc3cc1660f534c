"""What the captain's scales are made of: the weights, distances to the point cities, the curves and tables of chances,
and what a stack of battalions stands to lose to the enemies next to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import exp

from msgspec import Struct, structs

from feltherre.games.norway import board
from feltherre.games.norway.players.odds import expected_losses, win_chance
from feltherre.games.norway.players.sight import CITIES, Sight
from feltherre.games.norway.state import AREAS, enemies


class Weights(Struct, frozen=True):
    """The numbers the captain weighs with. They were tuned by series of games; docs/games/norway.md has the results."""

    # around a city
    #: how a battalion's weight for a city falls with each turn of marching
    decay: float = 0.78
    #: weight of battalions around a city against those in it
    around: float = 0.8
    #: battalions in one area beyond the five that throw dice count less (4.2-dice-2)
    depth: float = 0.5
    #: battalions' difference that makes a city fairly safe
    scale: float = 1.6
    #: the same where the others are ahead: such a city is not given up for lost
    scale_behind: float = 3.0
    #: being in the city, early in the game, and more and more towards its end
    hold: float = 2.0
    hold_late: float = 3.0
    #: what comes to each city in the course of the game beyond what stands on the board, for Germany, in battalions:
    #: Oslo, Kristiansand, Stavanger, Bergen, Trondheim, Narvik
    coming: tuple[float, ...] = (2.5, 2.0, 0.5, -0.5, -0.5, -1.5)
    #: what it costs that a city may fall to the next attack, early and late
    at_risk: float = 0.4
    at_risk_late: float = 0.8
    #: how far the chance to take a city at one blow counts, early and late
    blow: float = 0.2
    blow_late: float = 0.8
    #: what small stacks next to large ones stand to lose, in battalions
    exposed: float = 0.0
    #: a battalion wherever it stands
    material: float = 0.03
    #: how far new German battalions count before they come
    expected: float = 1.0

    # attacks and marches
    #: least gain for which battalions march or attack
    threshold: float = 0.004
    #: the same for a march back to where the battalions were a turn ago
    turning_back: float = 0.2
    #: least chance with which an attack is begun before the last turns
    least_chance: float = 0.65

    # cards and time
    #: a card's price when it is played for its function, in what its symbols buy
    card_price: float = 2.6
    #: price of a card that the plan has given to a battle, when the battle comes
    meant: float = 0.3
    #: what cards are kept for, against the table of prices
    keeping: float = 1.5
    #: German cards used a turn while Germany holds all cities, and while it does not
    pace_holding: float = 4.0
    pace_missing: float = 2.5
    #: what a German card is worth as time, in battalions: burnt gladly, or saved
    haste: float = -0.35
    patience: float = 0.4
    #: German battalions for one of the others' at which Germany can wait a little, and how many more to wait gladly
    equal: float = 1.0
    superior: float = 0.8
    #: turns that Germany wants before a missing city beyond those of the march, and battalions for the assault
    spare_turns: float = 2.0
    storming: float = 5.0
    #: what a die of an attack card is worth more to Germany, towards the end with a city missing
    last_blow: float = 0.4
    #: four battalions go home when the 28 Allied cards are used up: what a card costs in battalions (2.4-all-3)
    recall: float = 0.12


FOR_GERMANY = Weights()
FOR_OTHERS = structs.replace(FOR_GERMANY, card_price=1.0, keeping=1.0, exposed=0.3)

#: by country
WEIGHTS: list[Weights] = [FOR_GERMANY, FOR_OTHERS, FOR_OTHERS]


# distances in turns of marching, given who stands in the way

#: number of the point city in each area, or -1
CITY_AT: tuple[int, ...] = tuple(CITIES.index(area) if area in CITIES else -1 for area in range(AREAS))

#: what crossing water adds to a march of one turn: the attack over it has half the dice (4.2-dice-4)
OVER_WATER = 0.7
#: what enemies in an area add, for none, one or two, and more of them
IN_THE_WAY = (0.0, 0.8, 1.6)
#: farther than anything on the board
FAR = 30.0

#: by area, and by city or battalions
Table = tuple[tuple[float, ...], ...]


def obstacles(numbers: Sequence[int]) -> tuple[int, ...]:
    """Which areas hold no enemies (0), few (1) or many (2)."""
    return tuple([0 if not n else 1 if n < 3 else 2 for n in numbers])


def obstacles_of(sight: Sight, country: int) -> tuple[int, ...]:
    """What stands in a country's way now."""
    return obstacles([sight.enemies_at(country, area) for area in range(AREAS)])


@lru_cache(maxsize=1024)
def distances(in_the_way: tuple[int, ...]) -> Table:
    """Distance of every area to every point city for a country with these enemies in the way; battalions in the city
    itself are weighed elsewhere."""

    def from_city(city: int) -> list[float]:
        found = [FAR] * AREAS
        found[city] = 0.0
        heap = [(0.0, city)]
        while heap:
            so_far, area = heappop(heap)
            if so_far > found[area]:
                continue
            entering = so_far + 1.0 + (IN_THE_WAY[in_the_way[area]] if area != city else 0.0)
            for other in board.NEIGHBOURS[area]:
                along = entering + (OVER_WATER if board.WATER[other][area] else 0.0)
                if along < found[other]:
                    found[other] = along
                    heappush(heap, (along, other))
        return found

    return tuple(zip(*map(from_city, CITIES), strict=True))


# curves and tables

#: dice of battalions end here (4.2-dice-2)
COUNTING = 5
#: cards that a side is reckoned to add in a battle to come
CARD_DICE = 1
#: dice of a good German hand in attack, and what the others' two hands add in defence
GOOD_HAND, GOOD_DEFENCE = 4, 3
#: battalions for which chances of the next attack are kept
MOST = 9

#: the curve of a balance of battalions, in steps, as far as it is not quite flat
REACH_OF_CURVE, STEPS_OF_CURVE = 24, 16


@lru_cache(maxsize=1)
def tables() -> tuple[Table, Table]:
    """By attackers next to a city and defenders in it: the chance that it falls, and that Germans with a good hand take
    it; made when they are first needed."""
    return _table(CARD_DICE, CARD_DICE), _table(GOOD_HAND, GOOD_DEFENCE)


def _table(attack: int, defence: int) -> Table:
    """Chances of attackers against defenders, with so many dice of cards."""

    def chance(attackers: int, defenders: int) -> float:
        if not attackers or not defenders:
            return float(attackers > 0)
        return win_chance(min(attackers, COUNTING) + attack, min(defenders, COUNTING) + defence)

    numbers = range(MOST + 1)
    return tuple(tuple(chance(attackers, defenders) for defenders in numbers) for attackers in numbers)


def chance_of(balance: float, weights: Weights) -> float:
    """The chance to hold a city that a balance of battalions stands for."""
    return 1.0 / (1.0 + exp(-balance / (weights.scale if balance > 0 else weights.scale_behind)))


@lru_cache(maxsize=16)
def curve(weights: Weights) -> tuple[float, ...]:
    """`chance_of` in steps."""
    steps = range(2 * REACH_OF_CURVE * STEPS_OF_CURVE)
    return tuple(chance_of(step / STEPS_OF_CURVE - REACH_OF_CURVE, weights) for step in steps)


@lru_cache(maxsize=256)
def decay_table(half_turns: int, weights: Weights) -> tuple[float, ...]:
    """Weight of a battalion by its distance in tenths of a turn; it falls faster beyond the turns that are left."""
    turns = half_turns / 2
    return tuple(
        weights.around * weights.decay ** (d / 10) * min(1.0, (turns + 1.0) / (d / 10 + 0.001)) for d in range(400)
    )


@lru_cache(maxsize=2048)
def around_weights(in_the_way: tuple[int, ...], half_turns: int, weights: Weights) -> Table:
    """By area: the weight of a battalion there for each city; none for the city it is in."""
    table = decay_table(half_turns, weights)
    return tuple(tuple(table[int(d * 10)] if d else 0.0 for d in row) for row in distances(in_the_way))


# exposure

#: attackers who lose as many as they destroy are not to be feared: what their losses are worth against ours
THEIR_LOSSES = 0.7


def threats(sight: Sight, country: int) -> list[int]:
    """By area: the most battalions that one enemy country could attack it with in its next turn."""
    foes = [sight.battalions[foe] for foe in enemies(country)]

    def near(foe: Sequence[int], area: int) -> int:
        over_water = sum(foe[other] for other in board.WATER_NEIGHBOURS[area])
        return sum(foe[other] for other in board.LAND_NEIGHBOURS[area]) + over_water // 2

    return [min(max(near(foe, area) for foe in foes), MOST) for area in range(AREAS)]


@lru_cache(maxsize=1024)
def expected_toll(battalions: int, threat: int) -> float:
    """What a stack loses more than it costs its attackers, as far as they would dare: small ones are eaten up."""
    if battalions < 1 or threat < 1:
        return 0.0
    attack = min(threat, COUNTING) + CARD_DICE
    defence = min(battalions, COUNTING) + CARD_DICE
    lost = expected_losses(attack, min(battalions, MOST)) - THEIR_LOSSES * expected_losses(defence, min(threat, MOST))
    return win_chance(attack, defence) * max(0.0, lost)
