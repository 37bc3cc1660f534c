"""What lies where, on the paper: land by country, water by sea area, areas, massifs and lakes, before any drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from shapely import LineString, MultiPoint, Polygon, box, voronoi_polygons
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union

from mapmaker.coast import Atlas, polygons_of
from mapmaker.noise import Wobble
from mapmaker.projection import Point, Sheet
from mapmaker.shapes import AreaEntry, ChannelEntry, CrossingEntry, Shapes, read_map

INLET = 9  # inlets and spits narrower than twice this are smoothed away
SMALLEST_ISLAND = 1800  # square units
SMALLEST_POND = 200_000
SLIVER = 500  # bits between a line and the coast; they go to their neighbours
MARGIN = 600  # the world goes on a little behind the frame, so that the coast is whole there


@dataclass(frozen=True)
class Ground:
    view: Polygon
    mainland: Polygon
    islands: list[tuple[Polygon, str]]  # each with its area
    countries: dict[str, BaseGeometry]
    cells: dict[str, BaseGeometry]
    massifs: dict[str, Polygon]
    lakes: dict[str, Polygon]
    seas: dict[str, BaseGeometry]
    crossings: dict[str, BaseGeometry]  # by the two areas, joined by a hyphen


def lay_ground(shapes: Shapes, atlas: Atlas) -> Ground:
    sheet = shapes.sheet.sheet()
    view = box(0, 0, *sheet.size)
    world = view.buffer(MARGIN)
    raw = _raw_countries(shapes, atlas, sheet, world)
    land = _tidy(unary_union(list(raw.values())), shapes, sheet).intersection(world)
    norway, countries = _divide_by_country(land, raw, view)
    mainland, *islands = sorted(norway, key=lambda polygon: -polygon.area)
    cells = _cells(shapes.areas, sheet, world)
    lakes = {lake.id: Polygon(sheet.line(lake.outline)) for lake in shapes.lakes}
    water = world.difference(unary_union([*norway, *countries.values()]))
    seas = _seas(water, _sea_lines(shapes, sheet, cells, mainland), shapes, sheet, view)
    ground = Ground(
        view=view,
        mainland=mainland,
        islands=_give_islands(
            islands, shapes, sheet, {area: cell.intersection(mainland) for area, cell in cells.items()}, seas
        ),
        countries=countries,
        cells=cells,
        massifs={massif.id: Polygon(sheet.line(massif.outline)) for massif in shapes.massifs},
        lakes=lakes,
        seas=seas,
        crossings={},
    )
    crossings = {"-".join(entry.between): _crossing(entry, ground, sheet) for entry in shapes.crossings}
    return replace(ground, crossings=crossings)


def _crossing(entry: CrossingEntry, ground: Ground, sheet: Sheet) -> BaseGeometry:
    """The water within an outline that is near to both shores."""
    massifs = unary_union(list(ground.massifs.values()))
    dry = ground.mainland.difference(unary_union(list(ground.lakes.values())))
    water = Polygon(sheet.line(entry.outline)).difference(dry)
    for area in entry.between:
        islands = [island for island, owner in ground.islands if owner == area]
        home = ground.cells[area].intersection(ground.mainland) if area in ground.cells else Polygon()
        land = unary_union([home.difference(massifs), *islands])
        water = water.intersection(land.buffer(entry.reach))
    return water


def _raw_countries(shapes: Shapes, atlas: Atlas, sheet: Sheet, world: BaseGeometry) -> dict[str, BaseGeometry]:
    def near(latitude: float, longitude: float) -> bool:
        return 53 < latitude < 72 and -10 < longitude < 45

    def land(names: Iterable[str]) -> BaseGeometry:
        return unary_union([atlas.country(name, sheet.project, near) for name in names]).intersection(world)

    named = {entry.id: entry.countries for entry in shapes.countries}
    return {"norway": land(["Norway"])} | {key: land(names) for key, names in named.items()}


def _tidy(land: BaseGeometry, shapes: Shapes, sheet: Sheet) -> BaseGeometry:
    """Fjord arms filled in, channels dug, hairline inlets and skerries gone."""
    fills = [Polygon(sheet.line(fill.outline)) for fill in shapes.fills]
    land = unary_union([land, *fills])
    land = land.buffer(INLET, quad_segs=4).buffer(-2 * INLET, quad_segs=4).buffer(INLET, quad_segs=4)
    land = land.difference(unary_union([channel(entry, sheet) for entry in shapes.channels]))
    kept = [_without_ponds(polygon) for polygon in polygons_of(land) if polygon.area >= SMALLEST_ISLAND]
    return unary_union(kept)


def _without_ponds(polygon: Polygon) -> Polygon:
    return Polygon(polygon.exterior, [hole for hole in polygon.interiors if Polygon(hole).area >= SMALLEST_POND])


def channel(entry: ChannelEntry, sheet: Sheet) -> BaseGeometry:
    """A fjord of uneven width along a line."""
    line = smooth_line(sheet.line(entry.line))
    wobble = Wobble(f"channel {entry.id}", 160)
    steps = max(2, round(line.length / 12))
    circles = []
    for step in range(steps + 1):
        along = line.length * step / steps
        width = entry.width * (1 + 0.3 * wobble.at(along))
        if entry.taper:
            width *= min(1.0, 0.25 + 3 * (1 - step / steps))
        circles.append(line.interpolate(along).buffer(width / 2, quad_segs=6))
    hulls = [unary_union(pair).convex_hull for pair in pairwise(circles)]
    return unary_union(hulls)


def smooth_line(points: list[Point], rounds: int = 3) -> LineString:
    """Chaikin's corner cutting, ends kept."""
    for _ in range(rounds):
        cut = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            cut.append((0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1))
            cut.append((0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1))
        points = [*cut, points[-1]]
    return LineString(points)


