"""Where losers may go (4.2-8): the areas open to each country, from the position on the board."""

from __future__ import annotations

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.procedures.combat import open_for_retreat
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import AREAS, ROLES, NorwayState, attacked_areas, enemy_held

#: (neighbour, over water) for each area
_NEIGHBOURS = tuple(
    tuple((other, board.over_water(area, other)) for other in board.NEIGHBOURS[area]) for area in range(AREAS)
)


@rule("4.2-8-def-1", "4.2-8-def-3", "2.3-fjord-2")
def defender_options(state: NorwayState, country: int, area: int) -> list[int]:
    """Where defenders may retreat: no enemies, no undecided battle, no area attacked from in this turn, and only
    Norwegians over water (4.2-8-def-1, 4.2-8-def-3, R15)."""
    return _options(state, country, area, tuple(state.origins))


@rule("4.2-8-att-2")
def landed_attacker_options(state: NorwayState, area: int) -> list[int]:
    """Where losing attackers from sea or air may go: like defenders, but also where their side attacked from (R15)."""
    return _options(state, state.country, area, ())


def _options(state: NorwayState, country: int, area: int, barred: tuple[int, ...]) -> list[int]:
    held = [other for other in board.NEIGHBOURS[area] if enemy_held(state, country, other)]
    return open_for_retreat(ROLES[country], _NEIGHBOURS[area], held, attacked_areas(state), barred)


def why_no_retreat(state: NorwayState, country: int, area: int, target: int) -> Illegal:
    """Why battalions of the country that have lost in `area` cannot go to `target`, and the rule."""
    if target not in board.NEIGHBOURS[area]:
        return _refusal("not-adjacent", "4.2-8-def-1", target)
    if enemy_held(state, country, target):
        return _refusal("enemy", "4.2-8-def-1", target)
    if target in attacked_areas(state):
        return _refusal("pending", "4.2-8-def-1", target)
    if country != state.country and target in state.origins:
        return _refusal("origin", "4.2-8-def-1", target)
    options = _options(state, country, area, ())
    return (
        _refusal("together", "4.2-8-def-2", target) if target in options else _refusal("water", "4.2-8-def-3", target)
    )


def _refusal(why: str, rule_id: str, target: int) -> Illegal:
    return Illegal(say(f"norway.illegal.retreat.{why}", area=area_name(target)), rule_id)
