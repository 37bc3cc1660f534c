"""Losses (1.5-c, 1.5-d, 2.1-e): who is flipped, who leaves the map, and what that is worth to the enemy.

The functions take units of any kind of name, `(unit, can_flip)`: a unit that lies front up and has a back side flips,
any other is removed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
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


class ResultSituation(Struct, frozen=True, forbid_unknown_fields=True):
    #: the result of an earlier ground combat; it is not thrown for again
    result: str
    side: SideLetter
    units: tuple[CombatUnit, ...]
    chosen: tuple[str, ...]


class ResultAssessment(Assessment, frozen=True, kw_only=True):
    part: Part
    flipped: tuple[str, ...]
    removed: tuple[str, ...]
    retreat: bool
    #: losses that lapse because no unit is there to take them
    lapsed: int


class ApplyResult(CertainProcedure[ResultSituation, ResultAssessment]):
    """Made with the table of its game: a code that does not stand in it is no result."""

    name = "apply-result"
    situation = ResultSituation
    outputs = ("flipped", "removed", "retreat")

    def __init__(self, table: CombatTable | None = None, loss_numbers: LossNumbers = "units") -> None:
        self.codes = {code for row in (table or default_tables().ground).cells for code in row}
        self.loss_numbers = loss_numbers

    def assess(self, situation: ResultSituation) -> ResultAssessment:
        code = parse_ground(situation.result) if situation.result in self.codes else None
        if code is None:
            raise refuse("winterwar.refuse.code", "1.5-b", code=situation.result)
        units = _units(situation)
        part = code.part(situation.side)
        order = loss_order(part, units, situation.chosen, self.loss_numbers)
        due = losses_due(part, units.values(), self.loss_numbers)
        if len(order) < due:
            raise refuse("winterwar.refuse.chosen-few", "2.1-e", n=due, named=len(order))
        lost = take_losses(units, order)
        return ResultAssessment(
            part=part,
            flipped=lost.flipped,
            removed=lost.removed,
            retreat=must_retreat(part, len(units), len(lost.removed)),
            lapsed=0 if part.everyone else part.losses - due,
        )

    def lines(self, assessment: ResultAssessment) -> list[Line]:
        a = assessment
        told = []
        if a.flipped:
            text = say("winterwar.ruling.result.flipped", n=len(a.flipped), units=list(a.flipped))
            told.append(Line(text, "1.5-d", len(a.flipped)))
        if a.removed:
            text = say("winterwar.ruling.result.removed", n=len(a.removed), units=list(a.removed))
            told.append(Line(text, "2.1-e", len(a.removed)))
        if not told:
            told.append(Line(say("winterwar.ruling.result.none"), "1.5-b"))
        if a.lapsed:
            told.append(Line(say("winterwar.ruling.result.lapsed", n=a.lapsed), "2.1-e", a.lapsed))
        if a.retreat:
            told.append(Line(say("winterwar.ruling.result.retreat"), "1.5-f"))
        return told


def _units(situation: ResultSituation) -> dict[str, bool]:
    units = {unit.id: unit.can_flip for unit in situation.units}
    if len(units) < len(situation.units):
        raise refuse("winterwar.refuse.unit-twice", "1.5-c")
    for unit in situation.units:
        if unit.face == "back" and not unit.has_back:
            raise refuse("winterwar.refuse.no-back", "2.1-e", unit=unit.id)
    for chosen in situation.chosen:
        if chosen not in units:
            raise refuse("winterwar.refuse.not-in-combat", "1.5-c", unit=chosen)
    return units


class LossPointsSituation(Struct, frozen=True, forbid_unknown_fields=True):
    front_attack: Count | None = None
    back_attack: Count | None = None
    air_combat: Count | None = None


class LossPointsAssessment(Assessment, frozen=True, kw_only=True):
    is_air: bool
    first_loss: int
    second_loss: int
    victory_value: int


class LossPoints(CertainProcedure[LossPointsSituation, LossPointsAssessment]):
    name = "loss-points"
    situation = LossPointsSituation
    outputs = ("first_loss", "second_loss", "victory_value")

    def __init__(self, reading: VictoryValue = "front") -> None:
        self.reading = reading

    def assess(self, situation: LossPointsSituation) -> LossPointsAssessment:
        given = situation
        if (given.front_attack is None) == (given.air_combat is None):
            raise refuse("winterwar.refuse.one-attack-value", "win-4")
        if given.air_combat is not None and given.back_attack is not None:
            raise refuse("winterwar.refuse.air-back", "win-4")
        front = given.front_attack if given.front_attack is not None else given.air_combat or 0
        return LossPointsAssessment(
            is_air=given.air_combat is not None,
            first_loss=front,
            second_loss=given.back_attack or 0,
            victory_value=victory_value(front, given.back_attack, self.reading),
        )

    def lines(self, assessment: LossPointsAssessment) -> list[Line]:
        a = assessment
        first = "air" if a.is_air else "first"
        told = [Line(say(f"winterwar.ruling.loss-points.{first}", n=a.first_loss), "2.1-h", a.first_loss)]
        if a.second_loss:
            text = say("winterwar.ruling.loss-points.second", n=a.second_loss)
            told.append(Line(text, "2.1-h", a.second_loss))
        text = say("winterwar.ruling.loss-points.victory", n=a.victory_value)
        return [*told, Line(text, "win-4", a.victory_value)]
