"""The greedy player's answer to each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from feltherre.core.space import OneOf
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards, steps
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.asking import (
    CARD_STEPS,
    Answer,
    Order,
    answered,
    country_to_take,
    dice_on_table,
    exchange_brings_more,
    joint_losses,
    options_of,
    with_play,
)
from feltherre.games.norway.players.greedy import gains
from feltherre.games.norway.players.greedy.advanced import ADVANCED, NOTHING, uses
from feltherre.games.norway.players.sight import Sight, heap_name
from feltherre.games.norway.procedures.reinforcement import purchase
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import NOWHERE, Battle, enemies, side
from feltherre.players.player import Chosen, Position

INVASION = cards.INDEX["all-invasion"]
#: a card played for its function is worth at least so much of the battalions that its symbols buy
CARD_PRICE = 0.5


class GreedyPlayer:
    """The best immediate gain in every decision. It reads its seat's view, never the redealt hands."""

    name = "greedy"

    def choose(self, position: Position) -> Chosen:
        return answered(ANSWERS, position)


def price(card: int) -> float:
    return cards.SYMBOLS[card] / 3 * CARD_PRICE


def best_of(options: Iterable[Any], gain: Callable[[Any], float], least: float, otherwise: Any, why: str) -> Order:
    """The answer that gains most, if it gains more than the least."""
    best, best_gain = otherwise, least
    for option in options:
        found = gain(option)
        if found > best_gain:
            best, best_gain = option, found
    if best is otherwise:
        return otherwise, say("norway.why.greedy.nothing")
    tenths = round(best_gain * 10)
    return best, say(why, gain=f"{tenths / 10:+.1f}")


# movement


def choose_move(sight: Sight, step: Any, position: Position) -> Order:
    options, gain = movement_options(sight, position), partial(gain_of_order, sight)
    return best_of(options, gain, 0.005, actions.EndMovement(), "norway.why.greedy.move")


def movement_options(sight: Sight, position: Position) -> list[Any]:
    """All orders but invasions, of which only those with all cards at one place are looked at."""
    space = position.decision.space
    assert isinstance(space, OneOf)
    found: list[Any] = []
    for kind, branch in space.branches.items():
        if kind == "invade":
            others = sight.cards()
            others.remove(INVASION)
            bought = purchase(sum(cards.SYMBOLS[card] for card in others), 0).bought
            chosen = tuple(cards.SHORT_IDS[card] for card in others)
            coast = [area for area in board.ALLIED_COAST if sight.ships_allow(INVASION, area)]
            found += [actions.Invade(chosen, ((board.AREAS[area], bought),)) for area in coast]
        elif kind != "end-movement":
            found += branch.candidates()
    return found


def gain_of_order(sight: Sight, order: Any) -> float:
    index = board.INDEX
    match order:
        case actions.Move():
            return gains.move_gain(sight, index[order.origin], index[order.target], order.count)
        case actions.RapidMove():
            via = index[order.via]
            gain = gains.move_gain(sight, index[order.origin], index[order.target], order.count, via)
            return gain - price(cards.INDEX["ger-rapid-movement"])
        case actions.Drop():
            return gains.move_gain(sight, NOWHERE, index[order.area], 1) - price(cards.INDEX["ger-paratroops"])
        case actions.Fly() | actions.Ship():
            card = cards.INDEX["ger-transport-plane" if isinstance(order, actions.Fly) else "all-coastal-evacuation"]
            return gains.move_gain(sight, index[order.origin], index[order.target], order.count) - price(card)
        case actions.Train():
            gain = gains.move_gain(sight, index[order.path[0]], index[order.path[-1]], order.count)
            return gain - price(cards.INDEX["nor-train-transport"])
        case actions.Invade():
            (area, count) = order.placements[0]
            gain = gains.move_gain(sight, NOWHERE, index[area], count)
            return gain - count if sight.enemies_at(sight.country, index[area]) == 0 else gain
    return 0.0


# battle


