"""The board and the cards as a person reads them without the printed pieces: parts of the board, marks, what adjoins,
and what lies there now.

A small ° stands behind whatever is our completion and not stated in the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from feltherre.core import scene
from feltherre.core.chance import Line
from feltherre.core.datafile import Mark, is_completion
from feltherre.core.errors import BadInput
from feltherre.core.names import UnknownName
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.sea import ships
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import ROLES

#: parts of the board from south to north; a division of ours, for lists only
REGIONS: dict[str, tuple[str, ...]] = {
    "east": (
        *("oslo", "ostfold", "horten", "skien", "kongsberg", "rjukan", "honefoss", "kongsvinger", "hamar"),
        *("gjovik", "lillehammer", "rena", "fagernes", "geilo"),
    ),
    "south": ("arendal", "kristiansand", "evje"),
    "west": ("egersund", "stavanger", "haugesund", "bergen", "voss", "laerdal", "forde", "alesund"),
    "middle": (*("andalsnes", "dombas", "oppdal", "tynset", "kristiansund", "trondheim", "steinkjer", "namsos"),),
    "nordland": ("mosjoen", "mo-i-rana", "bodo", "tysfjord", "narvik", "bjornfjell"),
    "north": ("harstad", "gratangen", "bardufoss", "tromso", "finnmark"),
}

#: (kind of mark, its sign, the areas that bear it)
MARKS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("point_city", "★", board.POINT_CITY),
    ("mobilisation_point", "◦", board.MOBILISATION),
    ("airfield", "✈", board.AIRFIELDS),
)
#: how the battalions of each country are written
SIGNS = {"germany": "G", "norway": "N", "allies": "A"}


@cache
def marks(area: int) -> tuple[scene.Mark, ...]:
    """What is printed in an area: point city, mobilisation point, airfield."""
    area_id = board.AREAS[area]
    return tuple(
        scene.Mark(kind, is_completion(board.provenance(area_id, kind))) for kind, _, areas in MARKS if area in areas
    )


@cache
def is_completed(area: int) -> bool:
    """Whether the area itself is our completion."""
    return is_completion(board.provenance(board.AREAS[area], "name"))


def legend(terms: Mapping[str, str], *, advanced: bool) -> tuple[scene.Legend, ...]:
    """The signs of counters and map, with the book's own words. `terms`: our word -> the book's."""

    def printed(kind: str, ours: str = "") -> scene.Legend:
        return scene.Legend(kind=kind, text=say(f"norway.legend.{kind}"), original=terms.get(ours, ""))

    def note(word: str, ours: str = "") -> scene.Legend:
        return scene.Legend(kind="note", text=say(f"norway.legend.{word}"), original=terms.get(ours, ""))

    signs = [
        scene.Legend(
            kind=kind, text=say(f"norway.mark.{kind}"), sign=sign, original=terms.get(kind.replace("_", " "), "")
        )
        for kind, sign, _ in MARKS
    ]
    return (
        scene.Legend(kind="moved", text=say("web.legend.moved")),
        note("battalions", "battalion"),
        *((printed("pile"), printed("sea-closed")) if advanced else ()),
        *signs,
        printed("massif", "impassable area"),
        printed("ferry"),
        note("ours"),
    )


# cards


@cache
def card_facts(card: int, advanced: bool) -> tuple[Text, ...]:
    """Its reinforcement symbols, and what it needs of the fleet in the advanced game."""
    kind = cards.TYPES[card]
    symbols = _marked(say("norway.card-symbols", n=kind.symbols), cards.provenance(kind.id, "symbols"))
    return (symbols, *(_needs(card) if advanced else ()))


@cache
def card_details(card: int, advanced: bool = False) -> tuple[Text, ...]:
    """What a card does and when, and its reinforcement symbols; with `advanced`, what the advanced game adds too."""
    kind = cards.TYPES[card]
    symbols, *needs = card_facts(card, advanced)
    return (
        symbols,
        *(
            say(
                "norway.card-function",
                when=say(f"norway.timing.{function.timing}"),
                phase=function.phase,
                text=_marked(function.text, _surest(function.provenance, function.value_provenance)),
            )
            for function in kind.functions
            if (advanced or function.version == "basic") and function.op != "exchange-only"
        ),
        *needs,
    )


def _needs(card: int) -> tuple[Text, ...]:
    """What the card needs of the fleet (5.2-2, R58)."""
    kind = cards.TYPES[card]
    own = [(kind.advanced_needs, None), *((function.advanced_needs, i) for i, function in enumerate(kind.functions))]
    return tuple(
        _marked(say(f"norway.card-needs.{need}"), cards.provenance(kind.id, "advanced_needs", number))
        for need, number in own
        if need
    )


def _surest(effect: Mark, values: Mark) -> Mark:
    """The mark of the whole sentence: a completion in either part makes it one."""
    return effect if is_completion(effect) else values


def _marked(text: Text, mark: Mark) -> Text:
    return say("norway.completed", text=text) if is_completion(mark) else text


# what there is to say of a place or a card


def about(name: str) -> Sequence[Line]:
    """The lines on an area, a sea area or a ship, or on the cards of that name."""
    if name.strip().upper() in board.SEA_INDEX:
        return about_sea(board.find_sea(name))
    unknown: BadInput | None = None
    try:
        return about_area(board.find_area(name))
    except BadInput as error:
        unknown = error
    found = _cards_called(name)
    found_ships = ships.NAMES.matches(name)
    if not found and not found_ships:
        raise _with_near_cards(name, unknown)
    told = [line for card in found for line in about_card(card)]
    return told + [line for ship in found_ships for line in about_ship(ship)]


def _with_near_cards(name: str, unknown: BadInput) -> BadInput:
    """The refusal; where no area has a similar name, the cards that have one."""
    if not isinstance(unknown, UnknownName) or unknown.near:
        return unknown
    try:
        cards.find_card(name)
    except BadInput as error:
        return error
    return unknown


def _cards_called(name: str) -> list[int]:
    """Play cards of that name; if there are none, nine-April cards, most of which are called like a play card."""
    for april, own in ((False, cards.OF_COUNTRY), (True, cards.APRIL_OF_COUNTRY)):
        names = [cards.names_of(country, april) for country in range(len(ROLES))]
        found = [own[country][number] for country in range(len(ROLES)) for number in names[country].matches(name)]
        if found:
            return found
    return []


def area_called(name: str) -> int | None:
    """The land area of a name, if it is one."""
    try:
        return board.find_area(name)
    except BadInput:
        return None


def about_area(area: int) -> list[Line]:
    told = [Line(_name(area), "2.3-land-1"), *_marks_in(area)]
    for key, neighbours, rule in (
        ("norway.about.borders", board.LAND_NEIGHBOURS[area], "2.3-land-2"),
        ("norway.about.water", board.WATER_NEIGHBOURS[area], "2.3-fjord-1"),
    ):
        if neighbours:
            told.append(Line(say(key, areas=[_neighbour(area, other) for other in neighbours]), rule))
    told += _coast_of(area)
    if board.FROM_GERMANY >> area & 1:
        told.append(_reach("germany", area, say("norway.about.reach-germany")))
    told += [
        _reach(board.AREAS[base], area, say("norway.about.reach", area=area_name(base)))
        for base in board.AIRFIELDS
        if board.REACH[base] >> area & 1
    ]
    return told


def printed_in(area: int) -> list[Line]:
    """The marks and the coast of an area, and whether it is our completion."""
    completed = [Line(say("web.reconstructed-place"))] if is_completed(area) else []
    return [*_marks_in(area), *_coast_of(area), *completed]


def _marks_in(area: int) -> list[Line]:
    area_id = board.AREAS[area]
    return [
        Line(_marked(say(f"norway.mark.{mark.kind}"), board.provenance(area_id, mark.kind)), RULES[mark.kind])
        for mark in marks(area)
    ]


def _coast_of(area: int) -> list[Line]:
    if not board.COAST[area]:
        return []
    coast = say("norway.about.coast", seas=[board.SEAS[sea] for sea in board.COAST[area]])
    return [Line(_marked(coast, board.provenance(board.AREAS[area], "coast")), "2.3-fjord-3")]


#: the rules behind the marks
RULES = {"point_city": "2.3-point-1", "mobilisation_point": "2.3-mob-1", "airfield": "2.3-air-1"}


def about_card(card: int) -> list[Line]:
    kind = cards.TYPES[card]
    key = "norway.about.card" if card < cards.TYPE_COUNT else "norway.about.april-card"
    count = say(key, card=say(f"norway.card.{kind.id}"), country=country_name(kind.country), n=kind.count)
    return [Line(_marked(count, cards.provenance(kind.id, "count"))), *(Line(text) for text in card_details(card))]


def about_sea(sea: int) -> list[Line]:
    sea_id = board.SEAS[sea]
    borders = say("norway.about.sea-borders", seas=[board.SEAS[other] for other in board.SEA_BORDERS[sea]])
    told = [
        Line(ships.place_name(sea), "5.1-sea-1"),
        Line(_marked(borders, board.sea_provenance(sea_id, "borders")), "5.1-sea-3"),
    ]
    if shore := board.SHORE[sea]:
        coast = say("norway.about.shore", areas=[area_name(area) for area in shore])
        told.append(Line(_marked(coast, board.sea_provenance(sea_id, "coast")), "5.1-sea-3"))
    if sea in ships.CLOSED_TO_ALLIES:
        told.append(closed_sea())
    return told


def closed_sea() -> Line:
    return Line(say("norway.about.closed-sea"), "5.1-sea-2")


#: class of ships -> the rule on it
CLASS_RULE = {
    ships.CARRIER: "6.1-carrier",
    ships.BATTLESHIP: "6.1-battleship",
    ships.HEAVY_CRUISER: "6.1-heavy-cruiser",
    ships.MINOR: "6.1-minor",
    ships.COAST_DEFENCE: "6.1-coast-defence",
    ships.DECOY: "6.1-decoy",
}


def about_ship(ship: int) -> list[Line]:
    ship_class = ships.CLASS[ship]
    rule = CLASS_RULE[ship_class]
    who = say(
        "norway.about.ship",
        ship=ships.name(ship),
        country=country_name(ships.COUNTRY[ship]),
        ship_class=say(f"norway.ship-class.{ship_class}"),
    )
    told = [Line(_marked(who, cards.ships()[ship].provenance), rule)]
    for key, field, faces in (
        ("norway.about.sinks", "sink", ships.SINKS_ON[ship]),
        ("norway.about.chases", "chase", ships.CHASES_ON[ship]),
    ):
        if faces:
            told.append(Line(_marked(say(key, dice=list(faces)), cards.ship_class_provenance(ship_class, field)), rule))
    if ships.CARDS_LOST[ship]:
        lost = say("norway.about.ship-lost", n=ships.CARDS_LOST[ship])
        told.append(Line(_marked(lost, cards.ship_class_provenance(ship_class, "cards_lost")), "8.2-seq-6-loss"))
    return told


def _name(area: int) -> Text:
    return say("norway.completed", text=area_name(area)) if is_completed(area) else area_name(area)


def _neighbour(area: int, other: int) -> Text:
    return _marked(area_label(board.AREAS[other]), board.border_provenance(board.AREAS[area], board.AREAS[other]))


def _reach(base: str, area: int, text: Text) -> Line:
    return Line(_marked(text, board.reach_provenance(base, board.AREAS[area])), "2.3-air-1")
