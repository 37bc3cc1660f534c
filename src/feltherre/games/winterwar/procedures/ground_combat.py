"""Ground combat (step 4 of the turn, 1.4, 1.5): who may attack, the odds, the modifiers of the die, the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.winterwar.procedures.attack import ORDINARY, AttackingUnit, check_attackers
from feltherre.games.winterwar.procedures.code_lines import tell_code
from feltherre.games.winterwar.procedures.inputs import Count, Modification, Side, plain, signed
from feltherre.games.winterwar.procedures.supply import UNSUPPLIED_DIVISOR
from feltherre.games.winterwar.tables import GROUND, TERRAIN_MODIFIER, default_tables, sibling_ground_table
from feltherre.ground.hexes.combat_table import CombatTable

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
    attackers: tuple[AttackingUnit, ...] = ()
    attack_support: tuple[Count, ...] = ()
    defence_supplied: tuple[Count, ...] = ()
    defence_unsupplied: tuple[Count, ...] = ()
    defence_support: tuple[Count, ...] = ()
    terrain: BattleTerrain
    attacker_winter: bool
    defender_winter: bool
    attacker_ski: bool


@procedure("ground-combat", dice=list[int])
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
    table = table or default_tables().ground
    column = odds_column(table, attack, defence, desk)
    modifier = desk.sum(
        "combat.modifier",
        {
            c.terrain: (TERRAIN_MODIFIER[c.terrain], TERRAIN_RULE[c.terrain]),
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
    check_attackers(c.side, attackers)


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

    table: Literal["1.5", "1.5-2023"]
    attack_total: Count
    defence_total: Count
    modifier: Modification


@procedure("combat-lookup", dice=list[int])
def combat_lookup(given: Lookup, desk: Desk) -> Resolve:
    """The table on its own, for whoever has added up the rest (1.5-a, R30)."""
    desk.refuse_if(not given.defence_total, "no-defence", "1.5-a")
    table = default_tables().ground if given.table == GROUND else sibling_ground_table()
    column, modifier = odds_column(table, given.attack_total, given.defence_total, desk), given.modifier
    desk.line_if(bool(modifier), "combat.modifiers", "turn-4-d", modifier, value=signed(modifier))

    def resolve(chance: Chance) -> Outcome:
        row, result = combat_result(table, column, modifier, desk, chance)
        return {"row": row, "result": result}

    return resolve
