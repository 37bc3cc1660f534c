"""What must hold after every action, whatever is played; the shared battery asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from feltherre.games.winterwar import board, reinforcement, units, victory
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import LostBase, OverStacked
from feltherre.games.winterwar.units import COUNT, COUNTERS, SIDE, SOVIET, UNITS
from feltherre.hexgame import checks

#: all towns together (1.1-c)
TOWN_POINTS: Final = 41
#: phases in which attacks have been made or units named for them; in the last all of it is left as it was
_COMBAT: Final = ("air", "combat", "over")

#: hexes with a road or railway, to which Soviet ground units keep (turn-3-g)
ON_NETWORK: Final = frozenset(hex_ for hex_ in range(board.SIZE) if board.LINKED_WAYS[hex_])


def units_stand_where_they_may(state: WinterWarState) -> list[str]:
    problems = checks.somewhere(COUNTERS, state)
    for unit, hex_ in checks.on_map(state):
        name, number = UNITS[unit].id, board.number(hex_)
        if units.IS_GROUND[unit] and not board.IS_OPEN[hex_]:
            problems.append(f"{name} stands in {number}, no open land")
        if units.IS_GROUND[unit] and SIDE[unit] == SOVIET and hex_ not in ON_NETWORK:
            problems.append(f"{name} stands in {number}, off road and railway")
        if units.IS_SHIP[unit] and hex_ not in board.ZONES[UNITS[unit].zone]:
            problems.append(f"{name} lies in {number}, not in its port")
    return problems


def stacking_holds(state: WinterWarState) -> list[str]:
    """Except where somebody is asked what to eliminate (setup-8)."""
    return checks.stacks_hold(THEATRE, state, {step.hex for step in state.agenda if isinstance(step, OverStacked)})


def air_units_have_bases(state: WinterWarState) -> list[str]:
    """Except while their owner is asked for another (R11); the fall of Helsinki asks nobody any more."""
    if state.result is not None:
        return []
    problems = []
    homeless = {step.unit for step in state.agenda if isinstance(step, LostBase)}
    # an enemy in flight may have come from a town that is lost
    based: dict[tuple[int, int], int] = {}
    for unit, hex_ in checks.on_map(state):
        base, name = state.bases[unit], UNITS[unit].id
        if not units.IS_AIR[unit]:
            if state.flown[unit] or base >= 0:
                problems.append(f"{name} flies or has a base")
            continue
        town = board.TOWN_AT[base] if base >= 0 else -1
        if town < 0:
            problems.append(f"{name} has no base: {base}")
            continue
        based[base, SIDE[unit]] = based.get((base, SIDE[unit]), 0) + 1
        if state.flown[unit] or unit in homeless:
            continue
        if hex_ != base:
            problems.append(f"{name} is neither in flight nor at its base")
        if state.owners[town] != SIDE[unit]:
            problems.append(f"{name} has its base in an enemy town")
    crowded = [(base, n) for (base, _), n in based.items() if n > reinforcement.MOST_PER_BASE]
    return problems + [f"{n} air units based in {board.number(base)}" for base, n in crowded]


def points_add_up(state: WinterWarState) -> list[str]:
    """Each town is one side's, and they are worth 41 points together; the rest is destroyed units."""
    problems = checks.owned((town.id for town in board.TOWNS), state)
    towns = sum(victory.both_points(state)) - sum(loss.value for loss in state.destroyed)
    if towns != TOWN_POINTS * victory.QUARTER_POINTS:
        problems.append(f"the towns are worth {towns} quarters of a point")
    return problems


def only_two_sided_counters_are_flipped(state: WinterWarState) -> list[str]:
    return [
        f"{UNITS[unit].id} has no back side"
        for unit in range(COUNT)
        if state.flipped[unit] and not units.HAS_BACK[unit]
    ]


def attacks_are_made_in_combat(state: WinterWarState) -> list[str]:
    """Units attack, and are named for attacks (R60), in the combat phase only; nobody moves before the first turn."""
    problems = []
    fighting = any(state.attacked) or state.air_fought or state.stopped or any(hex_ >= 0 for hex_ in state.pledged)
    if fighting and state.phase not in _COMBAT:
        problems.append(f"attacks in the phase {state.phase}")
    if any(hex_ >= 0 and hex_ not in state.air_fought for hex_ in state.pledged):
        problems.append("a unit is named for a hex without an air combat")
    if state.phase == "setup" and any(state.moved):
        problems.append("units move during the set-up")
    return problems


def strengths_are_of_partisans(state: WinterWarState) -> list[str]:
    return [
        f"{UNITS[unit].id} has a strength by die"
        for unit, strength in enumerate(state.strengths)
        if strength and not units.IS_PARTISAN[unit]
    ]


enemies_are_apart: Final = partial(checks.enemies_apart, THEATRE)
maps_are_in_step: Final = partial(checks.maps_in_step, THEATRE)


def losses_are_gone(state: WinterWarState) -> list[str]:
    return checks.losses_counted(COUNTERS, state, [loss.unit for loss in state.destroyed])


def units_arrive_in_time(state: WinterWarState) -> list[str]:
    return checks.in_time(COUNTERS, state, units.ARRIVES)


CHECKS: Final[tuple[Callable[[WinterWarState], list[str]], ...]] = (
    units_stand_where_they_may,
    enemies_are_apart,
    stacking_holds,
    air_units_have_bases,
    points_add_up,
    losses_are_gone,
    units_arrive_in_time,
    only_two_sided_counters_are_flipped,
    attacks_are_made_in_combat,
    strengths_are_of_partisans,
    maps_are_in_step,
)
