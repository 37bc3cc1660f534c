"""Reinforcements (4.3, at sea 8.3): what the cards buy, boats that strike at convoys, where battalions are placed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, structs

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import say
from feltherre.games.norway.board import MOBILISATION, POINT_CITY, SEA_INDEX, SEAS
from feltherre.games.norway.cards import APRIL_TYPES, PLAY_TYPES
from feltherre.games.norway.procedures import inputs
from feltherre.games.norway.procedures.battle_cards import card_name, card_text
from feltherre.games.norway.procedures.inputs import COUNTRIES, Count, Country, SeaArea, Version, battalions

#: table 4.3: symbols a battalion costs
PRICE = 3

#: cards that strike at convoys: (name, owner, in the nine-April round) -> dice that sink a transport (R41)
CONVOY_CARDS: dict[tuple[str, Country, bool], tuple[int, ...]] = {
    (card.name_en, COUNTRIES[card.country], nine_april): function.success
    for cards, nine_april in ((PLAY_TYPES, False), (APRIL_TYPES, True))
    for card in cards
    for function in card.functions
    if function.op == "lose-reinforcement"
}
#: whose sea-borne reinforcements each card acts against (R41)
CONVOY_OF: dict[str, Country] = {"U-boat": "allies", "Submarine": "germany"}
#: battalions lost with a transport (R41)
CONVOY_LOSS = 1


class Purchase(Struct, frozen=True):
    bought: int
    total: int
    symbols_wasted: int


@rule("4.3-1", "4.3-2")
def purchase(symbols: int, free_battalions: int = 0) -> Purchase:
    """Battalions for the added symbols of all cards exchanged; what is left over is lost (4.3-1, 4.3-2, table 4.3)."""
    bought, wasted = divmod(symbols, PRICE)
    return Purchase(bought, bought + free_battalions, wasted)


class PurchaseSituation(Struct, frozen=True, forbid_unknown_fields=True):
    symbols: tuple[Count, ...]
    free_battalions: Count


@procedure("reinforcement-purchase")
def reinforcement_purchase(given: PurchaseSituation, desk: Desk) -> Outcome:
    """The battalions that exchanged cards buy, with those that are free (4.3-1, 4.3-2)."""
    found, free = purchase(sum(given.symbols), given.free_battalions), given.free_battalions
    bought, wasted = found.bought, found.symbols_wasted
    if given.symbols:
        symbols = say("norway.count.symbols", n=sum(given.symbols))
        desk.line("purchase.bought", "4.3-2", bought, symbols=symbols, battalions=battalions(bought))
    else:
        desk.line("purchase.nothing", "4.3-1", 0)
    desk.line_if(wasted > 0, "purchase.wasted", "4.3-2", wasted, n=wasted)
    desk.line_if(free > 0, "purchase.free", "3-6" if free > 1 else "4.3-ger-1", free, n=free)
    desk.line("purchase.total", "4.3-1", found.total, n=found.total)
    return {"bought": bought, "total": found.total, "symbols_wasted": wasted}


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    battalions: Count
    by: Literal["sea", "air"]


class ConvoySituation(Struct, frozen=True, forbid_unknown_fields=True):
    card: str
    player: Country
    placing_country: Country
    placed: tuple[Placed, ...]
    chosen_area: str
    nine_april: bool = False
    cards_played_before: Count = 0


@procedure("convoy-attack", die=int)
def convoy_attack(given: ConvoySituation, desk: Desk) -> Resolve:
    """A boat that waits for battalions placed by sea (4.3-cards, 7.3-cards, R41)."""
    card, player = card_name(given.card), given.player
    _check_card(card, given, desk)
    area = inputs.area(given.chosen_area)
    placed = [structs.replace(entry, area=inputs.area(entry.area).name) for entry in given.placed]
    by_sea = [i for i, entry in enumerate(placed) if entry.by == "sea" and entry.battalions > 0]
    desk.refuse_if(not by_sea, "nothing-by-sea", "4.3-cards", card=card_text(card))
    struck = next((i for i in by_sea if placed[i].area == area.name), None)
    desk.refuse_if(struck is None, "not-placed-by-sea", "4.3-cards", area=area.text)

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "4.3-cards").values[0]
        success = die in CONVOY_CARDS[card, player, given.nine_april]
        lost = CONVOY_LOSS if success else 0
        desk.line("convoy.play", "4.3-cards", country=inputs.country(player), card=card_text(card), area=area.text)
        told = "convoy.struck" if success else "convoy.missed"
        desk.line(told, "4.3-cards", die, die=die, area=area.text, n=CONVOY_LOSS)
        desk.line_if(success, "convoy.victory", "1.3-5")
        left = [(entry, entry.battalions - (lost if i == struck else 0)) for i, entry in enumerate(placed)]
        remaining = [{"area": entry.area, "battalions": n, "by": entry.by} for entry, n in left if n > 0]
        return {"success": success, "battalions_removed": lost, "remaining": remaining}

    return resolve


@rule("4.3-cards", "7.3-cards")
def _check_card(card: str, given: ConvoySituation, desk: Desk) -> None:
    """This country may use this card on the reinforcements of that one, once (4.3-cards, 7.3-cards, R41)."""
    player, placing = inputs.country(given.player), inputs.country(given.placing_country)
    desk.refuse_if(card not in CONVOY_OF, "convoy-card", "4.3-cards", card=card_text(card))
    if (card, given.player, given.nine_april) not in CONVOY_CARDS or CONVOY_OF[card] != given.placing_country:
        number = "7.3-cards" if given.nine_april else "4.3-cards"
        desk.refuse("convoy", number, card=card_text(card), player=player, placing=placing)
    desk.refuse_if(given.cards_played_before > 0, "convoy-again", "4.3-cards", player=player)


# where they are placed

#: sea areas by their number on the board: I and II are German waters, III to VII the coast the Allies reach (2.3-sea-2)
GERMAN_WATERS = (SEA_INDEX["I"], SEA_INDEX["II"])
NORTHERN_COAST = tuple(SEA_INDEX[sea] for sea in ("III", "IV", "V", "VI", "VII"))

#: as many battalions as one likes
UNLIMITED = sys.maxsize

#: point cities and mobilisation points of the board (2.3-point-1, 2.3-mob-1)
POINT_CITIES, MOBILISATION_POINTS = len(POINT_CITY), len(MOBILISATION)

#: battalions Norway may place in one area and turn (4.3-nor-2)
NORWEGIAN_LIMIT = 1


@rule("4.3-ger-2", "8.3-ger-1", "8.3-ger-2", "8.3-ger-3")
def german_sea_limits(
    advanced: bool, german_ships: Sequence[int] = (), allied_ships: Sequence[int] = (), coast_defence: int | None = None
) -> tuple[int, ...]:
    """Battalions Germany may place on the coast of each sea area in a phase, by number (4.3-ger-2, 8.3-ger-1 to -3).

    Ships are counted by the number of the sea area; `coast_defence` is the sea area of Eidsvoll & Norge. In the basic
    game only I and II are open.
    """
    limits = [0] * len(SEAS)
    for sea in GERMAN_WATERS:
        limits[sea] = UNLIMITED
    if not advanced:
        return tuple(limits)
    south_is_free = True
    for sea in NORTHERN_COAST:
        south_is_free = south_is_free and allied_ships[sea] == 0
        if south_is_free:
            limits[sea] = UNLIMITED
        elif german_control(german_ships[sea], allied_ships[sea], coast_defence == sea):
            limits[sea] = german_ships[sea]
    return tuple(limits)


@rule("8.3-ger-3", "8.3-all-1")
def german_control(german_ships: int, allied_ships: int, coast_defence_there: bool) -> bool:
    """A sea area is controlled by German ships that lie there alone (8.3-ger-3, R45, R54)."""
    return german_ships > 0 and allied_ships == 0 and not coast_defence_there


@rule("4.3-all-1", "4.3-all-2", "8.3-all-1", "2.3-sea-2")
def allied_coast(coast: Iterable[int], closed: Sequence[int] = ()) -> bool:
    """Coast on III to VII and none on I or II, nor on waters under German control (4.3-all-1, 4.3-all-2, 8.3-all-1)."""
    touched = set(coast)
    return not touched.isdisjoint(NORTHERN_COAST) and touched.isdisjoint(GERMAN_WATERS) and touched.isdisjoint(closed)


Ships: TypeAlias = dict[SeaArea, Count]


class JudgedArea(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    coast: tuple[SeaArea, ...]
    point_city: bool
    mobilisation_point: bool
    airfield: bool
    german: Count
    norwegian: Count
    allied: Count


class PlacementSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    version: Version
    areas: tuple[JudgedArea, ...]
    german_ships: Ships = {}
    allied_ships: Ships = {}
    norwegian_ship: SeaArea | Literal[""] = ""
    transport_plane: bool = False


#: the limit of an area as the ledger writes it (empty: closed), the reason, and the rule behind it
Judgement: TypeAlias = tuple[str, str, str]
#: where the bar on areas with enemies stands (R18)
ENEMY_RULE: dict[Country, str] = {"germany": "4.3-ger-2", "norway": "4.3-nor-1", "allies": "4.3-all-1"}


@procedure("reinforcement-areas")
def reinforcement_areas(given: PlacementSituation, desk: Desk) -> Outcome:
    """Where a country may place battalions, and how many in each area (4.3, 8.3)."""
    places = _check_board(given.areas, desk)
    allowed = {}
    for place, area in zip(places, given.areas, strict=True):
        enemies = area.norwegian + area.allied if given.country == "germany" else area.german
        judge = {"germany": _judge_german, "norway": _judge_norwegian, "allies": _judge_allied}[given.country]
        limit, reason, number = ("", "enemies", ENEMY_RULE[given.country]) if enemies else judge(area, given)
        country = inputs.country(given.country)
        desk.line(f"placement.{reason}", number, area=place.text, country=country, limit=limit)
        if limit:
            allowed[place.name] = limit
    return {"allowed": allowed}


def _check_board(areas: tuple[JudgedArea, ...], desk: Desk) -> list[inputs.Place]:
    """No board has more point cities or mobilisation points, and no area stands on it twice (R66)."""
    cities, points = sum(area.point_city for area in areas), sum(area.mobilisation_point for area in areas)
    desk.refuse_if(cities > POINT_CITIES, "point-cities", "2.3-point-1", n=POINT_CITIES)
    desk.refuse_if(points > MOBILISATION_POINTS, "mobilisation-points", "2.3-mob-1", n=MOBILISATION_POINTS)
    places: list[inputs.Place] = []
    for area in areas:
        place = inputs.area(area.area)
        desk.refuse_if(place in places, "area-twice", "2.3-land-1", area=place.text)
        places.append(place)
    return places


@rule("4.3-nor-1", "4.3-nor-2", "8.3-nor-1")
def _judge_norwegian(area: JudgedArea, given: PlacementSituation) -> Judgement:
    """One battalion where Norway mobilises and no German stands (4.3-nor-1, 4.3-nor-2)."""
    if area.point_city or area.mobilisation_point:
        return str(NORWEGIAN_LIMIT), "one", "4.3-nor-2"
    return "", "no-mobilisation", "4.3-nor-1"


def _judge_allied(area: JudgedArea, given: PlacementSituation) -> Judgement:
    """Any number on a coast that is open to the Allies (4.3-all-1, 4.3-all-2, 8.3-all-1)."""
    coast = {SEA_INDEX[sea] for sea in area.coast}
    german, allied, coast_defence = _ships(given)
    advanced = given.version == "advanced"
    seas = range(len(SEAS)) if advanced else ()
    closed = [sea for sea in seas if german_control(german[sea], allied[sea], coast_defence == sea)]
    if allied_coast(coast, closed):
        return "any", "any", "8.3-all-1" if advanced else "4.3-all-1"
    if not coast.isdisjoint(GERMAN_WATERS):
        return "", "german-waters", "4.3-all-2"
    if not coast.isdisjoint(closed):
        return "", "german-control", "8.3-all-1"
    return "", "no-coast", "4.3-all-1"


@rule("4.3-ger-transport")
def _judge_german(area: JudgedArea, given: PlacementSituation) -> Judgement:
    """An area open in two ways gets the wider limit; the free battalion may be flown to an airfield with a German
    battalion (4.3-ger-transport) and comes on top of a limit by ships."""
    advanced = given.version == "advanced"
    limits = german_sea_limits(advanced, *_ships(given))
    best = max((SEA_INDEX[sea] for sea in area.coast), key=lambda sea: limits[sea], default=None)
    limit = None if best is None else limits[best]
    if limit == UNLIMITED:
        return "any", "any", "4.3-ger-2" if best in GERMAN_WATERS else "8.3-ger-2"
    flown = given.transport_plane and area.airfield and area.german > 0
    if best is not None and limit:
        by_ships = f"{SEAS[best]}:{limit}"
        return (f"{by_ships}+free", "ships-and-plane", "8.3-ger-3") if flown else (by_ships, "ships", "8.3-ger-3")
    if flown:
        return "free", "plane", "4.3-ger-transport"
    return "", "closed", "8.3-ger-2" if advanced else "4.3-ger-2"


def _ships(given: PlacementSituation) -> tuple[list[int], list[int], int | None]:
    """German and Allied ships by the number of the sea area, and the sea area of Eidsvoll & Norge."""
    german, allied = ([ships.get(sea, 0) for sea in SEA_IDS] for ships in (given.german_ships, given.allied_ships))
    return german, allied, SEA_INDEX.get(given.norwegian_ship)


SEA_IDS: tuple[SeaArea, ...] = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
