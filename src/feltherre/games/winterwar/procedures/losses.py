"""Losses (1.5-c, 1.5-d, 2.1-e): who is flipped, who leaves the map, and what that is worth to the enemy.

The functions take units of any kind of name, `(unit, can_flip)`: a unit that lies front up and has a back side flips,
any other is removed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.codes import Part, SideLetter, parse_ground
from feltherre.games.winterwar.procedures.inputs import Count
from feltherre.games.winterwar.tables import default_tables
from feltherre.ground.hexes.combat_table import CombatTable

K = TypeVar("K", bound=Hashable)

#: option loss_numbers (R29): a number means so many different units, or so many losses in all
LossNumbers: TypeAlias = Literal["units", "steps"]
#: option victory_value (R31): what a destroyed unit gives the enemy
VictoryValue: TypeAlias = Literal["front", "faces"]


class Losses(Struct, Generic[K], frozen=True):
    """What losses do to units, in the order of loss; a unit that is flipped and then removed is only removed."""

    flipped: tuple[K, ...] = ()
    removed: tuple[K, ...] = ()


@rule("1.5-c")
def losses_due(part: Part, can_flip: Iterable[bool], loss_numbers: str = "units") -> int:
    """How many losses a side has to take (1.5-c, R29): never more units than there are, and with losses in all never
    more than they can bear, two for a unit that can still flip."""
    faces = list(can_flip)
    most = len(faces) if loss_numbers == "units" else len(faces) + sum(faces)
    return len(faces) if part.everyone else min(part.losses, most)


@rule("2.1-e", "1.5-c", "1.5-d", "2.1-h")
def take_losses(can_flip: Mapping[K, bool], order: Iterable[K]) -> Losses[K]:
    """One loss for each name in `order`: the first flips a unit that can, the next removes it (2.1-e)."""
    flipped: dict[K, None] = {}
    removed: dict[K, None] = {}
    for unit in order:
        if can_flip[unit] and unit not in flipped:
            flipped[unit] = None
        else:
            flipped.pop(unit, None)
            removed[unit] = None
    return Losses(tuple(flipped), tuple(removed))


@rule("1.5-c")
def loss_order(part: Part, units: Mapping[K, bool], chosen: Sequence[K], loss_numbers: str = "units") -> tuple[K, ...]:
    """The units that take a loss, in order: those the owner names, and on E all the others too (1.5-c, R29).

    Shorter than `losses_due` if the owner has not named enough.
    """
    if part.everyone:
        return tuple(dict.fromkeys((*chosen, *units)))
    due = losses_due(part, units.values(), loss_numbers)
    return tuple(_bearable(units, chosen, 1 if loss_numbers == "units" else 2)[:due])


def _bearable(units: Mapping[K, bool], chosen: Sequence[K], most: int) -> list[K]:
    """The names chosen, without those that come more often than the unit can take losses."""
    taken: dict[K, int] = {}
    order = []
    for unit in chosen:
        if taken.get(unit, 0) < min(most, 1 + units[unit]):
            taken[unit] = taken.get(unit, 0) + 1
            order.append(unit)
    return order


@rule("1.5-f")
def must_retreat(part: Part, units: int, removed: int) -> bool:
    """Whether somebody is left who has to go (1.5-f)."""
    return part.retreats and removed < units


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
    lost = take_losses(units, order)
    retreat = must_retreat(part, len(units), len(lost.removed))
    flipped, removed, lapsed = len(lost.flipped), len(lost.removed), 0 if part.everyone else part.losses - due
    desk.line_if(flipped > 0, "result.flipped", "1.5-d", flipped, n=flipped, units=list(lost.flipped))
    desk.line_if(removed > 0, "result.removed", "2.1-e", removed, n=removed, units=list(lost.removed))
    desk.line_if(not flipped and not removed, "result.none", "1.5-b")
    desk.line_if(lapsed != 0, "result.lapsed", "2.1-e", lapsed, n=lapsed)
    desk.line_if(retreat, "result.retreat", "1.5-f")
    return {"flipped": lost.flipped, "removed": lost.removed, "retreat": retreat}


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
    desk.line_if(second > 0, "loss-points.second", "2.1-h", second, n=second)
    desk.line("loss-points.victory", "win-4", value, n=value)
    return {"first_loss": first, "second_loss": second, "victory_value": value}
