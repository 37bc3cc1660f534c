"""Order and disorder (03.03, 13): losses in figures, what a moral effect makes of a unit, how it recovers, and what
heavy losses do to its grade."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, get_args

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.napoleon.procedures.inputs import Count, Length, Points, State, lu_grades, number, turns_of

#: men to a figure (09.02.2)
MEN: Final = 20
#: the states of order from the best to the worst (03.03)
STATES: Final[tuple[State, ...]] = get_args(State)
#: the highest LU grade; one more is U (03.03.7)
MOST_GRADES: Final = 3


class Losses(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    men: Count
    carried_men: Count = 0
    figures: Count


@procedure("apply-losses")
@rule("13.07.1")
def apply_losses(unit: Losses, desk: Desk) -> Outcome:
    """How many figures lost men come to; those who make no whole figure are noted for the next time (09.02.2)."""
    desk.refuse_if(unit.carried_men >= MEN, "carried-men", "09.02.2", n=unit.carried_men, most=MEN - 1)
    desk.refuse_if(not unit.figures, "no-figures", "09.02.2")
    total = unit.carried_men + unit.men
    removed = min(unit.figures, total // MEN)
    left = unit.figures - removed
    carried = total % MEN if left else 0
    desk.line("losses.men", "09.02.2", total, men=unit.men, carried=unit.carried_men, total=total)
    desk.line("losses.figures" if left else "losses.all", "09.02.2", removed, n=removed, left=left, carried=carried)
    return {"figures_removed": removed, "carried_men": carried, "figures": left}


Effect = Literal["OR", "LU-1", "LU-2", "U", "FU"]
#: the effects that a melee can have (schema XVII)
OF_MELEE: Final = ("OR", "LU-2", "U", "FU")
#: what a unit must do at once when it has come into a state
MUST: Final = {"U": "retreat", "FU": "flee"}


class MoralEffect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    state: State
    effect: Effect | Count
    fled_this_turn: bool = False
    cause: Literal["fire", "melee"] = "fire"
    melee_disorder: Literal["worse", "cumulative"] = "worse"


@procedure("apply-morale")
@rule("03.03.6", "03.03.7", "12.02.2", "13.01.1", "13.01.2", "13.05.2")
def apply_morale(unit: MoralEffect, desk: Desk) -> Outcome:
    """What a moral effect makes of a unit's order, which it never improves, and what the unit must do at once (03.03.6,
    03.03.7, 12.02.2, 13.01, R7)."""
    melee = unit.cause == "melee"
    desk.refuse_if(melee and unit.effect not in OF_MELEE, "melee-effect", "12.02.2")
    after = in_melee(unit) if melee else under_fire(unit.state, unit.effect)
    cited = "12.02.2" if melee else "03.03.6"
    desk.line("morale.as-before" if after == unit.state else "morale.becomes", cited, state=after)
    moves = (after != unit.state or unit.effect == after or melee) and unit.effect not in ("OR", 0)
    action = MUST.get(after, "none") if moves else "none"
    if action == "flee" and unit.fled_this_turn:
        desk.line("morale.has-fled", "13.01.2")
        action = "none"
    desk.line_if(action == "retreat", "morale.retreats", "13.01.1")
    desk.line_if(action == "flee", "morale.flees", "13.01.2")
    return {"state": after, "action": action}


def under_fire(state: State, effect: Effect | int) -> State:
    """The order of a unit after an effect of fire or of the march: LU grades are added up, and more than three are
    U (03.03.6, 03.03.7)."""
    if effect in ("U", "FU"):
        return worse(state, "U" if effect == "U" else "FU")
    grades = effect if isinstance(effect, int) else lu_grades(effect)
    if not grades or state in MUST:
        return state
    after = lu_grades(state) + grades
    return "U" if after > MOST_GRADES else STATES[after]


def in_melee(unit: MoralEffect) -> State:
    """The order of the loser of a melee: that of the effect, but no better than before (12.02.2); with the option
    `cumulative` its LU grades are added up as under fire (R7)."""
    if unit.effect == "OR":
        return unit.state
    if unit.melee_disorder == "cumulative":
        return under_fire(unit.state, unit.effect)
    return worse(unit.state, unit.effect)  # type: ignore[arg-type]


def worse(one: State, other: State) -> State:
    return max(one, other, key=STATES.index)


class Reorganising(Struct, frozen=True, forbid_unknown_fields=True):
    state: Literal["LU-1", "LU-2", "LU-3", "U"]
    undisturbed_turns: Length
    in_building: bool = False


#: the turns of each step back to order, with its rule (13.06.2 to 13.06.4)
STEP: Final = {
    "U": (Fraction(1), "13.06.4"),
    "LU-3": (Fraction(1, 2), "13.06.3"),
    "LU-2": (Fraction(1, 2), "13.06.3"),
    "LU-1": (Fraction(1, 2), "13.06.2"),
}


@procedure("reorganise")
@rule("13.06.1", "13.06.2", "13.06.3", "13.06.4", "17.03.5", "07.07.1")
def reorganise(unit: Reorganising, desk: Desk) -> Outcome:
    """How far a unit that stands undisturbed gets back into order; U is not reorganised in a building (13.06.1 to
    13.06.4, 17.03.5)."""
    state: State = unit.state
    left = time = exact(unit.undisturbed_turns)
    if unit.in_building and state == "U":
        desk.line("reorganise.not-in-building", "17.03.5")
        return {"state": state, "time_used": 0}
    while state in STEP and STEP[state][0] <= left:
        needed, cited = STEP[state]
        left -= needed
        state = STATES[STATES.index(state) - 1]
        desk.line("reorganise.step", cited, time=turns_of(needed), state=state)
    desk.line_if(state == unit.state, "reorganise.too-short", STEP[unit.state][1], time=turns_of(STEP[unit.state][0]))
    return {"state": state, "time_used": number(time - left)}


class Decimated(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry", "artillery", "train"] = "infantry"
    base_grade: Points
    base_men: Count
    lost_men: Count


#: the first share of losses that lowers the grade, and each that lowers it further, in tenths (13.07.1)
FIRST_TENTHS: Final = 2
#: the grade at which a unit goes to pieces (13.07.3)
COLLAPSE: Final = -5


@procedure("decimation")
@rule("13.07.1", "13.07.3", "13.07.4", "04.01.2", "04.01.3")
def decimation(unit: Decimated, desk: Desk) -> Outcome:
    """What all its losses have left of a unit's morale grade; artillery keeps its own (13.07.1, 13.07.3)."""
    desk.refuse_if(not unit.base_men, "no-men", "13.07.1")
    desk.refuse_if(unit.lost_men > unit.base_men, "lost-more", "13.07.1", lost=unit.lost_men, men=unit.base_men)
    if unit.arm == "artillery":
        desk.line("decimation.artillery", "13.07.1")
        return {"grade": unit.base_grade, "collapses": False}
    tenths = 10 * unit.lost_men // unit.base_men
    drop = max(0, tenths - FIRST_TENTHS + 1)
    grade = unit.base_grade - drop
    desk.line("decimation.share", "13.07.1", -drop, lost=unit.lost_men, men=unit.base_men, drop=drop)
    desk.line("decimation.grade", "13.07.1", grade, grade=grade)
    collapses = grade <= COLLAPSE
    desk.line_if(collapses, "decimation.collapses", "13.07.3")
    return {"grade": grade, "collapses": collapses}


