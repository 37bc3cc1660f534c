"""Plans for 9 April: nine-April cards, and where ships lie. Each country has several, so that none can be read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.ships import SEA_I, SEA_II, SEA_III, SEA_IV, SEA_V, SEA_VI, SEA_VII, SEA_VIII

#: by country: hands of nine-April cards that go together
HANDS: dict[int, tuple[tuple[str, ...], ...]] = {
    GERMANY: (
        ("april-paratroops", "april-paratroops", "april-gebirgsjager", "april-transport-plane", "april-reinforcements"),
        ("april-paratroops", "april-paratroops", "april-bluff", "april-gebirgsjager", "april-reinforcements"),
        ("april-paratroops", "april-paratroops", "april-smoke-screen", "april-gebirgsjager", "april-reinforcements"),
    ),
    NORWAY: (
        ("april-coastal-fort", "april-coastal-fort", "april-reinforcements"),
        ("april-coastal-fort", "april-fighter", "april-reinforcements"),
    ),
    ALLIES: (
        ("april-ships-to-the-rescue", "april-minelaying", "april-reinforcements"),
        ("april-dive-bomber", "april-minelaying", "april-reinforcements"),
        ("april-ships-to-the-rescue", "april-dive-bomber", "april-reinforcements"),
    ),
}

#: German plans: sea area -> (battleships, heavy cruisers, minor ships). Battleships raid; the others land.
GERMAN_PLANS: tuple[dict[int, tuple[int, int, int]], ...] = (
    {SEA_I: (0, 1, 2), SEA_II: (0, 0, 1), SEA_IV: (0, 1, 1), SEA_V: (0, 1, 2), SEA_VI: (0, 0, 2), SEA_VIII: (2, 0, 0)},
    {SEA_I: (0, 1, 1), SEA_II: (0, 0, 1), SEA_IV: (0, 1, 2), SEA_V: (0, 1, 2), SEA_VI: (2, 0, 2)},
    {SEA_I: (0, 1, 1), SEA_II: (0, 0, 1), SEA_III: (0, 0, 1), SEA_IV: (0, 1, 1), SEA_V: (0, 1, 2), SEA_VI: (2, 0, 2)},
    {SEA_I: (0, 1, 2), SEA_II: (0, 0, 1), SEA_IV: (0, 1, 1), SEA_V: (0, 0, 2), SEA_VI: (1, 1, 2), SEA_VIII: (1, 0, 0)},
)
#: where decoys draw the Allies off
DECOY_WATERS = (SEA_III, SEA_IV, SEA_V, SEA_VI, SEA_VII, SEA_VIII)


def choose_hand(country: int, rng: Random) -> tuple[str, ...]:
    return rng.choice(HANDS[country])


def german_stations(plan: dict[int, tuple[int, int, int]], rng: Random) -> dict[int, int]:
    """ship -> sea area: which of equal ships goes where is drawn by lot, and so are the decoys' places."""
    own = ships.OF_COUNTRY[GERMANY]
    stations: dict[int, int] = {}
    for column, kind in enumerate((ships.BATTLESHIP, ships.HEAVY_CRUISER, ships.MINOR)):
        posts = [sea for sea, numbers in plan.items() for _ in range(numbers[column])]
        crew = [ship for ship in own if ships.CLASS[ship] == kind]
        rng.shuffle(crew)
        stations |= dict(zip(crew, fitted(posts, len(crew)), strict=True))
    for decoy in sorted(ships.DECOYS):
        stations[decoy] = rng.choice(DECOY_WATERS)
    return stations


def fitted(posts: Sequence[int], number: int) -> list[int]:
    """As many posts as there are ships, whatever the card file has: the first ones again, or the last left out."""
    return [posts[i % len(posts)] for i in range(number)]