def _divide_by_country(
    land: BaseGeometry, raw: dict[str, BaseGeometry], view: Polygon
) -> tuple[list[Polygon], dict[str, BaseGeometry]]:
    """Norway's polygons and the land of the others; what was filled in goes to whom it touches most."""
    abroad = {key: land.intersection(shape) for key, shape in raw.items() if key != "norway"}
    rest = land.difference(unary_union(list(abroad.values())))
    shares: dict[str, list[BaseGeometry]] = {key: [shape] for key, shape in abroad.items()} | {"norway": []}
    for piece in polygons_of(rest):
        near = {key: piece.buffer(1).intersection(shape).area for key, shape in raw.items()}
        shares[max(near, key=lambda key: near[key])].append(piece)
    norway = [polygon for polygon in polygons_of(unary_union(shares["norway"])) if polygon.intersects(view)]
    return norway, {key: unary_union(shares[key]) for key in abroad}


def _cells(areas: Iterable[AreaEntry], sheet: Sheet, world: BaseGeometry) -> dict[str, BaseGeometry]:
    """Each area's share of the plane: what is nearest to one of its anchors."""
    anchors = [(area.id, Spot(sheet.project(*anchor))) for area in areas for anchor in area.anchors]
    regions = polygons_of(voronoi_polygons(MultiPoint([spot for _, spot in anchors]), extend_to=world))
    shares: dict[str, list[Polygon]] = {}
    for area, spot in anchors:
        shares.setdefault(area, []).append(next(region for region in regions if region.contains(spot)))
    return {area: unary_union(regions) for area, regions in shares.items()}


def _give_islands(
    islands: list[Polygon], shapes: Shapes, sheet: Sheet, coasts: dict[str, BaseGeometry], seas: dict[str, BaseGeometry]
) -> list[tuple[Polygon, str]]:
    """Each island whole to one area: as the file says, else to the nearest one with a coast on the same sea."""
    said = [(Spot(sheet.project(*at)), entry.area) for entry in shapes.islands for at in entry.at]
    shores = {area["id"]: area["coast"] for area in read_map()["areas"]}
    owned = []
    for island in islands:
        named = next((area for spot, area in said if island.distance(spot) < 1), None)
        sea = max(seas, key=lambda key: seas[key].intersection(island.buffer(30)).area)
        facing = [area for area in coasts if sea in shores[area]]
        owned.append((island, named or min(facing, key=lambda area: island.distance(coasts[area]))))
    return owned


def _sea_lines(shapes: Shapes, sheet: Sheet, cells: dict[str, BaseGeometry], mainland: Polygon) -> list[LineString]:
    lines = []
    for entry in shapes.sea_lines:
        points = sheet.line(entry.line)
        start: list[Point] = []
        if entry.lands:
            first, second = entry.lands
            border = cells[first].intersection(cells[second]).intersection(mainland)
            start = _landfall(border, mainland, Spot(points[0]))
        lines.append(LineString([*start[:1], *smooth_line([*start[1:], *points], rounds=2).coords]))
    return lines


def _landfall(border: BaseGeometry, mainland: Polygon, near: Spot) -> list[Point]:
    """A point on a border just inland, and the point where it meets the coast."""
    pieces = [piece for piece in getattr(border, "geoms", [border]) if isinstance(piece, LineString)]
    ends = [(piece, at) for piece in pieces for at in (0.0, piece.length)]
    shore = [(piece, at) for piece, at in ends if mainland.boundary.distance(piece.interpolate(at)) < 1]
    piece, at = min(shore, key=lambda end: end[0].interpolate(end[1]).distance(near))
    inland = piece.interpolate(min(30.0, piece.length / 2) if at == 0 else at - min(30.0, piece.length / 2))
    coast = piece.interpolate(at)
    return [(inland.x, inland.y), (coast.x, coast.y)]


def _seas(
    water: BaseGeometry, lines: list[LineString], shapes: Shapes, sheet: Sheet, view: Polygon
) -> dict[str, BaseGeometry]:
    """The water cut along the lines between sea areas; every piece in view must hold a seed."""
    edges = [polygon.boundary for polygon in polygons_of(water)]
    pieces = polygonize(unary_union([*lines, *edges]))
    given = {entry.id: entry.seeds for entry in shapes.sea_areas} | {entry.id: entry.seeds for entry in shapes.beyond}
    seeds = [(sea, Spot(sheet.project(*seed))) for sea, places in given.items() for seed in places]
    shares: dict[str, list[BaseGeometry]] = {sea: [] for sea in given}
    for piece in (piece for piece in pieces if water.contains(piece.representative_point())):
        owners = sorted({sea for sea, seed in seeds if piece.contains(seed)})
        if len(owners) > 1:
            raise SystemExit(f"sea areas {owners} run together")
        if owners:
            shares[owners[0]].append(piece)
        elif piece.intersects(view) and piece.area > SLIVER:
            spot = piece.representative_point()
            raise SystemExit(f"water of no sea area at {spot.x:.0f}, {spot.y:.0f}: {piece.area:.0f} square units")
    return {sea: unary_union(parts) for sea, parts in shares.items() if parts}
