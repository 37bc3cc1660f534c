"""Planning attacks: for every enemy within reach, who should attack, with which cards, and whether at all; and the
battalions and cards that a turn's plan has not yet given orders to.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.players.asking import Order
from feltherre.games.norway.players.captain import chances
from feltherre.games.norway.players.captain.chances import expected_toll
from feltherre.games.norway.players.captain.scales import Scales, better
from feltherre.games.norway.players.captain.stakes import Prices, Prospect, Stakes, last_throw
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.procedures.inputs import Mode
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import AREAS, NOWHERE, Group

RAPID = cards.INDEX["ger-rapid-movement"]
PARATROOPS = cards.INDEX["ger-paratroops"]
INVASION = cards.INDEX["all-invasion"]
#: battalions beyond the five that throw dice only take losses (4.2-dice-2)
MOST_ATTACKERS = 9
#: cards reckoned with for one battle
MOST_CARDS = 4


class Reserves:
    """What is left to plan with: free battalions by area, cards in hand, and how the war stands so far."""

    __slots__ = ("attacked", "cards", "country", "free", "origins", "planned", "prices", "scales", "sight", "threats")

    def __init__(self, sight: Sight, scales: Scales) -> None:
        self.sight = sight
        self.scales = scales
        self.country = sight.country
        self.prices = Prices(sight, scales)
        self.free = {area: sight.free(area) for area in range(AREAS) if sight.free(area) > 0}
        self.cards = sight.cards()
        self.attacked = sight.attacked()
        self.origins = set(sight.view.origins)
        #: areas for which this plan has an attack: they are weighed as fought already
        self.planned: set[int] = set()
        self.threats = chances.threats(sight, sight.country)

    def take(self, area: int, battalions: int) -> None:
        left = self.free[area] - battalions
        if left:
            self.free[area] = left
        else:
            del self.free[area]

    def enemy_in(self, area: int) -> bool:
        return self.sight.enemies_at(self.country, area) > 0

    def gain_of(self, changes: list[tuple[int, float]]) -> float:
        """What own battalions coming to areas (or leaving them) is worth."""
        scales = self.scales
        before = scales.score()
        mark = scales.mark()
        toll = -self.toll(changes)
        for area, number in changes:
            scales.add(self.country, area, number)
        toll += self.toll(changes)
        after = scales.score()
        scales.back_to(mark)
        return better(self.country, after, before) - scales.weights.exposed * toll

    def toll(self, changes: list[tuple[int, float]]) -> float:
        """What the stacks in these areas stand to lose."""
        counts = self.scales.counts
        return sum(
            expected_toll(int(counts[self.country * AREAS + area] + 0.5), self.threats[area]) for area, _ in changes
        )

    def carry_out(self, changes: list[tuple[int, float]]) -> None:
        for area, number in changes:
            self.scales.add(self.country, area, number)

    def stakes(self, area: int, forces: Sequence[Group]) -> Stakes:
        """The battle for an area if these attack it."""
        return Stakes(self.sight, self.scales, self.country, area, forces, self.origins, self.attacked)

    def cards_to_spare(self) -> int:
        """How many cards Germany can use in this turn before its deck, and with it the game, runs out (1.3-1)."""
        if self.country != GERMANY or self.scales.last:
            return len(self.cards)
        return self.sight.deck - self.sight.to_draw - 1

    def would_complete(self, area: int) -> bool:
        """Whether a German battalion in an area gives Germany the last city it misses."""
        return self.country == GERMANY and self.sight.unheld_cities() == [area]


def attack_cards(left: Sequence[int], prices: Prices, sight: Sight, area: int, over_land: bool) -> dict[int, int]:
    """card -> dice, of cards that are left for an attack on an area, one of a type, the best bargains first (4.2-1)."""
    dice = sight.dice_in_attack(dict.fromkeys(left), area, over_land)
    best: dict[int, int] = {}
    for card, number in dice.items():
        other = best.get(cards.BATTLE_TYPE[card])
        if other is None or number > dice[other]:
            best[cards.BATTLE_TYPE[card]] = card
    return {
        card: dice[card] for card in sorted(best.values(), key=lambda card: (prices.playing(card) / dice[card], card))
    }


# attacks


class Detachment(Struct, frozen=True):
    """Battalions that can join an attack together, the order that sends them, and the card it costs."""

    origin: int
    mode: Mode
    battalions: int
    card: int = -1
    via: int = NOWHERE
    exchanged: tuple[int, ...] = ()


class Attack(Struct, frozen=True):
    """A planned attack: who goes, the cards meant for the battle, and what is hoped for."""

    area: int
    sent: tuple[Detachment, ...]
    cards: tuple[int, ...]
    prospect: Prospect
    gain: float


def best_attack(reserves: Reserves) -> Attack | None:
    """The attack that gains most, or none that gains anything."""
    found = [attack for area in targets(reserves) if (attack := best_attack_on(reserves, area)) is not None]
    return max(found, key=lambda attack: (attack.gain, -attack.area), default=None)


def targets(reserves: Reserves) -> list[int]:
    """Areas with enemies that the country might attack now."""
    sight, country = reserves.sight, reserves.country
    held = [area for area in range(AREAS) if sight.enemies_at(country, area) and area not in reserves.planned]
    near = {other for area in reserves.free for other in board.NEIGHBOURS[area]}
    if RAPID in reserves.cards:
        near |= {other for area in near if not reserves.enemy_in(area) for other in board.NEIGHBOURS[area]}
    if INVASION in reserves.cards:
        near |= {area for area in board.ALLIED_COAST if sight.ships_allow(INVASION, area)}
    if PARATROOPS in reserves.cards:
        near |= {area for area in held if sight.in_air_range(area)}
    return [area for area in held if area in near or area in reserves.attacked]


def best_attack_on(reserves: Reserves, area: int) -> Attack | None:
    marching = marchers(reserves, area)
    best: Attack | None = None
    before = reserves.scales.score()
    for number in range(len(marching) + 1):
        best = more_gaining(best, weigh(reserves, area, marching[:number], before))
    base = best.sent if best is not None else ()
    for extra in extras(reserves, area):
        for sent in ((*base, extra), (*marching, extra)):
            best = more_gaining(best, weigh(reserves, area, sent, before))
    if best is None or not best.sent or best.gain < reserves.scales.weights.threshold:
        return None
    return best


def more_gaining(best: Attack | None, attack: Attack | None) -> Attack | None:
    """The one that gains more, the first of equals."""
    return attack if attack is not None and (best is None or attack.gain > best.gain) else best


def marchers(reserves: Reserves, area: int) -> list[Detachment]:
    """Single battalions around an area, those first that cross no water and are missed least where they stand."""
    found: list[tuple[tuple[bool, float, int], Detachment]] = []
    for origin in board.NEIGHBOURS[area]:
        free = reserves.free.get(origin, 0)
        mode: Mode = "water" if board.WATER[origin][area] else "land"
        missed = 0.0
        for number in range(1, free + 1):
            missed = max(missed, -reserves.gain_of([(origin, -number)]) / number)
            found.append(((mode == "water", missed, origin), Detachment(origin, mode, 1)))
    found.sort(key=lambda entry: entry[0])
    return [detachment for _, detachment in found[:MOST_ATTACKERS]]


def extras(reserves: Reserves, area: int) -> list[Detachment]:
    """Battalions that a card brings into the attack."""
    found: list[Detachment] = []
    if PARATROOPS in reserves.cards and reserves.sight.in_air_range(area):
        found.append(Detachment(NOWHERE, "air", 1, PARATROOPS))
    if RAPID in reserves.cards:
        found += rapid_attackers(reserves, area)
    # in the advanced game the Allies must control the sea (5.2-2)
    if INVASION in reserves.cards and board.open_to_allies(area) and reserves.sight.ships_allow(INVASION, area):
        found += invaders(reserves)
    return found


def rapid_attackers(reserves: Reserves, area: int) -> list[Detachment]:
    """Rapid movement: up to two battalions from two areas away attack from the area between (4.1b-rapid)."""
    found = []
    for via in board.NEIGHBOURS[area]:
        if reserves.enemy_in(via):
            continue
        mode: Mode = "water" if board.WATER[via][area] else "land"
        for origin in board.NEIGHBOURS[via]:
            free = reserves.free.get(origin, 0)
            if free and origin != area:
                most = cards.functions_at(RAPID, cards.OWN, "1b")[0].battalions
                found.append(Detachment(origin, mode, min(free, most), RAPID, via))
    return found


def invaders(reserves: Reserves) -> list[Detachment]:
    """Invasion: what the other cards of the hand buy, for each number the cheapest cards (4.1b-invasion)."""
    others = list(reserves.cards)
    others.remove(INVASION)
    cheapest: dict[int, tuple[float, tuple[int, ...]]] = {}
    for chosen in subsets(others):
        bought = sum(cards.SYMBOLS[card] for card in chosen) // 3
        price = sum(reserves.prices.playing(card) for card in chosen)
        if bought and (bought not in cheapest or price < cheapest[bought][0]):
            cheapest[bought] = (price, chosen)
    return [Detachment(NOWHERE, "sea", bought, INVASION, exchanged=chosen) for bought, (_, chosen) in cheapest.items()]


def subsets(some: Sequence[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for card in some:
        found += [(*chosen, card) for chosen in found]
    return list(dict.fromkeys(found))


def weigh(reserves: Reserves, area: int, sent: Sequence[Detachment], before: float) -> Attack | None:
    """An attack by these battalions (and those already at the border), with as many cards as pay."""
    forces = gathered(reserves, area, sent)
    if not forces or not available(reserves, sent):
        return None
    mark = reserves.scales.mark()
    ride_up(reserves, sent)
    attack = weigh_forces(reserves, area, sent, forces, before)
    reserves.scales.back_to(mark)
    return attack


def available(reserves: Reserves, sent: Sequence[Detachment]) -> bool:
    """Whether the battalions are there: those of Rapid movement may be counted among the marchers too."""
    wanted: dict[int, int] = {}
    for detachment in sent:
        if detachment.origin != NOWHERE:
            wanted[detachment.origin] = wanted.get(detachment.origin, 0) + detachment.battalions
    return all(reserves.free.get(origin, 0) >= number for origin, number in wanted.items())


def ride_up(reserves: Reserves, sent: Sequence[Detachment]) -> None:
    """Rapid movement: they attack from the area between, and go back there (4.2-8-att-1)."""
    for detachment in sent:
        if detachment.via != NOWHERE:
            reserves.scales.add(reserves.country, detachment.origin, -detachment.battalions)
            reserves.scales.add(reserves.country, detachment.via, detachment.battalions)


def weigh_forces(
    reserves: Reserves, area: int, sent: Sequence[Detachment], forces: Sequence[Group], before: float
) -> Attack | None:
    sight = reserves.sight
    stakes = reserves.stakes(area, forces)
    used = [card for detachment in sent if detachment.card >= 0 for card in (detachment.card, *detachment.exchanged)]
    left = list(reserves.cards)
    for card in used:
        if card not in left:
            return None
        left.remove(card)
    dice_of = attack_cards(left, reserves.prices, sight, area, stakes.over_land())
    playable = tuple(dice_of)[:MOST_CARDS]
    spare = reserves.cards_to_spare() - len(used)
    added = stakes.defenders_cards()
    dice, defence = stakes.attack_dice(), stakes.defence_dice()
    cost = sum(reserves.prices.playing(card) for card in used)
    best: Attack | None = None
    for number in range(len(playable) + 1):
        if number:
            card = playable[number - 1]
            dice += dice_of[card]
            cost += reserves.prices.playing(card)
        if dice + 2 < defence:
            continue  # hopeless
        prospect = stakes.prospect(dice, defence, added)
        value = prospect.value
        if number > spare:
            cost, value = 0.0, last_throw(sight, area, prospect.chance)
        gain = better(reserves.country, value, before) - cost
        if prospect.chance < least_chance(reserves):
            continue
        best = more_gaining(best, Attack(area, tuple(sent), playable[:number], prospect, gain))
    return best


def least_chance(reserves: Reserves) -> float:
    """Attacks are begun with a fair chance only; in the last turns with any."""
    scales = reserves.scales
    return 0.0 if scales.last or scales.safe else scales.weights.least_chance


def gathered(reserves: Reserves, area: int, sent: Sequence[Detachment]) -> list[Group]:
    """All forces of the attack, those from one place together."""
    together: dict[tuple[int, Mode], int] = {}
    for group in reserves.sight.groups_at(area):
        key = (group.origin, group.mode)
        together[key] = together.get(key, 0) + group.battalions
    for detachment in sent:
        key = (detachment.via if detachment.via != NOWHERE else detachment.origin, detachment.mode)
        together[key] = together.get(key, 0) + detachment.battalions
    return [Group(origin, area, mode, number) for (origin, mode), number in together.items()]


def commit(reserves: Reserves, attack: Attack) -> list[Order]:
    """Give the orders of an attack and put its likelier outcome on the scales."""
    area = attack.area
    for detachment in attack.sent:
        if detachment.origin != NOWHERE:
            reserves.take(detachment.origin, detachment.battalions)
        if detachment.card >= 0:
            for card in (detachment.card, *detachment.exchanged):
                reserves.cards.remove(card)
    for card in attack.cards:
        reserves.cards.remove(card)
    forces = gathered(reserves, area, attack.sent)
    stakes = reserves.stakes(area, forces)
    prospect = attack.prospect
    ride_up(reserves, attack.sent)
    stakes.play_out(prospect.chance >= 0.5, prospect.lost_attackers, prospect.lost_defenders)
    reserves.attacked.add(area)
    reserves.planned.add(area)
    reserves.origins |= {force.origin for force in forces if force.origin != NOWHERE}
    why = say(
        "norway.why.attack",
        area=area_name(area),
        chance=prospect.percent,
        n=sum(force.battalions for force in forces),
        cards=say("norway.why.cards", n=len(attack.cards)),
    )
    return [(order, why) for order in orders(area, attack.sent)]


def orders(area: int, sent: Sequence[Detachment]) -> list[actions.NorwayAction]:
    """Those with cards first: they may be answered, and then the rest is planned again."""
    names = board.AREAS
    first: list[actions.NorwayAction] = []
    marching: dict[int, int] = {}
    for d in sent:
        if d.card == PARATROOPS:
            first.append(actions.Drop(names[area]))
        elif d.card == INVASION:
            exchanged = tuple(cards.SHORT_IDS[card] for card in sorted(d.exchanged))
            first.append(actions.Invade(exchanged, ((names[area], d.battalions),)))
        elif d.card == RAPID:
            first.append(actions.RapidMove(names[d.origin], names[d.via], names[area], d.battalions))
        else:
            marching[d.origin] = marching.get(d.origin, 0) + d.battalions
    return [*first, *(actions.Move(names[origin], names[area], number) for origin, number in sorted(marching.items()))]
