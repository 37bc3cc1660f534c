"""Who sees whom among many bodies, all lines at once.

The answers are those of `sight.body_hidden`, pair by pair; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import nearest_points
from feltherre.ground.tabletop.shapes import Outline
from feltherre.ground.tabletop.sight import Look, body_hidden, body_seen, marks_on, nearest_of_pieces
from feltherre.ground.tabletop.sight_lines import NEAR, Bools, Floats, Ints, Lines, Looks, ground_of
from feltherre.ground.tabletop.table import Table

#: so many of the nearest are asked alone before all others together; fewer pairs than so many are asked alone too
FIRST: Final = 3
MANY: Final = 80


def who_sees_whom(
    table: Table,
    bodies: Sequence[Body],
    limit: int | Ints,
    inside: int | Ints,
    out_of: int | Ints = 0,
    wanted: Bools | None = None,
    *,
    one_is_enough: bool = False,
) -> Bools:
    """At [observer, target] if the target is seen, for all pairs or those wanted.

    `limit`, `inside` and `out_of` are as in `Look`, each one number or a table by observer and target. If one observer
    is enough, others of a target that is seen may be left out.
    """
    count = len(bodies)
    seen = np.zeros((count, count), dtype=np.bool_)
    looks = _LookTable(count, limit, inside, out_of)
    open_ = ~np.eye(count, dtype=np.bool_)
    if wanted is not None:
        open_ &= wanted
    open_ &= _in_range(bodies, looks)
    bent = np.array([len(body.pieces) > 1 for body in bodies], dtype=np.bool_)
    odd = np.array([any(len(piece) != 4 for piece in body.pieces) for body in bodies], dtype=np.bool_)
    _see_odd(table, bodies, looks, open_ & _either(odd), seen)
    open_ &= ~_either(odd)
    eyes = np.zeros((count, count, 2), dtype=np.int64)
    _see_straight(table, bodies, looks, open_ & ~_either(bent), eyes, seen)
    _see_bent(table, bodies, looks, open_ & _either(bent), eyes, seen)
    left = open_ & ~seen & ~(np.asarray(seen.any(axis=0))[None, :] & one_is_enough)
    observer, target = np.nonzero(left)
    if not len(observer):
        return seen
    ground = ground_of(table)
    others = np.array([marks_on(body) for body in bodies], dtype=np.int64)
    tries = others.shape[1]
    own, theirs = eyes[observer, target], others[target].reshape(-1, 2)
    levels = np.repeat(ground.levels_at(own), tries), ground.levels_at(others)[target].reshape(-1)
    each = np.repeat(observer, tries), np.repeat(target, tries)
    (free,) = Lines(np.repeat(own, tries, axis=0), theirs, [looks.of(*each)], levels).answers(table)
    seen[observer, target] = free.reshape(-1, tries).any(axis=1)
    return seen


def seen_by_any(table: Table, eyes: Sequence[Body], targets: Sequence[Body], looks: Sequence[Look]) -> list[bool]:
    """For each of some bodies, with a look each, if any of the others sees it.

    Mostly the nearest does. Only where none of those sees it are all the others asked.
    """
    found = [one_sees(table, eyes, target, look, FIRST) for target, look in zip(targets, looks, strict=True)]
    left = [place for place, seen in enumerate(found) if not seen]
    if len(left) * (len(eyes) - FIRST) < MANY:
        for place in left:
            found[place] = one_sees(table, eyes, targets[place], looks[place])
        return found
    count = len(eyes) + len(left)
    wanted = np.zeros((count, count), dtype=np.bool_)
    wanted[: len(eyes), len(eyes) :] = True
    said = [(0, 0, 0)] * len(eyes) + [(looks[i].limit, looks[i].inside, looks[i].out_of) for i in left]
    limit, inside, out_of = (column[None, :] for column in np.array(said, dtype=np.int64).T)
    bodies = [*eyes, *(targets[place] for place in left)]
    seen = np.asarray(who_sees_whom(table, bodies, limit, inside, out_of, wanted, one_is_enough=True).any(axis=0))
    for place, is_seen in zip(left, seen[len(eyes) :].tolist(), strict=True):
        found[place] = is_seen
    return found


def one_sees(table: Table, eyes: Sequence[Body], target: Body, look: Look, most: int | None = None) -> bool:
    """Whether any of some bodies sees one, or any of so many that are nearest; these are asked first in any case."""
    x, y = target.front[0]
    nearest_first = sorted(eyes, key=lambda eye: (eye.front[0][0] - x) ** 2 + (eye.front[0][1] - y) ** 2)
    return any(body_seen(table, eye, target, look) for eye in nearest_first[:most])


def _in_range(bodies: Sequence[Body], looks: _LookTable) -> Bools:
    """At [observer, target] if their boxes are near enough to each other for the look."""
    west, south, east, north = np.array([body.box for body in bodies], dtype=np.int64).T
    across = np.maximum(np.maximum(west[:, None] - east, west - east[:, None]), 0)
    along = np.maximum(np.maximum(south[:, None] - north, south - north[:, None]), 0)
    found: Bools = across**2 + along**2 <= looks.tables[0] ** 2
    return found


def _either(of_body: Bools) -> Bools:
    """At [observer, target] if it is so of one of them."""
    found: Bools = of_body[:, None] | of_body[None, :]
    return found


def _see_odd(table: Table, bodies: Sequence[Body], looks: _LookTable, open_: Bools, seen: Bools) -> None:
    """Buildings of odd shapes are few: one by one."""
    for i, j in np.argwhere(open_).tolist():
        seen[i, j] = body_hidden(table, bodies[i], bodies[j], looks.single(i, j)) is None


def _see_straight(
    table: Table, bodies: Sequence[Body], looks: _LookTable, open_: Bools, eyes: Ints, seen: Bools
) -> None:
    """By the line between the nearest places; where both look, one line serves both."""
    first, second = np.nonzero(np.triu(open_ | open_.T))
    if not len(first):
        return
    eyes[first, second], eyes[second, first] = nearest_all([body.outline for body in bodies], first, second)
    forth, back = Lines(
        eyes[first, second], eyes[second, first], [looks.of(first, second), looks.of(second, first)]
    ).answers(table)
    seen[first, second] = forth & open_[first, second]
    seen[second, first] = back & open_[second, first]


def _see_bent(table: Table, bodies: Sequence[Body], looks: _LookTable, open_: Bools, eyes: Ints, seen: Bools) -> None:
    """The same with bent columns: which of several places that are as near is taken depends on who looks."""
    observer, target = np.nonzero(open_)
    if not len(observer):
        return
    eyes[observer, target], marks = nearest_of_all_pieces(bodies, observer, target)
    (seen[observer, target],) = Lines(eyes[observer, target], marks, [looks.of(observer, target)]).answers(table)


def nearest_all(outlines: Sequence[Outline], first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """`nearest_points` of many pairs of outlines of four corners: those on the first, those on the second."""
    search = _Nearest(outlines, first, second)
    on_a, on_b = search.places()
    for row in np.flatnonzero(~search.apart | search.even).tolist():
        on_a[row], on_b[row] = nearest_points(outlines[first[row]], outlines[second[row]])
    return on_a, on_b


def nearest_of_all_pieces(bodies: Sequence[Body], observer: Ints, target: Ints) -> tuple[Ints, Ints]:
    """`nearest_of_pieces` of many pairs of bodies.

    Of all pairs of their pieces the first of those counts whose distance, rounded up, is the least.
    """
    pieces = [piece for body in bodies for piece in body.pieces]
    counts = np.array([len(body.pieces) for body in bodies])
    starts = np.cumsum(counts) - counts
    each = counts[observer] * counts[target]
    begin = np.cumsum(each) - each
    number = np.arange(int(each.sum())) - np.repeat(begin, each)
    other = np.repeat(counts[target], each)
    first = np.repeat(starts[observer], each) + number // other
    second = np.repeat(starts[target], each) + number % other
    search = _Nearest(pieces, first, second)
    way = np.where(search.apart, np.sqrt(search.gap), 0.0)
    whole = np.ceil(way)
    least = np.repeat(np.minimum.reduceat(whole, begin), each)
    nearest = np.flatnonzero(whole == least)
    chosen = nearest[np.searchsorted(nearest, begin)]
    on_a, on_b = nearest_all(pieces, first[chosen], second[chosen])
    # pieces that meet, or with a distance that rounding could make another
    unsure = (np.abs(way - np.round(way)) < NEAR * (1 + way)) & (whole <= least + 1)
    for row in np.flatnonzero(np.logical_or.reduceat(unsure, begin)).tolist():
        on_a[row], on_b[row] = nearest_of_pieces(bodies[observer[row]].pieces, bodies[target[row]].pieces)
    return on_a, on_b


class _LookTable:
    """What is said of the look from each body to each other."""

    def __init__(self, count: int, *written: int | Ints) -> None:
        self.tables = [np.broadcast_to(np.asarray(one, dtype=np.int64), (count, count)) for one in written]

    def of(self, observer: Ints, target: Ints) -> Looks:
        return Looks(*(one[observer, target] for one in self.tables))

    def single(self, observer: int, target: int) -> Look:
        return Look(*(int(one[observer, target]) for one in self.tables))


class _Nearest:
    """The nearest places of many pairs of outlines of four corners.

    `code` is 8 times the place on the first outline plus that on the second: a corner 0 to 3, or 4 and the edge on
    which the other's corner has its foot.
    """

    def __init__(self, outlines: Sequence[Outline], first: Ints, second: Ints) -> None:
        # others than of four corners may be in the list, but are asked nothing
        corners = np.array([(*outline, outline[-1])[:4] for outline in outlines], dtype=np.int64)
        self.a, self.b = corners[first], corners[second]
        by_axis = np.ascontiguousarray(corners.transpose(2, 1, 0), dtype=np.float64)
        mine, yours = by_axis.take(first, axis=2), by_axis.take(second, axis=2)
        #: by whose edge it is, edge, the other's corner, pair
        gaps, along = np.empty((2, 2, 4, 4, len(first)))
        for edge in range(4):
            _feet(mine, yours, edge, gaps[0, edge], along[0, edge])
            _feet(yours, mine, edge, gaps[1, edge], along[1, edge])
        self.gap: Floats = gaps.min(axis=(0, 1, 2))
        nearest = np.flatnonzero(gaps <= self.gap + NEAR * (1 + self.gap))
        pair, code = nearest % len(first), _codes(nearest // len(first), along.take(nearest))
        self.code: Ints = np.zeros(len(first), dtype=np.int64)
        self.code[pair] = code
        #: another pair of places is as near, or nearly
        self.even: Bools = np.zeros(len(first), dtype=np.bool_)
        self.even[pair[self.code[pair] != code]] = True
        self.apart: Bools = _are_apart(mine, yours)

    def places(self) -> tuple[Ints, Ints]:
        """Those on the first outlines, those on the second; rounded."""
        on_a, on_b = self.code // 8, self.code % 8
        return _places(self.a, self.b, on_a, on_b), _places(self.b, self.a, on_b, on_a)


def _feet(a: Floats, b: Floats, edge: int, gap: Floats, along: Floats) -> None:
    """The square from each corner of `b` to an edge of `a`, and how far along the edge it stands: 0 to 1 between the
    ends. Outlines are by axis, corner and pair.

    That an edge has a corner inside need not be known: another place is nearer then, or they are not apart.
    """
    (x, y), (ex, ey) = a[:, edge], a[:, (edge + 1) % 4] - a[:, edge]
    length = ex * ex + ey * ey
    px, py = b[0] - x, b[1] - y
    # an edge without length has nothing between its ends to stand before
    np.divide(px * ex + py * ey, np.where(length > 0, length, 1), out=along)
    foot = np.minimum(np.maximum(along, 0), 1)
    px -= foot * ex
    py -= foot * ey
    np.multiply(px, px, out=gap)
    gap += py * py


def _codes(place: Ints, along: Floats) -> Ints:
    """The codes of some places in the arrays of `_Nearest`, each by whose edge it is, the edge and the corner."""
    edge, corner = place // 4 % 4, place % 4
    on_edge = np.where(along <= 0, edge, np.where(along >= 1, (edge + 1) % 4, 4 + edge))
    return np.where(place < 16, on_edge * 8 + corner, corner * 8 + on_edge)


def _are_apart(a: Floats, b: Floats) -> Bools:
    """If an edge of one has all of the other outside, for pairs of outlines by axis, corner and pair."""
    apart: Bools = (a.max(axis=1) < b.min(axis=1)).any(axis=0) | (b.max(axis=1) < a.min(axis=1)).any(axis=0)
    near = np.flatnonzero(~apart)
    for one, other in ((a[:, :, near], b[:, :, near]), (b[:, :, near], a[:, :, near])):
        ex, ey = np.roll(one, -1, axis=1) - one
        px, py = (other[axis][None, :, :] - one[axis][:, None, :] for axis in range(2))
        apart[near] |= (ex[:, None, :] * py - ey[:, None, :] * px > 0).all(axis=1).any(axis=0)
    return apart


def _places(own: Ints, other: Ints, on_own: Ints, on_other: Ints) -> Ints:
    """The places on `own` that the codes name, rounded."""
    found: Ints = own[np.arange(len(own)), on_own % 4]
    feet = np.flatnonzero(on_own >= 4)
    start = found[feet]
    edge = own[feet, (on_own[feet] + 1) % 4] - start
    corner = other[feet, on_other[feet] % 4]
    length = (edge * edge).sum(axis=1)
    along = ((corner - start) * edge).sum(axis=1)
    found[feet] = start + (2 * edge * along[:, None] + length[:, None]) // (2 * length[:, None])
    return found