def choose_battle(sight: Sight, step: Any, position: Position) -> Order:
    def gain(option: actions.Fight) -> float:
        area = board.INDEX[option.area]
        return gains.battle_gain(gains.attackers_of(sight, area), sight.enemies_at(sight.in_turn, area), area)

    options = options_of(position)
    return best_of(options, gain, float("-inf"), None, "norway.why.greedy.fight")


def table_gain(sight: Sight, battle: Battle) -> float:
    """The attacker's gain with the cards on the table."""
    attackers, defenders = gains.attackers_of(sight, battle.area), sight.enemies_at(sight.in_turn, battle.area)
    return gains.battle_gain(attackers, defenders, battle.area, *dice_on_table(battle, sight.over_land(battle.area)))


def choose_card(sight: Sight, step: Any, position: Position) -> Order:
    sign = 1 if sight.country == sight.in_turn else -1
    now = table_gain(sight, sight.battle)

    def gain(play: actions.Play) -> float:
        with_it = with_play(sight.battle, sight.country, CARD_STEPS[type(step)], play)
        return sign * (table_gain(sight, with_it) - now) - price(BY_SHORT_ID[sight.country][play.card])

    return best_of(options_of(position, actions.Play), gain, 0.0, actions.Pass(), "norway.why.greedy.play")


def choose_losses(sight: Sight, step: Any, position: Position) -> Order:
    """From the largest heap; both countries of a joint defence reckon alike."""
    if sight.country != sight.in_turn:
        best = joint_losses(sight, options_of(position))
    else:
        there = {heap_name(group): group.battalions for group in sight.groups_at(sight.battle.area)}
        best = max(options_of(position), key=lambda option: sum(there[name] * n for name, n in option.losses))
    return best, say("norway.why.greedy.losses")


def choose_their_losses(sight: Sight, step: Any, position: Position) -> Order:
    """From the largest of the heaps of enemies who disagree."""
    there = {role: sight.battalions[country][sight.battle.area] for country, role in enumerate(COUNTRIES)}
    best = max(options_of(position), key=lambda option: sum(there[name] * n for name, n in option.losses))
    return best, say("norway.why.greedy.losses")


def choose_retreat(sight: Sight, step: Any, position: Position) -> Order:
    """To a point city, or else to friends; enemies who disagree are sent to where they have fewest."""
    theirs = isinstance(step, steps.GermanyChoosesRetreat)
    sign, leaving = (-1, enemies(GERMANY)) if theirs else (1, side(sight.country))

    def value(option: actions.Retreat) -> float:
        area = board.INDEX[option.target]
        return sign * (gains.area_value(area) + sum(sight.battalions[country][area] for country in leaving))

    return max(options_of(position), key=value), say("norway.why.greedy.retreat")


# reactions


def choose_sabotage(sight: Sight, step: Any, position: Position) -> Order:
    def gain(option: Any) -> float:
        if isinstance(option, actions.Pass | actions.Flee):
            return 0.0
        area, origin = board.INDEX[option.target], board.INDEX[option.origin]
        before = gains.attackers_of(sight, area)
        count = option.count if isinstance(option, actions.Roadblock) else 1000
        after = [
            (o, w, max(0, n - count)) if (o, w) == (origin, False) else (o, w, n)
            for o, w, n in before
            if (o, w) != (origin, False) or n > count
        ]
        defenders = sight.enemies_at(GERMANY, area)
        saved = gains.battle_gain(before, defenders, area) - gains.battle_gain(after, defenders, area)
        return saved - CARD_PRICE / 3

    return best_of(options_of(position), gain, 0.0, actions.Pass(), "norway.why.greedy.sabotage")


def choose_whatever_helps(sight: Sight, step: Any, position: Position) -> Order:
    """A card that can be used against the enemy now is used."""
    options = uses(position)
    if not options:
        return NOTHING

    def value(option: Any) -> float:
        fields = [getattr(option, name) for name in option.__struct_fields__]
        area = next((board.INDEX[field] for field in fields if field in board.INDEX), None)
        return sum(sight.battalions[country][area] for country in (NORWAY, ALLIES)) if area is not None else 0

    return max(options, key=value), say("norway.why.greedy.react")


