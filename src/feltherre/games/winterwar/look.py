"""What stands in a hex now, or what a counter shows, and what is printed there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltherre.core.chance import Line
from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.games.winterwar import board, chart, units
from feltherre.games.winterwar.scene import figures
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.texts import side_name, unit_name


def look(state: WinterWarState, name: str) -> Sequence[Line]:
    """The units, the town and the ground of a hex, or a counter as it lies."""
    try:
        return list(_hex(state, board.BOARD.find(name)))
    except BadInput:
        told, found = chart.about(name), units.COUNTERS.typed.matches(name)
    return [_unit(state, found[0]), *told] if len(found) == 1 else told


def _hex(state: WinterWarState, hex_: int) -> Iterator[Line]:
    """Units with their figures, a town with its owner, the ground."""
    for unit, place in enumerate(state.places):
        if place == hex_:
            yield _unit(state, unit)
    town = board.TOWN_AT[hex_]
    if town >= 0:
        n, owner = board.TOWNS[town].value, side_name(state.owners[town])
        yield Line(say("winterwar.look.town", n=n, owner=owner), "win-6")
    yield chart.ground_line(hex_)
    if board.IS_ARCTIC[hex_]:
        yield chart.stacking_line(hex_)


def _unit(state: WinterWarState, unit: int) -> Line:
    cut_off = bool(state.cut_off[unit])
    key = "winterwar.look.unit-cut-off" if cut_off else "winterwar.look.unit"
    return Line(say(key, unit=unit_name(unit), figures=figures(state, unit)), "supply-5" if cut_off else None)
