"""The captain before the shooting starts on 9 April (7.0): cards, deployment, and what shifts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april.actions import (
    CallShips,
    ChooseApril,
    Deploy,
    DeployNorwegians,
    Manoeuvre,
    Reconnoitre,
    Redeploy,
)
from feltherre.games.norway.april.deployment import MOST_SHIPS
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import BY_SHORT_ID, counted_cards
from feltherre.games.norway.players.april_plans import GERMAN_PLANS, choose_hand, german_stations
from feltherre.games.norway.players.engagement import (
    PLAIN,
    UNLANDED,
    Squadron,
    interception_value,
)
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.sea.ships import SEA_III, SEA_IV, SEA_V, SEA_VI

Order = tuple[Any, Text]
#: what a ship in each sea area, I to VIII, is worth to Germany: Narvik can hardly be reached again
LANDING = (0.8, 0.7, 0.9, 1.1, 1.2, 1.4, 0.8, 0.6)
#: groups into which the Allies divide their ships at most
MOST_GROUPS = 3
#: Allied ships from which on one is left over to lie in III
ENOUGH = 7
#: where the battalion at Oslo and the two on mobilisation points may stand
AT_OSLO = ("oslo", "oslo", "honefoss", "gjovik")
POINTS = (("steinkjer", "bardufoss"), ("voss", "bardufoss"), ("voss", "steinkjer"), ("andalsnes", "bardufoss"))
#: Eidsvoll & Norge lies before Narvik, Trondheim or Bergen
STATIONS = (SEA_VI, SEA_VI, SEA_V, SEA_IV)


def choose_cards(sight: Sight, rng: Random) -> Order:
    hand = choose_hand(sight.country, rng)
    own = BY_SHORT_ID[sight.country]
    return ChooseApril(hand), say("norway.why.april.cards", cards=counted_cards([own[card] for card in hand]))


def call_ships(options: Sequence[Any]) -> Order:
    """Three more ships when most German ships are at sea."""
    if not any(isinstance(option, CallShips) for option in options):
        return Pass(), say("norway.why.no-card")
    return CallShips(), say("norway.why.april.call-ships")


# deployment


def deploy_norway(rng: Random) -> Order:
    """Next to the cities that Germany will come to, where it cannot be foreseen."""
    first, second = rng.choice(POINTS)
    station = rng.choice(STATIONS)
    action = DeployNorwegians(rng.choice(AT_OSLO), first, second, board.SEAS[station])
    return action, say("norway.why.april.norway", sea=ships.place_name(station))


def deploy(stations: Mapping[int, int]) -> Deploy:
    return Deploy(tuple((ships.IDS[ship], board.SEAS[stations[ship]]) for ship in sorted(stations)))


def deploy_germany(rng: Random) -> Order:
    """One of the plans; which ships carry it out is drawn by lot."""
    return deploy(german_stations(rng.choice(GERMAN_PLANS), rng)), say("norway.why.april.germany")


def deploy_allies(sight: Sight, rng: Random) -> Order:
    """In one to three groups where most can be sunk or driven off; one light ship in III closes the coast to German
    transports (8.3-ger-2)."""
    waters = sight.sea
    fleet = list(ships.best_first(waters.at(ALLIES, ships.IN_HAND)))
    stations: dict[int, int] = {}
    if len(fleet) >= ENOUGH:
        stations[fleet.pop()] = SEA_III
    quarry = {
        sea: PLAIN.squadron_at(waters, GERMANY, sea, UNLANDED * LANDING[sea])
        for sea in ships.SEAS
        if sea not in ships.CLOSED_TO_ALLIES and waters.numbers[GERMANY][sea]
    }
    plans = [seas for number in range(1, MOST_GROUPS + 1) for seas in combinations(sorted(quarry), number)]
    plans = plans or [(SEA_IV, SEA_V, SEA_VI)]
    seas = max(plans, key=lambda plan: (plan_value(fleet, plan, quarry), rng.random()))
    stations |= {ship: seas[turn % len(seas)] for turn, ship in enumerate(fleet)}
    names = [ships.place_name(sea) for sea in sorted(set(seas))]
    return deploy(stations), say("norway.why.april.allies", seas=names)


def plan_value(fleet: Sequence[int], plan: Sequence[int], quarry: Mapping[int, Squadron]) -> float:
    """What groups of about equal strength in these sea areas can do to the Germans there, if those do not try first."""
    total = 0.0
    for number, sea in enumerate(plan):
        if sea not in quarry:
            continue
        group = PLAIN.squadron([ship for turn, ship in enumerate(fleet) if turn % len(plan) == number])
        total += max(0.0, interception_value(group, quarry[sea])) - max(0.0, interception_value(quarry[sea], group))
    return total


# what shifts it


def choose_reconnaissance(sight: Sight, options: Sequence[Any]) -> Order:
    """Over the largest pile on the coast where it matters."""
    looks = [option for option in options if isinstance(option, Reconnoitre)]
    if not looks:
        return Pass(), say("norway.why.no-card")
    german = sight.sea.numbers[GERMANY]

    def value(option: Reconnoitre) -> tuple[float, str]:
        sea = board.SEA_INDEX[option.area]
        return (german[sea] * LANDING[sea] if sea not in ships.CLOSED_TO_ALLIES else 0.0), option.area

    best = max(looks, key=value)
    return best, say("norway.why.april.reconnoitre", sea=ships.place_name(board.SEA_INDEX[best.area]))


def choose_manoeuvre(sight: Sight, may: bool) -> Order:
    """Ships slip away from where the Allies are strongest, to a coast next to it where they are not."""
    waters = sight.sea
    if not may:
        return Pass(), say("norway.why.no-card")
    danger = {
        sea: interception_value(
            PLAIN.squadron_at(waters, ALLIES, sea), PLAIN.squadron_at(waters, GERMANY, sea, UNLANDED)
        )
        for sea in ships.SEAS
        if waters.numbers[ALLIES][sea] and waters.at(GERMANY, sea)
    }
    if not danger or max(danger.values()) <= 0:
        return Pass(), say("norway.why.april.no-manoeuvre")
    worst = max(danger, key=lambda sea: (danger[sea], -sea))
    ways = [sea for sea in sea_targets(GERMANY, worst) if not waters.numbers[ALLIES][sea] and board.SHORE[sea]]
    if not ways:
        return Pass(), say("norway.why.april.no-manoeuvre")
    target = max(ways, key=lambda sea: (LANDING[sea], -sea))
    going = [ship for ship in waters.at(GERMANY, worst) if ship not in ships.DECOYS][:MOST_SHIPS]
    if not going:
        return Pass(), say("norway.why.april.no-manoeuvre")
    return Manoeuvre(tuple((ships.IDS[ship], board.SEAS[target]) for ship in sorted(going))), say(
        "norway.why.april.manoeuvre", origin=ships.place_name(worst), sea=ships.place_name(target)
    )


def choose_redeployment(sight: Sight, may: bool) -> Order:
    """Eidsvoll & Norge goes to where most Germans have come."""
    if not may:
        return Pass(), say("norway.why.no-card")
    waters = sight.sea
    german = waters.numbers[GERMANY]
    best = max((SEA_IV, SEA_V, SEA_VI), key=lambda sea: (german[sea] * LANDING[sea], sea))
    if best == waters.coast_defence:
        return Pass(), say("norway.why.april.stays", sea=ships.place_name(best))
    return Redeploy((), board.SEAS[best]), say("norway.why.april.redeploy", sea=ships.place_name(best))
