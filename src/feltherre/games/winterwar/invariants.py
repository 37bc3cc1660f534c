"""What must hold after every action, whatever is played; the shared battery asks."""

from __future__ import annotations

from typing import Final

from feltherre.games.winterwar import board, maps, reinforcement, units, victory
from feltherre.games.winterwar.state import DESTROYED, WinterWarState, occupied
from feltherre.games.winterwar.steps import LostBase, OverStacked
from feltherre.games.winterwar.units import COUNT, FINLAND, SIDE, SOVIET, UNITS
from feltherre.ground.hexes.derived import kept_maps
from feltherre.hexgame.theatre import HexMaps

#: all towns together (1.1-c)
TOWN_POINTS: Final = 41
#: phases in which attacks have been made or units named for them; in the last all of it is left as it was
_COMBAT: Final = ("air", "combat", "over")

#: hexes with a road or railway, to which Soviet ground units keep (turn-3-g)
ON_NETWORK: Final = frozenset(hex_ for hex_ in range(board.SIZE) if board.LINKED_WAYS[hex_])


def _on_map(state: WinterWarState) -> list[tuple[int, int]]:
    return [(unit, hex_) for unit, hex_ in enumerate(state.places) if hex_ >= 0]


def units_stand_where_they_may(state: WinterWarState) -> list[str]:
    problems = [f"{UNITS[unit].id} is nowhere: {hex_}" for unit, hex_ in enumerate(state.places) if hex_ < DESTROYED]
    for unit, hex_ in _on_map(state):
        name, number = UNITS[unit].id, board.number(hex_)
        if units.IS_GROUND[unit] and not board.IS_OPEN[hex_]:
            problems.append(f"{name} stands in {number}, no open land")
        if units.IS_GROUND[unit] and SIDE[unit] == SOVIET and hex_ not in ON_NETWORK:
            problems.append(f"{name} stands in {number}, off road and railway")
        if units.IS_SHIP[unit] and hex_ not in board.ZONES[UNITS[unit].zone]:
            problems.append(f"{name} lies in {number}, not in its port")
    return problems


def enemies_are_apart(state: WinterWarState) -> list[str]:
    both = set(occupied(state, FINLAND)) & set(occupied(state, SOVIET))
    return [f"ground units of both sides in {board.number(hex_)}" for hex_ in sorted(both)]


def stacking_holds(state: WinterWarState) -> list[str]:
    """Except where somebody is asked what to eliminate (setup-8); a game that ended meanwhile asks nobody."""
    if state.result is not None:
        return []
    asked = {step.hex for step in state.agenda if isinstance(step, OverStacked)}
    return [
        f"too many in {board.number(hex_)}"
        for stacks in maps.maps_of(state).stacks
        for hex_ in stacks.over()
        if hex_ not in asked
    ]


def air_units_have_bases(state: WinterWarState) -> list[str]:
    """Except while their owner is asked for another (R11); the fall of Helsinki asks nobody any more."""
    if state.result is not None:
        return []
    problems = []
    homeless = {step.unit for step in state.agenda if isinstance(step, LostBase)}
    # an enemy in flight may have come from a town that is lost
    based: dict[tuple[int, int], int] = {}
    for unit, hex_ in _on_map(state):
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
    sides = (FINLAND, SOVIET)
    problems = [f"{board.TOWNS[n].id} is nobody's" for n, owner in enumerate(state.owners) if owner not in sides]
    towns = sum(victory.both_points(state)) - sum(loss.value for loss in state.destroyed)
    if towns != TOWN_POINTS * victory.QUARTER_POINTS:
        problems.append(f"the towns are worth {towns} quarters of a point")
    return problems


def losses_are_gone(state: WinterWarState) -> list[str]:
    """Every loss is off the map and counted once; only an umpire takes a unit away without counting it."""
    counted = [loss.unit for loss in state.destroyed]
    gone = {unit for unit in range(COUNT) if state.places[unit] == DESTROYED}
    problems = [f"{UNITS[unit].id} is counted twice" for unit in set(counted) if counted.count(unit) > 1]
    problems += [f"{UNITS[unit].id} is counted as lost, but is not" for unit in counted if unit not in gone]
    if not state.umpire:
        problems += [f"{UNITS[unit].id} is lost, but not counted" for unit in sorted(gone - set(counted))]
    return problems


def units_arrive_in_time(state: WinterWarState) -> list[str]:
    return [
        f"{UNITS[unit].id} is on the map before turn {units.ARRIVES[unit]}"
        for unit, _ in _on_map(state)
        if units.ARRIVES[unit] > state.turn
    ]


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


#: supply is looked at in one position of so many
THOROUGH: Final = 8


def maps_are_in_step(state: WinterWarState) -> list[str]:
    """Zones, stacks and supply kept beside the state are what the state alone would give."""
    kept = kept_maps(state, HexMaps)
    if kept is None:
        return []
    # lines of supply from the beginning take far longer than all else that is asked here
    thorough = state.opened % THOROUGH == 0
    anew = maps.THEATRE.made_anew(state) if thorough else maps.THEATRE.laid_out(state)
    problems = [] if kept.layers.same(anew.layers) else ["units and zones on the map are not those of the state"]
    if any(ours.held != theirs.held for ours, theirs in zip(kept.stacks, anew.stacks, strict=True)):
        problems.append("stacks are not those of the state")
    for net, supply in enumerate(anew.supply if thorough else ()):
        if maps.supply_of(state, net).lengths != supply.lengths:
            problems.append(f"supply net {net} is not that of the state")
    return problems


CHECKS: Final = (
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
