"""Soviet lines of supply: which units hang on which hex of road, and where Finnish units can cut them (turn-1, R7, R8)."""

from __future__ import annotations

from functools import cache

from feltherre.games.winterwar import board, maps
from feltherre.games.winterwar.board import WAYS
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.worth import POINTS
from feltherre.games.winterwar.units import FINLAND, SOVIET
from feltherre.ground.hexes.zones import Template


def hanging_on(field: Field) -> dict[int, frozenset[int]]:
    """Empty hex of road -> the Soviet units that lose their supply if it is closed, were no road closed by now."""
    sources = [hex_ for hex_ in maps.sources(field.state, maps.RUSSIAN) if not field.bits[hex_] & maps.UNIT[FINLAND]]
    parents = _tree(sources)
    stacks = field.stacks[SOVIET]
    asked = {hex_ for start in stacks for hex_ in _line(parents, start) if hex_ not in stacks}
    found = {}
    for hex_ in asked:
        reached = _tree([source for source in sources if source != hex_], closed=hex_)
        cut = frozenset(unit for here, stack in stacks.items() if here not in reached for unit in stack)
        if cut:
            found[hex_] = cut
    return found


def _tree(sources: list[int], closed: int = -1) -> dict[int, int]:
    """hex -> the next one towards a source. Finnish units are left out of account: those that close a road by now are
    to see what it is worth to stay."""
    ways = WAYS[SOVIET]
    parents = dict.fromkeys(sources, -1)
    waiting = list(sources)
    for hex_ in waiting:
        for beside in ways[hex_]:
            if beside not in parents and beside != closed:
                parents[beside] = hex_
                waiting.append(beside)
    return parents


def _line(parents: dict[int, int], start: int) -> list[int]:
    line = []
    hex_ = parents.get(start, -1)
    while hex_ >= 0:
        line.append(hex_)
        hex_ = parents[hex_]
    return line


@cache
def finnish_zones(bridge_zoc: bool) -> Template:
    """hex -> the hexes in the zone of control of a Finnish unit there."""
    return board.zone_templates(bridge_zoc)[FINLAND]


class Cuts:
    """What Finnish units can still cut off; what one has cut is no second's merit."""

    def __init__(self, field: Field) -> None:
        self._hanging = hanging_on(field)
        self._zones = finnish_zones(field.state.rules.bridge_zoc)
        self._cut: set[int] = set()
        self._worth: dict[tuple[int, bool], tuple[float, int]] = {}

    def worth(self, hex_: int, zone: bool) -> float:
        """The points of the units that a Finnish unit in a hex cuts off; `zone`: it has a zone of control."""
        return self._best(hex_, zone)[0]

    def take(self, hex_: int, zone: bool) -> None:
        """A unit goes there: what it cuts off is cut off."""
        _, road = self._best(hex_, zone)
        if road >= 0:
            self._cut |= self._hanging[road]
            self._worth.clear()

    def _best(self, hex_: int, zone: bool) -> tuple[float, int]:
        key = (hex_, zone)
        known = self._worth.get(key)
        if known is None:
            known = (0.0, -1)
            for road in (hex_, *self._zones[hex_]) if zone else (hex_,):
                if road in self._hanging:
                    known = max(known, (sum(POINTS[unit] for unit in self._hanging[road] - self._cut), road))
            self._worth[key] = known
        return known
