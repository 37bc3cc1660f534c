"""What must hold after every act in any hex game; a title adds its own. Each check gives what is wrong, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from feltherre.ground.hexes.derived import kept_maps
from feltherre.hexgame.counters import DESTROYED, Counters
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.theatre import SIDES, HexMaps, S, Theatre

#: supply is looked at in one position of so many
THOROUGH = 8


def on_map(state: HexGameState) -> Iterator[tuple[int, int]]:
    """(counter, hex) of all on the map."""
    return ((unit, hex_) for unit, hex_ in enumerate(state.places) if hex_ >= 0)


def somewhere(counters: Counters, state: HexGameState) -> list[str]:
    return [f"{counters.ids[unit]} is nowhere: {hex_}" for unit, hex_ in enumerate(state.places) if hex_ < DESTROYED]


def enemies_apart(theatre: Theatre[S], state: S) -> list[str]:
    both = set.intersection(*(set(theatre.counters.occupied(state, side)) for side in SIDES))
    return [f"ground units of both sides in {number}" for number in theatre.board.numbers(sorted(both))]


def stacks_hold(theatre: Theatre[S], state: S, asked: Collection[int] = ()) -> list[str]:
    """Except in hexes where somebody is `asked` what to do about it; a game that ended meanwhile asks nobody."""
    over = (hex_ for stacks in theatre.maps_of(state).stacks for hex_ in stacks.over())
    crowded = [] if state.result is not None else [hex_ for hex_ in over if hex_ not in asked]
    return [f"too many in {number}" for number in theatre.board.numbers(crowded)]


def losses_counted(counters: Counters, state: HexGameState, counted: Sequence[int]) -> list[str]:
    """Every loss is off the map and counted once; only an umpire takes a counter away without counting it."""
    gone = {unit for unit, hex_ in enumerate(state.places) if hex_ == DESTROYED}
    problems = [f"{counters.ids[unit]} is counted twice" for unit in set(counted) if counted.count(unit) > 1]
    problems += [f"{counters.ids[unit]} is counted as lost, but is not" for unit in counted if unit not in gone]
    if not state.umpire:
        problems += [f"{counters.ids[unit]} is lost, but not counted" for unit in sorted(gone - set(counted))]
    return problems


def in_time(counters: Counters, state: HexGameState, arrives: Sequence[int]) -> list[str]:
    """`arrives`: counter -> the turn in which it may come."""
    early = (unit for unit, _ in on_map(state) if arrives[unit] > state.turn)
    return [f"{counters.ids[unit]} is on the map before turn {arrives[unit]}" for unit in early]


def owned(names: Iterable[str], state: HexGameState) -> list[str]:
    return [f"{name} is nobody's" for name, owner in zip(names, state.owners, strict=True) if owner not in SIDES]


def marked_only(counters: Counters, marks: Sequence[int], may: Sequence[bool], what: str) -> list[str]:
    """Only some counters may have a mark; `what`: how another would have gone wrong."""
    return [f"{counters.ids[unit]} {what}" for unit, mark in enumerate(marks) if mark and not may[unit]]


def maps_in_step(theatre: Theatre[S], state: S) -> list[str]:
    """Zones, stacks and supply kept beside the state are what the state alone would give."""
    kept = kept_maps(state, HexMaps)
    if kept is None:
        return []
    # lines of supply from the beginning take far longer than all else that is asked here
    thorough = state.opened % THOROUGH == 0
    anew = theatre.made_anew(state) if thorough else theatre.laid_out(state)
    problems = [] if kept.layers.same(anew.layers) else ["units and zones on the map are not those of the state"]
    if any(ours.held != theirs.held for ours, theirs in zip(kept.stacks, anew.stacks, strict=True)):
        problems.append("stacks are not those of the state")
    for net, supply in enumerate(anew.supply if thorough else ()):
        if theatre.supply_of(state, net).lengths != supply.lengths:
            problems.append(f"supply net {net} is not that of the state")
    return problems
