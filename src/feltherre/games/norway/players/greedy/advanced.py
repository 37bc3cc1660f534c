"""The greedy player's answer to what only the advanced game asks: the best at once, by exact odds and plain values."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.april import actions as april
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.april.landing import ship_id
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.asking import (
    CARD_STEPS,
    Answer,
    Order,
    crews_and_shore,
    offers,
    options_of,
    ships_to_seas,
)
from feltherre.games.norway.players.engagement import PLAIN, battle_value, enemy_fleet, interception_value
from feltherre.games.norway.players.greedy import gains
from feltherre.games.norway.players.odds import win_chance
from feltherre.games.norway.players.sight import Sight, Waters
from feltherre.games.norway.procedures.combat import battalion_dice
from feltherre.games.norway.procedures.nine_april import mobilisation_of_points
from feltherre.games.norway.procedures.victory import HEAVY
from feltherre.games.norway.sea import actions as sea
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.games.norway.sea.battle_cards import function, strikes
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.state import NOWHERE
from feltherre.players.player import Position

#: a card played at sea is worth at least so much
LEAST = 0.3
#: bluff works on a die of 3 or more (7.2b-bluff)
BLUFF = 2 / 3


NOTHING: Order = actions.Pass(), say("norway.why.greedy.nothing")


def uses(position: Position) -> list[Any]:
    """Every answer but to pass."""
    return [option for option in options_of(position) if not isinstance(option, actions.Pass)]


def use_it(sight: Sight, step: Any, position: Position) -> Order:
    """A card that can be used is used; of several ways the first."""
    used = uses(position)
    return (used[0], say("norway.why.greedy.react")) if used else NOTHING


def keep_it(sight: Sight, step: Any, position: Position) -> Order:
    return NOTHING


# 7.0


def choose_cards(sight: Sight, step: Any, position: Position) -> Order:
    """The cards with most reinforcement symbols."""
    own = [card for card in cards.APRIL_OF_COUNTRY[sight.country] for _ in range(cards.COUNT[card])]
    number = len(position.decision.space.sample(position.rng).cards)
    best = sorted(sorted(own, key=lambda card: (-cards.SYMBOLS[card], card))[:number])
    return april.ChooseApril(tuple(cards.SHORT_IDS[card] for card in best)), say("norway.why.greedy.april-cards")


def deploy_norway(sight: Sight, step: Any, position: Position) -> Order:
    """In the capital and next to the cities, the ships before Narvik."""
    return april.DeployNorwegians("oslo", "steinkjer", "bardufoss", "VI"), say("norway.why.greedy.deploy")


def deploy_ships(sight: Sight, step: Any, position: Position) -> Order:
    """Germany before every point city in turn; the Allies all where most Germans lie."""
    waters = sight.sea
    own = waters.at(step.country, ships.IN_HAND)
    if step.country == GERMANY:
        coasts = [sea for sea in ships.COASTAL if any(area in board.POINT_CITY for area in board.SHORE[sea])]
        stations = {ship: coasts[turn % len(coasts)] for turn, ship in enumerate(own)}
    else:
        open_seas = [area for area in ships.SEAS if area not in ships.CLOSED_TO_ALLIES]
        most = max(open_seas, key=lambda area: (waters.numbers[GERMANY][area], area))
        stations = dict.fromkeys(own, most)
    return april.Deploy(ships_to_seas(stations)), say("norway.why.greedy.deploy")


def reconnoitre(sight: Sight, step: Any, position: Position) -> Order:
    looks = options_of(position, april.Reconnoitre)
    if not looks:
        return NOTHING
    german = sight.sea.numbers[GERMANY]
    best = max(looks, key=lambda option: (german[board.SEA_INDEX[option.area]], option.area))
    return best, say("norway.why.greedy.react")


# 7.1 to 7.3


def choose_drop(sight: Sight, step: Any, position: Position) -> Order:
    drops = options_of(position, actions.Drop)
    if not drops:
        return NOTHING
    best = max(drops, key=lambda option: (gains.move_gain(sight, NOWHERE, board.INDEX[option.area], 1), option.area))
    gain = gains.move_gain(sight, NOWHERE, board.INDEX[best.area], 1)
    return best, say("norway.why.greedy.move", gain=f"{gain:+.1f}")


def choose_raid(sight: Sight, step: Any, position: Position) -> Order:
    """Ships on the high sea land nothing: they raid."""
    place = sight.sea.place
    going = [ship for ship in sorted(ships.RAIDERS) if place[ship] == ships.SEA_VIII]
    if not going:
        return NOTHING
    return april.Raid(tuple(ships.IDS[ship] for ship in going)), say("norway.why.greedy.react")


def choose_landing(sight: Sight, step: Any, position: Position) -> Order:
    """All together where it gains most."""
    crews, shore = crews_and_shore(sight, step)
    if not crews:
        return april.Land(()), say("norway.why.greedy.nothing")
    best = max(shore, key=lambda area: (gains.move_gain(sight, NOWHERE, area, len(crews)), -area))
    gain = gains.move_gain(sight, NOWHERE, best, len(crews))
    landings = tuple((ship_id(crew), board.AREAS[best]) for crew in crews)
    return april.Land(landings), say("norway.why.greedy.move", gain=f"{gain:+.1f}")


def choose_bluff(sight: Sight, step: Any, position: Position) -> Order:
    area = sight.battle.area
    attackers = sum(number for _, _, number in gains.attackers_of(sight, area))
    chance = win_chance(battalion_dice(attackers, 0), battalion_dice(sight.enemies_at(GERMANY, area), 0))
    return NOTHING if chance > BLUFF else use_it(sight, step, position)


def choose_mobilisation(sight: Sight, step: Any, position: Position) -> Order:
    """Next to the enemy first."""
    free = [point for point in board.MOBILISATION if not sight.battalions[GERMANY][point]]
    free.sort(key=lambda point: (gains.to_the_enemy(sight, point), point))
    chosen = sorted(free[: mobilisation_of_points(len(free))])
    return april.Mobilise(tuple(board.AREAS[point] for point in chosen)), say("norway.why.greedy.deploy")


# 8.1


def choose_sailing(sight: Sight, step: Any, position: Position) -> Order:
    """A whole pile sails to the next sea area if it can intercept there with profit; otherwise ships stay."""
    waters = sight.sea
    if offers(position, "home-fleet"):
        return call_home_fleet(waters)
    otherwise: Any = sea.Stay() if offers(position, "stay") else sea.EndSailing()
    if not offers(position, "sail"):
        return otherwise, say("norway.why.greedy.nothing")
    enemy = enemy_fleet(sight.country)
    best, best_gain = otherwise, 0.1
    for place in ships.SEAS:
        view = waters.view
        own = [
            ship
            for ship in (view.under_way or waters.at(sight.country, place))
            if waters.place[ship] == place and view.legs[ship] < ships.MOVES[ship] and ship not in view.caught
        ]
        if not own or ships.EIDSVOLL in own:
            continue
        for target in sea_targets(sight.country, place):
            group = PLAIN.squadron([*own, *waters.at(sight.country, target)])
            gain = interception_value(group, PLAIN.squadron_at(waters, enemy, target))
            if gain > best_gain:
                best, best_gain = sea.Sail(tuple(ships.IDS[ship] for ship in own), board.SEAS[target]), gain
    if best is otherwise:
        return otherwise, say("norway.why.greedy.nothing")
    return best, say("norway.why.greedy.sail", gain=f"{best_gain:+.1f}")


def call_home_fleet(waters: Waters) -> Order:
    """All to where their interception brings most."""
    fleet = waters.at(ALLIES, ships.HOME)
    seas = [area for area in ships.SEAS if area not in ships.CLOSED_TO_ALLIES]

    def gain(area: int) -> float:
        return interception_value(
            PLAIN.squadron([*fleet, *waters.at(ALLIES, area)]), PLAIN.squadron_at(waters, GERMANY, area)
        )

    best = max(seas, key=lambda area: (gain(area), -area))
    return sea.CallHomeFleet(ships_to_seas(dict.fromkeys(fleet, best))), say(
        "norway.why.greedy.sail", gain=f"{gain(best):+.1f}"
    )


def choose_interception(sight: Sight, step: Any, position: Position) -> Order:
    waters = sight.sea
    enemy = enemy_fleet(sight.country)
    own = PLAIN.squadron_at(waters, sight.country, step.area)
    gain = interception_value(own, PLAIN.squadron_at(waters, enemy, step.area))
    if gain <= 0 or not options_of(position, sea.Intercept):
        return NOTHING
    return sea.Intercept(), say("norway.why.greedy.intercept", gain=f"{gain:+.1f}")


# 8.2


def choose_join(sight: Sight, step: Any, position: Position) -> Order:
    """All or none, whichever makes the battle better."""
    waters = sight.sea
    up = waters.view.face_up
    own = [ship for ship in waters.at(sight.country, step.area) if ship not in ships.DECOYS]
    fighting = [ship for ship in own if up[ship]]
    enemy = enemy_fleet(sight.country)
    foes = PLAIN.squadron([ship for ship in waters.at(enemy, step.area) if up[ship]])
    hidden = [ship for ship in own if not up[ship]]
    better = battle_value(PLAIN.squadron(own), foes) > battle_value(PLAIN.squadron(fighting), foes)
    joining = tuple(ships.IDS[ship] for ship in hidden) if better else ()
    return sea.Join(joining), say("norway.why.greedy.join" if joining else "norway.why.greedy.nothing")


def choose_sea_battle(sight: Sight, step: Any, position: Position) -> Order:
    """Battles in their order; no Bomber is spent at sea that could be used on land."""
    fights = options_of(position, sea.FightAtSea)
    if fights:
        return fights[0], say("norway.why.greedy.fight-at-sea")
    return sea.EndSeaCombat(), say("norway.why.greedy.nothing")


def choose_sea_card(sight: Sight, step: Any, position: Position) -> Order:
    """A card whose die does more than its price, and any card that stops another."""
    number, battle = CARD_STEPS[type(step)], sight.sea.battle
    targets = battle.defenders if sight.country == sight.in_turn else battle.attackers
    for option in uses(position):
        card = BY_SHORT_ID[sight.country][option.card]
        if option.against or not strikes(card, number):
            return option, say("norway.why.greedy.react")
        gain = len(function(card, number).sink) / 6 * PLAIN.mean(targets)
        if gain > LEAST:
            return option, say("norway.why.greedy.play", gain=f"{gain:+.1f}")
    return NOTHING


def choose_flight(sight: Sight, step: Any, position: Position) -> Order:
    """Out to sea if that is possible, otherwise as far from the land as it goes."""
    waters = sight.sea
    area = waters.battle.area
    there = [ship for ship in step.ships if waters.place[ship] == area]
    stations = {ship: max(sea_targets(ships.COUNTRY[ship], area)) for ship in there}
    return sea.ChaseTo(ships_to_seas(stations)), say("norway.why.greedy.chase")


def choose_ships_withdrawal(sight: Sight, step: Any, position: Position) -> Order:
    """One minor ship and one heavy cruiser, and otherwise the heavy ships first in the card file."""
    left = sight.sea.allied_ships_left()
    heavy = [ship for ship in left if ships.CLASS[ship] in HEAVY]
    light = [ship for ship in left if ships.CLASS[ship] not in HEAVY]
    one_each = list({ships.CLASS[ship]: ship for ship in light}.values())
    chosen = [*one_each, *heavy][:5]
    if len(chosen) < 5:  # every heavy ship goes, and then any others
        chosen = [*heavy, *light][:5]
    return sea.WithdrawShips(tuple(ships.IDS[ship] for ship in sorted(chosen))), say("norway.why.greedy.losses")


ADVANCED: dict[type, Answer] = {
    april_steps.ChooseCards: choose_cards,
    april_steps.DrawShips: use_it,
    april_steps.DeployNorway: deploy_norway,
    april_steps.DeployShips: deploy_ships,
    april_steps.Reconnaissance: reconnoitre,
    april_steps.MisleadingManoeuvre: keep_it,
    april_steps.Redeployment: keep_it,
    april_steps.AprilDrops: choose_drop,
    april_steps.AprilDropAnswer: use_it,
    april_steps.EvacuatedSailors: use_it,
    april_steps.Raiding: choose_raid,
    april_steps.Landing: choose_landing,
    april_steps.LandElsewhere: choose_landing,
    april_steps.LandingPlan: use_it,
    april_steps.Bluff: choose_bluff,
    april_steps.Mobilisation: choose_mobilisation,
    sea_steps.SeaMovement: choose_sailing,
    sea_steps.InterceptionChoice: choose_interception,
    sea_steps.SmokeScreen: use_it,
    sea_steps.JoinBattle: choose_join,
    sea_steps.ChooseSeaBattle: choose_sea_battle,
    sea_steps.SeaAttackerCards: choose_sea_card,
    sea_steps.SeaDefenderCards: choose_sea_card,
    sea_steps.SeaReactionCards: choose_sea_card,
    sea_steps.ChooseFlight: choose_flight,
    sea_steps.ShipsWithdrawal: choose_ships_withdrawal,
}
