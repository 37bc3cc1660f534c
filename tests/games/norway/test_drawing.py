"""The drawn map says what the board's file says: borders, coasts and seas, worked out from the polygons alone."""

import json
import subprocess
import sys
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from feltherre.core.datafile import read_tree, unmarked

shapely = pytest.importorskip("shapely", reason="shapely is in the development extra: pip install -e '.[dev]'")
Polygon, Point, LineString = shapely.Polygon, shapely.Point, shapely.LineString
polygonize = pytest.importorskip("shapely.ops").polygonize

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "src" / "feltherre" / "games" / "norway" / "data"
DRAWING = DATA / "drawing.json"
ATLAS = ROOT / "web" / "node_modules" / "world-atlas" / "countries-10m.json"

VISIBLE = 100  # units, ten pixels at the default zoom: a border of this length is seen
STACK = 420  # side of a counter on the view of the whole map
#: how much larger than printed a name is there, how high it is in one line, and with its symbols above it
FAR, LINE, TWO_LINES = 225 / 115, 220, 430
OFFSHORE = 350  # a name on the water is no farther from its coast

#: massifs that map.yaml does not name; each closes a gap between areas that do not border each other
OUR_MASSIFS = {
    "stolsheimen": {"bergen", "voss", "laerdal"},
    "finnemarka": {"oslo", "honefoss", "kongsberg", "horten"},
    "fyresdal-heights": {"skien", "rjukan", "evje", "arendal"},
    "kistefjell": {"gratangen", "bardufoss", "tromso"},
}


@cache
def drawing() -> Any:
    return json.loads(DRAWING.read_text(encoding="utf-8"))


@cache
def board() -> Any:
    return read_tree(DATA / "map.yaml")


@cache
def arcs() -> list[list[tuple[int, int]]]:
    lines = []
    for numbers in drawing()["arcs"]:
        x, y = numbers[:2]
        line = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            line.append((x, y))
        lines.append(line)
    return lines


def ring_points(ring: list[int]) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = []
    for step in ring:
        line = arcs()[step] if step >= 0 else arcs()[~step][::-1]
        assert not points or points[-1] == line[0], "the lines of a ring follow each other"
        points.extend(line[1:] if points else line)
    assert points[0] == points[-1], "a ring is closed"
    return points


def shape_of(rings: list[list[int]]) -> Any:
    """Even-odd, as the client fills it."""
    shape = Polygon()
    for polygon in sorted((Polygon(ring_points(ring)) for ring in rings), key=lambda polygon: -polygon.area):
        assert polygon.is_valid
        shape = shape.symmetric_difference(polygon)
    return shape


@cache
def parts(kind: str) -> dict[str, Any]:
    """All shapes of one kind: areas, massifs, lakes, seas, beyond, countries, crossings."""
    return {
        "-".join(sorted(entry["between"])) if kind == "crossings" else entry["id"]: shape_of(entry["rings"])
        for entry in drawing()[kind]
    }


def shared(first: Any, second: Any) -> float:
    """How long two shapes run side by side."""
    return float(first.intersection(second).length)


def touching(shape: Any, kind: str, least: float = 1) -> set[str]:
    return {key for key, other in parts(kind).items() if shared(shape, other) >= least}


def polygons(shape: Any) -> list[Any]:
    return list(getattr(shape, "geoms", [shape]))


def entry_of(area: str) -> Any:
    return next(entry for entry in drawing()["areas"] if entry["id"] == area)


AREAS = [area["id"] for area in read_tree(DATA / "map.yaml")["areas"]]


def test_the_file_is_small_and_in_whole_units() -> None:
    assert DRAWING.stat().st_size < 250_000
    width, height = drawing()["view_box"][2:]
    for line in arcs():
        assert len(line) >= 2
        assert all(type(x) is int and type(y) is int and 0 <= x <= width and 0 <= y <= height for x, y in line)


def test_the_44_areas_stand_in_the_order_of_the_board() -> None:
    assert [entry["id"] for entry in drawing()["areas"]] == AREAS
    assert len(AREAS) == 44


