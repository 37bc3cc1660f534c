"""The captain in phase 3: the first Allies, the exchange of cards, new battalions, and cards thrown away."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Discard, FirstLanding, NorwayAction, Reinforce
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.asking import exchange_brings_more
from feltherre.games.norway.players.captain.attacks import subsets
from feltherre.games.norway.players.captain.exposure import expected_toll, threats
from feltherre.games.norway.players.captain.prices import Prices
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.stakes import better
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.sight import AREAS, CITIES, HAND_LIMIT, Sight
from feltherre.games.norway.procedures.reinforcement import purchase
from feltherre.games.norway.spaces import area_name

Order = tuple[NorwayAction, Text]
TRANSPORT = cards.INDEX["ger-transport-plane"]
APRIL_TRANSPORT = cards.INDEX["apr-ger-transport-plane"]
FIRST_GROUP = board.first_allies().per_group


def choose_first_landing(sight: Sight, options: Sequence[FirstLanding]) -> Order:
    """The two coasts from which the first six battalions threaten Germany most."""
    scales = scales_for(sight)

    def value(option: FirstLanding) -> float:
        mark = scales.mark()
        for area in (option.first, option.second):
            scales.add(ALLIES, board.INDEX[area], FIRST_GROUP)
        after = scales.score()
        scales.back_to(mark)
        return better(ALLIES, after, 0.0)

    best = max(options, key=value)
    names = [area_name(board.INDEX[area]) for area in (best.first, best.second)]
    return best, say("norway.why.first-landing", areas=names)


def choose_reinforcements(sight: Sight) -> Order:
    """Exchange the cards whose battalions are worth more than the cards themselves."""
    country = sight.country
    scales = scales_for(sight)
    prices = Prices(sight, scales)
    hand = sight.cards()
    free = 1 if country == GERMANY else 0
    most = purchase(sum(cards.SYMBOLS[card] for card in hand), free).total
    places, gains = best_places(sight, scales, most)
    if country == GERMANY and exchange_brings_more(most, free, len(places)) and can_win_now(sight, free):
        return win_now(sight, hand, free)
    best: tuple[int, ...] = ()
    best_value = float("-inf")
    for chosen in subsets(hand):
        if country == GERMANY and loses_now(sight, len(chosen)):
            continue
        number = purchase(sum(cards.SYMBOLS[card] for card in chosen), free).total
        if chosen and not exchange_brings_more(number, free, len(places)):
            continue
        value = sum(gains[:number]) - sum(prices.keeping(card) for card in chosen)
        if not chosen and cards.MUST_USE_A_CARD[country] and not sight.view.used_this_turn and hand:
            value -= min(prices.keeping(card) for card in hand)  # one is thrown away for nothing (4.4-2)
        if value > best_value:
            best, best_value = chosen, value
    number = purchase(sum(cards.SYMBOLS[card] for card in best), free).total
    airfield = flown_in(sight, scales, prices, best, places[:number], gains)
    placed = places[: number - (airfield >= 0)]
    return reinforce(sight, best, placed, airfield), reason(sight, best, placed)


def best_places(sight: Sight, scales: Scales, most: int) -> tuple[list[int], list[float]]:
    """Areas for so many new battalions, one after another where each gains most, and what each gains."""
    country = sight.country
    open_places = sight.places(country)
    chosen: list[int] = []
    gains: list[float] = []
    mark = scales.mark()
    feared = threats(sight, country)
    for _ in range(most):
        left = [area for area in open_places if sight.has_room(area, chosen)]
        if not left:
            break
        worth = {
            area: scales.worth(country, area) - scales.weights.exposed * toll_of_one_more(scales, country, area, feared)
            for area in left
        }
        area = max(left, key=lambda a: (worth[a], -a))
        chosen.append(area)
        gains.append(worth[area])
        scales.add(country, area, 1)
    scales.back_to(mark)
    return chosen, gains


def toll_of_one_more(scales: Scales, country: int, area: int, feared: Sequence[int]) -> float:
    """What a new battalion in an area adds to what the stack there stands to lose."""
    there = int(scales.counts[country * AREAS + area] + 0.5)
    return expected_toll(there + 1, feared[area]) - expected_toll(there, feared[area])


def can_win_now(sight: Sight, free: int) -> bool:
    """Whether Germany holds all six cities, the free battalion included, and can use up its deck in this turn."""
    if sight.deck > HAND_LIMIT:
        return False
    missing = [city for city in CITIES if not sight.view.germany[city]]
    open_places = sight.places(GERMANY)
    return len(missing) <= free and all(city in open_places for city in missing)


def win_now(sight: Sight, hand: Sequence[int], free: int) -> Order:
    """All cards are exchanged: the deck runs out, and the game is won (1.3-2)."""
    number = purchase(sum(cards.SYMBOLS[card] for card in hand), free).total
    missing = [city for city in CITIES if not sight.view.germany[city]]
    placed = list(missing)
    for _ in range(number - len(missing)):
        placed += [area for area in sight.places(GERMANY) if sight.has_room(area, placed)][:1]
    return reinforce(sight, tuple(hand), placed, -1), say("norway.why.win-now")


def loses_now(sight: Sight, number: int) -> bool:
    """Whether using so many cards empties the German deck (with a city missing: choose_reinforcements asks before)."""
    drawn = HAND_LIMIT - sight.view.hand_size[GERMANY] + max(number, 0 if sight.view.used_this_turn else 1)
    if drawn < sight.deck:
        return False
    unavoidable = HAND_LIMIT - sight.view.hand_size[GERMANY] + (0 if sight.view.used_this_turn else 1)
    return unavoidable < sight.deck


def flown_in(
    sight: Sight, scales: Scales, prices: Prices, used: Sequence[int], placed: Sequence[int], gains: Sequence[float]
) -> int:
    """The airfield to which Transport plane takes the free battalion, or -1 (4.3-ger-transport)."""
    plane = TRANSPORT if sight.view.round else APRIL_TRANSPORT
    spare = sight.hand[plane] - list(used).count(plane)
    airfields = sight.airfields()
    if sight.country != GERMANY or spare < 1 or not airfields or loses_now(sight, len(used) + 1):
        return -1
    mark = scales.mark()
    for area in placed[:-1]:
        scales.add(GERMANY, area, 1)
    worth = {area: scales.worth(GERMANY, area) for area in airfields}
    scales.back_to(mark)
    best = max(airfields, key=lambda area: (worth[area], -area))
    instead = gains[len(placed) - 1] if placed else 0.0
    return best if worth[best] - instead > prices.playing(plane) else -1


def reinforce(sight: Sight, used: Sequence[int], placed: Sequence[int], airfield: int) -> Reinforce:
    counts = {area: list(placed).count(area) for area in placed}
    return Reinforce(
        tuple(cards.SHORT_IDS[card] for card in sorted(used)),
        tuple((board.AREAS[area], counts[area]) for area in sorted(counts)),
        board.AREAS[airfield] if airfield >= 0 else "",
    )


def reason(sight: Sight, used: Sequence[int], placed: Sequence[int]) -> Text:
    if not placed:
        return say("norway.why.keep-hand")
    names = [area_name(area) for area in dict.fromkeys(placed)]
    if not used:
        return say("norway.why.free-battalion", areas=names)
    return say("norway.why.exchange", n=len(placed), cards=say("norway.why.cards", n=len(used)), areas=names)


def choose_discard(sight: Sight, options: Sequence[Discard]) -> Order:
    """The card that is missed least (4.4-2)."""
    own = BY_SHORT_ID[sight.country]
    prices = Prices(sight, scales_for(sight))
    best = min(options, key=lambda option: (prices.playing(own[option.card]), own[option.card]))
    return best, say("norway.why.discard", card=say(f"norway.card.{cards.IDS[own[best.card]]}"))
