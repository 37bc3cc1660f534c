"""Before and after a melee (12, 14, 15): who may attack and support, what becomes of skirmishers that are pressed, and
what may be done when it is over."""

from __future__ import annotations

from math import ceil
from typing import Any, Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.napoleon.procedures.inputs import (
    MARCH_COLUMNS,
    OPEN,
    Angle,
    BookFormation,
    Count,
    Formation,
    Length,
    Point,
    Points,
    State,
)

#: the states in which a unit is intact (03.03.2)
INTACT: Final = frozenset({"OR", "LU-1", "LU-2", "LU-3"})
#: attack columns, of any nation
ATTACK_COLUMNS: Final = frozenset(
    {
        "attack_column",
        "attack_column_da_pr_au",
        "attack_column_fr",
        "attack_column_ru",
        "attack_column_company_front",
    }
)
#: the formations that can support, and be supported (12.03.7)
CAN_SUPPORT: Final = frozenset(
    {"line", "regimental_column", "square", "brigade_square", "battalion_mass", *ATTACK_COLUMNS}
)
SKIRMISHERS: Final = frozenset({"skirmish_line", "swarm", "dense_skirmish_line", "thin_skirmish_line"})
#: figures without which nobody supports, and turns in which he must be there (12.03.7)
LEAST_SUPPORT: Final = 10
SUPPORT_TURNS: Final = 1

Arm = Literal["infantry", "cavalry", "artillery", "train"]
Side = Literal["attacker", "defender"]


