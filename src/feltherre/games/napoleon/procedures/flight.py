"""Flight (13.01 to 13.04), surrender, and the rally of units in FU (13.06)."""

from __future__ import annotations

from fractions import Fraction
from math import atan2, ceil, degrees, hypot
from typing import Any, Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Rows, procedure
from feltherre.games.napoleon.procedures.changes import ARMS, HALF_TURN
from feltherre.games.napoleon.procedures.disorder import COLLAPSE
from feltherre.games.napoleon.procedures.fields import HAIR
from feltherre.games.napoleon.procedures.inputs import (
    GRADES,
    OPEN,
    THREE_DICE_OR_NONE,
    Count,
    Facing,
    Formation,
    Length,
    Point,
    Points,
    amount,
    cut,
    number,
    tell_dice,
    three_dice_if,
    turns_of,
)
from feltherre.games.napoleon.procedures.passage import ANYWHERE_TO, DITCH_BELOW, LOST_NARROW, LOST_WIDE
from feltherre.games.napoleon.tables import records, turns

#: the share of its men that a unit loses in each turn of flight after the first (13.02.4)
LOST_FLEEING: Final = Fraction(1, 10)
#: a flight march takes a whole turn, whenever in the turn it begins (13.01.2)
WHOLE_TURN: Final = 1


class Fleeing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry", "artillery", "train"] = "infantry"
    flight_turn: Count = 1
    men: Count
    crosses_watercourse_cm: Length | None = None
    guns_models: Count = 0
    limbered: bool = False
    cause_position: Point | None = None
    grade: Points = 0


@procedure("flight")
@rule("13.01.2", "13.02.3", "13.05.1", "07.07.4")
def flight(unit: Fleeing, desk: Desk) -> Outcome:
    """Where a routed unit flees, and what it loses on the way: men by straggling or in water, and guns (13.01.2,
    13.02.4, 13.03.2, 13.03.3, 13.07.3, R35, R37)."""
    desk.refuse_if(unit.flight_turn < 1, "flight-turn", "13.02.4")
    guns = unit.arm == "artillery"
    desk.refuse_if(unit.guns_models > 0 and not guns, "guns-of-others", "13.03.2")
    goes, cited = where_to(unit)
    desk.line(f"flight.{goes.replace('_', '-')}", cited)
    desk.line("flight.drawn-up", "13.01.3")
    share = lost_share(unit, desk)
    lost = ceil(share * unit.men)
    desk.line_if(lost > 0, "flight.lost", "13.02.4", lost, n=lost)
    left = 0
    if guns:
        left = ceil(Fraction(unit.guns_models, 2)) if unit.limbered else unit.guns_models
        desk.line_if(unit.limbered, "flight.half-the-guns", "13.03.3", left, n=left)
        desk.line_if(not unit.limbered, "flight.all-guns", "13.03.2", left, n=left)
    return {"distance_turns": WHOLE_TURN, "men_lost": lost, "gun_models_left": left, "goes": goes}


@rule("13.07.3")
def where_to(unit: Fleeing) -> tuple[str, str]:
    """(direction, its rule): a unit that has gone to pieces to its own table edge, others from the cause (13.01.2)."""
    if unit.grade <= COLLAPSE:
        return "to_own_edge", "13.07.3"
    return ("away_from_nearest_enemy" if unit.cause_position is None else "away_from_cause"), "13.01.2"


@rule("13.02.4")
def lost_share(unit: Fleeing, desk: Desk) -> Fraction:
    """The share of its men that the unit loses in this move: in water, else by straggling after the first turn
    (13.02.4, 07.04.1, R37)."""
    water = None if unit.crosses_watercourse_cm is None else exact(unit.crosses_watercourse_cm)
    if water is not None and water >= DITCH_BELOW:
        wide = water > ANYWHERE_TO
        desk.line("flight.wide-water" if wide else "flight.narrow-water", "13.02.4")
        return LOST_WIDE if wide else LOST_NARROW
    desk.line_if(water is not None, "flight.ditch", "07.04.1")
    desk.line("flight.first-turn" if unit.flight_turn == 1 else "flight.straggling", "13.02.4")
    return LOST_FLEEING if unit.flight_turn > 1 else Fraction(0)


# prisoners and surrender


class Taken(Struct, frozen=True, forbid_unknown_fields=True):
    prisoners_available: Count
    position_reached_by_intact_unit: bool
    loser_figures: Count


@procedure("prisoners")
def prisoners(melee: Taken, desk: Desk) -> Outcome:
    """How many figures are taken prisoner: those of the melee's result, as far as the loser has them, if an intact unit
    of the attacker's side holds the place (13.04.1, 13.04.2)."""
    if not melee.position_reached_by_intact_unit:
        desk.line("prisoners.place-not-held", "13.04.2")
        return {"prisoners": 0}
    taken = min(melee.prisoners_available, melee.loser_figures)
    desk.line("prisoners.taken", "13.04.1", taken, n=taken)
    desk.line_if(taken > 0, "prisoners.leave", "13.04.3")
    return {"prisoners": taken}