def test_all_shapes_tile_the_paper_without_gap_or_overlap() -> None:
    kinds = ("areas", "massifs", "lakes", "seas", "beyond", "countries")
    shapes = [shape for kind in kinds for shape in parts(kind).values()]
    _, _, width, height = drawing()["view_box"]
    assert sum(shape.area for shape in shapes) == width * height
    whole = shapely.union_all(shapes)
    assert whole.area == width * height
    assert whole.equals(shapely.box(0, 0, width, height))


@pytest.mark.parametrize("area", AREAS)
def test_an_area_is_one_piece_of_mainland_and_its_islands(area: str) -> None:
    others = shapely.union_all(
        [shape for kind in ("areas", "massifs", "countries") for key, shape in parts(kind).items() if key != area]
    )
    pieces = polygons(parts("areas")[area])
    on_mainland = [piece for piece in pieces if piece.intersection(others).length > 0]
    assert len(on_mainland) == (0 if area == "harstad" else 1)  # Harstad lies on the island Hinnøya
    if on_mainland:
        assert on_mainland[0].area == max(piece.area for piece in pieces)


def test_two_areas_touch_exactly_where_the_board_has_a_land_border() -> None:
    wanted = {frozenset(border["between"]) for border in board()["borders"] if border["crossing"] == "none"}
    assert len(wanted) == 59
    for first, second in combinations(AREAS, 2):
        length = shared(parts("areas")[first], parts("areas")[second])
        if frozenset((first, second)) in wanted:
            assert length >= VISIBLE, f"{first} and {second} share only {length:.0f} units"
        else:
            assert length == 0, f"{first} and {second} touch along {length:.0f} units"


def test_the_lines_of_a_border_lie_between_its_two_areas() -> None:
    listed = {frozenset(border["between"]): border["arcs"] for border in drawing()["borders"]}
    assert len(listed) == len(drawing()["borders"]) == 59
    for pair, numbers in listed.items():
        first, second = (parts("areas")[area] for area in pair)
        assert sum(LineString(arcs()[number]).length for number in numbers) == pytest.approx(shared(first, second))


def test_every_border_over_water_is_a_stretch_of_water_between_its_two_areas_alone() -> None:
    wanted = {"-".join(sorted(border["between"])) for border in board()["borders"] if border["crossing"] != "none"}
    assert parts("crossings").keys() == wanted
    assert len(wanted) == 13
    water = shapely.union_all([*parts("seas").values(), *parts("lakes").values()])
    for pair, stretch in parts("crossings").items():
        assert len(polygons(stretch)) == 1, f"{pair} is one stretch"
        assert stretch.difference(water).area == 0
        assert touching(stretch, "areas", 1) == set(pair.split("-")), pair
        assert touching(stretch, "areas", VISIBLE) == set(pair.split("-")), pair
        assert shapely.maximum_inscribed_circle(stretch).length >= 25, f"{pair} is five pixels wide somewhere"


def test_the_crossing_of_mjosa_is_the_lake_and_the_other_twelve_are_sea() -> None:
    lakes = {"-".join(sorted(border["between"])) for border in board()["borders"] if border["crossing"] == "lake"}
    assert lakes == {"gjovik-hamar"}
    for pair, stretch in parts("crossings").items():
        assert bool(touching(stretch, "lakes") or stretch.intersects(parts("lakes")["mjosa"])) == (pair in lakes)


def test_a_ferry_runs_over_its_own_water_from_shore_to_shore() -> None:
    for entry in drawing()["crossings"]:
        x0, y0, x1, y1 = entry["ferry"]
        way = LineString([(x0, y0), (x1, y1)])
        stretch = parts("crossings")["-".join(sorted(entry["between"]))]
        assert way.length >= 25
        assert way.difference(stretch.buffer(12)).length == 0
        ends = [Point(x0, y0), Point(x1, y1)]
        for area, end in zip(entry["between"], ends, strict=True):
            assert parts("areas")[area].distance(end) < 12


