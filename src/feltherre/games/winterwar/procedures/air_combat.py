"""Air combat (1.6): fought before the ground combat wherever air units of both sides meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.winterwar.codes import HALF, AirCode, Part, parse_air
from feltherre.games.winterwar.procedures.inputs import Count, signed
from feltherre.games.winterwar.tables import default_tables
from feltherre.ground.hexes.combat_table import CombatTable


@rule("1.6-f", "1.6-g")
def differential(attackers: Sequence[int], defenders: Sequence[int]) -> int:
    """The attacker's air combat values less the defender's; any number of air units (1.6-f, 1.6-g)."""
    return sum(attackers) - sum(defenders)


@rule("1.6-f")
def air_column(table: CombatTable, difference: int) -> int:
    """The column of the difference (1.6-f, R36)."""
    return table.value_column(difference)


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
def air_losses(code: AirCode, part: Part, units: int) -> int:
    """How many of a side's air units are lost: all on E, half of them rounded up on H (1.6-b, 1.6-d, R38)."""
    if code.half:
        return (units + 1) // 2
    return units if part.everyone else min(part.losses, units)


@rule("1.6-c", "1.6-e", "1.6-m")
def go_home(code: AirCode, part: Part) -> bool:
    """Whether a side's survivors go home: on R and S; on H they were not affected and may go on (1.6-m, R59)."""
    return code.stop or part.retreats


@rule("1.6-e")
def air_outcome(result: str, attackers: int, defenders: int) -> AirOutcome:
    """What a result of table 1.6 means for so many air units; S stops the ground attack too (1.6-e, R39)."""
    code = parse_air(result)
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


class AirSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attackers: tuple[Count, ...]
    defenders: tuple[Count, ...]


class AirAssessment(Assessment, frozen=True, kw_only=True):
    attackers: int
    defenders: int
    attack_total: int
    defence_total: int
    differential: int
    #: index of the column in the table
    column: int


class AirCombat(Procedure[AirSituation, AirAssessment]):
    """Made with the table of its game; the desk's has the ledger's."""

    name = "air-combat"
    situation = AirSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def __init__(self, table: CombatTable | None = None) -> None:
        self.table = table or default_tables().air

    @rule("1.6-l")
    def assess(self, situation: AirSituation) -> AirAssessment:
        """Air units of both sides are needed (1.6-l)."""
        given = situation
        if not given.attackers or not given.defenders:
            raise refuse("winterwar.refuse.no-air-combat", "1.6-l")
        difference = differential(given.attackers, given.defenders)
        return AirAssessment(
            attackers=len(given.attackers),
            defenders=len(given.defenders),
            attack_total=sum(given.attackers),
            defence_total=sum(given.defenders),
            differential=difference,
            column=air_column(self.table, difference),
            will_throw=(Planned("dice", 1, "1.6-f"),),
        )

    def resolve(self, assessment: AirAssessment, chance: Chance) -> Ruling:
        a, table = assessment, self.table
        dice = chance.throw(1, "dice", "1.6-f")

        def result() -> str:
            return table.result(a.column, dice.values[0])

        def outcome() -> AirOutcome:
            return air_outcome(result(), a.attackers, a.defenders)

        outputs = {
            "differential": lambda: a.differential,
            "column": lambda: table.headings[a.column],
            "result": result,
            "attackers_lost": lambda: outcome().attackers_lost,
            "defenders_lost": lambda: outcome().defenders_lost,
            "attackers_home": lambda: outcome().attackers_home,
            "defenders_home": lambda: outcome().defenders_home,
            "combat_cancelled": lambda: outcome().combat_cancelled,
        }
        return chance.ruling(
            self.name, outputs, lambda: [*self.lines(a), *_result_lines(dice.values[0], result(), outcome())]
        )

    def lines(self, assessment: AirAssessment) -> list[Line]:
        a = assessment
        text = say(
            "winterwar.ruling.air.difference",
            attack=a.attack_total,
            defence=a.defence_total,
            difference=signed(a.differential),
            column=self.table.headings[a.column],
        )
        return [Line(text, "1.6-f", a.differential)]


def _result_lines(die: int, result: str, outcome: AirOutcome) -> list[Line]:
    told = [Line(say("winterwar.ruling.combat.die", die=die, result=result), "1.6-f")]
    if outcome.combat_cancelled:
        return [*told, Line(say("winterwar.ruling.air.stop"), "1.6-e")]
    why_lost = "1.6-d" if result == HALF else "1.6-b"
    attacker = _side_lines("attacker", outcome.attackers_lost, outcome.attackers_home, why_lost)
    defender = _side_lines("defender", outcome.defenders_lost, outcome.defenders_home, why_lost)
    return [*told, *attacker, *defender]


def _side_lines(side: str, lost: int, home: bool, why_lost: str) -> list[Line]:
    told = []
    if lost:
        told.append(Line(say(f"winterwar.ruling.air.{side}.lost", n=lost), why_lost, lost))
    if home:
        told.append(Line(say(f"winterwar.ruling.air.{side}.home"), "1.6-c"))
    return told
