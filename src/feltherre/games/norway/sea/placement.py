"""Where Germany and the Allies place reinforcements in the advanced game (8.3). Norway places as in the basic game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.procedures.reinforcement import UNLIMITED, allied_coast, german_sea_limits
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import controls, real, sea_of, ships_at
from feltherre.games.norway.spaces import area_label
from feltherre.games.norway.state import ALLIES, GERMANY, NorwayState, enemy_held, free_of_enemies

#: by country: the rule that says where it places
RULES = ("8.3-ger-2", "8.3-nor-1", "8.3-all-1")

_AREAS = range(board.AREA_COUNT)


@rule("8.3-ger-1", "8.3-ger-2", "8.3-ger-3", "8.2-control")
def german_limits(state: NorwayState) -> tuple[int, ...]:
    """How many battalions Germany may place on the coast of each sea area (8.3-ger-1 to -3, R54).

    Everybody can count the ships: decoys are out of the game when this is asked (R72).
    """
    coast_defence = sea_of(state).place[ships.EIDSVOLL]
    return german_sea_limits(
        True,
        [len(real(ships_at(state, GERMANY, sea))) for sea in ships.SEAS],
        [len(ships_at(state, ALLIES, sea)) for sea in ships.SEAS],
        coast_defence if coast_defence in ships.SEAS else None,
    )


def german_areas(state: NorwayState) -> tuple[int, ...]:
    """Where Germany may place at least one battalion, in the order of the board."""
    limits = german_limits(state)
    return tuple(free_of_enemies(state, GERMANY, [area for area in _AREAS if limits[landing_sea(limits, area)]]))


def landing_sea(limits: Sequence[int], area: int) -> int:
    """The sea area by which Germans come to a land area: of several the one that lets most land. An area without coast
    is given VIII, which touches no land."""
    return max(board.COAST[area], key=limits.__getitem__, default=ships.SEA_VIII)


@rule("8.3-all-1", "8.2-control")
def allied_areas(state: NorwayState) -> tuple[int, ...]:
    """The Allies: coast on III to VII, and none on I, II or a sea area that German ships control (8.3-all-1, R19)."""
    closed = [sea for sea in ships.SEAS if controls(state, GERMANY, sea)]
    return tuple(free_of_enemies(state, ALLIES, [area for area in _AREAS if allied_coast(board.COAST[area], closed)]))


def refuse_placement(state: NorwayState, country: int, area_id: str) -> Illegal:
    """Why Germany or the Allies may not place in this area."""
    rule_id = RULES[country]
    if enemy_held(state, country, board.INDEX[area_id]):
        return Illegal(say("norway.illegal.placement-enemy", area=area_label(area_id)), rule_id)
    if country == GERMANY:
        return Illegal(say("norway.illegal.sea-placement.germany", area=area_label(area_id)), rule_id)
    return Illegal(say("norway.illegal.sea-placement.allies", area=area_label(area_id)), rule_id)


class ShipLimit(Struct, frozen=True):
    """The areas open to German reinforcements, and how many battalions land by each sea area (8.3-ger-3)."""

    areas: tuple[int, ...]
    #: by sea area
    limits: tuple[int, ...]
    #: by land area: the sea area it counts for
    by_sea: tuple[int, ...]

    @classmethod
    def of(cls, state: NorwayState) -> ShipLimit:
        limits = german_limits(state)
        return cls(german_areas(state), limits, tuple(landing_sea(limits, area) for area in _AREAS))

    @rule("8.3-ger-3")
    def left(self, placed: Sequence[int]) -> dict[int, int]:
        """How many more battalions may land by each sea area; all on its coast count together, but none that is flown
        in (8.3-ger-3, R54, R81)."""
        landed = Counter(self.by_sea[area] for area in placed)
        return {
            sea: limit if limit == UNLIMITED else limit - landed[sea] for sea, limit in enumerate(self.limits) if limit
        }

    def room(self, number: int) -> int:
        """How many of so many battalions find a place."""
        return min(number, self._capacity(self.areas, self.left(())))

    def next_areas(self, number: int, placed: Sequence[int]) -> list[int]:
        """Areas for the next of so many battalions, never before the last one, and only those from which on there is
        room for all that are still to come."""
        left = self.left(placed)
        wanted = number - len(placed)
        first = self.areas.index(placed[-1]) if placed else 0
        return [
            area
            for at, area in enumerate(self.areas[first:], first)
            if left[self.by_sea[area]] > 0 and self._capacity(self.areas[at:], left) >= wanted
        ]

    def _capacity(self, areas: Sequence[int], left: dict[int, int]) -> int:
        return sum(left[sea] for sea in {self.by_sea[area] for area in areas})

    @rule("8.3-ger-3")
    def check(self, placed: Sequence[int]) -> None:
        """Refuse more battalions by a sea area than ships land there (8.3-ger-3)."""
        left = self.left(placed)
        for area in placed:
            sea = self.by_sea[area]
            if left.get(sea, 0) < 0:
                raise Illegal(
                    say(
                        "norway.illegal.ship-limit",
                        area=area_label(board.AREAS[area]),
                        sea=ships.place_name(sea),
                        n=self.limits[sea],
                    ),
                    "8.3-ger-3",
                )
