"""March (02.06): how far a unit comes over the ground, its wheels and the obstacles in its way.

Rates are cm for a whole turn (schema I). Times and lengths are exact fractions; the desk tells them as numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from feltherre.core.amounts import exact
from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.core.text import Text, say
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs

MarchArm: TypeAlias = Literal[
    "infantry",
    "mounted_cavalry",
    "staff",
    "artillery_driven",
    "artillery_horse",
    "artillery_unlimbered",
    "ammunition_wagon",
]
MarchFormation: TypeAlias = Literal["march_column", "attack_column", "line", "thin_line", "chain", "rout"]
Pace: TypeAlias = Literal["ordinary", "charge", "flight"]
Terrain: TypeAlias = Literal["road", "ordinary", "difficult", "wood", "marsh", "stream"]
#: what bars a way
Bar: TypeAlias = Literal["terrain", "obstacle"]
#: arm and row of schema I
MarchRow: TypeAlias = tuple[str, str]

#: pace -> row of schema I, for those whose formation does not matter; a pace that is missing is not theirs
_ROWS: Final[dict[str, dict[str, MarchRow]]] = {
    "staff": {"ordinary": ("staff", "staff"), "flight": ("staff", "staff")},
    "artillery_driven": {"ordinary": ("artillery", "driven"), "flight": ("artillery", "driven_flight")},
    "artillery_horse": {
        "ordinary": ("artillery", "horse"),
        "charge": ("artillery", "horse_charge_or_flight"),
        "flight": ("artillery", "horse_charge_or_flight"),
    },
    "artillery_unlimbered": {"ordinary": ("artillery", "unlimbered"), "flight": ("artillery", "unlimbered")},
    "ammunition_wagon": {"ordinary": ("train", "ammunition_wagon"), "flight": ("train", "ammunition_wagon")},
}
_FOOT_AT_CHARGE_PACE: Final = {"march_column": "column_charge", "attack_column": "column_charge", "line": "line_charge"}
#: turns that are not worth a stop: a third of a turn cannot be written as a decimal number
_HAIR: Final = Fraction(1, 10**9)
#: who passes obstacles as whom in schema III; wagons only the first class (R19)
_PASSES_AS: Final = {
    "infantry": "infantry_and_dismounted",
    "mounted_cavalry": "mounted_cavalry",
    "staff": "mounted_cavalry",
    "artillery_driven": "artillery",
    "artillery_horse": "artillery",
    "artillery_unlimbered": "artillery",
}


@rule("02.06.1")
def march_row(arm: str, formation: str, pace: str) -> MarchRow | None:
    """The row of schema I, or None if there is none for this formation and pace (02.06.1)."""
    if arm in _ROWS:
        return _ROWS[arm].get(pace)
    if arm == "mounted_cavalry":
        row = (arm, "charge_or_flight" if pace != "ordinary" or formation == "rout" else formation)
        return row if row in tables.MARCH else None
    if pace == "charge":
        key = _FOOT_AT_CHARGE_PACE.get(formation)
        return (arm, key) if key else None
    return (arm, "flight" if pace == "flight" or formation == "rout" else formation)


@rule("02.06.1", "02.06.5")
def ground_rate(row: MarchRow, formation: str, pace: str, terrain: str) -> int | None:
    """cm a turn over this ground; None if it cannot be entered so (schema I, 02.06.5).

    Where a row has no road value the road is no help, nor is it to an attack column at charge pace (R16); mounted
    cavalry takes a stream at charge pace only in march column or chain (R18).
    """
    rates = tables.MARCH[row]
    charging = pace == "charge" and row[0] != "artillery"
    if terrain == "road":
        no_help = rates["road"] is None or (charging and formation == "attack_column")
        return rates["ordinary"] if no_help else rates["road"]
    if terrain == "stream" and charging and formation not in ("march_column", "chain"):
        return None
    return rates[terrain]


@rule("02.06.6", "02.06.4")
def obstacle_rate(arm: str, row: MarchRow, pace: str, obstacle: int) -> int | None:
    """cm a turn over an obstacle of a class, the ground apart; None if this arm cannot pass it (schema III, R19)."""
    if arm == "mounted_cavalry" and pace == "charge":
        return None
    if arm == "ammunition_wagon":
        return tables.MARCH[row]["ordinary"] if obstacle == 1 else None
    passed_as = tables.PASSAGE[obstacle][_PASSES_AS[arm]]
    if passed_as is None:
        return None
    return tables.MARCH[row].get(passed_as, tables.CLASS_III_RATE)


@rule("02.06.2", "06.03.5")
def speed_divisor(arm: str, backwards: bool, horses_lost_half: bool) -> int:
    """By what every rate is divided: 2 for going backwards (not unlimbered guns), 2 for half the horses lost."""
    return (2 if backwards and arm != "artillery_unlimbered" else 1) * (2 if horses_lost_half else 1)


@rule("02.05.5")
def wheel_length(front_width: Fraction, degrees: Fraction) -> Fraction:
    """The march length of a wheel: 1½ times the front for 90 degrees, others in proportion (02.05.5, R20)."""
    return front_width * degrees / 60


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the path: so far over this ground, a wheel, or an obstacle."""

    do: Literal["march", "wheel", "cross"]
    terrain: Terrain = "ordinary"
    length_cm: inputs.Length | None = None
    angle_deg: Annotated[float, Meta(ge=0, le=360)] | None = None
    obstacle: Annotated[int, Meta(ge=1, le=4)] | None = field(default=None, name="class")
    thickness_cm: inputs.Length = 0


class MarchSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: MarchArm
    formation: MarchFormation = "line"
    pace: Pace = "ordinary"
    backwards: bool = False
    path: tuple[Part, ...]
    front_width_cm: inputs.Length = 0
    depth_cm: inputs.Length = 0
    horses_lost_half: bool = False
    time_available: inputs.Length = 1.0


def rate_on(march: MarchSituation, row: MarchRow, part: Part) -> Fraction | Bar:
    """cm a turn on a part of the path, or why it cannot be gone."""
    rate = ground_rate(row, march.formation, march.pace, part.terrain)
    if rate is None:
        return "terrain"
    if part.do == "cross":
        passing = obstacle_rate(march.arm, row, march.pace, part.obstacle or 0)
        if passing is None:
            return "obstacle"
        rate = min(rate, passing)
    return Fraction(rate, speed_divisor(march.arm, march.backwards, march.horses_lost_half))


def march_length(march: MarchSituation, part: Part) -> Fraction:
    """cm that a part of the path counts: an obstacle with the unit's depth, a wheel by its front (02.06.6, R20)."""
    if part.do == "march":
        return exact(part.length_cm or 0)
    if part.do == "cross":
        return exact(march.depth_cm) + exact(part.thickness_cm)
    if march.formation == "march_column":
        return Fraction(0)  # a column bends round the corner (R20)
    return wheel_length(exact(march.front_width_cm), exact(part.angle_deg or 0))


@procedure("march")
def march(m: MarchSituation, desk: Desk) -> Outcome:
    """How far a unit comes along a path: until it ends, the time is up, or ground or obstacle cannot be passed
    (02.06.1, R16)."""
    row = _row(m, desk)
    desk.line_if(m.backwards and m.arm != "artillery_unlimbered", "march.backwards", "02.06.2")
    desk.line_if(m.horses_lost_half, "march.horses", "06.03.5")
    available, time, distance = exact(m.time_available), Fraction(0), Fraction(0)
    stop, at = "none", None
    for part in m.path:
        rate, length = rate_on(m, row, part), march_length(m, part)
        if isinstance(rate, str):
            stop, at = rate, part
            break
        needs = length / rate
        said = {
            "cm": inputs.amount(length),
            "rate": inputs.amount(rate),
            "time": inputs.turns_of(needs),
            "degrees": inputs.amount(part.angle_deg or 0),
        }
        rule_id = {"march": "02.06.1", "wheel": "02.05.5", "cross": "02.06.6"}[part.do]
        desk.line(f"march.{part.do}", rule_id, **said, **_place(part))
        share = Fraction(1) if needs <= available - time + _HAIR else (available - time) / needs
        time += needs * share
        distance += length * share if part.do != "wheel" else 0
        if share < 1:
            stop, at = "time", part
            break
    rule_id = "02.06.6" if stop == "obstacle" else "02.06.1"
    desk.line(f"march.end.{stop}", rule_id, cm=inputs.amount(distance), time=inputs.turns_of(time), **_place(at))
    complete = stop == "none"
    return {"time_used": float(time), "distance_cm": float(distance), "complete": complete, "stop_reason": stop}