#: lost attacks after which a unit in FU surrenders, and the share of its figures that demand it (13.02.2)
LOST_ATTACKS: Final = 2
DEMANDS: Final = Fraction(1, 4)
#: figures that can only surrender (12.02.3)
REMNANT: Final = 2
#: how often a figure of cavalry counts (13.02.2, R61)
RIDER: Final = {True: 2, False: 1}


class Attacked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    consecutive_lost_attacks: Count = 0
    attacker_figures: Count
    attacker_cavalry: bool = False
    own_figures: Count
    own_cavalry: bool = False


@procedure("surrender-test")
@rule("13.02.2", "12.02.3")
def surrender_test(unit: Attacked, desk: Desk) -> Outcome:
    """Whether a unit in FU that is attacked surrenders: as a remnant at once, else after two lost attacks to a quarter
    of its own number (12.02.3, 13.02.2, R61)."""
    desk.refuse_if(not (unit.own_figures and unit.attacker_figures), "no-figures", "12.02.3")
    if unit.own_figures <= REMNANT:
        desk.line("surrender.remnant", "12.02.3", most=REMNANT)
        return {"surrenders": True}
    attackers = unit.attacker_figures * RIDER[unit.attacker_cavalry]
    own = unit.own_figures * RIDER[unit.own_cavalry]
    enough = attackers >= DEMANDS * own
    lost = unit.consecutive_lost_attacks >= LOST_ATTACKS
    told = {"lost": unit.consecutive_lost_attacks, "attackers": attackers, "own": own}
    desk.line("surrender.surrenders" if lost and enough else "surrender.does-not", "13.02.2", **told)
    return {"surrenders": lost and enough}


# rally (13.06.5)


#: schema XIX: row -> points, the morale grade added as it is; and the results from the lowest
RALLY_POINTS: Final[dict[str, int]] = {
    row["key"]: 0 if row["points"] == "grade" else row["points"] for row in records("XIX", "modifier")
}
RALLY: Final = Rows.of(__name__, "RALLY", RALLY_POINTS, "13.06.5", "napoleon.modifier.rally.")
RESULTS: Final[list[dict[str, Any]]] = records("XIX", "result")


class Rally(Struct, frozen=True, forbid_unknown_fields=True):
    nearest_commander_with_unit: bool = False
    corps_commander_with_unit: bool = False
    no_enemy_within_50cm: bool = False
    intact_friend_between: bool = False
    flight_turns: Count = 1
    gave_prisoners: bool = False
    friend_u_within_25cm: bool = False
    friend_fu_within_25cm: bool = False
    grade: Points = 0
    intact_enemy_within_closing_distance: bool = False
    in_wood_plantation_or_building: bool = False


@procedure("rally", **THREE_DICE_OR_NONE)
@rule("03.02.4")
def rally(unit: Rally, desk: Desk) -> Resolve:
    """Whether a unit in FU comes back into order at the opening of a turn, and into which; else it flees again
    (13.06.5, 13.06.6, schema XIX, R38)."""
    desk.refuse_if(unit.flight_turns < 1, "flight-turn", "13.06.5")
    bar = rally_bar(unit)
    if bar is not None:
        desk.line(f"rally.{bar[0]}", bar[1])
    else:
        points = desk.add(
            RALLY,
            {
                "nearest_commander": unit.nearest_commander_with_unit,
                "corps_commander": unit.corps_commander_with_unit,
                "no_enemy_50cm": unit.no_enemy_within_50cm,
                "friend_between": unit.intact_friend_between,
                "per_flight_turn": RALLY["per_flight_turn"].value * (unit.flight_turns - 1),
                "gave_prisoners": unit.gave_prisoners,
                "friend_u_25cm": unit.friend_u_within_25cm,
                "friend_fu_25cm": unit.friend_fu_within_25cm,
                "morale_grade": cut(unit.grade, *GRADES),
            },
        )

    def resolve(chance: Chance) -> Outcome:
        dice = three_dice_if(bar is None, chance, "13.06.5")
        if dice is None:
            return {"total": None, "state": "FU", "flees_again": True}
        total = dice.total + points
        tell_dice(dice, points, total, desk, "13.06.5")
        state = rallied(total)
        desk.line("rally.flees-again" if state == "FU" else "rally.rallies", "13.06.5", state=state)
        return {"total": total, "state": state, "flees_again": state == "FU"}

    return resolve


