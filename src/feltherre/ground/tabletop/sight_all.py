"""Who sees whom among many bodies, all lines at once.

The answers are those of `sight.body_hidden`, pair by pair; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import nearest_points
from feltherre.ground.tabletop.sight import Look, body_hidden
from feltherre.ground.tabletop.sight_lines import NEAR, Bools, Floats, Ints, Lines, Looks
from feltherre.ground.tabletop.table import Table

#: no square of a distance is as great
FAR: Final = 1e30


def who_sees_whom(
    table: Table,
    bodies: Sequence[Body],
    limit: int | Ints,
    inside: int | Ints,
    out_of: int | Ints = 0,
    wanted: Bools | None = None,
) -> Bools:
    """At [observer, target] if the target is seen, for all pairs or those wanted.

    `limit`, `inside` and `out_of` are as in `Look`, each one number or a table by observer and target.
    """
    count = len(bodies)
    seen = np.zeros((count, count), dtype=np.bool_)
    looks = _LookTable(count, limit, inside, out_of)
    open_ = ~np.eye(count, dtype=np.bool_)
    if wanted is not None:
        open_ &= wanted
    _see_bent(table, bodies, looks, open_, seen)
    first, second = np.nonzero(np.triu(open_ | open_.T))
    if not len(first):
        return seen
    eyes = np.zeros((count, count, 2), dtype=np.int64)
    eyes[first, second], eyes[second, first] = nearest_all(bodies, first, second)
    forth, back = Lines(
        eyes[first, second], eyes[second, first], [looks.of(first, second), looks.of(second, first)]
    ).answers(table)
    seen[first, second] = forth & open_[first, second]
    seen[second, first] = back & open_[second, first]
    others = np.array([(*body.front, body.centre) for body in bodies], dtype=np.int64)
    observer, target = np.nonzero(open_ & ~seen)
    three = np.repeat(observer, 3), np.repeat(target, 3)
    (free,) = Lines(eyes[three], others[target].reshape(-1, 2), [looks.of(*three)]).answers(table)
    seen[observer, target] = free.reshape(-1, 3).any(axis=1)
    return seen


def nearest_all(bodies: Sequence[Body], first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """`nearest_points` of many pairs of bodies of one piece: those on the first, those on the second."""
    corners = np.array([body.outline for body in bodies], dtype=np.int64)
    a, b = corners[first], corners[second]
    search = _Nearest(len(first))
    mine, yours = (np.ascontiguousarray(one.transpose(1, 2, 0), dtype=np.float64) for one in (a, b))
    search.feet(mine, yours, on_first=True)
    search.feet(yours, mine, on_first=False)
    on_a, on_b = _places(a, b, search.code // 8, search.code % 8), _places(b, a, search.code % 8, search.code // 8)
    for row in np.flatnonzero(search.even | ~search.apart).tolist():
        on_a[row], on_b[row] = nearest_points(bodies[first[row]].outline, bodies[second[row]].outline)
    return on_a, on_b


class _LookTable:
    """What is said of the look from each body to each other."""

    def __init__(self, count: int, *written: int | Ints) -> None:
        self.tables = [np.broadcast_to(np.asarray(one, dtype=np.int64), (count, count)) for one in written]

    def of(self, observer: Ints, target: Ints) -> Looks:
        return Looks(*(one[observer, target] for one in self.tables))

    def single(self, observer: int, target: int) -> Look:
        return Look(*(int(one[observer, target]) for one in self.tables))


def _see_bent(table: Table, bodies: Sequence[Body], looks: _LookTable, open_: Bools, seen: Bools) -> None:
    """Pairs with a bent column are few: one by one."""
    bent = np.array([len(body.pieces) > 1 for body in bodies], dtype=np.bool_)
    for i, j in np.argwhere(open_ & (bent[:, None] | bent[None, :])).tolist():
        seen[i, j] = body_hidden(table, bodies[i], bodies[j], looks.single(i, j)) is None
        open_[i, j] = False


class _Nearest:
    """The nearest places found so far, for many pairs of outlines of four corners.

    `code` is 8 times the place on the first outline plus that on the second: a corner 0 to 3, or 4 and the edge on
    which the other's corner has its foot.
    """

    def __init__(self, count: int) -> None:
        self.gap: Floats = np.full(count, FAR)
        self.code: Ints = np.zeros(count, dtype=np.int64)
        #: another pair of places is as near, or nearly
        self.even: Bools = np.zeros(count, dtype=np.bool_)
        #: an edge was found that has all of the other outside
        self.apart: Bools = np.zeros(count, dtype=np.bool_)

    def feet(self, a: Floats, b: Floats, *, on_first: bool) -> None:
        """Try each corner of `b` with each edge of `a` that has it outside; both by corner, axis and pair."""
        for edge in range(4):
            ex, ey = a[(edge + 1) % 4] - a[edge]
            length = ex * ex + ey * ey
            all_outside = np.ones(len(self.gap), dtype=np.bool_)
            for corner in range(4):
                px, py = b[corner] - a[edge]
                outside = ex * py - ey * px
                all_outside &= outside > 0
                along = px * ex + py * ey
                before, beyond = along <= 0, along >= length
                gap = np.where(before, px * px + py * py, outside * outside / length)
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
