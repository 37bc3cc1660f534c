"""The melee (12): points of both sides by schema XV, results, losses and prisoners; and who is carried away (13.05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.napoleon.procedures.attack import ATTACK_COLUMNS, SIDES
from feltherre.games.napoleon.procedures.disorder import MEN
from feltherre.games.napoleon.procedures.fields import no_flanks
from feltherre.games.napoleon.procedures.groups import add_column, band
from feltherre.games.napoleon.procedures.inputs import (
    GRADES,
    MARCH_COLUMNS,
    OPEN,
    BookFormation,
    Count,
    Formation,
    Points,
    State,
    cut,
    lu_grades,
)
from feltherre.games.napoleon.procedures.small_arms import COMMANDERS, COVERS, TRAINING, elements_of
from feltherre.games.napoleon.tables import records

#: schemas XVII and XVIII
ORDER: Final = records("XVII")
LOSSES: Final = records("XVIII")
#: ranks that can take part at most (schema XVII)
MOST_RANKS: Final = 3
#: figures that can only surrender (12.02.3), and that make an attack column or a square worth its points (schema XV)
REMNANT: Final = 2
FORMED: Final = 8
#: the ranks that make a brigade column worth as much as an attack column (R51)
DEEP: Final = 4
#: cavalry of so small a share of a mass does not trouble it for its empty pouches (12.01.6)
TROUBLES: Final = 4
SQUARES: Final = frozenset({"square", "brigade_square"})
#: closed formations without flanks (R68); a square has them when it is made to front one way (06.02.5)
ALL_ROUND: Final = frozenset({"battalion_mass", "clump"})
LIKE_GUNS: Final = frozenset({"artillery", "train", "pioneers"})
#: weight of cavalry -> its row of schema XV
WEIGHT_ROW: Final = {
    "heavy": "heavy_cavalry",
    "medium": "medium_cavalry",
    "light": "light_cavalry",
    "cossack": "cossacks",
}

Weight = Literal["heavy", "medium", "light", "cossack"]
Ranks = tuple[Count, ...]


class MeleeRanks(Struct, frozen=True, forbid_unknown_fields=True):
    figures_by_rank: Ranks
    ranks: Annotated[int, Meta(ge=0)]
    infantry_without_ammunition: bool = False


@procedure("melee-elements")
@rule("12.02.3", "12.01.5", "14.04.3")
def melee_elements(unit: MeleeRanks, desk: Desk) -> Outcome:
    """With how many melee elements a unit fights in so many ranks (12.02.3); infantry without ammunition with its first
    rank only (12.01.5)."""
    desk.refuse_if(unit.ranks > MOST_RANKS, "ranks", "12.02.2", most=MOST_RANKS)
    elements = elements_in(unit.figures_by_rank, unit.ranks, desk, empty=unit.infantry_without_ammunition)
    return {"elements": elements}


def elements_in(figures_by_rank: Ranks, ranks: int, desk: Desk, *, empty: bool) -> int:
    """Melee elements of so many ranks; `empty`: infantry without ammunition, which counts its first rank only (12.02.3,
    12.01.5)."""
    taking_part = min(ranks, 1) if empty else ranks
    desk.line_if(taking_part < ranks, "melee.first-rank", "12.01.5")
    figures = sum(figures_by_rank[:taking_part])
    elements = elements_of(figures)
    desk.line("melee.elements", "12.02.3", elements, figures=figures, n=elements)
    return elements


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side of a melee."""

    arm: Literal["infantry", "cavalry", "artillery", "train", "pioneers"]
    nation: str | None = None
    figures: Count | None = None
    figures_by_rank: Ranks
    formation: BookFormation = "line"
    state: State = "OR"
    weight: Weight | None = None
    training_points: Points = 0
    grade: Points = 0
    commander_points: Points = 0
    supported: bool = False
    has_ammunition: bool = True
    first_fire_unused: bool = False
    first_attack_unused: bool = False
    charge_half_turn: bool = False
    straight_15cm: bool = True
    complete_victory_recent: bool = False
    rifles_only: bool = False
    has_skirmish_line: bool = True
    in_road_or_garden_without_room: bool = False

    @property
    def strength(self) -> int:
        return sum(self.figures_by_rank) if self.figures is None else self.figures

    @property
    def infantry(self) -> bool:
        return self.arm == "infantry"

    @property
    def cavalry(self) -> bool:
        return self.arm == "cavalry"

    @property
    def empty(self) -> bool:
        """Infantry without ammunition (12.01.5)."""
        return self.infantry and not self.has_ammunition

    @property
    def in_attack_column(self) -> bool:
        """In attack column, or in a brigade column that is deep enough (R51)."""
        deep = sum(figures > 0 for figures in self.figures_by_rank) >= DEEP
        return self.formation in ATTACK_COLUMNS or (self.formation == "brigade_column" and deep)

    @property
    def is_open(self) -> bool:
        """In open formation, as working pioneers and units in FU are too (05.04.2)."""
        return self.formation in OPEN or self.state == "FU" or self.arm == "pioneers"

    @property
    def smoky(self) -> bool:
        """Whether its fire leaves smoke before it: infantry's in closed formation, if not with rifles only (R17)."""
        return self.infantry and self.formation not in OPEN and not self.rifles_only

    @property
    def fresh(self) -> bool:
        """Whether this is the first attack of cavalry that has impetus (12.03.9), but for English cavalry in regimental
        column (country.england.5)."""
        english = self.nation == "England" and self.formation == "regimental_column"
        return self.cavalry and self.first_attack_unused and self.straight_15cm and not english


