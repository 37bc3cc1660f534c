"""Maps from plain data, and data that are refused with the hexes named."""

from typing import Any

import msgspec
import pytest

from feltherre.core.errors import BadInput
from feltherre.ground.hexes.map import HexMap, Layer, MapData, chain
from refusals import refusal_of

# 0101 0201 0301        sea    forest forest
#   0102 0202 0302        forest town   forest
# 0103 0203 0303        marsh  marsh  forest
DATA: dict[str, Any] = {
    "columns": 3,
    "rows": 3,
    "layers": {
        "terrain": {"key": {"~": "sea", "f": "forest", "m": "marsh", "T": "town"}, "rows": ["~ff", "fTf", "mmf"]},
        "country": {"key": {"a": "Aland", "b": "Bland", ".": "nobody"}, "rows": [".bb", "aab", "aab"]},
    },
    "sides": {"river": [["0202", "0302"], ["0202", "0203"]], "bridge": [["0302", "0202"]]},
    "links": {"road": [["0102", "0202"], ["0202", "0302"]], "rail": [["0202", "0302"]]},
    "areas": {"Mid": ["0202"], "north": ["0201", "0301"]},
    "lies_on": {"bridge": "river"},
    "no_links": {"terrain": ["sea"]},
}


def read(**changed: Any) -> HexMap:
    return HexMap(msgspec.convert({**DATA, **changed}, MapData))


def test_a_map_is_read_from_plain_data() -> None:
    board = read()
    at = board.grid.index
    assert [board.named("terrain", at(n)) for n in ("0101", "0202", "0203")] == ["sea", "town", "marsh"]
    assert board.layers["terrain"][at("0303")] == board.value("terrain", "forest")
    assert board.areas == {"Mid": (at("0202"),), "north": (at("0201"), at("0301"))}


def test_sides_and_links_are_the_same_from_both_hexes() -> None:
    board = read()
    a, b, c = (board.grid.index(n) for n in ("0202", "0302", "0203"))
    river, bridge = board.side_bit("river"), board.side_bit("bridge")
    road, rail = board.link_bit("road"), board.link_bit("rail")
    assert board.side_between(a, b) == board.side_between(b, a) == river | bridge
    assert board.side_between(a, c) == board.side_between(c, a) == river
    assert board.link_between(a, b) == board.link_between(b, a) == road | rail
    assert board.link_between(a, c) == 0
    assert sum(map(bool, board.sides)) == sum(map(bool, board.links)) == 4


def test_a_border_runs_between_two_countries() -> None:
    board = read()
    border = [(board.grid.number(a), board.grid.number(b)) for a, b in board.border("country", "Aland", "Bland")]
    assert border == [
        ("0102", "0201"),
        ("0202", "0302"),
        ("0202", "0303"),
        ("0202", "0201"),
        ("0202", "0301"),
        ("0203", "0303"),
    ]


def test_a_road_may_be_given_as_a_chain() -> None:
    assert chain(["0101", "0102", "0202"]) == [("0101", "0102"), ("0102", "0202")]


TERRAIN = DATA["layers"]["terrain"]["key"]


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"layers": {"terrain": Layer(TERRAIN, ["~ff", "fTf"])}}, "terrain has 2 rows instead of 3"),
        ({"layers": {"terrain": Layer(TERRAIN, ["~ff", "fT", "mmf"])}}, "terrain: the row of 0102 has 2 hexes, not 3"),
        ({"layers": {"terrain": Layer(TERRAIN, ["~ff", "fxf", "mmf"])}}, "terrain: hex 0202 has 'x'"),
        ({"sides": {"river": [["0202", "0402"]]}}, "river 0202-0402: there is no hex 0402"),
        ({"sides": {"river": [["0101", "0303"]]}}, "river 0101-0303: the hexes are not neighbours"),
        ({"sides": {"river": [["0202", "0302"], ["0302", "0202"]]}}, "river 0302-0202 is given twice"),
        ({"sides": {"bridge": [["0302", "0202"]]}}, "bridge 0302-0202: there is no river"),
        ({"links": {"road": [["0202", "0202"]]}}, "road 0202-0202: the hexes are not neighbours"),
        ({"links": {"road": [["0201", "0101"]]}}, "road 0201-0101: hex 0101 is sea"),
        ({"areas": {"Mid": ["2202"]}}, "Mid: there is no hex 2202"),
        ({"areas": {"Mid": ["0202", "0202"]}}, "Mid: hex 0202 is given twice"),
    ],
)
def test_faults_name_the_hex(changed: dict[str, Any], fault: str) -> None:
    assert fault in str(refusal_of(BadInput, lambda: read(**msgspec.to_builtins(changed))))


def test_all_faults_of_a_file_are_told_at_once() -> None:
    refused = refusal_of(BadInput, lambda: read(sides={"river": [["0101", "0303"]]}, areas={"Mid": ["9999"]}))
    assert "0101-0303" in str(refused)
    assert "9999" in str(refused)
