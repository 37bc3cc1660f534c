"""Retreat (1.5-f, 1.5-g): away from the opponent first, then the charge for an enemy zone of control."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.procedures.inputs import Count, Side
from feltherre.ground.hexes.retreat import away

Closed: TypeAlias = Literal["closed", "enemy", "no-room", "off-road"]


class RetreatHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex beside the beaten units."""

    hex: str
    road_or_rail: bool = False
    enemy_unit: bool = False
    enemy_zoc: bool = False
    own_unit: bool = False
    closed: bool = False
    room: bool = True
    #: how many hexes beside it ground units attacked from
    adjacent_attackers: Count = 0


@rule("1.5-f")
def why_closed(side: str, option: RetreatHex) -> Closed | None:
    """Why nobody can retreat into a hex; None if it is free (R33). Soviet units keep to road and railway (R18)."""
    if option.closed:
        return "closed"
    if option.enemy_unit:
        return "enemy"
    if not option.room:
        return "no-room"
    if side == "soviet" and not option.road_or_rail:
        return "off-road"
    return None


@rule("1.5-g")
def costs_a_unit(enemy_zoc: bool, own_unit: bool, own_unit_shields_retreat: bool = False) -> bool:
    """A zone of control costs one further unit, an own unit there or not unless the option says so (1.5-g, R33)."""
    return enemy_zoc and not (own_unit and own_unit_shields_retreat)


#: why nobody can go into a hex -> the rule
CLOSED_RULE: Final[dict[str, str]] = {
    "closed": "1.4-j",
    "enemy": "1.5-f",
    "no-room": "setup-5",
    "off-road": "turn-3-g",
}


class Retreat(Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes around beaten units."""

    side: Side
    options: tuple[RetreatHex, ...]
    own_unit_shields_retreat: bool = False


@procedure("retreat-options")
def retreat_options(r: Retreat, desk: Desk) -> Outcome:
    """Where beaten units may go, and where that costs them a unit (1.5-f, 1.5-g, R33)."""
    desk.refuse_if(len({option.hex for option in r.options}) < len(r.options), "hex-twice", "1.5-f")
    closed = [(option, why_closed(r.side, option)) for option in r.options]
    legal = away({option.hex: option.adjacent_attackers for option, why in closed if why is None})
    for option, why in closed:
        if why is not None:
            desk.line(f"retreat.{why}", CLOSED_RULE[why], hex=option.hex)
        elif option.hex not in legal:
            touched = option.adjacent_attackers
            desk.line("retreat.not-away", "1.5-f", touched, hex=option.hex, n=touched)
    going = [option for option in r.options if option.hex in legal]
    costly = [o.hex for o in going if costs_a_unit(o.enemy_zoc, o.own_unit, r.own_unit_shields_retreat)]
    desk.line_if(not legal, "retreat.blocked", "1.5-f")
    desk.line_if(bool(legal), "retreat.legal", "1.5-f", n=len(legal), hexes=list(legal))
    for hex_ in costly:
        desk.line("retreat.costly", "1.5-g", hex=hex_)
    return {"legal": legal, "costs_a_unit": tuple(costly), "blocked": not legal}
