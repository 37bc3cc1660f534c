"""The ground cut into faces: every piece of the paper with one label, and no piece with two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shapely import Point as Spot
from shapely import Polygon, STRtree, get_parts, prepare, union_all
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from mapmaker.coast import polygons_of
from mapmaker.ground import Ground

GRID = 1.0  # all lines meet on this grid: whole units
LEAST_PIECE = 2500  # a smaller piece of massif goes to its neighbour


@dataclass(frozen=True, order=True)
class Label:
    """What a face is: an area, massif, lake, sea, country or the water beyond; and the crossing it carries."""

    kind: str
    id: str
    crossing: str = ""

    @property
    def is_water(self) -> bool:
        return self.kind in ("sea", "lake", "beyond")

    @property
    def is_inner_land(self) -> bool:
        return self.kind in ("area", "massif")


OUTSIDE = Label("outside", "")
Face = tuple[Polygon, Label]


def cut_faces(ground: Ground) -> list[Face]:
    """Faces with labels; stray pieces of an area are given to the neighbour they touch most."""
    lines = union_all(list(_linework(ground)), grid_size=GRID)
    name = Namer(ground)
    faces = [(face, name(face.representative_point())) for face in polygonize(get_parts(lines))]
    return _settle_strays([(face, label) for face, label in faces if ground.view.contains(face.representative_point())])


def _linework(ground: Ground) -> Iterator[BaseGeometry]:
    inland = ground.mainland.intersection(ground.view)
    water = ground.view.difference(ground.mainland)
    yield ground.view.boundary
    for land in [ground.mainland, *(island for island, _ in ground.islands), *ground.countries.values()]:
        yield land.intersection(ground.view).boundary
    for cell in ground.cells.values():
        yield cell.boundary.intersection(inland)
    for massif in ground.massifs.values():
        yield massif.boundary.intersection(inland)
    for lake in ground.lakes.values():
        yield lake.boundary
    for sea in ground.seas.values():
        yield sea.intersection(ground.view).boundary
    lakes = union_all(list(ground.lakes.values()))
    for crossing in ground.crossings.values():
        yield crossing.boundary.intersection(union_all([water, lakes]))


class Namer:
    """Says what lies at a point."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.layers: list[tuple[BaseGeometry, Label]] = [
            *((lake, Label("lake", key)) for key, lake in ground.lakes.items()),
            *((island, Label("area", area)) for island, area in ground.islands),
            *((massif.intersection(ground.mainland), Label("massif", key)) for key, massif in ground.massifs.items()),
            *((cell.intersection(ground.mainland), Label("area", key)) for key, cell in ground.cells.items()),
            *((country, Label("country", key)) for key, country in ground.countries.items()),
            *((sea, Label("beyond" if key.islower() else "sea", key)) for key, sea in ground.seas.items()),
        ]
        for shape, _ in self.layers:
            prepare(shape)

    def __call__(self, spot: Spot) -> Label:
        if not self.ground.view.contains(spot):
            return OUTSIDE
        label = next((label for shape, label in self.layers if shape.contains(spot)), OUTSIDE)
        if label.is_water:
            crossing = next((key for key, shape in self.ground.crossings.items() if shape.contains(spot)), "")
            return Label(label.kind, label.id, crossing)
        return label


def _settle_strays(faces: list[Face]) -> list[Face]:
    """Every area keeps its largest piece of mainland and its islands; every massif its pieces of some size."""
    labels = [label for _, label in faces]
    near = neighbours([face for face, _ in faces])
    for number, label in enumerate(labels):
        if label == OUTSIDE:  # a sliver between coast and water
            around = near[number]
            labels[number] = labels[max(sorted(around), key=lambda other: around[other])]
    _keep_largest_crossings(faces, labels, near)
    for _ in range(4):
        strays = [stray for group in _pieces(labels, near) for stray in _strays(group, faces, labels, near)]
        if not strays:
            break
        for piece in strays:
            _give_away(piece, faces, labels, near)
    return [(face, label) for (face, _), label in zip(faces, labels, strict=True)]


def _keep_largest_crossings(faces: list[Face], labels: list[Label], near: list[dict[int, float]]) -> None:
    """A crossing is one stretch of water; side arms that its outline also covers are ordinary water."""
    for crossing in sorted({label.crossing for label in labels if label.crossing}):
        pieces = _components([number for number, label in enumerate(labels) if label.crossing == crossing], near)
        pieces.sort(key=lambda piece: sum(faces[number][0].area for number in piece))
        for number in (number for piece in pieces[:-1] for number in piece):
            labels[number] = Label(labels[number].kind, labels[number].id)


def neighbours(polygons: list[Polygon]) -> list[dict[int, float]]:
    """For each polygon the others it shares a line with, and how long that is."""
    near: list[dict[int, float]] = [{} for _ in polygons]
    tree = STRtree(polygons)
    for number, polygon in enumerate(polygons):
        for other in tree.query(polygon):
            if other > number:
                shared = polygon.intersection(polygons[other]).length
                if shared > GRID:
                    near[number][int(other)] = near[other][number] = shared
    return near


def _pieces(labels: list[Label], near: list[dict[int, float]]) -> list[list[list[int]]]:
    """For each area and massif its connected pieces, as lists of faces."""
    members: dict[Label, list[int]] = defaultdict(list)
    for number, label in enumerate(labels):
        if label.is_inner_land:
            members[label].append(number)
    return [_components(members[label], near) for label in sorted(members)]


def _components(members: list[int], near: list[dict[int, float]]) -> list[list[int]]:
    left = set(members)
    pieces = []
    while left:
        front = [min(left)]
        left.remove(front[0])
        piece = []
        while front:
            here = front.pop()
            piece.append(here)
            found = sorted(left.intersection(near[here]))
            left.difference_update(found)
            front.extend(found)
        pieces.append(piece)
    return pieces


def _strays(
    pieces: list[list[int]], faces: list[Face], labels: list[Label], near: list[dict[int, float]]
) -> Iterator[list[int]]:
    """Pieces on the mainland that are not the largest there."""
    inland = [piece for piece in pieces if _land_around(piece, labels, near)]
    inland.sort(key=lambda piece: sum(faces[number][0].area for number in piece))
    for piece in inland[:-1]:
        if labels[piece[0]].kind == "area" or sum(faces[number][0].area for number in piece) < LEAST_PIECE:
            yield piece


def _land_around(piece: Iterable[int], labels: list[Label], near: list[dict[int, float]]) -> dict[Label, float]:
    """The labels of other inner land that a piece touches, with the length; an island has none."""
    around: dict[Label, float] = defaultdict(float)
    for number in piece:
        for other, shared in near[number].items():
            if labels[other].is_inner_land and labels[other] != labels[number]:
                around[labels[other]] += shared
    return around


def _give_away(piece: list[int], faces: list[Face], labels: list[Label], near: list[dict[int, float]]) -> None:
    around = _land_around(piece, labels, near)
    if around:
        taker = max(sorted(around), key=lambda label: around[label])
        for number in piece:
            labels[number] = taker


def dissolve(faces: list[Face]) -> dict[Label, BaseGeometry]:
    parts: dict[Label, list[Polygon]] = defaultdict(list)
    for face, label in faces:
        parts[label].extend(polygons_of(face))
    return {label: union_all(polygons) for label, polygons in parts.items()}
