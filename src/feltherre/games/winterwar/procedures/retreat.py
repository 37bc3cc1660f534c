"""Retreat (1.5-f, 1.5-g): away from the opponent first, then the charge for an enemy zone of control."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.procedures.inputs import Count, Side
from feltherre.games.winterwar.procedures.losses import Losses, take_losses

K = TypeVar("K", bound=Hashable)

#: option blocked_retreat (R33): units without a hex to go to take a loss each, or are lost
BlockedRetreat: TypeAlias = Literal["loss-each", "eliminated"]
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


class Retreats(Struct, Generic[K], frozen=True):
    """The hexes the owner may choose from, and those of them that cost a unit a further loss."""

    legal: tuple[K, ...]
    costly: tuple[K, ...]


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


@rule("1.5-f")
def away_from_opponent(free: Mapping[K, int]) -> tuple[K, ...]:
    """Of the free hexes those beside the fewest attacking hexes (1.5-f, R33): hex -> how many it still touches."""
    fewest = min(free.values(), default=0)
    return tuple(hex_ for hex_, touched in free.items() if touched == fewest)


@rule("1.5-g")
def costs_a_unit(enemy_zoc: bool, own_unit: bool, own_unit_shields_retreat: bool = False) -> bool:
    """A zone of control costs one further unit, an own unit there or not unless the option says so (1.5-g, R33)."""
    return enemy_zoc and not (own_unit and own_unit_shields_retreat)


def retreats(side: str, options: Sequence[RetreatHex], own_unit_shields_retreat: bool = False) -> Retreats[str]:
    """Where beaten units may go, from what is known of the hexes around them."""
    around = {option.hex: option for option in options}
    legal = away_from_opponent(
        {hex_: option.adjacent_attackers for hex_, option in around.items() if why_closed(side, option) is None}
    )
    costly = tuple(
        hex_ for hex_ in legal if costs_a_unit(around[hex_].enemy_zoc, around[hex_].own_unit, own_unit_shields_retreat)
    )
    return Retreats(legal, costly)


@rule("1.5-f")
def blocked_losses(can_flip: Mapping[K, bool], reading: str = "loss-each") -> Losses[K]:
    """What becomes of units that must retreat and cannot: a loss each and the survivors stay, or all are lost (R33)."""
    if reading == "eliminated":
        return Losses(removed=tuple(can_flip))
    return take_losses(can_flip, can_flip)


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
    found = retreats(r.side, r.options, r.own_unit_shields_retreat)
    for option in r.options:
        if option.hex not in found.legal:
            _tell_closed(r.side, option, desk)
    n = len(found.legal)
    desk.line_if(not n, "retreat.blocked", "1.5-f")
    desk.line_if(n > 0, "retreat.legal", "1.5-f", n=n, hexes=list(found.legal))
    for hex_ in found.costly:
        desk.line("retreat.costly", "1.5-g", hex=hex_)
    return {"legal": found.legal, "costs_a_unit": found.costly, "blocked": not n}


def _tell_closed(side: Side, option: RetreatHex, desk: Desk) -> None:
    reason, touched = why_closed(side, option), option.adjacent_attackers
    if reason is None:
        desk.line("retreat.not-away", "1.5-f", touched, hex=option.hex, n=touched)
    else:
        desk.line(f"retreat.{reason}", CLOSED_RULE[reason], hex=option.hex)
