"""What an answer does, as a sentence for whoever gives it: shown beside the one-line notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board
from feltherre.games.norway.aftermath import heap_label
from feltherre.games.norway.april import wording as april_wording
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, counted_cards
from feltherre.games.norway.opening import side_name, sides
from feltherre.games.norway.reinforcement import hunters
from feltherre.games.norway.sea import wording as sea_wording
from feltherre.games.norway.spaces import area_label
from feltherre.games.norway.state import NorwayState, enemy_held

#: of the state only what lies open is looked at
Teller = Callable[[NorwayState, int, Any], Text]


def tell_action(state: NorwayState, country: int, action: Any) -> Text | None:
    """The sentence for an answer of a country; None if it is no action of this game."""
    tell = TELLERS.get(type(action))
    return None if tell is None else tell(state, country, action)


def _plain(key: str) -> Teller:
    return lambda state, country, action: say(key)


def _with_areas(key: str, *fields: str) -> Teller:
    """A sentence with the areas that these fields of the action name, and its count if it has one."""

    def tell(state: NorwayState, country: int, action: Any) -> Text:
        areas = {field: area_label(getattr(action, field)) for field in fields}
        return say(key, **areas, n=action.count) if hasattr(action, "count") else say(key, **areas)

    return tell


def _move(state: NorwayState, country: int, action: actions.Move) -> Text:
    origin, target = area_label(action.origin), area_label(action.target)
    if not enemy_held(state, country, board.INDEX[action.target]):
        return say("norway.action.move", origin=origin, target=target, n=action.count)
    water = board.over_water(board.INDEX[action.origin], board.INDEX[action.target])
    key = "norway.action.attack-over-water" if water else "norway.action.attack"
    return say(key, origin=origin, target=target, n=action.count)


def _rapid(state: NorwayState, country: int, action: actions.RapidMove) -> Text:
    attack = enemy_held(state, country, board.INDEX[action.target])
    return say(
        "norway.action.rapid-attack" if attack else "norway.action.rapid",
        origin=area_label(action.origin),
        via=area_label(action.via),
        target=area_label(action.target),
        n=action.count,
    )


def _drop(state: NorwayState, country: int, action: actions.Drop) -> Text:
    attack = enemy_held(state, country, board.INDEX[action.area])
    return say("norway.action.drop-attack" if attack else "norway.action.drop", area=area_label(action.area))


def _train(state: NorwayState, country: int, action: actions.Train) -> Text:
    origin, target = area_label(action.path[0]), area_label(action.path[-1])
    return say("norway.action.train", origin=origin, target=target, n=action.count)


def _places(placements: actions.Counts) -> list[Text]:
    return [say("norway.action.place", area=area_label(area), n=count) for area, count in placements]


def own_cards(country: int, chosen: Sequence[str]) -> list[Text]:
    """The names of a country's own cards, equal ones together."""
    return counted_cards(sorted(BY_SHORT_ID[country][card] for card in chosen))


def _invade(state: NorwayState, country: int, action: actions.Invade) -> Text:
    cards = own_cards(country, action.cards)
    return say("norway.action.invade", cards=cards, places=_places(action.placements))


def _play(state: NorwayState, country: int, action: actions.Play) -> Text:
    card = card_name(BY_SHORT_ID[country][action.card])
    if not action.against:
        return say("norway.action.play", card=card)
    return say("norway.action.play-against", card=card, target=_card_in_play(state, country, action.against))


def _card_in_play(state: NorwayState, country: int, short_id: str) -> Text:
    """The card of another country that is countered; its name is the same whoever plays it."""
    others = (other for other in range(len(BY_SHORT_ID)) if other != country and short_id in BY_SHORT_ID[other])
    return card_name(BY_SHORT_ID[next(others, country)][short_id])


def _heaps(counts: actions.Counts) -> list[Text]:
    return [say("norway.heap", name=heap_label(name), n=count) for name, count in counts]


def _lose(state: NorwayState, country: int, action: actions.Lose) -> Text:
    return say("norway.action.lose", heaps=_heaps(action.losses))


def _withdraw(state: NorwayState, country: int, action: actions.Withdraw) -> Text:
    return say("norway.action.withdraw", heaps=_heaps(action.battalions))


def _first_landing(state: NorwayState, country: int, action: actions.FirstLanding) -> Text:
    first, second = area_label(action.first), area_label(action.second)
    return say("norway.action.first-landing", first=first, second=second, n=board.first_allies().per_group)


def _reinforce(state: NorwayState, country: int, action: actions.Reinforce) -> Text:
    if action.cards:
        key = "norway.action.exchange-and-place" if action.placements else "norway.action.exchange"
    else:
        key = "norway.action.place-only" if action.placements else "norway.action.exchange-nothing"
    told = say(key, cards=own_cards(country, action.cards), places=_places(action.placements))
    if action.airfield:
        return say("norway.action.fly-in", rest=told, area=area_label(action.airfield))
    return told


def _torpedo(state: NorwayState, country: int, action: actions.Torpedo) -> Text:
    card = card_name(hunters(state)[country])
    return say("norway.action.torpedo", card=card, area=area_label(action.area))


def _discard(state: NorwayState, country: int, action: actions.Discard) -> Text:
    return say("norway.action.discard", card=card_name(BY_SHORT_ID[country][action.card]))


def _take_country(state: NorwayState, country: int, action: actions.TakeCountry) -> Text:
    side = next(side for side in sides(state) if action.country in side)
    return say("norway.action.take-country", side=side_name(side))


TELLERS: dict[type, Teller] = {
    actions.Pass: _plain("norway.kind.pass"),
    actions.TakeCountry: _take_country,
    actions.Move: _move,
    actions.RapidMove: _rapid,
    actions.Drop: _drop,
    actions.Fly: _with_areas("norway.action.fly", "origin", "target"),
    actions.Train: _train,
    actions.Invade: _invade,
    actions.Ship: _with_areas("norway.action.ship", "origin", "target"),
    actions.EndMovement: _plain("norway.kind.end-movement"),
    actions.Divert: _with_areas("norway.action.divert", "area"),
    actions.StopFlight: _plain("norway.kind.stop-flight"),
    actions.Roadblock: _with_areas("norway.action.roadblock", "origin", "target"),
    actions.BlowBridge: _with_areas("norway.action.blow-bridge", "origin", "target"),
    actions.Flee: _with_areas("norway.action.flee", "area", "target"),
    actions.Engineers: _plain("norway.action.engineers"),
    actions.Fight: _with_areas("norway.action.fight", "area"),
    actions.Play: _play,
    actions.Lose: _lose,
    actions.Evacuate: _with_areas("norway.action.evacuate", "target"),
    actions.SeaWithdraw: _with_areas("norway.action.withdraw-by-sea", "target"),
    actions.Retreat: _with_areas("norway.action.retreat", "target"),
    actions.FirstLanding: _first_landing,
    actions.Reinforce: _reinforce,
    actions.Torpedo: _torpedo,
    actions.Discard: _discard,
    actions.Withdraw: _withdraw,
    **sea_wording.TELLERS,
    **april_wording.TELLERS,
}
