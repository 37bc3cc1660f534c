"""Air range of German aircraft (2.3; at sea 5.1)."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import SeaArea

K = TypeVar("K", bound=Hashable)

#: the airfield that reaches a sea area on which it has no coast (5.1-air-sea)
NORTHERN_AIRFIELD, NORTHERN_SEA = "bardufoss", "VII"


@rule("2.3-air-1", "2.3-air-2")
def in_air_range(
    target: K, from_germany: Container[K], held_airfields: Iterable[K], reach: Mapping[K, Container[K]]
) -> bool:
    """Whether German aircraft reach a land area, from Germany or from an airfield that they hold (2.3-air-1).

    Which areas each airfield reaches is data of the board (2.3-air-2).
    """
    return target in from_germany or any(target in reach.get(airfield, ()) for airfield in held_airfields)


@rule("5.1-air-sea")
def in_air_range_at_sea(sea: str, held_airfields: Iterable[str], coasts: Mapping[str, Container[str]]) -> bool:
    """Whether a held airfield has coast on a sea area; Bardufoss reaches VII besides (5.1-air-sea)."""
    return any(
        sea in coasts.get(airfield, ()) or (airfield, sea) == (NORTHERN_AIRFIELD, NORTHERN_SEA)
        for airfield in held_airfields
    )


class AirRangeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    target: str
    held_airfields: tuple[str, ...]
    from_germany: tuple[str, ...]
    reach: dict[str, tuple[str, ...]]
    airfield_coasts: dict[str, tuple[SeaArea, ...]]


@procedure("air-range-check")
def air_range_check(given: AirRangeSituation, desk: Desk) -> Outcome:
    """Whether German aircraft reach a land or sea area (2.3-air-1, 2.3-air-2, 5.1-air-sea)."""
    held = names.areas(given.held_airfields)
    from_germany = names.areas(given.from_germany)
    reach = {names.area(airfield): names.areas(areas) for airfield, areas in given.reach.items()}
    coasts = {names.area(airfield).id: seas for airfield, seas in given.airfield_coasts.items()}
    number = names.sea_index(given.target)
    if number is not None:
        sea = board.SEAS[number]
        near = [airfield.text for airfield in held if in_air_range_at_sea(sea, [airfield.id], coasts)]
        found = in_air_range_at_sea(sea, [airfield.id for airfield in held], coasts)
        desk.line("air.sea" if found else "air.sea-out", "5.1-air-sea", sea=say(f"norway.sea.{sea}"), airfields=near)
        return {"in_range": found}
    target = names.area(given.target)
    found = in_air_range(target, from_germany, held, reach)
    if target in from_germany:
        desk.line("air.from-germany", "2.3-air-1", area=target.text)
    else:
        near = [airfield.text for airfield in held if in_air_range(target, (), [airfield], reach)]
        desk.line("air.reached" if found else "air.out", "2.3-air-1", area=target.text, airfields=near)
    return {"in_range": found}
