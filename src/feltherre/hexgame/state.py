"""What the state of every hex game has; a title adds its own fields, and says how many counters it has."""

from __future__ import annotations

from dataclasses import dataclass, field

from feltherre.ground.hexes.derived import HexState


@dataclass(slots=True)
class HexGameState(HexState):
    """Lists are by counter or by place. `Theatre.put` changes where a counter is, and keeps the maps in step."""

    turn: int = 0
    #: whose player turn it is, and the part of it
    side: int = 0
    phase: str = "setup"
    #: counter -> its hex, AWAITED or DESTROYED
    places: list[int] = field(default_factory=list)
    #: counter -> 1 if it has moved, has attacked, in its phase under way
    moved: list[int] = field(default_factory=list)
    attacked: list[int] = field(default_factory=list)
    #: place that can be owned -> the side that owns it
    owners: list[int] = field(default_factory=list)
