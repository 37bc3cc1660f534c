"""What the tests of the tabletop draw: places, bodies, areas and tables, and shapely's view of them."""

from collections.abc import Sequence
from itertools import pairwise

import shapely
from hypothesis import strategies as st

from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, body_at
from feltherre.ground.tabletop.polygons import clockwise, is_simple
from feltherre.ground.tabletop.shapes import Outline
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Classes, FeatureData, features_of

#: a table of 80 x 60 cm
WIDTH, HEIGHT = 8000, 6000
CLASSES = {
    "wood": Classes(obstacle=1, cover=1, screens=True),
    "building": Classes(obstacle=2, cover=2, capacity=3, screens=True),
    "fence": Classes(obstacle=1),
    "wall": Classes(obstacle=3, cover=1, width=20),
}

angles = st.integers(0, 3599)
points = st.tuples(st.integers(0, WIDTH), st.integers(0, HEIGHT))
poses = st.builds(lambda point, facing: Pose(*point, facing), points, angles)
#: rectangles from a courier to a long line
shapes = st.builds(Shape, st.integers(80, 3000), st.integers(150, 1500))
bodies = st.builds(body_at, shapes, poses)


def _around(centre: Point, reach: list[int]) -> Outline:
    """A star-shaped area: from the centre so far in each of evenly spread directions."""
    step = 3600 // len(reach)
    return tuple(forward(centre, i * step, way) for i, way in enumerate(reach))


#: areas with three to nine corners, convex and not
areas = (
    st.builds(_around, points, st.lists(st.integers(100, 2000), min_size=3, max_size=9))
    .filter(is_simple)
    .map(clockwise)
)
#: corners on a coarse grid, so that lines often run through corners and along edges
coarse = st.tuples(st.integers(0, 8).map(lambda x: x * 1000), st.integers(0, 6).map(lambda y: y * 1000))
coarse_areas = st.lists(coarse, min_size=3, max_size=6, unique=True).map(tuple).filter(is_simple).map(clockwise)


def cm(outline: Sequence[Point]) -> tuple[tuple[float, float], ...]:
    """As a file would have it."""
    return tuple((x / 100, y / 100) for x, y in outline)


def table(*data: FeatureData) -> Table:
    return Table(WIDTH, HEIGHT, features_of(data, CLASSES))


@st.composite
def tables(draw: st.DrawFn, outlines: st.SearchStrategy[Outline] = areas) -> Table:
    """Up to three woods and up to three hills of level 1, some with a second level inside or a drawn crest."""
    data = [
        FeatureData(f"wood-{i}", "wood", poly=cm(outline))
        for i, outline in enumerate(draw(st.lists(outlines, max_size=3)))
    ]
    for i, outline in enumerate(draw(st.lists(outlines, max_size=3))):
        crest = cm(draw(st.tuples(points, points))) if draw(st.booleans()) else ()
        data.append(FeatureData(f"hill-{i}", "hill", poly=cm(outline), level=1, crest=crest))
        if draw(st.booleans()):
            data.append(FeatureData(f"top-{i}", "hill", poly=cm(outline), level=2))
    return table(*data)


def polygon(outline: Outline) -> shapely.Polygon:
    return shapely.Polygon(outline)


def geometry(body: Body) -> shapely.Geometry:
    return shapely.union_all([polygon(piece) for piece in body.pieces])


def is_rising(numbers: Sequence[int]) -> bool:
    return all(a <= b for a, b in pairwise(numbers))
