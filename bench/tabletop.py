"""The tabletop: contact, sight, meetings in motion and what a way leads over, and how they grow with the units.

python bench/tabletop.py

Units in line and column stand at random on a table of 160 x 120 cm with a hill of three terraces, six woods, four
buildings, roads and a stream; with more or fewer than 60 the table grows or shrinks so that they stand as densely.
Figures by CPU time (the best of several rounds), which a busy machine changes less, stand under facts. shapely is
measured in the same run on the same outlines.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import shapely
from _common import per_second, report

from feltherre.ground.tabletop import sight_all, sight_lines
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, base_outlines, body_at
from feltherre.ground.tabletop.distance import distance
from feltherre.ground.tabletop.firelines import bases_in_contact
from feltherre.ground.tabletop.formations import line, ranks_and_files
from feltherre.ground.tabletop.index import contacts
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import NEVER, first_meetings, tracks_meet
from feltherre.ground.tabletop.sight import Look, body_hidden
from feltherre.ground.tabletop.sight_all import who_sees_whom
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Classes, FeatureData, features_of
from feltherre.ground.tabletop.tracks import Track, halt, march

SHAPES = (line(30, 80, 150), line(24, 80, 150), ranks_and_files(30, 6, 80, 150), ranks_and_files(24, 3, 80, 150))
CLASSES = {"wood": Classes(1, 1, screens=True), "building": Classes(2, 2, 3, screens=True)}
#: sight, sight into a wood, out of a wood; charge distance
LIMIT, INSIDE, OUT_OF, CHARGE = 25000, 800, 200, 200


def terrain(scale: float) -> list[FeatureData]:
    """The objects of a table, in centimetres, scaled."""

    def cm(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((round(x * scale, 1), round(y * scale, 1)) for x, y in points)

    hill = [(30, 20), (60, 10), (110, 15), (140, 45), (130, 85), (90, 100), (50, 95), (25, 60)]
    centre = (85, 55)
    terraces = [
        cm(*((cx + (x - cx) * part, cy + (y - cy) * part) for (cx, cy) in (centre,) for x, y in hill))
        for part in (1.0, 0.75, 0.5)
    ]
    woods = [(15, 15), (20, 90), (75, 108), (145, 100), (150, 20), (95, 40)]
    houses = [(70, 60), (110, 80), (40, 40), (120, 30)]
    return [
        *(FeatureData(f"terrace-{i}", "hill", level=i + 1, poly=poly) for i, poly in enumerate(terraces)),
        *(
            FeatureData(f"wood-{i}", "wood", poly=cm((x - 8, y - 7), (x + 9, y - 5), (x + 7, y + 8), (x - 3, y + 5)))
            for i, (x, y) in enumerate(woods)
        ),
        *(
            FeatureData(f"house-{i}", "building", poly=cm((x, y), (x + 3, y), (x + 3, y + 3), (x, y + 3)))
            for i, (x, y) in enumerate(houses)
        ),
        FeatureData("road", "road", line=cm((0, 50), (80, 58), (160, 52)), width=1.2),
        FeatureData("lane", "road", line=cm((60, 0), (66, 60), (58, 120)), width=0.8),
        FeatureData("run", "stream", line=cm((0, 110), (70, 118), (160, 112)), width=1.0),
    ]


class Field:
    """A table and units on it, and their marches for a turn."""

    def __init__(self, count: int) -> None:
        rng, scale = Random(count), (count / 60) ** 0.5
        self.table = Table(int(16000 * scale), int(12000 * scale), features_of(terrain(scale), CLASSES))
        shapes = [rng.choice(SHAPES) for _ in range(count)]
        poses = [
            Pose(rng.randrange(self.table.width), rng.randrange(self.table.height), rng.randrange(3600))
            for _ in range(count)
        ]
        self.bodies: list[Body] = [body_at(shape, pose) for shape, pose in zip(shapes, poses, strict=True)]
        self.tracks: list[Track] = [_march(shape, pose) for shape, pose in zip(shapes, poses, strict=True)]
        self.rng = rng

    def contacts(self) -> int:
        contacts(self.bodies)
        return 1

    def sight(self) -> int:
        who_sees_whom(self.table, self.bodies, LIMIT, INSIDE, OUT_OF)
        return 1

    def meetings(self) -> int:
        first_meetings(self.tracks, CHARGE, 0, TURN)
        return 1

    def single_sight(self) -> int:
        look = Look(LIMIT, INSIDE, OUT_OF)
        for _ in range(50):
            a, b = self.rng.sample(self.bodies, 2)
            body_hidden(self.table, a, b, look)
        return 50

    def distances(self) -> int:
        for _ in range(100):
            a, b = self.rng.sample(self.bodies, 2)
            distance(a.outline, b.outline)
        return 100

    def ways(self) -> int:
        for _ in range(20):
            a, b = self.rng.sample(self.bodies, 2)
            self.table.stretches(a.front[0], b.front[0])
        return 20

    def sight_one_by_one(self) -> int:
        """The same as `sight`, pair by pair in whole numbers."""
        look = Look(LIMIT, INSIDE, OUT_OF)
        for a in self.bodies:
            for b in self.bodies:
                if a is not b:
                    body_hidden(self.table, a, b, look)
        return 1

    def lines_asked_again(self) -> dict[str, int]:
        """How many lines `sight` asks again in whole numbers, of how many."""
        found = {"lines": 0, "asked_again": 0}
        lines, alone = vars(sight_all)["Lines"], vars(sight_lines)["why_hidden"]

        def counted_lines(eyes: Any, marks: Any, looks: Any, *levels: Any) -> Any:
            found["lines"] += len(eyes) * len(looks)
            return lines(eyes, marks, looks, *levels)

        def counted_alone(*args: Any) -> Any:
            found["asked_again"] += 1
            return alone(*args)

        vars(sight_all)["Lines"], vars(sight_lines)["why_hidden"] = counted_lines, counted_alone
        try:
            self.sight()
        finally:
            vars(sight_all)["Lines"], vars(sight_lines)["why_hidden"] = lines, alone
        return found

    def one_distance(self) -> int:
        distance(self.bodies[0].outline, self.bodies[1].outline)
        return 1

    def contacts_by_shapely(self) -> int:
        polygons: Any = shapely.polygons(np.array([body.outline for body in self.bodies], dtype=np.float64))
        shapely.STRtree(polygons).query(polygons, predicate="dwithin", distance=5.0)
        return 1

    def screens_by_shapely(self) -> int:
        """Only which of the nearest lines between all pairs meet a wood or building: no crests, no second try."""
        centres = np.array([body.centre for body in self.bodies], dtype=np.float64)
        first, second = np.triu_indices(len(centres), 1)
        lines = shapely.linestrings(np.stack([centres[first], centres[second]], axis=1))
        woods = [shapely.Polygon(screen.outline) for screen in self.table.screens]
        shapely.STRtree(woods).query(lines, predicate="intersects")
        return 1


def sliding() -> int:
    """The worst case of a meeting: a body slides past another at 45 degrees, 0.1 mm outside the limit, all the turn."""
    beside = forward(forward((0, 0), 1350, 900 + CHARGE + 1), 450, -2000)
    stands, slides = halt(0, Pose(0, 0, 450), 900, 3000), march(0, Pose(*beside, 450), 900, 3000, 450, 4000, 4000)
    if tracks_meet((stands,), (slides,), CHARGE, 0, TURN) != NEVER:
        raise SystemExit("they meet: this is not the worst case")
    return 1


def _march(shape: Shape, pose: Pose) -> Track:
    return (march(0, pose, shape.width, shape.depth, pose.facing, 2000, 2000),)


def melee() -> int:
    """Two regiments of 30 bases each in contact: which bases touch."""
    own, enemy = base_outlines(SHAPES[0], Pose(0, 0, 100)), base_outlines(SHAPES[0], Pose(0, 3, 1900))
    bases_in_contact(own, enemy)
    bases_in_contact(enemy, own)
    return 1


def cpu_ms(work: Callable[[], int], rounds: int = 7) -> float:
    """Milliseconds of this process's own time for one of the work; the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start, done = time.process_time(), 0
        while time.process_time() - start < 0.05:
            done += work()
        best = min(best, (time.process_time() - start) / done * 1000)
    return round(best, 4)


