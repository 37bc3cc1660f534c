"""The plan for a turn's movement, followed while nothing unforeseen happens: attacks first, then marches that attack
nobody, to where battalions are needed, on foot or by card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from msgspec import Struct

from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.players.asking import Order
from feltherre.games.norway.players.captain.attacks import Reserves, best_attack, commit
from feltherre.games.norway.players.captain.chances import distances, obstacles_of
from feltherre.games.norway.players.captain.scales import scales_for
from feltherre.games.norway.players.sight import CITIES, Sight
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import AREAS, NOWHERE

#: round, country, own battalions at rest, how many of them have moved
Expected = tuple[int, int, tuple[int, ...], int]

#: attacks planned in one turn
MOST_ATTACKS = 6
#: how often the whole board is gone through for marches
PASSES = 2

RAPID = cards.INDEX["ger-rapid-movement"]
PARATROOPS = cards.INDEX["ger-paratroops"]
TRANSPORT = cards.INDEX["ger-transport-plane"]
TRAIN = cards.INDEX["nor-train-transport"]
EVACUATION = cards.INDEX["all-coastal-evacuation"]


class Plan:
    """Orders still to be given, and the position in which the next one was meant."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.expected: Expected | None = None
        #: cards meant for the battle in each area
        self.meant: dict[int, tuple[int, ...]] = {}

    def next_order(self, sight: Sight, step: object = None, position: object = None) -> Order:
        now = sight.view.round, sight.country, tuple(sight.battalions[sight.country]), sum(sight.moved)
        if not self.orders or self.expected != now:
            self.orders, self.meant = make_plan(sight)
        order = self.orders.pop(0)
        self.expected = foreseen(sight, order[0])
        return order


def make_plan(sight: Sight) -> tuple[list[Order], dict[int, tuple[int, ...]]]:
    """The orders of a turn, and the cards meant for its battles."""
    reserves = Reserves(sight, scales_for(sight))
    orders: list[Order] = []
    meant: dict[int, tuple[int, ...]] = {}
    for _ in range(MOST_ATTACKS):
        attack = best_attack(reserves)
        if attack is None:
            break
        orders += commit(reserves, attack)
        meant[attack.area] = attack.cards
    orders += plan_marches(reserves)
    orders.sort(key=lambda order: isinstance(order[0], actions.Move))
    orders.append((actions.EndMovement(), say("norway.why.end-movement")))
    return orders, meant


def foreseen(sight: Sight, action: actions.NorwayAction) -> Expected | None:
    """The position after an ordinary move; after anything else the plan is made anew."""
    if not isinstance(action, actions.Move):
        return None
    battalions: list[int] = list(sight.battalions[sight.country])
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    battalions[origin] -= action.count
    moved = sum(sight.moved)
    if not sight.enemies_at(sight.country, target):
        battalions[target] += action.count
        moved += action.count
    return sight.view.round, sight.country, tuple(battalions), moved


# marches


class Journey(Struct, frozen=True):
    """Battalions that go from one area to another by a card (from nowhere: new ones)."""

    card: int
    order: actions.NorwayAction
    origin: int
    target: int
    battalions: int


def plan_marches(reserves: Reserves) -> list[Order]:
    """Journeys by card first, because they may be answered; then marches on foot."""
    planned = [*plan_journeys(reserves)]
    for _ in range(PASSES):
        found = [order for area in list(reserves.free) for order in march_from(reserves, area)]
        if not found:
            break
        planned += found
    return planned


