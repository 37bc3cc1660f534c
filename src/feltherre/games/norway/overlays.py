"""What can be laid over the map: facts of the printed board, and how far German aircraft reach now. All of it is
public."""

from __future__ import annotations

from collections.abc import Iterable

from feltherre.core.errors import BadInput
from feltherre.core.marks import rule
from feltherre.core.overlay import Overlay, Tinted
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.sea import ships
from feltherre.games.norway.state import NorwayState, held_airfields

REACH = "reach"


@rule("2.3-air-1", "2.3-sea-2", "2.3-mob-1", "2.3-point-2")
def overlays(state: NorwayState, picked: str) -> tuple[Overlay, ...]:
    """Air range, the coast of I and II, the coast open to the Allies, where Norway mobilises; of a piece nothing."""
    if picked:
        if picked not in ships.INDEX:
            raise BadInput(say("core.bad.nothing-about", name=picked))
        return ()
    reached = board.air_range(held_airfields(state))
    in_range = [area for area in range(board.AREA_COUNT) if reached >> area & 1]
    return tuple(
        _shaded(id_, areas)
        for id_, areas in (
            ("air", in_range),
            ("south", board.GERMAN_COAST),
            ("west", board.ALLIED_COAST),
            ("mobilisation", board.NORWEGIAN_PLACES),
        )
    )


def _shaded(id_: str, areas: Iterable[int]) -> Overlay:
    return Overlay(id_, say(f"norway.overlay.{id_}"), tuple(Tinted(board.AREAS[area], REACH) for area in areas))