def growth(counts: tuple[int, ...]) -> dict[str, dict[str, Any]]:
    found = {}
    for count in counts:
        field = Field(count)
        found[str(count)] = {
            "contact_ms": cpu_ms(field.contacts),
            "sight_ms": cpu_ms(field.sight, 4),
            "sight_us_a_pair": round(cpu_ms(field.sight, 3) * 1000 / (count * (count - 1)), 2),
            "meetings_of_a_turn_ms": cpu_ms(field.meetings, 3),
        }
    return found


def one_distance_by_shapely(a: shapely.Polygon, b: shapely.Polygon) -> int:
    shapely.distance(a, b)
    return 1


def main() -> None:
    field = Field(60)
    polygons = shapely.Polygon(field.bodies[0].outline), shapely.Polygon(field.bodies[1].outline)
    figures = {
        "contacts_of_60_per_second": per_second(field.contacts),
        "all_sight_among_60_per_second": per_second(field.sight),
        "single_sights_per_second": per_second(field.single_sight),
        "distances_per_second": per_second(field.distances),
        "ways_over_terrain_per_second": per_second(field.ways),
        "turns_of_meetings_of_60_per_second": per_second(field.meetings),
    }
    report(
        "tabletop",
        figures,
        contact_of_60_ms=round(1000 / figures["contacts_of_60_per_second"], 3),
        all_sight_among_60_ms=round(1000 / figures["all_sight_among_60_per_second"], 3),
        lines_of_sight=field.lines_asked_again(),
        cpu_ms={
            "contact_of_60": cpu_ms(field.contacts),
            "contact_of_60_by_shapely": cpu_ms(field.contacts_by_shapely),
            "bases_of_two_regiments_in_contact": cpu_ms(melee),
            "all_sight_among_60": cpu_ms(field.sight),
            "all_sight_among_60_one_by_one": cpu_ms(field.sight_one_by_one, 3),
            "one_distance": cpu_ms(field.one_distance),
            "one_distance_by_shapely": cpu_ms(lambda: one_distance_by_shapely(*polygons)),
            "a_pair_that_slides_past": cpu_ms(sliding, 3),
            "screens_alone_between_centres_by_shapely": cpu_ms(field.screens_by_shapely),
        },
        pairs_seen=int(who_sees_whom(field.table, field.bodies, LIMIT, INSIDE, OUT_OF).sum()),
        pairs=60 * 59,
        contacts=len(contacts(field.bodies)),
        growth=growth((20, 40, 80, 160)),
        load=round(os.getloadavg()[0], 2),
    )


main()
