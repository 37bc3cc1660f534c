"""Soviet lines of supply: which units hang on which roads, and where Finnish units cut them off (turn-1, R7, R8)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.worth import POINTS
from feltherre.ground.hexes.zones import Template


@cache
def finnish_zones(bridge_zoc: bool) -> Template:
    """hex -> the hexes in the zone of control of a Finnish unit there."""
    return board.zone_templates(bridge_zoc)[units.FINLAND]


class Roads(NamedTuple):
    """Supply with some hexes closed: the hexes in use, and the points of the units that have none."""

    used: frozenset[int]
    cut: float


class Cuts:
    """What a Finnish unit cuts off by standing somewhere, with what the others close."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._zones = finnish_zones(field.state.rules.bridge_zoc)
        self._sources = [
            hex_ for hex_ in maps.sources(field.state, maps.RUSSIAN) if not field.bits[hex_] & maps.UNIT[units.FINLAND]
        ]
        self._known: dict[frozenset[int], Roads] = {}
        self._others: dict[int, frozenset[int]] = {}

    def worth(self, unit: int, hex_: int) -> float:
        """The points of the Soviet units that lose their supply if a unit stands in a hex."""
        others = self._closed_by_others(unit)
        before = self._roads(others)
        closed = self._closes(unit, hex_)
        if before.used.isdisjoint(closed):
            return 0.0
        return self._roads(others | closed).cut - before.cut

    def taken(self) -> None:
        """Somebody has moved."""
        self._others.clear()

    def _closes(self, unit: int, hex_: int) -> frozenset[int]:
        """The hexes without a Soviet unit that a Finnish unit closes: its own, and those in its zone (R8)."""
        own = self.field.stacks[units.SOVIET]
        touched = (hex_, *self._zones[hex_]) if units.HAS_ZOC[unit] else (hex_,)
        return frozenset(there for there in touched if there not in own)

    def _closed_by_others(self, unit: int) -> frozenset[int]:
        known = self._others.get(unit)
        if known is None:
            places = self.field.state.places
            known = self._others[unit] = frozenset(
                hex_
                for other in units.GROUND_UNITS[units.FINLAND]
                if other != unit and places[other] >= 0
                for hex_ in self._closes(other, places[other])
            )
        return known

    def _roads(self, closed: frozenset[int]) -> Roads:
        known = self._known.get(closed)
        if known is None:
            known = self._known[closed] = self._traced(closed)
        return known

    def _traced(self, closed: frozenset[int]) -> Roads:
        """From the sources outwards; a closed source is none for others."""
        ways, parents = board.WAYS[units.SOVIET], dict.fromkeys(self._sources, -1)
        waiting = [hex_ for hex_ in self._sources if hex_ not in closed]
        for hex_ in waiting:
            for beside in ways[hex_]:
                if beside not in parents and beside not in closed:
                    parents[beside] = hex_
                    waiting.append(beside)
        used: set[int] = set()
        cut = 0.0
        for here, stack in self.field.stacks[units.SOVIET].items():
            if here not in parents:
                cut += sum(POINTS[unit] for unit in stack)
                continue
            hex_ = parents[here]
            while hex_ >= 0 and hex_ not in used:
                used.add(hex_)
                hex_ = parents[hex_]
        return Roads(frozenset(used), cut)
