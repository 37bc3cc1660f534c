"""What a player of Norway knows: his seat's view, read into the numbers that he reckons with; and what he may answer.

Players read this and the decision they are asked, never the redealt state: so what others hold can only be a matter of
chances for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from types import UnionType
from typing import Any, cast

from feltherre.core.text import Text
from feltherre.games.norway import board, cards, reinforcement
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.hands import hand_cards, in_play
from feltherre.games.norway.players.odds import NO_DICE, DiceChances, hand_dice
from feltherre.games.norway.procedures.reinforcement import allied_coast, german_sea_limits
from feltherre.games.norway.sea import needs, ships
from feltherre.games.norway.sea.view import UNKNOWN, SeaView
from feltherre.games.norway.state import AREAS, Group, NorwayState, enemies, groups_at, in_air_range
from feltherre.games.norway.view import NorwayView
from feltherre.players.player import Position

#: an answer, and why
Order = tuple[Any, Text]

CITIES = board.POINT_CITY
HAND_LIMIT = cards.HAND_LIMIT[GERMANY]

#: by card: what it needs of the place of a battle in attack
ATTACK_NEEDS: tuple[frozenset[str], ...] = tuple(
    frozenset(function.needs for function in cards.functions_at(card, cards.OWN, "2b", cards.ATTACKERS_CARDS))
    for card in range(len(cards.IDS))
)
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
    def coast_defence(self) -> int:
        """The sea area of Eidsvoll & Norge, or UNKNOWN when it is not at sea."""
        place = self.place[ships.EIDSVOLL]
        return place if place in ships.SEAS else UNKNOWN

    def at(self, country: int, place: int) -> list[int]:
        """Ships of a country that the seat knows to lie in a place: its own, and those face up."""
        return [ship for ship in ships.OF_COUNTRY[country] if self.place[ship] == place]

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
        return sum(self.numbers[enemy][area] for enemy in enemies(country))

    # control and what it allows

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """Battalions that Germany may land by each sea area (8.3-ger-1 to -3)."""
        place = self.coast_defence
        german, _, allied = self.numbers
        return german_sea_limits(True, german, allied, None if place == UNKNOWN else place)


class Sight:
    """The position as one country sees it that is asked now."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.view = view = cast(NorwayView, position.view)
        #: redealt: the rules are asked of it about what lies open to all, and about nothing else
        self.state: NorwayState = position.state
        #: the country that is asked, and all countries of its seat
        self.country = COUNTRIES.index(position.decision.role)
        self.own = tuple(COUNTRIES.index(role) for role in position.roles)
        #: battalions at rest, by country and area
        self.battalions: tuple[Sequence[int], ...] = (view.germany, view.norway, view.allies)
        self.moved: Sequence[int] = view.moved
        self.in_turn = self.state.country
        #: German cards still face down: when they are gone the game is over (1.3-1); those to be drawn for used ones
        self.deck, self.to_draw = view.deck_size[GERMANY], HAND_LIMIT - view.hand_size[GERMANY]
        #: cards the country in turn has still to use, if it must use one in each turn (4.4-2)
        self.must_use = 0 if view.used_this_turn else 1
        self.hand: Sequence[int] = view.hand
        #: the sea of the advanced game
        self.waters = None if view.sea is None else Waters(view.sea)

    @property
    def space(self) -> Any:
        """What may be answered."""
        return self.position.decision.space

    def options(self, kind: type | UnionType = object) -> list[Any]:
        """Every answer of a kind."""
        return [action for action in self.space.candidates() if isinstance(action, kind)]

    @property
    def sea(self) -> Waters:
        """The sea, where only the advanced game asks."""
        assert self.waters is not None
        return self.waters

    def enemies_at(self, country: int, area: int) -> int:
        """Battalions in an area that fight against a country."""
        if country == GERMANY:
            return self.battalions[NORWAY][area] + self.battalions[ALLIES][area]
        return self.battalions[GERMANY][area]

    def places(self, country: int) -> list[int]:
        """Where a country may place battalions now (4.3, 8.3): no enemies there, and the ships allow it."""
        areas: Iterable[int] = reinforcement.PLACES[country]
        if self.waters is not None and country == GERMANY:
            areas = [area for area in range(AREAS) if self.waters.limits[SEA_OF[area]] and board.COAST[area]]
        elif self.waters is not None and country == ALLIES:
            german, waters = self.waters.numbers[GERMANY], self.waters
            closed = [sea for sea in ships.SEAS if german[sea] and not waters.enemies_at(GERMANY, sea)]
            areas = [area for area in range(AREAS) if allied_coast(board.COAST[area], closed)]
        return [area for area in areas if not self.enemies_at(country, area)]

    def has_room(self, area: int, placed: Sequence[int]) -> bool:
        """Whether one more battalion may be placed in an area after others: Norway places one in each (4.3-nor-2),
        Germany one for each ship where the Allies threaten its transports (8.3-ger-3)."""
        if self.country == NORWAY:
            return area not in placed
        if self.waters is None or self.country != GERMANY:
            return True
        sea = SEA_OF[area]
        return Counter(SEA_OF[other] for other in placed)[sea] < self.waters.limits[sea]

    def groups_at(self, area: int) -> tuple[Group, ...]:
        return groups_at(self.state, area)

    def over_land(self, area: int) -> bool:
        """Whether some of the attackers of an area come over a border without water (R7)."""
        return any(group.mode == "land" for group in self.groups_at(area))

    def unheld_cities(self) -> list[int]:
        """Point cities without Germans (1.3-4)."""
        return [city for city in CITIES if not self.view.germany[city]]

    def missing_cities(self) -> list[int]:
        """Point cities that Germany does not hold; those that its attackers have left for a battle are not missing."""
        left = {group.origin for group in self.view.groups} if self.in_turn == GERMANY else set()
        return [city for city in self.unheld_cities() if city not in left]

    def cards(self) -> list[int]:
        """The cards in the own hand."""
        return hand_cards(self.state, self.country)

    def defence_dice(self, countries: Iterable[int]) -> DiceChances:
        """Dice that the cards of defending countries can add: certain for own hands, a matter of chance for others."""
        found = dict(NO_DICE)
        for country in countries:
            dice = {card: cards.DEFENCE_DICE[card] for card in in_play(self.state, country)}
            before, found = found, {}
            for (a, chance), (b, other) in product(before.items(), self._dice_of(country, dice)):
                found[a + b] = found.get(a + b, 0.0) + chance * other
        return tuple(sorted(found.items()))

    def attack_dice_of(self, country: int, area: int) -> DiceChances:
        """Dice that the cards of an attacking country can add to its battle for an area."""
        return self._dice_of(country, self.dice_in_attack(in_play(self.state, country), area, self.over_land(area)))

    def _dice_of(self, country: int, dice: Mapping[int, int]) -> DiceChances:
        """Dice that a hand can add, by what each card adds."""
        useful = {card: n for card, n in dice.items() if n}
        if country in self.own:
            return ((sum(n for card, n in useful.items() if self.hand[card]), 1.0),)
        seen = self.seen_in(country)
        certain = sum(n for card, n in useful.items() if card in seen)
        unseen = {card: self.unseen(card) for card in in_play(self.state, country)}
        kinds = tuple((unseen[card], n) for card, n in useful.items() if card not in seen and unseen[card])
        others = sum(unseen.values()) - sum(count for count, _ in kinds)
        return hand_dice(kinds, others, self.view.hand_size[country] - len(seen), certain)

    def dice_in_attack(self, some: Iterable[int], area: int, over_land: bool) -> dict[int, int]:
        """card -> dice, of the cards that add any in an attack on an area and can be used there: aircraft need air
        range, Coastal bombardment its coast, and some need ships (2.3-air-1, 2.3-sea-2, 5.2-2)."""
        lacking = set() if in_air_range(self.state, area) else {cards.AIR_RANGE}
        if not board.open_to_allies(area):
            lacking.add(cards.ALLIED_COAST)
        return {
            card: cards.attack_dice(card, over_land)
            for card in some
            if cards.ATTACK_DICE[card] and ATTACK_NEEDS[card].isdisjoint(lacking)
            if self.waters is None or not needs.unmet(self.state, card, area)
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
        pool = sum(self.unseen(other) for other in in_play(self.state, country))
        hand = self.view.hand_size[country] - len(self.seen_in(country))
        without = 1.0
        for i in range(self.unseen(card)):
            without *= max(0.0, 1 - hand / (pool - i)) if pool > i else 1.0
        return 1 - without
