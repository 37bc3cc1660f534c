"""What an answer in the nine-April round does, as a sentence for whoever gives it."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.norway.april import actions
from feltherre.games.norway.hands import BY_SHORT_ID, counted_cards
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.wording import Teller, plain, sea_name, ship_names, stations
from feltherre.games.norway.spaces import area_label
from feltherre.games.norway.state import NorwayState


def _choose(state: NorwayState, country: int, action: actions.ChooseApril) -> Text:
    return say("norway.action.choose", cards=counted_cards(sorted(BY_SHORT_ID[country][card] for card in action.cards)))


def _deploy_norwegians(state: NorwayState, country: int, action: actions.DeployNorwegians) -> Text:
    areas = [area_label(area) for area in (action.oslo, action.first, action.second)]
    return say("norway.action.deploy-norwegians", areas=areas, sea=sea_name(action.station))


def _deploy(state: NorwayState, country: int, action: actions.Deploy) -> Text:
    return say("norway.action.deploy", stations=stations(action.stations))


def _reconnoitre(state: NorwayState, country: int, action: actions.Reconnoitre) -> Text:
    return say("norway.action.reconnoitre", sea=sea_name(action.area))


def _or_nothing(key: str, named: list[Text]) -> Text:
    """The sentence with what the action names, or the one for naming nothing."""
    return say(key, named=named) if named else say(f"{key}-nothing")


def _manoeuvre(state: NorwayState, country: int, action: actions.Manoeuvre) -> Text:
    return _or_nothing("norway.action.manoeuvre", stations(action.stations))


def _redeploy(state: NorwayState, country: int, action: actions.Redeploy) -> Text:
    moves = [
        say("norway.action.from-to", origin=area_label(origin), target=area_label(target))
        for origin, target in action.moves
    ]
    if action.station:
        ship = ships.name(ships.EIDSVOLL)
        moves.append(say("norway.action.station", ship=ship, sea=sea_name(action.station)))
    return _or_nothing("norway.action.redeploy", moves)


def _raid(state: NorwayState, country: int, action: actions.Raid) -> Text:
    return _or_nothing("norway.action.raid", ship_names(action.ships))


def _land(state: NorwayState, country: int, action: actions.Land) -> Text:
    landings = [
        say("norway.action.landing", ship=_lander(ship), area=area_label(area)) for ship, area in action.landings
    ]
    return _or_nothing("norway.action.land", landings)


def _lander(ship: str) -> Text:
    return say("norway.sailors") if ship == actions.SAILORS else ships.name(ships.INDEX[ship])


def _mobilise(state: NorwayState, country: int, action: actions.Mobilise) -> Text:
    return _or_nothing("norway.action.mobilise", [area_label(area) for area in action.areas])


TELLERS: dict[type[Any], Teller] = {
    actions.ChooseApril: _choose,
    actions.CallShips: plain("norway.kind.call-ships"),
    actions.DeployNorwegians: _deploy_norwegians,
    actions.Deploy: _deploy,
    actions.Reconnoitre: _reconnoitre,
    actions.Manoeuvre: _manoeuvre,
    actions.Redeploy: _redeploy,
    actions.RescueSailors: plain("norway.kind.rescue-sailors"),
    actions.Raid: _raid,
    actions.Land: _land,
    actions.LayMines: plain("norway.kind.lay-mines"),
    actions.FireFort: plain("norway.kind.fire-fort"),
    actions.BluffAndThreaten: plain("norway.kind.bluff"),
    actions.Mobilise: _mobilise,
}
