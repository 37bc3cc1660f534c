"""Combat (step 4 of the turn, 1.4 to 1.6): who may attack, the odds, the modifiers of the die, the result, the strength
of partisans (2.1-l, 2.1-m); air combat, fought before the ground combat wherever air units of both sides meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from feltherre.core.asks import Ask
from feltherre.core.chance import Chance, Outcome
from feltherre.core.figures import plain, signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure, refuse
from feltherre.core.reasons import Reasons
from feltherre.games.winterwar import tables
from feltherre.games.winterwar.procedures.places import UNSUPPLIED_DIVISOR
from feltherre.games.winterwar.tables import Count, Crossing, FighterType, Modification, Side
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.hexgame.results import Part

SELDOM: Final = Ask(seldom=True)
NEEDED: Final = Ask(needed=True)


class AttackingUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit touches the attacked hex."""

    unit_type: FighterType = "infantry"
    crossing: Crossing = "none"
    #: read only for Soviet ground units and where nothing lies between: a bridge is a link, water has none
    along_road_or_rail: bool = True


ORDINARY: Final = AttackingUnit()


@rule("turn-4-f", "1.4-d")
def is_linked(crossing: str, along_road_or_rail: bool) -> bool:
    """Whether a road or railway joins a unit's hex with the attacked one (turn-4-f, R18, R25)."""
    return crossing == "bridge" or (crossing == "none" and along_road_or_rail)


#: why a unit may not take part, whoever else does: only artillery supports over a river or lake without a bridge, not
#: even ships (1.4-d, R25); Soviet ground units, artillery included, attack along road or railway, ships need none (R18)
BARRED: Final = Reasons[[str, AttackingUnit]](
    __name__,
    "BARRED",
    ("over-water", "1.4-d", lambda side, unit: unit.crossing == "water" and unit.unit_type != "artillery"),
    (
        "off-road",
        "turn-4-f",
        lambda side, unit: (
            side == "soviet" and unit.unit_type != "ship" and not is_linked(unit.crossing, unit.along_road_or_rail)
        ),
    ),
)


@rule("1.4-d", "turn-4-b")
def may_lead(unit: AttackingUnit) -> bool:
    """Whether a unit can attack without others: a ground unit with no water, or a bridge, before it (R25, R40, R42)."""
    return unit.unit_type != "ship" and unit.crossing != "water"


def tell_code(result: str, desk: Desk, loss_numbers: str = "units") -> None:
    """The result for both sides; losses are taken before anybody retreats."""
    code = tables.parse_ground(result)
    if code is None:
        return
    for side, part in (("attacker", code.attacker), ("defender", code.defender)):
        n = part.losses
        desk.line_if(part.everyone, f"code.{side}.everyone", "1.5-c")
        desk.line_if(bool(n) and not part.everyone, f"code.{side}.{loss_numbers}", "2.1-e", n, n=n)
        desk.line_if(part.retreats, f"code.{side}.retreats", "1.5-f")


#: what a partisan counts that is removed without a strength: forced out of a full stack, for instance (R43)
UNTHROWN_VALUE: Final = 1