def _row(m: MarchSituation, desk: Desk) -> MarchRow:
    """The row of schema I. A part of the path must say how long it is, how far round or over what; charge pace goes
    neither backwards nor with half the horses (02.06.2, 06.03.5)."""
    for number, part in enumerate(m.path, start=1):
        given = {"march": part.length_cm, "wheel": part.angle_deg, "cross": part.obstacle}[part.do]
        desk.refuse_if(given is None, f"path.{part.do}", "02.06.1", n=number)
    charge, row = m.pace == "charge", march_row(m.arm, m.formation, m.pace)
    desk.refuse_if(charge and m.backwards, "charge-backwards", "02.06.2")
    desk.refuse_if(charge and m.horses_lost_half, "charge-horses", "06.03.5")
    return row or desk.refuse("no-march", "02.06.1")


def _place(part: Part | None) -> dict[str, str | Text]:
    """The ground and the obstacle of a part, as a line names them; nothing if there is no part."""
    if part is None:
        return {"terrain": "", "obstacle": ""}
    return {"terrain": say(f"civilwar.terrain.{part.terrain}"), "obstacle": inputs.class_of(part.obstacle or 0)}


# formation changes and facing turns (02.05): what they take, in turns


ChangingArm: TypeAlias = Literal["infantry", "mounted_cavalry", "artillery"]
ChangeKind: TypeAlias = Literal[
    "formation", "quarter_turn", "half_turn", "line_column_by_turn", "mount", "dismount", "unlimber", "limber_up"
]
ChangeTerrain: TypeAlias = Literal["ordinary", "difficult", "wood", "marsh", "stream"]

#: the least time for a formation change (02.05.2)
LEAST_TIME: Final = Fraction(1, tables.QUARTERS)
_DRILL_ROW: Final = {
    "mount": "mount_dismount",
    "dismount": "mount_dismount",
    "unlimber": "unlimber",
    "limber_up": "limber_up",
}


@rule("02.05.1", "02.05.2")
def formation_time(arm: str, longest_move: Fraction, terrain: str) -> Fraction | None:
    """Time until the company with the longest way is in its new place, at least ¼ turn (02.05.1, 02.05.2, R21).

    None where companies cannot march to new places: artillery, and ground without a rate.
    """
    rate = tables.MARCH[arm, "formation_change"][terrain] if arm != "artillery" else None
    return None if rate is None else max(LEAST_TIME, longest_move / rate)


@rule("02.05.2", "02.05.3")
def facing_time(
    arm: str, half: bool, limbered: bool, terrain: str, open_formation: bool, with_limbering: bool
) -> Fraction:
    """Time for a facing turn (schema II, R22); none in open formation, nor for guns that face about as they unlimber
    or after they limber up (02.05.3)."""
    guns = arm == "artillery"
    if open_formation or (guns and half and with_limbering):
        return Fraction(0)
    row = ("artillery_limbered" if limbered else "artillery_unlimbered") if guns else "infantry_cavalry"
    quarters = (tables.HALF_TURN if half else tables.QUARTER_TURN)[row]
    if quarters == tables.QUARTERS and terrain == "difficult":
        quarters *= 2
    return Fraction(quarters, tables.QUARTERS)


@rule("02.05.2", "02.05.4")
def drill_time(arm: str, kind: str) -> Fraction | None:
    """Time to form column from line by a quarter turn, to mount, dismount, limber or unlimber (02.05.2, 02.05.4)."""
    guns = arm == "artillery"
    if guns != (kind in ("unlimber", "limber_up")):
        return None
    quarters = (
        tables.QUARTER_TURN["infantry_cavalry"] if kind == "line_column_by_turn" else tables.DRILL[_DRILL_ROW[kind]]
    )
    return Fraction(quarters, tables.QUARTERS)


class ChangeSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: ChangingArm = "infantry"
    kind: ChangeKind
    longest_company_move_cm: inputs.Length = 0
    terrain: ChangeTerrain = "ordinary"
    open_formation: bool = False
    limbered: bool = False
    with_limbering: bool = False


def change_time(change: ChangeSituation) -> Fraction | None:
    """The time any change takes; None if it is not possible."""
    if change.kind == "formation":
        return formation_time(change.arm, exact(change.longest_company_move_cm), change.terrain)
    if change.kind in ("quarter_turn", "half_turn"):
        half = change.kind == "half_turn"
        return facing_time(
            change.arm, half, change.limbered, change.terrain, change.open_formation, change.with_limbering
        )
    return drill_time(change.arm, change.kind)