class Supporter(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Arm
    figures: Count
    formation: BookFormation = "line"
    state: State = "OR"
    tactical_unit: bool = True
    brigade: str | None = None
    has_attack_order: bool = False
    engaged: bool = False
    position: Point | None = None
    front: float | None = None


class Supported(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Arm
    figures: Count
    formation: Formation = "line"
    brigade: str | None = None
    position: Point | None = None


class Support(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    supporter: Supporter
    supported: Supported
    named: bool = True
    already_supports_other: bool = False
    march_time_turns: Length
    in_30_degrees: bool = True
    within_closing_distance: bool = False
    impassable_between: bool = False


@procedure("support-unit-check")
@rule("12.03.7", "09.02.5")
def support_unit_check(support: Support, desk: Desk) -> Outcome:
    """Whether a unit supports another, and the first of the nine conditions that fails (12.03.7)."""
    failed = next((number for number, met in enumerate(support_conditions(support), start=1) if not met), None)
    desk.line("support.yes" if failed is None else f"support.no.{failed}", "12.03.7", failed)
    return {"supports": failed is None, "failed_condition": failed}


def support_conditions(support: Support) -> tuple[bool, ...]:
    """The conditions of 12.03.7 in their order."""
    one, other = support.supporter, support.supported
    strong = 2 * one.figures >= other.figures and one.figures >= LEAST_SUPPORT
    return (
        strong and one.tactical_unit and one.state in INTACT,
        one.formation in CAN_SUPPORT and other.formation in CAN_SUPPORT | SKIRMISHERS,
        exact(support.march_time_turns) <= SUPPORT_TURNS,
        not support.within_closing_distance,
        support.in_30_degrees,
        not support.impassable_between,
        not one.engaged and not one.has_attack_order,
        support.named and not support.already_supports_other and one.brigade == other.brigade,
        one.arm in ("infantry", "cavalry") and not (one.arm == "infantry" and other.arm == "cavalry"),
    )


#: how far a skirmish line and a swarm may be from their soutien, in cm (14.02.3)
SOUTIEN_CM: Final = {"skirmish_line": 20, "swarm": 30}
#: closed formations that are no soutien (14.02.2)
NO_SOUTIEN: Final = MARCH_COLUMNS | OPEN | {"clump"}


class Skirmishers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["skirmish_line", "swarm"]
    figures: Count
    behind_obstacle_or_cover: bool = False
    in_plantation_or_built_up: bool = False
    soutien_figures: Count = 0
    soutien_formation: BookFormation = "line"
    greatest_gap_cm: Length = 0


@procedure("soutien-check")
@rule("14.02.1", "14.02.2", "14.02.3", "14.02.4", "16.02.2", "17.03.3")
def soutien_check(line: Skirmishers, desk: Desk) -> Outcome:
    """Whether skirmishers need a soutien, and have one: closed, as strong as they, and near enough (14.02.1 to
    14.02.3, 16.02.2, 17.03.3)."""
    desk.refuse_if(not line.figures, "no-figures", "05.01.1")
    sheltered = line.kind == "skirmish_line" and line.behind_obstacle_or_cover
    needs = not (line.in_plantation_or_built_up or sheltered)
    near = exact(line.greatest_gap_cm) <= SOUTIEN_CM[line.kind]
    has = line.soutien_figures >= line.figures and line.soutien_formation not in NO_SOUTIEN and near
    desk.line("soutien.needed" if needs else "soutien.not-needed", "14.02.1")
    desk.line("soutien.has" if has else "soutien.has-none", "14.02.2", most=SOUTIEN_CM[line.kind])
    desk.line_if(needs and not has, "soutien.must-go-back", "14.02.4")
    return {"needs_soutien": needs, "has_valid_soutien": has}


#: the share of its figures that a line without soutien loses (14.04.2)
PRESSED_LOSS: Final = exact(0.1)


class Pressed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    needs_soutien: bool
    has_valid_soutien: bool
    cause: Literal["enemy_closed", "own_retreating_in_u"] = "enemy_closed"
    figures: Count
    russian_line_stands: bool = False


@procedure("pressed-back")
@rule("14.04.1", "14.04.2", "03.02.8", "07.07.4")
def pressed_back(line: Pressed, desk: Desk) -> Outcome:
    """What becomes of skirmishers that a closed enemy, or an own unit retreating in U, presses back (14.04.1, 14.04.2,
    country.russia.3, R72)."""
    desk.refuse_if(not line.figures, "no-figures", "05.01.1")
    enemy = line.cause == "enemy_closed"
    lost = 0
    if not line.needs_soutien:
        outcome, cited = "stands", "14.02.1"
    elif line.russian_line_stands and enemy:
        outcome, cited = "stands", "country.russia.3"
    elif line.has_valid_soutien:
        outcome, cited = "falls_back_to_soutien", "14.04.1"
    elif enemy:
        outcome, cited, lost = "routed", "14.04.2", ceil(PRESSED_LOSS * line.figures)
    else:
        outcome, cited = "moves_aside", "14.04.1"
    desk.line(f"pressed.{outcome.replace('_', '-')}", cited, lost, n=lost)
    return {"outcome": outcome, "figures_lost": lost}


class Attacking(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Arm
    formation_class: Literal["closed", "open"] = "closed"
    state: State = "OR"
    has_fire_order: bool = False
    moving_back_or_sideways: bool = False
    ordered: bool = True
    announced: bool = True


class Target(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry", "artillery", "train", "pioneers"]
    formation_class: Literal["closed", "open"] = "closed"
    state: State = "OR"


class Attack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    attacker: Attacking
    target: Target
    already_fought_this_turn: bool = False


@procedure("attack-eligibility")
@rule("12.01.1", "12.01.2", "12.01.3", "12.01.4", "12.01.7", "15.03.1")
def attack_eligibility(attack: Attack, desk: Desk) -> Outcome:
    """Whether a unit may attack another (12.01.1 to 12.01.4, 12.01.7, 14.04.4, R58)."""
    bars = attack_bars(attack)
    bar = next(((name, why) for name, (holds, why) in bars.items() if holds), None)
    desk.line(f"attack.{bar[0]}" if bar else "attack.allowed", bar[1] if bar else "12.01.1")
    return {"allowed": bar is None}


@rule("12.01.1", "03.01.4", "03.03.4", "14.04.4", "07.01.3", "12.01.4")
def attack_bars(attack: Attack) -> dict[str, tuple[bool, str]]:
    """What keeps a unit from attacking, with the rule of each."""
    one, other = attack.attacker, attack.target
    routed = other.state == "FU"
    is_open = routed or other.formation_class == "open" or other.arm == "pioneers"
    infantry, closed = one.arm == "infantry", one.formation_class == "closed"
    return {
        "not-intact": (one.state not in INTACT, "12.01.2"),
        "guns": (one.arm in ("artillery", "train"), "12.01.4"),
        "fires": (one.has_fire_order, "03.01.4"),
        "not-forward": (one.moving_back_or_sideways, "07.01.3"),
        "not-announced": (not routed and not (one.ordered and one.announced), "12.01.1"),
        "has-fought": (attack.already_fought_this_turn, "12.01.7"),
        "infantry-at-cavalry": (other.arm == "cavalry" and infantry and not (is_open and closed), "12.01.4"),
        "skirmishers": (not closed and not (is_open or other.arm == "artillery"), "14.04.4"),
    }


class Cossacks(Struct, frozen=True, forbid_unknown_fields=True):
    cossack_points: Points
    opponent_points: Points


@procedure("cossack-attack-check")
@rule("15.03.1")
def cossack_attack_check(given: Cossacks, desk: Desk) -> Outcome:
    """Whether cossacks carry their attack home: only with as many points before the dice as their opponent; else they
    go into U and retreat (15.03.1, R42)."""
    happens = given.cossack_points >= given.opponent_points
    told = {"own": given.cossack_points, "other": given.opponent_points}
    desk.line("cossacks.attack" if happens else "cossacks.turn-back", "15.03.1", **told)
    return {"attack_happens": happens, "cossack_state": None if happens else "U"}


# after a melee

Action = Literal["stay", "go_back", "follow", "continue_movement", "continue_attack"]
SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")
#: how far off its direction a winner may go on against a new target, in degrees (12.02.6)
SWING: Final = 20


class Choice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a side chooses when the melee is over."""

    action: Action
    target: str | None = None
    angle_deg: Angle | None = None
    ordered_and_announced: bool = False
    worthwhile_target: bool = False


class Aftermath(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    winner: Literal["attacker", "defender", "none"]
    loser_state: State | None = None
    time_left: Length
    attacker_is_light_cavalry: bool = False
    choices: dict[Side, Choice] = {}


@procedure("after-melee")
@rule("12.02.4", "12.02.5", "12.02.6", "12.02.7", "03.03.2", "07.02.5")
def after_melee(melee: Aftermath, desk: Desk) -> Outcome:
    """What each side may do when a melee is over (12.02.4 to 12.02.7, R69)."""
    won = melee.winner != "none"
    desk.refuse_if(won != (melee.loser_state is not None), "loser-state", "12.02.4")
    desk.refuse_if(melee.loser_state == "OR", "loser-in-order", "12.02.4")
    allowed = allowed_actions(melee)
    for side, choice in melee.choices.items():
        desk.refuse_if(choice.action not in allowed[side], "not-allowed", "12.02.5" if broken(melee) else "12.02.4")
        if choice.action == "continue_attack":
            check_new_target(melee, choice, desk)
    desk.line_if(melee.winner == "attacker" and melee.loser_state == "FU", "after.through", "12.02.7")
    desk.line_if(melee.winner == "attacker" and melee.loser_state != "FU", "after.no-farther", "12.02.7")
    desk.line("after.broken" if broken(melee) else "after.both-stay", "12.02.5" if broken(melee) else "12.02.4")
    return {"allowed_actions": allowed}


def broken(melee: Aftermath) -> bool:
    """Whether the loser is in U or FU."""
    return melee.loser_state in ("U", "FU")


@rule("12.02.4", "12.02.5")
def allowed_actions(melee: Aftermath) -> dict[str, list[Any]]:
    """Side -> what it may do: both stay or go back while nobody is broken; else the winner goes on (12.02.4,
    12.02.5)."""
    if not broken(melee):
        defender = melee.choices.get("defender")
        goes = defender is not None and defender.action == "go_back"
        return {"attacker": ["stay", "go_back", *(["follow"] if goes else [])], "defender": ["stay", "go_back"]}
    free: dict[str, list[Any]] = {side: [] for side in SIDES}
    free[melee.winner] = ["stay", "continue_movement"]
    if melee.winner == "attacker":
        free["attacker"] = ["stay", "follow", "continue_movement", "continue_attack"]
    return free


@rule("12.02.6")
def check_new_target(melee: Aftermath, choice: Choice, desk: Desk) -> None:
    """A winner attacks on within 20 degrees, or where it was ordered, or as light cavalry whatever is worth it
    (12.02.6)."""
    desk.refuse_if(choice.target is None or choice.angle_deg is None, "new-target", "12.02.6")
    straight = choice.angle_deg is not None and exact(choice.angle_deg) <= SWING
    free = melee.attacker_is_light_cavalry and choice.worthwhile_target
    desk.refuse_if(not (straight or choice.ordered_and_announced or free), "new-target-aside", "12.02.6", most=SWING)


PROCEDURES = (
    support_unit_check,
    soutien_check,
    pressed_back,
    attack_eligibility,
    cossack_attack_check,
    after_melee,
)
