"""What everybody sees: in the Winter War nothing is hidden, so every seat has the same view.

It is made after every action, so it holds the state's own numbers: units and towns by their place in the order of
battle and on the map, hexes by their number inside.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import itemgetter
from typing import Final

from msgspec import Struct

from feltherre.core.state import Result
from feltherre.games.winterwar import victory
from feltherre.games.winterwar.state import Loss, Rules, WinterWarState
from feltherre.games.winterwar.steps import (
    Advancing,
    AirBattle,
    AirLosses,
    BattleOver,
    GroundBattle,
    Losses,
    LostBase,
    March,
    OverStacked,
    PartisanDie,
    Retreating,
)
from feltherre.games.winterwar.units import AIR_UNITS, FINLAND, IS_PARTISAN, ROLES, SOVIET

#: what is being done with units, by the steps that remain of it. A ruling is none of them: while the umpire looks at it
#: nobody else knows it
UnderWay = (
    March
    | OverStacked
    | LostBase
    | PartisanDie
    | AirBattle
    | AirLosses
    | GroundBattle
    | Losses
    | Retreating
    | Advancing
    | BattleOver
)
_UNDER_WAY: Final = frozenset(UnderWay.__args__)

#: the lists `bases` and `flown` are by air unit, `strengths` by partisan, each in the order of the order of battle
AIR: Final = (*AIR_UNITS[FINLAND], *AIR_UNITS[SOVIET])
PARTISANS: Final = tuple(unit for unit, is_partisan in enumerate(IS_PARTISAN) if is_partisan)
_of_air = itemgetter(*AIR)
_of_partisans = itemgetter(*PARTISANS)


class WinterWarView(Struct, frozen=True):
    """Lists are by unit or by town unless they say otherwise; a hex is its number inside, -1 for a unit that has not
    arrived and -2 for one that is destroyed."""

    #: the teams have changed places after the dice for the sides (setup-2)
    swapped: bool
    turn: int
    phase: str
    #: the role whose player turn it is
    side: str
    places: list[int]
    flipped: list[int]
    cut_off: list[int]
    moved: list[int]
    attacked: list[int]
    #: by air unit: its base, and 0 there, 1 in flight to attack, 2 in flight to defend
    bases: tuple[int, ...]
    flown: tuple[int, ...]
    #: by partisan: its strength in this turn, 0 if none has been thrown
    strengths: tuple[int, ...]
    #: (unit, hex) of those named to attack before an air combat (R60)
    pledged: list[tuple[int, int]]
    air_fought: list[int]
    stopped: list[int]
    #: by town: 0 Finland, 1 the Soviet side
    owners: list[int]
    destroyed: list[Loss]
    #: of Finland and of the Soviet side, in quarters of a point
    points: tuple[int, int]
    #: the march or battle being carried out, what is done now first
    under_way: list[UnderWay]
    time_over: bool
    movement_time: int
    game_time: int
    rules: Rules
    special_rules: list[str]
    result: Result | None


def view(state: WinterWarState, roles: Collection[str], all_seeing: bool = False) -> WinterWarView:
    """What a seat sees, whatever its roles. The lists are copies: a view that somebody keeps does not change."""
    return WinterWarView(
        state.swapped,
        state.turn,
        state.phase,
        ROLES[state.side],
        state.places[:],
        state.flipped[:],
        state.cut_off[:],
        state.moved[:],
        state.attacked[:],
        _of_air(state.bases),
        _of_air(state.flown),
        _of_partisans(state.strengths),
        # units are only named where an air combat is fought
        [(unit, hex_) for unit, hex_ in enumerate(state.pledged) if hex_ >= 0] if state.air_fought else [],
        state.air_fought[:],
        state.stopped[:],
        state.owners[:],
        state.destroyed[:],
        victory.both_points(state),
        [step for step in reversed(state.agenda) if step.__class__ in _UNDER_WAY],
        state.time_over,
        state.movement_time,
        state.game_time,
        state.rules,
        state.special_rules[:],
        state.result,
    )
