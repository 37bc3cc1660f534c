"""Air range of German aircraft (2.3; at sea 5.1)."""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import SeaArea

#: the airfield that reaches a sea area on which it has no coast (5.1-air-sea)
NORTHERN_REACH = ("bardufoss", "VII")


class AirRangeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    target: str
    held_airfields: tuple[str, ...]
    from_germany: tuple[str, ...]
    reach: dict[str, tuple[str, ...]]
    airfield_coasts: dict[str, tuple[SeaArea, ...]]


@procedure("air-range-check")
@rule("2.3-air-2")
def air_range_check(given: AirRangeSituation, desk: Desk) -> Outcome:
    """Whether German aircraft reach a land area, from Germany or from an airfield that they hold (2.3-air-1), or a sea
    area, from a held airfield with coast on it (5.1-air-sea). What each reaches is data of the board (2.3-air-2)."""
    held, from_germany = names.areas(given.held_airfields), names.areas(given.from_germany)
    reach = {names.area(airfield): names.areas(areas) for airfield, areas in given.reach.items()}
    coasts = {names.area(airfield): seas for airfield, seas in given.airfield_coasts.items()}
    number = names.sea_index(given.target)
    if number is not None:
        sea = board.SEAS[number]
        near = [base.text for base in held if sea in coasts.get(base, ()) or (base.id, sea) == NORTHERN_REACH]
        desk.line("air.sea" if near else "air.sea-out", "5.1-air-sea", sea=say(f"norway.sea.{sea}"), airfields=near)
        return {"in_range": bool(near)}
    target = names.area(given.target)
    if target in from_germany:
        desk.line("air.from-germany", "2.3-air-1", area=target.text)
        return {"in_range": True}
    near = [base.text for base in held if target in reach.get(base, ())]
    desk.line("air.reached" if near else "air.out", "2.3-air-1", area=target.text, airfields=near)
    return {"in_range": bool(near)}
