"""What a watch can answer, and what an umpire can change."""

from __future__ import annotations

from feltherre.core.game import Edit
from feltherre.core.space import Action


class Bid(Action, frozen=True, tag="bid"):
    """Oil for the order of turns, and a spark or nothing (L2)."""

    oil: int
    card: str = ""


class Shift(Action, frozen=True, tag="shift"):
    """Lanterns carried to another place (L3)."""

    origin: str
    target: str
    count: int


class Look(Action, frozen=True, tag="look"):
    """A look at a random card of another watch (L3)."""

    role: str


class Light(Action, frozen=True, tag="light"):
    """An attempt to light a lantern (L3)."""

    place: str


class Rest(Action, frozen=True, tag="rest"):
    """No more this turn (L3)."""


class Gust(Action, frozen=True, tag="gust"):
    """A gust against the lantern being lit (L4)."""


class LetBe(Action, frozen=True, tag="let-be"):
    """No gust (L4)."""


AnyAction = Bid | Shift | Look | Light | Rest | Gust | LetBe


class PlaceLantern(Edit, frozen=True, tag="place"):
    role: str
    place: str


class RemoveLantern(Edit, frozen=True, tag="remove"):
    role: str
    place: str


class SetOil(Edit, frozen=True, tag="set-oil"):
    role: str
    oil: int


class ClosePlace(Edit, frozen=True, tag="close"):
    place: str


AnyEdit = PlaceLantern | RemoveLantern | SetOil | ClosePlace
