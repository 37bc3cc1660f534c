"""The plan for a turn's movement, followed while nothing unforeseen happens: attacks first, then marches that attack
nobody, to where battalions are needed, on foot or by card.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from feltherre.core.text import NO_REASON, Text, say
from feltherre.games.norway import actions, board
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.hands import card_name
from feltherre.games.norway.players.captain.attacks import Journey, Reserves, best_attack, commit
from feltherre.games.norway.players.captain.chances import distances, obstacles_of
from feltherre.games.norway.players.captain.garrisons import reckon_with_recall
from feltherre.games.norway.players.captain.scales import scales_for
from feltherre.games.norway.players.sight import CITIES, Order, Sight
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import NOWHERE

#: attacks planned in one turn
MOST_ATTACKS = 6
#: from, to
March = tuple[int, int]
#: how often the whole board is gone through for marches
PASSES = 2


class Plan:
    """Orders still to be given, and the position in which the next one was meant."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.expected: tuple[object, ...] | None = None
        #: cards meant for the battle in each area
        self.meant: dict[int, tuple[int, ...]] = {}
        #: (country, round) -> the marches of that turn
        self.marched: dict[tuple[int, int], set[March]] = {}

    def next_order(self, sight: Sight, step: object = None) -> Order:
        now = sight.view.round, sight.country, tuple(sight.battalions[sight.country]), sum(sight.moved)
        if not self.orders or self.expected != now:
            before = self.marched.get((sight.country, sight.view.round - 1))
            self.orders, self.meant = make_plan(sight, before or frozenset())
        order = self.orders.pop(0)
        self.expected = foreseen(sight, order[0])
        self.remember(sight, order[0])
        return order

    def remember(self, sight: Sight, action: actions.NorwayAction) -> None:
        """Who has marched where: the turn after, going back must be worth it. Older turns are forgotten."""
        if isinstance(action, actions.Move):
            turn = sight.country, sight.view.round
            self.marched = {key: marches for key, marches in self.marched.items() if key[1] >= turn[1] - 1}
            march = board.INDEX[action.origin], board.INDEX[action.target]
            self.marched.setdefault(turn, set()).add(march)


def make_plan(sight: Sight, before: Set[March] = frozenset()) -> tuple[list[Order], dict[int, tuple[int, ...]]]:
    """The orders of a turn, and the cards meant for its battles; `before`: the marches of the country's last turn."""
    reserves = Reserves(sight, reckon_with_recall(sight, scales_for(sight)))
    orders: list[Order] = []
    meant: dict[int, tuple[int, ...]] = {}
    for _ in range(MOST_ATTACKS):
        attack = best_attack(reserves)
        if attack is None:
            break
        orders += commit(reserves, attack)
        meant[attack.area] = attack.cards
    orders += plan_marches(reserves, before)
    orders.sort(key=lambda order: isinstance(order[0], actions.Move))
    orders.append((actions.EndMovement(), why_no_more(reserves)))
    return orders, meant


def why_no_more(reserves: Reserves) -> Text:
    """Who must stay, if that is why nothing more moves."""
    alone = [area_name(city) for city, stay in reserves.staying.items() if stay and not reserves.free[city]]
    return say("norway.why.garrison", areas=alone) if alone else NO_REASON


def foreseen(sight: Sight, action: actions.NorwayAction) -> tuple[object, ...] | None:
    """Round, country, own battalions at rest, how many of them have moved: after an ordinary move; after anything else
    the plan is made anew."""
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


def plan_marches(reserves: Reserves, before: Set[March]) -> list[Order]:
    """Journeys by card first, because they may be answered; then marches on foot."""
    planned = [*plan_journeys(reserves)]
    for _ in range(PASSES):
        found = [order for area, free in reserves.free.items() if free for order in march_from(reserves, area, before)]
        if not found:
            break
        planned += found
    return planned


def march_from(reserves: Reserves, area: int, before: Set[March]) -> Iterator[Order]:
    """The best march of battalions in one area, if it gains anything; and more than a little, if they go back to where
    they have just come from."""
    free, weights = reserves.free[area], reserves.scales.weights
    best, best_gain = None, 0.0
    for target in board.NEIGHBOURS[area]:
        least = weights.turning_back if (target, area) in before else weights.threshold
        for number in () if reserves.enemy_in(target) else dict.fromkeys((free, free - 1, (free + 1) // 2, 1)):
            gain = reserves.gain_of([(area, -number), (target, number)]) if 0 < number <= free else 0.0
            if gain > max(best_gain, least):
                best, best_gain = (target, number), gain
    if best is not None:
        target, number = best
        why = reason(reserves, area, target, number)
        reserves.send(area, target, number)
        yield actions.Move(board.AREAS[area], board.AREAS[target], number), why


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
    return NO_REASON


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
        for journey in reserves.journeys:
            if reserves.enemy_in(journey.target) or not reserves.ready(journey):
                continue
            # Germany's last card may bring the last city that it misses
            if reserves.cards_to_spare() < 1 and reserves.sight.unheld_cities() != [journey.target]:
                continue
            gain = gain_of_journey(reserves, journey)
            if gain > best_gain:
                best, best_gain = journey, gain
        if best is None:
            return
        why = reason(reserves, best.origin, best.target, best.battalions)
        reserves.send(best.origin, best.target, best.battalions)
        reserves.cards.remove(best.card)
        yield best.order, say("norway.why.card", card=card_name(best.card), why=why)


def gain_of_journey(reserves: Reserves, journey: Journey) -> float:
    """What the card gains over marching on foot, less its price."""
    number = journey.battalions
    price = reserves.prices.playing(journey.card)
    if journey.origin == NOWHERE:
        return reserves.gain_of([(journey.target, number)]) - price
    gain = reserves.gain_of([(journey.origin, -number), (journey.target, number)])
    if gain <= price:
        return 0.0
    ways = (other for other in board.NEIGHBOURS[journey.origin] if not reserves.enemy_in(other))
    on_foot = [reserves.gain_of([(journey.origin, -number), (other, number)]) for other in ways]
    return gain - max((0.0, *on_foot)) - price