class Joining(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    #: (original grade, figures)
    parts: tuple[tuple[Points, Count], ...]
    parts_of_one_unit: bool = False
    undisturbed_turns: Length
    in_building: bool = False


#: turns in contact before parts of one unit, and different units, have joined (04.01.5, 13.07.2)
JOINED_IN: Final = {True: 1, False: 2}


@procedure("merge-grade")
@rule("04.01.3", "04.01.5", "13.07.2")
def merge_grade(joining: Joining, desk: Desk) -> Outcome:
    """The morale grade of units that join: parts of one unit keep theirs, decimated units take the average of their
    original grades, rounded down, less one (04.01.3, 04.01.5, 13.07.2, R40)."""
    own, parts = joining.parts_of_one_unit, joining.parts
    desk.refuse_if(len(parts) < 2, "join-two", "13.07.2")
    desk.refuse_if(not all(figures for _, figures in parts), "no-figures", "13.07.2")
    desk.refuse_if(own and len({grade for grade, _ in parts}) > 1, "join-grades", "04.01.3")
    at_once = own and joining.in_building
    needed = 0 if at_once else JOINED_IN[own]
    cited = "04.02.1" if at_once else "04.01.5" if own else "13.07.2"
    if exact(joining.undisturbed_turns) < needed:
        desk.line("join.not-yet", cited, time=turns_of(needed))
        return {"grade": None}
    if own:
        grade = parts[0][0]
        desk.line("join.keeps", cited, grade, grade=grade)
        return {"grade": grade}
    figures = sum(count for _, count in parts)
    grade = sum(worth * count for worth, count in parts) // figures - 1
    desk.line("join.average", "13.07.2", grade, figures=figures, grade=grade)
    return {"grade": grade}


PROCEDURES = (apply_losses, apply_morale, reorganise, decimation, merge_grade)
