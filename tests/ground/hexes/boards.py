"""Boards for the tests of the ground of hexes: random ones of any size, and one drawn by hand."""

from random import Random

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.map import HexMap, Layer, MapData, Pair
from feltherre.ground.hexes.tables import WHOLE, Price

KEY = {"~": "sea", "f": "forest", "m": "marsh", "^": "mountain", "T": "town"}
#: the game's own codes for steps its table bars
SEA, OFF_ROAD = 1, 2
QUARTERS = {"forest": 4, "marsh": 8, "mountain": 12, "town": 4}
HALVES = {"forest": 2, "marsh": 8, "mountain": 6, "town": 2}


def random_board(seed: int, columns: int = 9, rows: int = 10) -> HexMap:
    """Land and sea, roads and railways that wander over land, rivers with bridges where a link crosses them."""
    rng = Random(seed)
    grid = Grid(columns, rows)
    letters = rng.choices("~fm^T", weights=(10, 62, 10, 10, 8), k=grid.size)
    terrain = ["".join(letters[row * columns : (row + 1) * columns]) for row in range(rows)]
    roads = _wanderings(rng, grid, letters, 1 + grid.size // 60)
    rails = _wanderings(rng, grid, letters, 1 + grid.size // 120)
    pairs = [(a, b) for a in range(grid.size) for b in grid.neighbours[a] if a < b]
    rivers = rng.sample(pairs, len(pairs) // 8)
    linked = {*roads, *rails}
    return HexMap(
        MapData(
            columns=columns,
            rows=rows,
            layers={"terrain": Layer(KEY, terrain)},
            sides={
                "river": _numbers(grid, rivers),
                "bridge": _numbers(grid, [pair for pair in rivers if pair in linked]),
            },
            links={"road": _numbers(grid, roads), "rail": _numbers(grid, rails)},
            lies_on={"bridge": "river"},
            no_links={"terrain": ["sea"]},
        )
    )


def _wanderings(rng: Random, grid: Grid, letters: list[str], how_many: int) -> list[tuple[int, int]]:
    found: dict[tuple[int, int], None] = {}
    for _ in range(how_many):
        here = rng.randrange(grid.size)
        for _ in range(12):
            there = rng.choice(grid.neighbours[here])
            if letters[here] != "~" and letters[there] != "~":
                found[min(here, there), max(here, there)] = None
                here = there
    return list(found)


def _numbers(grid: Grid, pairs: list[tuple[int, int]]) -> list[Pair]:
    return [(grid.number(a), grid.number(b)) for a, b in pairs]


def winter_price(board: HexMap, road_bound: bool = False) -> Price:
    """Quarters of a point: railway 1, road 2, else terrain; some may leave the network and some not."""
    rail, road = board.link_bit("rail"), board.link_bit("road")
    cost = [QUARTERS.get(board.named("terrain", hex_), -SEA) for hex_ in range(board.size)]

    def price(here: int, direction: int, there: int) -> int:
        link = board.links[here * 6 + direction]
        if link & rail:
            return 1
        if link & road:
            return 2
        return -OFF_ROAD if road_bound and cost[there] > 0 else cost[there]

    return price


def summer_price(board: HexMap) -> Price:
    """Halves of a point: road 1, else terrain; a river without a bridge takes the whole allowance."""
    road, river, bridge = board.link_bit("road"), board.side_bit("river"), board.side_bit("bridge")

    def price(here: int, direction: int, there: int) -> int:
        side = here * 6 + direction
        if board.named("terrain", there) == "sea":
            return -SEA
        if board.sides[side] & river and not board.sides[side] & bridge:
            return WHOLE
        return 1 if board.links[side] & road else HALVES[board.named("terrain", there)]

    return price


def random_bits(rng: Random, size: int, mask: int, share: float = 0.15) -> list[int]:
    """Some hexes with some of the bits of a mask."""
    return [rng.randrange(mask + 1) & mask if rng.random() < share else 0 for _ in range(size)]
