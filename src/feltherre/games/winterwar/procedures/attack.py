"""Who may take part in an attack (turn-4-b, turn-4-f, 1.4-d, 1.6-i)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.core.procedure import refuse
from feltherre.games.winterwar.procedures.inputs import Crossing, FighterType, Side


class AttackingUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit touches the attacked hex."""

    unit_type: FighterType = "infantry"
    crossing: Crossing = "none"
    #: read only for Soviet ground units and where nothing lies between: a bridge is a link, water has none
    along_road_or_rail: bool = True


ORDINARY: Final = AttackingUnit()


@rule("turn-4-f", "1.4-d")
def is_linked(crossing: str, along_road_or_rail: bool) -> bool:
    """Whether a road or railway joins a unit's hex with the attacked one (turn-4-f, R18, R25)."""
    return crossing == "bridge" or (crossing == "none" and along_road_or_rail)


#: why a unit may not take part -> the rule
BARRED_RULE: Final = {"over-water": "1.4-d", "off-road": "turn-4-f"}


@rule("1.4-d", "turn-4-f")
def why_barred(side: Side, unit: AttackingUnit) -> str | None:
    """Why this unit may not take part, whoever else does; None if it may.

    Only artillery supports over a river or lake without a bridge, not even ships (1.4-d, R25); Soviet ground units,
    artillery included, attack along road or railway, ships need none (turn-4-f, R18).
    """
    if unit.crossing == "water" and unit.unit_type != "artillery":
        return "over-water"
    bound = side == "soviet" and unit.unit_type != "ship"
    return "off-road" if bound and not is_linked(unit.crossing, unit.along_road_or_rail) else None


@rule("1.4-d", "turn-4-b")
def may_lead(unit: AttackingUnit) -> bool:
    """Whether a unit can attack without others: a ground unit with no water, or a bridge, before it (R25, R40, R42)."""
    return unit.unit_type != "ship" and unit.crossing != "water"


def check_attackers(side: Side, attackers: Sequence[AttackingUnit]) -> None:
    """Refuse an attack in which somebody may not take part, or which nobody may make."""
    for unit in attackers:
        if reason := why_barred(side, unit):
            raise refuse(f"winterwar.refuse.{reason}", BARRED_RULE[reason])
    if not any(may_lead(unit) for unit in attackers):
        if all(unit.unit_type == "ship" for unit in attackers):
            raise refuse("winterwar.refuse.ships-alone", "turn-4-b")
        raise refuse("winterwar.refuse.support-alone", "1.4-d")