def choose_sea_withdrawal(sight: Sight, step: Any, position: Position) -> Order:
    """Only when there is no way out by land."""
    if gains.retreat_ways(sight, ALLIES, sight.battle.area):
        return NOTHING
    return choose_whatever_helps(sight, step, position)


# reinforcement


def choose_first_landing(sight: Sight, step: Any, position: Position) -> Order:
    number = board.first_allies().per_group

    def gain(option: actions.FirstLanding) -> float:
        return sum(gains.place_gain(sight, board.INDEX[area], number) for area in (option.first, option.second))

    return best_of(options_of(position), gain, float("-inf"), None, "norway.why.greedy.place")


def choose_reinforcements(sight: Sight, step: Any, position: Position) -> Order:
    """All cards that buy anything are exchanged, and each battalion is put where it helps most."""
    country = sight.country
    used = cards_to_exchange(sight.cards())
    free = 1 if country == GERMANY else 0
    number = purchase(sum(cards.SYMBOLS[card] for card in used), free).total
    open_places = sight.places(country)
    placed: list[int] = []
    for _ in range(number):
        left = [area for area in open_places if sight.has_room(area, placed)]
        if not left:
            break
        placed.append(max(left, key=lambda area: (gains.place_gain(sight, area, 1, placed.count(area)), -area)))
    if not exchange_brings_more(number, free, len(placed)):
        used = []
    counts = tuple((board.AREAS[area], placed.count(area)) for area in sorted(set(placed)))
    action = actions.Reinforce(tuple(cards.SHORT_IDS[card] for card in used), counts)
    return action, say("norway.why.greedy.reinforce", n=len(placed), areas=[area_name(a) for a in sorted(set(placed))])


def cards_to_exchange(hand: Sequence[int]) -> list[int]:
    """As many battalions as the hand can buy, with as few cards as it takes."""
    most = sum(cards.SYMBOLS[card] for card in hand) // 3
    used: list[int] = []
    for card in sorted(hand, key=lambda c: (-cards.SYMBOLS[c], c)):
        if sum(cards.SYMBOLS[c] for c in used) // 3 < most:
            used.append(card)
    return sorted(used)


def choose_discard(sight: Sight, step: Any, position: Position) -> Order:
    own = BY_SHORT_ID[sight.country]
    options = options_of(position)
    best = min(options, key=lambda option: (cards.SYMBOLS[own[option.card]], own[option.card]))
    return best, say("norway.why.greedy.discard")


def choose_withdrawal(sight: Sight, step: Any, position: Position) -> Order:
    """From the largest stacks."""
    there = sight.allied_heaps()

    def spread(option: actions.Withdraw) -> int:
        return sum((there[area] - n) ** 2 - there[area] ** 2 for area, n in option.battalions)

    return min(options_of(position), key=spread), say("norway.why.greedy.losses")


ANSWERS: dict[type, Answer] = {
    steps.ChooseCountry: country_to_take,
    steps.Movement: choose_move,
    steps.DropAnswer: choose_whatever_helps,
    steps.FlightAnswer: choose_whatever_helps,
    steps.Sabotage: choose_sabotage,
    steps.SabotageAnswer: choose_whatever_helps,
    steps.ChooseBattle: choose_battle,
    steps.AttackerCards: choose_card,
    steps.DefenderCards: choose_card,
    steps.ReactionCards: choose_card,
    steps.ChooseLosses: choose_losses,
    steps.GermanyChoosesLosses: choose_their_losses,
    steps.SaveLost: choose_whatever_helps,
    steps.LeaveBySea: choose_sea_withdrawal,
    steps.Withdrawal: choose_retreat,
    steps.GermanyChoosesRetreat: choose_retreat,
    steps.FirstAllies: choose_first_landing,
    steps.Exchange: choose_reinforcements,
    steps.ConvoyAnswer: choose_whatever_helps,
    steps.ForcedDiscard: choose_discard,
    steps.AlliedWithdrawal: choose_withdrawal,
    **ADVANCED,
}
