"""What an answer does, as a sentence for whoever gives it, and warnings of it; and the one-line notation in which it
is written: how what an action names is typed (the forms stand with the actions).

Most kinds have the sentence `norway.action.<tag>`, with what they name; of others, such as passing, there is no more to
say than stands on the button.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, get_args

from feltherre.core.catalogue import in_every_language
from feltherre.core.marks import rule
from feltherre.core.names import Names, fold
from feltherre.core.notation import Counted, Form, ListOf, Named, Notation, Pairs
from feltherre.core.space import Action
from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.actions import NorwayAction
from feltherre.games.norway.aftermath import heap_label
from feltherre.games.norway.april import actions as april
from feltherre.games.norway.april.actions import SAILORS
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, counted_cards
from feltherre.games.norway.opening import side_name, sides
from feltherre.games.norway.reinforcement import hunters
from feltherre.games.norway.sea import actions as sea
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.movement import fleet_at_home
from feltherre.games.norway.spaces import area_label, area_name, kind_name, ship_label
from feltherre.games.norway.state import GERMANY, ROLES, NorwayState, at, enemy_held

#: of the state only what lies open is looked at
Teller = Callable[[NorwayState, int, Any], Text]


def tell_action(state: NorwayState, country: int, action: Any) -> Text | None:
    """The sentence for an answer of a country; None if it is no action of this game."""
    if not action.forms:
        return None
    return TELLERS.get(type(action), _plainly)(state, country, action)


def _plainly(state: NorwayState, country: int, action: Any) -> Text:
    """The sentence of this kind of action with all its fields; without any, what stands on the button."""
    tag = action.__struct_config__.tag
    return say(f"norway.action.{tag}", **_named(country, action)) if action.__struct_fields__ else kind_name(tag)


def _named(country: int, action: Any) -> dict[str, Any]:
    """What the fields of an action name, in the words of the texts."""
    found = {}
    for field, codec in _codecs(action.__class__):
        word, tell = READS[codec]
        found[word or field] = tell(country, getattr(action, field))
    return found


@cache
def _codecs(kind: type[Action]) -> list[tuple[str, str]]:
    """(field, what it names), as the forms of the action say."""
    forms = [Form(kind, form if isinstance(form, str) else form[0]) for form in kind.forms]
    codecs = dict(pair for form in forms for pair in form.fields)
    return [(field, codecs[field]) for field in kind.__struct_fields__]


# what an action names


def sea_name(name: str) -> Text:
    return ships.place_name(board.SEAS.index(name))


def own_cards(country: int, chosen: Sequence[str]) -> list[Text]:
    """The names of a country's own cards, equal ones together."""
    return counted_cards(sorted(BY_SHORT_ID[country][card] for card in chosen))


def _stations(pairs: sea.Stations) -> list[Text]:
    return [say("norway.action.station", ship=ship_label(ship), sea=sea_name(name)) for ship, name in pairs]


def _places(placements: actions.Counts) -> list[Text]:
    return [say("norway.action.place", area=area_label(area), n=count) for area, count in placements]


def _heaps(counts: actions.Counts) -> list[Text]:
    return [say("norway.heap", name=heap_label(name), n=count) for name, count in counts]


#: codec of the notation -> the word for it in the texts (nothing: the name of the field), and how it reads
READS: dict[str, tuple[str, Callable[[int, Any], Any]]] = {
    "area": ("", lambda country, area: area_label(area)),
    "number": ("n", lambda country, number: number),
    "places": ("places", lambda country, placements: _places(placements)),
    "heaps": ("heaps", lambda country, counts: _heaps(counts)),
    "card": ("card", lambda country, card: card_name(BY_SHORT_ID[country][card])),
    "cards": ("cards", own_cards),
    "april-cards": ("cards", own_cards),
    "sea": ("sea", lambda country, name: sea_name(name)),
    "ship": ("ship", lambda country, ship: ship_label(ship)),
    "ships": ("ships", lambda country, some: [ship_label(ship) for ship in some]),
    "stations": ("stations", lambda country, pairs: _stations(pairs)),
}


# kinds of which there is something else to say


def _or_nothing(key: str, names: Callable[[Any], list[Text]]) -> Teller:
    """The sentence with what the action names, or the one for naming nothing."""

    def tell(state: NorwayState, country: int, action: Any) -> Text:
        named = names(action)
        return say(key, named=named) if named else say(f"{key}-nothing")

    return tell


def _attacks(state: NorwayState, country: int, area: str) -> bool:
    return enemy_held(state, country, board.INDEX[area])


