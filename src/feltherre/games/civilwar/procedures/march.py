"""March (02.06): how far a unit comes over the ground, its wheels and the obstacles in its way.

Rates are cm for a whole turn (schema I). Times and lengths are exact fractions; the desk tells them as numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import Text, say
from feltherre.games.civilwar.procedures.inputs import Length, amount, class_of, exact, turns_of
from feltherre.games.civilwar.tables import CLASS_III_RATE, MARCH, PASSAGE

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
Row: TypeAlias = tuple[str, str]

#: pace -> row of schema I, for those whose formation does not matter; a pace that is missing is not theirs
_ROWS: Final[dict[str, dict[str, Row]]] = {
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
def march_row(arm: str, formation: str, pace: str) -> Row | None:
    """The row of schema I, or None if there is none for this formation and pace (02.06.1)."""
    if arm in _ROWS:
        return _ROWS[arm].get(pace)
    if arm == "mounted_cavalry":
        row = (arm, "charge_or_flight" if pace != "ordinary" or formation == "rout" else formation)
        return row if row in MARCH else None
    if pace == "charge":
        key = _FOOT_AT_CHARGE_PACE.get(formation)
        return (arm, key) if key else None
    return (arm, "flight" if pace == "flight" or formation == "rout" else formation)


@rule("02.06.1", "02.06.5")
def ground_rate(row: Row, formation: str, pace: str, terrain: str) -> int | None:
    """cm a turn over this ground; None if it cannot be entered so (schema I, 02.06.5).

    Where a row has no road value the road is no help, nor is it to an attack column at charge pace (R16); mounted
    cavalry takes a stream at charge pace only in march column or chain (R18).
    """
    rates = MARCH[row]
    charging = pace == "charge" and row[0] != "artillery"
    if terrain == "road":
        no_help = rates["road"] is None or (charging and formation == "attack_column")
        return rates["ordinary"] if no_help else rates["road"]
    if terrain == "stream" and charging and formation not in ("march_column", "chain"):
        return None
    return rates[terrain]


@rule("02.06.6", "02.06.4")
def obstacle_rate(arm: str, row: Row, pace: str, obstacle: int) -> int | None:
    """cm a turn over an obstacle of a class, the ground apart; None if this arm cannot pass it (schema III, R19)."""
    if arm == "mounted_cavalry" and pace == "charge":
        return None
    if arm == "ammunition_wagon":
        return MARCH[row]["ordinary"] if obstacle == 1 else None
    passed_as = PASSAGE[obstacle][_PASSES_AS[arm]]
    if passed_as is None:
        return None
    return MARCH[row].get(passed_as, CLASS_III_RATE)


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
    length_cm: Length | None = None
    angle_deg: Annotated[float, Meta(ge=0, le=360)] | None = None
    obstacle: Annotated[int, Meta(ge=1, le=4)] | None = field(default=None, name="class")
    thickness_cm: Length = 0

    @property
    def angle(self) -> float:
        return self.angle_deg or 0


class MarchSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: MarchArm
    formation: MarchFormation = "line"
    pace: Pace = "ordinary"
    backwards: bool = False
    path: tuple[Part, ...]
    front_width_cm: Length = 0
    depth_cm: Length = 0
    horses_lost_half: bool = False
    time_available: Length = 1.0


def rate_on(march: MarchSituation, row: Row, part: Part) -> Fraction | Bar:
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
    return wheel_length(exact(march.front_width_cm), exact(part.angle))


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
        said = {"cm": amount(length), "rate": amount(rate), "time": turns_of(needs), "degrees": amount(part.angle)}
        rule_id = {"march": "02.06.1", "wheel": "02.05.5", "cross": "02.06.6"}[part.do]
        desk.line(f"march.{part.do}", rule_id, **said, **_place(part))
        share = Fraction(1) if needs <= available - time + _HAIR else (available - time) / needs
        time += needs * share
        distance += length * share if part.do != "wheel" else 0
        if share < 1:
            stop, at = "time", part
            break
    rule_id = "02.06.6" if stop == "obstacle" else "02.06.1"
    desk.line(f"march.end.{stop}", rule_id, cm=amount(distance), time=turns_of(time), **_place(at))
    complete = stop == "none"
    return {"time_used": float(time), "distance_cm": float(distance), "complete": complete, "stop_reason": stop}


def _row(m: MarchSituation, desk: Desk) -> Row:
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
    return {"terrain": say(f"civilwar.terrain.{part.terrain}"), "obstacle": class_of(part.obstacle or 0)}
