"""Planning attacks: for every enemy within reach, who should attack, with which cards, and whether at all; and the
battalions and cards that a turn's plan has not yet given orders to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards, marches, movement
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.players.captain import chances
from feltherre.games.norway.players.captain.garrisons import garrisons, leaves_nobody_near
from feltherre.games.norway.players.captain.scales import Scales, better
from feltherre.games.norway.players.captain.stakes import Prices, Prospect, Stakes, last_throw
from feltherre.games.norway.players.sight import Order, Sight
from feltherre.games.norway.procedures.inputs import Mode
from feltherre.games.norway.procedures.reinforcement import purchase
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import AREAS, NOWHERE, Group, attacked_areas, enemy_held

TRANSPORT = cards.INDEX["ger-transport-plane"]
INVASION = cards.INDEX["all-invasion"]
#: battalions beyond the five that throw dice only take losses (4.2-dice-2)
MOST_ATTACKERS = 9
#: cards reckoned with for one battle
MOST_CARDS = 4


class Journey(Struct, frozen=True):
    """Battalions that go to an area together: on foot, or by a card (from nowhere: new ones)."""

    origin: int
    #: the last area before the target
    border: int
    target: int
    mode: Mode
    battalions: int
    card: int = -1
    exchanged: tuple[int, ...] = ()
    #: the order that sends those who go by a card
    order: actions.NorwayAction | None = None


def way_of(border: int, target: int) -> Mode:
    return "water" if board.over_water(border, target) else "land"


def journeys_by_card(sight: Sight) -> Iterator[Journey]:
    """Where the cards in hand can take battalions now (4.1b-cards), Invasion left out."""
    branches = sight.space.branches
    for kind, (card, _) in movement.CARD_USES.items():
        if kind in branches and card != INVASION:
            orders = branches[kind].candidates()
            yield from (journey_by(card, order) for order in (shortest(orders) if kind == "train" else orders))


def shortest(trains: Iterable[actions.Train]) -> list[actions.Train]:
    """Of all ways by rail between two areas the shortest; nobody takes a train to the next area."""
    found: dict[tuple[str, str, int], actions.Train] = {}
    for train in sorted(trains, key=lambda train: len(train.path)):
        found.setdefault((train.path[0], train.path[-1], train.count), train)
    return [train for train in found.values() if len(train.path) > 2]


def journey_by(card: int, order: Any) -> Journey:
    if isinstance(order, actions.Drop):
        return Journey(NOWHERE, NOWHERE, board.INDEX[order.area], "air", 1, card, order=order)
    if isinstance(order, actions.Train):
        path = order.path
    else:
        path = (order.origin, getattr(order, "via", order.origin), order.target)
    origin, border, target = (board.INDEX[area] for area in (path[0], path[-2], path[-1]))
    return Journey(origin, border, target, way_of(border, target), order.count, card, order=order)


class Reserves:
    """What is left to plan with: free battalions by area, cards in hand, and how the war stands so far."""

    def __init__(self, sight: Sight, scales: Scales) -> None:
        self.sight = sight
        self.scales = scales
        self.country = sight.country
        self.prices = Prices(sight, scales)
        #: by area: battalions that have not moved and may; and those among them who stay in their city
        self.free = {area: marches.free_to_move(sight.state, area) for area in marches.free_battalions(sight.state)}
        self.staying: dict[int, int] = {}
        for city, kept in garrisons(sight).items():
            unmoved = self.free.get(city, 0)
            if stay := max(0, unmoved - sight.battalions[self.country][city] + kept):
                self.free[city], self.staying[city] = unmoved - stay, stay
        self.cards = sight.cards()
        self.journeys = list(journeys_by_card(sight))
        self.landings = sight.space.branches["invade"].areas if "invade" in sight.space.branches else ()
        self.attacked = set(attacked_areas(sight.state))
        self.origins = set(sight.state.origins)
        #: areas for which this plan has an attack: they are weighed as fought already
        self.planned: set[int] = set()
        self.threats = chances.threats(sight, sight.country)

    def ready(self, journey: Journey) -> bool:
        """Whether the card is left, and so many can go: all that it takes, but of those who fly any number."""
        most = min(self.free.get(journey.origin, 0), marches.battalions_of(journey.card))
        here = journey.battalions <= most if journey.card == TRANSPORT else journey.battalions == most
        return journey.card in self.cards and (journey.origin == NOWHERE or here)

    def free_against(self, origin: int, target: int) -> int:
        """Battalions that may attack an area: those who stay in a city too, if nobody can enter it behind them."""
        free, stay = self.free.get(origin, 0), self.staying.get(origin, 0)
        return free + stay if stay and leaves_nobody_near(self.sight, origin, target) else free

    def take(self, origin: int, battalions: int) -> None:
        """So many attack from an area, those who stay in it last."""
        free = self.free[origin] - battalions
        self.free[origin] = max(0, free)
        if free < 0:
            self.staying[origin] += free

    def enemy_in(self, area: int) -> bool:
        return enemy_held(self.sight.state, self.country, area)

    def gain_of(self, changes: list[tuple[int, float]]) -> float:
        """What own battalions coming to areas (or leaving them) is worth."""
        scales, mark = self.scales, self.scales.mark()
        before, toll = scales.score(), self.toll(changes)
        for area, number in changes:
            scales.add(self.country, area, number)
        after, more = scales.score(), self.toll(changes) - toll
        scales.back_to(mark)
        return better(self.country, after, before) - scales.weights.exposed * more

    def toll(self, changes: list[tuple[int, float]]) -> float:
        """What the stacks in these areas stand to lose."""
        counts, first = self.scales.counts, self.country * AREAS
        return sum([chances.expected_toll(int(counts[first + area] + 0.5), self.threats[area]) for area, _ in changes])

    def send(self, origin: int, target: int, battalions: int) -> None:
        """Battalions have their order (from nowhere: new ones)."""
        if origin != NOWHERE:
            self.scales.add(self.country, origin, -battalions)
            self.free[origin] -= battalions
        self.scales.add(self.country, target, battalions)

    def stakes(self, area: int, forces: Sequence[Group]) -> Stakes:
        """The battle for an area if these attack it."""
        return Stakes(self.sight, self.scales, self.country, area, forces, self.origins, self.attacked)

    def cards_to_spare(self) -> int:
        """How many cards Germany can use in this turn before its deck, and with it the game, runs out (1.3-1)."""
        if self.country != GERMANY or self.scales.last:
            return len(self.cards)
        return self.sight.deck - self.sight.to_draw - 1


def attack_cards(left: Sequence[int], prices: Prices, sight: Sight, area: int, over_land: bool) -> dict[int, int]:
    """card -> dice, of cards that are left for an attack on an area, one of a type, the best bargains first (4.2-1)."""
    dice = sight.dice_in_attack(dict.fromkeys(left), area, over_land)
    best: dict[int, int] = {}
    for card in sorted(dice, key=lambda card: -dice[card]):
        best.setdefault(cards.BATTLE_TYPE[card], card)
    bargains = sorted(best.values(), key=lambda card: (prices.playing(card) / dice[card], card))
    return {card: dice[card] for card in bargains}


# attacks


class Attack(Struct, frozen=True):
    """A planned attack: who goes, the cards meant for the battle, and what is hoped for."""

    area: int
    sent: tuple[Journey, ...]
    cards: tuple[int, ...]
    prospect: Prospect
    gain: float


def cards_for(sent: Sequence[Journey]) -> list[int]:
    """The cards it takes to send them."""
    return [card for journey in sent if journey.card >= 0 for card in (journey.card, *journey.exchanged)]


def best_attack(reserves: Reserves) -> Attack | None:
    """The attack that gains most, or none that gains anything."""
    held = [area for area in range(AREAS) if reserves.enemy_in(area) and area not in reserves.planned]
    found = [attack for area in held if (attack := best_attack_on(reserves, area)) is not None]
    return max(found, key=lambda attack: (attack.gain, -attack.area), default=None)


def best_attack_on(reserves: Reserves, area: int) -> Attack | None:
    marching, by_card = marchers(reserves, area), extras(reserves, area)
    if not marching and not by_card:
        return None
    before = reserves.scales.score()
    found = [weigh(reserves, area, marching[:number], before) for number in range(len(marching) + 1)]
    base = best.sent if (best := most_gaining(found)) is not None else ()
    for extra in by_card:
        found += [weigh(reserves, area, (*sent, extra), before) for sent in (base, marching)]
    best = most_gaining(found)
    if best is None or not best.sent or best.gain < reserves.scales.weights.threshold:
        return None
    return best


def most_gaining(found: Iterable[Attack | None]) -> Attack | None:
    """The one that gains most, the first of equals."""
    return max(filter(None, found), key=lambda attack: attack.gain, default=None)


def marchers(reserves: Reserves, area: int) -> list[Journey]:
    """Single battalions around an area, those first that cross no water and are missed least where they stand."""
    found: list[tuple[tuple[bool, float, int], Journey]] = []
    for origin in board.NEIGHBOURS[area]:
        free = reserves.free_against(origin, area)
        missed, mode = 0.0, way_of(origin, area)
        for number in range(1, free + 1):
            missed = max(missed, -reserves.gain_of([(origin, -number)]) / number)
            found.append(((mode == "water", missed, origin), Journey(origin, origin, area, mode, 1)))
    found.sort(key=lambda entry: entry[0])
    return [one for _, one in found[:MOST_ATTACKERS]]


def extras(reserves: Reserves, area: int) -> list[Journey]:
    """Battalions that a card brings into the attack."""
    found = [journey for journey in reserves.journeys if journey.target == area and reserves.ready(journey)]
    found.sort(key=lambda journey: (journey.border, journey.origin))
    if INVASION in reserves.cards and area in reserves.landings:
        found += invaders(reserves, area)
    return found


def invaders(reserves: Reserves, area: int) -> Iterator[Journey]:
    """Invasion: what the other cards of the hand buy, for each number the cheapest cards (4.1b-invasion)."""
    others = list(reserves.cards)
    others.remove(INVASION)
    cheapest: dict[int, tuple[float, tuple[int, ...]]] = {}
    for chosen in subsets(others):
        bought = purchase(sum(cards.SYMBOLS[card] for card in chosen)).bought
        price = sum(reserves.prices.playing(card) for card in chosen)
        if bought and (bought not in cheapest or price < cheapest[bought][0]):
            cheapest[bought] = (price, chosen)
    for bought, (_, chosen) in cheapest.items():
        exchanged = tuple(cards.SHORT_IDS[card] for card in sorted(chosen))
        order = actions.Invade(exchanged, ((board.AREAS[area], bought),))
        yield Journey(NOWHERE, NOWHERE, area, "sea", bought, INVASION, chosen, order)


def subsets(some: Sequence[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for card in some:
        found += [(*chosen, card) for chosen in found]
    return list(dict.fromkeys(found))


def available(reserves: Reserves, area: int, sent: Sequence[Journey]) -> bool:
    """Whether the battalions are there: those of Rapid movement may be counted among the marchers too."""
    wanted = dict.fromkeys((journey.origin for journey in sent), 0)
    for journey in sent:
        wanted[journey.origin] += journey.battalions
    return all(reserves.free_against(origin, area) >= number for origin, number in wanted.items() if origin != NOWHERE)


def ride_up(reserves: Reserves, sent: Sequence[Journey]) -> None:
    """Rapid movement: they attack from the area between, and go back there (4.2-8-att-1)."""
    for journey in sent:
        if journey.border != journey.origin:
            reserves.scales.add(reserves.country, journey.origin, -journey.battalions)
            reserves.scales.add(reserves.country, journey.border, journey.battalions)


def weigh(reserves: Reserves, area: int, sent: Sequence[Journey], before: float) -> Attack | None:
    """An attack by these battalions (and those already at the border), with as many cards as pay."""
    forces = gathered(reserves, area, sent)
    if not forces or not available(reserves, area, sent):
        return None
    used, left = cards_for(sent), list(reserves.cards)
    for card in used:
        if card not in left:
            return None
        left.remove(card)
    scales, prices = reserves.scales, reserves.prices
    mark = scales.mark()
    ride_up(reserves, sent)
    stakes = reserves.stakes(area, forces)
    dice_of = attack_cards(left, prices, reserves.sight, area, stakes.over_land)
    playable = tuple(dice_of)[:MOST_CARDS]
    spare = reserves.cards_to_spare() - len(used)
    added, dice = stakes.defenders_cards(), stakes.attack_dice
    cost = sum(prices.playing(card) for card in used)
    # begun with a fair chance only; in the last turns with any
    least_chance = 0.0 if scales.last or scales.safe else scales.weights.least_chance
    found = []
    for number in range(len(playable) + 1):
        if number:
            dice += dice_of[playable[number - 1]]
            cost += prices.playing(playable[number - 1])
        if dice + 2 < stakes.defence_dice:
            continue  # hopeless
        prospect = stakes.prospect(dice, stakes.defence_dice, added)
        value = prospect.value
        if number > spare:
            cost, value = 0.0, last_throw(reserves.sight, area, prospect.chance)
        if prospect.chance >= least_chance:
            gain = better(reserves.country, value, before) - cost
            found.append(Attack(area, tuple(sent), playable[:number], prospect, gain))
    scales.back_to(mark)
    return most_gaining(found)


def gathered(reserves: Reserves, area: int, sent: Sequence[Journey]) -> list[Group]:
    """All forces of the attack, those from one place together."""
    together = {(group.origin, group.mode): group.battalions for group in reserves.sight.groups_at(area)}
    for journey in sent:
        way = journey.border, journey.mode
        together[way] = together.get(way, 0) + journey.battalions
    return [Group(origin, area, mode, number) for (origin, mode), number in together.items()]


def commit(reserves: Reserves, attack: Attack) -> list[Order]:
    """Give the orders of an attack and put its likelier outcome on the scales."""
    area = attack.area
    for journey in attack.sent:
        if journey.origin != NOWHERE:
            reserves.take(journey.origin, journey.battalions)
    for card in (*cards_for(attack.sent), *attack.cards):
        reserves.cards.remove(card)
    forces = gathered(reserves, area, attack.sent)
    stakes = reserves.stakes(area, forces)
    prospect = attack.prospect
    ride_up(reserves, attack.sent)
    stakes.play_out(prospect.chance >= 0.5, prospect.lost_attackers, prospect.lost_defenders)
    reserves.attacked.add(area)
    reserves.planned.add(area)
    reserves.origins |= {force.origin for force in forces if force.origin != NOWHERE}
    n, used = sum(force.battalions for force in forces), say("norway.why.cards", n=len(attack.cards))
    why = say("norway.why.attack", area=area_name(area), chance=prospect.percent, n=n, cards=used)
    # those with cards first: they may be answered, and then the rest is planned again
    orders = [journey.order for journey in attack.sent if journey.order is not None]
    marching = Counter(journey.origin for journey in attack.sent if journey.order is None)
    orders += [actions.Move(board.AREAS[origin], board.AREAS[area], n) for origin, n in sorted(marching.items())]
    return [(order, why) for order in orders]
