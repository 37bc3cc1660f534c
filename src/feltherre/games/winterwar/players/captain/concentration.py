"""Concentration: the attacks that can be made if units come together for them in this movement phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from feltherre.games.winterwar import flight, maps, units
from feltherre.games.winterwar.players.assault import WORTH_JOINING, Assault, weigh
from feltherre.games.winterwar.players.field import Field, attack_hexes
from feltherre.games.winterwar.players.worth import attack_of
from feltherre.games.winterwar.state import WinterWarState, enemy_of
from feltherre.hexgame.field import Filling

#: what it costs that a unit goes from its hex to another
Leaving = Callable[[int, int], float]


class Concentration(NamedTuple):
    """An attack, who comes for it and where each of them stands then, and what is left of the gain."""

    assault: Assault
    stands: dict[int, int]
    gain: float


class Gathering:
    """Looks for attacks with all units that are free to move, and those beside the enemy already."""

    def __init__(
        self, field: Field, side: int, free: Iterable[int], fixed: Iterable[int], leaving: Leaving, air: Sequence[int]
    ) -> None:
        self.field = field
        self.side = side
        self.leaving = leaving
        self.air = air
        self.free = set(free)
        #: those that stay where they are but can attack from there
        self.fixed = set(fixed)
        self._near: dict[int, list[int]] = {}
        for unit in sorted(self.free):
            for hex_ in (field.state.places[unit], *maps.reach_of(field.state, unit).hexes):
                self._near.setdefault(hex_, []).append(unit)

    def targets(self) -> list[int]:
        return [
            hex_
            for hex_ in self.field.stacks[enemy_of(self.side)]
            if any(here in self._near or self.field.stack(self.side, here) for here in attack_hexes(self.side)[hex_])
        ]

    def against(self, hex_: int, more: float) -> Concentration | None:
        """The best attack on a hex."""
        stands = self._assembled(hex_)
        if not stands:
            return None
        chosen = sorted(stands, key=lambda unit: attack_of(self.field.state, unit))
        costs = {unit: self._cost(unit, stands[unit]) for unit in chosen}
        best = self._weigh(hex_, chosen, stands, more)
        gain = best.gain - sum(costs.values())
        # those who cost most for what they add are let go first
        for unit in sorted(chosen, key=lambda one: (-costs[one], attack_of(self.field.state, one))):
            fewer = [other for other in chosen if other != unit]
            if not fewer:
                break
            without = self._weigh(hex_, fewer, stands, more)
            rest = without.gain - sum(costs[other] for other in fewer)
            if rest >= gain - WORTH_JOINING:
                chosen, best, gain = fewer, without, rest
        return Concentration(best, {unit: stands[unit] for unit in chosen}, gain)

    def _cost(self, unit: int, hex_: int) -> float:
        return 0.0 if unit in self.fixed or self.field.state.places[unit] == hex_ else self.leaving(unit, hex_)

    def _weigh(self, hex_: int, chosen: Sequence[int], stands: dict[int, int], more: float) -> Assault:
        origins = {stands[unit] for unit in chosen}
        return weigh(self.field, self.side, hex_, chosen, self.air, more, origins)

    def _assembled(self, hex_: int) -> dict[int, int]:
        """unit -> the hex it attacks from, as many as have room, the strongest first."""
        state, own = self.field.state, maps.UNIT[enemy_of(self.side)]
        stands: dict[int, int] = {}
        filling, open_to = Filling(self.field.theatre), []
        for here in attack_hexes(self.side)[hex_]:
            if self.field.bits[here] & own:
                continue
            open_to.append(here)
            for unit in self.field.stack(self.side, here):
                if unit not in self.free:
                    filling.take(unit, here)
                    if unit in self.fixed:
                        stands[unit] = here
        wanted: dict[int, list[int]] = {}
        for here in open_to:
            for unit in self._near.get(here, ()):
                if unit in self.free:
                    wanted.setdefault(unit, []).append(here)
        for unit in sorted(wanted, key=lambda one: (-attack_of(state, one), len(wanted[one]), one)):
            at_home = sorted(wanted[unit], key=lambda here: here != state.places[unit])
            place = next((here for here in at_home if filling.take(unit, here)), None)
            if place is not None:
                stands[unit] = place
        return stands


def supporting(state: WinterWarState) -> list[int]:
    """The air unit that would be sent along: the one with most support that can still fly."""
    return sorted(flight.flyers(state), key=lambda unit: -units.GROUND_SUPPORT[unit])[:1]
