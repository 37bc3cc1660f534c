"""The position of a game of Norway, as plain data, and the small questions everything asks of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.core.state import State
from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES as ALLIES
from feltherre.games.norway.countries import COUNTRIES as COUNTRIES
from feltherre.games.norway.countries import GERMANY as GERMANY
from feltherre.games.norway.countries import NORWAY as NORWAY
from feltherre.games.norway.procedures.inputs import Mode
from feltherre.games.norway.sea.pieces import Played as Played
from feltherre.games.norway.sea.pieces import Sea as Sea
from feltherre.games.norway.steps import NorwayStep

#: the roles are the countries
ROLES = COUNTRIES

AREAS = len(board.AREAS)

#: origin of attackers that came from the sea or from the air
NOWHERE = -1


class Group(Struct, frozen=True):
    """Battalions of the country in turn that attack `target`; they stand at the border of `origin` (4.1b-4)."""

    origin: int
    target: int
    mode: Mode
    battalions: int


class Battle(Struct, frozen=True):
    """The battle being fought."""

    area: int
    played: tuple[Played, ...] = ()


class Placed(Struct, frozen=True):
    """Battalions placed in this reinforcement phase, and how they came; Norwegian ones by land."""

    area: int
    battalions: int
    by: Literal["land", "sea", "air"]


class Known(Struct, frozen=True):
    """A card that a country has been seen to hold (Scouts), or must hold by all that lies open (2.4-nor-2)."""

    viewer: int
    country: int
    card: int


@dataclass(slots=True)
class NorwayState(State):
    owner: ClassVar[str] = "norway"
    agenda: list[NorwayStep] = field(default_factory=list)
    #: one person plays Norway and the Allies (1.2-2)
    one_seat: bool = False
    #: by player, in the order of the sides at which they sat down: the side he has taken by the dice, -1 for none yet;
    #: nothing if they have agreed (3-2)
    taken: list[int] = field(default_factory=list)
    #: the nine-April round is round 0
    round: int = 1
    #: whose turn it is
    country: int = GERMANY
    phase: int = 1
    #: battalions at rest: country * AREAS + area
    battalions: list[int] = field(default_factory=lambda: [0] * (3 * AREAS))
    #: battalions of the country in turn that have made their move, by area (R34)
    moved: list[int] = field(default_factory=lambda: [0] * AREAS)
    groups: list[Group] = field(default_factory=list)
    #: areas from which the country in turn has attacked in this turn (R15)
    origins: list[int] = field(default_factory=list)
    battle: Battle | None = None
    #: how many of each type of card lie in the hand, face down in the deck, face up below it; of a nine-April card, in
    #: the hand, in the box, used
    hand: list[int] = field(default_factory=lambda: [0] * cards.ALL_COUNT)
    deck: list[int] = field(default_factory=lambda: [0] * cards.ALL_COUNT)
    used: list[int] = field(default_factory=lambda: [0] * cards.ALL_COUNT)
    hand_size: list[int] = field(default_factory=lambda: [0, 0, 0])
    #: cards the country in turn has used in phases 1 to 3 (R22)
    used_this_turn: int = 0
    #: battalions each country has brought on the board and lost from it, for the books
    raised: list[int] = field(default_factory=lambda: [0, 0, 0])
    removed: list[int] = field(default_factory=lambda: [0, 0, 0])
    placed: list[Placed] = field(default_factory=list)
    first_allies_landed: bool = False
    allies_withdrawn: bool = False
    known: list[Known] = field(default_factory=list)
    #: what lies at sea, in the advanced game only; see sea/fleet.py
    sea: Sea | None = None


def at(state: NorwayState, country: int, area: int) -> int:
    """Battalions of a country at rest in an area."""
    return state.battalions[country * AREAS + area]


def total(state: NorwayState, country: int) -> int:
    """All battalions of a country on the board, attackers included."""
    resting = sum(state.battalions[country * AREAS : (country + 1) * AREAS])
    return resting + (sum(group.battalions for group in state.groups) if country == state.country else 0)


def enemies(country: int) -> tuple[int, ...]:
    """Norway and the Allies fight Germany together (1.2-1)."""
    return (NORWAY, ALLIES) if country == GERMANY else (GERMANY,)


def side(country: int) -> tuple[int, ...]:
    return (GERMANY,) if country == GERMANY else (NORWAY, ALLIES)


def enemy_held(state: NorwayState, country: int, area: int) -> bool:
    """Whether enemies of the country stand in the area (2.3-land-4)."""
    battalions = state.battalions
    if country == GERMANY:
        return bool(battalions[AREAS + area] or battalions[2 * AREAS + area])
    return bool(battalions[area])


def free_of_enemies(state: NorwayState, country: int, areas: Iterable[int]) -> list[int]:
    """Those of the areas where no enemies of the country stand (2.3-land-4)."""
    battalions = state.battalions
    if country == GERMANY:
        return [area for area in areas if not (battalions[AREAS + area] or battalions[2 * AREAS + area])]
    return [area for area in areas if not battalions[area]]


@rule("2.3-land-3", "2.3-air-1")
def held_airfields(state: NorwayState) -> tuple[int, ...]:
    """Airfields with a German battalion at this moment: control ends when the last one leaves (2.3-land-3, R40)."""
    return tuple(area for area in board.AIRFIELDS if state.battalions[area])


def in_air_range(state: NorwayState, area: int) -> bool:
    return board.in_air_range(area, held_airfields(state))


def add(state: NorwayState, country: int, area: int, battalions: int) -> None:
    state.battalions[country * AREAS + area] += battalions


def bring_on(state: NorwayState, country: int, area: int, battalions: int) -> None:
    """New battalions come on the board."""
    add(state, country, area, battalions)
    state.raised[country] += battalions


def take_off(state: NorwayState, country: int, area: int, battalions: int) -> None:
    """Battalions leave the board for good."""
    add(state, country, area, -battalions)
    state.removed[country] += battalions


def attacked_areas(state: NorwayState) -> tuple[int, ...]:
    """Areas with an undecided battle, in the order of the board."""
    return tuple(sorted({group.target for group in state.groups}))


def groups_at(state: NorwayState, area: int) -> tuple[Group, ...]:
    return tuple(group for group in state.groups if group.target == area)


def add_group(state: NorwayState, origin: int, target: int, mode: Mode, battalions: int) -> None:
    """Battalions join an attack; those from the same place are one group (4.1b-3, 4.1b-4)."""
    for i, group in enumerate(state.groups):
        if (group.origin, group.target, group.mode) == (origin, target, mode):
            state.groups[i] = Group(origin, target, mode, group.battalions + battalions)
            break
    else:
        state.groups.append(Group(origin, target, mode, battalions))
    if origin != NOWHERE and origin not in state.origins:
        state.origins.append(origin)
        state.origins.sort()


def take_from_group(state: NorwayState, group: Group, battalions: int) -> None:
    """Battalions leave an attack; an empty group is gone."""
    i = state.groups.index(group)
    left = group.battalions - battalions
    if left:
        state.groups[i] = Group(group.origin, group.target, group.mode, left)
    else:
        del state.groups[i]
