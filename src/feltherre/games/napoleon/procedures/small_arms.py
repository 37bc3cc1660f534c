"""Fire with small arms (09): who fires, with how many fire elements, into which zone, and what it does."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Chance, Outcome
from feltherre.core.figures import signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.napoleon.procedures.fields import no_flanks
from feltherre.games.napoleon.procedures.groups import COLUMNS, RULES, add_column, band, schema, throw_three
from feltherre.games.napoleon.procedures.inputs import (
    GRADES,
    THREE_DICE,
    Count,
    FightingState,
    Length,
    Points,
    State,
    amount,
    cut,
    lu_grades,
    number,
    tell_dice,
)
from feltherre.games.napoleon.tables import by_key, records

#: figures to a fire element, and how many of the last are enough for one (09.01.3)
FIGURES: Final = 10
ENOUGH: Final = 3
#: the ranks that fire (09.01.1)
RANKS: Final = {"infantry": 2, "cavalry": 1}


class Picking(Struct, frozen=True, forbid_unknown_fields=True):
    table: Literal["VIII", "XI", "XV"]
    column: Literal["own_loss", "opponent_loss", "opponent_morale", "attacker", "defender"]
    applicable: dict[str, Points]


@procedure("group-pick")
@rule("09.02.1", "10.02.1", "12.02.1")
def group_pick(given: Picking, desk: Desk) -> Outcome:
    """What the rows of a schema come to that hold in a column: of each group only the greatest counts (R1 to R4)."""
    cited = RULES[given.table]
    desk.refuse_if(given.column not in COLUMNS[given.table], "no-such-column", cited, table=given.table)
    for key in given.applicable:
        row = schema(given.table).get(key)
        desk.refuse_if(row is None or row[given.column] is None, "no-such-row", cited, key=key, table=given.table)
    total = add_column(desk, given.table, given.column, given.applicable)
    desk.line("column.total", cited, total, total=signed(total) if total else 0)
    return {"total": total}


def elements_of(figures: int) -> int:
    """Fire elements of so many figures: ten make one, and three of a last ten another (09.01.3)."""
    return figures // FIGURES + (figures % FIGURES >= ENOUGH)


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    figures: Count


@procedure("fire-elements")
@rule("09.01.1", "10.01.1", "12.02.3", "17.03.4")
def fire_elements(firing: Figures, desk: Desk) -> Outcome:
    """With how many fire elements so many figures fire (09.01.3)."""
    elements = elements_of(firing.figures)
    desk.line("fire.elements", "09.01.3", elements, figures=firing.figures, n=elements)
    return {"elements": elements}


class Ranks(Struct, frozen=True, forbid_unknown_fields=True):
    arm: Literal["infantry", "cavalry"]
    figures_by_rank: Annotated[tuple[Count, ...], Meta(min_length=0)]
    in_building: bool = False


@procedure("firing-figures")
@rule("09.01.1", "09.01.3", "17.03.4")
def firing_figures(unit: Ranks, desk: Desk) -> Outcome:
    """How many figures of a unit fire: two ranks of infantry, one of cavalry, half a garrison at one facade (09.01.1,
    17.03.4, R90, R92)."""
    desk.refuse_if(not unit.figures_by_rank, "no-ranks", "09.01.1")
    desk.refuse_if(unit.in_building and unit.arm == "cavalry", "cavalry-in-building", "07.05.3")
    first, *behind = unit.figures_by_rank
    if unit.in_building:
        figures = sum(unit.figures_by_rank) // 2
        desk.line("fire.facade", "17.03.4", figures, n=figures)
    else:
        second = min(first, behind[0]) if behind and RANKS[unit.arm] > 1 else 0
        figures = first + second
        desk.line("fire.ranks", "09.01.1", figures, n=figures)
    elements = elements_of(figures)
    desk.line("fire.elements", "09.01.3", elements, figures=figures, n=elements)
    return {"firing_figures": figures, "elements": elements}


Skirmish = Literal["dense_skirmish", "thin_skirmish", "other"]
SKIRMISHERS: Final = frozenset({"dense_skirmish", "thin_skirmish"})
ARTILLERY: Final = frozenset({"limbered_artillery_or_train", "unlimbered_artillery"})
#: kind of target -> its row of schema VIII
KIND_ROW: Final = {
    "mounted_cavalry": "mounted_cavalry",
    "charging_cavalry": "cavalry_charging",
    "limbered_artillery_or_train": "limbered_artillery_train",
    "unlimbered_artillery": "unlimbered_artillery",
}
#: schema X: weapon -> the limits of both zones in cm; on a limit the nearer zone holds (R24)
ZONES: Final[dict[str, dict[str, Any]]] = by_key("X", key="weapon")
#: schema IX
EFFECTS: Final = records("IX")
#: the worst and best training that count (R91)
TRAINING: Final = (-1, 2)
COVERS: Final = range(4)
COMMANDERS: Final = range(-2, 3)


class Shot(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    firing_figures: Count
    firer_figures: Count
    weapon: Literal["carbine", "musket", "rifle"]
    range_cm: Length
    firer_formation: Skirmish = "other"
    firer_mounted: bool = False
    firer_cover: Count = 0
    firer_smoke: bool = False
    firer_stationary_quarter: bool = True
    different_hill_steps: bool = False
    firer_state: FightingState = "OR"
    first_fire: bool = False
    firer_training: Points = 0
    firer_grade: Points = 0
    target_figures: Count
    target_formation: Literal["column", "dense_skirmish", "thin_skirmish", "other"] = "other"
    target_kind: Literal[
        "foot", "mounted_cavalry", "charging_cavalry", "limbered_artillery_or_train", "unlimbered_artillery"
    ] = "foot"
    target_in_building: bool = False
    target_cover: Count = 0
    flank_or_rear: bool = False
    target_answers: bool = True
    target_state: State = "OR"
    target_supported: bool = False
    target_grade: Points = 0
    commander_points: Points = 0

    @property
    def target_open(self) -> bool:
        """Whether the target is in open formation, as units in FU are too (05.04.2)."""
        return self.target_formation in SKIRMISHERS or self.target_state == "FU"


@procedure("small-arms-fire", **THREE_DICE)
@rule("03.01.5", "09.01.1", "09.01.5", "09.01.7", "09.02.5", "09.03.1")
def small_arms_fire(shot: Shot, desk: Desk) -> Resolve:
    """What a shot with small arms does: men lost for each fire element, the moral effect, and horses before the guns
    (09.02, schemas VIII to X)."""
    check_shot(shot, desk)
    zone, elements = zone_of(shot, desk), elements_of(shot.firing_figures)
    desk.refuse_if(not elements, "no-elements", "09.01.3", least=ENOUGH)
    desk.line("fire.elements", "09.01.3", elements, figures=shot.firing_figures, n=elements)
    if shot.flank_or_rear and shot.target_open:
        no_flanks(desk, open_formation=True)
    loss = add_column(desk, "VIII", "own_loss", own_rows(shot, zone))
    loss += add_column(desk, "VIII", "opponent_loss", target_rows(shot))
    morale = add_column(desk, "VIII", "opponent_morale", morale_rows(shot))

    def resolve(chance: Chance) -> Outcome:
        dice = throw_three(chance, "09.02.1")
        loss_result = dice.total + loss
        tell_dice(dice, loss, loss_result, desk, "09.02.1")
        effect = band(EFFECTS, loss_result)
        each = effect["loss_men_per_element"]
        men = each * elements
        horses = effect["limber_horses_figures"] if shot.target_kind in ARTILLERY else 0
        moral = band(EFFECTS, loss_result + morale)["morale"]
        desk.line("fire.men", "09.02.1", men, men=men, each=each, n=elements)
        desk.line_if(horses > 0, "fire.horses", "09.02.1", horses, n=horses)
        desk.line("fire.morale", "09.02.1", loss_result + morale, result=loss_result + morale, effect=moral)
        return {
            "zone": zone,
            "elements": elements,
            "loss_result": loss_result,
            "loss_men": men,
            "morale_result": loss_result + morale,
            "morale_effect": moral,
            "horses_lost": horses,
        }

    return resolve


@rule("09.01.3", "09.02.1")
def check_shot(shot: Shot, desk: Desk) -> None:
    """What no shot can be (R95)."""
    desk.refuse_if(shot.firing_figures > shot.firer_figures, "more-than-there-are", "09.01.1")
    desk.refuse_if(not shot.target_figures, "no-figures", "09.02.2")
    for cover in (shot.firer_cover, shot.target_cover):
        desk.refuse_if(cover not in COVERS, "no-such-cover", "09.02.1", value=cover)
    desk.refuse_if(shot.commander_points not in COMMANDERS, "commander-points", "08.02.1", n=shot.commander_points)


@rule("09.03.1")
def zone_of(shot: Shot, desk: Desk) -> int:
    """The zone in which the target lies (schema X, R24)."""
    limits, distance = ZONES[shot.weapon], exact(shot.range_cm)
    desk.refuse_if(distance > limits["zone_2_to"], "out-of-range", "09.03.1", most=limits["zone_2_to"])
    zone = 1 if distance <= limits["zone_1_to"] else 2
    desk.line("fire.zone", "09.03.1", zone, cm=amount(shot.range_cm), n=zone)
    return zone


@rule("09.02.4", "09.02.6", "09.02.7")
def own_rows(shot: Shot, zone: int) -> dict[str, bool | int]:
    """The rows of the firer's own column that hold; smoke and movement do not trouble skirmishers, and only infantry
    has a first fire (09.02.4)."""
    skirmish = shot.firer_formation in SKIRMISHERS
    grades = lu_grades(shot.firer_state)
    return {
        shot.firer_formation: skirmish,
        "mounted_cavalry": shot.firer_mounted,
        f"cover_{shot.firer_cover}": shot.firer_cover > 0,
        "smoke": shot.firer_smoke and not skirmish,
        "not_stationary": not shot.firer_stationary_quarter and not skirmish,
        "up_or_down_hill_zone_1": shot.different_hill_steps and zone == 1,
        "per_lu_grade": -grades,
        "state_u": shot.firer_state == "U",
        "first_fire": shot.first_fire and not shot.firer_mounted,
        "zone_2": zone == 2,
        "training": cut(shot.firer_training, *TRAINING),
        "morale_grade": cut(shot.firer_grade, *GRADES),
    }


@rule("09.02.6", "17.03.4")
def target_rows(shot: Shot) -> dict[str, bool | int]:
    """The rows of the target's column of losses that hold; in a building no ranks stand behind one another."""
    return {
        shot.target_formation: shot.target_formation != "other"
        and not (shot.target_formation == "column" and shot.target_in_building),
        KIND_ROW.get(shot.target_kind, ""): shot.target_kind in KIND_ROW,
        f"cover_{shot.target_cover}": shot.target_cover > 0,
    }


