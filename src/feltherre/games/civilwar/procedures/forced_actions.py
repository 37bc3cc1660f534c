"""Forced actions (04.02): what a unit must do or may do whatever its orders, and the fire-fight it cannot leave."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Line, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Arm, Count, Kind, Length, turns_of
from feltherre.games.civilwar.tables import HALF_TURN, QUARTERS

Event: TypeAlias = Literal[
    "became_FU", "became_U", "became_LU", "lost_men", "starts_FU", "threatened", "attacked", "repelled"
]

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


class Forced(NamedTuple):
    """What the unit does: a move of so many turns of its basis, after a facing turn that takes turn_time."""

    action: str = "none"
    turns: Fraction = Fraction(0)
    basis: str = "none"
    rule: str = ""
    turn_time: Fraction = Fraction(0)


HALF: Final = Fraction(1, 2)
WHOLE: Final = Fraction(1)
NOTHING: Final = Forced()
PINNED: Final = Forced("pinned", rule="04.02.7")


@procedure("forced-action")
def forced_action(unit: ForcedSituation, desk: Desk) -> Outcome:
    """What an event makes a unit do, or lets it do (04.02)."""
    forced = forced_by(unit)
    turns, facing = float(forced.turns), float(forced.turn_time)
    if facing:
        desk.line("forced.facing", forced.rule, time=turns_of(facing))
    told = desk.telling and turns_of(turns)
    if forced.rule:
        what = "retire-backwards" if forced.basis == "half_speed" else forced.action.replace("_", "-")
        desk.line(f"forced.{what}", forced.rule, turns=told)
    elif desk.telling:
        desk.lines.append(Line(say("civilwar.ruling.forced.none", turns=told)))
    return {
        "action": forced.action,
        "turns": turns,
        "turn_time": facing,
        "basis": forced.basis,
        "rule": forced.rule,
    }


def forced_by(unit: ForcedSituation) -> Forced:
    """What the unit does. Into FU: flee half a turn, mounted cavalry a whole one (04.02.1); in FU: flee all turn
    (04.02.2); into U: retire half a turn (04.02.3)."""
    match unit.event:
        case "became_FU":
            return Forced("flee", WHOLE if unit.kind == "mounted" else HALF, "flight", "04.02.1")
        case "starts_FU":
            return Forced("flee", WHOLE, "flight", "04.02.2")
        case "became_U":
            return Forced("retire", HALF, "ordinary", "04.02.3")
        case "became_LU":
            return on_light_disorder(unit)
        case "lost_men":
            return on_losses(unit)
        case "repelled":
            return on_repulse(unit)
        case "threatened":
            return on_threat(unit)
        case "attacked":
            return on_attack(unit)


def close_fire(cause: str, range_cm: float | None, by_rule: str) -> bool:
    """Whether it was fire from within 15 cm. Asked only where that decides something: then the range must be known."""
    if cause != "fire":
        return False
    if range_cm is None:
        raise refuse("civilwar.refuse.range", by_rule, close=CLOSE_FIRE)
    return range_cm <= CLOSE_FIRE


@rule("04.02.6", "04.02.7")
def on_light_disorder(unit: ForcedSituation) -> Forced:
    """By close fire foot is pinned, and horses turn away for the rest of the turn (04.02.6, 04.02.7, R45)."""
    if unit.kind == "unlimbered_artillery":
        return NOTHING
    if unit.kind == "foot":
        return PINNED if close_fire(unit.cause, unit.range_cm, "04.02.7") else NOTHING
    shies = close_fire(unit.cause, unit.range_cm, "04.02.6")
    return Forced("turn_away", exact(unit.time_left), "ordinary", "04.02.6") if shies else NOTHING


@rule("04.02.4", "04.02.7")
def on_losses(unit: ForcedSituation) -> Forced:
    """A unit in U that is hit at once retires all turn (04.02.4); close fire pins a pinned unit again (04.02.7)."""
    if unit.in_u_at_start and unit.cause == "fire" and unit.at_time_zero:
        return Forced("retire", WHOLE, "half_speed", "04.02.4")
    if unit.pinned and close_fire(unit.cause, unit.range_cm, "04.02.7"):
        return PINNED
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
        return Forced("choice_fall_back", WHOLE, "ordinary", "04.02.10")
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


#: turns in a row of fire within 8 cm that lock a unit in a fire-fight
LOCKING_TURNS: Final = 2


class FireLockSituation(Struct, frozen=True, forbid_unknown_fields=True):
    consecutive_turns: Count
    distance_cm: Length
    target_present: bool = True
    has_ammunition: bool = True
    arm: Arm = "infantry"


@procedure("fire-lock")
def fire_lock(given: FireLockSituation, desk: Desk) -> Outcome:
    """Whether foot that has fired twice at a target within 8 cm must go on: not if the target is beyond 15 cm or gone,
    nor without ammunition (04.02.14, R47)."""
    on_foot = given.arm in ("infantry", "cavalry_dismounted")
    engaged = given.consecutive_turns >= LOCKING_TURNS and given.distance_cm <= CLOSE_FIRE
    locked = on_foot and engaged and given.target_present and given.has_ammunition
    desk.line("lock.holds" if locked else "lock.free", "04.02.14")
    return {"locked": locked}
