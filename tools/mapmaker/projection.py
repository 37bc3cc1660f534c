"""From latitude and longitude to the paper: a conformal cone, tilted, with a scale that changes along the country.

Norway is long and its areas are crowded in the south and round Narvik. So the sheet is turned until the country runs
from the lower left to the upper right corner, which fits a wide screen and a tall one alike, and the scale follows a
curve along its length: larger where there are many areas, smaller where there are few. Both directions are stretched
alike, so that shapes stay recognisable.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

EARTH_KM = 6371.0
Point = tuple[float, float]


@dataclass(frozen=True)
class Cone:
    """Lambert's conformal conic projection of a sphere, in kilometres from its centre, y to the north."""

    centre: Point
    parallels: tuple[float, float]

    @cached_property
    def _constants(self) -> tuple[float, float]:
        south, north = (math.radians(parallel) for parallel in self.parallels)
        ratio = _half_angle(self.parallels[1]) / _half_angle(self.parallels[0])
        n = math.log(math.cos(south) / math.cos(north)) / math.log(ratio)
        return n, math.cos(south) * _half_angle(self.parallels[0]) ** n / n

    def forward(self, latitude: float, longitude: float) -> Point:
        n, f = self._constants
        rho = EARTH_KM * f / _half_angle(latitude) ** n
        rho0 = EARTH_KM * f / _half_angle(self.centre[0]) ** n
        theta = n * math.radians(longitude - self.centre[1])
        return rho * math.sin(theta), rho0 - rho * math.cos(theta)


def _half_angle(latitude: float) -> float:
    return math.tan(math.pi / 4 + math.radians(latitude) / 2)


@dataclass(frozen=True)
class ScaleCurve:
    """The scale at each distance along the country: level at each knot, gliding in between; and its running sum."""

    knots: tuple[Point, ...]  # (kilometres along from the cone's centre, scale), in order

    def scale(self, along: float) -> float:
        return self._measure(along)[0]

    def length(self, along: float) -> float:
        """What the way from the cone's centre measures on the paper."""
        return self._measure(along)[1] - self._measure(0.0)[1]

    def _measure(self, along: float) -> Point:
        """The scale, and the length from the first knot."""
        first, first_scale = self.knots[0]
        if along <= first:
            return first_scale, first_scale * (along - first)
        total = 0.0
        for (start, low), (end, high) in pairwise(self.knots):
            if along <= end:
                part = (along - start) / (end - start)
                here = low + (high - low) * (3 * part**2 - 2 * part**3)
                return here, total + (end - start) * (low * part + (high - low) * (part**3 - part**4 / 2))
            total += (low + high) / 2 * (end - start)
        last, last_scale = self.knots[-1]
        return last_scale, total + last_scale * (along - last)


@dataclass(frozen=True)
class Lens:
    """A crowded neighbourhood drawn larger: by `strength` at its middle, dying away over `reach` kilometres."""

    middle: Point  # latitude, longitude
    strength: float
    reach: float


@dataclass(frozen=True)
class Sheet:
    """The paper: projection, scale, tilt and the place of the middle, in units of the view box."""

    cone: Cone
    axis: float  # degrees by which the country's long axis leans from north to east in the cone's plane
    lean: float  # degrees by which it leans on the paper
    curve: ScaleCurve
    lenses: tuple[Lens, ...]
    units_per_km: float
    offset: Point  # where the cone's centre lies on the paper
    size: tuple[int, int]

    def project(self, latitude: float, longitude: float) -> Point:
        x, y = self._through_lenses(*self.cone.forward(latitude, longitude))
        along, across = _turned(x, y, self.axis)
        along, across = self.curve.length(along), across * self.curve.scale(along)
        right, up = _turned(along, across, self.lean)
        return self.offset[0] + right * self.units_per_km, self.offset[1] - up * self.units_per_km

    def _through_lenses(self, x: float, y: float) -> Point:
        dx = dy = 0.0
        for lens in self.lenses:
            middle_x, middle_y = self.cone.forward(*lens.middle)
            push = lens.strength * math.exp(-((x - middle_x) ** 2 + (y - middle_y) ** 2) / (2 * lens.reach**2))
            dx += (x - middle_x) * push
            dy += (y - middle_y) * push
        return x + dx, y + dy

    def line(self, points: Sequence[Point]) -> list[Point]:
        return [self.project(*point) for point in points]


def _turned(x: float, y: float, axis: float) -> Point:
    """How far a point lies along an axis that leans so many degrees to the right of y, and how far to its right."""
    sine, cosine = math.sin(math.radians(axis)), math.cos(math.radians(axis))
    return x * sine + y * cosine, x * cosine - y * sine
