"""Who stays: a point city that the enemy could walk into keeps a battalion, whatever else that might do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.scales import OSLO, Scales, better
from feltherre.games.norway.players.sight import CITIES, Sight
from feltherre.games.norway.procedures.victory import battalions_home
from feltherre.games.norway.reinforcement import PLACES


def garrisons(sight: Sight) -> dict[int, int]:
    """city -> battalions of the country in turn that stay there: one, unless its ally holds the city too."""
    own = sight.battalions[sight.country]
    return {city: 1 for city in CITIES if own[city] and wanted(sight, city) and not ally_stays(sight, city)}


def wanted(sight: Sight, city: int) -> bool:
    """Whether a city may not be left: enemies stand next to it; or Germany could place new battalions there (4.3-ger-2)
    or misses it alone, and may come by air. Germany's own new ones come to Oslo before its enemies do."""
    near = any(sight.enemies_at(sight.country, area) for area in board.NEIGHBOURS[city])
    if sight.country == GERMANY:
        return near and city != OSLO
    return near or city in PLACES[GERMANY] or sight.unheld_cities() == [city]


def leaves_nobody_near(sight: Sight, city: int, target: int) -> bool:
    """Whether a German who holds a city alone may leave it to attack an area: no enemies stand next to the city but
    those whom he attacks, and who are beaten have nowhere next to it to retreat to. Beaten himself, he comes back."""
    german, leaving = sight.battalions[GERMANY], {group.origin for group in sight.view.groups}
    if sight.country != GERMANY or german[city] > 1 or city in leaving:
        return False
    return not any(
        sight.enemies_at(GERMANY, area) or (area in board.NEIGHBOURS[target] and not german[area])
        for area in board.NEIGHBOURS[city]
        if area != target
    )


def ally_stays(sight: Sight, city: int) -> bool:
    """Whether an ally's battalions will still be there when Germany comes, as far as can be foreseen."""
    if sight.country == ALLIES:
        return sight.battalions[NORWAY][city] > 0
    return sight.country == NORWAY and sight.battalions[ALLIES][city] > recalled_soon(sight)


def recalled_soon(sight: Sight) -> int:
    """Allied battalions that may go home at the end of the next Allied turn, because the deck will be used up
    (2.4-all-3)."""
    if sight.view.allies_withdrawn or sight.view.deck_size[ALLIES] > cards.HAND_LIMIT[ALLIES]:
        return 0
    return battalions_home(sum(sight.battalions[ALLIES]))


def go_home(sight: Sight, scales: Scales, standing: Mapping[int, int], number: int) -> Counter[int]:
    """area -> Allied battalions, of those standing there, that are missed least, one after another; they are taken off
    the scales. The last who hold a city that may not be left are missed most."""
    gone = Counter[int]()

    def missed(area: int) -> tuple[bool, float, int]:
        last = area in CITIES and standing[area] == gone[area] + 1 and not sight.battalions[NORWAY][area]
        return last and wanted(sight, area), better(ALLIES, scales.score(), scales.after([(ALLIES, area, -1)])), area

    for _ in range(min(number, sum(standing.values()))):
        least = min((area for area, n in standing.items() if n > gone[area]), key=missed)
        gone[least] += 1
        scales.add(ALLIES, least, -1)
    return gone


def reckon_with_recall(sight: Sight, scales: Scales) -> Scales:
    """The scales without the Allies who may soon go home, for a Norway that makes its plans."""
    if sight.country == NORWAY and (number := recalled_soon(sight)):
        allies = sight.battalions[ALLIES]
        go_home(sight, scales, {area: n for area, n in enumerate(allies) if n}, number)
    return scales
