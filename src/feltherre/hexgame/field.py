"""The board as a player reads it: who stands where, and who could strike where in the next player turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from feltherre.ground.hexes.stacking import one
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.theatre import SIDES, S, Theatre


class Field(Generic[S]):
    """A position, read once: stacks of both sides by hex."""

    def __init__(self, theatre: Theatre[S], state: S) -> None:
        self.theatre = theatre
        self.state = state
        self.bits = theatre.bits_of(state)
        self.stacks: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for side in SIDES:
            for unit in theatre.counters.ground_of_side[side]:
                here = state.places[unit]
                if here >= 0:
                    self.stacks[side].setdefault(here, []).append(unit)

    def move(self, unit: int, hex_: int) -> None:
        """A ground unit goes elsewhere, on the player's own copy of the state."""
        stacks, here = self.stacks[self.theatre.counters.side[unit]], self.state.places[unit]
        if here >= 0:
            stacks[here].remove(unit)
            if not stacks[here]:
                del stacks[here]
        self.theatre.put(self.state, unit, hex_)
        stacks.setdefault(hex_, []).append(unit)
        self.bits = self.theatre.bits_of(self.state)

    def stack(self, side: int, hex_: int) -> list[int]:
        return self.stacks[side].get(hex_, [])


class Filling(Generic[S]):
    """Hexes being filled up in thought, as far as stacking allows."""

    def __init__(self, theatre: Theatre[S]) -> None:
        self._theatre = theatre
        self._held: dict[int, int] = {}

    def take(self, unit: int, hex_: int) -> bool:
        """Put a counter into a hex; False if it finds no room."""
        class_, held = self._theatre.classes[unit], self._held.get(hex_, 0)
        if self._theatre.stacking.full_for(hex_, held) >> class_ & 1:
            return False
        self._held[hex_] = held + one(class_)
        return True


class Threat(Generic[S]):
    """What a side could bring against each hex in its next player turn, if the other side stood as it does now.
    `attack_hexes`: hex -> those from which it can be attacked; `comers`: who will be able to move; `strength`: what a
    counter attacks with."""

    def __init__(
        self,
        field: Field[S],
        side: int,
        attack_hexes: Sequence[Sequence[int]],
        comers: Iterable[int],
        strength: Callable[[int], int],
    ) -> None:
        self.field = field
        self.side = side
        self.attack_hexes = attack_hexes
        self.strength = strength
        self._pool: dict[int, list[int]] = {}
        self._attack: dict[int, int] = {}
        for unit in comers:
            here = field.state.places[unit]
            for hex_ in (here, *field.theatre.reach_of(field.state, unit).hexes):
                self._pool.setdefault(hex_, []).append(unit)

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
        theatre, enemy = self.field.theatre, self.field.theatre.bits.unit[enemy_of(self.side)]
        options: dict[int, list[int]] = {}
        for here in self.attack_hexes[hex_]:
            if not self.field.bits[here] & enemy:
                for unit in self._pool.get(here, ()):
                    options.setdefault(unit, []).append(here)
        filling = Filling(theatre)
        best = sorted(options, key=lambda unit: (-self.strength(unit), len(options[unit])))
        return sum(self.strength(unit) for unit in best if any(filling.take(unit, here) for here in options[unit]))

    def comes_near(self, hex_: int) -> bool:
        """Whether the side could enter or attack a hex."""
        return hex_ in self._pool or self.attack(hex_) > 0