@rule("13.06.6", "16.03.1", "17.03.5", "13.07.3")
def rally_bar(unit: Rally) -> tuple[str, str] | None:
    """What keeps a unit from trying to rally, with its rule; None if it tries."""
    bars = {
        "enemy-near": (unit.intact_enemy_within_closing_distance, "13.06.6"),
        "in-wood": (unit.in_wood_plantation_or_building, "16.03.1"),
        "gone-to-pieces": (unit.grade <= COLLAPSE, "13.07.3"),
    }
    return next(((name, why) for name, (holds, why) in bars.items() if holds), None)


def rallied(total: int) -> str:
    """The state that a roll brings a unit into (schema XIX)."""
    found: str = next(row["new_state"] for row in RESULTS if row["max"] is None or total <= row["max"])
    return found


# retreat (13.01.1)

#: how a unit goes back, and the ways that only guns have (13.03.1)
OF_GUNS: Final = frozenset({"limber_up", "manhandle", "leave_guns"})
#: a front within so many degrees of the way back need not turn (R34)
NEAR_ENOUGH: Final = 20
#: backwards a unit goes at half its rate (07.01.2, R34)
BACKWARDS: Final = Fraction(1, 2)


class Retreating(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry", "artillery", "train"] = "infantry"
    time_left: Length
    cause_position: Point | None
    mode: Literal["backwards", "about_face", "limber_up", "manhandle", "leave_guns"]
    position: Point
    facing_deg: Facing | None = None
    formation: Formation = "line"
    rate_cm_per_turn: Length
    blocked_after_cm: Length | None = None


@procedure("retreat")
@rule("13.01.1", "07.01.2", "13.02.1", "13.02.3", "13.03.1")
def retreat(unit: Retreating, desk: Desk) -> Outcome:
    """How far a unit in U goes straight back from the enemy that brought it there, and whether something stops it
    (13.01.1, 07.01.2, 13.03.1, R34)."""
    own_way = unit.mode in OF_GUNS
    desk.refuse_if(own_way and unit.arm != "artillery", "guns-way", "13.03.1")
    desk.refuse_if(unit.cause_position == unit.position, "no-direction", "13.01.1")
    loads = int(own_way)
    desk.line_if(own_way, "retreat.load-lost", "13.03.1", loads)
    if unit.cause_position is None:
        desk.line("retreat.halts", "13.01.1")
        return {"path": [], "cannot_retreat": False, "ammunition_loads_lost": loads}
    length = retreat_length(unit, desk)
    blocked = None if unit.blocked_after_cm is None else exact(unit.blocked_after_cm)
    stopped = blocked is not None and blocked <= length
    gone = length if blocked is None else min(length, blocked)
    desk.line("retreat.goes", "13.01.1", cm=amount(gone))
    desk.line_if(stopped, "retreat.stopped", "13.02.1")
    path = [[list(unit.position), end_of(unit.position, unit.cause_position, gone)]] if gone else []
    return {"path": path, "cannot_retreat": stopped, "ammunition_loads_lost": loads}


@rule("07.01.2", "13.01.1")
def retreat_length(unit: Retreating, desk: Desk) -> Fraction:
    """The cm that it goes: at half its rate backwards, else at the whole rate when it has turned about, where it must
    (07.01.2, 13.01.1, R34)."""
    time, rate = exact(unit.time_left), exact(unit.rate_cm_per_turn)
    if unit.mode in OF_GUNS or faces_back(unit):
        desk.line("retreat.forward", "13.01.1")
        return rate * time
    if unit.mode == "backwards":
        desk.line("retreat.backwards", "07.01.2")
        return rate * BACKWARDS * time
    turning = Fraction(0) if unit.formation in OPEN else turns(HALF_TURN[ARMS[unit.arm]])
    desk.line("retreat.turns", "13.01.1", time=turns_of(turning))
    return rate * max(Fraction(0), time - turning)


def faces_back(unit: Retreating) -> bool:
    """Whether its front points the way it goes already, within 20 degrees (R34)."""
    if unit.facing_deg is None or unit.cause_position is None:
        return False
    away = degrees(atan2(unit.position[0] - unit.cause_position[0], unit.position[1] - unit.cause_position[1]))
    return abs((unit.facing_deg - away + 180) % 360 - 180) <= NEAR_ENOUGH + HAIR


def end_of(begin: Point, cause: Point, length: Fraction) -> list[int | float]:
    """Where a way straight away from its cause ends."""
    dx, dy = begin[0] - cause[0], begin[1] - cause[1]
    share = float(length) / hypot(dx, dy)
    return [number(exact(round(begin[0] + dx * share, 6))), number(exact(round(begin[1] + dy * share, 6)))]


PROCEDURES = (retreat, flight, prisoners, surrender_test, rally)
