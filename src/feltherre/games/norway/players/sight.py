"""What a player of Norway knows: his seat's view, read into the numbers that he reckons with; and what he may answer.

Players read this and the decision they are asked, never the redealt state: so what others hold can only be a matter of
chances for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import cast

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.players.odds import NO_DICE, DiceChances, hand_dice
from feltherre.games.norway.procedures.reinforcement import allied_coast, german_sea_limits
from feltherre.games.norway.sea import needs, ships
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.sea.view import UNKNOWN, SeaView
from feltherre.games.norway.state import AREAS, NOWHERE, Battle, Group
from feltherre.games.norway.view import NorwayView
from feltherre.players.player import Position

CITIES = board.POINT_CITY
HAND_LIMIT = cards.HAND_LIMIT[GERMANY]

#: by card: what it needs of the place of a battle in attack
ATTACK_NEEDS: tuple[frozenset[str], ...] = tuple(
    frozenset(function.needs for function in cards.functions_at(card, cards.OWN, "2b", cards.ATTACKERS_CARDS))
    for card in range(len(cards.IDS))
)
#: where each country places battalions in the basic game
PLACES: tuple[tuple[int, ...], ...] = (board.GERMAN_COAST, board.NORWEGIAN_PLACES, board.ALLIED_COAST)
#: by land area: the sea area on whose coast it lies, or VIII, which has none
SEA_OF: tuple[int, ...] = tuple(coast[0] if coast else ships.SEA_VIII for coast in board.COAST)


class Waters:
    """The sea as a seat sees it: its own ships, what lies open, how many cards lie back up, and what it has seen."""

    def __init__(self, view: SeaView) -> None:
        self.view = view
        self.place = view.place

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """Cards of each country in each sea area, open or back up; everybody sees them (6.1-1)."""
        found = [list(piles[: len(ships.SEAS)]) for piles in self.view.piles]
        for ship, up in enumerate(self.view.face_up):
            if up and self.place[ship] in ships.SEAS:
                found[ships.COUNTRY[ship]][self.place[ship]] += 1
        return tuple(tuple(row) for row in found)

    @property
    def battle(self) -> SeaBattle:
        assert self.view.battle is not None
        return self.view.battle

    @property
    def coast_defence(self) -> int:
        """The sea area of Eidsvoll & Norge, or UNKNOWN when it is not at sea."""
        place = self.place[ships.EIDSVOLL]
        return place if place in ships.SEAS else UNKNOWN

    def at(self, country: int, place: int) -> list[int]:
        """Ships of a country that the seat knows to lie in a place: its own, and those face up."""
        return [ship for ship in ships.OF_COUNTRY[country] if self.place[ship] == place]

    def allied_ships_left(self) -> list[int]:
        """Allied ships that are still in the game."""
        gone = (ships.SUNK, ships.REMOVED)
        return [ship for ship in ships.OF_COUNTRY[ALLIES] if self.place[ship] not in gone]

    # ships that nobody has seen

    @cached_property
    def sighted(self) -> dict[int, int]:
        """ship -> place, of ships that lie back up and have been seen for certain."""
        return {
            seen.ship: seen.places[0]
            for seen in self.view.sightings
            if len(seen.places) == 1 and self.place[seen.ship] == UNKNOWN
        }

    def unknown(self, country: int) -> list[int]:
        """Ships of a country that lie back up somewhere, nobody knows where."""
        own = ships.OF_COUNTRY[country]
        return [ship for ship in own if self.place[ship] == UNKNOWN and ship not in self.sighted]

    def known_at(self, country: int, area: int) -> list[int]:
        """Ships of a country in a sea area that the seat can name."""
        seen = [ship for ship, place in self.sighted.items() if place == area and ships.COUNTRY[ship] == country]
        return [*self.at(country, area), *seen]

    def enemies_at(self, country: int, area: int) -> int:
        """Cards in a sea area that are a country's enemies, Eidsvoll & Norge included."""
        if country == GERMANY:
            return self.numbers[ALLIES][area] + self.numbers[NORWAY][area]
        return self.numbers[GERMANY][area]

    # control and what it allows

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """Battalions that Germany may land by each sea area (8.3-ger-1 to -3)."""
        place = self.coast_defence
        german, _, allied = self.numbers
        return german_sea_limits(True, german, allied, None if place == UNKNOWN else place)

    def controls(self, country: int, area: int) -> bool:
        """Whether a country's ships lie alone in a sea area (8.2-control)."""
        return country != NORWAY and bool(self.numbers[country][area]) and not self.enemies_at(country, area)

    def german_places(self) -> list[int]:
        return [area for area in range(AREAS) if self.limits[SEA_OF[area]] and board.COAST[area]]

    def allied_places(self) -> list[int]:
        closed = [area for area in ships.SEAS if self.controls(GERMANY, area)]
        return [area for area in range(AREAS) if allied_coast(board.COAST[area], closed)]

    def has_room(self, area: int, placed: Sequence[int]) -> bool:
        sea = SEA_OF[area]
        return Counter(SEA_OF[other] for other in placed)[sea] < self.limits[sea]

    def allow(self, card: int, area: int) -> bool:
        """Whether the Allied fleet lies so that a card can be used for a land area (5.2-2, R58)."""
        seas = board.COAST[area]
        match needs.NEED.get(card, ""):
            case needs.CONTROL:
                return any(self.controls(ALLIES, sea) for sea in seas)
            case needs.SHIP:
                return any(self.numbers[ALLIES][sea] for sea in seas)
            case needs.CARRIER:
                return any(self.place[ship] in seas for ship in ships.CARRIERS)
        return True

    def open_to_landing(self, area: int) -> bool:
        """Whether Allied battalions can be put ashore: German ships do not control the sea there (5.2-2)."""
        return not any(self.controls(GERMANY, sea) for sea in board.COAST[area])


