"""Obstacles and watercourses in the way (07.04, 07.05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.napoleon.procedures.inputs import (
    MARCH_COLUMNS,
    OPEN,
    Count,
    Formation,
    Length,
    State,
    amount,
    number,
    turns_of,
)
from feltherre.games.napoleon.tables import cells, turns

#: schema VII: obstacle -> turns for each begun pair of ranks of infantry (R67)
RANKS_TURNS: Final[dict[int, float]] = cells("VII", "obstacle", value="infantry_turns_per_2_ranks")
#: the obstacles that cavalry can pass
CAVALRY_PASSES: Final = frozenset(
    obstacle for obstacle, cell in cells("VII", "obstacle", value="cavalry").items() if cell == "passable"
)
#: the highest obstacle, as which infantry passes with ladders or by an opening what is impassable (07.05.2)
HIGHEST: Final = max(RANKS_TURNS)
#: the turn in which artillery finds or makes a gap (07.05.5)
GAP: Final = 1
#: the obstacle in which it can
GAP_IN: Final = 1

NOT_PASSED: Final[Outcome] = {"allowed": False, "time": 0, "lu_grades": 0, "ends_charge": False}


class Obstacle(Struct, frozen=True, forbid_unknown_fields=True):
    arm: Literal["infantry", "cavalry", "artillery", "train"]
    obstacle: Count | Literal["impassable"]
    has_cover_value: bool = False
    ranks: Count = 2
    closed_formation: bool = True
    moving_back_or_sideways: bool = False
    state: State = "OR"
    ladders_or_opening: bool = False


@procedure("obstacle-passage")
def obstacle_passage(unit: Obstacle, desk: Desk) -> Outcome:
    """Whether a unit passes an obstacle, in which time, and what order it costs (07.05, schema VII)."""
    obstacle = unit.obstacle
    desk.refuse_if(isinstance(obstacle, int) and obstacle > HIGHEST, "no-such-obstacle", "07.05.1")
    if obstacle == 0:
        desk.line("obstacle.none", "07.05.1")
        return {**NOT_PASSED, "allowed": True}
    bar = obstacle_bar(unit)
    if bar is not None:
        desk.line(f"obstacle.{bar[0]}", bar[1])
        return NOT_PASSED
    time = passing_time(unit, desk)
    closed = unit.closed_formation and unit.state != "FU"
    desk.line("obstacle.lu" if closed else "obstacle.in-order", "07.05.4", int(closed))
    cavalry = unit.arm == "cavalry"
    desk.line_if(cavalry, "obstacle.ends-charge", "07.05.3")
    return {"allowed": True, "time": number(time), "lu_grades": int(closed), "ends_charge": cavalry}


@rule("07.05.2", "07.05.3", "07.05.5")
def obstacle_bar(unit: Obstacle) -> tuple[str, str] | None:
    """What keeps a unit from passing an obstacle, with its rule; None if it passes."""
    obstacle, arm = unit.obstacle, unit.arm
    bars = {
        "backwards": (unit.moving_back_or_sideways, "07.01.3"),
        "u": (unit.state == "U", "13.01.1"),
        "guns": (arm == "train" or (arm == "artillery" and (obstacle != GAP_IN or unit.has_cover_value)), "07.05.5"),
        "cavalry": (arm == "cavalry" and obstacle not in CAVALRY_PASSES, "07.05.3"),
        "impassable": (obstacle == "impassable" and not unit.ladders_or_opening, "07.05.2"),
    }
    return next(((name, why) for name, (holds, why) in bars.items() if holds), None)


@rule("16.02.1", "17.01.2")
def passing_time(unit: Obstacle, desk: Desk) -> Fraction:
    """Turns for passing an obstacle (07.05.1, schema VII): infantry by pairs of ranks. The edge of a wood is an
    obstacle like others (16.02.1), and a building is entered in the time of its obstacle (17.01.2)."""
    if unit.arm == "artillery":
        desk.line("obstacle.gap", "07.05.5", GAP)
        return Fraction(GAP)
    if unit.arm == "cavalry":
        desk.line("obstacle.free", "07.05.1")
        return Fraction(0)
    desk.refuse_if(not unit.ranks, "no-ranks", "07.05.1")
    by_ladders = unit.obstacle == "impassable"
    each = turns(RANKS_TURNS[HIGHEST if by_ladders else unit.obstacle])  # type: ignore[index]
    pairs = -(-unit.ranks // 2)
    desk.line_if(by_ladders, "obstacle.ladders", "07.05.2")
    desk.line("obstacle.ranks" if each else "obstacle.free", "07.05.1", n=pairs, time=turns_of(each * pairs))
    return each * pairs


# watercourses

#: narrower ones are ditches, wider ones are passed only at fords, in cm (07.04.1)
DITCH_BELOW: Final = Fraction(1, 2)
ANYWHERE_TO: Final = 4
#: the shares that fleeing units lose in narrow and in wider water (13.02.4)
LOST_NARROW: Final = Fraction(1, 4)
LOST_WIDE: Final = Fraction(3, 4)
#: crossing -> formations that it takes, the column of schema III, and the rule (07.04.4, R15)
BRIDGES: Final = {"bridge": (MARCH_COLUMNS, "road"), "footbridge": (frozenset({"single_file"}), "path")}


class Watercourse(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    width_cm: Length
    ford_or_bridge: Literal["none", "ford", "bridge", "footbridge"] = "none"
    formation: Formation
    fleeing: bool = False


@procedure("watercourse-passage")
@rule("07.04.3")
def watercourse_passage(unit: Watercourse, desk: Desk) -> Outcome:
    """Whether and as what a unit passes a watercourse, with its disorder and what fleeing units lose in it (07.04,
    13.02.4, R66, R97)."""
    width, column, grades, lost = exact(unit.width_cm), "watercourse", 0, Fraction(0)
    if width < DITCH_BELOW:
        column, grades = "ordinary", int(not unit.fleeing and unit.formation not in OPEN)
        desk.line("water.ditch", "07.04.1", grades)
    elif unit.ford_or_bridge in BRIDGES:
        formations, column = BRIDGES[unit.ford_or_bridge]
        if not unit.fleeing and unit.formation not in formations:
            return _not_over(f"water.formation-{unit.ford_or_bridge}", "07.04.4", desk)
        desk.line(f"water.{unit.ford_or_bridge}", "07.04.4")
    elif unit.fleeing:
        lost = LOST_NARROW if width <= ANYWHERE_TO else LOST_WIDE
        desk.line("water.flight", "13.02.4", percent=int(lost * 100), cm=amount(width))
    elif width > ANYWHERE_TO and unit.ford_or_bridge != "ford":
        return _not_over("water.too-wide", "07.04.1", desk, cm=amount(width), most=ANYWHERE_TO)
    elif unit.formation not in MARCH_COLUMNS and unit.formation != "swarm":
        return _not_over("water.formation", "07.04.3", desk)
    else:
        grades = 1
        desk.line("water.passed", "07.04.2", cm=amount(width))
        desk.line("water.lu", "07.04.5", grades)
    return {"allowed": True, "rate_column": column, "lu_grades": grades, "flight_loss_share": number(lost)}


def _not_over(why: str, rule_id: str, desk: Desk, **told: object) -> Outcome:
    desk.line(why, rule_id, **told)
    return {"allowed": False, "rate_column": None, "lu_grades": 0, "flight_loss_share": 0}


PROCEDURES = (obstacle_passage, watercourse_passage)
