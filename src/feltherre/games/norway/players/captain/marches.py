"""Marches that attack nobody: to where battalions are needed, on foot or by card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Drop, Fly, Move, NorwayAction, RapidMove, Ship, Train
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.distances import CITIES, distances, obstacles
from feltherre.games.norway.players.captain.reserves import Reserves
from feltherre.games.norway.players.sight import AREAS, NOWHERE
from feltherre.games.norway.spaces import area_name

RAPID = cards.INDEX["ger-rapid-movement"]
PARATROOPS = cards.INDEX["ger-paratroops"]
TRANSPORT = cards.INDEX["ger-transport-plane"]
TRAIN = cards.INDEX["nor-train-transport"]
EVACUATION = cards.INDEX["all-coastal-evacuation"]

#: how often the whole board is gone through
PASSES = 2


class Journey(Struct, frozen=True):
    """Battalions that go from one area to another by a card (from nowhere: new ones)."""

    card: int
    order: NorwayAction
    origin: int
    target: int
    battalions: int


def plan_marches(reserves: Reserves) -> list[tuple[NorwayAction, Text]]:
    """Journeys by card first, because they may be answered; then marches on foot."""
    planned = [*plan_journeys(reserves)]
    for _ in range(PASSES):
        found = [order for area in list(reserves.free) for order in march_from(reserves, area)]
        if not found:
            break
        planned += found
    return planned


def march_from(reserves: Reserves, area: int) -> list[tuple[NorwayAction, Text]]:
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
    return [(Move(board.AREAS[area], board.AREAS[target], number), why)]


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
    ways = distances(obstacles([reserves.sight.enemies_at(reserves.country, other) for other in range(AREAS)]))
    nearer = [city for city in range(len(CITIES)) if ways[target][city] < ways[area][city]]
    return sorted(nearer, key=lambda city: ways[target][city])


def plan_journeys(reserves: Reserves) -> Iterator[tuple[NorwayAction, Text]]:
    """Cards that carry battalions, as long as one is worth more than it costs."""
    while True:
        best, best_gain = None, reserves.scales.weights.threshold
        for journey in journeys(reserves):
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
    if journey.origin == NOWHERE:
        return reserves.gain_of([(journey.target, number)]) - reserves.prices.playing(journey.card)
    gain = reserves.gain_of([(journey.origin, -number), (journey.target, number)])
    price = reserves.prices.playing(journey.card)
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


def journeys(reserves: Reserves) -> Iterator[Journey]:
    if reserves.country == GERMANY:
        if reserves.holds(PARATROOPS):
            yield from drops(reserves)
        if reserves.holds(TRANSPORT):
            yield from flights(reserves)
        if reserves.holds(RAPID):
            yield from rapid_marches(reserves)
    elif reserves.country == NORWAY and reserves.holds(TRAIN):
        yield from trains(reserves)
    elif reserves.country == ALLIES and reserves.holds(EVACUATION):
        yield from shipments(reserves)


def drops(reserves: Reserves) -> Iterator[Journey]:
    airfields = reserves.sight.airfields()
    for area in range(AREAS):
        if board.in_air_range(area, airfields) and not reserves.enemy_in(area):
            yield Journey(PARATROOPS, Drop(board.AREAS[area]), NOWHERE, area, 1)


def flights(reserves: Reserves) -> Iterator[Journey]:
    airfields = reserves.sight.airfields()
    most = cards.functions_at(TRANSPORT, cards.OWN, "1b")[0].battalions
    for origin in airfields:
        for number in range(1, min(most, reserves.free.get(origin, 0)) + 1):
            for target in airfields:
                if target != origin:
                    order = Fly(board.AREAS[origin], board.AREAS[target], number)
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
                    names = board.AREAS
                    order = RapidMove(names[origin], names[via], names[target], number)
                    yield Journey(RAPID, order, origin, target, number)


def trains(reserves: Reserves) -> Iterator[Journey]:
    function = cards.functions_at(TRAIN, cards.OWN, "1b")[0]
    for origin, free in list(reserves.free.items()):
        number = min(free, function.battalions)
        for path in ways_by_rail(reserves, origin, function.areas):
            if len(path) > 2:
                names = tuple(board.AREAS[area] for area in path)
                yield Journey(TRAIN, Train(names, number), origin, path[-1], number)


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
                order = Ship(board.AREAS[origin], board.AREAS[target], number)
                yield Journey(EVACUATION, order, origin, target, number)
