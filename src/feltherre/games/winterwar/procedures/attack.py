"""Who may take part in an attack (turn-4-b, turn-4-f, 1.4-d, 1.6-i)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from feltherre.core.errors import Illegal
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


def unit_refusal(side: Side, unit: AttackingUnit) -> Illegal | None:
    """Why this unit may not take part, whoever else does; None if it may."""
    return _over_water(unit) or _off_road(side, unit)


@rule("1.4-d")
def _over_water(unit: AttackingUnit) -> Illegal | None:
    """Only artillery supports over a river or lake without a bridge, not even ships (1.4-d, R25)."""
    if unit.crossing == "water" and unit.unit_type != "artillery":
        return refuse("winterwar.refuse.over-water", "1.4-d")
    return None


@rule("turn-4-f")
def _off_road(side: Side, unit: AttackingUnit) -> Illegal | None:
    """Soviet ground units, artillery included, attack along road or railway; ships need none (turn-4-f, R18)."""
    bound = side == "soviet" and unit.unit_type != "ship"
    if bound and not is_linked(unit.crossing, unit.along_road_or_rail):
        return refuse("winterwar.refuse.off-road", "turn-4-f")
    return None


@rule("1.4-d", "turn-4-b")
def may_lead(unit: AttackingUnit) -> bool:
    """Whether a unit can attack without others: a ground unit with no water, or a bridge, before it (R25, R40, R42)."""
    return unit.unit_type != "ship" and unit.crossing != "water"


def check_attackers(side: Side, attackers: Iterable[AttackingUnit]) -> None:
    """Refuse an attack in which somebody may not take part, or which nobody may make."""
    led = False
    only_ships = True
    for unit in attackers:
        refusal = unit_refusal(side, unit)
        if refusal is not None:
            raise refusal
        led = led or may_lead(unit)
        only_ships = only_ships and unit.unit_type == "ship"
    if not led:
        if only_ships:
            raise refuse("winterwar.refuse.ships-alone", "turn-4-b")
        raise refuse("winterwar.refuse.support-alone", "1.4-d")
