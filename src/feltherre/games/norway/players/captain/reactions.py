"""The captain in others' turns: sabotage, Fighters, Engineers, and boats that wait for convoys (4.1c, R36, R41)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards, steps
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.asking import Order, options_of
from feltherre.games.norway.players.captain.battle import entering
from feltherre.games.norway.players.captain.scales import Change, Scales, better, scales_for
from feltherre.games.norway.players.captain.stakes import Prices, Stakes, stakes_of
from feltherre.games.norway.players.odds import mean_dice
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import NOWHERE, Group
from feltherre.players.player import Position

ROADBLOCK = cards.INDEX["nor-roadblock"]
BRIDGE = cards.INDEX["nor-blown-bridge"]
TRAIN = cards.INDEX["nor-train-transport"]
ENGINEERS = cards.INDEX["ger-engineer-company"]
FIGHTER = cards.INDEX["all-fighter"]
BOATS = {GERMANY: cards.INDEX["ger-u-boat"], ALLIES: cards.INDEX["all-submarine"]}
#: their like in the nine-April round
APRIL_FIGHTER = cards.INDEX["apr-nor-fighter"]
APRIL_BOATS = {NORWAY: cards.INDEX["apr-nor-submarine"], ALLIES: cards.INDEX["apr-all-submarine"]}
#: a boat sinks a transport every second time (R41)
BOAT_HITS = 0.5


def battle_value(sight: Sight, scales: Scales, stakes: Stakes) -> float:
    """The score that a battle of these forces leads to, with the cards that both sides may be expected to use."""
    if not stakes.forces:
        return scales.score()
    attack = stakes.attack_dice() + round(mean_dice(sight.attack_dice_of(stakes.attacker, stakes.area)))
    return stakes.prospect(attack, stakes.defence_dice(), stakes.defenders_cards()).value


def choose_sabotage(sight: Sight, step: Step, position: Position) -> Order:
    """Roadblock, Blown bridge or flight by train, where it changes a battle most."""
    scales = scales_for(sight)
    prices = Prices(sight, scales)
    undone = 1 - sight.chance_to_hold(GERMANY, ENGINEERS)
    best: Order = actions.Pass(), say("norway.why.no-sabotage")
    best_gain = 0.0
    for option in options_of(position, actions.Flee | actions.Roadblock | actions.BlowBridge):
        target = area_name(board.INDEX[option.target])
        if isinstance(option, actions.Flee):
            gain = gain_of_flight(sight, scales, option) - prices.playing(TRAIN)
            why = say("norway.why.flee", area=area_name(board.INDEX[option.area]), target=target)
        else:
            card = ROADBLOCK if isinstance(option, actions.Roadblock) else BRIDGE
            gain = gain_of_sabotage(sight, scales, option) * undone - prices.playing(card)
            why = say("norway.why.sabotage", origin=area_name(board.INDEX[option.origin]), area=target)
        if gain > best_gain:
            best, best_gain = (option, why), gain
    return best


def gain_of_sabotage(sight: Sight, scales: Scales, option: actions.Roadblock | actions.BlowBridge) -> float:
    origin, area = board.INDEX[option.origin], board.INDEX[option.target]
    stakes = stakes_of(sight, scales, area)
    before = battle_value(sight, scales, stakes)
    back = option.count if isinstance(option, actions.Roadblock) else 1000
    return better(NORWAY, battle_value(sight, scales, without(stakes, origin, back)), before)


def without(stakes: Stakes, origin: int, number: int) -> Stakes:
    """The same battle after so many battalions of a group are sent back; they stand where they came from, as the scales
    have them already."""
    left = []
    for force in stakes.forces:
        stay = force.battalions - number if (force.origin, force.mode) == (origin, "land") else force.battalions
        if stay > 0:
            left.append(structs.replace(force, battalions=stay))
    return Stakes(stakes.sight, stakes.scales, stakes.attacker, stakes.area, left, stakes.origins, stakes.pending)


def gain_of_flight(sight: Sight, scales: Scales, option: actions.Flee) -> float:
    area, target = board.INDEX[option.area], board.INDEX[option.target]
    stakes = stakes_of(sight, scales, area)
    before = battle_value(sight, scales, stakes)
    fleeing = sight.battalions[NORWAY][area]
    changes: list[Change] = [(NORWAY, area, -fleeing), (NORWAY, target, fleeing)]
    if not sight.battalions[ALLIES][area]:
        changes += entering(sight, area)
    return better(NORWAY, scales.after(changes), before)


def choose_engineers(sight: Sight, step: steps.SabotageAnswer, options: Sequence[actions.Engineers]) -> Order:
    """Clear the road if the battle is worth the card."""
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, step.target)
    cleared = battle_value(sight, scales, stakes)
    blocked = battle_value(sight, scales, without(stakes, step.origin, step.count))
    gain = better(GERMANY, cleared, blocked)
    if gain <= Prices(sight, scales).playing(ENGINEERS):
        return actions.Pass(), say("norway.why.no-engineers", area=area_name(step.target))
    return options[0], say("norway.why.engineers", area=area_name(step.target))


# Fighters over the landing


def choose_divert(
    sight: Sight, step: steps.DropAnswer | april_steps.AprilDropAnswer, options: Sequence[actions.Divert]
) -> Order:
    """Drive the paratroops to where they do least, if it is worth the card."""
    scales = scales_for(sight)
    before = drop_value(sight, scales, step.area)
    gains = {option: better(ALLIES, drop_value(sight, scales, board.INDEX[option.area]), before) for option in options}
    best = max(options, key=lambda option: gains[option])
    if gains[best] <= Prices(sight, scales).playing(FIGHTER if sight.view.round else APRIL_FIGHTER):
        return actions.Pass(), say("norway.why.no-fighter", area=area_name(step.area))
    return best, say("norway.why.divert", area=area_name(step.area), target=area_name(board.INDEX[best.area]))


def drop_value(sight: Sight, scales: Scales, area: int) -> float:
    """The score with a paratroop battalion in an area, attacking if enemies are there."""
    if sight.enemies_at(GERMANY, area):
        forces = [*sight.groups_at(area), Group(NOWHERE, area, "air", 1)]
        return battle_value(sight, scales, Stakes(sight, scales, GERMANY, area, forces, sight.view.origins))
    return scales.after([(GERMANY, area, 1)])


def choose_stop_flight(sight: Sight, step: steps.FlightAnswer, options: Sequence[actions.StopFlight]) -> Order:
    """Shoot down a transport that is worth more than the card."""
    scales = scales_for(sight)
    arrived = scales.after([(GERMANY, step.origin, -step.count), (GERMANY, step.target, step.count)])
    if better(ALLIES, scales.score(), arrived) <= Prices(sight, scales).playing(FIGHTER):
        return actions.Pass(), say("norway.why.no-fighter", area=area_name(step.target))
    return options[0], say("norway.why.stop-flight", n=step.count, area=area_name(step.target))


# U-boat and Submarine


def choose_torpedo(sight: Sight, step: steps.ConvoyAnswer, options: Sequence[actions.Torpedo]) -> Order:
    """Strike where a battalion would be missed most, if half of that is worth the card."""
    scales = scales_for(sight)
    before = scales.score()

    def loss(option: actions.Torpedo) -> float:
        return better(sight.country, scales.after([(sight.in_turn, board.INDEX[option.area], -1)]), before)

    losses = {option: loss(option) for option in options}
    best = max(options, key=lambda option: losses[option])
    boat = (BOATS if sight.view.round else APRIL_BOATS)[sight.country]
    if losses[best] * BOAT_HITS <= Prices(sight, scales).playing(boat) * 0.6:
        return actions.Pass(), say("norway.why.no-torpedo")
    return best, say("norway.why.torpedo", area=area_name(board.INDEX[best.area]))
