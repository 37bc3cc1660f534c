"""March (07, 04): how far a unit comes, charge march, marching through, horses, splitting and joining.

Rates are cm in a whole turn (schema III). Times and lengths are exact fractions; the outputs tell them as numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import say
from feltherre.games.napoleon.procedures import changes, passage
from feltherre.games.napoleon.procedures.inputs import Angle, Count, Length, Share, State, amount, number, turns_of
from feltherre.games.napoleon.tables import by_key

Terrain: TypeAlias = Literal["road", "path", "ordinary", "difficult", "plantation", "watercourse"]
Pace: TypeAlias = Literal["ordinary", "half", "charge", "flight"]
MarchRow: TypeAlias = Literal[
    "inf_march_column",
    "inf_attack_column",
    "inf_line",
    "inf_skirmish",
    "inf_square",
    "inf_flight",
    "cav_march_column",
    "cav_swarm",
    "cav_light",
    "cav_medium",
    "cav_heavy",
    "cav_charge_swarm",
    "cav_charge_light",
    "cav_charge_medium",
    "cav_charge_heavy",
    "cossacks",
    "courier",
    "cav_flight",
    "art_light_foot",
    "art_driven",
    "art_horse",
    "art_medium_foot",
    "art_heavy_foot",
    "art_charge_horse",
    "art_unlimbered_light",
    "art_unlimbered_medium",
    "art_unlimbered_heavy",
    "art_flight_limbers",
    "pack_horse_cart",
    "train_wagon",
]

#: schema III: row -> terrain -> cm in a turn, None where a cell is blank
MARCH: Final = by_key("III")
#: row -> that of its charge march (07.02.1; driven artillery as horse artillery, R14)
CHARGE: Final = {
    "cav_swarm": "cav_charge_swarm",
    "cav_light": "cav_charge_light",
    "cav_medium": "cav_charge_medium",
    "cav_heavy": "cav_charge_heavy",
    "art_horse": "art_charge_horse",
    "art_driven": "art_charge_horse",
}
#: arm of schema III -> the row of its flight; couriers, unlimbered guns and train have none
FLIGHT: Final = {"infantry": "inf_flight", "cavalry": "cav_flight", "artillery": "art_flight_limbers"}
#: rows that are a pace themselves
OWN_PACE: Final = dict.fromkeys(CHARGE.values(), "charge") | dict.fromkeys(FLIGHT.values(), "flight")
UNLIMBERED: Final = frozenset({"art_unlimbered_light", "art_unlimbered_medium", "art_unlimbered_heavy"})
#: rows that a parallel march does not hold back: march columns, open formations, and who is no unit (07.06.1)
FREE: Final = frozenset(
    {"inf_march_column", "cav_march_column", "inf_skirmish", "cav_swarm", "cav_charge_swarm", "courier"}
) | set(FLIGHT.values())
#: what a swarm has in a plantation, where its cell is blank (16.02.2, R15)
SWARM_IN_PLANTATION: Final = 15
#: the rule by which a formation cannot go over ground whose cell is blank (R15)
BLANK: Final = {"path": "III", "plantation": "16.02.2", "watercourse": "07.04.3"}


class March(Struct, frozen=True, forbid_unknown_fields=True):
    row: MarchRow
    segments: tuple[tuple[Terrain, Length], ...]
    pace: Pace = "ordinary"
    time_available: Length = 1
    parallel: bool = False
    horses_lost_share: Share = 0


@procedure("march")
def march(unit: March, desk: Desk) -> Outcome:
    """How far a unit comes along its path, until that ends or the time is up (07.01.1, 03.01.2, R73)."""
    row = paced_row(unit, desk)
    slowed = slow_horses(unit, row, desk)
    halved = unit.pace == "half" or slowed
    desk.line_if(unit.pace == "half" and not slowed, "march.half", "07.01.2")
    held = unit.parallel and row not in FREE
    desk.line_if(held, "march.parallel", "07.06.1")
    available, time, distance = exact(unit.time_available), Fraction(0), Fraction(0)
    for terrain, cm in unit.segments:
        rate = ground_rate(row, terrain, desk) / (2 if halved else 1)
        if held:
            rate = min(rate, parallel_rate(terrain, rate))
        needs = exact(cm) / rate
        told = {"terrain": say(f"napoleon.segments.{terrain}"), "cm": amount(cm), "rate": amount(rate)}
        rule_id = {"difficult": "07.03.1", "watercourse": "07.04.2", "plantation": "16.02.2"}.get(terrain, "07.01.1")
        desk.line("march.stretch", rule_id, **told, time=turns_of(needs))
        spent = min(needs, available - time)
        time += spent
        distance += spent * rate
        if spent < needs:
            desk.line("march.cut", "03.01.2", cm=amount(distance))
            break
    desk.line("march.end", "07.01.1", cm=amount(distance), time=turns_of(time))
    return {"distance_cm": number(distance), "time_used": number(time)}


@rule("07.01.5", "07.01.7", "13.03.2")
def paced_row(unit: March, desk: Desk) -> str:
    """The row of schema III for a unit at its pace (07.01.1). Working units take that of a skirmish line (07.01.7);
    gunners that of their limbers or, without them, of infantry or heavy cavalry (07.01.5); guns that are not limbered
    cannot flee (13.03.2)."""
    row, pace = unit.row, unit.pace
    if row in OWN_PACE:
        desk.refuse_if(pace not in ("ordinary", OWN_PACE[row]), "row-has-its-pace", "07.01.1")
        return row
    if pace == "charge":
        desk.refuse_if(row == "cossacks", "cossacks-charge", "15.02.1")
        return CHARGE.get(row) or desk.refuse("no-charge", "07.02.1")
    if pace == "flight":
        desk.refuse_if(row in UNLIMBERED, "unlimbered-flight", "13.03.2")
        found = None if row == "courier" else FLIGHT.get(MARCH[row]["arm"])
        return found or desk.refuse("no-flight", "07.01.1")
    return row


def slow_horses(unit: March, row: str, desk: Desk) -> bool:
    """Whether a limbered battery goes at half speed, having lost more than half of its horses; without any it can only
    be moved unlimbered (07.01.6)."""
    lost = exact(unit.horses_lost_share)
    if MARCH[row]["arm"] != "artillery" or row in UNLIMBERED or 2 * lost <= 1:
        return False
    desk.refuse_if(lost == 1, "no-horses", "07.01.6")
    desk.refuse_if(row == CHARGE["art_horse"], "few-horses-charge", "07.01.6")
    desk.line("march.horses", "07.01.6")
    return True


def ground_rate(row: str, terrain: str, desk: Desk) -> Fraction:
    """cm in a whole turn over this ground (schema III). A blank road cell is the ordinary rate; ground with another
    blank cell cannot be gone in that formation (R15)."""
    rate = MARCH[row][terrain]
    if rate is None and terrain == "road":
        rate = MARCH[row]["ordinary"]
    if rate is None and terrain == "plantation" and row == "cav_swarm":
        rate = SWARM_IN_PLANTATION
    if rate is None:
        desk.refuse(f"no-{terrain}", BLANK[terrain])
    return Fraction(rate)


def parallel_rate(terrain: str, rate: Fraction) -> Fraction:
    """What units that march parallel have at most: the rate of infantry in line, where that has one (07.06.1)."""
    line = MARCH["inf_line"]
    most = line[terrain] or (line["ordinary"] if terrain == "road" else None)
    return rate if most is None else Fraction(most)


# charge march (07.02)

#: turns of rest between two charge marches (07.02.3)
REST: Final = {"heavy": 8, "artillery": 8, "medium": 6, "light": 4}
#: the half turns of a charge march that cost no order (07.02.2)
FREE_HALF_TURNS: Final = 2
#: who never charges, and by which rule
NEVER_CHARGES: Final = {"infantry": "07.02.1", "foot_artillery": "07.02.1", "cossack": "15.02.1"}
MOST_SWING: Final = 20
MOST_RANKS: Final = 4


class ChargeMarch(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    weight: Literal["heavy", "medium", "light", "artillery", "cossack", "infantry", "foot_artillery"]
    turns_since_last_charge: Length | None = None
    half_turn_index: Count
    run_up_half_turn: bool = True
    brigade_column_ranks: Count = 0
    dropped_to_ordinary_this_turn: bool = False
    swing_deg: Angle = 0


@procedure("charge-march-disorder")
@rule("05.01.6", "07.02.4", "07.02.5", "07.02.6")
def charge_march_disorder(charge: ChargeMarch, desk: Desk) -> Outcome:
    """Whether a unit may go on at charge march for this half turn, and whether that costs it an LU grade (07.02)."""
    desk.refuse_if(charge.half_turn_index < 1, "no-half-turn", "07.02.2")
    cavalry, first = charge.weight != "artillery", charge.half_turn_index == 1
    bars = {
        "never": (charge.weight in NEVER_CHARGES, NEVER_CHARGES.get(charge.weight, "07.02.1")),
        "deep": (cavalry and charge.brigade_column_ranks > MOST_RANKS, "05.01.6"),
        "no-run-up": (cavalry and first and not charge.run_up_half_turn, "07.02.4"),
        "dropped": (charge.dropped_to_ordinary_this_turn, "07.02.6"),
        "swing": (charge.swing_deg > MOST_SWING, "07.02.5"),
    }
    bar = next(((name, why) for name, (holds, why) in bars.items() if holds), None)
    if bar is not None:
        desk.line(f"charge.{bar[0]}", bar[1])
        return {"allowed": False, "lu_grades_at_start_of_half_turn": 0}
    desk.line("charge.allowed", "07.02.1")
    rested = rest_kept(charge, desk)
    grades = int(not rested or charge.half_turn_index > FREE_HALF_TURNS)
    desk.line("charge.lu" if grades else "charge.in-order", "07.02.2" if rested else "07.02.3", grades)
    return {"allowed": True, "lu_grades_at_start_of_half_turn": grades}


def rest_kept(charge: ChargeMarch, desk: Desk) -> bool:
    """Whether the unit has rested since its last charge march (07.02.3, R74)."""
    since, needed = charge.turns_since_last_charge, REST[charge.weight]
    if since is None:
        return True
    kept = since >= needed
    desk.line("charge.rested" if kept else "charge.not-rested", "07.02.3", turns=turns_of(since), needed=needed)
    return kept


# marching through (07.07)


class Mover(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    formation_class: Literal["closed", "open"] = "closed"
    state: State = "OR"
    backwards_or_sideways: bool = False
    landwehr_or_cossack: bool = False


class Passed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    formation_class: Literal["closed", "open"] = "closed"
    stationary: bool = True
    halted_after_fire_or_melee: bool = False
    landwehr_or_cossack: bool = False
    unlimbered_artillery: bool = False

    @property
    def closed(self) -> bool:
        """Unlimbered artillery is in no closed formation (R86)."""
        return self.formation_class == "closed" and not self.unlimbered_artillery


class MarchThrough(Struct, frozen=True, forbid_unknown_fields=True):
    mover: Mover = field(default_factory=Mover)
    passed: Passed = field(default_factory=Passed)


@procedure("march-through")
@rule("12.02.4")
def march_through(way: MarchThrough, desk: Desk) -> Outcome:
    """Whether a unit gets through a friendly one, at which pace, and what order it costs both (07.07, 03.01.4)."""
    mover, passed = way.mover, way.passed
    bars = {
        "u": (mover.state == "U", "07.07.4"),
        "backwards": (mover.backwards_or_sideways, "07.07.4"),
        "halted": (passed.halted_after_fire_or_melee, "03.01.4"),
        "moving": (passed.closed and not passed.stationary, "07.07.1"),
    }
    both_closed = mover.formation_class == "closed" and passed.closed
    bars["landwehr"] = (both_closed and (mover.landwehr_or_cossack or passed.landwehr_or_cossack), "07.07.5")
    bar = next(((name, why) for name, (holds, why) in bars.items() if holds), None)
    pace, grades = ("half", 1) if both_closed else ("ordinary", 0)
    if mover.state == "FU":
        pace, grades = "free", 0
        desk.line("through.fu", "07.07.4")
    elif bar is not None:
        desk.line(f"through.{bar[0]}", bar[1])
        desk.line("through.halts", "07.07.1")
        return {"allowed": False, "pace": None, "lu_mover": 0, "lu_passed": 0}
    else:
        desk.line("through.closed" if both_closed else "through.open", "07.07.2" if both_closed else "07.07.3", grades)
    desk.line("through.passed-idle", "07.07.1")
    return {"allowed": True, "pace": pace, "lu_mover": grades, "lu_passed": grades}


# horses and manhandling (07.01)

#: the halt for harnessing again when horses have fallen (07.01.6)
HALT: Final = Fraction(1, 4)


class Battery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    horses_start: Count
    horses_lost: Count = 0
    lost_this_instant: bool = False
    limbered: bool = False
    gunner_figures: Count
    guns: Count


@procedure("battery-mobility")
@rule("bases.6", "bases.7", "10.01.1")
def battery_mobility(battery: Battery, desk: Desk) -> Outcome:
    """How a battery moves that has lost horses or gunners: it began with the horses of its class (bases.6, bases.7,
    R83), and needs a gunner figure for every two guns to manhandle them (07.01.4, 07.01.6, 10.01.1)."""
    start, lost = battery.horses_start, battery.horses_lost
    desk.refuse_if(not start, "no-horses-at-all", "07.01.6")
    desk.refuse_if(lost > start, "more-horses-lost", "07.01.6", lost=lost, start=start)
    desk.refuse_if(battery.lost_this_instant and not lost, "no-horse-lost", "07.01.6")
    halt = HALT if battery.limbered and battery.lost_this_instant else Fraction(0)
    desk.line_if(bool(halt), "battery.halts", "07.01.6", time=turns_of(halt))
    factor = Fraction(0) if lost == start else Fraction(1, 2) if 2 * lost > start else Fraction(1)
    how = {Fraction(0): "none", Fraction(1, 2): "half", Fraction(1): "full"}[factor]
    desk.line(f"battery.speed-{how}", "07.01.6", lost=lost, start=start)
    enough = 2 * battery.gunner_figures >= battery.guns
    told = {"gunners": battery.gunner_figures, "guns": battery.guns}
    desk.line("battery.manhandled" if enough else "battery.few-gunners", "07.01.4", **told)
    return {"halt_turns": number(halt), "limbered_speed_factor": number(factor), "can_manhandle": enough}


# splitting and joining (04)

#: arm -> where it can always be split (04.02.1, 04.04.1)
SPLITS_IN: Final = {
    "infantry": frozenset({"built_up", "building", "plantation"}),
    "artillery": frozenset({"built_up", "building", "fortress"}),
}


class SplitJoin(Struct, frozen=True, forbid_unknown_fields=True):
    arm: Literal["infantry", "cavalry", "artillery"]
    action: Literal["split", "join"]
    place: Literal["open", "plantation", "built_up", "building", "fortress"] = "open"
    light_cavalry: bool = False
    cossack: bool = False
    state: State = "OR"
    allowed_by_country_or_scenario: bool = False


@procedure("split-join")
@rule("04.01.1")
def split_join(unit: SplitJoin, desk: Desk) -> Outcome:
    """Whether a unit can be split or its parts joined, and how long that takes (04.01 to 04.04, 15.02.2)."""
    time = None
    if unit.state in ("U", "FU"):
        desk.line("split.disorder", "04.01.5")
    elif unit.action == "join":
        inside = unit.place == "building"
        time = 0 if inside else 1
        desk.line("split.join", "04.01.3")
        desk.line_if(inside, "split.join-inside", "04.02.1")
    else:
        time = split_time(unit, desk)
        desk.line_if(time is not None, "split.parts", "04.01.2")
    desk.line_if(bool(time), "split.turn", "04.01.5", time)
    return {"allowed": time is not None, "time": time or 0}


@rule("04.02.2")
def split_time(unit: SplitJoin, desk: Desk) -> int | None:
    """Turns that a split takes, None if the unit cannot be split: companies, squadrons, single guns (04.02 to 04.04).
    What the country supplement, the brief or the umpire allows takes a whole turn."""
    if unit.arm == "cavalry":
        if unit.cossack:
            desk.line("split.cossacks", "15.02.2")
            return None
        desk.line("split.squadrons-light" if unit.light_cavalry else "split.squadrons", "04.03.1")
        return 0 if unit.light_cavalry else 1
    foot = unit.arm == "infantry"
    if unit.place in SPLITS_IN[unit.arm]:
        desk.line("split.companies" if foot else "split.guns", "04.02.1" if foot else "04.04.1")
        return 0 if foot else 1
    allowed = unit.allowed_by_country_or_scenario
    desk.line("split.by-leave" if allowed else "split.no-leave", "04.02.2" if foot else "04.04.2")
    return 1 if allowed else None


PROCEDURES = (
    march,
    *changes.PROCEDURES,
    *passage.PROCEDURES,
    charge_march_disorder,
    march_through,
    battery_mobility,
    split_join,
)