@rule("09.03.4", "09.02.1")
def morale_rows(shot: Shot) -> dict[str, bool | int]:
    """The rows of the target's column of morale that hold."""
    own, other = shot.firer_figures, shot.target_figures
    return {
        "flank_or_rear": shot.flank_or_rear and not shot.target_open,
        "no_answer": not shot.target_answers,
        "per_lu_grade": lu_grades(shot.target_state),
        "state_u": shot.target_state == "U",
        "state_fu": shot.target_state == "FU",
        "own_more": own // other - 1 if own >= 2 * other else 0,
        "opponent_more": -(other // own - 1) if other >= 2 * own else 0,
        "opponent_supported": shot.target_supported,
        "morale_grade": -cut(shot.target_grade, *GRADES),
        "commander": -shot.commander_points,
    }


#: how near a skirmish line is to the unit behind it: both are hit, or it screens it, in cm (14.03.1, 14.03.2)
BOTH_BELOW: Final = {"small_arms": 5, "artillery": 10}
SCREENS_TO: Final = 15


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    weapon_class: Literal["small_arms", "artillery"]
    gap_cm: Length
    skirmish_figures: Count
    unit_figures: Count


@procedure("screen-by-skirmishers")
@rule("14.03.1", "14.03.2", "09.03.5")
def screen_by_skirmishers(line: Screen, desk: Desk) -> Outcome:
    """Whether a skirmish line screens the unit behind it, or both are hit by one shot, each by its share of the figures
    (14.03.1, 14.03.2, R41)."""
    desk.refuse_if(not (line.skirmish_figures and line.unit_figures), "no-figures", "14.03.1")
    arms = line.weapon_class == "small_arms"
    cited, gap = "14.03.1" if arms else "14.03.2", exact(line.gap_cm)
    if gap < BOTH_BELOW[line.weapon_class]:
        together = line.skirmish_figures + line.unit_figures
        desk.line("screen.both", cited, skirmishers=line.skirmish_figures, unit=line.unit_figures)
        shares = {
            "skirmishers": number(Fraction(line.skirmish_figures, together)),
            "unit": number(Fraction(line.unit_figures, together)),
        }
        return {"unit_can_be_target": True, "shares": shares}
    screened = arms and gap <= SCREENS_TO
    desk.line("screen.screened" if screened else "screen.apart", cited, cm=amount(line.gap_cm))
    return {"unit_can_be_target": not screened, "shares": None}


PROCEDURES = (group_pick, fire_elements, firing_figures, small_arms_fire, screen_by_skirmishers)
