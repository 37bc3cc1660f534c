"""The board as a player reads it: who stands where, who could strike where in the next player turn, and who could come
together for an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from feltherre.ground.hexes.reach import Mover, path_to
from feltherre.ground.hexes.stacking import one
from feltherre.hexgame.actions import Move
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.results import Forecast, Odds
from feltherre.hexgame.theatre import SIDES, S, Theatre


class Field(Generic[S]):
    """A position, read once: stacks of both sides by hex. `attack_hexes`: side -> hex -> those from which it can be
    attacked (`fighting.attack_hexes`); `strength`: what a counter attacks a hex with; `odds`: of an attack; `movers`:
    by counter, how they move now."""

    def __init__(
        self,
        theatre: Theatre[S],
        state: S,
        attack_hexes: Sequence[Sequence[Sequence[int]]],
        strength: Callable[[int, int], int],
        odds: Odds,
        movers: Sequence[Mover],
    ) -> None:
        self.theatre = theatre
        self.state = state
        self.attack_hexes = attack_hexes
        self.strength = strength
        self.odds = odds
        self.movers = movers
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

    def take(self, hex_: int, side: int) -> None:
        """A place in a hex has another owner."""
        town = self.theatre.board.town_at[hex_]
        if town >= 0:
            self.state.owners[town] = side

    def stack(self, side: int, hex_: int) -> list[int]:
        return self.stacks[side].get(hex_, [])

    def ends(self, unit: int) -> list[int]:
        """The hexes in which a counter can end its move, but for its own."""
        mover = self.movers[unit]
        return self.theatre.reach_by(self.state, unit, mover).ends(mover, self.bits)

    def march(self, unit: int, hex_: int) -> Move:
        """A counter goes to a hex it can reach, by a way of least cost."""
        mover, theatre = self.movers[unit], self.theatre
        way = path_to(mover, self.bits, theatre.reach_by(self.state, unit, mover), hex_)
        return Move(theatre.counters.ids[unit], tuple(theatre.board.numbers(way[1:])))


class Assault(NamedTuple):
    """An attack on a hex by ground units (ships among them) and air units, and what it brings."""

    hex: int
    ground: tuple[int, ...]
    air: tuple[int, ...]
    attack: int
    defence: int
    forecast: Forecast

    @property
    def gain(self) -> float:
        return self.forecast.gain


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


def _pooled(field: Field[S], comers: Iterable[int]) -> dict[int, list[int]]:
    """hex -> the counters that stand there or can go there."""
    pool: dict[int, list[int]] = {}
    for unit in comers:
        for hex_ in (field.state.places[unit], *field.ends(unit)):
            pool.setdefault(hex_, []).append(unit)
    return pool


class Threat(Generic[S]):
    """What a side could bring against each hex in its next player turn, if the other side stood as it does now.
    `comers`: who will be able to move."""

    def __init__(self, field: Field[S], side: int, comers: Iterable[int]) -> None:
        self.field = field
        self.side = side
        self._pool = _pooled(field, comers)
        #: the strongest attack on a hex: each unit from one place only, as many as have room there
        self.attack: Callable[[int], int] = cache(self._strongest)

    def comers(self, hex_: int) -> list[int]:
        """The units that could be in a hex next turn."""
        return self._pool.get(hex_, [])

    def _strongest(self, hex_: int) -> int:
        field, theatre, strength = self.field, self.field.theatre, self.field.strength
        enemy = theatre.bits.unit[enemy_of(self.side)]
        options: dict[int, list[int]] = {}
        for here in field.attack_hexes[self.side][hex_]:
            if not field.bits[here] & enemy:
                for unit in self._pool.get(here, ()):
                    options.setdefault(unit, []).append(here)
        filling = Filling(theatre)
        best = sorted(options, key=lambda unit: (-strength(unit, hex_), len(options[unit])))
        return sum(strength(unit, hex_) for unit in best if any(filling.take(unit, here) for here in options[unit]))

    def comes_near(self, hex_: int) -> bool:
        """Whether the side could enter or attack a hex."""
        return hex_ in self._pool or self.attack(hex_) > 0


class Weighed(Protocol):
    """An attack as a title's player weighs it."""

    @property
    def gain(self) -> float: ...


