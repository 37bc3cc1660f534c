"""Forced actions (04.02): what a unit must do or may do whatever its orders, and the fire-fight it cannot leave."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Arm, Count, Kind, Length, exact, turns_of
from feltherre.games.civilwar.tables import HALF_TURN, QUARTERS

Event: TypeAlias = Literal[
    "became_FU", "became_U", "became_LU", "lost_men", "starts_FU", "threatened", "attacked", "repelled"
]
ForcedMove: TypeAlias = Literal[
    "flee", "retire", "turn_away", "pinned", "choice_fall_back", "choice_shelter", "choice_surprised_fire", "none"
]
Basis: TypeAlias = Literal["flight", "ordinary", "half_speed", "none"]

#: cm within which fire pins foot and drives off horses (04.02.6, 04.02.7)
CLOSE_FIRE: Final = 15
#: time to face about, which only repelled cavalry has to spend (07.02.3, R78)
FACE_ABOUT: Final = Fraction(HALF_TURN["infantry_cavalry"], QUARTERS)


class ForcedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    event: Event
    cause: Literal["fire", "shock", "melee", "carried", "movement", "none"] = "fire"
    range_cm: Length | None = None
    kind: Kind = "foot"
    formation: Literal["closed", "thin_line", "chain"] = "closed"
    pinned: bool = False
    in_u_at_start: bool = False
    at_time_zero: bool = False
    moved: bool = False
    fired: bool = False
    passed_through: bool = False
    after_shock_order: bool = False
    working: bool = False
    has_ammunition: bool = True
    shelter_within_8cm: bool = False
    time_left: Annotated[float, Meta(ge=0, le=1)] = 1.0


class Forced(Struct, frozen=True):
    """What the unit does: a move of so many turns of its basis, after a facing turn that takes turn_time."""

    action: ForcedMove = "none"
    turns: Fraction = Fraction(0)
    basis: Basis = "none"
    rule: str = ""
    turn_time: Fraction = Fraction(0)


NOTHING: Final = Forced()


def close_fire(cause: str, range_cm: float | None, by_rule: str) -> bool:
    """Whether it was fire from within 15 cm. Asked only where that decides something: then the range must be known."""
    if cause != "fire":
        return False
    if range_cm is None:
        raise refuse("civilwar.refuse.range", by_rule, close=CLOSE_FIRE)
    return range_cm <= CLOSE_FIRE


@rule("04.02.1")
def on_rout(unit: ForcedSituation) -> Forced:
    """Flee ½ turn at once, mounted cavalry a whole one (04.02.1)."""
    return Forced("flee", Fraction(1) if unit.kind == "mounted" else Fraction(1, 2), "flight", "04.02.1")


@rule("04.02.2")
def on_start_in_rout(unit: ForcedSituation) -> Forced:
    """Flee the whole turn (04.02.2)."""
    return Forced("flee", Fraction(1), "flight", "04.02.2")


@rule("04.02.3")
def on_disorder(unit: ForcedSituation) -> Forced:
    """Retire ½ turn of ordinary march (04.02.3)."""
    return Forced("retire", Fraction(1, 2), "ordinary", "04.02.3")


@rule("04.02.6", "04.02.7")
def on_light_disorder(unit: ForcedSituation) -> Forced:
    """By close fire foot is pinned, and horses turn away for the rest of the turn (04.02.6, 04.02.7, R45)."""
    if unit.kind == "unlimbered_artillery":
        return NOTHING
    if unit.kind == "foot":
        return Forced("pinned", rule="04.02.7") if close_fire(unit.cause, unit.range_cm, "04.02.7") else NOTHING
    shies = close_fire(unit.cause, unit.range_cm, "04.02.6")
    return Forced("turn_away", exact(unit.time_left), "ordinary", "04.02.6") if shies else NOTHING


@rule("04.02.4", "04.02.7")
def on_losses(unit: ForcedSituation) -> Forced:
    """A unit in U that is hit at once retires all turn (04.02.4); close fire pins a pinned unit again (04.02.7)."""
    if unit.in_u_at_start and unit.cause == "fire" and unit.at_time_zero:
        return Forced("retire", Fraction(1), "half_speed", "04.02.4")
    if unit.pinned and close_fire(unit.cause, unit.range_cm, "04.02.7"):
        return Forced("pinned", rule="04.02.7")
    return NOTHING


@rule("07.02.3")
def on_repulse(unit: ForcedSituation) -> Forced:
    """Mounted cavalry faces about, which takes its time, and rides away with what is left (07.02.3, R78)."""
    if unit.kind != "mounted":
        return NOTHING
    left = exact(unit.time_left)
    facing = min(FACE_ABOUT, left)
    return Forced("turn_away", left - facing, "ordinary", "07.02.3", facing)


@rule("04.02.10", "04.02.12")
def on_threat(unit: ForcedSituation) -> Forced:
    """A chain may fall back a whole turn, gunners may shelter behind a closed unit (04.02.10, 04.02.12, R46)."""
    if unit.formation == "chain":
        return Forced("choice_fall_back", Fraction(1), "ordinary", "04.02.10")
    if unit.kind == "unlimbered_artillery" and unit.shelter_within_8cm:
        return Forced("choice_shelter", rule="04.02.12")
    return NOTHING


@rule("04.02.13")
def on_attack(unit: ForcedSituation) -> Forced:
    """A stationary unit may fire as surprised, unless it has done something already (04.02.13, R37)."""
    spent = unit.moved or unit.fired or unit.passed_through or unit.after_shock_order or unit.working
    if spent or not unit.has_ammunition or unit.kind == "limbered_artillery":
        return NOTHING
    return Forced("choice_surprised_fire", rule="04.02.13")


_ON_EVENT: Final[dict[Event, Callable[[ForcedSituation], Forced]]] = {
    "became_FU": on_rout,
    "starts_FU": on_start_in_rout,
    "became_U": on_disorder,
    "became_LU": on_light_disorder,
    "lost_men": on_losses,
    "repelled": on_repulse,
    "threatened": on_threat,
    "attacked": on_attack,
}


def forced_action(unit: ForcedSituation) -> Forced:
    """What an event makes a unit do, or lets it do (04.02)."""
    return _ON_EVENT[unit.event](unit)


class ForcedAssessment(Assessment, frozen=True, kw_only=True):
    action: ForcedMove
    turns: float
    turn_time: float
    basis: Basis
    rule: str


class ForcedAction(CertainProcedure[ForcedSituation, ForcedAssessment]):
    name = "forced-action"
    situation = ForcedSituation
    outputs = ("action", "turns", "turn_time", "basis", "rule")

    def assess(self, situation: ForcedSituation) -> ForcedAssessment:
        forced = forced_action(situation)
        return ForcedAssessment(
            action=forced.action,
            turns=float(forced.turns),
            turn_time=float(forced.turn_time),
            basis=forced.basis,
            rule=forced.rule,
        )

    def lines(self, assessment: ForcedAssessment) -> list[Line]:
        a = assessment
        told = []
        if a.turn_time:
            told.append(Line(say("civilwar.ruling.forced.facing", time=turns_of(a.turn_time)), a.rule))
        what = "retire-backwards" if a.basis == "half_speed" else a.action.replace("_", "-")
        return [*told, Line(say(f"civilwar.ruling.forced.{what}", turns=turns_of(a.turns)), a.rule or None)]


#: turns in a row of fire within 8 cm that lock a unit in a fire-fight
LOCKING_TURNS: Final = 2


@rule("04.02.14")
def fire_locked(
    arm: Arm, consecutive_turns: int, distance_cm: float, target_present: bool, has_ammunition: bool
) -> bool:
    """Whether foot that has fired twice at a target within 8 cm must go on: not if the target is beyond 15 cm or gone,
    nor without ammunition (04.02.14, R47)."""
    on_foot = arm in ("infantry", "cavalry_dismounted")
    engaged = consecutive_turns >= LOCKING_TURNS and distance_cm <= CLOSE_FIRE
    return on_foot and engaged and target_present and has_ammunition


class FireLockSituation(Struct, frozen=True, forbid_unknown_fields=True):
    consecutive_turns: Count
    distance_cm: Length
    target_present: bool = True
    has_ammunition: bool = True
    arm: Arm = "infantry"


class FireLockAssessment(Assessment, frozen=True, kw_only=True):
    locked: bool


class FireLock(CertainProcedure[FireLockSituation, FireLockAssessment]):
    name = "fire-lock"
    situation = FireLockSituation
    outputs = ("locked",)

    def assess(self, situation: FireLockSituation) -> FireLockAssessment:
        given = situation
        return FireLockAssessment(
            locked=fire_locked(
                given.arm, given.consecutive_turns, given.distance_cm, given.target_present, given.has_ammunition
            )
        )

    def lines(self, assessment: FireLockAssessment) -> list[Line]:
        return [Line(say(f"civilwar.ruling.lock.{'holds' if assessment.locked else 'free'}"), "04.02.14")]