@pytest.mark.parametrize("area", AREAS)
def test_an_area_touches_exactly_the_seas_of_its_coast(area: str) -> None:
    wanted = next(entry["coast"] for entry in board()["areas"] if entry["id"] == area)
    assert touching(parts("areas")[area], "seas") == set(wanted)
    assert touching(parts("areas")[area], "seas", VISIBLE) == set(wanted)
    assert touching(parts("areas")[area], "beyond") == set()


def test_each_sea_area_has_the_coast_of_the_board() -> None:
    for sea in board()["sea_areas"]:
        assert touching(parts("seas")[sea["id"]], "areas") == set(sea["coast"]), sea["id"]


def test_sea_areas_border_each_other_as_on_the_board() -> None:
    borders = {sea["id"]: set(sea["borders"]) for sea in board()["sea_areas"]}
    assert parts("seas").keys() == borders.keys()
    for first, second in combinations(borders, 2):
        length = shared(parts("seas")[first], parts("seas")[second])
        assert length >= VISIBLE if second in borders[first] else length == 0, (first, second, length)


def test_impassable_country_lies_where_the_board_puts_it() -> None:
    wanted = {entry["id"]: set(entry["borders"]) for entry in board()["impassable"]} | OUR_MASSIFS
    drawn = parts("massifs") | {key: shape for key, shape in parts("countries").items() if key in wanted}
    assert drawn.keys() == wanted.keys()
    for key, shape in drawn.items():
        assert touching(shape, "areas", VISIBLE / 2) == wanted[key], key


@pytest.mark.parametrize("area", AREAS)
def test_counters_and_names_stand_in_their_area_or_the_name_on_the_water_just_off_its_coast(area: str) -> None:
    entry, shape = entry_of(area), parts("areas")[area]
    assert shape.contains(Point(entry["stack"]))
    label = Point(entry["label"])
    assert ("leader" in entry) == (not shape.contains(label))
    if "leader" in entry:
        assert not any(other.contains(label) for other in parts("areas").values())
        assert shape.distance(label) < OFFSHORE
        assert shape.distance(Point(entry["leader"])) == 0


@pytest.mark.parametrize("area", AREAS)
def test_the_namesake_lies_in_its_area(area: str) -> None:
    assert parts("areas")[area].contains(Point(entry_of(area)["town"]))


def name_of(entry: Any, room: int = 0) -> Any:
    """The ground that a name covers on the view of the whole map, with so much room at its sides."""
    (x, y), half = entry["label"], entry["label_width"] * FAR / 2 + room
    high = (TWO_LINES if "above" in entry else LINE) / 2 - (80 if room else 0)
    return shapely.box(x - half, y - high, x + half, y + high)


def test_names_never_overlap_where_they_are_largest_nor_run_into_each_other_in_one_line() -> None:
    view = shapely.box(0, 0, *drawing()["view_box"][2:])
    for first, second in permutations(drawing()["areas"], 2):
        for room in (0, 100):
            assert name_of(first, room).intersection(name_of(second)).area == 0, f"{first['id']} and {second['id']}"
    assert all(view.contains(name_of(entry)) for entry in drawing()["areas"])


def test_most_names_stand_on_land_and_hardly_any_lies_over_a_counter() -> None:
    areas = drawing()["areas"]
    assert sum("leader" in entry for entry in areas) < len(areas) - 38
    counters = [Point(entry["stack"]).buffer(STACK / 2, cap_style="square") for entry in areas]
    assert sum(any(name_of(entry).intersects(counter) for counter in counters) for entry in areas) <= 3


def test_ships_and_numerals_stand_in_their_sea_and_the_raid_box_in_viii() -> None:
    for entry in drawing()["seas"]:
        sea = parts("seas")[entry["id"]]
        assert sea.contains(Point(entry["label"]))
        assert sea.contains(Point(entry["stack"]))
        assert sea.boundary.distance(Point(entry["stack"])) >= 170
    x, y, width, height = drawing()["boxes"]["raid-box"]
    assert parts("seas")["VIII"].contains(shapely.box(x, y, x + width, y + height))