def _move(state: NorwayState, country: int, action: actions.Move) -> Text:
    named = _named(country, action)
    if not _attacks(state, country, action.target):
        return say("norway.action.move", **named)
    water = board.over_water(board.INDEX[action.origin], board.INDEX[action.target])
    return say("norway.action.attack-over-water" if water else "norway.action.attack", **named)


def _rapid(state: NorwayState, country: int, action: actions.RapidMove) -> Text:
    attack = _attacks(state, country, action.target)
    return say("norway.action.rapid-attack" if attack else "norway.action.rapid", **_named(country, action))


def _drop(state: NorwayState, country: int, action: actions.Drop) -> Text:
    attack = _attacks(state, country, action.area)
    return say("norway.action.drop-attack" if attack else "norway.action.drop", area=area_label(action.area))


def _train(state: NorwayState, country: int, action: actions.Train) -> Text:
    origin, target = area_label(action.path[0]), area_label(action.path[-1])
    return say("norway.action.train", origin=origin, target=target, n=action.count)


def _play(state: NorwayState, country: int, action: actions.Play) -> Text:
    card = card_name(BY_SHORT_ID[country][action.card])
    if not action.against:
        return say("norway.action.play", card=card)
    return say("norway.action.play-against", card=card, target=_card_in_play(country, action.against))


def _card_in_play(country: int, short_id: str) -> Text:
    """The card of another country that is countered; its name is the same whoever plays it."""
    others = (other for other in range(len(BY_SHORT_ID)) if other != country and short_id in BY_SHORT_ID[other])
    return card_name(BY_SHORT_ID[next(others, country)][short_id])


def _first_landing(state: NorwayState, country: int, action: actions.FirstLanding) -> Text:
    return say("norway.action.first-landing", **_named(country, action), n=board.first_allies().per_group)


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


def _take_country(state: NorwayState, country: int, action: actions.TakeCountry) -> Text:
    side = next(side for side in sides(state) if action.country in side)
    return say("norway.action.take-country", side=side_name(side))


def _join(state: NorwayState, country: int, action: sea.Join) -> Text:
    return say("norway.action.join", **_named(country, action)) if action.ships else say("norway.action.join-none")


def _deploy_norwegians(state: NorwayState, country: int, action: april.DeployNorwegians) -> Text:
    areas = [area_label(area) for area in (action.oslo, action.first, action.second)]
    return say("norway.action.deploy-norwegians", areas=areas, sea=sea_name(action.station))


def _redeployed(action: april.Redeploy) -> list[Text]:
    moves = [
        say("norway.action.from-to", origin=area_label(origin), target=area_label(target))
        for origin, target in action.moves
    ]
    return moves + _stations(((ships.IDS[ships.EIDSVOLL], action.station),) if action.station else ())


def _landed(action: april.Land) -> list[Text]:
    landings = [
        (say("norway.sailors") if ship == april.SAILORS else ship_label(ship), area) for ship, area in action.landings
    ]
    return [say("norway.action.landing", ship=ship, area=area_label(area)) for ship, area in landings]


TELLERS: dict[type, Teller] = {
    actions.TakeCountry: _take_country,
    actions.Move: _move,
    actions.RapidMove: _rapid,
    actions.Drop: _drop,
    actions.Train: _train,
    actions.Engineers: lambda state, country, action: say("norway.action.engineers"),
    actions.Play: _play,
    actions.FirstLanding: _first_landing,
    actions.Reinforce: _reinforce,
    actions.Torpedo: _torpedo,
    sea.Join: _join,
    april.ChooseApril: lambda state, country, action: say("norway.action.choose", **_named(country, action)),
    april.DeployNorwegians: _deploy_norwegians,
    april.Manoeuvre: _or_nothing("norway.action.manoeuvre", lambda action: _stations(action.stations)),
    april.Redeploy: _or_nothing("norway.action.redeploy", _redeployed),
    april.Raid: _or_nothing("norway.action.raid", lambda action: [ship_label(ship) for ship in action.ships]),
    april.Land: _or_nothing("norway.action.land", _landed),
    april.Mobilise: _or_nothing("norway.action.mobilise", lambda action: [area_label(area) for area in action.areas]),
}


# what a player may not want though the rules allow it; warnings are no rules: a client may leave them out

#: kind of action in one's own movement -> where its battalions leave from
ORIGIN: dict[type, Callable[[Any], str]] = {
    actions.Move: lambda action: str(action.origin),
    actions.RapidMove: lambda action: str(action.origin),
    actions.Fly: lambda action: str(action.origin),
}


