"""Ground combat (step 4 of the turn, 1.4, 1.5): who may attack, the odds, the modifiers of the die, the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.winterwar.procedures.attack import (
    ORDINARY,
    AttackingUnit,
    check_attackers,
    check_there_are_odds,
    check_there_is_a_fight,
)
from feltherre.games.winterwar.procedures.code_lines import code_lines
from feltherre.games.winterwar.procedures.inputs import Count, Modification, Side, plain, signed
from feltherre.games.winterwar.procedures.losses import LossNumbers
from feltherre.games.winterwar.tables import GROUND, TERRAIN_MODIFIER, default_tables, sibling_ground_table
from feltherre.ground.hexes.combat_table import CombatTable

#: the terrains of a hex in which there can be combat
BattleTerrain: TypeAlias = Literal["forest", "marsh", "mountain", "town"]
#: option air_support (R28): what attacking aircraft give
AirSupport: TypeAlias = Literal["both", "value-only", "die-only"]

_TERRAIN_RULE: Final = {"forest": "1.4-a", "marsh": "1.4-b", "mountain": "1.4-c", "town": "1.4-e"}

WINTER_PENALTY: Final = -1
SKI_BONUS: Final = 1
AIR_BONUS: Final = 1


class Modifier(Struct, frozen=True):
    """Something that changes the attacker's die."""

    what: str
    value: int
    rule: str


@rule("turn-4-c", "1.2.1-d", "1.6-h")
def attack_total(values: Sequence[int], support: Sequence[int], air_support: str = "both") -> int:
    """The strength of the attack: all who take part, with the ground support of their aircraft (1.6-h, R28)."""
    return sum(values) + (0 if air_support == "die-only" else sum(support))


@rule("supply-6", "turn-1-c")
def unsupplied_defence(values: Sequence[int]) -> int:
    """What units without supply defend with: their total is halved once and rounded up (supply-6, R10)."""
    return (sum(values) + 1) // 2


@rule("turn-4-d", "1.6-h", "1.2.1-d")
def defence_total(supplied: Sequence[int], unsupplied: Sequence[int], support: Sequence[int]) -> int:
    """The strength of the defence: all units in the hex defend together (turn-4-d, R35)."""
    return sum(supplied) + unsupplied_defence(unsupplied) + sum(support)


@rule("1.4-b", "1.4-c", "1.4-e", "1.4-a")
def terrain_modifier(terrain: str) -> tuple[Modifier, ...]:
    """What the terrain of the attacked hex gives; a hex has one terrain only (1.4, R26)."""
    value = TERRAIN_MODIFIER[terrain]
    return (Modifier(terrain, value, _TERRAIN_RULE[terrain]),) if value else ()


@rule("1.2.1-e", "1.2.1-f")
def winter_modifier(attacker_winter: bool, defender_winter: bool) -> tuple[Modifier, ...]:
    """Winter units are hard to attack without any of one's own (1.2.1-e, 1.2.1-f, R27)."""
    if defender_winter and not attacker_winter:
        return (Modifier("winter", WINTER_PENALTY, "1.2.1-e"),)
    return ()


@rule("1.4-h")
def ski_modifier(attacker_ski: bool) -> tuple[Modifier, ...]:
    """One ski unit in the attack is enough, and more give no more (1.4-h, R52)."""
    return (Modifier("ski", SKI_BONUS, "1.4-h"),) if attacker_ski else ()


@rule("1.4-i")
def air_modifier(supported: bool, air_support: str = "both") -> tuple[Modifier, ...]:
    """Aircraft over the attack (1.4-i, R28)."""
    if supported and air_support != "value-only":
        return (Modifier("air", AIR_BONUS, "1.4-i"),)
    return ()


@rule("turn-4-d")
def die_modifiers(
    terrain: str,
    attacker_winter: bool,
    defender_winter: bool,
    attacker_ski: bool,
    supported: bool,
    air_support: str = "both",
) -> tuple[Modifier, ...]:
    """Everything that changes the attacker's die; all of it adds up (turn-4-d, R26)."""
    return (
        *terrain_modifier(terrain),
        *winter_modifier(attacker_winter, defender_winter),
        *ski_modifier(attacker_ski),
        *air_modifier(supported, air_support),
    )


