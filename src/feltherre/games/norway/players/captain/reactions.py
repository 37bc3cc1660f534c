"""The captain in others' turns: sabotage, Fighters, Engineers, and boats that wait for convoys (4.1c, R36, R41)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards, movement_air, steps
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.battle import entering
from feltherre.games.norway.players.captain.scales import Change, Scales, better, scales_for
from feltherre.games.norway.players.captain.stakes import Prices, Stakes, best_use, stakes_of
from feltherre.games.norway.players.odds import mean_dice
from feltherre.games.norway.players.sight import Order, Sight
from feltherre.games.norway.reinforcement import hunters
from feltherre.games.norway.sabotage import CARD_OF_KIND, ENGINEERS
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import NOWHERE, Group

Sabotage = actions.Flee | actions.Roadblock | actions.BlowBridge
#: a boat sinks a transport every second time (R41), and is sent for a little less than its price
BOAT_HITS, BOAT_PRICE = 0.5, 0.6


def battle_value(sight: Sight, scales: Scales, stakes: Stakes) -> float:
    """The score that a battle of these forces leads to, with the cards that both sides may be expected to use."""
    if not stakes.forces:
        return scales.score()
    attack = stakes.attack_dice + round(mean_dice(sight.attack_dice_of(stakes.attacker, stakes.area)))
    return stakes.prospect(attack, stakes.defence_dice, stakes.defenders_cards()).value


def choose_sabotage(sight: Sight, step: Step) -> Order:
    """Roadblock, Blown bridge or flight by train, where it changes a battle most."""
    scales = scales_for(sight)
    prices = Prices(sight, scales)
    best: Order = actions.Pass(), say("norway.why.no-sabotage")
    best_gain = 0.0
    for option in sight.options(Sabotage):
        gain, target = gain_of_sabotage(sight, scales, option), area_label(option.target)
        if isinstance(option, actions.Flee):
            why = say("norway.why.flee", area=area_label(option.area), target=target)
        else:
            gain *= 1 - sight.chance_to_hold(GERMANY, ENGINEERS)
            why = say("norway.why.sabotage", origin=area_label(option.origin), area=target)
        gain -= prices.playing(CARD_OF_KIND[option.__struct_config__.tag])
        if gain > best_gain:
            best, best_gain = (option, why), gain
    return best


def gain_of_sabotage(sight: Sight, scales: Scales, option: Sabotage) -> float:
    """What it changes that battalions flee from a battle, or that attackers are sent back."""
    target = board.INDEX[option.target]
    area = board.INDEX[option.area] if isinstance(option, actions.Flee) else target
    stakes = stakes_of(sight, scales, area)
    before = battle_value(sight, scales, stakes)
    if not isinstance(option, actions.Flee):
        back = option.count if isinstance(option, actions.Roadblock) else cards.ALL
        return better(NORWAY, battle_value(sight, scales, without(stakes, board.INDEX[option.origin], back)), before)
    fleeing = sight.battalions[NORWAY][area]
    changes: list[Change] = [(NORWAY, area, -fleeing), (NORWAY, target, fleeing)]
    if not sight.battalions[ALLIES][area]:
        changes += entering(sight, area)
    return better(NORWAY, scales.after(changes), before)


def without(stakes: Stakes, origin: int, number: int) -> Stakes:
    """The same battle after so many battalions of a group are sent back; they stand where they came from, as the scales
    have them already."""
    left = []
    for force in stakes.forces:
        stay = force.battalions - number if (force.origin, force.mode) == (origin, "land") else force.battalions
        if stay > 0:
            left.append(structs.replace(force, battalions=stay))
    return Stakes(stakes.sight, stakes.scales, stakes.attacker, stakes.area, left, stakes.origins, stakes.pending)


def choose_engineers(sight: Sight, step: steps.SabotageAnswer, options: Sequence[actions.Engineers]) -> Order:
    """Clear the road if the battle is worth the card."""
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, step.target)
    cleared = battle_value(sight, scales, stakes)
    blocked = battle_value(sight, scales, without(stakes, step.origin, step.count))
    if better(GERMANY, cleared, blocked) <= Prices(sight, scales).playing(ENGINEERS):
        return actions.Pass(), say("norway.why.no-engineers", area=area_name(step.target))
    return options[0], say("norway.why.engineers", area=area_name(step.target))


# Fighters over the landing


def choose_divert(
    sight: Sight, step: steps.DropAnswer | april_steps.AprilDropAnswer, options: Sequence[actions.Divert]
) -> Order:
    """Drive the paratroops to where they do least, if it is worth the card."""
    scales = scales_for(sight)
    before = drop_value(sight, scales, step.area)
    fighter = movement_air.FIGHTER if sight.view.round else movement_air.APRIL_FIGHTER

    def gain(option: actions.Divert) -> float:
        return better(ALLIES, drop_value(sight, scales, board.INDEX[option.area]), before)

    best = best_use(options, gain, Prices(sight, scales).playing(fighter))
    if best is None:
        return actions.Pass(), say("norway.why.no-fighter", area=area_name(step.area))
    return best, say("norway.why.divert", area=area_name(step.area), target=area_label(best.area))


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
    if better(ALLIES, scales.score(), arrived) <= Prices(sight, scales).playing(movement_air.FIGHTER):
        return actions.Pass(), say("norway.why.no-fighter", area=area_name(step.target))
    return options[0], say("norway.why.stop-flight", n=step.count, area=area_name(step.target))


# U-boat and Submarine


def choose_torpedo(sight: Sight, step: steps.ConvoyAnswer, options: Sequence[actions.Torpedo]) -> Order:
    """Strike where a battalion would be missed most, if half of that is worth the card."""
    scales = scales_for(sight)
    before = scales.score()

    def gain(option: actions.Torpedo) -> float:
        after = scales.after([(sight.in_turn, board.INDEX[option.area], -1)])
        return better(sight.country, after, before) * BOAT_HITS

    boat = hunters(sight.state)[sight.country]
    best = best_use(options, gain, Prices(sight, scales).playing(boat) * BOAT_PRICE)
    if best is None:
        return actions.Pass(), say("norway.why.no-torpedo")
    return best, say("norway.why.torpedo", area=area_label(best.area))
