"""The position of a game of Lanterns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.core.names import Names
from feltherre.core.state import State

ROLES = ("amber", "blue", "coral")
PLACES = Names(ids=("gate", "bridge", "harbour"), names=("North Gate", "Mill Bridge", "Harbour"))
DECK = ("gust",) * 5 + ("hush",) * 5 + ("spark",) * 5
HAND = 3
FULL = 3
MOST_SHIFTED = 2
#: seconds that a watch has in each round, and all have together
WATCH, NIGHT = 60, 600


class Held(Struct, frozen=True, order=True):
    """A card in a hand."""

    role: int
    card: str


class Known(Struct, frozen=True, order=True):
    """A card that one watch has seen in the hand of another."""

    viewer: int
    role: int
    card: str


@dataclass(slots=True)
class Town(State):
    owner: ClassVar[str] = "lanterns"
    round: int = 0
    rounds: int = 3
    windy: bool = False
    oil: list[int] = field(default_factory=lambda: [4] * len(ROLES))
    #: role * places + place
    lanterns: list[int] = field(default_factory=lambda: [0] * len(ROLES) * len(PLACES))
    closed: list[str] = field(default_factory=list)
    #: watches that laid a spark with their bid
    sparks: list[int] = field(default_factory=list)
    #: all three sorted, so that their order tells nothing
    deck: list[str] = field(default_factory=list)
    hands: list[Held] = field(default_factory=list)
    known: list[Known] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    #: time added to each watch's clock
    seconds: list[int] = field(default_factory=lambda: [0] * len(ROLES))
    #: and to the night
    night: int = 0


def number(role: str) -> int:
    return ROLES.index(role)


def at(state: Town, role: int, place: str) -> int:
    return state.lanterns[role * len(PLACES) + PLACES.ids.index(place)]


def add(state: Town, role: int, place: str, count: int) -> None:
    state.lanterns[role * len(PLACES) + PLACES.ids.index(place)] += count


def standing(state: Town, place: str) -> int:
    """All lanterns of a place."""
    return sum(at(state, role, place) for role in range(len(ROLES)))


def total(state: Town, role: int) -> int:
    return sum(at(state, role, place) for place in PLACES.ids)


def hand(state: Town, role: int) -> list[str]:
    return [held.card for held in state.hands if held.role == role]


@rule("L6")
def open_places(state: Town) -> list[str]:
    """Places where another lantern can stand (L6)."""
    return [place for place in PLACES.ids if place not in state.closed and standing(state, place) < FULL]


def take(state: Town, role: int, card: str) -> None:
    state.hands.append(Held(role, card))
    state.hands.sort()


def play(state: Town, role: int, card: str) -> None:
    """A card leaves the hand for all to see; whoever knew of it no longer counts on it."""
    state.hands.remove(Held(role, card))
    state.discard.append(card)
    state.discard.sort()
    for viewer in range(len(ROLES)):
        seen = Known(viewer, role, card)
        if seen in state.known:
            state.known.remove(seen)
