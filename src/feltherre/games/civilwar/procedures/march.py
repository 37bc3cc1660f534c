"""March (02.06): how far a unit comes over the ground, its wheels and the obstacles in its way.

Rates are cm for a whole turn (schema I). Times and lengths are exact fractions; the desk tells them as numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
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
StopReason: TypeAlias = Literal["none", "time", "terrain", "obstacle"]
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
_FOOT_AT_CHARGE_PACE: Final = {
    "march_column": "column_charge",
    "attack_column": "column_charge",
    "line": "line_charge",
}
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


class Stretch(Struct, frozen=True):
    """A part of the path as it is gone: its march length at a rate, and whether that is distance on the ground."""

    part: Part
    length: Fraction
    rate: Fraction

    @property
    def distance(self) -> Fraction:
        return self.length if self.part.do != "wheel" else Fraction(0)


def stretch(march: MarchSituation, row: Row, part: Part) -> Stretch | StopReason:
    """How a part of the path is gone, or why it cannot be."""
    rate = ground_rate(row, march.formation, march.pace, part.terrain)
    if rate is None:
        return "terrain"
    if part.do == "cross":
        passing = obstacle_rate(march.arm, row, march.pace, part.obstacle or 0)
        if passing is None:
            return "obstacle"
        rate = min(rate, passing)
    divisor = speed_divisor(march.arm, march.backwards, march.horses_lost_half)
    return Stretch(part, _length(march, part), Fraction(rate, divisor))


def _length(march: MarchSituation, part: Part) -> Fraction:
    if part.do == "march":
        return exact(part.length_cm or 0)
    if part.do == "cross":
        return exact(march.depth_cm) + exact(part.thickness_cm)
    if march.formation == "march_column":
        return Fraction(0)  # a column bends round the corner (R20)
    return wheel_length(exact(march.front_width_cm), exact(part.angle_deg or 0))


class Gone(Struct, frozen=True):
    """A march as far as it went."""

    time: Fraction
    distance: Fraction
    stop_reason: StopReason
    stretches: tuple[Stretch, ...]
    #: where it stopped before the end
    stopped_at: Part | None = None


@rule("02.06.1")
def go(march: MarchSituation, row: Row) -> Gone:
    """Go along the path until it ends, the time is up, or ground or obstacle cannot be passed (02.06.1, R16)."""
    available = exact(march.time_available)
    time = distance = Fraction(0)
    done: list[Stretch] = []
    for part in march.path:
        ahead = stretch(march, row, part)
        if isinstance(ahead, str):
            return Gone(time, distance, ahead, tuple(done), part)
        needs = ahead.length / ahead.rate
        share = Fraction(1) if needs <= available - time + _HAIR else (available - time) / needs
        time += needs * share
        distance += ahead.distance * share
        done.append(ahead)
        if share < 1:
            return Gone(time, distance, "time", tuple(done), part)
    return Gone(time, distance, "none", tuple(done))


class MarchAssessment(Assessment, frozen=True, kw_only=True):
    given: MarchSituation
    gone: Gone
    time_used: float
    distance_cm: float
    complete: bool
    stop_reason: StopReason


class March(CertainProcedure[MarchSituation, MarchAssessment]):
    name = "march"
    situation = MarchSituation
    outputs = ("time_used", "distance_cm", "complete", "stop_reason")

    def assess(self, situation: MarchSituation) -> MarchAssessment:
        march = situation
        _check_parts(march.path)
        _check_charge(march)
        row = march_row(march.arm, march.formation, march.pace)
        if row is None:
            raise refuse("civilwar.refuse.no-march", "02.06.1")
        gone = go(march, row)
        return MarchAssessment(
            given=march,
            gone=gone,
            time_used=float(gone.time),
            distance_cm=float(gone.distance),
            complete=gone.stop_reason == "none",
            stop_reason=gone.stop_reason,
        )

    def lines(self, assessment: MarchAssessment) -> list[Line]:
        a = assessment
        told = []
        if a.given.backwards and a.given.arm != "artillery_unlimbered":
            told.append(Line(say("civilwar.ruling.march.backwards"), "02.06.2"))
        if a.given.horses_lost_half:
            told.append(Line(say("civilwar.ruling.march.horses"), "06.03.5"))
        told += [_stretch_line(ahead) for ahead in a.gone.stretches]
        told.append(_end_line(a))
        return told


def _check_parts(path: Sequence[Part]) -> None:
    needed = {"march": "length_cm", "wheel": "angle_deg", "cross": "obstacle"}
    for number, part in enumerate(path, start=1):
        if getattr(part, needed[part.do]) is None:
            raise refuse(f"civilwar.refuse.path.{part.do}", "02.06.1", n=number)


def _check_charge(march: MarchSituation) -> None:
    """Charge pace goes neither backwards nor with half the horses (02.06.2, 06.03.5)."""
    if march.pace == "charge" and march.backwards:
        raise refuse("civilwar.refuse.charge-backwards", "02.06.2")
    if march.pace == "charge" and march.horses_lost_half:
        raise refuse("civilwar.refuse.charge-horses", "06.03.5")


_PART_RULE: Final = {"march": "02.06.1", "wheel": "02.05.5", "cross": "02.06.6"}


def _stretch_line(ahead: Stretch) -> Line:
    part = ahead.part
    text = say(
        f"civilwar.ruling.march.{part.do}",
        terrain=say(f"civilwar.terrain.{part.terrain}"),
        cm=amount(ahead.length),
        rate=amount(ahead.rate),
        time=turns_of(ahead.length / ahead.rate),
        degrees=amount(part.angle_deg or 0),
        obstacle=class_of(part.obstacle or 0),
    )
    return Line(text, _PART_RULE[part.do])


def _end_line(a: MarchAssessment) -> Line:
    part = a.gone.stopped_at
    text = say(
        f"civilwar.ruling.march.end.{a.stop_reason}",
        cm=amount(a.gone.distance),
        time=turns_of(a.gone.time),
        terrain=say(f"civilwar.terrain.{part.terrain}") if part else "",
        obstacle=class_of((part.obstacle or 0) if part else 0),
    )
    return Line(text, "02.06.6" if a.stop_reason == "obstacle" else "02.06.1")
