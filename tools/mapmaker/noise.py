"""The hand of the draughtsman: smooth random wobble, the same at every run."""

from __future__ import annotations

import math
import random


class Wobble:
    """A smooth random function of length along a line: octaves of cosine-joined random heights, within -1 to 1."""

    def __init__(self, name: str, wavelength: float, octaves: int = 2) -> None:
        self.waves = [(wavelength / 2.2**octave, 0.45**octave) for octave in range(octaves)]
        self.total = sum(height for _, height in self.waves)
        self.random = [random.Random(f"{name}/{octave}") for octave in range(octaves)]
        self.heights: list[list[float]] = [[] for _ in range(octaves)]

    def at(self, along: float) -> float:
        value = sum(self._octave(number, along) * height for number, (_, height) in enumerate(self.waves))
        return value / self.total

    def _octave(self, number: int, along: float) -> float:
        place = along / self.waves[number][0]
        knot = int(place)
        heights = self.heights[number]
        while len(heights) < knot + 2:
            heights.append(self.random[number].uniform(-1, 1))
        blend = (1 - math.cos(math.pi * (place - knot))) / 2
        return heights[knot] * (1 - blend) + heights[knot + 1] * blend
