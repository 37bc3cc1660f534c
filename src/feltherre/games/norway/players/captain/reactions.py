"""The captain in others' turns: sabotage, Fighters, Engineers, and boats that wait for convoys (4.1c, R36, R41)."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import (
    BlowBridge,
    Divert,
    Engineers,
    Flee,
    NorwayAction,
    Pass,
    Roadblock,
    StopFlight,
    Torpedo,
)
from feltherre.games.norway.april.steps import AprilDropAnswer
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.battle import stakes_of
from feltherre.games.norway.players.captain.prices import Prices
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.stakes import Force, Stakes, better
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.odds import mean_dice
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.steps import DropAnswer, FlightAnswer, SabotageAnswer

Order = tuple[NorwayAction, Text]
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
    added = sight.defence_dice([country for country, _ in stakes.defenders])
    attack = stakes.attack_dice() + round(mean_dice(sight.attack_dice_of(stakes.attacker, stakes.area)))
    return stakes.prospect(attack, stakes.defence_dice(), added).value


def choose_sabotage(sight: Sight, options: Sequence[NorwayAction]) -> Order:
    """Roadblock, Blown bridge or flight by train, where it changes a battle most."""
    scales = scales_for(sight)
    prices = Prices(sight, scales)
    undone = 1 - sight.chance_to_hold(GERMANY, ENGINEERS)
    best: NorwayAction = Pass()
    best_gain = 0.0
    for option in options:
        if isinstance(option, Flee):
            gain = gain_of_flight(sight, scales, option) - prices.playing(TRAIN)
        elif isinstance(option, Roadblock | BlowBridge):
            card = ROADBLOCK if isinstance(option, Roadblock) else BRIDGE
            gain = gain_of_sabotage(sight, scales, option) * undone - prices.playing(card)
        else:
            continue
        if gain > best_gain:
            best, best_gain = option, gain
    if isinstance(best, Flee):
        areas = {"area": area_name(board.INDEX[best.area]), "target": area_name(board.INDEX[best.target])}
        return best, say("norway.why.flee", **areas)
    if isinstance(best, Roadblock | BlowBridge):
        areas = {"origin": area_name(board.INDEX[best.origin]), "area": area_name(board.INDEX[best.target])}
        return best, say("norway.why.sabotage", **areas)
    return best, say("norway.why.no-sabotage")


def gain_of_sabotage(sight: Sight, scales: Scales, option: Roadblock | BlowBridge) -> float:
    origin, area = board.INDEX[option.origin], board.INDEX[option.target]
    stakes = stakes_of(sight, scales, area)
    before = battle_value(sight, scales, stakes)
    back = option.count if isinstance(option, Roadblock) else 1000
    return better(NORWAY, battle_value(sight, scales, without(stakes, origin, back)), before)


def without(stakes: Stakes, origin: int, number: int) -> Stakes:
    """The same battle after so many battalions of a group are sent back."""
    left = sent_back(stakes.forces, origin, number)
    return Stakes(stakes.sight, stakes.scales, stakes.attacker, stakes.area, left, stakes.origins, stakes.pending)


def sent_back(forces: Sequence[Force], origin: int, number: int) -> list[Force]:
    """The attackers that are left; those sent back stand where they came from, as the scales have them already."""
    left = []
    for force in forces:
        stay = force.battalions - number if (force.origin, force.mode) == (origin, "land") else force.battalions
        if stay > 0:
            left.append(Force(force.origin, force.mode, stay))
    return left


def gain_of_flight(sight: Sight, scales: Scales, option: Flee) -> float:
    area, target = board.INDEX[option.area], board.INDEX[option.target]
    stakes = stakes_of(sight, scales, area)
    before = battle_value(sight, scales, stakes)
    mark = scales.mark()
    fleeing = sight.battalions[NORWAY][area]
    scales.add(NORWAY, area, -fleeing)
    scales.add(NORWAY, target, fleeing)
    if not sight.battalions[ALLIES][area]:
        for force in stakes.forces:
            if force.origin >= 0:
                scales.add(stakes.attacker, force.origin, -force.battalions)
            scales.add(stakes.attacker, area, force.battalions)
    after = scales.score()
    scales.back_to(mark)
    return better(NORWAY, after, before)


def choose_engineers(sight: Sight, step: SabotageAnswer, options: Sequence[NorwayAction]) -> Order:
    """Clear the road if the battle is worth the card."""
    if not any(isinstance(option, Engineers) for option in options):
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, step.target)
    cleared = battle_value(sight, scales, stakes)
    blocked = battle_value(sight, scales, without(stakes, step.origin, step.count))
    gain = better(GERMANY, cleared, blocked)
    if gain <= Prices(sight, scales).playing(ENGINEERS):
        return Pass(), say("norway.why.no-engineers", area=area_name(step.target))
    return Engineers(), say("norway.why.engineers", area=area_name(step.target))


# Fighters over the landing


def choose_divert(sight: Sight, step: DropAnswer | AprilDropAnswer, options: Sequence[NorwayAction]) -> Order:
    """Drive the paratroops to where they do least, if it is worth the card."""
    places = [option for option in options if isinstance(option, Divert)]
    if not places:
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    before = drop_value(sight, scales, step.area)
    gains = {option: better(ALLIES, drop_value(sight, scales, board.INDEX[option.area]), before) for option in places}
    best = max(places, key=lambda option: gains[option])
    if gains[best] <= Prices(sight, scales).playing(FIGHTER if sight.view.round else APRIL_FIGHTER):
        return Pass(), say("norway.why.no-fighter", area=area_name(step.area))
    return best, say("norway.why.divert", area=area_name(step.area), target=area_name(board.INDEX[best.area]))


def drop_value(sight: Sight, scales: Scales, area: int) -> float:
    """The score with a paratroop battalion in an area, attacking if enemies are there."""
    if sight.enemies_at(GERMANY, area):
        forces = [Force(g.origin, g.mode, g.battalions) for g in sight.groups_at(area)] + [Force(-1, "air", 1)]
        return battle_value(sight, scales, Stakes(sight, scales, GERMANY, area, forces, sight.view.origins))
    mark = scales.mark()
    scales.add(GERMANY, area, 1)
    after = scales.score()
    scales.back_to(mark)
    return after


def choose_stop_flight(sight: Sight, step: FlightAnswer, options: Sequence[NorwayAction]) -> Order:
    if not any(isinstance(option, StopFlight) for option in options):
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    before = scales.score()
    mark = scales.mark()
    scales.add(GERMANY, step.origin, -step.count)
    scales.add(GERMANY, step.target, step.count)
    arrived = scales.score()
    scales.back_to(mark)
    if better(ALLIES, before, arrived) <= Prices(sight, scales).playing(FIGHTER):
        return Pass(), say("norway.why.no-fighter", area=area_name(step.target))
    return StopFlight(), say("norway.why.stop-flight", n=step.count, area=area_name(step.target))


# U-boat and Submarine


def choose_torpedo(sight: Sight, options: Sequence[NorwayAction]) -> Order:
    """Strike where a battalion would be missed most, if half of that is worth the card."""
    places = [option for option in options if isinstance(option, Torpedo)]
    if not places:
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    target = sight.in_turn
    losses = {option: loss_at(scales, sight.country, target, board.INDEX[option.area]) for option in places}
    best = max(places, key=lambda option: losses[option])
    boat = (BOATS if sight.view.round else APRIL_BOATS)[sight.country]
    if losses[best] * BOAT_HITS <= Prices(sight, scales).playing(boat) * 0.6:
        return Pass(), say("norway.why.no-torpedo")
    return best, say("norway.why.torpedo", area=area_name(board.INDEX[best.area]))


def loss_at(scales: Scales, country: int, target: int, area: int) -> float:
    mark = scales.mark()
    before = scales.score()
    scales.add(target, area, -1)
    after = scales.score()
    scales.back_to(mark)
    return better(country, after, before)
