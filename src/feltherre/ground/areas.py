"""A board of areas: places with names, neighbours and coasts. Areas are numbers inside, names at the edges.

`Areas` is built once from the borders of a board and holds plain tuples for the rules to index: `neighbours[area]`,
`over_water[area][other]`, `coast[area]`. The functions below it walk over such tuples and know no board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.names import Names, fold

#: what lies on a border; everything but `none` is water
Crossing = Literal["none", "fjord", "lake"]
Neighbours = Sequence[Sequence[int]]


class Border(Struct, frozen=True):
    """Two areas that touch, what lies between them, and what that water is called."""

    a: int
    b: int
    crossing: Crossing = "none"
    water: str = ""


class Areas:
    """The areas of a board and, where it has a coast, the sea areas they touch."""

    def __init__(
        self,
        ids: Sequence[str],
        names: Sequence[str],
        borders: Iterable[Border],
        *,
        neighbours: Neighbours | None = None,
        seas: Sequence[str] = (),
        coast: Neighbours | None = None,
    ) -> None:
        """`neighbours`: as a file lists them, if it does; `coast`: the sea areas that each area touches."""
        self.ids = tuple(ids)
        self.borders = tuple(borders)
        self.seas = tuple(seas)
        self.coast = _tuples(coast if coast is not None else [()] * len(ids))
        count = len(self.ids)
        self.neighbours = _tuples(neighbours if neighbours is not None else _linked(count, self.borders))
        faults = list(_faults(self, names))
        if faults:
            raise BadInput("; ".join(faults))
        self.names = Names(ids, names)
        wet = [border for border in self.borders if border.crossing != "none"]
        dry = [border for border in self.borders if border.crossing == "none"]
        self.wet_neighbours = _tuples(_linked(count, wet))
        self.dry_neighbours = _tuples(_linked(count, dry))
        self.adjacent = _matrix(self.neighbours)
        self.over_water = _matrix(self.wet_neighbours)
        self.shore = tuple(
            tuple(area for area in range(count) if sea in self.coast[area]) for sea in range(len(self.seas))
        )
        self._border = {pair: border for border in self.borders for pair in _both_ways(border)}

    def __len__(self) -> int:
        return len(self.ids)

    def index(self, name: str) -> int:
        """The area meant by an id, a name or a clear part of one; BadInput with the near names otherwise."""
        return self.names.find(name)

    def border(self, a: int, b: int) -> Border | None:
        """The border between two areas, if they touch."""
        return self._border.get((a, b))

    def with_coast_on(self, seas: Iterable[int], but_not: Iterable[int] = ()) -> tuple[int, ...]:
        """The areas that touch one of these sea areas and none of the others."""
        wanted, barred = set(seas), set(but_not)
        return tuple(
            area
            for area, touched in enumerate(self.coast)
            if not wanted.isdisjoint(touched) and barred.isdisjoint(touched)
        )


def paths(
    neighbours: Neighbours,
    start: int,
    longest: int,
    may_pass: Callable[[int], object],
    may_end: Callable[[int], object] | None = None,
) -> list[tuple[int, ...]]:
    """All ways of up to `longest` areas from `start` (itself left out) that enter no area twice.

    Every area but the last must satisfy `may_pass`, the last `may_end` (if that is left out, `may_pass` as well).
    Shorter ways come before longer ones.
    """
    may_end = may_end or may_pass
    found: list[tuple[int, ...]] = []
    open_ways: list[tuple[int, ...]] = [()]
    for _ in range(longest):
        longer = []
        for way in open_ways:
            for area in neighbours[way[-1] if way else start]:
                if area == start or area in way:
                    continue
                if may_end(area):
                    found.append((*way, area))
                if may_pass(area):
                    longer.append((*way, area))
        open_ways = longer
    return found


def reach(
    neighbours: Neighbours,
    start: int,
    longest: int,
    may_pass: Callable[[int], object],
    may_end: Callable[[int], object] | None = None,
) -> dict[int, int]:
    """The areas in which a way of `paths` can end, each with the length of its shortest way."""
    may_end = may_end or may_pass
    steps: dict[int, int] = {}
    seen = {start}
    edge = [start]
    for length in range(1, longest + 1):
        entered = [area for here in edge for area in neighbours[here] if area not in seen]
        edge = []
        for area in entered:
            if area in seen:
                continue
            seen.add(area)
            if may_end(area):
                steps[area] = length
            if may_pass(area):
                edge.append(area)
    return steps


def together(neighbours: Neighbours, start: int) -> set[int]:
    """All areas that hang together with `start`, itself included."""
    seen = {start}
    waiting = [start]
    while waiting:
        for area in neighbours[waiting.pop()]:
            if area not in seen:
                seen.add(area)
                waiting.append(area)
    return seen


def _linked(count: int, borders: Iterable[Border]) -> list[list[int]]:
    links: list[list[int]] = [[] for _ in range(count)]
    for border in borders:
        for a, b in _both_ways(border):
            if 0 <= a < count:
                links[a].append(b)
    return [sorted(others) for others in links]


def _both_ways(border: Border) -> tuple[tuple[int, int], tuple[int, int]]:
    return (border.a, border.b), (border.b, border.a)


def _tuples(rows: Neighbours) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


def _matrix(links: Neighbours) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(other in row for other in range(len(links))) for row in links)


def _faults(areas: Areas, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with a board, in words."""
    ids = areas.ids
    if not ids:
        yield "the board has no areas"
        return
    if not len(ids) == len(names) == len(areas.neighbours) == len(areas.coast):
        yield "not every area has an id, a name, neighbours and a coast"
        return
    yield from (f"the id {name!r} is given twice" for name in _twice(ids))
    yield from (f"the name {name!r} is given twice" for name in _twice([fold(name) for name in names]))
    outside = list(_outside(areas))
    yield from outside
    if not outside:
        yield from _border_faults(areas)
        lost = set(range(len(ids))) - together(areas.neighbours, 0)
        yield from (f"no way leads from {ids[0]} to {ids[area]}" for area in sorted(lost))


