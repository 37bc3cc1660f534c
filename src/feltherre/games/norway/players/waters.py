"""The sea as a seat sees it: its own ships, what lies open, how many cards lie back up, and what it has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from feltherre.games.norway import board
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.procedures.reinforcement import allied_coast, german_sea_limits
from feltherre.games.norway.sea import needs, ships
from feltherre.games.norway.sea.view import UNKNOWN, SeaView

#: by country: cards in each sea area
Numbers = tuple[tuple[int, ...], ...]

_AREAS = range(board.AREA_COUNT)
#: by land area: the sea area on whose coast it lies, or VIII, which has none
SEA_OF: tuple[int, ...] = tuple(coast[0] if coast else ships.SEA_VIII for coast in board.COAST)


class Waters:
    """What one seat knows of the sea, in the words the players reckon with."""

    def __init__(self, view: SeaView) -> None:
        self.view = view
        self.place = view.place

    @cached_property
    def numbers(self) -> Numbers:
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
        return [area for area in _AREAS if self.limits[SEA_OF[area]] and board.COAST[area]]

    def allied_places(self) -> list[int]:
        closed = [area for area in ships.SEAS if self.controls(GERMANY, area)]
        return [area for area in _AREAS if allied_coast(board.COAST[area], closed)]

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
