"""Retreat (1.5-f, 1.5-g): away from the opponent first, then the charge for an enemy zone of control."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
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


class RetreatSituation(Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    options: tuple[RetreatHex, ...]
    own_unit_shields_retreat: bool = False


class RetreatAssessment(Assessment, frozen=True, kw_only=True):
    situation: RetreatSituation
    legal: tuple[str, ...]
    costs_a_unit: tuple[str, ...]
    blocked: bool


class RetreatOptions(CertainProcedure[RetreatSituation, RetreatAssessment]):
    name = "retreat-options"
    situation = RetreatSituation
    outputs = ("legal", "costs_a_unit", "blocked")

    def assess(self, situation: RetreatSituation) -> RetreatAssessment:
        if len({option.hex for option in situation.options}) < len(situation.options):
            raise refuse("winterwar.refuse.hex-twice", "1.5-f")
        found = retreats(situation.side, situation.options, situation.own_unit_shields_retreat)
        return RetreatAssessment(
            situation=situation,
            legal=found.legal,
            costs_a_unit=found.costly,
            blocked=not found.legal,
        )

    def lines(self, assessment: RetreatAssessment) -> list[Line]:
        a = assessment
        told = [line for option in a.situation.options if (line := _closed_line(a, option)) is not None]
        if a.blocked:
            return [*told, Line(say("winterwar.ruling.retreat.blocked"), "1.5-f")]
        told.append(Line(say("winterwar.ruling.retreat.legal", n=len(a.legal), hexes=list(a.legal)), "1.5-f"))
        told += [Line(say("winterwar.ruling.retreat.costly", hex=hex_), "1.5-g") for hex_ in a.costs_a_unit]
        return told


def _closed_line(assessment: RetreatAssessment, option: RetreatHex) -> Line | None:
    """Why units may not go into a hex; None if they may."""
    if option.hex in assessment.legal:
        return None
    reason = why_closed(assessment.situation.side, option)
    if reason is None:
        text = say("winterwar.ruling.retreat.not-away", hex=option.hex, n=option.adjacent_attackers)
        return Line(text, "1.5-f", option.adjacent_attackers)
    return Line(say(f"winterwar.ruling.retreat.{reason}", hex=option.hex), _CLOSED_RULE[reason])


_CLOSED_RULE: dict[Closed, str] = {"closed": "1.4-j", "enemy": "1.5-f", "no-room": "setup-5", "off-road": "turn-3-g"}