def test_the_boxes_lie_on_the_paper() -> None:
    view = shapely.box(0, 0, *drawing()["view_box"][2:])
    assert {"whole", "south", "middle", "north", "raid-box", "legend"} <= drawing()["boxes"].keys()
    assert drawing()["boxes"]["whole"] == drawing()["view_box"]
    for x, y, width, height in drawing()["boxes"].values():
        assert view.covers(shapely.box(x, y, x + width, y + height))
    x, y, width, height = drawing()["boxes"]["legend"]
    norway = shapely.union_all([*parts("areas").values(), *parts("massifs").values()])
    assert not norway.intersects(shapely.box(x, y, x + width, y + height))


def test_the_circles_of_air_range_part_what_is_reached_from_what_is_not() -> None:
    air = board()["air_range"]
    reaches = {field["area"]: field["reaches"] for field in air["airfields"]} | {
        "germany": air["from_germany"]["reaches"]
    }
    assert [entry["from"] for entry in drawing()["air_ranges"]] == list(reaches)
    frame = shapely.box(0, 0, *drawing()["view_box"][2:]).boundary
    for entry in drawing()["air_ranges"]:
        longer = [_prolonged(LineString(list(zip(line[::2], line[1::2], strict=True)))) for line in entry["lines"]]
        fields = list(polygonize(shapely.union_all([frame, *longer])))
        inside = [field for field in fields if any(field.contains(_town(area)) for area in reaches[entry["from"]])]
        outside = [field for field in fields if field not in inside]
        for area in AREAS:
            here = inside if area in reaches[entry["from"]] else outside
            assert any(field.contains(_town(area)) for field in here), f"{area} from {entry['from']}"


def _town(area: str) -> Any:
    return Point(entry_of(area)["town"])


def _prolonged(line: Any) -> Any:
    """A line that was cut at the frame and rounded may end a hair inside it."""
    points = list(line.coords)
    return LineString([_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])])


def _beyond(before: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    return end[0] + (end[0] - before[0]) * 0.05, end[1] + (end[1] - before[1]) * 0.05


def test_the_telegraph_cable_runs_from_egersund_to_the_edge_of_the_paper() -> None:
    lines = drawing()["telegraph"]["lines"]
    points = [(x, y) for line in lines for x, y in zip(line[::2], line[1::2], strict=True)]
    start = max(points)  # Britain lies to the left
    assert parts("areas")["egersund"].distance(Point(start)) < 30
    assert min(x for x, _ in points) == 0


def test_the_small_map_follows_the_country() -> None:
    rings = [Polygon(list(zip(ring[::2], ring[1::2], strict=True))) for ring in drawing()["outline"]]
    small = shapely.union_all([ring.buffer(0) for ring in rings])
    norway = shapely.union_all([shape for kind in ("areas", "massifs", "lakes") for shape in parts(kind).values()])
    assert small.symmetric_difference(norway).area < 0.06 * norway.area
    assert sum(len(ring) for ring in drawing()["outline"]) < 1500


def test_every_point_of_ours_is_marked_with_where_it_comes_from() -> None:
    assert list(unmarked(read_tree(DATA / "shapes.yaml"))) == []


@pytest.mark.full
def test_the_file_is_what_the_maker_makes(tmp_path: Path) -> None:
    """Byte for byte, with the library it was made with; another may round otherwise."""
    if not ATLAS.exists():
        pytest.skip("NOT CHECKED: the coast is missing, run `npm ci` in web/")
    made_with = f"shapely {shapely.__version__}, GEOS {shapely.geos_version_string}"
    if drawing()["made_with"] != made_with:
        pytest.skip(f"NOT CHECKED: drawing.json was made with {drawing()['made_with']}, here is {made_with}")
    again = tmp_path / "drawing.json"
    maker = ROOT / "tools" / "mapmaker" / "make.py"
    subprocess.run([sys.executable, str(maker), "--out", str(again)], check=True, capture_output=True)
    assert again.read_bytes() == DRAWING.read_bytes()
