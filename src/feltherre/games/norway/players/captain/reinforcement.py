"""The captain in phase 3: the first Allies, the exchange of cards, new battalions, and cards thrown away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from feltherre.core.state import Step
from feltherre.core.text import NO_REASON, Text, say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.captain.attacks import subsets
from feltherre.games.norway.players.captain.chances import expected_toll, threats
from feltherre.games.norway.players.captain.garrisons import reckon_with_recall
from feltherre.games.norway.players.captain.scales import Scales, better, scales_for
from feltherre.games.norway.players.captain.stakes import Prices
from feltherre.games.norway.players.sight import HAND_LIMIT, Order, Sight
from feltherre.games.norway.procedures.reinforcement import purchase
from feltherre.games.norway.reinforcement import free_battalions, transport
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import AREAS, held_airfields

FIRST_GROUP = board.first_allies().per_group
#: pairs of coasts for them that are worth so much of the best are landed at as gladly
NEARLY_AS_GOOD = 0.85
#: German battalions that come in answer: the free one, and what a good hand buys
ANSWER = 3


def choose_first_landing(sight: Sight, step: Step) -> Order:
    """Two coasts from which the first six battalions threaten Germany, when it has answered with new ones of its own:
    one of the best pairs, drawn by lot, so that Germany cannot know it beforehand."""
    scales = scales_for(sight)
    before = after_landing(sight, scales, ())
    values = {
        option: better(ALLIES, after_landing(sight, scales, (option.first, option.second)), before)
        for option in sight.options()
    }
    least = NEARLY_AS_GOOD * max(values.values())
    best = sight.position.rng.choice([option for option, value in values.items() if value >= least])
    return best, say("norway.why.first-landing", areas=[area_label(area) for area in (best.first, best.second)])


def after_landing(sight: Sight, scales: Scales, landed: Sequence[str]) -> float:
    """The score when Germany has placed new battalions against the first Allies, each where it does most."""
    mark = scales.mark()
    for area in landed:
        scales.add(ALLIES, board.INDEX[area], FIRST_GROUP)
    places = [place for place in sight.places(GERMANY) if board.AREAS[place] not in landed]
    for _ in range(ANSWER if places else 0):
        scales.add(GERMANY, max(places, key=lambda place: scales.after([(GERMANY, place, 1)])), 1)
    score = scales.score()
    scales.back_to(mark)
    return score


def battalions_for(some: Iterable[int], free: int) -> int:
    """How many battalions come for cards, with those that are free (4.3-2)."""
    return purchase(sum(cards.SYMBOLS[card] for card in some), free).total


def choose_reinforcements(sight: Sight, step: Step) -> Order:
    """Exchange the cards whose battalions are worth more than the cards themselves."""
    country = sight.country
    scales = reckon_with_recall(sight, scales_for(sight))
    prices = Prices(sight, scales)
    hand = sight.cards()
    free = free_battalions(country)
    places, gains = best_places(sight, scales, battalions_for(hand, free))

    def brings_more(chosen: Sequence[int]) -> bool:
        """No card is exchanged for nothing (R86)."""
        return min(battalions_for(chosen, free), len(places)) > min(free, len(places))

    if country == GERMANY and brings_more(hand) and (winning := win_now(sight, hand, free)):
        return winning
    best: tuple[int, ...] = ()
    best_value = float("-inf")
    for chosen in subsets(hand):
        if (country == GERMANY and loses_now(sight, len(chosen))) or (chosen and not brings_more(chosen)):
            continue
        value = sum(gains[: battalions_for(chosen, free)]) - sum(prices.keeping(card) for card in chosen)
        if not chosen and cards.MUST_USE_A_CARD[country] and sight.must_use and hand:
            value -= min(prices.keeping(card) for card in hand)  # one is thrown away for nothing (4.4-2)
        if value > best_value:
            best, best_value = chosen, value
    number = battalions_for(best, free)
    airfield = flown_in(sight, scales, prices, best, places[:number], gains)
    placed = places[: number - (airfield >= 0)]
    return reinforce(best, placed, airfield), reason(best, placed)


def best_places(sight: Sight, scales: Scales, most: int) -> tuple[list[int], list[float]]:
    """Areas for so many new battalions, one after another where each gains most, and what each gains."""
    country = sight.country
    open_places = sight.places(country)
    feared = threats(sight, country)
    chosen: list[int] = []
    gains: list[float] = []
    mark = scales.mark()

    def worth(area: int) -> float:
        """What one more there is worth, less what it adds to what the stack stands to lose."""
        there = int(scales.counts[country * AREAS + area] + 0.5)
        toll = expected_toll(there + 1, feared[area]) - expected_toll(there, feared[area])
        return scales.worth(country, area) - scales.weights.exposed * toll

    for _ in range(most):
        left = [(worth(area), -area) for area in open_places if sight.has_room(area, chosen)]
        if not left:
            break
        gain, area = max(left)
        chosen.append(-area)
        gains.append(gain)
        scales.add(country, -area, 1)
    scales.back_to(mark)
    return chosen, gains


def win_now(sight: Sight, hand: Sequence[int], free: int) -> Order | None:
    """All cards are exchanged, if Germany holds all six cities, the free battalion included, and so can use up its
    deck: it runs out, and the game is won (1.3-2)."""
    placed, open_places = sight.unheld_cities(), sight.places(GERMANY)
    if sight.deck > HAND_LIMIT or len(placed) > free or not all(city in open_places for city in placed):
        return None
    for _ in range(battalions_for(hand, free) - len(placed)):
        placed += [area for area in open_places if sight.has_room(area, placed)][:1]
    return reinforce(hand, placed, -1), say("norway.why.win-now")


def loses_now(sight: Sight, number: int) -> bool:
    """Whether using so many cards empties the German deck (with a city missing: choose_reinforcements asks before)."""
    return sight.to_draw + sight.must_use < sight.deck <= sight.to_draw + max(number, sight.must_use)


def flown_in(
    sight: Sight, scales: Scales, prices: Prices, used: Sequence[int], placed: Sequence[int], gains: Sequence[float]
) -> int:
    """The airfield to which Transport plane takes the free battalion, or -1 (4.3-ger-transport)."""
    plane, airfields = transport(sight.state), held_airfields(sight.state)
    spare = sight.hand[plane] - list(used).count(plane)
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


def reinforce(used: Sequence[int], placed: Sequence[int], airfield: int) -> actions.Reinforce:
    return actions.Reinforce(
        tuple(cards.SHORT_IDS[card] for card in sorted(used)),
        tuple((board.AREAS[area], number) for area, number in sorted(Counter(placed).items())),
        board.AREAS[airfield] if airfield >= 0 else "",
    )


def reason(used: Sequence[int], placed: Sequence[int]) -> Text:
    if not placed:
        return say("norway.why.keep-hand")
    names = [area_name(area) for area in dict.fromkeys(placed)]
    if not used:
        return say("norway.why.free-battalion", areas=names)
    return say("norway.why.exchange", n=len(placed), cards=say("norway.why.cards", n=len(used)), areas=names)


def choose_discard(sight: Sight, step: Step) -> Order:
    """The card that is missed least (4.4-2)."""
    own = BY_SHORT_ID[sight.country]
    prices = Prices(sight, scales_for(sight))
    best = min(sight.options(), key=lambda option: (prices.playing(own[option.card]), own[option.card]))
    return best, NO_REASON