@rule("1.5-a")
def odds_column(table: CombatTable, attack: int, defence: int) -> int:
    """The column of the odds, rounded in the defender's favour (1.5-a, R30)."""
    return table.odds_column(attack, defence)


@rule("1.5-a")
def combat_result(table: CombatTable, column: int, die: int, modifier: int) -> str:
    """The code in the table for a die with its modifiers, held to the first and the last row (1.5-a, R26)."""
    return table.result(column, die + modifier)


class CombatSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    side: Side = "finland"
    attack_values: tuple[Count, ...]
    attackers: tuple[AttackingUnit, ...] = ()
    attack_support: tuple[Count, ...] = ()
    defence_supplied: tuple[Count, ...] = ()
    defence_unsupplied: tuple[Count, ...] = ()
    defence_support: tuple[Count, ...] = ()
    terrain: BattleTerrain
    attacker_winter: bool
    defender_winter: bool
    attacker_ski: bool


class CombatAssessment(Assessment, frozen=True, kw_only=True):
    """A combat before the die. `situation` is for the telling only; None where nothing but the table is read."""

    attack_total: int
    defence_total: int
    #: index of the column in the table
    column: int
    modifier: int
    modifiers: tuple[Modifier, ...] = ()
    situation: CombatSituation | None = None


WILL_THROW: Final = (Planned("dice", 1, "1.5-a"),)


class GroundCombat(Procedure[CombatSituation, CombatAssessment]):
    """Made with the table and the readings of its game; the desk's has the ledger's."""

    name = "ground-combat"
    situation = CombatSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def __init__(
        self,
        table: CombatTable | None = None,
        air_support: AirSupport = "both",
        loss_numbers: LossNumbers = "units",
    ) -> None:
        self.table = table or default_tables().ground
        self.air_support = air_support
        self.loss_numbers = loss_numbers

    def assess(self, situation: CombatSituation) -> CombatAssessment:
        given = situation
        check_there_is_a_fight(given.attack_values, (*given.defence_supplied, *given.defence_unsupplied))
        attackers = given.attackers or (ORDINARY,) * len(given.attack_values)
        if len(attackers) != len(given.attack_values):
            raise refuse(
                "winterwar.refuse.attackers", "turn-4-c", units=len(attackers), values=len(given.attack_values)
            )
        check_attackers(given.side, attackers)
        weighed = self.weigh(given)
        check_there_are_odds(weighed.defence_total)
        return weighed

    def weigh(self, given: CombatSituation) -> CombatAssessment:
        """The assessment of an attack that is known to be lawful."""
        attack = attack_total(given.attack_values, given.attack_support, self.air_support)
        defence = defence_total(given.defence_supplied, given.defence_unsupplied, given.defence_support)
        modifiers = die_modifiers(
            given.terrain,
            given.attacker_winter,
            given.defender_winter,
            given.attacker_ski,
            bool(given.attack_support),
            self.air_support,
        )
        return CombatAssessment(
            attack_total=attack,
            defence_total=defence,
            column=odds_column(self.table, attack, defence),
            modifier=sum(modifier.value for modifier in modifiers),
            modifiers=modifiers,
            situation=given,
            will_throw=WILL_THROW,
        )

    def resolve(self, assessment: CombatAssessment, chance: Chance) -> Ruling:
        a, table = assessment, self.table
        dice = chance.throw(1, "dice", "1.5-a")

        def result() -> str:
            return combat_result(table, a.column, dice.values[0], a.modifier)

        outputs = {
            "attack_total": lambda: a.attack_total,
            "defence_total": lambda: a.defence_total,
            "column": lambda: table.headings[a.column],
            "modifier": lambda: a.modifier,
            "row": lambda: table.row_headings[table.row(dice.values[0] + a.modifier)],
            "result": result,
        }
        return chance.ruling(
            self.name,
            outputs,
            lambda: [
                *self.lines(a),
                die_line(dice.values[0], a.modifier, result()),
                *code_lines(result(), self.loss_numbers),
            ],
        )

    def lines(self, assessment: CombatAssessment) -> list[Line]:
        a = assessment
        return [
            *(_strength_lines(a.situation, self.air_support) if a.situation else ()),
            odds_line(a.attack_total, a.defence_total, self.table.headings[a.column]),
            *(modifier_line(modifier) for modifier in a.modifiers),
        ]


