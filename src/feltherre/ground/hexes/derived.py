"""How a state keeps maps that are made from it (zones, stacks, supply, kept reaches) beside its data.

The state stays plain data: the maps are no field of it, so they are neither written nor hashed nor compared. They are
made when first asked for, changed by the game's own functions that move units, and shared by a clone until one of the
two changes them. See docs/decisions/hexes-as-numbers.md.
"""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

from feltherre.core.state import State


class Maps(Protocol):
    """All that a game makes from a state and keeps up to date."""

    def copy(self) -> Self:
        """Maps that change apart from these."""


class _Shared:
    """Maps, and whether more than one state looks at them."""

    __slots__ = ("maps", "shared")

    def __init__(self, maps: Maps) -> None:
        self.maps = maps
        self.shared = False


class HexState(State):
    """A state with a place for maps beside its fields. A game's state extends it as it would extend State."""

    __slots__ = ("_beside",)

    _beside: _Shared | None

    def clone(self: S) -> S:
        """A copy of the data; the maps are shared until one of the two states changes them."""
        copy = super().clone()
        beside = _beside(self)
        if beside is not None:
            beside.shared = True
        copy._beside = beside
        return copy


S = TypeVar("S", bound=HexState)
M = TypeVar("M", bound=Maps)


def kept_maps(state: HexState, kind: type[M]) -> M | None:
    """The maps of a state for reading, None if none have been made."""
    # asked for at every turn of the rules, so without a call more than need be
    beside = getattr(state, "_beside", None)
    return None if beside is None else beside.maps


def keep_maps(state: HexState, maps: M) -> M:
    """Keep maps that have just been made from the state."""
    state._beside = _Shared(maps)
    return maps


def own_maps(state: HexState, kind: type[M]) -> M | None:
    """The maps of a state for changing: a copy of its own if another state looks at them, None if none have been made.

    Without maps there is nothing to keep up to date: change the data alone.
    """
    beside = getattr(state, "_beside", None)
    if beside is None:
        return None
    maps: M = keep_maps(state, beside.maps.copy()) if beside.shared else beside.maps
    return maps


def forget_maps(state: HexState) -> None:
    """Drop the maps after changing the data in any other way than through the functions that keep both in step."""
    state._beside = None


def _beside(state: HexState) -> _Shared | None:
    # a state that was read from bytes has never had the slot filled
    return getattr(state, "_beside", None)