def warnings(state: NorwayState, role: str, action: Any) -> list[Text]:
    """All that is to be said of an answer before it is given; only what lies open on the board."""
    found = (city_left_empty(state, role, action), fleet_left_at_home(state, action))
    return [text for text in found if text is not None]


@rule("7.4-fleet")
def fleet_left_at_home(state: NorwayState, action: Any) -> Text | None:
    """The Home Fleet comes in this phase or not at all (7.4-fleet, R87)."""
    at_home = isinstance(action, sea.EndSailing) and state.sea is not None and fleet_at_home(state)
    return say("norway.warning.fleet-left-at-home") if at_home else None


@rule("1.3-4")
def city_left_empty(state: NorwayState, role: str, action: Any) -> Text | None:
    """The last German battalion leaves a point city, which then counts as Norwegian (1.3-4)."""
    origin = ORIGIN.get(type(action))
    if origin is None or role != ROLES[GERMANY]:
        return None
    area = board.INDEX[origin(action)]
    if area not in board.POINT_CITY or at(state, GERMANY, area) > action.count:
        return None
    return say("norway.warning.city-left-empty", area=area_name(area))


# the one-line notation


def _written(kinds: Sequence[cards.CardType]) -> dict[str, str]:
    """How cards are written, by their ids; equal cards of several countries have one. The nine-April cards (6.2) are
    called after the round, because most have the name of a play card."""
    april = "April " if kinds is cards.APRIL_TYPES else ""
    return {card.short_id: april + card.name_en for card in kinds}


def _translated(kinds: Sequence[cards.CardType]) -> Callable[[], list[tuple[str, ...]]]:
    """Further names in the readers' languages; a nine-April card needs no `April` where no play card has its name."""

    def called() -> list[tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = dict.fromkeys((card.short_id for card in kinds), ())
        taken = {fold(word) for card, words in _in_every_language(kinds) if card in cards.PLAY_TYPES for word in words}
        for card, words in _in_every_language(kinds):
            if card in cards.APRIL_TYPES:
                words = (*(f"April {word}" for word in words), *(word for word in words if fold(word) not in taken))
            names[card.short_id] += words
        return list(names.values())

    return called


def _in_every_language(kinds: Sequence[cards.CardType]) -> list[tuple[cards.CardType, tuple[str, ...]]]:
    return list(zip(kinds, cards.translated(kinds)(), strict=True))


_PLAY, _APRIL = _written(cards.PLAY_TYPES), _written(cards.APRIL_TYPES)
_CARDS = Names(
    [*_PLAY, *_APRIL],
    [*_PLAY.values(), *_APRIL.values()],
    [
        *(tuple({card.name_nb for card in cards.PLAY_TYPES if card.short_id == short}) for short in _PLAY),
        *[()] * len(_APRIL),
    ],
    _translated(cards.TYPES),
)
#: where only nine-April cards are meant
_APRIL_CARDS = Names(list(_APRIL), list(_APRIL.values()), translated=_translated(cards.APRIL_TYPES))
_AREAS = board.BOARD.names
_SEA = Named(Names(board.SEAS, board.SEAS), board.find_sea)
_HEAPS = Names(
    [*board.AREAS, "sea", "air", *ROLES],
    [*_AREAS.display, "sea", "air", "Germany", "Norway", "Allies"],
)
_AREA = Named(_AREAS, board.find_area)
_SHIP = Named(ships.NAMES)
#: ships, and the crew of one that was sunk (Evacuated sailors)
_LANDING_SHIP = Named(
    Names(
        [*ships.IDS, SAILORS],
        [*ships.NAMES.display, "Sailors"],
        translated=lambda: [*ships.translated(), in_every_language(say("norway.sailors"))],
    )
)

NOTATION = Notation.of(
    get_args(NorwayAction),
    {
        "area": _AREA,
        "areas": ListOf(_AREA, "+"),
        "path": ListOf(_AREA, ">"),
        "moves": Pairs(_AREA, _AREA),
        "places": Counted(_AREA),
        "heaps": Counted(Named(_HEAPS)),
        "card": Named(_CARDS),
        "cards": ListOf(Named(_CARDS), "+"),
        "april-cards": ListOf(Named(_APRIL_CARDS), "+"),
        "ship": _SHIP,
        "ships": ListOf(_SHIP, "+"),
        "sea": _SEA,
        "stations": Pairs(_SHIP, _SEA),
        "landings": Pairs(_LANDING_SHIP, _AREA),
    },
)
