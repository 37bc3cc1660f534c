"""The board as a player reads it: who stands where, and who could strike where in the next player turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from feltherre.games.winterwar import attackers, board, maps, tables, units
from feltherre.games.winterwar.board import GRID, IS_ARCTIC, SIZE, TERRAIN
from feltherre.games.winterwar.players.odds import modifier
from feltherre.games.winterwar.players.worth import attack_of, defence_of
from feltherre.games.winterwar.procedures.ground_combat import unsupplied_defence
from feltherre.games.winterwar.state import WinterWarState, can_flip, enemy_of, flying_over, ships_in
from feltherre.games.winterwar.units import ARTILLERY, DIVISION, GROUND_UNITS, LESSER, STACK


@cache
def attack_hexes(side: int) -> tuple[tuple[int, ...], ...]:
    """hex -> the neighbouring hexes from which this side's ground units can attack it (turn-4-f, R25)."""
    return tuple(
        tuple(here for here in GRID.neighbours[there] if board.IS_OPEN[there] and there in attackers.FRONTS[side][here])
        for there in range(SIZE)
    )


class Field:
    """A position, read once: stacks of both sides by hex."""

    def __init__(self, state: WinterWarState) -> None:
        self.state = state
        self.tables = state.rules.tables
        self.bits = maps.bits_of(state)
        self.stacks: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for side in (units.FINLAND, units.SOVIET):
            for unit in GROUND_UNITS[side]:
                here = state.places[unit]
                if here >= 0:
                    self.stacks[side].setdefault(here, []).append(unit)

    def move(self, unit: int, hex_: int) -> None:
        """A ground unit goes elsewhere, on the player's own copy of the state."""
        stacks, here = self.stacks[units.SIDE[unit]], self.state.places[unit]
        if here >= 0:
            stacks[here].remove(unit)
            if not stacks[here]:
                del stacks[here]
        maps.put(self.state, unit, hex_)
        stacks.setdefault(hex_, []).append(unit)
        self.bits = maps.bits_of(self.state)

    def stack(self, side: int, hex_: int) -> list[int]:
        return self.stacks[side].get(hex_, [])

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


class Threat:
    """What a side could bring against each hex in its next player turn, if the other side stood as it does now."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self._pool: dict[int, list[int]] = {}
        self._attack: dict[int, int] = {}
        self.attack_hexes = attack_hexes(side)
        state = field.state
        for unit in GROUND_UNITS[side]:
            here = state.places[unit]
            if here < 0 or not _will_be_supplied(state, unit):
                continue
            self._pool.setdefault(here, []).append(unit)
            for hex_ in maps.reach_of(state, unit).hexes:
                self._pool.setdefault(hex_, []).append(unit)
        best = max((units.GROUND_SUPPORT[unit] for unit in units.AIR_UNITS[side] if state.places[unit] >= 0), default=0)
        self.air = best

    def comers(self, hex_: int) -> list[int]:
        """The units that could be in a hex next turn."""
        return self._pool.get(hex_, [])

    def attack(self, hex_: int) -> int:
        """The strongest attack on a hex: each unit from one place only, as many as have room there."""
        known = self._attack.get(hex_)
        if known is None:
            known = self._attack[hex_] = self._strongest(hex_)
        return known

    def _strongest(self, hex_: int) -> int:
        state, enemy = self.field.state, maps.UNIT[enemy_of(self.side)]
        from_ = [here for here in self.attack_hexes[hex_] if not self.field.bits[here] & enemy and here in self._pool]
        room = {here: list(tables.STACKING_PLACES[IS_ARCTIC[here]]) for here in from_}
        options: dict[int, list[int]] = {}
        for here in from_:
            for unit in self._pool[here]:
                options.setdefault(unit, []).append(here)
        total = 0
        for unit in sorted(options, key=lambda one: (-attack_of(state, one), len(options[one]))):
            place = next((here for here in options[unit] if take_place(room[here], STACK[unit])), None)
            if place is not None:
                total += attack_of(state, unit)
        return total

    def comes_near(self, hex_: int) -> bool:
        """Whether the side could enter or attack a hex."""
        return hex_ in self._pool or self.attack(hex_) > 0


def take_place(room: list[int], class_: int) -> bool:
    """Use up a place of a stack; a lesser unit may take a division's, artillery a lesser unit's (R12)."""
    for place in {DIVISION: (DIVISION,), LESSER: (LESSER, DIVISION), ARTILLERY: (ARTILLERY, LESSER, DIVISION)}[class_]:
        if room[place]:
            room[place] -= 1
            return True
    return False


def _will_be_supplied(state: WinterWarState, unit: int) -> bool:
    """Whether the next supply check would leave it free to move, as things stand (turn-1)."""
    return units.IS_PARTISAN[unit] or maps.supply_of(state, maps.net_of(unit)).supplied(state.places[unit])
