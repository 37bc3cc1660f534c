"""An answer as it is drawn on a board: who goes where, who is attacked from where, and what else it names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from feltherre.core.scene import Scene
from feltherre.core.space import Partial, Picking, Space


class Traced(Struct, frozen=True, omit_defaults=True):
    """Ids of places. `ways`: from each place to the next; `strikes`: from where, and whom; `marks`: places that are
    named with no way to them; `n`: how many go, where that is said."""

    ways: tuple[tuple[str, ...], ...] = ()
    strikes: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    n: int = 0


#: one thing, in its order
ONE = Picking()


class Standing(Struct, frozen=True):
    """Who stands where in a scene: piece -> place; place -> the pieces there, by id or by that of their kind."""

    where: Mapping[str, str]
    there: Mapping[str, tuple[str, ...]]
    #: the places of the board, and those of this position alone
    places: Collection[str]

    def at(self, part: Any) -> str | None:
        """The place that a part names, or where the piece stands that it names; None: it is nothing on the board."""
        return part if part in self.places else self.where.get(part)


def standing(scene: Scene, places: Iterable[str]) -> Standing:
    where: dict[str, str] = {}
    there: dict[str, tuple[str, ...]] = {}
    for stack in scene.stacks:
        there[stack.place] = tuple(piece if isinstance(piece, str) else piece.kind for piece in stack.pieces)
        where.update((piece, stack.place) for piece in stack.pieces if isinstance(piece, str))
    return Standing(where, there, {*places, *(place.id for place in scene.extra)})


class Tracing:
    """Follows an answer part by part."""

    def __init__(self, known: Standing) -> None:
        self.known = known
        self.ways: list[list[str]] = []
        self.strikes: list[tuple[str, str]] = []
        self.n = 0
        #: the place before, and that of a thing whose place is told next
        self.last: str | None = None
        self.thing: str | None = None

    def follow(self, space: Space[Any], parts: Partial) -> Traced:
        for depth, part in enumerate(parts):
            partial = parts[:depth]
            picking = space.picking(partial) or ONE
            if space.what(partial, part) == "count":
                self.n = int(part) if picking.pick == "one" else self.n
            elif picking.pick == "each" and part != picking.idle:
                self._go(self.known.at(picking.thing), self.known.at(part))
            elif picking.pick == "pairs":
                self._pair(part)
            elif picking.pick == "several":
                self._one_of(part)
            elif picking.pick == "one" and (at := self.known.at(part)) is not None:
                self._go_on(None if picking.anew else self.last, at)
                self.last = at
        ways = tuple(tuple(way) for way in self.ways if len(way) > 1)
        passed = {place for way in ways for place in way} | {place for strike in self.strikes for place in strike}
        marks = dict.fromkeys(way[0] for way in self.ways if len(way) == 1 and way[0] not in passed)
        return Traced(ways, tuple(dict.fromkeys(self.strikes)), tuple(marks), self.n)

    def _go_on(self, start: str | None, end: str) -> None:
        """A way goes on from where it has led to."""
        if start is not None and start != end and self.ways and self.ways[-1][-1] == start:
            self.ways[-1].append(end)
        else:
            self._go(start, end)

    def _go(self, start: str | None, end: str | None) -> None:
        if end is not None and start != end:
            self.ways.append([end] if start is None else [start, end])

    def _pair(self, part: Any) -> None:
        """A thing, then its place."""
        if self.thing is None:
            self.thing = str(part)
        else:
            self._go(self.known.at(self.thing), self.known.at(part))
            self.thing = None

    def _one_of(self, part: Any) -> None:
        """One of several things: with a place named before them they all go there, or strike at who stands there."""
        at, target = self.known.at(part), self.last
        if at is None:
            return
        if part not in self.known.where or target is None or target == at:
            self._go(None, at)
            return
        if self.known.there.get(target):
            self.strikes.append((at, target))
            self.ways = [way for way in self.ways if way != [target]]
        else:
            self.ways.append([at, target])


def traced(space: Space[Any], action: Any, known: Standing) -> Traced:
    """An answer of this space, drawn in the position that is known."""
    return Tracing(known).follow(space, space.parts(action))
