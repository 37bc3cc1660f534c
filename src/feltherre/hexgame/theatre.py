"""What the maps of a game are made of, declared once, and the maps themselves: who stands where, zones, room in
stacks, supply, kept reaches. They are made from a state and kept beside it (ground/hexes/derived.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from feltherre.ground.hexes.derived import keep_maps, kept_maps, own_maps
from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.reach import Mover, Reach
from feltherre.ground.hexes.reach_cache import ReachCache
from feltherre.ground.hexes.stacking import Stacking, Stacks, no_stacks, one
from feltherre.ground.hexes.supply import CUT_OFF, SupplyMap, SupplyRules, supply_map
from feltherre.ground.hexes.zones import Footprint, Template, lift, move, own_hexes, place
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.words import Words

S = TypeVar("S", bound=HexGameState)

SIDES = (0, 1)
#: the class of counters that take no room in a stack; the net of those that need no line of supply
NO_ROOM_NEEDED = -1
NO_NET = -1


class Bits:
    """The layers of a game as bits of its hexes: for each side its ground units, its zones, and where each class of
    counter finds no room."""

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.layers = 2 * (2 + classes)
        self.unit_layer = (0, 1)
        self.zone_layer = (2, 3)
        self.full_layer = (4, 4 + classes)
        self.unit = tuple(1 << layer for layer in self.unit_layer)
        self.zone = tuple(1 << layer for layer in self.zone_layer)
        self.full = tuple(tuple(1 << layer + n for n in range(classes)) for layer in self.full_layer)
        self.any_full = tuple(sum(full) for full in self.full)

    def watched(self, side: int) -> int:
        """All that matters to the ways of a side's counters."""
        return self.unit[enemy_of(side)] | self.zone[enemy_of(side)] | self.any_full[side]


class Net(NamedTuple, Generic[S]):
    """A net of supply: how its lines run, and the hexes where they may end now."""

    rules: SupplyRules
    sources: Callable[[S], Sequence[int]]


@dataclass(slots=True)
class HexMaps:
    """All that is made from a state."""

    layers: Layers
    stacks: list[Stacks]
    #: for each net; true when the places were owned so, and but for hexes that have changed since
    supply: list[SupplyMap]
    reaches: list[ReachCache]
    owners: list[list[int]]
    pending: list[dict[int, None]]

    def copy(self) -> HexMaps:
        return HexMaps(
            self.layers.copy(),
            [stacks.copy() for stacks in self.stacks],
            [supply.copy() for supply in self.supply],
            [reaches.copy() for reaches in self.reaches],
            self.owners[:],
            [pending.copy() for pending in self.pending],
        )