@procedure("formation-change")
def formation_change(change: ChangeSituation, desk: Desk) -> Outcome:
    """What a formation change, a facing turn or another change takes, in turns, if it is possible (02.05)."""
    found, kind = change_time(change), change.kind.replace("_", "-")
    if found is None:
        guns = "no-guns" if change.kind in ("unlimber", "limber_up") else ""
        why = guns or ("artillery" if change.arm == "artillery" else "ground")
        desk.line(f"change.{why}", "02.05.2")
        return {"possible": False, "time": None}
    time = float(found)
    if not time:
        desk.line("change.free", "02.05.3")
    else:
        way = kind == "formation"
        desk.line_if(way, "change.way", "02.05.1", cm=inputs.amount(change.longest_company_move_cm))
        desk.line(
            f"change.{kind}", "02.05.4" if kind == "line-column-by-turn" else "02.05.2", time=inputs.turns_of(time)
        )
        desk.line_if(time > 1 and not way, "change.difficult", "02.05.2")
    return {"possible": True, "time": time}


# passing through units (02.06.3), and through pinned ones (04.02.9)


#: an attacker gets through a pinned unit on two dice with his grade (04.02.9)
PASSES_FROM: Final = 10
GRADE: Final = Rows(__name__, "GRADE", {"grade": Row(0, "04.02.9", "civilwar.modifier.grade")})


class PassSituation(Struct, frozen=True, forbid_unknown_fields=True):
    same_side: bool = True
    mover_kind: Literal["foot", "mounted", "artillery"] = "foot"
    mover_order_state: inputs.Order = "OR"
    mover_charge_pace: bool = False
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain"] = "line"
    order_state: inputs.Order = "OR"
    pinned: bool = False
    order: Literal["stand", "move", "fire"] = "stand"
    fire_locked: bool = False


@procedure("pass-through")
@rule("04.02.9")
def pass_through(way: PassSituation, desk: Desk) -> Outcome:
    """Whether a unit gets through another (02.06.3, R25); one that does not stops at base contact (04.02.5). Foot in OR
    or LU that is let through must first pass the test of a pinned unit (04.02.9, R26)."""
    reason = bar(way)
    allowed = reason == "ok"
    tested = way.mover_kind == "foot" and way.mover_order_state in ("OR", "LU")
    pinned_test = allowed and way.same_side and way.pinned and tested
    desk.line(f"pass.{reason.replace('_', '-')}", "02.06.3")
    desk.line_if(pinned_test, "pass.pinned-test", "04.02.9")
    desk.line_if(not allowed, "pass.stops", "04.02.5")
    return {"allowed": allowed, "pinned_test": pinned_test, "reason": reason}


@rule("02.04.1", "02.04.2", "02.06.3", "04.02.5")
def bar(way: PassSituation) -> str:
    """What bars the way through a unit, or `ok`; a barred unit stops at base contact (02.06.3, 04.02.5, R25). Chain,
    thin line and units in rout are open formations, all others closed (02.04.1, 02.04.2)."""
    if not way.same_side:
        return "ok" if way.order_state == "FU" else "enemy"
    if way.order_state == "FU" or way.formation in ("thin_line", "chain"):
        return "ok"
    flees = way.mover_order_state == "FU"
    return inputs.first(
        {
            "charge_pace": way.mover_charge_pace,
            "disorder": not flees and way.order_state == "U",
            "moving_or_firing": not flees and way.order != "stand",
            "fire_locked": not flees and way.fire_locked,
        }
    )


class PassPinnedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    declared_attack: bool
    grade: inputs.Grade = 0
    order_state: Literal["OR", "LU"] = "OR"


@procedure("pass-through-pinned", **inputs.TWO_DICE_OR_NONE)
def pass_through_pinned(given: PassPinnedSituation, desk: Desk) -> Resolve:
    """Whether foot gets through a pinned unit: only who has declared an attack gets a throw (04.02.9)."""

    def resolve(chance: Chance) -> Outcome:
        dice = inputs.two_dice_if(given.declared_attack, chance, "04.02.9")
        passes = dice is not None and dice.total + given.grade >= PASSES_FROM
        if dice is None:
            desk.line("pass.no-attack", "04.02.9")
        else:
            desk.add(GRADE, {"grade": given.grade})
            inputs.tell_dice(dice.total, given.grade, desk, "04.02.9")
        desk.line("pass.through" if passes else "pass.caught", "04.02.9")
        after = given.order_state if passes else "LU"
        return {"passes": passes, "order_after": after, "becomes_pinned": not passes}

    return resolve
