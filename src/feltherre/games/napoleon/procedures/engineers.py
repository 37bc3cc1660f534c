"""Engineers (19): how long works take, what is blown up, burnt or thrown off, mines, and crossing by ferry."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any, Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.napoleon.procedures.artillery import EFFECTS as BALL_EFFECTS
from feltherre.games.napoleon.procedures.artillery import GUNS, Body, lost_materiel, morale_sum, target_rows
from feltherre.games.napoleon.procedures.buildings import OBJECT_FROM
from feltherre.games.napoleon.procedures.disorder import MEN
from feltherre.games.napoleon.procedures.groups import add_column, band
from feltherre.games.napoleon.procedures.inputs import MOST, Count, Length, Points, amount, number, turns_of
from feltherre.games.napoleon.procedures.small_arms import COMMANDERS, COVERS
from feltherre.games.napoleon.tables import by_key, records

Leader = Literal["engineer_officer", "pioneer_nco", "officer"]
Troops = Literal["pioneers", "others"]
Procurement = Literal["roll", "materials_within_10cm", "transported"]
#: those who lead works, from the highest; one rank too low takes twice as long (19.04.2)
LEADERS: Final = ("engineer_officer", "pioneer_nco", "officer")
ONE_RANK_LOWER: Final = 2
#: figures that one leader leads (19.04.2)
LED: Final = 50
#: the share of its time that a work takes longer, by the die of procurement or delay (19.03.2, 19.03.5)
EXTRA: Final = records("delay-and-procurement")
#: schemas XX and XXI
WORKS: Final[dict[str, dict[str, Any]]] = by_key("XX")
OBJECTS: Final[dict[str, dict[str, Any]]] = by_key("XXI")
#: the works of schema XX that are of earth, and can be levelled (19.12.4, R100)
EARTHWORKS: Final = (
    *("wolf_pit", "sap", "communication_trench", "breastwork_1", "breastwork_2", "breastwork_3"),
    *("ramp", "parapet", "parallel", "gun_emplacement"),
)
#: the work that the chapter on built-up areas adds to them, and its turns (17.02.4)
STRENGTHENING: Final = "strengthen_building"
STRENGTHENED_IN: Final = 8
#: cm of bridge to a pontoon (19.10.2)
PONTOON_CM: Final = 6
#: turns that a unit works at most without relief (19.01.3)
ON_END: Final = 40


def extra_turns(die: int, base: int | Fraction) -> int:
    """Turns that a roll adds to a time; below 1 as 1 (19.03.2, 19.03.5, R45)."""
    row = next(row for row in EXTRA if max(1, die) <= row["die_max"])
    return ceil(exact(row["extra_fraction"]) * base)


@rule("19.04.2")
def leader_factor(needed: str, leader: str, desk: Desk) -> int:
    """How many times as long a work takes under its leader: once, or twice where he is one rank too low (19.04.2)."""
    short = LEADERS.index(leader) - LEADERS.index(needed)
    desk.refuse_if(short > 1, "leader-too-low", "19.04.2")
    desk.line_if(short == 1, "work.leader-low", "19.04.2", ONE_RANK_LOWER)
    return ONE_RANK_LOWER if short == 1 else 1


def tell_delay(die: int, under_fire: int, base: int | Fraction, desk: Desk) -> int:
    """Turns of delay, told (19.03.5)."""
    extra = extra_turns(die - under_fire, base)
    desk.line("work.delay", "19.03.5", extra, die=die, under_fire=under_fire, time=turns_of(extra))
    return extra


@rule("19.03.1", "19.03.2")
def extra_time(base: int, procured: bool, under_fire: int, chance: Chance, desk: Desk) -> int:
    """Turns that a work takes longer than its base: for procurement where it is rolled for, and for delay (19.03.2,
    19.03.5)."""
    extra = 0
    if procured:
        die = chance.throw(1, "procurement_die", "19.03.2").total
        extra = extra_turns(die, base)
        desk.line("work.procurement", "19.03.2", extra, die=die, time=turns_of(extra))
    else:
        chance.ignore(1, "procurement_die")
    return extra + tell_delay(chance.throw(1, "delay_die", "19.03.5").total, under_fire, base, desk)


class Work(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    work: str
    troops: Troops
    figures: Count
    leader: Leader
    leaders: Count = 1
    procurement: Procurement = "materials_within_10cm"
    turns_under_fire: Count = 0
    relieved_at_rest: bool = False
    transport_turns: Count = 0
    levelled: bool = False
    building_figures: Count = 10


@procedure("work-time", procurement_die=int | None, delay_die=int)
@rule("19.01.2", "19.03.1", "19.03.4")
def work_time(work: Work, desk: Desk) -> Resolve:
    """How much is built at a time, and in how many turns: with rest, procurement of materials and delay (19.03, 19.04,
    schema XX, R45)."""
    row = row_of(work, desk)
    units = work_units(work, row, desk)
    factor = leader_factor(row["leader"], work.leader, desk)
    rolls = work.procurement == "roll"
    desk.refuse_if(rolls and not row["procurement"], "no-procurement", "19.04.6")
    base = row["turns"] * factor
    rest = 0 if work.relieved_at_rest else row["rest"]
    built = exact(row["amount"]) * units
    desk.line(f"work.{tells(row)}", "19.04.4", base, n=units, time=turns_of(base), amount=amount(built))
    desk.line_if(rest > 0, "work.rest", "19.04.5", rest, time=turns_of(rest))
    brought = work.transport_turns if work.procurement == "transported" else 0
    desk.line_if(brought > 0, "work.transport", "19.03.3", brought, time=turns_of(brought))
    desk.line_if(work.work == "column_bridge_pontoon", "work.pontoons", "19.10.2", PONTOON_CM, cm=PONTOON_CM)
    desk.line_if(base > ON_END, "work.relief", "19.01.3", most=ON_END)

    def resolve(chance: Chance) -> Outcome:
        turns = base + rest + brought + extra_time(base, rolls, work.turns_under_fire, chance, desk)
        return {"work_units": units, "amount": number(built), "turns": turns}

    return resolve


def tells(row: dict[str, Any]) -> str:
    """How what is built is told: in cm, or by pieces (19.04.4)."""
    return "time-cm" if row["unit"].startswith("cm") or row["unit"].endswith("cm of bridge") else "time"


@rule("19.04.1")
def row_of(work: Work, desk: Desk) -> dict[str, Any]:
    """What schema XX says of a work (19.04.1), or the book elsewhere: of levelling, and of strengthening a building."""
    if work.work == STRENGTHENING:
        row = strengthening(work.building_figures, desk)
    elif (found := WORKS.get(work.work)) is not None:
        row = found
    else:
        desk.refuse("no-such-work", "19.01.2", work=work.work)
    if not work.levelled:
        return row
    desk.refuse_if(work.work not in EARTHWORKS, "not-levelled", "19.12.4")
    return levelling(row)


@rule("17.02.4")
def strengthening(holds: int, desk: Desk) -> dict[str, Any]:
    """As a row of schema XX: as many figures as the building holds, or half of them as pioneers (17.02.4, R101)."""
    desk.refuse_if(not holds, "no-figures", "17.02.4")
    pioneers = ceil(Fraction(holds, 2))
    row = {"leader": "officer", "pioneers": (pioneers, MOST), "others": (holds, MOST)}
    return {**row, "amount": 1, "unit": "building", "turns": STRENGTHENED_IN, "rest": 0, "procurement": False}


@rule("19.12.4")
def levelling(row: dict[str, Any]) -> dict[str, Any]:
    """As a row of schema XX: half of its time and of its figures, under an ordinary officer (19.12.4, R100)."""
    halved = {key: ceil(Fraction(row[key], 2)) for key in ("turns", "rest")}
    parties = {troops: [ceil(Fraction(one, 2)) for one in row[troops]] for troops in ("pioneers", "others")}
    return {**row, **halved, **parties, "leader": "officer", "procurement": False}


@rule("19.04.3")
def work_units(work: Work, row: dict[str, Any], desk: Desk) -> int:
    """Into how many parties the figures divide: of the larger number each, and one more that has the smaller
    (19.04.3); with a leader for every fifty (19.04.2)."""
    needed = row[work.troops]
    if needed is None:
        desk.refuse("not-these-troops", "19.04.3")
    smaller, larger = needed
    units = work.figures // larger + (work.figures % larger >= smaller)
    desk.refuse_if(not units, "too-few-workers", "19.04.3", least=smaller)
    desk.refuse_if(work.leaders < ceil(Fraction(work.figures, LED)), "too-few-leaders", "19.04.2", most=LED)
    return int(units)


# demolition


class Demolition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    object: str
    method: Literal["blast", "burn", "throw_off", "other"]
    leader: Leader
    figures: Count
    troops: Troops
    kl_available: Length = 0
    deck_cm: Length = 0
    turns_under_fire: Count = 0
    second_attempt: bool = False


#: cm of deck that are thrown off in the time of schema XXI (R84)
DECK_CM: Final = 5
#: the dice that misfire, and from which the destruction is complete, of a first and of a second blast (19.07.4)
MISFIRES: Final = 2
COMPLETE_FROM: Final = {False: 5, True: 3}
#: charges are measured out in quarters of a KL, from a whole one on in whole ones
QUARTER: Final = Fraction(1, 4)


@procedure("demolition", delay_die=int, blast_die=int | None)
@rule("19.05.1", "19.05.2", "19.05.3", "19.05.4", "19.07.5", "19.09.3")
def demolition(task: Demolition, desk: Desk) -> Resolve:
    """How long it takes to destroy something, with how much powder, and what comes of it (19.05, 19.07, 19.09, schema
    XXI, R84)."""
    row = OBJECTS.get(task.object)
    if row is None:
        desk.refuse("no-such-object", "19.05.1", object=task.object)
    check_demolition(task, row, desk)
    blast = task.method == "blast"
    powder = charge(row, second=task.second_attempt) if blast else Fraction(0)
    desk.refuse_if(exact(task.kl_available) < powder, "too-little-powder", "19.07.2", most=amount(powder))
    base = demolition_turns(task, row, desk)
    desk.line("demolition.time", "19.05.1", time=turns_of(base))
    desk.line_if(blast, "demolition.powder", "19.07.2", kl=amount(powder))

    def resolve(chance: Chance) -> Outcome:
        turns = base + tell_delay(chance.throw(1, "delay_die", "19.03.5").total, task.turns_under_fire, base, desk)
        if blast:
            die = chance.throw(1, "blast_die", "19.07.4").total
            result = blast_result(die, second=task.second_attempt)
            desk.line(f"demolition.{result}", "19.07.4", die, die=die)
        else:
            chance.ignore(1, "blast_die")
            result = "complete"
            desk.line("demolition.done", "19.09.3")
        return {"turns": turns, "kl_used": number(powder), "result": result}

    return resolve


@rule("19.07.1", "19.05.2", "19.05.3", "19.05.4", "19.09.1", "19.09.2")
def check_demolition(task: Demolition, row: dict[str, Any], desk: Desk) -> None:
    """The method, the troops, their number and their leader are such as schema XXI wants (19.05, 19.07.1)."""
    desk.refuse_if(task.method == "burn" and row["burn_turns"] is not None, "burn-elsewhere", "19.06.1")
    cell = {"blast": "blast_turns", "throw_off": "throw_off_turns", "other": "other_turns"}.get(task.method)
    desk.refuse_if(cell is None or row[cell] is None, "no-such-method", "19.05.4")
    blast = task.method == "blast"
    desk.refuse_if(task.second_attempt and not blast, "no-second-attempt", "19.07.4")
    desk.refuse_if(blast and task.leader != "engineer_officer", "blast-leader", "19.07.1")
    needed = row[task.troops]
    desk.refuse_if(needed is None or (blast and task.troops != "pioneers"), "not-these-troops", "19.05.3")
    least = needed[0] if needed else 0
    desk.refuse_if(task.figures < least, "too-few-workers", "19.04.3", least=least)


@rule("19.09.1", "19.09.2")
def demolition_turns(task: Demolition, row: dict[str, Any], desk: Desk) -> int:
    """Turns of preparation; a deck is thrown off piece by piece (19.09.2, R84)."""
    if task.method == "blast":
        return int(row["blast_turns"])
    factor = leader_factor(row["leader"], task.leader, desk)
    if task.method == "throw_off":
        return int(row["throw_off_turns"]) * max(1, ceil(exact(task.deck_cm) / DECK_CM)) * factor
    return int(row["other_turns"]) * factor


@rule("19.07.2", "19.07.3", "19.07.4")
def charge(row: dict[str, Any], *, second: bool) -> Fraction:
    """The powder of a blast, in KL; after a partial destruction half of it is enough, rounded up (19.07.3, 19.07.4)."""
    whole = exact(row["blast_kl"])
    step = Fraction(1) if whole >= 1 else QUARTER
    return ceil(whole / 2 / step) * step if second else whole


@rule("19.07.4")
def blast_result(die: int, *, second: bool) -> str:
    """What the die of a blast says (19.07.4)."""
    if die <= MISFIRES:
        return "misfire"
    return "complete" if die >= COMPLETE_FROM[second] else "partial"


#: reach of a blast in cm: with losses, and of large ones for morale only; and where it is worst (19.07.6, 19.07.7)
BLAST_CM: Final = 10
FAR_CM: Final = 20
CLOSE_CM: Final = 4
CLOSE: Final = 3
#: charges of more than so many KL are felt beyond 10 cm
LARGE_KL: Final = 1


class Blast(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kl: Length
    distance_cm: Length
    target: Body
    blasting_party: bool = False
    on_object: bool = False


@procedure("blast-effect", dice=list[int] | None)
@rule("19.07.6", "19.07.7", "19.07.8", "10.04.2")
def blast_effect(blast: Blast, desk: Desk) -> Resolve:
    """What a blast does to a unit near it: like a ball in zone 2 within 10 cm, for each KL; farther off it is only felt
    (19.07.5 to 19.07.9, R46)."""
    kl, distance, body = exact(blast.kl), exact(blast.distance_cm), blast.target
    desk.refuse_if(not kl, "no-powder", "19.07.2")
    desk.refuse_if(body.cover not in COVERS, "no-such-cover", "19.07.6", value=body.cover)
    desk.refuse_if(body.commander_points not in COMMANDERS, "commander-points", "08.02.1", n=body.commander_points)
    near = distance <= BLAST_CM
    felt = near or (kl > LARGE_KL and distance <= FAR_CM)
    if blast.on_object:
        desk.line("blast.all-fall", "19.07.5")
    elif blast.blasting_party or not felt:
        desk.line("blast.party" if blast.blasting_party else "blast.out-of-reach", cited(blast))
    thrown = felt and not (blast.on_object or blast.blasting_party)
    sums = blast_sums(body, kl, distance, desk) if thrown else (0, 0)

    def resolve(chance: Chance) -> Outcome:
        if not thrown:
            chance.ignore(3, "dice")
            men = MEN * body.figures if blast.on_object else 0
            return {"loss_men": men, "morale_effect": "OR", "materiel": None}
        dice = chance.throw(3, "dice", "19.07.6").values
        result = sum(dice) + sums[0]
        each = band(BALL_EFFECTS, result)["loss_men_per_element"] if near else 0
        men = ceil(each * kl)
        effect = band(BALL_EFFECTS, result + sums[1])["morale"]
        materiel = lost_materiel(body.kind in GUNS and near, men, dice, 2)
        desk.line("blast.men", "19.07.6", men, result=result, each=each, kl=amount(kl), men=men)
        desk.line("blast.morale", "19.07.7", result + sums[1], result=result + sums[1], effect=effect)
        return {"loss_men": men, "morale_effect": effect, "materiel": materiel}

    return resolve


@rule("19.07.9", "19.07.5")
def cited(blast: Blast) -> str:
    """The rule by which nothing happens to a unit: it fires the charge itself, or stands too far away."""
    return "19.07.9" if blast.blasting_party else "19.07.7"


@rule("19.07.6", "19.07.7")
def blast_sums(body: Body, kl: Fraction, distance: Fraction, desk: Desk) -> tuple[int, int]:
    """(losses, morale): what the columns of schema XI come to for a unit near a blast."""
    near = distance <= BLAST_CM
    rows = target_rows(body, 2 if near else 3, ranged_in=True)
    if not near:
        rows["no_ricochet_zone_2_4"] = False
    loss = add_column(desk, "XI", "opponent_loss", rows)
    if distance <= CLOSE_CM:
        desk.line("blast.close", "19.07.6", CLOSE)
        loss += CLOSE
    return loss, morale_sum(body, 2, max(1, int(kl)), desk)


# mines

#: turns for 10 m of shaft, for 1 cm of gallery, and for a chamber of 2 KL (19.08.2 to 19.08.4)
SHAFT: Final = (10, 12)
GALLERY: Final = (1, 6)
CHAMBER: Final = (2, 12)
#: those who dig, least and most, and those who help them (19.08.2)
DIGGERS: Final = {"miners": (3, 6), "pioneers": (5, 10)}
HELPERS: Final = (5, 10)
#: cm of gallery through which powder is laid in a turn, and the turn through a shaft (19.08.5)
LAID: Final = 3
#: cm of radius for each KL at the least depth in metres (19.08.6, R80)
RADIUS: Final = 3
LEAST_DEPTH: Final = 10
#: the dice that misfire, and from which a mine has its whole effect (19.08.6)
MINE_MISFIRES: Final = 2
MINE_FULL: Final = 5


class Mine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    shaft_m: Length = 0
    gallery_cm: Length = 0
    kl: Count
    diggers: Literal["miners", "pioneers"] = "pioneers"
    miners: Count = 0
    helpers: Count = 0
    engineer_officer: bool = True
    umpire_minus: Points = 0


@procedure("mine", delay_dice=list[int], die=int)
@rule("19.08.1", "19.08.3", "19.08.4", "19.08.8")
def mine(work: Mine, desk: Desk) -> Resolve:
    """How long a mine takes to dig and lay, and what it destroys when it is fired (19.08, R80)."""
    kinds = dug(work)
    check_mine(work, bool(kinds), desk)
    laying = ceil(exact(work.gallery_cm) / LAID) + (work.shaft_m > 0)
    for kind, time in kinds.items():
        desk.line(f"mine.{kind}", "19.08.2", time, time=turns_of(time))
    desk.line_if(laying > 0, "mine.laying", "19.08.5", laying, time=turns_of(laying))

    def resolve(chance: Chance) -> Outcome:
        turns = sum(kinds.values()) + laying
        if kinds:
            dice = chance.throw(len(kinds), "delay_dice", "19.03.5").values
            for die, time in zip(dice, kinds.values(), strict=True):
                turns += tell_delay(die, 0, time, desk)
        else:
            chance.ignore(0, "delay_dice")
        counts = chance.throw(1, "die", "19.08.6").total - work.umpire_minus
        result = "misfire" if counts <= MINE_MISFIRES else "full" if counts >= MINE_FULL else "half_radius"
        radius = {"misfire": Fraction(0), "half_radius": Fraction(1, 2), "full": Fraction(1)}[result] * full_radius(
            work
        )
        desk.line(f"mine.{result.replace('_', '-')}", "19.08.6", counts, counts=counts, cm=amount(radius))
        desk.line_if(result != "misfire", "mine.no-other", "19.08.7")
        return {"turns": turns, "result": result, "radius_cm": number(radius)}

    return resolve


def full_radius(work: Mine) -> Fraction:
    """The radius of destruction in cm, the smaller the deeper the mine lies (19.08.6, R80)."""
    depth = max(Fraction(LEAST_DEPTH), exact(work.shaft_m))
    return RADIUS * work.kl * LEAST_DEPTH / depth


@rule("19.08.2")
def dug(work: Mine) -> dict[str, int]:
    """Kind of digging -> its turns, begun parts counted whole; a mine at the foot of its object needs none
    (19.08.1)."""
    found = {
        "shaft": ceil(exact(work.shaft_m) / SHAFT[0]) * SHAFT[1],
        "gallery": ceil(exact(work.gallery_cm) / GALLERY[0]) * GALLERY[1],
    }
    found = {kind: time for kind, time in found.items() if time}
    return {**found, "chamber": ceil(Fraction(work.kl, CHAMBER[0])) * CHAMBER[1]} if found else {}


@rule("19.08.2")
def check_mine(work: Mine, digs: bool, desk: Desk) -> None:
    """Who digs, who helps and who leads (19.08.2)."""
    desk.refuse_if(not work.engineer_officer, "mine-leader", "19.08.2")
    desk.refuse_if(not work.kl, "no-powder", "19.08.4")
    least, most = DIGGERS[work.diggers]
    desk.refuse_if(digs and not least <= work.miners <= most, "mine-diggers", "19.08.2", least=least, most=most)
    least, most = HELPERS
    desk.refuse_if(digs and not least <= work.helpers <= most, "mine-helpers", "19.08.2", least=least, most=most)


# fire as a work

#: turns that objects burn: the large one, and the others (19.06.3, R99)
BURNS: Final = {"wooden_bridge": 8}
BURNS_ELSE: Final = 4


class Burning(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    object: str
    troops: Troops = "pioneers"
    figures: Count | None = None
    procurement: Procurement = "materials_within_10cm"
    turns_under_fire: Count = 0
    throws_again: bool = True


@procedure("burn", procurement_die=int | None, delay_die=int, fire_die=int, second_fire_die=int | None)
@rule("19.06.1", "19.06.2", "19.06.3")
def burn(task: Burning, desk: Desk) -> Resolve:
    """How long it takes to set something on fire, and whether it burns (19.06.1 to 19.06.3, schema XXI, R79, R99)."""
    row = OBJECTS.get(task.object)
    if row is None:
        desk.refuse("no-such-object", "19.06.1", object=task.object)
    desk.refuse_if(row["burn_turns"] is None, "does-not-burn", "19.05.4")
    least = row[task.troops][0]
    desk.refuse_if(task.figures is not None and task.figures < least, "too-few-workers", "19.06.1", least=least)
    base = row["burn_turns"]
    desk.line("demolition.time", "19.06.1", base, time=turns_of(base))

    def resolve(chance: Chance) -> Outcome:
        turns = base + extra_time(base, task.procurement == "roll", task.turns_under_fire, chance, desk)
        burning = catches("fire_die", chance, desk)
        if burning or not task.throws_again:
            chance.ignore(1, "second_fire_die")
        else:
            burning = catches("second_fire_die", chance, desk)
        duration = BURNS.get(task.object, BURNS_ELSE) if burning else 0
        desk.line_if(burning, "burn.lasts", "19.06.3", duration, time=turns_of(duration))
        return {"preparation_turns": turns, "burning": burning, "burn_duration": duration}

    return resolve


def catches(purpose: str, chance: Chance, desk: Desk) -> bool:
    """Whether a throw makes fire (19.06.2)."""
    die = chance.throw(1, purpose, "19.06.2", TALLY).total
    fire = die >= OBJECT_FROM
    desk.line("burn.fire" if fire else "burn.no-fire", "19.06.2", die, die=die)
    return fire


# ferries

#: craft -> turns for loading and unloading, cm of water in a turn, and what it carries of one kind (19.11)
CRAFT: Final[dict[str, tuple[Fraction, int, dict[str, int]]]] = {
    "ferry": (Fraction(3, 2), 5, {"foot": 15, "mounted": 6, "led_horses": 8, "guns": 1, "wagons": 1}),
    "boat": (Fraction(1), 10, {"foot": 8, "mounted": 1, "led_horses": 0, "guns": 0, "wagons": 0}),
}


class Crossing(Struct, frozen=True, forbid_unknown_fields=True):
    craft: Literal["ferry", "boat"]
    width_cm: Length
    umpire_delay: Length = 0


@procedure("ferry-crossing")
def ferry_crossing(crossing: Crossing, desk: Desk) -> Outcome:
    """How long a ferry or boat takes one way, and what it carries at a time (19.11)."""
    desk.refuse_if(not crossing.width_cm, "no-water", "19.11.3")
    handling, speed, carries = CRAFT[crossing.craft]
    over = exact(crossing.width_cm) / speed
    turns = handling + over + exact(crossing.umpire_delay)
    desk.line("ferry.handling", "19.11.3", time=turns_of(handling))
    desk.line("ferry.over", "19.11.3", time=turns_of(over), cm=amount(crossing.width_cm))
    desk.line(f"ferry.built.{crossing.craft}", "19.11.1")
    desk.line(f"ferry.crew.{crossing.craft}", "19.11.4")
    desk.line("ferry.carries", "19.11.2", foot=carries["foot"], mounted=carries["mounted"])
    return {"turns": number(turns), "capacity": dict(carries)}


PROCEDURES = (work_time, demolition, blast_effect, mine, ferry_crossing, burn)
