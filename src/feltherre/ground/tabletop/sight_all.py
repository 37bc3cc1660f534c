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
from feltherre.ground.tabletop.sight import Look, body_hidden, body_seen, nearest_of_pieces
from feltherre.ground.tabletop.sight_lines import NEAR, Bools, Floats, Ints, Lines, Looks
from feltherre.ground.tabletop.table import Table

#: no square of a distance is as great
FAR: Final = 1e30
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
    odd = np.array([any(len(piece) != 4 for piece in body.pieces) for body in bodies], dtype=np.bool_)
    bent = np.array([len(body.pieces) > 1 for body in bodies], dtype=np.bool_)
    _see_odd(table, bodies, looks, open_ & _either(odd), seen)
    open_ &= ~_either(odd)
    eyes = np.zeros((count, count, 2), dtype=np.int64)
    _see_straight(table, bodies, looks, open_ & ~_either(bent), eyes, seen)
    _see_bent(table, bodies, looks, open_ & _either(bent), eyes, seen)
    others = np.array([(*body.front, body.centre) for body in bodies], dtype=np.int64)
    left = open_ & ~seen & ~(np.asarray(seen.any(axis=0))[None, :] & one_is_enough)
    observer, target = np.nonzero(left)
    if not len(observer):
        return seen
    three = np.repeat(observer, 3), np.repeat(target, 3)
    (free,) = Lines(eyes[three], others[target].reshape(-1, 2), [looks.of(*three)]).answers(table)
    seen[observer, target] = free.reshape(-1, 3).any(axis=1)
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
    """If any of some bodies sees one, or any of so many that are nearest; these are asked first in any case."""
    x, y = target.front[0]
    nearest_first = sorted(eyes, key=lambda eye: (eye.front[0][0] - x) ** 2 + (eye.front[0][1] - y) ** 2)
    return any(body_seen(table, eye, target, look) for eye in nearest_first[:most])


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
    for row in np.flatnonzero(search.even | ~search.apart).tolist():
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
        count = len(first)
        self.gap: Floats = np.full(count, FAR)
        self.code: Ints = np.zeros(count, dtype=np.int64)
        #: another pair of places is as near, or nearly
        self.even: Bools = np.zeros(count, dtype=np.bool_)
        #: an edge was found that has all of the other outside
        self.apart: Bools = np.zeros(count, dtype=np.bool_)
        mine, yours = (np.ascontiguousarray(one.transpose(1, 2, 0), dtype=np.float64) for one in (self.a, self.b))
        self._feet(mine, yours, on_first=True)
        self._feet(yours, mine, on_first=False)

    def places(self) -> tuple[Ints, Ints]:
        """Those on the first outlines, those on the second; rounded."""
        on_a, on_b = self.code // 8, self.code % 8
        return _places(self.a, self.b, on_a, on_b), _places(self.b, self.a, on_b, on_a)

    def _feet(self, a: Floats, b: Floats, *, on_first: bool) -> None:
        """Try each corner of `b` with each edge of `a` that has it outside; both by corner, axis and pair."""
        for edge in range(4):
            ex, ey = a[(edge + 1) % 4] - a[edge]
            length = ex * ex + ey * ey
            # an edge without length has nothing between its ends to stand before
            divisor = np.where(length > 0, length, 1)
            all_outside = np.ones(len(self.gap), dtype=np.bool_)
            for corner in range(4):
                px, py = b[corner] - a[edge]
                outside = ex * py - ey * px
                all_outside &= outside > 0
                along = px * ex + py * ey
                before, beyond = along <= 0, along >= length
                gap = np.where(before, px * px + py * py, outside * outside / divisor)
                gap = np.where(beyond, (px - ex) ** 2 + (py - ey) ** 2, gap)
                place = np.where(before, edge, np.where(beyond, (edge + 1) % 4, 4 + edge))
                self._keep(np.where(outside >= 0, gap, FAR), place * 8 + corner if on_first else corner * 8 + place)
            self.apart |= all_outside

    def _keep(self, gap: Floats, code: Ints) -> None:
        slack = NEAR * (1 + gap)
        nearer = gap < self.gap - slack
        self.even = ~nearer & (self.even | ((gap <= self.gap + slack) & (code != self.code) & (gap < FAR)))
        self.gap = np.where(nearer, gap, self.gap)
        self.code = np.where(nearer, code, self.code)


def _places(own: Ints, other: Ints, on_own: Ints, on_other: Ints) -> Ints:
    """The places on `own` that the codes name, rounded."""
    rows = np.arange(len(own))
    start = own[rows, on_own % 4]
    edge = own[rows, (on_own + 1) % 4] - start
    corner = other[rows, on_other % 4]
    length = (edge * edge).sum(axis=1)
    along = ((corner - start) * edge).sum(axis=1)
    foot = start + (2 * edge * along[:, None] + length[:, None]) // (2 * length[:, None])
    found: Ints = np.where((on_own < 4)[:, None], start, foot)
    return found