class Attacker(Fighter, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry"]


class Defender(Fighter, frozen=True, forbid_unknown_fields=True, kw_only=True):
    has_attack_order: bool = False
    fired_last_turn: bool = False
    fired_this_turn: bool = False
    stationary_quarter: bool = True
    cover: Count = 0
    cannot_retreat: bool = False
    flanks_blocked: bool = False
    on_road_in_town: bool = False


class Melee(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    attacker: Attacker
    defender: Defender
    both_attack: bool = False
    obstacle: Count = 0
    uphill: bool = False
    flank_or_rear: bool = False
    continued: bool = False
    in_built_up_area: bool = False

    @property
    def has_flanks(self) -> bool:
        """Whether the defender has flanks and a rear: not in open formation (05.04.2), nor where he fronts to all sides
        (R68)."""
        return not self.defender.is_open and self.defender.formation not in ALL_ROUND

    @property
    def taken_in_flank(self) -> bool:
        """Whether the defender is struck in flank or rear, of which nothing counts as a melee goes on (remark 2)."""
        return self.flank_or_rear and self.has_flanks and not self.continued


NO_MELEE: Final[Outcome] = {
    "attacker_points": 0,
    "defender_points": 0,
    "attacker_result": 0,
    "defender_result": 0,
    "winner": "none",
    "loser_effect": "OR",
    "loss_of_defender_men": 0,
    "loss_of_attacker_men": 0,
    "prisoners_available": 0,
    "surrenders": None,
    "ranks": [0, 0],
    "elements": [0, 0],
}


@procedure("melee", attacker_dice=list[int] | None, defender_dice=list[int] | None)
@rule("12.02.1", "12.02.2", "12.02.3", "12.01.5", "13.02.1", "13.02.2")
def melee(fight: Melee, desk: Desk) -> Resolve:
    """Who wins a melee, what it does to the loser's order, and what both sides lose (12.02, schemas XV to XVIII)."""
    check_melee(fight, desk)
    one, other = fight.attacker, fight.defender
    surrenders = next(
        (side for side, unit in (("attacker", one), ("defender", other)) if unit.strength <= REMNANT), None
    )
    if surrenders is not None:
        desk.line("melee.surrenders", "12.02.3", most=REMNANT)
        own = against = 0
    else:
        tell_no_flanks(fight, desk)
        own = add_column(desk, "XV", "attacker", attacker_rows(fight))
        against = defender_points(fight, desk)
        cossacks = one.cavalry and one.weight == "cossack" and own < against
        desk.refuse_if(cossacks, "cossacks-turn-back", "15.03.1", own=own, other=against)

    def resolve(chance: Chance) -> Outcome:
        if surrenders is not None:
            chance.ignore(3, "attacker_dice")
            chance.ignore(3, "defender_dice")
            return {**NO_MELEE, "surrenders": surrenders}
        first = chance.throw(3, "attacker_dice", "12.02.2", TALLY).total
        second = chance.throw(3, "defender_dice", "12.02.2", TALLY).total
        results = first + own, second + against
        desk.line("melee.results", "12.02.2", dice=first, result=results[0], other_dice=second, other=results[1])
        outcome = compared(fight, results, desk)
        return {"attacker_points": own, "defender_points": against, **outcome}

    return resolve


def tell_no_flanks(fight: Melee, desk: Desk) -> None:
    """That a unit struck from the side has no flank there (05.04.2, R68)."""
    if fight.flank_or_rear and not fight.has_flanks:
        no_flanks(desk, open_formation=fight.defender.is_open)


def defender_points(fight: Melee, desk: Desk) -> int:
    """The defender's points; where both attack he reckons as an attacker too (12.02.1)."""
    if fight.both_attack:
        return add_column(desk, "XV", "attacker", attacker_rows(turned(fight)))
    return add_column(desk, "XV", "defender", defender_rows(fight))


def turned(fight: Melee) -> Melee:
    """The same melee with the second party as the attacker."""
    one, other = fight.attacker, fight.defender
    as_attacker = Attacker(**{name: getattr(other, name) for name in Fighter.__struct_fields__})
    as_defender = Defender(**{name: getattr(one, name) for name in Fighter.__struct_fields__})
    return Melee(
        attacker=as_attacker,
        defender=as_defender,
        both_attack=True,
        obstacle=fight.obstacle,
        uphill=False,
        continued=fight.continued,
        in_built_up_area=fight.in_built_up_area,
    )


@rule("12.01.4", "14.04.4", "12.03.6")
def check_melee(fight: Melee, desk: Desk) -> None:
    """Both sides may fight this melee, and are what a melee can be between (12.01.4, 14.04.4, R95)."""
    one, other = fight.attacker, fight.defender
    check_sides(fight, desk)
    for unit in (one, other):
        in_ranks, all_figures = sum(unit.figures_by_rank), unit.strength
        desk.refuse_if(in_ranks > all_figures, "more-in-ranks", "12.02.3", ranks=in_ranks, figures=all_figures)
        cossacks = unit.cavalry and unit.weight == "cossack"
        desk.refuse_if(cossacks and unit.charge_half_turn, "cossacks-charge", "15.02.1")
    desk.refuse_if(fight.both_attack and fight.flank_or_rear, "flank-of-both", "12.03.6")
    pairs = ((one, other), (other, one)) if fight.both_attack else ((one, other),)
    for attacker, target in pairs:
        desk.refuse_if(attacker.state == "FU", "attacker-in-fu", "12.01.2")
        desk.refuse_if(not (attacker.infantry or attacker.cavalry), "guns-attack", "12.01.4")
        bars = target.cavalry and attacker.infantry and not (target.is_open and not attacker.is_open)
        desk.refuse_if(bars, "infantry-at-cavalry", "12.01.4")
        loose = attacker.is_open and not (target.is_open or target.arm == "artillery")
        desk.refuse_if(loose, "skirmishers-attack", "14.04.4")


def check_sides(fight: Melee, desk: Desk) -> None:
    """What no melee and no meeting with those in flight can be (R95)."""
    for unit in (fight.attacker, fight.defender):
        desk.refuse_if(not unit.strength, "no-figures", "12.02.3")
        desk.refuse_if(unit.cavalry and unit.weight is None, "no-weight", "12.03.3")
        desk.refuse_if(unit.commander_points not in COMMANDERS, "commander-points", "08.02.1", n=unit.commander_points)
    desk.refuse_if(fight.defender.cover not in COVERS, "no-such-cover", "12.02.1", value=fight.defender.cover)
    desk.refuse_if(fight.obstacle not in COVERS, "no-such-obstacle", "07.05.1")


@rule("12.03.1", "12.03.2", "12.03.3", "12.03.4", "12.03.5", "12.03.8")
def attacker_rows(fight: Melee) -> dict[str, bool | int]:
    """The rows of schema XV that hold for the attacker."""
    one, other = fight.attacker, fight.defender
    formed = one.strength >= FORMED
    column = one.infantry and one.in_attack_column and one.nation != "England"
    behind = fight.obstacle > 0 or other.cover > 0
    line = one.infantry and other.infantry and not (other.has_skirmish_line or fight.in_built_up_area)
    return {
        **both_rows(one, other, fight),
        "attack_column": column and formed and not fight.continued,
        f"obstacle_{fight.obstacle}": fight.obstacle > 0,
        cavalry_row(fight): cavalry_row(fight) != "",
        "vs_artillery": other.arm in LIKE_GUNS,
        "no_skirmish_line": line and not fight.continued and not behind,
        "uphill": fight.uphill,
        "flank_or_rear": fight.taken_in_flank,
        "closed_vs_open_or_fu": not one.is_open and other.is_open,
        "cavalry_first_attack": one.fresh and not fight.continued,
        "cavalry_charge": one.cavalry and one.charge_half_turn,
        "cavalry_no_impetus": one.cavalry and (fight.continued or not one.straight_15cm),
    }


@rule("12.03.6", "12.03.9", "12.03.10", "12.03.11", "12.03.12", "17.03.1")
def defender_rows(fight: Melee) -> dict[str, bool | int]:
    """The rows of schema XV that hold for the defender."""
    one, other = fight.attacker, fight.defender
    line = one.infantry and other.infantry and not (one.has_skirmish_line or fight.in_built_up_area)
    return {
        **both_rows(other, one, fight),
        "cover": other.cover > 0,
        cavalry_row(fight): cavalry_row(fight) != "",
        "vs_artillery": other.arm in LIKE_GUNS,
        "no_skirmish_line": line and not fight.continued,
        "smoke_last_turn": other.smoky and other.fired_last_turn,
        "smoke_this_turn": other.smoky and other.fired_this_turn,
        "defender_not_stationary": other.infantry and not other.stationary_quarter,
        "flank_or_rear": fight.taken_in_flank,
        "cavalry_first_attack": other.fresh and other.has_attack_order and fight.taken_in_flank,
        "cavalry_no_impetus": other.cavalry and one.cavalry and (fight.continued or not other.straight_15cm),
        "state_fu": other.state == "FU",
    }


@rule("12.03.7", "12.03.12", "17.03.2")
def both_rows(own: Fighter, enemy: Fighter, fight: Melee) -> dict[str, bool | int]:
    """The rows that hold for a side whatever its part."""
    crowded = own.formation in MARCH_COLUMNS and not own.in_road_or_garden_without_room
    return {
        "more_100": 2 * enemy.strength <= own.strength < 3 * enemy.strength,
        "more_200": own.strength >= 3 * enemy.strength,
        "march_column": crowded,
        "rifles_only": own.infantry and own.rifles_only,
        "per_lu_grade": -lu_grades(own.state),
        "state_u": own.state == "U",
        "supporting_unit": own.supported,
        "infantry_first_fire": own.infantry and own.first_fire_unused,
        "infantry_no_ammunition": own.empty,
        "complete_victory": own.complete_victory_recent,
        WEIGHT_ROW.get(own.weight or "", ""): own.cavalry,
        "training": cut(own.training_points, *TRAINING),
        "morale_grade": cut(own.grade, *GRADES),
        "commander": own.commander_points,
    }


@rule("12.03.2", "12.01.6", "17.03.2")
def cavalry_row(fight: Melee) -> str:
    """The row of cavalry that attacks infantry: a square, a mass, or infantry otherwise; without ammunition each counts
    for less against cavalry of some number (12.01.6, 12.03.2); "" where it is no such attack."""
    one, other = fight.attacker, fight.defender
    formed = other.strength >= FORMED
    # a square lets nobody in, also of those in flight on foot (13.05.4)
    routed_at_square = one.formation == "routed" and other.formation in SQUARES and formed
    if not ((one.cavalry or routed_at_square) and other.infantry):
        return ""
    front = not fight.flank_or_rear
    square = (other.formation in SQUARES or (other.flanks_blocked and front)) and formed
    in_road = other.on_road_in_town and front
    mass = (other.formation == "battalion_mass" and formed) or in_road
    troubled = not other.has_ammunition and TROUBLES * one.strength >= other.strength
    if square:
        return "cavalry_vs_mass" if troubled else "cavalry_vs_square"
    return "cavalry_vs_mass" if mass and not troubled else "cavalry_vs_other_infantry"


def order_row(kind: str, difference: int, winner: str, cavalry_won: bool) -> dict[str, Any]:
    """The row of schema XVII for a difference, by who won."""
    named = {"any", winner, "cavalry" if cavalry_won else "other"}
    return next(
        row
        for row in ORDER
        if row["attacker"] == kind
        and row["difference_min"] <= difference
        and (row["difference_max"] is None or difference <= row["difference_max"])
        and row["winner"] in named
    )


@rule("12.02.2", "13.02.1", "12.02.3")
def compared(fight: Melee, results: tuple[int, int], desk: Desk) -> Outcome:
    """What the two results come to: order, participating ranks, losses and prisoners (schemas XVII and XVIII)."""
    one, other = fight.attacker, fight.defender
    difference = abs(results[0] - results[1])
    winner = "none" if not difference else "attacker" if results[0] > results[1] else "defender"
    kind = "infantry_vs_any" if one.infantry else "cavalry_vs_cavalry" if other.cavalry else "cavalry_vs_other"
    row = order_row(kind, difference, winner, winner == "attacker")
    ranks = row["ranks_attacker"], row["ranks_defender"]
    if fight.both_attack:
        mirrored = {"attacker": "defender", "defender": "attacker"}.get(winner, winner)
        ranks = ranks[0], order_row(kind, difference, mirrored, winner == "defender")["ranks_attacker"]
    effect = row["loser_state"]
    if winner == "attacker" and other.state == "U" and other.cannot_retreat:
        effect = "FU"
        desk.line("melee.cannot-retreat", "13.02.1")
    desk.line(f"melee.won-by.{winner}", "12.02.2", difference, n=difference, effect=effect)
    losses, elements = [], []
    for side, unit, count, result in zip(SIDES, (one, other), ranks, results, strict=True):
        desk.line(f"melee.ranks.{side}", "12.02.2", count, n=count)
        elements.append(elements_in(unit.figures_by_rank, count, desk, empty=unit.empty))
        routs = (winner, effect) == (side, "FU")
        losses.append(inflicted(fight, side, result, elements[-1], desk, routs=routs))
    prisoners = prisoners_of(fight, results[0], elements[0], losses[0]) if (winner, effect) == ("attacker", "FU") else 0
    desk.line_if(prisoners > 0, "melee.prisoners", "13.04.1", prisoners, n=prisoners)
    return {
        "attacker_result": results[0],
        "defender_result": results[1],
        "winner": winner,
        "loser_effect": effect,
        "loss_of_defender_men": losses[0],
        "loss_of_attacker_men": losses[1],
        "prisoners_available": prisoners,
        "surrenders": None,
        "ranks": list(ranks),
        "elements": elements,
    }


@rule("12.01.5", "13.02.2")
def inflicted(fight: Melee, side: str, result: int, elements: int, desk: Desk, *, routs: bool) -> int:
    """The men that a side costs the other by its own result and elements (schema XVIII): none as a unit in FU, nor
    without ammunition but on a foe that it routs (12.01.5, 13.02.2)."""
    unit = fight.attacker if side == "attacker" else fight.defender
    if side == "defender" and unit.state == "FU":
        desk.line("melee.hurts-nobody.in-flight", "13.02.2")
        return 0
    if unit.empty and not routs:
        desk.line("melee.hurts-nobody.empty", "12.01.5")
        return 0
    each: int = band(LOSSES, result)["loss_men_per_element"]
    men = each * elements
    desk.line(f"melee.inflicts.{side}", "12.02.2", men, result=result, each=each, n=elements, men=men)
    return men


def prisoners_of(fight: Melee, result: int, elements: int, men_lost: int) -> int:
    """Figures that the victor can take prisoner, at most those that are left (R60)."""
    one, other = fight.attacker, fight.defender
    riders = one.cavalry and not other.cavalry
    each: int = band(LOSSES, result)["prisoners_cavalry_vs_other" if riders else "prisoners_all_others"]
    return min(each * elements, other.strength - men_lost // MEN)


# carried away by those in flight (13.05)

#: what only real melees count: the rows with remark 3 of schema XV
NOT_CARRIED: Final = frozenset(row["key"] for row in records("XV") if 3 in row["remarks"])
#: those whom nobody carries away (13.05.5)
LET_THROUGH: Final = frozenset({"dense_skirmish_line", "thin_skirmish_line", "skirmish_line", "swarm"})


class InFlight(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry", "artillery", "train"]
    figures: Count
    weight: Weight | None = None
    training_points: Points = 0
    grade: Points = 0
    commander_points: Points = 0


class Threatened(InFlight, frozen=True, forbid_unknown_fields=True, kw_only=True):
    formation: Formation = "line"
    state: State = "OR"
    supported: bool = False
    complete_victory_recent: bool = False
    cover: Count = 0
    unlimbered: bool = False


class CarriedAway(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    fleeing: InFlight
    threatened: Threatened
    obstacle: Count = 0
    uphill: bool = False
    flank_or_rear: bool = False


@procedure("carried-away", fleeing_dice=list[int] | None, threatened_dice=list[int] | None)
@rule("13.05.1", "13.05.3", "13.05.5", "07.07.4")
def carried_away(meeting: CarriedAway, desk: Desk) -> Resolve:
    """Whether a unit in flight carries away an own unit that it runs into: reckoned as a melee without losses, in which
    some rows do not count (13.05, schemas XV and XVII, R7)."""
    other = meeting.threatened
    passes = other.formation in LET_THROUGH or (other.arm == "artillery" and other.unlimbered)
    desk.line_if(passes, "carried.let-through", "13.05.5")
    own = against = 0
    if not passes:
        fight = as_melee(meeting)
        check_sides(fight, desk)
        tell_no_flanks(fight, desk)
        own = add_column(desk, "XV", "attacker", carried_rows(attacker_rows(fight)))
        against = add_column(desk, "XV", "defender", carried_rows(defender_rows(fight), troubled=True))

    def resolve(chance: Chance) -> Outcome:
        if passes:
            chance.ignore(3, "fleeing_dice")
            chance.ignore(3, "threatened_dice")
            first = second = 0
        else:
            first = chance.throw(3, "fleeing_dice", "13.05.1", TALLY).total + own
            second = chance.throw(3, "threatened_dice", "13.05.1", TALLY).total + against
            desk.line("carried.results", "13.05.2", fleeing=first, threatened=second)
        effect = carried_effect(first - second)
        desk.line("carried.stands" if effect == "OR" else "carried.comes-into", "13.05.4", effect=effect)
        return {
            "fleeing_points": own,
            "threatened_points": against,
            "fleeing_result": first,
            "threatened_result": second,
            "threatened_effect": effect,
        }

    return resolve


def as_melee(meeting: CarriedAway) -> Melee:
    """The meeting as the melee by which it is reckoned, the unit in flight as an attacker in open formation
    (13.05.2)."""
    one, other = meeting.fleeing, meeting.threatened
    shared = ("weight", "training_points", "grade", "commander_points")
    attacker = Attacker(
        arm=one.arm,  # type: ignore[arg-type]
        figures_by_rank=(one.figures,),
        formation="routed",
        **{name: getattr(one, name) for name in shared},
    )
    defender = Defender(
        arm=other.arm,
        figures_by_rank=(other.figures,),
        formation=other.formation,  # type: ignore[arg-type]
        state=other.state,
        supported=other.supported,
        complete_victory_recent=other.complete_victory_recent,
        cover=other.cover,
        **{name: getattr(other, name) for name in shared},
    )
    return Melee(
        attacker=attacker,
        defender=defender,
        obstacle=meeting.obstacle,
        uphill=meeting.uphill,
        flank_or_rear=meeting.flank_or_rear,
    )


@rule("13.05.2", "13.05.3")
def carried_rows(rows: Mapping[str, bool | int], *, troubled: bool = False) -> dict[str, bool | int]:
    """The rows that count; `troubled`: the threatened unit, which gets no deduction against cavalry of its own side
    (13.05.3)."""
    spared = {"cavalry_vs_other_infantry"} if troubled else set()
    return {key: holds for key, holds in rows.items() if key not in NOT_CARRIED | spared}


@rule("13.05.2")
def carried_effect(difference: int) -> str:
    """What the threatened unit suffers if the other wins by so much (schema XVII)."""
    if difference <= 0:
        return "OR"
    effect: str = order_row("infantry_vs_any", difference, "attacker", cavalry_won=False)["loser_state"]
    return effect


PROCEDURES = (melee_elements, melee, carried_away)