W = TypeVar("W", bound=Weighed)
G = TypeVar("G", bound=Weighed)


class Concentration(NamedTuple, Generic[W]):
    """An attack, who comes for it and where each of them stands then, and what is left of the gain."""

    attack: W
    stands: dict[int, int]
    gain: float


class Gathering(Generic[S, W]):
    """Looks for attacks with all counters of a side that are `free` to move, and those that stay but can attack from
    where they are (`fixed`).

    `weigh`: an attack on a hex by some counters from some hexes; `leaving`: what it costs that a counter goes to a hex;
    `idle`: who adds less stays out.
    """

    def __init__(
        self,
        field: Field[S],
        side: int,
        free: Iterable[int],
        fixed: Iterable[int],
        weigh: Callable[[int, Sequence[int], set[int]], W],
        leaving: Callable[[int, int], float],
        idle: float,
    ) -> None:
        self.field = field
        self.attack_hexes = field.attack_hexes[side]
        self.side = side
        self.weigh = weigh
        self.leaving = leaving
        self.idle = idle
        self.free = set(free)
        self.fixed = set(fixed)
        self._near = _pooled(field, sorted(self.free))

    def targets(self) -> list[int]:
        return [
            hex_
            for hex_ in self.field.stacks[enemy_of(self.side)]
            if any(here in self._near or self.field.stack(self.side, here) for here in self.attack_hexes[hex_])
        ]

    def against(self, hex_: int) -> Concentration[W] | None:
        """The best attack on a hex. Those who cost most for what they add are let go first."""
        stands, strength = self._assembled(hex_), self.field.strength
        chosen = sorted(stands, key=lambda unit: strength(unit, hex_))
        costs = {unit: self._cost(unit, stands[unit]) for unit in chosen}

        def by(those: Sequence[int]) -> Concentration[W]:
            attack = self.weigh(hex_, those, {stands[unit] for unit in those})
            gain = attack.gain - sum(costs[unit] for unit in those)
            return Concentration(attack, {unit: stands[unit] for unit in those}, gain)

        order = sorted(chosen, key=lambda unit: (-costs[unit], strength(unit, hex_)))
        return without_idlers(chosen, order, by, self.idle) if chosen else None

    def _cost(self, unit: int, hex_: int) -> float:
        return 0.0 if unit in self.fixed or self.field.state.places[unit] == hex_ else self.leaving(unit, hex_)

    def _assembled(self, hex_: int) -> dict[int, int]:
        """unit -> the hex it attacks from, as many as have room, the strongest first."""
        field, enemy = self.field, self.field.theatre.bits.unit[enemy_of(self.side)]
        stands: dict[int, int] = {}
        filling = Filling(field.theatre)
        wanted: dict[int, list[int]] = {}
        for here in self.attack_hexes[hex_]:
            if field.bits[here] & enemy:
                continue
            for unit in field.stack(self.side, here):
                if unit not in self.free:
                    filling.take(unit, here)
                    if unit in self.fixed:
                        stands[unit] = here
            for unit in self._near.get(here, ()):
                if unit in self.free:
                    wanted.setdefault(unit, []).append(here)
        for unit in sorted(wanted, key=lambda one: (-field.strength(one, hex_), len(wanted[one]), one)):
            at_home = sorted(wanted[unit], key=lambda here: here != field.state.places[unit])
            place = next((here for here in at_home if filling.take(unit, here)), None)
            if place is not None:
                stands[unit] = place
        return stands


def without_idlers(
    chosen: Sequence[int],
    order: Iterable[int],
    weigh: Callable[[Sequence[int]], G],
    idle: float,
    may: Callable[[Sequence[int]], bool] = bool,
) -> G:
    """An attack by all of these but those that add no more than `idle`, looked at in this order; `may`: whether some
    can attack alone."""
    best = weigh(chosen)
    for unit in order:
        fewer = [other for other in chosen if other != unit]
        if may(fewer):
            without = weigh(fewer)
            if without.gain >= best.gain - idle:
                chosen, best = fewer, without
    return best
