"""What an answer at sea does, as a sentence for whoever gives it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.hands import BY_SHORT_ID, counted_cards
from feltherre.games.norway.sea import actions, ships
from feltherre.games.norway.state import NorwayState

Teller = Callable[[NorwayState, int, Any], Text]


def sea_name(sea: str) -> Text:
    return ships.place_name(board.SEAS.index(sea))


def ship_names(some: Sequence[str]) -> list[Text]:
    return [ships.name(ships.INDEX[ship]) for ship in some]


def stations(pairs: actions.Stations) -> list[Text]:
    return [say("norway.action.station", ship=ships.name(ships.INDEX[ship]), sea=sea_name(sea)) for ship, sea in pairs]


def plain(key: str) -> Teller:
    return lambda state, country, action: say(key)


def _with_sea(key: str, field: str) -> Teller:
    return lambda state, country, action: say(key, sea=sea_name(getattr(action, field)))


def _with_ships(key: str, otherwise: str = "") -> Teller:
    """A sentence with the ships of the action; another one where it names none."""
    return lambda state, country, action: (
        say(key, ships=ship_names(action.ships)) if action.ships or not otherwise else say(otherwise)
    )


def _sail(state: NorwayState, country: int, action: actions.Sail) -> Text:
    return say("norway.action.sail", ships=ship_names(action.ships), sea=sea_name(action.target))


def _recall(state: NorwayState, country: int, action: actions.RecallRaiders) -> Text:
    cards = counted_cards(sorted(BY_SHORT_ID[country][card] for card in action.cards))
    return say("norway.action.recall-raiders", cards=cards)


def _home_fleet(state: NorwayState, country: int, action: actions.CallHomeFleet) -> Text:
    return say("norway.action.home-fleet", stations=stations(action.stations))


def _chase(state: NorwayState, country: int, action: actions.ChaseTo) -> Text:
    return say("norway.action.chase-to", stations=stations(action.stations))


def _smoke(state: NorwayState, country: int, action: actions.HideInSmoke) -> Text:
    return say("norway.action.smoke", ship=ships.name(ships.INDEX[action.ship]))


TELLERS: dict[type, Teller] = {
    actions.Sail: _sail,
    actions.Stay: plain("norway.kind.stay"),
    actions.EndSailing: plain("norway.kind.end-sailing"),
    actions.RecallRaiders: _recall,
    actions.CallHomeFleet: _home_fleet,
    actions.Intercept: plain("norway.kind.intercept"),
    actions.HideInSmoke: _smoke,
    actions.Join: _with_ships("norway.action.join", "norway.action.join-none"),
    actions.FightAtSea: _with_sea("norway.action.fight-at-sea", "area"),
    actions.Bomb: _with_sea("norway.action.bomb", "area"),
    actions.EndSeaCombat: plain("norway.kind.end-sea-combat"),
    actions.ChaseTo: _chase,
    actions.WithdrawShips: _with_ships("norway.action.withdraw-ships"),
}