def _strength_lines(given: CombatSituation, air_support: str) -> list[Line]:
    """Where the two totals come from, as far as they are not plain sums of ground units."""
    told = []
    support = sum(given.attack_support)
    if given.attack_support and air_support != "die-only":
        told.append(Line(say("winterwar.ruling.combat.attack-air", n=support), "1.6-h", support))
    if given.defence_unsupplied:
        whole, half = sum(given.defence_unsupplied), unsupplied_defence(given.defence_unsupplied)
        told.append(Line(say("winterwar.ruling.combat.unsupplied", whole=whole, half=half), "supply-6", half))
    if given.defence_support:
        support = sum(given.defence_support)
        told.append(Line(say("winterwar.ruling.combat.defence-air", n=support), "1.6-h", support))
    return told


def odds_line(attack: int, defence: int, column: str) -> Line:
    return Line(say("winterwar.ruling.combat.odds", attack=attack, defence=defence, column=column), "1.5-a")


def modifier_line(modifier: Modifier) -> Line:
    text = say(f"winterwar.ruling.combat.modifier.{modifier.what}", value=signed(modifier.value))
    return Line(text, modifier.rule, modifier.value)


def die_line(die: int, modifier: int, result: str) -> Line:
    if not modifier:
        return Line(say("winterwar.ruling.combat.die", die=die, result=result), "1.5-a")
    return Line(
        say("winterwar.ruling.combat.die-counts", die=die, counts=plain(die + modifier), result=result), "1.5-a"
    )


class LookupSituation(Struct, frozen=True, forbid_unknown_fields=True):
    table: Literal["1.5", "1.5-2023"]
    attack_total: Count
    defence_total: Count
    modifier: Modification


class LookupAssessment(Assessment, frozen=True, kw_only=True):
    table: str
    attack_total: int
    defence_total: int
    column: int
    modifier: int


class CombatLookup(Procedure[LookupSituation, LookupAssessment]):
    """The table on its own, for whoever has added up the rest."""

    name = "combat-lookup"
    situation = LookupSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def __init__(self, table: CombatTable | None = None) -> None:
        self.ground = table or default_tables().ground

    def table(self, table_id: str) -> CombatTable:
        return self.ground if table_id == GROUND else sibling_ground_table()

    def assess(self, situation: LookupSituation) -> LookupAssessment:
        given = situation
        check_there_are_odds(given.defence_total)
        return LookupAssessment(
            table=given.table,
            attack_total=given.attack_total,
            defence_total=given.defence_total,
            column=odds_column(self.table(given.table), given.attack_total, given.defence_total),
            modifier=given.modifier,
            will_throw=WILL_THROW,
        )

    def resolve(self, assessment: LookupAssessment, chance: Chance) -> Ruling:
        a, table = assessment, self.table(assessment.table)
        dice = chance.throw(1, "dice", "1.5-a")

        def result() -> str:
            return combat_result(table, a.column, dice.values[0], a.modifier)

        outputs = {
            "column": lambda: table.headings[a.column],
            "row": lambda: table.row_headings[table.row(dice.values[0] + a.modifier)],
            "result": result,
        }
        return chance.ruling(
            self.name, outputs, lambda: [*self.lines(a), die_line(dice.values[0], a.modifier, result())]
        )

    def lines(self, assessment: LookupAssessment) -> list[Line]:
        a = assessment
        told = [odds_line(a.attack_total, a.defence_total, self.table(a.table).headings[a.column])]
        if a.modifier:
            text = say("winterwar.ruling.combat.modifiers", value=signed(a.modifier))
            told.append(Line(text, "turn-4-d", a.modifier))
        return told
