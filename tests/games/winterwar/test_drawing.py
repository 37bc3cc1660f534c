"""The drawn map says what the hexes say: ground, water, roads and railways, worked out from the drawing alone."""

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from feltherre.core.datafile import read_tree, unmarked
from feltherre.games.winterwar import board
from feltherre.games.winterwar.scene import DRAWING, drawn_board
from feltherre.games.winterwar.units import UNITS

shapely = pytest.importorskip("shapely", reason="shapely is in the development extra: pip install -e '.[dev]'")
Polygon, Point, LineString = shapely.Polygon, shapely.Point, shapely.LineString

ROOT = Path(__file__).resolve().parents[3]
ATLAS = ROOT / "web" / "node_modules" / "world-atlas" / "countries-10m.json"
SYMBOLS = ROOT / "web" / "src" / "boards" / "symbols.json"

NEAR = 60  # units, a fifth of a hex: how far a line may stray from the middle of the hexside it belongs to
THREE_COUNTRIES = "0404"  # more of it is Finnish than Norwegian or Swedish, but not the half
SEEN = 0.8  # of a hexside: what is drawn across its outer tenths may belong to the next one


@cache
def drawing() -> Any:
    return json.loads(DRAWING.read_text(encoding="utf-8"))


def points(numbers: list[int]) -> list[tuple[int, int]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def shape(key: str) -> Any:
    """Even-odd, as the client fills it."""
    made = Polygon()
    rings = [Polygon(points(ring)).buffer(0) for ring in drawing()[key]]
    for ring in sorted(rings, key=lambda polygon: -polygon.area):
        made = made.symmetric_difference(ring)
    return made


@cache
def lines(key: str) -> Any:
    return shapely.union_all([LineString(points(line)) for line in drawing()[key]])


@cache
def water() -> Any:
    lakes = [Polygon(points(ring)).buffer(0) for lake in drawing()["lakes"] for ring in lake["rings"]]
    return shapely.union_all([lines("rivers"), *lakes])


@cache
def centre(hex_: int) -> Any:
    return Point(points(drawing()["centres"])[hex_])


@cache
def outline(hex_: int) -> Any:
    middle = centre(hex_)
    return Polygon([(middle.x + dx, middle.y + dy) for dx, dy in points(drawing()["corners"])])


def hexside(a: int, b: int) -> Any:
    direction = board.GRID.direction(a, b)
    corners = [Point(corner) for corner in outline(a).exterior.coords]
    return LineString([corners[direction], corners[direction + 1]])


def middle_of(a: int, b: int) -> Any:
    return hexside(a, b).centroid


def inner(line: Any) -> Any:
    return shapely.affinity.scale(line, SEEN, SEEN)


def pairs_of(sides: Iterable[tuple[str, str]]) -> list[tuple[int, int]]:
    return [(board.hex_of(a), board.hex_of(b)) for a, b in sides]


def open_pairs() -> list[tuple[int, int]]:
    return [
        (hex_, other)
        for hex_ in range(board.SIZE)
        for other in board.GRID.neighbours[hex_]
        if hex_ < other and board.IS_OPEN[hex_] and board.IS_OPEN[other]
    ]


def test_the_hexes_are_those_of_the_grid_and_touch_where_it_says() -> None:
    assert drawing()["numbers"] == [board.number(hex_) for hex_ in range(board.SIZE)]
    assert drawing()["open"] == "".join("1" if is_open else "0" for is_open in board.IS_OPEN)
    for hex_ in range(board.SIZE):
        for other in board.GRID.neighbours[hex_]:
            assert hexside(hex_, other).centroid.distance(hexside(other, hex_).centroid) < 2
            assert abs(centre(hex_).distance(centre(other)) - drawing()["hex_width"]) < 1


def test_everything_lies_on_the_paper() -> None:
    x, y, width, height = drawing()["view_box"]
    paper = shapely.box(x, y, x + width, y + height)
    assert all(paper.contains(outline(hex_)) for hex_ in range(board.SIZE))
    assert all(paper.buffer(1).covers(drawn) for drawn in (shape("land"), shape("neutral"), lines("rails"), water()))


def test_land_is_where_the_hexes_have_it() -> None:
    """A hex is land when two fifths of it are dry; a town always (hexes.yaml)."""
    for hex_ in range(board.SIZE):
        dry = outline(hex_).intersection(shape("land")).area / outline(hex_).area
        if board.TOWN_AT[hex_] < 0:
            assert dry >= 0.3 if not board.IS_SEA[hex_] else dry <= 0.5, board.number(hex_)


def test_neutral_ground_is_grey_and_ours_is_not() -> None:
    for hex_ in range(board.SIZE):
        if board.IS_SEA[hex_] or board.number(hex_) == THREE_COUNTRIES:
            continue
        land = outline(hex_).intersection(shape("land"))
        grey = land.intersection(shape("neutral")).area / land.area
        assert (grey > 0.5) == board.IS_NEUTRAL[hex_], board.number(hex_)


def test_each_side_has_its_band_on_its_own_side_of_the_border() -> None:
    bands = [
        shapely.union_all([Polygon(points(ring)).buffer(0) for ring in drawing()["bands"][side]])
        for side in ("finland", "soviet")
    ]
    seen = 0
    for finnish, soviet in board.MAP.border("territory", "Finland", "Soviet Union"):
        way = LineString([centre(finnish), centre(soviet)])
        first, second = (way.intersection(band) for band in bands)
        if not first.is_empty and not second.is_empty:
            seen += 1
            assert way.project(first.centroid) < way.project(second.centroid), board.number(finnish)
    assert seen > 40


@pytest.mark.parametrize("kind", ["marsh", "mountain"])
def test_a_patch_of_ground_covers_the_middle_of_its_hexes_and_of_no_other(kind: str) -> None:
    there = [hex_ for hex_ in range(board.SIZE) if board.IS_OPEN[hex_] and board.TERRAIN[hex_] == kind]
    # a lake may lie over it, never over the middle
    bare = [board.number(hex_) for hex_ in there if not shape(kind).contains(centre(hex_))]
    assert [number for number in bare if number != THREE_COUNTRIES] == []
    rest = [hex_ for hex_ in range(board.SIZE) if board.TERRAIN[hex_] != kind]
    assert [board.number(hex_) for hex_ in rest if shape(kind).buffer(20).contains(centre(hex_))] == []
    for hex_ in rest:
        assert outline(hex_).intersection(shape(kind)).area < 0.06 * outline(hex_).area, board.number(hex_)


def test_rivers_and_lakes_run_along_their_hexsides() -> None:
    sides = pairs_of(board.HEXES.water_hexsides)
    assert [f"{a}-{b}" for a, b in sides if water().distance(middle_of(a, b)) > NEAR] == []
    drawn = {frozenset(points(side)) for side in drawing()["water_sides"]}
    assert len(drawn) == len(sides)


@pytest.mark.parametrize(("kind", "links"), [("rails", "rail_links"), ("roads", "road_links")])
def test_roads_and_railways_cross_their_hexsides_and_no_others(kind: str, links: str) -> None:
    linked = {frozenset(pair) for pair in pairs_of(getattr(board.HEXES, links))}
    for a, b in open_pairs():
        crosses = lines(kind).intersects(inner(hexside(a, b)))
        assert crosses == (frozenset((a, b)) in linked), f"{kind} {board.number(a)}-{board.number(b)}"


def test_every_bridge_stands_where_a_way_crosses_the_water() -> None:
    bridged = pairs_of(board.HEXES.bridged_water_hexsides)
    ways = shapely.union_all([lines("rails"), lines("roads")])
    assert len(drawing()["bridges"]) == len(bridged)
    for (a, b), (x, y, _) in zip(bridged, drawing()["bridges"], strict=True):
        assert middle_of(a, b).distance(Point(x, y)) < NEAR
        assert ways.distance(Point(x, y)) < 4


def test_the_arctic_line_runs_through_its_row() -> None:
    last = max(hex_ for hex_ in range(board.SIZE) if board.IS_ARCTIC[hex_])
    assert {y for line in drawing()["arctic"] for _, y in points(line)} == {round(centre(last).y)}


def test_names_stand_on_what_they_name() -> None:
    assert {town.id for town in board.TOWNS} >= set(drawing()["beside"])
    towns = {town.hex for town in board.TOWNS}
    placed = [place["hex"] for place in drawing()["places"]]
    assert len(set(placed)) == len(placed)
    assert not towns & set(placed)
    for name in drawing()["names"]:
        assert shape("land").contains(Point(name["at"])) == (name["kind"] == "country"), name["id"]


def test_the_small_map_follows_the_land() -> None:
    small = shape("outline")
    assert small.symmetric_difference(shape("land")).area < 0.03 * shape("land").area
    assert sum(len(ring) for ring in drawing()["outline"]) < 3000


def test_every_datum_of_the_geography_is_marked_with_where_it_comes_from() -> None:
    words = ("neighbours",)  # how the grid is to be read
    tree = read_tree(DRAWING.parent / "map.yaml")
    assert list(unmarked({key: value for key, value in tree.items() if key not in words})) == []


def test_the_board_has_every_unit_town_and_hex() -> None:
    drawn = drawn_board()
    assert [kind.id for kind in drawn.kinds] == [unit.id for unit in UNITS]
    first = drawn.kinds[0]
    assert (first.label, first.faces, first.reconstructed) == ("4D", ("4-4-3", "2-2-3"), True)
    assert sum(place.value for place in drawn.places) == 41
    assert len(drawn.places) == board.SIZE
    assert {place.ground for place in drawn.places} == {"sea", "forest", "marsh", "mountain", "town"}
    arrivals = [sum(map(len, turn["arrive"].values())) for turn in drawn.more["turns"]]
    assert (len(arrivals), sum(arrivals)) == (8, sum(unit.turn > 0 for unit in UNITS))
    assert drawn.more["tables"]["ground"]["reconstructed"]


def test_every_kind_of_unit_has_its_symbol() -> None:
    assert {unit.type for unit in UNITS} <= json.loads(SYMBOLS.read_text(encoding="utf-8")).keys()


@pytest.mark.full
def test_the_file_is_what_the_maker_makes(tmp_path: Path) -> None:
    """Byte for byte, with the library it was made with; another may round otherwise."""
    if not ATLAS.exists():
        pytest.skip("NOT CHECKED: the coast is missing, run `npm ci` in web/")
    made_with = f"shapely {shapely.__version__}, GEOS {shapely.geos_version_string}"
    if drawing()["made_with"] != made_with:
        pytest.skip(f"NOT CHECKED: drawing.json was made with {drawing()['made_with']}, here is {made_with}")
    again = tmp_path / "drawing.json"
    maker = ROOT / "tools" / "winterwar_drawing.py"
    subprocess.run([sys.executable, str(maker), "--out", str(again)], check=True, capture_output=True)
    assert again.read_bytes() == DRAWING.read_bytes()
