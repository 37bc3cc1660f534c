"""Movement (step 3 of the turn, move-1 to move-10, 1.4): what a way costs a unit, and where it has to stop.

Costs are counted in quarters of a movement point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
from feltherre.games.winterwar.procedures.inputs import Amount, Side, UnitType, amount, number
from feltherre.games.winterwar.tables import QUARTERS, step_cost

Link: TypeAlias = Literal["rail", "road", "none"]
Terrain: TypeAlias = Literal["forest", "marsh", "mountain", "town", "sea", "neutral"]
StoppedBy: TypeAlias = Literal["none", "zoc", "glide", "allowance", "illegal", "no-supply"]

#: what an air unit pays for a hex, whatever is in it (1.4-i)
AIR_COST: Final = QUARTERS


class PathHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the way a unit is to go."""

    link: Link
    terrain: Terrain
    enemy_zoc: bool = False
    enemy_unit: bool = False
    full_stack: bool = False


class Mover(Struct, frozen=True):
    """A unit about to move; the allowance is in quarters."""

    side: Side
    unit_type: UnitType
    ski: bool
    allowance: int
    in_supply: bool
    starts_in_enemy_zoc: bool

    @property
    @rule("1.4-c")
    def light(self) -> bool:
        """Ski units and partisans pay less in the mountains (1.4-c, R56)."""
        return self.ski or self.unit_type in ("ski", "partisan")


class Walk(Struct, frozen=True):
    """How far a unit comes; `spent` and `left` in quarters. `barred` says what made the next hex illegal."""

    entered: int
    spent: int
    left: int
    stopped_by: StoppedBy
    units_to_eliminate: int
    barred: str = ""


@rule("1.1-f", "move-7", "1.4-j", "turn-3-g", "move-5")
def why_barred(mover: Mover, hex_: PathHex) -> str | None:
    """Why a unit may never enter a hex; None if it may (1.1-f, move-7, turn-3-g, R17, R49)."""
    if hex_.terrain == "neutral":
        return "neutral"
    if mover.unit_type == "air":
        return None
    if hex_.terrain == "sea":
        return "sea"
    if hex_.enemy_unit:
        return "enemy"
    if hex_cost(mover, hex_) is None:
        return "off-road"
    return None


@rule("turn-3-f", "move-9", "move-10", "1.4-i")
def hex_cost(mover: Mover, hex_: PathHex) -> int | None:
    """The cost of a hex in quarters by table 1.4; None where a Soviet unit would leave road and railway (R23).

    A river or lake on the hexside adds nothing, for it is frozen (1.4-d, R24).
    """
    if mover.unit_type == "air":
        return AIR_COST
    return step_cost(mover.side == "soviet", mover.light, hex_.link, hex_.terrain)


@rule("supply-5", "move-8", "turn-1-c")
def why_still(mover: Mover) -> StoppedBy | None:
    """Why a unit does not move at all: ships never do, and units without supply (move-8, supply-5)."""
    if mover.unit_type == "ship":
        return "illegal"
    if not mover.in_supply and mover.unit_type != "partisan":
        return "no-supply"
    return None


@rule("turn-3-d", "move-3")
def _glides(mover: Mover, in_zone: bool, entered: int) -> bool:
    """Whether a step leads straight from one enemy zone into another; only the first of a move can (R21)."""
    return entered == 0 and in_zone and mover.starts_in_enemy_zoc


@rule("move-3", "move-4")
def _spent(mover: Mover, spent: int, cost: int, glides: bool) -> int:
    """What is spent after a step: gliding and the minimum move take all there is (move-3, move-4)."""
    return mover.allowance if glides or cost > mover.allowance - spent else spent + cost


@rule("turn-3-a", "turn-3-c", "setup-8", "supply-9", "supply-10")
def walk(mover: Mover, path: Sequence[PathHex]) -> Walk:
    """Follow a way hex by hex until the rules stop the unit (turn-3-a, turn-3-c, turn-3-d, move-3, move-4)."""
    stopped = why_still(mover)
    if stopped is not None:
        return Walk(0, 0, mover.allowance, stopped, 0, "ship" if mover.unit_type == "ship" else "")
    flies = mover.unit_type == "air"
    entered = spent = full = 0
    for hex_ in path:
        left = mover.allowance - spent
        barred = why_barred(mover, hex_)
        if barred is not None:
            return Walk(entered, spent, left, "illegal", full, barred)
        cost = hex_cost(mover, hex_) or 0
        in_zone = hex_.enemy_zoc and not flies
        glides = _glides(mover, in_zone, entered)
        if cost > left and entered > 0:
            return Walk(entered, spent, left, "allowance", full)
        spent = _spent(mover, spent, cost, glides)
        entered += 1
        full += hex_.full_stack and not flies
        if in_zone:
            return Walk(entered, spent, mover.allowance - spent, "glide" if glides else "zoc", full)
    return Walk(entered, spent, mover.allowance - spent, "none", full)


