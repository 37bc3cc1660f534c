"""Changes of front and formation (06): wheels and rotations, facing turns, new formations, limbering."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct, field

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.napoleon.procedures.inputs import (
    MARCH_COLUMNS,
    OPEN,
    Angle,
    BookFormation,
    Formation,
    Length,
    amount,
    number,
    turns_of,
)
from feltherre.games.napoleon.tables import cells, turns

#: a front change of more degrees in a whole turn brings an LU grade, and is never made at charge march (06.01.3)
FREE_DEGREES: Final = 20


class FrontChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["wheel", "rotation"]
    arm: Literal["infantry", "cavalry", "limbered_artillery", "unlimbered_artillery", "train"] = "infantry"
    formation: BookFormation = "line"
    angle_deg: Angle
    frontage_cm: Length
    rate_cm_per_turn: Length
    angle_in_last_turn: Angle = 0


@procedure("front-change-cost")
@rule("06.01.3")
def front_change_cost(change: FrontChange, desk: Desk) -> Outcome:
    """What a wheel or rotation takes, and whether it costs an LU grade (06.04.1, 06.04.2, 06.01.3, R12).

    A wheel of 90 degrees is a march of one and a half times the front; a rotation goes half as far at half the rate
    (R48). A marching column wheels its head only.
    """
    rotates, columns = change.kind == "rotation", change.formation in MARCH_COLUMNS
    turnable = not columns and change.arm not in ("cavalry", "limbered_artillery")
    desk.refuse_if(rotates and not turnable, "no-rotation", "06.04.1")
    desk.refuse_if(not change.rate_cm_per_turn, "no-rate", "06.04.2")
    degrees, front = exact(change.angle_deg), exact(change.frontage_cm)
    length, rate = front * degrees / 60, exact(change.rate_cm_per_turn)
    time = length / rate
    told = {"degrees": amount(degrees), "front": amount(front), "time": turns_of(time)}
    told |= {"cm": amount(length / 2 if rotates else length), "rate": amount(rate / 2 if rotates else rate)}
    desk.line(f"front.{change.kind}", "06.04.1" if rotates else "06.04.2", **told)
    before = exact(change.angle_in_last_turn)
    far = before + degrees > FREE_DEGREES
    grades = int(before <= FREE_DEGREES < before + degrees and not columns and change.formation not in OPEN)
    desk.line("front.lu" if grades else "front.in-order", "06.01.3", grades, degrees=amount(before + degrees))
    desk.line_if(far, "front.no-charge", "07.02.5", most=FREE_DEGREES)
    return {"time": number(time), "lu_grades": grades}


# facing turns

#: schema IV: arms -> turns
HALF_TURN: Final[dict[str, float]] = cells("IV", "arm", value="half_turn")
QUARTER_TURN: Final[dict[str, float]] = cells("IV", "arm", value="quarter_turn")
MAKING_READY: Final[dict[str, float]] = cells("IV", "arm", value="making_ready")
#: the rows of schema IV by the arms of the units
GUNS: Final = "artillery and train"
ARMS: Final = {"infantry": "infantry and cavalry", "cavalry": "infantry and cavalry", "artillery": GUNS, "train": GUNS}
SQUARES: Final = ("square", "brigade_square")


class FacingTurn(Struct, frozen=True, forbid_unknown_fields=True):
    arm: Literal["infantry", "cavalry", "artillery", "train"]
    turn_kind: Literal["half", "quarter"] = "half"
    formation: Formation = "line"
    while_limbering: bool = False


@procedure("about-face-time")
@rule("06.01.3")
def about_face_time(turn: FacingTurn, desk: Desk) -> Outcome:
    """What a facing turn on the spot takes (06.04.3, schema IV). Only squares make quarter turns (R13), and so come to
    face one way (06.02.5); figures in open formation turn at once, guns while they limber or unlimber (06.03.2)."""
    quarter, square = turn.turn_kind == "quarter", turn.formation in SQUARES
    desk.refuse_if(quarter and not square, "no-quarter-turn", "06.04.3")
    desk.refuse_if(turn.while_limbering and turn.arm != "artillery", "no-limbers", "06.03.2")
    desk.refuse_if(turn.while_limbering and quarter, "quarter-while-limbering", "06.03.2")
    if turn.formation in OPEN or turn.while_limbering:
        desk.line("facing.open" if turn.formation in OPEN else "facing.limbering", "06.01.3")
        return {"time": 0, "lu_grades": 0}
    time = turns((QUARTER_TURN if quarter else HALF_TURN)[ARMS[turn.arm]])
    desk.line(f"facing.{turn.turn_kind}", "06.04.3", time=turns_of(time))
    desk.line_if(square, "facing.square", "06.02.5")
    desk.line("facing.lu", "06.01.3", 1)
    desk.line("facing.until-then", "06.01.2")
    return {"time": number(time), "lu_grades": 1}


# formation changes

#: schema V: (from, to) -> turns
CHANGE_TURNS: Final[dict[tuple[str, str], float]] = cells("V", "from", "to", value="turns", part="change")
#: as what the formations count that V does not list (R94)
LISTED_AS: Final = {
    "single_file": "march_column",
    "regimental_column": "attack_column",
    "attack_column_da_pr_au": "attack_column",
    "attack_column_fr": "attack_column",
    "attack_column_ru": "attack_column",
    "attack_column_company_front": "attack_column",
    "clump": "battalion_mass",
    "brigade_column": "line",
    "brigade_square": "square",
}
#: formations of several units, which take a turn to join or to dissolve (04.01.5)
BRIGADE: Final = ("brigade_column", "brigade_square")
#: formations that have rules of their own
ELSEWHERE: Final = {"routed": "13.01.3", "artillery_march_column": "06.03.1", "artillery_line": "06.03.1"}
#: formations that the troops of a country cannot take, and the rule that says so; others by their training
COUNTRY_RULE: Final = {
    "battalion_mass": "country.england.4",
    "line": "country.france.3",
    "square": "country.france.3",
}


class FormationChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    before: Formation = field(name="from")
    to: Formation
    difficult_ground: bool = False
    part_absent: bool = False
    room: bool = True
    skirmish_figures_companies: Length = 0
    farthest_figure_cm: Length | None = None
    rate_cm_per_turn: Length | None = None
    formations_not_allowed: tuple[Formation, ...] = ()


@procedure("formation-change-time")
def formation_change_time(change: FormationChange, desk: Desk) -> Outcome:
    """What a formation change takes, and whether it costs an LU grade (06.02, 06.01.3, schema V). Where there is no
    room the unit goes on trying; the grade is received when it begins (06.01.2)."""
    check_change(change, desk)
    if change.before in OPEN or change.to in OPEN:
        time, grades = skirmish_time(change, desk), int(change.skirmish_figures_companies > 1)
    else:
        time, grades = closed_time(change, desk), 1
    desk.line("change.lu" if grades else "change.in-order", "06.01.3", grades)
    desk.line("change.until-then" if change.room else "change.no-room", "06.01.2")
    return {"time": number(time) if change.room else None, "lu_grades": grades}


def check_change(change: FormationChange, desk: Desk) -> None:
    """What cannot be changed so: into the same formation, into one that has rules of its own, that cannot be formed
    from this one (05.01.6), or that the unit has not learnt (04.05.3 and the country supplements)."""
    before, to = change.before, change.to
    desk.refuse_if(before == to, "same-formation", "06.02.1")
    for one in (before, to):
        desk.refuse_if(one in ELSEWHERE, "formation-elsewhere", ELSEWHERE.get(one, "06.02.1"))
    desk.refuse_if(before == "brigade_column" and to == "battalion_mass", "mass-from-brigade", "05.01.6")
    desk.refuse_if(to in change.formations_not_allowed, "formation-not-allowed", COUNTRY_RULE.get(to, "04.05.3"))


def skirmish_time(change: FormationChange, desk: Desk) -> Fraction:
    """Sending out and taking in skirmishers, and a clump formed of them: the march of the figure that has farthest to
    go, which difficult ground slows already (06.02.2, 06.02.3)."""
    farthest, rate = change.farthest_figure_cm, change.rate_cm_per_turn
    if farthest is None or not rate:
        desk.refuse("no-farthest-figure", "06.02.2")
    time = exact(farthest) / exact(rate)
    desk.line("change.farthest", "06.02.2", cm=amount(farthest), rate=amount(rate), time=turns_of(time))
    return time


@rule("04.01.5", "05.02.4")
def closed_time(change: FormationChange, desk: Desk) -> Fraction:
    """The time of schema V, twice as long in difficult ground and half as long again for a square that lacks a part
    of the battalion (06.02.1, 06.02.3, 06.02.4, R47), with the turn of brigades (04.01.5)."""
    before, to = (LISTED_AS.get(one, one) for one in (change.before, change.to))
    listed = Fraction(0) if before == to else turns(CHANGE_TURNS[before, to])
    desk.line("change.listed" if listed else "change.alike", "06.02.1", time=turns_of(listed))
    desk.line_if(change.to == "battalion_mass" and before != "attack_column", "change.by-column", "05.02.2")
    absent = change.part_absent and change.to in SQUARES
    desk.line_if(bool(listed) and change.difficult_ground, "change.difficult", "06.02.3", time=turns_of(listed))
    desk.line_if(bool(listed) and absent, "change.absent", "06.02.4", time=turns_of(listed / 2))
    brigade = (change.before in BRIGADE) != (change.to in BRIGADE)
    desk.line_if(brigade, "change.brigade", "04.01.5")
    time = listed * (2 + 2 * change.difficult_ground + absent) / 2 + brigade
    desk.line("change.time", "06.02.1", time=turns_of(time))
    return time


# limbering

#: schema V: class of the battery -> turns, making ready included
LIMBER: Final[dict[str, float]] = cells("V", "from", value="turns", part="limber")
#: making ready after re-crewing and after a retreat (10.01.2, R13)
READY_AGAIN: Final = Fraction(1, 2)


class Limbering(Struct, frozen=True, forbid_unknown_fields=True):
    battery_class: Literal["12pdr foot", "other foot", "driven and horse"]
    cause: Literal["limber", "unlimber", "make_ready", "make_ready_after_recrewing_or_retreat"]
    room_for_limbers: bool = True


@procedure("limber-time")
@rule("06.03.3", "06.03.4")
def limber_time(battery: Limbering, desk: Desk) -> Outcome:
    """What limbering, unlimbering and making ready take (06.03, 10.01.2, schemas IV and V). Limbering needs room for
    the limbers, unlimbering none, since they leave the table (06.03.5)."""
    limbering = battery.cause in ("limber", "unlimber")
    desk.refuse_if(battery.cause == "limber" and not battery.room_for_limbers, "no-room-for-limbers", "06.03.5")
    if limbering:
        time = turns(LIMBER[battery.battery_class])
        desk.line(f"limber.{battery.cause}", "06.03.4" if battery.cause == "limber" else "06.03.1", time=turns_of(time))
        desk.line("limber.half-turn", "06.03.3" if battery.cause == "limber" else "06.03.2")
        desk.line("limber.under-fire", "06.03.6")
    else:
        again = battery.cause != "make_ready"
        time = READY_AGAIN if again else turns(MAKING_READY[GUNS])
        desk.line("limber.ready-again" if again else "limber.ready", "10.01.2", time=turns_of(time))
    return {"time": number(time)}


PROCEDURES = (front_change_cost, about_face_time, formation_change_time, limber_time)
