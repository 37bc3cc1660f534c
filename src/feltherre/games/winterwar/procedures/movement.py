"""Movement (step 3 of the turn, move-1 to move-10, 1.4): what a way costs a unit, and where it has to stop.

Costs are counted in quarters of a movement point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
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


#: the rule behind a cost, and behind a hex that may not be entered
COST_RULE: Final = {
    "rail": "1.4-g",
    "road": "1.4-f",
    "forest": "1.4-a",
    "marsh": "1.4-b",
    "mountain": "1.4-c",
    "town": "1.4-e",
    "air": "1.4-i",
}
BARRED_RULE: Final = {
    "ship": "move-8",
    "neutral": "1.1-f",
    "sea": "move-7",
    "enemy": "turn-3-e",
    "off-road": "turn-3-g",
}


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the way it is to go."""

    side: Side
    unit_type: UnitType
    ski: bool
    allowance: Amount
    in_supply: bool
    starts_in_enemy_zoc: bool
    path: tuple[PathHex, ...]


@procedure("movement-cost")
def movement_cost(m: Movement, desk: Desk) -> Outcome:
    """How far a unit comes on a way, and what it pays (turn-3, move-1 to move-10, 1.4)."""
    allowance = m.allowance * QUARTERS
    desk.refuse_if(allowance != int(allowance), "quarters", "1.4-g", allowance=str(m.allowance))
    mover = Mover(m.side, m.unit_type, m.ski, int(allowance), m.in_supply, m.starts_in_enemy_zoc)
    done = walk(mover, m.path)
    for at, hex_ in enumerate(m.path[: done.entered], start=1):
        _tell_step(at, mover, done, hex_, desk)
    _tell_stop(mover, done, m.path, desk)
    desk.line("movement.total", "turn-3-a", n=done.entered, spent=amount(done.spent), left=amount(done.left))
    full = done.units_to_eliminate
    desk.line_if(full > 0, "movement.eliminate", "setup-8", full, n=full)
    return {
        "entered": done.entered,
        "spent": number(done.spent),
        "left": number(done.left),
        "stopped_by": done.stopped_by,
        "units_to_eliminate": full,
    }


def _tell_step(at: int, mover: Mover, done: Walk, hex_: PathHex, desk: Desk) -> None:
    cost = hex_cost(mover, hex_) or 0
    if at == 1 and done.stopped_by == "glide":
        desk.line("movement.glide", "move-3", cost=amount(done.spent))
    elif at == 1 and cost > mover.allowance:
        desk.line("movement.minimum", "move-4", cost=amount(cost), allowance=amount(mover.allowance))
    else:
        by = "air" if mover.unit_type == "air" else hex_.terrain if hex_.link == "none" else hex_.link
        desk.line(f"movement.{by}", COST_RULE[by], at=at, cost=amount(cost))


def _tell_stop(mover: Mover, done: Walk, path: Sequence[PathHex], desk: Desk) -> None:
    desk.line_if(done.stopped_by == "no-supply", "movement.no-supply", "supply-5")
    desk.line_if(done.stopped_by == "zoc", "movement.zoc", "turn-3-c", at=done.entered)
    if done.stopped_by == "illegal":
        desk.line(f"movement.barred.{done.barred}", BARRED_RULE[done.barred], at=done.entered + 1)
    if done.stopped_by == "allowance":
        cost = hex_cost(mover, path[done.entered]) or 0
        desk.line("movement.allowance", "turn-3-a", at=done.entered + 1, cost=amount(cost), left=amount(done.left))