def _twice(words: Sequence[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


def _outside(areas: Areas) -> Iterator[str]:
    """Numbers that name no area or sea area."""
    for border in areas.borders:
        if not (0 <= border.a < len(areas.ids) and 0 <= border.b < len(areas.ids)):
            yield f"the border {border.a}-{border.b} leads off the board"
    for area, (others, touched) in enumerate(zip(areas.neighbours, areas.coast, strict=True)):
        yield from (f"{areas.ids[area]} borders {b}, which is no area" for b in others if not 0 <= b < len(areas.ids))
        yield from (f"{areas.ids[area]} touches {s}, which is no sea" for s in touched if not 0 <= s < len(areas.seas))


def _border_faults(areas: Areas) -> Iterator[str]:
    """Borders with oneself or given twice, one-sided neighbours, neighbours without a border and the reverse."""
    pairs = Counter(frozenset((border.a, border.b)) for border in areas.borders)
    for pair, times in pairs.items():
        title = "-".join(areas.ids[area] for area in sorted(pair))
        if len(pair) == 1:
            yield f"{title} borders itself"
        if times > 1:
            yield f"the border {title} is given twice"
    for a, others in enumerate(areas.neighbours):
        for b in others:
            if a not in areas.neighbours[b]:
                yield f"{areas.ids[a]} borders {areas.ids[b]}, but not the other way round"
            if frozenset((a, b)) not in pairs:
                yield f"{areas.ids[a]} and {areas.ids[b]} are neighbours without a border"
    for border in areas.borders:
        if border.b not in areas.neighbours[border.a]:
            yield f"{areas.ids[border.a]} and {areas.ids[border.b]} have a border but are no neighbours"
