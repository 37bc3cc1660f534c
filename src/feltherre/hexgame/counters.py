"""An order of battle. A counter is a number inside, its place in the order; lists say by number what is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from feltherre.core.catalogue import in_every_language
from feltherre.core.datafile import DamagedFile
from feltherre.core.names import Names
from feltherre.core.text import Text

if TYPE_CHECKING:
    from feltherre.hexgame.state import HexGameState

#: not yet on the map; off it for good. Where a counter is on the map is a greater number
AWAITED = -1
DESTROYED = -2


def enemy_of(side: int) -> int:
    """There are two sides, 0 and 1."""
    return 1 - side


class Printed(Protocol):
    """A counter as a file has it."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> str: ...


P = TypeVar("P", bound=Printed)


def in_order(file: Path, units: Sequence[P], roles: Sequence[str]) -> tuple[P, ...]:
    """The counters of a file, those of the first side first; DamagedFile if two have the same id."""
    if len({unit.id for unit in units}) < len(units):
        raise DamagedFile(file.name, "", "two units have the same id")
    return tuple(sorted(units, key=lambda unit: roles.index(unit.side)))


def counters_of(
    units: Sequence[P],
    roles: Sequence[str],
    ground: Callable[[P], bool],
    name: Callable[[int], Text],
    shown: Callable[[P], str],
) -> Counters:
    """The counters of an order of battle. They may be typed by what is `shown` on them, by their name in the file, and
    by what they are called in any language."""
    return Counters(
        ids=[unit.id for unit in units],
        sides=[roles.index(unit.side) for unit in units],
        ground=[ground(unit) for unit in units],
        name=name,
        names=Names(
            ids=tuple(unit.id for unit in units),
            names=tuple(shown(unit) for unit in units),
            others=tuple((unit.name,) for unit in units),
            translated=lambda: [in_every_language(name(unit)) for unit in range(len(units))],
        ),
    )


class Counters:
    """The counters of both sides: `sides` and `ground` (whether it holds the hex it stands in) by number."""

    def __init__(
        self,
        ids: Sequence[str],
        sides: Sequence[int],
        ground: Sequence[bool],
        name: Callable[[int], Text],
        names: Names | None = None,
    ) -> None:
        if not len(set(ids)) == len(ids) == len(sides) == len(ground):
            raise ValueError("counters need an id of their own, a side, and whether they hold ground")
        self.ids = tuple(ids)
        self.count = len(self.ids)
        self.index = {id_: number for number, id_ in enumerate(self.ids)}
        self.side = tuple(sides)
        self.is_ground = tuple(ground)
        self.of_side = tuple(tuple(n for n, owner in enumerate(sides) if owner == side) for side in (0, 1))
        self.ground_of_side = tuple(tuple(n for n in own if ground[n]) for own in self.of_side)
        #: how each is called; by what names it may be typed
        self.name: Callable[[int], Text] = cache(name)
        self.typed = names or Names(ids=self.ids, names=self.ids)

    def names(self, chosen: Iterable[int]) -> list[Text]:
        return [self.name(unit) for unit in chosen]

    def ids_of(self, chosen: Iterable[int]) -> tuple[str, ...]:
        return tuple([self.ids[unit] for unit in chosen])

    def numbers_of(self, ids: Iterable[str]) -> list[int]:
        return [self.index[id_] for id_ in ids]

    def number(self, id_: object) -> int:
        """The counter of an id, -1 if there is none."""
        return self.index.get(str(id_), -1)

    # who stands where

    def in_hex(self, state: HexGameState, hex_: int, side: int) -> list[int]:
        """All counters of a side in or over a hex, in the order of the order of battle."""
        places = state.places
        return [unit for unit in self.of_side[side] if places[unit] == hex_]

    def ground_in(self, state: HexGameState, hex_: int, side: int) -> list[int]:
        """Those of them that hold it."""
        places = state.places
        return [unit for unit in self.ground_of_side[side] if places[unit] == hex_]

    def occupied(self, state: HexGameState, side: int) -> Iterator[int]:
        """The hexes that a side holds, each once, in the order of the order of battle."""
        return iter(dict.fromkeys(state.places[u] for u in self.ground_of_side[side] if state.places[u] >= 0))

    def by_hex(self, state: HexGameState, chosen: Iterable[int]) -> dict[int, list[int]]:
        """hex -> those of the counters that stand in it."""
        stacks: dict[int, list[int]] = {}
        for unit in chosen:
            stacks.setdefault(state.places[unit], []).append(unit)
        return stacks


def is_on_map(state: HexGameState, unit: int) -> bool:
    return state.places[unit] >= 0