class Partisan(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the die decides."""


@procedure("partisan-strength", "strength", dice=list[int])
@rule("2.1-l")
def partisan(given: Partisan, desk: Desk) -> Resolve:
    """One die for a partisan unit that attacks or is attacked; its strength holds until the end of the turn (2.1-l,
    2.1-m, R43)."""

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "2.1-l").values[0]
        strength = tables.PARTISAN_STRENGTH[die]
        desk.line("partisan.strength", "2.1-m", strength, die=die, strength=strength)
        return {"strength": strength}

    return resolve


#: the terrains of a hex in which there can be combat
BattleTerrain: TypeAlias = Literal["forest", "marsh", "mountain", "town"]

TERRAIN_RULE: Final = {"forest": "1.4-a", "marsh": "1.4-b", "mountain": "1.4-c", "town": "1.4-e"}

WINTER_PENALTY: Final = -1
SKI_BONUS: Final = 1
AIR_BONUS: Final = 1


class Combat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An attack on a hex. No `attackers`: all are ordinary infantry with nothing between."""

    side: Side = "finland"
    attack_values: tuple[Count, ...]
    attackers: Annotated[tuple[AttackingUnit, ...], SELDOM] = ()
    attack_support: Annotated[tuple[Count, ...], SELDOM] = ()
    defence_supplied: Annotated[tuple[Count, ...], NEEDED] = ()
    defence_unsupplied: Annotated[tuple[Count, ...], NEEDED] = ()
    defence_support: Annotated[tuple[Count, ...], SELDOM] = ()
    terrain: BattleTerrain
    attacker_winter: bool
    defender_winter: bool
    attacker_ski: bool


@procedure("ground-combat", "result", dice=list[int])
@rule("turn-4-d", "1.2.1-f")
def ground_combat(
    c: Combat,
    desk: Desk,
    *,
    table: CombatTable | None = None,
    air_support: str = "both",
    loss_numbers: str = "units",
    lawful: bool = False,
) -> Resolve:
    """An attack (turn-4, 1.4, 1.5): odds rounded for the defender, the modifiers of the die added up (R26, R27, R30).

    The options of R28 and R29 are `air_support` and `loss_numbers`; `lawful`: the game knows that all may attack.
    """
    if not lawful:
        check_attack(c, desk)
    attack, defence = attack_total(c, desk, air_support), defence_total(c, desk)
    desk.refuse_if(not (defence or lawful), "no-defence", "1.5-a")
    desk.known |= {"attack_total": attack, "defence_total": defence}
    table = table or tables.default_tables().ground
    column = odds_column(table, attack, defence, desk)
    modifier = desk.sum(
        "combat.modifier",
        {
            c.terrain: (tables.TERRAIN_MODIFIER[c.terrain], TERRAIN_RULE[c.terrain]),
            "winter": (WINTER_PENALTY * (c.defender_winter and not c.attacker_winter), "1.2.1-e"),
            "ski": (SKI_BONUS * c.attacker_ski, "1.4-h"),
            "air": (AIR_BONUS * (bool(c.attack_support) and air_support != "value-only"), "1.4-i"),
        },
    )
    desk.known["modifier"] = modifier

    def resolve(chance: Chance) -> Outcome:
        row, result = combat_result(table, column, modifier, desk, chance)
        tell_code(result, desk, loss_numbers)
        return {"row": row, "result": result}

    return resolve


def check_attack(c: Combat, desk: Desk) -> None:
    """An attack needs ground units on both sides, and each unit must be allowed to take part (turn-4-b, 1.6-i)."""
    desk.refuse_if(not c.attack_values, "no-attackers", "1.6-i")
    desk.refuse_if(not (c.defence_supplied or c.defence_unsupplied), "no-defenders", "turn-4-b")
    attackers = c.attackers or (ORDINARY,) * len(c.attack_values)
    units, values = len(attackers), len(c.attack_values)
    desk.refuse_if(units != values, "attackers", "turn-4-c", units=units, values=values)
    check_attackers(c.side, attackers, desk)


def check_attackers(side: Side, attackers: Sequence[AttackingUnit], desk: Desk) -> None:
    """Refuse an attack in which somebody may not take part, or which nobody may make."""
    for unit in attackers:
        if reason := BARRED.first(side, unit):
            desk.refuse(reason, BARRED.rules[reason])
    desk.refuse_if(all(unit.unit_type == "ship" for unit in attackers), "ships-alone", "turn-4-b")
    desk.refuse_if(not any(map(may_lead, attackers)), "support-alone", "1.4-d")


@rule("turn-4-c", "1.2.1-d")
def attack_total(c: Combat, desk: Desk, air_support: str = "both") -> int:
    """The strength of the attack: all who take part, with the ground support of their aircraft (1.6-h, R28)."""
    if not c.attack_support or air_support == "die-only":
        return sum(c.attack_values)
    support = sum(c.attack_support)
    desk.line("combat.attack-air", "1.6-h", support, n=support)
    return sum(c.attack_values) + support


@rule("turn-4-d", "1.2.1-d")
def defence_total(c: Combat, desk: Desk) -> int:
    """The strength of the defence: all units in the hex defend together (turn-4-d, R35)."""
    half, support = unsupplied_defence(c.defence_unsupplied), sum(c.defence_support)
    whole = sum(c.defence_unsupplied)
    desk.line_if(bool(c.defence_unsupplied), "combat.unsupplied", "supply-6", half, whole=whole, half=half)
    desk.line_if(bool(c.defence_support), "combat.defence-air", "1.6-h", support, n=support)
    return sum(c.defence_supplied) + half + support


@rule("supply-6", "turn-1-c")
def unsupplied_defence(values: Sequence[int]) -> int:
    """What units without supply defend with: their total is halved once and rounded up (supply-6, R10)."""
    return -(-sum(values) // UNSUPPLIED_DIVISOR)


def odds_column(table: CombatTable, attack: int, defence: int, desk: Desk) -> int:
    """The column of the odds, rounded in the defender's favour (1.5-a, R30)."""
    column = table.odds_column(attack, defence)
    heading = desk.known["column"] = table.headings[column]
    desk.line("combat.odds", "1.5-a", attack=attack, defence=defence, column=heading)
    return column


def combat_result(table: CombatTable, column: int, modifier: int, desk: Desk, chance: Chance) -> tuple[str, str]:
    """(row, code) in the table for a die with its modifiers, held to the first and the last row (1.5-a, R26)."""
    die = chance.throw(1, "dice", "1.5-a").values[0]
    counts = die + modifier
    result = table.result(column, counts)
    desk.line_if(not modifier, "combat.die", "1.5-a", die=die, result=result)
    desk.line_if(bool(modifier), "combat.die-counts", "1.5-a", die=die, counts=plain(counts), result=result)
    return table.row_headings[table.row(counts)], result


class Lookup(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a combat that somebody else has added up."""

    table: Annotated[Literal["1.5", "1.5-2023"], Ask(default=tables.GROUND)]
    attack_total: Count
    defence_total: Count
    modifier: Annotated[Modification, Ask(default=0)]


@procedure("combat-lookup", "result", dice=list[int])
def combat_lookup(given: Lookup, desk: Desk) -> Resolve:
    """The table on its own, for whoever has added up the rest (1.5-a, R30)."""
    desk.refuse_if(not given.defence_total, "no-defence", "1.5-a")
    table = tables.default_tables().ground if given.table == tables.GROUND else tables.sibling_ground_table()
    column, modifier = odds_column(table, given.attack_total, given.defence_total, desk), given.modifier
    desk.line_if(bool(modifier), "combat.modifiers", "turn-4-d", modifier, value=signed(modifier))

    def resolve(chance: Chance) -> Outcome:
        row, result = combat_result(table, column, modifier, desk, chance)
        return {"row": row, "result": result}

    return resolve


class AirOutcome(Struct, frozen=True):
    """What an air combat does to the air units of each side."""

    attackers_lost: int
    defenders_lost: int
    #: the survivors return to base without supporting
    attackers_home: bool
    defenders_home: bool
    #: the ground attack on this hex does not take place this turn
    combat_cancelled: bool = False


@rule("1.6-b", "1.6-d")
def air_losses(code: tables.AirCode, part: Part, units: int) -> int:
    """How many of a side's air units are lost: all on E, half of them rounded up on H (1.6-b, 1.6-d, R38)."""
    if code.half:
        return (units + 1) // 2
    return units if part.everyone else min(part.losses, units)


@rule("1.6-c", "1.6-e", "1.6-m")
def go_home(code: tables.AirCode, part: Part) -> bool:
    """Whether a side's survivors go home: on R and S; on H they were not affected and may go on (1.6-m, R59)."""
    return code.stop or part.retreats


@rule("1.6-e")
def air_outcome(result: str, attackers: int, defenders: int) -> AirOutcome:
    """What a result of table 1.6 means for so many air units; S stops the ground attack too (1.6-e, R39)."""
    code = tables.parse_air(result)
    if code is None:
        raise refuse("winterwar.refuse.code", "1.6-a", code=result)
    attacking, defending = code.sides.part("A"), code.sides.part("F")
    return AirOutcome(
        attackers_lost=air_losses(code, attacking, attackers),
        defenders_lost=air_losses(code, defending, defenders),
        attackers_home=go_home(code, attacking),
        defenders_home=go_home(code, defending),
        combat_cancelled=code.stop,
    )


class Air(Struct, frozen=True, forbid_unknown_fields=True):
    """The air combat values of the air units of both sides."""

    attackers: tuple[Count, ...]
    defenders: tuple[Count, ...]


@procedure("air-combat", "result", dice=list[int])
@rule("1.6-f", "1.6-g")
def air_combat(air: Air, desk: Desk, *, table: CombatTable | None = None) -> Resolve:
    """An air combat (1.6-l): the attacker's air combat values less the defender's, of any number of air units, give
    the column (1.6-f, 1.6-g, R36)."""
    desk.refuse_if(not (air.attackers and air.defenders), "no-air-combat", "1.6-l")
    table = table or tables.default_tables().air
    attack, defence = sum(air.attackers), sum(air.defenders)
    difference = attack - defence
    column = table.value_column(difference)
    desk.known |= {"differential": difference, "column": table.headings[column]}
    told = {"attack": attack, "defence": defence, "difference": signed(difference), "column": table.headings[column]}
    desk.line("air.difference", "1.6-f", difference, **told)

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "1.6-f").values[0]
        result = table.result(column, die)
        desk.line("combat.die", "1.6-f", die=die, result=result)
        outcome = air_outcome(result, len(air.attackers), len(air.defenders))
        tell_outcome(result, outcome, desk)
        return {"result": result, **msgspec.structs.asdict(outcome)}

    return resolve


def tell_outcome(result: str, outcome: AirOutcome, desk: Desk) -> None:
    """What a result does to the air units of both sides."""
    if outcome.combat_cancelled:
        desk.line("air.stop", "1.6-e")
        return
    why_lost = "1.6-d" if result == tables.HALF else "1.6-b"
    for side, lost, home in (
        ("attacker", outcome.attackers_lost, outcome.attackers_home),
        ("defender", outcome.defenders_lost, outcome.defenders_home),
    ):
        desk.line_if(lost > 0, f"air.{side}.lost", why_lost, lost, n=lost)
        desk.line_if(home, f"air.{side}.home", "1.6-c")
