"""The board as a player reads it: who stands where, and who could strike where in the next player turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial

from feltherre.games.winterwar import attackers, board, maps, units
from feltherre.games.winterwar.board import GRID, SIZE, TERRAIN
from feltherre.games.winterwar.players.odds import modifier
from feltherre.games.winterwar.players.worth import attack_of, defence_of
from feltherre.games.winterwar.procedures.ground_combat import unsupplied_defence
from feltherre.games.winterwar.state import WinterWarState, can_flip, flying_over, ships_in
from feltherre.games.winterwar.units import GROUND_UNITS
from feltherre.hexgame import field as hexgame


@cache
def attack_hexes(side: int) -> tuple[tuple[int, ...], ...]:
    """hex -> the neighbouring hexes from which this side's ground units can attack it (turn-4-f, R25)."""
    return tuple(
        tuple(here for here in GRID.neighbours[there] if board.IS_OPEN[there] and there in attackers.FRONTS[side][here])
        for there in range(SIZE)
    )


class Field(hexgame.Field[WinterWarState]):
    """A position, read once: stacks of both sides by hex."""

    def __init__(self, state: WinterWarState) -> None:
        super().__init__(maps.THEATRE, state)
        self.tables = state.rules.tables

    def beside(self, side: int, hex_: int) -> list[int]:
        """The ground units that could attack a hex from where they stand."""
        cut_off, attacked = self.state.cut_off, self.state.attacked
        those = (unit for here in attack_hexes(side)[hex_] for unit in self.stack(side, here))
        return [unit for unit in those if not cut_off[unit] and not attacked[unit]]

    def faces(self, fighting: Iterable[int]) -> int:
        """How many losses destroy all of these."""
        state = self.state
        return sum(2 if can_flip(state, unit) else 1 for unit in fighting)

    def defence(self, defending: Sequence[int], hex_: int) -> int:
        """What some ground units would defend a hex with, with ships and the air units over it (turn-4-d, R10)."""
        state = self.state
        full = sum(defence_of(state, unit) for unit in defending if not state.cut_off[unit])
        half = unsupplied_defence([defence_of(state, unit) for unit in defending if state.cut_off[unit]])
        return full + half + (self.help_at(units.SIDE[defending[0]], hex_) if defending else 0)

    def help_at(self, side: int, hex_: int) -> int:
        """Ships, and air units in flight over a hex to defend it."""
        state = self.state
        air = sum(units.GROUND_SUPPORT[unit] for unit in flying_over(state, hex_, side))
        return air + sum(defence_of(state, unit) for unit in ships_in(state, hex_, side))

    def die_modifier(self, hex_: int, attacking: Sequence[int], defending: Sequence[int], air: bool) -> int:
        defender_winter = any(units.HAS_WINTER[unit] for unit in defending)
        attacker_winter = any(units.HAS_WINTER[unit] for unit in attacking)
        ski = any(units.IS_SKI[unit] for unit in attacking)
        air_counts = air and self.state.rules.air_support != "value-only"
        return modifier(TERRAIN[hex_], defender_winter and not attacker_winter, ski, air_counts)


def threat_of(field: Field, side: int) -> hexgame.Threat[WinterWarState]:
    """What a side could bring in its next player turn: all that its next supply check would leave free to move, as
    things stand (turn-1)."""
    state = field.state
    free = [unit for unit in GROUND_UNITS[side] if state.places[unit] >= 0 and maps.is_supplied(state, unit)]
    return hexgame.Threat(field, side, attack_hexes(side), free, partial(attack_of, state))
