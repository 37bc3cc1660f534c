"""Builders for positions of the Winter War, so that a test reads like an example of the rulebook.

play = position(side="soviet", phase="movement", soviet={"1944": ["138RD"]}, finland={"1742": ["1Br"]})
play("138RD > 1943 > 1842")             the side that is asked answers, in the one-line notation
play.throws([3], [6])                   the dice to come, in the order in which they are thrown
play.refusal("138RD > 1641")            (key of the reason, rule) of a refused line; nothing has changed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import hexgame_table
from feltherre.core.state import Step
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.opening import rules_of
from feltherre.games.winterwar.state import ATTACKS, DEFENDS, WinterWarState
from feltherre.games.winterwar.steps import CombatPhase
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.units import ROLES
from hexgame_table import HexPlaying
from norway_table import Script

#: counters by their names, towns stand for their hexes
Placed = Mapping[str, Sequence[str]]


def unit(name: str) -> int:
    """The number of a unit by its short name or id: `4D`, `FI-4D`."""
    return units.COUNTERS.typed.find(name)


def hex_(name: str) -> int:
    """The number of a hex by its printed number or its town."""
    return board.BOARD.find(name)


def number(name: str) -> str:
    """The printed number of a hex or of a town's hex."""
    return board.number(hex_(name))


class Playing(HexPlaying[WinterWarState]):
    """A position being played by the sides that are asked."""

    game = GAME

    def base(self, name: str) -> str:
        return board.number(self.state.bases[unit(name)])

    def flipped(self, name: str) -> bool:
        return bool(self.state.flipped[unit(name)])

    def cut_off(self) -> list[str]:
        """The short names of the units whose last supply check failed."""
        return [units.UNITS[each].short for each in range(units.COUNT) if self.state.cut_off[each]]

    def reach(self, name: str, forced: bool = False) -> dict[str, float]:
        """hex -> cost in movement points of all a unit can enter."""
        found = maps.reach_of(self.state, unit(name), forced)
        return {board.number(there): found.costs[there] / QUARTERS for there in found.hexes}


def position(
    side: str = "soviet",
    phase: str = "movement",
    turn: int = 1,
    finland: Placed | None = None,
    soviet: Placed | None = None,
    flying: Mapping[str, str] | None = None,
    owners: Mapping[str, str] | None = None,
    flipped: Sequence[str] = (),
    cut_off: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> Playing:
    """A position at the start of a phase (`reinforcement`, `movement`, `combat`, `end`), or of a `turn` or a
    `player-turn`, whose supply check follows.

    Counters by hex; an air unit has its base there, and `flying` says over which hex it is: to defend it if own ground
    units are there. Whoever is not named is not on the map yet. `owners`: towns that have changed hands.
    """
    state = WinterWarState(rules=rules_of(dict(options or {})), turn=turn, side=ROLES.index(side))
    for place, names in [*(finland or {}).items(), *(soviet or {}).items()]:
        for name in names:
            state.places[unit(name)] = hex_(place)
            if units.IS_AIR[unit(name)]:
                state.bases[unit(name)] = hex_(place)
    for town, owner in (owners or {}).items():
        state.owners[board.TOWN_AT[hex_(town)]] = ROLES.index(owner)
    for name in flipped:
        state.flipped[unit(name)] = 1
    for name in cut_off:
        state.cut_off[unit(name)] = 1
    for name, place in (flying or {}).items():
        flyer, there = unit(name), hex_(place)
        state.places[flyer] = there
        state.flown[flyer] = DEFENDS if maps.has_own(state, there, units.SIDE[flyer]) else ATTACKS
    for field, value in fields.items():
        setattr(state, field, value)
    state.agenda[:] = agenda(state, phase)
    return Playing(state)


def agenda(state: WinterWarState, phase: str) -> list[Step]:
    """What is left of the turn from a phase on; the step that comes first lies on top."""
    return hexgame_table.agenda(state, phase, state.rules.first, CombatPhase)


__all__ = ["Playing", "Script", "agenda", "hex_", "number", "position", "unit"]