class Theatre(Generic[S]):
    """What maps are made of.

    By counter: `classes`, its class of stack; `movers`, how it moves, with `allowance` for how far; `nets_of`, its net
    of supply. `zone_of` gives the template of a counter's zone, None if it has none.
    """

    def __init__(
        self,
        words: Words,
        bits: Bits,
        empty: Callable[[], S],
        *,
        stacking: Stacking,
        classes: Sequence[int],
        zone_of: Callable[[S, int], Template | None],
        movers: Sequence[Mover],
        allowance: Callable[[S, int], int],
        nets: Sequence[Net[S]] = (),
        nets_of: Sequence[int] = (),
    ) -> None:
        self.words = words
        self.board = words.board
        self.counters = words.counters
        self.bits = bits
        self.empty = empty
        self.stacking = stacking
        self.classes = tuple(classes)
        self.zone_of = zone_of
        self.movers = tuple(movers)
        self.allowance = allowance
        self.nets = tuple(nets)
        self.nets_of = tuple(nets_of) or (NO_NET,) * self.counters.count
        if faults := list(self._faults()):
            raise ValueError("; ".join(faults))
        side = self.counters.side
        #: counter -> the bit of hexes without room for it
        self._no_room = tuple(
            bits.full[side[unit]][class_] if class_ != NO_ROOM_NEEDED else 0 for unit, class_ in enumerate(self.classes)
        )
        self._own_hexes = own_hexes(self.board.size)
        #: counter -> its zone when it was last asked for, and what came of it
        self._shapes: list[tuple[Template | None, Footprint] | None] = [None] * self.counters.count
        #: side -> (net, its counters that need a line of it)
        self._in_nets = tuple(
            tuple((net, tuple(u for u in own if self.nets_of[u] == net)) for net in range(len(self.nets)))
            for own in self.counters.of_side
        )

    def _faults(self) -> list[str]:
        """What does not go together."""
        found, count = [], self.counters.count
        for name, listed in (("classes", self.classes), ("movers", self.movers), ("nets_of", self.nets_of)):
            if len(listed) != count:
                found.append(f"{name} has {len(listed)} entries for {count} counters")
        if max(self.classes, default=0) >= self.bits.classes or self.stacking.classes != self.bits.classes:
            found.append(
                f"Bits has {self.bits.classes} classes of counters, stacking {self.stacking.classes}, "
                f"and the counters' classes go to {max(self.classes, default=0)} (the first is 0)"
            )
        if len(self.stacking.kind_of) != self.board.size:
            found.append(f"stacking knows the ground of {len(self.stacking.kind_of)} hexes of {self.board.size}")
        sides = self.counters.side
        blind = [u for u, mover in enumerate(self.movers[:count]) if mover.care & ~self.bits.watched(sides[u])]
        if blind:
            named = ", ".join(self.counters.ids[unit] for unit in blind)
            found.append(f"a mover heeds the enemy's `unit` and `zone` and its own side's `full` only; not so: {named}")
        if any(not NO_NET <= net < len(self.nets) for net in self.nets_of):
            found.append("a counter belongs to a net that there is not")
        return found

    # the maps

    def made_anew(self, state: S) -> HexMaps:
        """The maps from the data alone."""
        layers = Layers(self.board.size, self.bits.layers, watch=tuple(map(self.bits.watched, SIDES)))
        stacks = [no_stacks(self.stacking, layers, self.bits.full_layer[side]) for side in SIDES]
        self._lay_out(state, layers, stacks)
        layers.take_changed()
        supply = [supply_map(net.rules, layers.bits, net.sources(state)) for net in self.nets]
        reaches = [ReachCache(side) for side in SIDES]
        return HexMaps(layers, stacks, supply, reaches, [state.owners[:] for _ in supply], [{} for _ in supply])

    def _lay_out(self, state: S, layers: Layers, stacks: list[Stacks]) -> None:
        counters = self.counters
        for unit, hex_ in enumerate(state.places):
            if hex_ > AWAITED and counters.is_ground[unit]:
                place(layers, self._shape(state, unit), hex_)
                stacks[counters.side[unit]].add(layers, hex_, self.classes[unit])

    @cached_property
    def _empty_board(self) -> HexMaps:
        """The maps before the first counter is placed, which every game begins with."""
        return self.made_anew(self.empty())

    def laid_out(self, state: S) -> HexMaps:
        """The same as `made_anew`, without making again what no game changes."""
        maps = self._empty_board.copy()
        self._lay_out(state, maps.layers, maps.stacks)
        return maps

    def maps_of(self, state: S) -> HexMaps:
        """The maps for reading, made if nobody has asked before."""
        maps = kept_maps(state, HexMaps)
        return keep_maps(state, self.laid_out(state)) if maps is None else maps

    def bits_of(self, state: S) -> list[int]:
        # without a call where there are maps: the rules ask for the bits at every turn
        beside = getattr(state, "_beside", None)
        return self.maps_of(state).layers.bits if beside is None else beside.maps.layers.bits

    def _shape(self, state: S, unit: int) -> Footprint:
        """What a counter does to hexes: it holds its own, and has a zone."""
        zone, kept = self.zone_of(state, unit), self._shapes[unit]
        if kept is None or kept[0] is not zone:
            side = self.counters.side[unit]
            own = (self.bits.unit_layer[side], self._own_hexes)
            shape: Footprint = (own,) if zone is None else (own, (self.bits.zone_layer[side], zone))
            kept = self._shapes[unit] = (zone, shape)
        return kept[1]

    def put(self, state: S, unit: int, hex_: int) -> None:
        """The one way to change where a counter is: a hex, AWAITED or DESTROYED."""
        before = state.places[unit]
        state.places[unit] = hex_
        if not self.counters.is_ground[unit] or before == hex_:
            return
        maps = own_maps(state, HexMaps)
        if maps is None:
            return
        layers, stacks, class_ = maps.layers, maps.stacks[self.counters.side[unit]], self.classes[unit]
        shape = self._shape(state, unit)
        if hex_ >= 0 and before >= 0:
            move(layers, shape, before, hex_)
        elif hex_ >= 0:
            place(layers, shape, hex_)
        elif before >= 0:
            lift(layers, shape, before)
        if hex_ >= 0:
            stacks.add(layers, hex_, class_)
        if before >= 0:
            stacks.remove(layers, before, class_)

    # what the rules ask of a position

    def has_enemy(self, state: S, hex_: int, side: int) -> bool:
        """Whether enemy ground units of this side stand in a hex."""
        return bool(self.bits_of(state)[hex_] & self.bits.unit[enemy_of(side)])

    def has_own(self, state: S, hex_: int, side: int) -> bool:
        return bool(self.bits_of(state)[hex_] & self.bits.unit[side])

    def in_enemy_zone(self, state: S, hex_: int, side: int) -> bool:
        return bool(self.bits_of(state)[hex_] & self.bits.zone[enemy_of(side)])

    def has_room(self, state: S, hex_: int, unit: int) -> bool:
        """Whether stacking leaves a place for a counter in a hex it is not in."""
        return not self.bits_of(state)[hex_] & self._no_room[unit]

    def with_room(self, state: S, unit: int, hexes: Iterable[int]) -> list[int]:
        """Those of the hexes in which a counter has room."""
        bits, no_room = self.bits_of(state), self._no_room[unit]
        return [hex_ for hex_ in hexes if not bits[hex_] & no_room]

    def fit(self, state: S, side: int, hex_: int, chosen: Iterable[int]) -> bool:
        """Whether these counters find room in a hex together, on top of what is there."""
        return self.maps_of(state).stacks[side].has_room(hex_, sum(one(self.classes[unit]) for unit in chosen))

    def over_full(self, state: S, side: int) -> list[int]:
        """The hexes where too many of a side stand, in order."""
        stacks, bits, full = self.maps_of(state).stacks[side], self.bits_of(state), self.bits.any_full[side]
        # where there is room for one more there are not too many
        return sorted(
            hex_
            for hex_ in self.counters.occupied(state, side)
            if bits[hex_] & full and not stacks.rules.fits(hex_, stacks.held[hex_])
        )

    def fits_without(self, state: S, unit: int) -> bool:
        """Whether the others in a counter's hex may stand together when it is gone."""
        stacks, hex_ = self.maps_of(state).stacks[self.counters.side[unit]], state.places[unit]
        return stacks.rules.fits(hex_, stacks.held[hex_] - one(self.classes[unit]))

    def bits_for(self, state: S, unit: int) -> list[int]:
        """The bits of the hexes as a counter on its way meets them: it may come back to its place in a full stack,
        unless too many stand there with it."""
        bits, start = self.bits_of(state), state.places[unit]
        if not bits[start] & self._no_room[unit]:
            return bits
        stacks = self.maps_of(state).stacks[self.counters.side[unit]]
        if not stacks.rules.fits(start, stacks.held[start]):
            return bits
        bits = bits[:]
        bits[start] &= ~self._no_room[unit]
        return bits

    def reach_of(self, state: S, unit: int) -> Reach:
        """Where a counter can go from its hex with its whole allowance."""
        return self.reach_by(state, unit, self.movers[unit])

    def reach_by(self, state: S, unit: int, mover: Mover) -> Reach:
        """The same if it moves in this way."""
        maps = self.maps_of(state)
        reaches = maps.reaches[self.counters.side[unit]]
        return reaches.reach(mover, maps.layers, state.places[unit], self.allowance(state, unit))

    # supply

    def supply_of(self, state: S, net: int) -> SupplyMap:
        """A net's supply as it is now, mended where counters have moved or places changed hands since it was last asked
        for."""
        maps = self.maps_of(state)
        # states that share maps have the same counters and owners, so mending what is shared is no change
        if maps.layers.changed:
            changed = dict.fromkeys(maps.layers.take_changed())
            for pending in maps.pending:
                pending.update(changed)
        supply = maps.supply[net]
        if maps.pending[net] or maps.owners[net] != state.owners:
            supply.update(maps.layers.bits, maps.pending[net], self.nets[net].sources(state))
            maps.pending[net] = {}
            maps.owners[net] = state.owners[:]
        return supply

    def without_line(self, state: S, side: int) -> list[int]:
        """The counters of a side on the map that need a line and can draw none now."""
        found: list[int] = []
        for net, in_net in self._in_nets[side]:
            if there := [unit for unit in in_net if state.places[unit] > AWAITED]:
                lengths = self.supply_of(state, net).lengths
                found += [unit for unit in there if lengths[state.places[unit]] == CUT_OFF]
        return sorted(found)

    def check_lines(self, state: S, side: int, cut_off: list[int]) -> tuple[list[int], list[int]]:
        """Mark the counters of a side that can draw no line now (`cut_off`, by counter), and no others of it: those
        that could before, and those on the map that can again."""
        now = self.without_line(state, side)
        before = [unit for unit in self.counters.of_side[side] if cut_off[unit]]
        for unit in before:
            cut_off[unit] = 0
        for unit in now:
            cut_off[unit] = 1
        freed = [unit for unit in before if not cut_off[unit] and state.places[unit] > AWAITED]
        return [unit for unit in now if unit not in before], freed

    def is_supplied(self, state: S, unit: int) -> bool:
        """Whether a counter on the map could draw a line now, or needs none."""
        net = self.nets_of[unit]
        return net == NO_NET or self.supply_of(state, net).supplied(state.places[unit])
