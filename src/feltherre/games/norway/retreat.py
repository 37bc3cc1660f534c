"""Where losers may go (4.2-8): the areas open to each country, from the position on the board."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.games.norway import board
from feltherre.games.norway.procedures.retreat import open_for_retreat
from feltherre.games.norway.state import (
    ALLIES,
    AREAS,
    GERMANY,
    ROLES,
    NorwayState,
    attacked_areas,
    enemy_held,
)

#: (neighbour, over water) for each area
_NEIGHBOURS = tuple(
    tuple((other, board.over_water(area, other)) for other in board.NEIGHBOURS[area]) for area in range(AREAS)
)


@rule("4.2-8-def-1")
def defender_options(state: NorwayState, country: int, area: int) -> list[int]:
    """Where defenders may retreat: no enemies, no undecided battle, no area attacked from in this turn (R15)."""
    return _options(state, country, area, tuple(state.origins))


@rule("4.2-8-att-2")
def landed_attacker_options(state: NorwayState, area: int) -> list[int]:
    """Where losing attackers from sea or air may go: like defenders, but also where their side attacked from (R15)."""
    return _options(state, state.country, area, ())


def _options(state: NorwayState, country: int, area: int, barred: tuple[int, ...]) -> list[int]:
    held = [other for other in board.NEIGHBOURS[area] if enemy_held(state, country, other)]
    return open_for_retreat(ROLES[country], _NEIGHBOURS[area], held, attacked_areas(state), barred)


@rule("4.2-6-evac", "2.3-sea-2")
def sea_refuges(state: NorwayState, area: int) -> list[int]:
    """Where Coastal evacuation may take Allied battalions from a battle (R14, R71).

    From a coast of III to VII to another one, without Germans and without an undecided battle, and not to an area that
    the player in turn attacks from.
    """
    if not board.open_to_allies(area):
        return []
    barred = {area, *attacked_areas(state), *(state.origins if state.country == GERMANY else ())}
    return [other for other in board.ALLIED_COAST if other not in barred and not enemy_held(state, ALLIES, other)]