class MovementSituation(Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    unit_type: UnitType
    ski: bool
    allowance: Amount
    in_supply: bool
    starts_in_enemy_zoc: bool
    path: tuple[PathHex, ...]


class MovementAssessment(Assessment, frozen=True, kw_only=True):
    mover: Mover
    path: tuple[PathHex, ...]
    walk: Walk

    @property
    def entered(self) -> int:
        return self.walk.entered

    @property
    def spent(self) -> float:
        return number(self.walk.spent)

    @property
    def left(self) -> float:
        return number(self.walk.left)

    @property
    def stopped_by(self) -> StoppedBy:
        return self.walk.stopped_by

    @property
    def units_to_eliminate(self) -> int:
        return self.walk.units_to_eliminate


class MovementCost(CertainProcedure[MovementSituation, MovementAssessment]):
    name = "movement-cost"
    situation = MovementSituation
    outputs = ("entered", "spent", "left", "stopped_by", "units_to_eliminate")

    def assess(self, situation: MovementSituation) -> MovementAssessment:
        given = situation
        allowance = given.allowance * QUARTERS
        if allowance != int(allowance):
            raise refuse("winterwar.refuse.quarters", "1.4-g", allowance=str(given.allowance))
        mover = Mover(
            given.side, given.unit_type, given.ski, int(allowance), given.in_supply, given.starts_in_enemy_zoc
        )
        return MovementAssessment(mover=mover, path=given.path, walk=walk(mover, given.path))

    def lines(self, assessment: MovementAssessment) -> list[Line]:
        a, done = assessment, assessment.walk
        told = [_step_line(at, a, hex_) for at, hex_ in enumerate(a.path[: done.entered], start=1)]
        stop = _stop_line(a)
        if stop is not None:
            told.append(stop)
        text = say("winterwar.ruling.movement.total", n=done.entered, spent=amount(done.spent), left=amount(done.left))
        told.append(Line(text, "turn-3-a"))
        if done.units_to_eliminate:
            n = done.units_to_eliminate
            told.append(Line(say("winterwar.ruling.movement.eliminate", n=n), "setup-8", n))
        return told


_COST_RULE: Final = {
    "rail": "1.4-g",
    "road": "1.4-f",
    "forest": "1.4-a",
    "marsh": "1.4-b",
    "mountain": "1.4-c",
    "town": "1.4-e",
    "air": "1.4-i",
}
_BARRED_RULE: Final = {
    "ship": "move-8",
    "neutral": "1.1-f",
    "sea": "move-7",
    "enemy": "turn-3-e",
    "off-road": "turn-3-g",
}


def _step_line(at: int, assessment: MovementAssessment, hex_: PathHex) -> Line:
    mover, done = assessment.mover, assessment.walk
    if at == 1 and done.stopped_by == "glide":
        return Line(say("winterwar.ruling.movement.glide", cost=amount(done.spent)), "move-3")
    cost = hex_cost(mover, hex_) or 0
    by = "air" if mover.unit_type == "air" else hex_.terrain if hex_.link == "none" else hex_.link
    if at == 1 and cost > mover.allowance:
        text = say("winterwar.ruling.movement.minimum", cost=amount(cost), allowance=amount(mover.allowance))
        return Line(text, "move-4")
    return Line(say(f"winterwar.ruling.movement.{by}", at=at, cost=amount(cost)), _COST_RULE[by])


def _stop_line(assessment: MovementAssessment) -> Line | None:
    done = assessment.walk
    if done.stopped_by == "no-supply":
        return Line(say("winterwar.ruling.movement.no-supply"), "supply-5")
    if done.stopped_by == "illegal":
        text = say(f"winterwar.ruling.movement.barred.{done.barred}", at=done.entered + 1)
        return Line(text, _BARRED_RULE[done.barred])
    if done.stopped_by == "allowance":
        cost = hex_cost(assessment.mover, assessment.path[done.entered]) or 0
        text = say(
            "winterwar.ruling.movement.allowance", at=done.entered + 1, cost=amount(cost), left=amount(done.left)
        )
        return Line(text, "turn-3-a")
    if done.stopped_by == "zoc":
        return Line(say("winterwar.ruling.movement.zoc", at=done.entered), "turn-3-c")
    return None