def march_from(reserves: Reserves, area: int) -> list[Order]:
    """The best march of battalions in one area, if it gains anything."""
    free = reserves.free.get(area, 0)
    best, best_gain = None, reserves.scales.weights.threshold
    for target in board.NEIGHBOURS[area]:
        if reserves.enemy_in(target):
            continue
        for number in dict.fromkeys((free, free - 1, (free + 1) // 2, 1)):
            if number < 1:
                continue
            gain = reserves.gain_of([(area, -number), (target, number)])
            if gain > best_gain:
                best, best_gain = (target, number), gain
    if best is None:
        return []
    target, number = best
    why = reason(reserves, area, target, number)
    reserves.carry_out([(area, -number), (target, number)])
    reserves.take(area, number)
    return [(actions.Move(board.AREAS[area], board.AREAS[target], number), why)]


def reason(reserves: Reserves, area: int, target: int, number: int) -> Text:
    """For which city a march is made: the one whose chance it changes most."""
    scales, country = reserves.scales, reserves.country
    before = [scales.city_chance(city) for city in range(len(CITIES))]
    mark = scales.mark()
    if area != NOWHERE:
        scales.add(country, area, -number)
    scales.add(country, target, number)
    after = [scales.city_chance(city) for city in range(len(CITIES))]
    scales.back_to(mark)
    sign = 1 if country == GERMANY else -1
    city = max(range(len(CITIES)), key=lambda c: (sign * (after[c] - before[c]), -c))
    now, then = round(100 * before[city]), round(100 * after[city])
    if sign * (then - now) > 0:
        held = "held" if reserves.sight.battalions[GERMANY][CITIES[city]] else "not-held"
        side = "germany" if country == GERMANY else "others"
        return say(f"norway.why.march.{side}.{held}", n=number, city=area_name(CITIES[city]), before=now, after=then)
    nearer = cities_nearer(reserves, area, target) if area != NOWHERE else []
    if nearer:
        return say("norway.why.march.nearer", n=number, city=area_name(CITIES[nearer[0]]))
    return say("norway.why.march", n=number)


def cities_nearer(reserves: Reserves, area: int, target: int) -> list[int]:
    """The cities to which a march leads, the one it ends nearest to first."""
    ways = distances(obstacles_of(reserves.sight, reserves.country))
    nearer = [city for city in range(len(CITIES)) if ways[target][city] < ways[area][city]]
    return sorted(nearer, key=lambda city: ways[target][city])


# journeys by card


def plan_journeys(reserves: Reserves) -> Iterator[Order]:
    """Cards that carry battalions, as long as one is worth more than it costs."""
    while True:
        best, best_gain = None, reserves.scales.weights.threshold
        by_card = [journeys for card, journeys in JOURNEYS.items() if card in reserves.cards]
        for journey in chain.from_iterable(journeys(reserves) for journeys in by_card):
            if reserves.cards_to_spare() < 1 and not reserves.would_complete(journey.target):
                continue
            gain = gain_of_journey(reserves, journey)
            if gain > best_gain:
                best, best_gain = journey, gain
        if best is None:
            return
        why = reason(reserves, best.origin, best.target, best.battalions)
        if best.origin != NOWHERE:
            reserves.carry_out([(best.origin, -best.battalions)])
            reserves.take(best.origin, best.battalions)
        reserves.carry_out([(best.target, best.battalions)])
        reserves.cards.remove(best.card)
        yield best.order, say("norway.why.card", card=say(f"norway.card.{cards.IDS[best.card]}"), why=why)


def gain_of_journey(reserves: Reserves, journey: Journey) -> float:
    """What the card gains over marching on foot, less its price."""
    number = journey.battalions
    price = reserves.prices.playing(journey.card)
    if journey.origin == NOWHERE:
        return reserves.gain_of([(journey.target, number)]) - price
    gain = reserves.gain_of([(journey.origin, -number), (journey.target, number)])
    if gain <= price:
        return 0.0
    on_foot = max(
        (
            reserves.gain_of([(journey.origin, -number), (other, number)])
            for other in board.NEIGHBOURS[journey.origin]
            if not reserves.enemy_in(other)
        ),
        default=0.0,
    )
    return gain - max(on_foot, 0.0) - price


def drops(reserves: Reserves) -> Iterator[Journey]:
    airfields = reserves.sight.airfields()
    for area in range(AREAS):
        if board.in_air_range(area, airfields) and not reserves.enemy_in(area):
            yield Journey(PARATROOPS, actions.Drop(board.AREAS[area]), NOWHERE, area, 1)


def flights(reserves: Reserves) -> Iterator[Journey]:
    airfields = reserves.sight.airfields()
    most = cards.functions_at(TRANSPORT, cards.OWN, "1b")[0].battalions
    for origin in airfields:
        for number in range(1, min(most, reserves.free.get(origin, 0)) + 1):
            for target in airfields:
                if target != origin:
                    order = actions.Fly(board.AREAS[origin], board.AREAS[target], number)
                    yield Journey(TRANSPORT, order, origin, target, number)


def rapid_marches(reserves: Reserves) -> Iterator[Journey]:
    most = cards.functions_at(RAPID, cards.OWN, "1b")[0].battalions
    for origin, free in list(reserves.free.items()):
        number = min(free, most)
        for via in board.NEIGHBOURS[origin]:
            if reserves.enemy_in(via):
                continue
            for target in board.NEIGHBOURS[via]:
                if target != origin and not reserves.enemy_in(target):
                    order = actions.RapidMove(board.AREAS[origin], board.AREAS[via], board.AREAS[target], number)
                    yield Journey(RAPID, order, origin, target, number)


def trains(reserves: Reserves) -> Iterator[Journey]:
    function = cards.functions_at(TRAIN, cards.OWN, "1b")[0]
    for origin, free in list(reserves.free.items()):
        number = min(free, function.battalions)
        for path in ways_by_rail(reserves, origin, function.areas):
            if len(path) > 2:
                names = tuple(board.AREAS[area] for area in path)
                yield Journey(TRAIN, actions.Train(names, number), origin, path[-1], number)


def ways_by_rail(reserves: Reserves, origin: int, longest: int) -> list[tuple[int, ...]]:
    """The shortest way by rail to every area within reach."""
    found: dict[int, tuple[int, ...]] = {origin: (origin,)}
    edge = [origin]
    for _ in range(longest):
        following = []
        for area in edge:
            for other in board.LAND_NEIGHBOURS[area]:
                if other not in found and not reserves.enemy_in(other):
                    found[other] = (*found[area], other)
                    following.append(other)
        edge = following
    return list(found.values())


def shipments(reserves: Reserves) -> Iterator[Journey]:
    most = cards.functions_at(EVACUATION, cards.OWN, "1b")[0].battalions
    for origin, free in list(reserves.free.items()):
        if not board.open_to_allies(origin) or not reserves.sight.ships_allow(EVACUATION, origin):
            continue
        number = min(free, most)
        for target in board.ALLIED_COAST:
            if target != origin and not reserves.enemy_in(target) and reserves.sight.open_to_landing(target):
                order = actions.Ship(board.AREAS[origin], board.AREAS[target], number)
                yield Journey(EVACUATION, order, origin, target, number)


#: by card: the journeys that it makes possible
JOURNEYS: dict[int, Callable[[Reserves], Iterator[Journey]]] = {
    PARATROOPS: drops,
    TRANSPORT: flights,
    RAPID: rapid_marches,
    TRAIN: trains,
    EVACUATION: shipments,
}
