"""Losses (1.5-c, 1.5-d, 2.1-e): who is flipped, who leaves the map, and what that is worth to the enemy.

A unit that lies front up and has a back side can flip; any other is removed by a loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.codes import Part, SideLetter, parse_ground
from feltherre.games.winterwar.procedures.inputs import Count
from feltherre.games.winterwar.tables import default_tables
from feltherre.ground.hexes.combat_table import CombatTable

#: option loss_numbers (R29): a number means so many different units, or so many losses in all
LossNumbers: TypeAlias = Literal["units", "steps"]
#: option victory_value (R31): what a destroyed unit gives the enemy
VictoryValue: TypeAlias = Literal["front", "faces"]


@rule("1.5-c")
def borne(can_flip: bool, loss_numbers: str = "units") -> int:
    """How many losses of one result a unit takes at most: one, or by option as many as it has faces left (R29)."""
    return 2 if loss_numbers == "steps" and can_flip else 1


@rule("1.5-c")
def losses_due(part: Part, can_flip: Iterable[bool], loss_numbers: str = "units") -> int:
    """How many losses a side has to take (1.5-c, R29): on E one for every unit, else never more than they can bear."""
    most = [borne(flips, loss_numbers) for flips in can_flip]
    return len(most) if part.everyone else min(part.losses, sum(most))


@rule("1.5-c")
def loss_order(
    part: Part, can_flip: Mapping[str, bool], chosen: Sequence[str], loss_numbers: str = "units"
) -> tuple[str, ...]:
    """The units that take a loss, in order: those the owner names, without what they cannot bear, and on E all the
    others too (1.5-c, R29). Shorter than `losses_due` if the owner has not named enough."""
    if part.everyone:
        return tuple(dict.fromkeys((*chosen, *can_flip)))
    taken = [u for at, u in enumerate(chosen) if chosen[:at].count(u) < borne(can_flip[u], loss_numbers)]
    return tuple(taken[: losses_due(part, can_flip.values(), loss_numbers)])


@rule("2.1-e", "1.5-c", "1.5-d", "2.1-h")
def take_losses(can_flip: Mapping[str, bool], order: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(flipped, removed) by one loss for each name in `order`: the first flips a unit that can, the next removes it
    (2.1-e)."""
    flipped: dict[str, None] = {}
    removed: dict[str, None] = {}
    for unit in order:
        if can_flip[unit] and unit not in flipped:
            flipped[unit] = None
        else:
            flipped.pop(unit, None)
            removed[unit] = None
    return tuple(flipped), tuple(removed)


@rule("win-4", "2.1-h")
def victory_value(front: int, back: int | None, reading: str = "front") -> int:
    """What a destroyed unit adds to the enemy's list before dividing by four (win-4, R31).

    An air unit has its air combat value for a front (R58), a partisan the strength it had (R43).
    """
    return front + (back or 0) if reading == "faces" else front


class CombatUnit(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    face: Literal["front", "back"]
    has_back: bool

    @property
    def can_flip(self) -> bool:
        return self.face == "front" and self.has_back


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of an earlier ground combat, which is not thrown for again, and the units of one side."""

    result: str
    side: SideLetter
    units: tuple[CombatUnit, ...]
    chosen: tuple[str, ...]


@procedure("apply-result")
@rule("1.5-f")
def apply_result(
    r: Result, desk: Desk, *, table: CombatTable | None = None, loss_numbers: LossNumbers = "units"
) -> Outcome:
    """Who is flipped, who leaves the map, who must retreat (1.5-b to 1.5-f, R29). A code that does not stand in the
    table of the game is no result."""
    known = any(r.result in row for row in (table or default_tables().ground).cells)
    code = parse_ground(r.result) if known else None
    if code is None:
        desk.refuse("code", "1.5-b", code=r.result)
    units, part = _units(r, desk), code.part(r.side)
    order = loss_order(part, units, r.chosen, loss_numbers)
    due = losses_due(part, units.values(), loss_numbers)
    desk.refuse_if(len(order) < due, "chosen-few", "2.1-e", n=due, named=len(order))
    flipped, removed = take_losses(units, order)
    lapsed, retreat = part.losses - due, part.retreats and len(removed) < len(units)
    for what, rule_id, lost in (("flipped", "1.5-d", flipped), ("removed", "2.1-e", removed)):
        desk.line_if(bool(lost), f"result.{what}", rule_id, len(lost), n=len(lost), units=list(lost))
    desk.line_if(not flipped and not removed, "result.none", "1.5-b")
    desk.line_if(bool(lapsed) and not part.everyone, "result.lapsed", "2.1-e", lapsed, n=lapsed)
    desk.line_if(retreat, "result.retreat", "1.5-f")
    return {"flipped": flipped, "removed": removed, "retreat": retreat}


def _units(r: Result, desk: Desk) -> dict[str, bool]:
    """Whether each unit can flip, by its name."""
    units = {unit.id: unit.can_flip for unit in r.units}
    desk.refuse_if(len(units) < len(r.units), "unit-twice", "1.5-c")
    for unit in r.units:
        desk.refuse_if(unit.face == "back" and not unit.has_back, "no-back", "2.1-e", unit=unit.id)
    for chosen in r.chosen:
        desk.refuse_if(chosen not in units, "not-in-combat", "1.5-c", unit=chosen)
    return units


class Lost(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a unit that is lost."""

    front_attack: Count | None = None
    back_attack: Count | None = None
    air_combat: Count | None = None


@procedure("loss-points")
def loss_points(lost: Lost, desk: Desk, *, reading: VictoryValue = "front") -> Outcome:
    """What the losses of a unit are worth to the enemy (2.1-h, win-4, R31)."""
    is_air = lost.air_combat is not None
    desk.refuse_if((lost.front_attack is None) != is_air, "one-attack-value", "win-4")
    desk.refuse_if(is_air and lost.back_attack is not None, "air-back", "win-4")
    first, second = (lost.air_combat if is_air else lost.front_attack) or 0, lost.back_attack or 0
    value = victory_value(first, lost.back_attack, reading)
    desk.line("loss-points.air" if is_air else "loss-points.first", "2.1-h", first, n=first)
    desk.line_if(bool(second), "loss-points.second", "2.1-h", second, n=second)
    desk.line("loss-points.victory", "win-4", value, n=value)
    return {"first_loss": first, "second_loss": second, "victory_value": value}
