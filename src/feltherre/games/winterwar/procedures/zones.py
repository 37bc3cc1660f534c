"""Zones of control (1.2.1-a, 2.1-k, turn-3-h, turn-3-j)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.procedures.inputs import Side, UnitType

#: kinds of unit without a zone of control, with the rule that says so (table zoc)
NO_ZONE: Final = {
    "artillery": "1.2.1-a",
    "engineer": "1.2.1-a",
    "air": "1.2.1-a",
    "ship": "1.2.1-a",
    "partisan": "2.1-k",
}


@rule("1.2.1-a", "2.1-k")
def exerts_zone(unit_type: str) -> bool:
    """Whether a kind of unit has a zone of control, flipped or cut off as it may be (1.2.1-a, 2.1-k, R17)."""
    return unit_type not in NO_ZONE


@rule("turn-3-h", "turn-3-j", "1.4-f", "1.4-g")
def why_no_zone(side: str, road_or_rail: bool, river_or_lake: bool, sea: bool, bridge_zoc: bool = False) -> str | None:
    """Why a zone of control does not reach into a hex beside the unit; None if it does.

    River and lake stop every zone, bridged or not unless the option says so (turn-3-j, R19); a Soviet one follows road
    and railway (turn-3-h, R18).
    """
    if sea:
        return "sea"
    if river_or_lake and not (bridge_zoc and road_or_rail):
        return "water"
    if side == "soviet" and not road_or_rail:
        return "off-road"
    return None


#: why a zone does not reach into a hex -> the rule
REASON_RULE: Final = {"sea": "1.4-j", "water": "turn-3-j", "off-road": "turn-3-h"}


class ZoneNeighbour(Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    road_or_rail: bool
    river_or_lake: bool
    sea: bool


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the hexes around it."""

    side: Side
    unit_type: UnitType
    neighbours: tuple[ZoneNeighbour, ...]


@procedure("zone-of-control")
def zone_of_control(zone: Zone, desk: Desk, *, bridge_zoc: bool = False) -> Outcome:
    """The hexes that a unit's zone of control reaches into (1.2.1-a, 2.1-k, turn-3-h, turn-3-j; option of R19)."""
    desk.refuse_if(len({beside.hex for beside in zone.neighbours}) < len(zone.neighbours), "hex-twice", "1.2.1-a")
    if not exerts_zone(zone.unit_type):
        desk.line(f"zone.none.{zone.unit_type}", NO_ZONE[zone.unit_type])
        return {"controlled": ()}
    controlled = []
    for beside in zone.neighbours:
        reason = why_no_zone(zone.side, beside.road_or_rail, beside.river_or_lake, beside.sea, bridge_zoc)
        if reason is None:
            controlled.append(beside.hex)
        else:
            desk.line(f"zone.{reason}", REASON_RULE[reason], hex=beside.hex)
    desk.line_if(not controlled, "zone.nowhere", "1.2.1-a")
    desk.line_if(bool(controlled), "zone.controls", "1.2.1-a", len(controlled), hexes=controlled)
    return {"controlled": tuple(controlled)}