class Sight:
    """The position as one country sees it that is asked now."""

    __slots__ = ("battalions", "country", "hand", "moved", "own", "view", "waters")

    def __init__(self, view: NorwayView, country: int, own: tuple[int, ...]) -> None:
        self.view = view
        #: the country that is asked, and all countries of its seat
        self.country = country
        self.own = own
        #: battalions at rest, by country and area
        self.battalions: tuple[Sequence[int], ...] = (view.germany, view.norway, view.allies)
        self.moved: Sequence[int] = view.moved
        self.hand: Sequence[int] = view.hand
        #: the sea of the advanced game
        self.waters = None if view.sea is None else Waters(view.sea)

    @property
    def sea(self) -> Waters:
        """The sea, where only the advanced game asks."""
        assert self.waters is not None
        return self.waters

    @property
    def in_turn(self) -> int:
        return COUNTRIES.index(self.view.country)

    @property
    def deck(self) -> int:
        """German cards still face down: when they are gone the game is over (1.3-1)."""
        return self.view.deck_size[GERMANY]

    @property
    def to_draw(self) -> int:
        """Cards that Germany draws at the end of the turn for those it has used."""
        return HAND_LIMIT - self.view.hand_size[GERMANY]

    @property
    def must_use(self) -> int:
        """Cards that the country in turn has still to use, if it must use one in each turn (4.4-2)."""
        return 0 if self.view.used_this_turn else 1

    @property
    def battle(self) -> Battle:
        assert self.view.battle is not None
        return self.view.battle

    def enemies_at(self, country: int, area: int) -> int:
        """Battalions in an area that fight against a country."""
        if country == GERMANY:
            return self.battalions[NORWAY][area] + self.battalions[ALLIES][area]
        return self.battalions[GERMANY][area]

    def card_types(self, country: int) -> tuple[int, ...]:
        """Cards that a country can hold now: in the nine-April round its nine-April cards (6.2-1)."""
        return cards.OF_COUNTRY[country] if self.view.round else cards.APRIL_OF_COUNTRY[country]

    def places(self, country: int) -> list[int]:
        """Where a country may place battalions now (4.3, 8.3): no enemies there, and the ships allow it."""
        areas: Iterable[int] = PLACES[country]
        if self.waters is not None and country != NORWAY:
            areas = self.waters.german_places() if country == GERMANY else self.waters.allied_places()
        return [area for area in areas if not self.enemies_at(country, area)]

    def has_room(self, area: int, placed: Sequence[int]) -> bool:
        """Whether one more battalion may be placed in an area after others: Norway places one in each (4.3-nor-2),
        Germany one for each ship where the Allies threaten its transports (8.3-ger-3)."""
        if self.country == NORWAY:
            return area not in placed
        return self.waters is None or self.country != GERMANY or self.waters.has_room(area, placed)

    def ships_allow(self, card: int, area: int) -> bool:
        """Whether an Allied card that needs ships (5.2-2) can be used for a land area."""
        return self.waters is None or self.waters.allow(card, area)

    def open_to_landing(self, area: int) -> bool:
        """Whether the fleet can put Allied battalions ashore in an area of its coast (5.2-2)."""
        return self.waters is None or self.waters.open_to_landing(area)

    def free(self, area: int) -> int:
        """Own battalions in an area that may still move."""
        return self.battalions[self.country][area] - self.moved[area]

    def groups_at(self, area: int) -> list[Group]:
        return [group for group in self.view.groups if group.target == area]

    def over_land(self, area: int) -> bool:
        """Whether some of the attackers of an area come over a border without water (R7)."""
        return any(group.mode == "land" for group in self.groups_at(area))

    def allied_heaps(self) -> dict[str, int]:
        """Where Allied battalions can be taken from: areas by id, attackers with those they left (or "sea", "air")."""
        heaps = {board.AREAS[area]: number for area, number in enumerate(self.battalions[ALLIES])}
        for group in self.view.groups if self.in_turn == ALLIES else ():
            heaps[heap_name(group)] = heaps.get(heap_name(group), 0) + group.battalions
        return {name: number for name, number in heaps.items() if number}

    def attacked(self) -> set[int]:
        return {group.target for group in self.view.groups}

    def unheld_cities(self) -> list[int]:
        """Point cities without Germans (1.3-4)."""
        return [city for city in CITIES if not self.view.germany[city]]

    def missing_cities(self) -> list[int]:
        """Point cities that Germany does not hold; those that its attackers have left for a battle are not missing."""
        left = {group.origin for group in self.view.groups} if self.in_turn == GERMANY else set()
        return [city for city in self.unheld_cities() if city not in left]

    def airfields(self) -> list[int]:
        return [area for area in board.AIRFIELDS if self.view.germany[area]]

    def in_air_range(self, area: int) -> bool:
        return board.in_air_range(area, self.airfields())

    def cards(self, country: int | None = None) -> list[int]:
        """Cards in an own hand."""
        which = self.country if country is None else country
        return [card for card in self.card_types(which) for _ in range(self.hand[card])]

    def defence_dice(self, countries: Iterable[int]) -> DiceChances:
        """Dice that the cards of defending countries can add: certain for own hands, a matter of chance for others."""
        found = NO_DICE
        for country in countries:
            found = _together(found, self._dice_of(country))
        return found

    def _dice_of(self, country: int) -> DiceChances:
        useful = [card for card in self.card_types(country) if cards.DEFENCE_DICE[card]]
        if country in self.own:
            return ((sum(cards.DEFENCE_DICE[card] for card in useful if self.hand[card]), 1.0),)
        seen = self.seen_in(country)
        certain = sum(cards.DEFENCE_DICE[card] for card in useful if card in seen)
        hand = self.view.hand_size[country] - len(seen)
        unseen = {card: self.unseen(card) for card in self.card_types(country)}
        kinds = tuple((unseen[card], cards.DEFENCE_DICE[card]) for card in useful if card not in seen and unseen[card])
        others = sum(unseen.values()) - sum(count for count, _ in kinds)
        return hand_dice(kinds, others, hand, certain)

    def attack_dice_of(self, country: int, area: int) -> DiceChances:
        """Dice that the cards of an attacking country can add to its battle for an area."""
        dice = self.dice_in_attack(self.card_types(country), area, self.over_land(area))
        if country in self.own:
            return ((sum(n for card, n in dice.items() if self.hand[card]), 1.0),)
        hand = self.view.hand_size[country]
        kinds = tuple((self.unseen(card), n) for card, n in dice.items() if self.unseen(card))
        everything = sum(self.unseen(card) for card in self.card_types(country))
        return hand_dice(kinds, everything - sum(count for count, _ in kinds), hand)

    def dice_in_attack(self, some: Iterable[int], area: int, over_land: bool) -> dict[int, int]:
        """card -> dice, of the cards that add any in an attack on an area and can be used there: aircraft need air
        range, Coastal bombardment its coast, and some need ships (2.3-air-1, 2.3-sea-2, 5.2-2)."""
        lacking = set() if self.in_air_range(area) else {cards.AIR_RANGE}
        if not board.open_to_allies(area):
            lacking.add(cards.ALLIED_COAST)
        return {
            card: cards.attack_dice(card, over_land)
            for card in some
            if cards.ATTACK_DICE[card] and ATTACK_NEEDS[card].isdisjoint(lacking) and self.ships_allow(card, area)
        }

    def seen_in(self, country: int) -> list[int]:
        """Cards that this seat has seen in a hand (Scouts)."""
        best: list[int] = []
        if not self.view.known:
            return best
        for viewer in self.own:
            seen = [known.card for known in self.view.known if (known.viewer, known.country) == (viewer, country)]
            best = max(best, seen, key=len)
        return best

    def unseen(self, card: int) -> int:
        """How many of a card lie hidden in its owner's deck or hand and have not been seen there."""
        return cards.COUNT[card] - self.view.used[card] - self.seen_in(cards.COUNTRY[card]).count(card)

    def chance_to_hold(self, country: int, card: int) -> float:
        """Chance that a country holds a card now."""
        if country in self.own:
            return float(self.hand[card] > 0)
        if card in self.seen_in(country):
            return 1.0
        pool = sum(self.unseen(other) for other in self.card_types(country))
        hand = self.view.hand_size[country] - len(self.seen_in(country))
        without = 1.0
        for i in range(self.unseen(card)):
            without *= max(0.0, 1 - hand / (pool - i)) if pool > i else 1.0
        return 1 - without


def sight_of(position: Position) -> Sight:
    own = tuple(COUNTRIES.index(role) for role in position.roles)
    country = COUNTRIES.index(position.decision.role)
    return Sight(cast(NorwayView, position.view), country, own)


def _together(a: DiceChances, b: DiceChances) -> DiceChances:
    if a is NO_DICE:
        return b
    found: dict[int, float] = {}
    for dice_a, chance_a in a:
        for dice_b, chance_b in b:
            found[dice_a + dice_b] = found.get(dice_a + dice_b, 0.0) + chance_a * chance_b
    return tuple(sorted(found.items()))


def heap_name(group: Group) -> str:
    """What the attackers of a group are called where battalions are taken: the area they left, or "sea" or "air"."""
    return group.mode if group.origin == NOWHERE else board.AREAS[group.origin]
