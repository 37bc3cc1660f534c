"""Zones of control (1.2.1-a, 2.1-k, turn-3-h, turn-3-j)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
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


class ZoneNeighbour(Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    road_or_rail: bool
    river_or_lake: bool
    sea: bool


class ZoneSituation(Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    unit_type: UnitType
    neighbours: tuple[ZoneNeighbour, ...]


class ZoneAssessment(Assessment, frozen=True, kw_only=True):
    situation: ZoneSituation
    controlled: tuple[str, ...]


class ZoneOfControl(CertainProcedure[ZoneSituation, ZoneAssessment]):
    name = "zone-of-control"
    situation = ZoneSituation
    outputs = ("controlled",)

    def __init__(self, bridge_zoc: bool = False) -> None:
        self.bridge_zoc = bridge_zoc

    def assess(self, situation: ZoneSituation) -> ZoneAssessment:
        if len({beside.hex for beside in situation.neighbours}) < len(situation.neighbours):
            raise refuse("winterwar.refuse.hex-twice", "1.2.1-a")
        has_zone = exerts_zone(situation.unit_type)
        return ZoneAssessment(
            situation=situation,
            controlled=tuple(
                beside.hex
                for beside in situation.neighbours
                if has_zone and self._why_not(situation.side, beside) is None
            ),
        )

    def _why_not(self, side: Side, beside: ZoneNeighbour) -> str | None:
        return why_no_zone(side, beside.road_or_rail, beside.river_or_lake, beside.sea, self.bridge_zoc)

    def lines(self, assessment: ZoneAssessment) -> list[Line]:
        given, controlled = assessment.situation, assessment.controlled
        if not exerts_zone(given.unit_type):
            return [Line(say(f"winterwar.ruling.zone.none.{given.unit_type}"), NO_ZONE[given.unit_type])]
        told = []
        for beside in given.neighbours:
            reason = self._why_not(given.side, beside)
            if reason is not None:
                told.append(Line(say(f"winterwar.ruling.zone.{reason}", hex=beside.hex), _REASON_RULE[reason]))
        if not controlled:
            return [*told, Line(say("winterwar.ruling.zone.nowhere"), "1.2.1-a")]
        return [*told, Line(say("winterwar.ruling.zone.controls", hexes=list(controlled)), "1.2.1-a", len(controlled))]


_REASON_RULE: Final = {"sea": "1.4-j", "water": "turn-3-j", "off-road": "turn-3-h"}
