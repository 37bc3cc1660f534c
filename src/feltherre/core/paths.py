"""SVG paths of the lists of numbers in which the drawings of boards are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Numbers = Sequence[int]


def line(numbers: Numbers) -> str:
    """A line through points given as x, y, x, y."""
    points = zip(numbers[::2], numbers[1::2], strict=True)
    return "M" + "L".join(f"{x},{y}" for x, y in points)


def lines(several: Iterable[Numbers]) -> str:
    return "".join(map(line, several))


def rings(several: Iterable[Numbers]) -> str:
    """Closed lines: outlines, and holes in them."""
    return "".join(f"{line(ring)}Z" for ring in several)


def strokes(numbers: Numbers) -> str:
    """Short strokes, each given as a start and a step."""
    return "".join(
        f"M{x},{y}l{dx},{dy}"
        for x, y, dx, dy in zip(numbers[::4], numbers[1::4], numbers[2::4], numbers[3::4], strict=True)
    )


class Arcs:
    """Lines that are shared by the rings beside them: each the first point and then steps; ~n is line n backwards."""

    def __init__(self, arcs: Iterable[Numbers]) -> None:
        self._points = [_walked(steps) for steps in arcs]

    def points(self, step: int) -> list[tuple[int, int]]:
        return self._points[step] if step >= 0 else self._points[~step][::-1]

    def lines(self, steps: Iterable[int]) -> str:
        """These arcs, each by itself."""
        return "".join(_path(self.points(step)) for step in steps)

    def rings(self, several: Iterable[Sequence[int]]) -> str:
        """Outlines put together from arcs, each beginning where the one before it ends."""
        return "".join(f"{_path(self.joined(steps))}Z" for steps in several)

    def joined(self, steps: Sequence[int]) -> list[tuple[int, int]]:
        """One line of several arcs."""
        found: list[tuple[int, int]] = []
        for step in steps:
            found += self.points(step)[1 if found else 0 :]
        return found


def _walked(steps: Numbers) -> list[tuple[int, int]]:
    points, x, y = [], 0, 0
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def _path(points: Iterable[tuple[int, int]]) -> str:
    return "M" + "L".join(f"{x},{y}" for x, y in points)
